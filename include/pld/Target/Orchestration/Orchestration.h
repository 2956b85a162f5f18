//===- Orchestration.h - The C++ that submits an orchestration's tasks -*- C++
//-*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An orchestration runs as C++ on the device's control processor, which submits
// tasks through the runtime's `pto_orchestration_api.h`. Exported is the subset
// of docs/registrations.md; anything else is an error that names the operation.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TARGET_ORCHESTRATION_ORCHESTRATION_H
#define PLD_TARGET_ORCHESTRATION_ORCHESTRATION_H

#include "pld/Dialect/PLD/PLDOps.h"
#include "pld/Target/NpuTarget.h"

#include "mlir/IR/BuiltinOps.h"

namespace pld {

/// All that a back end needs of one orchestration. It stands in the place of
/// separate maps from functions to ids, core types and signatures. Attributes
/// live as long as the context.
struct OrchestrationResult {
  /// The C++ source.
  std::string code;
  /// By `func_id`.
  llvm::SmallVector<KernelRegistrationAttr> kernelRegistrations;
  /// One direction per tensor parameter of the entry; scalars are left out.
  llvm::SmallVector<ParamDirection> orchestrationSignature;
};

/// Exports the orchestration of `module` that is called `orchestration`, or if
/// that is empty the only one. The module is registered
/// (`pld-assign-kernel-registrations`) and not changed. The first error ends
/// the export. Linear in the size of the orchestration.
mlir::FailureOr<OrchestrationResult>
exportOrchestration(mlir::ModuleOp module, llvm::StringRef orchestration = {},
                    NpuPlatform platform = NpuPlatform::A2A3,
                    NpuRuntime runtime = NpuRuntime::TensormapAndRingbuffer);

} // namespace pld

#endif // PLD_TARGET_ORCHESTRATION_ORCHESTRATION_H

//===- KernelConfig.h - Registrations for the back end ----------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the Ascend back end, and tools around it, read of a program that
// `pld-assign-kernel-registrations` has numbered. Everything comes from the
// program's attributes; an export assigns nothing.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TARGET_KERNELCONFIG_KERNELCONFIG_H
#define PLD_TARGET_KERNELCONFIG_KERNELCONFIG_H

#include "pld/Target/NpuTarget.h"
#include "pld/Transforms/Registration/RegisteredProgram.h"

#include "llvm/Support/raw_ostream.h"

namespace pld {

/// How the runtime is to be set up for an orchestration.
struct RuntimeConfig {
  NpuRuntime runtime = NpuRuntime::TensormapAndRingbuffer;
  int64_t aicpuThreadNum = 0;
  /// A kernel makes a prefetch context, which needs the SDMA engine.
  bool enableSdma = false;
};

RuntimeConfig
getRuntimeConfig(const registration::RegisteredOrchestration &orchestration,
                 NpuRuntime runtime = NpuRuntime::TensormapAndRingbuffer);

/// Writes all orchestrations of `module` as JSON, keys sorted: schema 1 of
/// docs/registrations.md. Names that are no UTF-8 are repaired, as JSON cannot
/// hold them.
mlir::LogicalResult
printRegistrationsJson(mlir::ModuleOp module, llvm::raw_ostream &os,
                       NpuRuntime runtime = NpuRuntime::TensormapAndRingbuffer);

/// Writes the `kernel_config.py` of one orchestration of `module`: the one
/// called `orchestration`, or if that is empty the only one there is.
mlir::LogicalResult
printKernelConfig(mlir::ModuleOp module, llvm::StringRef orchestration,
                  llvm::raw_ostream &os,
                  NpuRuntime runtime = NpuRuntime::TensormapAndRingbuffer);

} // namespace pld

#endif // PLD_TARGET_KERNELCONFIG_KERNELCONFIG_H

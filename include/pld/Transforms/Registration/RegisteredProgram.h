//===- RegisteredProgram.h - Reads registrations back -----------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the exports are made from: the registrations of an orchestration and the
// ids of its tasks, as they are in the program's attributes.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TRANSFORMS_REGISTRATION_REGISTEREDPROGRAM_H
#define PLD_TRANSFORMS_REGISTRATION_REGISTEREDPROGRAM_H

#include "pld/Transforms/Registration/Tasks.h"

#include "mlir/IR/BuiltinOps.h"

namespace pld::registration {

struct RegisteredTask {
  Task task;
  /// One id per kernel of the task.
  llvm::ArrayRef<int32_t> ids;
};

struct RegisteredOrchestration {
  FuncOp func;
  /// By `func_id`. Ids need not be dense in a program that was changed.
  llvm::SmallVector<KernelRegistrationAttr> registrations;
  /// In program order.
  std::vector<RegisteredTask> tasks;
  /// One direction per tensor parameter.
  llvm::SmallVector<ParamDirection> entrySignature;
  /// The code of each registration.
  llvm::SmallVector<FuncOp> kernels;
};

/// The orchestrations of `module`, in its order.
llvm::SmallVector<FuncOp> getOrchestrations(mlir::ModuleOp module);

/// The orchestration of `module` that is called `name`, or if that is empty the
/// only one. Reports an error that names the ones that there are.
mlir::FailureOr<FuncOp> findOrchestration(mlir::ModuleOp module,
                                          llvm::StringRef name);

/// Reads what `orchestration` registers and launches. It is an error if there
/// are no registrations, or if they say something else than the program (a
/// dispatch was added, or a kernel changed since): naming the dispatch.
mlir::FailureOr<RegisteredOrchestration>
readRegistrations(FuncOp orchestration, TaskResolver &resolver,
                  mlir::SymbolTableCollection &symbolTables);

} // namespace pld::registration

#endif // PLD_TRANSFORMS_REGISTRATION_REGISTEREDPROGRAM_H

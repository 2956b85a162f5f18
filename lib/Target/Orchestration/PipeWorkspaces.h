//===- PipeWorkspaces.h - Memory of pipes between cores ---------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cube and the vector kernel of a task send tiles to each other through
// pipes, which are rings in global memory. The front end gives them a tensor as
// a last argument, their workspace, which no operation names. It is allocated
// with one element: how many it needs is left to the export.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TARGET_ORCHESTRATION_PIPEWORKSPACES_H
#define PLD_TARGET_ORCHESTRATION_PIPEWORKSPACES_H

#include "pld/Transforms/Registration/RegisteredProgram.h"

namespace pld::orchestration {

class PipeWorkspaces {
public:
  /// Linear in the number of arguments of the tasks.
  PipeWorkspaces(const registration::RegisteredOrchestration &program,
                 registration::Aliases &aliases,
                 mlir::SymbolTableCollection &symbolTables);

  /// The tasks whose workspace `create`, a `tensor.create`, allocates; none if
  /// it is another tensor. A workspace has a name of the front end's
  /// (`gm_pipe_buffer_`..); where names are lost, it is one float, which goes
  /// to a kernel that has pipes, but does not use it.
  llvm::SmallVector<const registration::Task *> findTasks(IntrinsicOp create);

  /// Whether argument `index` of a task, a tensor, is its workspace, whatever
  /// it is called.
  bool isWorkspace(const registration::Task &task, size_t index);

  /// How many floats of 32 bits the pipes of a task need on each core. A pipe
  /// is what has one `id` and one `dir_mask`; a ring of slots for each
  /// direction. An error if it has none, or what initializes a pipe says two
  /// things of it.
  mlir::FailureOr<int64_t> countElements(const registration::Task &task);

private:
  /// The operations that initialize pipes in a kernel and in what it calls.
  /// Each kernel is looked at once.
  llvm::ArrayRef<IntrinsicOp> findPipes(FuncOp kernel);

  struct Use {
    const registration::Task *task;
    size_t index;
  };
  mlir::SymbolTableCollection &symbolTables;
  /// By the tensor that is allocated.
  llvm::DenseMap<mlir::Value, llvm::SmallVector<Use, 1>> uses;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<IntrinsicOp, 2>> pipes;
};

} // namespace pld::orchestration

#endif // PLD_TARGET_ORCHESTRATION_PIPEWORKSPACES_H

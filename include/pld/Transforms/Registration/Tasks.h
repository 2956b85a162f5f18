//===- Tasks.h - What a dispatch launches, and with what --------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dispatch of an orchestration is one task of the runtime. A kernel is
// launched directly; a Group or Spmd wrapper stands for the kernels that it
// calls, and its first in-core call says in which order the task takes its
// arguments. What each argument is for is said by the dispatch, where the
// argument comes from.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TRANSFORMS_REGISTRATION_TASKS_H
#define PLD_TRANSFORMS_REGISTRATION_TASKS_H

#include "pld/Transforms/Registration/Aliases.h"

#include <array>
#include <optional>
#include <vector>

namespace pld::registration {

/// One argument of a task.
struct TaskArgument {
  ArgDirection direction;
  /// What is passed: a value of the orchestration, or a scalar that a wrapper
  /// makes (see `Task::bridges`). Null for an output that the dispatch leaves
  /// out, so that the runtime makes it.
  mlir::Value value;
  /// For a tensor, the type of the value, or its parameter's if it is left out.
  /// For a scalar, the type that the kernel takes: the value is converted to
  /// it.
  mlir::Type type;
  /// The parameter of the dispatched function that it is given for. A scalar
  /// that a wrapper makes has none, and 0 here.
  unsigned param;
  /// Whether the dispatch, or one of a wrapper, marks it to be dumped. Scalars
  /// are marked in vain.
  bool dump = false;
};

/// Which of a task's kernels a core of a cluster runs: a position in
/// `Task::kernels`, or nothing. The cube core, then the two vector cores.
using CoreSlots = std::array<std::optional<unsigned>, 3>;

/// A task as the runtime sees it.
struct Task {
  /// The `pld.call` or `pld.submit`.
  mlir::Operation *dispatch = nullptr;
  /// What runs: one kernel, or the AIC and the AIV member of a mixed Group.
  llvm::SmallVector<FuncOp, 2> kernels;
  llvm::SmallVector<CoreType, 2> coreTypes;
  /// In final order: tensors, then scalars.
  llvm::SmallVector<TaskArgument> arguments;
  /// One direction per tensor.
  llvm::SmallVector<ParamDirection> signature;
  /// Set where the task needs more than one core of a cluster.
  std::optional<CoreSlots> slots;
  /// What the parameters of the wrappers stand for: values of the
  /// orchestration, or of a wrapper further out. Scalars are converted to the
  /// type of the parameter. Parameters whose argument is left out are not in
  /// it.
  llvm::DenseMap<mlir::Value, mlir::Value> bridges;

  /// The directions of the arguments.
  llvm::SmallVector<ArgDirection> getDirections() const;
};

/// Fails with an error if the runtime cannot pass the parameters of
/// `orchestration`: too many of them, or none of its business.
mlir::LogicalResult verifyEntry(FuncOp orchestration);

/// Finds out what dispatches launch. It remembers what was found out about a
/// kernel or wrapper, so that each is looked at once; the program must not
/// change meanwhile.
class TaskResolver {
public:
  explicit TaskResolver(mlir::SymbolTableCollection &symbolTables)
      : symbolTables(symbolTables), aliases(symbolTables) {}

  /// The task of `dispatch`, a `pld.call` or `pld.submit` of an orchestration.
  /// What is not a task, or not one that the runtime has room for, is an error
  /// at the operation that is to blame; where that is the callee, only its
  /// first dispatch reports it. Linear in the number of arguments, once the
  /// callee is known.
  mlir::FailureOr<Task> resolve(mlir::Operation *dispatch);

  /// The tasks of an orchestration, in program order; reports all errors.
  mlir::FailureOr<std::vector<Task>> resolveAll(FuncOp orchestration);

  /// The core type of `kernel`; an error is reported once.
  mlir::FailureOr<CoreType> getCoreType(FuncOp kernel);

  Aliases &getAliases() { return aliases; }

private:
  /// What is called inside of a wrapper.
  struct Wrapper {
    /// The dispatches of its body, in order; no more than are enough to see
    /// that they are too many.
    llvm::SmallVector<mlir::Operation *, 2> calls;
  };
  /// Wrappers that are nested deeper are an error.
  static constexpr unsigned kMaxWrapperDepth = 64;

  /// The call of an in-core kernel, in a wrapper or by the orchestration.
  struct KernelCall {
    mlir::Operation *call;
    FuncOp kernel;
    /// By parameter of the kernel.
    llvm::SmallVector<TaskArgument> arguments;
  };

  const Wrapper *getWrapper(FuncOp func);
  /// Finds what `callee` launches, with `arguments` by parameter.
  mlir::LogicalResult resolveCallee(FuncOp callee,
                                    llvm::ArrayRef<TaskArgument> arguments,
                                    Task &task);
  mlir::LogicalResult findKernelCalls(FuncOp wrapper,
                                      llvm::ArrayRef<TaskArgument> arguments,
                                      Task &task,
                                      llvm::SmallVectorImpl<KernelCall> &calls);
  FuncOp lookup(mlir::Operation *dispatch);

  mlir::SymbolTableCollection &symbolTables;
  Aliases aliases;
  llvm::DenseMap<mlir::Operation *, std::optional<CoreType>> coreTypes;
  /// Empty for what is being looked at, or is not valid.
  llvm::DenseMap<mlir::Operation *, std::optional<Wrapper>> wrappers;
  unsigned depth = 0;
  /// Callees that cannot be launched; their errors were reported.
  llvm::DenseSet<mlir::Operation *> refused;
};

} // namespace pld::registration

#endif // PLD_TRANSFORMS_REGISTRATION_TASKS_H

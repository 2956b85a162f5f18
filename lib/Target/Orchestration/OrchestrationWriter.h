//===- OrchestrationWriter.h - Writes one orchestration as C++ --*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TARGET_ORCHESTRATION_ORCHESTRATIONWRITER_H
#define PLD_TARGET_ORCHESTRATION_ORCHESTRATIONWRITER_H

#include "PipeWorkspaces.h"
#include "ScalarWriter.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "pld/Target/Orchestration/Orchestration.h"
#include "pld/Transforms/Registration/RegisteredProgram.h"

namespace pld::orchestration {

/// Walks an orchestration and writes a line or a few for each operation.
///
/// A tensor is written to in place: what an operation gives back is the same
/// variable under another name. So is an array of task ids whose last use is
/// the one that changes it; otherwise it is copied before. Scalars and task ids
/// are variables of their own.
class OrchestrationWriter {
public:
  OrchestrationWriter(const registration::RegisteredOrchestration &program,
                      registration::Aliases &aliases,
                      mlir::SymbolTableCollection &symbolTables,
                      NpuPlatform platform, NpuRuntime runtime);

  mlir::FailureOr<std::string> run();

private:
  // Entry and control flow (OrchestrationWriter.cpp).
  mlir::LogicalResult writeEntry();
  mlir::LogicalResult writeBlock(mlir::Block &block);
  mlir::LogicalResult writeOp(mlir::Operation *op);
  mlir::LogicalResult writeScalar(mlir::Operation *op);
  mlir::LogicalResult writeScope(RuntimeScopeOp scope);
  mlir::LogicalResult writeFor(mlir::scf::ForOp loop);
  /// An error if the loop means more than its rounds, one after the other.
  mlir::LogicalResult verifyLoop(mlir::scf::ForOp loop);
  /// The line that opens a loop. A step below 0 counts down, unless the loop is
  /// unsigned; a step of 0 gives no round.
  mlir::LogicalResult openFor(mlir::scf::ForOp loop);
  mlir::LogicalResult writeIf(mlir::scf::IfOp op);
  /// Declares variables for the results of an operation with regions that are
  /// neither tensors nor, for a loop, arrays.
  mlir::LogicalResult declareResults(mlir::Operation *op,
                                     mlir::ValueRange results);
  /// Assigns what a region yields to `results`; a tensor that is already bound
  /// must be the same one.
  mlir::LogicalResult writeYield(mlir::ValueRange yielded,
                                 mlir::ValueRange results, mlir::Operation *op);

  // Tensors and arrays (TensorWriter.cpp).
  mlir::LogicalResult writeCreate(IntrinsicOp op);
  mlir::LogicalResult writeRead(IntrinsicOp op);
  mlir::LogicalResult writeDim(IntrinsicOp op);
  /// See `ScalarWriter::Measure`.
  std::optional<std::string> measure(mlir::Value tensor, size_t axis);
  /// The number of floats of the workspace that `create` makes for the pipes of
  /// all `tasks`.
  mlir::FailureOr<std::string>
  getWorkspaceSize(llvm::ArrayRef<const registration::Task *> tasks,
                   mlir::Operation *create);
  /// An error at `user` if the runtime cannot make a tensor of this type: it
  /// has no layouts, and no strides but those of the shape.
  mlir::LogicalResult verifyPlain(GlobalTensorType type, mlir::Operation *user);
  mlir::LogicalResult writeCreateInfo(Variable info,
                                      llvm::SmallVector<std::string> dims,
                                      GlobalTensorType type, bool manualDep,
                                      mlir::Operation *user);
  mlir::LogicalResult writeArrayCreate(IntrinsicOp op);
  mlir::LogicalResult writeArrayUpdate(IntrinsicOp op);
  mlir::LogicalResult writeArrayElement(IntrinsicOp op);
  /// The index of an element; an error if it is a number that is none.
  mlir::FailureOr<std::string> getArrayIndex(IntrinsicOp op);
  /// An array of as many task ids as `value` has, which are invalid.
  mlir::FailureOr<Variable> declareArray(mlir::Value value,
                                         llvm::StringRef fallbackName,
                                         mlir::Operation *user);
  void copyArray(Variable to, Variable from);
  /// The variable that `user` may change to make a new array of `array`: the
  /// one of `array` if nothing reads it later, else a copy.
  mlir::FailureOr<Variable> takeArray(mlir::Value array, mlir::Operation *user);
  /// The elements of a tuple that is made here.
  mlir::FailureOr<llvm::SmallVector<std::string>>
  getElements(mlir::Value tuple, mlir::Operation *user);
  /// An error at `user` unless there is one index per dimension of `tensor`,
  /// and none is a number that cannot be one.
  mlir::LogicalResult checkIndices(mlir::Value tensor,
                                   llvm::ArrayRef<std::string> indices,
                                   mlir::Operation *user);

  // Tasks (TaskWriter.cpp).
  mlir::LogicalResult writeTask(const registration::RegisteredTask &task);
  mlir::LogicalResult writeDependencies(mlir::ValueRange deps,
                                        llvm::StringRef params,
                                        mlir::Operation *user);
  mlir::LogicalResult writeLaunch(mlir::Operation *dispatch, FuncOp callee,
                                  llvm::StringRef params);
  mlir::LogicalResult writePredicate(mlir::Value predicate,
                                     llvm::StringRef params,
                                     mlir::Operation *user);
  /// How many cores run a task, as an operand at `user`; empty if nothing says
  /// it.
  mlir::FailureOr<std::string> getCoreNum(mlir::Operation *dispatch,
                                          FuncOp callee, mlir::Operation *user);
  mlir::LogicalResult writeOmittedOutput(const registration::Task &task,
                                         size_t index, SubmitOp submit,
                                         FuncOp callee, Variable info);
  std::string getSubmission(const registration::RegisteredTask &task,
                            llvm::StringRef params);
  mlir::LogicalResult
  bindResults(mlir::Operation *dispatch, FuncOp callee, Variable outputs,
              const llvm::DenseMap<unsigned, unsigned> &made);
  mlir::LogicalResult writeDummy(TaskDummyOp op);

  /// The name of a tensor or array that is read; an error at `user` if it has
  /// none, or is in a scope that has ended.
  mlir::FailureOr<std::string> getObject(mlir::Value value,
                                         mlir::Operation *user);
  std::optional<Variable> lookupObject(mlir::Value value) const;
  mlir::InFlightDiagnostic unsupported(mlir::Operation *op);

  const registration::RegisteredOrchestration &program;
  registration::Aliases &aliases;
  mlir::SymbolTableCollection &symbolTables;
  NpuPlatform platform;
  NpuRuntime runtime;
  CodeBuffer code;
  ScalarWriter scalars{program.func, code,
                       [this](mlir::Value tensor, size_t axis) {
                         return measure(tensor, axis);
                       }};
  /// Tensors and arrays.
  llvm::DenseMap<mlir::Value, Variable> objects;
  /// Arrays that are the values of several names.
  llvm::DenseSet<Variable> sharedArrays;
  llvm::DenseMap<mlir::Operation *, const registration::RegisteredTask *> tasks;
  PipeWorkspaces workspaces;
  /// Task ids of submits, which are always valid.
  llvm::DenseSet<mlir::Value> freshIds;
  unsigned numTasks = 0, numAllocs = 0;
};

/// True for tensors and arrays, which are variables that are written to.
bool isObject(mlir::Type type);

/// Whether two elements of a tensor along this axis are one for the runtime:
/// the last axis of 4-bit floats, two of which are a byte.
bool isPacked(mlir::Type tensor, size_t axis);

/// Whether `user` is the last that reads `value`, whenever it is executed.
/// Linear in the number of uses.
bool isLastUse(mlir::Value value, mlir::Operation *user);

} // namespace pld::orchestration

#endif // PLD_TARGET_ORCHESTRATION_ORCHESTRATIONWRITER_H

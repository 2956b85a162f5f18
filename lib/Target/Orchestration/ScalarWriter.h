//===- ScalarWriter.h - Scalars of an orchestration as C++ ------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TARGET_ORCHESTRATION_SCALARWRITER_H
#define PLD_TARGET_ORCHESTRATION_SCALARWRITER_H

#include "CodeBuffer.h"
#include "SymbolBindings.h"
#include "pld/Dialect/PLD/PLDOps.h"

#include <functional>
#include <map>

namespace pld::orchestration {

/// The C++ type of a value that is passed as a scalar, or of a task id; empty
/// if there is none.
llvm::StringRef getCppType(mlir::Type type);

/// The DataType of the runtime for elements of `type`; empty if it has none.
llvm::StringRef getDataType(mlir::Type type);

/// Whether every number of the integer type `from` is the same one as `to`. One
/// bit without a sign is 0 or 1.
bool holdsAll(mlir::Type to, mlir::Type from);

/// The attribute of a constant operation, `arith.constant` or `pld.constant`,
/// or null. No other operation is a constant, whatever attributes it has.
mlir::Attribute getConstant(mlir::Operation *op);

/// The name that the front end gave to a value, if its location has one.
llvm::StringRef getSourceName(mlir::Location loc);

/// A function that an orchestration or a wrapper dispatches. Its symbols are
/// its own: what they are is said by the arguments for its parameters.
struct Callee {
  FuncOp func;
  /// By parameter; null where it is left out.
  llvm::SmallVector<mlir::Value> arguments;
};

/// Writes scalars, and remembers which variable is which value or symbol.
class ScalarWriter {
public:
  /// The size of a tensor of the orchestration, as an operand; nothing if its
  /// type says it. The type of a result may be written in the callee's symbols.
  using Measure =
      std::function<std::optional<std::string>(mlir::Value, size_t axis)>;

  ScalarWriter(FuncOp orchestration, CodeBuffer &code, Measure measure)
      : code(code), measure(std::move(measure)), bindings(orchestration) {}

  void bind(mlir::Value value, Variable variable) {
    variables[value] = variable;
  }
  /// A symbol that a parameter carries.
  void bindSymbol(mlir::StringAttr name, mlir::Value value) {
    symbolValues[name] = value;
  }
  /// A symbol in the shape of a parameter.
  void bindSymbol(mlir::StringAttr name, Variable variable) {
    symbolVariables[name] = variable;
  }
  /// To be called where the orchestration binds a symbol.
  void forgetDims() { dimVariables.clear(); }
  bool knowsSymbol(mlir::StringAttr name) const {
    return symbolValues.contains(name) || symbolVariables.contains(name);
  }
  /// Between these, scalars of the wrappers that `dispatch` launches can be
  /// written: `bridges` says what the parameters of the wrappers stand for.
  /// Each operation of a wrapper is written once a task, as a variable.
  void beginTask(mlir::Operation *dispatch,
                 const llvm::DenseMap<mlir::Value, mlir::Value> &bridges);
  void endTask();

  /// The variable of a value, if it has one.
  std::optional<Variable> lookup(mlir::Value value) const;

  /// `value` as an operand of an operator: a name, a literal, or in
  /// parentheses. The next line reads it. With `typed`, a literal has the
  /// value's type; else it may be any that holds it. What cannot be written is
  /// an error at `user`.
  mlir::FailureOr<std::string> get(mlir::Value value, mlir::Operation *user,
                                   bool typed = false);
  /// The same, with the type `type`: the value is converted to it, or it is an
  /// error at `user`. Integers keep their low bits, floats are rounded to
  /// nearest. Bits convert to nothing else, since they are 0 and -1 in arith,
  /// and 0 and 1 elsewhere.
  mlir::FailureOr<std::string> getAs(mlir::Value value, mlir::Type type,
                                     mlir::Operation *user, bool typed = true);
  /// A dimension, as an operand. Its symbols are those of the orchestration, or
  /// of `callee`. What an expression has more than once becomes a variable.
  mlir::FailureOr<std::string> getDim(mlir::Attribute dim,
                                      mlir::Operation *user,
                                      const Callee *callee = nullptr);

  /// The expression of an operation that computes a scalar, or nothing if it is
  /// not one; fails where an operand cannot be written.
  mlir::FailureOr<std::optional<std::string>> compute(mlir::Operation *op);

  /// Writes the functions that expressions call.
  void printHelpers(llvm::raw_ostream &os) const;

private:
  /// The pieces of an operation or expression that is written.
  struct Expression {
    ScalarKind kind;
    llvm::SmallVector<std::string> operands;
    llvm::SmallVector<mlir::Type> types;
    mlir::Type result;
  };
  std::optional<std::string> write(const Expression &expression);
  /// The value that `value` is another name of.
  mlir::Value resolve(mlir::Value value) const;
  /// Whether `value` is made by an operation of a wrapper, and neither a
  /// constant nor a symbol, or is a parameter of one that converts what it is
  /// given; no variable has it yet.
  bool isUnwritten(mlir::Value value) const;
  mlir::LogicalResult writeWrapperScalar(mlir::Value value);
  mlir::FailureOr<std::string> getSymbol(SymAttr symbol, mlir::Operation *user,
                                         const Callee *callee);
  /// The wrapper whose body has `value`, or nothing if the orchestration has
  /// it.
  std::optional<Callee> getWrapper(mlir::Value value) const;
  std::optional<std::string> writeComparison(const Expression &expression);
  /// Calls a function of this name, see `printHelpers`.
  std::string call(llvm::StringRef helper, llvm::StringRef type,
                   llvm::ArrayRef<std::string> operands);

  /// The value that a symbol of the orchestration has at `user`; null if the
  /// shape of a parameter says it, or nothing does.
  mlir::FailureOr<mlir::Value> findBinding(mlir::StringAttr name,
                                           mlir::Operation *user) const;

  CodeBuffer &code;
  Measure measure;
  SymbolBindings bindings;
  llvm::DenseMap<mlir::Value, Variable> variables;
  llvm::DenseMap<mlir::StringAttr, mlir::Value> symbolValues;
  llvm::DenseMap<mlir::StringAttr, Variable> symbolVariables;
  /// Expressions of the orchestration's dimensions.
  llvm::DenseMap<mlir::Attribute, Variable> dimVariables;
  /// Of the task that is written.
  const llvm::DenseMap<mlir::Value, mlir::Value> *bridges = nullptr;
  mlir::Operation *dispatch = nullptr;
  FuncOp caller;
  llvm::DenseMap<mlir::Value, Variable> wrapperVariables;
  /// Helpers that are called, and how they are defined.
  std::map<llvm::StringRef, llvm::StringRef> helpers;
};

} // namespace pld::orchestration

#endif // PLD_TARGET_ORCHESTRATION_SCALARWRITER_H

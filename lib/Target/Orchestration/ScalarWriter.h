//===- ScalarWriter.h - Scalars of an orchestration as C++ ------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TARGET_ORCHESTRATION_SCALARWRITER_H
#define PLD_TARGET_ORCHESTRATION_SCALARWRITER_H

#include "CodeBuffer.h"
#include "pld/Dialect/PLD/PLDOps.h"

#include <map>

namespace pld::orchestration {

/// The C++ type of a value that is passed as a scalar, or of a task id; empty
/// if there is none.
llvm::StringRef getCppType(mlir::Type type);

/// The DataType of the runtime for elements of `type`; empty if it has none.
llvm::StringRef getDataType(mlir::Type type);

/// The name that the front end gave to a value, if its location has one.
llvm::StringRef getSourceName(mlir::Location loc);

/// Writes scalars, and remembers which variable is which value or symbol.
class ScalarWriter {
public:
  explicit ScalarWriter(CodeBuffer &code) : code(code) {}

  void bind(mlir::Value value, Variable variable) {
    variables[value] = variable;
  }
  void bindSymbol(mlir::StringAttr name, mlir::Value value) {
    symbolValues[name] = value;
  }
  void bindSymbol(mlir::StringAttr name, Variable variable) {
    symbolVariables[name] = variable;
  }
  bool knowsSymbol(mlir::StringAttr name) const {
    return symbolValues.contains(name) || symbolVariables.contains(name);
  }
  /// Values that stand for others: the parameters of wrappers.
  void setBridges(const llvm::DenseMap<mlir::Value, mlir::Value> *map) {
    bridges = map;
  }

  /// The variable of a value, if it has one.
  std::optional<Variable> lookup(mlir::Value value) const;

  /// `value` as an operand of an operator: a name, a literal, or in
  /// parentheses. The next line reads it. With `typed`, a literal has the
  /// value's type; else it may be any that holds it. What cannot be written is
  /// an error at `user`.
  mlir::FailureOr<std::string> get(mlir::Value value, mlir::Operation *user,
                                   bool typed = false);
  /// A dimension, as an operand.
  mlir::FailureOr<std::string> getDim(mlir::Attribute dim,
                                      mlir::Operation *user);

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
  std::string call(llvm::StringRef helper, llvm::StringRef type,
                   llvm::ArrayRef<std::string> operands);

  CodeBuffer &code;
  llvm::DenseMap<mlir::Value, Variable> variables;
  llvm::DenseMap<mlir::StringAttr, mlir::Value> symbolValues;
  llvm::DenseMap<mlir::StringAttr, Variable> symbolVariables;
  const llvm::DenseMap<mlir::Value, mlir::Value> *bridges = nullptr;
  /// Helpers that are called.
  std::map<llvm::StringRef, llvm::StringRef> helpers;
};

} // namespace pld::orchestration

#endif // PLD_TARGET_ORCHESTRATION_SCALARWRITER_H

//===- ScalarExprs.h - Scalars as shape expressions -------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The caller's side of shape-polymorphic dispatches: what a scalar argument is,
// said in the caller's shape symbols.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_DIALECT_PLD_SCALAREXPRS_H
#define PLD_DIALECT_PLD_SCALAREXPRS_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/Value.h"
#include "pld/Dialect/PLD/PLDOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace pld {

/// Says integer scalars as shape expressions. Equal expressions of one function
/// mean equal values, so only what has exactly one meaning is said:
///
/// - a value that a symbol names (`pld.symbol` on a parameter,
///   `pld.bind_symbol`) is that symbol, even if it is also a constant or a sum,
///   because the function's types say it so. The first name in program order
///   counts. A name that two values of a function have names neither;
/// - `pld.symbol_value` is its symbol;
/// - `arith.constant` and `pld.constant` are integers with their types;
/// - `pld.scalar` is an expression of its kind and type over its operands;
/// - `arith.addi`, `subi`, `muli`, `floordivsi`, `minsi`, `maxsi`, and on more
///   than one bit `andi`, `ori` and `xori`, are expressions of the matching
///   kind, if they carry no overflow flags (which say that some results are
///   poison). Truncating division, remainders and unsigned operations have no
///   kind of that meaning;
/// - `arith.index_cast`, `extsi` and `trunci` are casts, but not from or to
///   `i1`, which is 0 or 1 to the front end; `arith.extui` only from it;
/// - `pld.retype` to the same type is its source. To another type it is
///   nothing: whether it converts is not said anywhere.
///
/// Everything else is no expression. Nothing is simplified: an expression is
/// compared with what is written in types.
///
/// The IR must not change between two questions. Each value is looked at once,
/// each function that is asked about is walked once: linear in total.
class ScalarExprs {
public:
  /// The expression that `value` is, or null.
  mlir::Attribute getScalarExpr(mlir::Value value);

private:
  /// Finds the symbols that name values in the function around `value`.
  void indexSymbolsAround(mlir::Value value);

  /// Functions (or other isolated operations) whose symbols are in `symbols`.
  llvm::DenseSet<mlir::Operation *> indexed;
  /// The symbol of each value that has one.
  llvm::DenseMap<mlir::Value, SymAttr> symbols;
  /// What is known of values; null while a value is being looked at, so that a
  /// cycle (in a graph region) is no expression.
  llvm::DenseMap<mlir::Value, mlir::Attribute> known;
};

} // namespace pld

#endif // PLD_DIALECT_PLD_SCALAREXPRS_H

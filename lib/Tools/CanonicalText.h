//===- CanonicalText.h - Functions without names ----------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_LIB_TOOLS_CANONICALTEXT_H
#define PLD_LIB_TOOLS_CANONICALTEXT_H

#include "mlir/IR/SymbolTable.h"
#include "pld/Dialect/PLD/PLDOps.h"
#include "llvm/ADT/SetVector.h"

#include <string>

namespace pld::verify {

/// A function written so that equivalent functions have equal texts:
///
/// - values (`%0`), blocks (`^0`), shape symbols (`S0`) and functions of the
///   program (`@0`) are numbered; the function's name and visibility, names of
///   parameters and locations are left out;
/// - types and attributes are written in full. Composite ones are written once,
///   before the line that needs them, and get a number (`T0`, `A0`, `D0`), so
///   that the text is linear in the number of distinct nodes.
///
/// Shape symbols are numbered in the order in which the parameters show them,
/// then the bindings in the body. All other symbols are free: written as they
/// are named.
struct CanonicalText {
  std::string text;
  /// The functions of the program by their numbers: each place where one is
  /// named has a number, so that two kernels can name one function twice, or
  /// two equivalent functions.
  llvm::SmallVector<FuncOp, 0> references;
  /// Those of them that a call or submit calls.
  llvm::DenseSet<mlir::Operation *> dispatched;
  /// The numbered shape symbols.
  llvm::SetVector<mlir::StringAttr> symbols;
  /// The numbers of those that the types of the signature show.
  llvm::SmallVector<unsigned> visibleSymbols;
  /// Those of them that no parameter carries which is always supplied.
  llvm::SmallVector<unsigned> uncarriedSymbols;
  /// Names that mean something outside of the function as well: of free
  /// symbols, storage and window buffers. They are in the text, too.
  llvm::SetVector<mlir::StringAttr> globalNames;
  /// What `text` has as other dialects print it. It is uniqued, so that
  /// nothing depends on how much they print.
  llvm::SmallVector<const void *, 0> foreign;
};

/// Writes `func`. `program` is the symbol table of the module that it is in.
CanonicalText writeCanonicalText(FuncOp func, const mlir::SymbolTable &program);

} // namespace pld::verify

#endif // PLD_LIB_TOOLS_CANONICALTEXT_H

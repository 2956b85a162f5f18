//===- ShapeSymbols.h - Shape symbols and expressions ------------------*- C++
//-*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_DIALECT_PLD_SHAPESYMBOLS_H
#define PLD_DIALECT_PLD_SHAPESYMBOLS_H

#include "mlir/IR/OpImplementation.h"
#include "pld/Dialect/PLD/PLDOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

#include <string>

namespace pld {

/// Whether `attr` can be a dimension: an integer of at most 64 bits, a symbol
/// or an expression.
bool isDim(mlir::Attribute attr);

/// Fails with an error where one of `dims` cannot be a dimension; `what` says
/// what they are of.
mlir::LogicalResult
verifyDims(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
           llvm::StringRef what, llvm::ArrayRef<mlir::Attribute> dims);

/// Parses an expression as it is written in a shape, see `#pld.expr`.
mlir::ParseResult parseDim(mlir::AsmParser &parser, mlir::Attribute &dim);
/// Parses `[` dims `]`.
mlir::ParseResult parseDims(mlir::AsmParser &parser,
                            llvm::SmallVectorImpl<mlir::Attribute> &dims);
/// Prints what `parseDim` reads.
void printDim(mlir::AsmPrinter &printer, mlir::Attribute dim);
/// What `printDim` prints where there are no aliases, for diagnostics. Deep
/// expressions are elided.
std::string formatDim(mlir::Attribute dim);
/// Prints `[` dims `]`.
void printDims(mlir::AsmPrinter &printer, llvm::ArrayRef<mlir::Attribute> dims);

/// True when `attr` is an expression so large that it should be printed as an
/// alias: a shared sub-expression is then written once.
bool isLargeExpr(mlir::Attribute attr);

/// Finds the shape symbols in types and attributes. What was found in a type
/// is remembered, so that a body with few distinct types is cheap to look at.
class SymbolFinder {
public:
  /// The symbols in `type`, in the order of first occurrence.
  llvm::ArrayRef<SymAttr> find(mlir::Type type);
  /// The symbols in `attr`, in the order of first occurrence.
  llvm::ArrayRef<SymAttr> find(mlir::Attribute attr);

private:
  llvm::DenseMap<const void *, llvm::SmallVector<SymAttr, 0>> known;
};

/// The names of symbols that `func` binds: by parameter types, by parameters
/// that carry a symbol, and by `pld.bind_symbol` in the body.
void collectBoundSymbols(FuncOp func, SymbolFinder &finder,
                         llvm::SetVector<mlir::StringAttr> &bound);

} // namespace pld

#endif // PLD_DIALECT_PLD_SHAPESYMBOLS_H

//===- SymbolNumbering.h - Symbols that were numbered anew -------*- C++ -*-==//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_LIB_TOOLS_SYMBOLNUMBERING_H
#define PLD_LIB_TOOLS_SYMBOLNUMBERING_H

#include "mlir/IR/BuiltinOps.h"

namespace pld::verify {

/// Gives the shape symbols, storage and window buffers of `after` the names
/// that they have in `before`, as far as the functions of one name in both
/// programs say which is which. The renaming is one to one over the whole
/// program and changes only the numbers that make names unique (`M_1`); where
/// there is none, nothing is renamed. That the same number of a free symbol
/// means the same is trusted.
void adoptSymbolNames(mlir::ModuleOp before, mlir::ModuleOp after);

} // namespace pld::verify

#endif // PLD_LIB_TOOLS_SYMBOLNUMBERING_H

//===- SymbolNames.h - Other names for shape symbols ----------- -*- C++
//-*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TEST_DEDUP_SYMBOLNAMES_H
#define PLD_TEST_DEDUP_SYMBOLNAMES_H

#include "pld/Dialect/PLD/PLDOps.h"

#include "mlir/IR/BuiltinOps.h"

namespace pld::test {

using NameMap = llvm::DenseMap<mlir::StringAttr, mlir::StringAttr>;

/// Renames shape symbols of `func`, wherever they are in it: in types and
/// attributes, at parameters that carry them, in its list of free symbols.
/// Functions inside of it have symbols of their own.
void renameSymbols(FuncOp func, const NameMap &names);

/// Renames the shape symbols of all functions of `program` such that no two
/// functions share one: `N` of `@f` becomes `f.N`. What a name means outside of
/// its function stays: free symbols, and names of storage and window buffers.
void renameSymbolsApart(mlir::ModuleOp program);

} // namespace pld::test

#endif // PLD_TEST_DEDUP_SYMBOLNAMES_H

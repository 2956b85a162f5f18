//===- PLDSystemOps.cpp - Communication, tasks, prefetch ----------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the declarative definitions cannot say.
//
//===----------------------------------------------------------------------===//

#include "pld/Dialect/PLD/PLDOps.h"

using namespace mlir;
using namespace pld;

LogicalResult
ImportPeerBufferOp::verifySymbolUses(SymbolTableCollection &symbolTables) {
  Operation *symbol =
      symbolTables.lookupNearestSymbolFrom(*this, getPeerFuncAttr());
  if (!symbol && getUnresolved())
    return success();
  if (!symbol)
    return emitOpError() << "names '@" << getPeerFunc()
                         << "', which does not exist";
  if (!isa<FuncOp>(symbol))
    return emitOpError() << "names '@" << getPeerFunc()
                         << "', which is not a 'pld.func'";
  return success();
}

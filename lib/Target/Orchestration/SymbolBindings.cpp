//===- SymbolBindings.cpp - What a symbol is bound to somewhere -----------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SymbolBindings.h"

#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace pld;
using namespace pld::orchestration;

SymbolBindings::SymbolBindings(FuncOp func) {
  func->walk<WalkOrder::PreOrder>([&](Operation *op) {
    numbers.try_emplace(op, numbers.size());
    if (auto bind = dyn_cast<BindSymbolOp>(op))
      bindings[bind.getSymbol().getName()].push_back(bind);
  });
}

/// Whether `op` has always run when `user` runs. A scope of the runtime runs
/// once, as if its operations stood in its place.
static bool runsBefore(Operation *op, Operation *user) {
  for (; op; op = op->getParentOp()) {
    if (Operation *ancestor = op->getBlock()->findAncestorOpInBlock(*user))
      return op->isBeforeInBlock(ancestor);
    if (!isa<RuntimeScopeOp>(op->getParentOp()))
      return false;
  }
  return false;
}

FailureOr<Value> SymbolBindings::find(StringAttr name, Operation *user) const {
  auto it = bindings.find(name);
  if (it == bindings.end())
    return Value();
  ArrayRef<BindSymbolOp> all = it->second;
  unsigned end = numbers.lookup(user);
  BindSymbolOp found;
  bool isSure = true;
  for (BindSymbolOp bind : all) {
    if (numbers.lookup(bind) >= end)
      break;
    isSure = runsBefore(bind, user);
    if (isSure)
      found = bind;
  }
  if (!isSure)
    return failure();
  // A loop around the use alone may bind the name after it, in the round
  // before.
  for (Operation *loop = user->getParentOp(); loop; loop = loop->getParentOp())
    if (isa<LoopLikeOpInterface>(loop) && !(found && loop->isAncestor(found)) &&
        llvm::any_of(all,
                     [&](BindSymbolOp bind) { return loop->isAncestor(bind); }))
      return failure();
  return found ? found.getValue() : Value();
}

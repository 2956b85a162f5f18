//===- PLDEarlyExitOps.cpp - Leaving from inside ------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// pld.return, and the operations that leave a function or a scope from inside.
//
//===----------------------------------------------------------------------===//

#include "mlir/Interfaces/LoopLikeInterface.h"
#include "pld/Dialect/PLD/PLDOps.h"

using namespace mlir;
using namespace pld;

/// The innermost `OpT` that an operation in it can leave: not out of another
/// function, and not out of a loop whose iterations run in parallel.
template <typename OpT> static OpT findExited(Operation *op) {
  while ((op = op->getParentOp())) {
    if (auto exited = dyn_cast<OpT>(op))
      return exited;
    if (op->hasTrait<OpTrait::IsIsolatedFromAbove>() ||
        op->hasTrait<OpTrait::HasParallelRegion>())
      return {};
  }
  return {};
}

static LogicalResult verifyReturned(Operation *op, Operation *exited) {
  auto func = dyn_cast<FuncOp>(exited);
  TypeRange expected = func ? TypeRange(func.getResultTypes())
                            : TypeRange(exited->getResultTypes());
  std::string name = func ? ("@" + func.getSymName()).str()
                          : exited->getName().getStringRef().str();
  if (op->getNumOperands() != expected.size())
    return op->emitOpError()
           << "returns " << op->getNumOperands() << " values, but '" << name
           << "' has " << expected.size() << " results";
  for (auto [index, operand] : llvm::enumerate(op->getOperandTypes()))
    if (operand != expected[index])
      return op->emitOpError()
             << "returns " << operand << " as result #" << index << " of '"
             << name << "', which is " << expected[index];
  return success();
}

template <typename OpT> static LogicalResult verifyEarlyExit(Operation *op) {
  if (OpT exited = findExited<OpT>(op))
    return verifyReturned(op, exited);
  return op->emitOpError() << "must be inside of a '" << OpT::getOperationName()
                           << "'";
}

LogicalResult ReturnOp::verify() {
  return verifyReturned(*this, (*this)->getParentOp());
}

LogicalResult EarlyReturnOp::verify() { return verifyEarlyExit<FuncOp>(*this); }
Operation *EarlyReturnOp::getExitedOp() { return findExited<FuncOp>(*this); }

LogicalResult BreakOp::verify() { return verifyEarlyExit<LoopScopeOp>(*this); }
Operation *BreakOp::getExitedOp() { return findExited<LoopScopeOp>(*this); }

LogicalResult ContinueOp::verify() {
  return verifyEarlyExit<IterationScopeOp>(*this);
}
Operation *ContinueOp::getExitedOp() {
  return findExited<IterationScopeOp>(*this);
}

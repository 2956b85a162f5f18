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

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "pld/Dialect/PLD/PLDOps.h"

using namespace mlir;
using namespace pld;

/// Whether an operation between an early exit and what it leaves can be left:
/// a scope, or structured control flow that is not parallel. Other dialects
/// take it that their regions run to the end.
static bool canBeLeft(Operation *op) {
  return isa_and_nonnull<PLDDialect, scf::SCFDialect>(op->getDialect()) &&
         !op->hasTrait<OpTrait::IsIsolatedFromAbove>() &&
         !op->hasTrait<OpTrait::HasParallelRegion>() &&
         !isa<SpmdScopeOp, SplitAivScopeOp>(op);
}

/// The innermost `OpT` around `op`, or else what `op` cannot leave, or null.
template <typename OpT> static Operation *findExitedOrBarrier(Operation *op) {
  do
    op = op->getParentOp();
  while (op && !isa<OpT>(op) && canBeLeft(op));
  return op;
}

template <typename OpT> static Operation *findExited(Operation *op) {
  return dyn_cast_or_null<OpT>(findExitedOrBarrier<OpT>(op));
}

static LogicalResult verifyReturned(Operation *op, Operation *exited) {
  auto func = dyn_cast<FuncOp>(exited);
  TypeRange expected = func ? TypeRange(func.getResultTypes())
                            : TypeRange(exited->getResultTypes());
  std::string name = func ? ("@" + func.getSymName()).str()
                          : exited->getName().getStringRef().str();
  if (op->getNumOperands() != expected.size())
    return emitTypeError(op)
           << "returns " << op->getNumOperands() << " values, but '" << name
           << "' has " << expected.size() << " results";
  for (auto [index, operand] : llvm::enumerate(op->getOperandTypes()))
    if (operand != expected[index])
      return emitTypeError(op)
             << "returns '" << formatType(operand) << "' as result #" << index
             << " of '" << name << "', which is '"
             << formatType(expected[index]) << "'";
  return success();
}

template <typename OpT> static LogicalResult verifyEarlyExit(Operation *op) {
  Operation *exited = findExitedOrBarrier<OpT>(op);
  if (isa_and_nonnull<OpT>(exited))
    return verifyReturned(op, exited);
  InFlightDiagnostic diag = emitTypeError(op) << "must be inside of a '"
                                              << OpT::getOperationName() << "'";
  if (exited && exited->getParentOfType<OpT>())
    diag << ", which it cannot leave from inside of '" << exited->getName()
         << "'";
  return diag;
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

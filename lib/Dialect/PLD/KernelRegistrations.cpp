//===- KernelRegistrations.cpp - Kernels as the runtime knows them --------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers of registrations and of the ids of dispatches.
//
//===----------------------------------------------------------------------===//

#include "pld/Dialect/PLD/KernelRegistrations.h"
#include "pld/Dialect/PLD/PLDOps.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace pld;

LogicalResult
KernelRegistrationAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               int64_t funcId, FlatSymbolRefAttr, CoreType,
                               ArrayRef<ParamDirection> signature) {
  if (funcId < 0 || funcId >= runtime_limits::kMaxKernels)
    return emitError() << "the func_id of a kernel is 0 to "
                       << runtime_limits::kMaxKernels - 1 << ", not " << funcId;
  if (signature.size() > runtime_limits::kMaxTaskTensors)
    return emitError() << "a task has at most "
                       << runtime_limits::kMaxTaskTensors << " tensors, not "
                       << signature.size();
  return success();
}

/// The ids of a dispatch, or nothing.
static ArrayRef<int32_t> getKernelIds(Operation *op) {
  auto ids =
      op->getAttrOfType<DenseI32ArrayAttr>(PLDDialect::kKernelIdsAttrName);
  return ids ? ids.asArrayRef() : ArrayRef<int32_t>();
}

LogicalResult pld::verifyRegistrationsAttr(Operation *op, Attribute value) {
  constexpr StringLiteral name = PLDDialect::kRegistrationsAttrName;
  auto func = dyn_cast<FuncOp>(op);
  if (!func || !func.isOrchestration())
    return op->emitOpError() << "'" << name << "' belongs on an orchestration";
  auto array = dyn_cast<ArrayAttr>(value);
  if (!array || !llvm::all_of(array, llvm::IsaPred<KernelRegistrationAttr>))
    return op->emitOpError()
           << "'" << name << "' must be an array of kernel registrations";
  llvm::DenseSet<int64_t> ids;
  for (auto registration : array.getAsRange<KernelRegistrationAttr>())
    if (!ids.insert(registration.getFuncId()).second)
      return op->emitOpError()
             << "registers two kernels with the func_id "
             << registration.getFuncId() << "; the second one is '@"
             << registration.getCodeName().getValue() << "'";

  WalkResult result = op->walk([&](Operation *dispatch) {
    if (!isa<CallOp, SubmitOp>(dispatch))
      return WalkResult::advance();
    for (int32_t id : getKernelIds(dispatch))
      if (!ids.contains(id)) {
        dispatch->emitOpError()
            << "launches the kernel with the func_id " << id << ", which '@"
            << func.getSymName() << "' does not register";
        return WalkResult::interrupt();
      }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult pld::verifyKernelIdsAttr(Operation *op, Attribute value) {
  constexpr StringLiteral name = PLDDialect::kKernelIdsAttrName;
  if (!isa<CallOp, SubmitOp>(op))
    return op->emitOpError() << "'" << name << "' belongs on a dispatch";
  if (!isa<DenseI32ArrayAttr>(value))
    return op->emitOpError() << "'" << name << "' must be an array<i32>";
  auto func = op->getParentOfType<FuncOp>();
  if (!func || !func->hasAttr(PLDDialect::kRegistrationsAttrName))
    return op->emitOpError()
           << "has '" << name << "', but its function has no '"
           << PLDDialect::kRegistrationsAttrName << "'";
  return success();
}

LogicalResult FuncOp::verifySymbolUses(SymbolTableCollection &symbolTables) {
  // Its form is checked with the other attributes.
  auto array =
      (*this)->getAttrOfType<ArrayAttr>(PLDDialect::kRegistrationsAttrName);
  if (!array)
    return success();
  for (Attribute attr : array) {
    auto registration = dyn_cast<KernelRegistrationAttr>(attr);
    if (!registration)
      continue;
    FlatSymbolRefAttr code = registration.getCodeName();
    auto kernel = symbolTables.lookupNearestSymbolFrom<FuncOp>(*this, code);
    if (!kernel)
      return emitOpError() << "registers '@" << code.getValue()
                           << "', which does not exist or is not a 'pld.func'";
    FunctionKind kind = kernel.getKind();
    if (!kernel.isInCore())
      return emitOpError() << "registers '@" << code.getValue()
                           << "', which is not an in-core kernel but '"
                           << stringifyFunctionKind(kind) << "'";
    CoreType core = registration.getCoreType();
    if ((kind == FunctionKind::AIC && core != CoreType::AIC) ||
        (kind == FunctionKind::AIV && core != CoreType::AIV))
      return emitOpError() << "registers '@" << code.getValue() << "' as '"
                           << stringifyCoreType(core) << "', but it is '"
                           << stringifyFunctionKind(kind) << "'";
  }
  return success();
}

//===- AssignKernelRegistrations.cpp - Registers kernels ------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass only connects the stages of pld/Transforms/Registration.
//
//===----------------------------------------------------------------------===//

#include "pld/Dialect/PLD/KernelRegistrations.h"
#include "pld/Transforms/Passes.h"
#include "pld/Transforms/Registration/KernelIds.h"
#include "pld/Transforms/Registration/RegisteredProgram.h"

namespace pld {
#define GEN_PASS_DEF_ASSIGNKERNELREGISTRATIONSPASS
#include "pld/Transforms/Passes.h.inc"
} // namespace pld

using namespace mlir;
using namespace pld;
using namespace pld::registration;

namespace {

/// What is to be written on an orchestration and its dispatches.
struct Assignment {
  FuncOp orchestration;
  KernelIds ids;
  SmallVector<std::pair<Operation *, SmallVector<int32_t, 2>>> dispatches;
};

FailureOr<Assignment> assignIds(FuncOp orchestration, TaskResolver &resolver) {
  LogicalResult entry = verifyEntry(orchestration);
  FailureOr<std::vector<Task>> tasks = resolver.resolveAll(orchestration);
  if (failed(entry) || failed(tasks))
    return failure();
  Assignment result{orchestration, {}, {}};
  for (Task &task : *tasks) {
    SmallVector<int32_t, 2> ids;
    for (auto [kernel, core] : llvm::zip_equal(task.kernels, task.coreTypes))
      ids.push_back(
          result.ids.assign(FlatSymbolRefAttr::get(kernel.getSymNameAttr()),
                            core, task.signature));
    if (result.ids.size() > runtime_limits::kMaxKernels)
      return emitError(task.dispatch->getLoc())
             << "'@" << orchestration.getSymName() << "' launches more than "
             << runtime_limits::kMaxKernels
             << " kernels that the runtime has to tell apart";
    result.dispatches.push_back({task.dispatch, std::move(ids)});
  }
  return result;
}

struct AssignKernelRegistrations
    : public pld::impl::AssignKernelRegistrationsPassBase<
          AssignKernelRegistrations> {
  using AssignKernelRegistrationsPassBase::AssignKernelRegistrationsPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTableCollection symbolTables;
    TaskResolver resolver(symbolTables);
    SmallVector<Assignment> assignments;
    bool hasFailed = false;
    for (FuncOp orchestration : getOrchestrations(module)) {
      FailureOr<Assignment> assignment = assignIds(orchestration, resolver);
      if (failed(assignment))
        hasFailed = true;
      else
        assignments.push_back(std::move(*assignment));
    }
    if (hasFailed)
      return signalPassFailure();
    // Nothing was changed so far, so that a failure leaves no half of it.
    Builder builder(&getContext());
    for (const Assignment &assignment : assignments) {
      assignment.orchestration->setAttr(
          PLDDialect::kRegistrationsAttrName,
          builder.getArrayAttr(assignment.ids.getRegistrations()));
      for (const auto &[dispatch, ids] : assignment.dispatches)
        dispatch->setAttr(PLDDialect::kKernelIdsAttrName,
                          builder.getDenseI32ArrayAttr(ids));
    }
    markAllAnalysesPreserved();
  }
};

} // namespace

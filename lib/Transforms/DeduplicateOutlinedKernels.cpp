//===- DeduplicateOutlinedKernels.cpp - Share equal kernels ---------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass only connects the stages of pld/Transforms/Dedup.
//
//===----------------------------------------------------------------------===//

#include "pld/Transforms/Dedup/MergePlanner.h"
#include "pld/Transforms/Dedup/Report.h"
#include "pld/Transforms/Dedup/Rewriter.h"
#include "pld/Transforms/Passes.h"

namespace pld {
#define GEN_PASS_DEF_DEDUPLICATEOUTLINEDKERNELSPASS
#include "pld/Transforms/Passes.h.inc"
} // namespace pld

using namespace mlir;
using namespace pld;

namespace {

struct DeduplicateOutlinedKernels
    : public pld::impl::DeduplicateOutlinedKernelsPassBase<
          DeduplicateOutlinedKernels> {
  using DeduplicateOutlinedKernelsPassBase::DeduplicateOutlinedKernelsPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    dedup::Options options;
    options.freeSymbols = freeSymbols;
    options.maxBucket = maxBucket;
    options.comparisonBudget = comparisonBudget;
    options.proofSteps = proofSteps;
    options.signatureLimit = signatureLimit;
    if (proofBudget < -1) {
      emitError(module.getLoc()) << "proof-budget is " << proofBudget.getValue()
                                 << ", which is no number of steps";
      return signalPassFailure();
    }
    if (proofBudget != -1)
      options.proofBudget = proofBudget;
    options.explainNearMisses =
        !reportFile.empty() || module.getContext()->getRemarkEngine();

    dedup::ElementTable table;
    dedup::ReferenceIndex index(module, table);
    dedup::MergePlan plan = dedup::planMerges(index, table, options);
    dedup::emitRemarks(plan, module);
    if (failed(dedup::applyMergePlan(module, plan, index, table)))
      return signalPassFailure();
    if (plan.merges.empty())
      markAllAnalysesPreserved();

    if (reportFile.empty())
      return;
    if (llvm::Error error = dedup::writeReport(plan, reportFile)) {
      emitError(module.getLoc()) << "cannot write the report to '" << reportFile
                                 << "': " << llvm::toString(std::move(error));
      signalPassFailure();
    }
  }
};

} // namespace

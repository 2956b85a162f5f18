//===- TestDeduplicateWrongly.cpp - Merges that are wrong -----------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dedup/TestPasses.h"
#include "Dedup/WrongRules.h"

#include "pld/Transforms/Dedup/Report.h"

#include "mlir/Pass/Pass.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace pld;

namespace {

struct TestDeduplicateWrongly
    : public PassWrapper<TestDeduplicateWrongly, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestDeduplicateWrongly)

  TestDeduplicateWrongly() = default;
  TestDeduplicateWrongly(const TestDeduplicateWrongly &other)
      : PassWrapper(other) {}

  StringRef getArgument() const override {
    return "pld-test-deduplicate-wrongly";
  }
  StringRef getDescription() const override {
    return "Deduplicate kernels with one rule broken";
  }

  void runOnOperation() override {
    SmallVector<StringRef> rules = test::getWrongRules();
    if (!llvm::is_contained(rules, rule.getValue())) {
      getOperation().emitError()
          << "there is no rule '" << rule << "'; the rules are "
          << llvm::join(rules, ", ");
      return signalPassFailure();
    }
    dedup::MergePlan plan =
        test::planWrongly(getOperation(), rule, dedup::Options());
    if (!reportFile.empty())
      if (llvm::Error error = dedup::writeReport(plan, reportFile)) {
        getOperation().emitError() << llvm::toString(std::move(error));
        return signalPassFailure();
      }
    if (failed(test::applyWrongly(getOperation(), rule, std::move(plan))))
      signalPassFailure();
  }

  Option<std::string> rule{*this, "rule",
                           llvm::cl::desc("The rule that is broken")};
  Option<std::string> reportFile{
      *this, "report-file",
      llvm::cl::desc("Where the report of the plan is written")};
};

} // namespace

void test::registerTestDeduplicateWrongly() {
  PassRegistration<TestDeduplicateWrongly>();
}

//===- VerifyProgram.cpp - Report inexact dispatches ----------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Binds the signature of every callee to every dispatch of it, and says where
// that fails. See docs/exactness.md.
//
//===----------------------------------------------------------------------===//

#include "pld/Dialect/PLD/SignatureBinder.h"
#include "pld/Transforms/Passes.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/TypeSwitch.h"

namespace pld {
#define GEN_PASS_DEF_VERIFYPROGRAMPASS
#include "pld/Transforms/Passes.h.inc"
} // namespace pld

using namespace mlir;
using namespace pld;

namespace {

/// What is said about an inexact dispatch, and about its callee.
struct Report {
  std::string text, note;
};

Report makeReport(FuncOp callee, const BindMismatch &mismatch) {
  StringRef name = callee.getSymName();
  Report report;
  bool isUndecided = mismatch.failure == BindFailure::BudgetExhausted;
  llvm::raw_string_ostream(report.text)
      << "dispatch of '@" << name
      << (isUndecided ? "' may not be exact: " : "' is not exact: ")
      << mismatch.describe(name);
  llvm::raw_string_ostream note(report.note);
  note << "'@" << name << "' is here";
  if (mismatch.pattern)
    note << "; " << (mismatch.isResult ? "result #" : "parameter #")
         << mismatch.index << " is '" << formatType(mismatch.pattern)
         << "', and the dispatch has '" << formatType(mismatch.given) << "'"
         << (mismatch.pattern == mismatch.given ? " in its caller's symbols"
                                                : "");
  return report;
}

/// Decides which dispatches are exact. Dispatches of one function with the same
/// types and scalars are decided, and their report is written, once.
class ExactnessChecker {
public:
  /// What is to be said about `dispatch`, or null if it is exact. Valid until
  /// the next call.
  const Report *check(FuncOp callee, const DispatchTypes &dispatch) {
    // The number of arguments says where which list ends.
    Key key{dispatch.arguments.size()};
    auto add = [&](auto item) {
      key.push_back(reinterpret_cast<uintptr_t>(item.getAsOpaquePointer()));
    };
    add(callee);
    llvm::for_each(dispatch.arguments, add);
    llvm::for_each(dispatch.scalars, add);
    llvm::for_each(dispatch.results, add);

    auto [it, isNew] = decided.try_emplace(std::move(key));
    if (isNew) {
      SignatureBinder binder;
      if (failed(binder.bindDispatch(callee, dispatch)))
        it->second = makeReport(callee, binder.getMismatch());
    }
    return it->second ? &*it->second : nullptr;
  }

private:
  using Key = SmallVector<uintptr_t, 8>;
  llvm::DenseMap<Key, std::optional<Report>> decided;
};

struct VerifyProgram : public pld::impl::VerifyProgramPassBase<VerifyProgram> {
  using VerifyProgramPassBase::VerifyProgramPassBase;

  void runOnOperation() override {
    SymbolTableCollection symbolTables;
    ScalarExprs scalars;
    ExactnessChecker checker;
    bool allExact = true;
    auto verify = [&](auto dispatch) {
      FuncOp callee = dispatch.lookupCallee(symbolTables);
      const Report *report =
          checker.check(callee, DispatchTypes::get(dispatch, callee, scalars));
      if (!report)
        return;
      allExact = false;
      // At a location instead of an operation: to print the operation, all of
      // its function would have to be numbered, for each report again.
      Location loc = dispatch.getLoc();
      InFlightDiagnostic diag = strict ? emitError(loc) : emitWarning(loc);
      diag << report->text;
      diag.attachNote(callee.getLoc()) << report->note;
    };
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      llvm::TypeSwitch<Operation *>(op).Case<CallOp, SubmitOp>(verify);
    });
    if (strict && !allExact)
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace

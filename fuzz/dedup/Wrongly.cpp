//===- Wrongly.cpp - Whether wrong merges are found -----------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Breaks each rule of deduplication on a program, and asks the check of merges
// to say so. That a merge is wrong is known from how the program was made.
//
//===----------------------------------------------------------------------===//

#include "Check.h"
#include "Dedup/WrongRules.h"

#include "pld/Tools/VerifyDedup.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace pld;
using namespace pld::fuzz;

/// Whether a difference is about the function `name`.
static bool isAbout(const DedupDifference &difference, StringRef name) {
  return difference.from == name || difference.function == name ||
         difference.fromFunction == name;
}

/// What is wrong with what is thought of these merges, or nothing.
static std::string findMissed(const Program &program,
                              const dedup::MergePlan &plan,
                              const DedupVerdict &verdict) {
  FunctionTable table(*program.module);
  MergeJudge judge(program);
  for (const dedup::MergePlan::Merge &merge : plan.merges) {
    std::string why = judge.findFault(merge.from, merge.to);
    if (why.empty())
      continue;
    bool isFound = false;
    for (FuncOp func : table.unitOf(merge.from))
      for (const DedupDifference &difference : verdict.differences)
        isFound |= isAbout(difference, func.getSymName());
    if (!isFound)
      return "that @" + merge.from + " became @" + merge.to +
             " is not found, although " + why;
  }
  return {};
}

std::optional<Failure> pld::fuzz::testWrongMerges(const Program &program,
                                                  Counts &counts) {
  ModuleOp before = *program.module;
  ScopedDiagnosticHandler ignore(before.getContext(),
                                 [](Diagnostic &) { return success(); });
  dedup::Options options;
  if (program.freeSymbolsIdentical)
    options.freeSymbols = dedup::FreeSymbols::Identical;
  std::string right, unchanged = printProgram(before);
  auto apply = [&](StringRef rule, const dedup::MergePlan &plan) {
    OwningOpRef<ModuleOp> after(cast<ModuleOp>(before->clone()));
    // What is not valid is found without us.
    if (failed(test::applyWrongly(*after, rule, plan)) ||
        failed(verify(*after)))
      after = {};
    return after;
  };
  dedup::MergePlan rightPlan = test::planWrongly(before, /*rule=*/"", options);
  if (OwningOpRef<ModuleOp> after = apply("", rightPlan))
    right = printProgram(*after);

  for (StringRef rule : test::getWrongRules()) {
    dedup::MergePlan plan = test::planWrongly(before, rule, options);
    OwningOpRef<ModuleOp> after = apply(rule, plan);
    if (!after) {
      ++counts["invalid: " + rule.str()];
      continue;
    }
    std::string text = printProgram(*after);
    if (text == right || text == unchanged)
      continue;
    DedupVerdict verdict = verifyDedup(before, *after);
    ++counts[(verdict.isEquivalent() ? "not wrong: " : "found: ") + rule.str()];
    // Another survivor may be an equal one, and the only call may be kept.
    bool mayBeRight = rule == "rewriting-another-survivor" ||
                      rule == "rewriting-one-call-kept";
    std::string missed =
        rule.starts_with("rewriting-") && verdict.isEquivalent() && !mayBeRight
            ? "other rewriting is not found"
            : findMissed(program, plan, verdict);
    if (missed.empty())
      continue;
    llvm::raw_string_ostream os(missed);
    os << '\n';
    verdict.print(os);
    return Failure{"missed " + rule.str(), missed, Question::WrongMerges};
  }
  return std::nullopt;
}

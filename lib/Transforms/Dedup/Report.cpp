//===- Report.cpp - Shows a merge plan ------------------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Transforms/Dedup/Report.h"

#include "pld/Dialect/PLD/PLDOps.h"

#include "mlir/IR/Remarks.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace pld;
using namespace pld::dedup;

namespace json = llvm::json;

/// Names may be any bytes, JSON may not.
static std::string text(StringRef raw) {
  return json::isUTF8(raw) ? raw.str() : json::fixUTF8(raw);
}

void pld::dedup::printReport(const MergePlan &plan, raw_ostream &os) {
  json::Array units, merges, kept;
  for (const MergePlan::Unit &unit : plan.units) {
    json::Array members;
    for (const std::string &member : unit.members)
      members.push_back(text(member));
    units.push_back(json::Object{{"name", text(unit.name)},
                                 {"kind", unit.kind},
                                 {"members", std::move(members)},
                                 {"weight", unit.weight},
                                 {"digest", unit.digest}});
  }
  for (const MergePlan::Merge &merge : plan.merges) {
    json::Object bindings;
    for (const SymbolBinding &binding : merge.bindings) {
      json::Array expressions;
      for (const std::string &expression : binding.expressions)
        expressions.push_back(text(expression));
      bindings[text(binding.symbol)] = std::move(expressions);
    }
    merges.push_back(json::Object{{"from", text(merge.from)},
                                  {"to", text(merge.to)},
                                  {"how", stringifyMergeKind(merge.how)},
                                  {"calls", merge.calls},
                                  {"bindings", std::move(bindings)}});
  }
  for (const MergePlan::Kept &entry : plan.kept)
    kept.push_back(json::Object{{"name", text(entry.name)},
                                {"reason", stringifyReason(entry.why.reason)},
                                {"detail", text(entry.why.detail)}});
  json::Object renames;
  for (const auto &[from, to] : plan.renames)
    renames[text(from)] = text(to);
  const MergePlan::Totals &totals = plan.totals;
  json::Value report = json::Object{
      {"schema", 1},
      {"units", std::move(units)},
      {"merges", std::move(merges)},
      {"kept", std::move(kept)},
      {"renames", std::move(renames)},
      {"totals", json::Object{{"functions", totals.functions},
                              {"candidates", totals.candidates},
                              {"merged", totals.merged},
                              {"calls_rewritten", totals.callsRewritten},
                              {"weight", totals.weight},
                              {"comparisons", totals.comparisons},
                              {"budget_spent", totals.budgetSpent},
                              {"proof_steps", totals.proofSteps}}}};
  // Printing a value sorts the keys of its objects.
  json::OStream(os, /*IndentSize=*/2).value(report);
  os << '\n';
}

llvm::Error pld::dedup::writeReport(const MergePlan &plan, StringRef path) {
  // Two of them could look the same, and no tool could apply the renames.
  for (const MergePlan::Unit &unit : plan.units) {
    auto isText = [](const std::string &name) { return json::isUTF8(name); };
    if (!isText(unit.name) || !llvm::all_of(unit.members, isText))
      return llvm::createStringError("the name of '" + text(unit.name) +
                                     "' or of a member is not UTF-8");
  }
  return llvm::writeToOutput(path, [&](raw_ostream &os) {
    printReport(plan, os);
    return llvm::Error::success();
  });
}

void pld::dedup::emitRemarks(const MergePlan &plan, ModuleOp module) {
  if (!module.getContext()->getRemarkEngine())
    return;
  llvm::StringMap<Location> places;
  for (FuncOp func : module.getBody()->getOps<FuncOp>())
    places.try_emplace(func.getSymName(), func.getLoc());
  auto at = [&](StringRef name) {
    auto it = places.find(name);
    return it == places.end() ? module.getLoc() : it->second;
  };
  auto options = [](StringRef remark, StringRef function) {
    return remark::RemarkOpts::name(remark)
        .category("pld-dedup")
        .function(function);
  };

  for (const MergePlan::Merge &merge : plan.merges)
    remark::passed(at(merge.from), options("Merged", merge.from))
        << remark::add("@{0} becomes @{1}", merge.from, merge.to)
        << remark::metric("how", stringifyMergeKind(merge.how).str())
        << remark::metric("calls", merge.calls);
  for (const MergePlan::Kept &entry : plan.kept)
    remark::missed(at(entry.name), options("Kept", entry.name))
        << remark::add("@{0} stays", entry.name)
        << remark::metric("reason", stringifyReason(entry.why.reason).str())
        << remark::metric("detail", entry.why.detail);
  for (const MergePlan::NearMiss &miss : plan.nearMisses)
    remark::analysis(at(miss.name), options("NearMiss", miss.name))
        << remark::add("@{0} and @{1} are {2}", miss.name, miss.other,
                       miss.difference);
}

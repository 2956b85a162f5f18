//===- Report.cpp - Shows a merge plan ------------------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Transforms/Dedup/Report.h"

#include "pld/Dialect/PLD/PLDOps.h"
#include "pld/Support/OutputFile.h"

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
  json::Array units, merges, kept, nearMisses;
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
  auto getPlace = [](const MergePlan::Place &place) {
    return json::Object{{"function", text(place.function)},
                        {"operation", place.operation}};
  };
  for (const MergePlan::NearMiss &miss : plan.nearMisses)
    nearMisses.push_back(json::Object{{"name", text(miss.name)},
                                      {"other", text(miss.other)},
                                      {"difference", text(miss.difference)},
                                      {"here", getPlace(miss.here)},
                                      {"there", getPlace(miss.there)}});
  json::Object renames;
  for (const auto &[from, to] : plan.renames)
    renames[text(from)] = text(to);
  const MergePlan::Totals &totals = plan.totals;
  json::Value report = json::Object{
      {"schema", 1},
      {"units", std::move(units)},
      {"merges", std::move(merges)},
      {"kept", std::move(kept)},
      {"near_misses", std::move(nearMisses)},
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

llvm::Expected<std::string> pld::dedup::formatReport(const MergePlan &plan) {
  // Two of them could look the same, and no tool could apply the renames.
  for (const MergePlan::Unit &unit : plan.units) {
    auto isText = [](const std::string &name) { return json::isUTF8(name); };
    if (!isText(unit.name) || !llvm::all_of(unit.members, isText))
      return llvm::createStringError("the name of '" + text(unit.name) +
                                     "' or of a member is not UTF-8");
  }
  std::string report;
  llvm::raw_string_ostream os(report);
  printReport(plan, os);
  return report;
}

llvm::Error pld::dedup::writeReport(const MergePlan &plan, StringRef path) {
  llvm::Expected<std::string> report = formatReport(plan);
  if (!report)
    return report.takeError();
  llvm::ErrorOr<OutputFile> file = OutputFile::open(path);
  if (!file)
    return llvm::errorCodeToError(file.getError());
  file->os() << *report;
  return llvm::errorCodeToError(file->commit());
}

/// The operation of `func` with a number in pre-order.
static Operation *getOperation(FuncOp func, uint32_t number) {
  Operation *found = func;
  func->walk<WalkOrder::PreOrder>([&](Operation *op) {
    found = op;
    return number-- == 0 ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found;
}

/// The location as file:line:column, or as MLIR writes it.
static std::string format(Location location) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto place = location->findInstanceOf<FileLineColLoc>())
    os << place.getFilename().getValue() << ':' << place.getLine() << ':'
       << place.getColumn();
  else
    os << location;
  return text;
}

void pld::dedup::emitRemarks(const MergePlan &plan, ModuleOp module) {
  if (!module.getContext()->getRemarkEngine())
    return;
  llvm::StringMap<FuncOp> functions;
  for (FuncOp func : module.getBody()->getOps<FuncOp>())
    functions.try_emplace(func.getSymName(), func);
  auto at = [&](StringRef name) {
    FuncOp func = functions.lookup(name);
    return func ? func.getLoc() : module.getLoc();
  };
  auto atPlace = [&](const MergePlan::Place &place) {
    FuncOp func = functions.lookup(place.function);
    if (!func)
      return module.getLoc();
    // What a front end added may have no location.
    Operation *op = getOperation(func, place.operation);
    while (op != func && isa<UnknownLoc>(op->getLoc()))
      op = op->getParentOp();
    return op->getLoc();
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
    remark::analysis(atPlace(miss.here), options("NearMiss", miss.name))
        << remark::add("@{0} is almost @{1}: {2}", miss.name, miss.other,
                       miss.difference)
        << remark::metric("there", format(atPlace(miss.there)));
}

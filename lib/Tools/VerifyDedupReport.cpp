//===- VerifyDedupReport.cpp - What was found of a deduplication ----------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input and output of the check: programs, the report of the pass, verdicts.
//
//===----------------------------------------------------------------------===//

#include "ProgramDiff.h"
#include "mlir/Parser/Parser.h"
#include "pld/Tools/VerifyDedup.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace pld;

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

OwningOpRef<ModuleOp> pld::readProgramToVerify(llvm::MemoryBufferRef text,
                                               MLIRContext *context,
                                               std::string &file,
                                               std::string &error) {
  file = text.getBufferIdentifier().str() + '\1';
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(text.getBuffer(), file,
                                       /*RequiresNullTerminator=*/false),
      llvm::SMLoc());
  auto append = [&](Diagnostic &diagnostic, StringRef severity) {
    error += error.empty() ? "" : "\n";
    error += verify::formatLocation(diagnostic.getLocation(), file);
    error += (": " + severity + ": " + diagnostic.str()).str();
  };
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
      return;
    append(diagnostic, "error");
    for (Diagnostic &note : diagnostic.getNotes())
      append(note, "note");
  });
  auto module = parseSourceFile<ModuleOp>(sources, ParserConfig(context));
  if (!module && error.empty())
    error = text.getBufferIdentifier().str() + ": error: not a program";
  return module;
}

//===----------------------------------------------------------------------===//
// The report of the pass
//===----------------------------------------------------------------------===//

/// Whether brackets are nested so deep that the parser, which recurses, might
/// not come back. A report needs five.
static bool isTooDeep(StringRef text) {
  unsigned depth = 0;
  bool inString = false;
  for (size_t i = 0, e = text.size(); i != e; ++i) {
    char c = text[i];
    if (inString && c == '\\' && i + 1 != e)
      ++i;
    else if (c == '"')
      inString = !inString;
    else if (!inString && (c == '[' || c == '{') && ++depth > 100)
      return true;
    else if (!inString && (c == ']' || c == '}') && depth)
      --depth;
  }
  return false;
}

void pld::verifyDedupReport(StringRef text, DedupVerdict &verdict) {
  auto add = [&](const Twine &message) {
    DedupDifference difference;
    difference.kind = DedupDifference::Report;
    difference.message = message.str();
    verdict.differences.push_back(std::move(difference));
  };
  if (isTooDeep(text))
    return add("the report is none of schema 1");
  llvm::Expected<llvm::json::Value> json = llvm::json::parse(text);
  if (!json)
    return add("the report is no JSON: " + llvm::toString(json.takeError()));
  const llvm::json::Object *root = json->getAsObject();
  const llvm::json::Object *renames =
      root ? root->getObject("renames") : nullptr;
  const llvm::json::Array *merges = root ? root->getArray("merges") : nullptr;
  if (!renames || !merges || root->getInteger("schema") != 1)
    return add("the report is none of schema 1");

  for (auto &[name, value] : *renames) {
    std::string from = name.str(), to = value.getAsString().value_or("").str();
    auto it = verdict.merged.find(from);
    if (it == verdict.merged.end() || !it->second.count(to))
      add("the report renames '@" + from + "' to '@" + to +
          "', which was not found to be so");
  }
  for (auto &[from, to] : verdict.merged)
    if (!renames->get(from))
      add("the report does not rename '@" + from + "', which became '@" +
          *to.begin() + "'");

  std::map<std::pair<std::string, std::string>, DedupVerdict::Calls> rest =
      verdict.calls;
  for (const llvm::json::Value &value : *merges) {
    const llvm::json::Object *merge = value.getAsObject();
    std::string from, to, how;
    if (merge) {
      from = merge->getString("from").value_or("").str();
      to = merge->getString("to").value_or("").str();
      how = merge->getString("how").value_or("").str();
    }
    DedupVerdict::Calls calls = rest[{from, to}];
    rest.erase({from, to});
    std::optional<int64_t> reported =
        merge ? merge->getInteger("calls") : std::nullopt;
    if (reported != static_cast<int64_t>(calls.total))
      add("the report says that " + Twine(reported.value_or(0)) +
          " dispatches of '@" + from + "' became dispatches of '@" + to +
          "'; it is " + Twine(calls.total));
    StringRef expected = calls.bound ? "proved" : "identical-signature";
    if (calls.total && how != expected)
      add("the report says '" + how + "' of the merge of '@" + from +
          "' into '@" + to + "'; it is '" + expected + "'");
  }
  for (auto &[pair, calls] : rest)
    add("the report has no merge of '@" + pair.first + "' into '@" +
        pair.second + "'");

  if (const llvm::json::Array *kept = root->getArray("kept"))
    for (const llvm::json::Value &value : *kept) {
      const llvm::json::Object *entry = value.getAsObject();
      std::string name =
          entry ? entry->getString("name").value_or("").str() : "";
      if (verdict.merged.count(name))
        add("the report says that '@" + name + "' stays, which is gone");
    }
  int64_t callsRewritten = 0;
  for (auto &[pair, calls] : verdict.calls)
    callsRewritten += calls.total;
  const llvm::json::Object *totals = root->getObject("totals");
  for (auto [key, expected] :
       {std::pair<StringRef, int64_t>("functions", verdict.functionsBefore),
        {"merged", merges->size()},
        {"calls_rewritten", callsRewritten}}) {
    std::optional<int64_t> reported =
        totals ? totals->getInteger(key) : std::nullopt;
    if (reported != expected)
      add("the report's total of '" + key + "' is " +
          (reported ? std::to_string(*reported) : "missing") + "; it is " +
          Twine(expected));
  }
}

//===----------------------------------------------------------------------===//
// Verdicts
//===----------------------------------------------------------------------===//

/// Names in programs are bytes; JSON wants UTF-8.
static std::string utf8(StringRef text) { return llvm::json::fixUTF8(text); }

static StringRef nameOf(DedupDifference::Kind kind) {
  switch (kind) {
  case DedupDifference::Module:
    return "module";
  case DedupDifference::Function:
    return "function";
  case DedupDifference::Dispatch:
    return "dispatch";
  case DedupDifference::Reference:
    return "reference";
  case DedupDifference::Dangling:
    return "dangling";
  case DedupDifference::Report:
    return "report";
  }
  llvm_unreachable("all kinds are above");
}

void DedupVerdict::print(llvm::raw_ostream &os) const {
  for (const DedupDifference &difference : differences) {
    if (!difference.location.empty())
      os << difference.location << ": ";
    if (!difference.function.empty())
      os << "'@" << difference.function << "' ";
    if (difference.index)
      os << "dispatch #" << *difference.index << ' ';
    if (!difference.from.empty() && difference.from != difference.to)
      os << "'@" << difference.from << "' became '@" << difference.to << "': ";
    os << difference.message << '\n';
    if (difference.line)
      os << "  line " << difference.line << " of '@" << difference.fromFunction
         << "' is\n    " << difference.fromLine << "\n  and of '@"
         << difference.toFunction << "' it is\n    " << difference.toLine
         << '\n';
  }
  auto plural = [&](size_t count, StringRef noun, StringRef ending = "s") {
    os << count << ' ' << noun << (count == 1 ? "" : ending);
  };
  os << (isEquivalent() ? "equivalent: " : "NOT equivalent: ");
  if (!isEquivalent()) {
    plural(differences.size(), "difference");
    os << "; ";
  }
  plural(functionsBefore, "function");
  os << " before, " << functionsAfter << " after; ";
  os << changedDispatches << " of ";
  plural(dispatches, "dispatch", "es");
  os << " changed";
  if (!comparedLocations)
    os << "; locations not compared"
       << (ignoredLocations
               ? " (--ignore-locations)"
               : " (print both programs with --mlir-print-debuginfo)");
  os << '\n';
}

llvm::json::Value DedupVerdict::toJSON() const {
  llvm::json::Array list;
  for (const DedupDifference &difference : differences) {
    llvm::json::Object object{{"kind", nameOf(difference.kind)},
                              {"message", utf8(difference.message)}};
    auto add = [&](StringRef key, const std::string &text) {
      if (!text.empty())
        object[key] = utf8(text);
    };
    add("function", difference.function);
    add("location", difference.location);
    add("from", difference.from);
    add("to", difference.to);
    if (difference.index)
      object["dispatch"] = *difference.index;
    if (difference.line)
      object["texts"] = llvm::json::Object{
          {"line", difference.line},
          {"from",
           llvm::json::Object{{"function", utf8(difference.fromFunction)},
                              {"text", utf8(difference.fromLine)}}},
          {"to", llvm::json::Object{{"function", utf8(difference.toFunction)},
                                    {"text", utf8(difference.toLine)}}}};
    list.push_back(std::move(object));
  }
  llvm::json::Object merges;
  for (auto &[from, to] : merged) {
    llvm::json::Array names;
    for (const std::string &name : to)
      names.push_back(utf8(name));
    merges[utf8(from)] = std::move(names);
  }
  llvm::json::Array changed;
  for (auto &[pair, count] : calls)
    changed.push_back(llvm::json::Object{{"from", utf8(pair.first)},
                                         {"to", utf8(pair.second)},
                                         {"count", count.total},
                                         {"bound", count.bound}});
  return llvm::json::Object{
      {"schema", 1},
      {"equivalent", isEquivalent()},
      {"differences", std::move(list)},
      {"merged", std::move(merges)},
      {"calls", std::move(changed)},
      {"totals", llvm::json::Object{{"functions_before", functionsBefore},
                                    {"functions_after", functionsAfter},
                                    {"dispatches", dispatches},
                                    {"dispatches_changed", changedDispatches}}},
      {"locations_compared", comparedLocations}};
}

//===- Summary.cpp - What a deduplication did, for people -----------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a report and shows it class by class.
//
//===----------------------------------------------------------------------===//

#include "pld/Driver/Summary.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace pld;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace pld {
namespace {

struct Unit {
  std::string name, kind, digest;
  std::vector<std::string> members;
  uint64_t weight = 0;
};
struct Merge {
  std::string from, to, how;
  uint64_t calls = 0;
};
struct Kept {
  std::string name, reason;
};
struct Totals {
  uint64_t functions = 0, candidates = 0, merged = 0, calls = 0, weight = 0;
};
struct Report {
  uint64_t schema = 0;
  std::vector<Unit> units;
  std::vector<Merge> merges;
  std::vector<Kept> kept;
  std::map<std::string, std::string> renames;
  Totals totals;
};

bool fromJSON(const json::Value &value, Unit &unit, json::Path path) {
  json::ObjectMapper o(value, path);
  return o && o.map("name", unit.name) && o.map("kind", unit.kind) &&
         o.map("digest", unit.digest) && o.map("members", unit.members) &&
         o.map("weight", unit.weight);
}
bool fromJSON(const json::Value &value, Merge &merge, json::Path path) {
  json::ObjectMapper o(value, path);
  return o && o.map("from", merge.from) && o.map("to", merge.to) &&
         o.map("how", merge.how) && o.map("calls", merge.calls);
}
bool fromJSON(const json::Value &value, Kept &kept, json::Path path) {
  json::ObjectMapper o(value, path);
  return o && o.map("name", kept.name) && o.map("reason", kept.reason);
}
bool fromJSON(const json::Value &value, Totals &totals, json::Path path) {
  json::ObjectMapper o(value, path);
  return o && o.map("functions", totals.functions) &&
         o.map("candidates", totals.candidates) &&
         o.map("merged", totals.merged) &&
         o.map("calls_rewritten", totals.calls) &&
         o.map("weight", totals.weight);
}
bool fromJSON(const json::Value &value, Report &report, json::Path path) {
  json::ObjectMapper o(value, path);
  if (!o || !o.map("schema", report.schema))
    return false;
  if (report.schema != 1) {
    path.field("schema").report("only schema 1 is known");
    return false;
  }
  return o.map("units", report.units) && o.map("merges", report.merges) &&
         o.map("kept", report.kept) && o.map("renames", report.renames) &&
         o.map("totals", report.totals);
}

/// `k2` comes before `k10`.
bool isBefore(StringRef a, StringRef b) {
  int order = a.compare_numeric(b);
  return order ? order < 0 : a < b;
}

} // namespace
} // namespace pld

/// Whether brackets outside of strings nest so deep that LLVM's parser, which
/// recurses, would run out of stack.
static bool isTooDeep(StringRef text) {
  size_t depth = 0;
  bool isInString = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (isInString && c == '\\')
      ++i;
    else if (c == '"')
      isInString = !isInString;
    else if (!isInString && (c == '[' || c == '{')) {
      if (++depth > 1000)
        return true;
    } else if (!isInString && (c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return false;
}

Expected<DedupSummary> DedupSummary::read(StringRef text) {
  if (isTooDeep(text))
    return createStringError("values are nested more than 1000 deep");
  Expected<Report> parsed = json::parse<Report>(text, "report");
  if (!parsed)
    return parsed.takeError();
  Report &report = *parsed;
  DedupSummary summary;
  summary.candidates = report.totals.candidates;
  summary.merged = report.totals.merged;
  summary.callsRewritten = report.totals.calls;
  summary.functionsBefore = report.totals.functions;
  if (report.renames.size() > report.totals.functions)
    return createStringError("more functions are renamed than there are");
  summary.functionsAfter = report.totals.functions - report.renames.size();
  summary.weightBefore = summary.weightAfter = report.totals.weight;

  StringMap<const Unit *> units;
  for (const Unit &unit : report.units)
    units[unit.name] = &unit;
  StringMap<unsigned> classes;
  StringSet<> known;
  for (const Merge &merge : report.merges) {
    const Unit *from = units.lookup(merge.from), *to = units.lookup(merge.to);
    if (!from || !to)
      return createStringError("'" + (from ? merge.to : merge.from) +
                               "' is merged, but is not a unit");
    auto [it, isNew] = classes.try_emplace(merge.to, summary.classes.size());
    if (isNew) {
      summary.classes.emplace_back();
      summary.classes.back().representative = merge.to;
      summary.classes.back().kind = to->kind;
    }
    MergeClass &entry = summary.classes[it->second];
    entry.copies.push_back(merge.from);
    ++entry.how[merge.how];
    entry.weightSaved += from->weight;
    entry.calls += merge.calls;
    if (from->weight > summary.weightAfter)
      return createStringError("the units weigh more than the program");
    summary.weightAfter -= from->weight;
    known.insert(merge.from);
    known.insert(merge.to);
  }
  for (MergeClass &entry : summary.classes)
    llvm::sort(entry.copies, isBefore);
  llvm::sort(summary.classes, [](const MergeClass &a, const MergeClass &b) {
    if (a.weightSaved != b.weightSaved)
      return a.weightSaved > b.weightSaved;
    return isBefore(a.representative, b.representative);
  });

  for (const Kept &kept : report.kept) {
    ++summary.kept[kept.reason];
    known.insert(kept.name);
  }
  // The pass says nothing of functions that it would never merge.
  std::map<std::pair<std::string, std::string>, std::vector<std::string>> alike;
  for (const Unit &unit : report.units) {
    if (known.contains(unit.name))
      continue;
    ++summary.identities[unit.kind];
    alike[{unit.kind, unit.digest}].push_back(unit.name);
  }
  for (auto &[key, names] : alike)
    if (names.size() > 1) {
      llvm::sort(names, isBefore);
      summary.alike.push_back(std::move(names));
    }
  llvm::sort(summary.alike, [](const auto &a, const auto &b) {
    return isBefore(a.front(), b.front());
  });
  return summary;
}

//===----------------------------------------------------------------------===//
// Showing
//===----------------------------------------------------------------------===//

/// How many rows a list has that is not shown in full.
static constexpr size_t kRows = 20;

static std::string percent(uint64_t part, uint64_t whole) {
  std::string text;
  raw_string_ostream os(text);
  os << format("%.1f %%", whole ? 100.0 * part / whole : 0.0);
  return text;
}

static std::string headline(const DedupSummary &summary) {
  std::string text;
  raw_string_ostream os(text);
  os << summary.merged << " of " << summary.candidates
     << " candidates are merged: " << summary.functionsBefore
     << " functions before, " << summary.functionsAfter << " after, "
     << percent(summary.weightBefore - summary.weightAfter,
                summary.weightBefore)
     << " of the weight less, " << summary.callsRewritten
     << " dispatches renamed.";
  return text;
}

static std::string describeHow(const MergeClass &entry) {
  if (entry.how.size() == 1)
    return entry.how.begin()->first;
  std::string text;
  for (const auto &[how, count] : entry.how)
    text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + how;
  return text;
}

/// `spmd 123, orchestration 1`.
static std::string describeCounts(const std::map<std::string, unsigned> &counts,
                                  unsigned &total) {
  std::vector<std::pair<std::string, unsigned>> sorted(counts.begin(),
                                                       counts.end());
  llvm::sort(sorted, [](const auto &a, const auto &b) {
    return a.second != b.second ? a.second > b.second : a.first < b.first;
  });
  std::string text;
  total = 0;
  for (const auto &[name, count] : sorted) {
    text += (text.empty() ? "" : ", ") + name + " " + std::to_string(count);
    total += count;
  }
  return text;
}

static std::string describeIdentities(const DedupSummary &summary) {
  unsigned total;
  std::string counts = describeCounts(summary.identities, total);
  return std::to_string(total) +
         (total == 1 ? " function keeps its identity: "
                     : " functions keep their identity: ") +
         counts + '.';
}

/// Names a group of functions in one line.
static std::string describeAlike(const std::vector<std::string> &names) {
  return names[0] + ", " + names[1] +
         (names.size() > 2
              ? " and " + std::to_string(names.size() - 2) + " more"
              : "");
}

/// Prints words in lines of at most `columns` columns.
static void wrap(raw_ostream &os, StringRef text, unsigned columns,
                 unsigned indent) {
  size_t used = 0;
  SmallVector<StringRef, 0> words;
  text.split(words, ' ');
  for (StringRef word : words) {
    if (used && used + 1 + word.size() > columns) {
      os << '\n';
      os.indent(indent);
      used = indent;
    } else if (used) {
      os << ' ';
      ++used;
    }
    os << word;
    used += word.size();
  }
  os << '\n';
}

/// Cuts a name so that it fits a column.
static std::string clip(StringRef text, size_t width) {
  if (text.size() <= width)
    return text.str();
  return (text.take_front(width - 2) + "..").str();
}

void DedupSummary::print(raw_ostream &os, unsigned columns, bool full) const {
  columns = std::max(columns, 40u);
  wrap(os, headline(*this), columns, 0);
  size_t rows = full ? classes.size() : std::min(classes.size(), kRows);
  if (rows) {
    size_t nameWidth = StringRef("kernel").size();
    for (const MergeClass &entry : ArrayRef(classes).take_front(rows))
      nameWidth = std::max(nameWidth, entry.representative.size());
    // The other columns take 30 without the last, which may be cut.
    nameWidth = std::min<size_t>(nameWidth, columns - 34);
    os << '\n'
       << left_justify("kernel", nameWidth)
       << "  kind    copies  saved    how\n";
    for (const MergeClass &entry : ArrayRef(classes).take_front(rows)) {
      std::string row;
      raw_string_ostream line(row);
      line << left_justify(clip(entry.representative, nameWidth), nameWidth)
           << "  " << left_justify(entry.kind, 6) << "  "
           << right_justify(std::to_string(entry.copies.size()), 6) << "  "
           << right_justify(percent(entry.weightSaved, weightBefore), 7) << "  "
           << describeHow(entry);
      os << (full ? row : clip(row, columns)) << '\n';
    }
    if (rows < classes.size())
      os << "and " << classes.size() - rows << " more (--full)\n";
  }
  unsigned total;
  if (!kept.empty()) {
    std::string text = describeCounts(kept, total);
    os << '\n';
    wrap(os, std::to_string(total) + " more stay: " + text + '.', columns, 2);
  }
  if (!identities.empty()) {
    os << '\n';
    wrap(os, describeIdentities(*this), columns, 2);
    rows = full ? alike.size() : std::min<size_t>(alike.size(), 5);
    if (rows)
      os << "Among them look equal:\n";
    for (const std::vector<std::string> &names :
         ArrayRef(alike).take_front(rows))
      wrap(os, "  " + (full ? join(names, ", ") : describeAlike(names)),
           columns, 4);
    if (rows < alike.size())
      os << "  and " << alike.size() - rows << " more (--full)\n";
  }
}

void DedupSummary::printMarkdown(raw_ostream &os, bool full) const {
  auto code = [](StringRef name) { return ("`" + name + "`").str(); };
  os << headline(*this) << '\n';
  size_t rows = full ? classes.size() : std::min(classes.size(), kRows);
  if (rows) {
    os << "\n| kernel | kind | copies | saved | how |\n"
          "| --- | --- | ---: | ---: | --- |\n";
    for (const MergeClass &entry : ArrayRef(classes).take_front(rows))
      os << "| " << code(entry.representative) << " | " << entry.kind << " | "
         << entry.copies.size() << " | "
         << percent(entry.weightSaved, weightBefore) << " | "
         << describeHow(entry) << " |\n";
    if (rows < classes.size())
      os << "\nAnd " << classes.size() - rows << " more.\n";
  }
  unsigned total;
  if (!kept.empty()) {
    std::string text = describeCounts(kept, total);
    os << '\n' << total << " more stay: " << text << ".\n";
  }
  if (!identities.empty())
    os << '\n' << describeIdentities(*this) << '\n';
}

void DedupSummary::printJSON(raw_ostream &os) const {
  auto counts = [](const std::map<std::string, unsigned> &map) {
    json::Object object;
    for (const auto &[name, count] : map)
      object[name] = count;
    return object;
  };
  json::Array list;
  for (const MergeClass &entry : classes)
    list.push_back(json::Object{{"calls", entry.calls},
                                {"copies", entry.copies},
                                {"how", counts(entry.how)},
                                {"kind", entry.kind},
                                {"representative", entry.representative},
                                {"weight_saved", entry.weightSaved}});
  json::Object summary{{"alike", alike},
                       {"calls_rewritten", callsRewritten},
                       {"candidates", candidates},
                       {"classes", std::move(list)},
                       {"functions", json::Object{{"after", functionsAfter},
                                                  {"before", functionsBefore}}},
                       {"identities", counts(identities)},
                       {"kept", counts(kept)},
                       {"merged", merged},
                       {"weight", json::Object{{"after", weightAfter},
                                               {"before", weightBefore}}}};
  os << formatv("{0:1}\n", json::Value(std::move(summary)));
}

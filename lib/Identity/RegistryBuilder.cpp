//===- RegistryBuilder.cpp - Binds observations ---------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegistryBuilder.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/ErrorHandling.h"

#include <numeric>
#include <tuple>

using namespace llvm;
using namespace pld::identity;

StringRef pld::identity::getName(BlockerCode code) {
  switch (code) {
  case BlockerCode::AmbiguousRawIdentity:
    return "ambiguous_raw_identity";
  case BlockerCode::OperatorMapsToMultipleStatements:
    return "operator_maps_to_multiple_statements";
  case BlockerCode::IdentityDomainMissing:
    return "identity_domain_missing";
  case BlockerCode::AlignedOccurrencesInsufficient:
    return "aligned_occurrences_insufficient";
  case BlockerCode::OccurrenceAlignmentMismatch:
    return "occurrence_alignment_mismatch";
  }
  llvm_unreachable("unknown code");
}

Registry::Registry(const ObservationSet &set) : set(set) {
  bindEntries();
  sortRaw();
  findBlockers();
  FingerprintStream stream;
  JsonWriter json(stream);
  write(json, /*own=*/nullptr);
  fingerprint = stream.finish();
}

//===----------------------------------------------------------------------===//
// Orders
//===----------------------------------------------------------------------===//

void Registry::bindEntries() {
  // Pairs are found by hash first: far fewer have to be sorted by text.
  DenseMap<std::pair<StringRef, StringRef>, Number> numbers;
  entryOf.reserve(set.observations.size());
  for (const Observation &row : set.observations) {
    auto [it, isNew] = numbers.try_emplace({row.operatorId, row.statementId},
                                           Number(entries.size()));
    if (isNew)
      entries.push_back({row.operatorId, row.statementId});
    entryOf.push_back(it->second);
  }
  numbers = decltype(numbers)();

  std::vector<Number> order(entries.size()), rank(entries.size());
  std::iota(order.begin(), order.end(), 0);
  llvm::sort(order, [&](Number a, Number b) {
    return std::tie(entries[a].operatorId, entries[a].statementId) <
           std::tie(entries[b].operatorId, entries[b].statementId);
  });
  std::vector<Entry> sorted;
  sorted.reserve(entries.size());
  for (auto [place, number] : enumerate(order)) {
    rank[number] = place;
    sorted.push_back(entries[number]);
  }
  entries = std::move(sorted);

  // Counts become ends, and ends become starts while rows are put before them.
  std::vector<Number> at(entries.size() + 1);
  for (Number &number : entryOf) {
    number = rank[number];
    ++at[number];
  }
  std::partial_sum(at.begin(), at.end(), at.begin());
  rows.resize(entryOf.size());
  for (Number row = entryOf.size(); row-- > 0;)
    rows[--at[entryOf[row]]] = row;

  auto key = [&](const Number &number) {
    const Observation &row = set.observations[number];
    // Rows that are the same in all else stay in the order of the file.
    return std::tie(row.domain, row.alignmentId, row.identityFingerprint,
                    set.evidence[row.evidence].path, row.locator, number);
  };
  for (auto [number, entry] : enumerate(entries)) {
    entry.begin = at[number];
    auto range =
        MutableArrayRef(rows).slice(entry.begin, at[number + 1] - entry.begin);
    llvm::sort(range, [&](const Number &a, const Number &b) {
      return key(a) < key(b);
    });
    for (unsigned domain = 0; domain < kNumDomains; ++domain)
      entry.ends[domain] =
          entry.begin + Number(count_if(range, [&](Number row) {
            return unsigned(set.observations[row].domain) <= domain;
          }));
  }
}

ArrayRef<Registry::Number> Registry::getRows(const Entry &entry,
                                             Domain domain) const {
  unsigned number = unsigned(domain);
  Number begin = number ? entry.ends[number - 1] : entry.begin;
  return ArrayRef(rows).slice(begin, entry.ends[number] - begin);
}

Registry::Names Registry::getAlignments(const Entry &entry,
                                        Domain domain) const {
  Names names;
  for (Number row : getRows(entry, domain)) {
    StringRef name = set.observations[row].alignmentId;
    if (names.empty() || names.back() != name)
      names.push_back(name);
  }
  return names;
}

void Registry::sortRaw() {
  // Most comparisons are decided by the start of the fingerprint.
  struct Item {
    uint64_t start;
    Number row;
  };
  std::vector<Item> items;
  items.reserve(set.observations.size());
  for (auto [number, row] : enumerate(set.observations))
    items.push_back(
        {support::endian::read64be(row.identityFingerprint.digest.data()),
         Number(number)});
  llvm::sort(items, [&](const Item &a, const Item &b) {
    const Observation &x = set.observations[a.row];
    const Observation &y = set.observations[b.row];
    if (x.domain != y.domain || a.start != b.start)
      return std::tie(x.domain, a.start) < std::tie(y.domain, b.start);
    return std::tie(x.identityFingerprint, x.alignmentId, entryOf[a.row],
                    a.row) < std::tie(y.identityFingerprint, y.alignmentId,
                                      entryOf[b.row], b.row);
  });
  rawRows.reserve(items.size());
  for (const Item &item : items)
    rawRows.push_back(item.row);
}

SmallVector<Registry::Number>
Registry::takeRawKey(ArrayRef<Number> &rows) const {
  auto key = [&](Number number) {
    const Observation &row = set.observations[number];
    return std::tie(row.domain, row.identityFingerprint, row.alignmentId);
  };
  SmallVector<Number> found;
  Number first = rows.front();
  do {
    Number entry = entryOf[rows.front()];
    if (found.empty() || found.back() != entry)
      found.push_back(entry);
    rows = rows.drop_front();
  } while (!rows.empty() && key(rows.front()) == key(first));
  return found;
}

//===----------------------------------------------------------------------===//
// Blockers
//===----------------------------------------------------------------------===//

void Registry::findBlockers() {
  for (ArrayRef<Number> rest = rawRows; !rest.empty();) {
    Number start = rawRows.size() - rest.size();
    SmallVector<Number> found = takeRawKey(rest);
    // Several operators may come from one statement of the source, but what
    // was executed is one of them.
    bool isSource = set.observations[rawRows[start]].domain == Domain::Source;
    StringRef statement = entries[found.front()].statementId;
    if (any_of(drop_begin(found), [&](Number entry) {
          return !isSource || entries[entry].statementId != statement;
        }))
      addBlocker(BlockerCode::AmbiguousRawIdentity, start);
  }

  for (auto [index, entry] : enumerate(entries)) {
    Number number = index;
    StringRef name = entry.operatorId;
    bool isFirst = number == 0 || entries[number - 1].operatorId != name;
    if (isFirst && number + 1 < entries.size() &&
        entries[number + 1].operatorId == name)
      addBlocker(BlockerCode::OperatorMapsToMultipleStatements, number);
    if (any_of(seq(0U, kNumDomains), [&, &entry = entry](unsigned domain) {
          return getRows(entry, Domain(domain)).empty();
        }))
      addBlocker(BlockerCode::IdentityDomainMissing, number);
    Names off = getAlignments(entry, Domain::SkOff);
    Names on = getAlignments(entry, Domain::SkOn);
    if (off.size() < kMinAlignments || on.size() < kMinAlignments)
      addBlocker(BlockerCode::AlignedOccurrencesInsufficient, number);
    else if (off != on)
      addBlocker(BlockerCode::OccurrenceAlignmentMismatch, number);
  }
  llvm::sort(blockers, [](const Blocker &a, const Blocker &b) {
    return a.text < b.text;
  });
}

void Registry::addBlocker(BlockerCode code, Number subject) {
  Blocker blocker{code, subject, StringRef()};
  SmallString<256> text;
  raw_svector_ostream os(text);
  JsonWriter json(os);
  writeBlocker(json, blocker);
  blocker.text = text.str().copy(texts);
  blockers.push_back(blocker);
}

SmallVector<StringRef> Registry::getBlockerCodes() const {
  SmallVector<StringRef> codes;
  for (const Blocker &blocker : blockers)
    if (StringRef name = getName(blocker.code);
        codes.empty() || codes.back() != name)
      codes.push_back(name);
  return codes;
}

//===----------------------------------------------------------------------===//
// Document. Members are written in the order of their names.
//===----------------------------------------------------------------------===//

static void writeNames(JsonWriter &json, StringRef key,
                       ArrayRef<StringRef> names) {
  json.key(key);
  json.beginArray();
  for (StringRef name : names) {
    json.element();
    json.string(name);
  }
  json.endArray();
}

static void writeAlignment(JsonWriter &json, StringRef alignment) {
  json.key("alignment_id");
  if (alignment.empty())
    json.null();
  else
    json.string(alignment);
}

void Registry::write(raw_ostream &os) const {
  JsonWriter json(os, JsonWriter::Style::Indented);
  write(json, &fingerprint);
  os << '\n';
}

void Registry::write(JsonWriter &json, const Fingerprint *own) const {
  json.beginObject();
  json.key("blockers");
  json.beginArray();
  for (const Blocker &blocker : blockers) {
    json.element();
    writeBlocker(json, blocker);
  }
  json.endArray();
  json.key("complete");
  json.boolean(blockers.empty());

  json.key("entries");
  json.beginArray();
  for (const Entry &entry : entries) {
    json.element();
    writeEntry(json, entry);
  }
  json.endArray();

  json.key("evidence_files");
  json.beginArray();
  for (const EvidenceFile &file : set.evidence) {
    json.element();
    json.beginObject();
    json.member("file_fingerprint", file.fingerprint.str());
    json.member("path", file.path);
    json.key("size_bytes");
    json.integer(file.size);
    json.endObject();
  }
  json.endArray();

  json.key("forward_index");
  json.beginArray();
  for (ArrayRef<Number> rest = rawRows; !rest.empty();) {
    json.element();
    writeForwardRow(json, rest);
  }
  json.endArray();

  json.member("observation_set_id", set.setId);
  json.key("observations");
  json.beginObject();
  json.member("file_fingerprint", set.fileFingerprint.str());
  json.member("observations_fingerprint", set.fingerprint.str());
  json.member("path", set.path);
  json.endObject();
  if (own)
    json.member("registry_fingerprint", own->str());
  json.member("request_fingerprint", set.requestFingerprint);
  json.member("schema_version", kSchema);
  json.endObject();
}

void Registry::writeBlocker(JsonWriter &json, const Blocker &blocker) const {
  json.beginObject();
  json.member("code", getName(blocker.code));
  json.key("context");
  json.beginObject();
  if (blocker.code == BlockerCode::AmbiguousRawIdentity) {
    ArrayRef<Number> rest = ArrayRef(rawRows).drop_front(blocker.subject);
    const Observation &row = set.observations[rest.front()];
    writeAlignment(json, row.alignmentId);
    json.key("assignments");
    json.beginArray();
    for (Number number : takeRawKey(rest)) {
      json.element();
      json.beginArray();
      json.element();
      json.string(entries[number].operatorId);
      json.element();
      json.string(entries[number].statementId);
      json.endArray();
    }
    json.endArray();
    json.member("domain", getName(row.domain));
    json.member("identity_fingerprint", row.identityFingerprint.str());
  } else {
    const Entry &entry = entries[blocker.subject];
    if (blocker.code == BlockerCode::IdentityDomainMissing) {
      Names missing;
      for (unsigned domain = 0; domain < kNumDomains; ++domain)
        if (getRows(entry, Domain(domain)).empty())
          missing.push_back(kDomainNames[domain]);
      writeNames(json, "missing_domains", missing);
    }
    json.member("operator_id", entry.operatorId);
    Names off = getAlignments(entry, Domain::SkOff);
    Names on = getAlignments(entry, Domain::SkOn);
    if (blocker.code == BlockerCode::OccurrenceAlignmentMismatch) {
      writeNames(json, "sk_off_alignment_ids", off);
      writeNames(json, "sk_on_alignment_ids", on);
    } else if (blocker.code == BlockerCode::AlignedOccurrencesInsufficient) {
      json.key("sk_off_count");
      json.integer(off.size());
      json.key("sk_on_count");
      json.integer(on.size());
    }
    if (blocker.code == BlockerCode::OperatorMapsToMultipleStatements) {
      Names statements;
      for (const Entry &other : ArrayRef(entries).drop_front(blocker.subject)) {
        if (other.operatorId != entry.operatorId)
          break;
        statements.push_back(other.statementId);
      }
      writeNames(json, "statement_ids", statements);
    } else {
      json.member("statement_id", entry.statementId);
    }
  }
  json.endObject();
  json.endObject();
}

void Registry::writeEntry(JsonWriter &json, const Entry &entry) const {
  Names off = getAlignments(entry, Domain::SkOff);
  Names on = getAlignments(entry, Domain::SkOn);
  Names both;
  std::set_intersection(off.begin(), off.end(), on.begin(), on.end(),
                        std::back_inserter(both));
  json.beginObject();
  writeNames(json, "aligned_occurrence_ids", both);
  json.key("domains");
  json.beginObject();
  for (unsigned domain = 0; domain < kNumDomains; ++domain) {
    json.key(kDomainNames[domain]);
    json.beginArray();
    for (Number row : getRows(entry, Domain(domain))) {
      json.element();
      writeObservation(json, set.observations[row]);
    }
    json.endArray();
  }
  json.endObject();
  json.member("operator_id", entry.operatorId);
  json.member("statement_id", entry.statementId);
  json.endObject();
}

void Registry::writeObservation(JsonWriter &json,
                                const Observation &row) const {
  json.beginObject();
  writeAlignment(json, row.alignmentId);
  json.member("binding_method", row.method);
  json.member("domain", getName(row.domain));
  json.member("evidence_locator", row.locator);
  json.member("evidence_path", set.evidence[row.evidence].path);
  json.key("identity");
  json.value(*row.identity);
  json.member("identity_fingerprint", row.identityFingerprint.str());
  json.member("operator_id", row.operatorId);
  json.member("statement_id", row.statementId);
  json.endObject();
}

void Registry::writeForwardRow(JsonWriter &json, ArrayRef<Number> &rows) const {
  const Observation &row = set.observations[rows.front()];
  json.beginObject();
  writeAlignment(json, row.alignmentId);
  json.key("assignments");
  json.beginArray();
  for (Number number : takeRawKey(rows)) {
    json.element();
    json.beginObject();
    json.member("operator_id", entries[number].operatorId);
    json.member("statement_id", entries[number].statementId);
    json.endObject();
  }
  json.endArray();
  json.member("domain", getName(row.domain));
  json.member("identity_fingerprint", row.identityFingerprint.str());
  json.endObject();
}

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
#include <utility>

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

Registry::Registry(ObservationSet observations) : set(std::move(observations)) {
  bindEntries();
  bindRawKeys();
  findBlockers();
}

//===----------------------------------------------------------------------===//
// Orders
//===----------------------------------------------------------------------===//

void Registry::bindEntries() {
  // Pairs are found by hash first: far fewer have to be sorted by text.
  DenseMap<std::pair<StringRef, StringRef>, Number> numbers;
  std::vector<Number> found;
  found.reserve(set.observations.size());
  for (const Observation &row : set.observations) {
    auto [it, isNew] = numbers.try_emplace({row.operatorId, row.statementId},
                                           Number(entries.size()));
    if (isNew)
      entries.push_back({row.operatorId, row.statementId});
    found.push_back(it->second);
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

  // Observations are put behind those of earlier entries, in their order.
  for (Number &number : found) {
    number = rank[number];
    ++entries[number].ends[0];
  }
  Number begin = 0;
  for (Entry &entry : entries) {
    entry.begin = begin;
    begin += std::exchange(entry.ends[0], begin);
  }
  std::vector<Observation> rows(set.observations.size());
  entryOf.resize(rows.size());
  for (auto [row, number] : zip_equal(set.observations, found)) {
    Number place = entries[number].ends[0]++;
    rows[place] = row;
    entryOf[place] = number;
  }
  set.observations = std::move(rows);

  auto key = [&](const Observation &row) {
    return std::tie(row.domain, row.alignmentId, row.identityFingerprint,
                    set.evidence[row.evidence].path, row.locator, row.number);
  };
  for (Entry &entry : entries) {
    auto range = MutableArrayRef(set.observations)
                     .slice(entry.begin, entry.ends[0] - entry.begin);
    llvm::sort(range, [&](const Observation &a, const Observation &b) {
      return key(a) < key(b);
    });
    for (unsigned domain = 0; domain < kNumDomains; ++domain)
      entry.ends[domain] =
          entry.begin + Number(count_if(range, [&](const Observation &row) {
            return unsigned(row.domain) <= domain;
          }));
  }
}

ArrayRef<Observation> Registry::getRows(const Entry &entry,
                                        Domain domain) const {
  unsigned number = unsigned(domain);
  Number begin = number ? entry.ends[number - 1] : entry.begin;
  return ArrayRef(set.observations).slice(begin, entry.ends[number] - begin);
}

Registry::Names Registry::getAlignments(const Entry &entry,
                                        Domain domain) const {
  Names names;
  for (const Observation &row : getRows(entry, domain))
    if (names.empty() || names.back() != row.alignmentId)
      names.push_back(row.alignmentId);
  return names;
}

void Registry::bindRawKeys() {
  // Most comparisons are decided by the start of the fingerprint.
  struct Item {
    uint64_t start;
    Number row;
    Domain domain;
  };
  std::vector<Item> items;
  items.reserve(set.observations.size());
  for (auto [number, row] : enumerate(set.observations))
    items.push_back(
        {support::endian::read64be(row.identityFingerprint.digest.data()),
         Number(number), row.domain});
  auto rest = [&](const Item &item) {
    const Observation &row = set.observations[item.row];
    return std::tie(row.identityFingerprint, row.alignmentId);
  };
  llvm::sort(items, [&](const Item &a, const Item &b) {
    if (a.domain != b.domain || a.start != b.start)
      return std::tie(a.domain, a.start) < std::tie(b.domain, b.start);
    // Rows are in the order of their entries.
    return std::tuple_cat(rest(a), std::tie(a.row)) <
           std::tuple_cat(rest(b), std::tie(b.row));
  });
  const Item *last = nullptr;
  for (const Item &item : items) {
    bool isNew = !last || item.domain != last->domain ||
                 item.start != last->start || rest(item) != rest(*last);
    if (isNew)
      rawKeys.push_back({item.row, 0});
    if (isNew || assigned.back() != entryOf[item.row])
      assigned.push_back(entryOf[item.row]);
    rawKeys.back().end = assigned.size();
    last = &item;
  }
}

ArrayRef<Registry::Number> Registry::getAssigned(Number rawKey) const {
  Number begin = rawKey ? rawKeys[rawKey - 1].end : 0;
  return ArrayRef(assigned).slice(begin, rawKeys[rawKey].end - begin);
}

//===----------------------------------------------------------------------===//
// Blockers
//===----------------------------------------------------------------------===//

void Registry::findBlockers() {
  for (Number number : seq(Number(rawKeys.size()))) {
    ArrayRef<Number> found = getAssigned(number);
    if (found.size() == 1)
      continue;
    // Several operators may come from one statement of the source, but what
    // was executed is one of them.
    StringRef statement = entries[found.front()].statementId;
    if (set.observations[rawKeys[number].row].domain != Domain::Source ||
        any_of(found, [&](Number entry) {
          return entries[entry].statementId != statement;
        }))
      addBlocker(BlockerCode::AmbiguousRawIdentity, number);
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

void Registry::writeEvidence(JsonWriter &json, const EvidenceFile &file) const {
  json.beginObject();
  json.member("file_fingerprint", file.fingerprint.str());
  json.member("path", file.path);
  json.key("size_bytes");
  json.integer(file.size);
  json.endObject();
}

Fingerprint Registry::write(raw_ostream *os) const {
  FingerprintStream stream;
  JsonWriter canonical(stream);
  JsonWriter indented(os ? *os : nulls(), JsonWriter::Style::Indented);
  SmallVector<JsonWriter *, 2> writers = {&canonical};
  if (os)
    writers.push_back(&indented);
  auto write = [&](auto writePart) {
    for (JsonWriter *json : writers)
      writePart(*json);
  };
  auto writeList = [&](StringRef key, const auto &list, auto writeElement) {
    write([&](JsonWriter &json) {
      json.key(key);
      json.beginArray();
    });
    for (const auto &item : list)
      write([&](JsonWriter &json) {
        json.element();
        writeElement(json, item);
      });
    write([](JsonWriter &json) { json.endArray(); });
  };

  write([](JsonWriter &json) { json.beginObject(); });
  writeList("blockers", blockers, [&](JsonWriter &json, const Blocker &item) {
    writeBlocker(json, item);
  });
  write([&](JsonWriter &json) {
    json.key("complete");
    json.boolean(blockers.empty());
  });
  writeList("entries", entries, [&](JsonWriter &json, const Entry &item) {
    writeEntry(json, item);
  });
  writeList("evidence_files", set.evidence,
            [&](JsonWriter &json, const EvidenceFile &item) {
              writeEvidence(json, item);
            });
  writeList("forward_index", seq(Number(rawKeys.size())),
            [&](JsonWriter &json, Number item) { writeRawKey(json, item); });
  write([&](JsonWriter &json) {
    json.member("observation_set_id", set.setId);
    json.key("observations");
    json.beginObject();
    json.member("file_fingerprint", set.fileFingerprint.str());
    json.member("observations_fingerprint", set.fingerprint.str());
    json.member("path", set.path);
    json.endObject();
  });
  auto writeEnd = [&](JsonWriter &json) {
    json.member("request_fingerprint", set.requestFingerprint);
    json.member("schema_version", kSchema);
    json.endObject();
  };
  // The fingerprint is of everything but itself.
  writeEnd(canonical);
  Fingerprint fingerprint = stream.finish();
  if (os) {
    indented.member("registry_fingerprint", fingerprint.str());
    writeEnd(indented);
    *os << '\n';
  }
  return fingerprint;
}

void Registry::writeBlocker(JsonWriter &json, const Blocker &blocker) const {
  json.beginObject();
  json.member("code", getName(blocker.code));
  json.key("context");
  json.beginObject();
  if (blocker.code == BlockerCode::AmbiguousRawIdentity) {
    const Observation &row = set.observations[rawKeys[blocker.subject].row];
    writeAlignment(json, row.alignmentId);
    json.key("assignments");
    json.beginArray();
    for (Number number : getAssigned(blocker.subject)) {
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
    for (const Observation &row : getRows(entry, Domain(domain))) {
      json.element();
      writeObservation(json, entry, row);
    }
    json.endArray();
  }
  json.endObject();
  json.member("operator_id", entry.operatorId);
  json.member("statement_id", entry.statementId);
  json.endObject();
}

void Registry::writeObservation(JsonWriter &json, const Entry &entry,
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
  json.member("operator_id", entry.operatorId);
  json.member("statement_id", entry.statementId);
  json.endObject();
}

void Registry::writeRawKey(JsonWriter &json, Number number) const {
  const Observation &row = set.observations[rawKeys[number].row];
  json.beginObject();
  writeAlignment(json, row.alignmentId);
  json.key("assignments");
  json.beginArray();
  for (Number entry : getAssigned(number)) {
    json.element();
    json.beginObject();
    json.member("operator_id", entries[entry].operatorId);
    json.member("statement_id", entries[entry].statementId);
    json.endObject();
  }
  json.endArray();
  json.member("domain", getName(row.domain));
  json.member("identity_fingerprint", row.identityFingerprint.str());
  json.endObject();
}

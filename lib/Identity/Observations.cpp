//===- Observations.cpp - Files of observations ---------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Observations.h"
#include "Schema.h"
#include "pld/Identity/Text.h"
#include "pld/Support/FileContent.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace llvm;
using namespace pld;
using namespace pld::identity;

/// The ways in which an observation of a domain may have been bound.
static constexpr StringLiteral kMethods[kNumDomains][2] = {
    {"compiler_origin_uid", "projected_trace_exact"},
    {"compiler_origin_uid", "sk_meta_origin_exact"},
    {"exact_source_span", "graph_debug_handle"},
};

using Kind = JsonShape::Kind;

static constexpr JsonShape::Member kEvidenceFields[] = {
    {"file_fingerprint", kScalar}, {"path", kScalar}, {"size_bytes", kScalar}};
static constexpr JsonShape kEvidenceFile = {Kind::Object, nullptr,
                                            kEvidenceFields};
constexpr JsonShape pld::identity::kEvidenceFiles = {Kind::List,
                                                     &kEvidenceFile};

static constexpr JsonShape::Member kObservationFields[] = {
    {"alignment_id", kScalar},  {"binding_method", kScalar},
    {"domain", kScalar},        {"evidence_locator", kScalar},
    {"evidence_path", kScalar}, {"identity", kObject},
    {"operator_id", kScalar},   {"statement_id", kScalar}};
static constexpr JsonShape kObservation = {Kind::Object, nullptr,
                                           kObservationFields};
static constexpr JsonShape kObservations = {Kind::List, &kObservation};

static constexpr JsonShape::Member kDocumentFields[] = {
    {"evidence_files", kEvidenceFiles}, {"observation_set_id", kScalar},
    {"observations", kObservations},    {"observations_fingerprint", kScalar},
    {"request_fingerprint", kScalar},   {"schema_version", kScalar}};
static constexpr JsonShape kDocument = {Kind::Object, nullptr, kDocumentFields};

Expected<JsonDocument> pld::identity::parseFile(FileReader &file,
                                                StringRef name,
                                                const JsonShape &shape,
                                                Fingerprint *fingerprint) {
  Sha256 hash;
  std::string begin;
  bool isRead = true;
  auto document = JsonDocument::parse(
      [&](MutableArrayRef<char> buffer) -> Expected<size_t> {
        Expected<size_t> count = file.read(buffer);
        if (count && fingerprint)
          hash.update(StringRef(buffer.data(), *count));
        isRead = bool(count);
        if (count && begin.size() < kContentPrefix)
          begin += StringRef(buffer.data(), *count).take_front(kContentPrefix);
        return count;
      },
      shape);
  // An error of the file names it.
  if (!document && isRead) {
    std::string message = toString(document.takeError());
    if (StringRef other = describeContent(begin); !other.empty())
      message = "it is " + other.str() + (other == "empty" ? "" : ", not JSON");
    return makeError(name + ": " + message);
  }
  if (document && fingerprint)
    *fingerprint = {hash.finish()};
  return document;
}

namespace pld::identity {

/// Checks a document and fills an ObservationSet.
class ObservationReader {
public:
  ObservationReader(const RootFolder &root, StringRef name, ObservationSet &set)
      : root(root), name(name), set(set) {}

  Error run();

private:
  Error readEvidence(const JsonValue &list);
  Error readObservations(const JsonValue &list);
  Error readObservation(const JsonValue &object, const Place &place,
                        Observation &observation);
  Error findEvidence(const JsonValue &value, const Place &place,
                     uint32_t &number);
  Error checkIdentityKeys(const JsonValue &value, const Place &place);
  /// Compares a file with what is said about it.
  Error checkEvidence(const EvidenceFile &file);

  const RootFolder &root;
  StringRef name; // of the document, in messages
  ObservationSet &set;
  StringMap<uint32_t> evidence; // by resolved path
  DenseSet<StringRef> alignments;
  StringMap<uint32_t> spellings; // by path as an observation has it
};

} // namespace pld::identity

Error ObservationReader::run() {
  constexpr StringLiteral kFields[] = {
      "evidence_files",           "observation_set_id",  "observations",
      "observations_fingerprint", "request_fingerprint", "schema_version"};
  const JsonValue *fields[std::size(kFields)];
  const JsonValue &document = set.document.root();
  Place top{name};
  if (Error error = getFields(document, top, kFields, fields))
    return error;
  auto [evidenceList, setId, list, fingerprint, request, schema] = fields;
  if (!schema->isString() || schema->text() != ObservationSet::kSchema)
    return top.error(schema->key(),
                     "expected " + quote(ObservationSet::kSchema));
  if (Error error = getString(*setId, top, set.setId))
    return error;
  if (Error error = getString(*request, top, set.requestFingerprint))
    return error;
  if (Error error = getFingerprint(*fingerprint, top, set.fingerprint))
    return error;
  if (Error error = readEvidence(*evidenceList))
    return error;
  if (Error error = readObservations(*list))
    return error;
  Fingerprint actual = getFingerprintWithout(document, fingerprint->key());
  if (actual != set.fingerprint)
    return top.error(fingerprint->key(),
                     "the document has the fingerprint " + actual.str());
  for (const EvidenceFile &file : set.evidence)
    if (Error error = checkEvidence(file))
      return error;
  return Error::success();
}

static Error checkList(const JsonValue &value, const Place &top) {
  if (!value.isArray())
    return top.error(value.key(), "expected a list");
  if (!value.hasChildren())
    return top.error(value.key(), "must not be empty");
  return Error::success();
}

Error ObservationReader::readEvidence(const JsonValue &list) {
  constexpr StringLiteral kFields[] = {"file_fingerprint", "path",
                                       "size_bytes"};
  if (Error error = checkList(list, {name}))
    return error;
  Place place{name, list.key(), 0};
  for (const JsonValue &object : list.children()) {
    const JsonValue *fields[std::size(kFields)];
    if (Error error = getFields(object, place, kFields, fields))
      return error;
    auto [fingerprint, pathValue, size] = fields;
    EvidenceFile file;
    StringRef path;
    if (Error error = getFingerprint(*fingerprint, place, file.fingerprint))
      return error;
    if (Error error = getPath(*pathValue, place, path))
      return error;
    if (size->kind() != JsonValue::Kind::Integer ||
        size->text().getAsInteger(10, file.size))
      return place.error(size->key(), "expected a number of bytes");
    Expected<std::string> resolved =
        root.resolve(path, "evidence file " + quote(path));
    if (!resolved)
      return resolved.takeError();
    file.path = std::move(*resolved);
    if (!evidence.try_emplace(file.path, 0).second)
      return place.error(pathValue->key(),
                         "the file " + quote(file.path) + " is listed twice");
    set.evidence.push_back(std::move(file));
    ++*place.index;
  }
  llvm::sort(set.evidence, [](const EvidenceFile &a, const EvidenceFile &b) {
    return a.path < b.path;
  });
  for (auto [number, file] : enumerate(set.evidence))
    evidence[file.path] = number;
  return Error::success();
}

Error ObservationReader::checkEvidence(const EvidenceFile &file) {
  std::string name = "evidence file " + quote(file.path);
  Expected<FileReader> reader = root.openFile(file.path, name);
  if (!reader)
    return reader.takeError();
  if (reader->size() != file.size)
    return makeError("evidence file changed: " + quote(file.path) + " has " +
                     Twine(reader->size()) + " bytes instead of " +
                     Twine(file.size));
  Expected<Fingerprint> fingerprint = reader->fingerprint();
  if (!fingerprint)
    return fingerprint.takeError();
  if (*fingerprint != file.fingerprint)
    return makeError("evidence file changed: " + quote(file.path) +
                     " has the fingerprint " + fingerprint->str() +
                     " instead of " + file.fingerprint.str());
  return Error::success();
}

Error ObservationReader::readObservations(const JsonValue &list) {
  if (Error error = checkList(list, {name}))
    return error;
  // Not grown step by step: that would need twice the memory for a moment.
  size_t count = std::distance(list.children().begin(), list.children().end());
  if (count > UINT32_MAX)
    return Place{name}.error(list.key(), "there are too many");
  set.observations.resize(count);
  Place place{name, list.key(), 0};
  for (auto [object, observation] :
       zip_equal(list.children(), set.observations)) {
    observation.number = *place.index;
    if (Error error = readObservation(object, place, observation))
      return error;
    ++*place.index;
  }
  return Error::success();
}

Error ObservationReader::readObservation(const JsonValue &object,
                                         const Place &place,
                                         Observation &observation) {
  constexpr StringLiteral kFields[] = {
      "alignment_id",  "binding_method", "domain",      "evidence_locator",
      "evidence_path", "identity",       "operator_id", "statement_id"};
  const JsonValue *fields[std::size(kFields)];
  if (Error error = getFields(object, place, kFields, fields))
    return error;
  auto [alignment, method, domain, locator, path, identity, operatorId,
        statementId] = fields;

  StringRef domainName;
  if (Error error = getString(*domain, place, domainName))
    return error;
  const auto *known = find(kDomainNames, domainName);
  if (known == std::end(kDomainNames))
    return place.error(domain->key(), quote(domainName) +
                                          " is no domain; there are "
                                          "'source', 'sk_off', 'sk_on'");
  unsigned number = known - std::begin(kDomainNames);
  observation.domain = Domain(number);

  if (Error error = getString(*operatorId, place, observation.operatorId))
    return error;
  if (Error error = getString(*statementId, place, observation.statementId))
    return error;
  StringRef methodName;
  if (Error error = getString(*method, place, methodName))
    return error;
  const auto *found = find(kMethods[number], methodName);
  if (found == std::end(kMethods[number]))
    return place.error(method->key(), quote(methodName) +
                                          " is no method of the domain '" +
                                          domainName + "'");
  observation.method = *found;
  if (observation.domain == Domain::Source) {
    if (alignment->kind() != JsonValue::Kind::Null)
      return place.error(alignment->key(),
                         "must be null in the domain 'source'");
  } else if (Error error =
                 getString(*alignment, place, observation.alignmentId)) {
    return error;
  } else {
    observation.alignmentId = *alignments.insert(observation.alignmentId).first;
  }
  if (Error error = getString(*locator, place, observation.locator))
    return error;
  if (Error error = findEvidence(*path, place, observation.evidence))
    return error;

  if (!identity->isObject())
    return place.error(identity->key(), "expected an object");
  if (!identity->hasChildren())
    return place.error(identity->key(), "must not be empty");
  if (Error error = checkIdentityKeys(*identity, place))
    return error;
  observation.identity = identity;
  observation.identityFingerprint = getFingerprint(*identity);
  return Error::success();
}

Error ObservationReader::checkIdentityKeys(const JsonValue &value,
                                           const Place &place) {
  if (!value.isArray() && !value.isObject())
    return Error::success();
  for (const JsonValue &child : value.children()) {
    if (value.isObject() && child.key().empty())
      return place.error("identity", "a key must not be empty");
    if (value.isObject() && !isCanonicalString(child.key()))
      return place.error("identity", "the key " + quote(child.key()) +
                                         " has white space around it");
    if (Error error = checkIdentityKeys(child, place))
      return error;
  }
  return Error::success();
}

Error ObservationReader::findEvidence(const JsonValue &value,
                                      const Place &place, uint32_t &number) {
  if (value.isString())
    if (auto it = spellings.find(value.text()); it != spellings.end()) {
      number = it->second;
      return Error::success();
    }
  StringRef path;
  if (Error error = getPath(value, place, path))
    return error;
  Expected<std::string> resolved =
      root.resolve(path, "evidence file " + quote(path));
  if (!resolved)
    return resolved.takeError();
  auto it = evidence.find(*resolved);
  if (it == evidence.end())
    return place.error(value.key(),
                       quote(path) + " is not one of the evidence files");
  number = it->second;
  spellings.try_emplace(path, number);
  return Error::success();
}

Expected<ObservationSet> ObservationSet::read(const RootFolder &root,
                                              StringRef path) {
  std::string name = "observations file " + quote(path);
  Expected<FileReader> file = root.openFile(path, name);
  if (!file)
    return file.takeError();
  Fingerprint fileFingerprint;
  Expected<JsonDocument> document =
      parseFile(*file, name, kDocument, &fileFingerprint);
  if (!document)
    return document.takeError();
  ObservationSet set(std::move(*document));
  set.path = path.str();
  set.fileFingerprint = fileFingerprint;
  if (Error error = ObservationReader(root, name, set).run())
    return std::move(error);
  return set;
}

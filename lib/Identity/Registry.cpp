//===- Registry.cpp - Builds and validates registries ---------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Identity/Registry.h"
#include "Files.h"
#include "Observations.h"
#include "RegistryBuilder.h"
#include "Schema.h"
#include "pld/Identity/Text.h"
#include "pld/Support/OutputFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace pld;
using namespace pld::identity;

static RegistrySummary summarize(const Registry &registry,
                                 const Fingerprint &fingerprint) {
  return {registry.getNumBlockers() == 0, registry.getNumEntries(),
          registry.getNumBlockers(), fingerprint};
}

/// The folder `root`, or that of a file.
static Expected<RootFolder> openRoot(StringRef root, StringRef file) {
  return RootFolder::open(root.empty() ? sys::path::parent_path(file) : root);
}

static Error makeWriteError(StringRef path, std::error_code code) {
  if (code == std::errc::file_exists)
    return makeError("the output " + quote(path) +
                     " exists; nothing is ever replaced");
  return makeError("cannot write " + quote(path) + ": " + code.message());
}

/// Whether a new file can be there, as far as that shows before the input is
/// read.
static Error checkIsFree(StringRef path) {
  struct stat status;
  if (!path.contains('\0')) {
    int code = ::lstat(path.str().c_str(), &status) ? errno : EEXIST;
    if (code != ENOENT)
      return makeWriteError(path, {code, std::generic_category()});
  }
  StringRef name = sys::path::filename(path);
  if (path.empty() || path.contains('\0') || name == "." || name == ".." ||
      path.ends_with("/"))
    return makeError("the output " + quote(path) +
                     " is not the name of a file");
  return Error::success();
}

Expected<RegistrySummary> pld::identity::buildRegistry(StringRef observations,
                                                       StringRef root,
                                                       StringRef output) {
  if (Error error = checkIsFree(output))
    return std::move(error);
  Expected<RootFolder> folder = openRoot(root, observations);
  if (!folder)
    return folder.takeError();
  Expected<std::string> path = folder->resolveOutside(
      observations, "observations file " + quote(observations));
  if (!path)
    return path.takeError();
  Expected<ObservationSet> set = ObservationSet::read(*folder, *path);
  if (!set)
    return set.takeError();
  Registry registry(std::move(*set));

  if (std::error_code code = makeFolders(sys::path::parent_path(output)))
    return makeWriteError(output, code);
  ErrorOr<OutputFile> file =
      OutputFile::open(output, OutputFile::Existing::Refuse);
  if (!file)
    return makeWriteError(output, file.getError());
  Fingerprint fingerprint = registry.write(&file->os());
  if (std::error_code code = file->commit())
    return makeWriteError(output, code);
  return summarize(registry, fingerprint);
}

namespace {
/// What replay needs of a registry.
struct RecordedRegistry {
  std::string observations;
  Fingerprint observationsFile, fingerprint;
};
} // namespace

/// Checks the fields of a registry. What is in its lists is compared with what
/// replay gives.
static Error readFields(const JsonValue &document, StringRef name,
                        RecordedRegistry &recorded) {
  constexpr StringLiteral kFields[] = {"blockers",
                                       "complete",
                                       "entries",
                                       "evidence_files",
                                       "forward_index",
                                       "observation_set_id",
                                       "observations",
                                       "registry_fingerprint",
                                       "request_fingerprint",
                                       "schema_version"};
  Place top{name};
  const JsonValue *fields[std::size(kFields)];
  if (Error error = getFields(document, top, kFields, fields))
    return error;
  auto [blockers, complete, entries, evidence, forwardIndex, setId,
        observations, fingerprint, request, schema] = fields;
  if (!schema->isString() || schema->text() != Registry::kSchema)
    return top.error(schema->key(), "expected " + quote(Registry::kSchema));
  for (const JsonValue *list : {blockers, entries, evidence, forwardIndex})
    if (!list->isArray())
      return top.error(list->key(), "expected a list");
  if (!complete->isBool())
    return top.error(complete->key(), "expected true or false");
  StringRef text;
  for (const JsonValue *string : {setId, request})
    if (Error error = getString(*string, top, text))
      return error;
  if (Error error = getFingerprint(*fingerprint, top, recorded.fingerprint))
    return error;

  constexpr StringLiteral kOrigin[] = {"file_fingerprint",
                                       "observations_fingerprint", "path"};
  const JsonValue *origin[std::size(kOrigin)];
  Place place{name, observations->key()};
  if (Error error = getFields(*observations, place, kOrigin, origin))
    return error;
  Fingerprint ignored;
  if (Error error =
          getFingerprint(*origin[0], place, recorded.observationsFile))
    return error;
  if (Error error = getFingerprint(*origin[1], place, ignored))
    return error;
  if (Error error = getPath(*origin[2], place, text))
    return error;
  recorded.observations = text.str();

  Fingerprint actual = getFingerprintWithout(document, fingerprint->key());
  if (actual != recorded.fingerprint)
    return top.error(fingerprint->key(),
                     "the document has the fingerprint " + actual.str());
  return Error::success();
}

using Kind = JsonShape::Kind;

static constexpr JsonShape kString = {Kind::String};
static constexpr JsonShape kStrings = {Kind::List, &kString};

static constexpr JsonShape::Member kAssignmentFields[] = {
    {"operator_id", kString}, {"statement_id", kString}};
static constexpr JsonShape kAssignment = {Kind::Object, nullptr,
                                          kAssignmentFields};
static constexpr JsonShape kAssignments = {Kind::List, &kAssignment};
static constexpr JsonShape::Member kIndexFields[] = {
    {"alignment_id", kScalar},
    {"assignments", kAssignments},
    {"domain", kString},
    {"identity_fingerprint", kString}};
static constexpr JsonShape kIndexRow = {Kind::Object, nullptr, kIndexFields};
static constexpr JsonShape kForwardIndex = {Kind::List, &kIndexRow};

static constexpr JsonShape::Member kRecordFields[] = {
    {"alignment_id", kScalar},
    {"binding_method", kString},
    {"domain", kString},
    {"evidence_locator", kString},
    {"evidence_path", kString},
    {"identity", kObject},
    {"identity_fingerprint", kString},
    {"operator_id", kString},
    {"statement_id", kString}};
static constexpr JsonShape kRecord = {Kind::Object, nullptr, kRecordFields};
static constexpr JsonShape kRecords = {Kind::List, &kRecord};
static constexpr JsonShape::Member kDomainFields[] = {
    {"sk_off", kRecords}, {"sk_on", kRecords}, {"source", kRecords}};
static constexpr JsonShape kDomains = {Kind::Object, nullptr, kDomainFields};
static constexpr JsonShape::Member kEntryFields[] = {
    {"aligned_occurrence_ids", kStrings},
    {"domains", kDomains},
    {"operator_id", kString},
    {"statement_id", kString}};
static constexpr JsonShape kEntry = {Kind::Object, nullptr, kEntryFields};
static constexpr JsonShape kEntries = {Kind::List, &kEntry};

static constexpr JsonShape::Member kBlockerFields[] = {{"code", kString},
                                                       {"context", kObject}};
static constexpr JsonShape kBlocker = {Kind::Object, nullptr, kBlockerFields};
static constexpr JsonShape kBlockers = {Kind::List, &kBlocker};

static constexpr JsonShape::Member kOriginFields[] = {
    {"file_fingerprint", kScalar},
    {"observations_fingerprint", kScalar},
    {"path", kScalar}};
static constexpr JsonShape kOriginObject = {Kind::Object, nullptr,
                                            kOriginFields};

static constexpr JsonShape::Member kRegistryFields[] = {
    {"blockers", kBlockers},
    {"complete", kScalar},
    {"entries", kEntries},
    {"evidence_files", kEvidenceFiles},
    {"forward_index", kForwardIndex},
    {"observation_set_id", kScalar},
    {"observations", kOriginObject},
    {"registry_fingerprint", kScalar},
    {"request_fingerprint", kScalar},
    {"schema_version", kScalar}};
static constexpr JsonShape kRegistry = {Kind::Object, nullptr, kRegistryFields};

static Expected<RecordedRegistry> readRegistry(StringRef path) {
  std::string name = "registry " + quote(path);
  Expected<FileReader> file = FileReader::open(path, name);
  if (!file)
    return file.takeError();
  Expected<JsonDocument> document = parseFile(*file, name, kRegistry);
  if (!document)
    return document.takeError();
  RecordedRegistry recorded;
  if (Error error = readFields(document->root(), name, recorded))
    return std::move(error);
  return recorded;
}

Expected<RegistrySummary>
pld::identity::validateRegistry(StringRef registry, StringRef root,
                                bool requireComplete) {
  Expected<RecordedRegistry> recorded = readRegistry(registry);
  if (!recorded)
    return recorded.takeError();
  Expected<RootFolder> folder = openRoot(root, registry);
  if (!folder)
    return folder.takeError();
  std::string name = "observations file " + quote(recorded->observations);
  Expected<std::string> path = folder->resolve(recorded->observations, name);
  if (!path)
    return path.takeError();
  Expected<ObservationSet> set = ObservationSet::read(*folder, *path);
  if (!set)
    return set.takeError();
  if (set->fileFingerprint != recorded->observationsFile)
    return makeError(name + " changed: it has the fingerprint " +
                     set->fileFingerprint.str() + " instead of " +
                     recorded->observationsFile.str());
  // Both fingerprints are of everything else in a document, so that they agree
  // only where the canonical forms do.
  Registry replayed(std::move(*set));
  Fingerprint fingerprint = replayed.write(/*os=*/nullptr);
  if (fingerprint != recorded->fingerprint)
    return makeError("registry " + quote(registry) +
                     " is not what its observations give: built again it has "
                     "the fingerprint " +
                     fingerprint.str());
  if (requireComplete && replayed.getNumBlockers())
    return makeError("registry " + quote(registry) + " is not complete: " +
                     join(replayed.getBlockerCodes(), ", "));
  return summarize(replayed, fingerprint);
}

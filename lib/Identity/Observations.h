//===- Observations.h - Files of observations -------------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_LIB_IDENTITY_OBSERVATIONS_H
#define PLD_LIB_IDENTITY_OBSERVATIONS_H

#include "Files.h"
#include "pld/Identity/Evidence.h"
#include "pld/Identity/Fingerprint.h"
#include "pld/Identity/Json.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace pld::identity {

/// In the order of their names.
enum class Domain : uint8_t { SkOff, SkOn, Source };
inline constexpr llvm::StringLiteral kDomainNames[] = {"sk_off", "sk_on",
                                                       "source"};
inline constexpr unsigned kNumDomains = 3;
inline llvm::StringRef getName(Domain domain) {
  return kDomainNames[unsigned(domain)];
}

struct Observation {
  const JsonValue *identity = nullptr;
  llvm::StringRef operatorId, statementId, locator;
  llvm::StringRef method;      // a literal
  llvm::StringRef alignmentId; // empty: null; equal ones are at one place
  Fingerprint identityFingerprint;
  uint32_t number = 0;   // in the file of observations
  uint32_t evidence = 0; // number of the evidence file
  Domain domain = Domain::Source;
};

/// A file of observations that was checked, with the evidence as it is now.
class ObservationSet {
public:
  static constexpr llvm::StringLiteral kSchema =
      "superkernel-multistream-identity-observations-v1";

  /// Reads the file `path`, which is as `RootFolder::resolve` gives it, and
  /// hashes its evidence.
  static llvm::Expected<ObservationSet> read(const RootFolder &root,
                                             llvm::StringRef path);

  std::string path;
  Fingerprint fileFingerprint, fingerprint;
  llvm::StringRef setId, requestFingerprint;
  std::vector<EvidenceFile> evidence; // by path
  std::vector<Observation> observations;

private:
  explicit ObservationSet(JsonDocument document)
      : document(std::move(document)) {}
  friend class ObservationReader;

  JsonDocument document; // owns all text
};

/// What is not a list or an object.
inline constexpr JsonShape kScalar = {JsonShape::Kind::Scalar};
/// An object with any members.
inline constexpr JsonShape kObject = {JsonShape::Kind::Object};
/// `evidence_files` of both kinds of files.
extern const JsonShape kEvidenceFiles;

/// Parses a whole file, which messages call `name`; hashes it too if
/// `fingerprint` is given.
llvm::Expected<JsonDocument> parseFile(FileReader &file, llvm::StringRef name,
                                       const JsonShape &shape,
                                       Fingerprint *fingerprint = nullptr);

} // namespace pld::identity

#endif // PLD_LIB_IDENTITY_OBSERVATIONS_H

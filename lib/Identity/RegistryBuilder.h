//===- RegistryBuilder.h - Binds observations -------------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_LIB_IDENTITY_REGISTRYBUILDER_H
#define PLD_LIB_IDENTITY_REGISTRYBUILDER_H

#include "Observations.h"
#include "pld/Identity/Fingerprint.h"
#include "pld/Identity/JsonWriter.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"

#include <vector>

namespace pld::identity {

/// What stands in the way of a certain binding.
enum class BlockerCode : uint8_t {
  AmbiguousRawIdentity,
  OperatorMapsToMultipleStatements,
  IdentityDomainMissing,
  AlignedOccurrencesInsufficient,
  OccurrenceAlignmentMismatch,
};
llvm::StringRef getName(BlockerCode code);

/// The registry of a set of observations. The document is only written.
class Registry {
public:
  static constexpr llvm::StringLiteral kSchema =
      "superkernel-multistream-identity-registry-v1";
  /// Occurrences that both SuperKernel domains must have recorded.
  static constexpr size_t kMinAlignments = 3;

  explicit Registry(ObservationSet set);

  size_t getNumEntries() const { return entries.size(); }
  size_t getNumBlockers() const { return blockers.size(); }
  /// The codes of the blockers, each once, in order.
  llvm::SmallVector<llvm::StringRef> getBlockerCodes() const;

  /// Writes the document as it is in a file, and gives its fingerprint. The
  /// canonical form goes along, so that what is far apart in memory is read
  /// only once; without `os` that is all.
  Fingerprint write(llvm::raw_ostream *os) const;

private:
  using Number = uint32_t; // of an observation or an entry
  using Names = llvm::SmallVector<llvm::StringRef>;

  /// One operator of one statement.
  struct Entry {
    llvm::StringRef operatorId, statementId;
    /// Where its observations of each domain end; they begin where those before
    /// them end, the first ones at `begin`.
    Number begin = 0, ends[kNumDomains] = {};
  };
  /// One raw key.
  struct RawKey {
    Number row; // the first observation that has it
    Number end; // of its entries in `assigned`
  };
  struct Blocker {
    BlockerCode code;
    /// The entry, the first one of an operator, or the raw key.
    Number subject;
    llvm::StringRef text; // canonical
  };

  void bindEntries();
  void bindRawKeys();
  void findBlockers();
  void addBlocker(BlockerCode code, Number subject);

  llvm::ArrayRef<Observation> getRows(const Entry &entry, Domain domain) const;
  /// The alignments of an entry in a domain, each once, in order.
  Names getAlignments(const Entry &entry, Domain domain) const;
  /// The entries that have a raw key, each once, in order.
  llvm::ArrayRef<Number> getAssigned(Number rawKey) const;

  void writeBlocker(JsonWriter &json, const Blocker &blocker) const;
  void writeEntry(JsonWriter &json, const Entry &entry) const;
  void writeObservation(JsonWriter &json, const Entry &entry,
                        const Observation &row) const;
  void writeEvidence(JsonWriter &json, const EvidenceFile &file) const;
  void writeRawKey(JsonWriter &json, Number number) const;

  ObservationSet set;            // rows by entry, domain, order within it
  std::vector<Entry> entries;    // by operator, then statement
  std::vector<Number> entryOf;   // by observation
  std::vector<RawKey> rawKeys;   // in order
  std::vector<Number> assigned;  // entries, by raw key
  std::vector<Blocker> blockers; // by text
  llvm::BumpPtrAllocator texts;
};

} // namespace pld::identity

#endif // PLD_LIB_IDENTITY_REGISTRYBUILDER_H

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

/// The registry of a set of observations, which must outlive it. Holds numbers
/// of observations in several orders; the document is only written.
class Registry {
public:
  static constexpr llvm::StringLiteral kSchema =
      "superkernel-multistream-identity-registry-v1";
  /// Occurrences that both SuperKernel domains must have recorded.
  static constexpr size_t kMinAlignments = 3;

  explicit Registry(const ObservationSet &set);

  size_t getNumEntries() const { return entries.size(); }
  size_t getNumBlockers() const { return blockers.size(); }
  /// The codes of the blockers, each once, in order.
  llvm::SmallVector<llvm::StringRef> getBlockerCodes() const;
  const Fingerprint &getFingerprint() const { return fingerprint; }

  /// The document as it is in a file.
  void write(llvm::raw_ostream &os) const;

private:
  using Number = uint32_t; // of an observation or an entry
  using Names = llvm::SmallVector<llvm::StringRef>;

  /// One operator of one statement.
  struct Entry {
    llvm::StringRef operatorId, statementId;
    /// Where the observations of each domain end in `rows`; they begin where
    /// those before them end, the first ones at `begin`.
    Number begin = 0, ends[kNumDomains] = {};
  };
  struct Blocker {
    BlockerCode code;
    /// The entry, the first one of an operator, or the start in `rawRows`.
    Number subject;
    llvm::StringRef text; // canonical
  };

  void bindEntries();
  void sortRaw();
  void findBlockers();
  void addBlocker(BlockerCode code, Number subject);

  llvm::ArrayRef<Number> getRows(const Entry &entry, Domain domain) const;
  /// The alignments of an entry in a domain, each once, in order.
  Names getAlignments(const Entry &entry, Domain domain) const;
  /// The entries of the first raw key of `rows`, each once, in order. Drops the
  /// rows of that key.
  llvm::SmallVector<Number> takeRawKey(llvm::ArrayRef<Number> &rows) const;

  void write(JsonWriter &json, const Fingerprint *own) const;
  void writeBlocker(JsonWriter &json, const Blocker &blocker) const;
  void writeEntry(JsonWriter &json, const Entry &entry) const;
  void writeObservation(JsonWriter &json, const Observation &row) const;
  void writeForwardRow(JsonWriter &json, llvm::ArrayRef<Number> &rows) const;

  const ObservationSet &set;
  std::vector<Entry> entries;    // by operator, then statement
  std::vector<Number> entryOf;   // by observation
  std::vector<Number> rows;      // by entry, domain, and the order within it
  std::vector<Number> rawRows;   // by raw key, then entry
  std::vector<Blocker> blockers; // by text
  llvm::BumpPtrAllocator texts;
  Fingerprint fingerprint;
};

} // namespace pld::identity

#endif // PLD_LIB_IDENTITY_REGISTRYBUILDER_H

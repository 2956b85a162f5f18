//===- MergePlanner.h - Decides what becomes what ------------- -*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All decisions about merges are taken here, on plain values: `Planner` knows
// of units only what `PlannedUnit` says, and nothing of the program.
//
// Units are visited by name, those that are never deleted first. A unit that
// names others (a `peer_func`) is visited after these, and compared with their
// names replaced by the survivors': so a chain of equal units merges in one
// run, and a second run finds nothing to do. Units that name each other in a
// cycle are kept.
//
// Units of one digest are in one bucket. It holds classes of units with equal
// words, at most `maxBucket` of them. A class has one representative for each
// signature that was met. A unit is compared with each class until it is found
// equal; equality is transitive, so that one comparison stands for all of the
// class. Then, if the class knows its signature, it is merged; if not, a proof
// is tried against the representatives of other signatures, if there is a
// prover; and if that fails it becomes a representative itself. A
// representative that nothing named before comes after those of other
// signatures, as a second run could merge it once it is named.
//
// Each unit may spend `comparisonBudget` times its weight, and a comparison
// costs the weight of both sides.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TRANSFORMS_DEDUP_MERGEPLANNER_H
#define PLD_TRANSFORMS_DEDUP_MERGEPLANNER_H

#include "pld/Transforms/Dedup/Admission.h"
#include "pld/Transforms/Dedup/MergePlan.h"
#include "pld/Transforms/Dedup/StructuralForm.h"

#include <functional>

namespace pld::dedup {

/// What the planner must know of a unit.
struct PlannedUnit {
  llvm::StringRef name;
  /// Why the unit is out of the question, if it is.
  std::optional<Finding> excluded;
  /// Why it cannot be deleted. It may still be a representative.
  std::optional<Finding> pinned;
  /// Public units come before others.
  bool isPublic = false;

  std::vector<Word> words;
  /// Words that name a function of another unit, and that unit. Where the
  /// other one was merged, its survivor's name is put in.
  struct Outer {
    uint32_t position;
    UnitId unit;
  };
  llvm::SmallVector<Outer, 0> outer;
  /// What stands for the unit in the words of others.
  Word nameWord = 0;
  /// Equal numbers are identical signatures.
  uint32_t signature = 0;
  /// Equal numbers are signatures that are identical but for the names of
  /// symbols that scalar parameters carry.
  uint32_t signatureBesidesScalars = 0;
  uint64_t weight = 0;
  Digest digest;
};

/// Decides whether a candidate may become a representative that has other shape
/// symbols in its signature, and is equal otherwise.
class Prover {
public:
  virtual ~Prover() = default;

  struct Answer {
    /// Why not, or nothing if it is proved.
    std::optional<Finding> failure;
    std::vector<SymbolBinding> bindings;
  };
  virtual Answer prove(UnitId candidate, UnitId representative) = 0;
};

/// What becomes of a unit.
struct Decision {
  /// The representative that it is merged into, or `kNoUnit`.
  UnitId into = kNoUnit;
  MergeKind how = MergeKind::IdenticalSignature;
  std::vector<SymbolBinding> bindings;
  /// Why it stays. A unit that others are merged into has a reason as well.
  Finding why{Reason::Unique, ""};
  bool isRepresentative = false;
  /// The first unit that is equal up to a renaming of symbols, or `kNoUnit`.
  UnitId renamed = kNoUnit;
};

class Planner {
public:
  using DigestFn = std::function<Digest(llvm::ArrayRef<Word>)>;

  Planner(llvm::MutableArrayRef<PlannedUnit> units, const Options &options,
          DigestFn digest, Prover *prover = nullptr)
      : units(units), options(options), digest(std::move(digest)),
        prover(prover) {}

  /// Decides about all units, which must be sorted by name. Sets their digests,
  /// and takes their words where nothing is compared with them any more.
  std::vector<Decision> run();

  uint64_t getComparisons() const { return comparisons; }
  uint64_t getBudgetSpent() const { return budgetSpent; }

private:
  /// Units with equal words: the representative of each signature, and these
  /// in the order in which they were met.
  struct Class {
    llvm::DenseMap<uint32_t, UnitId> bySignature;
    llvm::SmallVector<UnitId, 1> representatives;
  };
  struct Bucket {
    llvm::SmallVector<Class, 1> classes;
  };

  std::vector<UnitId> getVisitingOrder();
  void visit(UnitId id);
  Class *findClass(UnitId id, Bucket &bucket, Finding &why);
  void decideInClass(UnitId id, Class &known);
  bool tryProof(UnitId id, llvm::ArrayRef<UnitId> others);
  void merge(UnitId id, UnitId into, MergeKind how);

  llvm::MutableArrayRef<PlannedUnit> units;
  const Options options;
  DigestFn digest;
  Prover *prover;
  std::vector<Decision> decisions;
  llvm::DenseMap<std::pair<uint64_t, uint64_t>, Bucket> buckets;
  uint64_t comparisons = 0, budgetSpent = 0;
};

/// Runs all stages that only read the program, and sums up what was decided.
/// `prover` takes the place of `SignatureProver`, if it is not null.
MergePlan planMerges(const ReferenceIndex &index, ElementTable &table,
                     const Options &options, Prover *prover = nullptr);

} // namespace pld::dedup

#endif // PLD_TRANSFORMS_DEDUP_MERGEPLANNER_H

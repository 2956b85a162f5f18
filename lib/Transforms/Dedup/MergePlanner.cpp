//===- MergePlanner.cpp - Decides what becomes what -----------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Transforms/Dedup/MergePlanner.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace pld;
using namespace pld::dedup;

StringRef pld::dedup::stringifyMergeKind(MergeKind kind) {
  return kind == MergeKind::Proved ? "proved" : "identical-signature";
}

/// Sorts the units so that each comes after those that it names, and excludes
/// those for which there is no such place.
std::vector<UnitId> Planner::getVisitingOrder() {
  // Only what may be merged has to be decided before others can be compared.
  std::vector<SmallVector<UnitId, 0>> users(units.size());
  std::vector<unsigned> waitsFor(units.size(), 0), level(units.size(), 0);
  std::vector<UnitId> ready;
  for (auto [id, unit] : llvm::enumerate(units)) {
    if (!unit.excluded)
      for (const PlannedUnit::Outer &outer : unit.outer)
        if (!units[outer.unit].excluded) {
          users[outer.unit].push_back(id);
          ++waitsFor[id];
        }
    if (waitsFor[id] == 0)
      ready.push_back(id);
  }
  for (size_t next = 0; next < ready.size(); ++next)
    for (UnitId user : users[ready[next]]) {
      level[user] = std::max(level[user], level[ready[next]] + 1);
      if (--waitsFor[user] == 0)
        ready.push_back(user);
    }
  for (auto [id, unit] : llvm::enumerate(units))
    if (waitsFor[id] != 0) {
      unit.excluded = {
          Reason::HelperCall,
          "what it names is in a cycle of functions that name each other"};
      ready.push_back(id);
    }

  llvm::sort(ready, [&](UnitId a, UnitId b) {
    auto key = [&](UnitId id) {
      return std::make_tuple(level[id], !units[id].isPublic, id);
    };
    return key(a) < key(b);
  });
  return ready;
}

std::vector<Decision> Planner::run() {
  assert(llvm::is_sorted(units, [](const PlannedUnit &a, const PlannedUnit &b) {
    return a.name < b.name;
  }));
  decisions.assign(units.size(), Decision());
  for (UnitId id : getVisitingOrder())
    visit(id);
  return std::move(decisions);
}

void Planner::visit(UnitId id) {
  PlannedUnit &unit = units[id];
  Decision &decision = decisions[id];
  if (unit.excluded) {
    // Nothing is decided yet about what it names.
    unit.digest = digest(unit.words);
    decision.why = *unit.excluded;
    unit.words = {};
    return;
  }
  for (const PlannedUnit::Outer &outer : unit.outer) {
    UnitId survivor = decisions[outer.unit].into;
    if (survivor != kNoUnit)
      unit.words[outer.position] = units[survivor].nameWord;
  }
  unit.digest = digest(unit.words);

  Bucket &bucket = buckets[{unit.digest.high, unit.digest.low}];
  if (Class *known = findClass(id, bucket, decision.why)) {
    decideInClass(id, *known);
    unit.words = {};
  } else if (decision.why.reason == Reason::Unique) {
    Class &added = bucket.classes.emplace_back();
    added.bySignature[unit.signature] = id;
    added.representatives.push_back(id);
  }
  if (unit.pinned)
    decision.why = *unit.pinned;
}

/// The class of units with the same words, or null; then `why` says why it is
/// not known, unless there is none.
Planner::Class *Planner::findClass(UnitId id, Bucket &bucket, Finding &why) {
  const PlannedUnit &unit = units[id];
  uint64_t budget =
      llvm::SaturatingMultiply(options.comparisonBudget, unit.weight);
  for (Class &known : bucket.classes) {
    const PlannedUnit &other = units[known.representatives.front()];
    uint64_t cost = unit.weight + other.weight;
    if (cost > budget) {
      why = {Reason::ComparisonBudget,
             ("the comparison with @" + other.name + " costs " + Twine(cost) +
              ", and " + Twine(budget) + " is left")
                 .str()};
      return nullptr;
    }
    budget -= cost;
    budgetSpent += cost;
    ++comparisons;
    if (unit.words == other.words)
      return &known;
  }
  if (bucket.classes.size() >= options.maxBucket)
    why = {Reason::BucketFull, (Twine(bucket.classes.size()) +
                                " other representatives have the same digest")
                                   .str()};
  return nullptr;
}

void Planner::decideInClass(UnitId id, Class &known) {
  const PlannedUnit &unit = units[id];
  Decision &decision = decisions[id];
  ArrayRef<UnitId> others =
      ArrayRef(known.representatives).take_front(options.maxBucket);
  auto same = known.bySignature.find(unit.signature);
  if (same != known.bySignature.end()) {
    if (unit.pinned)
      return;
    // Once something becomes it, a unit that nothing names could be deleted by
    // a second run, in favour of one before it.
    const PlannedUnit &target = units[same->second];
    bool isUnreferenced = target.pinned && !target.isPublic;
    if (!isUnreferenced || !prover ||
        !tryProof(id, others.take_until(
                          [&](UnitId other) { return other == same->second; })))
      merge(id, same->second, MergeKind::IdenticalSignature);
    return;
  }
  if (!unit.pinned && tryProof(id, others))
    return;

  UnitId first = others.front();
  decision.renamed = first;
  if (decisions[first].why.reason == Reason::Unique &&
      decisions[first].why.detail.empty())
    decisions[first].why.detail =
        ("@" + unit.name + " is equal up to a renaming of symbols").str();
  known.bySignature[unit.signature] = id;
  known.representatives.push_back(id);
}

/// Tries to merge a unit into one of `others`, which are equal but for their
/// symbols.
bool Planner::tryProof(UnitId id, ArrayRef<UnitId> others) {
  Decision &decision = decisions[id];
  if (!prover) {
    decision.why = {Reason::ProofFailed, ("proof not attempted: equal to @" +
                                          units[others.front()].name +
                                          " up to a renaming of symbols")
                                             .str()};
    return false;
  }
  // Of several failures the first is told.
  bool failed = false;
  for (UnitId representative : others) {
    Prover::Answer answer = prover->prove(id, representative);
    if (!answer.failure) {
      decision.bindings = std::move(answer.bindings);
      // The name of a scalar parameter is nothing that is seen from outside;
      // the proof was about the types that are written with it.
      merge(id, representative,
            units[id].signatureBesidesScalars ==
                    units[representative].signatureBesidesScalars
                ? MergeKind::IdenticalSignature
                : MergeKind::Proved);
      return true;
    }
    if (!failed)
      decision.why = std::move(*answer.failure);
    failed = true;
  }
  return false;
}

void Planner::merge(UnitId id, UnitId into, MergeKind how) {
  decisions[id].into = into;
  decisions[id].how = how;
  decisions[into].isRepresentative = true;
}

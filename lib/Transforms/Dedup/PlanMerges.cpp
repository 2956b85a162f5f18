//===- PlanMerges.cpp - From a program to a merge plan --------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the stages one after the other. Nothing is decided here.
//
//===----------------------------------------------------------------------===//

#include "pld/Transforms/Dedup/FirstDifference.h"
#include "pld/Transforms/Dedup/MergePlanner.h"
#include "pld/Transforms/Dedup/NearMisses.h"
#include "pld/Transforms/Dedup/SignatureProver.h"

using namespace mlir;
using namespace pld;
using namespace pld::dedup;

namespace {

/// Gives equal signatures equal numbers.
class SignatureNumbers {
public:
  uint32_t get(ArrayRef<Word> signature) {
    StringRef bytes(reinterpret_cast<const char *>(signature.data()),
                    signature.size() * sizeof(Word));
    return numbers.try_emplace(bytes, numbers.size()).first->second;
  }

private:
  llvm::StringMap<uint32_t> numbers;
};

std::optional<Finding> getPin(const Unit &unit) {
  if (!unit.isReferenced)
    return Finding{
        Reason::Unreferenced,
        "nothing in the program names it, so it may be an entry point"};
  if (unit.isPublic)
    return Finding{Reason::Public, "it is visible outside of the program"};
  return std::nullopt;
}

class PlanBuilder {
public:
  PlanBuilder(const ReferenceIndex &index, ElementTable &table,
              const Options &options)
      : index(index), table(table), options(options), units(index),
        admission(table, index, options.freeSymbols) {}

  MergePlan run(Prover *otherProver) {
    planUnits();
    SignatureProver prover(index, units, options, plan.totals.weight);
    Planner planner(planned, options, Digester(table),
                    otherProver ? otherProver : &prover);
    decisions = planner.run();
    plan.totals.proofSteps = prover.getSteps();
    plan.totals.comparisons = planner.getComparisons();
    plan.totals.budgetSpent = planner.getBudgetSpent();
    listUnits();
    listMerges();
    listKept();
    if (options.explainNearMisses)
      listNearMisses();
    return std::move(plan);
  }

private:
  StringRef getName(FunctionId function) {
    return index.getFunction(function).getSymName();
  }

  void planUnits() {
    StructuralEncoder encoder(table, index);
    SignatureNumbers signatures;
    auto getFreeSymbols = [&](FunctionId function) {
      return admission.getFreeSymbols(function);
    };
    planned.reserve(units.getUnits().size());
    for (auto [id, unit] : llvm::enumerate(units.getUnits())) {
      PlannedUnit &result = planned.emplace_back();
      result.name = unit.name;
      result.pinned = getPin(unit);
      result.isPublic = unit.isPublic;
      // A member that many Groups share is looked at once: these are compared
      // with nothing.
      Unit own = unit;
      if (unit.conflict)
        llvm::erase_if(own.functions, [&, id = id](FunctionId function) {
          return units.getUnitOf(function) != id;
        });
      result.excluded = admission.check(own);
      if (index.getGap() && unit.isMergeable())
        result.excluded = {Reason::IncompleteIndex, *index.getGap()};
      else if (unit.conflict)
        result.excluded = unit.conflict;

      StructuralForm form = encoder.encode(own, getFreeSymbols);
      if (options.explainNearMisses)
        outlines.push_back(result.excluded ? Outline()
                                           : Outline(form, getKinds(unit)));
      result.words = std::move(form.words);
      for (const StructuralForm::Outer &outer : form.outer)
        result.outer.push_back(
            {outer.position, units.getUnitOf(outer.function)});
      result.nameWord = encoder.getNameWord(unit.functions.front());
      result.signature = signatures.get(form.signature);
      result.signatureBesidesScalars =
          signatures.get(form.signatureBesidesScalars);
      result.weight = form.weight;
      plan.totals.weight += form.weight;
    }
  }

  SmallVector<FunctionKind, 4> getKinds(const Unit &unit) {
    return llvm::map_to_vector<4>(unit.functions, [&](FunctionId function) {
      return index.getFunction(function).getKind();
    });
  }

  /// The dispatches of a unit that are not part of it.
  uint64_t countCalls(UnitId id) {
    FunctionId function = units.getUnits()[id].functions.front();
    return llvm::count_if(
        index.getReferencesTo(function), [&](uint32_t number) {
          const Reference &reference = index.getReferences()[number];
          return reference.kind == Reference::Kind::Dispatch &&
                 (reference.from == kNoFunction ||
                  units.getUnitOf(reference.from) != id);
        });
  }

  void listUnits() {
    MergePlan::Totals &totals = plan.totals;
    totals.functions = index.getFunctions().size();
    for (auto [unit, info] : llvm::zip_equal(units.getUnits(), planned)) {
      MergePlan::Unit &entry = plan.units.emplace_back();
      entry.name = unit.name.str();
      entry.kind = stringifyFunctionKind(unit.kind).str();
      for (FunctionId member : ArrayRef(unit.functions).drop_front())
        entry.members.push_back(getName(member).str());
      entry.weight = info.weight;
      entry.digest = info.digest.str();
      if (!info.excluded && !info.pinned)
        ++totals.candidates;
    }
  }

  void listMerges() {
    for (auto [id, decision] : llvm::enumerate(decisions)) {
      const Unit &unit = units.getUnits()[id];
      if (decision.into == kNoUnit)
        continue;
      const Unit &into = units.getUnits()[decision.into];
      MergePlan::Merge &merge = plan.merges.emplace_back();
      merge.from = unit.name.str();
      merge.to = into.name.str();
      merge.how = decision.how;
      merge.bindings = decision.bindings;
      merge.calls = countCalls(id);
      for (auto [from, to] : llvm::zip_equal(unit.functions, into.functions))
        plan.renames.emplace_back(getName(from).str(), getName(to).str());
      ++plan.totals.merged;
      plan.totals.callsRewritten += merge.calls;
    }
    llvm::sort(plan.renames);
  }

  void listKept() {
    llvm::BitVector listed(index.getFunctions().size());
    for (auto [unit, decision] : llvm::zip_equal(units.getUnits(), decisions)) {
      if (!unit.isMergeable() || decision.into != kNoUnit ||
          decision.isRepresentative)
        continue;
      for (FunctionId function : unit.functions) {
        if (listed.test(function))
          continue;
        listed.set(function);
        plan.kept.push_back({getName(function).str(), decision.why});
      }
    }
    llvm::sort(plan.kept,
               [](const auto &a, const auto &b) { return a.name < b.name; });
  }

  /// For each unit that stays, the one before it that is most like it. As when
  /// units are merged, public ones come first, then names decide. If those
  /// before it are of other kinds, so that they could never be merged, one
  /// after it of its own kinds is better.
  void listNearMisses() {
    std::vector<UnitId> remaining;
    for (bool isPublic : {true, false})
      for (auto [id, unit] : llvm::enumerate(planned))
        if (unit.isPublic == isPublic && !unit.excluded &&
            decisions[id].into == kNoUnit) {
          if (decisions[id].renamed != kNoUnit)
            addRenaming(id, decisions[id].renamed);
          else
            remaining.push_back(id);
        }
    std::vector<UnitId> nearest(planned.size(), kNoUnit);
    bool needsLater = false;
    auto isOfOtherKinds = [&](UnitId id) {
      return nearest[id] != kNoUnit &&
             outlines[id].kinds != outlines[nearest[id]].kinds;
    };
    OutlineTable before, after;
    for (UnitId id : remaining) {
      nearest[id] = before.find(outlines[id]);
      before.add(id, outlines[id]);
      needsLater |= isOfOtherKinds(id);
    }
    if (needsLater)
      for (UnitId id : llvm::reverse(remaining)) {
        UnitId later = after.find(outlines[id]);
        if (isOfOtherKinds(id) && later != kNoUnit &&
            outlines[id].kinds == outlines[later].kinds)
          nearest[id] = later;
        after.add(id, outlines[id], /*comesFirst=*/true);
      }
    for (UnitId id : remaining)
      if (nearest[id] != kNoUnit && decisions[id].why.reason == Reason::Unique)
        addNearMiss(id, nearest[id]);
    llvm::sort(plan.nearMisses,
               [](const auto &a, const auto &b) { return a.name < b.name; });
  }

  void addRenaming(UnitId id, UnitId other) {
    std::string name = planned[id].name.str();
    std::string otherName = planned[other].name.str();
    plan.nearMisses.push_back({name,
                               otherName,
                               "equal up to a renaming of symbols",
                               {name, 0},
                               {otherName, 0}});
  }

  void addNearMiss(UnitId id, UnitId other) {
    auto getFreeSymbols = [&](FunctionId function) {
      return admission.getFreeSymbols(function);
    };
    auto getSurvivor = [&](FunctionId function) {
      UnitId into = decisions[units.getUnitOf(function)].into;
      return into == kNoUnit ? function
                             : units.getUnits()[into].functions.front();
    };
    std::optional<Difference> difference = findFirstDifference(
        units.getUnits()[id], units.getUnits()[other],
        ComparisonContext{table, index, getFreeSymbols, getSurvivor});
    if (!difference)
      return;
    auto getPlace = [&](Place place) {
      return MergePlan::Place{getName(place.function).str(), place.operation};
    };
    plan.nearMisses.push_back(
        {planned[id].name.str(), planned[other].name.str(),
         std::move(difference->text), getPlace(difference->here),
         getPlace(difference->there)});
  }

  const ReferenceIndex &index;
  ElementTable &table;
  const Options &options;
  UnitTable units;
  Admission admission;
  std::vector<Outline> outlines;
  std::vector<PlannedUnit> planned;
  std::vector<Decision> decisions;
  MergePlan plan;
};

} // namespace

MergePlan pld::dedup::planMerges(const ReferenceIndex &index,
                                 ElementTable &table, const Options &options,
                                 Prover *prover) {
  return PlanBuilder(index, table, options).run(prover);
}

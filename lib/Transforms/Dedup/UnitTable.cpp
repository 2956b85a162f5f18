//===- UnitTable.cpp - What is merged as a whole --------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Transforms/Dedup/UnitTable.h"

using namespace mlir;
using namespace pld;
using namespace pld::dedup;

UnitTable::UnitTable(const ReferenceIndex &index) : index(index) {
  addUnits();
  for (Unit &unit : units)
    inspect(unit);
}

void UnitTable::addUnits() {
  SmallVector<FunctionId> byName(
      llvm::to_vector(llvm::seq<FunctionId>(0, index.getFunctions().size())));
  llvm::sort(byName, [&](FunctionId a, FunctionId b) {
    return index.getFunction(a).getSymName() <
           index.getFunction(b).getSymName();
  });

  unitOf.assign(byName.size(), kNoUnit);
  groupsOf.assign(byName.size(), {kNoFunction, kNoFunction});
  SmallVector<Unit> groups;
  llvm::BitVector isMember(byName.size());
  for (FunctionId id : byName) {
    FuncOp func = index.getFunction(id);
    if (func.getKind() != FunctionKind::Group)
      continue;
    Unit &unit = groups.emplace_back();
    unit.functions.push_back(id);
    llvm::SmallDenseSet<FunctionId, 4> seen;
    for (const Reference &reference : index.getReferencesIn(id)) {
      if (reference.kind != Reference::Kind::Dispatch ||
          !index.getFunction(reference.to).isInCore())
        continue;
      isMember.set(reference.to);
      if (!seen.insert(reference.to).second)
        continue;
      unit.functions.push_back(reference.to);
      auto &[first, second] = groupsOf[reference.to];
      if (first == kNoFunction)
        first = id;
      else if (second == kNoFunction)
        second = id;
    }
  }

  auto *nextGroup = groups.begin();
  for (FunctionId id : byName) {
    FuncOp func = index.getFunction(id);
    if (isMember.test(id))
      continue;
    UnitId unitId = units.size();
    if (func.getKind() == FunctionKind::Group) {
      units.push_back(std::move(*nextGroup++));
    } else {
      units.emplace_back().functions.push_back(id);
    }
    Unit &unit = units.back();
    unit.name = func.getSymName();
    unit.kind = func.getKind();
    for (FunctionId function : unit.functions)
      if (unitOf[function] == kNoUnit)
        unitOf[function] = unitId;
  }
}

/// Finds out from where the functions of `unit` are named.
void UnitTable::inspect(Unit &unit) {
  for (FunctionId function : unit.functions)
    if (SymbolTable::getSymbolVisibility(index.getFunction(function)) !=
        SymbolTable::Visibility::Private)
      unit.isPublic = true;

  auto describe = [&](FunctionId member, StringRef what, FunctionId place) {
    std::string where = "the program";
    if (place != kNoFunction)
      where = ("@" + index.getFunction(place).getSymName()).str();
    return ("member @" + index.getFunction(member).getSymName() + what + where)
        .str();
  };
  // Groups that share a member do not look further, so that its references are
  // looked at by one unit at most.
  for (FunctionId member : ArrayRef(unit.functions).drop_front()) {
    auto [first, second] = groupsOf[member];
    if (second == kNoFunction)
      continue;
    unit.isReferenced = true;
    FunctionId other = first == unit.functions.front() ? second : first;
    unit.conflict = {Reason::SharedMember,
                     describe(member, " is also in ", other)};
    return;
  }

  llvm::SmallDenseSet<FunctionId, 4> own(unit.functions.begin(),
                                         unit.functions.end());
  for (auto [role, function] : llvm::enumerate(unit.functions))
    for (uint32_t number : index.getReferencesTo(function)) {
      FunctionId from = index.getReferences()[number].from;
      if (from != kNoFunction && own.contains(from))
        continue;
      unit.isReferenced = true;
      if (role != 0 && !unit.conflict)
        unit.conflict = {Reason::MemberCalledOutside,
                         describe(function, " is named outside, in ", from)};
      break;
    }
}

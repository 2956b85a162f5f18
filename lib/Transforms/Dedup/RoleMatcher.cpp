//===- RoleMatcher.cpp - Matches parts of two units by role ---------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RoleMatcher.h"

#include "llvm/ADT/Twine.h"

using namespace mlir;
using namespace pld;
using namespace pld::dedup;

RoleMatcher::RoleMatcher(const Unit &unit, const Unit &other,
                         const ComparisonContext &context)
    : unit(unit), other(other), context(context) {}

void RoleMatcher::enter(FunctionId function, FunctionId otherFunction) {
  symbolsHere.clear();
  symbolsThere.clear();
  freeHere.clear();
  freeThere.clear();
  valuesHere.clear();
  valuesThere.clear();
  blocksHere.clear();
  blocksThere.clear();
  equal.clear();
  for (StringAttr name : context.getFreeSymbols(function))
    freeHere.insert(context.table.get(name));
  for (StringAttr name : context.getFreeSymbols(otherFunction))
    freeThere.insert(context.table.get(name));
}

bool RoleMatcher::match(ElementId here, ElementId there) {
  trail.clear();
  if (matchParts(here, there))
    return true;
  std::reverse(trail.begin(), trail.end());
  return false;
}

/// Leaves the trail in `trail`, innermost parts first.
bool RoleMatcher::matchParts(ElementId here, ElementId there) {
  ElementTable &table = context.table;
  constexpr uint8_t kHasRoles =
      ElementTable::HoldsSymbol | ElementTable::HoldsReference;
  bool hasRoles = table.getFlags(here) & kHasRoles;
  if (here == there && !hasRoles)
    return true;
  if (equal.contains({here, there}))
    return true;

  bool matches = table.getKind(here) == table.getKind(there);
  uint32_t part = kNoPart;
  auto matchAll = [&](auto getPart, size_t size, bool arePartsShown) {
    for (size_t i = 0; matches && i < size; ++i) {
      matches = matchParts(getPart(here, i), getPart(there, i));
      if (!matches && arePartsShown)
        part = i;
    }
  };
  if (!matches) {
  } else if (table.getKind(here) == ElementTable::Kind::Symbol) {
    auto name = [&](ElementId id) { return table.getParts(id)[0]; };
    auto type = [&](ElementId id) { return table.getParts(id)[1]; };
    matches = matchSymbolNames(name(here), name(there)) &&
              matchParts(type(here), type(there));
  } else if (table.getKind(here) == ElementTable::Kind::Reference) {
    matches = matchReferences(here, there);
  } else if (ElementId shape = table.getShape(here);
             shape || table.getShape(there)) {
    matches = shape == table.getShape(there);
    // The parts move in memory when the table grows.
    matchAll([&](ElementId id, size_t i) { return table.getParts(id)[i]; },
             table.getParts(here).size(), /*arePartsShown=*/true);
  } else if (hasRoles && (table.getFlags(there) & kHasRoles)) {
    // Looking for one skeleton may make another move.
    ElementTable::Skeleton skeletonHere = table.getSkeleton(here);
    ElementTable::Skeleton skeletonThere = table.getSkeleton(there);
    matches = skeletonHere.element == skeletonThere.element &&
              skeletonHere.leaves.size() == skeletonThere.leaves.size();
    matchAll(
        [&](ElementId id, size_t i) {
          return id == here ? skeletonHere.leaves[i] : skeletonThere.leaves[i];
        },
        skeletonHere.leaves.size(), /*arePartsShown=*/false);
  } else {
    matches = false;
  }

  if (matches)
    equal.insert({here, there});
  else
    trail.push_back({here, there, part});
  return matches;
}

bool RoleMatcher::matchSymbolNames(ElementId here, ElementId there) {
  bool isFree = freeHere.contains(here);
  if (isFree || freeThere.contains(there))
    return isFree && freeThere.contains(there) && here == there;
  auto roleHere = symbolsHere.find(here);
  auto roleThere = symbolsThere.find(there);
  bool isNewHere = roleHere == symbolsHere.end();
  bool isNewThere = roleThere == symbolsThere.end();
  if (!isNewHere && !isNewThere)
    return roleHere->second == roleThere->second;
  if (!isNewHere || !isNewThere)
    return false;
  uint32_t role = symbolsHere.size();
  symbolsHere[here] = symbolsThere[there] = role;
  return true;
}

std::string RoleMatcher::describeSymbol(ElementId name, bool isHere) const {
  if ((isHere ? freeHere : freeThere).contains(name))
    return "a free symbol";
  const auto &symbols = isHere ? symbolsHere : symbolsThere;
  auto role = symbols.find(name);
  return role == symbols.end() ? "a new symbol"
                               : ("symbol #" + Twine(role->second)).str();
}

std::string RoleMatcher::describeReference(ElementId reference,
                                           bool isHere) const {
  ArrayRef<FunctionId> own = (isHere ? unit : other).functions;
  const auto *role = llvm::find(own, resolve(reference));
  if (role == own.end())
    return "another one";
  return ("function #" + Twine(role - own.begin()) + " of the unit").str();
}

/// The function of the program that a reference names, or `kNoFunction`.
FunctionId RoleMatcher::resolve(ElementId reference) const {
  auto ref = dyn_cast<FlatSymbolRefAttr>(context.table.getAttribute(reference));
  return ref && inProgram ? context.index.lookup(ref.getAttr()) : kNoFunction;
}

bool RoleMatcher::matchReferences(ElementId here, ElementId there) {
  FunctionId functionHere = resolve(here), functionThere = resolve(there);
  if (functionHere == kNoFunction || functionThere == kNoFunction)
    return here == there;
  const auto *roleHere = llvm::find(unit.functions, functionHere);
  const auto *roleThere = llvm::find(other.functions, functionThere);
  if (roleHere != unit.functions.end() || roleThere != other.functions.end())
    return roleHere - unit.functions.begin() ==
           roleThere - other.functions.begin();
  return context.getSurvivor(functionHere) ==
         context.getSurvivor(functionThere);
}

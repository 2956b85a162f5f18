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
      if (seen.insert(reference.to).second)
        unit.functions.push_back(reference.to);
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
  llvm::SmallDenseSet<FunctionId, 4> own(unit.functions.begin(),
                                         unit.functions.end());
  std::optional<Finding> calledOutside;
  for (auto [role, function] : llvm::enumerate(unit.functions)) {
    FuncOp func = index.getFunction(function);
    if (SymbolTable::getSymbolVisibility(func) !=
        SymbolTable::Visibility::Private)
      unit.isPublic = true;
    for (uint32_t number : index.getReferencesTo(function)) {
      const Reference &reference = index.getReferences()[number];
      if (reference.from != kNoFunction && own.contains(reference.from))
        continue;
      unit.isReferenced = true;
      if (role == 0)
        continue;
      FuncOp from = reference.from == kNoFunction
                        ? FuncOp()
                        : index.getFunction(reference.from);
      bool isShared = from && from.getKind() == FunctionKind::Group &&
                      reference.kind == Reference::Kind::Dispatch;
      std::optional<Finding> &found = isShared ? unit.conflict : calledOutside;
      if (found)
        continue;
      StringRef what = isShared ? " is also in " : " is named outside, in ";
      StringRef place = from ? from.getSymName() : "";
      found = {isShared ? Reason::SharedMember : Reason::MemberCalledOutside,
               ("member @" + func.getSymName() + what +
                (from ? "@" : "the program") + place)
                   .str()};
    }
  }
  if (!unit.conflict)
    unit.conflict = std::move(calledOutside);
}

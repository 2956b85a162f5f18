//===- UnitTable.h - What is merged as a whole ---------------- -*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A unit is a Group with its members, or a function alone. The members of a
// Group are the in-core kernels that it dispatches, in the order of first use.
//
// Members belong to their Group: a unit of which a member is also named from
// outside, or which shares one with another Group, is in conflict, and stays
// with all that is in it.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TRANSFORMS_DEDUP_UNITTABLE_H
#define PLD_TRANSFORMS_DEDUP_UNITTABLE_H

#include "pld/Transforms/Dedup/Reasons.h"
#include "pld/Transforms/Dedup/ReferenceIndex.h"

namespace pld::dedup {

using UnitId = unsigned;
inline constexpr UnitId kNoUnit = ~0u;

struct Unit {
  /// The kernel alone, or the Group and then its members. The position of a
  /// function here is its role in the unit.
  llvm::SmallVector<FunctionId, 1> functions;
  llvm::StringRef name;
  FunctionKind kind;
  /// Whether one of the functions is visible outside of the program.
  bool isPublic = false;
  /// Whether something outside of the unit names one of its functions.
  bool isReferenced = false;
  /// What is wrong with the membership of a Group.
  std::optional<Finding> conflict;

  bool isGroup() const { return kind == FunctionKind::Group; }
  /// A kernel or a Group. Others keep their identity and are never merged.
  bool isMergeable() const {
    return isGroup() || kind == FunctionKind::InCore ||
           kind == FunctionKind::AIC || kind == FunctionKind::AIV;
  }
};

class UnitTable {
public:
  explicit UnitTable(const ReferenceIndex &index);

  /// All units, by name. A member that two Groups share is in both of theirs.
  llvm::ArrayRef<Unit> getUnits() const { return units; }
  /// The unit that `function` is in (of a shared member the first one).
  UnitId getUnitOf(FunctionId function) const { return unitOf[function]; }

private:
  void addUnits();
  void inspect(Unit &unit);

  const ReferenceIndex &index;
  llvm::SmallVector<Unit> units;
  llvm::SmallVector<UnitId> unitOf;
  /// Of a member: the first two Groups, by name, that dispatch it.
  std::vector<std::pair<FunctionId, FunctionId>> groupsOf;
};

} // namespace pld::dedup

#endif // PLD_TRANSFORMS_DEDUP_UNITTABLE_H

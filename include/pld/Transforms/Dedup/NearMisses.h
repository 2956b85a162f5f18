//===- NearMisses.h - Units that are almost equal ------------- -*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds for a unit another one that is much like it, so that their first
// difference is worth telling. Units are compared by outlines, which are
// hashes: a collision costs a remark that helps nobody, and nothing else. An
// outline is found in constant time and made in the time it takes to read a
// form, so that all of this is linear in the program.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TRANSFORMS_DEDUP_NEARMISSES_H
#define PLD_TRANSFORMS_DEDUP_NEARMISSES_H

#include "pld/Transforms/Dedup/StructuralForm.h"

namespace pld::dedup {

/// What is left of a form when details are left out.
struct Outline {
  Outline() = default;
  explicit Outline(const StructuralForm &form);

  /// Of operations, operands and types: of everything but attributes.
  uint64_t roles = 0;
  /// Of the names of all operations, in their order.
  uint64_t names = 0;
  /// Of the names of the first 2, 4, 8, ... operations.
  llvm::SmallVector<uint64_t, 4> prefixes;
  uint32_t numOperations = 0;
};

/// Units by their outlines.
class OutlineTable {
public:
  /// The unit that is most like `outline`: of those that were added the first
  /// one with the same roles, or else with the same operations, or else with
  /// the same first operations, if these are a third of each of both. Or
  /// `kNoUnit`.
  UnitId find(const Outline &outline) const;
  void add(UnitId unit, const Outline &outline);

private:
  struct Entry {
    UnitId unit;
    uint32_t numOperations;
  };
  using Units = llvm::DenseMap<uint64_t, Entry>;

  Units byRoles, byNames;
  /// By the logarithm of the length of the prefix.
  llvm::SmallVector<Units, 0> byPrefix;
};

} // namespace pld::dedup

#endif // PLD_TRANSFORMS_DEDUP_NEARMISSES_H

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

/// The rest of a form when details are left out: hashes, from what leaves
/// out least to what leaves out most.
struct Outline {
  Outline() = default;
  /// `kinds` are those of the functions of the unit.
  Outline(const StructuralForm &form, llvm::ArrayRef<FunctionKind> kinds);

  uint64_t kinds = 0;
  /// A hash of everything but what functions say of themselves: their
  /// signatures and attributes.
  uint64_t bodies = 0;
  /// A hash of everything but the attributes of operations.
  uint64_t signatures = 0;
  /// A hash of operations, operands, results and types, without attributes.
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
  /// The unit that is most like `outline`, or `kNoUnit`. Of those that were
  /// added it is the first one with the same bodies; or else with the same
  /// signatures and roles; or else with the same roles; or else with the same
  /// operations; or else with the same first operations, if these are a third
  /// of each of both. Units of the same kinds come before all others, which
  /// could never be merged.
  UnitId find(const Outline &outline) const;
  /// With `comesFirst`, the unit comes before those that were added.
  void add(UnitId unit, const Outline &outline, bool comesFirst = false);

private:
  struct Entry {
    UnitId unit;
    uint32_t numOperations;
  };
  /// The first unit for each hash, of any level.
  llvm::DenseMap<uint64_t, Entry> first;
};

} // namespace pld::dedup

#endif // PLD_TRANSFORMS_DEDUP_NEARMISSES_H

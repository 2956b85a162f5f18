//===- FirstDifference.h - What makes two units different ----- -*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the first place at which two units that are not the same by role part,
// and says in words what is different there. It only explains: whether units
// are equal is decided by their structural forms.
//
// Both units are walked in step, under the rules of docs/deduplication.md:
// values, blocks and shape symbols are numbered where they come first,
// functions of a unit are their position in it. A pair of types or attributes
// that was found equal is not looked at again, so that the time is linear in
// the two units.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TRANSFORMS_DEDUP_FIRSTDIFFERENCE_H
#define PLD_TRANSFORMS_DEDUP_FIRSTDIFFERENCE_H

#include "pld/Transforms/Dedup/UnitTable.h"

namespace pld::dedup {

/// A place in a program: a function, and the number of an operation in it, in
/// the order of a pre-order walk. 0 is the function itself.
struct Place {
  FunctionId function;
  uint32_t operation;
};

struct Difference {
  /// Where it is in the one unit and in the other.
  Place here, there;
  /// Such as "attribute 'value' is 1 : i32 here, 2 : i32 there".
  std::string text;
};

/// What the units are to be compared in.
struct ComparisonContext {
  ElementTable &table;
  const ReferenceIndex &index;
  /// The symbols of a function that keep their names.
  llvm::function_ref<llvm::ArrayRef<mlir::StringAttr>(FunctionId)>
      getFreeSymbols;
  /// What a function outside of the units has become.
  llvm::function_ref<FunctionId(FunctionId)> getSurvivor;
};

/// The first difference of two units, or nothing if there is none. "here" in
/// its text is `unit`, "there" is `other`.
std::optional<Difference> findFirstDifference(const Unit &unit,
                                              const Unit &other,
                                              const ComparisonContext &context);

} // namespace pld::dedup

#endif // PLD_TRANSFORMS_DEDUP_FIRSTDIFFERENCE_H

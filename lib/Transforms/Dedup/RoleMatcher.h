//===- RoleMatcher.h - Matches parts of two units by role ----- -*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_LIB_TRANSFORMS_DEDUP_ROLEMATCHER_H
#define PLD_LIB_TRANSFORMS_DEDUP_ROLEMATCHER_H

#include "pld/Transforms/Dedup/FirstDifference.h"

namespace pld::dedup {

/// Remembers the roles of what was met in two units, and says whether what
/// comes next has the same role in both.
class RoleMatcher {
public:
  RoleMatcher(const Unit &unit, const Unit &other,
              const ComparisonContext &context);

  /// Forgets the roles of the function before.
  void enter(FunctionId function, FunctionId other);

  /// A pair of elements that are not equal, and which part of them is not. It
  /// is kNoPart for those that differ in more than a part.
  struct Step {
    ElementId here, there;
    uint32_t part;
  };
  static constexpr uint32_t kNoPart = ~0u;

  /// Whether two elements are equal by role. If they are not, `getTrail` goes
  /// from them to the innermost parts that differ.
  bool match(ElementId here, ElementId there);
  llvm::ArrayRef<Step> getTrail() const { return trail; }

  bool matchSymbolNames(ElementId here, ElementId there);
  bool matchValues(mlir::Value here, mlir::Value there) {
    return number(valuesHere, here) == number(valuesThere, there);
  }
  bool matchBlocks(mlir::Block *here, mlir::Block *there) {
    return number(blocksHere, here) == number(blocksThere, there);
  }

  /// What is known of the symbol called `name`: "symbol #1", "a free
  /// symbol", or "a new symbol" for one that did not come before.
  std::string describeSymbol(ElementId name, bool isHere) const;
  /// What a reference stands for: "function #1 of the unit", or "another one".
  std::string describeReference(ElementId reference, bool isHere) const;

  /// Whether references are resolved in the program, not in a symbol table
  /// inside of the unit.
  bool inProgram = true;

private:
  bool matchParts(ElementId here, ElementId there);
  bool matchReferences(ElementId here, ElementId there);
  FunctionId resolve(ElementId reference) const;

  template <typename T>
  static size_t number(llvm::DenseMap<T, size_t> &map, T key) {
    return map.try_emplace(key, map.size()).first->second;
  }

  const Unit &unit, &other;
  const ComparisonContext &context;
  // A unit has few symbols, so that these are not of the size of the table.
  llvm::DenseMap<ElementId, uint32_t> symbolsHere, symbolsThere;
  llvm::DenseSet<ElementId> freeHere, freeThere;
  llvm::DenseMap<mlir::Value, size_t> valuesHere, valuesThere;
  llvm::DenseMap<mlir::Block *, size_t> blocksHere, blocksThere;
  llvm::DenseSet<std::pair<ElementId, ElementId>> equal;
  llvm::SmallVector<Step> trail;
};

} // namespace pld::dedup

#endif // PLD_LIB_TRANSFORMS_DEDUP_ROLEMATCHER_H

//===- MergePlan.h - What becomes what, and why --------------- -*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The result of all that is decided, as a plain value that refers to nothing in
// the program: functions are named. The rewriter carries it out, the report and
// the remarks show it; a preview stops here.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TRANSFORMS_DEDUP_MERGEPLAN_H
#define PLD_TRANSFORMS_DEDUP_MERGEPLAN_H

#include "pld/Transforms/Dedup/Reasons.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace pld::dedup {

/// By what argument a unit may become another.
enum class MergeKind : uint8_t {
  /// The signatures are identical, but perhaps for the names of symbols that
  /// scalar parameters carry. If these differ, there is a proof as well.
  IdenticalSignature,
  /// They differ by a renaming of symbols, and every call binds the other one.
  Proved
};

/// How a merge is named, such as "identical-signature".
llvm::StringRef stringifyMergeKind(MergeKind kind);

/// What a proof binds a symbol of the representative to.
struct SymbolBinding {
  std::string symbol;
  /// In the callers' symbols, without repetitions, in the order of the
  /// dispatches.
  std::vector<std::string> expressions;
};

struct MergePlan {
  /// A function, or a Group with its members.
  struct Unit {
    std::string name;
    std::string kind;
    std::vector<std::string> members;
    uint64_t weight = 0;
    std::string digest;
  };
  struct Merge {
    std::string from;
    std::string to;
    MergeKind how;
    /// The number of dispatches that name another function afterwards.
    uint64_t calls = 0;
    /// Of a proof: the symbols of the representative's signature.
    std::vector<SymbolBinding> bindings;
  };
  /// An in-core kernel or Group that stays and is not the representative of a
  /// merge.
  struct Kept {
    std::string name;
    Finding why;
  };
  /// A function of a unit, and the number of an operation in it, in pre-order;
  /// 0 is the function itself.
  struct Place {
    std::string function;
    uint32_t operation = 0;
  };
  /// A unit that stays and is almost equal to another, and their first
  /// difference. In its text "here" is the unit, "there" is the other one.
  struct NearMiss {
    std::string name;
    std::string other;
    std::string difference;
    Place here, there;
  };
  struct Totals {
    uint64_t functions = 0;
    /// Units that might have been deleted in favour of another.
    uint64_t candidates = 0;
    uint64_t merged = 0;
    uint64_t callsRewritten = 0;
    uint64_t weight = 0;
    uint64_t comparisons = 0;
    uint64_t budgetSpent = 0;
    uint64_t proofSteps = 0;
  };

  // All lists are sorted by the name that comes first in their entries.
  std::vector<Unit> units;
  std::vector<Merge> merges;
  std::vector<Kept> kept;
  std::vector<NearMiss> nearMisses;
  /// Each deleted function and its survivor, members of Groups included.
  std::vector<std::pair<std::string, std::string>> renames;
  Totals totals;
};

} // namespace pld::dedup

#endif // PLD_TRANSFORMS_DEDUP_MERGEPLAN_H

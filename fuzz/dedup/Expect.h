//===- Expect.h - What the pass must do ------------------------- -*- C++
//-*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_FUZZ_DEDUP_EXPECT_H
#define PLD_FUZZ_DEDUP_EXPECT_H

#include "Program.h"

#include <memory>

namespace pld::fuzz {

/// What becomes of a unit.
struct Outcome {
  /// The unit that it becomes, by root, or empty if it stays.
  std::string target;
  /// How the report calls the merge.
  std::string how;
  /// Reason codes of which one must be given if it stays and no other unit
  /// becomes it. None are checked if this is empty.
  llvm::SmallVector<std::string> reasons;
};

/// What the pass must do with each unit of `program`, in the order of
/// `Program::units`. Units whose signatures differ in the names of symbols are
/// merged where each of their dispatches is exact.
std::vector<Outcome> expectOutcomes(const Program &program);

/// Compares what is known of the units with their text: an error in the
/// generator would show as a disagreement of the two. Returns what is wrong.
std::string checkUnits(const Program &program);

/// Judges merges, whoever made them.
class MergeJudge {
public:
  explicit MergeJudge(const Program &program);
  ~MergeJudge();

  /// Why the unit of `from` must not become that of `to`, or nothing if that is
  /// right, or not known to be wrong.
  std::string findFault(llvm::StringRef from, llvm::StringRef to) const;

private:
  class Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace pld::fuzz

#endif // PLD_FUZZ_DEDUP_EXPECT_H

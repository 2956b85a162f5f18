//===- Options.h - Options of the deduplication --------------- -*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TRANSFORMS_DEDUP_OPTIONS_H
#define PLD_TRANSFORMS_DEDUP_OPTIONS_H

#include <cstdint>
#include <optional>

namespace pld::dedup {

/// What happens to a function with a shape symbol that nothing binds.
enum class FreeSymbols : uint8_t {
  /// It is kept.
  Keep,
  /// It may be merged; its free symbols are compared by name.
  Identical
};

/// The options of the pass `pld-deduplicate-outlined-kernels`, which describes
/// them. The numbers are limits of cost: a limit that is hit means a missed
/// merge, never a wrong one.
struct Options {
  FreeSymbols freeSymbols = FreeSymbols::Keep;
  uint64_t maxBucket = 8;
  uint64_t comparisonBudget = 8;
  uint64_t proofSteps = 65536;
  uint64_t signatureLimit = 256;
  /// The steps that all proofs may take together; by default, as many as the
  /// program weighs.
  std::optional<uint64_t> proofBudget;
  /// Whether to say what makes units differ that are almost equal. Decisions do
  /// not depend on it.
  bool explainNearMisses = true;
};

} // namespace pld::dedup

#endif // PLD_TRANSFORMS_DEDUP_OPTIONS_H

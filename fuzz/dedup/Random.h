//===- Random.h - Random choices that a seed determines --------- -*- C++
//-*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The standard library's distributions differ from one implementation to the
// next, so they are not used. For the same reason no expression may make two
// choices whose order the language leaves open, such as two arguments of one
// call.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_FUZZ_DEDUP_RANDOM_H
#define PLD_FUZZ_DEDUP_RANDOM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cassert>
#include <cstdint>
#include <utility>

namespace pld::fuzz {

/// SplitMix64: small, and good enough for choices.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}

  uint64_t next() {
    state += 0x9E3779B97F4A7C15ull;
    uint64_t word = state;
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9ull;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EBull;
    return word ^ (word >> 31);
  }

  /// A number less than `bound`, which is not 0. The bias is of no matter here.
  uint64_t below(uint64_t bound) {
    assert(bound != 0);
    return next() % bound;
  }
  /// A number from `low` to `high`.
  int64_t between(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(below(high - low + 1));
  }
  /// True in `percent` of 100 cases.
  bool chance(unsigned percent) { return below(100) < percent; }

  /// One of the elements of `range`, which is not empty.
  template <typename T> const T &pick(llvm::ArrayRef<T> range) {
    return range[below(range.size())];
  }
  template <typename T, unsigned N>
  const T &pick(const llvm::SmallVector<T, N> &range) {
    return range[below(range.size())];
  }
  template <typename T, size_t N> const T &pick(const T (&range)[N]) {
    return range[below(N)];
  }

  template <typename RangeT> void shuffle(RangeT &range) {
    for (size_t i = range.size(); i > 1; --i)
      std::swap(range[i - 1], range[below(i)]);
  }

private:
  uint64_t state;
};

} // namespace pld::fuzz

#endif // PLD_FUZZ_DEDUP_RANDOM_H

//===- Poison.h - What keeps a unit from being merged ----------- -*- C++
//-*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_FUZZ_DEDUP_POISON_H
#define PLD_FUZZ_DEDUP_POISON_H

#include "FunctionGen.h"

namespace pld::fuzz {

/// The symbol that nothing binds, and one that is listed beside it.
constexpr llvm::StringLiteral kFreeSymbol = "free symbol";
constexpr llvm::StringLiteral kOtherFreeSymbol = "other free symbol";

/// Puts something into a function of `unit` that a merged unit must not have.
/// Returns the reason codes of which the pass must give one. `helper` is a
/// function that it may call. With `allowUnregistered`, it may be an
/// unregistered operation.
llvm::SmallVector<std::string, 1> poison(llvm::ArrayRef<FuncOp> unit,
                                         FuncOp helper, bool allowUnregistered,
                                         TypeGen &types, Random &rng);

} // namespace pld::fuzz

#endif // PLD_FUZZ_DEDUP_POISON_H

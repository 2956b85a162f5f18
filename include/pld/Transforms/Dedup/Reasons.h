//===- Reasons.h - Why a function stays ----------------------- -*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TRANSFORMS_DEDUP_REASONS_H
#define PLD_TRANSFORMS_DEDUP_REASONS_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>

namespace pld::dedup {

/// Why a kernel or Group stays as it is. The codes that they print as are
/// stable; docs/deduplication.md has a paragraph for each.
///
/// Several may hold at once; a function reports one. IncompleteIndex comes
/// before everything, then what is wrong with a Group's membership, then what
/// admission found (of several findings the one listed first here), then
/// Unreferenced and Public, and last what the planner met.
enum class Reason : uint8_t {
  Unreferenced,
  Public,
  IdentityKind,
  External,
  RuntimeBinding,
  InlineSource,
  FreeCapture,
  UnknownType,
  ExplicitStorage,
  CommResource,
  PrefetchEscape,
  HelperCall,
  UnregisteredOp,
  SharedMember,
  MemberCalledOutside,
  Unique,
  BucketFull,
  ComparisonBudget,
  SignatureLimit,
  ProofFailed,
  ProofBudget,
  IncompleteIndex
};

/// The code of `reason`, such as "free-capture".
llvm::StringRef stringifyReason(Reason reason);

/// A reason, and what exactly was met.
struct Finding {
  Reason reason;
  std::string detail;
};

} // namespace pld::dedup

#endif // PLD_TRANSFORMS_DEDUP_REASONS_H

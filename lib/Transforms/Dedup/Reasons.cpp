//===- Reasons.cpp - Why a function stays ---------------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Transforms/Dedup/Reasons.h"

#include "llvm/Support/ErrorHandling.h"

llvm::StringRef pld::dedup::stringifyReason(Reason reason) {
  switch (reason) {
  case Reason::Unreferenced:
    return "unreferenced";
  case Reason::Public:
    return "public";
  case Reason::IdentityKind:
    return "identity-kind";
  case Reason::External:
    return "external";
  case Reason::RuntimeBinding:
    return "runtime-binding";
  case Reason::InlineSource:
    return "inline-source";
  case Reason::FreeCapture:
    return "free-capture";
  case Reason::UnknownType:
    return "unknown-type";
  case Reason::ExplicitStorage:
    return "explicit-storage";
  case Reason::CommResource:
    return "comm-resource";
  case Reason::PrefetchEscape:
    return "prefetch-escape";
  case Reason::HelperCall:
    return "helper-call";
  case Reason::UnregisteredOp:
    return "unregistered-op";
  case Reason::SharedMember:
    return "shared-member";
  case Reason::MemberCalledOutside:
    return "member-called-outside";
  case Reason::Unique:
    return "unique";
  case Reason::BucketFull:
    return "bucket-full";
  case Reason::ComparisonBudget:
    return "comparison-budget";
  case Reason::SignatureLimit:
    return "signature-limit";
  case Reason::ProofFailed:
    return "proof-failed";
  case Reason::ProofBudget:
    return "proof-budget";
  case Reason::IncompleteIndex:
    return "incomplete-index";
  }
  llvm_unreachable("every reason has a code");
}

//===- Registry.h - The registry of operator identities ---------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Binds the records of one operator in the model's source, with SuperKernel
// off and with SuperKernel on, by exact provenance. See docs/identity.md.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_IDENTITY_REGISTRY_H
#define PLD_IDENTITY_REGISTRY_H

#include "pld/Identity/Fingerprint.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>

namespace pld::identity {

/// What there is to say about a registry.
struct RegistrySummary {
  /// Whether every binding is certain: only then may it authorise reordering.
  bool isComplete = false;
  uint64_t numEntries = 0, numBlockers = 0;
  Fingerprint fingerprint;
};

/// Builds the registry of a file of observations and writes it to `output`,
/// which must not exist, completely or not at all. Evidence is beneath `root`;
/// if that is empty, beneath the folder of the file. Linear in the file but for
/// sorting; evidence is streamed.
llvm::Expected<RegistrySummary> buildRegistry(llvm::StringRef observations,
                                              llvm::StringRef root,
                                              llvm::StringRef output);

/// Checks that a registry is what its observations and the evidence give now.
/// With `requireComplete`, a blocker is an error.
llvm::Expected<RegistrySummary> validateRegistry(llvm::StringRef registry,
                                                 llvm::StringRef root,
                                                 bool requireComplete);

} // namespace pld::identity

#endif // PLD_IDENTITY_REGISTRY_H

//===- Evidence.h - Files that observations are from ------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_IDENTITY_EVIDENCE_H
#define PLD_IDENTITY_EVIDENCE_H

#include "pld/Identity/Fingerprint.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace pld::identity {

/// An element of `evidence_files`.
struct EvidenceFile {
  std::string path; // relative to the root, without links
  uint64_t size = 0;
  Fingerprint fingerprint;
};

/// Describes a regular file beneath the folder `root` as it is now. A path that
/// is not absolute is relative to the root. Reads all of it, in blocks.
llvm::Expected<EvidenceFile> describeEvidence(llvm::StringRef root,
                                              llvm::StringRef path);

} // namespace pld::identity

#endif // PLD_IDENTITY_EVIDENCE_H

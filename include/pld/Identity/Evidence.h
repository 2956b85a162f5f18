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

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pld::identity {

/// An element of `evidence_files`.
struct EvidenceFile {
  std::string path; // relative to the root, without links
  uint64_t size = 0;
  Fingerprint fingerprint;
};

/// Where the lines of a text start, in bytes. Lines end after "\n".
class LineTable {
public:
  /// Takes the bytes that follow.
  void add(llvm::StringRef bytes);

  /// The byte of a place: lines count from 1, bytes within them from 0. What is
  /// behind the last byte of a line, but for its "\n", is a place, too.
  std::optional<uint64_t> find(uint64_t line, uint64_t byte) const;

private:
  std::vector<uint64_t> starts = {0};
  uint64_t size = 0;
};

/// Describes a regular file beneath the folder `root` as it is now. A path that
/// is not absolute is relative to the root. Reads all of it, in blocks. `lines`
/// gets those of the same bytes; it takes eight bytes for each.
llvm::Expected<EvidenceFile> describeEvidence(llvm::StringRef root,
                                              llvm::StringRef path,
                                              LineTable *lines = nullptr);

} // namespace pld::identity

#endif // PLD_IDENTITY_EVIDENCE_H

//===- Sha256.h - SHA-256 of any number of bytes ----------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_IDENTITY_SHA256_H
#define PLD_IDENTITY_SHA256_H

#include "llvm/ADT/StringRef.h"

#include <array>
#include <cstdint>

namespace pld::identity {

/// SHA-256 as FIPS 180-4 defines it. llvm::SHA256 counts bytes in 32 bits and
/// gives another result from 4 GiB on; evidence may be longer.
class Sha256 {
public:
  using Digest = std::array<uint8_t, 32>;

  /// Uses the instructions that the processor has for it, unless told not to.
  explicit Sha256(bool isPortable = false);

  void update(llvm::StringRef bytes);
  /// The digest of all bytes. Nothing may be added afterwards.
  Digest finish();

private:
  using State = std::array<uint32_t, 8>;
  void (*addBlocks)(State &, llvm::StringRef);
  State state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<char, 64> pending; // the start of a block
  uint64_t numBytes = 0;
};

} // namespace pld::identity

#endif // PLD_IDENTITY_SHA256_H

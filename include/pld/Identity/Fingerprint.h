//===- Fingerprint.h - Fingerprints of files and documents ------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_IDENTITY_FINGERPRINT_H
#define PLD_IDENTITY_FINGERPRINT_H

#include "pld/Identity/Json.h"
#include "pld/Identity/Sha256.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <string>

namespace pld::identity {

/// A SHA-256. Fingerprints are ordered as their texts are.
struct Fingerprint {
  Sha256::Digest digest;

  bool operator==(const Fingerprint &other) const {
    return digest == other.digest;
  }
  bool operator!=(const Fingerprint &other) const { return !(*this == other); }
  bool operator<(const Fingerprint &other) const {
    return digest < other.digest;
  }

  /// "sha256:" and 64 lower-case hexadecimal digits.
  std::string str() const;
  static std::optional<Fingerprint> parse(llvm::StringRef text);
};

/// A stream that only keeps the fingerprint of what is written to it.
class FingerprintStream : public llvm::raw_ostream {
public:
  FingerprintStream() { SetBuffer(buffer, sizeof(buffer)); }
  ~FingerprintStream() override { flush(); }

  /// The fingerprint of all bytes. Nothing may be written afterwards.
  Fingerprint finish() {
    flush();
    return {hash.finish()};
  }

private:
  void write_impl(const char *data, size_t size) override {
    hash.update(llvm::StringRef(data, size));
    numBytes += size;
  }
  uint64_t current_pos() const override { return numBytes; }

  Sha256 hash;
  uint64_t numBytes = 0;
  char buffer[4096];
};

/// The fingerprint of the canonical form of a value.
Fingerprint getFingerprint(const JsonValue &value);
/// The same for an object without its member `omitted`.
Fingerprint getFingerprintWithout(const JsonValue &object,
                                  llvm::StringRef omitted);

} // namespace pld::identity

#endif // PLD_IDENTITY_FINGERPRINT_H

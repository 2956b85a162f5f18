//===- Fingerprint.cpp - Fingerprints of files and documents --------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Identity/Fingerprint.h"
#include "pld/Identity/JsonWriter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace pld::identity;

static constexpr StringLiteral kPrefix = "sha256:";

std::string Fingerprint::str() const {
  return kPrefix.str() + toHex(digest, /*LowerCase=*/true);
}

std::optional<Fingerprint> Fingerprint::parse(StringRef text) {
  Fingerprint result;
  if (!text.consume_front(kPrefix) || text.size() != 2 * result.digest.size() ||
      any_of(text, [](char c) { return !isHexDigit(c) || isUpper(c); }))
    return std::nullopt;
  for (auto [i, byte] : enumerate(result.digest))
    byte = hexFromNibbles(text[2 * i], text[2 * i + 1]);
  return result;
}

Fingerprint pld::identity::getFingerprint(const JsonValue &value) {
  FingerprintStream stream;
  JsonWriter(stream).value(value);
  return stream.finish();
}

Fingerprint pld::identity::getFingerprintWithout(const JsonValue &object,
                                                 StringRef omitted) {
  FingerprintStream stream;
  JsonWriter(stream).objectWithout(object, omitted);
  return stream.finish();
}

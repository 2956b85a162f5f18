//===- Text.cpp - Strings and messages of the registry --------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Identity/Text.h"
#include "pld/Identity/Json.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

using namespace llvm;
using namespace pld::identity;

/// Longer texts are cut off in messages.
static constexpr size_t kMaxQuoted = 200;

Error pld::identity::makeError(const Twine &message) {
  return createStringError(inconvertibleErrorCode(), message);
}

/// Controls beyond ASCII, and what separates lines.
static bool isUnprintable(UTF32 c) {
  return (c >= 0x80 && c < 0xA0) || c == 0x2028 || c == 0x2029;
}

std::string pld::identity::makePrintable(StringRef text) {
  std::string printable;
  auto escape = [&](StringRef prefix, uint32_t code, unsigned width) {
    printable += prefix;
    printable += utohexstr(code, /*LowerCase=*/true, width);
  };
  while (!text.empty()) {
    auto *begin = reinterpret_cast<const UTF8 *>(text.data());
    UTF32 code = 0;
    if (convertUTF8Sequence(&begin, begin + text.size(), &code,
                            strictConversion) != conversionOK) {
      escape("\\x", uint8_t(text[0]), 2);
      text = text.drop_front();
      continue;
    }
    size_t size = getNumBytesForUTF8(uint8_t(text[0]));
    if (code < 0x20 || code == 0x7F)
      escape("\\x", code, 2);
    else if (isUnprintable(code))
      escape("\\u", code, 4);
    else
      printable += text.take_front(size);
    text = text.drop_front(size);
  }
  return printable;
}

std::string pld::identity::quote(StringRef text) {
  bool isCut = text.size() > kMaxQuoted;
  if (isCut) {
    // Not in the middle of a character.
    size_t size = kMaxQuoted;
    while (size && (uint8_t(text[size]) & 0xC0) == 0x80)
      --size;
    text = text.take_front(size);
  }
  return "'" + makePrintable(text) + (isCut ? "...'" : "'");
}

static bool isSpace(uint32_t c) {
  return (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x20) || c == 0x85 ||
         c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) ||
         c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F ||
         c == 0x3000;
}

/// The first character of text that is not empty.
static uint32_t firstCharacter(StringRef text) {
  UTF32 character = 0;
  auto *begin = reinterpret_cast<const UTF8 *>(text.data());
  convertUTF8Sequence(&begin, begin + text.size(), &character,
                      strictConversion);
  return character;
}

bool pld::identity::isCanonicalString(StringRef text) {
  if (text.empty() || isSpace(firstCharacter(text)))
    return false;
  size_t last = text.size() - 1;
  while (last && (uint8_t(text[last]) & 0xC0) == 0x80)
    --last;
  return !isSpace(firstCharacter(text.drop_front(last)));
}

StringRef pld::identity::findPathFault(StringRef path) {
  if (path.empty())
    return "must not be empty";
  auto *bytes = reinterpret_cast<const UTF8 *>(path.data());
  if (!isLegalUTF8String(&bytes, bytes + path.size()))
    return "is not valid UTF-8";
  if (!isCanonicalString(path))
    return "has white space around it";
  if (any_of(path, [](char c) { return uint8_t(c) < 0x20 || c == 0x7F; }))
    return "has a control character in it";
  return "";
}

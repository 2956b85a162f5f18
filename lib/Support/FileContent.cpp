//===- FileContent.cpp - What a file is instead ---------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Support/FileContent.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <sys/stat.h>

using namespace llvm;

/// Beginnings that nothing else has.
static constexpr std::pair<StringLiteral, StringLiteral> kMagic[] = {
    {StringLiteral("ML\xEFR"), StringLiteral("MLIR bytecode")},
    {StringLiteral("BC\xC0\xDE"), StringLiteral("LLVM bitcode")},
    {StringLiteral("\x7F"
                   "ELF"),
     StringLiteral("an ELF file")},
    {StringLiteral("\x1F\x8B"), StringLiteral("gzip data")},
    {StringLiteral("BZh"), StringLiteral("bzip2 data")},
    {StringLiteral("\xFD"
                   "7zXZ"),
     StringLiteral("xz data")},
    {StringLiteral("\x28\xB5\x2F\xFD"), StringLiteral("zstd data")},
    {StringLiteral("PK\x03\x04"), StringLiteral("a zip archive")},
    {StringLiteral("\xFF\xFE"), StringLiteral("UTF-16 text")},
    {StringLiteral("\xFE\xFF"), StringLiteral("UTF-16 text")},
};

/// Whether a text begins as that of a module does, or with an alias.
static bool isMlirText(StringRef text) {
  constexpr StringLiteral kBeginnings[] = {"module", "builtin.module", "pld.",
                                           "func.func", "\"builtin.module\"("};
  if (text.starts_with("#") || text.starts_with("!"))
    return text.split('\n').first.contains(" = ");
  return any_of(kBeginnings,
                [&](StringRef word) { return text.starts_with(word); });
}

StringRef pld::describeContent(StringRef begin) {
  begin = begin.take_front(kContentPrefix);
  for (auto [magic, what] : kMagic)
    if (begin.starts_with(magic))
      return what;
  // A map of at most 15, 2^16 or 2^32 members, as PyPTO writes a program.
  uint8_t first = begin.empty() ? 0 : uint8_t(begin[0]);
  if ((first & 0xF0) == 0x80 || first == 0xDE || first == 0xDF)
    return "MessagePack data";
  if (begin.contains('\0'))
    return "binary data";
  StringRef text = begin.ltrim();
  if (text.empty())
    return begin.size() < kContentPrefix ? "empty" : "";
  bool hasComment = text.starts_with("//");
  while (text.starts_with("//"))
    text = text.split('\n').second.ltrim();
  if (isMlirText(text))
    return "MLIR text";
  return hasComment ? "the text of a program" : "";
}

StringRef pld::describeKind(mode_t mode) {
  if (S_ISDIR(mode))
    return "a folder";
  if (S_ISFIFO(mode))
    return "a pipe";
  if (S_ISSOCK(mode))
    return "a socket";
  if (S_ISLNK(mode))
    return "a symbolic link";
  return "a device";
}

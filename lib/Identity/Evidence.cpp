//===- Evidence.cpp - Files that observations are from --------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Identity/Evidence.h"
#include "Files.h"
#include "pld/Identity/Text.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace pld::identity;

void LineTable::add(StringRef bytes) {
  for (size_t at = bytes.find('\n'); at != StringRef::npos;
       at = bytes.find('\n', at + 1))
    starts.push_back(size + at + 1);
  size += bytes.size();
}

std::optional<uint64_t> LineTable::find(uint64_t line, uint64_t byte) const {
  if (line == 0 || line > starts.size())
    return std::nullopt;
  uint64_t start = starts[line - 1];
  uint64_t end = line == starts.size() ? size : starts[line] - 1;
  if (byte > end - start)
    return std::nullopt;
  return start + byte;
}

Expected<EvidenceFile> pld::identity::describeEvidence(StringRef root,
                                                       StringRef path,
                                                       LineTable *lines) {
  Expected<RootFolder> folder = RootFolder::open(root);
  if (!folder)
    return folder.takeError();
  std::string name = "evidence file " + quote(path);
  Expected<std::string> resolved = sys::path::is_absolute(path)
                                       ? folder->resolveOutside(path, name)
                                       : folder->resolve(path, name);
  if (!resolved)
    return resolved.takeError();
  Expected<FileReader> file = folder->openFile(*resolved, name);
  if (!file)
    return file.takeError();
  Expected<Fingerprint> fingerprint = file->fingerprint([&](StringRef bytes) {
    if (lines)
      lines->add(bytes);
  });
  if (!fingerprint)
    return fingerprint.takeError();
  return EvidenceFile{std::move(*resolved), file->size(), *fingerprint};
}

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

Expected<EvidenceFile> pld::identity::describeEvidence(StringRef root,
                                                       StringRef path) {
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
  Expected<Fingerprint> fingerprint = file->fingerprint();
  if (!fingerprint)
    return fingerprint.takeError();
  return EvidenceFile{std::move(*resolved), file->size(), *fingerprint};
}

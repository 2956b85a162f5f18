//===- NewFile.h - A file that appears whole --------------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_LIB_IDENTITY_NEWFILE_H
#define PLD_LIB_IDENTITY_NEWFILE_H

#include "Files.h"
#include "llvm/Support/raw_ostream.h"

#include <memory>

namespace pld::identity {

/// An output that appears complete or not at all, and never replaces a file.
///
/// Where the file system can, it has no name until it is complete, so that
/// nothing is left behind however the program ends. Elsewhere it has a hidden
/// name in the same folder.
class NewFile {
public:
  /// An error if there is something at `path`, if only a link to nowhere.
  static llvm::Error checkIsFree(llvm::StringRef path);
  /// Starts a file for `path`; makes the folders that are missing.
  static llvm::Expected<NewFile> create(llvm::StringRef path,
                                        bool forceName = false);
  ~NewFile();
  NewFile(NewFile &&) = default;

  llvm::raw_ostream &stream() { return *output; }
  /// Gives the file its name, once it and then its folder are on the disk.
  llvm::Error commit();

private:
  NewFile(llvm::StringRef path, Descriptor folder, std::string name)
      : path(path.str()), folder(std::move(folder)), name(std::move(name)) {}
  llvm::Error open(bool forceName);
  /// Zero, or -1 and `errno`.
  int publish();

  std::string path;
  Descriptor folder;
  std::string name;
  std::string temporary; // the hidden name, if there is one
  Descriptor file;
  std::unique_ptr<llvm::raw_fd_ostream> output;
};

} // namespace pld::identity

#endif // PLD_LIB_IDENTITY_NEWFILE_H

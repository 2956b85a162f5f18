//===- Files.h - Files beneath a folder -------------------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evidence is named by a file that somebody else wrote, in a folder in which
// somebody else may write. A name is resolved first, and the result, which has
// no links, is opened beneath the folder without following any. Whatever
// happens in between, nothing outside of the folder is read.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_LIB_IDENTITY_FILES_H
#define PLD_LIB_IDENTITY_FILES_H

#include "pld/Identity/Fingerprint.h"
#include "pld/Support/Descriptor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <sys/stat.h>

namespace pld::identity {

/// A regular file that is read from its start to its end.
class FileReader {
public:
  /// Opens any path. Messages call the file `name`.
  static llvm::Expected<FileReader> open(llvm::StringRef path,
                                         const llvm::Twine &name);
  /// Takes an open file, which must be a regular one. Waits for some
  /// milliseconds if it was changed just now: a change after that is seen.
  static llvm::Expected<FileReader> create(Descriptor file,
                                           const llvm::Twine &name);

  /// The size in bytes when the file was opened.
  uint64_t size() const { return before.st_size; }
  /// The next bytes; none at the end. It is an error if the file has changed
  /// in between.
  llvm::Expected<size_t> read(llvm::MutableArrayRef<char> buffer);
  /// Reads all that is left in blocks of 1 MiB, and shows each to `see`.
  llvm::Expected<Fingerprint>
  fingerprint(llvm::function_ref<void(llvm::StringRef)> see = nullptr);

private:
  FileReader(Descriptor file, std::string name)
      : file(std::move(file)), name(std::move(name)) {}
  llvm::Error changed() const;

  Descriptor file;
  std::string name;
  struct stat before = {};
  uint64_t numBytes = 0;
};

/// The folder beneath which all files are.
class RootFolder {
public:
  static llvm::Expected<RootFolder> open(llvm::StringRef path);

  /// Where a file is that is named relative to the root, relative to the root
  /// and without links. The file exists, and its path is one that a document
  /// may have. Messages call it `name`.
  llvm::Expected<std::string> resolve(llvm::StringRef path,
                                      const llvm::Twine &name) const;
  /// The same for a path that is relative to the working directory.
  llvm::Expected<std::string> resolveOutside(llvm::StringRef path,
                                             const llvm::Twine &name) const;
  /// Opens what `resolve` gave.
  llvm::Expected<FileReader> openFile(llvm::StringRef resolved,
                                      const llvm::Twine &name) const;

private:
  RootFolder(Descriptor folder, std::string path)
      : folder(std::move(folder)), realPath(std::move(path)) {}

  Descriptor folder;
  std::string realPath;
};

/// Opens a path beneath a folder; a link in it is an error. -1 and `errno` if
/// that fails.
int openBeneath(int folder, llvm::StringRef path, int flags);
/// The same, name by name, for kernels that have no openat2.
int openBeneathByName(int folder, llvm::StringRef path, int flags);

} // namespace pld::identity

#endif // PLD_LIB_IDENTITY_FILES_H

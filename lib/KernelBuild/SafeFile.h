//===- SafeFile.h - Files that are what was checked -------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files are opened once: what is checked about a file is checked on its
// descriptor, and the bytes that are used are the bytes that were checked.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_LIB_KERNELBUILD_SAFEFILE_H
#define PLD_LIB_KERNELBUILD_SAFEFILE_H

#include "pld/Support/Descriptor.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <utility>

namespace pld::kernels {

/// A regular file that is open for reading. Pipes and devices are refused, and
/// not even opened, which may do something to a device. Needs /proc.
class OpenFile {
public:
  /// Follows symbolic links.
  static llvm::Expected<OpenFile> open(llvm::StringRef path);
  /// Follows none below the folder. `path` is relative and has no `..`.
  static llvm::Expected<OpenFile> openBeneath(const Descriptor &folder,
                                              llvm::StringRef path);

  uint64_t getSize() const { return size; }
  /// Reads the file in blocks. An error if its size has changed, or if `use`
  /// fails.
  llvm::Error read(llvm::function_ref<llvm::Error(llvm::StringRef)> use) const;
  /// The SHA-256, in hexadecimal digits. `use` sees the same bytes.
  llvm::Expected<std::string>
  digest(llvm::function_ref<llvm::Error(llvm::StringRef)> use = nullptr) const;

private:
  OpenFile(Descriptor &&fd, uint64_t size, llvm::StringRef path)
      : fd(std::move(fd)), size(size), path(path.str()) {}
  static llvm::Expected<OpenFile> reopen(int fd, llvm::StringRef path);

  Descriptor fd;
  uint64_t size;
  std::string path;
};

llvm::Expected<Descriptor> openFolder(llvm::StringRef path);

/// The bytes of a file of at most `limit` bytes.
llvm::Expected<std::string> readFile(llvm::StringRef path, uint64_t limit);
llvm::Expected<std::string> readFile(const OpenFile &file, llvm::StringRef path,
                                     uint64_t limit);

/// Waits until what is at a path, a file or a folder, is on the disk.
llvm::Error syncPath(llvm::StringRef path);

/// Writes a file as OutputFile does.
llvm::Error writeFile(llvm::StringRef path, llvm::StringRef bytes);

/// A new folder that is filled beside its place, and then moved there when all
/// is on the disk. Without `publish` nothing remains of it.
class NewFolder {
public:
  /// An error if there is something at `path` other than an empty folder.
  static llvm::Expected<NewFolder> create(llvm::StringRef path);
  NewFolder(NewFolder &&other)
      : path(std::move(other.path)),
        temporary(std::exchange(other.temporary, {})) {}
  NewFolder &operator=(NewFolder &&) = delete;
  ~NewFolder();

  /// Where `relative` is while the folder is filled. Makes the folders above.
  llvm::Expected<std::string> place(llvm::StringRef relative) const;
  /// Writes the bytes of a file. Gives their SHA-256.
  llvm::Expected<std::string> copy(const OpenFile &file,
                                   llvm::StringRef relative) const;
  llvm::Error publish();

private:
  NewFolder(std::string path, std::string temporary)
      : path(std::move(path)), temporary(std::move(temporary)) {}
  std::string path, temporary;
};

} // namespace pld::kernels

#endif // PLD_LIB_KERNELBUILD_SAFEFILE_H

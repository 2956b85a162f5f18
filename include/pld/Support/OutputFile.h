//===- OutputFile.h - A file that appears whole -----------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one way in which our tools and passes write files. See "Output files" in
// docs/architecture.md for the rules.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_SUPPORT_OUTPUTFILE_H
#define PLD_SUPPORT_OUTPUTFILE_H

#include "pld/Support/Descriptor.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorOr.h"
#include "llvm/Support/raw_ostream.h"

#include <memory>
#include <optional>
#include <string>

namespace pld {

/// An output that appears whole or not at all.
///
/// Where the file system can, a file has no name until it is complete, so that
/// nothing is left behind however the program ends. Elsewhere it has a hidden
/// name in the same folder. No error is left in a stream: LLVM would end the
/// process for it.
class OutputFile {
public:
  /// The fate of a file that is at the path already.
  enum class Existing : uint8_t {
    /// It is replaced in one step, and its permissions stay. Links are
    /// followed. What is not a regular file is written to as it is, and so is
    /// the standard output, which `-` and names such as /dev/stdout stand for.
    Replace,
    /// It is an error, if only a link to nowhere.
    Refuse,
  };

  /// Starts an output. The folder must exist. `forceName` is for tests.
  static llvm::ErrorOr<OutputFile> open(llvm::StringRef path,
                                        Existing existing = Existing::Replace,
                                        bool forceName = false);
  OutputFile(OutputFile &&) = default;
  /// Without `commit`, nothing remains of a file.
  ~OutputFile();

  llvm::raw_ostream &os() { return *output; }
  /// A path by which another part of this process can open what is written.
  std::string getTemporaryPath() const;
  /// Gives the file its name, once it and then its folder are on the disk.
  /// Nothing may be written afterwards.
  std::error_code commit();

private:
  OutputFile() = default;
  std::error_code openInPlace(const std::string &path);
  std::error_code openTemporary(const std::string &path, bool forceName);
  /// These give zero, or -1 and `errno`.
  int adoptStatus();
  int publish();

  llvm::raw_fd_ostream *output = nullptr;
  std::unique_ptr<llvm::raw_fd_ostream> owned; // if it is not outs()
  Descriptor file;

  // For a file that gets its name in the end.
  Existing existing = Existing::Replace;
  Descriptor folder;
  std::string name;
  std::string temporary; // the hidden path, if there is one
};

/// Makes a folder and those above it that are missing, as the umask says, and
/// waits until they are on the disk.
std::error_code makeFolders(llvm::StringRef path);

/// Waits until a folder is on the disk. Zero, or -1 and `errno`.
int syncFolder(int folder);

} // namespace pld

#endif // PLD_SUPPORT_OUTPUTFILE_H

//===- NewFile.cpp - A file that appears whole ----------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NewFile.h"
#include "pld/Identity/Text.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <unistd.h>

using namespace llvm;
using namespace pld::identity;

static Error makeWriteError(StringRef path, int code) {
  if (code == EEXIST)
    return makeError("the output " + quote(path) +
                     " exists; nothing is ever replaced");
  return makeError("cannot write " + quote(path) + ": " + sys::StrError(code));
}

Error NewFile::checkIsFree(StringRef path) {
  if (path.contains('\0'))
    return makeError("the output " + quote(path) + " is no name of a file");
  SmallString<128> terminated(path);
  struct stat status;
  if (!::lstat(terminated.c_str(), &status))
    return makeWriteError(path, EEXIST);
  if (errno != ENOENT)
    return makeWriteError(path, errno);
  return Error::success();
}

static int syncFolder(int folder) {
  // Not all file systems can; those have nothing to sync either.
  return ::fsync(folder) && errno != EINVAL ? -1 : 0;
}

/// Makes a folder and those above it that are missing, and syncs the folders in
/// which they are. Opens the folder; -1 and `errno` if that fails.
static int makeFolder(StringRef path) {
  constexpr int kFlags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
  SmallString<128> terminated(path.empty() ? "." : path);
  int folder = ::open(terminated.c_str(), kFlags);
  if (folder >= 0 || errno != ENOENT || path.empty())
    return folder;
  Descriptor parent(makeFolder(sys::path::parent_path(path)));
  if (!parent)
    return -1;
  SmallString<64> name(sys::path::filename(path));
  if ((::mkdirat(parent.get(), name.c_str(), 0777) && errno != EEXIST) ||
      syncFolder(parent.get()))
    return -1;
  return ::openat(parent.get(), name.c_str(), kFlags);
}

Expected<NewFile> NewFile::create(StringRef path, bool forceName) {
  StringRef name = sys::path::filename(path);
  if (path.empty() || path.contains('\0') || name == "." || name == ".." ||
      path.ends_with("/"))
    return makeError("the output " + quote(path) + " is no name of a file");
  Descriptor folder(makeFolder(sys::path::parent_path(path)));
  if (!folder)
    return makeWriteError(path, errno == EEXIST ? ENOTDIR : errno);
  NewFile result(path, std::move(folder), name.str());
  if (Error error = result.open(forceName))
    return std::move(error);
  return result;
}

Error NewFile::open(bool forceName) {
  if (!forceName) {
    file = Descriptor(
        ::openat(folder.get(), ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666));
    // It gets its name through /proc, which may be missing.
    if (file && ::access("/proc/self/fd", F_OK))
      file = Descriptor();
  }
  for (unsigned i = 0; !file && i < 16; ++i) {
    std::string hidden =
        ".pld-identity-" + utohexstr(sys::Process::GetRandomNumber()) + ".tmp";
    file = Descriptor(::openat(folder.get(), hidden.c_str(),
                               O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666));
    if (file)
      temporary = std::move(hidden);
    else if (errno != EEXIST)
      break;
  }
  if (!file)
    return makeWriteError(path, errno);
  output = std::make_unique<raw_fd_ostream>(file.get(), /*shouldClose=*/false);
  output->SetBufferSize(size_t(1) << 16);
  return Error::success();
}

NewFile::~NewFile() {
  if (output) {
    output->flush();
    output->clear_error(); // the file is given up, or was checked
  }
  if (!temporary.empty())
    ::unlinkat(folder.get(), temporary.c_str(), 0);
}

int NewFile::publish() {
  if (temporary.empty()) {
    std::string self = "/proc/self/fd/" + std::to_string(file.get());
    return ::linkat(AT_FDCWD, self.c_str(), folder.get(), name.c_str(),
                    AT_SYMLINK_FOLLOW);
  }
  if (!::renameat2(folder.get(), temporary.c_str(), folder.get(), name.c_str(),
                   RENAME_NOREPLACE)) {
    temporary.clear();
    return 0;
  }
  if (errno != ENOSYS && errno != EINVAL)
    return -1;
  return ::linkat(folder.get(), temporary.c_str(), folder.get(), name.c_str(),
                  0);
}

Error NewFile::commit() {
  output->flush();
  if (std::error_code error = output->error())
    return makeWriteError(path, error.value());
  if (::fsync(file.get()) || publish() || syncFolder(folder.get()))
    return makeWriteError(path, errno);
  return Error::success();
}

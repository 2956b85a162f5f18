//===- OutputFile.cpp - A file that appears whole -------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Support/OutputFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>

using namespace llvm;
using namespace pld;
namespace path = llvm::sys::path;

static std::error_code makeError(int code) {
  return {code, std::generic_category()};
}

/// The folder in which a path is.
static std::string getParent(StringRef name) {
  StringRef parent = path::parent_path(name);
  return parent.empty() ? "." : parent.str();
}

//===----------------------------------------------------------------------===//
// Folders
//===----------------------------------------------------------------------===//

int pld::syncFolder(int folder) {
  // Files may be made in a folder that may not be read, which only its owner
  // could sync.
  Descriptor readable(
      ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!readable)
    return errno == EACCES ? 0 : -1;
  // Not all file systems can; those have nothing to sync either.
  return sys::RetryAfterSignal(-1, ::fsync, readable.get()) && errno != EINVAL
             ? -1
             : 0;
}

/// Opens a folder, and makes those that are missing. -1 and `errno` if that
/// fails.
static int openFolder(StringRef name, bool isMade) {
  constexpr int kFlags = O_PATH | O_DIRECTORY | O_CLOEXEC;
  int folder = ::open(name.str().c_str(), kFlags);
  if (folder >= 0 || errno != ENOENT || !isMade)
    return folder;
  std::string above = getParent(name);
  if (above == name)
    return -1;
  Descriptor parent(openFolder(above, isMade));
  if (!parent)
    return -1;
  std::string last = path::filename(name).str();
  if ((::mkdirat(parent.get(), last.c_str(), 0777) && errno != EEXIST) ||
      syncFolder(parent.get()))
    return -1;
  return ::openat(parent.get(), last.c_str(), kFlags);
}

std::error_code pld::makeFolders(StringRef name) {
  Descriptor folder(openFolder(name.empty() ? "." : name, /*isMade=*/true));
  return folder ? std::error_code() : makeError(errno);
}

//===----------------------------------------------------------------------===//
// Where a path leads
//===----------------------------------------------------------------------===//

/// The descriptor of this process that a link is the name of, such as the 1 of
/// /dev/fd/1.
static std::optional<int> getDescriptor(StringRef link) {
  struct stat folder, own;
  int number;
  if (path::filename(link).getAsInteger(10, number) ||
      ::stat(getParent(link).c_str(), &folder) ||
      ::stat("/proc/self/fd", &own) || folder.st_dev != own.st_dev ||
      folder.st_ino != own.st_ino)
    return std::nullopt;
  return number;
}

/// Whether a link is the system's own, for which its text is only a comment.
static bool isMagic(const std::string &link) {
  Descriptor fd(::open(link.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
  struct statfs status;
  return fd && !::fstatfs(fd.get(), &status) &&
         status.f_type == PROC_SUPER_MAGIC;
}

/// Replaces a path by what it leads to, which need not exist. Stops at the
/// system's own links.
static std::error_code followLinks(std::string &name) {
  for (unsigned i = 0; i != 40; ++i) {
    struct stat status;
    if (::lstat(name.c_str(), &status))
      return errno == ENOENT ? std::error_code() : makeError(errno);
    if (!S_ISLNK(status.st_mode) || isMagic(name))
      return {};
    char target[PATH_MAX];
    ssize_t size = ::readlink(name.c_str(), target, sizeof(target));
    if (size < 0)
      return makeError(errno);
    SmallString<128> next(StringRef(target, size));
    if (!path::is_absolute(next)) {
      next = getParent(name);
      path::append(next, StringRef(target, size));
    }
    name = next.str();
  }
  return makeError(ELOOP);
}

//===----------------------------------------------------------------------===//
// OutputFile
//===----------------------------------------------------------------------===//

/// A name that nobody has.
static std::string makeHiddenName() {
  return ".pld-" + utohexstr(sys::Process::GetRandomNumber()) + ".tmp";
}

ErrorOr<OutputFile> OutputFile::open(StringRef path, Existing existing,
                                     bool forceName) {
  if (path.contains('\0'))
    return makeError(EINVAL);
  if (path.empty())
    return makeError(ENOENT);
  OutputFile result;
  result.existing = existing;
  std::string name = path.str();
  if (existing == Existing::Replace) {
    if (path == "-") {
      result.output = &outs();
      return std::move(result);
    }
    if (std::error_code code = followLinks(name))
      return code;
    struct stat status;
    if (!::lstat(name.c_str(), &status) && !S_ISREG(status.st_mode)) {
      if (std::error_code code = result.openInPlace(name))
        return code;
      return std::move(result);
    }
  }
  if (std::error_code code = result.openTemporary(name, forceName))
    return code;
  return std::move(result);
}

std::error_code OutputFile::openInPlace(const std::string &path) {
  std::optional<int> number = getDescriptor(path);
  if (number == STDOUT_FILENO) {
    output = &outs();
    return {};
  }
  // A descriptor of ours may be at a place that another open file would not
  // have.
  file = Descriptor(number ? ::fcntl(*number, F_DUPFD_CLOEXEC, 0)
                           : sys::RetryAfterSignal(-1, ::open, path.c_str(),
                                                   O_WRONLY | O_TRUNC |
                                                       O_NOCTTY | O_CLOEXEC));
  if (!file)
    return makeError(errno);
  owned = std::make_unique<raw_fd_ostream>(file.get(), /*shouldClose=*/false);
  output = owned.get();
  return {};
}

std::error_code OutputFile::openTemporary(const std::string &path,
                                          bool forceName) {
  name = path::filename(path).str();
  if (name == "." || name == ".." || StringRef(path).ends_with("/"))
    return makeError(EISDIR);
  std::string parent = getParent(path);
  folder = Descriptor(openFolder(parent, /*isMade=*/false));
  if (!folder)
    return makeError(errno);
  // Who may not write a file may not replace it.
  struct stat status;
  if (!::fstatat(folder.get(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW)) {
    if (existing == Existing::Refuse)
      return makeError(EEXIST);
    if (::faccessat(folder.get(), name.c_str(), W_OK, AT_EACCESS))
      return makeError(errno);
  } else if (errno != ENOENT) {
    return makeError(errno);
  }

  if (!forceName) {
    file = Descriptor(
        ::openat(folder.get(), ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666));
    // It gets its name through /proc, which may be missing.
    if (file && ::access("/proc/self/fd", F_OK))
      file = Descriptor();
  }
  for (unsigned i = 0; !file && i < 16; ++i) {
    std::string hidden = makeHiddenName();
    file = Descriptor(::openat(folder.get(), hidden.c_str(),
                               O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666));
    if (file)
      temporary = (Twine(parent) + "/" + hidden).str();
    else if (errno != EEXIST)
      break;
  }
  if (!file)
    return makeError(errno);
  owned = std::make_unique<raw_fd_ostream>(file.get(), /*shouldClose=*/false);
  owned->SetBufferSize(size_t(1) << 16);
  output = owned.get();
  return {};
}

OutputFile::~OutputFile() {
  if (owned) {
    owned->flush();
    owned->clear_error(); // the file is given up, or was checked
  }
  if (!temporary.empty())
    ::unlinkat(folder.get(), path::filename(temporary).str().c_str(), 0);
}

std::string OutputFile::getTemporaryPath() const {
  if (!file)
    return "-";
  return temporary.empty() ? "/proc/self/fd/" + std::to_string(file.get())
                           : temporary;
}

/// Gives the new file the owner, as far as possible, and the permissions of the
/// one that it replaces.
int OutputFile::adoptStatus() {
  struct stat before, now;
  if (::fstatat(folder.get(), name.c_str(), &before, AT_SYMLINK_NOFOLLOW))
    return errno == ENOENT ? 0 : -1;
  if (::fstat(file.get(), &now))
    return -1;
  if (before.st_uid != now.st_uid || before.st_gid != now.st_gid)
      [[maybe_unused]] // only root may do all of it
    int failed = ::fchown(file.get(), before.st_uid, before.st_gid);
  return ::fchmod(file.get(), before.st_mode & 0777);
}

int OutputFile::publish() {
  auto link = [&](const std::string &to) {
    std::string self = "/proc/self/fd/" + std::to_string(file.get());
    return ::linkat(AT_FDCWD, self.c_str(), folder.get(), to.c_str(),
                    AT_SYMLINK_FOLLOW);
  };
  if (temporary.empty() && existing == Existing::Refuse)
    return link(name);
  std::string hidden = path::filename(temporary).str();
  if (temporary.empty()) {
    hidden = makeHiddenName();
    if (link(hidden))
      return -1;
    temporary = hidden;
  }
  if (!::renameat2(folder.get(), hidden.c_str(), folder.get(), name.c_str(),
                   existing == Existing::Refuse ? RENAME_NOREPLACE : 0)) {
    temporary.clear();
    return 0;
  }
  if (existing == Existing::Replace || (errno != ENOSYS && errno != EINVAL))
    return -1;
  return ::linkat(folder.get(), hidden.c_str(), folder.get(), name.c_str(), 0);
}

std::error_code OutputFile::commit() {
  output->flush();
  if (std::error_code code = output->error()) {
    output->clear_error();
    return code;
  }
  if (!folder)
    return {};
  if ((existing == Existing::Replace && adoptStatus()) ||
      (sys::RetryAfterSignal(-1, ::fsync, file.get()) && errno != EINVAL) ||
      publish() || syncFolder(folder.get()))
    return makeError(errno);
  return {};
}

//===- Files.cpp - Files beneath a folder ---------------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files.h"
#include "pld/Identity/Text.h"
#include "pld/Support/FileContent.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cerrno>
#include <ctime>
#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/syscall.h>
#include <unistd.h>

using namespace llvm;
using namespace pld;
using namespace pld::identity;

/// A file system may give two changes within this time the same time stamp.
static constexpr int64_t kClockTick = 20'000'000; // nanoseconds

static Error makeErrnoError(const Twine &name, const Twine &what) {
  int code = errno;
  if (code == ENOENT)
    return makeError(name + " does not exist");
  return makeError("cannot " + what + " " + name + ": " + sys::StrError(code));
}

/// The system would take the part before it for the path.
static Error checkHasNoNul(StringRef path, const Twine &name) {
  if (path.contains('\0'))
    return makeError(name + " has a NUL character in its name");
  return Error::success();
}

static int64_t toNanoseconds(const timespec &time) {
  return time.tv_sec * int64_t(1'000'000'000) + time.tv_nsec;
}

//===----------------------------------------------------------------------===//
// FileReader
//===----------------------------------------------------------------------===//

/// Nothing waits for the other end of a fifo, or becomes somebody's terminal.
static constexpr int kReadFlags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;

static Error checkRegular(int file, const Twine &name, struct stat &status) {
  if (::fstat(file, &status))
    return makeErrnoError(name, "read");
  if (!S_ISREG(status.st_mode))
    return makeError(name + " is " + describeKind(status.st_mode) +
                     ", not a regular file");
  return Error::success();
}

/// Opens what a handle is of for reading, if it is a regular file. Opening a
/// device may do something to it; a handle does not, and what it is of stays.
static Expected<FileReader> openHandle(const Descriptor &handle,
                                       const Twine &name) {
  if (!handle)
    return makeErrnoError(name, "open");
  struct stat status;
  if (Error error = checkRegular(handle.get(), name, status))
    return std::move(error);
  std::string link = "/proc/self/fd/" + std::to_string(handle.get());
  Descriptor file(::open(link.c_str(), kReadFlags));
  if (!file && errno == ENOENT)
    return makeError("cannot open " + name + ": there is no /proc/self/fd");
  if (!file)
    return makeErrnoError(name, "open");
  return FileReader::create(std::move(file), name);
}

Expected<FileReader> FileReader::open(StringRef path, const Twine &name) {
  if (Error error = checkHasNoNul(path, name))
    return std::move(error);
  SmallString<128> terminated(path);
  Descriptor handle(::open(terminated.c_str(), O_PATH | O_CLOEXEC));
  return openHandle(handle, name);
}

Expected<FileReader> FileReader::create(Descriptor file, const Twine &name) {
  FileReader reader(std::move(file), name.str());
  for (unsigned i = 0; i < 4; ++i) {
    if (Error error = checkRegular(reader.file.get(), name, reader.before))
      return std::move(error);
    timespec now = {};
    ::clock_gettime(CLOCK_REALTIME, &now);
    int64_t age = toNanoseconds(now) - toNanoseconds(reader.before.st_ctim);
    if (age < 0 || age >= kClockTick)
      break;
    timespec rest = {0, static_cast<long>(kClockTick - age)};
    ::nanosleep(&rest, nullptr);
  }
  return reader;
}

Error FileReader::changed() const {
  return makeError(name + " changed while it was read");
}

Expected<size_t> FileReader::read(MutableArrayRef<char> buffer) {
  ssize_t count = sys::RetryAfterSignal(-1, ::read, file.get(), buffer.data(),
                                        buffer.size());
  if (count < 0)
    return makeErrnoError(name, "read");
  numBytes += count;
  // Something may append to the file faster than it is read.
  if (numBytes > size())
    return changed();
  if (count > 0)
    return size_t(count);
  struct stat after;
  if (::fstat(file.get(), &after))
    return makeErrnoError(name, "read");
  if (numBytes != size() || after.st_size != before.st_size ||
      toNanoseconds(after.st_mtim) != toNanoseconds(before.st_mtim) ||
      toNanoseconds(after.st_ctim) != toNanoseconds(before.st_ctim))
    return changed();
  return size_t(0);
}

Expected<Fingerprint>
FileReader::fingerprint(function_ref<void(StringRef)> see) {
  SmallVector<char, 0> block(size_t(1) << 20);
  Sha256 hash;
  for (;;) {
    Expected<size_t> count = read(block);
    if (!count)
      return count.takeError();
    if (*count == 0)
      return Fingerprint{hash.finish()};
    StringRef bytes(block.data(), *count);
    hash.update(bytes);
    if (see)
      see(bytes);
  }
}

//===----------------------------------------------------------------------===//
// RootFolder
//===----------------------------------------------------------------------===//

Expected<RootFolder> RootFolder::open(StringRef path) {
  std::string name = "the root " + quote(path);
  if (Error error = checkHasNoNul(path, name))
    return std::move(error);
  SmallString<128> terminated(path.empty() ? "." : path), real;
  if (std::error_code error = sys::fs::real_path(terminated, real)) {
    errno = error.value();
    return makeErrnoError(name, "open");
  }
  Descriptor folder(::open(real.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!folder && errno == ENOTDIR)
    return makeError(name + " is not a folder");
  if (!folder)
    return makeErrnoError(name, "open");
  return RootFolder(std::move(folder), real.str().str());
}

Expected<std::string> RootFolder::resolve(StringRef path,
                                          const Twine &name) const {
  return resolveOutside(realPath + "/" + path.str(), name);
}

Expected<std::string> RootFolder::resolveOutside(StringRef path,
                                                 const Twine &name) const {
  if (Error error = checkHasNoNul(path, name))
    return std::move(error);
  SmallString<128> real;
  if (std::error_code error = sys::fs::real_path(path, real)) {
    errno = error.value();
    return makeErrnoError(name, "open");
  }
  StringRef beneath = real;
  if (!beneath.consume_front(realPath == "/" ? "" : realPath) ||
      (!beneath.empty() && !beneath.consume_front("/")))
    return makeError(name + " is outside of the root");
  if (beneath.empty())
    return makeError(name + " is a folder, not a regular file");
  // Documents will name it so.
  if (StringRef fault = findPathFault(beneath); !fault.empty())
    return makeError(name + " is at " + quote(beneath) +
                     " beneath the root, which " + fault);
  return beneath.str();
}

Expected<FileReader> RootFolder::openFile(StringRef resolved,
                                          const Twine &name) const {
  Descriptor handle(
      openBeneath(folder.get(), resolved, O_PATH | O_NOFOLLOW | O_CLOEXEC));
  return openHandle(handle, name);
}

int pld::identity::openBeneath(int folder, StringRef path, int flags) {
  SmallString<128> terminated(path);
  open_how how = {};
  how.flags = flags;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  int file = int(sys::RetryAfterSignal(-1, ::syscall, SYS_openat2, folder,
                                       terminated.c_str(), &how, sizeof(how)));
  // Filters of system calls that do not know it say EPERM.
  if (file < 0 && (errno == ENOSYS || errno == EPERM))
    return openBeneathByName(folder, path, flags);
  return file;
}

int pld::identity::openBeneathByName(int folder, StringRef path, int flags) {
  Descriptor parent;
  for (auto it = sys::path::begin(path), end = sys::path::end(path);;) {
    SmallString<128> name(*it);
    if (name == ".." || name == "/") {
      errno = EXDEV;
      return -1;
    }
    ++it;
    int step = it == end ? flags : O_PATH | O_DIRECTORY | O_CLOEXEC;
    int file =
        sys::RetryAfterSignal(-1, ::openat, parent ? parent.get() : folder,
                              name.c_str(), step | O_NOFOLLOW);
    if (file < 0)
      return -1;
    Descriptor opened(file);
    struct stat status;
    // With O_PATH, a link itself is opened.
    if (::fstat(file, &status) || S_ISLNK(status.st_mode)) {
      errno = ELOOP;
      return -1;
    }
    if (it == end)
      return ::fcntl(file, F_DUPFD_CLOEXEC, 0);
    parent = std::move(opened);
  }
}

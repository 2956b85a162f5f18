//===- SafeFile.cpp - Files that are what was checked ---------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SafeFile.h"
#include "StrictJson.h"
#include "pld/Support/FileContent.h"
#include "pld/Support/OutputFile.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/raw_ostream.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace pld;
using namespace pld::kernels;
using llvm::StringRef;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

static llvm::Error makeFileError(StringRef name, std::error_code code) {
  return llvm::createStringError(quote(name) + ": " + code.message());
}

static llvm::Error makeFileError(StringRef name, int code) {
  return makeFileError(name, std::error_code(code, std::generic_category()));
}

/// A path with a NUL inside would be opened up to there.
static int openAt(int folder, StringRef name, int flags) {
  if (name.contains('\0')) {
    errno = EINVAL;
    return -1;
  }
  return llvm::sys::RetryAfterSignal(-1, ::openat, folder, name.str().c_str(),
                                     flags | O_RDONLY | O_CLOEXEC);
}

//===----------------------------------------------------------------------===//
// OpenFile
//===----------------------------------------------------------------------===//

/// Opens for reading what is open with O_PATH, if it is a regular file.
llvm::Expected<OpenFile> OpenFile::reopen(int fd, StringRef name) {
  if (fd < 0)
    return makeFileError(name, errno);
  Descriptor place(fd);
  struct stat status;
  if (::fstat(fd, &status) != 0)
    return makeFileError(name, errno);
  if (S_ISLNK(status.st_mode))
    return llvm::createStringError(quote(name) +
                                   ": there is a symbolic link on the way");
  if (!S_ISREG(status.st_mode))
    return llvm::createStringError(quote(name) + ": it is " +
                                   describeKind(status.st_mode) +
                                   ", not a regular file");
  Descriptor file(openAt(AT_FDCWD, "/proc/self/fd/" + std::to_string(fd), 0));
  if (file.get() < 0 || ::fstat(file.get(), &status) != 0)
    return makeFileError(name, errno);
  return OpenFile(std::move(file), uint64_t(status.st_size), name);
}

llvm::Expected<OpenFile> OpenFile::open(StringRef name) {
  return reopen(openAt(AT_FDCWD, name, O_PATH), name);
}

llvm::Expected<OpenFile> OpenFile::openBeneath(const Descriptor &folder,
                                               StringRef name) {
  Descriptor current(::fcntl(folder.get(), F_DUPFD_CLOEXEC, 0));
  if (current.get() < 0)
    return makeFileError(name, errno);
  StringRef rest = name;
  while (true) {
    auto [step, below] = rest.split('/');
    bool isLast = step.size() == rest.size();
    int fd = openAt(current.get(), step,
                    O_PATH | O_NOFOLLOW | (isLast ? 0 : O_DIRECTORY));
    if (isLast)
      return reopen(fd, name);
    if (fd < 0) {
      int code = errno;
      struct stat status;
      if (::fstatat(current.get(), step.str().c_str(), &status,
                    AT_SYMLINK_NOFOLLOW) == 0 &&
          S_ISLNK(status.st_mode))
        return llvm::createStringError(quote(name) +
                                       ": there is a symbolic link on the way");
      return makeFileError(name, code);
    }
    current = Descriptor(fd);
    rest = below;
  }
}

llvm::Error
OpenFile::read(llvm::function_ref<llvm::Error(StringRef)> use) const {
  std::vector<char> block(size_t(1) << 18);
  uint64_t offset = 0;
  while (true) {
    ssize_t count = llvm::sys::RetryAfterSignal(
        -1, ::pread, fd.get(), block.data(), block.size(), off_t(offset));
    if (count < 0)
      return makeFileError(path, errno);
    offset += uint64_t(count);
    if (offset > size || (count == 0 && offset != size))
      return llvm::createStringError(quote(path) +
                                     ": it changes while it is read");
    if (count == 0)
      return llvm::Error::success();
    if (llvm::Error error = use(StringRef(block.data(), size_t(count))))
      return error;
  }
}

llvm::Expected<std::string>
OpenFile::digest(llvm::function_ref<llvm::Error(StringRef)> use) const {
  llvm::SHA256 hash;
  if (llvm::Error error = read([&](StringRef bytes) {
        hash.update(bytes);
        return use ? use(bytes) : llvm::Error::success();
      }))
    return std::move(error);
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}

llvm::Expected<Descriptor> pld::kernels::openFolder(StringRef name) {
  int fd = openAt(AT_FDCWD, name, O_DIRECTORY);
  if (fd < 0)
    return makeFileError(name, errno);
  return Descriptor(fd);
}

llvm::Expected<std::string>
pld::kernels::readFile(const OpenFile &file, StringRef name, uint64_t limit) {
  if (file.getSize() > limit)
    return llvm::createStringError(
        quote(name) + ": it has " + llvm::Twine(file.getSize()) +
        " bytes, and may have " + llvm::Twine(limit));
  std::string result;
  result.reserve(file.getSize());
  if (llvm::Error error = file.read([&](StringRef bytes) {
        result += bytes;
        return llvm::Error::success();
      }))
    return std::move(error);
  return result;
}

llvm::Expected<std::string> pld::kernels::readFile(StringRef name,
                                                   uint64_t limit) {
  llvm::Expected<OpenFile> file = OpenFile::open(name);
  if (!file)
    return file.takeError();
  return readFile(*file, name, limit);
}

llvm::Error pld::kernels::syncPath(StringRef name) {
  Descriptor fd(openAt(AT_FDCWD, name, 0));
  if (fd.get() < 0 || llvm::sys::RetryAfterSignal(-1, ::fsync, fd.get()) != 0)
    return makeFileError(name, errno);
  return llvm::Error::success();
}

/// The folder in which a path is.
static StringRef getParent(StringRef name) {
  StringRef parent = path::parent_path(name);
  return parent.empty() ? "." : parent;
}

llvm::Error pld::kernels::writeFile(StringRef name, StringRef bytes) {
  llvm::ErrorOr<OutputFile> file = OutputFile::open(name);
  std::error_code code = file.getError();
  if (!code) {
    file->os() << bytes;
    code = file->commit();
  }
  if (!code)
    return llvm::Error::success();
  return llvm::createStringError("cannot write " + quote(name) + ": " +
                                 code.message());
}

//===----------------------------------------------------------------------===//
// NewFolder
//===----------------------------------------------------------------------===//

llvm::Expected<NewFolder> NewFolder::create(StringRef name) {
  llvm::SmallString<128> absolute(name);
  if (std::error_code code = fs::make_absolute(absolute))
    return makeFileError(name, code);
  while (absolute.size() > 1 && path::is_separator(absolute.back()))
    absolute.pop_back();
  fs::file_status status;
  if (!fs::status(absolute, status)) {
    std::error_code code;
    if (!fs::is_directory(status) ||
        fs::directory_iterator(absolute, code) != fs::directory_iterator())
      return llvm::createStringError(quote(name) + ": it exists");
    // A link to an empty folder stays.
    llvm::SmallString<128> real;
    if ((code = fs::real_path(absolute, real)))
      return makeFileError(name, code);
    absolute = real;
  }
  if (std::error_code code = makeFolders(path::parent_path(absolute)))
    return makeFileError(name, code);
  // Folders are made as the umask says, so that whoever may read the files can
  // find them.
  int problem = EEXIST;
  for (unsigned i = 0; problem == EEXIST && i != 16; ++i) {
    std::string temporary =
        (absolute + "." +
         llvm::utohexstr(llvm::sys::Process::GetRandomNumber(),
                         /*LowerCase=*/true, 6))
            .str();
    if (::mkdir(temporary.c_str(), 0777) == 0)
      return NewFolder(absolute.str().str(), std::move(temporary));
    problem = errno;
  }
  return makeFileError(name, problem);
}

NewFolder::~NewFolder() {
  if (!temporary.empty()) [[maybe_unused]]
    std::error_code code = fs::remove_directories(temporary);
}

llvm::Expected<std::string> NewFolder::place(StringRef relative) const {
  std::string result = temporary + "/" + relative.str();
  if (std::error_code code =
          fs::create_directories(path::parent_path(result),
                                 /*IgnoreExisting=*/true, fs::all_all))
    return makeFileError(relative, code);
  return result;
}

llvm::Expected<std::string> NewFolder::copy(const OpenFile &file,
                                            StringRef relative) const {
  llvm::Expected<std::string> to = place(relative);
  if (!to)
    return to.takeError();
  std::error_code code;
  llvm::raw_fd_ostream os(*to, code, fs::CD_CreateNew);
  if (code)
    return makeFileError(*to, code);
  llvm::Expected<std::string> digest = file.digest([&](StringRef bytes) {
    os << bytes;
    return llvm::Error::success();
  });
  os.close();
  code = os.error();
  os.clear_error();
  if (!digest)
    return digest;
  if (code)
    return makeFileError(*to, code);
  if (llvm::Error error = syncPath(*to))
    return std::move(error);
  return digest;
}

llvm::Error NewFolder::publish() {
  // The files are on the disk; the folders say which there are.
  std::error_code code;
  for (fs::recursive_directory_iterator it(temporary, code), end;
       it != end && !code; it.increment(code))
    if (it->type() == fs::file_type::directory_file)
      if (llvm::Error error = syncPath(it->path()))
        return error;
  if (code)
    return makeFileError(path, code);
  if (llvm::Error error = syncPath(temporary))
    return error;
  // Replaces an empty folder at most.
  if (::rename(temporary.c_str(), path.c_str()) != 0)
    return makeFileError(path, errno);
  temporary.clear();
  return syncPath(getParent(path));
}

//===- RunProgram.cpp - Other programs, and what they print ---------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunProgram.h"
#include "Formats.h"
#include "SafeFile.h"

#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"

#include <sys/mman.h>

using namespace pld;
using namespace pld::kernels;
using llvm::StringRef;

llvm::Expected<ProgramResult>
pld::kernels::runProgram(llvm::ArrayRef<std::string> words) {
  // Files without a name: nothing is left behind, however this ends.
  Descriptor files[2];
  std::string paths[2];
  for (int i : {0, 1}) {
    files[i] = Descriptor(::memfd_create("pld-kernels", MFD_CLOEXEC));
    if (!files[i])
      return llvm::createStringError("cannot make a temporary file: " +
                                     llvm::sys::StrError());
    paths[i] = "/proc/self/fd/" + std::to_string(files[i].get());
  }
  std::vector<StringRef> arguments(words.begin(), words.end());
  std::string message;
  bool failed = false;
  ProgramResult result;
  result.status = llvm::sys::ExecuteAndWait(
      words.front(), arguments, /*Env=*/std::nullopt,
      {StringRef(), StringRef(paths[0]), StringRef(paths[1])},
      /*SecondsToWait=*/0, /*MemoryLimit=*/0, &message, &failed);
  if (failed)
    return llvm::createStringError("cannot run " + quote(words.front()) + ": " +
                                   message);
  for (int i : {0, 1}) {
    llvm::Expected<std::string> text = readFile(paths[i], kMaxFileSize);
    if (!text)
      return text.takeError();
    (i == 0 ? result.out : result.err) = std::move(*text);
  }
  return result;
}

llvm::Expected<ProgramResult>
pld::kernels::runProgram(llvm::ArrayRef<std::string> words, StringRef folder,
                         unsigned seconds) {
  if (std::error_code code = llvm::sys::fs::access(
          words.front(), llvm::sys::fs::AccessMode::Execute))
    return llvm::createStringError("cannot run " + quote(words.front()) + ": " +
                                   code.message());
  // LLVM's own way has no folder, and a time limit for one thread only, which
  // leaves behind what a compiler's driver has started.
  constexpr int kTimedOut = 124;
  constexpr char kScript[] =
      "cd \"$1\" && { ulimit -f $2 2>/dev/null; limit=$3; shift 3; "
      "exec timeout -k 5 \"$limit\" \"$@\"; }";
  std::vector<std::string> wrapped{
      "/bin/sh", "-c", kScript, "sh", folder.str(),
      // Its output is in memory. In blocks of 512 bytes.
      std::to_string(kMaxFileSize / 512), std::to_string(seconds)};
  wrapped.insert(wrapped.end(), words.begin(), words.end());
  llvm::Expected<ProgramResult> result = runProgram(wrapped);
  if (result)
    result->timedOut = result->status == kTimedOut;
  return result;
}

StringRef pld::kernels::getFirstLine(StringRef text, StringRef fallback) {
  StringRef line = text.ltrim().split('\n').first.rtrim();
  return line.empty() ? fallback : line;
}

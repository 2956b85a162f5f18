//===- RunProgram.cpp - Other programs, and what they print ---------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunProgram.h"
#include "Formats.h"
#include "SafeFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Program.h"

using namespace pld::kernels;
using llvm::StringRef;

llvm::Expected<ProgramResult>
pld::kernels::runProgram(llvm::ArrayRef<std::string> words) {
  llvm::SmallString<64> files[2];
  llvm::FileRemover removers[2];
  for (int i : {0, 1}) {
    if (std::error_code code =
            llvm::sys::fs::createTemporaryFile("pld-kernels", "txt", files[i]))
      return llvm::createStringError("cannot make a temporary file: " +
                                     code.message());
    removers[i].setFile(files[i]);
  }
  std::vector<StringRef> arguments(words.begin(), words.end());
  std::string message;
  bool failed = false;
  ProgramResult result;
  result.status = llvm::sys::ExecuteAndWait(
      words.front(), arguments, /*Env=*/std::nullopt,
      {StringRef(), StringRef(files[0]), StringRef(files[1])},
      /*SecondsToWait=*/0, /*MemoryLimit=*/0, &message, &failed);
  if (failed)
    return llvm::createStringError("cannot run " + quote(words.front()) + ": " +
                                   message);
  for (int i : {0, 1}) {
    llvm::Expected<std::string> text = readFile(files[i], kMaxFileSize);
    if (!text)
      return text.takeError();
    (i == 0 ? result.out : result.err) = std::move(*text);
  }
  return result;
}

llvm::Expected<ProgramResult>
pld::kernels::runProgram(llvm::ArrayRef<std::string> words, StringRef folder,
                         unsigned seconds) {
  // LLVM's own way has no folder, and a time limit for one thread only, which
  // leaves behind what a compiler's driver has started.
  constexpr int kTimedOut = 124;
  std::vector<std::string> wrapped{
      "/bin/sh",
      "-c",
      "cd \"$1\" && limit=$2 && shift 2 && exec timeout -k 5 \"$limit\" \"$@\"",
      "sh",
      folder.str(),
      std::to_string(seconds)};
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

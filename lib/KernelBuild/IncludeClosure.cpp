//===- IncludeClosure.cpp - What a source includes ------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IncludeClosure.h"
#include "RunProgram.h"
#include "StrictJson.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"

using namespace pld::kernels;
using llvm::StringRef;

static bool isBlank(char c) { return StringRef(" \t\n").contains(c); }

llvm::Expected<std::vector<std::string>>
pld::kernels::parseDepfile(StringRef text) {
  std::vector<std::string> words;
  std::string word;
  bool hasTarget = false;
  auto finish = [&] {
    if (!word.empty())
      words.push_back(std::move(word));
    word.clear();
  };
  for (size_t i = 0; i != text.size(); ++i) {
    char c = text[i];
    char next = i + 1 != text.size() ? text[i + 1] : '\n';
    if (c == '$' && next == '$') {
      word += '$';
      ++i;
    } else if (c == '\\') {
      // Backslashes in front of a blank or a hash are there twice, and one more
      // escapes it. All others are as they are.
      size_t end = std::min(text.find_first_not_of('\\', i), text.size());
      size_t count = end - i;
      char escaped = end != text.size() ? text[end] : '\n';
      i = end - 1;
      if (!StringRef(" \t#\n:").contains(escaped)) {
        word.append(count, '\\');
      } else {
        word.append(count / 2, '\\');
        if (count % 2 == 0)
          continue;
        i = end;
        if (escaped != '\n')
          word += escaped;
        else
          finish();
      }
    } else if (c == ':' && !hasTarget && isBlank(next)) {
      hasTarget = true;
      words.clear();
      word.clear();
    } else if (isBlank(c)) {
      finish();
      // Rules of their own for headers (-MP) say nothing more.
      if (c == '\n' && hasTarget)
        break;
    } else {
      word += c;
    }
  }
  finish();
  if (!hasTarget)
    return llvm::createStringError("the compiler wrote no dependencies");
  return words;
}

std::vector<std::string>
pld::kernels::getCompilerWords(const Toolchain &resolved) {
  std::vector<std::string> words{resolved.compiler};
  words.insert(words.end(), resolved.flags.begin(), resolved.flags.end());
  for (const std::string &dir : resolved.includeDirs)
    words.insert(words.end(), {"-I", dir});
  return words;
}

/// The line that says what is wrong.
static StringRef findError(StringRef messages, StringRef fallback) {
  llvm::SmallVector<StringRef> lines;
  messages.split(lines, '\n');
  for (StringRef line : lines)
    if (line.contains("error"))
      return line.trim();
  return getFirstLine(messages, fallback);
}

llvm::Expected<std::vector<std::string>>
pld::kernels::findIncludes(const Toolchain &resolved, StringRef source,
                           unsigned seconds) {
  std::vector<std::string> words = getCompilerWords(resolved);
  // A line that is printed before the rule of this target is not the
  // compiler's.
  constexpr StringRef kTarget = "pld_kernels_includes";
  words.insert(words.end(), {"-w", "-M", "-MT", kTarget.str(), source.str()});
  llvm::Expected<ProgramResult> result =
      runProgram(words, resolved.folder, seconds);
  if (!result)
    return result.takeError();
  if (result->timedOut)
    return llvm::createStringError("cannot find what " + quote(source) +
                                   " includes: " + quote(resolved.compiler) +
                                   " took more than " + llvm::Twine(seconds) +
                                   " seconds; --scan-limit allows more");
  if (result->status != 0)
    return llvm::createStringError(
        "cannot find what " + quote(source) + " includes: " +
        findError(result->err,
                  quote(resolved.compiler) + " failed without a message"));
  StringRef text = result->out;
  llvm::Expected<std::vector<std::string>> files = parseDepfile(
      text.drop_front(std::min(text.find((kTarget + ":").str()), text.size())));
  if (!files)
    return llvm::createStringError(
        "cannot find what " + quote(source) +
        " includes: " + llvm::toString(files.takeError()));
  std::vector<std::string> includes;
  llvm::StringSet<> seen;
  seen.insert(source);
  for (const std::string &file : *files) {
    // In a depfile, Ninja would look for it in the folder of the build.
    if (!llvm::sys::path::is_absolute(file))
      return llvm::createStringError("cannot find what " + quote(source) +
                                     " includes: a flag finds " + quote(file) +
                                     " by a relative path");
    if (seen.insert(file).second)
      includes.push_back(file);
  }
  return includes;
}

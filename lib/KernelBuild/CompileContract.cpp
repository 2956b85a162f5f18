//===- CompileContract.cpp - How sources are compiled ---------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/KernelBuild/CompileContract.h"
#include "Formats.h"
#include "RunProgram.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

using namespace pld::kernels;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Refuses flags that would make the rest of the contract say something else,
/// or that would mean one file when the includes are looked for and another one
/// when the source is compiled.
static void checkFlags(const JsonValue &value,
                       llvm::ArrayRef<std::string> flags) {
  // What they begin with: most may have their argument in the same word.
  constexpr StringRef kOurs[] = {"-o",
                                 "-M",
                                 "--output",
                                 "--dependencies",
                                 "--user-dependencies",
                                 "--write-dependencies",
                                 "--write-user-dependencies",
                                 "--print-missing-file-dependencies"};
  // Folders in which nobody would look for a new header.
  constexpr StringRef kSearched[] = {
      "-I",         "--include-dir",     "--include-with-prefix",
      "-iquote",    "-isystem",          "-idirafter",
      "-iprefix",   "-iwithprefix",      "-cxx-isystem",
      "-c-isystem", "-stdlib++-isystem", "-internal-"};
  constexpr StringRef kHidden[] = {"-Wp,", "-Xpreprocessor", "-include-pch"};
  constexpr StringRef kWithPath[] = {"-include", "-imacros", "--include",
                                     "--imacros"};
  for (size_t i = 0; i != flags.size(); ++i) {
    StringRef flag = flags[i];
    auto startsWith = [&](StringRef name) { return flag.starts_with(name); };
    // The next word is one of LLVM's own options, which may begin like ours.
    if (flag == "-mllvm") {
      ++i;
      continue;
    }
    if (flag.starts_with("@") || flag.starts_with("--config"))
      return value.report("the flags of " + quote(flag) +
                          " must be in the contract itself");
    if (llvm::any_of(kSearched, startsWith))
      return value.report(quote(flag) + " must be one of 'include_dirs'");
    if (llvm::any_of(kOurs, startsWith))
      return value.report(quote(flag) + " is a flag that the build sets");
    if (llvm::any_of(kHidden, startsWith))
      return value.report(quote(flag) + " hides what is included");
    for (StringRef name : kWithPath) {
      if (!flag.starts_with(name))
        continue;
      StringRef path = flag.drop_front(name.size());
      if (path.empty() && i + 1 != flags.size())
        path = flags[i + 1];
      else if (name.starts_with("--"))
        path.consume_front("=");
      if (!llvm::sys::path::is_absolute(path))
        return value.report("the path after " + quote(name) +
                            " must be absolute");
      break;
    }
  }
}

static Toolchain readToolchain(const JsonValue &value) {
  Toolchain result;
  value.expectFields(
      {"compiler", "compiler_identity", "flags", "include_dirs"});
  result.compiler = value["compiler"].getName();
  result.compilerIdentity = value["compiler_identity"].getName();
  result.flags = value["flags"].getStrings();
  checkFlags(value["flags"], result.flags);
  result.includeDirs = value["include_dirs"].getStrings();
  return result;
}

llvm::Expected<CompileContract> pld::kernels::parseContract(StringRef text,
                                                            StringRef what) {
  llvm::Expected<Json> json = parseJson(text, what);
  if (!json)
    return json.takeError();
  JsonProblem problem(what);
  JsonValue document(*json, problem);
  std::vector<StringRef> fields = getContextFields();
  fields.insert(fields.end(), {"schema", "toolchains"});
  document.expectFields(fields);
  expectSchema(document, 1);
  CompileContract result;
  result.context = readContext(document);
  JsonValue toolchains = document["toolchains"];
  for (const std::string &name : toolchains.keys()) {
    if (std::optional<CoreType> type = findCoreType(name))
      result.toolchains[*type] = readToolchain(toolchains[name]);
    else
      toolchains.report("unknown core type " + quote(name));
  }
  if (llvm::Error error = problem.takeError())
    return std::move(error);
  return result;
}

//===----------------------------------------------------------------------===//
// Resolving
//===----------------------------------------------------------------------===//

static std::string makeAbsolute(StringRef path, StringRef folder) {
  if (llvm::sys::path::is_absolute(path))
    return path.str();
  llvm::SmallString<128> result(folder);
  llvm::sys::path::append(result, path);
  llvm::sys::path::remove_dots(result);
  return result.str().str();
}

static llvm::Error resolve(Toolchain &toolchain, StringRef folder,
                           unsigned seconds,
                           std::map<std::string, std::string> &identities) {
  toolchain.folder = folder.str();
  for (std::string &dir : toolchain.includeDirs) {
    dir = makeAbsolute(dir, folder);
    if (!llvm::sys::fs::is_directory(dir))
      return llvm::createStringError("there is no folder " + quote(dir) +
                                     ", one of the contract's 'include_dirs'");
  }
  if (StringRef(toolchain.compiler).contains('/')) {
    toolchain.compiler = makeAbsolute(toolchain.compiler, folder);
  } else if (auto found = llvm::sys::findProgramByName(toolchain.compiler)) {
    toolchain.compiler = makeAbsolute(*found, folder);
  } else {
    return llvm::createStringError("there is no compiler " +
                                   quote(toolchain.compiler) + " on the PATH");
  }
  auto [it, isNew] = identities.try_emplace(toolchain.compiler);
  if (isNew) {
    llvm::Expected<ProgramResult> result =
        runProgram({toolchain.compiler, "--version"}, folder, seconds);
    if (!result)
      return result.takeError();
    if (result->timedOut)
      return llvm::createStringError(quote(toolchain.compiler + " --version") +
                                     " took more than " + llvm::Twine(seconds) +
                                     " seconds; --scan-limit allows more");
    if (result->status != 0)
      return llvm::createStringError(
          quote(toolchain.compiler + " --version") +
          " failed: " + getFirstLine(result->err, "no message"));
    it->second = getFirstLine(result->out, "").str();
  }
  if (it->second != toolchain.compilerIdentity)
    return llvm::createStringError(
        quote(toolchain.compiler) + " is " + quote(it->second) +
        ", and the contract says " + quote(toolchain.compilerIdentity));
  return llvm::Error::success();
}

llvm::Expected<CompileContract>
pld::kernels::resolveContract(const CompileContract &contract, StringRef folder,
                              unsigned seconds) {
  CompileContract result = contract;
  std::map<std::string, std::string> identities;
  for (auto &[type, toolchain] : result.toolchains)
    if (llvm::Error error = resolve(toolchain, folder, seconds, identities))
      return std::move(error);
  return result;
}

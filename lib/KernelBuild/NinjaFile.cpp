//===- NinjaFile.cpp - The plan as a file of Ninja ------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/KernelBuild/NinjaFile.h"
#include "IncludeClosure.h"
#include "StrictJson.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace pld::kernels;
using llvm::StringRef;

std::string pld::kernels::quoteForShell(StringRef word) {
  auto isPlain = [](char c) {
    return llvm::isAlnum(c) || StringRef("_-+=./:,@%").contains(c);
  };
  if (!word.empty() && llvm::all_of(word, isPlain))
    return word.str();
  std::string result = "'";
  for (char c : word)
    result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

/// Whether Ninja can read a path in its own file, and as compilers write it
/// into a depfile: there it stops at most of what means something to a shell.
static bool isReadable(StringRef path) {
  for (size_t i = 0; i != path.size(); ++i)
    if (!llvm::isAlnum(path[i]) && (path[i] & 0x80) == 0 &&
        !StringRef("/_-.+,:~(){}[]%=@!# $").contains(path[i]))
      return false;
  return !path.contains(": ");
}

static std::string escapePath(StringRef path) {
  std::string result;
  for (char c : path) {
    if (StringRef("$ :").contains(c))
      result += '$';
    result += c;
  }
  return result;
}

/// Words of a command, for the shell and then for Ninja.
static std::string escapeCommand(llvm::ArrayRef<std::string> words) {
  std::string result;
  for (const std::string &word : words) {
    if (!result.empty())
      result += ' ';
    for (char c : quoteForShell(word))
      result += c == '$' ? std::string("$$") : std::string(1, c);
  }
  return result;
}

llvm::Expected<std::string>
pld::kernels::formatNinja(const BuildPlan &plan,
                          const CompileContract &resolved,
                          const NinjaOptions &options) {
  std::set<std::string> inputs(options.inputs.begin(), options.inputs.end());
  for (const InputFile &file : plan.files)
    inputs.insert(file.path);
  for (const std::string &path : inputs)
    if (!isReadable(path))
      return llvm::createStringError(
          "Ninja cannot read all characters of the path " + quote(path));
  std::vector<std::string> words = options.regenerate;
  words.push_back(options.launcher);
  for (const std::string &word : words)
    if (StringRef(word).contains('\n'))
      return llvm::createStringError("Ninja cannot read the line break in " +
                                     quote(word));

  std::string text;
  llvm::raw_string_ostream os(text);
  os << "# Written by pld-kernels, which writes it again when an input "
        "changes.\n"
        "ninja_required_version = 1.5\n"
        "# In front of each compiler: ccache, distcc, ..\n"
        "launcher = ";
  for (char c : options.launcher)
    os << (c == '$' ? "$$" : StringRef(&c, 1));
  os << '\n';
  for (const auto &[type, toolchain] : resolved.toolchains) {
    // Objects appear when they are complete, whoever else builds here. The
    // stamp says that nothing is being built, so it goes first.
    os << "\nrule " << getName(type) << "\n  command = exec " << kLockDescriptor
       << "<&-; rm -f " << kStampFile
       << " || exit; here=$$PWD; new=$out.$$$$.new; if cd "
       << escapeCommand(toolchain.folder) << " && $launcher "
       << escapeCommand(getCompilerWords(toolchain))
       << " -MD -MF \"$$here/$$new.d\" -MT $out -o \"$$here/$$new\" $in; then "
          "cd \"$$here\" && mv -f $$new.d $out.d && mv -f $$new $out; "
          "else status=$$?; cd \"$$here\" && rm -f $$new $$new.d; "
          "exit $$status; fi\n"
          "  depfile = $out.d\n"
          "  deps = gcc\n"
          "  description = "
       << getName(type) << " $in\n";
  }
  os << "\nrule regenerate\n  command = " << escapeCommand(options.regenerate)
     << ' ' << kLockDescriptor
     << "<&-\n  generator = 1\n  description = plan\n"
        "build build.ninja plan.json: regenerate |";
  for (const std::string &input : inputs)
    os << " $\n    " << escapePath(input);
  // An input that is gone has to be planned without, and is no error of
  // Ninja's.
  os << "\nbuild";
  for (const std::string &input : inputs)
    os << " $\n    " << escapePath(input);
  os << ": phony\n\n";

  for (const CompileUnit &unit : plan.units)
    os << "build " << unit.getObject() << ": " << getName(unit.coreType) << ' '
       << escapePath(plan.getSource(unit)) << " | "
       << escapePath(resolved.toolchains.at(unit.coreType).compiler) << '\n';
  os << "build all: phony";
  for (const CompileUnit &unit : plan.units)
    os << " $\n    " << unit.getObject();
  os << "\ndefault all\n";

  return text;
}

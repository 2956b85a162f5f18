//===- NinjaFile.h - The plan as a file of Ninja ----------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The plan as a file of Ninja, which decides what has to be compiled again.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_KERNELBUILD_NINJAFILE_H
#define PLD_KERNELBUILD_NINJAFILE_H

#include "pld/KernelBuild/BuildPlan.h"

namespace pld::kernels {

/// The descriptor of the folder's lock in Ninja. The commands close it: what a
/// compiler leaves behind, such as the server of a cache, must not have it.
/// Shells read one digit only.
constexpr int kLockDescriptor = 9;

struct NinjaOptions {
  /// What is put in front of each compiler, as a shell reads it: `ccache`.
  std::string launcher;
  /// The command, in words, that plans again and writes build.ninja.
  std::vector<std::string> regenerate;
  /// What the plan depends on, beside its own files: registrations, contract,
  /// folders in which headers are searched.
  std::vector<std::string> inputs;
};

/// The text of build.ninja, for a Ninja that runs in the folder of the build.
/// One edge for each unit. It is an error if a path has characters that Ninja
/// cannot read in a depfile: quotes, line breaks, `|`, `&`, `;`, `<`, `*` and
/// their like. Equal arguments give equal bytes.
llvm::Expected<std::string> formatNinja(const BuildPlan &plan,
                                        const CompileContract &resolved,
                                        const NinjaOptions &options);

/// A word as a shell reads it, in quotes where it needs them.
std::string quoteForShell(llvm::StringRef word);

} // namespace pld::kernels

#endif // PLD_KERNELBUILD_NINJAFILE_H

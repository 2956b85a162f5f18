//===- IncludeClosure.h - What a source includes ----------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a source includes, as the compiler itself says.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_LIB_KERNELBUILD_INCLUDECLOSURE_H
#define PLD_LIB_KERNELBUILD_INCLUDECLOSURE_H

#include "pld/KernelBuild/CompileContract.h"

namespace pld::kernels {

/// The prerequisites in a rule for Make, as compilers write it: escaped blanks,
/// `$$`, `\#`, lines that go on. An error if there is no rule.
llvm::Expected<std::vector<std::string>> parseDepfile(llvm::StringRef text);

/// The files that a source includes, in the order in which the compiler opens
/// them, each once: what `compiler flags -I.. -M` says in the contract's
/// folder. A header that is missing, or that has no absolute path, is an error;
/// so is a compiler that takes more than `seconds`.
llvm::Expected<std::vector<std::string>> findIncludes(const Toolchain &resolved,
                                                      llvm::StringRef source,
                                                      unsigned seconds);

/// The words of the compiler, its flags and its folders.
std::vector<std::string> getCompilerWords(const Toolchain &resolved);

} // namespace pld::kernels

#endif // PLD_LIB_KERNELBUILD_INCLUDECLOSURE_H

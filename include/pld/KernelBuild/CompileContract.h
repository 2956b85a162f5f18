//===- CompileContract.h - How sources are compiled -------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All that decides what a compiler makes of a source, beside the source and
// what it includes. See docs/compile-once.md for the file.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_KERNELBUILD_COMPILECONTRACT_H
#define PLD_KERNELBUILD_COMPILECONTRACT_H

#include "pld/KernelBuild/BinaryContext.h"
#include "pld/KernelBuild/Registrations.h"

#include <map>
#include <string>
#include <vector>

namespace pld::kernels {

/// How the sources of one core type are compiled. Everything is as it is
/// written in the contract: paths may be relative to the contract's folder.
struct Toolchain {
  std::string compiler;
  /// The first line that `compiler --version` prints.
  std::string compilerIdentity;
  std::vector<std::string> flags;
  /// In the order in which they are searched.
  std::vector<std::string> includeDirs;
  /// Where the compiler runs, so that a relative path in a flag has one
  /// meaning: the contract's folder. Empty before `resolveContract`.
  std::string folder = {};
};

struct CompileContract {
  BinaryContext context;
  std::map<CoreType, Toolchain> toolchains;
};

/// Parses a contract, schema 1. Errors begin with `what`.
llvm::Expected<CompileContract> parseContract(llvm::StringRef text,
                                              llvm::StringRef what);

/// The contract with absolute paths in the place of relative ones, and of
/// compilers that are on the PATH. Runs each compiler once, with `--version`,
/// for at most some seconds (0: any time). It is an error if a compiler or a
/// folder is missing, or if a compiler is another one than the contract says.
llvm::Expected<CompileContract> resolveContract(const CompileContract &contract,
                                                llvm::StringRef folder,
                                                unsigned seconds);

} // namespace pld::kernels

#endif // PLD_KERNELBUILD_COMPILECONTRACT_H

//===- CompileIdentity.h - What is compiled once ----------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// When two sources need one compilation.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_KERNELBUILD_COMPILEIDENTITY_H
#define PLD_KERNELBUILD_COMPILEIDENTITY_H

#include "pld/KernelBuild/CompileContract.h"

#include <string>
#include <vector>

namespace pld::kernels {

/// A header that is included, also by another header.
struct IncludedFile {
  /// Where the compiler found it, relative to the folder in which it searched;
  /// the same on every machine.
  std::string name;
  /// SHA-256 of its bytes, in 64 hexadecimal digits.
  std::string sha256;
};

/// All that decides what is compiled, beside the contract.
struct CodeContent {
  CoreType coreType = CoreType::AIV;
  CodeOrigin origin = CodeOrigin::Generated;
  /// The name of the code. It counts only if the code is not generated: such a
  /// code is never shared because its bytes are equal.
  std::string name;
  /// SHA-256 of the compiler's bytes, in 64 hexadecimal digits.
  std::string compilerSha256;
  /// SHA-256 of the source's bytes, in 64 hexadecimal digits.
  std::string sourceSha256;
  /// In the order in which the compiler opened them.
  std::vector<IncludedFile> includes;
};

/// The compile identity: 64 hexadecimal digits. It is a SHA-256 over labelled
/// fields, each with the length of its label and of its value in front of it.
/// The contract, which must have a toolchain for the core type, counts as it is
/// written, so that a project may move.
std::string computeCompileIdentity(const CompileContract &contract,
                                   const CodeContent &content);

} // namespace pld::kernels

#endif // PLD_KERNELBUILD_COMPILEIDENTITY_H

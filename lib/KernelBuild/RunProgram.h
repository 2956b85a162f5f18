//===- RunProgram.h - Other programs, and what they print -------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Other programs, and what they print.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_LIB_KERNELBUILD_RUNPROGRAM_H
#define PLD_LIB_KERNELBUILD_RUNPROGRAM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace pld::kernels {

struct ProgramResult {
  /// 0 is success. Negative is a signal.
  int status = 0;
  std::string out, err;
  bool timedOut = false;
};

/// Runs a program, whose first word is its path, without an input. It is an
/// error if it cannot be started. May run in several threads.
llvm::Expected<ProgramResult> runProgram(llvm::ArrayRef<std::string> words);

/// Runs a program in a folder, and ends it, with all that it has started, when
/// it has taken some seconds.
llvm::Expected<ProgramResult> runProgram(llvm::ArrayRef<std::string> words,
                                         llvm::StringRef folder,
                                         unsigned seconds);

/// The first line of a text that is not empty, or `fallback`.
llvm::StringRef getFirstLine(llvm::StringRef text, llvm::StringRef fallback);

} // namespace pld::kernels

#endif // PLD_LIB_KERNELBUILD_RUNPROGRAM_H

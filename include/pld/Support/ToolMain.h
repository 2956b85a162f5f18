//===- ToolMain.h - What our programs do first and last ---------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_SUPPORT_TOOLMAIN_H
#define PLD_SUPPORT_TOOLMAIN_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/LogicalResult.h"

namespace pld {

/// The first thing in a `main`. An output that cannot be written is then an
/// error of the program, and never a signal: if the standard output is closed,
/// no file that is opened takes its place, and a file that gets larger than is
/// allowed is refused like one that the disk has no room for.
class ToolMain {
public:
  ToolMain(int &argc, char **&argv);

  /// Prints an error of this program.
  static void reportError(const llvm::Twine &message);
  /// Says that an output, or the standard output if the path is `-`, cannot be
  /// written.
  static void reportWriteError(llvm::StringRef path, const llvm::Twine &why);

  /// For a program whose `main` is MLIR's. That opens its output before it
  /// reads its input and deletes it when it fails; so the file of `-o` in the
  /// arguments is replaced by a temporary one. Says so and fails if it cannot
  /// be written.
  llvm::LogicalResult replaceOutput(llvm::SmallVectorImpl<const char *> &args);

  /// The last thing in a `main`: gives its exit status, which is `failure`
  /// instead of 0 if an output could not be written. Moves the temporary output
  /// into its place, if there is one.
  int finish(int status, int failure = 1);

private:
  struct Streams {
    Streams();
  };
  Streams streams; // before LLVM looks at them
  llvm::InitLLVM init;
  llvm::BumpPtrAllocator arguments;
};

} // namespace pld

#endif // PLD_SUPPORT_TOOLMAIN_H

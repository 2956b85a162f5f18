//===- ToolMain.h - What our programs do first and last ---------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_SUPPORT_TOOLMAIN_H
#define PLD_SUPPORT_TOOLMAIN_H

#include "pld/Support/OutputFile.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/LogicalResult.h"
#include "llvm/Support/StringSaver.h"

#include <optional>

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

  /// The last thing in a `main`: gives its exit status, which is `failure`
  /// instead of 0 if the standard output could not be written.
  int finish(int status, int failure = 1);

private:
  struct Streams {
    Streams();
  };
  Streams streams; // before LLVM looks at them
  llvm::InitLLVM init;
};

/// Stands for the file of `-o` in a program whose `main` is MLIR's. That opens
/// its output before it reads its input and deletes it when it fails; so it is
/// given a temporary one.
class OutputArgument {
public:
  /// Replaces the value of `-o` in the arguments. Says so if it is a file that
  /// cannot be written.
  static std::optional<OutputArgument>
  replace(llvm::SmallVectorImpl<const char *> &args);

  /// Moves the output into its place, or says why it cannot.
  llvm::LogicalResult keep();

private:
  OutputArgument() = default;

  std::unique_ptr<llvm::BumpPtrAllocator> allocator =
      std::make_unique<llvm::BumpPtrAllocator>();
  std::string path;
  std::optional<OutputFile> file;
};

} // namespace pld

#endif // PLD_SUPPORT_TOOLMAIN_H

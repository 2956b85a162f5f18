//===- ProgramDiff.h - Programs that differ in references -------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_LIB_TOOLS_PROGRAMDIFF_H
#define PLD_LIB_TOOLS_PROGRAMDIFF_H

#include "pld/Tools/VerifyDedup.h"
#include "llvm/ADT/SmallVector.h"

namespace pld::verify {

/// A reference of an operation that remains, under another name.
struct ChangedReference {
  /// The operation before and after, and where it is, see `DedupDifference`.
  mlir::Operation *before, *after;
  std::string function, location;
  /// The number among the dispatches of the function. Unset if this is not the
  /// callee of a dispatch.
  std::optional<unsigned> index;
  mlir::StringAttr from, to;
};

/// Compares two programs operation by operation and attribute by attribute.
/// What differs is a difference in `verdict`, except for functions that are
/// missing in the second one, and symbol references with another name: these
/// are returned. Also counts functions and dispatches.
llvm::SmallVector<ChangedReference, 0>
diffPrograms(mlir::ModuleOp before, mlir::ModuleOp after,
             const VerifyDedupOptions &options, DedupVerdict &verdict);

/// Where `loc` is, for people. `file` is the parser's own name of the file.
std::string formatLocation(mlir::Location loc, llvm::StringRef file);

} // namespace pld::verify

#endif // PLD_LIB_TOOLS_PROGRAMDIFF_H

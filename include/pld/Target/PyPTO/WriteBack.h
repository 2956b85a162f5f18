//===- WriteBack.h - Renaming in PyPTO programs -----------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TARGET_PYPTO_WRITEBACK_H
#define PLD_TARGET_PYPTO_WRITEBACK_H

#include "mlir/IR/MLIRContext.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <utility>

namespace pld {

/// Counts the changes of `writeBackPyPTO`.
struct WriteBackCounts {
  /// Functions that the program does not have any more.
  uint64_t functionsDropped = 0;
  /// Calls, submits and `peer_func` keywords that name another function.
  uint64_t referencesRenamed = 0;
  /// Keywords that are doubles by the operator's schema and were integers.
  uint64_t doublesMended = 0;
};

/// Carries out merges on the program that PyPTO serialised, so that PyPTO can
/// go on with it.
///
/// `bytes` is a file that `importPyPTO` reads, `fileName` is what diagnostics
/// call it. `renames` has a deleted function and its survivor in each entry, as
/// `dedup::MergePlan` and the report have them. The deleted functions are left
/// out, and calls, submits and the keyword `peer_func` name the survivors. A
/// node that is defined in a deleted function is defined at the first place
/// that still refers to it. Nodes are numbered and ordered as PyPTO's writer
/// does it, because its reader needs a definition before the references to it.
/// A keyword that the operator's schema calls a double and that was written as
/// an integer becomes a double, because PyPTO's code generation refuses it
/// otherwise. All else is copied byte for byte; if there is nothing to change,
/// so is the whole file.
///
/// Time is linear in the size of the file, times a logarithm of the number of
/// nodes; memory beside the input is less than the size of the file. An error
/// is one diagnostic at the file, whose column is the byte; then `os` may have
/// got a part of the program.
mlir::LogicalResult
writeBackPyPTO(llvm::StringRef bytes, llvm::StringRef fileName,
               llvm::ArrayRef<std::pair<std::string, std::string>> renames,
               mlir::MLIRContext *context, llvm::raw_ostream &os,
               WriteBackCounts &counts);

} // namespace pld

#endif // PLD_TARGET_PYPTO_WRITEBACK_H

//===- VerifyDedup.h - Checks deduplicated programs -------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides whether a program still does the same after its kernels were
// deduplicated. Shares no code with the pass that does it. What is compared,
// and what is not, is in docs/verifying-merges.md.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TOOLS_VERIFYDEDUP_H
#define PLD_TOOLS_VERIFYDEDUP_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "pld/Dialect/PLD/PLDOps.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace pld {

struct VerifyDedupOptions {
  /// The names of the files that locations have which were in no text: the
  /// parser's own. See `readProgramToVerify`.
  std::string beforeFile, afterFile;
  /// Whether locations are compared.
  bool locations = true;
  /// Whether symbols may have other names after, one to one over the program: a
  /// program that came back from a file of PyPTO is numbered anew.
  bool renumberedSymbols = false;
};

/// One thing that is not as it should be.
struct DedupDifference {
  enum Kind {
    Module,    // something of the module that is no function
    Function,  // a function is missing, new, or changed in place
    Dispatch,  // a call or submit has a callee that is not equivalent
    Reference, // another reference does
    Dangling,  // a reference names nothing
    Report,    // the report of the pass says something else
  };
  Kind kind;
  /// The function in which it is, if it is in one.
  std::string function;
  /// The number of the dispatch in that function, in the order of the text.
  std::optional<unsigned> index;
  /// Where that is in the program before, as a user reads it.
  std::string location;
  /// The names before and after, of dispatches and references.
  std::string from, to;
  /// What is wrong.
  std::string message;
  /// Where two canonical texts part: the functions, the number of the line
  /// (from 1) and the lines. Zero if nothing was compared.
  unsigned line = 0;
  std::string fromFunction, toFunction, fromLine, toLine;
};

/// What was found.
struct DedupVerdict {
  std::vector<DedupDifference> differences;
  /// For each function that is gone and has equivalents that took its place:
  /// their names (one, unless something is wrong). Members of Groups too.
  std::map<std::string, std::set<std::string>> merged;
  /// The number of dispatches that got another, equivalent callee, by the names
  /// before and after; and how many of them needed more than equal symbols in
  /// the two signatures (those that scalar parameters carry aside).
  struct Calls {
    unsigned total = 0, bound = 0;
  };
  std::map<std::pair<std::string, std::string>, Calls> calls;
  unsigned functionsBefore = 0, functionsAfter = 0;
  /// Dispatches of the functions that remain, and those with another callee.
  unsigned dispatches = 0, changedDispatches = 0;
  /// Whether both programs have locations, and they were compared.
  bool comparedLocations = false;
  /// Whether nobody wanted them to be.
  bool ignoredLocations = false;

  bool isEquivalent() const { return differences.empty(); }
  /// For people. Each difference is a few lines, then there is a summary.
  void print(llvm::raw_ostream &os) const;
  /// For programs: see docs/verifying-merges.md.
  llvm::json::Value toJSON() const;
};

/// Compares a program before and after deduplication. Both must be verified
/// and of the same context; neither is changed.
DedupVerdict verifyDedup(mlir::ModuleOp before, mlir::ModuleOp after,
                         const VerifyDedupOptions &options = {});

/// Adds to `verdict` where the report of the pass (its `report-file`) does not
/// fit to what was found.
void verifyDedupReport(llvm::StringRef report, DedupVerdict &verdict);

/// Reads and verifies a program, MLIR text or bytecode. On failure `error` says
/// where and why. `file` becomes the name for `VerifyDedupOptions`, which no
/// location in the text has; it ends with a character that is not printed.
mlir::OwningOpRef<mlir::ModuleOp>
readProgramToVerify(llvm::MemoryBufferRef text, mlir::MLIRContext *context,
                    std::string &file, std::string &error);

/// The text by which functions are compared.
std::string getCanonicalText(FuncOp func);

} // namespace pld

#endif // PLD_TOOLS_VERIFYDEDUP_H

//===- Summary.h - What a deduplication did, for people ---------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_DRIVER_SUMMARY_H
#define PLD_DRIVER_SUMMARY_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <string>
#include <vector>

namespace pld {

/// A kernel or Group and what became it.
struct MergeClass {
  std::string representative;
  std::string kind;
  /// The units that were merged into it, in natural order.
  std::vector<std::string> copies;
  /// How many of the copies were merged for which reason (`how`).
  std::map<std::string, unsigned> how;
  /// The weight of the copies, and the dispatches that were renamed.
  uint64_t weightSaved = 0, calls = 0;
};

/// The report of a deduplication, class by class.
struct DedupSummary {
  uint64_t candidates = 0, merged = 0, callsRewritten = 0;
  uint64_t functionsBefore = 0, functionsAfter = 0;
  uint64_t weightBefore = 0, weightAfter = 0;
  /// Those that save most come first.
  std::vector<MergeClass> classes;
  /// The number of units that stay, by reason. Representatives are not counted.
  std::map<std::string, unsigned> kept;
  /// Functions that keep their identity, by kind, and those among them that
  /// have one digest, so that they are probably equal.
  std::map<std::string, unsigned> identities;
  std::vector<std::vector<std::string>> alike;

  /// Reads a report of the pass. Fails if it is not one, or of a schema that is
  /// not known.
  static llvm::Expected<DedupSummary> read(llvm::StringRef report);

  /// Prints tables of at most `columns` columns. Without `full`, long lists end
  /// with a line that says so.
  void print(llvm::raw_ostream &os, unsigned columns, bool full) const;
  void printMarkdown(llvm::raw_ostream &os, bool full) const;
  void printJSON(llvm::raw_ostream &os) const;
};

} // namespace pld

#endif // PLD_DRIVER_SUMMARY_H

//===- Check.h - Runs the pass and checks what it did ----------- -*- C++
//-*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_FUZZ_DEDUP_CHECK_H
#define PLD_FUZZ_DEDUP_CHECK_H

#include "Expect.h"
#include "ProgramGen.h"

#include <optional>

namespace pld::fuzz {

/// What is asked of a program.
enum class Question {
  /// That the pass does what is known about it.
  Answer,
  /// That another run does the same.
  Repetition,
  /// That the order of functions does not matter.
  Order,
  /// That the names of symbols do not matter.
  SymbolNames,
  /// That merges that break a rule are found.
  WrongMerges
};

/// A disagreement with the pass, or (`generator`) an error of this tool.
struct Failure {
  /// A short name. A program that is made smaller must still fail in this way.
  std::string kind;
  std::string message;
  Question question = Question::Answer;
};

struct CheckOptions {
  /// Where the pass writes its report.
  std::string reportFile;
};

/// Asks one thing of the program. `seed` chooses names and orders.
std::optional<Failure> askProgram(const Program &program, Question question,
                                  uint64_t seed, const CheckOptions &options);

/// Asks everything of the program and of what must give the same answer. If
/// there is a failure, `program` becomes the one that fails.
std::optional<Failure> testProgram(Program &program, uint64_t seed,
                                   const CheckOptions &options, Counts &counts);

/// Breaks each rule of deduplication on the program, and checks that
/// `verifyDedup` finds it.
std::optional<Failure> testWrongMerges(const Program &program, Counts &counts);

/// Makes a program smaller that fails, such that it still fails in the same
/// way.
Program reduceProgram(const Program &program, uint64_t seed,
                      const CheckOptions &options, const Failure &failure);

} // namespace pld::fuzz

#endif // PLD_FUZZ_DEDUP_CHECK_H

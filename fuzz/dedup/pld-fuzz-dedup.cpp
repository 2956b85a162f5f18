//===- pld-fuzz-dedup.cpp - Tests deduplication with random programs ------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes random valid programs whose answer is known, because their kernels and
// Groups are copies or changed copies of each other, and runs the pass on them
// and on the same programs with other names and in another order.
//
//===----------------------------------------------------------------------===//

#include "Check.h"

#include "pld/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>

using namespace mlir;
using namespace pld::fuzz;
namespace cl = llvm::cl;

static cl::OptionCategory category("pld-fuzz-dedup options");
static cl::opt<uint64_t> seedOption("seed", cl::desc("Chooses the programs"),
                                    cl::init(1), cl::cat(category));
static cl::opt<uint64_t> first("first",
                               cl::desc("The number of the first program"),
                               cl::cat(category));
static cl::opt<uint64_t> count("count", cl::desc("How many programs to try"),
                               cl::init(1000), cl::cat(category));
static cl::opt<uint64_t>
    seconds("seconds",
            cl::desc("Try programs for this time, whatever --count says"),
            cl::cat(category));
static cl::opt<bool>
    wrongly("wrongly",
            cl::desc("Merge with one rule broken, for each rule, and test that "
                     "pld-verify-dedup finds it"),
            cl::cat(category));
static cl::opt<bool> emit("emit",
                          cl::desc("Print the programs and do nothing else"),
                          cl::cat(category));
static cl::opt<bool> showCounts("show-counts",
                                cl::desc("Print what was made and done"),
                                cl::cat(category));
static cl::opt<bool> noReduce("no-reduce",
                              cl::desc("Print failing programs as they are"),
                              cl::cat(category));
static cl::opt<unsigned> maxFailures("max-failures",
                                     cl::desc("Stop after this many failures"),
                                     cl::init(1), cl::cat(category));

/// The seed of one program. Each has its own, so that it can be made alone.
static uint64_t seedOf(uint64_t number) {
  return Random(seedOption ^ (number * 0xD1B54A32D192ED03ull)).next();
}

static void printComment(StringRef text) {
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  for (StringRef line : lines)
    llvm::outs() << "// " << line << '\n';
}

static void printUnits(const Program &program) {
  for (const Unit &unit : program.units) {
    std::string line = "@" + unit.root + ": family " +
                       std::to_string(unit.family) + ", variant " +
                       std::to_string(unit.variant) + ": " + unit.origin;
    printComment(line);
  }
}

static void printFailure(const Program &program, uint64_t number,
                         const Failure &failure) {
  llvm::outs() << "// pld-fuzz-dedup --seed=" << seedOption
               << " --first=" << number << " --count=1"
               << (wrongly ? " --wrongly\n" : "\n");
  printComment(failure.kind + ": " + failure.message);
  if (program.freeSymbolsIdentical)
    printComment("with free-symbols=identical");
  printUnits(program);
  // Without locations it is easier to read.
  (*program.module)->print(llvm::outs(), OpPrintingFlags().assumeVerified());
  llvm::outs() << '\n';
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv,
                              "Tests deduplication with random programs\n");
  pld::registerPLDPasses();
  DialectRegistry registry;
  registry.insert<pld::PLDDialect, arith::ArithDialect, cf::ControlFlowDialect,
                  scf::SCFDialect>();

  SmallString<128> reportFile;
  if (std::error_code error = llvm::sys::fs::createTemporaryFile(
          "pld-fuzz-dedup", "json", reportFile)) {
    llvm::errs() << error.message() << '\n';
    return 2;
  }
  llvm::FileRemover remover(reportFile);
  llvm::sys::RemoveFileOnSignal(reportFile);
  CheckOptions options;
  options.reportFile = reportFile.str().str();

  auto start = std::chrono::steady_clock::now();
  auto isOver = [&](uint64_t number) {
    if (seconds == 0)
      return number >= first + count;
    return std::chrono::steady_clock::now() - start >=
           std::chrono::seconds(seconds.getValue());
  };
  Counts counts;
  unsigned numFailures = 0;
  uint64_t number = first;
  for (; !isOver(number) && numFailures < maxFailures; ++number) {
    std::string text = "program " + std::to_string(number) + " of seed " +
                       std::to_string(seedOption);
    llvm::PrettyStackTraceString trace(text.c_str());
    // A context of its own: nothing is the same by accident.
    MLIRContext context(registry, MLIRContext::Threading::DISABLED);
    context.loadAllAvailableDialects();
    uint64_t seed = seedOf(number);
    Program program = generateProgram(&context, seed, counts);
    if (emit) {
      printUnits(program);
      llvm::outs() << printProgram(*program.module);
    }
    if (number > first && (number - first) % 1000 == 0)
      llvm::errs() << number - first << " programs\n";
    std::optional<Failure> failure;
    if (failed(verify(*program.module)))
      failure = {"generator", "the program is not valid"};
    else if (emit)
      continue;
    else if (wrongly)
      failure = testWrongMerges(program, counts);
    else
      failure = testProgram(program, seed, options, counts);
    if (!failure)
      continue;
    ++numFailures;
    if (!noReduce && failure->kind != "generator") {
      llvm::errs() << text << ": " << failure->kind << "; making it smaller\n";
      Program smaller = reduceProgram(program, seed, options, *failure);
      if (std::optional<Failure> again =
              askProgram(smaller, failure->question, seed, options)) {
        program = std::move(smaller);
        failure = std::move(again);
      }
    }
    printFailure(program, number, *failure);
  }
  if (emit)
    return numFailures != 0;
  if (showCounts)
    for (const auto &[what, times] : counts)
      llvm::outs() << llvm::format("%8llu  ", (unsigned long long)times) << what
                   << '\n';
  llvm::outs() << number - first << " programs, " << numFailures
               << (numFailures == 1 ? " disagreement\n" : " disagreements\n");
  return numFailures != 0;
}

//===- pld-verify-dedup.cpp - Checks deduplicated programs ----------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Dialect/PLD/PLDDialect.h"
#include "pld/Driver/ProgramFile.h"
#include "pld/Support/ToolMain.h"
#include "pld/Target/PyPTO/Import.h"
#include "pld/Tools/VerifyDedup.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
namespace cl = llvm::cl;

static constexpr char kOverview[] =
    R"(checks that a deduplicated program does what it did before

Compares the program BEFORE with the program AFTER deduplication, both MLIR text
or bytecode, or files of PyPTO, '-' for standard input. Every dispatch must still
execute an equivalent kernel, and nothing else may have changed; the names of
symbols may, if both are files of PyPTO. Shares no code with the pass; see
docs/verifying-merges.md for what it checks.

Example:
  pld-opt --pld-deduplicate-outlined-kernels=report-file=r.json a.mlir -o b.mlir
  pld-verify-dedup a.mlir b.mlir --report=r.json

Exit status: 0 if the programs are equivalent, 1 if not, or if an input cannot
be read, 2 for wrong usage.
)";

enum ExitCode { kEquivalent = 0, kDifferent = 1, kUsage = 2 };

static cl::OptionCategory category("Options");
static cl::opt<std::string> beforeFile(cl::Positional, cl::desc("BEFORE"),
                                       cl::cat(category));
static cl::opt<std::string> afterFile(cl::Positional, cl::desc("AFTER"),
                                      cl::cat(category));
static cl::opt<std::string>
    reportFile("report",
               cl::desc("Also check this report of the pass (its report-file)"),
               cl::value_desc("file"), cl::cat(category));
static cl::opt<bool> json("json", cl::desc("Print the result as JSON"),
                          cl::cat(category));
static cl::opt<bool> ignoreLocations("ignore-locations",
                                     cl::desc("Do not compare locations"),
                                     cl::cat(category));
static cl::opt<bool>
    allowUnregistered("allow-unregistered-dialect",
                      cl::desc("Read operations of unknown dialects"),
                      cl::cat(category));
static cl::opt<std::string> canonical(
    "canonical",
    cl::desc("Only print the text by which this function of BEFORE is "
             "compared; there is no AFTER"),
    cl::value_desc("name"), cl::cat(category));

static std::unique_ptr<llvm::MemoryBuffer> readFile(StringRef file) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(file);
  if (buffer)
    return std::move(*buffer);
  llvm::errs() << file << ": error: " << buffer.getError().message() << '\n';
  return nullptr;
}

static OwningOpRef<ModuleOp> readProgram(StringRef path, MLIRContext &context,
                                         std::string &file, bool &isPyPTO) {
  std::unique_ptr<llvm::MemoryBuffer> buffer = readFile(path);
  if (!buffer)
    return {};
  isPyPTO = pld::findProgramForm(*buffer) == pld::ProgramForm::PyPTO;
  if (isPyPTO)
    return pld::importPyPTO(buffer->getBuffer(), buffer->getBufferIdentifier(),
                            &context);
  std::string error;
  OwningOpRef<ModuleOp> module =
      pld::readProgramToVerify(*buffer, &context, file, error);
  if (!module)
    llvm::errs() << error << '\n';
  return module;
}

static int printCanonical(ModuleOp module) {
  auto func = module.lookupSymbol<pld::FuncOp>(canonical);
  if (!func) {
    llvm::errs() << beforeFile << ": error: there is no 'pld.func' @"
                 << canonical << '\n';
    return kDifferent;
  }
  llvm::outs() << pld::getCanonicalText(func);
  return kEquivalent;
}

static int run(int argc, char **argv) {
  cl::HideUnrelatedOptions(category);
  if (!cl::ParseCommandLineOptions(argc, argv, kOverview, &llvm::errs()))
    return kUsage;
  bool needsAfter = canonical.empty();
  if (beforeFile.empty() || afterFile.empty() == needsAfter) {
    llvm::errs() << "usage: pld-verify-dedup BEFORE AFTER [--report=FILE] "
                    "[--json]\n       pld-verify-dedup BEFORE "
                    "--canonical=NAME\nSee pld-verify-dedup --help.\n";
    return kUsage;
  }

  DialectRegistry registry;
  registerAllDialects(registry);
  registry.insert<pld::PLDDialect>();
  MLIRContext context(registry);
  context.allowUnregisteredDialects(allowUnregistered);

  pld::VerifyDedupOptions options;
  options.locations = !ignoreLocations;
  bool isPyPTO = false, isAfterPyPTO = false;
  OwningOpRef<ModuleOp> before =
      readProgram(beforeFile, context, options.beforeFile, isPyPTO);
  if (!before)
    return kDifferent;
  if (!needsAfter)
    return printCanonical(*before);
  OwningOpRef<ModuleOp> after =
      readProgram(afterFile, context, options.afterFile, isAfterPyPTO);
  if (!after)
    return kDifferent;
  options.renumberedSymbols = isPyPTO && isAfterPyPTO;

  pld::DedupVerdict verdict = pld::verifyDedup(*before, *after, options);
  if (!reportFile.empty()) {
    std::unique_ptr<llvm::MemoryBuffer> report = readFile(reportFile);
    if (!report)
      return kDifferent;
    pld::verifyDedupReport(report->getBuffer(), verdict);
  }
  if (json)
    llvm::outs() << llvm::formatv("{0:2}\n", verdict.toJSON());
  else
    verdict.print(llvm::outs());
  return verdict.isEquivalent() ? kEquivalent : kDifferent;
}

int main(int argc, char **argv) {
  pld::ToolMain tool(argc, argv);
  return tool.finish(run(argc, argv));
}

//===- pld.cpp - The driver for people ------------------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Dialect/PLD/PLDDialect.h"
#include "pld/Driver/ProgramFile.h"
#include "pld/Driver/Summary.h"
#include "pld/Support/OutputFile.h"
#include "pld/Support/ToolMain.h"
#include "pld/Target/PyPTO/Import.h"
#include "pld/Tools/VerifyDedup.h"
#include "pld/Transforms/Dedup/MergePlanner.h"
#include "pld/Transforms/Dedup/Report.h"
#include "pld/Transforms/Dedup/Rewriter.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Process.h"

using namespace mlir;
using namespace pld;
namespace cl = llvm::cl;

static constexpr char kOverview[] =
    R"(works with programs that PyPTO serialised, and with MLIR

Example:
  pld dedup program.msgpack -o smaller.msgpack --report=report.json
  pld summary report.json

Each verb has its own --help.

Exit status: 0 if all went well, 1 if an input is refused or the result is not
right, 2 for wrong usage.
)";

static constexpr std::pair<StringRef, const char *> kOverviews[] = {
    {"dedup", R"(lets equal kernels of PROGRAM share one definition

PROGRAM is a file that PyPTO serialised after it outlined clusters, MLIR text or
bytecode; '-' is the standard input. The result has the same form. In a file of
PyPTO, nothing changes but the names of callees, the functions that are left
out, and the doubles that PyPTO's writer made integers.

Example:
  pld dedup program.msgpack -o smaller.msgpack --report=report.json --verify
)"},
    {"summary", R"(shows what a deduplication did, from its REPORT

REPORT is what 'pld dedup --report' or the pass wrote; '-' is the standard input.
There is a row for each kernel that others became, those that save most first.
Weight is what the size of a kernel is measured in: operations, values, types,
attributes and constants.

Example:
  pld summary report.json
)"},
};

enum ExitCode : uint8_t { Success = 0, Refused = 1, Usage = 2 };

static cl::OptionCategory category("Options");
static cl::SubCommand dedupVerb("dedup",
                                "Let equal kernels share a definition");

static cl::opt<std::string> input(cl::Positional, cl::Required,
                                  cl::desc("PROGRAM"), cl::cat(category),
                                  cl::sub(dedupVerb));
static cl::SubCommand summaryVerb("summary", "Show what a deduplication did");
static cl::opt<std::string> reportInput(cl::Positional, cl::Required,
                                        cl::desc("REPORT"), cl::cat(category),
                                        cl::sub(summaryVerb));
static cl::opt<bool> full("full", cl::desc("Show all rows, and whole lines"),
                          cl::cat(category), cl::sub(summaryVerb));
static cl::opt<bool> json("json", cl::desc("Print JSON"), cl::cat(category),
                          cl::sub(summaryVerb));
static cl::opt<bool> markdown("markdown", cl::desc("Print Markdown"),
                              cl::cat(category), cl::sub(summaryVerb));

static cl::opt<std::string>
    output("o", cl::value_desc("file"),
           cl::desc("Where to write the result; '-' is the standard output"),
           cl::cat(category), cl::sub(dedupVerb));
static cl::opt<std::string>
    report("report", cl::value_desc("file"),
           cl::desc("Write what was done and why to this file, as JSON"),
           cl::cat(category), cl::sub(dedupVerb));
static cl::opt<bool> verify("verify",
                            cl::desc("Read the result again, and check by "
                                     "other means that it does the same"),
                            cl::cat(category), cl::sub(dedupVerb));
static cl::opt<bool> dryRun("dry-run", cl::desc("Do not write the result"),
                            cl::cat(category), cl::sub(dedupVerb));

// The options of the pass.
static cl::opt<dedup::FreeSymbols> freeSymbols(
    "free-symbols", cl::init(dedup::Options().freeSymbols),
    cl::desc("Functions with shape symbols that nothing binds"),
    cl::values(clEnumValN(dedup::FreeSymbols::Keep, "keep",
                          "stay (the default)"),
               clEnumValN(dedup::FreeSymbols::Identical, "identical",
                          "may be merged; free symbols are compared by name")),
    cl::cat(category), cl::sub(dedupVerb));
static cl::opt<uint64_t>
    maxBucket("max-bucket", cl::init(dedup::Options().maxBucket),
              cl::value_desc("units"),
              cl::desc("Different units of one digest to compare with (8)"),
              cl::cat(category), cl::sub(dedupVerb));
static cl::opt<uint64_t> comparisonBudget(
    "comparison-budget", cl::init(dedup::Options().comparisonBudget),
    cl::value_desc("factor"),
    cl::desc("What comparing a unit may cost, in multiples of its weight (8)"),
    cl::cat(category), cl::sub(dedupVerb));
static cl::opt<uint64_t>
    proofSteps("proof-steps", cl::init(dedup::Options().proofSteps),
               cl::value_desc("steps"),
               cl::desc("Steps of the proof of one call (65536)"),
               cl::cat(category), cl::sub(dedupVerb));
static cl::opt<uint64_t> signatureLimit(
    "signature-limit", cl::init(dedup::Options().signatureLimit),
    cl::value_desc("number"),
    cl::desc("Parameters, results and shape expressions up to which a proof is "
             "tried (256)"),
    cl::cat(category), cl::sub(dedupVerb));
static cl::opt<int64_t> proofBudget(
    "proof-budget", cl::init(-1), cl::value_desc("steps"),
    cl::desc("Steps of all proofs together; -1 (the default): as many as the "
             "program weighs"),
    cl::cat(category), cl::sub(dedupVerb));

static ExitCode fail(StringRef file, const llvm::Twine &message) {
  ToolMain::reportError(file + ": " + message);
  return Refused;
}

static ExitCode failUsage(const llvm::Twine &message) {
  ToolMain::reportError(message);
  return Usage;
}

/// How wide lines may be: as the terminal, or COLUMNS, or 100.
static unsigned getColumns() {
  if (unsigned columns = llvm::sys::Process::StandardOutColumns())
    return columns;
  unsigned columns = 0;
  std::optional<std::string> given = llvm::sys::Process::GetEnv("COLUMNS");
  if (given && !StringRef(*given).getAsInteger(10, columns) && columns)
    return columns;
  return 100;
}

static dedup::Options getOptions() {
  dedup::Options options;
  options.freeSymbols = freeSymbols;
  options.maxBucket = maxBucket;
  options.comparisonBudget = comparisonBudget;
  options.proofSteps = proofSteps;
  options.signatureLimit = signatureLimit;
  if (proofBudget >= 0)
    options.proofBudget = proofBudget;
  options.explainNearMisses = !report.empty();
  return options;
}

static FailureOr<dedup::MergePlan> deduplicate(ModuleOp module) {
  dedup::ElementTable table;
  dedup::ReferenceIndex index(module, table);
  dedup::MergePlan plan = dedup::planMerges(index, table, getOptions());
  if (failed(dedup::applyMergePlan(module, plan, index, table)))
    return failure();
  return plan;
}

/// Reads one of the two programs that are compared. `file` is what it is called
/// by locations that the text does not say.
static OwningOpRef<ModuleOp> readToVerify(StringRef bytes, StringRef name,
                                          ProgramForm form,
                                          MLIRContext *context,
                                          std::string &file) {
  if (form == ProgramForm::PyPTO)
    return importPyPTO(bytes, name, context);
  std::string error;
  OwningOpRef<ModuleOp> module =
      readProgramToVerify({bytes, name}, context, file, error);
  if (!module)
    llvm::errs() << error << '\n';
  return module;
}

/// Reads the program and its result anew, and compares them.
static LogicalResult check(const ProgramFile &program, StringRef result,
                           MLIRContext *context) {
  VerifyDedupOptions options;
  ProgramForm form = program.getForm();
  options.renumberedSymbols = form == ProgramForm::PyPTO;
  OwningOpRef<ModuleOp> before = readToVerify(
      program.getBytes(), program.getName(), form, context, options.beforeFile);
  OwningOpRef<ModuleOp> after =
      readToVerify(result, "the result", form, context, options.afterFile);
  if (!before || !after)
    return failure();
  DedupVerdict verdict = verifyDedup(*before, *after, options);
  if (!verdict.isEquivalent())
    verdict.print(llvm::errs());
  return success(verdict.isEquivalent());
}

/// Writes files such that all of them appear, or none: each is complete before
/// the first one gets its name.
static LogicalResult
write(ArrayRef<std::pair<StringRef, StringRef>> pathsAndBytes) {
  SmallVector<OutputFile> files;
  auto check = [](StringRef path, std::error_code error) {
    if (error)
      ToolMain::reportWriteError(path, error.message());
    return !error;
  };
  for (auto [path, bytes] : pathsAndBytes) {
    llvm::ErrorOr<OutputFile> file = OutputFile::open(path);
    if (!check(path, file.getError()))
      return failure();
    file->os() << bytes;
    file->os().flush();
    files.push_back(std::move(*file));
  }
  for (auto [entry, file] : llvm::zip_equal(pathsAndBytes, files))
    if (!check(entry.first, file.commit()))
      return failure();
  return success();
}

/// Whether two paths lead to one file, or both are the standard streams.
static bool isSameFile(StringRef a, StringRef b) {
  return a == b || llvm::sys::fs::equivalent(a, b);
}

static void summarise(const dedup::MergePlan &plan, llvm::raw_ostream &os) {
  const dedup::MergePlan::Totals &totals = plan.totals;
  os << totals.merged << " of " << totals.candidates << " candidates merged, "
     << totals.callsRewritten << " dispatches renamed; " << totals.functions
     << " functions before, " << totals.functions - plan.renames.size()
     << " after\n";
}

static ExitCode runDedup() {
  if (output.empty() == !dryRun)
    return failUsage("dedup: give either -o FILE or --dry-run");
  if (!report.empty() && ((!dryRun && isSameFile(report, output)) ||
                          (input != "-" && isSameFile(report, input))))
    return failUsage("dedup: --report would take the place of the " +
                     llvm::Twine(!dryRun && isSameFile(report, output)
                                     ? "result"
                                     : "program"));
  auto bytes = llvm::MemoryBuffer::getFileOrSTDIN(input);
  if (!bytes)
    return fail(input, bytes.getError().message());

  DialectRegistry registry;
  registerAllDialects(registry);
  registerAllExtensions(registry);
  registry.insert<PLDDialect>();
  MLIRContext context(registry);
  ProgramFile program(std::move(*bytes),
                      input == "-" ? StringRef("<stdin>") : StringRef(input),
                      &context);
  if (!program)
    return Refused;
  FailureOr<dedup::MergePlan> plan = deduplicate(program.getModule());
  if (failed(plan))
    return Refused;

  // The result is complete before a file is touched.
  std::string result;
  llvm::raw_string_ostream os(result);
  if (failed(program.write(*plan, os)))
    return Refused;
  if (verify && failed(check(program, result, &context)))
    return Refused;
  llvm::Expected<std::string> reportText = dedup::formatReport(*plan);
  if (!reportText)
    return fail(input, llvm::toString(reportText.takeError()));
  SmallVector<std::pair<StringRef, StringRef>> files;
  if (!report.empty())
    files.emplace_back(report, *reportText);
  if (!dryRun)
    files.emplace_back(output, result);
  if (failed(write(files)))
    return Refused;
  summarise(*plan, llvm::errs());
  return Success;
}

static ExitCode runSummary() {
  if (json && markdown)
    return failUsage("summary: give either --json or --markdown");
  auto text = llvm::MemoryBuffer::getFileOrSTDIN(reportInput);
  if (!text)
    return fail(reportInput, text.getError().message());
  llvm::Expected<DedupSummary> summary =
      DedupSummary::read((*text)->getBuffer());
  if (!summary)
    return fail(reportInput, llvm::toString(summary.takeError()));
  if (json)
    summary->printJSON(llvm::outs());
  else if (markdown)
    summary->printMarkdown(llvm::outs(), full);
  else
    summary->print(llvm::outs(), getColumns(), full);
  return Success;
}

static ExitCode run(int argc, char **argv) {
  for (cl::SubCommand *verb : cl::getRegisteredSubcommands())
    cl::HideUnrelatedOptions(category, *verb);
  const char *overview = kOverview;
  for (auto [verb, text] : kOverviews)
    if (argc > 1 && verb == argv[1])
      overview = text;
  if (!cl::ParseCommandLineOptions(argc, argv, overview, &llvm::errs()))
    return Usage;
  if (dedupVerb)
    return runDedup();
  if (summaryVerb)
    return runSummary();
  llvm::errs() << "usage: pld dedup|summary ..\nSee pld --help.\n";
  return Usage;
}

int main(int argc, char **argv) {
  ToolMain tool(argc, argv);
  return tool.finish(run(argc, argv));
}

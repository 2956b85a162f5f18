//===- Check.cpp - Runs the pass and checks what it did -------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check.h"

#include "pld/Tools/VerifyDedup.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace pld;
using namespace pld::fuzz;

namespace {

/// What the pass made of a program.
struct Result {
  OwningOpRef<ModuleOp> module;
  std::string text, report;
  std::map<std::string, std::string> renames;
  std::map<std::string, std::string> reasons;
  std::map<std::string, int64_t> calls;
  std::map<std::string, std::string> how;
  std::optional<Failure> failure;

  ModuleOp get() const { return *const_cast<Result *>(this)->module; }
};

class Checker {
public:
  Checker(const Program &program, const CheckOptions &options)
      : program(program), options(options) {}

  Result run();
  /// Runs the pass and checks everything that concerns this program alone.
  /// With `twice`, also that a second run changes nothing.
  Result check(bool twice = true);

private:
  Result runOn(ModuleOp before);
  static std::optional<Failure> readReport(Result &result);
  std::optional<Failure> checkOutcomes(const Result &result,
                                       const std::vector<Outcome> &outcomes);
  std::optional<Failure> checkReport(const Result &result,
                                     const std::vector<Outcome> &outcomes);
  std::optional<Failure> checkRewriting(const Result &result);

  const Program &program;
  const CheckOptions &options;
};

} // namespace

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

Result Checker::runOn(ModuleOp before) {
  Result result;
  result.module = cast<ModuleOp>(before->clone());
  MLIRContext *context = before.getContext();
  std::string messages;
  ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
    messages += diagnostic.str() + "\n";
    return success();
  });
  std::string pipeline =
      "builtin.module(pld-deduplicate-outlined-kernels{report-file=" +
      options.reportFile +
      (program.freeSymbolsIdentical ? " free-symbols=identical" : "") + "})";
  FailureOr<OpPassManager> parsed = parsePassPipeline(pipeline);
  if (failed(parsed)) {
    result.failure = {"pipeline", messages};
    return result;
  }
  PassManager manager(context);
  static_cast<OpPassManager &>(manager) = *parsed;
  manager.enableVerifier(false);
  if (failed(manager.run(*result.module))) {
    result.failure = {"pass-failed", messages};
    return result;
  }
  if (failed(verify(*result.module))) {
    result.failure = {"invalid-output", messages};
    return result;
  }
  result.text = printProgram(*result.module);
  result.failure = Failure{"report", "no report"};
  if (auto buffer = llvm::MemoryBuffer::getFile(options.reportFile)) {
    result.report = (*buffer)->getBuffer().str();
    result.failure = readReport(result);
  }
  return result;
}

std::optional<Failure> Checker::readReport(Result &result) {
  llvm::Expected<llvm::json::Value> parsed = llvm::json::parse(result.report);
  if (!parsed)
    return Failure{"report", llvm::toString(parsed.takeError())};
  const llvm::json::Object *root = parsed->getAsObject();
  if (!root || root->getInteger("schema") != 1)
    return Failure{"report", "schema is not 1"};
  const llvm::json::Object *renames = root->getObject("renames");
  const llvm::json::Array *kept = root->getArray("kept"),
                          *merges = root->getArray("merges");
  if (!renames || !kept || !merges)
    return Failure{"report", "an entry is missing"};
  for (const auto &[from, to] : *renames)
    result.renames[StringRef(from).str()] = to.getAsString().value_or("").str();
  for (const llvm::json::Value &value : *kept) {
    const llvm::json::Object *entry = value.getAsObject();
    std::string name = entry->getString("name").value_or("").str();
    if (!result.reasons
             .try_emplace(name, entry->getString("reason").value_or("").str())
             .second)
      return Failure{"report", "@" + name + " is kept twice"};
  }
  for (const llvm::json::Value &value : *merges) {
    const llvm::json::Object *entry = value.getAsObject();
    std::string from = entry->getString("from").value_or("").str();
    result.calls[from] = entry->getInteger("calls").value_or(-1);
    result.how[from] = entry->getString("how").value_or("").str();
  }
  return std::nullopt;
}

Result Checker::run() { return runOn(*program.clone().module); }

Result Checker::check(bool twice) {
  Result result = run();
  if (result.failure)
    return result;
  std::vector<Outcome> outcomes = expectOutcomes(program);
  if (!(result.failure = checkOutcomes(result, outcomes)) &&
      !(result.failure = checkReport(result, outcomes)))
    result.failure = checkRewriting(result);
  if (result.failure || !twice)
    return result;
  // What is known independently of how the program was made.
  DedupVerdict verdict = verifyDedup(*program.module, result.get());
  verifyDedupReport(result.report, verdict);
  if (!verdict.isEquivalent()) {
    std::string text;
    llvm::raw_string_ostream os(text);
    verdict.print(os);
    result.failure = {"verify-dedup", text};
    return result;
  }
  Result second = runOn(result.get());
  if (second.failure)
    result.failure = {"second-run", second.failure->message};
  else if (second.text != result.text)
    result.failure = {"second-run",
                      "a second run changed the program:\n" + second.report};
  return result;
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// Checks which units are gone, and what they became.
std::optional<Failure>
Checker::checkOutcomes(const Result &result,
                       const std::vector<Outcome> &outcomes) {
  FunctionTable table(*program.module);
  llvm::StringMap<std::string> known;
  for (auto [unit, outcome] : llvm::zip_equal(program.units, outcomes)) {
    SmallVector<FuncOp> functions = table.unitOf(unit.root);
    auto it = result.renames.find(unit.root);
    bool isGone = it != result.renames.end();
    std::string target = isGone ? it->second : "";
    std::string what = "@" + unit.root + ", " + unit.origin + ", ";
    if (isGone && outcome.target.empty())
      return Failure{"wrong-merge", what + "became @" + target};
    if (!isGone && !outcome.target.empty()) {
      auto reason = result.reasons.find(unit.root);
      return Failure{"missed-merge",
                     what + "stayed" +
                         (reason == result.reasons.end()
                              ? ""
                              : ", as it is " + reason->second) +
                         "; it should become @" + outcome.target};
    }
    if (target != outcome.target)
      return Failure{"wrong-target", what + "became @" + target +
                                         ", and should become @" +
                                         outcome.target};
    if (isGone && result.how.at(unit.root) != outcome.how)
      return Failure{"report-how", what + "became @" + target + " by " +
                                       result.how.at(unit.root)};
    SmallVector<FuncOp> survivors =
        isGone ? table.unitOf(target) : SmallVector<FuncOp>();
    for (auto [role, func] : llvm::enumerate(functions)) {
      std::string name = func.getSymName().str();
      known[name] = unit.root;
      auto renamed = result.renames.find(name);
      bool isMemberGone = renamed != result.renames.end();
      if (unit.excluded.empty() && isMemberGone != isGone)
        return Failure{"torn-group",
                       what + "and @" + name + " are not treated alike"};
      if (isGone && (role >= survivors.size() ||
                     renamed->second != survivors[role].getSymName()))
        return Failure{"wrong-member", what + "has @" + name +
                                           ", which became @" +
                                           renamed->second};
    }
  }
  for (const auto &[from, to] : result.renames)
    if (!known.count(from))
      return Failure{"wrong-merge", "@" + from + " became @" + to +
                                        ", but is no kernel or Group"};
  return std::nullopt;
}

std::optional<Failure>
Checker::checkReport(const Result &result,
                     const std::vector<Outcome> &outcomes) {
  FunctionTable table(*program.module);
  llvm::StringMap<int64_t> dispatches;
  program.module.get()->walk([&](CallOpInterface call) {
    if (isa<CallOp, SubmitOp>(call) &&
        call->getParentOfType<ModuleOp>() == *program.module)
      ++dispatches[cast<FlatSymbolRefAttr>(call->getAttr("callee")).getValue()];
  });
  llvm::StringMap<bool> isRepresentative;
  for (const auto &[from, to] : result.renames)
    isRepresentative[to] = true;
  for (auto [unit, outcome] : llvm::zip_equal(program.units, outcomes)) {
    if (result.renames.count(unit.root)) {
      auto calls = result.calls.find(unit.root);
      if (calls == result.calls.end() ||
          calls->second != dispatches.lookup(unit.root))
        return Failure{"report-calls",
                       "@" + unit.root + " has " +
                           std::to_string(dispatches.lookup(unit.root)) +
                           " dispatches"};
      continue;
    }
    for (FuncOp func : table.unitOf(unit.root)) {
      std::string name = func.getSymName().str();
      auto reason = result.reasons.find(name);
      if (reason == result.reasons.end()) {
        if (!isRepresentative.count(name))
          return Failure{"report-kept", "no reason why @" + name + ", " +
                                            unit.origin + ", stayed"};
        continue;
      }
      if (isRepresentative.count(name))
        return Failure{"report-kept",
                       "a reason for the representative @" + name};
      if (!outcome.reasons.empty() &&
          !llvm::is_contained(outcome.reasons, reason->second))
        return Failure{"report-reason", "@" + name + ", " + unit.origin +
                                            ", is kept as " + reason->second +
                                            ", and should be kept as one of: " +
                                            llvm::join(outcome.reasons, ", ")};
    }
  }
  return std::nullopt;
}

/// Makes what must come out from the renames alone, and compares.
std::optional<Failure> Checker::checkRewriting(const Result &result) {
  Program expected = program.clone();
  ModuleOp module = *expected.module;
  MLIRContext *context = module.getContext();
  NameMap names;
  for (const auto &[from, to] : result.renames)
    names[StringAttr::get(context, from)] = StringAttr::get(context, to);
  FunctionTable table(module);
  renameReferences(module, names);
  for (const auto &[from, to] : result.renames)
    if (FuncOp func = table.lookup(from))
      func.erase();
  std::string text = printProgram(module);
  if (text != result.text)
    return Failure{"rewriting", "more than references changed; expected:\n" +
                                    text + "\nbut it is:\n" + result.text};
  FunctionTable after(result.get());
  std::string dangling;
  forEachReference(result.get(), [&](Operation *, FlatSymbolRefAttr ref) {
    if (!after.lookup(ref.getValue()) && ref.getValue() != "nowhere")
      dangling = ref.getValue().str();
  });
  if (!dangling.empty())
    return Failure{"dangling", "@" + dangling + " does not exist"};
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Everything about a program
//===----------------------------------------------------------------------===//

/// The operations of a program, in no order of theirs.
static std::string sortedText(ModuleOp module) {
  std::vector<std::string> texts;
  for (Operation &op : *module.getBody()) {
    llvm::raw_string_ostream os(texts.emplace_back());
    op.print(os, OpPrintingFlags().enableDebugInfo().useLocalScope());
  }
  llvm::sort(texts);
  return llvm::join(texts, "\n");
}

static bool isSame(const Result &result, const Result &other) {
  return result.text == other.text && result.report == other.report;
}

static bool isSameInOrder(const Result &result, const Result &other) {
  return result.renames == other.renames &&
         sortedText(result.get()) == sortedText(other.get());
}

/// Changes `result`.
static bool isSameRenamed(const Result &result, const Result &other,
                          const NameMap &names) {
  renameProgramSymbols(result.get(), names);
  return result.renames == other.renames &&
         printProgram(result.get()) == other.text;
}

static Failure disagreement(Question question) {
  switch (question) {
  case Question::Repetition:
    return {"repetition", "another run gave another result", question};
  case Question::Order:
    return {"order", "the order of functions matters", question};
  case Question::SymbolNames:
    return {"symbol-names", "the names of symbols matter", question};
  case Question::Answer:
  case Question::WrongMerges:
    break;
  }
  llvm_unreachable("an answer is wrong in ways of its own");
}

std::optional<Failure> pld::fuzz::askProgram(const Program &program,
                                             Question question, uint64_t seed,
                                             const CheckOptions &options) {
  std::string wrong = checkUnits(program);
  if (!wrong.empty())
    return Failure{"generator", wrong};
  Checker checker(program, options);
  if (question == Question::Answer)
    return checker.check().failure;
  if (question == Question::WrongMerges) {
    Counts counts;
    return testWrongMerges(program, counts);
  }

  Result result = checker.run();
  Random rng(seed);
  Program changed = program.clone();
  NameMap names;
  if (question == Question::Order) {
    changed = permuteFunctions(program, rng);
  } else if (question == Question::SymbolNames) {
    names = chooseSymbolNames(program, rng);
    renameProgramSymbols(*changed.module, names);
  }
  Result other = Checker(changed, options).run();
  if (result.failure || other.failure)
    return result.failure ? result.failure : other.failure;
  bool agrees = question == Question::Repetition ? isSame(result, other)
                : question == Question::Order
                    ? isSameInOrder(result, other)
                    : isSameRenamed(result, other, names);
  if (agrees)
    return std::nullopt;
  return disagreement(question);
}

std::optional<Failure> pld::fuzz::testProgram(Program &program, uint64_t seed,
                                              const CheckOptions &options,
                                              Counts &counts) {
  std::string wrong = checkUnits(program);
  if (!wrong.empty())
    return Failure{"generator", wrong};
  Checker checker(program, options);
  Result result = checker.check();
  if (result.failure)
    return result.failure;
  counts["merged functions"] += result.renames.size();
  for (const auto &[from, how] : result.how)
    ++counts["merged: " + how];
  for (const auto &[name, reason] : result.reasons)
    ++counts["kept: " + reason];
  if (!isSame(result, checker.run()))
    return disagreement(Question::Repetition);

  // Each of these must give the answer that is known, too.
  auto fails = [&](Program &changed, Result &other, bool twice) {
    other = Checker(changed, options).check(twice);
    if (other.failure)
      program = std::move(changed);
    return other.failure.has_value();
  };
  Result other;
  Random rng(seed);
  Program permuted = permuteFunctions(program, rng);
  if (fails(permuted, other, /*twice=*/false))
    return other.failure;
  if (!isSameInOrder(result, other))
    return disagreement(Question::Order);
  Program renamed = renameFunctions(program, rng);
  if (fails(renamed, other, /*twice=*/true))
    return other.failure;
  Random again(seed);
  NameMap names = chooseSymbolNames(program, again);
  Program symbols = program.clone();
  renameProgramSymbols(*symbols.module, names);
  if (fails(symbols, other, /*twice=*/false))
    return other.failure;
  if (!isSameRenamed(result, other, names))
    return disagreement(Question::SymbolNames);
  return std::nullopt;
}

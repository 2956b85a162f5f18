//===- pld-bench.cpp - Times the import and the deduplication -------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a serialised program once, then imports it again and again, each time
// in a new context, and prints one JSON object with what each stage took.
// `bench/run.py` starts it and compares.
//
//===----------------------------------------------------------------------===//

#include "pld/Target/PyPTO/Import.h"
#include "pld/Transforms/Passes.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <ctime>
#include <optional>

using namespace mlir;
namespace cl = llvm::cl;
namespace json = llvm::json;

static cl::opt<std::string> inputFile(cl::Positional, cl::Required,
                                      cl::desc("<program.msgpack>"));
static cl::opt<unsigned> numRuns("runs", cl::init(3),
                                 cl::desc("How often to import the file"));
static cl::opt<std::string>
    passName("pass", cl::init("pld-deduplicate-outlined-kernels"),
             cl::desc("The pass to time after the import"));

/// The most memory that the process has had so far, in bytes, or 0 where the
/// system does not say. Unlike `getrusage` this counts from the start of the
/// program, not from that of the process which started it.
static uint64_t getPeakMemory() {
  auto status = llvm::MemoryBuffer::getFileAsStream("/proc/self/status");
  if (!status)
    return 0;
  StringRef text = (*status)->getBuffer();
  size_t at = text.find("VmHWM:");
  uint64_t kilobytes = 0;
  if (at == StringRef::npos ||
      text.substr(at + strlen("VmHWM:")).ltrim().consumeInteger(10, kilobytes))
    return 0;
  return kilobytes * 1024;
}

namespace {

/// Wall time, and time that all threads of the process were running.
struct Duration {
  double wall = 0, cpu = 0;

  json::Object toJSON() const {
    return json::Object{{"wall_ms", wall}, {"cpu_ms", cpu}};
  }
};

template <typename FunctionT> Duration measure(FunctionT &&function) {
  timespec before, after;
  auto start = std::chrono::steady_clock::now();
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &before);
  function();
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &after);
  std::chrono::duration<double, std::milli> wall =
      std::chrono::steady_clock::now() - start;
  return {wall.count(), (after.tv_sec - before.tv_sec) * 1e3 +
                            (after.tv_nsec - before.tv_nsec) / 1e6};
}

} // namespace

/// Times the pass on `module`, or says that it failed.
static FailureOr<Duration> runPass(const PassInfo &pass, ModuleOp module,
                                   bool verify) {
  PassManager manager(module.getContext());
  manager.enableVerifier(verify);
  auto onError = [](const Twine &) { return failure(); };
  if (failed(pass.addToPipeline(manager, "", onError)))
    return failure();
  bool passed = false;
  Duration time = measure([&] { passed = succeeded(manager.run(module)); });
  if (!passed)
    return failure();
  return time;
}

static std::optional<json::Object> runOnce(StringRef bytes,
                                           const DialectRegistry &registry,
                                           const PassInfo *pass) {
  MLIRContext context(registry);
  json::Object run;
  OwningOpRef<ModuleOp> module;
  run["import"] = measure([&] {
                    module = pld::importPyPTO(bytes, inputFile, &context);
                  }).toJSON();
  if (!module)
    return std::nullopt;
  run["peak_bytes"] = getPeakMemory();
  // The import has verified the module; this says what part of it that was.
  run["verify"] = measure([&] { (void)verify(*module); }).toJSON();
  if (!pass)
    return run;

  OwningOpRef<ModuleOp> copy = module->clone();
  FailureOr<Duration> alone = runPass(*pass, *module, /*verify=*/false);
  FailureOr<Duration> verified = runPass(*pass, *copy, /*verify=*/true);
  if (failed(alone) || failed(verified))
    return std::nullopt;
  run["pass"] = alone->toJSON();
  run["pass_and_verify"] = verified->toJSON();
  return run;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::ParseCommandLineOptions(argc, argv,
                              "Times the import and the deduplication\n");
  pld::registerPLDPasses();
  DialectRegistry registry;
  pld::registerPyPTOImportDialects(registry);
  {
    MLIRContext context(registry);
    context.loadAllAvailableDialects();
    OwningOpRef<ModuleOp> empty = ModuleOp::create(UnknownLoc::get(&context));
    if (failed(verify(*empty)))
      return 1;
  }
  uint64_t emptyPeak = getPeakMemory();

  auto file = llvm::MemoryBuffer::getFile(inputFile, /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  if (!file) {
    llvm::WithColor::error()
        << inputFile << ": " << file.getError().message() << '\n';
    return 1;
  }
  const PassInfo *pass = PassInfo::lookup(passName);
  json::Array runs;
  for (unsigned i = 0; i < numRuns; ++i) {
    std::optional<json::Object> run =
        runOnce((*file)->getBuffer(), registry, pass);
    if (!run)
      return 1;
    runs.push_back(std::move(*run));
  }
  json::OStream(llvm::outs(), /*IndentSize=*/2)
      .value(json::Object{
          {"file_bytes", uint64_t((*file)->getBufferSize())},
          {"empty_peak_bytes", emptyPeak},
          {"pass", pass ? json::Value(passName) : json::Value(nullptr)},
          {"runs", std::move(runs)}});
  llvm::outs() << '\n';
  return 0;
}

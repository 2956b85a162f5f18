//===- Exports.cpp - What pld-translate writes ----------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Target/Exports.h"

#include "pld/Target/KernelConfig/KernelConfig.h"
#include "pld/Target/Orchestration/Orchestration.h"

#include "mlir/InitAllDialects.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/CommandLine.h"

using namespace mlir;
using namespace pld;

/// Bodies may use any dialect.
static void registerDialects(DialectRegistry &registry) {
  registerAllDialects(registry);
  registry.insert<PLDDialect>();
}

static void registerExport(
    StringRef name, StringRef description,
    const std::function<LogicalResult(ModuleOp, raw_ostream &)> &print) {
  TranslateFromMLIRRegistration(
      name, description,
      [print](ModuleOp module, raw_ostream &output) -> LogicalResult {
        std::string text;
        llvm::raw_string_ostream os(text);
        if (failed(print(module, os)))
          return failure();
        output << text;
        return success();
      },
      registerDialects);
}

void pld::registerPLDExports() {
  // Not a global: a program that only links the library has no such option.
  static llvm::cl::opt<std::string> orchestration(
      "pld-orchestration",
      llvm::cl::desc("The orchestration to export, if there are several"),
      llvm::cl::value_desc("name"));
  static llvm::cl::opt<NpuRuntime> runtime(
      "pld-runtime", llvm::cl::desc("The runtime to write for"),
      llvm::cl::init(NpuRuntime::TensormapAndRingbuffer),
      llvm::cl::values(
          clEnumValN(NpuRuntime::TensormapAndRingbuffer,
                     stringifyNpuRuntime(NpuRuntime::TensormapAndRingbuffer),
                     "The device builds the graph of tasks"),
          clEnumValN(NpuRuntime::HostBuildGraph,
                     stringifyNpuRuntime(NpuRuntime::HostBuildGraph),
                     "The host builds the graph of tasks")));

  registerExport("pld-to-registrations-json",
                 "Write the kernel registrations and tasks as JSON",
                 [](ModuleOp module, raw_ostream &os) {
                   return printRegistrationsJson(module, os, runtime);
                 });
  registerExport("pld-to-kernel-config",
                 "Write the kernel_config.py of an orchestration",
                 [](ModuleOp module, raw_ostream &os) {
                   return printKernelConfig(module, orchestration, os, runtime);
                 });
  static llvm::cl::opt<NpuPlatform> platform(
      "pld-platform", llvm::cl::desc("The NPU to write C++ for"),
      llvm::cl::init(NpuPlatform::A2A3),
      llvm::cl::values(clEnumValN(NpuPlatform::A2A3, "a2a3", "A2 and A3"),
                       clEnumValN(NpuPlatform::A5, "a5", "A5")));
  registerExport("pld-to-orchestration-cpp",
                 "Write the C++ that submits the tasks of an orchestration",
                 [](ModuleOp module, raw_ostream &os) -> LogicalResult {
                   FailureOr<OrchestrationResult> result = exportOrchestration(
                       module, orchestration, platform, runtime);
                   if (failed(result))
                     return failure();
                   os << result->code;
                   return success();
                 });
}

//===- OptMain.cpp - The main of programs like mlir-opt -------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Tools/OptMain.h"

#include "pld/Support/OutputFile.h"
#include "pld/Support/ToolMain.h"

#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"

using namespace mlir;
using namespace pld;

static LogicalResult run(StringRef inputFile, StringRef outputFile,
                         DialectRegistry &registry,
                         const MlirOptMainConfig &config) {
  if (inputFile == "-" && llvm::sys::Process::StandardInIsUserInput())
    llvm::errs() << "(the program is read from the terminal)\n";
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> input =
      openInputFile(inputFile, &message);
  if (!input) {
    ToolMain::reportError(message);
    return failure();
  }
  llvm::ErrorOr<OutputFile> output = OutputFile::open(outputFile);
  std::error_code code = output.getError();
  if (!code) {
    if (failed(MlirOptMain(output->os(), std::move(input), registry, config)))
      return failure();
    code = output->commit();
  }
  if (!code)
    return success();
  ToolMain::reportWriteError(outputFile, code.message());
  return failure();
}

int pld::optMain(int argc, char **argv, StringRef overview,
                 DialectRegistry &registry) {
  ToolMain tool(argc, argv);
  auto [inputFile, outputFile] =
      registerAndParseCLIOptions(argc, argv, overview, registry);
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  // These read and write no program.
  bool isList = config.shouldShowDialects() || config.shouldListPasses();
  LogicalResult result =
      isList ? MlirOptMain(argc, argv, inputFile, outputFile, registry)
             : run(inputFile, outputFile, registry, config);
  return tool.finish(asMainReturnCode(result));
}

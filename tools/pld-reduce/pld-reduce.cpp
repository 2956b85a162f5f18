//===- pld-reduce.cpp - Reduces failing PLD programs ----------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Dialect/PLD/PLDDialect.h"
#include "pld/Support/ToolMain.h"
#include "pld/Transforms/Passes.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"

int main(int argc, char **argv) {
  pld::ToolMain tool(argc, argv);
  llvm::SmallVector<const char *> args(argv, argv + argc);
  if (llvm::failed(tool.replaceOutput(args)))
    return 1;
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  registry.insert<pld::PLDDialect>();
  mlir::registerAllPasses();
  pld::registerPLDPasses();
  mlir::MLIRContext context(registry);
  args.push_back(nullptr);
  return tool.finish(mlir::failed(mlir::mlirReduceMain(
      args.size() - 1, const_cast<char **>(args.data()), context)));
}

//===- pld-lsp-server.cpp - Language server for PLD -----------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Dialect/PLD/PLDDialect.h"
#include "pld/Support/ToolMain.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

int main(int argc, char **argv) {
  pld::ToolMain tool(argc, argv);
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  registry.insert<pld::PLDDialect>();
  return tool.finish(
      mlir::failed(mlir::MlirLspServerMain(argc, argv, registry)));
}

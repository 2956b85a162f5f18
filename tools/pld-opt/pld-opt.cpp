//===- pld-opt.cpp - Runs passes on PLD programs --------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Dialect/PLD/PLDDialect.h"
#include "pld/Tools/OptMain.h"
#include "pld/Transforms/Passes.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  registry.insert<pld::PLDDialect>();
  mlir::registerAllPasses();
  pld::registerPLDPasses();
  return pld::optMain(argc, argv, "PLD optimizer driver\n", registry);
}

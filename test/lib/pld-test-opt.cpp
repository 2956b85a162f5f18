//===- pld-test-opt.cpp - pld-opt with passes for tests -------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dedup/TestPasses.h"

#include "pld/Dialect/PLD/PLDDialect.h"
#include "pld/Tools/OptMain.h"
#include "pld/Transforms/Passes.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllPasses.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  registry.insert<pld::PLDDialect>();
  mlir::registerAllPasses();
  pld::registerPLDPasses();
  pld::test::registerTestDeduplicateWrongly();
  pld::test::registerTestRenameSymbolsApart();
  return pld::optMain(argc, argv, "PLD test driver\n", registry);
}

//===- TestRenameSymbolsApart.cpp - No two functions share symbols --------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dedup/SymbolNames.h"
#include "Dedup/TestPasses.h"

#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace pld;

namespace {

struct TestRenameSymbolsApart
    : public PassWrapper<TestRenameSymbolsApart, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestRenameSymbolsApart)

  StringRef getArgument() const override {
    return "pld-test-rename-symbols-apart";
  }
  StringRef getDescription() const override {
    return "Rename shape symbols such that no two functions share one";
  }

  void runOnOperation() override { test::renameSymbolsApart(getOperation()); }
};

} // namespace

void test::registerTestRenameSymbolsApart() {
  PassRegistration<TestRenameSymbolsApart>();
}

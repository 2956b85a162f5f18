//===- DialectTest.cpp - The dialect as a whole ---------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Dialect/PLD/PLDDialect.h"

#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

namespace {

TEST(Dialect, Loads) {
  mlir::MLIRContext context(mlir::MLIRContext::Threading::DISABLED);
  auto *dialect = context.getOrLoadDialect<pld::PLDDialect>();
  ASSERT_NE(dialect, nullptr);
  EXPECT_EQ(dialect->getNamespace(), "pld");
}

} // namespace

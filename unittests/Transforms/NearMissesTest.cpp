//===- NearMissesTest.cpp - Tests of outlines and first differences -------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DedupTestBase.h"

#include "pld/Transforms/Dedup/NearMisses.h"

using namespace mlir;
using namespace pld;
using namespace pld::dedup;

namespace {

constexpr StringLiteral kKernels = R"mlir(
  pld.func private aiv @base(%x: f32) {
    %0 = arith.addf %x, %x : f32
    %1 = arith.addf %0, %x : f32
    %2 = arith.constant 1.0 : f32
    pld.return
  }
  pld.func private aiv @constant(%x: f32) attributes {x} {
    %0 = arith.addf %x, %x : f32
    %1 = arith.addf %0, %x : f32
    %2 = arith.constant 2.0 : f32
    pld.return
  }
  pld.func private aiv @with_attribute(%x: f32) attributes {y} {
    %0 = arith.addf %x, %x : f32
    %1 = arith.addf %0, %x : f32
    %2 = arith.constant 1.0 : f32
    pld.return
  }
  pld.func private aic @with_kind(%x: f32) {
    %0 = arith.addf %x, %x : f32
    %1 = arith.addf %0, %x : f32
    %2 = arith.constant 1.0 : f32
    pld.return
  }
  pld.func private aiv @operand(%x: f32) {
    %0 = arith.addf %x, %x : f32
    %1 = arith.addf %x, %x : f32
    %2 = arith.constant 2.0 : f32
    pld.return
  }
  pld.func private aiv @tail(%x: f32) {
    %0 = arith.addf %x, %x : f32
    %1 = arith.addf %0, %x : f32
    %2 = arith.negf %1 : f32
    %3 = arith.negf %2 : f32
    pld.return
  }
  pld.func private aiv @other(%x: f32) {
    %0 = arith.negf %x : f32
    pld.return
  }
)mlir";

Outline getOutline(Program &program, StringRef name) {
  SmallVector<FunctionKind> kinds;
  for (FunctionId function : program.getUnit(name).functions)
    kinds.push_back(program.index->getFunction(function).getKind());
  return Outline(program.getForm(name), kinds);
}

TEST(Outline, LeavesOutDetails) {
  Program program(kKernels);
  Outline base = getOutline(program, "base"),
          constant = getOutline(program, "constant"),
          operand = getOutline(program, "operand"),
          tail = getOutline(program, "tail");
  EXPECT_EQ(base.numOperations, 5u);
  EXPECT_EQ(base.prefixes.size(), 2u);
  EXPECT_EQ(base.roles, constant.roles);
  EXPECT_NE(base.bodies, constant.bodies);
  EXPECT_NE(base.signatures, constant.signatures);
  Outline attribute = getOutline(program, "with_attribute"),
          kind = getOutline(program, "with_kind");
  EXPECT_EQ(base.bodies, attribute.bodies);
  EXPECT_NE(base.signatures, attribute.signatures);
  EXPECT_EQ(base.bodies, kind.bodies);
  EXPECT_NE(base.kinds, kind.kinds);
  EXPECT_NE(base.roles, operand.roles);
  EXPECT_EQ(base.names, operand.names);
  EXPECT_NE(base.names, tail.names);
  EXPECT_EQ(base.prefixes[0], tail.prefixes[0]);
  EXPECT_NE(base.prefixes[1], tail.prefixes[1]);
}

TEST(OutlineTable, FindsTheMostAlike) {
  Program program(kKernels);
  Outline base = getOutline(program, "base"),
          constant = getOutline(program, "constant"),
          operand = getOutline(program, "operand"),
          tail = getOutline(program, "tail"),
          other = getOutline(program, "other");
  OutlineTable units;
  EXPECT_EQ(units.find(base), kNoUnit);
  units.add(0, other);
  EXPECT_EQ(units.find(base), kNoUnit);
  units.add(6, getOutline(program, "with_kind"));
  EXPECT_EQ(units.find(base), 6u);
  units.add(1, tail);
  EXPECT_EQ(units.find(base), 1u);
  units.add(2, operand);
  EXPECT_EQ(units.find(base), 2u);
  units.add(3, constant);
  EXPECT_EQ(units.find(base), 3u);
  units.add(5, getOutline(program, "with_attribute"));
  EXPECT_EQ(units.find(base), 5u);
  // Of units that are as much alike it is the first.
  units.add(4, base);
  EXPECT_EQ(units.find(base), 5u);
}

TEST(OutlineTable, ACommonBeginningMustBeAPart) {
  Outline small, large;
  small.numOperations = 2;
  small.names = small.roles = small.bodies = small.signatures = 1;
  small.prefixes = {7};
  large.numOperations = 20;
  large.names = large.roles = large.bodies = large.signatures = 2;
  large.prefixes = {7, 8, 9, 10};
  OutlineTable units;
  units.add(0, large);
  EXPECT_EQ(units.find(small), kNoUnit);
}

TEST(FirstDifference, IsAtAPlaceInBoth) {
  Program program(kKernels);
  std::optional<Difference> difference = program.getDifference("tail", "base");
  ASSERT_TRUE(difference.has_value());
  EXPECT_EQ(difference->text,
            "operation 'arith.negf' here, 'arith.constant' there");
  EXPECT_EQ(difference->here.operation, 3u);
  EXPECT_EQ(difference->there.operation, 3u);
  EXPECT_EQ(program.index->getFunction(difference->here.function).getSymName(),
            "tail");
  EXPECT_EQ(program.index->getFunction(difference->there.function).getSymName(),
            "base");
}

// An expression of many levels that share their parts is neither walked nor
// printed once for each path.
TEST(FirstDifference, SharedExpressionsCostOnce) {
  Program program(R"mlir(
    pld.func private aic @a(%n: index {pld.symbol = "N"}, %m: index {pld.symbol = "M"}) {
      pld.return
    }
    pld.func private aic @b(%n: index {pld.symbol = "N"}, %m: index {pld.symbol = "M"}) {
      pld.return
    })mlir");
  MLIRContext *context = &program.context;
  auto index = IndexType::get(context);
  auto deepen = [&](FuncOp func, StringRef last) {
    auto symbol = [&](StringRef name) -> Attribute {
      return SymAttr::get(context, StringAttr::get(context, name), index);
    };
    Attribute dim = ExprAttr::get(context, ScalarKind::Add, StringAttr(),
                                  {symbol("N"), symbol(last)}, index);
    for (unsigned i = 0; i < 60; ++i)
      dim = ExprAttr::get(context, ScalarKind::Add, StringAttr(), {dim, dim},
                          index);
    func->setAttr("x.dim", dim);
  };
  deepen(program.index->getFunction(0), "N");
  deepen(program.index->getFunction(1), "M");
  program.table.forgetProperties();
  std::optional<Difference> difference = program.getDifference("a", "b");
  ASSERT_TRUE(difference.has_value());
  EXPECT_EQ(difference->text,
            "attribute 'x.dim' is a large value here, a large value there "
            "('N' is symbol #0 here, 'M' is symbol #1 there)");
}

// What is cut is cut between characters.
TEST(FirstDifference, LongTextsAreCut) {
  std::string text;
  for (int i = 0; i < 60; ++i)
    text += "\xC3\xA9";
  Program program(
      "pld.func private aic @a() attributes {x = \"" + text +
      "\"} { pld.return }\n"
      "pld.func private aic @b() attributes {x = 1} { pld.return }");
  std::optional<Difference> difference = program.getDifference("a", "b");
  ASSERT_TRUE(difference.has_value());
  EXPECT_LT(difference->text.size(), 120u);
  EXPECT_NE(difference->text.find("..."), std::string::npos);
}

// Many units may be compared with one that holds much data.
TEST(FirstDifference, LargeDataIsNotPrinted) {
  std::string data(5000, 'x');
  Program program(
      "pld.func private aic @a() attributes {x = \"" + data +
      "\"} { pld.return }\n"
      "pld.func private aic @b() attributes {x = 1} { pld.return }");
  std::optional<Difference> difference = program.getDifference("a", "b");
  ASSERT_TRUE(difference.has_value());
  EXPECT_EQ(difference->text,
            "attribute 'x' is a large value here, 1 : i64 there");
}

// The stage can be left out.
TEST(NearMisses, AreOnlyToldWhenAskedFor) {
  Program program((kKernels + R"mlir(
    pld.func orchestration @main(%x: f32) {
      pld.call @base(%x) : (f32) -> ()
      pld.call @constant(%x) : (f32) -> ()
      pld.return
    })mlir")
                      .str());
  Options options;
  MergePlan plan = planMerges(*program.index, program.table, options);
  ASSERT_EQ(plan.nearMisses.size(), 1u);
  EXPECT_EQ(plan.nearMisses[0].name, "constant");
  EXPECT_EQ(plan.nearMisses[0].other, "base");
  EXPECT_EQ(plan.nearMisses[0].here.function, "constant");
  EXPECT_EQ(plan.nearMisses[0].here.operation, 0u);
  options.explainNearMisses = false;
  EXPECT_TRUE(
      planMerges(*program.index, program.table, options).nearMisses.empty());
}

} // namespace

//===- TypeTest.cpp - Types, expressions and their symbols ----------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Dialect/PLD/PLDDialect.h"
#include "pld/Dialect/PLD/PLDTypes.h"
#include "pld/Dialect/PLD/ShapeSymbols.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace pld;

namespace {

class TypeTest : public ::testing::Test {
protected:
  TypeTest() { context.getOrLoadDialect<PLDDialect>(); }

  Attribute attr(StringRef text) {
    Attribute result = parseAttribute(text, &context);
    EXPECT_TRUE(result) << text.str();
    return result;
  }
  Type type(StringRef text) {
    Type result = parseType(text, &context);
    EXPECT_TRUE(result) << text.str();
    return result;
  }
  bool sameClass(StringRef a, StringRef b) {
    bool same = haveSameClass(type(a), type(b));
    EXPECT_EQ(haveSameClass(type(b), type(a)), same)
        << a.str() << " and " << b.str();
    return same;
  }
  bool shareStorage(StringRef a, StringRef b) {
    bool share = mayShareStorage(type(a), type(b));
    EXPECT_EQ(mayShareStorage(type(b), type(a)), share)
        << a.str() << " and " << b.str();
    return share;
  }
  /// `levels` sums, each of the one before and itself.
  Attribute makeDag(unsigned levels) {
    Attribute dag = attr("#pld.sym<M>");
    while (levels-- > 0)
      dag = ExprAttr::get(&context, ScalarKind::Add, StringAttr(), {dag, dag},
                          IndexType::get(&context));
    return dag;
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
};

//===----------------------------------------------------------------------===//
// Classes of types
//===----------------------------------------------------------------------===//

TEST_F(TypeTest, Classify) {
  for (StringRef text : {"i1", "i64", "ui8", "si32", "index", "f16", "bf16",
                         "f8E4M3FN", "!pld.hf4", "!pld.hf8"})
    EXPECT_EQ(classifyType(type(text)), TypeClass::Scalar) << text.str();
  EXPECT_EQ(classifyType(type("!pld.tensor<[4], f32>")), TypeClass::Tensor);
  EXPECT_EQ(classifyType(type("!pld.dist_tensor<[4], f32>")),
            TypeClass::DistTensor);
  EXPECT_EQ(classifyType(type("!pld.tile<[4], f32>")), TypeClass::Tile);
  EXPECT_EQ(classifyType(type("!pld.array<4 x f32>")), TypeClass::Array);
  EXPECT_EQ(classifyType(type("tuple<i32>")), TypeClass::Tuple);
  for (StringRef text : {"!pld.task_id", "!pld.ptr", "!pld.unknown", "none",
                         "tensor<4xf32>", "memref<4xf32>", "vector<4xf32>"})
    EXPECT_EQ(classifyType(type(text)), TypeClass::Other) << text.str();
}

TEST_F(TypeTest, SameClass) {
  // Scalars: integers of any width, or floating point numbers of any.
  EXPECT_TRUE(sameClass("i32", "index"));
  EXPECT_TRUE(sameClass("ui8", "i1"));
  EXPECT_TRUE(sameClass("f16", "!pld.hf8"));
  EXPECT_FALSE(sameClass("i32", "f32"));
  EXPECT_FALSE(sameClass("i8", "!pld.hf8"));

  // Shaped types: rank and element count, the rest does not.
  EXPECT_TRUE(sameClass("!pld.tensor<[M, 4], f32>",
                        "!pld.tensor<[4, N], f32, layout = nz, stride = [1]>"));
  EXPECT_FALSE(sameClass("!pld.tensor<[4], f32>", "!pld.tensor<[4, 1], f32>"));
  EXPECT_FALSE(sameClass("!pld.tensor<[4], i32>", "!pld.tensor<[4], ui32>"));
  EXPECT_FALSE(sameClass("!pld.tensor<[4], f32>", "!pld.tile<[4], f32>"));
  EXPECT_FALSE(
      sameClass("!pld.tensor<[4], f32>", "!pld.dist_tensor<[4], f32>"));
  EXPECT_TRUE(
      sameClass("!pld.tile<[4], f32, space = vec>", "!pld.tile<[M], f32>"));

  EXPECT_TRUE(sameClass("!pld.array<4 x i32>", "!pld.array<N x i32>"));
  EXPECT_FALSE(sameClass("!pld.array<4 x i32>", "!pld.array<4 x i64>"));
  EXPECT_FALSE(sameClass("!pld.array<4 x i32>", "!pld.tensor<[4], i32>"));

  EXPECT_TRUE(sameClass("tuple<i32, tuple<!pld.tile<[M], f32>>>",
                        "tuple<i64, tuple<!pld.tile<[4], f32>>>"));
  EXPECT_FALSE(sameClass("tuple<i32>", "tuple<i32, i32>"));
  EXPECT_FALSE(sameClass("tuple<i32, f32>", "tuple<i32, i32>"));
  EXPECT_FALSE(sameClass("tuple<i32>", "i32"));

  EXPECT_TRUE(sameClass("!pld.ptr", "!pld.ptr"));
  EXPECT_FALSE(sameClass("!pld.ptr", "!pld.unknown"));
}

TEST_F(TypeTest, ShareStorage) {
  EXPECT_TRUE(
      shareStorage("!pld.tensor<[4], f32>", "!pld.tensor<[2, 2], f32>"));
  EXPECT_TRUE(
      shareStorage("!pld.tensor<[4], f32>", "!pld.dist_tensor<[2, 2], f32>"));
  EXPECT_TRUE(shareStorage("!pld.tile<[4], f32>", "!pld.tile<[2, 2], f32>"));
  EXPECT_FALSE(shareStorage("!pld.tile<[4], f32>", "!pld.tensor<[4], f32>"));
  EXPECT_FALSE(shareStorage("!pld.tile<[4], f32>", "!pld.tile<[4], f16>"));
  EXPECT_FALSE(shareStorage("i32", "i32"));
}

TEST_F(TypeTest, Parts) {
  EXPECT_EQ(getShapeOf(type("!pld.dist_tensor<[M, 4], f32>")).size(), 2u);
  EXPECT_EQ(getShapeOf(type("!pld.tile<[M, 4], f32>")).front(),
            attr("#pld.sym<M>"));
  EXPECT_TRUE(getShapeOf(type("!pld.array<4 x f32>")).empty());
  EXPECT_TRUE(getShapeOf(type("f32")).empty());
  EXPECT_EQ(getElementTypeOf(type("!pld.array<4 x f32>")), type("f32"));
  EXPECT_EQ(getElementTypeOf(type("!pld.tensor<[4], i8>")), type("i8"));
  EXPECT_FALSE(getElementTypeOf(type("f32")));
  EXPECT_FALSE(getElementTypeOf(type("tensor<4xf32>")));
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

TEST_F(TypeTest, Dims) {
  for (StringRef text : {"4 : index", "4 : i64", "4 : ui64", "true",
                         "#pld.sym<M>", "#pld.expr<M + 1>"})
    EXPECT_TRUE(isDim(attr(text))) << text.str();
  for (StringRef text : {"4 : i65", "4.0 : f32", "\"M\"", "unit", "@M", "[4]",
                         "#pld.memref<\"m\">", "#pld<layout nz>"})
    EXPECT_FALSE(isDim(attr(text))) << text.str();
  EXPECT_FALSE(isDim(Attribute()));
}

TEST_F(TypeTest, DepthAndSize) {
  auto expr = cast<ExprAttr>(attr("#pld.expr<min(M + 1, N)>"));
  EXPECT_EQ(expr.getDepth(), 2u);
  EXPECT_EQ(expr.getTreeSize(), 5u);
  expr = cast<ExprAttr>(attr("#pld.expr<\"f\"()>"));
  EXPECT_EQ(expr.getDepth(), 0u);
  EXPECT_EQ(expr.getTreeSize(), 1u);

  expr = cast<ExprAttr>(makeDag(40));
  EXPECT_EQ(expr.getDepth(), 40u);
  EXPECT_EQ(expr.getTreeSize(), (1ull << 41) - 1);
  expr = cast<ExprAttr>(makeDag(100));
  EXPECT_EQ(expr.getDepth(), 100u);
  EXPECT_EQ(expr.getTreeSize(), ~0ull);

  EXPECT_FALSE(isLargeExpr(attr("#pld.sym<M>")));
  EXPECT_FALSE(isLargeExpr(makeDag(4)));
  EXPECT_TRUE(isLargeExpr(makeDag(5)));
}

// Depth and size follow when operands are replaced.
TEST_F(TypeTest, ReplacedOperands) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](SymAttr) {
    return std::make_pair(attr("#pld.expr<a + b>"), WalkResult::skip());
  });
  auto expr = cast<ExprAttr>(replacer.replace(attr("#pld.expr<neg(M) + 1>")));
  EXPECT_EQ(expr, attr("#pld.expr<neg(a + b) + 1>"));
  EXPECT_EQ(expr.getDepth(), 3u);
  EXPECT_EQ(expr.getTreeSize(), 6u);
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

TEST_F(TypeTest, SymbolOrder) {
  auto names = [](ArrayRef<SymAttr> symbols) {
    std::string text;
    for (SymAttr symbol : symbols)
      text += symbol.getName().str();
    return text;
  };
  SymbolFinder finder;
  // In the order of the text, each once.
  EXPECT_EQ(names(finder.find(type(
                "!pld.tensor<[c * (b + a), b, d], f32, stride = [e, a], valid "
                "= [f], memref = <\"m\", offset = g, slot = h>>"))),
            "cbadefgh");
  EXPECT_EQ(names(finder.find(type(
                "tuple<!pld.array<z x i32>, !pld.dist_tensor<[y], f32, window "
                "= <\"w\", base = \"p\", size = x>>, !pld.tile<[z], f32, view "
                "= <row_major, none_box, 1, start = w, stride = [v]>>>"))),
            "zyxwv");
  EXPECT_EQ(names(finder.find(attr("[#pld.sym<b>, {k = #pld.expr<a + b>}, "
                                   "!pld.tensor<[c], f32>]"))),
            "bac");
  EXPECT_TRUE(finder.find(type("f32")).empty());
  EXPECT_TRUE(finder.find(attr("unit")).empty());
  // Asked again, the answer is the same; types and attributes do not mix.
  EXPECT_EQ(names(finder.find(type("!pld.array<n x i32>"))), "n");
  EXPECT_EQ(names(finder.find(type("!pld.array<n x i32>"))), "n");
  EXPECT_EQ(names(finder.find(attr("!pld.array<n x i32>"))), "n");

  // A name with two types is two symbols.
  EXPECT_EQ(finder.find(type("!pld.tensor<[n, n : i64, n], f32>")).size(), 2u);

  // What was found stays where it is.
  ArrayRef<SymAttr> first = finder.find(type("!pld.tensor<[p, q], f32>"));
  for (unsigned i = 0; i < 1000; ++i)
    (void)finder.find(type("!pld.array<" + std::to_string(i) + " x i32>"));
  EXPECT_EQ(names(first), "pq");
}

// Shared operands are looked at once.
TEST_F(TypeTest, SymbolsOfDag) {
  SymbolFinder finder;
  EXPECT_EQ(finder.find(makeDag(100)).size(), 1u);
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

TEST_F(TypeTest, DimensionsReadAsTheyAreWritten) {
  for (StringRef text :
       {"4", "-4", "-1 : i8", "1 : i1", "0 : i1", "18446744073709551615 : ui64",
        "255 : ui8", "-128 : si8", "M", "n : i64", "M + 1", "N * 128",
        "floordiv(M + 15, 16)", "cast(1 : i1) : i32"}) {
    auto tensor = cast<GlobalTensorType>(
        type(("!pld.tensor<[" + text + "], f32>").str()));
    EXPECT_EQ(formatDim(tensor.getShape()[0]), text.str());
  }
}

} // namespace

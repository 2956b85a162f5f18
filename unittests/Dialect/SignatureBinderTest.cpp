//===- SignatureBinderTest.cpp - Tests of matching signatures -------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Dialect/PLD/SignatureBinder.h"
#include "pld/Dialect/PLD/ShapeSymbols.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

#include <functional>
#include <random>

using namespace mlir;
using namespace pld;

namespace {

class SignatureBinderTest : public ::testing::Test {
protected:
  SignatureBinderTest() { context.loadDialect<PLDDialect>(); }

  Type type(StringRef text) {
    Type type = parseType(text, &context);
    EXPECT_TRUE(type) << text.str();
    return type;
  }
  /// A plain f32 tensor of the dimensions in `dims`.
  Type tensor(StringRef dims) {
    return type(("!pld.tensor<[" + dims + "], f32>").str());
  }
  Attribute dim(StringRef text) { return getShapeOf(tensor(text)).front(); }
  SymAttr sym(StringRef name, Type type = Type()) {
    return SymAttr::get(&context, StringAttr::get(&context, name),
                        type ? type : IndexType::get(&context));
  }
  Attribute expr(ScalarKind kind, ArrayRef<Attribute> operands) {
    return ExprAttr::get(&context, kind, StringAttr(), operands,
                         IndexType::get(&context));
  }
  Type tensorOf(Attribute dim) {
    Builder builder(&context);
    return GlobalTensorType::get(&context, {dim}, builder.getF32Type(),
                                 Layout::ND, {}, {}, Pad::Null, MemRefAttr());
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
};

/// The bindings as "M=S, N=4", in their order.
std::string bindingsOf(const SignatureBinder &binder) {
  std::string text;
  for (auto &[name, binding] : binder.getBindings())
    text += (text.empty() ? "" : ", ") + name.str() + "=" +
            (binding.expr ? formatDim(binding.expr) : "?");
  return text;
}

TEST_F(SignatureBinderTest, BindsRenamedSymbols) {
  SignatureBinder binder;
  EXPECT_TRUE(succeeded(
      binder.bindParameter(tensor("M, N, 128"), tensor("S, T, 128"), 0)));
  EXPECT_EQ(bindingsOf(binder), "M=S, N=T");
  EXPECT_TRUE(succeeded(binder.matchResult(tensor("N, M"), tensor("T, S"), 0)));
  EXPECT_EQ(binder.substitute(tensor("N, M * 2")), tensor("T, S * 2"));
  EXPECT_EQ(binder.getMismatch().failure, BindFailure::None);
}

TEST_F(SignatureBinderTest, NamesOfBothSidesAreApart) {
  SignatureBinder binder;
  EXPECT_TRUE(
      succeeded(binder.bindParameter(tensor("M, N"), tensor("N, M"), 0)));
  EXPECT_EQ(bindingsOf(binder), "M=N, N=M");
  EXPECT_EQ(binder.substitute(tensor("M, N")), tensor("N, M"));
  EXPECT_FALSE(succeeded(binder.matchResult(tensor("M"), tensor("M"), 0)));
}

TEST_F(SignatureBinderTest, EqualTypesBindToo) {
  // A symbol that was bound to something else does not match itself.
  SignatureBinder binder;
  EXPECT_TRUE(succeeded(binder.bindParameter(tensor("N"), tensor("4"), 0)));
  EXPECT_FALSE(
      succeeded(binder.bindParameter(tensor("N * 2"), tensor("N * 2"), 1)));
  EXPECT_EQ(binder.getMismatch().failure, BindFailure::SymbolRebound);
  EXPECT_EQ(binder.getMismatch().describe("f"),
            "argument #1: dimension #0 is the caller's N * 2 here, but N * 2 "
            "of '@f', where "
            "argument #0 makes N of '@f' be 4");
}

TEST_F(SignatureBinderTest, RepeatedSymbols) {
  SignatureBinder same;
  EXPECT_TRUE(
      succeeded(same.bindParameter(tensor("N, N"), tensor("S * 2, S * 2"), 0)));
  EXPECT_TRUE(succeeded(same.bindParameter(tensor("N"), tensor("S * 2"), 1)));

  SignatureBinder other;
  EXPECT_FALSE(
      succeeded(other.bindParameter(tensor("N, N"), tensor("S, T"), 0)));
  EXPECT_EQ(other.getMismatch().failure, BindFailure::SymbolRebound);
  EXPECT_EQ(other.getMismatch().entry, 1u);
  EXPECT_EQ(other.getMismatch().bound, dim("S"));
  EXPECT_EQ(other.getMismatch().givenSub, dim("T"));

  // Two patterns that differ may be given the same.
  SignatureBinder merged;
  EXPECT_TRUE(
      succeeded(merged.bindParameter(tensor("M, N"), tensor("S, S"), 0)));
}

TEST_F(SignatureBinderTest, ExpressionsMatchByForm) {
  SignatureBinder binder;
  EXPECT_TRUE(
      succeeded(binder.bindParameter(tensor("N * 128"), tensor("M * 128"), 0)));
  EXPECT_EQ(bindingsOf(binder), "N=M");

  struct Case {
    const char *pattern, *given, *text;
  };
  for (Case test : std::initializer_list<Case>{
           {"N * 128", "256", "dimension #0 is 256 here, but N * 128 in '@f'"},
           {"N * 128", "M * 64",
            "dimension #0 is M * 64 here, but N * 128 in '@f': 64 is not 128"},
           {"N * 128", "128 * M",
            "dimension #0 is 128 * M here, but N * 128 in '@f': M is not 128"},
           {"N * 128", "M + 128",
            "dimension #0 is M + 128 here, but N * 128 in '@f'"},
           {"128", "M", "dimension #0 is M here, but 128 in '@f'"},
           {"128", "64 + 64", "dimension #0 is 64 + 64 here, but 128 in '@f'"},
           {"min(N, 4)", "max(M, 4)",
            "dimension #0 is max(M, 4) here, but min(N, 4) in '@f'"},
           {"4", "4 : i64", "dimension #0 is 4 : i64 here, but 4 in '@f'"},
           {"\"f\"(N)", "\"g\"(N)",
            "dimension #0 is the caller's \"g\"(N) here, but \"f\"(N) of '@f'"},
           {"\"f\"(N)", "\"f\"(N, N)",
            "dimension #0 is the caller's \"f\"(N, N) here, but \"f\"(N) of "
            "'@f'"},
           {"abs(N)", "(abs(N) : i64)",
            "dimension #0 is the caller's abs(N) : i64 here, but abs(N) of "
            "'@f'"}}) {
    SignatureBinder binder;
    EXPECT_FALSE(succeeded(
        binder.bindParameter(tensor(test.pattern), tensor(test.given), 3)));
    EXPECT_EQ(binder.getMismatch().failure, BindFailure::Differs);
    EXPECT_EQ(binder.getMismatch().describe("f"),
              std::string("argument #3: ") + test.text);
  }
}

TEST_F(SignatureBinderTest, SymbolsTakeAnyExpression) {
  SignatureBinder binder;
  EXPECT_TRUE(succeeded(binder.bindParameter(
      tensor("A, B, C, D"),
      tensor("8, S, min(S, 4), \"pld.system.world_size\"() : i64"), 0)));
  EXPECT_EQ(binder.substitute(tensor("D, C")),
            tensor("\"pld.system.world_size\"() : i64, min(S, 4)"));
}

TEST_F(SignatureBinderTest, SymbolHasOneType) {
  SignatureBinder binder;
  EXPECT_FALSE(
      succeeded(binder.bindParameter(tensor("N, N : i64"), tensor("S, S"), 0)));
  EXPECT_EQ(binder.getMismatch().failure, BindFailure::SymbolTypeDiffers);
  EXPECT_EQ(
      binder.getMismatch().describe("f"),
      "argument #0: dimension #1 is S here, but N : i64 in '@f', where N : i64 "
      "has another type in parameter #0");
}

TEST_F(SignatureBinderTest, EverythingElseIsCompared) {
  struct Case {
    const char *pattern, *given, *text;
  };
  for (Case test : std::initializer_list<Case>{
           {"i64", "index", " is index here, but i64 in '@f'"},
           {"i64", "!pld.tensor<[], i64>",
            " is !pld.tensor<[], i64> here, but i64 in '@f'"},
           {"!pld.tensor<[N], f32>", "!pld.dist_tensor<[N], f32>",
            " is !pld.dist_tensor<[N], f32> here, but !pld.tensor<[N], f32> in "
            "'@f'"},
           {"!pld.tensor<[N], f32>", "!pld.tensor<[N, 1], f32>",
            ": rank is 2 here, but 1 in '@f'"},
           {"!pld.tensor<[N], f32>", "!pld.tensor<[N], f16>",
            ": element type is f16 here, but f32 in '@f'"},
           {"!pld.tensor<[N], f32>", "!pld.tensor<[N], f32, layout = nz>",
            ": layout is nz here, but nd in '@f'"},
           {"!pld.tensor<[N], f32, stride = [N]>",
            "!pld.tensor<[N], f32, stride = [M]>",
            ": stride #0 is the caller's M here, but N of '@f', where argument "
            "#0 makes N "
            "of '@f' be the caller's N"},
           {"!pld.tensor<[N], f32>", "!pld.tensor<[N], f32, valid = [2]>",
            ": valid shape is [2] here, but not given in '@f'"},
           {"!pld.tensor<[N], f32>", "!pld.tensor<[N], f32, pad = zero>",
            ": padding is zero here, but null in '@f'"},
           {"!pld.tensor<[N], f32>",
            "!pld.tensor<[N], f32, memref = <\"m\", offset = 0, size = 4>>",
            ": storage is memref<\"m\", offset = 0, size = 4> here, but not "
            "given in '@f'"},
           {"!pld.tensor<[N], f32, memref = <\"m\", offset = N, size = 4>>",
            "!pld.tensor<[N], f32, memref = <\"m\", offset = 8, size = 4>>",
            ": storage offset is 8 here, but N of '@f', where argument #0 "
            "makes N of '@f' be the caller's N"},
           {"!pld.tile<[N], f32, view = <row_major, none_box, 512>>",
            "!pld.tile<[N], f32, view = <col_major, none_box, 512>>",
            ": tile view is tile_view<col_major, none_box, 512> here, but "
            "tile_view<row_major, none_box, 512> in '@f'"},
           {"!pld.tile<[N], f32, view = <row_major, none_box, 512, start = N>>",
            "!pld.tile<[N], f32, view = <row_major, none_box, 512>>",
            ": start offset is not given here, but N in '@f'"},
           {"!pld.dist_tensor<[N], f32>",
            "!pld.dist_tensor<[N], f32, window = <\"w\", base = \"p\", size = "
            "4>>",
            ": window buffer is window<\"w\", base = \"p\", size = 4> here, "
            "but not given in '@f'"},
           {"tuple<index, index>", "tuple<index>",
            ": number of elements is 1 here, but 2 in '@f'"},
           {"tuple<index, tuple<i64>>", "tuple<index, tuple<i32>>",
            ": element #1: element #0 is i32 here, but i64 in '@f'"},
           // The symbols of a foreign type cannot be bound.
           {"tensor<4xf32, #pld.sym<N>>", "tensor<4xf32, #pld.sym<N>>",
            " is tensor<4xf32, #pld.sym<N>> here, but tensor<4xf32, "
            "#pld.sym<N>> in '@f', where the shape symbols of each function "
            "are its own"}}) {
    SignatureBinder binder;
    EXPECT_FALSE(succeeded(
        binder.bindParameter(type(test.pattern), type(test.given), 0)));
    EXPECT_EQ(binder.getMismatch().describe("f"),
              std::string("argument #0") + test.text);
  }

  for (const char *equal :
       {"i64", "ui8", "f32", "!pld.hf8", "!pld.task_id", "!pld.comm_ctx",
        "none", "tensor<4xf32>", "tuple<>", "!pld.array<4 x !pld.task_id>",
        "!pld.tile<[16], f32, space = vec, view = <row_major, none_box, 512, "
        "pad = zero, "
        "compact = normal, start = N, stride = [1], valid = [N]>, "
        "memref = <\"m\", offset = 0, size = 4, slots = 2, slot = N>>"}) {
    SignatureBinder binder;
    EXPECT_TRUE(succeeded(binder.bindParameter(type(equal), type(equal), 0)))
        << equal;
  }
}

TEST_F(SignatureBinderTest, ScalarsAreDimensions) {
  // The scalar is bound first, though it comes after the tensor.
  SignatureBinder number;
  EXPECT_TRUE(succeeded(number.bindScalar(sym("N"), dim("5"), 1)));
  EXPECT_TRUE(succeeded(number.bindParameter(tensor("N"), tensor("5"), 0)));

  SignatureBinder other;
  EXPECT_TRUE(succeeded(other.bindScalar(sym("N"), dim("S + 1"), 1)));
  EXPECT_FALSE(succeeded(other.bindParameter(tensor("N"), tensor("S"), 0)));
  EXPECT_EQ(
      other.getMismatch().describe("f"),
      "argument #0: dimension #0 is S here, but N in '@f', where argument #1 "
      "makes N be S + 1");

  // A value that is no expression does no harm where no type needs it.
  SignatureBinder unknown;
  EXPECT_TRUE(succeeded(unknown.bindScalar(sym("N"), Attribute(), 1)));
  EXPECT_TRUE(succeeded(unknown.bindParameter(tensor("M"), tensor("4"), 0)));
  EXPECT_EQ(bindingsOf(unknown), "N=?, M=4");
  EXPECT_FALSE(succeeded(unknown.matchResult(tensor("N"), tensor("S"), 2)));
  EXPECT_EQ(unknown.getMismatch().describe("f"),
            "result #2: dimension #0 is S here, but N in '@f', where N is "
            "argument #1, "
            "which is no expression over the caller's symbols");

  // Two parameters that are one dimension.
  SignatureBinder twice;
  EXPECT_TRUE(succeeded(twice.bindScalar(sym("N"), dim("4"), 0)));
  EXPECT_TRUE(succeeded(twice.bindScalar(sym("N"), dim("4"), 1)));
  EXPECT_FALSE(succeeded(twice.bindScalar(sym("N"), dim("5"), 2)));
  EXPECT_EQ(twice.getMismatch().describe("f"),
            "argument #2: value is 5 here, but N in '@f', where argument #0 "
            "makes N be 4");
  for (bool firstKnown : {false, true}) {
    SignatureBinder half;
    EXPECT_TRUE(succeeded(
        half.bindScalar(sym("N"), firstKnown ? dim("4") : Attribute(), 0)));
    EXPECT_FALSE(succeeded(
        half.bindScalar(sym("N"), firstKnown ? Attribute() : dim("4"), 1)));
  }
}

TEST_F(SignatureBinderTest, ResultsBindNothing) {
  SignatureBinder binder;
  EXPECT_TRUE(succeeded(binder.bindParameter(tensor("N"), tensor("4"), 0)));
  EXPECT_TRUE(
      succeeded(binder.matchResult(tensor("N * 2"), tensor("4 * 2"), 0)));
  EXPECT_FALSE(succeeded(binder.matchResult(tensor("K"), tensor("K"), 1)));
  EXPECT_EQ(binder.getMismatch().failure, BindFailure::SymbolUnbound);
  EXPECT_EQ(binder.getMismatch().describe("f"),
            "result #1: dimension #0 is the caller's K here, but K of '@f', "
            "where no supplied "
            "argument binds K of '@f'");
  // A failure is for good.
  EXPECT_FALSE(succeeded(binder.matchResult(tensor("N"), tensor("4"), 0)));
  EXPECT_FALSE(binder.substitute(tensor("N")));
}

TEST_F(SignatureBinderTest, SubstitutesEveryPart) {
  SignatureBinder binder;
  EXPECT_TRUE(
      succeeded(binder.bindParameter(tensor("N, M"), tensor("S * 2, 4"), 0)));
  EXPECT_EQ(binder.substitute(dim("N + M")), dim("(S * 2) + 4"));
  EXPECT_EQ(binder.substitute(type("tuple<!pld.dist_tensor<[N], f32, layout = "
                                   "nz, stride = [M], valid = [N], "
                                   "memref = <\"m\", offset = N, size = 4>, "
                                   "window = <\"w\", base = \"p\", size = M>>, "
                                   "!pld.array<M x i32>, index>")),
            type("tuple<!pld.dist_tensor<[S * 2], f32, layout = nz, stride = "
                 "[4], valid = [S * 2], "
                 "memref = <\"m\", offset = S * 2, size = 4>, window = <\"w\", "
                 "base = \"p\", size = 4>>, "
                 "!pld.array<4 x i32>, index>"));
}

TEST_F(SignatureBinderTest, SubstituteNeedsEverySymbol) {
  SignatureBinder binder;
  EXPECT_TRUE(succeeded(binder.bindParameter(tensor("N"), tensor("4"), 0)));
  EXPECT_FALSE(binder.substitute(tensor("N, K + 1")));
  EXPECT_EQ(binder.getMismatch().failure, BindFailure::SymbolUnbound);
  EXPECT_EQ(binder.getMismatch().symbol, sym("K"));
  EXPECT_EQ(binder.getMismatch().describe("f"),
            "in '@f', where no supplied argument binds K");

  SignatureBinder unknown;
  EXPECT_TRUE(succeeded(unknown.bindScalar(sym("N"), Attribute(), 0)));
  EXPECT_FALSE(unknown.substitute(dim("N")));
  EXPECT_EQ(unknown.getMismatch().failure, BindFailure::SymbolUnknown);

  SignatureBinder typed;
  EXPECT_TRUE(succeeded(typed.bindParameter(tensor("N"), tensor("4"), 0)));
  EXPECT_FALSE(typed.substitute(tensor("N : i64")));
  EXPECT_EQ(typed.getMismatch().failure, BindFailure::SymbolTypeDiffers);
}

TEST_F(SignatureBinderTest, SharedExpressionsAreLinear) {
  // 2^60 paths, 61 nodes.
  auto dag = [&](StringRef leaf) {
    Attribute attr = sym(leaf);
    for (unsigned i = 0; i < 60; ++i)
      attr = expr(ScalarKind::Add, {attr, attr});
    return tensorOf(attr);
  };
  Type pattern = dag("N"), given = dag("S");
  SignatureBinder binder;
  EXPECT_TRUE(succeeded(binder.bindParameter(pattern, given, 0)));
  // The types, the root, and two operands at each level.
  EXPECT_EQ(binder.getSteps(), 2u + 60 * 2);
  // What is known costs one step.
  EXPECT_TRUE(succeeded(binder.bindParameter(pattern, given, 1)));
  EXPECT_EQ(binder.getSteps(), 3u + 60 * 2);
  EXPECT_EQ(binder.substitute(pattern), given);
  EXPECT_LE(binder.getSteps(), 3u + 60 * 2 + 2 * 61);

  // Told apart at the deepest leaf, and the text of it is short.
  SignatureBinder other;
  EXPECT_TRUE(succeeded(other.bindScalar(sym("N"), dim("T"), 1)));
  EXPECT_FALSE(succeeded(other.bindParameter(pattern, given, 0)));
  EXPECT_EQ(other.getSteps(), 1u + 2 + 60);
  EXPECT_LT(other.getMismatch().describe("f").size(), 600u);

  // The same in reverse: different expressions that are equal below.
  SignatureBinder tail;
  EXPECT_FALSE(succeeded(tail.bindParameter(
      tensorOf(expr(ScalarKind::Mul, {getShapeOf(pattern).front(), dim("2")})),
      tensorOf(expr(ScalarKind::Mul, {getShapeOf(given).front(), dim("3")})),
      0)));
  EXPECT_EQ(tail.getMismatch().patternSub, dim("2"));
}

// As deep as expressions may be.
TEST_F(SignatureBinderTest, DeepExpressions) {
  auto chain = [&](StringRef leaf) {
    Attribute attr = sym(leaf);
    for (unsigned i = 0; i < ExprAttr::kMaxDepth; ++i)
      attr = expr(ScalarKind::Neg, {attr});
    return attr;
  };
  SignatureBinder binder(/*maxSteps=*/500000);
  EXPECT_TRUE(succeeded(
      binder.bindParameter(tensorOf(chain("N")), tensorOf(chain("S")), 0)));
  EXPECT_EQ(binder.getSteps(), ExprAttr::kMaxDepth + 2u);
  EXPECT_EQ(binder.substitute(chain("N")), chain("S"));
}

TEST_F(SignatureBinderTest, BudgetIsExact) {
  // The types and three dimensions.
  for (uint64_t budget = 0; budget <= 4; ++budget) {
    SignatureBinder binder(budget);
    bool enough = budget == 4;
    EXPECT_EQ(succeeded(binder.bindParameter(tensor("A, B, 4"),
                                             tensor("S, S, 4"), 2)),
              enough);
    EXPECT_EQ(binder.getSteps(), budget);
    if (enough)
      continue;
    EXPECT_EQ(binder.getMismatch().failure, BindFailure::BudgetExhausted);
    EXPECT_EQ(binder.getMismatch().describe("f"),
              "argument #2: undecided after " + std::to_string(budget) +
                  " matching steps");
  }
  // Substitution is part of it.
  SignatureBinder binder(3);
  EXPECT_TRUE(succeeded(binder.bindParameter(tensor("N"), tensor("S"), 0)));
  EXPECT_EQ(binder.substitute(dim("N")), dim("S"));
  EXPECT_FALSE(binder.substitute(dim("N + 1")));
  EXPECT_EQ(binder.getMismatch().failure, BindFailure::BudgetExhausted);
}

TEST_F(SignatureBinderTest, SubstitutionUndoesMatching) {
  // Random patterns and types, few enough of each to meet again. Whatever is
  // accepted must come out of the substitution; whatever a substitution gives
  // must be accepted.
  std::mt19937 random(1);
  auto pick = [&](unsigned count) { return unsigned(random() % count); };
  const char *patternNames[] = {"A", "B", "C"}, *givenNames[] = {"B", "S"};
  std::function<Attribute(ArrayRef<const char *>, unsigned)> makeDim =
      [&](ArrayRef<const char *> names, unsigned depth) -> Attribute {
    if (depth > 0 && pick(2) == 0)
      return expr(pick(2) ? ScalarKind::Add : ScalarKind::Min,
                  {makeDim(names, depth - 1), makeDim(names, depth - 1)});
    if (pick(4) == 0)
      return IntegerAttr::get(IndexType::get(&context), pick(2));
    return sym(names[pick(names.size())]);
  };
  auto makeTensor = [&](ArrayRef<Attribute> dims) -> Type {
    Builder builder(&context);
    return GlobalTensorType::get(&context, dims.drop_back(),
                                 builder.getF32Type(), Layout::ND, {},
                                 dims.take_back(), Pad::Null, MemRefAttr());
  };

  unsigned numMatched = 0;
  for (unsigned round = 0; round < 20000; ++round) {
    SmallVector<Attribute> pattern, given;
    for (unsigned i = 0; i < 3; ++i) {
      pattern.push_back(makeDim(patternNames, 2));
      given.push_back(makeDim(givenNames, pick(4)));
    }
    // In every other round what is given fits, or nearly so.
    if (round % 2) {
      AttrTypeReplacer replacer;
      Attribute images[] = {given[0], given[1], given[2]};
      replacer.addReplacement(
          [&](SymAttr symbol)
              -> std::optional<std::pair<Attribute, WalkResult>> {
            return std::pair(images[symbol.getName().getValue()[0] - 'A'],
                             WalkResult::skip());
          });
      for (unsigned i = 0; i < 3; ++i)
        given[i] = replacer.replace(pattern[i]);
      if (round % 4 == 1)
        given[pick(3)] = makeDim(givenNames, 1);
    }
    Type patternType = makeTensor(pattern), givenType = makeTensor(given);
    SignatureBinder binder;
    bool matched = succeeded(binder.bindParameter(patternType, givenType, 0));
    if (round % 4 == 3) {
      EXPECT_TRUE(matched);
    }
    if (!matched)
      continue;
    ++numMatched;
    ASSERT_EQ(binder.substitute(patternType), givenType);
    // As a result, another type is accepted if and only if it is the image.
    Type result = makeTensor({pattern[1], pattern[2], pattern[0]});
    Type other = makeTensor({given[1], given[pick(2) + 1], given[0]});
    Type image = binder.substitute(result);
    ASSERT_EQ(succeeded(binder.matchResult(result, other, 0)), image == other);
  }
  EXPECT_GT(numMatched, 5000u);
  EXPECT_LT(numMatched, 15000u);
}

//===----------------------------------------------------------------------===//
// Dispatches and scalars
//===----------------------------------------------------------------------===//

class DispatchTest : public SignatureBinderTest {
protected:
  void parse(StringRef text) {
    module = parseSourceString<ModuleOp>(text, &context);
    if (!module)
      llvm::report_fatal_error("the test has a typing error");
  }
  FuncOp func(StringRef name) { return module->lookupSymbol<FuncOp>(name); }

  OwningOpRef<ModuleOp> module;
};

TEST_F(DispatchTest, OtherFunctionsCanBeTried) {
  parse(R"mlir(
    pld.func private incore @f(%x: !pld.tensor<[M, 4], f32>, %m: index {pld.symbol = "M"}, %o: out !pld.tensor<[M], f32>)
    pld.func private incore @g(%x: !pld.tensor<[A, B], f32>, %a: index {pld.symbol = "A"}, %o: out !pld.tensor<[A], f32>)
    pld.func private incore @h(%x: !pld.tensor<[A, 5], f32>, %a: index {pld.symbol = "A"}, %o: out !pld.tensor<[A], f32>)
    pld.func orchestration @main(%x: !pld.tensor<[12, 4], f32>) {
      %c = arith.constant 12 : index
      %t = pld.submit @f(%x, %c) : (!pld.tensor<[12, 4], f32>, index) -> !pld.task_id
      pld.return
    }
  )mlir");
  ScalarExprs scalars;
  func("main").walk([&](SubmitOp submit) {
    DispatchTypes dispatch = DispatchTypes::get(submit, func("f"), scalars);
    EXPECT_EQ(ArrayRef(dispatch.parameters), ArrayRef({0u, 1u}));
    for (auto [name, fits] :
         {std::pair("f", true), {"g", true}, {"h", false}}) {
      SignatureBinder binder;
      EXPECT_EQ(succeeded(binder.bindDispatch(func(name), dispatch)), fits)
          << name;
      if (StringRef(name) == "g") {
        EXPECT_EQ(bindingsOf(binder), "A=12, B=4");
      }
    }
  });
}

TEST_F(DispatchTest, ContextsComeAfterOmittedOutputs) {
  parse(R"mlir(
    pld.func private incore @f(%x: index, %o: out !pld.tensor<[M], f32>, %p: out !pld.tensor<[M], f32>, %c: !pld.comm_ctx)
    pld.func orchestration @main(%i: index, %o: !pld.tensor<[4], f32>, %c: !pld.comm_ctx) {
      %t = pld.submit @f(%i, %o, %c) : (index, !pld.tensor<[4], f32>, !pld.comm_ctx) -> !pld.task_id
      pld.return
    }
  )mlir");
  ScalarExprs scalars;
  func("main").walk([&](SubmitOp submit) {
    DispatchTypes dispatch = DispatchTypes::get(submit, func("f"), scalars);
    EXPECT_EQ(ArrayRef(dispatch.parameters), ArrayRef({0u, 1u, 3u}));
    SignatureBinder binder;
    EXPECT_TRUE(succeeded(binder.bindDispatch(func("f"), dispatch)));
  });
}

TEST_F(DispatchTest, ReadsScalars) {
  parse(R"mlir(
    pld.func incore @f(%n: index {pld.symbol = "N"}, %m: i64 {pld.symbol = "M"}, %u: index,
                       %b: i1, %w: i32, %x: ui32, %fl: f32) {
      %c3 = arith.constant 3 : index
      %c5 = pld.constant 5 : ui32 as ui32
      %0 = arith.addi %n, %c3 : index
      %1 = arith.subi %0, %n : index
      %2 = arith.muli %1, %0 : index
      %3 = arith.floordivsi %2, %c3 : index
      %4 = arith.minsi %3, %n : index
      %5 = arith.maxsi %4, %n : index
      %6 = pld.scalar floormod(%5, %m) : (index, i64) -> index
      %7 = pld.scalar abs(%c5) : (ui32) -> ui32
      %8 = arith.index_cast %m : i64 to index
      %9 = arith.trunci %m : i64 to i32
      %10 = pld.scalar cast(%m) : (i64) -> i32
      %11 = arith.extsi %9 : i32 to i64
      %12 = pld.retype %0 : index to index
      %and = arith.andi %n, %c3 : index
      %k = arith.muli %n, %n : index
      pld.bind_symbol %k as "K" : index
      pld.bind_symbol %k as "L" : index
      %13 = arith.addi %k, %c3 : index
      %14 = pld.symbol_value "N" : index
      // Not expressions.
      %20 = arith.addi %u, %n : index
      %21 = arith.remsi %n, %c3 : index
      %22 = arith.divsi %n, %c3 : index
      %23 = arith.divui %n, %c3 : index
      %24 = arith.minui %n, %c3 : index
      %25 = arith.addi %n, %c3 overflow<nsw> : index
      %26 = arith.extui %9 : i32 to i64
      %27 = arith.trunci %m : i64 to i1
      %28 = arith.extsi %27 : i1 to i32
      %29 = pld.retype %m : i64 to index
      %30 = arith.fptosi %fl : f32 to i32
      %32 = arith.andi %b, %b : i1
      %31 = pld.scalar add(%6, %20) : (index, index) -> index
      %33 = arith.constant 5 : i128
      %34 = arith.addi %33, %33 : i128
      // A name for two values is a name for neither.
      pld.bind_symbol %21 as "D" : index
      pld.bind_symbol %22 as "D" : index
      pld.bind_symbol %21 as "E" : index
      pld.return
    }
  )mlir");
  SmallVector<Operation *> ops;
  for (Operation &op : func("f").getBody().front())
    if (op.getNumResults() == 1)
      ops.push_back(&op);
  ScalarExprs scalars;
  auto text = [&](Value value) {
    Attribute expr = scalars.getScalarExpr(value);
    return expr ? formatDim(expr) : std::string("none");
  };
  const char *expected[] = {
      "3",
      "5 : ui32",
      "N + 3",
      "(N + 3) - N",
      "((N + 3) - N) * (N + 3)",
      "floordiv(((N + 3) - N) * (N + 3), 3)",
      "min(floordiv(((N + 3) - N) * (N + 3), 3), N)",
      "max(min(floordiv(((N + 3) - N) * (N + 3), 3), N), N)",
      "floormod(max(min(floordiv(((N + 3) - N) * (N + 3), 3), N), N), M : i64)",
      "abs(5 : ui32) : ui32",
      "cast(M : i64)",
      "cast(M : i64) : i32",
      "cast(M : i64) : i32",
      "cast(cast(M : i64) : i32) : i64",
      "N + 3",
      "bitand(N, 3)",
      "K",
      "K + 3",
      "N",
      "none",
      "E",
      "none",
      "none",
      "none",
      "none",
      "none",
      "none",
      "none",
      "none",
      "none",
      "none",
      "none",
      "none",
      "none"};
  ASSERT_EQ(ops.size(), std::size(expected));
  // In both orders: what is asked first makes no difference.
  for (unsigned i = 0; i < ops.size(); ++i)
    EXPECT_EQ(text(ops[i]->getResult(0)), expected[i]) << i;
  scalars = ScalarExprs();
  for (unsigned i = ops.size(); i-- > 0;)
    EXPECT_EQ(text(ops[i]->getResult(0)), expected[i]) << i;

  const char *arguments[] = {"N",    "M : i64", "none", "none",
                             "none", "none",    "none"};
  for (auto [argument, name] :
       llvm::zip_equal(func("f").getArguments(), arguments))
    EXPECT_EQ(text(argument), name);
}

TEST_F(DispatchTest, SharedAndLongArithmeticIsLinear) {
  parse("pld.func incore @f(%n: index {pld.symbol = \"N\"}) { pld.return }");
  FuncOp f = func("f");
  OpBuilder builder = OpBuilder::atBlockBegin(&f.getBody().front());
  Value value = f.getArgument(0);
  for (unsigned i = 0; i < ExprAttr::kMaxDepth; ++i)
    value = ScalarOp::create(builder, f.getLoc(), builder.getIndexType(),
                             ScalarKind::Add, ValueRange{value, value});
  // What would be deeper than an expression may be is none.
  Value tooDeep = value;
  for (unsigned i = 0; i < 50000; ++i)
    tooDeep = ScalarOp::create(builder, f.getLoc(), builder.getIndexType(),
                               ScalarKind::Add, ValueRange{tooDeep, tooDeep});
  ScalarExprs scalars;
  EXPECT_FALSE(scalars.getScalarExpr(tooDeep));
  Attribute attr = scalars.getScalarExpr(value);
  unsigned depth = 0;
  for (; auto expr = dyn_cast_or_null<ExprAttr>(attr); ++depth)
    attr = expr.getOperands()[0];
  EXPECT_EQ(depth, unsigned(ExprAttr::kMaxDepth));
  EXPECT_EQ(attr, sym("N"));
}

TEST_F(DispatchTest, CyclesAreNoExpressions) {
  // Graph regions may hold them.
  parse(R"mlir(
    module {
      %c = arith.constant 1 : index
      %a = arith.addi %b, %c : index
      %b = arith.addi %a, %c : index
    }
  )mlir");
  ScalarExprs scalars;
  unsigned found = 0;
  module->walk([&](Operation *op) {
    for (Value value : op->getResults())
      found += scalars.getScalarExpr(value) != nullptr;
  });
  EXPECT_EQ(found, 1u);
}

} // namespace

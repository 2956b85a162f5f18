//===- StructuralFormTest.cpp - Tests of forms and the element table ------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DedupTestBase.h"

#include "mlir/AsmParser/AsmParser.h"

using namespace mlir;
using namespace pld;
using namespace pld::dedup;

namespace {

//===----------------------------------------------------------------------===//
// ElementTable
//===----------------------------------------------------------------------===//

TEST(ElementTable, SaysWhatElementsHold) {
  Program program("module {}");
  ElementTable table;
  auto flags = [&](StringRef text) -> unsigned {
    Attribute attr = parseAttribute(text, &program.context);
    EXPECT_TRUE(attr) << text.str();
    return table.getFlags(table.get(attr));
  };
  EXPECT_EQ(flags("[1, \"text\", {a = f32}]"), 0u);
  EXPECT_EQ(flags("[{a = !pld.tensor<[M, 4], f32>}]"),
            ElementTable::HoldsSymbol);
  EXPECT_EQ(flags("{a = [@f]}"), ElementTable::HoldsReference);
  EXPECT_EQ(flags("[!pld.tile<[4], f32, memref = <\"m\", size = 4>>]"),
            ElementTable::HoldsStorage);
  EXPECT_EQ(flags("(!pld.ptr) -> ()"), ElementTable::HoldsStorage);
  EXPECT_EQ(flags("!pld.dist_tensor<[4], f32, window = <\"w\", base = \"b\", "
                  "size = 4>>"),
            ElementTable::HoldsCommunication);
  EXPECT_EQ(flags("tuple<i32, tuple<!pld.unknown>>"),
            ElementTable::HoldsUnknown);
  EXPECT_EQ(flags("!pld.async_event"), ElementTable::HoldsPrefetch);
  EXPECT_EQ(flags("[#foo.bar]"), ElementTable::HidesParts);
  EXPECT_EQ(flags("!foo.bar"), ElementTable::HidesParts);
  EXPECT_EQ(flags("\"text\" : !pld.unknown"), ElementTable::HoldsUnknown);
  EXPECT_EQ(flags("dense<1> : tensor<2xi8, #pld.sym<M>>"),
            ElementTable::HoldsSymbol);
  EXPECT_EQ(flags("\"text\" : tensor<2xi8, @f>"),
            ElementTable::HidesParts | ElementTable::HoldsReference);
  EXPECT_EQ(flags("distinct[0]<1>"), 0u);
  EXPECT_EQ(flags("distinct[0]<@f>"),
            ElementTable::HidesParts | ElementTable::HoldsReference);
}

TEST(ElementTable, NumbersAreIdentities) {
  Program program("module {}");
  ElementTable table;
  auto get = [&](StringRef text) {
    return table.get(parseAttribute(text, &program.context));
  };
  EXPECT_EQ(get("[1, 2]"), get("[1, 2]"));
  EXPECT_NE(get("0.0"), get("-0.0"));
  EXPECT_NE(get("0x7FC00000 : f32"), get("0x7FC00001 : f32"));
  EXPECT_EQ(get("0x7FC00001 : f32"), get("0x7FC00001 : f32"));
  EXPECT_NE(get("4 : i64"), get("4 : index"));
  EXPECT_EQ(table.get(Attribute()), 0u);
}

// Digests are the same in another context, in which elements are met in another
// order, so in every run.
TEST(ElementTable, DigestsAreStable) {
  SmallVector<StringRef> texts = {
      "1 : i32",
      "1 : i64",
      "1 : index",
      "2 : i32",
      "0.0",
      "-0.0",
      "\"text\"",
      "\"text\" : f32",
      "unit",
      "@f",
      "@f::@g",
      "[1, 2]",
      "[2, 1]",
      "[[1], 2]",
      "{a = 1}",
      "{b = 1}",
      "f32",
      "i32",
      "index",
      "(f32) -> f32",
      "(f32, f32) -> ()",
      "tuple<f32>",
      "tensor<4xf32>",
      "memref<4xf32>",
      "vector<4xf32>",
      "dense<[1, 2]> : tensor<2xi32>",
      "dense<1> : tensor<2xi32>",
      "dense<[\"a\", \"b\"]> : tensor<2x!foo.text>",
      "array<i32: 1, 2>",
      "array<i64: 1, 2>",
      "affine_map<(d0) -> (d0)>",
      "affine_map<(d0) -> ()>",
      "affine_set<(d0) : (d0 >= 0)>",
      "loc(\"f\":1:2)",
      "distinct[0]<1>",
      "#pld.sym<M>",
      "#pld.sym<N>",
      "#pld.sym<M : i64>",
      "#pld.expr<M * 2>",
      "#pld.expr<M + 2>",
      "#pld.expr<2 * M>",
      "#pld.expr<\"f\"(M)>",
      "!pld.tensor<[4], f32>",
      "!pld.tensor<[M], f32>",
      "!pld.tensor<[4], f16>",
      "!pld.tensor<[4], f32, layout = nz>",
      "!pld.tensor<[4], f32, stride = [1]>",
      "!pld.tensor<[4], f32, valid = [1]>",
      "!pld.tensor<[4], f32, valid = [1], pad = zero>",
      "!pld.tensor<[4], f32, memref = <\"m\", size = 4>>",
      "!pld.tensor<[4], f32, memref = <\"m\", size = 8>>",
      "!pld.dist_tensor<[4], f32>",
      "!pld.dist_tensor<[4], f32, window = <\"w\", base = \"b\", size = 4>>",
      "!pld.tile<[4], f32>",
      "!pld.tile<[4], f32, space = vec>",
      "!pld.tile<[4], f32, space = left>",
      "!pld.tile<[4], f32, space = left, view = <row_major, col_major, 512>>",
      "!pld.array<4 x i32>",
      "!pld.task_id",
      "!pld.unknown",
      "#foo.bar",
      "!foo.bar",
      "#pld<layout nz>",
      "#pld<level core_group>"};
  Program first("module {}"), second("module {}");
  ElementTable firstTable, secondTable;
  SmallVector<uint64_t> digests;
  for (StringRef text : texts)
    digests.push_back(firstTable.getDigest(
        firstTable.get(parseAttribute(text, &first.context))));
  for (auto [text, digest] : llvm::reverse(llvm::zip_equal(texts, digests)))
    EXPECT_EQ(secondTable.getDigest(
                  secondTable.get(parseAttribute(text, &second.context))),
              digest)
        << text.str();
  llvm::DenseMap<uint64_t, StringRef> distinct;
  for (auto [text, digest] : llvm::zip_equal(texts, digests)) {
    auto [known, isNew] = distinct.try_emplace(digest, text);
    EXPECT_TRUE(isNew) << text.str() << " " << known->second.str();
  }
}

// What properties are converted to is remembered by their bytes; it must be
// what the conversion gives.
TEST(ElementTable, PropertiesAreTheirAttribute) {
  Program program(R"mlir(
    pld.func private incore @f(%a: i32, %b: index) -> i32 {
      %0 = arith.constant 4 : i32
      %1 = arith.addi %a, %0 overflow<nsw> : i32
      %2 = arith.addi %a, %0 : i32
      %3 = pld.scalar floormod(%a, %0) : (i32, i32) -> i32
      %4 = pld.intrinsic "tile.cast"(%a) {mode = 2 : i64} : (i32) -> i32
      %5 = pld.intrinsic "tile.cast"(%a) device(%b) {mode = 2 : i64} : (i32) -> i32
      %6 = pld.system.import_peer_buffer() {name = "s", peer_func = @f} : () -> i32
      %7 = pld.call @f(%a, %b) : (i32, index) -> i32
      pld.return %0 : i32
    })mlir");
  ElementTable table;
  for (int round = 0; round < 2; ++round)
    program.module->walk([&](Operation *op) {
      Attribute expected = op->getPropertiesStorageSize()
                               ? op->getPropertiesAsAttribute()
                               : nullptr;
      EXPECT_EQ(table.getProperties(op), table.get(expected))
          << op->getName().getStringRef().str();
    });
}

//===----------------------------------------------------------------------===//
// StructuralForm
//===----------------------------------------------------------------------===//

/// Bodies and signatures of kernels that all differ.
const StringRef kDifferent[] = {
    "incore @f()  { pld.return }",
    "aiv @f() { pld.return }",
    "incore @f(%a: i32) { pld.return }",
    "incore @f(%a: i32) attributes {x} { pld.return }",
    "incore @f(%a: i32 {x.y}) { pld.return }",
    "incore @f(%a: i32 {x.y = 1}) { pld.return }",
    "incore @f(%a: i64) { pld.return }",
    "incore @f(%a: out i32) { pld.return }",
    "incore @f(%a: inout i32) { pld.return }",
    "incore @f(%a: i32, %b: i32) { pld.return }",
    "incore @f(%a: i32, %b: out i32) { pld.return }",
    "incore @f(%a: out i32, %b: i32) { pld.return }",
    "incore @f(%a: i32) -> i32 { pld.return %a : i32 }",
    "incore @f(%a: i32, %b: i32) -> i32 { pld.return %a : i32 }",
    "incore @f(%a: i32, %b: i32) -> i32 { pld.return %b : i32 }",
    "incore @f(%a: i32, %b: i32) -> (i32, i32) { pld.return %a, %b : i32, i32 "
    "}",
    "incore @f(%a: i32, %b: i32) -> (i32, i32) { pld.return %b, %a : i32, i32 "
    "}",
    "incore @f(%a: i32, %b: i32) -> (i32, i32) { pld.return %a, %a : i32, i32 "
    "}",
    "incore @f(%a: index {pld.symbol = \"M\"}) { pld.return }",
    "incore @f(%a: index) { pld.bind_symbol %a as \"M\" : index pld.return }",
    "incore @f(%a: index {pld.symbol = \"M\"}, %b: index) { pld.return }",
    "incore @f(%a: index, %b: index {pld.symbol = \"M\"}) { pld.return }",
    "incore @f(%a: index {pld.symbol = \"M\"}, %b: index {pld.symbol = \"M\"}) "
    "{ pld.return }",
    "incore @f(%a: index {pld.symbol = \"M\"}, %b: index {pld.symbol = \"N\"}) "
    "{ pld.return }",
    "incore @f(%a: !pld.tensor<[M, N], f32>) { pld.return }",
    "incore @f(%a: !pld.tensor<[M, M], f32>) { pld.return }",
    "incore @f(%a: !pld.tensor<[M], f32>, %b: !pld.tensor<[N], f32>) { "
    "pld.return }",
    "incore @f(%a: !pld.tensor<[M], f32>, %b: !pld.tensor<[M], f32>) { "
    "pld.return }",
    "incore @f(%a: !pld.tensor<[M, M + 1], f32>) { pld.return }",
    "incore @f(%a: !pld.tensor<[M + 1, M], f32>) { pld.return }",
    "incore @f(%a: !pld.tensor<[M + 1, M + 1], f32>) { pld.return }",
    "incore @f(%a: !pld.tensor<[M + 1, M + 2], f32>) { pld.return }",
    "incore @f(%a: !pld.tensor<[M + 1, N + 1], f32>) { pld.return }",
    "incore @f(%a: !pld.tensor<[M + N, M + N], f32>) { pld.return }",
    "incore @f(%a: !pld.tensor<[M + N, N + M], f32>) { pld.return }",
    "incore @f(%a: !pld.tensor<[M - N, N + M], f32>) { pld.return }",
    "incore @f(%a: !pld.tensor<[M, (M : i64)], f32>) { pld.return }",
    "incore @f(%a: !pld.tensor<[(M : i64), M], f32>) { pld.return }",
    "incore @f() { %0 = \"foo.op\"() {a = @f} : () -> i32 pld.return }",
    "incore @f() { %0 = \"foo.op\"() {a = @g} : () -> i32 pld.return }",
    "incore @f() { %0 = \"foo.op\"() {a = \"f\"} : () -> i32 pld.return }",
    "incore @f() { %0 = \"foo.op\"() {a = @m::@f} : () -> i32 pld.return }",
    "incore @f() { %0:2 = \"foo.op\"() {a = @f} : () -> (i32, i32) pld.return "
    "}",
    "incore @f() { \"foo.op\"() ({}) : () -> () pld.return }",
    "incore @f() { \"foo.op\"() ({}, {}) : () -> () pld.return }",
    "incore @f() { \"foo.op\"() ({\n^bb0:\n}) : () -> () pld.return }",
    "incore @f() { \"foo.op\"() ({\n^bb0(%x: i32):\n}) : () -> () pld.return }",
    "incore @f() { \"foo.op\"() ({\n^bb0:\n \"foo.op\"() : () -> ()}) : () -> "
    "() "
    "pld.return }",
    "incore @f() { \"foo.op\"() ({\n^bb0:\n}) : () -> () \"foo.op\"() : () -> "
    "() "
    "pld.return }",
    "incore @f(%a: i1) { \"foo.br\"()[^x] : () -> ()\n^x: pld.return\n^y: "
    "pld.return }",
    "incore @f(%a: i1) { \"foo.br\"()[^y] : () -> ()\n^x: pld.return\n^y: "
    "pld.return }",
    "incore @f(%a: i1) { \"foo.br\"()[^x, ^y] : () -> ()\n^x: pld.return\n^y: "
    "pld.return }",
    // Values that are used before they are defined, where order does not
    // matter.
    "incore @f() { \"foo.graph\"() ({\n^bb0:\n \"foo.use\"(%x) : (i32) -> ()\n"
    " %x = \"foo.def\"() : () -> i32\n %y = \"foo.def\"() : () -> i32\n}) : () "
    "-> () "
    "pld.return }",
    "incore @f() { \"foo.graph\"() ({\n^bb0:\n \"foo.use\"(%y) : (i32) -> ()\n"
    " %x = \"foo.def\"() : () -> i32\n %y = \"foo.def\"() : () -> i32\n}) : () "
    "-> () "
    "pld.return }",
    // A reference inside of another symbol table is not one to the kernel.
    "incore @f() { builtin.module { \"foo.op\"() {a = @f} : () -> () } "
    "pld.return }",
    "incore @f() { builtin.module { \"foo.op\"() {a = @g} : () -> () } "
    "pld.return }",
    // Holders of symbols and references that only MLIR can look into.
    "incore @f(%a: index {pld.symbol = \"M\"}, %b: index {pld.symbol = \"N\"}) "
    "attributes {x = dense<1> : tensor<2xi8, #pld.expr<M * N>>} { pld.return }",
    "incore @f(%a: index {pld.symbol = \"M\"}, %b: index {pld.symbol = \"N\"}) "
    "attributes {x = dense<1> : tensor<2xi8, #pld.expr<N * M>>} { pld.return }",
    "incore @f(%a: index {pld.symbol = \"M\"}, %b: index {pld.symbol = \"N\"}) "
    "attributes {x = dense<1> : tensor<2xi8, #pld.expr<M * M>>} { pld.return }",
};

TEST(StructuralForm, DifferentKernelsHaveDifferentWords) {
  std::string text = "module {\n";
  std::vector<std::string> names;
  for (auto [number, kernel] : llvm::enumerate(kDifferent)) {
    // Each kernel has a name of its own, and names itself by it.
    std::string name = "f" + std::to_string(number), own = kernel.str();
    for (size_t at = 0; (at = own.find("@f", at)) != std::string::npos;
         at += name.size())
      own.replace(at, 2, "@" + name);
    text += "pld.func private " + own + "\n";
    names.push_back(name);
  }
  text += "pld.func private aiv @g() { pld.return }\n"
          "module @m { }\n}";
  Program program(text);
  ASSERT_TRUE(program.module);
  std::vector<StructuralForm> forms;
  for (const std::string &name : names)
    forms.push_back(program.getForm(name));
  for (size_t i = 0; i < forms.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      EXPECT_NE(forms[i].words, forms[j].words) << kDifferent[i].str() << "\n"
                                                << kDifferent[j].str();
  // Where words differ, a difference is found in the program.
  for (size_t i = 0; i < forms.size(); ++i)
    for (size_t j = 0; j < forms.size(); ++j)
      EXPECT_EQ(program.getDifference(names[i], names[j]).has_value(), i != j)
          << kDifferent[i].str() << "\n"
          << kDifferent[j].str();
}

TEST(StructuralForm, RolesAreEqual) {
  Program program(R"mlir(
    pld.func private aic @a(%x: !pld.tensor<[M, N * 2], f32>, %n: index {pld.symbol = "K"}) {
      %0 = pld.intrinsic "tile.create"() unchecked : () -> !pld.tile<[K, N * 2], f32>
      %1 = pld.system.import_peer_buffer() {name = "s", peer_func = @a} : () -> i32
      pld.return
    }
    pld.func private aic @b(%y: !pld.tensor<[Y, X * 2], f32>, %k: index {pld.symbol = "Z"}) {
      %0 = pld.intrinsic "tile.create"() unchecked : () -> !pld.tile<[Z, X * 2], f32>
      %1 = pld.system.import_peer_buffer() {name = "s", peer_func = @b} : () -> i32
      pld.return
    })mlir");
  StructuralForm a = program.getForm("a"), b = program.getForm("b");
  EXPECT_EQ(a.words, b.words);
  EXPECT_EQ(a.weight, b.weight);
  EXPECT_NE(a.signature, b.signature);
  EXPECT_TRUE(a.outer.empty());
  EXPECT_FALSE(program.getDifference("a", "b").has_value());
  // The function and three operations.
  EXPECT_EQ(a.operationStarts.size(), 4u);
  EXPECT_TRUE(llvm::is_sorted(a.operationStarts));
  ASSERT_EQ(a.roleStarts.size(), 4u);
  for (auto [start, roles] : llvm::zip_equal(a.operationStarts, a.roleStarts))
    EXPECT_LT(start, roles);
}

TEST(StructuralForm, FreeSymbolsKeepTheirNames) {
  Program program(R"mlir(
    pld.func private aic @a() attributes {pld.attrs = {d = #pld.sym<M>}, free_symbols = ["M", "N"]} {
      pld.return
    }
    pld.func private aic @b() attributes {pld.attrs = {d = #pld.sym<N>}, free_symbols = ["M", "N"]} {
      pld.return
    })mlir");
  auto encode = [&](StringRef name, StringRef free) {
    SmallVector<StringAttr, 1> names;
    if (!free.empty())
      names.push_back(StringAttr::get(&program.context, free));
    return StructuralEncoder(program.table, *program.index)
        .encode(program.getUnit(name),
                [&](FunctionId) -> ArrayRef<StringAttr> { return names; })
        .words;
  };
  // Listed names are free ones also where something binds them.
  EXPECT_NE(encode("a", ""), encode("b", ""));
  EXPECT_NE(encode("a", "M"), encode("b", "N"));
  EXPECT_NE(encode("a", "M"), encode("a", ""));
}

TEST(StructuralForm, RemembersWhatItNamesOutside) {
  Program program(R"mlir(
    pld.func private aic @a() {
      %0 = pld.system.import_peer_buffer() {name = "s", peer_func = @b} : () -> i32
      pld.return
    }
    pld.func private aic @b() {
      pld.return
    })mlir");
  StructuralForm form = program.getForm("a");
  ASSERT_EQ(form.outer.size(), 1u);
  FunctionId b = program.index->lookup(StringAttr::get(&program.context, "b"));
  EXPECT_EQ(form.outer[0].function, b);
  EXPECT_EQ(form.words[form.outer[0].position],
            StructuralEncoder(program.table, *program.index).getNameWord(b));
}

TEST(StructuralForm, DigestsAreStable) {
  StringRef a = R"mlir(
    pld.func private aic @a(%x: !pld.tensor<[M, N * 2], f32>) {
      %0 = arith.constant 1.5 : f32
      pld.return
    })mlir";
  StringRef other = R"mlir(
    pld.func private aic @other(%x: !pld.tile<[M, N * 2], bf16>) {
      pld.return
    })mlir";
  Program first((a + other).str()), second((other + a).str());
  EXPECT_EQ(first.getDigest("a").str(), second.getDigest("a").str());
  EXPECT_NE(first.getDigest("a").str(), first.getDigest("other").str());
  EXPECT_EQ(first.getDigest("a").str().size(), 32u);
}

// An expression of 60 levels that share their parts has 2^60 paths. In each of
// many types there is one level more.
TEST(StructuralForm, SharedExpressionsCostOnce) {
  Program program(R"mlir(
    pld.func private aic @a(%n: index {pld.symbol = "N"}) {
      pld.return
    }
    pld.func private aic @b(%n: index {pld.symbol = "K"}) {
      pld.return
    })mlir");
  MLIRContext *context = &program.context;
  auto index = IndexType::get(context);
  constexpr unsigned kDepth = 60;
  auto deepen = [&](FuncOp func, StringRef symbol) {
    Attribute dim =
        SymAttr::get(context, StringAttr::get(context, symbol), index);
    SmallVector<Attribute> types;
    for (unsigned i = 0; i < kDepth; ++i) {
      dim = ExprAttr::get(context, ScalarKind::Add, StringAttr(), {dim, dim},
                          index);
      types.push_back(TypeAttr::get(
          GlobalTensorType::get(context, {dim, dim}, index, Layout::ND, {}, {},
                                Pad::Null, MemRefAttr())));
    }
    func->setAttr("x.types", ArrayAttr::get(context, types));
  };
  deepen(program.index->getFunction(0), "N");
  deepen(program.index->getFunction(1), "K");
  program.table.forgetProperties();
  StructuralForm a = program.getForm("a"), b = program.getForm("b");
  EXPECT_EQ(a.words, b.words);
  EXPECT_LT(a.words.size(), 20 * kDepth);
  EXPECT_LT(a.weight, 10 * kDepth);
  EXPECT_FALSE(program.getDifference("a", "b").has_value());
}

TEST(StructuralForm, WeightCountsDistinctNodesOnce) {
  auto weigh = [](StringRef body) {
    Program program(
        ("pld.func private aic @a(%x: i32) {" + body + "pld.return }").str());
    return program.getForm("a").weight;
  };
  uint64_t
      empty = weigh(""),
      once =
          weigh(R"(%0 = "foo.op"(%x, %x) {x = "abcd"} : (i32, i32) -> i32 )"),
      twice = weigh(R"(%0 = "foo.op"(%x, %x) {x = "abcd"} : (i32, i32) -> i32
                            %1 = "foo.op"(%x, %x) {x = "abcd"} : (i32, i32) -> i32 )"),
      longer = weigh(
          R"(%0 = "foo.op"(%x, %x) {x = "abcdefgh"} : (i32, i32) -> i32 )");
  EXPECT_GT(once, empty + 4);
  // One operation, two operands, one result.
  EXPECT_EQ(twice, once + 4);
  EXPECT_EQ(longer, once + 4);
}

} // namespace

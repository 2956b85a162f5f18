//===- VerifyDedupTest.cpp - Tests of equivalent kernels ------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which kernels are equivalent.
//
//===----------------------------------------------------------------------===//

#include "VerifyDedupTestBase.h"

using namespace mlir;
using namespace pld;
using namespace pld::test;

namespace {

TEST_F(VerifyDedupTest, RightMerges) {
  EXPECT_EQ(
      checkMerge(kProgram),
      "equivalent: 13 functions before, 8 after; 3 of 9 dispatches changed\n");
  EXPECT_EQ(verdict.merged.at("w1"), std::set<std::string>{"w0"});
  EXPECT_EQ((verdict.calls.at({"b", "a"}).total), 2u);
  EXPECT_EQ((verdict.calls.at({"b", "a"}).bound), 0u);
  EXPECT_EQ(checkMerge(kProgram, {}), "equivalent: 13 functions before, 13 "
                                      "after; 0 of 12 dispatches changed\n");
}

TEST_F(VerifyDedupTest, NamesDoNotCount) {
  // Of symbols that no caller sees: of the body, and of a scalar parameter.
  checkMerge(edit(kProgram, {{"%nb: index {pld.symbol = \"K\"}",
                              "%nb: index {pld.symbol = \"L\"}"},
                             {"(!k, !k, f32, f32, i64) -> !pld.tile<[16, K], "
                              "f32, space = vec>\n  %sb",
                              "(!k, !k, f32, f32, i64) -> !pld.tile<[16, L], "
                              "f32, space = vec>\n  %sb"},
                             {"(%rb, %ob) unchecked : (!pld.tile<[16, K]",
                              "(%rb, %ob) unchecked : (!pld.tile<[16, L]"}}));
  EXPECT_TRUE(verdict.isEquivalent());
  // Public representatives.
  checkMerge(edit(kProgram, {{"private incore @a", "incore @a"}}));
  EXPECT_TRUE(verdict.isEquivalent());
}

//===----------------------------------------------------------------------===//
// Kernels that are not equivalent
//===----------------------------------------------------------------------===//

struct WrongKernel {
  const char *name;
  std::vector<std::pair<StringRef, StringRef>> edits;
  /// What is said, at least.
  const char *said;
};

const WrongKernel kWrongKernels[] = {
    {"negative zero",
     {{"%cb = arith.constant 0.0", "%cb = arith.constant -0.0"}},
     "bits 0x80000000 : f32"},
    {"payload of NaN",
     {{"%qb = arith.constant 0x7FC00001", "%qb = arith.constant 0x7FC00002"}},
     "bits 0x7FC00002"},
    {"sign of NaN",
     {{"%qb = arith.constant 0x7FC00001", "%qb = arith.constant 0xFFC00001"}},
     "bits 0xFFC00001"},
    {"i64 and index",
     {{"%ib = arith.constant 3 : i64", "%ib = arith.constant 3 : index"},
      {"(!k, !k, f32, f32, i64) -> !pld.tile<[16, K], f32, space = vec>\n  %sb",
       "(!k, !k, f32, f32, index) -> !pld.tile<[16, K], f32, space = vec>\n  "
       "%sb"}},
     "3 : index"},
    {"keyword of an intrinsic",
     {{"%ib) unchecked {mode = 1 : i64}", "%ib) unchecked {mode = 2 : i64}"}},
     "mode = 2"},
    {"type of a keyword",
     {{"%ib) unchecked {mode = 1 : i64}", "%ib) unchecked {mode = 1 : i32}"}},
     "mode = 1 : i32"},
    {"name of a keyword",
     {{"%ib) unchecked {mode = 1 : i64}", "%ib) unchecked {node = 1 : i64}"}},
     "node = 1"},
    {"discardable attribute",
     {{"%ib = arith.constant 3 : i64",
       "%ib = arith.constant {pld.attrs = {x}} 3 : i64"}},
     "{x = unit}"},
    {"name of an operator",
     {{"%rb = pld.intrinsic \"k.op\"", "%rb = pld.intrinsic \"k.po\""}},
     "k.po"},
    {"order of operands",
     {{"(%xb, %yb, %cb", "(%yb, %xb, %cb"}},
     "pld.intrinsic(%1, %0, %4"},
    {"order of operations",
     {{"%cb = arith.constant 0.0 : f32\n  %qb = arith.constant 0x7FC00001 : "
       "f32",
       "%qb = arith.constant 0x7FC00001 : f32\n  %cb = arith.constant 0.0 : "
       "f32"}},
     "bits 0x7FC00001"},
    {"direction", {{"%yb: !k", "%yb: inout !k"}}, "parameter inout T0"},
    {"which parameter is returned",
     {{"pld.return %sb", "pld.return %ob"}},
     "pld.return(%3)"},
    {"which of two parameters is returned",
     {{"pld.return %sb", "pld.return %xb"}},
     "pld.return(%0)"},
    {"kind", {{"incore @b", "aiv @b"}}, "function_kind aiv"},
    {"level",
     {{"%ob: out !k) -> !k {",
       "%ob: out !k) -> !k attributes {level = #pld<level chip>} {"}},
     "level chip"},
    {"role",
     {{"%ob: out !k) -> !k {",
       "%ob: out !k) -> !k attributes {role = #pld<role sub_worker>} {"}},
     "sub_worker"},
    {"attribute of the function",
     {{"%ob: out !k) -> !k {",
       "%ob: out !k) -> !k attributes {note = \"x\"} {"}},
     "note = \"x\""},
    {"attribute of a parameter",
     {{"%yb: !k", "%yb: !k {x.note = 1 : i32}"}},
     "x.note = 1 : i32"},
    {"which parameter carries a symbol",
     {{"%nb: index {pld.symbol = \"K\"}", "%nb: index {pld.symbol = \"M\"}"},
      {"-> !pld.tile<[16, K], f32, space = vec>\n  %sb",
       "-> !pld.tile<[16, M], f32, space = vec>\n  %sb"},
      {"(%rb, %ob) unchecked : (!pld.tile<[16, K]",
       "(%rb, %ob) unchecked : (!pld.tile<[16, M]"}},
     "is S0"},
    {"memory space",
     {{"f32, space = vec>\n  %sb", "f32, space = mat>\n  %sb"},
      {"(%rb, %ob) unchecked : (!pld.tile<[16, K], f32, space = vec>",
       "(%rb, %ob) unchecked : (!pld.tile<[16, K], f32, space = mat>"}},
     "space mat"},
    {"symbol in the body",
     {{"-> !pld.tile<[16, K], f32, space = vec>\n  %sb",
       "-> !pld.tile<[16, N], f32, space = vec>\n  %sb"},
      {"(%rb, %ob) unchecked : (!pld.tile<[16, K]",
       "(%rb, %ob) unchecked : (!pld.tile<[16, N]"}},
     "tile<[16 : index, S1]"},
    // Groups.
    {"size of a member's buffer",
     {{"%b1 = pld.system.reserve_buffer() {name = \"buffer\", size = 64",
       "%b1 = pld.system.reserve_buffer() {name = \"buffer\", size = 32"}},
     "member '@c1' has become '@c0'"},
    {"peer is another member",
     {{"%p2 = pld.system.import_peer_buffer() {name = \"buffer\", peer_func = "
       "@c1}",
       "%p2 = pld.system.import_peer_buffer() {name = \"buffer\", peer_func = "
       "@v1}"}},
     "'@w1' refers to '@v1' where '@w0' refers to '@c0'"},
    {"peer is of the other Group",
     {{"%p2 = pld.system.import_peer_buffer() {name = \"buffer\", peer_func = "
       "@c1}",
       "%p2 = pld.system.import_peer_buffer() {name = \"buffer\", peer_func = "
       "@c0}"}},
     "'@w1' refers to '@c0' where '@w0' refers to '@c0'"},
    {"arguments of a member",
     {{"@v1(%c1, %x)", "@v1(%x, %c1)"}},
     "pld.call(%0, %1)"},
    {"order of members",
     {{"%w1 = pld.call @w1(%v1)", "%w1 = pld.call @c1(%v1)"},
      {"%c1 = pld.call @c1(%x)", "%c1 = pld.call @w1(%x)"}},
     "is not equivalent"},
    {"result of the Group",
     {{"pld.return %w1", "pld.return %v1"}},
     "pld.return(%2)"},
    {"member called twice",
     {{"%w1 = pld.call @w1(%v1)", "%w1 = pld.call @c1(%v1)"}},
     "it has another number of members"},
};

TEST_F(VerifyDedupTest, WrongKernels) {
  for (const WrongKernel &wrong : kWrongKernels) {
    SCOPED_TRACE(wrong.name);
    std::string said = checkMerge(edit(kProgram, wrong.edits));
    EXPECT_FALSE(verdict.isEquivalent());
    EXPECT_TRUE(contains(said, wrong.said)) << said;
    ASSERT_FALSE(verdict.differences.empty());
    EXPECT_EQ(verdict.differences[0].kind, DedupDifference::Dispatch) << said;
    EXPECT_EQ(verdict.differences[0].function, "main") << said;
  }
}

constexpr StringLiteral kShapes = R"mlir(
pld.func private incore @f(%x: !pld.tensor<FX, f32FL>, %y: !pld.tensor<FY, f32>) {
  %0 = pld.intrinsic "k.make"() unchecked : () -> !pld.tile<[FZ], f32>
  pld.return
}
pld.func private incore @g(%x: !pld.tensor<GX, f32GL>, %y: !pld.tensor<GY, f32>) {
  %0 = pld.intrinsic "k.make"() unchecked : () -> !pld.tile<[GZ], f32>
  pld.return
}
pld.func orchestration @main(%x: !pld.tensor<[S, T], f32>, %y: !pld.tensor<[S, T], f32>) {
  pld.call @f(%x, %y) : (!pld.tensor<[S, T], f32>, !pld.tensor<[S, T], f32>) -> ()
  pld.call @g(%x, %y) : (!pld.tensor<[S, T], f32>, !pld.tensor<[S, T], f32>) -> ()
  pld.return
}
)mlir";

struct Shapes {
  const char *fx, *fy, *fz, *gx, *gy, *gz;
  bool equivalent;
  const char *fl = "", *gl = "";
};

TEST_F(VerifyDedupTest, ShapeSymbolsByRole) {
  const Shapes cases[] = {
      {"[M, N]", "[M, N]", "M", "[M, N]", "[M, N]", "M", true},
      {"[M, N]", "[M, N]", "M", "[N, M]", "[N, M]", "N", true},
      // The same names, but in other roles.
      {"[M, N]", "[M, N]", "M", "[N, M]", "[N, M]", "M", false},
      {"[M, N]", "[M, N]", "M", "[M, N]", "[M, N]", "N", false},
      {"[M, N]", "[M, N]", "M", "[M, N]", "[N, M]", "M", false},
      // Not a bijection.
      {"[M, N]", "[A, B]", "M", "[M, N]", "[A, A]", "M", false},
      {"[M, N]", "[A, A]", "M", "[M, N]", "[A, B]", "M", false},
      {"[M, N]", "[M, N]", "M", "[K, K]", "[K, K]", "K", false},
      // Expressions.
      {"[M * 128, N]", "[M, N]", "M", "[M * 128, N]", "[M, N]", "M", true},
      {"[M * 128, N]", "[M, N]", "M", "[256, N]", "[M, N]", "M", false},
      {"[M * 128, N]", "[M, N]", "M", "[128 * M, N]", "[M, N]", "M", false},
      {"[M * 128, N]", "[M, N]", "M", "[M * 64, N]", "[M, N]", "M", false},
      {"[M, N]", "[M, N]", "min(M, N)", "[M, N]", "[M, N]", "min(N, M)", false},
      {"[M, N]", "[M, N]", "M + 1", "[M, N]", "[M, N]", "(M + 1 : i64)", false},
      {"[M, N]", "[M, N]", "M", "[M, N]", "[M, 128]", "M", false},
      {"[M, N]", "[M, N]", "4", "[M, N]", "[M, N]", "(4 : i64)", false},
      // Views.
      {"[M, N]", "[M, N]", "M", "[M, N]", "[M, N]", "M", false, "",
       ", layout = nz"},
      {"[M, N]", "[M, N]", "M", "[M, N]", "[M, N]", "M", false, "",
       ", stride = [N, 1]"},
      {"[M, N]", "[M, N]", "M", "[M, N]", "[M, N]", "M", false,
       ", valid = [M, N]", ", valid = [N, M]"},
      {"[M, N]", "[M, N]", "M", "[M, N]", "[M, N]", "M", false, "",
       ", pad = zero"},
      {"[M, N]", "[M, N]", "M", "[M, N]", "[M, N]", "M", false,
       ", memref = <\"a\", offset = 0>", ", memref = <\"b\", offset = 0>"},
  };
  for (const Shapes &shapes : cases) {
    std::string text = kShapes.str();
    std::pair<StringRef, StringRef> edits[] = {
        {"FX", shapes.fx}, {"FY", shapes.fy}, {"FZ", shapes.fz},
        {"GX", shapes.gx}, {"GY", shapes.gy}, {"GZ", shapes.gz},
        {"FL", shapes.fl}, {"GL", shapes.gl}};
    std::string said = checkMerge(edit(text, edits), {{"g", "f"}});
    EXPECT_EQ(verdict.isEquivalent(), shapes.equivalent)
        << edit(text, edits) << said;
  }
}

/// The role of a symbol is also where the body binds it; free symbols, storage
/// and what is shared in a Group have names.
TEST_F(VerifyDedupTest, SymbolsOfBodies) {
  constexpr StringLiteral program = R"mlir(
pld.func private incore @f(%i: index, %j: index) {
  pld.bind_symbol %i as "A" : index
  pld.bind_symbol %j as "B" : index
  %0 = pld.intrinsic "k.make"() unchecked : () -> !pld.tile<[A], f32>
  pld.return
}
pld.func private incore @g(%i: index, %j: index) {
  pld.bind_symbol %i as "A" : index
  pld.bind_symbol %j as "B" : index
  %1 = pld.intrinsic "k.make"() unchecked : () -> !pld.tile<[A], f32>
  pld.return
}
pld.func orchestration @main(%i: index) {
  pld.call @f(%i, %i) : (index, index) -> ()
  pld.call @g(%i, %i) : (index, index) -> ()
  pld.return
}
)mlir";
  auto equivalent = [&](ArrayRef<std::pair<StringRef, StringRef>> edits) {
    checkMerge(edit(program, edits), {{"f", "g"}});
    return verdict.isEquivalent();
  };
  EXPECT_TRUE(equivalent({}));
  EXPECT_TRUE(equivalent({{"%i as \"A\"", "%i as \"C\""}, {"<[A]", "<[C]"}}));
  EXPECT_FALSE(equivalent({{"<[A]", "<[B]"}}));
  EXPECT_FALSE(equivalent(
      {{"%i as \"A\"", "%j as \"A\""}, {"%j as \"B\"", "%i as \"B\""}}));
  // Free symbols.
  auto free = [&](StringRef first, StringRef second) {
    std::string listed =
        ("index) attributes {free_symbols = [\"" + first + "\"]} {").str();
    std::string other =
        ("@g(%i: index, %j: index) attributes {free_symbols = [\"" + second +
         "\"]} {")
            .str();
    std::string
        made = ("<[" + first + "]").str(),
        madeToo =
            ("%1 = pld.intrinsic \"k.make\"() unchecked : () -> !pld.tile<[" +
             second + "]")
                .str();
    return equivalent(
        {{"index) {", listed},
         {"<[A]", made},
         {"@g(%i: index, %j: index) {", other},
         {"%1 = pld.intrinsic \"k.make\"() unchecked : () -> !pld.tile<[A]",
          madeToo}});
  };
  EXPECT_TRUE(free("F", "F"));
  EXPECT_FALSE(free("F", "G"));
  // A name that is free, and bound at another place as well.
  EXPECT_FALSE(equivalent(
      {{"index) {", "index) attributes {free_symbols = [\"A\"]} {"},
       {"%i as \"A\"", "%i as \"B\""},
       {"%j as \"B\"", "%j as \"A\""},
       {"<[A]", "<[B]"},
       {"@g(%i: index, %j: index) {",
        "@g(%i: index, %j: index) attributes {free_symbols = [\"A\"]} {"}}));
  // Storage is known by its name, also where a symbol has that name.
  auto storage = [&](StringRef first, StringRef second) {
    std::string a =
        ("<[A], f32, memref = <\"" + first + "\", offset = A>>").str();
    std::string b = ("%1 = pld.intrinsic \"k.make\"() unchecked : () -> "
                     "!pld.tile<[A], f32, memref = <\"" +
                     second + "\", offset = A>>")
                        .str();
    return equivalent({{"<[A], f32>", a},
                       {"%1 = pld.intrinsic \"k.make\"() unchecked : () -> "
                        "!pld.tile<[A], f32>",
                        b}});
  };
  EXPECT_TRUE(storage("m", "m"));
  EXPECT_TRUE(storage("B", "B"));
  EXPECT_FALSE(storage("m", "n"));
  EXPECT_FALSE(storage("A", "B"));
}

/// What other dialects have: types that hold symbols, resources, programs.
TEST_F(VerifyDedupTest, OtherDialects) {
  constexpr StringLiteral program = R"mlir(
pld.func private incore @f(%i: index, %j: index) {
  pld.bind_symbol %i as "A" : index
  pld.bind_symbol %j as "B" : index
  %0 = pld.intrinsic "k.make"() unchecked {map = affine_map<(d0) -> (d0)>} : () -> tensor<4xf32, #pld.sym<A>>
  pld.return
}
pld.func private incore @g(%i: index, %j: index) {
  pld.bind_symbol %i as "A" : index
  pld.bind_symbol %j as "B" : index
  %1 = pld.intrinsic "k.make"() unchecked {map = affine_map<(d0) -> (d0)>} : () -> tensor<4xf32, #pld.sym<A>>
  pld.return
}
pld.func orchestration @main(%i: index) {
  pld.call @f(%i, %i) : (index, index) -> ()
  pld.call @g(%i, %i) : (index, index) -> ()
  pld.return
}
)mlir";
  auto equivalent = [&](ArrayRef<std::pair<StringRef, StringRef>> edits) {
    checkMerge(edit(program, edits), {{"f", "g"}});
    return verdict.isEquivalent();
  };
  EXPECT_TRUE(equivalent({}));
  EXPECT_TRUE(equivalent(
      {{"%i as \"A\"", "%i as \"C\""}, {"#pld.sym<A>", "#pld.sym<C>"}}));
  EXPECT_FALSE(equivalent({{"#pld.sym<A>", "#pld.sym<B>"}}));
  EXPECT_FALSE(equivalent({{"#pld.sym<A>", "#pld.sym<A : i64>"}}));
  EXPECT_FALSE(equivalent({{"tensor<4xf32", "tensor<5xf32"}}));
  EXPECT_FALSE(equivalent({{"-> (d0)>", "-> (-d0)>"}}));
  // In a nested program symbols and functions are known by name only.
  StringRef nested = "pld.bind_symbol %i as \"A\" : index\n"
                     "  builtin.module {\n}";
  std::string same = edit(
      program,
      {{"@g(%i: index, %j: index) {\n  pld.bind_symbol %i as \"A\" : index",
        ("@g(%i: index, %j: index) {\n  " + nested).str()}});
  EXPECT_TRUE(
      (checkMerge(edit(same, {{"pld.bind_symbol %i as \"A\" : index", nested}}),
                  {{"f", "g"}}),
       verdict.isEquivalent()));
  EXPECT_FALSE(
      (checkMerge(edit(same, {{"pld.bind_symbol %i as \"A\" : index", nested},
                              {"as \"A\"", "as \"C\""},
                              {"#pld.sym<A>", "#pld.sym<C>"}}),
                  {{"f", "g"}}),
       verdict.isEquivalent()));
}

/// Resources of the second program are renamed when it is read.
TEST_F(VerifyDedupTest, Resources) {
  auto program = [](StringRef data) {
    return ("pld.func orchestration @f() {\n"
            "  %0 = arith.constant dense_resource<weights> : tensor<1xi32>\n"
            "  pld.return\n}\n"
            "{-# dialect_resources: { builtin: { weights: \"0x04000000" +
            data + "\" } } #-}")
        .str();
  };
  OwningOpRef<ModuleOp> before = parse(program("01000000"));
  OwningOpRef<ModuleOp> same = parse(program("01000000"));
  OwningOpRef<ModuleOp> other = parse(program("02000000"));
  check(*before, *same);
  EXPECT_TRUE(verdict.isEquivalent());
  EXPECT_TRUE(
      contains(check(*before, *other), "'arith.constant' has another 'value'"));

  // Without the bytes nothing is known.
  std::string text = program("01000000");
  OwningOpRef<ModuleOp> elided = parse(StringRef(text).split("{-#").first);
  OwningOpRef<ModuleOp> again = parse(StringRef(text).split("{-#").first);
  for (ModuleOp first : {*before, *elided}) {
    std::string said = check(first, *again);
    EXPECT_TRUE(contains(said, "'arith.constant' cannot be compared: the bytes "
                               "of the resource 'weights"))
        << said;
    EXPECT_TRUE(contains(said, "NOT equivalent: 1 difference")) << said;
  }
  // In one context, without reading, it is the same resource.
  check(*elided, *OwningOpRef<ModuleOp>(elided->clone()));
  EXPECT_TRUE(verdict.isEquivalent());
}

} // namespace

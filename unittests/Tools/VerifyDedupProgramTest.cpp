//===- VerifyDedupProgramTest.cpp - Tests of programs after merges --------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What may change in a program besides callees (nothing), signatures that
// differ in symbols, and reports of the pass.
//
//===----------------------------------------------------------------------===//

#include "VerifyDedupTestBase.h"

#include "mlir/IR/Builders.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <functional>

using namespace mlir;
using namespace pld;
using namespace pld::test;

namespace {

FuncOp func(ModuleOp module, StringRef name) {
  return module.lookupSymbol<FuncOp>(name);
}

/// The dispatch of that number in `@main`.
Operation *dispatch(ModuleOp module, unsigned number) {
  Operation *found = nullptr;
  func(module, "main").walk([&](Operation *op) {
    if (isa<CallOp, SubmitOp>(op) && number-- == 0)
      found = op;
  });
  return found;
}

void setCallee(Operation *op, StringRef name) {
  op->setAttr("callee", FlatSymbolRefAttr::get(op->getContext(), name));
}

void swapOperands(Operation *op, unsigned a, unsigned b) {
  Value value = op->getOperand(a);
  op->setOperand(a, op->getOperand(b));
  op->setOperand(b, value);
}

struct WrongProgram {
  const char *name;
  std::function<void(ModuleOp)> change;
  const char *said;
};

const WrongProgram kWrongPrograms[] = {
    // Dispatches.
    {"call of another kernel",
     [](ModuleOp m) { setCallee(dispatch(m, 0), "other"); },
     "'@main' dispatch #0 '@a' became '@other': it is not equivalent"},
    {"two calls swapped",
     [](ModuleOp m) {
       setCallee(dispatch(m, 0), "other");
       setCallee(dispatch(m, 3), "a");
     },
     "'@main' dispatch #3 '@other' became '@a': it is not equivalent"},
    {"submit of another kernel",
     [](ModuleOp m) { setCallee(dispatch(m, 2), "other"); },
     "dispatch #2 '@b' became '@other'"},
    {"Group of another kernel",
     [](ModuleOp m) { setCallee(dispatch(m, 4), "c0"); },
     "dispatch #4 '@g0' became '@c0'"},
    {"flag lost", [](ModuleOp m) { dispatch(m, 2)->removeAttr("sync_start"); },
     "dispatch #2 changed: 'pld.submit' has another 'sync_start'"},
    {"flag added",
     [](ModuleOp m) {
       dispatch(m, 2)->setAttr("early_resolve", UnitAttr::get(m.getContext()));
     },
     "has another 'early_resolve'"},
    {"attribute added",
     [](ModuleOp m) {
       dispatch(m, 1)->setAttr("x.y", UnitAttr::get(m.getContext()));
     },
     "dispatch #1 changed: 'pld.call' has another 'x.y'"},
    {"order of dependencies",
     [](ModuleOp m) { swapOperands(dispatch(m, 2), 3, 4); },
     "dispatch #2 changed: 'pld.submit' has other operands"},
    {"order of arguments",
     [](ModuleOp m) { swapOperands(dispatch(m, 1), 0, 1); },
     "dispatch #1 changed: 'pld.call' has other operands"},
    {"argument",
     [](ModuleOp m) {
       dispatch(m, 1)->setOperand(0, dispatch(m, 1)->getOperand(1));
     },
     "dispatch #1 changed: 'pld.call' has other operands"},
    {"result type",
     [](ModuleOp m) {
       Type type = func(m, "main").getArgument(6).getType();
       dispatch(m, 3)->getResult(0).setType(type);
     },
     "dispatch #3 changed: 'pld.call' has other result types"},
    {"dispatch lost",
     [](ModuleOp m) {
       Operation *op = dispatch(m, 5);
       op->replaceAllUsesWith(dispatch(m, 4));
       op->erase();
     },
     "'pld.call' is 'pld.return' now"},
    {"dispatch added",
     [](ModuleOp m) { OpBuilder(dispatch(m, 5)).clone(*dispatch(m, 5)); },
     "changed: 'pld.return' is 'pld.call' now"},
    {"location",
     [](ModuleOp m) {
       dispatch(m, 1)->setLoc(UnknownLoc::get(m.getContext()));
     },
     "dispatch #1 changed: 'pld.call' has another location"},
    // Functions.
    {"location of a parameter",
     [](ModuleOp m) {
       func(m, "main").getArgument(0).setLoc(UnknownLoc::get(m.getContext()));
     },
     "'@main' changed: it has other locations of block arguments"},
    {"survivor changed in place",
     [](ModuleOp m) {
       Operation &constant = func(m, "a").getBody().front().front();
       constant.setAttr("value",
                        FloatAttr::get(Float32Type::get(m.getContext()), 2.0));
     },
     "'@a' changed: 'arith.constant' has another 'value'"},
    {"member changed in place",
     [](ModuleOp m) {
       func(m, "v0")->setAttr("x.y", UnitAttr::get(m.getContext()));
     },
     "'@v0' changed: it has another 'x.y'"},
    {"kind", [](ModuleOp m) { func(m, "other").setKind(FunctionKind::AIV); },
     "it has another 'kind'"},
    {"visibility", [](ModuleOp m) { func(m, "other").setPublic(); },
     "it has another 'sym_visibility'"},
    {"public function deleted", [](ModuleOp m) { func(m, "entry").erase(); },
     "'@entry' was deleted, although it is visible outside"},
    {"function added",
     [](ModuleOp m) {
       auto copy = cast<FuncOp>(func(m, "other")->clone());
       copy.setSymName("more");
       m.push_back(copy);
     },
     "'@more' is new"},
    {"callee that was not there",
     [](ModuleOp m) {
       auto copy = cast<FuncOp>(func(m, "a")->clone());
       copy.setSymName("more");
       m.push_back(copy);
       setCallee(dispatch(m, 1), "more");
     },
     "'@more' was no function of the program before"},
    {"order of functions",
     [](ModuleOp m) { func(m, "other")->moveBefore(func(m, "a")); },
     "is at another place in the module"},
    // Other references.
    {"peer",
     [](ModuleOp m) {
       m.walk([](ImportPeerBufferOp op) { op.setPeerFunc("other"); });
     },
     "'@c0' became '@other'"},
    {"reference in an attribute",
     [](ModuleOp m) {
       func(m, "entry")
           ->setAttr("uses", FlatSymbolRefAttr::get(m.getContext(), "other"));
     },
     "'@entry' '@a' became '@other'"},
    {"structure of an attribute with references",
     [](ModuleOp m) {
       Attribute ref = FlatSymbolRefAttr::get(m.getContext(), "a");
       func(m, "entry")
           ->setAttr("uses", mlir::ArrayAttr::get(m.getContext(), {ref}));
     },
     "it has another 'uses'"},
    {"nested reference",
     [](ModuleOp m) {
       auto leaf = FlatSymbolRefAttr::get(m.getContext(), "x");
       func(m, "entry")
           ->setAttr("uses", SymbolRefAttr::get(m.getContext(), "a", {leaf}));
     },
     "it has another 'uses'"},
    // The module.
    {"attribute of the module",
     [](ModuleOp m) { m->setAttr("x.y", UnitAttr::get(m.getContext())); },
     "changed: 'builtin.module' has another 'x.y'"},
    {"operation of the module",
     [](ModuleOp m) { m.push_back(ModuleOp::create(m.getLoc())); }, "is new"},
};

TEST_F(VerifyDedupTest, WrongPrograms) {
  OwningOpRef<ModuleOp> before = parse(kProgram);
  for (const WrongProgram &wrong : kWrongPrograms) {
    SCOPED_TRACE(wrong.name);
    OwningOpRef<ModuleOp> after = merge(*before, kMerges);
    wrong.change(*after);
    std::string said = check(*before, *after);
    EXPECT_FALSE(verdict.isEquivalent());
    EXPECT_TRUE(contains(said, wrong.said)) << said;
  }
}

TEST_F(VerifyDedupTest, WrongMerges) {
  auto edited = [&](StringRef from, StringRef to) {
    return edit(kProgram, {{from, to}});
  };
  // One with another effect.
  EXPECT_TRUE(contains(checkMerge(kProgram, {{"other", "a"}}),
                       "'@other' became '@a': it is not equivalent"));
  // A public one.
  EXPECT_TRUE(contains(checkMerge(edited("private incore @b", "incore @b")),
                       "'@b' was deleted, although it is visible outside"));
  // The Group without its members, and a member without its Group.
  EXPECT_TRUE(contains(checkMerge(kProgram, {{"g1", "g0"}}),
                       "is still there, although its Group '@g1' was merged"));
  EXPECT_TRUE(contains(checkMerge(kProgram, {{"c1", "c0"}}),
                       "'@g1' dispatch #0 '@c1' became '@c0': a member is "
                       "merged with its Group, or not at all"));
  // One that nothing names: it may be an entry.
  EXPECT_TRUE(contains(
      checkMerge(edited("pld.func private incore @other",
                        "pld.func private incore @unused() {\n  pld.return\n}\n"
                        "pld.func private incore @other"),
                 {{"unused", "other"}}),
      "'@unused' was deleted, and nothing is known to have taken its place"));
  // In a member of a Group, a renamed symbol.
  std::string renamed = kProgram.str();
  size_t at = renamed.find("pld.func private aiv @w1(%x: !g) -> !g");
  renamed.replace(at,
                  StringRef("pld.func private aiv @w1(%x: !g) -> !g").size(),
                  "pld.func private aiv @w1(%x: !pld.tensor<[Q, 64], f32>) -> "
                  "!pld.tensor<[Q, 64], f32>");
  at = renamed.find("pld.return %x : !g", at);
  renamed.replace(at, StringRef("pld.return %x : !g").size(),
                  "pld.return %x : !pld.tensor<[Q, 64], f32>");
  EXPECT_TRUE(contains(checkMerge(renamed),
                       "member '@w1' has become '@w0', which has "
                       "other shape symbols in its signature"));
}

TEST_F(VerifyDedupTest, KindsThatStay) {
  for (auto [first, said] :
       {std::pair("orchestration @f()",
                  "'@f' is of a kind that keeps its identity"),
        std::pair("graph @f()", "'@f' is of a kind that keeps its identity"),
        std::pair("spmd @f()", "'@f' is of a kind that keeps its identity"),
        std::pair("opaque @f()", "'@f' is of a kind that keeps its identity"),
        std::pair("incore @f() attributes {runtime_binding}",
                  "'@f' is bound at run time")}) {
    std::string func =
        ("pld.func private " + StringRef(first) + " {\n  pld.return\n}\n")
            .str();
    std::string text =
        func + edit(func, {{"@f", "@g"}}) +
        "pld.func orchestration @main() {\n  pld.call @f() : () -> ()\n"
        "  pld.call @g() : () -> ()\n  pld.return\n}\n";
    EXPECT_TRUE(contains(checkMerge(text, {{"f", "g"}}), said));
  }
  EXPECT_TRUE(contains(checkMerge(R"mlir(
    pld.func private aiv @f() attributes {external_source = "f.cpp"}
    pld.func private aiv @g() attributes {external_source = "f.cpp"}
    pld.func orchestration @main() attributes {uses = [@f, @g]} {
      pld.return
    }
  )mlir",
                                  {{"f", "g"}}),
                       "'@f' has no body that could be compared"));
}

TEST_F(VerifyDedupTest, OneRenaming) {
  OwningOpRef<ModuleOp> before = parse(kProgram);
  // Equivalent, but the kernel is still there.
  OwningOpRef<ModuleOp> after(before->clone());
  setCallee(dispatch(*after, 1), "a");
  EXPECT_TRUE(contains(
      check(*before, *after),
      "'@b' is still there, so its references should not have changed"));
  // Equivalent, but to two others.
  std::string text = kProgram.str();
  text += edit(text.substr(text.find("pld.func private incore @b"),
                           text.find("// Like") -
                               text.find("pld.func private incore @b")),
               {{"@b", "@third"}});
  before = parse(text);
  after = merge(*before, kMerges);
  setCallee(dispatch(*after, 1), "third");
  EXPECT_TRUE(
      contains(check(*before, *after),
               "'@b' became '@a': other references got '@third' instead"));
}

TEST_F(VerifyDedupTest, DanglingReferences) {
  OwningOpRef<ModuleOp> before =
      parse(edit(kProgram, {{"uses = @a", "uses = {list = [\"x\", @b]}"}}));
  OwningOpRef<ModuleOp> after = merge(*before, kMerges);
  EXPECT_TRUE(verifyDedup(*before, *after).isEquivalent());
  func(*after, "entry")
      ->setAttr("uses", func(*before, "entry")->getAttr("uses"));
  EXPECT_TRUE(
      contains(check(*before, *after),
               "'@entry' 'pld.func' refers to '@b', which was deleted"));
}

/// References are renamed wherever they are, but those that begin in another
/// symbol table.
TEST_F(VerifyDedupTest, ReferencesEverywhere) {
  std::string text = R"mlir(
    module attributes {pld.attrs = {uses = @f}} {
      %0 = builtin.unrealized_conversion_cast to tensor<1xi8, @f> {uses = @f}
      %1 = builtin.unrealized_conversion_cast %0 : tensor<1xi8, @f> to i32 {uses = @f}
      pld.func private aiv @f() { pld.return }
      pld.func private aiv @g() { pld.return }
      module @other attributes {pld.attrs = {uses = @f}} {
        pld.func aiv @inside() { pld.return }
      }
      pld.func orchestration @main(%x: tensor<1xi8, @f>) attributes {uses = [@g, @other::@inside]} {
        pld.call @f() {uses = @f} : () -> ()
        pld.return
      }
      pld.func orchestration @keeps() attributes {uses = @nested::@f} {
        pld.return
      }
      module @nested {
        pld.func aiv @f() { pld.return }
      }
    })mlir";
  OwningOpRef<ModuleOp> before = parse(text);
  auto rename = [&](StringRef in) {
    std::string result;
    for (StringRef rest = in; !rest.empty();) {
      size_t at = rest.find("@f");
      if (at == StringRef::npos) {
        result += rest;
        break;
      }
      result += rest.take_front(at);
      bool isNested = rest.take_front(at).ends_with("::") ||
                      rest.take_front(at).ends_with("module @nested {\n"
                                                    "        pld.func aiv ");
      result += isNested ? "@f" : "@g";
      rest = rest.drop_front(at + 2);
    }
    return result;
  };
  std::string after =
      rename(edit(text, {{"pld.func private aiv @f() { pld.return }", ""}}));
  OwningOpRef<ModuleOp> merged = parse(after);
  std::string said = check(*before, *merged);
  EXPECT_TRUE(verdict.isEquivalent()) << said;
  // One that is forgotten is found, also in an attribute of the other module.
  for (StringRef place :
       {"module attributes {pld.attrs = {uses = @",
        "@other attributes {pld.attrs = {uses = @", "%x: tensor<1xi8, @"}) {
    std::string forgotten =
        edit(after, {{(place + "g").str(), (place + "f").str()}});
    OwningOpRef<ModuleOp> wrong = parse(forgotten);
    EXPECT_TRUE(
        contains(check(*before, *wrong), "refers to '@f', which was deleted"));
  }
  // Operations outside of functions are compared, too.
  OwningOpRef<ModuleOp> other =
      parse(edit(after, {{"cast %0 : tensor<1xi8, @g> to i32",
                          "cast %0, %0 : tensor<1xi8, @g>, tensor<1xi8, @g> "
                          "to i32"}}));
  EXPECT_TRUE(contains(check(*before, *other), "another number of operands"));
}

/// What two kernels refer to must correspond, too.
TEST_F(VerifyDedupTest, ReferencesOfKernels) {
  std::string text = R"mlir(
    pld.func private aiv @p() { 
      %0 = pld.system.reserve_buffer() {name = "buffer"} : () -> i32
      pld.return
    }
    pld.func private aiv @q() {
      %0 = pld.system.reserve_buffer() {name = "buffer"} : () -> i32
      pld.return
    }
    pld.func private aiv @f() {
      %0 = pld.system.import_peer_buffer() {name = "buffer", peer_func = @p} : () -> i32
      pld.return
    }
    pld.func private aiv @g() {
      %0 = pld.system.import_peer_buffer() {name = "buffer", peer_func = @q} : () -> i32
      pld.return
    }
    pld.func orchestration @main() {
      pld.call @f() : () -> ()
      pld.call @g() : () -> ()
      pld.call @p() : () -> ()
      pld.call @q() : () -> ()
      pld.return
    })mlir";
  checkMerge(text, {{"f", "g"}, {"p", "q"}});
  EXPECT_TRUE(verdict.isEquivalent());
  EXPECT_EQ(verdict.merged.at("p"), std::set<std::string>{"q"});
  std::string other = edit(text, {{"\"buffer\"", "\"differs\""}});
  EXPECT_TRUE(
      contains(checkMerge(other, {{"f", "g"}}),
               "'@f' refers to '@p' where '@g' refers to '@q': it is not"));
  // In a circle nothing is decided.
  std::string circle = edit(
      text, {{"reserve_buffer() {name = \"buffer\"}",
              "import_peer_buffer() {name = \"buffer\", peer_func = @f}"},
             {"reserve_buffer() {name = \"buffer\"}",
              "import_peer_buffer() {name = \"buffer\", peer_func = @g}"}});
  EXPECT_TRUE(contains(checkMerge(circle, {{"f", "g"}, {"p", "q"}}),
                       "it refers to itself, or through too many others"));
}

//===----------------------------------------------------------------------===//
// Signatures with other symbols
//===----------------------------------------------------------------------===//

struct Binding {
  /// Parameters and result type of `@f`, where `@g` has K, L for M, N.
  const char *params, *result;
  /// Before the dispatch, and the dispatch of `@f` behind its name.
  const char *prepare, *dispatch;
  /// What is said, nothing if it is right.
  const char *said;
};

const Binding kBindings[] = {
    {"%x: T<[M, N], f32>", "T<[N, M], f32>", "",
     "(%st) : (T<[S, U], f32>) -> T<[U, S], f32>", ""},
    {"%x: T<[M, N], f32>", "T<[N, M], f32>", "",
     "(%st) : (T<[S, U], f32>) -> T<[S, U], f32>",
     "result #0: the callee's 'L' is both the caller's U and S"},
    {"%x: T<[M * 128, 64], f32>", "T<[M, 64], f32>", "",
     "(%s128) : (T<[S * 128, 64], f32>) -> T<[S, 64], f32>", ""},
    {"%x: T<[M * 128, 64], f32>", "T<[M, 64], f32>", "",
     "(%c256) : (T<[256, 64], f32>) -> T<[2, 64], f32>",
     "argument #0: the caller's 256 has not the form of the callee's K * 128"},
    {"%x: T<[M * 128, 64], f32>", "T<[M, 64], f32>", "",
     "(%s64) : (T<[S * 64, 64], f32>) -> T<[S, 64], f32>",
     "argument #0: the caller's 64 is not the callee's 128"},
    {"%x: T<[M, N], f32>, %y: T<[M, N], f32>", "T<[M, N], f32>", "",
     "(%st, %su) : (T<[S, U], f32>, T<[S, V], f32>) -> T<[S, U], f32>",
     "argument #1: the callee's 'L' is both the caller's U and V"},
    {"%x: T<[M, N], f32>, %y: out T<[M, N], f32>", "T<[M, N], f32>", "",
     "(%st, %st) : (T<[S, U], f32>, T<[S, U], f32>) -> T<[S, U], f32>", ""},
    {"%x: T<[M, N], f32>, %y: out T<[M, N], f32>", "T<[M, N], f32>", "",
     "SUBMIT(%st) : (T<[S, U], f32>) -> (T<[S, U], f32>, !pld.task_id)",
     "outputs are omitted"},
    {"%x: T<[M, N], f32, layout = nz>", "T<[M, N], f32>", "",
     "(%nz) : (T<[S, U], f32, layout = nz>) -> T<[S, U], f32>", ""},
    {"%x: T<[M, N], f32, layout = nz>", "T<[M, N], f32>", "",
     "(%st) : (T<[S, U], f32>) -> T<[S, U], f32>",
     "rank, element type, layout or view differs"},
    {"%x: T<[M, N], f32, valid = [M, N]>", "T<[M, N], f32>", "",
     "(%st) : (T<[S, U], f32>) -> T<[S, U], f32>",
     "nothing but scalars and plain tensors"},
    {"%x: T<[M, N], f32>, %k: !pld.task_id", "T<[M, N], f32>", "",
     "(%st, %id) : (T<[S, U], f32>, !pld.task_id) -> T<[S, U], f32>", ""},
    {"%x: T<[M, N], f32>, %k: !pld.comm_ctx", "T<[M, N], f32>",
     "%c = pld.undefined : !pld.comm_ctx",
     "(%st, %c) : (T<[S, U], f32>, !pld.comm_ctx) -> T<[S, U], f32>",
     "nothing but scalars and plain tensors"},
    // Symbols that scalars carry, beside others.
    {"%x: T<[M, N], f32>, %n: index {pld.symbol = \"N\"}", "T<[M, N], f32>",
     "%c = arith.constant 4 : index",
     "(%s4, %c) : (T<[S, 4], f32>, index) -> T<[S, 4], f32>", ""},
    {"%x: T<[M, N], f32>, %n: index {pld.symbol = \"N\"}", "T<[M, N], f32>",
     "%c = arith.constant 5 : index",
     "(%s4, %c) : (T<[S, 4], f32>, index) -> T<[S, 4], f32>",
     "argument #0: the callee's 'L' is both the caller's 5 and 4"},
    {"%x: T<[M, N], f32>, %n: index {pld.symbol = \"N\"}", "T<[M, N], f32>", "",
     "(%st, %u) : (T<[S, U], f32>, index) -> T<[S, U], f32>", ""},
    {"%x: T<[M, N], f32>, %n: index {pld.symbol = \"N\"}", "T<[M, N], f32>", "",
     "(%st, %s) : (T<[S, U], f32>, index) -> T<[S, U], f32>",
     "argument #0: the callee's 'L' is both the caller's S and U"},
    {"%x: T<[M, N], f32>, %n: index {pld.symbol = \"N\"}", "T<[M, N], f32>",
     "%c = arith.constant 4 : index\n%d = arith.muli %s, %c : index\n%e = "
     "arith.index_cast %d : index to i64\n%f = arith.index_cast %e : i64 to "
     "index",
     "(%cast, %f) : (T<[S, cast((cast(S * 4) : i64))], f32>, index) -> T<[S, "
     "cast((cast(S * 4) : i64))], f32>",
     ""},
    {"%x: T<[M, N], f32>, %n: index {pld.symbol = \"N\"}", "T<[M, N], f32>",
     "%c = arith.divsi %s, %s : index",
     "(%st, %c) : (T<[S, U], f32>, index) -> T<[S, U], f32>",
     "the argument for 'L' is no expression"},
    {"%x: T<[M, 4], f32>, %n: index {pld.symbol = \"N\"}", "T<[M, 4], f32>",
     "%c = arith.divsi %s, %s : index",
     "(%s4, %c) : (T<[S, 4], f32>, index) -> T<[S, 4], f32>", ""},
    {"%x: T<[M, N], f32>, %n: i32 {pld.symbol = \"Q\"}", "T<[M, N], f32>",
     "%c = arith.constant 4 : i64",
     "(%st, %c) : (T<[S, U], f32>, i64) -> T<[S, U], f32>",
     "argument #1: a scalar has another type"},
};

TEST_F(VerifyDedupTest, SignaturesWithOtherSymbols) {
  for (const Binding &binding : kBindings) {
    std::string kernel =
        ("pld.func private incore @f(" + StringRef(binding.params) + ") -> " +
         binding.result +
         " {\n  %0 = pld.intrinsic \"k.make\"() unchecked : () -> " +
         binding.result + "\n  pld.return %0 : " + binding.result + "\n}\n")
            .str();
    std::string copy = kernel;
    for (auto [from, to] : {std::pair("@f", "@g"),
                            {"[M", "[K"},
                            {" M]", " K]"},
                            {" N]", " L]"},
                            {"[N", "[L"},
                            {"\"N\"", "\"L\""}})
      for (size_t at = 0; (at = copy.find(from, at)) != std::string::npos;)
        copy.replace(at, StringRef(from).size(), to);
    StringRef call(binding.dispatch);
    std::string op = call.consume_front("SUBMIT") ? "%r:2 = pld.submit @f"
                                                  : "%r = pld.call @f";
    std::string main =
        ("pld.func orchestration @main(%s: index {pld.symbol = \"S\"}, %u: "
         "index {pld.symbol = \"U\"}, "
         "%v: index {pld.symbol = \"V\"}, %st: T<[S, U], f32>, %su: T<[S, V], "
         "f32>, "
         "%nz: T<[S, U], f32, layout = nz>, %s4: T<[S, 4], f32>, %s128: T<[S * "
         "128, 64], f32>, "
         "%s64: T<[S * 64, 64], f32>, %c256: T<[256, 64], f32>, "
         "%cast: T<[S, cast((cast(S * 4) : i64))], f32>, %id: !pld.task_id) "
         "attributes {uses = @g} {\n" +
         StringRef(binding.prepare) + "\n" + op + call + "\n  pld.return\n}\n")
            .str();
    std::string text = kernel + copy + main;
    for (size_t at = 0; (at = text.find("T<", at)) != std::string::npos;
         at += 12)
      text.replace(at, 2, "!pld.tensor<");
    SCOPED_TRACE(text);
    std::string said = checkMerge(text, {{"f", "g"}});
    EXPECT_EQ(verdict.isEquivalent(), StringRef(binding.said).empty()) << said;
    EXPECT_TRUE(contains(said, binding.said)) << said;
    if (verdict.isEquivalent())
      EXPECT_EQ((verdict.calls.at({"f", "g"}).bound), 1u);
  }
}

/// In an Spmd wrapper, results can be in symbols of the callee that the wrapper
/// does not have.
TEST_F(VerifyDedupTest, ResultsInTheCalleesSymbols) {
  struct Wrapper {
    /// Symbols of `@g`, where `@f` has B, C, D; the kind of the caller, what it
    /// does before, and the result of the dispatch.
    const char *symbols, *kind, *before, *result;
    const char *said;
  };
  constexpr const char *kNotBound =
      "result #0: the callee's 'M' is both the caller's S and B";
  const Wrapper wrappers[] = {
      {"MNK", "spmd", "", "[B, C]", ""},
      {"MCK", "spmd", "", "[B, C]", ""},
      {"MNK", "spmd", "%1 = pld.call @f(%x, %y) : (ST, V) -> T<[B, C], f32>",
       "[B, C]", ""},
      // Elsewhere somebody may know the symbol.
      {"MNK", "orchestration", "", "[B, C]", kNotBound},
      // The survivor's are others of the same name.
      {"CBK", "spmd", "", "[B, C]",
       "result #0: the callee's 'C' is both the caller's S and B"},
      {"MBK", "spmd", "", "[B, C]", kNotBound},
      {"MNB", "spmd", "", "[B, C]", kNotBound},
      // Symbols of both.
      {"MNK", "spmd", "", "[S, C]",
       "result #0: the callee's 'N' is both the caller's T and C"},
      {"MNK", "spmd", "", "[C, B]",
       "result #0: the callee's 'M' is both the caller's S and C"},
      // The caller has the symbol for something else.
      {"MNK", "spmd", "%1 = pld.symbol_value \"B\" : index", "[B, C]",
       kNotBound},
      {"MNK", "spmd", "%1 = pld.undefined : T<[B], f32>", "[B, C]", kNotBound},
      {"MNK", "spmd", "%1 = pld.call @g(%x, %y) : (ST, V) -> T<[B, C], f32>",
       "[B, C]", kNotBound},
      {"MNK", "spmd",
       "%1 = pld.call @f(%x, %y) : (ST, V) -> T<[B, C], f32>\n"
       "%2 = pld.retype %1 : T<[B, C], f32> to T<[C, B], f32>",
       "[B, C]", kNotBound}};
  for (const Wrapper &wrapper : wrappers) {
    auto kernel = [](StringRef name, StringRef symbols) {
      std::string type = ("T<[" + symbols.substr(0, 1) + ", " +
                          symbols.substr(1, 1) + "], f32>")
                             .str();
      return ("pld.func private aiv @" + name + "(%x: inout " + type +
              ", %y: T<[" + symbols.substr(2, 1) + "], f32>) -> " + type +
              " { pld.return %x : " + type + " }\n")
          .str();
    };
    std::string text =
        kernel("f", "BCD") + kernel("g", wrapper.symbols) + "pld.func " +
        wrapper.kind +
        " @w(%x: inout ST, %y: V) attributes {free_symbols = [\"B\", \"C\"], "
        "uses = @g} {\n" +
        wrapper.before + "\n%0 = pld.call @f(%x, %y) : (ST, V) -> T<" +
        wrapper.result + ", f32>\npld.return\n}\n";
    for (auto [from, to] : {std::pair("ST,", "!pld.tensor<[S, T], f32>,"),
                            {" V)", " !pld.tensor<[V], f32>)"},
                            {"T<", "!pld.tensor<"}})
      for (size_t at = 0; (at = text.find(from, at)) != std::string::npos;
           at += StringRef(to).size())
        text.replace(at, StringRef(from).size(), to);
    SCOPED_TRACE(text);
    std::string said = checkMerge(text, {{"f", "g"}});
    EXPECT_EQ(verdict.isEquivalent(), StringRef(wrapper.said).empty()) << said;
    EXPECT_TRUE(contains(said, wrapper.said)) << said;
  }
}

TEST_F(VerifyDedupTest, GroupsNeedTheSameSymbols) {
  // All of the second Group in other symbols.
  std::string text = kProgram.str();
  size_t begin = text.find("pld.func private aic @c1");
  size_t end = text.find("pld.func orchestration @main");
  std::string group = text.substr(begin, end - begin);
  StringRef type = "!pld.tensor<[Q, 64], f32>";
  for (size_t at = 0; (at = group.find("!g", at)) != std::string::npos;
       at += type.size())
    group.replace(at, 2, type);
  text.replace(begin, end - begin, group);
  EXPECT_TRUE(contains(checkMerge(text),
                       "member '@c1' has become '@c0', which has "
                       "other shape symbols in its signature"));
  // Only the Group itself.
  checkMerge(R"mlir(
    pld.func private group @f(%x: !pld.tensor<[M], f32>) {
      pld.return
    }
    pld.func private group @g(%x: !pld.tensor<[N], f32>) {
      pld.return
    }
    pld.func orchestration @main(%x: !pld.tensor<[S], f32>) {
      pld.call @f(%x) : (!pld.tensor<[S], f32>) -> ()
      pld.call @g(%x) : (!pld.tensor<[S], f32>) -> ()
      pld.return
    })mlir",
             {{"f", "g"}});
  ASSERT_EQ(verdict.differences.size(), 1u);
  EXPECT_TRUE(contains(verdict.differences[0].message,
                       "a Group needs identical signatures"));
}

// Only a dispatch has types that could bind symbols: not a reference of another
// operation, and not one in the attributes of its own arguments.
TEST_F(VerifyDedupTest, OtherReferencesNeedTheSameSymbols) {
  constexpr StringLiteral kernels = R"mlir(
    pld.func private incore @f(%x: !pld.tensor<[M], f32>) {
      pld.return
    }
    pld.func private incore @g(%x: !pld.tensor<[N], f32>) {
      pld.return
    }
    pld.func orchestration @main(%x: !pld.tensor<[S], f32>) {
      pld.call @f(%x) : (!pld.tensor<[S], f32>) -> ()
      pld.call @g(%x) ATTRS : (!pld.tensor<[S], f32>) -> ()
      pld.return
    })mlir";
  for (StringRef attrs :
       {"{pld.attrs = {of = @g}}", "{arg_attrs = [{pld.attrs = {of = @g}}]}"}) {
    checkMerge(edit(kernels, {{"ATTRS", attrs}}), {{"g", "f"}});
    ASSERT_EQ(verdict.differences.size(), 1u) << attrs.str();
    EXPECT_TRUE(contains(verdict.differences[0].message,
                         "what is no dispatch cannot bind them"));
    EXPECT_EQ((verdict.calls.at({"g", "f"}).total), 1u);
  }
}

// A dispatch may be in a function of another dialect, or in none.
TEST_F(VerifyDedupTest, DispatchesElsewhere) {
  checkMerge(R"mlir(
    pld.func private incore @f(%x: f32) {
      pld.return
    }
    pld.func private incore @g(%x: f32) {
      pld.return
    }
    scf.execute_region {
      %x = arith.constant 1.0 : f32
      pld.call @f(%x) : (f32) -> ()
      pld.call @g(%x) : (f32) -> ()
      scf.yield
    })mlir",
             {{"g", "f"}});
  EXPECT_TRUE(verdict.isEquivalent());
  EXPECT_EQ((verdict.calls.at({"g", "f"}).total), 1u);
}

//===----------------------------------------------------------------------===//
// Input and output
//===----------------------------------------------------------------------===//

TEST_F(VerifyDedupTest, Reports) {
  checkMerge(kProgram);
  ASSERT_TRUE(verdict.isEquivalent());
  auto said = [&](StringRef report) {
    DedupVerdict checked = verdict;
    verifyDedupReport(report, checked);
    std::string text;
    for (const DedupDifference &difference : checked.differences)
      text += difference.message + "\n";
    return text;
  };
  constexpr StringLiteral right = R"json({"schema": 1,
    "merges": [{"from": "b", "to": "a", "calls": 2, "how": "identical-signature"},
               {"from": "g1", "to": "g0", "calls": 1, "how": "identical-signature"}],
    "renames": {"b": "a", "c1": "c0", "g1": "g0", "v1": "v0", "w1": "w0"},
    "kept": [{"name": "other", "reason": "unique", "detail": ""}],
    "totals": {"functions": 13, "merged": 2, "calls_rewritten": 3}})json";
  EXPECT_EQ(said(right), "");
  EXPECT_EQ(said(edit(right, {{"\"calls\": 2", "\"calls\": 3"}})),
            "the report says that 3 dispatches of '@b' became dispatches of "
            "'@a'; it is 2\n");
  EXPECT_EQ(said(edit(right, {{"\"how\": \"identical-signature\"",
                               "\"how\": \"proved\""}})),
            "the report says 'proved' of the merge of '@b' into '@a'; it is "
            "'identical-signature'\n");
  EXPECT_EQ(said(edit(right, {{"\"b\": \"a\", ", ""}})),
            "the report does not rename '@b', which became '@a'\n");
  EXPECT_EQ(
      said(edit(right, {{"\"b\": \"a\"", "\"b\": \"other\""}})),
      "the report renames '@b' to '@other', which was not found to be so\n");
  EXPECT_TRUE(
      contains(said(edit(right, {{"\"from\": \"g1\"", "\"from\": \"g9\""}})),
               "the report has no merge of '@g1' into '@g0'"));
  EXPECT_EQ(said(edit(right, {{"\"other\"", "\"v1\""}})),
            "the report says that '@v1' stays, which is gone\n");
  EXPECT_EQ(said(edit(right, {{"\"functions\": 13", "\"functions\": 12"}})),
            "the report's total of 'functions' is 12; it is 13\n");
  EXPECT_EQ(said(edit(right, {{"\"merged\": 2, ", ""}})),
            "the report's total of 'merged' is missing; it is 2\n");
  EXPECT_EQ(
      said(edit(right, {{"\"calls_rewritten\": 3", "\"calls_rewritten\": 4"}})),
      "the report's total of 'calls_rewritten' is 4; it is 3\n");
  EXPECT_EQ(said("{}"), "the report is none of schema 1\n");
  EXPECT_TRUE(contains(said("{"), "the report is no JSON"));
  // The parser would recurse until there is no stack left.
  for (const char *open : {"[", "{\"a\":"}) {
    std::string deep;
    for (unsigned i = 0; i < 200000; ++i)
      deep += open;
    EXPECT_EQ(said(deep), "the report is none of schema 1\n");
  }
  EXPECT_EQ(said(edit(right, {{"{\"schema\"", "{\"" + std::string(1000, '[') +
                                                  "\\\"\": 0, \"schema\""}})),
            "");
}

TEST_F(VerifyDedupTest, Locations) {
  VerifyDedupOptions options;
  std::string error;
  auto read = [&](StringRef text, std::string &file) {
    auto module = readProgramToVerify(llvm::MemoryBufferRef(text, "dir/x.mlir"),
                                      &context, file, error);
    EXPECT_TRUE(module) << error;
    return module;
  };
  auto same = [&](StringRef first, StringRef second) {
    auto text = [](StringRef loc) {
      return ("pld.func orchestration @f() {\n  pld.return" + loc +
              "\n} loc(\"f\")\n")
          .str();
    };
    OwningOpRef<ModuleOp> before = read(text(first), options.beforeFile);
    OwningOpRef<ModuleOp> after = read(text(second), options.afterFile);
    DedupVerdict verdict = verifyDedup(*before, *after, options);
    EXPECT_TRUE(verdict.comparedLocations);
    return verdict.isEquivalent();
  };
  EXPECT_TRUE(same(" loc(\"x\")", " loc(\"x\")"));
  EXPECT_FALSE(same(" loc(\"x\")", " loc(\"y\")"));
  EXPECT_FALSE(same(" loc(\"x\")", ""));
  EXPECT_TRUE(same("", ""));
  // The pass has seen the parser's location, of a file with any name.
  EXPECT_TRUE(same("", " loc(\"y.mlir\":2:3)"));
  EXPECT_FALSE(same("", " loc(\"y.mlir\":2:4)"));
  EXPECT_FALSE(same("", " loc(\"x\")"));
  // One has none at all.
  OwningOpRef<ModuleOp> before = read(
      "pld.func orchestration @f() {\n  pld.return\n}", options.beforeFile);
  OwningOpRef<ModuleOp> after = read(
      "pld.func orchestration @f() {\n  pld.return loc(\"a\")\n} loc(\"b\")",
      options.afterFile);
  verdict = verifyDedup(*before, *after, options);
  EXPECT_TRUE(verdict.isEquivalent());
  EXPECT_FALSE(verdict.comparedLocations);

  std::string file;
  EXPECT_FALSE(readProgramToVerify(
      llvm::MemoryBufferRef("pld.func step @f()", "dir/x.mlir"), &context, file,
      error));
  EXPECT_EQ(error, "dir/x.mlir:1:10: error: custom op 'pld.func' 'step' is not "
                   "a kind of function");
}

/// The text is linear in the number of distinct nodes.
TEST_F(VerifyDedupTest, SharedExpressions) {
  std::string text = "#e0 = #pld.expr<M + 1>\n";
  for (unsigned level = 1; level <= 60; ++level) {
    std::string last = "#e" + std::to_string(level - 1);
    text += "#e" + std::to_string(level) + " = #pld.expr<" + last + " * " +
            last + ">\n";
  }
  for (StringRef name : {"f", "g"})
    text += ("pld.func private incore @" + name +
             "(%x: !pld.tensor<[M, #e60], f32>) {\n  pld.return\n}\n")
                .str();
  text += "pld.func orchestration @main(%x: !pld.tensor<[M, #e60], f32>) {\n"
          "  pld.call @f(%x) : (!pld.tensor<[M, #e60], f32>) -> ()\n"
          "  pld.call @g(%x) : (!pld.tensor<[M, #e60], f32>) -> ()\n  "
          "pld.return\n}\n";
  checkMerge(text, {{"f", "g"}});
  EXPECT_TRUE(verdict.isEquivalent());
  OwningOpRef<ModuleOp> module = parse(text);
  EXPECT_EQ(llvm::count(StringRef(getCanonicalText(func(*module, "f"))), '\n'),
            68);
}

TEST_F(VerifyDedupTest, CanonicalText) {
  OwningOpRef<ModuleOp> module = parse(R"mlir(
    pld.func private incore @f(%x: !pld.tensor<[M, N * 2], f32>, %n: index {pld.symbol = "K"}, %o: out !pld.tensor<[N, K], f32>)
        -> !pld.tensor<[N, K], f32> attributes {level = #pld<level chip>} {
      %c = arith.constant -0.0 : f32
      %b = arith.constant true
      %d = arith.constant dense<[1, 2]> : tensor<2xi8>
      pld.bind_symbol %n as "L" : index
      %r = scf.if %b -> !pld.tensor<[N, K], f32> {
        scf.yield %o : !pld.tensor<[N, K], f32>
      } else {
        pld.call @g(%c) {pld.attrs = {list = [#pld.sym<L>, "a\n", unit]}} : (f32) -> ()
        scf.yield %o : !pld.tensor<[N, K], f32>
      }
      pld.return %r : !pld.tensor<[N, K], f32>
    }
    pld.func private incore @g(%x: f32) {
      pld.return
    })mlir");
  EXPECT_EQ(
      getCanonicalText(func(*module, "f")),
      R"(function {kind = #pld<function_kind incore>, level = #pld<level chip>}
  D0 = mul(S1, 2 : index) : index
  T0 = tensor<[S0, D0], f32, layout nd, stride [], valid [], pad null, memref none>
  parameter in T0
  parameter in index is S2
  T1 = tensor<[S1, S2], f32, layout nd, stride [], valid [], pad null, memref none>
  parameter out T1
  result T1
  {
  ^0 %0: T0 %1: index %2: T1
  %3: f32 = arith.constant() {value = bits 0x80000000 : f32}
  %4: i1 = arith.constant() {value = -1 : i1}
  A0 = dense<tensor<2xi8>, 0102>
  %5: tensor<2xi8> = arith.constant() {value = A0}
  pld.bind_symbol(%1) {symbol = S3}
  %6: T1 = scf.if(%4)
    {
    ^1
    scf.yield(%2)
    }
    {
    ^2
  A1 = [S3, "a\0A", unit]
  A2 = {list = A1}
    pld.call(%3) {callee = @0, operandSegmentSizes = i32 [1, 0, 0, 0, 0, 0]} and {pld.attrs = A2}
    scf.yield(%2)
    }
  pld.return(%6)
  }
)");
}

} // namespace

//===- ReferenceIndexTest.cpp - Tests of the index and of units -----------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DedupTestBase.h"

#include "pld/Transforms/Dedup/Rewriter.h"

using namespace mlir;
using namespace pld;
using namespace pld::dedup;

namespace {

constexpr StringLiteral kProgram = R"mlir(
module attributes {pld.attrs = {entry = @k}} {
  pld.func private aic @k() {
    %0 = pld.system.import_peer_buffer() {name = "s", peer_func = @v} : () -> i32
    %1 = pld.system.import_peer_buffer() {name = "s", peer_func = @k} : () -> i32
    pld.return
  }
  pld.func private aiv @v() {
    pld.return
  }
  pld.func private group @g() {
    pld.call @v() : () -> ()
    pld.return
  }
  pld.func orchestration @main() {
    pld.call @k() : () -> ()
    %0 = pld.submit @g() {pld.attrs = {note = [@v, @inner::@k]}} : () -> !pld.task_id
    pld.return
  }
  module @inner {
    pld.func private aic @k() {
      pld.return
    }
    pld.func private orchestration @main() {
      pld.call @k() : () -> ()
      pld.return
    }
  }
}
)mlir";

/// "from kind to", with nothing for what is not in a function.
std::string describe(const ReferenceIndex &index, const Reference &reference) {
  std::string text;
  if (reference.from != kNoFunction)
    text += index.getFunction(reference.from).getSymName().str() + " ";
  switch (reference.kind) {
  case Reference::Kind::Dispatch:
    text += "calls ";
    break;
  case Reference::Kind::Peer:
    text += "peers ";
    break;
  case Reference::Kind::Other:
    text += "names ";
    break;
  }
  return text + index.getFunction(reference.to).getSymName().str();
}

TEST(ReferenceIndex, FindsAndResolvesAllReferences) {
  Program program(kProgram);
  const ReferenceIndex &index = *program.index;
  EXPECT_FALSE(index.getGap().has_value());
  ASSERT_EQ(index.getFunctions().size(), 4u);

  std::vector<std::string> found;
  for (const Reference &reference : index.getReferences())
    found.push_back(describe(index, reference));
  EXPECT_EQ(found, (std::vector<std::string>{
                       "names k", "g calls v", "k peers v", "k peers k",
                       "main calls k", "main calls g", "main names v"}));

  FunctionId v = index.lookup(StringAttr::get(&program.context, "v"));
  std::vector<std::string> toV;
  for (uint32_t number : index.getReferencesTo(v))
    toV.push_back(describe(index, index.getReferences()[number]));
  EXPECT_EQ(toV, (std::vector<std::string>{"g calls v", "k peers v",
                                           "main names v"}));
  FunctionId main = index.lookup(StringAttr::get(&program.context, "main"));
  EXPECT_EQ(index.getReferencesIn(main).size(), 3u);
  EXPECT_EQ(index.lookup(StringAttr::get(&program.context, "inner")),
            kNoFunction);
}

TEST(ReferenceIndex, SaysWhyItIsNotComplete) {
  Program program(R"mlir(
    pld.func private aiv @v() {
      "foo.op"() ({
      }) : () -> ()
      pld.return
    })mlir");
  ASSERT_TRUE(program.index->getGap().has_value());
  EXPECT_EQ(*program.index->getGap(),
            "the unregistered operation 'foo.op' has regions in @v");
}

TEST(UnitTable, GroupsHaveTheirMembers) {
  Program program(kProgram);
  std::vector<std::string> names;
  for (const Unit &unit : program.units->getUnits())
    names.push_back(unit.name.str());
  EXPECT_EQ(names, (std::vector<std::string>{"g", "k", "main"}));

  const Unit &group = program.getUnit("g");
  EXPECT_EQ(group.functions.size(), 2u);
  EXPECT_TRUE(group.isReferenced);
  ASSERT_TRUE(group.conflict.has_value());
  EXPECT_EQ(group.conflict->reason, Reason::MemberCalledOutside);
  EXPECT_FALSE(program.getUnit("main").isReferenced);
  EXPECT_TRUE(program.getUnit("main").isPublic);
  EXPECT_FALSE(program.getUnit("k").isPublic);
}

// A plan is a plain value: one that was not computed can be carried out, too.
TEST(Rewriter, RenamesEveryReference) {
  Program program(R"mlir(
module attributes {pld.attrs = {entry = [@b]}} {
  pld.func private aic @a() {
    pld.return
  }
  pld.func private aic @b() {
    %0 = pld.system.import_peer_buffer() {name = "s", peer_func = @b} : () -> i32
    pld.return
  }
  pld.func private aiv @peer() {
    %0 = pld.system.import_peer_buffer() {name = "s", peer_func = @b} : () -> i32
    pld.return
  }
  pld.func orchestration @main() {
    %0 = pld.submit @b() {pld.attrs = {note = @b}} : () -> !pld.task_id
    "foo.op"() {plain = @b} : () -> ()
    pld.return
  }
}
)mlir");
  MergePlan plan;
  plan.renames = {{"b", "a"}};
  ASSERT_TRUE(succeeded(
      applyMergePlan(*program.module, plan, *program.index, program.table)));
  std::string text;
  llvm::raw_string_ostream(text) << *program.module;
  EXPECT_EQ(StringRef(text).count("@b"), 0u) << text;
  EXPECT_EQ(StringRef(text).count("@a"), 6u) << text;
}

TEST(Rewriter, NoticesDanglingReferences) {
  Program program(R"mlir(
    pld.func private aic @a() {
      pld.return
    }
    pld.func orchestration @main() {
      pld.call @a() : () -> ()
      pld.return
    })mlir");
  MergePlan plan;
  plan.renames = {{"a", "nobody"}};
  std::string message;
  ScopedDiagnosticHandler handler(&program.context,
                                  [&](Diagnostic &diagnostic) {
                                    message = diagnostic.str();
                                    return success();
                                  });
  EXPECT_TRUE(failed(
      applyMergePlan(*program.module, plan, *program.index, program.table)));
  EXPECT_EQ(message,
            "internal error: after kernels were merged, '@nobody' is not "
            "resolved where 'pld.call' names it in @main");
}

} // namespace

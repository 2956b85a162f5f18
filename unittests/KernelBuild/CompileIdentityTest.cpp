//===- CompileIdentityTest.cpp - Tests of compile identities --------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/KernelBuild/CompileIdentity.h"
#include "gtest/gtest.h"

#include <functional>

using namespace pld::kernels;

namespace {

class CompileIdentityTest : public ::testing::Test {
public:
  CompileIdentityTest() {
    contract.context = {"a2a3", "ringbuffer", "r1", "i1"};
    contract.toolchains[CoreType::AIV] = {
        "bin/cc", "cc 1.0", {"-O2", "-c"}, {"isa", "runtime"}};
    contract.toolchains[CoreType::AIC] = contract.toolchains[CoreType::AIV];
    content.name = "scale";
    content.compilerSha256 = std::string(64, '0');
    content.sourceSha256 = std::string(64, '1');
    content.includes = {{"include_dirs[0]/a.h", std::string(64, '2')},
                        {"include_dirs[1]/b.h", std::string(64, '3')}};
  }

  std::string identity() const {
    return computeCompileIdentity(contract, content);
  }

  /// Whether a change makes another identity.
  bool splits(const std::function<void(CompileIdentityTest &)> &change) {
    CompileContract contractBefore = contract;
    CodeContent contentBefore = content;
    std::string before = identity();
    change(*this);
    std::string after = identity();
    contract = contractBefore;
    content = contentBefore;
    return before != after;
  }

  Toolchain &aiv() { return contract.toolchains[CoreType::AIV]; }

  CompileContract contract;
  CodeContent content;
};

TEST_F(CompileIdentityTest, IsDigestAndStable) {
  EXPECT_EQ(identity().size(), 64u);
  EXPECT_EQ(identity(), identity());
  // Hashed by hand, as docs/compile-once.md says. It names files that may be
  // older than this library.
  EXPECT_EQ(identity(),
            "ea00218c39b7ed25b5b0e773774b24dda32033a80ebe74ca0943bec6d18c67e6");
}

TEST_F(CompileIdentityTest, EachFieldSplits) {
  using Self = CompileIdentityTest;
  EXPECT_TRUE(splits([](Self &t) { t.content.coreType = CoreType::AIC; }));
  EXPECT_TRUE(splits([](Self &t) { t.contract.context.platform += "x"; }));
  EXPECT_TRUE(splits([](Self &t) { t.contract.context.runtimeName += "x"; }));
  EXPECT_TRUE(
      splits([](Self &t) { t.contract.context.runtimeRevision += "x"; }));
  EXPECT_TRUE(splits(
      [](Self &t) { t.contract.context.instructionSetRevision += "x"; }));
  EXPECT_TRUE(splits([](Self &t) { t.aiv().compiler += "x"; }));
  EXPECT_TRUE(splits([](Self &t) { t.aiv().compilerIdentity += "x"; }));
  EXPECT_TRUE(splits([](Self &t) { t.content.compilerSha256[0] = 'f'; }));
  EXPECT_TRUE(splits([](Self &t) { t.aiv().flags[0] += "x"; }));
  EXPECT_TRUE(splits([](Self &t) { t.aiv().flags.push_back(""); }));
  EXPECT_TRUE(splits([](Self &t) { t.aiv().includeDirs[1] += "x"; }));
  EXPECT_TRUE(splits([](Self &t) { t.aiv().includeDirs.pop_back(); }));
  EXPECT_TRUE(splits([](Self &t) { t.content.sourceSha256[0] = 'f'; }));
  EXPECT_TRUE(splits([](Self &t) { t.content.includes[1].sha256[9] = 'f'; }));
  EXPECT_TRUE(splits([](Self &t) { t.content.includes[1].name += "x"; }));
  EXPECT_TRUE(splits([](Self &t) { t.content.includes.pop_back(); }));
  EXPECT_TRUE(splits([](Self &t) { t.content.origin = CodeOrigin::External; }));
}

TEST_F(CompileIdentityTest, OrderSplits) {
  using Self = CompileIdentityTest;
  EXPECT_TRUE(
      splits([](Self &t) { std::swap(t.aiv().flags[0], t.aiv().flags[1]); }));
  EXPECT_TRUE(splits([](Self &t) {
    std::swap(t.aiv().includeDirs[0], t.aiv().includeDirs[1]);
  }));
  EXPECT_TRUE(splits([](Self &t) {
    std::swap(t.content.includes[0], t.content.includes[1]);
  }));
}

TEST_F(CompileIdentityTest, FieldsDoNotRunTogether) {
  using Self = CompileIdentityTest;
  // The same characters one after the other, in other fields.
  EXPECT_TRUE(splits([](Self &t) {
    t.contract.context.platform = "a2a";
    t.contract.context.runtimeName = "3ringbuffer";
  }));
  EXPECT_TRUE(splits([](Self &t) {
    std::swap(t.contract.context.runtimeRevision,
              t.contract.context.instructionSetRevision);
  }));
  EXPECT_TRUE(splits([](Self &t) { t.aiv().flags = {"-O2-c"}; }));
  EXPECT_TRUE(splits([](Self &t) {
    t.aiv().flags = {"-O2"};
    t.aiv().includeDirs = {"-c", "isa", "runtime"};
  }));
}

TEST_F(CompileIdentityTest, WhatDoesNotCount) {
  using Self = CompileIdentityTest;
  // The name of generated code, and how other cores are compiled.
  EXPECT_FALSE(splits([](Self &t) { t.content.name = "other"; }));
  EXPECT_FALSE(splits([](Self &t) {
    t.contract.toolchains[CoreType::AIC].flags.push_back("-g");
  }));
}

TEST_F(CompileIdentityTest, OnlyGeneratedCodeIsShared) {
  for (CodeOrigin origin :
       {CodeOrigin::External, CodeOrigin::Builtin, CodeOrigin::Configuration}) {
    content.origin = origin;
    EXPECT_TRUE(
        splits([](CompileIdentityTest &t) { t.content.name = "other"; }));
  }
}

} // namespace

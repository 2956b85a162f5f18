//===- SignatureProverTest.cpp - Tests of proofs --------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DedupTestBase.h"

#include "pld/Transforms/Dedup/SignatureProver.h"

using namespace mlir;
using namespace pld;
using namespace pld::dedup;

namespace {

constexpr StringRef text = R"mlir(
  pld.func private aiv @a(%x: !pld.tensor<[M, N * 128], f32>) {
    pld.return
  }
  pld.func private aiv @b(%x: !pld.tensor<[P, Q * 128], f32>) {
    pld.return
  }
  pld.func private aiv @unnamed(%x: !pld.tensor<[P, Q * 128], f32>) {
    pld.return
  }
  pld.func orchestration @main(%x: !pld.tensor<[S, S * 128], f32>,
                               %y: !pld.tensor<[4, T * 128], f32>) {
    pld.call @b(%x) : (!pld.tensor<[S, S * 128], f32>) -> ()
    pld.call @b(%y) : (!pld.tensor<[4, T * 128], f32>) -> ()
    pld.return
  }
)mlir";
/// For the type, its two dimensions, and the operands of the second one.
constexpr uint64_t kStepsOfACall = 5;

class SignatureProverTest : public ::testing::Test {
protected:
  UnitId find(StringRef name) {
    return &program.getUnit(name) - program.units->getUnits().begin();
  }
  SignatureProver makeProver(uint64_t programWeight = 1000) {
    return SignatureProver(*program.index, *program.units, options,
                           programWeight);
  }

  Program program{text};
  Options options;
};

TEST_F(SignatureProverTest, BindingsOfAllCalls) {
  SignatureProver prover = makeProver();
  Prover::Answer answer = prover.prove(find("b"), find("a"));
  EXPECT_FALSE(answer.failure);
  ASSERT_EQ(answer.bindings.size(), 2u);
  EXPECT_EQ(answer.bindings[0].symbol, "M");
  EXPECT_EQ(answer.bindings[0].expressions,
            (std::vector<std::string>{"S", "4"}));
  EXPECT_EQ(answer.bindings[1].symbol, "N");
  EXPECT_EQ(answer.bindings[1].expressions,
            (std::vector<std::string>{"S", "T"}));
  EXPECT_EQ(prover.getSteps(), 2 * kStepsOfACall);
  // What nothing calls can be anything.
  EXPECT_FALSE(prover.prove(find("unnamed"), find("a")).failure);
  EXPECT_EQ(prover.getSteps(), 2 * kStepsOfACall);
}

TEST_F(SignatureProverTest, StepsOfOneCall) {
  options.proofSteps = kStepsOfACall;
  EXPECT_FALSE(makeProver().prove(find("b"), find("a")).failure);

  options.proofSteps = kStepsOfACall - 1;
  Prover::Answer answer = makeProver().prove(find("b"), find("a"));
  ASSERT_TRUE(answer.failure);
  EXPECT_EQ(answer.failure->reason, Reason::ProofBudget);
  EXPECT_TRUE(StringRef(answer.failure->detail)
                  .contains("as many as one dispatch may take"));
}

TEST_F(SignatureProverTest, OneBudgetForAllProofs) {
  for (bool isOption : {false, true}) {
    if (isOption)
      options.proofBudget = 2 * kStepsOfACall;
    SignatureProver prover = makeProver(isOption ? 1000 : 2 * kStepsOfACall);
    EXPECT_FALSE(prover.prove(find("b"), find("a")).failure);
    // Also failures are paid for, and never more than there is.
    Prover::Answer answer = prover.prove(find("b"), find("a"));
    ASSERT_TRUE(answer.failure);
    EXPECT_EQ(answer.failure->reason, Reason::ProofBudget);
    EXPECT_EQ(prover.getSteps(), 2 * kStepsOfACall);
    answer = prover.prove(find("b"), find("a"));
    ASSERT_TRUE(answer.failure);
    EXPECT_TRUE(StringRef(answer.failure->detail).contains("all proofs share"));
    EXPECT_EQ(prover.getSteps(), 2 * kStepsOfACall);
  }
}

TEST_F(SignatureProverTest, CountsDistinctNodes) {
  FuncOp func = program.index->getFunction(
      program.units->getUnits()[find("a")].functions.front());
  // M, N, 128 and N * 128.
  EXPECT_FALSE(checkSignature(func, 4));
  std::optional<Finding> finding = checkSignature(func, 3);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->reason, Reason::SignatureLimit);
  EXPECT_TRUE(checkSignature(func, 0));
}

} // namespace

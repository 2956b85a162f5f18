//===- MergePlannerTest.cpp - Tests of decisions, budgets and order -------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DedupTestBase.h"

#include <set>

using namespace mlir;
using namespace pld;
using namespace pld::dedup;

namespace {

/// A prover that says yes where a test tells it to, and notes what it is asked.
class FakeProver : public Prover {
public:
  Answer prove(UnitId candidate, UnitId representative) override {
    asked.emplace_back(candidate, representative);
    Answer answer;
    if (accepts.count({candidate, representative}))
      answer.bindings = {{"M", {"4"}}};
    else
      answer.failure = Finding{Reason::ProofFailed, "no"};
    return answer;
  }

  std::vector<std::pair<UnitId, UnitId>> asked;
  std::set<std::pair<UnitId, UnitId>> accepts;
};

class PlannerTest : public ::testing::Test {
protected:
  /// Adds a unit; the names of units must be given in order.
  PlannedUnit &add(StringRef name, std::vector<Word> words,
                   uint32_t signature = 0, uint64_t weight = 10) {
    PlannedUnit &unit = units.emplace_back();
    unit.name = name;
    unit.words = std::move(words);
    unit.signature = unit.signatureBesidesScalars = signature;
    unit.weight = weight;
    unit.nameWord = 1000 + units.size();
    return unit;
  }

  std::vector<Decision> plan(Prover *prover = nullptr) {
    Planner planner(
        units, options,
        [&](ArrayRef<Word> words) {
          Digest digest;
          if (!collide)
            for (Word word : words)
              digest.low = digest.low * 31 + word + 1;
          return digest;
        },
        prover);
    std::vector<Decision> decisions = planner.run();
    comparisons = planner.getComparisons();
    budgetSpent = planner.getBudgetSpent();
    return decisions;
  }

  std::vector<PlannedUnit> units;
  Options options;
  /// Whether all digests are equal.
  bool collide = false;
  uint64_t comparisons = 0, budgetSpent = 0;
};

TEST_F(PlannerTest, TheFirstByNameStays) {
  add("a", {1});
  add("b", {2});
  add("c", {1});
  auto decisions = plan();
  EXPECT_EQ(decisions[0].into, kNoUnit);
  EXPECT_TRUE(decisions[0].isRepresentative);
  EXPECT_EQ(decisions[1].why.reason, Reason::Unique);
  EXPECT_EQ(decisions[2].into, 0u);
  EXPECT_EQ(decisions[2].how, MergeKind::IdenticalSignature);
  EXPECT_EQ(comparisons, 1u);
  EXPECT_EQ(budgetSpent, 20u);
}

TEST_F(PlannerTest, PublicUnitsComeFirstAndStay) {
  add("a", {1});
  PlannedUnit &b = add("b", {1});
  b.pinned = {Reason::Public, "p"};
  b.isPublic = true;
  PlannedUnit &c = add("c", {1});
  c.pinned = {Reason::Public, "q"};
  c.isPublic = true;
  auto decisions = plan();
  EXPECT_EQ(decisions[0].into, 1u);
  EXPECT_EQ(decisions[1].into, kNoUnit);
  EXPECT_EQ(decisions[2].into, kNoUnit);
  EXPECT_EQ(decisions[2].why.reason, Reason::Public);
}

// Once others have become it, a unit that nothing named is named. It must not
// be deleted by the next run.
TEST_F(PlannerTest, UnreferencedUnitsStayInTheirPlace) {
  add("a", {1});
  add("b", {1}).pinned = {Reason::Unreferenced, "u"};
  add("c", {1});
  auto decisions = plan();
  EXPECT_EQ(decisions[0].into, kNoUnit);
  EXPECT_EQ(decisions[1].into, kNoUnit);
  EXPECT_EQ(decisions[2].into, 0u);
}

TEST_F(PlannerTest, ExcludedUnitsAreNoRepresentatives) {
  add("a", {1}).excluded = {Reason::External, "e"};
  add("b", {1});
  add("c", {1});
  auto decisions = plan();
  EXPECT_EQ(decisions[0].why.reason, Reason::External);
  EXPECT_EQ(decisions[1].into, kNoUnit);
  EXPECT_EQ(decisions[2].into, 1u);
}

// A hash is never trusted: units of one digest are told apart by their words.
TEST_F(PlannerTest, CollisionsAreNoMerges) {
  collide = true;
  add("a", {1});
  add("b", {2});
  add("c", {2});
  auto decisions = plan();
  EXPECT_EQ(decisions[1].into, kNoUnit);
  EXPECT_EQ(decisions[2].into, 1u);
  EXPECT_EQ(comparisons, 3u);
}

TEST_F(PlannerTest, ABucketIsBounded) {
  collide = true;
  options.maxBucket = 2;
  options.comparisonBudget = 100;
  add("a", {1});
  add("b", {2});
  add("c", {3});
  add("d", {3});
  add("e", {2});
  auto decisions = plan();
  EXPECT_EQ(decisions[2].why.reason, Reason::BucketFull);
  EXPECT_EQ(decisions[3].why.reason, Reason::BucketFull);
  EXPECT_EQ(decisions[4].into, 1u);
}

// The worst that equal digests can do. No program is known whose kernels have
// them, so the digest that the test passes is the same for all.
TEST_F(PlannerTest, TenThousandCollisionsStayLinear) {
  collide = true;
  constexpr unsigned count = 10000;
  std::vector<std::string> names;
  for (unsigned i = 0; i < count; ++i)
    names.push_back("k" + std::to_string(count + i));
  for (auto [number, name] : llvm::enumerate(names))
    add(name, {Word(number)});
  auto decisions = plan();
  for (const Decision &decision : decisions)
    EXPECT_EQ(decision.into, kNoUnit);
  EXPECT_EQ(decisions.back().why.reason, Reason::ComparisonBudget);
  // 8 times a weight of 10 covers four comparisons of 20.
  EXPECT_LE(comparisons, 4u * count);
  EXPECT_LE(budgetSpent, 8u * 10u * count);

  options.comparisonBudget = UINT64_MAX;
  EXPECT_EQ(plan().back().why.reason, Reason::BucketFull);
  EXPECT_LE(comparisons, 8u * count);
}

TEST_F(PlannerTest, AUnitHasABudget) {
  collide = true;
  options.comparisonBudget = 4;
  add("a", {1}, 0, /*weight=*/10);
  add("b", {2}, 0, /*weight=*/31);
  add("c", {3}, 0, /*weight=*/10);
  auto decisions = plan();
  // 124 covers 41; 40 covers 20, but then not 41.
  EXPECT_EQ(decisions[1].why.reason, Reason::Unique);
  EXPECT_EQ(decisions[2].why.reason, Reason::ComparisonBudget);
  EXPECT_EQ(decisions[2].why.detail,
            "the comparison with @b costs 41, and 20 is left");
  EXPECT_EQ(budgetSpent, 61u);

  options.comparisonBudget = UINT64_MAX;
  EXPECT_EQ(plan()[2].why.reason, Reason::Unique);
}

// However many units have other symbols, one of the same signature is found, by
// one comparison.
TEST_F(PlannerTest, ManySignatures) {
  std::vector<std::string> names;
  for (int copy : {0, 1})
    for (unsigned i = 0; i < 40; ++i)
      names.push_back((copy ? "b" : "a") + std::to_string(10 + i));
  for (auto [number, name] : llvm::enumerate(names))
    add(name, {1}, number % 40);
  auto decisions = plan();
  EXPECT_EQ(decisions[0].why.reason, Reason::Unique);
  EXPECT_EQ(decisions[0].why.detail,
            "@a11 is equal up to a renaming of symbols");
  EXPECT_EQ(decisions[1].why.reason, Reason::ProofFailed);
  EXPECT_EQ(decisions[1].why.detail,
            "proof not attempted: equal to @a10 up to a renaming of symbols");
  EXPECT_EQ(decisions[1].renamed, 0u);
  for (unsigned i = 0; i < 40; ++i)
    EXPECT_EQ(decisions[40 + i].into, i);
  EXPECT_EQ(comparisons, 79u);
}

TEST_F(PlannerTest, AProofIsTriedForOtherSignatures) {
  FakeProver prover;
  prover.accepts = {{2, 1}};
  add("a", {1}, 0);
  add("b", {1}, 1);
  add("c", {1}, 2);
  add("d", {1}, 1);
  auto decisions = plan(&prover);
  EXPECT_EQ(decisions[1].why.reason, Reason::ProofFailed);
  EXPECT_EQ(decisions[1].why.detail, "no");
  EXPECT_EQ(decisions[2].into, 1u);
  EXPECT_EQ(decisions[2].how, MergeKind::Proved);
  EXPECT_EQ(decisions[2].bindings.size(), 1u);
  // No proof is needed for an identical signature.
  EXPECT_EQ(decisions[3].into, 1u);
  EXPECT_EQ(decisions[3].how, MergeKind::IdenticalSignature);
  EXPECT_EQ(prover.asked,
            (std::vector<std::pair<UnitId, UnitId>>{{1, 0}, {2, 0}, {2, 1}}));
}

// A unit that nothing named before is named once others have become it. A
// second run must have nothing to do, so that a proof is tried first.
TEST_F(PlannerTest, AProofComesBeforeWhatNothingNames) {
  FakeProver prover;
  prover.accepts = {{2, 0}};
  add("a", {1}, 0);
  add("b", {1}, 1).pinned = {Reason::Unreferenced, "u"};
  add("c", {1}, 1);
  add("d", {1}, 1);
  auto decisions = plan(&prover);
  EXPECT_EQ(decisions[1].into, kNoUnit);
  EXPECT_EQ(decisions[2].into, 0u);
  EXPECT_EQ(decisions[2].how, MergeKind::Proved);
  // Neither can a second run delete @b.
  EXPECT_EQ(decisions[3].into, 1u);
  EXPECT_EQ(decisions[3].how, MergeKind::IdenticalSignature);
  EXPECT_EQ(prover.asked,
            (std::vector<std::pair<UnitId, UnitId>>{{2, 0}, {3, 0}}));
}

TEST_F(PlannerTest, ProofsAreBounded) {
  FakeProver prover;
  options.maxBucket = 2;
  for (StringRef name : {"a", "b", "c", "d"})
    add(name, {1}, units.size());
  plan(&prover);
  EXPECT_EQ(prover.asked.size(), 1u + 2u + 2u);
}

// Units that name others wait for these, and are compared with the survivors'
// names.
TEST_F(PlannerTest, ChainsMergeInOneRun) {
  add("a0", {1, 1003}).outer = {{1, 2}};
  add("a1", {1, 1004}).outer = {{1, 3}};
  add("b0", {2});
  add("b1", {2});
  auto decisions = plan();
  EXPECT_EQ(decisions[1].into, 0u);
  EXPECT_EQ(decisions[3].into, 2u);
  EXPECT_EQ(units[0].digest, units[1].digest);
}

TEST_F(PlannerTest, NamesOfWhatStaysAreDifferent) {
  add("a0", {1, 1003}).outer = {{1, 2}};
  add("a1", {1, 1004}).outer = {{1, 3}};
  add("b0", {2}).excluded = {Reason::External, ""};
  add("b1", {2}).excluded = {Reason::External, ""};
  auto decisions = plan();
  EXPECT_EQ(decisions[1].into, kNoUnit);
  EXPECT_EQ(decisions[1].why.reason, Reason::Unique);
}

// The digest of a unit that nothing is compared with is that of what it says,
// whatever was decided about the others before.
TEST_F(PlannerTest, ExcludedUnitsNameWhatTheyName) {
  add("a", {1, 1003}).outer = {{1, 2}};
  add("b0", {2});
  add("b1", {2});
  add("c", {1, 1003}).outer = {{1, 2}};
  units[0].excluded = units[3].excluded = {Reason::IdentityKind, ""};
  auto decisions = plan();
  EXPECT_EQ(decisions[2].into, 1u);
  EXPECT_EQ(units[0].digest, units[3].digest);
}

TEST_F(PlannerTest, CirclesStay) {
  add("a", {1, 1002}).outer = {{1, 1}};
  add("b", {1, 1001}).outer = {{1, 0}};
  add("c", {3});
  add("d", {3});
  auto decisions = plan();
  EXPECT_EQ(decisions[0].why.reason, Reason::HelperCall);
  EXPECT_EQ(decisions[1].why.reason, Reason::HelperCall);
  EXPECT_EQ(decisions[3].into, 2u);
}

// Those of the pass are in deduplicate-outlined-kernels-options.test.
TEST(Options, HaveTheDefaultsOfThePass) {
  Options options;
  EXPECT_EQ(options.freeSymbols, FreeSymbols::Keep);
  EXPECT_EQ(options.maxBucket, 8u);
  EXPECT_EQ(options.comparisonBudget, 8u);
  EXPECT_EQ(options.proofSteps, 65536u);
  EXPECT_EQ(options.signatureLimit, 256u);
  EXPECT_FALSE(options.proofBudget.has_value());
}

// A plan refers to nothing in the program.
TEST(MergePlan, IsAPlainValue) {
  MergePlan plan;
  {
    Program program(R"mlir(
      pld.func private aic @a() {
        pld.return
      }
      pld.func private aic @b() {
        pld.return
      }
      pld.func orchestration @main() {
        pld.call @a() : () -> ()
        pld.call @b() : () -> ()
        pld.return
      })mlir");
    plan = planMerges(*program.index, program.table, Options());
  }
  ASSERT_EQ(plan.merges.size(), 1u);
  EXPECT_EQ(plan.merges[0].from, "b");
  EXPECT_EQ(plan.merges[0].to, "a");
  EXPECT_EQ(plan.merges[0].calls, 1u);
  EXPECT_EQ(plan.units.size(), 3u);
  EXPECT_EQ(plan.totals.candidates, 2u);
  EXPECT_TRUE(plan.kept.empty());
}

} // namespace

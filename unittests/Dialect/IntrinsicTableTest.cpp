//===- IntrinsicTableTest.cpp - Tests of the table of operators -----------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Dialect/PLD/IntrinsicTable.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSet.h"

#include "gtest/gtest.h"

#include <string>
#include <utility>

using namespace pld;

namespace {

/// Returns the operand counts up to 20 that the operator accepts.
llvm::SmallVector<unsigned> acceptedCounts(const IntrinsicInfo &info) {
  llvm::SmallVector<unsigned> counts;
  for (unsigned count = 0; count <= 20; ++count)
    if (info.acceptsArity(count))
      counts.push_back(count);
  return counts;
}

/// Expects the operator to accept exactly these operand counts.
void expectArity(llvm::StringRef name, llvm::ArrayRef<unsigned> counts,
                 llvm::StringRef description) {
  SCOPED_TRACE(name.str());
  const IntrinsicInfo *info = lookupIntrinsic(name);
  ASSERT_NE(info, nullptr);
  EXPECT_TRUE(info->checksArity());
  EXPECT_EQ(llvm::ArrayRef(acceptedCounts(*info)), counts);
  EXPECT_EQ(info->describeArity(), description.str());
}

/// Expects the operator to have exactly these keywords, in this order.
void expectKeywords(
    llvm::StringRef name,
    llvm::ArrayRef<std::pair<llvm::StringRef, KeywordKind>> keywords) {
  SCOPED_TRACE(name.str());
  const IntrinsicInfo *info = lookupIntrinsic(name);
  ASSERT_NE(info, nullptr);
  ASSERT_EQ(info->keywords.size(), keywords.size());
  for (auto [keyword, expected] : llvm::zip_equal(info->keywords, keywords)) {
    EXPECT_EQ(keyword.name, expected.first);
    EXPECT_EQ(keyword.kind, expected.second);
    EXPECT_EQ(info->findKeyword(expected.first), &keyword);
  }
}

TEST(IntrinsicTableTest, HasEveryOperatorOnce) {
  llvm::ArrayRef<IntrinsicInfo> intrinsics = getIntrinsics();
  EXPECT_EQ(intrinsics.size(), 308u);
  EXPECT_TRUE(llvm::is_sorted(
      intrinsics, [](const IntrinsicInfo &lhs, const IntrinsicInfo &rhs) {
        return lhs.name < rhs.name;
      }));
  llvm::StringSet<> names;
  for (const IntrinsicInfo &info : intrinsics)
    EXPECT_TRUE(names.insert(info.name).second) << info.name.str();
}

TEST(IntrinsicTableTest, FindsEveryOperatorByName) {
  for (const IntrinsicInfo &info : getIntrinsics())
    EXPECT_EQ(lookupIntrinsic(info.name), &info) << info.name.str();
}

TEST(IntrinsicTableTest, FindsNothingElse) {
  EXPECT_EQ(lookupIntrinsic(""), nullptr);
  EXPECT_EQ(lookupIntrinsic("a"), nullptr);
  EXPECT_EQ(lookupIntrinsic("zzz"), nullptr);
  EXPECT_EQ(lookupIntrinsic("tile"), nullptr);
  EXPECT_EQ(lookupIntrinsic("tile."), nullptr);
  EXPECT_EQ(lookupIntrinsic("tile.ad"), nullptr);
  EXPECT_EQ(lookupIntrinsic("tile.addd"), nullptr);
  EXPECT_EQ(lookupIntrinsic("Tile.add"), nullptr);
  EXPECT_EQ(lookupIntrinsic(llvm::StringRef("tile.add\0", 9)), nullptr);
}

TEST(IntrinsicTableTest, NeedsNoTerminatedName) {
  llvm::StringRef text = "tile.adds";
  const IntrinsicInfo *info = lookupIntrinsic(text.drop_back());
  ASSERT_NE(info, nullptr);
  EXPECT_EQ(info->name, "tile.add");
}

TEST(IntrinsicTableTest, KnowsEffectOnlyOperators) {
  unsigned numEffectOnly =
      llvm::count_if(getIntrinsics(),
                     [](const IntrinsicInfo &info) { return info.effectOnly; });
  EXPECT_EQ(numEffectOnly, 33u);

  for (const IntrinsicInfo &info : getIntrinsics()) {
    SCOPED_TRACE(info.name.str());
    EXPECT_EQ(info.effectOnly, info.allowsNoResult());
    EXPECT_TRUE(info.allowsResults() || info.effectOnly);
  }

  const IntrinsicInfo *notify = lookupIntrinsic("pld.system.notify");
  ASSERT_NE(notify, nullptr);
  EXPECT_TRUE(notify->effectOnly);
  EXPECT_EQ(notify->results, ResultRule::NoValue);
  EXPECT_FALSE(notify->allowsResults());

  const IntrinsicInfo *store = lookupIntrinsic("tile.store");
  ASSERT_NE(store, nullptr);
  EXPECT_FALSE(store->effectOnly);
  EXPECT_EQ(store->results, ResultRule::Value);
  EXPECT_TRUE(store->allowsResults());
}

TEST(IntrinsicTableTest, PoppedTilesAreOptionalResults) {
  llvm::SmallVector<llvm::StringRef> optional;
  for (const IntrinsicInfo &info : getIntrinsics()) {
    if (info.results != ResultRule::Optional)
      continue;
    EXPECT_TRUE(info.effectOnly);
    EXPECT_TRUE(info.allowsResults());
    EXPECT_TRUE(info.allowsNoResult());
    optional.push_back(info.name);
  }
  ASSERT_EQ(optional.size(), 2u);
  EXPECT_EQ(optional[0], "tile.tpop_from_aic");
  EXPECT_EQ(optional[1], "tile.tpop_from_aiv");
}

TEST(IntrinsicTableTest, AcceptsExactArity) {
  expectArity("tensor.get_block_idx", {0}, "no operands");
  expectArity("array.create", {1}, "1 operand");
  expectArity("tile.add", {2}, "2 operands");
  expectArity("array.update_element", {3}, "3 operands");
  expectArity("tile.load", {4}, "4 operands");
  expectArity("tile.matmul_mx_bias", {5}, "5 operands");
  expectArity("tensor.random", {7}, "7 operands");
}

TEST(IntrinsicTableTest, AcceptsAlternativeArities) {
  expectArity("pld.tensor.put", {3, 6}, "3 or 6 operands");
  expectArity("pld.tensor.get", {3, 6}, "3 or 6 operands");
  expectArity("system.sync_set", {0, 1}, "0 or 1 operand");
  expectArity("tile.rsqrt", {1, 2}, "1 or 2 operands");
  expectArity("tile.tri", {2, 3}, "2 or 3 operands");
  expectArity("tile.store", {3, 4}, "3 or 4 operands");
  expectArity("pld.tile.remote_load", {4, 5}, "4 or 5 operands");
  expectArity("tensor.gather_row", {5, 6}, "5 or 6 operands");
  expectArity("tile.random", {7, 8}, "7 or 8 operands");
}

TEST(IntrinsicTableTest, AcceptsArityRanges) {
  expectArity("tensor.view", {1, 2, 3}, "1 to 3 operands");
  expectArity("tile.mgather", {2, 3, 4}, "2 to 4 operands");
  expectArity("tensor.mrgsort_format2", {2, 3, 4}, "2 to 4 operands");
  expectArity("tensor.slice", {3, 4, 5}, "3 to 5 operands");
  expectArity("tile.mrgsort_format2", {3, 4, 5}, "3 to 5 operands");
}

TEST(IntrinsicTableTest, AcceptsScratchOperands) {
  // Recorded with a check for two operands, but with three named ones.
  for (llvm::StringRef name :
       {"tile.addsc", "tile.rem", "tile.rems", "tile.subsc", "tile.xor"})
    expectArity(name, {2, 3}, "2 or 3 operands");
}

TEST(IntrinsicTableTest, AcceptsAnyUncheckedArity) {
  unsigned numUnchecked = 0;
  for (const IntrinsicInfo &info : getIntrinsics())
    if (!info.checksArity())
      ++numUnchecked;
  EXPECT_EQ(numUnchecked, 50u);

  const IntrinsicInfo *info = lookupIntrinsic("system.cacheinvalid");
  ASSERT_NE(info, nullptr);
  EXPECT_FALSE(info->checksArity());
  EXPECT_EQ(acceptedCounts(*info).size(), 21u);
  EXPECT_TRUE(info->acceptsArity(1000000));
  EXPECT_TRUE(info->acceptsArity(~0u));
  EXPECT_EQ(info->describeArity(), "any number of operands");
}

TEST(IntrinsicTableTest, RejectsHugeArity) {
  const IntrinsicInfo *info = lookupIntrinsic("tile.add");
  ASSERT_NE(info, nullptr);
  EXPECT_FALSE(info->acceptsArity(16));
  EXPECT_FALSE(info->acceptsArity(34));
  EXPECT_FALSE(info->acceptsArity(66));
  EXPECT_FALSE(info->acceptsArity(~0u));
}

TEST(IntrinsicTableTest, KnowsKeywords) {
  expectKeywords("tile.add", {});
  expectKeywords("array.create", {{"dtype", KeywordKind::DataType}});
  expectKeywords("tensor.create", {{"dtype", KeywordKind::DataType},
                                   {"layout", KeywordKind::TensorLayout},
                                   {"manual_dep", KeywordKind::Bool},
                                   {"init_value", KeywordKind::Double}});
  expectKeywords("tile.move", {{"target_memory", KeywordKind::MemorySpace},
                               {"blayout", KeywordKind::TileLayout},
                               {"slayout", KeywordKind::TileLayout}});
  expectKeywords("tensor.slice", {{"pad_value", KeywordKind::PadValue},
                                  {"clamp", KeywordKind::Bool}});
  expectKeywords("system.reserve_buffer", {{"name", KeywordKind::String},
                                           {"size", KeywordKind::Int},
                                           {"base", KeywordKind::Int}});
  expectKeywords("tensor.paged_gather", {{"block_size", KeywordKind::Int},
                                         {"size", KeywordKind::Int},
                                         {"col_off", KeywordKind::Int},
                                         {"max_indices", KeywordKind::Int},
                                         {"is_trans", KeywordKind::Bool},
                                         {"is_b_matrix", KeywordKind::Bool},
                                         {"space", KeywordKind::MemorySpace}});
}

TEST(IntrinsicTableTest, RejectsUnknownKeywords) {
  const IntrinsicInfo *add = lookupIntrinsic("tile.add");
  ASSERT_NE(add, nullptr);
  EXPECT_EQ(add->findKeyword("dtype"), nullptr);
  EXPECT_EQ(add->findKeyword(""), nullptr);

  const IntrinsicInfo *cast = lookupIntrinsic("tile.cast");
  ASSERT_NE(cast, nullptr);
  EXPECT_NE(cast->findKeyword("mode"), nullptr);
  EXPECT_EQ(cast->findKeyword("mod"), nullptr);
  EXPECT_EQ(cast->findKeyword("mode "), nullptr);
  EXPECT_EQ(cast->findKeyword("Mode"), nullptr);
}

TEST(IntrinsicTableTest, KeywordsAreUniqueInAnOperator) {
  unsigned numKeywords = 0;
  for (const IntrinsicInfo &info : getIntrinsics()) {
    llvm::StringSet<> names;
    for (const KeywordInfo &keyword : info.keywords) {
      EXPECT_FALSE(keyword.name.empty()) << info.name.str();
      EXPECT_TRUE(names.insert(keyword.name).second)
          << info.name.str() << " " << keyword.name.str();
    }
    numKeywords += info.keywords.size();
  }
  EXPECT_EQ(numKeywords, 205u);
}

TEST(IntrinsicTableTest, KnowsCoreAffinity) {
  auto count = [](CoreAffinity affinity) {
    return llvm::count_if(getIntrinsics(), [&](const IntrinsicInfo &info) {
      return info.affinity == affinity;
    });
  };
  EXPECT_EQ(count(CoreAffinity::None), 85);
  EXPECT_EQ(count(CoreAffinity::Cube), 17);
  EXPECT_EQ(count(CoreAffinity::Vector), 203);
  EXPECT_EQ(count(CoreAffinity::Shared), 3);

  const IntrinsicInfo *info = lookupIntrinsic("tile.tpush_to_aiv");
  ASSERT_NE(info, nullptr);
  EXPECT_EQ(info->affinity, CoreAffinity::Cube);
  info = lookupIntrinsic("prefetch.wait");
  ASSERT_NE(info, nullptr);
  EXPECT_EQ(info->affinity, CoreAffinity::Vector);
  info = lookupIntrinsic("tile.create");
  ASSERT_NE(info, nullptr);
  EXPECT_EQ(info->affinity, CoreAffinity::Shared);
  // What the registry does not say.
  for (llvm::StringRef name : {"tile.matmul", "tensor.matmul_acc",
                               "tile.batch_matmul", "tile.gemv_bias"})
    EXPECT_EQ(lookupIntrinsic(name)->affinity, CoreAffinity::Cube);
  for (llvm::StringRef name : {"tile.add", "tensor.row_max", "tile.cast"})
    EXPECT_EQ(lookupIntrinsic(name)->affinity, CoreAffinity::Vector);
  for (llvm::StringRef name :
       {"tile.load", "tile.move", "tensor.slice", "system.syncall"})
    EXPECT_EQ(lookupIntrinsic(name)->affinity, CoreAffinity::None);
}

TEST(IntrinsicTableTest, SuggestsNearNames) {
  EXPECT_EQ(suggestIntrinsic("tile.add"), "tile.add");
  EXPECT_EQ(suggestIntrinsic("tile.matmull"), "tile.matmul");
  EXPECT_EQ(suggestIntrinsic("tile.mtmul"), "tile.matmul");
  EXPECT_EQ(suggestIntrinsic("tilematmul"), "tile.matmul");
  EXPECT_EQ(suggestIntrinsic("tensor.asemble"), "tensor.assemble");
  EXPECT_EQ(suggestIntrinsic("system.task_dumy"), "system.task_dummy");
  EXPECT_EQ(suggestIntrinsic("pld.system.notifies"), "pld.system.notify");
}

TEST(IntrinsicTableTest, SuggestsNothingFar) {
  EXPECT_EQ(suggestIntrinsic(""), "");
  EXPECT_EQ(suggestIntrinsic("foo"), "");
  EXPECT_EQ(suggestIntrinsic("arith.addi"), "");
  EXPECT_EQ(suggestIntrinsic("pld.system.notifications"), "");
  EXPECT_EQ(suggestIntrinsic(std::string(100000, 'x')), "");
}

TEST(IntrinsicTableTest, NamesKeywordKinds) {
  EXPECT_EQ(stringifyKeywordKind(KeywordKind::Int), "int");
  EXPECT_EQ(stringifyKeywordKind(KeywordKind::Bool), "bool");
  EXPECT_EQ(stringifyKeywordKind(KeywordKind::String), "string");
  EXPECT_EQ(stringifyKeywordKind(KeywordKind::Double), "double");
  EXPECT_EQ(stringifyKeywordKind(KeywordKind::DataType), "DataType");
  EXPECT_EQ(stringifyKeywordKind(KeywordKind::MemorySpace), "MemorySpace");
  EXPECT_EQ(stringifyKeywordKind(KeywordKind::TensorLayout), "TensorLayout");
  EXPECT_EQ(stringifyKeywordKind(KeywordKind::TileLayout), "TileLayout");
  EXPECT_EQ(stringifyKeywordKind(KeywordKind::PadValue), "PadValue");
}

TEST(IntrinsicTableTest, NamesCoreAffinities) {
  EXPECT_EQ(stringifyCoreAffinity(CoreAffinity::None), "none");
  EXPECT_EQ(stringifyCoreAffinity(CoreAffinity::Cube), "cube");
  EXPECT_EQ(stringifyCoreAffinity(CoreAffinity::Vector), "vector");
  EXPECT_EQ(stringifyCoreAffinity(CoreAffinity::Shared), "shared");
}

} // namespace

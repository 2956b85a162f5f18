//===- IntrinsicTable.cpp - Table of PyPTO's operators --------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text columns of Intrinsics.def are parsed by the compiler: a malformed
// row is a compile-time error, and the tables are constant data.
//
//===----------------------------------------------------------------------===//

#include "pld/Dialect/PLD/IntrinsicTable.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ErrorHandling.h"

#include <cassert>
#include <cstddef>
#include <iterator>
#include <string_view>

using namespace pld;

//===----------------------------------------------------------------------===//
// Rows of Intrinsics.def
//===----------------------------------------------------------------------===//

namespace {

/// A row of Intrinsics.def as it is written.
struct Row {
  std::string_view name;
  std::string_view arity;
  ResultRule results;
  CoreAffinity affinity;
  std::string_view keywords;
};

constexpr Row rows[] = {
#define PLD_INTRINSIC(NAME, ARITY, RESULTS, AFFINITY, KEYWORDS)                \
  {NAME, ARITY, ResultRule::RESULTS, CoreAffinity::AFFINITY, KEYWORDS},
#include "pld/Dialect/PLD/Intrinsics.def"
};

constexpr size_t numRows = std::size(rows);

/// The spelling of each keyword kind, in the order of the enumeration.
constexpr std::string_view keywordKindNames[] = {
    "int",         "bool",         "string",     "double",  "DataType",
    "MemorySpace", "TensorLayout", "TileLayout", "PadValue"};

/// The number of operand counts that `IntrinsicInfo::arityMask` can hold.
constexpr unsigned arityLimit = 16;

//===----------------------------------------------------------------------===//
// Compile-time parsers
//===----------------------------------------------------------------------===//

/// Removes a decimal number from the front of `text`. Returns false if there is
/// none, or if it is no possible operand count.
constexpr bool consumeCount(std::string_view &text, unsigned &count) {
  size_t numDigits = 0;
  count = 0;
  while (numDigits < text.size() && text[numDigits] >= '0' &&
         text[numDigits] <= '9') {
    count = count * 10 + static_cast<unsigned>(text[numDigits] - '0');
    if (count >= arityLimit)
      return false;
    ++numDigits;
  }
  text.remove_prefix(numDigits);
  return numDigits != 0;
}

/// Parses an arity column. Returns false if it is malformed; the counts must be
/// in ascending order.
constexpr bool parseArity(std::string_view text, uint16_t &mask) {
  mask = 0;
  if (text == "*")
    return true;
  unsigned firstAllowed = 0;
  while (true) {
    unsigned low = 0;
    if (!consumeCount(text, low) || low < firstAllowed)
      return false;
    unsigned high = low;
    if (!text.empty() && text.front() == '-') {
      text.remove_prefix(1);
      if (!consumeCount(text, high) || high <= low)
        return false;
    }
    for (unsigned count = low; count <= high; ++count)
      mask = static_cast<uint16_t>(mask | (1u << count));
    firstAllowed = high + 1;
    if (text.empty())
      return true;
    if (text.front() != ',')
      return false;
    text.remove_prefix(1);
  }
}

/// Returns the number of keywords in a keyword column.
constexpr size_t countKeywords(std::string_view text) {
  if (text.empty())
    return 0;
  size_t count = 1;
  for (char c : text)
    if (c == ',')
      ++count;
  return count;
}

/// Parses one "name:kind" of a keyword column. Returns false if it is
/// malformed.
constexpr bool parseKeyword(std::string_view text, KeywordInfo &keyword) {
  size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon == 0)
    return false;
  keyword.name = text.substr(0, colon);
  std::string_view kind = text.substr(colon + 1);
  for (size_t i = 0; i != std::size(keywordKindNames); ++i) {
    if (kind != keywordKindNames[i])
      continue;
    keyword.kind = static_cast<KeywordKind>(i);
    return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Constant tables
//===----------------------------------------------------------------------===//

constexpr size_t countAllKeywords() {
  size_t count = 0;
  for (const Row &row : rows)
    count += countKeywords(row.keywords);
  return count;
}

constexpr size_t numKeywords = countAllKeywords();

/// The keywords of all operators, one operator after the other.
struct KeywordTable {
  KeywordInfo entries[numKeywords];
  bool wellFormed = true;
};

constexpr KeywordTable buildKeywordTable() {
  KeywordTable table;
  size_t next = 0;
  for (const Row &row : rows) {
    std::string_view rest = row.keywords;
    for (size_t i = 0, e = countKeywords(rest); i != e; ++i) {
      size_t length = rest.find(',');
      if (length == std::string_view::npos)
        length = rest.size();
      if (!parseKeyword(rest.substr(0, length), table.entries[next++]))
        table.wellFormed = false;
      rest.remove_prefix(length == rest.size() ? length : length + 1);
    }
  }
  return table;
}

constexpr KeywordTable keywordTable = buildKeywordTable();
static_assert(keywordTable.wellFormed,
              "malformed keyword column in Intrinsics.def");

/// All operators, in the order of Intrinsics.def.
struct IntrinsicTable {
  IntrinsicInfo entries[numRows];
  bool wellFormed = true;
};

constexpr IntrinsicTable buildIntrinsicTable() {
  IntrinsicTable table;
  size_t nextKeyword = 0;
  for (size_t i = 0; i != numRows; ++i) {
    const Row &row = rows[i];
    IntrinsicInfo &info = table.entries[i];
    info.name = row.name;
    size_t count = countKeywords(row.keywords);
    if (count != 0)
      info.keywords = llvm::ArrayRef<KeywordInfo>(
          &keywordTable.entries[nextKeyword], count);
    nextKeyword += count;
    if (!parseArity(row.arity, info.arityMask))
      table.wellFormed = false;
    info.effectOnly = row.results != ResultRule::Value;
    info.results = row.results;
    info.affinity = row.affinity;
  }
  return table;
}

constexpr IntrinsicTable intrinsicTable = buildIntrinsicTable();
static_assert(intrinsicTable.wellFormed,
              "malformed arity column in Intrinsics.def");

constexpr bool isStrictlySorted() {
  for (size_t i = 1; i != numRows; ++i)
    if (rows[i - 1].name.compare(rows[i].name) >= 0)
      return false;
  return true;
}

static_assert(isStrictlySorted(), "Intrinsics.def is not sorted by name");

} // namespace

//===----------------------------------------------------------------------===//
// IntrinsicInfo
//===----------------------------------------------------------------------===//

std::string IntrinsicInfo::describeArity() const {
  if (!checksArity())
    return "any number of operands";
  if (arityMask == 1)
    return "no operands";

  // Collect the maximal runs of accepted counts; a run of two is a pair of
  // alternatives.
  llvm::SmallVector<std::string, 4> alternatives;
  unsigned last = 0;
  for (unsigned low = 0; low < arityLimit; ++low) {
    if (!acceptsArity(low))
      continue;
    unsigned high = low;
    while (high + 1 < arityLimit && acceptsArity(high + 1))
      ++high;
    if (high - low < 2) {
      for (unsigned count = low; count <= high; ++count)
        alternatives.push_back(llvm::utostr(count));
    } else {
      alternatives.push_back(
          (llvm::Twine(low) + " to " + llvm::Twine(high)).str());
    }
    last = high;
    low = high;
  }

  std::string lastAlternative = alternatives.pop_back_val();
  std::string text = llvm::join(alternatives, ", ");
  if (!text.empty())
    text += " or ";
  text += lastAlternative;
  text += last == 1 ? " operand" : " operands";
  return text;
}

const KeywordInfo *IntrinsicInfo::findKeyword(llvm::StringRef keyword) const {
  // No operator has more than a handful of keywords.
  const KeywordInfo *it = llvm::find_if(
      keywords, [&](const KeywordInfo &info) { return info.name == keyword; });
  return it == keywords.end() ? nullptr : it;
}

//===----------------------------------------------------------------------===//
// Table access
//===----------------------------------------------------------------------===//

llvm::ArrayRef<IntrinsicInfo> pld::getIntrinsics() {
  return intrinsicTable.entries;
}

const IntrinsicInfo *pld::lookupIntrinsic(llvm::StringRef name) {
  llvm::ArrayRef<IntrinsicInfo> intrinsics = getIntrinsics();
  const IntrinsicInfo *it = llvm::lower_bound(
      intrinsics, name, [](const IntrinsicInfo &info, llvm::StringRef name) {
        return info.name < name;
      });
  return it != intrinsics.end() && it->name == name ? it : nullptr;
}

llvm::StringRef pld::suggestIntrinsic(llvm::StringRef name) {
  constexpr unsigned maxDistance = 3;
  llvm::StringRef best;
  unsigned bestDistance = maxDistance + 1;
  for (const IntrinsicInfo &info : getIntrinsics()) {
    unsigned distance = name.edit_distance(
        info.name, /*AllowReplacements=*/true, /*MaxEditDistance=*/maxDistance);
    if (distance >= bestDistance)
      continue;
    best = info.name;
    bestDistance = distance;
    if (distance == 0)
      break;
  }
  return best;
}

llvm::StringRef pld::stringifyKeywordKind(KeywordKind kind) {
  auto index = static_cast<size_t>(kind);
  assert(index < std::size(keywordKindNames) && "invalid keyword kind");
  return keywordKindNames[index];
}

llvm::StringRef pld::stringifyCoreAffinity(CoreAffinity affinity) {
  switch (affinity) {
  case CoreAffinity::None:
    return "none";
  case CoreAffinity::Cube:
    return "cube";
  case CoreAffinity::Vector:
    return "vector";
  case CoreAffinity::Shared:
    return "shared";
  }
  llvm_unreachable("invalid core affinity");
}

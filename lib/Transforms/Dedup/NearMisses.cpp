//===- NearMisses.cpp - Units that are almost equal -----------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Transforms/Dedup/NearMisses.h"

#include "llvm/Support/MathExtras.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace pld;
using namespace pld::dedup;

static uint64_t hashWords(ArrayRef<Word> words) {
  uint64_t hash = llvm::xxh3_64bits(
      ArrayRef(reinterpret_cast<const uint8_t *>(words.data()),
               words.size() * sizeof(Word)));
  // A map keeps the largest numbers for itself.
  return hash >> 1;
}

Outline::Outline(const StructuralForm &form)
    : numOperations(form.operationStarts.size()) {
  ArrayRef<Word> words = form.words;
  std::vector<Word> nameWords, roleWords;
  nameWords.reserve(numOperations);
  roleWords.reserve(words.size());
  for (uint32_t i = 0; i < numOperations; ++i) {
    uint32_t start = form.operationStarts[i], roles = form.roleStarts[i];
    uint32_t end =
        i + 1 < numOperations ? form.operationStarts[i + 1] : form.words.size();
    // A function begins with a number, that of its parameters.
    bool isFunction = words[start] >> 31;
    nameWords.push_back(isFunction ? 0 : words[start]);
    roleWords.push_back(words[start]);
    roleWords.insert(roleWords.end(), words.begin() + roles,
                     words.begin() + end);
  }
  roles = hashWords(roleWords);
  names = hashWords(nameWords);
  for (uint32_t size = 2; size <= numOperations; size *= 2)
    prefixes.push_back(hashWords(ArrayRef(nameWords).take_front(size)));
}

UnitId OutlineTable::find(const Outline &outline) const {
  if (auto it = byRoles.find(outline.roles); it != byRoles.end())
    return it->second.unit;
  if (auto it = byNames.find(outline.names); it != byNames.end())
    return it->second.unit;
  size_t count = std::min(outline.prefixes.size(), byPrefix.size());
  for (size_t i = count; i-- > 0;) {
    auto it = byPrefix[i].find(outline.prefixes[i]);
    if (it == byPrefix[i].end())
      continue;
    uint32_t longer = std::max(outline.numOperations, it->second.numOperations);
    return (2u << i) >= longer / 3 ? it->second.unit : kNoUnit;
  }
  return kNoUnit;
}

void OutlineTable::add(UnitId unit, const Outline &outline) {
  Entry entry{unit, outline.numOperations};
  byRoles.try_emplace(outline.roles, entry);
  byNames.try_emplace(outline.names, entry);
  if (byPrefix.size() < outline.prefixes.size())
    byPrefix.resize(outline.prefixes.size());
  for (auto [units, prefix] : llvm::zip(byPrefix, outline.prefixes))
    units.try_emplace(prefix, entry);
}

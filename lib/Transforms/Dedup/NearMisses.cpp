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

template <typename T> static uint64_t hash(ArrayRef<T> words) {
  uint64_t hash = llvm::xxh3_64bits(
      ArrayRef(reinterpret_cast<const uint8_t *>(words.data()),
               words.size() * sizeof(T)));
  // A map keeps the largest numbers for itself.
  return hash >> 1;
}

Outline::Outline(const StructuralForm &form, ArrayRef<FunctionKind> kinds)
    : kinds(hash(kinds)), numOperations(form.operationStarts.size()) {
  ArrayRef<Word> words = form.words;
  std::vector<Word> nameWords, roleWords, bodyWords, signatureWords;
  nameWords.reserve(numOperations);
  for (auto *list : {&roleWords, &bodyWords, &signatureWords})
    list->reserve(words.size());
  for (uint32_t i = 0; i < numOperations; ++i) {
    uint32_t start = form.operationStarts[i], roles = form.roleStarts[i];
    uint32_t end =
        i + 1 < numOperations ? form.operationStarts[i + 1] : form.words.size();
    // A function begins with a number, that of its parameters.
    bool isFunction = words[start] >> 31;
    auto append = [&](std::vector<Word> &list, bool withAttributes) {
      uint32_t rest = withAttributes ? start + 1 : roles;
      list.push_back(words[start]);
      list.insert(list.end(), words.begin() + rest, words.begin() + end);
    };
    nameWords.push_back(isFunction ? 0 : words[start]);
    append(roleWords, /*withAttributes=*/false);
    append(bodyWords, /*withAttributes=*/!isFunction);
    append(signatureWords, /*withAttributes=*/isFunction);
  }
  bodies = hash<Word>(bodyWords);
  signatures = hash<Word>(signatureWords);
  roles = hash<Word>(roleWords);
  names = hash<Word>(nameWords);
  for (uint32_t size = 2; size <= numOperations; size *= 2)
    prefixes.push_back(hash(ArrayRef(nameWords).take_front(size)));
}

/// Calls `visit` for the hash of each level, those that say most first, until
/// it returns false. `prefix` is the number of operations, or 0 for all.
template <typename Fn>
static void forEachLevel(const Outline &outline, Fn &&visit) {
  for (uint64_t kinds : {outline.kinds, uint64_t(0)}) {
    uint64_t level = 0;
    auto visitLevel = [&](uint64_t value, uint32_t prefix = 0) {
      return visit(hash<uint64_t>({kinds, level++, value}), prefix);
    };
    for (uint64_t value :
         {outline.bodies, outline.signatures, outline.roles, outline.names})
      if (!visitLevel(value))
        return;
    for (size_t i = outline.prefixes.size(); i-- > 0;) {
      level = 4 + i;
      if (!visitLevel(outline.prefixes[i], 2u << i))
        return;
    }
  }
}

UnitId OutlineTable::find(const Outline &outline) const {
  UnitId found = kNoUnit;
  forEachLevel(outline, [&](uint64_t key, uint32_t prefix) {
    auto it = first.find(key);
    if (it == first.end())
      return true;
    uint32_t longer = std::max(outline.numOperations, it->second.numOperations);
    if (prefix && prefix < longer / 3)
      return true;
    found = it->second.unit;
    return false;
  });
  return found;
}

void OutlineTable::add(UnitId unit, const Outline &outline, bool comesFirst) {
  forEachLevel(outline, [&](uint64_t key, uint32_t) {
    Entry entry{unit, outline.numOperations};
    if (auto [it, isNew] = first.try_emplace(key, entry); comesFirst && !isNew)
      it->second = entry;
    return true;
  });
}

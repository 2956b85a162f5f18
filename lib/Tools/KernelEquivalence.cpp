//===- KernelEquivalence.cpp - Which kernels are equivalent ---------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelEquivalence.h"

using namespace mlir;
using namespace pld;
using namespace pld::verify;

/// Kernels that refer to kernels that refer to kernels, at most.
static constexpr unsigned kMaxDepth = 200;

static std::string nameOf(FuncOp func) {
  return "'@" + func.getSymName().str() + "'";
}

const CanonicalText &KernelEquivalence::getText(FuncOp func) {
  std::unique_ptr<CanonicalText> &text = texts[func];
  if (!text)
    text = std::make_unique<CanonicalText>(writeCanonicalText(func, program));
  return *text;
}

SmallVector<FuncOp> KernelEquivalence::getMembers(FuncOp func) {
  SmallVector<FuncOp> members{func};
  if (func.getKind() != FunctionKind::Group)
    return members;
  const CanonicalText &text = getText(func);
  llvm::SetVector<FuncOp> seen;
  for (FuncOp callee : text.references)
    if (seen.insert(callee) && text.dispatched.contains(callee) &&
        callee.isInCore())
      members.push_back(callee);
  return members;
}

/// Why `func` cannot be merged into or be replaced by another, or nothing.
static std::string findObstacle(FuncOp func) {
  if (!func.isInCore() && func.getKind() != FunctionKind::Group)
    return nameOf(func) + " is of a kind that keeps its identity";
  if (func.isExternal())
    return nameOf(func) + " has no body that could be compared";
  if (func.getRuntimeBinding())
    return nameOf(func) + " is bound at run time";
  return {};
}

bool KernelEquivalence::compareTexts(FuncOp first, FuncOp second,
                                     UnitVerdict &verdict) {
  if (first == second)
    return true;
  for (FuncOp func : {first, second})
    if (verdict.reason = findObstacle(func); !verdict.reason.empty())
      return false;
  const CanonicalText &a = getText(first), &b = getText(second);
  if (a.text == b.text && a.foreign == b.foreign)
    return true;
  verdict.first = first;
  verdict.second = second;
  verdict.reason = "it is not equivalent";
  StringRef restA = a.text, restB = b.text, lineA, lineB;
  do {
    std::tie(lineA, restA) = restA.split('\n');
    std::tie(lineB, restB) = restB.split('\n');
    ++verdict.line;
  } while (lineA == lineB && !(restA.empty() && restB.empty()));
  if (lineA == lineB) {
    verdict.line = 0;
    verdict.reason = "it has other attributes, although they print alike";
    return false;
  }
  verdict.firstLine = lineA.str();
  verdict.secondLine = lineB.str();
  return false;
}

/// The texts of both are equal.
bool KernelEquivalence::haveSameNames(FuncOp first, FuncOp second,
                                      ArrayRef<unsigned> symbols) {
  const CanonicalText &a = getText(first), &b = getText(second);
  return llvm::all_of(symbols, [&](unsigned number) {
    return a.symbols[number] == b.symbols[number];
  });
}

bool KernelEquivalence::haveSameSymbols(FuncOp first, FuncOp second) {
  return haveSameNames(first, second, getText(first).visibleSymbols);
}

/// The texts of both have the same numbers in the same places; what the numbers
/// mean must correspond.
bool KernelEquivalence::compareReferences(
    FuncOp first, FuncOp second, const llvm::DenseMap<Pair, unsigned> &members,
    const llvm::DenseSet<Operation *> &inUnit, UnitVerdict &verdict) {
  const CanonicalText &text = getText(first), &other = getText(second);
  if (text.references.size() != other.references.size()) {
    verdict.reason = "it refers to another number of functions";
    return false;
  }
  llvm::DenseSet<Pair> seen;
  for (auto [a, b] : llvm::zip(text.references, other.references)) {
    if (members.contains({a, b}) || !seen.insert({a, b}).second)
      continue;
    if (inUnit.contains(a) || inUnit.contains(b)) {
      verdict.reason = nameOf(first) + " refers to " + nameOf(a) + " where " +
                       nameOf(second) + " refers to " + nameOf(b) +
                       ", which has another place in its Group";
      return false;
    }
    if (a == b)
      continue;
    const UnitVerdict &inner = compare(a, b);
    if (!inner.equivalent) {
      verdict.reason = nameOf(first) + " refers to " + nameOf(a) + " where " +
                       nameOf(second) + " refers to " + nameOf(b) + ": " +
                       inner.reason;
      verdict.first = inner.first;
      verdict.second = inner.second;
      verdict.line = inner.line;
      verdict.firstLine = inner.firstLine;
      verdict.secondLine = inner.secondLine;
      return false;
    }
    if (!inner.sameSymbols) {
      verdict.reason = nameOf(first) + " refers to " + nameOf(a) + " where " +
                       nameOf(second) + " refers to " + nameOf(b) +
                       ", which has other shape symbols in its signature";
      return false;
    }
    verdict.pairs.insert(inner.pairs.begin(), inner.pairs.end());
  }
  return true;
}

/// Names with a meaning of their own must not stand for two things that have
/// other numbers: the free symbol `M` of a member is not whatever happens to be
/// called `M` elsewhere in the unit.
static std::string compareGlobalNames(ArrayRef<const CanonicalText *> firsts,
                                      ArrayRef<const CanonicalText *> seconds) {
  llvm::SetVector<StringAttr> names;
  for (ArrayRef<const CanonicalText *> side : {firsts, seconds})
    for (const CanonicalText *text : side)
      names.insert_range(text->globalNames);
  if (names.empty())
    return {};
  for (auto [a, b] : llvm::zip_equal(firsts, seconds)) {
    if (a == b)
      continue;
    llvm::DenseMap<StringAttr, std::pair<unsigned, unsigned>> numbers;
    for (auto [number, name] : llvm::enumerate(a->symbols))
      numbers[name].first = number + 1;
    for (auto [number, name] : llvm::enumerate(b->symbols))
      numbers[name].second = number + 1;
    for (StringAttr name : names)
      if (auto pair = numbers.lookup(name); pair.first != pair.second)
        return "'" + name.str() +
               "' is a name with a meaning of its own, and also a symbol that "
               "is bound in one way before, and in another way after";
  }
  return {};
}

void KernelEquivalence::decide(FuncOp first, FuncOp second,
                               UnitVerdict &verdict) {
  SmallVector<FuncOp> firsts = getMembers(first), seconds = getMembers(second);
  if (firsts.size() != seconds.size()) {
    // The texts say where.
    if (compareTexts(first, second, verdict))
      verdict.reason = "it has another number of members";
    return;
  }
  llvm::DenseMap<Pair, unsigned> members;
  llvm::DenseSet<Operation *> inUnit;
  SmallVector<const CanonicalText *> textsOfFirst, textsOfSecond;
  for (auto [index, pair] : llvm::enumerate(llvm::zip_equal(firsts, seconds))) {
    auto [a, b] = pair;
    if (!compareTexts(a, b, verdict)) {
      if (index)
        verdict.reason = "member " + nameOf(a) + " has become " + nameOf(b) +
                         ": " + verdict.reason;
      return;
    }
    if (index && !haveSameSymbols(a, b)) {
      verdict.reason = "member " + nameOf(a) + " has become " + nameOf(b) +
                       ", which has other shape symbols in its signature";
      return;
    }
    verdict.pairs.insert({a, b});
    members[{a, b}] = index;
    inUnit.insert(a);
    inUnit.insert(b);
    textsOfFirst.push_back(&getText(a));
    textsOfSecond.push_back(&getText(b));
  }
  for (auto [a, b] : llvm::zip_equal(firsts, seconds))
    if (!compareReferences(a, b, members, inUnit, verdict))
      return;
  verdict.reason = compareGlobalNames(textsOfFirst, textsOfSecond);
  verdict.equivalent = verdict.reason.empty();
  verdict.sameSymbols = haveSameSymbols(first, second);
  verdict.sameUncarriedSymbols =
      haveSameNames(first, second, getText(first).uncarriedSymbols);
}

const UnitVerdict &KernelEquivalence::compare(FuncOp first, FuncOp second) {
  static const UnitVerdict undecided = [] {
    UnitVerdict verdict;
    verdict.reason = "it refers to itself, or through too many others";
    return verdict;
  }();
  auto [it, isNew] = verdicts.try_emplace({first, second});
  if (!isNew)
    return it->second ? *it->second : undecided;
  if (depth == kMaxDepth)
    return undecided;
  auto verdict = std::make_unique<UnitVerdict>();
  ++depth;
  decide(first, second, *verdict);
  --depth;
  if (!verdict->equivalent)
    verdict->pairs.clear();
  std::unique_ptr<UnitVerdict> &slot = verdicts[{first, second}];
  slot = std::move(verdict);
  return *slot;
}

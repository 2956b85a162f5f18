//===- WrongRules.cpp - Deduplication with one rule broken ----------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dedup/WrongRules.h"

#include "pld/Transforms/Dedup/MergePlanner.h"
#include "pld/Transforms/Dedup/Rewriter.h"

#include "mlir/IR/OwningOpRef.h"

using namespace mlir;
using namespace pld;
using namespace pld::test;

template <typename RuleT>
static const RuleT *find(ArrayRef<RuleT> rules, StringRef name) {
  const auto *it = llvm::find_if(
      rules, [&](const RuleT &known) { return known.rule == name; });
  return it == rules.end() ? nullptr : it;
}

static const Blur *findBlur(StringRef name) {
  for (ArrayRef<Blur> blurs : {getElementBlurs(), getOperationBlurs(),
                               getFunctionBlurs(), getProofBlurs()})
    if (const Blur *blur = find(blurs, name))
      return blur;
  return nullptr;
}

SmallVector<StringRef> test::getWrongRules() {
  SmallVector<StringRef> names;
  for (ArrayRef<Blur> blurs : {getElementBlurs(), getOperationBlurs(),
                               getFunctionBlurs(), getProofBlurs()})
    for (const Blur &blur : blurs)
      names.push_back(blur.rule);
  for (const Damage &damage : getDamages())
    names.push_back(damage.rule);
  llvm::sort(names);
  return names;
}

dedup::MergePlan test::planWrongly(ModuleOp module, StringRef rule,
                                   dedup::Options options) {
  OwningOpRef<ModuleOp> copy(cast<ModuleOp>(module->clone()));
  if (const Blur *blur = findBlur(rule)) {
    blur->apply(*copy);
    if (blur->freeSymbolsIdentical)
      options.freeSymbols = dedup::FreeSymbols::Identical;
  }
  dedup::ElementTable table;
  dedup::ReferenceIndex index(*copy, table);
  return dedup::planMerges(index, table, options);
}

void Rewriting::restore(FuncOp func, Operation *next) const {
  Block *body = ModuleOp(module).getBody();
  body->getOperations().insert(next ? next->getIterator() : body->end(), func);
}

/// What the rewriter is about to do.
static Rewriting predict(ModuleOp module, const dedup::MergePlan &plan,
                         const dedup::ReferenceIndex &index) {
  Rewriting rewriting{module, &plan, {}, {}, {}};
  llvm::BitVector deleted(index.getFunctions().size());
  for (const auto &[from, to] : plan.renames) {
    dedup::FunctionId id =
        index.lookup(StringAttr::get(module.getContext(), from));
    deleted.set(id);
  }
  auto isDeleted = [&](Operation *op) {
    auto func = dyn_cast<FuncOp>(op);
    return func && deleted.test(index.lookup(func.getSymNameAttr()));
  };
  for (unsigned id : deleted.set_bits()) {
    FuncOp func = index.getFunction(id);
    Operation *next = func->getNextNode();
    while (next && isDeleted(next))
      next = next->getNextNode();
    rewriting.deleted.emplace_back(func.clone(), next);
  }
  for (const dedup::Reference &reference : index.getReferences()) {
    if (!deleted.test(reference.to) ||
        (reference.from != dedup::kNoFunction && deleted.test(reference.from)))
      continue;
    if (reference.kind == dedup::Reference::Kind::Dispatch)
      rewriting.redirected.push_back(reference.user);
    else
      rewriting.renamed.push_back(
          {reference.user, reference.user->getAttrDictionary()});
  }
  return rewriting;
}

LogicalResult test::applyWrongly(ModuleOp module, StringRef rule,
                                 dedup::MergePlan plan) {
  const Damage *damage = find(getDamages(), rule);
  if (damage && damage->replan)
    damage->replan(plan);
  dedup::ElementTable table;
  dedup::ReferenceIndex index(module, table);
  Rewriting rewriting = predict(module, plan, index);
  LogicalResult applied = dedup::applyMergePlan(module, plan, index, table);
  if (succeeded(applied) && damage)
    damage->apply(rewriting);
  for (auto [func, next] : rewriting.deleted)
    if (!func->getBlock())
      func->erase();
  return applied;
}

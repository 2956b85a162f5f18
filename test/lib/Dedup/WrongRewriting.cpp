//===- WrongRewriting.cpp - Right merges, carried out wrongly -------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dedup/WrongRules.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace pld;
using namespace pld::test;

static FlatSymbolRefAttr getCallee(Operation *dispatch) {
  return dispatch->getAttrOfType<FlatSymbolRefAttr>("callee");
}
static FuncOp lookup(Rewriting &rewriting, StringRef name) {
  return dyn_cast_or_null<FuncOp>(
      SymbolTable::lookupSymbolIn(rewriting.module, name));
}
static FuncOp lookupCallee(Rewriting &rewriting, Operation *dispatch) {
  return lookup(rewriting, getCallee(dispatch).getValue());
}

//===----------------------------------------------------------------------===//
// Who calls whom
//===----------------------------------------------------------------------===//

/// The last dispatch names the kernel that was merged, which is still there.
static void keepOneCall(Rewriting &rewriting) {
  for (Operation *op : llvm::reverse(rewriting.redirected))
    for (auto [func, next] : rewriting.deleted)
      for (const auto &[from, to] : rewriting.plan->renames)
        if (from == func.getSymName() && to == getCallee(op).getValue()) {
          rewriting.restore(func, next);
          op->setAttr("callee", FlatSymbolRefAttr::get(func.getSymNameAttr()));
          return;
        }
}
/// The last dispatch names a kernel into which others were merged.
static void chooseAnother(Rewriting &rewriting) {
  if (rewriting.redirected.empty())
    return;
  Operation *op = rewriting.redirected.back();
  for (const auto &[from, to] : rewriting.plan->renames)
    if (to != getCallee(op).getValue()) {
      op->setAttr("callee", FlatSymbolRefAttr::get(op->getContext(), to));
      return;
    }
}
/// Groups go, and their members stay.
static void keepMembers(Rewriting &rewriting) {
  for (auto [func, next] : rewriting.deleted)
    if (func.getKind() != FunctionKind::Group)
      rewriting.restore(func, next);
}
/// Groups stay, and their members go.
static void mergeMembersAlone(dedup::MergePlan &plan) {
  llvm::erase_if(plan.renames, [&](const auto &rename) {
    return llvm::any_of(plan.merges, [&](const dedup::MergePlan::Merge &merge) {
      return merge.from == rename.first;
    });
  });
}
static void leaveAlone(Rewriting &) {}

/// References that are no dispatches are forgotten.
static void forgetReferences(Rewriting &rewriting) {
  for (auto [op, attrs] : rewriting.renamed)
    op->setAttrs(attrs);
}

//===----------------------------------------------------------------------===//
// Dispatches
//===----------------------------------------------------------------------===//

/// A dispatch of a survivor right after another one with the same arguments is
/// thought to be done already.
static void executeOnce(Rewriting &rewriting) {
  for (Operation *op : rewriting.redirected)
    if (Operation *before = op->getPrevNode();
        before && op->use_empty() && before->getName() == op->getName() &&
        before->getAttrDictionary() == op->getAttrDictionary() &&
        llvm::equal(before->getOperands(), op->getOperands()))
      op->erase();
}
/// Results get the callee's types, in the callee's symbols.
static void takeResultTypes(Rewriting &rewriting) {
  for (Operation *op : rewriting.redirected)
    for (auto [result, type] : llvm::zip(
             op->getResults(), lookupCallee(rewriting, op).getResultTypes()))
      result.setType(type);
}
static void swapArguments(Rewriting &rewriting) {
  for (Operation *op : rewriting.redirected) {
    if (op->getNumOperands() < 2)
      continue;
    Value first = op->getOperand(0);
    op->setOperand(0, op->getOperand(1));
    op->setOperand(1, first);
  }
}
static void dropDependencies(Rewriting &rewriting) {
  for (Operation *op : rewriting.redirected)
    if (auto submit = dyn_cast<SubmitOp>(op))
      submit.getDepsMutable().clear();
}
static void dropClauses(Rewriting &rewriting) {
  for (Operation *op : rewriting.redirected)
    op->removeAttr("early_resolve");
}
static void dropAttributes(Rewriting &rewriting) {
  for (Operation *op : rewriting.redirected)
    op->setDiscardableAttrs(DictionaryAttr::get(op->getContext()));
}
static void takeLocations(Rewriting &rewriting) {
  for (Operation *op : rewriting.redirected)
    op->setLoc(lookupCallee(rewriting, op).getLoc());
}

//===----------------------------------------------------------------------===//
// Survivors
//===----------------------------------------------------------------------===//

/// The name of the survivor, and all else of the kernel that is gone.
static void swapSurvivors(Rewriting &rewriting) {
  llvm::StringSet<> swapped;
  for (auto [func, next] : rewriting.deleted)
    for (const auto &[from, to] : rewriting.plan->renames) {
      if (from != func.getSymName() || !swapped.insert(to).second)
        continue;
      FuncOp survivor = lookup(rewriting, to);
      func->setLoc(survivor.getLoc());
      rewriting.restore(func, survivor);
      survivor.erase();
      func.setSymName(to);
      break;
    }
}
static void moveSurvivors(Rewriting &rewriting) {
  for (const auto &[from, to] : rewriting.plan->renames)
    if (FuncOp survivor = lookup(rewriting, to))
      survivor->moveBefore(rewriting.module.getBody(),
                           rewriting.module.getBody()->end());
}
/// A survivor is everybody's.
static void publishSurvivors(Rewriting &rewriting) {
  for (const auto &[from, to] : rewriting.plan->renames)
    if (FuncOp survivor = lookup(rewriting, to))
      survivor.setPublic();
}

ArrayRef<Damage> test::getDamages() {
  static const Damage damages[] = {
      {"rewriting-one-call-kept", keepOneCall},
      {"rewriting-another-survivor", chooseAnother},
      {"rewriting-members-kept", keepMembers},
      {"rewriting-members-alone", leaveAlone, mergeMembersAlone},
      {"rewriting-references-forgotten", forgetReferences},
      {"rewriting-executed-once", executeOnce},
      {"rewriting-result-types", takeResultTypes},
      {"rewriting-arguments-swapped", swapArguments},
      {"rewriting-dependencies-dropped", dropDependencies},
      {"rewriting-clauses-dropped", dropClauses},
      {"rewriting-attributes-dropped", dropAttributes},
      {"rewriting-locations", takeLocations},
      {"rewriting-survivor-replaced", swapSurvivors},
      {"rewriting-survivor-moved", moveSurvivors},
      {"rewriting-survivor-public", publishSurvivors}};
  return damages;
}

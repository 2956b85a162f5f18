//===- BlurProofs.cpp - Blurs what proofs look at -------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes dispatches exact that are not.
//
//===----------------------------------------------------------------------===//

#include "Dedup/SymbolNames.h"
#include "Dedup/WrongRules.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Builders.h"
#include "pld/Dialect/PLD/ShapeSymbols.h"
#include "pld/Dialect/PLD/SignatureBinder.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace pld;
using namespace pld::test;

/// Calls `edit` for each dispatch of a kernel, with what its arguments bind.
static void editDispatches(ModuleOp copy,
                           llvm::function_ref<void(Operation *, OperandRange,
                                                   FuncOp, SignatureBinder &)>
                               edit) {
  SymbolTable symbols(copy);
  copy.walk([&](Operation *op) {
    auto call = dyn_cast<CallOp>(op);
    auto submit = dyn_cast<SubmitOp>(op);
    if (!call && !submit)
      return;
    OperandRange arguments = call ? call.getArguments() : submit.getArguments();
    auto callee = symbols.lookup<FuncOp>(
        op->getAttrOfType<FlatSymbolRefAttr>("callee").getAttr());
    if (!callee || !callee.isInCore())
      return;
    SignatureBinder binder;
    for (auto [index, pair] : llvm::enumerate(
             llvm::zip(callee.getArgumentTypes(), arguments.getTypes())))
      (void)binder.bindParameter(std::get<0>(pair), std::get<1>(pair), index);
    edit(op, arguments, callee, binder);
  });
}

/// All symbols of a caller are one, so that a symbol that comes again is bound
/// to the same.
static void blurRepeatedBindings(ModuleOp copy) {
  for (FuncOp func : copy.getOps<FuncOp>()) {
    if (func.isInCore() || func.getKind() == FunctionKind::Group)
      continue;
    SymbolFinder finder;
    llvm::SetVector<StringAttr> bound;
    collectBoundSymbols(func, finder, bound);
    NameMap names;
    for (StringAttr name : bound)
      names[name] = bound.front();
    renameSymbols(func, names);
  }
}

/// Results have the types that the arguments give them.
static void blurResults(ModuleOp copy) {
  editDispatches(copy, [](Operation *op, OperandRange, FuncOp callee,
                          SignatureBinder &binder) {
    for (auto [result, type] :
         llvm::zip(op->getResults(), callee.getResultTypes()))
      if (Type bound = binder.substitute(type))
        result.setType(bound);
  });
}

/// A result in the callee's symbols is always taken for what it should be.
static void blurCalleesSymbols(ModuleOp copy) {
  editDispatches(copy, [](Operation *op, OperandRange, FuncOp callee,
                          SignatureBinder &binder) {
    for (auto [result, type] :
         llvm::zip(op->getResults(), callee.getResultTypes()))
      if (result.getType() == type)
        if (Type bound = binder.substitute(type))
          result.setType(bound);
  });
}

/// Outputs that a submit leaves out are there.
static void blurOmittedOutputs(ModuleOp copy) {
  editDispatches(copy, [](Operation *op, OperandRange given, FuncOp callee,
                          SignatureBinder &binder) {
    auto submit = dyn_cast<SubmitOp>(op);
    ArrayRef<Type> params = callee.getArgumentTypes();
    if (!submit || given.size() >= params.size())
      return;
    OpBuilder builder(op);
    AttrTypeReplacer replacer;
    replacer.addReplacement(
        [&](SymAttr sym) -> std::optional<std::pair<Attribute, WalkResult>> {
          Attribute bound = binder.getBindings().lookup(sym.getName()).expr;
          return std::make_pair(bound ? bound : builder.getIndexAttr(1),
                                WalkResult::skip());
        });
    SmallVector<Value> arguments(given);
    for (Type type : params.drop_front(given.size()))
      arguments.push_back(
          UndefinedOp::create(builder, op->getLoc(), replacer.replace(type)));
    submit.getArgumentsMutable().assign(arguments);
  });
}

/// The first dispatch speaks for all.
static void blurOtherDispatches(ModuleOp copy) {
  llvm::SmallDenseSet<Operation *> known;
  editDispatches(
      copy, [&](Operation *op, OperandRange, FuncOp callee, SignatureBinder &) {
        if (known.insert(callee).second)
          return;
        OpBuilder builder(op);
        for (OpResult result : op->getResults())
          result.replaceAllUsesWith(
              UndefinedOp::create(builder, op->getLoc(), result.getType()));
        op->erase();
      });
}

ArrayRef<Blur> test::getProofBlurs() {
  static const Blur blurs[] = {
      {"proof-repeated-bindings", blurRepeatedBindings},
      {"proof-results", blurResults},
      {"proof-callees-symbols", blurCalleesSymbols},
      {"proof-omitted-outputs", blurOmittedOutputs},
      {"proof-other-dispatches", blurOtherDispatches}};
  return blurs;
}

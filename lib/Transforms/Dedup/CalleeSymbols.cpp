//===- CalleeSymbols.cpp - Results in symbols of the callee ---------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Transforms/Dedup/CalleeSymbols.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace pld;
using namespace pld::dedup;

static StringAttr getCarried(FuncOp func, unsigned param) {
  return func.getArgAttrOfType<StringAttr>(param, PLDDialect::kSymbolAttrName);
}

const CalleeSymbols::NameList &CalleeSymbols::listNames(Type type) {
  std::unique_ptr<NameList> &list = listed[type];
  if (list)
    return *list;
  list = std::make_unique<NameList>();
  AttrTypeWalker walker;
  walker.addWalk([&](SymAttr sym) { list->insert(sym.getName()); });
  walker.walk<WalkOrder::PreOrder>(type);
  return *list;
}

const CalleeSymbols::Names &CalleeSymbols::getNames(FunctionId function) {
  auto [entry, isNew] = names.try_emplace(function);
  Names &result = entry->second;
  if (!isNew)
    return result;
  FuncOp func = index.getFunction(function);

  auto addUser = [&](StringAttr name, FunctionId user) {
    FunctionId &known = result.users.try_emplace(name, user).first->second;
    if (known != user)
      known = kNoFunction;
  };
  AttrTypeWalker walker;
  walker.addWalk([&](SymAttr sym) { addUser(sym.getName(), kNoFunction); });
  auto use = [&](auto element) { walker.walk(element); };
  llvm::DenseSet<std::pair<FunctionId, Type>> used;

  for (auto [param, type] : llvm::enumerate(func.getArgumentTypes())) {
    const NameList &bound = listNames(type);
    result.bound.insert(bound.begin(), bound.end());
    if (StringAttr name = getCarried(func, param)) {
      result.bound.insert(name);
      result.users[name] = kNoFunction;
    }
    use(type);
  }
  func->walk([&](Operation *op) {
    for (NamedAttribute attr : op->getAttrs())
      // Results of the function may be those of a dispatch. Parameters were
      // looked at.
      if (op != func || attr.getName() != func.getFunctionTypeAttrName())
        use(attr.getValue());
    StringAttr callee;
    llvm::TypeSwitch<Operation *>(op).Case<CallOp, SubmitOp>(
        [&](auto dispatch) { callee = dispatch.getCalleeAttr().getAttr(); });
    FunctionId user = callee ? index.lookup(callee) : kNoFunction;
    for (Type type : op->getResultTypes())
      if (used.insert({user, type}).second)
        for (StringAttr name : listNames(type))
          addUser(name, user);
    if (op == func)
      return;
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArgumentTypes(), use);
  });
  return result;
}

bool CalleeSymbols::areOwn(Type result, FunctionId caller, FunctionId callee,
                           Type declared, FunctionId other, Type replacement,
                           ArrayRef<Type> arguments) {
  if (result != declared || caller == kNoFunction ||
      index.getFunction(caller).getKind() != FunctionKind::Spmd)
    return false;
  const NameList &symbols = listNames(declared);
  const NameList &others = listNames(replacement);
  if (symbols.empty() || symbols.size() != others.size())
    return false;
  // Looking for one may make another move.
  auto isBound = [&](StringAttr name) {
    return getNames(callee).bound.contains(name);
  };
  auto isForeign = [&](StringAttr name) {
    const Names &known = getNames(caller);
    auto user = known.users.find(name);
    return user != known.users.end() && user->second == callee;
  };
  if (!llvm::all_of(symbols, isBound) || !llvm::all_of(symbols, isForeign))
    return false;
  for (Type argument : arguments) {
    const NameList &given = listNames(argument);
    if (llvm::any_of(symbols,
                     [&](StringAttr name) { return given.contains(name); }))
      return false;
  }
  // Both types are equal by role, so that the symbols correspond.
  return llvm::all_of(llvm::zip_equal(symbols, others), [&](auto pair) {
    auto [name, otherName] = pair;
    return name == otherName || !getNames(other).users.contains(name);
  });
}

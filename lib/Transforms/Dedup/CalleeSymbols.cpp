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

#include <map>

using namespace mlir;
using namespace pld;
using namespace pld::dedup;

namespace {

using NameList = llvm::SetVector<StringAttr>;

/// The names of symbols in `type`, in the order of their first occurrence.
NameList listNames(Type type) {
  NameList names;
  AttrTypeWalker walker;
  walker.addWalk([&](SymAttr sym) { names.insert(sym.getName()); });
  walker.walk<WalkOrder::PreOrder>(type);
  return names;
}

StringAttr getCarried(FuncOp func, unsigned param) {
  return func.getArgAttrOfType<StringAttr>(param, PLDDialect::kSymbolAttrName);
}

} // namespace

const CalleeSymbols::Names &CalleeSymbols::getNames(FunctionId function) {
  auto [entry, isNew] = names.try_emplace(function);
  Names &result = entry->second;
  if (!isNew)
    return result;
  FuncOp func = index.getFunction(function);

  // A walker enters a type or attribute once, for one user.
  std::map<FunctionId, AttrTypeWalker> walkers;
  auto getWalker = [&](FunctionId user) -> AttrTypeWalker & {
    auto [it, isNew] = walkers.try_emplace(user);
    if (isNew)
      it->second.addWalk([&result, user](SymAttr sym) {
        FunctionId &known =
            result.users.try_emplace(sym.getName(), user).first->second;
        if (known != user)
          known = kNoFunction;
      });
    return it->second;
  };
  auto use = [&](auto element) { getWalker(kNoFunction).walk(element); };

  for (auto [param, type] : llvm::enumerate(func.getArgumentTypes())) {
    NameList bound = listNames(type);
    if (StringAttr name = getCarried(func, param)) {
      bound.insert(name);
      result.users[name] = kNoFunction;
    }
    result.bound.insert(bound.begin(), bound.end());
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
      getWalker(user).walk(type);
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
  NameList symbols = listNames(declared), others = listNames(replacement);
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
  for (Type argument : arguments)
    if (llvm::any_of(listNames(argument),
                     [&](StringAttr name) { return symbols.contains(name); }))
      return false;
  // Both types are equal by role, so that the symbols correspond.
  return llvm::all_of(llvm::zip_equal(symbols, others), [&](auto pair) {
    auto [name, otherName] = pair;
    return name == otherName || !getNames(other).users.contains(name);
  });
}

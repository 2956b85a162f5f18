//===- CalleeNames.cpp - Result types in symbols of the callee ------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CalleeNames.h"
#include "mlir/IR/AttrTypeSubElements.h"

using namespace mlir;
using namespace pld;
using namespace pld::verify;

const llvm::DenseSet<StringAttr> &CalleeNames::namesIn(Type type) {
  std::unique_ptr<llvm::DenseSet<StringAttr>> &names = known[type];
  if (names)
    return *names;
  names = std::make_unique<llvm::DenseSet<StringAttr>>();
  AttrTypeWalker walker;
  walker.addWalk([&](SymAttr sym) { names->insert(sym.getName()); });
  walker.walk(type);
  return *names;
}

bool CalleeNames::isNamedIn(StringAttr name, TypeRange types) {
  return llvm::any_of(types,
                      [&](Type type) { return namesIn(type).contains(name); });
}

const CalleeNames::Speakers &CalleeNames::listen(FuncOp caller) {
  auto [it, isNew] = heard.try_emplace(caller);
  Speakers &speakers = it->second;
  if (!isNew)
    return speakers;
  llvm::DenseMap<StringAttr, llvm::DenseSet<Type>> resultsOf;
  llvm::DenseSet<Type> types;
  llvm::SetVector<Attribute> attrs;
  caller.walk([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        types.insert_range(block.getArgumentTypes());
    for (NamedAttribute attr : op->getAttrs())
      if (op != caller || attr.getName() != caller.getFunctionTypeAttrName())
        attrs.insert(attr.getValue());
    if (isa<CallOp, SubmitOp>(op))
      resultsOf[op->getAttrOfType<FlatSymbolRefAttr>("callee").getAttr()]
          .insert_range(op->getResultTypes());
    else
      types.insert_range(op->getResultTypes());
  });
  AttrTypeWalker own;
  own.addWalk(
      [&](SymAttr sym) { speakers[sym.getName()].insert(StringAttr()); });
  for (Attribute attr : attrs)
    own.walk(attr);
  for (Type type : types)
    own.walk(type);
  for (unsigned index : llvm::seq<unsigned>(caller.getNumArguments()))
    if (auto name = caller.getArgAttrOfType<StringAttr>(
            index, PLDDialect::kSymbolAttrName))
      speakers[name].insert(StringAttr());
  for (const auto &[callee, results] : resultsOf)
    for (Type type : results)
      for (StringAttr name : namesIn(type))
        speakers[name].insert(callee);
  return speakers;
}

bool CalleeNames::isResultInCallees(Operation *dispatch, unsigned index,
                                    FuncOp from, const CanonicalText &fromText,
                                    const CanonicalText &toText) {
  auto caller = dispatch->getParentOfType<FuncOp>();
  Type declared = from.getResultTypes()[index];
  if (!caller || caller.getKind() != FunctionKind::Spmd ||
      dispatch->getResult(index).getType() != declared)
    return false;
  const llvm::DenseSet<StringAttr> &names = namesIn(declared);
  llvm::DenseSet<StringAttr> carried;
  for (unsigned parameter : llvm::seq<unsigned>(from.getNumArguments()))
    if (auto name = from.getArgAttrOfType<StringAttr>(
            parameter, PLDDialect::kSymbolAttrName))
      carried.insert(name);

  const Speakers &speakers = listen(caller);
  return !names.empty() && llvm::all_of(names, [&](StringAttr name) {
    bool isBound =
        carried.contains(name) || isNamedIn(name, from.getArgumentTypes());
    if (!isBound || isNamedIn(name, dispatch->getOperandTypes()))
      return false;
    const llvm::DenseSet<StringAttr> &who = speakers.find(name)->second;
    if (who.size() != 1 || *who.begin() != from.getSymNameAttr())
      return false;
    // Symbols with the same number are the same by role.
    size_t number =
        llvm::find(fromText.symbols, name) - fromText.symbols.begin();
    return toText.symbols[number] == name ||
           (!toText.symbols.contains(name) &&
            !toText.globalNames.contains(name));
  });
}

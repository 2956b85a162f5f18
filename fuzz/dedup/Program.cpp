//===- Program.cpp - A program with a known answer ------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/Twine.h"

using namespace mlir;
using namespace pld;
using namespace pld::fuzz;

Program Program::clone() const {
  Program copy;
  copy.module = cast<ModuleOp>(module.get()->clone());
  copy.units = units;
  copy.freeSymbolsIdentical = freeSymbolsIdentical;
  copy.isOpaque = isOpaque;
  return copy;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

FunctionTable::FunctionTable(ModuleOp module) {
  for (FuncOp func : module.getOps<FuncOp>())
    functions[func.getSymName()] = func;
}

SmallVector<FuncOp> FunctionTable::unitOf(StringRef root) const {
  FuncOp func = lookup(root);
  if (!func)
    return {};
  llvm::SetVector<FuncOp> unit;
  unit.insert(func);
  if (func.getKind() == FunctionKind::Group)
    func.walk<WalkOrder::PreOrder>([&](CallOpInterface call) {
      auto callee = dyn_cast<SymbolRefAttr>(call.getCallableForCallee());
      FuncOp member =
          callee ? lookup(callee.getRootReference().getValue()) : FuncOp();
      if (member && member.isInCore())
        unit.insert(member);
    });
  return unit.takeVector();
}

static bool isNestedTable(Operation *root, Operation *op) {
  return op != root && op->hasTrait<OpTrait::SymbolTable>();
}

void pld::fuzz::forEachReference(
    Operation *root,
    llvm::function_ref<void(Operation *, FlatSymbolRefAttr)> visit) {
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isNestedTable(root, op))
      return WalkResult::skip();
    // A new walker each time: it visits an element once.
    AttrTypeWalker walker;
    walker.addWalk([&](SymbolRefAttr ref) {
      if (auto flat = dyn_cast<FlatSymbolRefAttr>(ref))
        visit(op, flat);
      return WalkResult::skip();
    });
    walker.walk<WalkOrder::PreOrder>(op->getAttrDictionary());
    for (Type type : op->getResultTypes())
      walker.walk<WalkOrder::PreOrder>(type);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Type type : block.getArgumentTypes())
          walker.walk<WalkOrder::PreOrder>(type);
    return WalkResult::advance();
  });
}

void pld::fuzz::renameReferences(Operation *root, const NameMap &names) {
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [&](SymbolRefAttr ref)
          -> std::optional<std::pair<Attribute, WalkResult>> {
        StringAttr name = names.lookup(ref.getRootReference());
        if (name && ref.getNestedReferences().empty())
          ref = FlatSymbolRefAttr::get(name);
        return std::make_pair(Attribute(ref), WalkResult::skip());
      });
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isNestedTable(root, op))
      return WalkResult::skip();
    replacer.replaceElementsIn(op, /*replaceAttrs=*/true,
                               /*replaceLocs=*/false, /*replaceTypes=*/true);
    return WalkResult::advance();
  });
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

SymbolRoles::SymbolRoles(FuncOp func) {
  llvm::SetVector<StringAttr> typeNames, paramNames, carriedNames, bodyNames,
      usedNames;
  AttrTypeWalker params, results, all;
  params.addWalk([&](SymAttr sym) {
    typeNames.insert(sym.getName());
    paramNames.insert(sym.getName());
  });
  results.addWalk([&](SymAttr sym) { typeNames.insert(sym.getName()); });
  all.addWalk([&](SymAttr sym) { usedNames.insert(sym.getName()); });
  for (Type type : func.getArgumentTypes())
    params.walk<WalkOrder::PreOrder>(type);
  for (Type type : func.getResultTypes())
    results.walk<WalkOrder::PreOrder>(type);
  for (unsigned i = 0, e = func.getArgumentTypes().size(); i != e; ++i)
    if (auto name =
            func.getArgAttrOfType<StringAttr>(i, PLDDialect::kSymbolAttrName))
      carriedNames.insert(name);
  func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    all.walk<WalkOrder::PreOrder>(op->getAttrDictionary());
    for (Type type : op->getResultTypes())
      all.walk<WalkOrder::PreOrder>(type);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Type type : block.getArgumentTypes())
          all.walk<WalkOrder::PreOrder>(type);
    if (auto bind = dyn_cast<BindSymbolOp>(op))
      bodyNames.insert(bind.getSymbol().getName());
  });
  inTypes = typeNames.takeVector();
  for (StringAttr name : usedNames)
    if (!paramNames.contains(name) && !carriedNames.contains(name) &&
        !bodyNames.contains(name))
      free.push_back(name);
  carried = carriedNames.takeVector();
  inBody = bodyNames.takeVector();
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

std::string pld::fuzz::printProgram(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os, OpPrintingFlags().enableDebugInfo().assumeVerified());
  os << '\n';
  return text;
}

std::string
pld::fuzz::canonicalText(ArrayRef<FuncOp> functions,
                         llvm::function_ref<std::string(StringRef)> outerName) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (FuncOp original : functions) {
    MLIRContext *context = original.getContext();
    FuncOp func = original.clone();

    // Symbols that nothing binds keep their names.
    SymbolRoles roles(original);
    llvm::SetVector<StringAttr> seen;
    AttrTypeWalker walker;
    walker.addWalk([&](SymAttr sym) { seen.insert(sym.getName()); });
    walker.walk<WalkOrder::PreOrder>(func.getFunctionType());
    for (StringAttr name : roles.carried)
      seen.insert(name);
    walker.walk<WalkOrder::PreOrder>(func->getAttrDictionary());
    func.walk<WalkOrder::PreOrder>([&](Operation *op) {
      walker.walk<WalkOrder::PreOrder>(op->getAttrDictionary());
      for (Type type : op->getResultTypes())
        walker.walk<WalkOrder::PreOrder>(type);
    });
    NameMap symbols;
    for (StringAttr name : seen)
      symbols[name] = StringAttr::get(
          context, llvm::is_contained(roles.free, name)
                       ? "free " + name.str()
                       : "role " + std::to_string(symbols.size()));
    renameSymbols(func, symbols);

    NameMap names;
    forEachReference(func, [&](Operation *, FlatSymbolRefAttr ref) {
      std::string known;
      for (auto [role, other] : llvm::enumerate(functions))
        if (FuncOp(other).getSymName() == ref.getValue())
          known = "member " + std::to_string(role);
      if (known.empty())
        known = "outer " + outerName(ref.getValue());
      names[ref.getAttr()] = StringAttr::get(context, known);
    });
    renameReferences(func, names);

    func.setSymName("f");
    func.removeSymVisibilityAttr();
    for (unsigned i = 0, e = func.getArgumentTypes().size(); i != e; ++i)
      func.removeArgAttr(i, PLDDialect::kNameAttrName);
    func->print(os, OpPrintingFlags()
                        .printGenericOpForm()
                        .assumeVerified()
                        .useLocalScope());
    os << '\n';
    func->erase();
  }
  return text;
}

Signature::Signature(ArrayRef<FuncOp> functions) {
  llvm::raw_string_ostream typesText(types), allText(all),
      besidesText(besidesScalars);
  for (FuncOp func : functions) {
    typesText << func.getFunctionType() << '\n';
    allText << func.getFunctionType();
    NameMap carried;
    for (unsigned i = 0, e = func.getArgumentTypes().size(); i != e; ++i) {
      auto name =
          func.getArgAttrOfType<StringAttr>(i, PLDDialect::kSymbolAttrName);
      if (!name)
        continue;
      allText << ' ' << name;
      if (func.getParamDirection(i) != ParamDirection::Out)
        carried.try_emplace(
            name,
            StringAttr::get(func.getContext(), "param " + std::to_string(i)));
    }
    allText << '\n';
    AttrTypeReplacer replacer;
    replacer.addReplacement(
        [&](SymAttr sym) -> std::optional<std::pair<Attribute, WalkResult>> {
          if (StringAttr name = carried.lookup(sym.getName()))
            sym = SymAttr::get(sym.getContext(), name, sym.getType());
          return std::make_pair(Attribute(sym), WalkResult::skip());
        });
    besidesText << replacer.replace(func.getFunctionType()) << '\n';
  }
}

//===- Transform.cpp - Changes of whole programs --------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Changes after which the answer is known to be the same.
//
//===----------------------------------------------------------------------===//

#include "ProgramGen.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace pld;
using namespace pld::fuzz;

Program pld::fuzz::renameFunctions(const Program &program, Random &rng) {
  Program renamed = program.clone();
  ModuleOp module = *renamed.module;
  SmallVector<FuncOp> functions(module.getOps<FuncOp>());
  // Names in an order that has nothing to do with the order of before.
  SmallVector<unsigned> numbers;
  for (unsigned i = 0; i < functions.size(); ++i)
    numbers.push_back(i);
  rng.shuffle(numbers);
  NameMap names;
  for (auto [func, number] : llvm::zip_equal(functions, numbers)) {
    static constexpr StringLiteral bases[] = {"f", "kernel", "A", "x.y", "_"};
    StringRef base = rng.pick(bases);
    std::string name = (base + Twine(number) + "n").str();
    names[func.getSymNameAttr()] = StringAttr::get(module.getContext(), name);
  }
  renameReferences(module, names);
  for (FuncOp func : functions)
    func.setSymName(names.lookup(func.getSymNameAttr()));
  for (Unit &unit : renamed.units)
    unit.root =
        names.lookup(StringAttr::get(module.getContext(), unit.root)).str();
  return renamed;
}

Program pld::fuzz::permuteFunctions(const Program &program, Random &rng) {
  Program permuted = program.clone();
  Block *body = permuted.module->getBody();
  SmallVector<Operation *> order;
  for (Operation &op : *body)
    order.push_back(&op);
  rng.shuffle(order);
  for (Operation *op : order)
    op->moveBefore(body, body->end());
  return permuted;
}

NameMap pld::fuzz::chooseSymbolNames(const Program &program, Random &rng) {
  ModuleOp module = *program.module;
  llvm::SetVector<StringAttr> known;
  for (FuncOp func : ModuleOp(module).getOps<FuncOp>()) {
    SymbolRoles roles(func);
    for (ArrayRef<StringAttr> some :
         {ArrayRef(roles.inTypes), ArrayRef(roles.carried),
          ArrayRef(roles.inBody), ArrayRef(roles.free)})
      known.insert(some.begin(), some.end());
    if (ArrayAttr free = func.getFreeSymbolsAttr())
      for (Attribute name : free)
        known.insert(cast<StringAttr>(name));
  }
  // Half of them exchange their names, the rest get new ones.
  SmallVector<StringAttr> exchanged;
  NameMap names;
  for (StringAttr name : known) {
    if (rng.chance(50))
      exchanged.push_back(name);
    else
      names[name] = StringAttr::get(module.getContext(),
                                    "new " + std::to_string(names.size()));
  }
  for (size_t i = 0; i < exchanged.size(); ++i)
    names[exchanged[i]] = exchanged[(i + 1) % exchanged.size()];
  return names;
}

void pld::fuzz::renameProgramSymbols(ModuleOp module, const NameMap &names) {
  for (FuncOp func : module.getOps<FuncOp>())
    renameSymbols(func, names);
}

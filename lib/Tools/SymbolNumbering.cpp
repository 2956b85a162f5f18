//===- SymbolNumbering.cpp - Symbols that were numbered anew --------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The importer makes names unique with numbers that depend on what else is in
// the file. So the symbols of a program that came back from a file without its
// merged kernels can have other numbers.
//
//===----------------------------------------------------------------------===//

#include "SymbolNumbering.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Builders.h"
#include "pld/Dialect/PLD/PLDOps.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace pld;

namespace {

/// The names that a function has, by where they occur first.
class NameCollector {
public:
  NameCollector() {
    walker.addWalk([&](SymAttr sym) { names.insert(sym.getName()); });
    walker.addWalk([&](MemRefAttr memref) { names.insert(memref.getBase()); });
    walker.addWalk([&](WindowAttr window) {
      names.insert(window.getName());
      names.insert(window.getBase());
    });
  }

  ArrayRef<StringAttr> collect(FuncOp func) {
    func->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (auto inner = dyn_cast<FuncOp>(op))
        collectCarried(inner);
      walker.walk(op->getAttrDictionary());
      for (Type type : op->getResultTypes())
        walker.walk(type);
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (Type type : block.getArgumentTypes())
            walker.walk(type);
    });
    return names.getArrayRef();
  }

private:
  void collectCarried(FuncOp func) {
    for (unsigned i = 0, e = func.getNumArguments(); i < e; ++i)
      if (auto carried =
              func.getArgAttrOfType<StringAttr>(i, PLDDialect::kSymbolAttrName))
        names.insert(carried);
    if (ArrayAttr free = func.getFreeSymbolsAttr())
      for (auto name : free.getAsRange<StringAttr>())
        names.insert(name);
  }

  AttrTypeWalker walker;
  llvm::SetVector<StringAttr> names;
};

} // namespace

/// A name without the number that makes it unique.
static StringRef withoutNumber(StringAttr name) {
  StringRef text = name.getValue(), start = text.rtrim("0123456789");
  return start.size() < text.size() && start.consume_back("_") ? start : text;
}

/// Finds the name before of each name after. Returns false if two functions do
/// not agree on one, if two names after would become one, or if a name differs
/// in more than its number.
static bool findNames(ModuleOp before, ModuleOp after,
                      DenseMap<StringAttr, StringAttr> &names) {
  SymbolTable functions(before);
  llvm::DenseSet<StringAttr> taken;
  for (auto func : after.getOps<FuncOp>()) {
    auto original = functions.lookup<FuncOp>(func.getSymName());
    if (!original)
      return false;
    NameCollector mine, theirs;
    ArrayRef<StringAttr> to = theirs.collect(original);
    ArrayRef<StringAttr> from = mine.collect(func);
    if (from.size() != to.size())
      return false;
    for (auto [a, b] : llvm::zip_equal(from, to)) {
      if (withoutNumber(a) != withoutNumber(b))
        return false;
      auto [it, isNew] = names.try_emplace(a, b);
      if (isNew ? !taken.insert(b).second : it->second != b)
        return false;
    }
  }
  return true;
}

static void renameCarried(FuncOp func,
                          const DenseMap<StringAttr, StringAttr> &names) {
  for (unsigned i = 0, e = func.getNumArguments(); i < e; ++i)
    if (auto carried =
            func.getArgAttrOfType<StringAttr>(i, PLDDialect::kSymbolAttrName))
      func.setArgAttr(i, PLDDialect::kSymbolAttrName, names.lookup(carried));
  if (ArrayAttr free = func.getFreeSymbolsAttr())
    func.setFreeSymbolsAttr(ArrayAttr::get(
        func.getContext(), llvm::map_to_vector(free, [&](Attribute name) {
          return Attribute(names.lookup(cast<StringAttr>(name)));
        })));
}

static void rename(FuncOp func, AttrTypeReplacer &replacer,
                   const DenseMap<StringAttr, StringAttr> &names) {
  func->walk([&](Operation *op) {
    replacer.replaceElementsIn(op, /*replaceAttrs=*/true, /*replaceLocs=*/false,
                               /*replaceTypes=*/true);
  });
  func->walk([&](FuncOp inner) { renameCarried(inner, names); });
}

void pld::verify::adoptSymbolNames(ModuleOp before, ModuleOp after) {
  DenseMap<StringAttr, StringAttr> names;
  if (!findNames(before, after, names) || llvm::all_of(names, [](auto &entry) {
        return entry.first == entry.second;
      }))
    return;
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](SymAttr sym) -> Attribute {
    return SymAttr::get(sym.getContext(), names.lookup(sym.getName()),
                        sym.getType());
  });
  // The replacer goes on with the expressions inside.
  replacer.addReplacement([&](MemRefAttr memref) -> Attribute {
    return MemRefAttr::get(memref.getContext(), names.lookup(memref.getBase()),
                           memref.getOffset(), memref.getSize(),
                           memref.getPinned(), memref.getSlotCount(),
                           memref.getSlotIndex());
  });
  replacer.addReplacement([&](WindowAttr window) -> Attribute {
    return WindowAttr::get(window.getContext(), names.lookup(window.getName()),
                           names.lookup(window.getBase()), window.getSize(),
                           window.getLoadFromHost(), window.getStoreToHost());
  });
  for (auto func : after.getOps<FuncOp>())
    rename(func, replacer, names);
}

//===- SymbolNames.cpp - Other names for shape symbols --------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dedup/SymbolNames.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Builders.h"
#include "pld/Dialect/PLD/ShapeSymbols.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace pld;
using namespace pld::test;

/// Calls `visit` for `func` and the operations in it that have its symbols.
static void forEachOperation(FuncOp func,
                             llvm::function_ref<void(Operation *)> visit) {
  func->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op != func && isa<FuncOp>(op))
      return WalkResult::skip();
    visit(op);
    return WalkResult::advance();
  });
}

static DictionaryAttr renameCarried(DictionaryAttr attrs,
                                    const NameMap &names) {
  auto carried = attrs.getAs<StringAttr>(PLDDialect::kSymbolAttrName);
  StringAttr name = carried ? names.lookup(carried) : StringAttr();
  if (!name)
    return attrs;
  NamedAttrList list(attrs);
  list.set(PLDDialect::kSymbolAttrName, name);
  return list.getDictionary(attrs.getContext());
}

void test::renameSymbols(FuncOp func, const NameMap &names) {
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [&](SymAttr sym) -> std::optional<std::pair<Attribute, WalkResult>> {
        if (StringAttr name = names.lookup(sym.getName()))
          sym = SymAttr::get(sym.getContext(), name, sym.getType());
        return std::make_pair(Attribute(sym), WalkResult::skip());
      });
  forEachOperation(func, [&](Operation *op) {
    replacer.replaceElementsIn(op, /*replaceAttrs=*/true,
                               /*replaceLocs=*/false, /*replaceTypes=*/true);
  });
  Builder builder(func.getContext());
  if (mlir::ArrayAttr attrs = func.getArgAttrsAttr()) {
    SmallVector<Attribute> renamed;
    for (Attribute attr : attrs)
      renamed.push_back(renameCarried(cast<DictionaryAttr>(attr), names));
    func.setArgAttrsAttr(builder.getArrayAttr(renamed));
  }
  if (mlir::ArrayAttr free = func.getFreeSymbolsAttr()) {
    SmallVector<Attribute> renamed;
    for (Attribute attr : free) {
      StringAttr name = names.lookup(cast<StringAttr>(attr));
      renamed.push_back(name ? Attribute(name) : attr);
    }
    func.setFreeSymbolsAttr(builder.getArrayAttr(renamed));
  }
}

namespace {

/// Finds the names in a program, and what each function may rename.
class Renamer {
public:
  explicit Renamer(ModuleOp program) : program(program) {
    walker.addWalk([&](SymAttr sym) { taken.insert(sym.getName()); });
    walker.addWalk([&](MemRefAttr memref) { fixed.insert(memref.getBase()); });
    walker.addWalk([&](WindowAttr window) {
      fixed.insert(window.getName());
      fixed.insert(window.getBase());
    });
  }

  void run() {
    program->walk([&](Operation *op) {
      walker.walk(op->getAttrDictionary());
      for (Type type : op->getResultTypes())
        walker.walk(type);
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (Type type : block.getArgumentTypes())
            walker.walk(type);
      // An address that has a name is storage.
      if (auto bind = dyn_cast<BindSymbolOp>(op);
          bind && !bind.getValue().getType().isIntOrIndex())
        fixed.insert(bind.getSymbol().getName());
      if (auto func = dyn_cast<FuncOp>(op))
        functions.push_back(func);
    });
    taken.insert_range(fixed);
    for (FuncOp func : functions)
      rename(func);
  }

private:
  void rename(FuncOp func) {
    SymbolFinder finder;
    llvm::SetVector<StringAttr> bound;
    collectBoundSymbols(func, finder, bound);
    NameMap names;
    for (StringAttr name : bound) {
      if (fixed.contains(name))
        continue;
      std::string apart = (func.getSymName() + "." + name.getValue()).str();
      StringAttr fresh = StringAttr::get(func.getContext(), apart);
      for (unsigned i = 0; !taken.insert(fresh).second; ++i)
        fresh = StringAttr::get(func.getContext(), apart + "." + Twine(i));
      names[name] = fresh;
    }
    renameSymbols(func, names);
  }

  ModuleOp program;
  AttrTypeWalker walker;
  SmallVector<FuncOp> functions;
  /// Names that are used, and names that are known outside of functions.
  llvm::DenseSet<StringAttr> taken, fixed;
};

} // namespace

void test::renameSymbolsApart(ModuleOp program) { Renamer(program).run(); }

//===- BlurElements.cpp - Blurs types and attributes ----------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dedup/SymbolNames.h"
#include "Dedup/WrongRules.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/Builders.h"
#include "pld/Dialect/PLD/ShapeSymbols.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace pld;
using namespace pld::test;

/// Replaces what is in types and attributes of a program.
template <typename FnT>
static void replaceIn(ModuleOp copy, FnT &&replacement) {
  AttrTypeReplacer replacer;
  replacer.addReplacement(std::forward<FnT>(replacement));
  replacer.recursivelyReplaceElementsIn(copy, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

static void blurConstants(ModuleOp copy) {
  copy.walk([](Operation *op) {
    if (!isa<arith::ConstantOp, pld::ConstantOp>(op))
      return;
    auto value = cast<TypedAttr>(op->getAttr("value"));
    if (Attribute zero = Builder(op).getZeroAttr(value.getType()))
      op->setAttr("value", zero);
  });
}

/// -0.0 is 0.0, and a NaN is a NaN.
static void blurFloatBits(ModuleOp copy) {
  replaceIn(copy, [](FloatAttr attr) -> std::optional<Attribute> {
    const APFloat value = attr.getValue();
    if (value.isZero())
      return FloatAttr::get(attr.getType(), 0.0);
    if (value.isNaN())
      return FloatAttr::get(attr.getType(),
                            APFloat::getNaN(value.getSemantics()));
    return attr;
  });
}

static void blurIntegerTypes(ModuleOp copy) {
  replaceIn(copy, [](IntegerType type) -> std::optional<Type> {
    return type.isSignlessInteger(64) ? Type(IndexType::get(type.getContext()))
                                      : Type(type);
  });
}

//===----------------------------------------------------------------------===//
// Tensors and tiles
//===----------------------------------------------------------------------===//

namespace {

/// What tensors and tiles are made of.
struct Parts {
  SmallVector<Attribute> shape, stride, valid;
  Type element;
  Layout layout = Layout::ND;
  Pad pad = Pad::Null;
  MemRefAttr memref;
  WindowAttr window;
  std::optional<MemorySpace> space;
  TileViewAttr view;
};

} // namespace

template <typename FnT> static void editShaped(ModuleOp copy, FnT &&edit) {
  auto editTensor = [&](auto tensor) {
    Parts parts;
    parts.shape.assign(tensor.getShape().begin(), tensor.getShape().end());
    parts.stride.assign(tensor.getStride().begin(), tensor.getStride().end());
    parts.valid.assign(tensor.getValid().begin(), tensor.getValid().end());
    parts.element = tensor.getElementType();
    parts.layout = tensor.getLayout();
    parts.pad = tensor.getPad();
    parts.memref = tensor.getMemref();
    return parts;
  };
  replaceIn(copy, [&](Type type) -> std::optional<Type> {
    MLIRContext *context = type.getContext();
    if (auto tensor = dyn_cast<GlobalTensorType>(type)) {
      Parts parts = editTensor(tensor);
      edit(parts);
      return GlobalTensorType::get(context, parts.shape, parts.element,
                                   parts.layout, parts.stride, parts.valid,
                                   parts.pad, parts.memref);
    }
    if (auto tensor = dyn_cast<DistTensorType>(type)) {
      Parts parts = editTensor(tensor);
      parts.window = tensor.getWindow();
      edit(parts);
      return DistTensorType::get(context, parts.shape, parts.element,
                                 parts.layout, parts.stride, parts.valid,
                                 parts.pad, parts.memref, parts.window);
    }
    if (auto tile = dyn_cast<TileType>(type)) {
      Parts parts;
      parts.shape.assign(tile.getShape().begin(), tile.getShape().end());
      parts.element = tile.getElementType();
      parts.space = tile.getSpace();
      parts.view = tile.getView();
      parts.memref = tile.getMemref();
      edit(parts);
      return TileType::get(context, parts.shape, parts.element, parts.space,
                           parts.view, parts.memref);
    }
    return std::nullopt;
  });
}

static void blurElementTypes(ModuleOp copy) {
  editShaped(copy, [](Parts &parts) {
    parts.element = Float32Type::get(parts.element.getContext());
  });
}
static void blurRanks(ModuleOp copy) {
  editShaped(copy, [](Parts &parts) {
    parts.shape.truncate(std::min<size_t>(parts.shape.size(), 1));
  });
}
static void blurDimensions(ModuleOp copy) {
  editShaped(copy, [](Parts &parts) {
    for (Attribute &dim : parts.shape)
      if (isa<IntegerAttr>(dim))
        dim = Builder(dim.getContext()).getIndexAttr(1);
  });
}
static SmallVector<Attribute> putSymbolsFirst(ArrayRef<Attribute> dims) {
  SmallVector<Attribute> sorted;
  for (bool isSymbol : {true, false})
    llvm::copy_if(dims, std::back_inserter(sorted),
                  [&](Attribute dim) { return isa<SymAttr>(dim) == isSymbol; });
  return sorted;
}
static void blurDimensionOrder(ModuleOp copy) {
  editShaped(copy,
             [](Parts &parts) { parts.shape = putSymbolsFirst(parts.shape); });
}
static void blurLayouts(ModuleOp copy) {
  editShaped(copy, [](Parts &parts) { parts.layout = Layout::ND; });
}
static void blurStrides(ModuleOp copy) {
  editShaped(copy, [](Parts &parts) { parts.stride.clear(); });
}
static void blurValidShapes(ModuleOp copy) {
  editShaped(copy, [](Parts &parts) { parts.valid.clear(); });
}
static void blurPadding(ModuleOp copy) {
  editShaped(copy, [](Parts &parts) { parts.pad = Pad::Null; });
}
static void blurMemorySpaces(ModuleOp copy) {
  editShaped(copy, [](Parts &parts) { parts.space = std::nullopt; });
}
static void blurTileViews(ModuleOp copy) {
  editShaped(copy, [](Parts &parts) { parts.view = {}; });
}
static void blurStorage(ModuleOp copy) {
  editShaped(copy, [](Parts &parts) { parts.memref = {}; });
}
static void blurWindows(ModuleOp copy) {
  editShaped(copy, [](Parts &parts) { parts.window = {}; });
}
static void blurUnknownTypes(ModuleOp copy) {
  replaceIn(copy, [](UnknownType type) -> std::optional<Type> {
    return IndexType::get(type.getContext());
  });
}

//===----------------------------------------------------------------------===//
// Expressions and symbols
//===----------------------------------------------------------------------===//

template <typename FnT> static void editExpressions(ModuleOp copy, FnT &&edit) {
  replaceIn(copy, [&](ExprAttr expr) -> std::optional<Attribute> {
    ScalarKind kind = expr.getKind();
    SmallVector<Attribute> operands(expr.getOperands());
    Type type = expr.getType();
    edit(kind, operands, type);
    return ExprAttr::get(expr.getContext(), kind, expr.getCallee(), operands,
                         type);
  });
}

static void blurExpressionKinds(ModuleOp copy) {
  editExpressions(copy,
                  [](ScalarKind &kind, SmallVectorImpl<Attribute> &, Type &) {
                    if (kind < ScalarKind::Abs)
                      kind = ScalarKind::Add;
                  });
}
static void blurExpressionOrder(ModuleOp copy) {
  editExpressions(copy, [](ScalarKind &, SmallVectorImpl<Attribute> &operands,
                           Type &) { operands = putSymbolsFirst(operands); });
}
static void blurExpressionTypes(ModuleOp copy) {
  editExpressions(copy,
                  [](ScalarKind &, SmallVectorImpl<Attribute> &, Type &type) {
                    type = IndexType::get(type.getContext());
                  });
}

static void blurSymbolTypes(ModuleOp copy) {
  replaceIn(copy, [](SymAttr sym) -> std::optional<Attribute> {
    return SymAttr::get(sym.getName());
  });
}

/// Renames the symbols that a function binds, or those that it does not, to
/// what `choose` makes of their numbers.
static void renameByOrder(ModuleOp copy, bool isBound,
                          llvm::function_ref<std::string(unsigned)> choose) {
  for (FuncOp func : copy.getOps<FuncOp>()) {
    SymbolFinder finder;
    llvm::SetVector<StringAttr> bound, used;
    collectBoundSymbols(func, finder, bound);
    if (isBound) {
      used = bound;
    } else {
      AttrTypeWalker walker;
      walker.addWalk([&](SymAttr sym) {
        if (!bound.contains(sym.getName()))
          used.insert(sym.getName());
      });
      func->walk<WalkOrder::PreOrder>([&](Operation *op) {
        walker.walk<WalkOrder::PreOrder>(op->getAttrDictionary());
        for (Type type : op->getResultTypes())
          walker.walk<WalkOrder::PreOrder>(type);
      });
    }
    NameMap names;
    for (auto [number, name] : llvm::enumerate(used))
      names[name] = StringAttr::get(func.getContext(), choose(number));
    renameSymbols(func, names);
    if (!isBound)
      func.removeFreeSymbolsAttr();
  }
}

/// [A], [B] is [A], [A].
static void blurSymbolRoles(ModuleOp copy) {
  renameByOrder(copy, /*isBound=*/true, [](unsigned) { return "S"; });
}
/// As if every proof succeeded.
static void blurSymbolNames(ModuleOp copy) {
  renameByOrder(copy, /*isBound=*/true,
                [](unsigned number) { return "S" + std::to_string(number); });
}
static void blurFreeSymbolNames(ModuleOp copy) {
  renameByOrder(copy, /*isBound=*/false, [](unsigned number) {
    return "free " + std::to_string(number);
  });
}

/// A parameter that carries a symbol is one that the body gives a name.
static void blurCarriedSymbols(ModuleOp copy) {
  for (FuncOp func : copy.getOps<FuncOp>()) {
    if (func.isExternal())
      continue;
    OpBuilder builder = OpBuilder::atBlockBegin(&func.getBody().front());
    for (BlockArgument argument : func.getArguments()) {
      auto name = func.getArgAttrOfType<StringAttr>(
          argument.getArgNumber(), PLDDialect::kSymbolAttrName);
      if (!name)
        continue;
      func.removeArgAttr(argument.getArgNumber(), PLDDialect::kSymbolAttrName);
      BindSymbolOp::create(
          builder, func.getLoc(), argument,
          SymAttr::get(func.getContext(), name, argument.getType()));
    }
  }
}

ArrayRef<Blur> test::getElementBlurs() {
  static const Blur blurs[] = {{"constants", blurConstants},
                               {"float-bits", blurFloatBits},
                               {"integer-types", blurIntegerTypes},
                               {"element-types", blurElementTypes},
                               {"ranks", blurRanks},
                               {"dimensions", blurDimensions},
                               {"dimension-order", blurDimensionOrder},
                               {"layouts", blurLayouts},
                               {"strides", blurStrides},
                               {"valid-shapes", blurValidShapes},
                               {"padding", blurPadding},
                               {"memory-spaces", blurMemorySpaces},
                               {"tile-views", blurTileViews},
                               {"storage", blurStorage},
                               {"windows", blurWindows},
                               {"unknown-types", blurUnknownTypes},
                               {"expression-kinds", blurExpressionKinds},
                               {"expression-order", blurExpressionOrder},
                               {"expression-types", blurExpressionTypes},
                               {"symbol-types", blurSymbolTypes},
                               {"symbol-roles", blurSymbolRoles},
                               {"symbol-names", blurSymbolNames},
                               {"free-symbol-names", blurFreeSymbolNames,
                                /*freeSymbolsIdentical=*/true},
                               {"carried-symbols", blurCarriedSymbols}};
  return blurs;
}

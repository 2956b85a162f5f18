//===- TypeGen.cpp - Random types and shape expressions -------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TypeGen.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace pld;
using namespace pld::fuzz;

TypeGen::TypeGen(MLIRContext *context, Random &rng)
    : context(context), builder(context), rng(rng) {
  // Few names, so that functions share them; some that must be quoted.
  for (StringRef name : {"M", "N", "K", "S", "T", "B", "H", "m", "n", "len_0",
                         "a b", "0", "\xC3\xA4", "max"}) {
    Type type = builder.getIndexType();
    if (rng.chance(15))
      type = builder.getIntegerType(rng.chance(50) ? 64 : 32);
    pool.push_back(SymAttr::get(context, builder.getStringAttr(name), type));
  }
}

SymAttr TypeGen::newSymbol(const Scope &scope) {
  SmallVector<SymAttr> fresh;
  for (SymAttr sym : pool)
    if (!scope.knows(sym.getName()))
      fresh.push_back(sym);
  return fresh.empty() ? SymAttr() : rng.pick(fresh);
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

Attribute TypeGen::dim(Scope &scope, bool open) {
  unsigned choice = rng.below(100);
  if (choice < 40 || (choice < 75 && scope.symbols.empty() && !open)) {
    static constexpr int64_t sizes[] = {1, 2, 4, 7, 8, 16, 32, 64, 128, 256};
    int64_t size = rng.pick(sizes);
    if (rng.chance(3))
      return builder.getI64IntegerAttr(size);
    return builder.getIndexAttr(size);
  }
  if (choice < 75) {
    if (open && (scope.symbols.empty() || rng.chance(50)))
      if (SymAttr fresh = newSymbol(scope))
        scope.add(fresh);
    return rng.pick(scope.symbols);
  }
  return expr(scope, open);
}

Attribute TypeGen::expr(Scope &scope, bool open, unsigned depth) {
  if (!scope.exprs.empty() && rng.chance(30))
    return rng.pick(scope.exprs);
  auto operand = [&]() -> Attribute {
    if (depth > 0 && rng.chance(30))
      return expr(scope, open, depth - 1);
    if (!scope.symbols.empty() && rng.chance(60))
      return rng.pick(scope.symbols);
    if (open && rng.chance(50))
      if (SymAttr fresh = newSymbol(scope)) {
        scope.add(fresh);
        return fresh;
      }
    return builder.getIndexAttr(rng.between(1, 130));
  };
  static constexpr ScalarKind usual[] = {
      ScalarKind::Mul, ScalarKind::Mul,      ScalarKind::Add,
      ScalarKind::Sub, ScalarKind::FloorDiv, ScalarKind::FloorMod,
      ScalarKind::Min, ScalarKind::Max};
  static constexpr ScalarKind rare[] = {
      ScalarKind::Div, ScalarKind::Pow, ScalarKind::Lt,     ScalarKind::BitAnd,
      ScalarKind::Shl, ScalarKind::Abs, ScalarKind::BitNot, ScalarKind::Cast};
  ScalarKind kind = rng.chance(92) ? rng.pick(usual) : rng.pick(rare);
  StringAttr callee;
  SmallVector<Attribute> operands;
  Type type = builder.getIndexType();
  if (rng.chance(4)) {
    kind = ScalarKind::Call;
    callee = builder.getStringAttr("pld.system.world_size");
    type = builder.getI64Type();
  } else {
    operands.push_back(operand());
    if (kind < ScalarKind::Abs)
      operands.push_back(operand());
    if (rng.chance(8))
      type = builder.getI64Type();
  }
  Attribute made = ExprAttr::get(context, kind, callee, operands, type);
  scope.exprs.push_back(made);
  return made;
}

Attribute TypeGen::dimOfType(Scope &scope, Type type) {
  SmallVector<Attribute> fitting;
  for (SymAttr sym : scope.symbols)
    if (sym.getType() == type)
      fitting.push_back(sym);
  for (Attribute known : scope.exprs)
    if (cast<ExprAttr>(known).getType() == type)
      fitting.push_back(known);
  if (!fitting.empty() && rng.chance(70))
    return rng.pick(fitting);
  if (type.isIndex() && !scope.symbols.empty() && rng.chance(40)) {
    auto made = cast<ExprAttr>(expr(scope, /*open=*/false));
    if (made.getType() == type)
      return made;
  }
  return builder.getIntegerAttr(type, rng.between(1, 100));
}

SmallVector<Attribute> TypeGen::dims(Scope &scope, bool open, unsigned count) {
  SmallVector<Attribute> result;
  while (count-- > 0)
    result.push_back(dim(scope, open));
  return result;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

Type TypeGen::elementType() {
  switch (rng.below(14)) {
  case 0:
    return builder.getIntegerType(8);
  case 1:
    return builder.getIntegerType(16, /*isSigned=*/false);
  case 2:
  case 3:
    return builder.getI32Type();
  case 4:
    return Float8E4M3FNType::get(context);
  case 5:
    return HF8Type::get(context);
  case 6:
    return HF4Type::get(context);
  case 7:
  case 8:
    return builder.getBF16Type();
  case 9:
    return builder.getF16Type();
  default:
    return builder.getF32Type();
  }
}

Type TypeGen::scalar() {
  switch (rng.below(18)) {
  case 0:
    return builder.getIntegerType(8);
  case 1:
    return builder.getIntegerType(16);
  case 2:
    return builder.getIntegerType(4);
  case 3:
    return builder.getIntegerType(8, /*isSigned=*/false);
  case 4:
    return builder.getIntegerType(64, /*isSigned=*/false);
  case 5:
    return builder.getIntegerType(32, /*isSigned=*/true);
  case 6:
    return HF8Type::get(context);
  case 7:
    return builder.getF16Type();
  case 8:
    return builder.getBF16Type();
  case 9:
    return Float4E2M1FNType::get(context);
  case 10:
    return builder.getF64Type();
  case 11:
    return builder.getI1Type();
  case 12:
    return builder.getI64Type();
  case 13:
  case 14:
    return builder.getF32Type();
  case 15:
    return builder.getI32Type();
  default:
    return builder.getIndexType();
  }
}

Type TypeGen::plainTensor(Scope &scope, bool open) {
  SmallVector<Attribute> shape = dims(scope, open, rng.between(1, 3));
  Type element = elementType();
  Layout layout = rng.chance(20) ? Layout::NZ : Layout::ND;
  return GlobalTensorType::get(context, shape, element, layout, {}, {},
                               Pad::Null, MemRefAttr());
}

Type TypeGen::tensor(Scope &scope, bool open, bool distributed) {
  unsigned rank = rng.between(1, 4);
  SmallVector<Attribute> shape = dims(scope, open, rank), stride, valid;
  Type element = elementType();
  Layout layout = Layout::ND;
  Pad pad = Pad::Null;
  if (rng.chance(20))
    layout = static_cast<Layout>(rng.below(5));
  if (rng.chance(25))
    stride = dims(scope, open, rank);
  if (rng.chance(25))
    valid = dims(scope, open, rank);
  if (rng.chance(20))
    pad = static_cast<Pad>(rng.below(4));
  if (distributed)
    return DistTensorType::get(context, shape, element, layout, stride, valid,
                               pad, MemRefAttr(), WindowAttr());
  return GlobalTensorType::get(context, shape, element, layout, stride, valid,
                               pad, MemRefAttr());
}

Type TypeGen::tile(Scope &scope, bool open) {
  unsigned rank = rng.between(1, 2);
  SmallVector<Attribute> shape = dims(scope, open, rank);
  Type element = elementType();
  std::optional<MemorySpace> space;
  if (rng.chance(70))
    space = static_cast<MemorySpace>(rng.below(10));
  TileViewAttr view;
  if (rng.chance(35)) {
    auto blayout = static_cast<TileLayout>(rng.below(3));
    auto slayout = static_cast<TileLayout>(rng.below(3));
    int64_t fractal = rng.chance(50) ? 512 : rng.between(-1, 1024);
    auto pad = static_cast<Pad>(rng.below(4));
    StringAttr compact;
    Attribute start;
    SmallVector<Attribute> stride, valid;
    if (rng.chance(20))
      compact = builder.getStringAttr(rng.chance(50) ? "normal" : "row plus");
    if (rng.chance(20))
      start = dim(scope, open);
    if (rng.chance(20))
      stride = dims(scope, open, rank);
    if (rng.chance(30))
      valid = dims(scope, open, rank);
    view = TileViewAttr::get(context, blayout, slayout, fractal, pad, compact,
                             start, stride, valid);
  }
  return TileType::get(context, shape, element, space, view, MemRefAttr());
}

Type TypeGen::array(Scope &scope, bool open) {
  Attribute extent = dim(scope, open);
  Type element =
      rng.chance(40) ? Type(TaskIdType::get(context)) : elementType();
  return pld::ArrayType::get(context, extent, element);
}

Type TypeGen::tuple(Scope &scope, bool open, unsigned depth) {
  SmallVector<Type> elements;
  for (unsigned count = rng.below(4); count > 0; --count)
    elements.push_back(any(scope, open, depth > 0 ? depth - 1 : 0));
  return mlir::TupleType::get(context, elements);
}

Type TypeGen::any(Scope &scope, bool open, unsigned depth) {
  unsigned choice = rng.below(100);
  if (choice < 30)
    return plainTensor(scope, open);
  if (choice < 42)
    return tensor(scope, open);
  if (choice < 52)
    return tensor(scope, open, /*distributed=*/true);
  if (choice < 66)
    return tile(scope, open);
  if (choice < 70)
    return array(scope, open);
  if (choice < 76 && depth > 0)
    return tuple(scope, open, depth - 1);
  if (choice < 79)
    return TaskIdType::get(context);
  return scalar();
}

MemRefAttr TypeGen::storage(Scope &scope) {
  Attribute offset = dim(scope, /*open=*/false);
  uint64_t size = rng.below(4096);
  return MemRefAttr::get(context, builder.getStringAttr("mem_vec_0"), offset,
                         size, /*pinned=*/rng.chance(20), /*slotCount=*/1,
                         Attribute());
}

WindowAttr TypeGen::window(Scope &scope) {
  return WindowAttr::get(context, builder.getStringAttr("w"),
                         builder.getStringAttr("base"),
                         dim(scope, /*open=*/false), false, false);
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

Type pld::fuzz::substitute(Type type,
                           const DenseMap<StringAttr, Attribute> &bindings) {
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [&](SymAttr sym) -> std::optional<std::pair<Attribute, WalkResult>> {
        Attribute bound = bindings.lookup(sym.getName());
        // What a symbol stands for is in other symbols, even of this name.
        return std::make_pair(bound ? bound : Attribute(sym),
                              WalkResult::skip());
      });
  return replacer.replace(type);
}

SmallVector<SymAttr> pld::fuzz::findSymbols(Type type) {
  llvm::SetVector<SymAttr> found;
  AttrTypeWalker walker;
  walker.addWalk([&](SymAttr sym) { found.insert(sym); });
  walker.walk<WalkOrder::PreOrder>(type);
  return found.takeVector();
}

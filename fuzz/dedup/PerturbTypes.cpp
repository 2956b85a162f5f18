//===- PerturbTypes.cpp - Changes exactly one type or role ----------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Changes of types, signatures and roles of symbols.
//
//===----------------------------------------------------------------------===//

#include "Perturb.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace pld;
using namespace pld::fuzz;

/// The symbols that a function binds, by what its types say of them.
static SmallVector<SymAttr> boundSymbols(FuncOp func) {
  SymbolRoles roles(func);
  llvm::SetVector<SymAttr> found;
  AttrTypeWalker walker;
  walker.addWalk([&](SymAttr sym) {
    if (!llvm::is_contained(roles.free, sym.getName()))
      found.insert(sym);
  });
  walker.walk<WalkOrder::PreOrder>(func.getFunctionType());
  func.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    walker.walk<WalkOrder::PreOrder>(op->getAttrDictionary());
  });
  return found.takeVector();
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

Attribute Perturber::changeDim(Attribute dim, ArrayRef<SymAttr> symbols) {
  Builder builder(dim.getContext());
  if (auto integer = dyn_cast<IntegerAttr>(dim)) {
    if (rng.chance(30)) {
      Type type = integer.getType().isIndex() ? Type(builder.getI64Type())
                                              : Type(builder.getIndexType());
      return IntegerAttr::get(type, integer.getValue().sextOrTrunc(64));
    }
    return IntegerAttr::get(integer.getType(), integer.getValue() + 1);
  }
  if (auto sym = dyn_cast<SymAttr>(dim)) {
    SmallVector<SymAttr> others(symbols);
    llvm::erase(others, sym);
    if (others.empty() || rng.chance(30))
      return builder.getIndexAttr(3);
    return rng.pick(others);
  }
  auto expr = cast<ExprAttr>(dim);
  ScalarKind kind = expr.getKind();
  SmallVector<Attribute> operands(expr.getOperands());
  Type type = expr.getType();
  unsigned choice = rng.below(4);
  if (choice == 0 && operands.size() == 2 && operands[0] != operands[1])
    std::swap(operands[0], operands[1]);
  else if (choice == 1 && operands.size() == 2)
    kind = kind == ScalarKind::Mul ? ScalarKind::Add : ScalarKind::Mul;
  else if (choice == 2 && !operands.empty()) {
    size_t index = rng.below(operands.size());
    operands[index] = changeDim(operands[index], symbols);
  } else
    type = type.isIndex() ? Type(builder.getI64Type())
                          : Type(builder.getIndexType());
  return ExprAttr::get(dim.getContext(), kind, expr.getCallee(), operands,
                       type);
}

template <typename EnumT> static EnumT next(EnumT value, unsigned count) {
  return static_cast<EnumT>((static_cast<unsigned>(value) + 1) % count);
}

Type Perturber::changeType(Type type, ArrayRef<SymAttr> symbols,
                           bool keepClass) {
  MLIRContext *context = type.getContext();
  auto changeOne = [&](ArrayRef<Attribute> dims) {
    SmallVector<Attribute> changed(dims);
    if (!changed.empty()) {
      size_t index = rng.below(changed.size());
      changed[index] = changeDim(changed[index], symbols);
    }
    return changed;
  };
  // Strides and valid shapes come and go.
  auto toggle = [&](ArrayRef<Attribute> dims, size_t rank) {
    if (!dims.empty() && rng.chance(60))
      return changeOne(dims);
    if (!dims.empty())
      return SmallVector<Attribute>();
    return SmallVector<Attribute>(rank,
                                  IntegerAttr::get(IndexType::get(context), 5));
  };
  auto changeElement = [&](Type element) -> Type {
    return element.isF32() ? Type(Float16Type::get(context))
                           : Type(Float32Type::get(context));
  };
  unsigned choice = rng.below(keepClass ? 6 : 8);

  auto changeTensor = [&](auto tensor, auto rebuild) {
    SmallVector<Attribute> shape(tensor.getShape()), stride(tensor.getStride()),
        valid(tensor.getValid());
    Type element = tensor.getElementType();
    Layout layout = tensor.getLayout();
    Pad pad = tensor.getPad();
    if (choice < 3)
      shape = changeOne(shape);
    else if (choice == 3)
      layout = next(layout, 5);
    else if (choice == 4)
      pad = next(pad, 4);
    else if (choice == 5 && rng.chance(50))
      stride = toggle(stride, shape.size());
    else if (choice == 5)
      valid = toggle(valid, shape.size());
    else if (choice == 6)
      element = changeElement(element);
    return rebuild(shape, element, layout, stride, valid, pad, choice == 7);
  };
  auto asTensor = [&](auto shape, Type element, Layout layout, auto stride,
                      auto valid, Pad pad) -> Type {
    return GlobalTensorType::get(context, shape, element, layout, stride, valid,
                                 pad, MemRefAttr());
  };
  auto asDist = [&](auto shape, Type element, Layout layout, auto stride,
                    auto valid, Pad pad) -> Type {
    return DistTensorType::get(context, shape, element, layout, stride, valid,
                               pad, MemRefAttr(), WindowAttr());
  };
  if (auto tensor = dyn_cast<GlobalTensorType>(type))
    return changeTensor(tensor, [&](auto shape, Type element, Layout layout,
                                    auto stride, auto valid, Pad pad,
                                    bool other) {
      return other ? asDist(shape, element, layout, stride, valid, pad)
                   : asTensor(shape, element, layout, stride, valid, pad);
    });
  if (auto tensor = dyn_cast<DistTensorType>(type))
    return changeTensor(tensor, [&](auto shape, Type element, Layout layout,
                                    auto stride, auto valid, Pad pad,
                                    bool other) {
      return other ? asTensor(shape, element, layout, stride, valid, pad)
                   : asDist(shape, element, layout, stride, valid, pad);
    });
  if (auto tile = dyn_cast<TileType>(type)) {
    SmallVector<Attribute> shape(tile.getShape());
    Type element = tile.getElementType();
    std::optional<MemorySpace> space = tile.getSpace();
    TileViewAttr view = tile.getView();
    if (choice < 3)
      shape = changeOne(shape);
    else if (choice == 3)
      space = space ? next(*space, 10) : MemorySpace::DDR;
    else if (choice < 6 && view)
      view = TileViewAttr::get(context, view.getBlayout(), view.getSlayout(),
                               view.getFractal() + 1, view.getPad(),
                               view.getCompact(), view.getStartOffset(),
                               view.getStride(), view.getValid());
    else if (choice < 6)
      view =
          TileViewAttr::get(context, TileLayout::RowMajor, TileLayout::NoneBox,
                            512, Pad::Null, StringAttr(), Attribute(), {}, {});
    else
      element = changeElement(element);
    return TileType::get(context, shape, element, space, view, MemRefAttr());
  }
  if (auto array = dyn_cast<pld::ArrayType>(type))
    return pld::ArrayType::get(context, changeDim(array.getExtent(), symbols),
                               array.getElementType());
  return {};
}

std::string Perturber::typeEverywhere() {
  FuncOp func = pickFunction();
  llvm::SetVector<Type> seen;
  AttrTypeWalker walker;
  walker.addWalk([&](Type type) {
    if (isa<GlobalTensorType, DistTensorType, TileType, pld::ArrayType>(type))
      seen.insert(type);
  });
  walker.walk<WalkOrder::PreOrder>(func.getFunctionType());
  func.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Type type : op->getResultTypes())
      walker.walk<WalkOrder::PreOrder>(type);
  });
  if (seen.empty())
    return {};
  Type type = rng.pick(seen.getArrayRef());
  // The functions of a Group meet each other's types.
  Type other = changeType(type, boundSymbols(func),
                          /*keepClass=*/unit.size() > 1);
  if (!other || other == type)
    return {};
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [&](Type found) -> std::optional<std::pair<Type, WalkResult>> {
        if (found != type)
          return std::nullopt;
        return std::make_pair(other, WalkResult::skip());
      });
  replacer.recursivelyReplaceElementsIn(func, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  std::string text = "each ";
  llvm::raw_string_ostream(text) << type << " became " << other;
  return text;
}

std::string Perturber::typeOnce() {
  Operation *op = pickOperation([](Operation *op) {
    return llvm::any_of(op->getResultTypes(), [](Type type) {
      return isa<GlobalTensorType, DistTensorType, TileType>(type);
    });
  });
  if (!op)
    return {};
  for (OpResult result : op->getResults()) {
    if (!isa<GlobalTensorType, DistTensorType, TileType>(result.getType()))
      continue;
    Type other = changeType(result.getType(),
                            boundSymbols(op->getParentOfType<FuncOp>()),
                            /*keepClass=*/true);
    if (!other || other == result.getType())
      return {};
    std::string text = "a result of ";
    llvm::raw_string_ostream(text)
        << op->getName() << ": " << result.getType() << " became " << other;
    result.setType(other);
    return text;
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

std::string Perturber::direction() {
  FuncOp func = pickFunction();
  SmallVector<int8_t> directions(func.getParamDirections());
  if (directions.empty())
    return {};
  size_t index = rng.below(directions.size());
  if (func.getArgAttr(index, PLDDialect::kSymbolAttrName))
    return {};
  directions[index] =
      static_cast<int8_t>((directions[index] + 1 + rng.below(2)) % 3);
  func.setParamDirections(directions);
  return "the direction of a parameter";
}

std::string Perturber::kind() {
  FuncOp func = unit.back();
  if (!func.isInCore())
    return {};
  func.setKind(func.getKind() == FunctionKind::AIV ? FunctionKind::InCore
                                                   : FunctionKind::AIV);
  return "the kind of a function";
}

std::string Perturber::level() {
  FuncOp func = pickFunction();
  if (rng.chance(50)) {
    std::optional<Level> level = func.getLevel();
    if (level && rng.chance(50))
      func.removeLevelAttr();
    else
      func.setLevel(level ? next(*level, 10) : Level::CoreGroup);
    return "the level of a function";
  }
  if (func.getRole())
    func.removeRoleAttr();
  else
    func.setRole(Role::SubWorker);
  return "the role of a function";
}

std::string Perturber::argumentAttribute() {
  FuncOp func = pickFunction();
  if (func.getArgumentTypes().empty())
    return {};
  unsigned index = rng.below(func.getArgumentTypes().size());
  if (func.getArgAttr(index, "fuzz.more"))
    return {};
  func.setArgAttr(index, "fuzz.more", UnitAttr::get(func.getContext()));
  return "an attribute of a parameter";
}

std::string Perturber::resultAttribute() {
  FuncOp func = pickFunction();
  if (func.getResultTypes().empty())
    return {};
  unsigned index = rng.below(func.getResultTypes().size());
  if (func.getResultAttr(index, "fuzz.more"))
    return {};
  func.setResultAttr(index, "fuzz.more", UnitAttr::get(func.getContext()));
  return "an attribute of a result";
}

/// Another parameter of the type carries a symbol, or none does.
std::string Perturber::carrier() {
  FuncOp func = pickFunction();
  unsigned count = func.getArgumentTypes().size();
  auto carriedBy = [&](unsigned index) {
    return func.getArgAttrOfType<StringAttr>(index,
                                             PLDDialect::kSymbolAttrName);
  };
  for (unsigned i = 0; i < count; ++i) {
    StringAttr name = carriedBy(i);
    if (!name)
      continue;
    for (unsigned j = 0; j < count; ++j)
      if (!carriedBy(j) &&
          func.getArgumentTypes()[i] == func.getArgumentTypes()[j] &&
          func.getParamDirection(j) == ParamDirection::In) {
        func.removeArgAttr(i, PLDDialect::kSymbolAttrName);
        func.setArgAttr(j, PLDDialect::kSymbolAttrName, name);
        return "another parameter carries a symbol";
      }
    // Types still bind it, or the result is not valid.
    func.removeArgAttr(i, PLDDialect::kSymbolAttrName);
    return "no parameter carries a symbol";
  }
  return {};
}

std::string Perturber::symbolType() {
  FuncOp func = pickFunction();
  SmallVector<SymAttr> bound = boundSymbols(func);
  if (bound.empty())
    return {};
  SymAttr from = rng.pick(bound);
  Builder builder(func.getContext());
  SymAttr to =
      SymAttr::get(func.getContext(), from.getName(),
                   from.getType().isIndex() ? Type(builder.getI64Type())
                                            : Type(builder.getIndexType()));
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [&](SymAttr sym) -> std::optional<std::pair<Attribute, WalkResult>> {
        return std::make_pair(Attribute(sym == from ? to : sym),
                              WalkResult::skip());
      });
  replacer.recursivelyReplaceElementsIn(func, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  return "the type of a symbol";
}

/// A parameter that carries a symbol is not one that the body gives a name.
std::string Perturber::carriedSymbol() {
  FuncOp func = pickFunction();
  if (func.isExternal())
    return {};
  for (unsigned i = 0, e = func.getArgumentTypes().size(); i != e; ++i) {
    auto name =
        func.getArgAttrOfType<StringAttr>(i, PLDDialect::kSymbolAttrName);
    if (!name)
      continue;
    func.removeArgAttr(i, PLDDialect::kSymbolAttrName);
    OpBuilder builder = OpBuilder::atBlockBegin(&func.getBody().front());
    OperationState state(func.getLoc(), BindSymbolOp::getOperationName());
    state.addOperands(func.getBody().getArgument(i));
    state.addAttribute("symbol", SymAttr::get(func.getContext(), name,
                                              func.getArgumentTypes()[i]));
    builder.create(state);
    return "a symbol is bound in the body";
  }
  return {};
}

/// [A], [B] becomes [A], [A].
std::string Perturber::mergeSymbols() {
  FuncOp func = pickFunction();
  SymbolRoles roles(func);
  SmallVector<SymAttr> inTypes;
  for (SymAttr sym : boundSymbols(func))
    if (llvm::is_contained(roles.inTypes, sym.getName()) &&
        !llvm::is_contained(roles.carried, sym.getName()) &&
        !llvm::is_contained(roles.inBody, sym.getName()))
      inTypes.push_back(sym);
  for (size_t i = 0; i < inTypes.size(); ++i)
    for (size_t j = 0; j < inTypes.size(); ++j)
      if (i != j && inTypes[i].getType() == inTypes[j].getType()) {
        NameMap names;
        names[inTypes[j].getName()] = inTypes[i].getName();
        renameSymbols(func, names);
        return "two symbols became one";
      }
  return {};
}

/// One type or attribute of an operation uses another symbol.
std::string Perturber::symbolRole() {
  Operation *op = pickOperation([](Operation *op) {
    if (isa<BindSymbolOp>(op))
      return false;
    bool found = false;
    AttrTypeWalker walker;
    walker.addWalk([&](SymAttr) { found = true; });
    walker.walk(op->getAttrDictionary());
    for (Type type : op->getResultTypes())
      walker.walk(type);
    return found;
  });
  if (!op)
    return {};
  SmallVector<SymAttr> bound = boundSymbols(op->getParentOfType<FuncOp>());
  SymAttr from, to;
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [&](SymAttr sym) -> std::optional<std::pair<Attribute, WalkResult>> {
        if (!from) {
          SmallVector<SymAttr> others;
          for (SymAttr other : bound)
            if (other != sym && other.getType() == sym.getType())
              others.push_back(other);
          if (!others.empty()) {
            from = sym;
            to = rng.pick(others);
          }
        }
        return std::make_pair(Attribute(from && sym == from ? to : sym),
                              WalkResult::skip());
      });
  replacer.replaceElementsIn(op, /*replaceAttrs=*/true, /*replaceLocs=*/false,
                             /*replaceTypes=*/true);
  if (!from)
    return {};
  return "a symbol in " + op->getName().getStringRef().str();
}

std::string Perturber::addParameter() {
  // Dispatches of a member would have to change as well.
  FuncOp func = unit.front();
  FunctionGen::addParameter(func, IntegerType::get(func.getContext(), 32));
  return "a parameter more";
}

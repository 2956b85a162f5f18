//===- BodyGen.cpp - Random operations ------------------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BodyGen.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "pld/Dialect/PLD/IntrinsicTable.h"

using namespace mlir;
using namespace pld;
using namespace pld::fuzz;

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

void BodyGen::enter(Block *block) {
  builder.setInsertionPointToEnd(block);
  for (BlockArgument argument : block->getArguments())
    values.push_back(argument);
}

Location BodyGen::location() {
  return FileLineColLoc::get(builder.getContext(), "fuzz.py", nextLine++, 1);
}

Operation *BodyGen::emit(StringRef name, ValueRange operands, TypeRange results,
                         ArrayRef<NamedAttribute> attrs) {
  OperationState state(location(), name);
  state.addOperands(operands);
  state.addTypes(results);
  state.addAttributes(attrs);
  Operation *op = builder.create(state);
  // Attributes that the front end hung on it.
  if (rng.chance(6))
    op->setDiscardableAttr("fuzz.note", randomAttribute());
  if (rng.chance(3))
    op->setDiscardableAttr(
        PLDDialect::kAttrsAttrName,
        builder.getDictionaryAttr(named("hint", randomAttribute())));
  return op;
}

Value BodyGen::emitValue(StringRef name, ValueRange operands, Type result,
                         ArrayRef<NamedAttribute> attrs) {
  Value value = emit(name, operands, result, attrs)->getResult(0);
  values.push_back(value);
  return value;
}

Value BodyGen::existing(llvm::function_ref<bool(Type)> fits) {
  SmallVector<Value> fitting;
  for (Value value : values)
    if (fits(value.getType()))
      fitting.push_back(value);
  return fitting.empty() ? Value() : rng.pick(fitting);
}

Value BodyGen::anyValue() {
  if (values.empty() || rng.chance(5))
    return constantIndex(rng.between(0, 64));
  return rng.pick(values);
}

Value BodyGen::valueOf(Type type) {
  if (!rng.chance(10))
    if (Value known = existing(type))
      return known;
  if (isa<IntegerType, IndexType, FloatType>(type) && rng.chance(60) &&
      (type.isSignlessIntOrFloat() || type.isIndex()))
    return constant(type);
  if (isa<GlobalTensorType, DistTensorType, TileType>(type) && rng.chance(50))
    return emitValue(
        "pld.intrinsic", {}, type,
        {named("op_name", builder.getStringAttr("fuzz.make")),
         named("unchecked", builder.getUnitAttr()),
         named("operandSegmentSizes", builder.getDenseI32ArrayAttr({0, 0}))});
  return emitValue("pld.undefined", {}, type);
}

Value BodyGen::constantIndex(int64_t value) {
  return emitValue("arith.constant", {}, builder.getIndexType(),
                   named("value", builder.getIndexAttr(value)));
}

/// Any bits that a value of the type can have, odd ones more often than not.
TypedAttr BodyGen::bits(Type type) {
  if (auto floating = dyn_cast<FloatType>(type)) {
    unsigned width = floating.getWidth();
    APInt word(width, rng.next(), /*isSigned=*/false, /*implicitTrunc=*/true);
    unsigned choice = rng.below(6);
    if (choice == 0)
      word = APInt::getZero(width);
    else if (choice == 1)
      word = APInt::getSignMask(width); // -0.0
    else if (choice == 2)
      word = APFloat::getOne(floating.getFloatSemantics()).bitcastToAPInt();
    else if (choice == 3 && width >= 16) {
      // A NaN with a payload.
      unsigned payload = 1 + rng.below(100);
      word = APFloat::getInf(floating.getFloatSemantics()).bitcastToAPInt() |
             APInt(width, payload);
    }
    return FloatAttr::get(type, APFloat(floating.getFloatSemantics(), word));
  }
  unsigned width = type.isIndex() ? IndexType::kInternalStorageBitWidth
                                  : type.getIntOrFloatBitWidth();
  uint64_t word = rng.chance(60) ? rng.below(10) : rng.next();
  return IntegerAttr::get(
      type, APInt(width, word, /*isSigned=*/false, /*implicitTrunc=*/true));
}

Value BodyGen::constant(Type type) {
  return emitValue("arith.constant", {}, type, named("value", bits(type)));
}

Value BodyGen::scalarFor(Attribute dim, Type type) {
  // The value is for one use: were it given a name later, it would no longer be
  // known as `dim`.
  auto make = [&](StringRef name, ValueRange operands, NamedAttribute attr) {
    return emit(name, operands, type, attr)->getResult(0);
  };
  if (auto integer = dyn_cast<IntegerAttr>(dim)) {
    bool isUpstream = type.isSignlessInteger() || type.isIndex();
    return make(isUpstream ? "arith.constant" : "pld.constant", {},
                named("value", integer));
  }
  if (auto sym = dyn_cast<SymAttr>(dim))
    return make("pld.symbol_value", {}, named("symbol", sym));
  auto expr = cast<ExprAttr>(dim);
  SmallVector<Value> operands;
  for (Attribute operand : expr.getOperands()) {
    Type operandType =
        isa<IntegerAttr>(operand) ? cast<IntegerAttr>(operand).getType()
        : isa<SymAttr>(operand)   ? cast<SymAttr>(operand).getType()
                                  : cast<ExprAttr>(operand).getType();
    operands.push_back(scalarFor(operand, operandType));
  }
  return make(
      "pld.scalar", operands,
      named("kind", ScalarKindAttr::get(builder.getContext(), expr.getKind())));
}

Attribute BodyGen::randomAttribute(unsigned depth) {
  MLIRContext *context = builder.getContext();
  switch (rng.below(depth > 0 ? 11 : 8)) {
  case 0:
    return builder.getI64IntegerAttr(rng.between(-4, 4));
  case 1:
    return builder.getStringAttr(rng.chance(50) ? "x" : "M");
  case 2:
    return bits(builder.getF32Type());
  case 3:
    return builder.getUnitAttr();
  case 4:
    if (!scope.symbols.empty())
      return rng.pick(scope.symbols);
    return builder.getBoolAttr(rng.chance(50));
  case 5:
    return types.expr(scope, /*open=*/false);
  case 6:
    return TypeAttr::get(types.any(scope, /*open=*/false));
  case 7:
    return LevelAttr::get(context, static_cast<Level>(rng.below(10)));
  case 8: {
    SmallVector<Attribute> elements;
    for (unsigned count = rng.below(3); count > 0; --count)
      elements.push_back(randomAttribute(depth - 1));
    return builder.getArrayAttr(elements);
  }
  case 9: {
    SmallVector<int64_t> elements;
    for (unsigned count = rng.below(4); count > 0; --count)
      elements.push_back(rng.between(0, 3));
    return builder.getDenseI64ArrayAttr(elements);
  }
  default: {
    NamedAttrList entries;
    for (StringRef key : {"a", "b", "split"})
      if (rng.chance(40))
        entries.set(key, randomAttribute(depth - 1));
    return entries.getDictionary(context);
  }
  }
}

//===----------------------------------------------------------------------===//
// Choosing
//===----------------------------------------------------------------------===//

void BodyGen::emitSome(unsigned count, unsigned depth) {
  while (count-- > 0)
    emitOne(depth);
}

void BodyGen::emitOne(unsigned depth) {
  unsigned choice = rng.below(depth > 0 ? 112 : 94);
  if (choice < 14)
    return emitConstant();
  if (choice < 26)
    return emitArith();
  if (choice < 30)
    return emitCast();
  if (choice < 36)
    return emitScalar();
  if (choice < 42)
    return emitSymbol();
  if (choice < 48)
    return emitRetype();
  if (choice < 52)
    return emitTuple();
  if (choice < 76)
    return emitIntrinsic();
  if (choice < 78)
    return emitUnchecked();
  if (choice < 84)
    return emitVoid();
  if (choice < 86)
    return emitPrefetch();
  if (choice < 94)
    return emitSystem();
  if (choice < 101)
    return emitFor(depth - 1);
  if (choice < 107)
    return emitIf(depth - 1);
  if (choice < 108)
    return emitWhile(depth - 1);
  if (choice < 109)
    return emitSwitch(depth - 1);
  emitScope(depth - 1);
}

//===----------------------------------------------------------------------===//
// Scalars and symbols
//===----------------------------------------------------------------------===//

void BodyGen::emitConstant() {
  unsigned choice = rng.below(10);
  if (choice == 0) {
    // Elements that differ, and a splat.
    auto type = VectorType::get({4}, builder.getF32Type());
    SmallVector<Attribute> elements;
    for (int i = 0; i < 4; ++i)
      elements.push_back(bits(builder.getF32Type()));
    if (rng.chance(30))
      elements.resize(1);
    emitValue("arith.constant", {}, type,
              named("value", DenseElementsAttr::get(type, elements)));
    return;
  }
  if (choice == 1) {
    auto type = builder.getIntegerType(rng.chance(50) ? 32 : 64, false);
    emitValue("pld.constant", {}, type, named("value", bits(type)));
    return;
  }
  if (choice == 2) {
    Type type = rng.chance(50) ? Type(builder.getF32Type())
                               : Type(HF8Type::get(builder.getContext()));
    emitValue("pld.constant", {}, type,
              named("value", bits(builder.getF64Type())));
    return;
  }
  Type type = types.scalar();
  if (isa<FloatType>(type) || type.isSignlessInteger() || type.isIndex())
    constant(type);
  else
    emitValue("pld.undefined", {}, type);
}

void BodyGen::emitArith() {
  MLIRContext *context = builder.getContext();
  Value lhs = existing([](Type type) {
    return type.isSignlessInteger() || type.isIndex() || isa<FloatType>(type);
  });
  if (!lhs)
    lhs = constant(builder.getI32Type());
  Type type = lhs.getType();
  Value rhs = valueOf(type);
  if (isa<FloatType>(type)) {
    static constexpr StringLiteral names[] = {"arith.addf", "arith.subf",
                                              "arith.mulf", "arith.divf",
                                              "arith.maximumf"};
    StringRef name = rng.pick(names);
    auto flags = rng.chance(80) ? arith::FastMathFlags::none
                                : arith::FastMathFlags::contract;
    emitValue(name, {lhs, rhs}, type,
              named("fastmath", arith::FastMathFlagsAttr::get(context, flags)));
    return;
  }
  if (rng.chance(20)) {
    auto predicate = static_cast<arith::CmpIPredicate>(rng.below(10));
    emitValue(
        "arith.cmpi", {lhs, rhs}, builder.getI1Type(),
        named("predicate", arith::CmpIPredicateAttr::get(context, predicate)));
    return;
  }
  if (rng.chance(20)) {
    Value condition = valueOf(builder.getI1Type());
    Value other = valueOf(type);
    emitValue("arith.select", {condition, lhs, other}, type);
    return;
  }
  static constexpr StringLiteral wrapping[] = {"arith.addi", "arith.subi",
                                               "arith.muli"};
  static constexpr StringLiteral plain[] = {
      "arith.divsi", "arith.floordivsi", "arith.remsi", "arith.andi",
      "arith.ori",   "arith.xori",       "arith.minsi", "arith.maxsi"};
  if (rng.chance(50)) {
    StringRef name = rng.pick(plain);
    emitValue(name, {lhs, rhs}, type);
    return;
  }
  StringRef name = rng.pick(wrapping);
  auto flags = rng.chance(80) ? arith::IntegerOverflowFlags::none
                              : arith::IntegerOverflowFlags::nsw;
  emitValue(name, {lhs, rhs}, type,
            named("overflowFlags",
                  arith::IntegerOverflowFlagsAttr::get(context, flags)));
}

void BodyGen::emitCast() {
  if (Value value = existing(builder.getIndexType()); value && rng.chance(50)) {
    emitValue("arith.index_cast", value, builder.getI64Type());
    return;
  }
  if (Value value = existing(builder.getI32Type())) {
    if (rng.chance(50))
      emitValue("arith.extsi", value, builder.getI64Type());
    else
      emitValue("arith.sitofp", value, builder.getF32Type());
    return;
  }
  if (Value value = existing(builder.getF16Type()))
    emitValue("arith.extf", value, builder.getF32Type());
}

void BodyGen::emitScalar() {
  auto isScalar = [](Type type) {
    return classifyType(type) == TypeClass::Scalar;
  };
  Value lhs = existing(isScalar), rhs = existing(isScalar);
  if (!lhs || !rhs)
    return;
  auto kind = static_cast<ScalarKind>(
      rng.below(static_cast<uint64_t>(ScalarKind::Call)));
  SmallVector<Value> operands{lhs};
  if (kind < ScalarKind::Abs)
    operands.push_back(rhs);
  Type type = rng.chance(70) ? lhs.getType() : types.scalar();
  emitValue("pld.scalar", operands, type,
            named("kind", ScalarKindAttr::get(builder.getContext(), kind)));
}

void BodyGen::emitSymbol() {
  if (!scope.symbols.empty() && rng.chance(50)) {
    SymAttr sym = rng.pick(scope.symbols);
    emitValue("pld.symbol_value", {}, sym.getType(), named("symbol", sym));
    return;
  }
  SymAttr sym = types.newSymbol(scope);
  if (!sym)
    return;
  Value value = valueOf(sym.getType());
  emit("pld.bind_symbol", value, {}, named("symbol", sym));
  scope.add(sym);
}

void BodyGen::emitRetype() {
  MLIRContext *context = builder.getContext();
  Value value =
      existing([](Type type) { return isa<GlobalTensorType, TileType>(type); });
  if (!value)
    return;
  SmallVector<Attribute> shape(getShapeOf(value.getType()));
  bool sameRank = rng.chance(70);
  if (!sameRank)
    shape.push_back(types.dim(scope, /*open=*/false));
  if (!shape.empty() && rng.chance(70)) {
    size_t index = rng.below(shape.size());
    shape[index] = types.dim(scope, /*open=*/false);
  }
  Type element = getElementTypeOf(value.getType()), type;
  if (auto tile = dyn_cast<TileType>(value.getType()))
    type = TileType::get(context, shape, element, tile.getSpace(),
                         TileViewAttr(), MemRefAttr());
  else
    type = GlobalTensorType::get(context, shape, element, Layout::ND, {}, {},
                                 Pad::Null, MemRefAttr());
  emitValue(sameRank ? "pld.retype" : "pld.reinterpret", value, type);
}

void BodyGen::emitTuple() {
  Value tuple = existing([](Type type) { return isa<mlir::TupleType>(type); });
  if (tuple && rng.chance(50)) {
    auto type = cast<mlir::TupleType>(tuple.getType());
    if (type.size() == 0)
      return;
    unsigned index = rng.below(type.size());
    emitValue("pld.tuple_get", tuple, type.getType(index),
              named("index", builder.getI64IntegerAttr(index)));
    return;
  }
  SmallVector<Value> elements;
  for (unsigned count = rng.below(3); count > 0; --count)
    elements.push_back(anyValue());
  emitValue("pld.make_tuple", elements,
            mlir::TupleType::get(builder.getContext(),
                                 ValueRange(elements).getTypes()));
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

Attribute BodyGen::keyword(unsigned kind) {
  MLIRContext *context = builder.getContext();
  switch (static_cast<KeywordKind>(kind)) {
  case KeywordKind::Int:
    return builder.getI64IntegerAttr(rng.between(-2, 8));
  case KeywordKind::Bool:
    return builder.getBoolAttr(rng.chance(50));
  case KeywordKind::String:
    return builder.getStringAttr(rng.chance(50) ? "hard" : "aiv");
  case KeywordKind::Double:
    return bits(builder.getF64Type());
  case KeywordKind::DataType:
    return TypeAttr::get(types.elementType());
  case KeywordKind::MemorySpace:
    return MemorySpaceAttr::get(context,
                                static_cast<MemorySpace>(rng.below(10)));
  case KeywordKind::TensorLayout:
    return LayoutAttr::get(context, static_cast<Layout>(rng.below(5)));
  case KeywordKind::TileLayout:
    return TileLayoutAttr::get(context, static_cast<TileLayout>(rng.below(3)));
  case KeywordKind::PadValue:
    return PadAttr::get(context, static_cast<Pad>(rng.below(4)));
  }
  llvm_unreachable("every kind is handled");
}

void BodyGen::emitIntrinsic() {
  ArrayRef<IntrinsicInfo> table = getIntrinsics();
  const IntrinsicInfo *info = nullptr;
  while (!info) {
    const IntrinsicInfo &candidate = rng.pick(table);
    StringRef bare = candidate.name;
    bare.consume_front("pld.");
    // Some have an operation of their own; builtin templates are not admitted.
    if (!bare.starts_with("builtin.") &&
        !RegisteredOperationName::lookup(("pld." + bare).str(),
                                         builder.getContext()))
      info = &candidate;
  }
  unsigned arity = rng.below(4);
  while (!info->acceptsArity(arity))
    arity = rng.below(16);
  SmallVector<Value> operands;
  for (unsigned i = 0; i < arity; ++i)
    operands.push_back(anyValue());
  int device = rng.chance(4);
  if (device)
    operands.push_back(valueOf(builder.getIndexType()));

  SmallVector<Type> results;
  bool wantsResult =
      info->allowsResults() && (!info->allowsNoResult() || rng.chance(50));
  if (wantsResult) {
    bool isTile = info->name.starts_with("tile.");
    // Often of a type that is there, so that values can be exchanged.
    Value model = existing([&](Type type) {
      return isTile ? isa<TileType>(type) : isa<GlobalTensorType>(type);
    });
    if (model && rng.chance(60))
      results.push_back(model.getType());
    else
      results.push_back(isTile ? types.tile(scope, false)
                               : types.plainTensor(scope, false));
  }
  SmallVector<NamedAttribute> attrs = {
      named("op_name", builder.getStringAttr(info->name)),
      named("operandSegmentSizes",
            builder.getDenseI32ArrayAttr(
                {static_cast<int32_t>(arity), static_cast<int32_t>(device)}))};
  NamedAttrList keywords;
  for (const KeywordInfo &keywordInfo : info->keywords)
    if (rng.chance(60))
      keywords.set(keywordInfo.name,
                   keyword(static_cast<unsigned>(keywordInfo.kind)));
  if (!keywords.empty() || rng.chance(5))
    attrs.push_back(
        named("keywords", keywords.getDictionary(builder.getContext())));
  Operation *op = emit("pld.intrinsic", operands, results, attrs);
  llvm::append_range(values, op->getResults());
}

void BodyGen::emitUnchecked() {
  SmallVector<Value> operands;
  for (unsigned count = rng.below(3); count > 0; --count)
    operands.push_back(anyValue());
  SmallVector<Type> results;
  for (unsigned count = rng.below(3); count > 0; --count)
    results.push_back(types.any(scope, /*open=*/false));
  Operation *op =
      emit("pld.intrinsic", operands, results,
           {named("op_name", builder.getStringAttr("fuzz.anything")),
            named("unchecked", builder.getUnitAttr()),
            named("operandSegmentSizes",
                  builder.getDenseI32ArrayAttr(
                      {static_cast<int32_t>(operands.size()), 0}))});
  llvm::append_range(values, op->getResults());
}

/// The nine legacy void operations, with and without the result that older
/// front ends give them.
void BodyGen::emitVoid() {
  struct Row {
    StringLiteral name;
    unsigned operands;
    SmallVector<StringLiteral> integers;
  };
  static const Row rows[] = {
      {"pld.tensor.put", 3, {"atomic", "chunk_rows"}},
      {"pld.tile.remote_store", 4, {"atomic"}},
      {"pld.tensor.remote_store", 4, {"atomic"}},
      {"pld.system.notify", 4, {"op"}},
      {"pld.system.wait", 3, {"cmp"}},
      {"pld.system.defer_wait", 3, {"cmp"}},
      {"pld.system.set_ffts", 1, {}},
      {"pld.system.sync_set", 0, {"pipe", "event_id", "ffts_mode"}},
      {"pld.system.sync_wait", 0, {"pipe", "event_id"}}};
  const Row &row = rng.pick(rows);
  SmallVector<Value> operands;
  for (unsigned i = 0; i < row.operands; ++i)
    operands.push_back(anyValue());
  SmallVector<NamedAttribute> attrs;
  for (StringRef key : row.integers)
    if (rng.chance(60))
      attrs.push_back(named(key, builder.getI64IntegerAttr(rng.below(4))));
  SmallVector<Type> results;
  if (rng.chance(40))
    results.push_back(UnknownType::get(builder.getContext()));
  // The result is no value that anything may use.
  emit(row.name, operands, results, attrs);
}

void BodyGen::emitPrefetch() {
  MLIRContext *context = builder.getContext();
  Value source = existing(
      [](Type type) { return isa<GlobalTensorType, DistTensorType>(type); });
  if (!source)
    return;
  Value handle =
      emit("pld.prefetch.make_context", {}, PrefetchContextType::get(context))
          ->getResult(0);
  Value session =
      emit("pld.prefetch.session", handle, AsyncSessionType::get(context))
          ->getResult(0);
  Value event = emit("pld.prefetch.async_prefetch", {source, handle},
                     AsyncEventType::get(context))
                    ->getResult(0);
  if (rng.chance(80))
    emitValue("pld.prefetch.wait", {event, session}, builder.getI1Type());
}

void BodyGen::emitSystem() {
  MLIRContext *context = builder.getContext();
  auto taskType = TaskIdType::get(context);
  switch (rng.below(6)) {
  case 0: {
    SmallVector<NamedAttribute> attrs = {
        named("name", builder.getStringAttr(rng.chance(50) ? "buf" : "slot"))};
    if (rng.chance(60))
      attrs.push_back(
          named("size", builder.getI64IntegerAttr(64 << rng.below(4))));
    emitValue("pld.system.reserve_buffer", {}, builder.getI32Type(), attrs);
    return;
  }
  case 1:
    emitValue("pld.system.world_size", {}, builder.getI64Type());
    return;
  case 2:
    emitValue("pld.system.task_invalid", {}, taskType);
    return;
  case 3:
    emitValue("pld.system.task_is_valid", valueOf(taskType),
              builder.getI1Type());
    return;
  case 4:
    emitValue("pld.system.task_dummy", valueOf(taskType), taskType);
    return;
  default:
    valueOf(types.any(scope, /*open=*/false));
  }
}

//===- ExpressionImporter.cpp - Expressions ------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Variables, constants, arithmetic, tuples.
//
//===----------------------------------------------------------------------===//

#include "FunctionImporter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace pld;
using namespace pld::pypto;

/// Expressions nest at most this deep, also through references.
static constexpr unsigned kMaxNesting = 300;

/// Codes of pure expressions that have no ScalarKind.
enum ExprCode : unsigned { kMakeTuple = 100, kTupleGet = 101 };

FailureOr<Value> FunctionImporter::importExpr(NodeId node) {
  if (failed(program.charge(node)))
    return failure();
  FailureOr<Value> value = importUncharged(node);
  if (failed(value) || failed(program.chargeTypes(node, value->getType())))
    return failure();
  return value;
}

FailureOr<Value> FunctionImporter::importUncharged(NodeId node) {
  NodeKind kind = table.kind(node);
  if (kind == NodeKind::Var || kind == NodeKind::IterArg)
    return importVariable(node);
  if (kind == NodeKind::ConstInt || kind == NodeKind::ConstFloat ||
      kind == NodeKind::ConstBool)
    return importConstant(node, std::nullopt);
  if (Value known = nodeValues.lookup({numRedefined, node}))
    return known;
  if (!active.insert(node).second)
    return table.errorAt(node) << "the expression contains itself";
  if (depth >= kMaxNesting)
    return table.errorAt(node)
           << "expressions are nested more than " << kMaxNesting << " deep";
  ++depth;
  FailureOr<Value> value = importUncached(node);
  --depth;
  active.erase(node);
  // A call is made again wherever it is used.
  if (succeeded(value) && kind != NodeKind::Call && kind != NodeKind::Submit)
    nodeValues.insert({numRedefined, node}, *value);
  return value;
}

FailureOr<Value> FunctionImporter::importUncached(NodeId node) {
  NodeKind kind = table.kind(node);
  if (kind == NodeKind::Call || kind == NodeKind::Submit) {
    FailureOr<Type> type = types.importTypeOf(node);
    if (failed(type))
      return failure();
    FailureOr<Binding> result = importCall(node, Type(), std::nullopt);
    if (failed(result))
      return failure();
    if (result->values.empty())
      return table.errorAt(node) << "is used as a value, but gives none";
    return toSingleValue(*result, *type, builder.getUnknownLoc());
  }
  Fields fields = table.read(node);
  FailureOr<Location> loc = getLoc(fields);
  if (failed(loc))
    return failure();
  if (kind >= NodeKind::Add && kind <= NodeKind::Cast)
    return importScalar(node, /*assigned=*/false, *loc);
  if (kind == NodeKind::MakeTuple)
    return importMakeTuple(node, /*assigned=*/false, *loc);
  if (kind == NodeKind::TupleGetItemExpr)
    return importTupleGet(node, *loc);
  return table.errorAt(node)
         << "cannot be used as a value in '@" << name << "'";
}

FailureOr<Value> FunctionImporter::importAssigned(NodeId node, Location loc) {
  NodeKind kind = table.kind(node);
  if (failed(program.charge(node)))
    return failure();
  if (kind == NodeKind::ConstInt || kind == NodeKind::ConstFloat ||
      kind == NodeKind::ConstBool)
    return importConstant(node, loc);
  if (kind >= NodeKind::Add && kind <= NodeKind::Cast)
    return importScalar(node, /*assigned=*/true, loc);
  if (kind == NodeKind::MakeTuple)
    return importMakeTuple(node, /*assigned=*/true, loc);
  return importExpr(node);
}

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

FailureOr<NodeId> FunctionImporter::findInit(NodeId iter) {
  Fields fields = table.read(iter);
  NodeId init = fields.getNode("initValue");
  if (fields.hasFailed())
    return failure();
  for (auto it = copies.find(init); it != copies.end(); it = copies.find(init))
    init = it->second;
  return init;
}

FailureOr<NodeId> FunctionImporter::findIterArg(NodeId stray) {
  // PyPTO's conversion to SSA leaves copies of a loop's argument in places. A
  // copy has the name and the initial value of the argument.
  FailureOr<NodeId> init = findInit(stray);
  if (failed(init))
    return failure();
  auto isSameConstant = [&](NodeId other) {
    NodeKind kind = table.kind(*init);
    if (kind != table.kind(other) ||
        (kind != NodeKind::ConstInt && kind != NodeKind::ConstFloat &&
         kind != NodeKind::ConstBool))
      return false;
    Fields a = table.read(*init), b = table.read(other);
    return llvm::all_of(ArrayRef<StringRef>{"type", "value"}, [&](auto key) {
      return tape.getBytes(a.get(key)) == tape.getBytes(b.get(key));
    });
  };
  for (NodeId iter : llvm::reverse(iterArgs[getName(stray)])) {
    FailureOr<NodeId> other = findInit(iter);
    if (failed(other))
      return failure();
    if (*other == *init || isSameConstant(*other))
      return iter;
  }
  return table.errorAt(stray)
         << "'" << getName(stray) << "' is used in '@" << name
         << "', but nothing defines it: no loop around has an argument of "
            "that name and initial value";
}

FailureOr<Value> FunctionImporter::importVariable(NodeId node) {
  if (auto it = bindings.find(node); it != bindings.end()) {
    if (!it->second.isTuple && it->second.values.size() == 1)
      return it->second.values.front();
    if (it->second.values.empty())
      return table.errorAt(node) << "'" << getName(node) << "' has no value";
    FailureOr<Type> type = types.importTypeOf(node);
    if (failed(type))
      return failure();
    return toSingleValue(it->second, *type, builder.getUnknownLoc());
  }
  if (table.kind(node) == NodeKind::IterArg) {
    FailureOr<NodeId> iter = findIterArg(node);
    if (failed(iter))
      return failure();
    return bindings[*iter].values.front();
  }
  // A shape symbol that no parameter carries is defined by the types of the
  // parameters; its value can be asked for.
  FailureOr<Type> type = types.importTypeOf(node);
  if (failed(type))
    return failure();
  if (table.kind(node) != NodeKind::Var || !type->isIntOrIndex())
    return table.errorAt(node) << "'" << getName(node) << "' is used in '@"
                               << name << "', but nothing defines it";
  FailureOr<SymAttr> symbol = types.getSymbol(node);
  if (failed(symbol))
    return failure();
  Value &value = constants[{*symbol, *type}];
  if (!value) {
    OpBuilder::InsertionGuard guard(builder);
    if (lastConstant)
      builder.setInsertionPointAfter(lastConstant);
    else
      builder.setInsertionPointToStart(entry);
    Location loc = NameLoc::get(StringAttr::get(context, getName(node)));
    auto op = SymbolValueOp::create(builder, loc, *type, *symbol);
    symbolValues.push_back(op);
    symbolValueNodes.push_back(node);
    lastConstant = op;
    value = op;
  }
  return value;
}

FailureOr<Value> FunctionImporter::toSingleValue(const Binding &binding,
                                                 Type type, Location loc) {
  if (!binding.isTuple)
    return binding.values.front();
  return unique(kMakeTuple, type, binding.values, /*assigned=*/false, [&] {
    return MakeTupleOp::create(
               builder, loc,
               mlir::TupleType::get(context,
                                    ValueRange(binding.values).getTypes()),
               binding.values)
        .getResult();
  });
}

/// Whether both are scalars, both hold elements, or both are tuples: programs
/// state such types of one value.
static bool areBothData(Type a, Type b) {
  auto getSort = [](Type type) {
    TypeClass kind = classifyType(type);
    bool hasElements = kind == TypeClass::Tensor ||
                       kind == TypeClass::DistTensor || kind == TypeClass::Tile;
    return hasElements ? TypeClass::Tensor : kind;
  };
  TypeClass sort = getSort(a);
  if (sort != getSort(b))
    return false;
  if (sort == TypeClass::Tuple)
    return cast<mlir::TupleType>(a).size() == cast<mlir::TupleType>(b).size();
  return sort == TypeClass::Scalar || sort == TypeClass::Tensor;
}

FailureOr<Value> FunctionImporter::retype(Value value, Type type, Location loc,
                                          NodeId node) {
  if (value.getType() == type)
    return value;
  bool isReinterpreted = !haveSameClass(value.getType(), type);
  bool isUnchecked = isReinterpreted && !mayShareStorage(value.getType(), type);
  if (isUnchecked && !areBothData(value.getType(), type))
    return table.errorAt(node)
           << "a value of type " << value.getType() << " cannot also be "
           << type << " in '@" << name << "'";
  if (failed(program.chargeTypes(node, {value.getType(), type})))
    return failure();
  if (isUnchecked)
    return UncheckedCastOp::create(builder, loc, type, value).getResult();
  if (isReinterpreted)
    return ReinterpretOp::create(builder, loc, type, value).getResult();
  return RetypeOp::create(builder, loc, type, value).getResult();
}

LogicalResult FunctionImporter::annotate(StringRef of, const KeyValue &entry,
                                         Location loc) {
  SmallVector<Value> values;
  for (NodeId node : entry.nodes) {
    FailureOr<Value> value = importExpr(node);
    if (failed(value))
      return failure();
    values.push_back(*value);
  }
  AnnotateOp::create(builder, loc, of, entry.key, values, entry.isList);
  return success();
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// `value` in the format of `semantics`, or none where that cannot hold it bit
/// for bit.
static std::optional<APFloat>
convertExactly(double value, const llvm::fltSemantics &semantics) {
  APFloat number(value);
  // Small formats lack special values, and a conversion gives what they have
  // in their place.
  if ((number.isNaN() && !APFloat::semanticsHasNaN(semantics)) ||
      (number.isInfinity() && !APFloat::semanticsHasInf(semantics)) ||
      (number.isZero() && !APFloat::semanticsHasZero(semantics)) ||
      (number.isNegative() && !APFloat::semanticsHasSignedRepr(semantics)))
    return std::nullopt;
  bool losesInfo = false;
  APFloat::opStatus status =
      number.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  if (status != APFloat::opOK || losesInfo)
    return std::nullopt;
  // The payload of a NaN may still have changed.
  APFloat back = number;
  back.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &losesInfo);
  if (!back.bitwiseIsEqual(APFloat(value)))
    return std::nullopt;
  return number;
}

FailureOr<Value>
FunctionImporter::importConstant(NodeId node,
                                 std::optional<Location> assigned) {
  Fields fields = table.read(node);
  FailureOr<Location> loc = getLoc(fields);
  Tape::Index typeMap = fields.get("type");
  if (failed(loc) || !typeMap)
    return failure();
  FailureOr<Type> type = types.importType(typeMap);
  if (failed(type))
    return failure();

  TypedAttr attr;
  Tape::Index valueAt = fields.get("value");
  if (table.kind(node) == NodeKind::ConstBool) {
    bool value = fields.getBool("value");
    if (failed(fields.finish()))
      return failure();
    if (!type->isInteger(1))
      return table.errorAt(node) << "a boolean has the type " << *type;
    attr = builder.getBoolAttr(value);
  } else if (table.kind(node) == NodeKind::ConstInt) {
    int64_t value = fields.getInt("value");
    if (failed(fields.finish()))
      return failure();
    if (!type->isIntOrIndex())
      return table.errorAt(node) << "an integer has the type " << *type;
    unsigned width = type->isIndex() ? 64 : type->getIntOrFloatBitWidth();
    APInt bits(64, value, /*isSigned=*/true);
    bool isUnsigned = type->isUnsignedInteger() || width == 1;
    if (isUnsigned ? !bits.isIntN(width) : !bits.isSignedIntN(width))
      return table.errorAt(node)
             << "the integer " << value << " does not fit " << *type;
    attr = IntegerAttr::get(*type, bits.sextOrTrunc(width));
  } else {
    if (!valueAt)
      return failure();
    std::optional<double> number = tape.getDouble(valueAt);
    if (!number)
      return table.errorAt(node) << "the value must be a double";
    double value = *number;
    if (failed(fields.finish()))
      return failure();
    if (!isa<FloatType, HF4Type, HF8Type>(*type))
      return table.errorAt(node)
             << "a floating point number has the type " << *type;
    // Rounding would make different constants equal: what the type cannot hold
    // exactly is kept in double precision.
    attr = builder.getF64FloatAttr(value);
    if (auto floatType = dyn_cast<FloatType>(*type))
      if (std::optional<APFloat> exact =
              convertExactly(value, floatType.getFloatSemantics()))
        attr = FloatAttr::get(*type, *exact);
  }

  auto make = [&](Location at) -> Value {
    if (attr.getType() == *type &&
        (isa<FloatType>(*type) || type->isSignlessIntOrIndex()))
      return arith::ConstantOp::create(builder, at, attr);
    return ConstantOp::create(builder, at, *type, attr);
  };
  if (assigned)
    return make(*assigned);
  Value &value = constants[{attr, *type}];
  if (!value) {
    OpBuilder::InsertionGuard guard(builder);
    if (lastConstant)
      builder.setInsertionPointAfter(lastConstant);
    else
      builder.setInsertionPointToStart(entry);
    value = make(*loc);
    lastConstant = value.getDefiningOp();
  }
  return value;
}

//===----------------------------------------------------------------------===//
// Arithmetic and tuples
//===----------------------------------------------------------------------===//

Value FunctionImporter::unique(unsigned operation, Type type,
                               ArrayRef<Value> operands, bool assigned,
                               llvm::function_ref<Value()> make) {
  // What a statement assigns is its own operation, and stays so: nothing else
  // may become it.
  if (assigned)
    return make();
  if (Value known = exprValues.lookup(ExprKey{operation, type, operands}))
    return known;
  Value value = make();
  exprValues.insert(ExprKey{operation, type, operands.copy(keyAllocator)},
                    value);
  return value;
}

FailureOr<Value> FunctionImporter::importScalar(NodeId node, bool assigned,
                                                Location loc) {
  NodeKind kind = table.kind(node);
  Fields fields = table.read(node);
  fields.ignore("span");
  Tape::Index typeMap = fields.get("type");
  SmallVector<NodeId, 2> operandNodes;
  if (kind <= NodeKind::BitShiftRight)
    operandNodes = {fields.getNode("left"), fields.getNode("right")};
  else
    operandNodes = {fields.getNode("operand")};
  if (failed(fields.finish()))
    return failure();
  FailureOr<Type> type = types.importType(typeMap);
  if (failed(type))
    return failure();
  SmallVector<Value, 2> operands;
  for (NodeId operand : operandNodes) {
    FailureOr<Value> value = importExpr(operand);
    if (failed(value))
      return failure();
    if (classifyType(value->getType()) != TypeClass::Scalar &&
        !isa<TaskIdType>(value->getType()))
      return table.errorAt(operand)
             << "is " << value->getType() << ", where a scalar is expected";
    operands.push_back(*value);
  }
  auto scalar =
      static_cast<ScalarKind>(unsigned(kind) - unsigned(NodeKind::Add));
  return unique(unsigned(scalar), *type, operands, assigned,
                [&] { return buildScalar(scalar, operands, *type, loc); });
}

/// Upstream operations where they say exactly the same, pld.scalar elsewhere.
Value FunctionImporter::buildScalar(ScalarKind kind, ValueRange operands,
                                    Type type, Location loc) {
  OpBuilder &b = builder;
  Value lhs = operands.front(), rhs = operands.back();
  Type from = lhs.getType();
  auto fallback = [&]() -> Value {
    return ScalarOp::create(b, loc, type, ScalarKindAttr::get(context, kind),
                            operands);
  };
  bool isBool = from.isInteger(1);
  bool isInteger = from.isSignlessIntOrIndex() && !isBool;
  bool isFloat = isa<FloatType>(from);

  if (kind == ScalarKind::Cast) {
    auto isPlain = [](Type t) {
      return t.isSignlessInteger() && !t.isInteger(1);
    };
    auto isIEEE = [](Type t) {
      return t.isF16() || t.isBF16() || t.isF32() || t.isF64();
    };
    if ((from.isIndex() && isPlain(type)) || (isPlain(from) && type.isIndex()))
      return arith::IndexCastOp::create(b, loc, type, lhs);
    if (isPlain(from) && isPlain(type)) {
      unsigned have = from.getIntOrFloatBitWidth(),
               want = type.getIntOrFloatBitWidth();
      if (have < want)
        return arith::ExtSIOp::create(b, loc, type, lhs);
      if (have > want)
        return arith::TruncIOp::create(b, loc, type, lhs);
    }
    if (isPlain(from) && isIEEE(type))
      return arith::SIToFPOp::create(b, loc, type, lhs);
    if (isIEEE(from) && isPlain(type))
      return arith::FPToSIOp::create(b, loc, type, lhs);
    if (isIEEE(from) && isIEEE(type)) {
      unsigned have = from.getIntOrFloatBitWidth(),
               want = type.getIntOrFloatBitWidth();
      if (have < want)
        return arith::ExtFOp::create(b, loc, type, lhs);
      if (have > want)
        return arith::TruncFOp::create(b, loc, type, lhs);
    }
    return fallback();
  }
  if (rhs.getType() != from)
    return fallback();

  bool isComparison = kind >= ScalarKind::Eq && kind <= ScalarKind::Ge;
  if (isComparison && type.isInteger(1)) {
    if (isInteger) {
      static constexpr arith::CmpIPredicate predicates[] = {
          arith::CmpIPredicate::eq,  arith::CmpIPredicate::ne,
          arith::CmpIPredicate::slt, arith::CmpIPredicate::sle,
          arith::CmpIPredicate::sgt, arith::CmpIPredicate::sge};
      return arith::CmpIOp::create(
          b, loc, predicates[unsigned(kind) - unsigned(ScalarKind::Eq)], lhs,
          rhs);
    }
    if (isFloat) {
      static constexpr arith::CmpFPredicate predicates[] = {
          arith::CmpFPredicate::OEQ, arith::CmpFPredicate::UNE,
          arith::CmpFPredicate::OLT, arith::CmpFPredicate::OLE,
          arith::CmpFPredicate::OGT, arith::CmpFPredicate::OGE};
      return arith::CmpFOp::create(
          b, loc, predicates[unsigned(kind) - unsigned(ScalarKind::Eq)], lhs,
          rhs);
    }
    return fallback();
  }
  if (type != from)
    return fallback();
  if (isBool) {
    if (kind == ScalarKind::And)
      return arith::AndIOp::create(b, loc, lhs, rhs);
    if (kind == ScalarKind::Or)
      return arith::OrIOp::create(b, loc, lhs, rhs);
    if (kind == ScalarKind::Xor)
      return arith::XOrIOp::create(b, loc, lhs, rhs);
    return fallback();
  }
  if (isInteger) {
    switch (kind) {
    case ScalarKind::Add:
      return arith::AddIOp::create(b, loc, lhs, rhs);
    case ScalarKind::Sub:
      return arith::SubIOp::create(b, loc, lhs, rhs);
    case ScalarKind::Mul:
      return arith::MulIOp::create(b, loc, lhs, rhs);
    case ScalarKind::FloorDiv:
      return arith::FloorDivSIOp::create(b, loc, lhs, rhs);
    case ScalarKind::Min:
      return arith::MinSIOp::create(b, loc, lhs, rhs);
    case ScalarKind::Max:
      return arith::MaxSIOp::create(b, loc, lhs, rhs);
    case ScalarKind::BitAnd:
      return arith::AndIOp::create(b, loc, lhs, rhs);
    case ScalarKind::BitOr:
      return arith::OrIOp::create(b, loc, lhs, rhs);
    case ScalarKind::BitXor:
      return arith::XOrIOp::create(b, loc, lhs, rhs);
    default:
      return fallback();
    }
  }
  if (isFloat) {
    switch (kind) {
    case ScalarKind::Add:
      return arith::AddFOp::create(b, loc, lhs, rhs);
    case ScalarKind::Sub:
      return arith::SubFOp::create(b, loc, lhs, rhs);
    case ScalarKind::Mul:
      return arith::MulFOp::create(b, loc, lhs, rhs);
    case ScalarKind::Div:
      return arith::DivFOp::create(b, loc, lhs, rhs);
    case ScalarKind::Neg:
      return arith::NegFOp::create(b, loc, lhs);
    default:
      return fallback();
    }
  }
  return fallback();
}

LogicalResult FunctionImporter::importList(Tape::Index list,
                                           SmallVectorImpl<Value> &values) {
  Tape::Index element = tape.first(list);
  for (uint32_t i = 0, e = tape.count(list); i < e;
       ++i, element = tape.next(element)) {
    FailureOr<NodeId> node = table.resolve(element);
    FailureOr<Value> value =
        succeeded(node) ? importExpr(*node) : FailureOr<Value>();
    if (failed(value))
      return failure();
    values.push_back(*value);
  }
  return success();
}

FailureOr<Value> FunctionImporter::importMakeTuple(NodeId node, bool assigned,
                                                   Location loc) {
  Fields fields = table.read(node);
  fields.ignore("span");
  fields.ignore("type"); // follows from the elements
  Tape::Index list = fields.getArray("elements");
  SmallVector<Value> elements;
  if (failed(fields.finish()) || failed(types.importTypeOf(node)) ||
      failed(importList(list, elements)))
    return failure();
  Type type = mlir::TupleType::get(context, ValueRange(elements).getTypes());
  return unique(kMakeTuple, type, elements, assigned, [&] {
    return MakeTupleOp::create(builder, loc, type, elements).getResult();
  });
}

FailureOr<std::pair<NodeId, int64_t>>
FunctionImporter::readTupleGet(NodeId node) {
  Fields fields = table.read(node);
  fields.ignore("span");
  fields.ignore("type"); // follows from the tuple
  NodeId tuple = fields.getNode("tuple");
  int64_t index = fields.getInt("index");
  if (failed(fields.finish()) || failed(types.importTypeOf(node)))
    return failure();
  return std::pair(tuple, index);
}

FailureOr<Value> FunctionImporter::importTupleGet(NodeId node, Location loc) {
  FailureOr<std::pair<NodeId, int64_t>> get = readTupleGet(node);
  if (failed(get))
    return failure();
  auto [tuple, index] = *get;
  auto it = bindings.find(tuple);
  if (it != bindings.end() && it->second.isTuple) {
    if (index < 0 || index >= int64_t(it->second.values.size()))
      return table.errorAt(node)
             << "takes element " << index << " of a tuple of "
             << it->second.values.size();
    return it->second.values[index];
  }
  FailureOr<Value> value = importExpr(tuple);
  if (failed(value))
    return failure();
  auto type = dyn_cast<mlir::TupleType>(value->getType());
  if (!type)
    return table.errorAt(node) << "takes an element of " << value->getType()
                               << ", which is not a tuple";
  if (index < 0 || index >= int64_t(type.size()))
    return table.errorAt(node)
           << "takes element " << index << " of a tuple of " << type.size();
  return TupleGetOp::create(builder, loc, type.getType(index), *value, index)
      .getResult();
}

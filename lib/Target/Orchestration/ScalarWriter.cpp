//===- ScalarWriter.cpp - Scalars of an orchestration as C++ --------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarWriter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "pld/Dialect/PLD/ShapeSymbols.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace pld;
using namespace pld::orchestration;

StringRef orchestration::getCppType(Type type) {
  if (isa<IndexType>(type))
    return "int64_t";
  if (auto integer = dyn_cast<IntegerType>(type)) {
    bool isUnsigned = integer.isUnsigned();
    switch (integer.getWidth()) {
    case 1:
      return "bool";
    case 8:
      return isUnsigned ? "uint8_t" : "int8_t";
    case 16:
      return isUnsigned ? "uint16_t" : "int16_t";
    case 32:
      return isUnsigned ? "uint32_t" : "int32_t";
    case 64:
      return isUnsigned ? "uint64_t" : "int64_t";
    default:
      return "";
    }
  }
  if (type.isF32())
    return "float";
  if (type.isF64())
    return "double";
  if (isa<TaskIdType>(type))
    return "PTO2TaskId";
  if (isa<CommCtxType, PtrType>(type))
    return "uint64_t";
  return "";
}

/// Whether values of both types are the same in C++.
static bool haveSameCppType(Type a, Type b) {
  StringRef type = getCppType(a);
  return a == b || (!type.empty() && type == getCppType(b));
}

bool orchestration::holdsAll(Type to, Type from) {
  auto describe = [](Type type) -> std::pair<unsigned, bool> {
    if (type.isIndex())
      return {64, true};
    return {type.getIntOrFloatBitWidth(),
            !type.isUnsignedInteger() && !type.isInteger(1)};
  };
  if (!to.isIntOrIndex() || !from.isIntOrIndex())
    return false;
  auto [toBits, toSigned] = describe(to);
  auto [fromBits, fromSigned] = describe(from);
  if (toSigned == fromSigned)
    return toBits >= fromBits;
  return toSigned && toBits > fromBits;
}

StringRef orchestration::getDataType(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type)) {
    bool isUnsigned = integer.isUnsigned();
    switch (integer.getWidth()) {
    case 8:
      return isUnsigned ? "UINT8" : "INT8";
    case 16:
      return isUnsigned ? "UINT16" : "INT16";
    case 32:
      return isUnsigned ? "UINT32" : "INT32";
    case 64:
      return isUnsigned ? "UINT64" : "INT64";
    default:
      return "";
    }
  }
  if (isa<IndexType>(type))
    return "INT64";
  if (type.isF32())
    return "FLOAT32";
  if (type.isF16())
    return "FLOAT16";
  if (type.isBF16())
    return "BFLOAT16";
  if (isa<Float8E4M3FNType>(type))
    return "FP8E4M3FN";
  if (isa<Float8E8M0FNUType>(type))
    return "FP8E8M0";
  if (isa<Float4E2M1FNType>(type))
    return "FP4E2M1";
  return "";
}

StringRef orchestration::getSourceName(Location loc) {
  if (auto name = dyn_cast<NameLoc>(loc))
    return name.getName();
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      if (StringRef name = getSourceName(part); !name.empty())
        return name;
  return "";
}

//===----------------------------------------------------------------------===//
// Literals
//===----------------------------------------------------------------------===//

static std::string formatInteger(const APInt &value, bool isUnsigned) {
  SmallString<24> text;
  // There is no literal for the least of all numbers.
  if (!isUnsigned && value.isMinSignedValue() && value.getBitWidth() == 64)
    return "(-9223372036854775807 - 1)";
  value.toString(text, 10, !isUnsigned);
  if (isUnsigned)
    text += "u";
  return text.str().str();
}

/// The nearest number, or nothing for a NaN that would change its bits.
static std::optional<std::string> formatFloat(APFloat value, bool isDouble) {
  const llvm::fltSemantics &semantics =
      isDouble ? APFloat::IEEEdouble() : APFloat::IEEEsingle();
  if (&value.getSemantics() != &semantics) {
    // A conversion would make it quiet.
    if (value.isSignaling())
      return std::nullopt;
    bool losesInfo;
    value.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
    if (value.isNaN() && losesInfo)
      return std::nullopt;
  }
  // No literal has the sign and the payload.
  if (value.isNaN())
    return ("from_u64<" + Twine(isDouble ? "double" : "float") + ">(0x" +
            llvm::utohexstr(value.bitcastToAPInt().getZExtValue()) + "u)")
        .str();
  if (value.isInfinity())
    return (Twine(value.isNegative() ? "-" : "") +
            (isDouble ? "__builtin_inf()" : "__builtin_inff()"))
        .str();
  double number = isDouble ? value.convertToDouble()
                           : static_cast<double>(value.convertToFloat());
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::format(isDouble ? "%.17g" : "%.9g", number);
  if (StringRef(text).find_first_of(".e") == StringRef::npos)
    text += ".0";
  return isDouble ? text : text + "f";
}

/// The literal of a constant of a type that C++ has, or nothing.
static std::optional<std::string> formatConstant(Attribute value, Type type) {
  StringRef cppType = getCppType(type);
  if (cppType.empty())
    return std::nullopt;
  auto integer = dyn_cast<IntegerAttr>(value);
  if (integer && !isa<FloatType>(type)) {
    if (cppType == "bool")
      return integer.getValue().isZero() ? "false" : "true";
    return formatInteger(integer.getValue(), cppType.starts_with("u"));
  }
  if (auto number = dyn_cast<FloatAttr>(value); number && isa<FloatType>(type))
    return formatFloat(number.getValue(), type.isF64());
  return std::nullopt;
}

Attribute orchestration::getConstant(Operation *op) {
  if (auto constant = dyn_cast_or_null<arith::ConstantOp>(op))
    return constant.getValue();
  if (auto constant = dyn_cast_or_null<ConstantOp>(op))
    return constant.getValue();
  return {};
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

std::optional<Variable> ScalarWriter::lookup(Value value) const {
  for (const auto *map : {&variables, &wrapperVariables})
    if (auto it = map->find(value); it != map->end())
      return it->second;
  return std::nullopt;
}

Value ScalarWriter::resolve(Value value) const {
  while (!lookup(value)) {
    Value source = bridges ? bridges->lookup(value) : Value();
    if (auto retype = value.getDefiningOp<RetypeOp>())
      source = retype.getSource();
    if (!source || !haveSameCppType(source.getType(), value.getType()))
      break;
    value = source;
  }
  return value;
}

FailureOr<std::string> ScalarWriter::get(Value value, Operation *user,
                                         bool typed) {
  value = resolve(value);
  if (isUnwritten(value)) {
    SmallVector<Variable, 4> reads = code.takeReads();
    if (failed(writeWrapperScalar(value)))
      return failure();
    code.readAll(reads);
  }
  if (std::optional<Variable> variable = lookup(value)) {
    if (!code.isVisible(*variable))
      return emitError(user->getLoc())
             << "'" << user->getName()
             << "' uses a value of a scope that has ended";
    return code.read(*variable);
  }
  Operation *op = value.getDefiningOp();
  StringRef type = getCppType(value.getType());
  if (auto symbol = dyn_cast_or_null<SymbolValueOp>(op)) {
    std::optional<Callee> wrapper = getWrapper(value);
    if (!wrapper) {
      FailureOr<Value> bound = findBinding(symbol.getSymbol().getName(), op);
      if (failed(bound))
        return failure();
      if (*bound)
        return getAs(*bound, value.getType(), user, typed);
    }
    // The symbol may be bound again between the operation and its user.
    FailureOr<std::string> text = getSymbol(
        symbol.getSymbol(), wrapper ? user : op, wrapper ? &*wrapper : nullptr);
    if (failed(text) || type.empty() ||
        (type == "int64_t" && !(wrapper && typed)))
      return text;
    return ("static_cast<" + type + ">(" + *text + ")").str();
  }
  if (Attribute constant = getConstant(op)) {
    std::optional<std::string> text = formatConstant(constant, value.getType());
    if (!text)
      return emitError(op->getLoc()) << "a constant of type " << value.getType()
                                     << " cannot be written: " << constant;
    bool needsType = typed && isa<IntegerAttr>(constant) && type != "bool";
    return needsType ? (type + "(" + *text + ")").str() : *text;
  }
  return emitError(user->getLoc())
         << "'" << user->getName() << "' uses a value of type "
         << value.getType() << " that cannot be written"
         << (op ? " (made by '" : "")
         << (op ? op->getName().getStringRef() : StringRef())
         << (op ? "')" : "");
}

FailureOr<std::string> ScalarWriter::getAs(Value value, Type type,
                                           Operation *user, bool typed) {
  Type from = value.getType();
  if (haveSameCppType(from, type))
    return get(value, user, typed);
  StringRef cppType = getCppType(type);
  if (cppType.empty() || from.isInteger(1) != type.isInteger(1) ||
      isa<FloatType>(from) != isa<FloatType>(type))
    return emitError(user->getLoc())
           << "'" << user->getName() << "' makes " << type << " of " << from
           << ", which cannot be written";
  FailureOr<std::string> text = get(value, user, /*typed=*/true);
  if (failed(text))
    return failure();
  return ("static_cast<" + cppType + ">(" + *text + ")").str();
}

//===----------------------------------------------------------------------===//
// Scalars of wrappers
//===----------------------------------------------------------------------===//

void ScalarWriter::beginTask(Operation *op,
                             const llvm::DenseMap<Value, Value> &map) {
  bridges = &map;
  dispatch = op;
  caller = dispatch->getParentOfType<FuncOp>();
}

void ScalarWriter::endTask() {
  bridges = nullptr;
  caller = {};
  wrapperVariables.clear();
}

/// The function whose body has `value`.
static FuncOp getOwner(Value value) {
  return value.getParentRegion()->getParentOfType<FuncOp>();
}

std::optional<Callee> ScalarWriter::getWrapper(Value value) const {
  FuncOp owner = getOwner(value);
  if (!bridges || owner == caller)
    return std::nullopt;
  Callee wrapper{owner, {}};
  for (Value param : owner.getBody().front().getArguments())
    wrapper.arguments.push_back(bridges->lookup(param));
  return wrapper;
}

bool ScalarWriter::isUnwritten(Value value) const {
  if (!bridges || lookup(value) || getOwner(value) == caller)
    return false;
  Operation *op = value.getDefiningOp();
  return op ? !isa<SymbolValueOp>(op) && !getConstant(op)
            : bridges->contains(value);
}

LogicalResult ScalarWriter::writeWrapperScalar(Value value) {
  // Operands first, however long the chain of them is.
  SmallVector<Value> stack{value};
  while (!stack.empty()) {
    Value top = stack.back();
    if (!isUnwritten(top)) {
      stack.pop_back();
      continue;
    }
    Operation *op = top.getDefiningOp();
    Value given = bridges->lookup(top);
    size_t size = stack.size();
    for (Value operand : op ? ValueRange(op->getOperands()) : ValueRange(given))
      if (Value source = resolve(operand); isUnwritten(source))
        stack.push_back(source);
    if (stack.size() != size)
      continue;
    stack.pop_back();
    FailureOr<std::optional<std::string>> text =
        op ? compute(op) : getAs(given, top.getType(), dispatch);
    if (failed(text))
      return failure();
    if (!*text)
      return emitError(op->getLoc())
             << "'" << op->getName()
             << "' cannot be written as orchestration C++";
    StringRef name = getSourceName(top.getLoc());
    Variable variable = code.declare(name, "v");
    code.define(variable, getCppType(top.getType()) + " " +
                              code.getName(variable) + " = " + **text + ";");
    wrapperVariables[top] = variable;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

/// The values that `func` binds a symbol to in its body.
static SmallVector<Value, 1> findBoundValues(FuncOp func, StringAttr symbol) {
  SmallVector<Value, 1> values;
  func.walk([&](BindSymbolOp bind) {
    if (bind.getSymbol().getName() == symbol)
      values.push_back(bind.getValue());
  });
  return values;
}

/// Whether the parameters of `func` bind a symbol.
static bool isBoundByParameters(FuncOp func, StringAttr symbol) {
  for (auto [index, type] : llvm::enumerate(func.getArgumentTypes())) {
    if (func.getArgAttrOfType<StringAttr>(index, PLDDialect::kSymbolAttrName) ==
        symbol)
      return true;
    for (Attribute dim : getShapeOf(type))
      if (auto sym = dyn_cast<SymAttr>(dim); sym && sym.getName() == symbol)
        return true;
  }
  return false;
}

FailureOr<Value> ScalarWriter::findBinding(StringAttr name,
                                           Operation *user) const {
  // A wrapper's question to the orchestration is asked where it is dispatched.
  Operation *place = caller && !caller->isAncestor(user) ? dispatch : user;
  FailureOr<Value> bound = bindings.find(name, place);
  if (failed(bound))
    return emitError(user->getLoc())
           << "'" << user->getName() << "' uses the symbol " << name
           << ", and branches or loops decide which of its bindings that is";
  return *bound ? *bound : symbolValues.lookup(name);
}

FailureOr<std::string> ScalarWriter::getSymbol(SymAttr symbol, Operation *user,
                                               const Callee *callee) {
  StringAttr name = symbol.getName();
  if (!callee) {
    FailureOr<Value> value = findBinding(name, user);
    if (failed(value))
      return failure();
    if (*value)
      return get(*value, user);
    if (auto it = symbolVariables.find(name); it != symbolVariables.end())
      return code.read(it->second);
    return emitError(user->getLoc())
           << "'" << user->getName() << "' needs the dimension " << name
           << ", which nothing here gives";
  }
  FuncOp func = callee->func;
  // The scalars of a wrapper are written when its task is, in no other order.
  if (func.isWrapper() &&
      findBoundValues(func, name).size() + isBoundByParameters(func, name) > 1)
    return emitError(user->getLoc())
           << "'@" << func.getSymName() << "' binds the symbol " << name
           << " more than once, which cannot be written";
  for (auto [index, argument] : llvm::enumerate(callee->arguments))
    if (argument && func.getArgAttrOfType<StringAttr>(
                        index, PLDDialect::kSymbolAttrName) == name)
      return getAs(argument, func.getArgumentTypes()[index], user,
                   /*typed=*/false);
  for (auto [type, argument] :
       llvm::zip_equal(func.getArgumentTypes(), callee->arguments)) {
    if (!argument)
      continue;
    ArrayRef<Attribute> dims = getShapeOf(type);
    ArrayRef<Attribute> outerDims = getShapeOf(argument.getType());
    if (dims.size() != outerDims.size())
      continue;
    for (auto [axis, dim, outer] : llvm::enumerate(dims, outerDims)) {
      auto inner = dyn_cast<SymAttr>(dim);
      if (!inner || inner.getName() != name)
        continue;
      std::optional<Callee> wrapper = getWrapper(argument);
      if (!wrapper && !isa<IntegerAttr>(outer))
        if (std::optional<std::string> size = measure(argument, axis))
          return *size;
      return getDim(outer, user, wrapper ? &*wrapper : nullptr);
    }
  }
  // A wrapper may name a scalar of its own.
  if (SmallVector<Value, 1> values = findBoundValues(func, name);
      bridges && func.isWrapper() && !values.empty())
    return get(values.front(), user);
  return emitError(user->getLoc())
         << "'" << user->getName() << "' needs the dimension " << name
         << " of '@" << func.getSymName() << "', which nothing here gives";
}

FailureOr<std::string> ScalarWriter::getDim(Attribute dim, Operation *user,
                                            const Callee *callee) {
  auto getLeaf = [&](Attribute leaf) -> FailureOr<std::string> {
    if (auto symbol = dyn_cast<SymAttr>(leaf))
      return getSymbol(symbol, user, callee);
    auto integer = cast<IntegerAttr>(leaf);
    return formatInteger(integer.getValue(),
                         integer.getType().isUnsignedInteger());
  };
  if (!isa<ExprAttr>(dim))
    return getLeaf(dim);

  // Expressions share what they have in common, so that their text may be far
  // larger than they are, and they may be deep.
  constexpr size_t kLongText = 200;
  struct Written {
    std::string text;
    SmallVector<Variable, 4> reads;
  };
  llvm::DenseMap<Attribute, Written> written;
  llvm::DenseMap<Attribute, unsigned> numUses;
  SmallVector<std::pair<ExprAttr, bool>> stack{{cast<ExprAttr>(dim), false}};
  SmallVector<ExprAttr> order;
  while (!stack.empty()) {
    auto [expr, isDone] = stack.pop_back_val();
    if (isDone) {
      order.push_back(expr);
      continue;
    }
    if (numUses[expr]++ != 0)
      continue;
    stack.push_back({expr, true});
    for (Attribute operand : expr.getOperands())
      if (auto inner = dyn_cast<ExprAttr>(operand))
        stack.push_back({inner, false});
  }
  SmallVector<Variable, 4> reads = code.takeReads();
  for (ExprAttr expr : order) {
    auto known = callee ? dimVariables.end() : dimVariables.find(expr);
    if (known != dimVariables.end() && code.isVisible(known->second)) {
      written[expr] = {code.getName(known->second), {known->second}};
      continue;
    }
    Expression expression{expr.getKind(), {}, {}, expr.getType()};
    for (Attribute operand : expr.getOperands()) {
      Type type = expr.getType();
      if (auto symbol = dyn_cast<SymAttr>(operand))
        type = symbol.getType();
      else if (auto inner = dyn_cast<ExprAttr>(operand))
        type = inner.getType();
      expression.types.push_back(type);
      if (auto it = written.find(operand); it != written.end()) {
        expression.operands.push_back(it->second.text);
        code.readAll(it->second.reads);
        continue;
      }
      FailureOr<std::string> text = getLeaf(operand);
      if (failed(text))
        return failure();
      expression.operands.push_back(*text);
    }
    std::optional<std::string> text = write(expression);
    if (!text)
      return emitError(user->getLoc())
             << "'" << user->getName() << "' needs the dimension "
             << formatDim(dim) << ", which cannot be written";
    if (numUses[expr] == 1 && text->size() <= kLongText) {
      written[expr] = {"(" + *text + ")", code.takeReads()};
      continue;
    }
    Variable variable = code.declare("dim");
    code.define(variable, getCppType(expr.getType()) + " " +
                              code.getName(variable) + " = " + *text + ";");
    written[expr] = {code.getName(variable), {variable}};
    if (!callee)
      dimVariables[expr] = variable;
  }
  code.readAll(reads);
  const Written &result = written[dim];
  code.readAll(result.reads);
  return result.text;
}

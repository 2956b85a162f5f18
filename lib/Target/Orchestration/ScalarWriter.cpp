//===- ScalarWriter.cpp - Scalars of an orchestration as C++ --------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarWriter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "pld/Dialect/PLD/ShapeSymbols.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"
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

StringRef orchestration::getDataType(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type)) {
    bool isUnsigned = integer.isUnsigned();
    switch (integer.getWidth()) {
    case 1:
      return "BOOL";
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

static std::string formatFloat(APFloat value, bool isDouble) {
  if (value.isNaN())
    return isDouble ? "__builtin_nan(\"\")" : "__builtin_nanf(\"\")";
  if (value.isInfinity())
    return (Twine(value.isNegative() ? "-" : "") +
            (isDouble ? "__builtin_inf()" : "__builtin_inff()"))
        .str();
  bool losesInfo;
  value.convert(isDouble ? APFloat::IEEEdouble() : APFloat::IEEEsingle(),
                APFloat::rmNearestTiesToEven, &losesInfo);
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
  if (auto integer = dyn_cast<IntegerAttr>(value)) {
    if (cppType == "bool")
      return integer.getValue().isZero() ? "false" : "true";
    if (isa<FloatType>(type)) {
      APFloat number(APFloat::IEEEdouble());
      number.convertFromAPInt(integer.getValue(),
                              !integer.getType().isUnsignedInteger(),
                              APFloat::rmNearestTiesToEven);
      return formatFloat(number, type.isF64());
    }
    return formatInteger(integer.getValue(), cppType.starts_with("u"));
  }
  if (auto number = dyn_cast<FloatAttr>(value); number && isa<FloatType>(type))
    return formatFloat(number.getValue(), type.isF64());
  return std::nullopt;
}

/// The attribute of a constant, or null.
static Attribute getConstant(Operation *op) {
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
  auto it = variables.find(value);
  if (it == variables.end())
    return std::nullopt;
  return it->second;
}

FailureOr<std::string> ScalarWriter::get(Value value, Operation *user,
                                         bool typed) {
  if (std::optional<Variable> variable = lookup(value)) {
    if (!code.isVisible(*variable))
      return emitError(user->getLoc())
             << "'" << user->getName()
             << "' uses a value of a scope that has ended";
    return code.read(*variable);
  }
  if (bridges)
    if (Value outer = bridges->lookup(value))
      return get(outer, user, typed);
  Operation *op = value.getDefiningOp();
  // Other names of what has one.
  if (auto symbol = dyn_cast_or_null<SymbolValueOp>(op))
    return getDim(symbol.getSymbol(), user);
  if (auto retype = dyn_cast_or_null<RetypeOp>(op);
      retype &&
      getCppType(retype.getType()) == getCppType(retype.getSource().getType()))
    return get(retype.getSource(), user, typed);
  if (Attribute constant = getConstant(op)) {
    std::optional<std::string> text = formatConstant(constant, value.getType());
    if (!text)
      return emitError(op->getLoc()) << "a constant of type " << value.getType()
                                     << " cannot be written";
    StringRef type = getCppType(value.getType());
    bool needsType = typed && isa<IntegerAttr>(constant) && type != "bool" &&
                     !isa<FloatType>(value.getType());
    return needsType ? (type + "(" + *text + ")").str() : *text;
  }
  // A scalar that a wrapper makes is written where it is used.
  if (op && value.getParentRegion()->getParentOfType<FuncOp>() !=
                user->getParentOfType<FuncOp>()) {
    FailureOr<std::optional<std::string>> text = compute(op);
    if (failed(text))
      return failure();
    if (*text)
      return "(" + **text + ")";
  }
  return emitError(user->getLoc())
         << "'" << user->getName() << "' uses a value of type "
         << value.getType() << " that cannot be written"
         << (op ? " (made by '" : "")
         << (op ? op->getName().getStringRef() : StringRef())
         << (op ? "')" : "");
}

FailureOr<std::string> ScalarWriter::getDim(Attribute dim, Operation *user) {
  if (auto integer = dyn_cast<IntegerAttr>(dim))
    return formatInteger(integer.getValue(),
                         integer.getType().isUnsignedInteger());
  if (auto symbol = dyn_cast<SymAttr>(dim)) {
    if (Value value = symbolValues.lookup(symbol.getName()))
      return get(value, user);
    auto it = symbolVariables.find(symbol.getName());
    if (it != symbolVariables.end())
      return code.read(it->second);
    return emitError(user->getLoc())
           << "'" << user->getName() << "' needs the dimension "
           << symbol.getName() << ", which nothing here gives";
  }
  auto expr = cast<ExprAttr>(dim);
  Expression expression{expr.getKind(), {}, {}, expr.getType()};
  for (Attribute operand : expr.getOperands()) {
    FailureOr<std::string> text = getDim(operand, user);
    if (failed(text))
      return failure();
    Type type = expr.getType();
    if (auto symbol = dyn_cast<SymAttr>(operand))
      type = symbol.getType();
    else if (auto inner = dyn_cast<ExprAttr>(operand))
      type = inner.getType();
    expression.operands.push_back(*text);
    expression.types.push_back(type);
  }
  if (std::optional<std::string> text = write(expression))
    return "(" + *text + ")";
  return emitError(user->getLoc())
         << "'" << user->getName() << "' needs the dimension " << formatDim(dim)
         << ", which cannot be written";
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

std::string ScalarWriter::call(StringRef helper, StringRef type,
                               ArrayRef<std::string> operands) {
  helpers[helper] =
      llvm::StringSwitch<StringRef>(helper)
          .Case("pld_min", "return b < a ? b : a;")
          .Case("pld_max", "return a < b ? b : a;")
          .Case("pld_floordiv", "return a / b - (a % b != 0 && (a % b < 0) != "
                                "(b < 0) ? 1 : 0);")
          .Case("pld_floormod", "return a % b + (a % b != 0 && (a % b < 0) != "
                                "(b < 0) ? b : 0);");
  return (helper + "<" + type + ">(" + llvm::join(operands, ", ") + ")").str();
}

void ScalarWriter::printHelpers(raw_ostream &os) const {
  if (helpers.empty())
    return;
  os << "namespace {\n";
  for (auto [name, body] : helpers)
    os << "template <typename T> inline T " << name << "(T a, T b) { " << body
       << " }\n";
  os << "} // namespace\n\n";
}

std::optional<std::string> ScalarWriter::write(const Expression &expression) {
  ArrayRef<std::string> operands = expression.operands;
  ArrayRef<Type> types = expression.types;
  ScalarKind kind = expression.kind;
  Type result = expression.result;
  StringRef type = getCppType(result);
  if (type.empty())
    return std::nullopt;
  bool isFloat = isa<FloatType>(result);
  // C++ would compute with the types of the operands.
  auto convert = [&](unsigned index) {
    if (getCppType(types[index]) == type)
      return operands[index];
    return ("static_cast<" + type + ">(" + operands[index] + ")").str();
  };
  auto infix = [&](StringRef op) -> std::string {
    std::string text = (Twine(convert(0)) + " " + op + " " + convert(1)).str();
    // C++ computes small integers as int.
    if (result.isIntOrIndex() && !result.isIndex() &&
        result.getIntOrFloatBitWidth() < 32 && type != "bool")
      text = ("static_cast<" + type + ">(" + text + ")").str();
    return text;
  };
  // Operands of different types are compared as numbers, not as bits.
  auto compare = [&](StringRef op) -> std::string {
    StringRef a = getCppType(types[0]), b = getCppType(types[1]);
    if (a == b)
      return (Twine(operands[0]) + " " + op + " " + operands[1]).str();
    StringRef common = isa<FloatType>(types[0]) || isa<FloatType>(types[1])
                           ? "double"
                           : "int64_t";
    return ("static_cast<" + common + ">(" + operands[0] + ") " + op +
            " static_cast<" + common + ">(" + operands[1] + ")")
        .str();
  };
  switch (kind) {
  case ScalarKind::Add:
    return infix("+");
  case ScalarKind::Sub:
    return infix("-");
  case ScalarKind::Mul:
    return infix("*");
  case ScalarKind::Div:
    if (isFloat)
      return infix("/");
    return call("pld_floordiv", type, operands);
  case ScalarKind::FloorDiv:
  case ScalarKind::FloorMod:
    if (isFloat)
      return std::nullopt;
    return call(kind == ScalarKind::FloorDiv ? "pld_floordiv" : "pld_floormod",
                type, operands);
  case ScalarKind::Min:
    return call("pld_min", type, operands);
  case ScalarKind::Max:
    return call("pld_max", type, operands);
  case ScalarKind::Eq:
    return compare("==");
  case ScalarKind::Ne:
    return compare("!=");
  case ScalarKind::Lt:
    return compare("<");
  case ScalarKind::Le:
    return compare("<=");
  case ScalarKind::Gt:
    return compare(">");
  case ScalarKind::Ge:
    return compare(">=");
  case ScalarKind::And:
    return operands[0] + " && " + operands[1];
  case ScalarKind::Or:
    return operands[0] + " || " + operands[1];
  case ScalarKind::Not:
    return "!" + operands[0];
  case ScalarKind::BitAnd:
    return infix("&");
  case ScalarKind::BitOr:
    return infix("|");
  case ScalarKind::Xor:
  case ScalarKind::BitXor:
    return infix("^");
  case ScalarKind::Neg:
    return ("static_cast<" + type + ">(-" + operands[0] + ")").str();
  case ScalarKind::Cast:
    return ("static_cast<" + type + ">(" + operands[0] + ")").str();
  case ScalarKind::Pow:
  case ScalarKind::Shl:
  case ScalarKind::Shr:
  case ScalarKind::Abs:
  case ScalarKind::BitNot:
  case ScalarKind::Call:
    return std::nullopt;
  }
  llvm_unreachable("unknown kind of scalar operation");
}

/// The kind of an operation of arith, as far as it has one.
static std::optional<ScalarKind> getKind(Operation *op) {
  using Result = std::optional<ScalarKind>;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case<ScalarOp>([](ScalarOp scalar) { return scalar.getKind(); })
      .Case<arith::AddIOp, arith::AddFOp>([](auto) { return ScalarKind::Add; })
      .Case<arith::SubIOp, arith::SubFOp>([](auto) { return ScalarKind::Sub; })
      .Case<arith::MulIOp, arith::MulFOp>([](auto) { return ScalarKind::Mul; })
      .Case<arith::DivFOp>([](auto) { return ScalarKind::Div; })
      .Case<arith::FloorDivSIOp>([](auto) { return ScalarKind::FloorDiv; })
      .Case<arith::MinSIOp>([](auto) { return ScalarKind::Min; })
      .Case<arith::MaxSIOp>([](auto) { return ScalarKind::Max; })
      .Case<arith::AndIOp>([](auto) { return ScalarKind::BitAnd; })
      .Case<arith::OrIOp>([](auto) { return ScalarKind::BitOr; })
      .Case<arith::XOrIOp>([](auto) { return ScalarKind::BitXor; })
      .Case<arith::IndexCastOp, arith::ExtSIOp, arith::TruncIOp,
            arith::SIToFPOp, arith::FPToSIOp, arith::ExtFOp, arith::TruncFOp>(
          [](auto) { return ScalarKind::Cast; })
      .Case<arith::CmpIOp>([](arith::CmpIOp cmp) -> Result {
        switch (cmp.getPredicate()) {
        case arith::CmpIPredicate::eq:
          return ScalarKind::Eq;
        case arith::CmpIPredicate::ne:
          return ScalarKind::Ne;
        case arith::CmpIPredicate::slt:
          return ScalarKind::Lt;
        case arith::CmpIPredicate::sle:
          return ScalarKind::Le;
        case arith::CmpIPredicate::sgt:
          return ScalarKind::Gt;
        case arith::CmpIPredicate::sge:
          return ScalarKind::Ge;
        default:
          return std::nullopt;
        }
      })
      .Case<arith::CmpFOp>([](arith::CmpFOp cmp) -> Result {
        switch (cmp.getPredicate()) {
        case arith::CmpFPredicate::OEQ:
          return ScalarKind::Eq;
        case arith::CmpFPredicate::UNE:
          return ScalarKind::Ne;
        case arith::CmpFPredicate::OLT:
          return ScalarKind::Lt;
        case arith::CmpFPredicate::OLE:
          return ScalarKind::Le;
        case arith::CmpFPredicate::OGT:
          return ScalarKind::Gt;
        case arith::CmpFPredicate::OGE:
          return ScalarKind::Ge;
        default:
          return std::nullopt;
        }
      })
      .Default([](Operation *) { return std::nullopt; });
}

FailureOr<std::optional<std::string>> ScalarWriter::compute(Operation *op) {
  if (op->getNumResults() != 1)
    return std::optional<std::string>();
  // One bit that is sign-extended is -1 in arith, and 1 in C++.
  if (isa<arith::ExtSIOp, arith::SIToFPOp>(op) &&
      op->getOperand(0).getType().isInteger(1))
    return std::optional<std::string>();
  if (auto retype = dyn_cast<RetypeOp>(op)) {
    StringRef type = getCppType(retype.getType());
    if (type.empty())
      return std::optional<std::string>();
    FailureOr<std::string> text = get(retype.getSource(), op);
    if (failed(text))
      return failure();
    return std::optional<std::string>(
        ("static_cast<" + type + ">(" + *text + ")").str());
  }
  std::optional<ScalarKind> kind = getKind(op);
  bool isSelect = isa<arith::SelectOp>(op);
  if (!kind && !isSelect)
    return std::optional<std::string>();
  Expression expression{
      kind.value_or(ScalarKind::Add), {}, {}, op->getResult(0).getType()};
  for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
    // So that constants are not computed as int.
    FailureOr<std::string> text = get(operand, op, /*typed=*/index == 0);
    if (failed(text))
      return failure();
    expression.operands.push_back(*text);
    expression.types.push_back(operand.getType());
  }
  if (isSelect)
    return std::optional<std::string>(expression.operands[0] + " ? " +
                                      expression.operands[1] + " : " +
                                      expression.operands[2]);
  return write(expression);
}

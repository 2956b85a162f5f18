//===- ScalarOperators.cpp - Operators on scalars as C++ ------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarWriter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace pld;
using namespace pld::orchestration;

/// How a function that expressions call is defined. Arithmetic wraps around, as
/// it does in arith; C++ says that only of unsigned numbers, and computes small
/// ones as int. So does the division by -1, which C++ does not say of the least
/// number. Compilers would make one operation of a product of floats and a sum,
/// which rounds once, but not across calls. Comparisons that are always true
/// would be warned of elsewhere.
static StringRef getDefinition(StringRef helper) {
#define PLD_WRAPPING(OP)                                                       \
  "(T a, T b) { return static_cast<T>(static_cast<uint64_t>(a) " OP            \
  " static_cast<uint64_t>(b)); }"
#define PLD_ROUNDING_DOWN "a % b != 0 && (a % b < 0) != (b < 0)"
#define PLD_IS_MINUS_1 "static_cast<T>(-1) < 0 && b == static_cast<T>(-1)"
  return llvm::StringSwitch<StringRef>(helper)
      .Case("pld_add", "T pld_add" PLD_WRAPPING("+"))
      .Case("pld_sub", "T pld_sub" PLD_WRAPPING("-"))
      .Case("pld_mul", "T pld_mul" PLD_WRAPPING("*"))
      .Case("pld_neg", "T pld_neg(T a) { return static_cast<T>(0 - "
                       "static_cast<uint64_t>(a)); }")
      .Case("pld_fmul", "__attribute__((noinline)) T pld_fmul(T a, T b) "
                        "{ return a * b; }")
      .Case("pld_min", "T pld_min(T a, T b) { return b < a ? b : a; }")
      .Case("pld_max", "T pld_max(T a, T b) { return a < b ? b : a; }")
      .Case("pld_floordiv",
            "T pld_floordiv(T a, T b) { return b == 0 ? 0 : " PLD_IS_MINUS_1
            " ? static_cast<T>(0 - static_cast<uint64_t>(a)) : "
            "static_cast<T>(a / b - (" PLD_ROUNDING_DOWN " ? 1 : 0)); }")
      .Case("pld_floormod",
            "T pld_floormod(T a, T b) { return b == 0 ? 0 : " PLD_IS_MINUS_1
            " ? 0 : static_cast<T>(a % b + (" PLD_ROUNDING_DOWN " ? b : 0)); }")
      .Case("pld_eq", "bool pld_eq(T a, T b) { return a == b; }")
      .Case("pld_ne", "bool pld_ne(T a, T b) { return a != b; }")
      .Case("pld_lt", "bool pld_lt(T a, T b) { return a < b; }")
      .Case("pld_le", "bool pld_le(T a, T b) { return a <= b; }")
      .Case("pld_gt", "bool pld_gt(T a, T b) { return a > b; }")
      .Case("pld_ge", "bool pld_ge(T a, T b) { return a >= b; }");
#undef PLD_WRAPPING
#undef PLD_ROUNDING_DOWN
#undef PLD_IS_MINUS_1
}

std::string ScalarWriter::call(StringRef helper, StringRef type,
                               ArrayRef<std::string> operands) {
  helpers[helper] = getDefinition(helper);
  return (helper + "<" + type + ">(" + llvm::join(operands, ", ") + ")").str();
}

void ScalarWriter::printHelpers(raw_ostream &os) const {
  if (helpers.empty())
    return;
  os << "namespace {\n";
  for (auto [name, definition] : helpers)
    os << "template <typename T> inline " << definition << "\n";
  os << "} // namespace\n\n";
}

/// `text`, of type `from`, as one of type `to`.
static std::string convert(StringRef text, Type from, StringRef to) {
  if (getCppType(from) == to)
    return text.str();
  return ("static_cast<" + to + ">(" + text + ")").str();
}

/// The operator of a comparison, and the helper that does the same.
static std::pair<StringRef, StringRef> getComparison(ScalarKind kind) {
  switch (kind) {
  case ScalarKind::Eq:
    return {"==", "pld_eq"};
  case ScalarKind::Ne:
    return {"!=", "pld_ne"};
  case ScalarKind::Lt:
    return {"<", "pld_lt"};
  case ScalarKind::Le:
    return {"<=", "pld_le"};
  case ScalarKind::Gt:
    return {">", "pld_gt"};
  case ScalarKind::Ge:
    return {">=", "pld_ge"};
  default:
    return {};
  }
}

std::optional<std::string>
ScalarWriter::writeComparison(const Expression &expression) {
  auto [op, helper] = getComparison(expression.kind);
  ArrayRef<std::string> operands = expression.operands;
  ArrayRef<Type> types = expression.types;
  StringRef a = getCppType(types[0]), b = getCppType(types[1]);
  if (getCppType(expression.result) != "bool" ||
      llvm::is_contained({a, b}, "PTO2TaskId"))
    return std::nullopt;
  // Operands of different types are compared as numbers, not as bits.
  StringRef common = a;
  if (isa<FloatType>(types[0]) != isa<FloatType>(types[1])) {
    // It does not hold all integers of 64 bits.
    if (a.contains("64") || b.contains("64"))
      return std::nullopt;
    common = "double";
  } else if (isa<FloatType>(types[0])) {
    common = a == b ? a : "double";
  } else if (a != b) {
    bool isWide = a == "uint64_t" || b == "uint64_t";
    if (isWide && (a.starts_with("int") || b.starts_with("int")))
      return std::nullopt;
    common = isWide ? "uint64_t" : "int64_t";
  }
  // Compilers warn where the result is known.
  bool isPlain = a == b && !a.starts_with("u") && a != "bool" &&
                 a != "int8_t" && a != "int16_t" && operands[0] != operands[1];
  auto isLargeLiteral = [](StringRef text) {
    return text.size() > 9 && text.find_first_of("0123456789") != text.npos &&
           text.find_first_not_of("(-)0123456789 int_t") == text.npos;
  };
  if (isPlain && llvm::none_of(operands, isLargeLiteral))
    return (Twine(operands[0]) + " " + op + " " + operands[1]).str();
  return call(helper, common,
              {convert(operands[0], types[0], common),
               convert(operands[1], types[1], common)});
}

std::optional<std::string> ScalarWriter::write(const Expression &expression) {
  ScalarKind kind = expression.kind;
  if (!getComparison(kind).first.empty())
    return writeComparison(expression);
  ArrayRef<Type> types = expression.types;
  Type result = expression.result;
  StringRef type = getCppType(result);
  if (type.empty() || type == "PTO2TaskId" ||
      llvm::any_of(types, llvm::IsaPred<TaskIdType>))
    return std::nullopt;
  bool isFloat = isa<FloatType>(result), isBit = type == "bool";
  // C++ would compute with the types of the operands.
  SmallVector<std::string> operands;
  for (auto [text, operandType] : llvm::zip_equal(expression.operands, types))
    operands.push_back(convert(text, operandType, type));
  bool losesFraction =
      !isFloat && llvm::any_of(types, llvm::IsaPred<FloatType>);
  bool losesBits = llvm::any_of(types, [&](Type operand) {
    return getCppType(operand) != type &&
           (isFloat ? operand.isF64() : !holdsAll(result, operand));
  });
  // It would be rounded before the operation.
  if (isFloat && losesBits && kind != ScalarKind::Cast)
    return std::nullopt;
  auto infix = [&](StringRef op) -> std::string {
    std::string text = operands[0] + " " + op.str() + " " + operands[1];
    // C++ computes small integers as int.
    bool isSmall = result.isInteger(8) || result.isInteger(16);
    return isSmall || result.isUnsignedInteger(8) ||
                   result.isUnsignedInteger(16)
               ? ("static_cast<" + type + ">(" + text + ")").str()
               : text;
  };
  auto arithmetic = [&](StringRef op,
                        StringRef helper) -> std::optional<std::string> {
    if (isFloat)
      return infix(op);
    if (isBit || losesFraction)
      return std::nullopt;
    return call(helper, type, operands);
  };
  auto choose = [&](StringRef helper) -> std::optional<std::string> {
    if (isBit || losesFraction || losesBits)
      return std::nullopt;
    return call(helper, type, operands);
  };
  auto bitwise = [&](StringRef op) -> std::optional<std::string> {
    if (isFloat || losesFraction || (isBit && losesBits))
      return std::nullopt;
    return infix(op);
  };
  switch (kind) {
  case ScalarKind::Add:
    return arithmetic("+", "pld_add");
  case ScalarKind::Sub:
    return arithmetic("-", "pld_sub");
  case ScalarKind::Mul:
    if (isFloat)
      return call("pld_fmul", type, operands);
    return arithmetic("*", "pld_mul");
  case ScalarKind::Neg:
    // An integer has no -0.
    if (isFloat)
      return isa<FloatType>(types[0]) ? std::optional("-(" + operands[0] + ")")
                                      : std::nullopt;
    return arithmetic("-", "pld_neg");
  case ScalarKind::Div:
    if (isFloat)
      return infix("/");
    return choose("pld_floordiv");
  case ScalarKind::FloorDiv:
  case ScalarKind::FloorMod:
    if (isFloat)
      return std::nullopt;
    return choose(kind == ScalarKind::FloorDiv ? "pld_floordiv"
                                               : "pld_floormod");
  case ScalarKind::Min:
    return choose("pld_min");
  case ScalarKind::Max:
    return choose("pld_max");
  // Converted to one bit, an operand is whether it is not 0.
  case ScalarKind::And:
    return isBit ? std::optional(operands[0] + " && " + operands[1])
                 : std::nullopt;
  case ScalarKind::Or:
    return isBit ? std::optional(operands[0] + " || " + operands[1])
                 : std::nullopt;
  case ScalarKind::Not:
    return isBit ? std::optional("!" + operands[0]) : std::nullopt;
  case ScalarKind::BitAnd:
    return bitwise("&");
  case ScalarKind::BitOr:
    return bitwise("|");
  case ScalarKind::Xor:
    return isBit ? std::optional(operands[0] + " != " + operands[1])
                 : std::nullopt;
  case ScalarKind::BitXor:
    return bitwise("^");
  case ScalarKind::Cast:
    return ("static_cast<" + type + ">(" + expression.operands[0] + ")").str();
  case ScalarKind::Eq:
  case ScalarKind::Ne:
  case ScalarKind::Lt:
  case ScalarKind::Le:
  case ScalarKind::Gt:
  case ScalarKind::Ge:
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
      .Case<arith::NegFOp>([](auto) { return ScalarKind::Neg; })
      .Case<arith::FloorDivSIOp>([](auto) { return ScalarKind::FloorDiv; })
      .Case<arith::MinSIOp>([](auto) { return ScalarKind::Min; })
      .Case<arith::MaxSIOp>([](auto) { return ScalarKind::Max; })
      .Case<arith::AndIOp>([](auto) { return ScalarKind::BitAnd; })
      .Case<arith::OrIOp>([](auto) { return ScalarKind::BitOr; })
      .Case<arith::XOrIOp>([](auto) { return ScalarKind::BitXor; })
      .Case<arith::IndexCastOp, arith::ExtSIOp, arith::TruncIOp,
            arith::SIToFPOp, arith::FPToSIOp, arith::ExtFOp>(
          [](auto) { return ScalarKind::Cast; })
      .Case<arith::TruncFOp>([](arith::TruncFOp trunc) -> Result {
        // C++ rounds to nearest.
        if (trunc.getRoundingmode().value_or(
                arith::RoundingMode::to_nearest_even) !=
            arith::RoundingMode::to_nearest_even)
          return std::nullopt;
        return ScalarKind::Cast;
      })
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
  // One bit is 0 or -1 in arith, and 0 or 1 in C++.
  Type source = op->getNumOperands() ? op->getOperand(0).getType() : Type();
  bool isFromBit = source && source.isInteger(1);
  bool isToBit = op->getResult(0).getType().isInteger(1);
  auto cmp = dyn_cast<arith::CmpIOp>(op);
  bool isOrdered = cmp && cmp.getPredicate() != arith::CmpIPredicate::eq &&
                   cmp.getPredicate() != arith::CmpIPredicate::ne;
  if ((isFromBit &&
       (isOrdered ||
        isa<arith::ExtSIOp, arith::SIToFPOp, arith::IndexCastOp>(op))) ||
      (isToBit && isa<arith::FPToSIOp>(op)))
    return std::optional<std::string>();
  // The lowest bit, not whether there is any.
  if (isToBit &&
      isa<arith::TruncIOp, arith::IndexCastOp, arith::IndexCastUIOp>(op)) {
    FailureOr<std::string> text = get(op->getOperand(0), op);
    if (failed(text))
      return failure();
    return std::optional<std::string>("(" + *text + " & 1) != 0");
  }
  if (auto retype = dyn_cast<RetypeOp>(op))
    return getAs(retype.getSource(), retype.getType(), op);
  // A type that has a sign in C++ has none here.
  if (isa<arith::ExtUIOp, arith::IndexCastUIOp>(op)) {
    StringRef from = getCppType(source),
              to = getCppType(op->getResult(0).getType());
    if (from.empty() || to.empty())
      return std::optional<std::string>();
    FailureOr<std::string> text = get(op->getOperand(0), op, /*typed=*/true);
    if (failed(text))
      return failure();
    std::string bits =
        isFromBit ? *text : ("static_cast<u" + from + ">(" + *text + ")").str();
    return std::optional<std::string>(
        ("static_cast<" + to + ">(" + bits + ")").str());
  }
  std::optional<ScalarKind> kind = getKind(op);
  bool isSelect = isa<arith::SelectOp>(op);
  if (!kind && !isSelect)
    return std::optional<std::string>();
  Expression expression{
      kind.value_or(ScalarKind::Add), {}, {}, op->getResult(0).getType()};
  for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
    // So that constants are not computed as int.
    FailureOr<std::string> text =
        get(operand, op, /*typed=*/isSelect || index == 0);
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

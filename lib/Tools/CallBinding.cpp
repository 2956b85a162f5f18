//===- CallBinding.cpp - Calls of renamed signatures ----------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallBinding.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "pld/Dialect/PLD/ShapeSymbols.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace pld;
using namespace pld::verify;

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

void CallerScalars::nameValuesAround(Value value) {
  Operation *scope = value.getParentRegion()->getParentOp();
  auto func = isa<FuncOp>(scope) ? cast<FuncOp>(scope)
                                 : scope->getParentOfType<FuncOp>();
  if (!func || func.isExternal() || !functions.insert(func).second)
    return;
  SmallVector<std::pair<Value, SymAttr>> names;
  for (BlockArgument argument : func.getArguments())
    if (auto name = func.getArgAttrOfType<StringAttr>(
            argument.getArgNumber(), PLDDialect::kSymbolAttrName))
      names.emplace_back(
          argument, SymAttr::get(func.getContext(), name, argument.getType()));
  func.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<FuncOp>(op))
      return WalkResult::skip();
    if (auto bind = dyn_cast<BindSymbolOp>(op))
      names.emplace_back(bind.getValue(), bind.getSymbol());
    return WalkResult::advance();
  });
  // A name of two values names none of them.
  llvm::DenseMap<StringAttr, Value> owners;
  for (auto [named, sym] : names) {
    auto [it, isNew] = owners.try_emplace(sym.getName(), named);
    if (!isNew && it->second != named)
      it->second = Value();
  }
  for (auto [value, sym] : names)
    if (owners.lookup(sym.getName()))
      named.try_emplace(value, sym);
}

/// The expression kind that says what `op` computes, if one does.
static std::optional<ScalarKind> kindOf(Operation *op) {
  Type type = op->getResult(0).getType();
  Type from = op->getOperand(0).getType();
  bool fromBit = from.isInteger(1), toBit = type.isInteger(1);
  auto unlessBit = [&](ScalarKind kind) {
    return toBit ? std::nullopt : std::make_optional(kind);
  };
  if (auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op))
    if (flags.getOverflowAttr().getValue() != arith::IntegerOverflowFlags::none)
      return std::nullopt;
  using Kind = std::optional<ScalarKind>;
  return llvm::TypeSwitch<Operation *, Kind>(op)
      .Case([&](arith::AddIOp) -> Kind { return ScalarKind::Add; })
      .Case([&](arith::SubIOp) -> Kind { return ScalarKind::Sub; })
      .Case([&](arith::MulIOp) -> Kind { return ScalarKind::Mul; })
      .Case([&](arith::FloorDivSIOp) -> Kind { return ScalarKind::FloorDiv; })
      .Case([&](arith::MinSIOp) -> Kind { return ScalarKind::Min; })
      .Case([&](arith::MaxSIOp) -> Kind { return ScalarKind::Max; })
      .Case([&](arith::AndIOp) { return unlessBit(ScalarKind::BitAnd); })
      .Case([&](arith::OrIOp) { return unlessBit(ScalarKind::BitOr); })
      .Case([&](arith::XOrIOp) { return unlessBit(ScalarKind::BitXor); })
      .Case<arith::IndexCastOp, arith::ExtSIOp, arith::TruncIOp>(
          [&](Operation *) {
            return fromBit ? std::nullopt : unlessBit(ScalarKind::Cast);
          })
      .Case([&](arith::ExtUIOp) -> Kind {
        return fromBit ? std::make_optional(ScalarKind::Cast) : std::nullopt;
      })
      .Default([](Operation *) { return std::nullopt; });
}

/// `value` after all its operands are in `known`.
Attribute CallerScalars::describe(Value value) {
  if (SymAttr sym = named.lookup(value))
    return sym;
  Operation *op = value.getDefiningOp();
  if (!op)
    return {};
  auto integer = [&](Attribute attr) -> Attribute {
    auto constant = dyn_cast<IntegerAttr>(attr);
    return constant && isDim(constant) && constant.getType() == value.getType()
               ? constant
               : Attribute();
  };
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return integer(constant.getValue());
  if (auto constant = dyn_cast<ConstantOp>(op))
    return integer(constant.getValue());
  if (auto symbol = dyn_cast<SymbolValueOp>(op))
    return symbol.getSymbol();
  if (auto retype = dyn_cast<RetypeOp>(op))
    return retype.getSource().getType() == value.getType()
               ? known.lookup(retype.getSource())
               : Attribute();
  std::optional<ScalarKind> kind;
  if (auto scalar = dyn_cast<ScalarOp>(op))
    kind = scalar.getKind();
  else if (isa<arith::ArithDialect>(op->getDialect()) &&
           op->getNumResults() == 1 && op->getNumOperands() > 0)
    kind = kindOf(op);
  if (!kind || *kind == ScalarKind::Call || !value.getType().isIntOrIndex())
    return {};
  SmallVector<Attribute> operands;
  for (Value operand : op->getOperands()) {
    Attribute expr = known.lookup(operand);
    auto deep = dyn_cast_or_null<ExprAttr>(expr);
    if (!expr || (deep && deep.getDepth() >= ExprAttr::kMaxDepth))
      return {};
    operands.push_back(expr);
  }
  return ExprAttr::get(op->getContext(), *kind, StringAttr(), operands,
                       value.getType());
}

Attribute CallerScalars::get(Value value) {
  nameValuesAround(value);
  SmallVector<Value> pending{value};
  while (!pending.empty()) {
    Value next = pending.back();
    // Operands first. A value in a cycle stays unknown.
    auto [it, isNew] = known.try_emplace(next);
    Operation *op = named.contains(next) ? nullptr : next.getDefiningOp();
    if (isNew && isa_and_nonnull<arith::ArithDialect, PLDDialect>(
                     op ? op->getDialect() : nullptr)) {
      for (Value operand : op->getOperands())
        if (operand.getType().isIntOrIndex() && !known.contains(operand))
          pending.push_back(operand);
      if (pending.back() != next)
        continue;
    }
    pending.pop_back();
    Attribute expr = describe(next);
    known[next] = expr;
  }
  return known.lookup(value);
}

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

namespace {

class Matcher {
public:
  /// Symbol `name`, of the scalar's type, is what a scalar argument is; null if
  /// that is nothing.
  bool bindScalar(StringAttr name, Type type, Attribute expr) {
    if (!checkType(name, type))
      return false;
    auto [it, isNew] = bound.try_emplace(name, expr);
    if (isNew || (expr && it->second == expr))
      return true;
    // Two values for one name: neither says what the name is.
    if (!expr || !it->second) {
      it->second = {};
      return true;
    }
    return failTwice(name, it->second, expr);
  }

  bool matchParameter(Type pattern, Type given) {
    return matchType(pattern, given, /*binds=*/true);
  }
  /// Results bind nothing.
  bool matchResult(Type pattern, Type given) {
    matched.clear();
    return matchType(pattern, given, /*binds=*/false);
  }

  std::string fault;

private:
  bool fail(const Twine &text) {
    if (fault.empty())
      fault = text.str();
    return false;
  }

  bool failTwice(StringAttr name, Attribute before, Attribute now) {
    return fail("the callee's '" + name.str() + "' is both the caller's " +
                formatDim(before) + " and " + formatDim(now));
  }

  bool checkType(StringAttr name, Type type) {
    return types.try_emplace(name, type).first->second == type ||
           fail("'" + name.str() + "' has two types in the signature");
  }

  bool matchType(Type pattern, Type given, bool binds) {
    if (pattern.isIntOrIndexOrFloat() ||
        isa<HF4Type, HF8Type, TaskIdType>(pattern))
      return pattern == given || fail("a scalar has another type");
    auto want = dyn_cast<GlobalTensorType>(pattern);
    if (!want || !want.getStride().empty() || !want.getValid().empty() ||
        want.getPad() != Pad::Null || want.getMemref())
      return fail("a renamed signature may have nothing but scalars and "
                  "plain tensors");
    auto have = dyn_cast<GlobalTensorType>(given);
    if (!have || have.getShape().size() != want.getShape().size() ||
        have.getElementType() != want.getElementType() ||
        have.getLayout() != want.getLayout() || !have.getStride().empty() ||
        !have.getValid().empty() || have.getPad() != Pad::Null ||
        have.getMemref())
      return fail("rank, element type, layout or view differs");
    for (auto [a, b] : llvm::zip_equal(want.getShape(), have.getShape()))
      if (!matchDim(a, b, binds))
        return false;
    return true;
  }

  bool matchDim(Attribute pattern, Attribute given, bool binds) {
    if (matched.contains({pattern, given}))
      return true;
    if (auto sym = dyn_cast<SymAttr>(pattern)) {
      StringAttr name = sym.getName();
      if (!checkType(name, sym.getType()))
        return false;
      auto it = bound.find(name);
      if (it == bound.end()) {
        if (!binds)
          return fail("no argument says what '" + name.str() + "' is");
        bound[name] = given;
      } else if (!it->second) {
        return fail("the argument for '" + name.str() + "' is no expression");
      } else if (it->second != given) {
        return failTwice(name, it->second, given);
      }
    } else if (auto want = dyn_cast<ExprAttr>(pattern)) {
      auto have = dyn_cast<ExprAttr>(given);
      if (!have || have.getKind() != want.getKind() ||
          have.getCallee() != want.getCallee() ||
          have.getType() != want.getType() ||
          have.getOperands().size() != want.getOperands().size())
        return fail("the caller's " + formatDim(given) +
                    " has not the form of the callee's " + formatDim(pattern));
      for (auto [a, b] :
           llvm::zip_equal(want.getOperands(), have.getOperands()))
        if (!matchDim(a, b, binds))
          return false;
    } else if (pattern != given) {
      return fail("the caller's " + formatDim(given) + " is not the callee's " +
                  formatDim(pattern));
    }
    matched.insert({pattern, given});
    return true;
  }

  llvm::DenseMap<StringAttr, Attribute> bound;
  llvm::DenseMap<StringAttr, Type> types;
  llvm::DenseSet<std::pair<Attribute, Attribute>> matched;
};

} // namespace

std::string
verify::findBindingFault(Operation *dispatch, FuncOp callee,
                         CallerScalars &scalars,
                         llvm::function_ref<bool(unsigned result)> isAsBefore) {
  auto call = dyn_cast<CallOp>(dispatch);
  auto arguments =
      call ? call.getArguments() : cast<SubmitOp>(dispatch).getArguments();
  auto results = call ? call.getCalleeResults()
                      : cast<SubmitOp>(dispatch).getCalleeResults();
  if (callee.getKind() == FunctionKind::Group)
    return "a Group needs identical signatures";
  if (arguments.size() != callee.getArgumentTypes().size())
    return "outputs are omitted, which needs identical signatures";
  if (results.size() != callee.getResultTypes().size())
    return "the number of results differs";
  Matcher matcher;
  auto fault = [&](const Twine &what, unsigned index) {
    return (what + " #" + Twine(index) + ": " + matcher.fault).str();
  };
  for (auto [index, argument] : llvm::enumerate(arguments))
    if (auto name = callee.getArgAttrOfType<StringAttr>(
            index, PLDDialect::kSymbolAttrName))
      if (!matcher.bindScalar(name, callee.getArgumentTypes()[index],
                              scalars.get(argument)))
        return fault("argument", index);
  for (auto [index, type] : llvm::enumerate(callee.getArgumentTypes()))
    if (!matcher.matchParameter(type, arguments[index].getType()))
      return fault("argument", index);
  for (auto [index, type] : llvm::enumerate(callee.getResultTypes()))
    if (!isAsBefore(index) &&
        !matcher.matchResult(type, results[index].getType()))
      return fault("result", index);
  return {};
}

//===- ScalarExprs.cpp - Scalars as shape expressions ---------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the arithmetic that leads to a scalar, back to constants and symbols.
//
//===----------------------------------------------------------------------===//

#include "pld/Dialect/PLD/ScalarExprs.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "pld/Dialect/PLD/ShapeSymbols.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace pld;

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

void ScalarExprs::indexSymbolsAround(Value value) {
  Operation *scope = value.getParentRegion()->getParentOp();
  if (!scope->hasTrait<OpTrait::IsIsolatedFromAbove>())
    scope = scope->getParentWithTrait<OpTrait::IsIsolatedFromAbove>();
  if (!scope || !indexed.insert(scope).second)
    return;

  SmallVector<std::pair<Value, SymAttr>> names;
  if (auto func = dyn_cast<FunctionOpInterface>(scope);
      func && !func.isExternal()) {
    for (BlockArgument argument : func.getArguments())
      if (auto name = func.getArgAttrOfType<StringAttr>(
              argument.getArgNumber(), PLDDialect::kSymbolAttrName))
        names.emplace_back(argument, SymAttr::get(name.getContext(), name,
                                                  argument.getType()));
  }
  scope->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op != scope && op->hasTrait<OpTrait::IsIsolatedFromAbove>())
      return WalkResult::skip();
    if (auto bind = dyn_cast<BindSymbolOp>(op))
      names.emplace_back(bind.getValue(), bind.getSymbol());
    return WalkResult::advance();
  });

  // The value of each name; null where there are several.
  llvm::DenseMap<StringAttr, Value> owners;
  for (auto [named, symbol] : names) {
    auto [it, isNew] = owners.try_emplace(symbol.getName(), named);
    if (!isNew && it->second != named)
      it->second = Value();
  }
  for (auto [named, symbol] : names)
    if (owners.lookup(symbol.getName()) == named)
      symbols.try_emplace(named, symbol);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

namespace {

/// How an operation reads: as an integer or symbol, as its source, or as an
/// expression of a kind over its operands. Nothing is set where it is none.
struct Reading {
  Attribute leaf;
  bool isSource = false;
  bool isExpr = false;
  ScalarKind kind = ScalarKind::Call;

  Reading() = default;
  Reading(IntegerAttr integer) : leaf(integer) {}
  Reading(SymAttr symbol) : leaf(symbol) {}
  Reading(ScalarKind kind) : isExpr(true), kind(kind) {}
};

template <typename OpT> Reading readWrapping(OpT op, ScalarKind kind) {
  if (op.getOverflowFlags() != arith::IntegerOverflowFlags::none)
    return {};
  return kind;
}

/// On `i1` the front end has other operations.
template <typename OpT> Reading readBitwise(OpT op, ScalarKind kind) {
  if (op.getType().isInteger(1))
    return {};
  return kind;
}

/// A conversion reads as a C cast where `i1` does not take part.
template <typename OpT> Reading readSignedCast(OpT op) {
  if (op.getIn().getType().isInteger(1) || op.getType().isInteger(1))
    return {};
  return ScalarKind::Cast;
}

Reading read(Operation *op) {
  using namespace arith;
  return llvm::TypeSwitch<Operation *, Reading>(op)
      .Case<arith::ConstantOp, pld::ConstantOp>([](auto op) {
        return isDim(op.getValue())
                   ? Reading(dyn_cast<IntegerAttr>(op.getValue()))
                   : Reading();
      })
      .Case<SymbolValueOp>([](SymbolValueOp op) { return op.getSymbol(); })
      .Case<ScalarOp>([](ScalarOp op) -> Reading {
        if (op.getKind() == ScalarKind::Call)
          return {};
        return op.getKind();
      })
      .Case<AddIOp>([](auto op) { return readWrapping(op, ScalarKind::Add); })
      .Case<SubIOp>([](auto op) { return readWrapping(op, ScalarKind::Sub); })
      .Case<MulIOp>([](auto op) { return readWrapping(op, ScalarKind::Mul); })
      .Case<FloorDivSIOp>([](auto) { return Reading(ScalarKind::FloorDiv); })
      .Case<MinSIOp>([](auto) { return Reading(ScalarKind::Min); })
      .Case<MaxSIOp>([](auto) { return Reading(ScalarKind::Max); })
      .Case<AndIOp>([](auto op) { return readBitwise(op, ScalarKind::BitAnd); })
      .Case<OrIOp>([](auto op) { return readBitwise(op, ScalarKind::BitOr); })
      .Case<XOrIOp>([](auto op) { return readBitwise(op, ScalarKind::BitXor); })
      .Case<IndexCastOp, ExtSIOp>([](auto op) { return readSignedCast(op); })
      .Case<TruncIOp>([](TruncIOp op) {
        if (op.getOverflowFlags() != IntegerOverflowFlags::none)
          return Reading();
        return readSignedCast(op);
      })
      .Case<ExtUIOp>([](ExtUIOp op) {
        return op.getIn().getType().isInteger(1) ? Reading(ScalarKind::Cast)
                                                 : Reading();
      })
      .Case<RetypeOp>([](RetypeOp op) {
        Reading reading;
        reading.isSource = op.getSource().getType() == op.getType();
        return reading;
      })
      .Default(Reading());
}

} // namespace

Attribute ScalarExprs::getScalarExpr(Value root) {
  auto isSettled = [&](Value value) {
    if (!value.getType().isIntOrIndex() || known.contains(value))
      return true;
    indexSymbolsAround(value);
    if (SymAttr symbol = symbols.lookup(value)) {
      known[value] = symbol;
      return true;
    }
    return false;
  };
  if (isSettled(root))
    return known.lookup(root);

  // Values on the way from `root`, each with its reading and with the operand
  // that comes next. There is no recursion: arithmetic may be long.
  struct Step {
    Value value;
    Reading reading;
    unsigned next = 0;
  };
  SmallVector<Step> path;
  auto enter = [&](Value value) {
    Attribute &expr = known[value];
    Operation *op = value.getDefiningOp();
    if (!op)
      return;
    Reading reading = read(op);
    expr = reading.leaf;
    if (reading.isSource || reading.isExpr)
      path.push_back({value, reading});
  };

  enter(root);
  while (!path.empty()) {
    Step &step = path.back();
    Operation *op = step.value.getDefiningOp();
    if (step.next < op->getNumOperands()) {
      Value operand = op->getOperand(step.next++);
      if (!isSettled(operand))
        enter(operand); // may move `step`
      continue;
    }
    SmallVector<Attribute> operands;
    for (Value operand : op->getOperands())
      operands.push_back(known.lookup(operand));
    // What is deeper than an expression may be is none.
    if (llvm::all_of(operands, [](Attribute attr) { return bool(attr); }) &&
        (step.reading.isSource || !ExprAttr::isTooDeep(operands)))
      known[step.value] =
          step.reading.isSource
              ? operands.front()
              : ExprAttr::get(op->getContext(), step.reading.kind, StringAttr(),
                              operands, step.value.getType());
    path.pop_back();
  }
  return known.lookup(root);
}

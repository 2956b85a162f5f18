//===- Aliases.cpp - Which value is written to in place -------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Transforms/Registration/Aliases.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace pld;
using namespace pld::registration;

/// Whether a value of type `from` is converted where it gets the type `to`.
static bool isConverted(Type from, Type to) {
  return from != to && classifyType(to) == TypeClass::Scalar;
}

/// The operand that an operation gives back after it wrote to it, or null.
static Value getWrittenOperand(Operation *op) {
  if (isa<RetypeOp, ReinterpretOp>(op)) {
    Value source = op->getOperand(0);
    return isConverted(source.getType(), op->getResult(0).getType()) ? Value()
                                                                     : source;
  }
  auto intrinsic = dyn_cast<IntrinsicOp>(op);
  if (!intrinsic)
    return {};
  StringRef name = intrinsic.getOpName();
  unsigned target = name == "tile.store" ? 2 : 0;
  if ((name == "tile.store" || name == "tensor.assemble") &&
      target < intrinsic.getArguments().size())
    return intrinsic.getArguments()[target];
  return {};
}

/// The value that `result` is another name of, or null.
Value Aliases::findNext(OpResult result) {
  Operation *op = result.getOwner();
  unsigned index = result.getResultNumber();
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    // What is carried is written in place, too.
    Value init = loop.getInitArgs()[index];
    Value yielded = findSource(loop.getYieldedValues()[index]);
    if (yielded == loop.getRegionIterArgs()[index] ||
        yielded == findSource(init))
      return init;
    return {};
  }
  if (auto branch = dyn_cast<scf::IfOp>(op)) {
    Value then = findSource(branch.thenYield().getOperand(index));
    Value other = findSource(branch.elseYield().getOperand(index));
    return then == other ? then : Value();
  }
  if (isa<LoopScopeOp, IterationScopeOp>(op))
    return findResultOfScope(op, index);
  if (auto call = dyn_cast<CallOp>(op)) {
    FuncOp callee = call.lookupCallee(symbolTables);
    std::optional<unsigned> param = getReturnedParam(callee, index);
    if (!param)
      return {};
    Value given = call.getArguments()[*param];
    Type type = callee.getArgumentTypes()[*param];
    return isConverted(given.getType(), type) ||
                   isConverted(type, result.getType())
               ? Value()
               : given;
  }
  bool isTensor = classifyType(result.getType()) == TypeClass::Tensor ||
                  classifyType(result.getType()) == TypeClass::DistTensor;
  if (auto submit = dyn_cast<SubmitOp>(op); submit && isTensor) {
    FuncOp callee = submit.lookupCallee(symbolTables);
    std::optional<unsigned> param = getReturnedParam(callee, index);
    for (auto [argument, supplied] : llvm::zip_equal(
             submit.getArguments(), *submit.getSuppliedParams(callee)))
      if (param == supplied)
        return argument;
    return {};
  }
  if (auto scope = dyn_cast<RuntimeScopeOp>(op); scope && isTensor)
    return scope.getBody().front().getTerminator()->getOperand(index);
  return getWrittenOperand(op);
}

/// However a scope is left, its result has to be the same value from outside.
Value Aliases::findResultOfScope(Operation *scope, unsigned index) {
  auto [it, isNew] = ends.try_emplace(scope);
  if (isNew) {
    it->second.push_back(scope->getRegion(0).front().getTerminator());
    scope->walk([&, &ends = it->second](EarlyExitOpInterface exit) {
      if (exit.getExitedOp() == scope)
        ends.push_back(exit);
    });
  }
  Value result;
  for (Operation *end : SmallVector<Operation *>(it->second)) {
    Value source = findSource(end->getOperand(index));
    // What a loop inside carries is what it began with, or nothing is known.
    while (auto carried = dyn_cast<BlockArgument>(source)) {
      auto loop = dyn_cast<scf::ForOp>(carried.getOwner()->getParentOp());
      if (!loop || !scope->isAncestor(loop) || carried.getArgNumber() == 0)
        break;
      Value init = findSource(loop.getTiedLoopInit(carried)->get());
      if (findSource(loop.getTiedLoopResult(carried)) != init)
        break;
      source = init;
    }
    if (scope->getRegion(0).isAncestor(source.getParentRegion()) ||
        (result && result != source))
      return {};
    result = source;
  }
  return result;
}

Value Aliases::findSource(Value value) {
  // Without recursion along a chain; it may be long.
  SmallVector<Value> chain;
  Value source = value;
  while (true) {
    // A value that is being looked at is itself: a graph region has cycles.
    auto [it, isNew] = sources.try_emplace(source, source);
    if (!isNew) {
      source = it->second;
      break;
    }
    chain.push_back(source);
    auto result = dyn_cast<OpResult>(source);
    Value next = result ? findNext(result) : Value();
    if (!next)
      break;
    source = next;
  }
  for (Value link : chain)
    sources[link] = source;
  return source;
}

/// The parameters that a function without a body gives back.
static SmallVector<std::optional<unsigned>> guessReturned(FuncOp func) {
  ArrayRef<Type> params = func.getArgumentTypes();
  ArrayRef<Type> results = func.getResultTypes();
  // Results are the outputs, or else everything that is written.
  for (bool onlyOut : {true, false}) {
    SmallVector<std::optional<unsigned>> written;
    for (unsigned i = 0, e = params.size(); i < e; ++i) {
      ParamDirection direction = func.getParamDirection(i);
      if (direction == ParamDirection::Out ||
          (!onlyOut && direction == ParamDirection::InOut))
        written.push_back(i);
    }
    if (written.size() != results.size())
      continue;
    for (auto [param, type] : llvm::zip_equal(written, results))
      if (!haveSameClass(params[*param], type))
        param = std::nullopt;
    return written;
  }
  return SmallVector<std::optional<unsigned>>(results.size());
}

std::optional<unsigned> Aliases::getReturnedParam(FuncOp func, unsigned index) {
  auto [it, isNew] = returned.try_emplace(func);
  if (!isNew)
    // Empty while it is being looked at: a function that calls itself.
    return index < it->second.size() ? it->second[index] : std::nullopt;

  constexpr unsigned maxDepth = 64;
  llvm::SaveAndRestore deeper(depth, depth + 1);
  SmallVector<std::optional<unsigned>> params;
  if (depth > maxDepth) {
    params.resize(func.getResultTypes().size());
  } else if (func.isExternal()) {
    params = guessReturned(func);
  } else {
    params.resize(func.getResultTypes().size());
    bool isFirst = true;
    // However the function is left, it has to be the same parameter.
    func.walk([&](Operation *op) {
      if (!isa<ReturnOp, EarlyReturnOp>(op))
        return;
      for (auto [param, value] : llvm::zip(params, op->getOperands())) {
        auto source = dyn_cast<BlockArgument>(findSource(value));
        std::optional<unsigned> given;
        if (source && source.getOwner() == &func.getBody().front())
          given = source.getArgNumber();
        if (isFirst || param != given)
          param = isFirst ? given : std::nullopt;
      }
      isFirst = false;
    });
  }
  std::optional<unsigned> result =
      index < params.size() ? params[index] : std::nullopt;
  returned[func] = std::move(params);
  return result;
}

//===- DispatchGen.cpp - Random dispatches --------------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Exactness.h"
#include "FunctionGen.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace pld;
using namespace pld::fuzz;

namespace {

/// Makes one dispatch.
class DispatchGen {
public:
  DispatchGen(BodyGen &body, FuncOp callee, const DispatchStyle &style)
      : body(body), rng(body.rng), callee(callee), style(style),
        context(callee.getContext()) {}

  Operation *emit() {
    bindSymbols();
    isSubmit = style.maySubmit && rng.chance(45);
    unsigned count = callee.getArgumentTypes().size();
    if (isSubmit && style.mayOmit)
      while (count > 0 &&
             callee.getParamDirection(count - 1) == ParamDirection::Out &&
             rng.chance(40))
        --count;
    bool isComplete = count == callee.getArgumentTypes().size();
    makeInexact = style.mayBeInexact && rng.chance(12);
    for (unsigned i = 0; i < count; ++i)
      arguments.push_back(makeArgument(i));
    makeResults();
    isInexact =
        !isComplete ||
        !isExact(callee, ValueRange(arguments).getTypes(), scalars, results);
    if (!isInexact && rng.chance(60))
      useCalleesSymbols();
    if (isSubmit)
      results.push_back(TaskIdType::get(context));
    makeClauses();
    return build();
  }

private:
  static bool holdsOperator(Attribute dim) {
    auto expr = dyn_cast<ExprAttr>(dim);
    return expr && (expr.getKind() == ScalarKind::Call ||
                    llvm::any_of(expr.getOperands(), holdsOperator));
  }

  /// Chooses what each symbol of the signature stands for here.
  void bindSymbols() {
    auto bind = [&](SymAttr sym) {
      if (bindings.contains(sym.getName()))
        return;
      Attribute dim = body.types.dimOfType(body.scope, sym.getType());
      if (llvm::is_contained(body.scope.symbols, sym) && rng.chance(30))
        dim = sym;
      // No scalar operation has the operators that expressions may have.
      if (holdsOperator(dim))
        dim = body.builder.getIntegerAttr(sym.getType(), 9);
      bindings[sym.getName()] = dim;
    };
    // Scalars first: they must be of their type.
    for (auto [index, type] : llvm::enumerate(callee.getArgumentTypes()))
      if (auto name = callee.getArgAttrOfType<StringAttr>(
              index, PLDDialect::kSymbolAttrName))
        bind(SymAttr::get(context, name, type));
    for (Type type : callee.getArgumentTypes())
      for (SymAttr sym : findSymbols(type))
        bind(sym);
    // What only results show is bound by nothing, and stands for anything.
    for (Type type : callee.getResultTypes())
      for (SymAttr sym : findSymbols(type))
        bind(sym);
  }

  Value makeArgument(unsigned index) {
    Type type = callee.getArgumentTypes()[index];
    scalars.emplace_back();
    if (auto name = callee.getArgAttrOfType<StringAttr>(
            index, PLDDialect::kSymbolAttrName)) {
      // Certainly no expression.
      if (makeInexact && rng.chance(30))
        return body.emit("pld.undefined", {}, type)->getResult(0);
      scalars.back() = bindings.lookup(name);
      return body.scalarFor(scalars.back(), type);
    }
    Type exact = substitute(type, bindings);
    return body.valueOf(makeInexact ? loosen(exact) : exact);
  }

  /// A type that the verifier takes for the given one.
  Type loosen(Type type) {
    if (rng.chance(50))
      return type;
    Type other = type;
    if (auto tensor = dyn_cast<GlobalTensorType>(type)) {
      SmallVector<Attribute> shape(tensor.getShape());
      Layout layout = tensor.getLayout();
      if (!shape.empty() && rng.chance(70)) {
        size_t index = rng.below(shape.size());
        shape[index] = body.types.dim(body.scope, /*open=*/false);
      } else {
        layout = layout == Layout::ND ? Layout::NZ : Layout::ND;
      }
      other = GlobalTensorType::get(
          context, shape, tensor.getElementType(), layout, tensor.getStride(),
          tensor.getValid(), tensor.getPad(), tensor.getMemref());
    } else if (type.isInteger(32)) {
      other = IntegerType::get(context, 64);
    } else if (type.isIndex()) {
      other = IntegerType::get(context, 64);
    }
    return other;
  }

  void makeResults() {
    for (Type type : callee.getResultTypes()) {
      Type exact = substitute(type, bindings);
      results.push_back(makeInexact ? loosen(exact) : exact);
    }
  }

  /// In a wrapper, gives results the types that the callee declares, where
  /// nothing else has their symbols.
  void useCalleesSymbols() {
    if (!callee.isInCore())
      return;
    auto caller = body.builder.getInsertionBlock()->getParentOp();
    while (!isa<FuncOp>(caller))
      caller = caller->getParentOp();
    if (cast<FuncOp>(caller).getKind() != FunctionKind::Spmd)
      return;
    llvm::DenseSet<StringAttr> known, bound;
    SymbolRoles roles{cast<FuncOp>(caller)};
    for (ArrayRef<StringAttr> some :
         {ArrayRef(roles.inTypes), ArrayRef(roles.carried),
          ArrayRef(roles.inBody), ArrayRef(roles.free)})
      known.insert_range(some);
    for (Type type : callee.getArgumentTypes())
      for (SymAttr sym : findSymbols(type))
        bound.insert(sym.getName());
    SmallVector<Attribute> free;
    if (ArrayAttr listed = cast<FuncOp>(caller).getFreeSymbolsAttr())
      llvm::append_range(free, listed);
    for (auto [result, declared] :
         llvm::zip(results, callee.getResultTypes())) {
      auto symbols = findSymbols(declared);
      if (symbols.empty() || !llvm::all_of(symbols, [&](SymAttr sym) {
            return sym.getName().getValue().starts_with(kFreshSymbol) &&
                   bound.contains(sym.getName()) &&
                   !known.contains(sym.getName());
          }))
        continue;
      result = declared;
      inCallees.insert(declared);
      for (SymAttr sym : symbols)
        if (!llvm::is_contained(free, sym.getName()))
          free.push_back(sym.getName());
    }
    if (inCallees.empty())
      return;
    cast<FuncOp>(caller).setFreeSymbolsAttr(body.builder.getArrayAttr(free));
    attrs.push_back(
        body.named(kInCalleesSymbolsAttrName, body.builder.getUnitAttr()));
  }

  void makeClauses() {
    Builder &builder = body.builder;
    auto segment = [&](ArrayRef<Value> values) {
      segments.push_back(static_cast<int32_t>(values.size()));
      llvm::append_range(clauses, values);
    };
    auto someTasks = [&](unsigned percent) {
      SmallVector<Value> picked;
      while (!body.tasks.empty() && picked.size() < 3 && rng.chance(percent))
        picked.push_back(rng.pick(body.tasks));
      return picked;
    };
    auto optional = [&](unsigned percent, Type type) {
      SmallVector<Value> picked;
      if (rng.chance(percent))
        picked.push_back(body.valueOf(type));
      return picked;
    };
    Type index = builder.getIndexType();
    segments.push_back(static_cast<int32_t>(arguments.size()));
    if (isSubmit)
      segment(someTasks(50));
    SmallVector<Value> cores = optional(style.onCores ? 100 : 15, index);
    segment(cores);
    if (!cores.empty() && rng.chance(40))
      attrs.push_back(body.named("sync_start", builder.getUnitAttr()));
    if (isSubmit) {
      segment(optional(15, builder.getI1Type()));
      if (rng.chance(15))
        attrs.push_back(body.named("early_resolve", builder.getUnitAttr()));
    }
    segment(optional(8, index));
    segment(rng.chance(5) ? SmallVector<Value>{body.anyValue()}
                          : SmallVector<Value>{});
    segment(someTasks(8));
    segment(someTasks(4));
    attrs.push_back(body.named("operandSegmentSizes",
                               builder.getDenseI32ArrayAttr(segments)));
    if (rng.chance(10)) {
      SmallVector<Attribute> directions;
      for (size_t i = 0; i < arguments.size(); ++i)
        directions.push_back(ArgDirectionAttr::get(
            context, static_cast<ArgDirection>(rng.below(6))));
      attrs.push_back(
          body.named("arg_directions", builder.getArrayAttr(directions)));
    }
    if (isInexact)
      attrs.push_back(body.named(kInexactAttrName, builder.getUnitAttr()));
  }

  Operation *build() {
    attrs.push_back(
        body.named("callee", FlatSymbolRefAttr::get(callee.getSymNameAttr())));
    SmallVector<Value> operands(arguments);
    llvm::append_range(operands, clauses);
    Operation *op = body.emit(isSubmit ? "pld.submit" : "pld.call", operands,
                              results, attrs);
    if (rng.chance(20)) {
      SmallVector<Attribute> names;
      for (size_t i = 0; i < results.size(); ++i)
        names.push_back(body.builder.getStringAttr("r" + std::to_string(i)));
      op->setLoc(
          FusedLoc::get({op->getLoc()},
                        body.builder.getDictionaryAttr(body.named(
                            "results", body.builder.getArrayAttr(names))),
                        context));
    }
    for (Value result : op->getResults())
      // Nothing is to have the callee's symbols as well.
      if (!inCallees.contains(result.getType()))
        (isSubmit && result == op->getResults().back() ? body.tasks
                                                       : body.values)
            .push_back(result);
    return op;
  }

  BodyGen &body;
  Random &rng;
  FuncOp callee;
  const DispatchStyle &style;
  MLIRContext *context;
  bool isSubmit = false, isInexact = false, makeInexact = false;
  DenseMap<StringAttr, Attribute> bindings;
  SmallVector<Value> arguments, clauses;
  /// What each argument for a parameter with a symbol is.
  SmallVector<Attribute> scalars;
  SmallVector<Type> results;
  /// Types of results in the callee's symbols.
  llvm::DenseSet<Type> inCallees;
  SmallVector<int32_t> segments;
  SmallVector<NamedAttribute> attrs;
};

} // namespace

Operation *FunctionGen::emitDispatch(BodyGen &body, FuncOp callee,
                                     const DispatchStyle &style) {
  return DispatchGen(body, callee, style).emit();
}

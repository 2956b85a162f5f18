//===- FunctionGen.cpp - Random functions ---------------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionGen.h"

using namespace mlir;
using namespace pld;
using namespace pld::fuzz;

std::string FunctionGen::freshName(StringRef base) {
  return (base + "_" + Twine(nextName++)).str();
}

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

SmallVector<FunctionGen::Param> FunctionGen::makeParams(Scope &scope,
                                                        unsigned limit) {
  SmallVector<Param> params;
  SmallVector<StringAttr> carried;
  bool plain = rng.chance(55);
  for (unsigned count = rng.below(limit + 1); count > 0; --count) {
    Param &param = params.emplace_back();
    if (rng.chance(20)) {
      // A dimension that types may use, before and after.
      SymAttr sym = !scope.symbols.empty() && rng.chance(60)
                        ? rng.pick(scope.symbols)
                        : types.symbol();
      param.type = sym.getType();
      if (!llvm::is_contained(carried, sym.getName())) {
        carried.push_back(sym.getName());
        param.carried = sym.getName();
        scope.add(sym);
      }
      continue;
    }
    // Parameters of one type can be mistaken for each other.
    if (params.size() > 1 && rng.chance(25))
      param.type = params[rng.below(params.size() - 1)].type;
    else if (plain)
      param.type = rng.chance(75) ? types.plainTensor(scope, /*open=*/true)
                                  : types.scalar();
    else
      param.type = types.any(scope, /*open=*/true);
    unsigned choice = rng.below(100);
    if (choice < 12)
      param.direction = ParamDirection::Out;
    else if (choice < 25)
      param.direction = ParamDirection::InOut;
  }
  // Outputs come last, as the front end has them.
  if (rng.chance(50))
    for (Param &param : llvm::reverse(params)) {
      if (!isa<GlobalTensorType>(param.type) || param.carried || rng.chance(30))
        break;
      param.direction = ParamDirection::Out;
    }
  return params;
}

FuncOp FunctionGen::makeShell(StringRef name, FunctionKind kind,
                              ArrayRef<Param> params) {
  MLIRContext *context = module.getContext();
  Builder builder(context);
  SmallVector<Type> inputs;
  SmallVector<int8_t> directions;
  SmallVector<Attribute> attrs;
  bool hasAttrs = false;
  for (const Param &param : params) {
    inputs.push_back(param.type);
    directions.push_back(static_cast<int8_t>(param.direction));
    NamedAttrList list;
    if (param.carried)
      list.set(PLDDialect::kSymbolAttrName, param.carried);
    if (rng.chance(4))
      list.set("fuzz.arg", builder.getI64IntegerAttr(rng.below(3)));
    hasAttrs |= !list.empty();
    attrs.push_back(list.getDictionary(context));
  }
  OperationState state(FileLineColLoc::get(context, "fuzz.py", 1, nextName + 1),
                       FuncOp::getOperationName());
  auto &props = state.getOrAddProperties<FuncOp::Properties>();
  props.setSymName(builder.getStringAttr(name));
  props.setSymVisibility(builder.getStringAttr("private"));
  props.setKind(FunctionKindAttr::get(context, kind));
  props.setFunctionType(TypeAttr::get(builder.getFunctionType(inputs, {})));
  props.setParamDirections(builder.getDenseI8ArrayAttr(directions));
  if (hasAttrs)
    props.setArgAttrs(builder.getArrayAttr(attrs));
  if (rng.chance(10))
    props.setLevel(LevelAttr::get(context, static_cast<Level>(rng.below(10))));
  if (rng.chance(8))
    props.setRole(RoleAttr::get(context, static_cast<Role>(rng.below(2))));
  state.addRegion();
  auto func = cast<FuncOp>(Operation::create(state));
  module.getBody()->push_back(func);
  return func;
}

void FunctionGen::addParameter(FuncOp func, Type type) {
  MLIRContext *context = func.getContext();
  SmallVector<Type> inputs(func.getArgumentTypes());
  inputs.push_back(type);
  SmallVector<int8_t> directions(func.getParamDirections());
  directions.push_back(0);
  func.setFunctionTypeAttr(
      TypeAttr::get(FunctionType::get(context, inputs, func.getResultTypes())));
  func.setParamDirections(directions);
  if (ArrayAttr attrs = func.getArgAttrsAttr()) {
    SmallVector<Attribute> more(attrs.getValue());
    more.push_back(DictionaryAttr::get(context));
    func.setArgAttrsAttr(mlir::ArrayAttr::get(context, more));
  }
  if (!func.isExternal())
    func.getBody().front().addArgument(type, func.getLoc());
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

void FunctionGen::mark(BodyGen &body, FuncOp func) {
  Attribute number = body.builder.getI64IntegerAttr(nextMark++);
  switch (rng.below(3)) {
  case 0:
    func->setDiscardableAttr("fuzz.mark", number);
    return;
  case 1:
    body.emitValue("arith.constant", {}, body.builder.getI64Type(),
                   body.named("value", number));
    return;
  default:
    body.emitValue("pld.system.reserve_buffer", {}, body.builder.getI32Type(),
                   {body.named("name", body.builder.getStringAttr("mark")),
                    body.named("size", number)});
  }
}

/// What the parameters of a function bind.
static Scope scopeOf(FuncOp func) {
  Scope scope;
  for (auto [index, type] : llvm::enumerate(func.getArgumentTypes())) {
    for (SymAttr sym : findSymbols(type))
      scope.add(sym);
    for (Attribute dim : getShapeOf(type))
      if (isa<ExprAttr>(dim))
        scope.exprs.push_back(dim);
    if (auto name = func.getArgAttrOfType<StringAttr>(
            index, PLDDialect::kSymbolAttrName))
      scope.add(SymAttr::get(func.getContext(), name, type));
  }
  return scope;
}

void FunctionGen::fill(FuncOp func, llvm::function_ref<void(BodyGen &)> emit) {
  MLIRContext *context = module.getContext();
  Block *entry = &func.getBody().emplaceBlock();
  for (auto [index, type] : llvm::enumerate(func.getArgumentTypes())) {
    Location loc = FileLineColLoc::get(context, "fuzz.py", 1, index + 1);
    if (rng.chance(50))
      loc = NameLoc::get(StringAttr::get(context, "p" + std::to_string(index)),
                         loc);
    entry->addArgument(type, loc);
  }
  BodyGen body(context, types, rng);
  body.scope = scopeOf(func);
  body.nextLine = 10 + 1000 * nextName;
  body.enter(entry);

  // An early return needs the types of the results; without one, there may be
  // results of types that only the body can make.
  SmallVector<Type> results;
  for (unsigned count = rng.below(3); count > 0; --count) {
    if (!entry->args_empty() && rng.chance(75))
      results.push_back(
          entry->getArgument(rng.below(entry->getNumArguments())).getType());
    else
      results.push_back(types.any(body.scope, /*open=*/false));
  }
  bool returnsEarly = false;
  body.emitEarlyReturn = [&](BodyGen &inside) {
    SmallVector<Value> operands;
    for (Type type : results)
      operands.push_back(inside.valueOf(type));
    inside.emit("pld.early_return", operands, {});
    returnsEarly = true;
  };
  emit(body);
  body.emitEarlyReturn = nullptr;

  SmallVector<Value> operands;
  for (Type type : results)
    operands.push_back(body.valueOf(type));
  if (!returnsEarly && rng.chance(30)) {
    Value extra = body.anyValue();
    operands.push_back(extra);
    results.push_back(extra.getType());
  }
  body.emit("pld.return", operands, {});
  func.setFunctionTypeAttr(TypeAttr::get(
      FunctionType::get(context, func.getArgumentTypes(), results)));
  if (!results.empty() && rng.chance(5)) {
    SmallVector<Attribute> attrs(results.size(),
                                 body.builder.getDictionaryAttr({}));
    attrs.front() = body.builder.getDictionaryAttr(
        body.named("fuzz.res", body.builder.getUnitAttr()));
    func.setResAttrsAttr(body.builder.getArrayAttr(attrs));
  }
}

FuncOp FunctionGen::makeKernelWith(StringRef name, FunctionKind kind,
                                   ArrayRef<Param> params) {
  FuncOp func = makeShell(name, kind, params);
  fill(func, [&](BodyGen &body) {
    mark(body, func);
    if (rng.chance(15))
      func->setDiscardableAttr("fuzz.func", body.randomAttribute());
    bool branches = rng.chance(8);
    // With several blocks, the last one is not that of the early return.
    body.emitSome(rng.below(branches ? 4 : 12), branches ? 1 : 2);
    if (branches) {
      body.emitBranches();
      body.emitSome(rng.below(4), 1);
    }
  });
  return func;
}

FuncOp FunctionGen::makeKernel(StringRef name, FunctionKind kind) {
  Scope scope;
  SmallVector<Param> params = makeParams(scope, 5);
  return makeKernelWith(name, kind, params);
}

FuncOp FunctionGen::makeMember(StringRef name, FunctionKind kind,
                               FuncOp wrapper) {
  Scope scope;
  SmallVector<Param> params;
  for (unsigned i = 0, e = wrapper.getArgumentTypes().size(); i != e; ++i) {
    if (rng.chance(25))
      continue;
    Param &param = params.emplace_back();
    param.type = wrapper.getArgumentTypes()[i];
    param.direction = wrapper.getParamDirection(i);
    for (SymAttr sym : findSymbols(param.type))
      scope.add(sym);
    if (auto name = wrapper.getArgAttrOfType<StringAttr>(
            i, PLDDialect::kSymbolAttrName)) {
      param.carried = name;
      scope.add(SymAttr::get(module.getContext(), name, param.type));
    }
  }
  if (rng.chance(40))
    for (Param &extra : makeParams(scope, 2))
      if (!extra.carried)
        params.push_back(extra);
  return makeKernelWith(name, kind, params);
}

FuncOp FunctionGen::makeDeclaration(StringRef name, FunctionKind kind) {
  Scope scope;
  SmallVector<Param> params = makeParams(scope, 3);
  FuncOp func = makeShell(name, kind, params);
  if (!func.getArgumentTypes().empty() && rng.chance(50))
    func.setFunctionTypeAttr(TypeAttr::get(
        FunctionType::get(module.getContext(), func.getArgumentTypes(),
                          func.getArgumentTypes().take_front())));
  return func;
}

FuncOp FunctionGen::makeGroup(StringRef name, unsigned numMembers) {
  Scope scope;
  SmallVector<Param> params = makeParams(scope, 5);
  FuncOp group = makeShell(name, FunctionKind::Group, params);
  SmallVector<FuncOp> members;
  for (unsigned i = 0; i < numMembers; ++i) {
    static constexpr FunctionKind kinds[] = {
        FunctionKind::AIC, FunctionKind::AIV, FunctionKind::InCore};
    FunctionKind kind = rng.pick(kinds);
    members.push_back(
        makeMember((name + "_member" + Twine(i)).str(), kind, group));
  }
  DispatchStyle style;
  style.maySubmit = rng.chance(20);
  style.mayOmit = false;
  fill(group, [&](BodyGen &body) {
    mark(body, group);
    for (FuncOp member : members) {
      body.emitSome(rng.below(3), 1);
      emitDispatch(body, member, style);
    }
    // One member may be used again.
    if (!members.empty() && rng.chance(35))
      emitDispatch(body, rng.pick(members), style);
  });
  return group;
}

FuncOp
FunctionGen::makeCaller(StringRef name, FunctionKind kind,
                        ArrayRef<std::pair<FuncOp, DispatchStyle>> callees) {
  Scope scope;
  SmallVector<Param> params = makeParams(scope, 3);
  // Arguments that fit a callee as they are.
  if (!callees.empty() && rng.chance(kind == FunctionKind::Spmd ? 20 : 60)) {
    FuncOp model = callees[rng.below(callees.size())].first;
    for (Type type : model.getArgumentTypes()) {
      params.emplace_back().type = type;
      for (SymAttr sym : findSymbols(type))
        scope.add(sym);
    }
  }
  MLIRContext *context = module.getContext();
  params.emplace_back().type = TaskIdType::get(context);
  FuncOp func = makeShell(name, kind, params);
  fill(func, [&](BodyGen &body) {
    body.mayHaveAnyScope = true;
    for (Value value : body.values)
      if (isa<TaskIdType>(value.getType()))
        body.tasks.push_back(value);
    for (auto [callee, style] : callees) {
      if (rng.chance(40))
        body.emitSome(1, 1);
      if (!rng.chance(15)) {
        emitDispatch(body, callee, style);
        continue;
      }
      OperationState state(body.location(), "scf.if");
      state.addOperands(body.valueOf(body.builder.getI1Type()));
      state.addRegion();
      state.addRegion();
      Operation *branch = body.builder.create(state);
      FuncOp inside = callee;
      DispatchStyle insideStyle = style;
      body.emitRegion(branch->getRegion(0), {}, [&] {
        emitDispatch(body, inside, insideStyle);
        body.emit("scf.yield", {}, {});
      });
    }
  });
  return func;
}

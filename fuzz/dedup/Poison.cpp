//===- Poison.cpp - What keeps a unit from being merged -------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Poison.h"

using namespace mlir;
using namespace pld;
using namespace pld::fuzz;

namespace {

using Reasons = SmallVector<std::string, 1>;

class Poisoner {
public:
  Poisoner(FuncOp func, bool isMember, FuncOp helper, TypeGen &types,
           Random &rng)
      : func(func), helper(helper), isMember(isMember),
        context(func.getContext()), body(context, types, rng), rng(rng) {
    // Before everything else: there the parameters can be used.
    body.enter(&func.getBody().front());
    body.builder.setInsertionPointToStart(&func.getBody().front());
    // What nothing has given a name here.
    for (SymAttr sym : paramSymbols())
      body.scope.add(sym);
  }

  Reasons external();
  Reasons binding();
  Reasons source();
  Reasons storage();
  Reasons communication();
  Reasons unknown();
  Reasons prefetch();
  Reasons call();
  Reasons freeSymbol();
  Reasons unregistered();

private:
  SmallVector<SymAttr> paramSymbols() {
    SmallVector<SymAttr> symbols;
    for (Type type : func.getArgumentTypes())
      llvm::append_range(symbols, findSymbols(type));
    return symbols;
  }
  /// A value that an operator of no known name gives.
  Value make(Type type, ValueRange operands = {},
             StringRef name = "fuzz.make") {
    return body
        .emit("pld.intrinsic", operands, type,
              {body.named("op_name", body.builder.getStringAttr(name)),
               body.named("unchecked", body.builder.getUnitAttr()),
               body.named("operandSegmentSizes",
                          body.builder.getDenseI32ArrayAttr(
                              {static_cast<int32_t>(operands.size()), 0}))})
        ->getResult(0);
  }
  /// A parameter of the type; a member, whose dispatches there are by now, gets
  /// a value.
  void addParameter(Type type) {
    if (isMember) {
      make(type);
      return;
    }
    FunctionGen::addParameter(func, type);
  }
  GlobalTensorType tensorWith(MemRefAttr storage) {
    return GlobalTensorType::get(context, {body.builder.getIndexAttr(4)},
                                 body.builder.getF32Type(), Layout::ND, {}, {},
                                 Pad::Null, storage);
  }
  DistTensorType distWith(WindowAttr window) {
    return DistTensorType::get(context, {body.builder.getIndexAttr(4)},
                               body.builder.getF32Type(), Layout::ND, {}, {},
                               Pad::Null, MemRefAttr(), window);
  }

  FuncOp func, helper;
  bool isMember;
  MLIRContext *context;
  BodyGen body;
  Random &rng;
};

Reasons Poisoner::external() {
  Type type = distWith({});
  body.emit("pld.intrinsic", make(type), type,
            {body.named("op_name",
                        body.builder.getStringAttr("builtin.tensor.barrier")),
             body.named("operandSegmentSizes",
                        body.builder.getDenseI32ArrayAttr({1, 0}))});
  return {"external"};
}

Reasons Poisoner::binding() {
  func.setRuntimeBinding(true);
  return {"runtime-binding"};
}

Reasons Poisoner::source() {
  body.emit("pld.inline_source", {}, {},
            {body.named("source", body.builder.getStringAttr("pass\n")),
             body.named("language", body.builder.getStringAttr("python"))});
  return {"inline-source"};
}

Reasons Poisoner::storage() {
  MemRefAttr storage = body.types.storage(body.scope);
  switch (rng.below(4)) {
  case 0:
    addParameter(tensorWith(storage));
    break;
  case 1:
    make(TileType::get(context, {body.builder.getIndexAttr(4)},
                       body.builder.getF32Type(), MemorySpace::Vec,
                       TileViewAttr(), storage));
    break;
  case 2:
    make(mlir::TupleType::get(
        context, {mlir::TupleType::get(context, {tensorWith(storage)})}));
    break;
  default:
    func->setDiscardableAttr("fuzz.type", TypeAttr::get(tensorWith(storage)));
  }
  return {"explicit-storage"};
}

Reasons Poisoner::communication() {
  switch (rng.below(7)) {
  case 0:
    addParameter(CommCtxType::get(context));
    break;
  case 1:
    body.emit("pld.system.get_comm_ctx", make(distWith({})),
              CommCtxType::get(context));
    break;
  case 2:
    addParameter(distWith(body.types.window(body.scope)));
    break;
  case 3:
    body.emit("pld.tensor.alloc_window_buffer", body.constantIndex(64),
              PtrType::get(context));
    return {"comm-resource", "explicit-storage"};
  case 4: {
    Value size = body.constantIndex(64);
    body.emit("pld.tensor.window", {size, size}, distWith({}));
    break;
  }
  case 5: {
    OperationState state(body.location(), "pld.comm_domain_scope");
    state.addAttribute("devices", body.builder.getDenseI64ArrayAttr({0, 1}));
    state.addAttribute(
        "slots", body.builder.getArrayAttr({body.types.window(body.scope)}));
    Region *region = state.addRegion();
    Block &block = region->emplaceBlock();
    body.builder.create(state);
    OpBuilder::InsertionGuard guard(body.builder);
    body.builder.setInsertionPointToEnd(&block);
    body.emit("pld.yield", {}, {});
    break;
  }
  default:
    make(WindowBufferType::get(context));
  }
  return {"comm-resource"};
}

Reasons Poisoner::unknown() {
  Type type = UnknownType::get(context);
  switch (rng.below(5)) {
  case 0:
    addParameter(type);
    break;
  case 1: {
    // A legacy result that is used.
    Operation *op = body.emit("pld.system.sync_set", {}, type);
    make(body.builder.getI32Type(), op->getResult(0));
    break;
  }
  case 2:
    make(type);
    break;
  case 3:
    make(mlir::TupleType::get(context, {type}));
    break;
  default:
    body.emit("pld.system.sync_set", {}, {},
              {body.named("fuzz.type", TypeAttr::get(type))});
  }
  return {"unknown-type"};
}

Reasons Poisoner::prefetch() {
  Type contextType = PrefetchContextType::get(context),
       sessionType = AsyncSessionType::get(context),
       eventType = AsyncEventType::get(context);
  auto makeContext = [&] {
    return body.emit("pld.prefetch.make_context", {}, contextType)
        ->getResult(0);
  };
  switch (rng.below(6)) {
  case 0:
    addParameter(eventType);
    break;
  case 1:
    body.emit("pld.make_tuple", makeContext(),
              mlir::TupleType::get(context, {contextType}));
    break;
  case 2: {
    // Waits in a session of another context.
    Value first = makeContext(), second = makeContext();
    Value session =
        body.emit("pld.prefetch.session", first, sessionType)->getResult(0);
    Value source = make(tensorWith({}));
    Value event =
        body.emit("pld.prefetch.async_prefetch", {source, second}, eventType)
            ->getResult(0);
    body.emit("pld.prefetch.wait", {event, session}, body.builder.getI1Type());
    break;
  }
  case 3: {
    Value handle = makeContext();
    body.emit("pld.retype", handle, contextType);
    break;
  }
  case 4:
    make(sessionType);
    break;
  default: {
    Value handle = makeContext();
    make(body.builder.getI32Type(), handle);
  }
  }
  return {"prefetch-escape"};
}

Reasons Poisoner::call() {
  if (!helper)
    return {};
  DispatchStyle style;
  FunctionGen::emitDispatch(body, helper, style);
  return {"helper-call"};
}

Reasons Poisoner::freeSymbol() {
  // Another one is listed, so that the list alone does not tell which is used.
  SymAttr sym = SymAttr::get(StringAttr::get(context, kFreeSymbol));
  func.setFreeSymbolsAttr(
      body.builder.getStrArrayAttr({kFreeSymbol, kOtherFreeSymbol}));
  if (rng.chance(50))
    make(GlobalTensorType::get(context, {sym}, body.builder.getF32Type(),
                               Layout::ND, {}, {}, Pad::Null, MemRefAttr()));
  else
    body.emit("pld.symbol_value", {}, sym.getType(),
              {body.named("symbol", sym)});
  return {"free-capture"};
}

Reasons Poisoner::unregistered() {
  body.emit("fuzz.unregistered", {}, {});
  return {"unregistered-op"};
}

} // namespace

SmallVector<std::string, 1> pld::fuzz::poison(ArrayRef<FuncOp> unit,
                                              FuncOp helper,
                                              bool allowUnregistered,
                                              TypeGen &types, Random &rng) {
  FuncOp func = rng.pick(unit);
  Poisoner poisoner(func, /*isMember=*/func != unit.front(), helper, types,
                    rng);
  switch (rng.below(allowUnregistered ? 10 : 9)) {
  case 0:
    return poisoner.external();
  case 1:
    return poisoner.binding();
  case 2:
    return poisoner.source();
  case 3:
    return poisoner.storage();
  case 4:
    return poisoner.communication();
  case 5:
    return poisoner.unknown();
  case 6:
    return poisoner.prefetch();
  case 7:
    return poisoner.call();
  case 8:
    return poisoner.freeSymbol();
  default:
    return poisoner.unregistered();
  }
}

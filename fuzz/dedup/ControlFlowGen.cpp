//===- ControlFlowGen.cpp - Random loops, branches and scopes -------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BodyGen.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace pld;
using namespace pld::fuzz;

void BodyGen::emitRegion(Region &region, TypeRange arguments,
                         llvm::function_ref<void()> emitInside) {
  OpBuilder::InsertionGuard guard(builder);
  // What is defined inside can be used inside only. Expressions over symbols
  // that are bound inside must not be used outside either.
  size_t numValues = values.size(), numTasks = tasks.size();
  Scope outside = scope;
  Block *block = region.empty() ? &region.emplaceBlock() : &region.front();
  if (block->getNumArguments() == 0)
    for (Type type : arguments)
      block->addArgument(type, builder.getUnknownLoc());
  enter(block);
  emitInside();
  values.truncate(numValues);
  tasks.truncate(numTasks);
  scope = std::move(outside);
}

void BodyGen::yield(StringRef name, TypeRange types) {
  SmallVector<Value> operands;
  for (Type type : types)
    operands.push_back(valueOf(type));
  emit(name, operands, {});
}

/// The types of up to `limit` values, to be carried by a loop or branch.
static SmallVector<Type> pickTypes(BodyGen &body, unsigned limit) {
  SmallVector<Type> types;
  for (unsigned count = body.rng.below(limit + 1); count > 0; --count)
    types.push_back(body.anyValue().getType());
  return types;
}

void BodyGen::emitFor(unsigned depth) {
  SmallVector<Type> carried = pickTypes(*this, 2);
  SmallVector<Value> initial;
  for (Type type : carried)
    initial.push_back(valueOf(type));
  Value low = constantIndex(rng.between(0, 4));
  Value high = rng.chance(50) ? valueOf(builder.getIndexType())
                              : constantIndex(rng.between(4, 64));
  Value step = constantIndex(rng.between(1, 8));
  // Without a body of its own, which would come with a terminator.
  OperationState state(location(), scf::ForOp::getOperationName());
  state.addOperands({low, high, step});
  state.addOperands(initial);
  state.addTypes(carried);
  state.addRegion();
  Operation *loop = builder.create(state);
  if (rng.chance(40))
    loop->setDiscardableAttr(
        PLDDialect::kLoopKindAttrName,
        LoopKindAttr::get(builder.getContext(),
                          static_cast<LoopKind>(rng.below(4))));
  SmallVector<Type> arguments{builder.getIndexType()};
  llvm::append_range(arguments, carried);
  emitRegion(loop->getRegion(0), arguments, [&] {
    emitSome(rng.below(5), depth);
    yield("scf.yield", carried);
  });
  llvm::append_range(values, loop->getResults());
}

void BodyGen::emitIf(unsigned depth) {
  Value condition = valueOf(builder.getI1Type());
  SmallVector<Type> results = pickTypes(*this, 2);
  OperationState state(location(), scf::IfOp::getOperationName());
  state.addOperands(condition);
  state.addTypes(results);
  state.addRegion();
  state.addRegion();
  Operation *branch = builder.create(state);
  emitRegion(branch->getRegion(0), {}, [&] {
    emitSome(rng.below(4), depth);
    if (results.empty() && emitEarlyReturn && rng.chance(15))
      emitEarlyReturn(*this);
    yield("scf.yield", results);
  });
  if (!results.empty() || rng.chance(40))
    emitRegion(branch->getRegion(1), {}, [&] {
      emitSome(rng.below(4), depth);
      yield("scf.yield", results);
    });
  llvm::append_range(values, branch->getResults());
}

void BodyGen::emitWhile(unsigned depth) {
  SmallVector<Type> before = pickTypes(*this, 2), after = pickTypes(*this, 2);
  SmallVector<Value> initial;
  for (Type type : before)
    initial.push_back(valueOf(type));
  OperationState state(location(), scf::WhileOp::getOperationName());
  state.addOperands(initial);
  state.addTypes(after);
  state.addRegion();
  state.addRegion();
  Operation *loop = builder.create(state);
  emitRegion(loop->getRegion(0), before, [&] {
    emitSome(rng.below(3), depth);
    SmallVector<Value> operands{valueOf(builder.getI1Type())};
    for (Type type : after)
      operands.push_back(valueOf(type));
    emit("scf.condition", operands, {});
  });
  emitRegion(loop->getRegion(1), after, [&] {
    emitSome(rng.below(3), depth);
    yield("scf.yield", before);
  });
  llvm::append_range(values, loop->getResults());
}

void BodyGen::emitSwitch(unsigned depth) {
  SmallVector<Type> results = pickTypes(*this, 1);
  SmallVector<int64_t> cases;
  for (unsigned count = rng.below(3); count > 0; --count)
    cases.push_back(10 * count + static_cast<int64_t>(rng.below(10)));
  OperationState state(location(), scf::IndexSwitchOp::getOperationName());
  state.addOperands(valueOf(builder.getIndexType()));
  state.addTypes(results);
  state.addAttribute("cases", builder.getDenseI64ArrayAttr(cases));
  for (size_t i = 0; i <= cases.size(); ++i)
    state.addRegion();
  Operation *branch = builder.create(state);
  for (Region &region : branch->getRegions())
    emitRegion(region, {}, [&] {
      emitSome(rng.below(2), depth);
      yield("scf.yield", results);
    });
  llvm::append_range(values, branch->getResults());
}

void BodyGen::emitScope(unsigned depth) {
  MLIRContext *context = builder.getContext();
  SmallVector<Type> results = pickTypes(*this, 2);
  unsigned choice = rng.below(mayHaveAnyScope ? 4 : 2);
  static constexpr StringLiteral names[] = {
      "pld.split_aiv_scope", "pld.runtime_scope", "pld.hierarchy_scope",
      "pld.spmd_scope"};
  OperationState state(location(), names[choice]);
  state.addTypes(results);
  state.addRegion();
  if (rng.chance(40))
    state.addAttribute("name_hint", builder.getStringAttr("scope"));
  if (choice == 0) {
    auto mode = static_cast<SplitMode>(rng.below(3));
    state.addAttribute("split", SplitModeAttr::get(context, mode));
    state.addAttribute("count", builder.getI64IntegerAttr(rng.below(3)));
  } else if (choice == 1) {
    if (rng.chance(40))
      state.addAttribute("manual", builder.getUnitAttr());
  } else if (choice == 2) {
    auto level = static_cast<Level>(rng.below(10));
    state.addAttribute("level", LevelAttr::get(context, level));
  } else {
    state.addOperands(valueOf(builder.getIndexType()));
  }
  Operation *op = builder.create(state);
  emitRegion(op->getRegion(0), {}, [&] {
    emitSome(rng.below(4), depth);
    yield("pld.yield", results);
  });
  llvm::append_range(values, op->getResults());
}

void BodyGen::emitBranches() {
  Block *entry = builder.getInsertionBlock();
  Region *region = entry->getParent();
  SmallVector<Type> passed = pickTypes(*this, 2);
  auto addBlock = [&] {
    Block *block = &region->emplaceBlock();
    for (Type type : passed)
      block->addArgument(type, builder.getUnknownLoc());
    return block;
  };
  Block *side = addBlock(), *join = addBlock();
  auto operandsOf = [&] {
    SmallVector<Value> operands;
    for (Type type : passed)
      operands.push_back(valueOf(type));
    return operands;
  };
  auto branchTo = [&](StringRef name, ArrayRef<Value> operands,
                      ArrayRef<Block *> targets, ArrayRef<int32_t> segments) {
    OperationState state(location(), name);
    state.addOperands(operands);
    state.addSuccessors(BlockRange(SmallVector<Block *>(targets)));
    if (!segments.empty())
      state.addAttribute("operandSegmentSizes",
                         builder.getDenseI32ArrayAttr(segments));
    builder.create(state);
  };

  auto size = static_cast<int32_t>(passed.size());
  SmallVector<Value> operands{valueOf(builder.getI1Type())};
  llvm::append_range(operands, operandsOf());
  llvm::append_range(operands, operandsOf());
  branchTo("cf.cond_br", operands, {side, join}, {1, size, size});

  size_t numValues = values.size();
  Scope outside = scope;
  enter(side);
  emitSome(rng.below(4), 0);
  branchTo("cf.br", operandsOf(), join, {});
  values.truncate(numValues);
  scope = std::move(outside);
  enter(join);
}

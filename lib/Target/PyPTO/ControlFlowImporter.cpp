//===- ControlFlowImporter.cpp - Branches and loops ----------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Statements that become operations of scf, and what leaves loops.
//
//===----------------------------------------------------------------------===//

#include "FunctionImporter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace pld;
using namespace pld::pypto;

namespace {
/// The nodes of a list and their types.
struct Variables {
  SmallVector<NodeId> nodes;
  SmallVector<Type> types;
};
} // namespace

static FailureOr<Variables> readVariables(ProgramImporter &program,
                                          Tape::Index list) {
  const NodeTable &table = program.getTable();
  const Tape &tape = table.getTape();
  TypeImporter &types = program.getTypes();
  Variables variables;
  Tape::Index element = tape.first(list);
  for (uint32_t i = 0, e = tape.count(list); i < e;
       ++i, element = tape.next(element)) {
    FailureOr<NodeId> node = table.resolve(element);
    FailureOr<Type> type =
        succeeded(node) ? types.importTypeOf(*node) : FailureOr<Type>();
    if (failed(type) || failed(program.charge(*node)) ||
        failed(program.chargeTypes(*node, *type)))
      return failure();
    variables.nodes.push_back(*node);
    variables.types.push_back(*type);
  }
  return variables;
}

LogicalResult FunctionImporter::importIf(Fields &fields, NodeId node,
                                         Location loc) {
  NodeId conditionNode = fields.getNode("condition");
  NodeId thenBody = fields.getNode("then_body");
  bool hasElse = fields.getOptional("else_body");
  NodeId elseBody = hasElse ? fields.getNode("else_body") : 0;
  Tape::Index vars = fields.getArray("return_vars");
  if (failed(fields.finish()))
    return failure();
  FailureOr<Value> condition = importExpr(conditionNode);
  FailureOr<Variables> results = readVariables(program, vars);
  if (failed(condition) || failed(results))
    return failure();
  if (!condition->getType().isInteger(1))
    return table.errorAt(conditionNode)
           << "a condition is " << condition->getType() << ", not bool";
  if (!hasElse && !results->types.empty())
    return table.errorAt(node)
           << "a branch gives values, but has no other branch";
  auto ifOp =
      scf::IfOp::create(builder, loc, results->types, *condition,
                        /*addThenBlock=*/true, /*addElseBlock=*/hasElse);
  builder.setInsertionPointToStart(ifOp.thenBlock());
  if (failed(importBlock(thenBody, node, results->types, loc)))
    return failure();
  if (hasElse) {
    builder.setInsertionPointToStart(ifOp.elseBlock());
    if (failed(importBlock(elseBody, node, results->types, loc)))
      return failure();
  }
  builder.setInsertionPointAfter(ifOp);
  return bindResults(vars, ifOp, results->types);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

LogicalResult FunctionImporter::importExit(NodeKind kind, Fields &fields,
                                           NodeId node, Location loc,
                                           Ending &ending) {
  if (failed(fields.finish()))
    return failure();
  StringRef word = kind == NodeKind::BreakStmt ? "break" : "continue";
  if (loops.empty())
    return table.errorAt(node)
           << "a '" << word << "' in '@" << name << "' is not in a loop";
  Loop &loop = loops.back();
  // Without a `yield`, the loop carries on with what the iteration began with.
  SmallVector<Value> values = loop.arguments;
  if (ending) {
    if (ending.values.size() != values.size())
      return table.errorAt(node)
             << "a '" << word << "' comes after a yield of "
             << ending.values.size() << " values, but the loop carries "
             << values.size();
    for (auto [value, given] : llvm::zip_equal(values, ending.values)) {
      FailureOr<Value> typed = retype(given, value.getType(), loc, ending.node);
      if (failed(typed))
        return failure();
      value = *typed;
    }
  }
  if (failed(program.chargeTypes(node, ValueRange(values).getTypes())))
    return failure();
  if (kind == NodeKind::BreakStmt) {
    loop.hasBreak = true;
    BreakOp::create(builder, loc, values);
  } else {
    loop.hasContinue = true;
    ContinueOp::create(builder, loc, values);
  }
  // Statements after it are kept, and do not run.
  ending = Ending(loc);
  ending.isUnreachable = true;
  return success();
}

FailureOr<Operation *> FunctionImporter::importLoopBody(Operation *loop,
                                                        Block *block,
                                                        ValueRange arguments,
                                                        NodeId body,
                                                        NodeId node) {
  Location loc = loop->getLoc();
  TypeRange types = loop->getResultTypes();
  loops.emplace_back().arguments = llvm::to_vector(arguments);
  builder.setInsertionPointToEnd(block);
  if (failed(importBlock(body, node, types, loc)))
    return failure();
  Loop left = loops.pop_back_val();

  // The scope takes the place of `ops`, and gives what `yielded` are.
  auto enclose = [&](StringRef scopeName, Block::iterator begin,
                     Block::iterator end, ValueRange yielded) {
    OperationState state(loc, scopeName);
    state.addTypes(types);
    Block *inside = &state.addRegion()->emplaceBlock();
    Block *around = begin->getBlock();
    inside->getOperations().splice(inside->end(), around->getOperations(),
                                   begin, end);
    builder.setInsertionPointToEnd(inside);
    YieldOp::create(builder, loc, yielded);
    builder.setInsertionPoint(around, end);
    return builder.create(state);
  };
  if (left.hasContinue) {
    Operation *yield = block->getTerminator();
    Operation *scope =
        enclose(IterationScopeOp::getOperationName(), block->begin(),
                yield->getIterator(), yield->getOperands());
    yield->setOperands(scope->getResults());
  }
  if (left.hasBreak)
    loop = enclose(LoopScopeOp::getOperationName(), loop->getIterator(),
                   std::next(loop->getIterator()), loop->getResults());
  if (failed(program.chargeTypes(node, types)))
    return failure();
  builder.setInsertionPointAfter(loop);
  return loop;
}

LogicalResult FunctionImporter::importInits(ArrayRef<NodeId> iters,
                                            TypeRange iterTypes,
                                            SmallVectorImpl<Value> &inits,
                                            SmallVectorImpl<Location> &locs) {
  for (auto [iter, type] : llvm::zip_equal(iters, iterTypes)) {
    if (table.kind(iter) != NodeKind::IterArg)
      return table.errorAt(iter) << "expected an iteration argument";
    Fields fields = table.read(iter);
    NodeId init = fields.getNode("initValue");
    FailureOr<Location> span = getLoc(fields);
    FailureOr<Location> named =
        succeeded(span) ? getNameLoc(iter, *span) : span;
    if (fields.hasFailed() || failed(named))
      return failure();
    FailureOr<Value> value = importExpr(init);
    FailureOr<Value> typed =
        succeeded(value) ? retype(*value, type, *named, init) : value;
    if (failed(typed))
      return failure();
    inits.push_back(*typed);
    locs.push_back(*named);
  }
  return success();
}

/// The step of a loop, if it is a constant.
static std::optional<APInt> getConstantStep(Value step) {
  while (auto retype = step.getDefiningOp<RetypeOp>())
    step = retype.getSource();
  APInt number;
  if (!matchPattern(step, m_ConstantInt(&number)))
    return std::nullopt;
  return number;
}

/// The number of iterations of a loop that counts up or down, or never runs if
/// the step is 0, as the sign of the step says when the loop begins. It is
/// negative or 0 if nothing is to be done.
static Value countIterations(OpBuilder &b, Location loc, Value start,
                             Value stop, Value step,
                             std::optional<APInt> constant) {
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(b, loc,
                                     b.getIntegerAttr(step.getType(), value));
  };
  auto subtract = [&](Value left, Value right) -> Value {
    return arith::SubIOp::create(b, loc, left, right);
  };
  // The distance to go, and the size of a step.
  Value distance, width;
  if (constant) {
    if (constant->isZero())
      return number(0);
    distance = subtract(start, stop);
    width = number(-constant->getSExtValue());
  } else {
    auto compare = [&](arith::CmpIPredicate predicate) -> Value {
      return arith::CmpIOp::create(b, loc, predicate, step, number(0));
    };
    auto select = [&](Value condition, Value yes, Value no) -> Value {
      return arith::SelectOp::create(b, loc, condition, yes, no);
    };
    Value isUp = compare(arith::CmpIPredicate::sgt);
    Value isZero = compare(arith::CmpIPredicate::eq);
    distance = select(isUp, subtract(stop, start), subtract(start, stop));
    width = select(isUp, step, subtract(number(0), step));
    distance = select(isZero, number(0), distance);
    width = select(isZero, number(1), width);
  }
  Value rounded =
      arith::AddIOp::create(b, loc, distance, subtract(width, number(1)));
  return arith::FloorDivSIOp::create(b, loc, rounded, width);
}

LogicalResult FunctionImporter::importFor(Fields &fields, NodeId node,
                                          Location loc) {
  NodeId loopVar = fields.getNode("loop_var");
  NodeId bounds[] = {fields.getNode("start"), fields.getNode("stop"),
                     fields.getNode("step")};
  Tape::Index iterList = fields.getArray("iter_args");
  NodeId body = fields.getNode("body");
  Tape::Index vars = fields.getArray("return_vars");
  unsigned kind = fields.getOptional("kind")
                      ? fields.getEnum("kind", getMaxEnumValForLoopKind() + 1)
                      : 0;
  Tape::Index attrs = fields.getOptional("attrs");
  if (fields.getOptional("chunk_config"))
    return table.errorAt(node) << "a 'chunk_config' cannot be represented";
  if (failed(fields.finish()))
    return failure();
  FailureOr<Type> loopType = types.importTypeOf(loopVar);
  FailureOr<Variables> iters = readVariables(program, iterList);
  FailureOr<Variables> results = readVariables(program, vars);
  if (failed(loopType) || failed(iters) || failed(results))
    return failure();
  if (!loopType->isSignlessIntOrIndex())
    return table.errorAt(loopVar) << "a loop variable is " << *loopType
                                  << ", which is not a signless integer";
  if (iters->nodes.size() != results->nodes.size())
    return table.errorAt(node)
           << "a loop carries " << iters->nodes.size() << " values, but gives "
           << results->nodes.size();

  SmallVector<Value> range, inits;
  for (NodeId bound : bounds) {
    FailureOr<Value> value = importExpr(bound);
    FailureOr<Value> typed =
        succeeded(value) ? retype(*value, *loopType, loc, bound) : value;
    if (failed(typed))
      return failure();
    range.push_back(*typed);
  }
  SmallVector<Location> iterLocs;
  if (failed(importInits(iters->nodes, iters->types, inits, iterLocs)))
    return failure();
  Fields loopFields = table.read(loopVar);
  FailureOr<Location> loopSpan = getLoc(loopFields);
  FailureOr<Location> loopLoc =
      succeeded(loopSpan) ? getNameLoc(loopVar, *loopSpan) : loopSpan;
  if (failed(loopLoc))
    return failure();

  // MLIR's loops count up. The step of another one may be negative or 0, so
  // that its iterations are counted, from 0, and its variable is computed.
  std::optional<APInt> constantStep = getConstantStep(range[2]);
  bool isCounted = !constantStep || !constantStep->isStrictlyPositive();
  if (isCounted && !loopType->isIndex())
    // The number of iterations may not fit the type of the variable.
    for (Value &bound : range)
      if (loopType->getIntOrFloatBitWidth() < 64)
        bound =
            arith::ExtSIOp::create(builder, loc, builder.getI64Type(), bound);
  Value start = range[0], step = range[2];
  if (isCounted) {
    Value count =
        countIterations(builder, loc, start, range[1], step, constantStep);
    auto number = [&](int64_t value) -> Value {
      return arith::ConstantOp::create(
          builder, loc, builder.getIntegerAttr(step.getType(), value));
    };
    range = {number(0), count, number(1)};
  }
  NamedAttrList list;
  if (attrs) {
    if (tape.kind(attrs) != Tape::Kind::Array)
      return table.error(attrs) << "the attributes of a loop must be an array";
    SmallVector<KeyValue> entries;
    if (failed(types.importKeyValues(attrs, nullptr, entries)))
      return failure();
    for (KeyValue &entry : entries) {
      if (entry.attr)
        list.set(entry.key, entry.attr);
      else if (failed(annotate("loop", entry, loc)))
        return failure();
    }
  }
  auto forOp =
      scf::ForOp::create(builder, loc, range[0], range[1], range[2], inits);
  if (LoopKind(kind) != LoopKind::Sequential)
    forOp->setDiscardableAttr(PLDDialect::kLoopKindAttrName,
                              LoopKindAttr::get(context, LoopKind(kind)));
  if (!list.empty())
    forOp->setDiscardableAttr(PLDDialect::kAttrsAttrName,
                              list.getDictionary(context));
  Block *block = forOp.getBody();
  Value counter = block->getArgument(0);
  counter.setLoc(*loopLoc);
  if (isCounted) {
    builder.setInsertionPointToStart(block);
    counter = arith::MulIOp::create(builder, *loopLoc, counter, step);
    counter = arith::AddIOp::create(builder, *loopLoc, start, counter);
    if (counter.getType() != *loopType)
      counter = arith::TruncIOp::create(builder, *loopLoc, *loopType, counter);
  }
  if (failed(define(loopVar, {{counter}})))
    return failure();
  for (auto [index, iter] : llvm::enumerate(iters->nodes)) {
    BlockArgument argument = block->getArgument(index + 1);
    argument.setLoc(iterLocs[index]);
    if (failed(define(iter, {{argument}})))
      return failure();
    iterArgs[getName(iter)].push_back(iter);
  }
  if (iters->nodes.empty())
    block->getTerminator()->erase();
  FailureOr<Operation *> loop =
      importLoopBody(forOp, block, forOp.getRegionIterArgs(), body, node);
  if (failed(loop))
    return failure();
  for (NodeId iter : iters->nodes)
    iterArgs[getName(iter)].pop_back();
  return bindResults(vars, *loop, results->types);
}

LogicalResult FunctionImporter::importWhile(Fields &fields, NodeId node,
                                            Location loc) {
  NodeId conditionNode = fields.getNode("condition");
  Tape::Index iterList = fields.getArray("iter_args");
  NodeId body = fields.getNode("body");
  Tape::Index vars = fields.getArray("return_vars");
  if (failed(fields.finish()))
    return failure();
  FailureOr<Variables> iters = readVariables(program, iterList);
  FailureOr<Variables> results = readVariables(program, vars);
  if (failed(iters) || failed(results))
    return failure();
  if (iters->nodes.size() != results->nodes.size())
    return table.errorAt(node)
           << "a loop carries " << iters->nodes.size() << " values, but gives "
           << results->nodes.size();
  SmallVector<Value> inits;
  SmallVector<Location> iterLocs;
  if (failed(importInits(iters->nodes, iters->types, inits, iterLocs)))
    return failure();
  auto whileOp = scf::WhileOp::create(builder, loc, iters->types, inits);

  // The condition and the body see the same variables as different arguments.
  Block *before =
      builder.createBlock(&whileOp.getBefore(), {}, iters->types, iterLocs);
  for (auto [iter, argument] :
       llvm::zip_equal(iters->nodes, before->getArguments())) {
    bind(iter, {{argument}});
    iterArgs[getName(iter)].push_back(iter);
  }
  {
    BlockScope scope(*this);
    FailureOr<Value> condition = importExpr(conditionNode);
    if (failed(condition))
      return failure();
    if (!condition->getType().isInteger(1))
      return table.errorAt(conditionNode)
             << "a condition is " << condition->getType() << ", not bool";
    scf::ConditionOp::create(builder, loc, *condition, before->getArguments());
  }
  Block *after =
      builder.createBlock(&whileOp.getAfter(), {}, iters->types, iterLocs);
  for (auto [iter, argument] :
       llvm::zip_equal(iters->nodes, after->getArguments())) {
    bindings.erase(iter);
    if (failed(define(iter, {{argument}})))
      return failure();
  }
  FailureOr<Operation *> loop =
      importLoopBody(whileOp, after, after->getArguments(), body, node);
  if (failed(loop))
    return failure();
  for (NodeId iter : iters->nodes)
    iterArgs[getName(iter)].pop_back();
  return bindResults(vars, *loop, results->types);
}

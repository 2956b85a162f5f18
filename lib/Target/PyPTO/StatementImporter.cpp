//===- StatementImporter.cpp - Statements --------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assignments, control flow and scopes of a function.
//
//===----------------------------------------------------------------------===//

#include "FunctionImporter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace pld;
using namespace pld::pypto;

/// Statements nest at most this deep, also through references.
static constexpr unsigned kMaxNesting = 300;

LogicalResult FunctionImporter::importStatement(NodeId node, Ending &ending) {
  NodeKind kind = table.kind(node);
  // A `yield` before a `break` or `continue` is what it leaves the loop with.
  if (ending &&
      !(ending.kind == NodeKind::YieldStmt &&
        (kind == NodeKind::BreakStmt || kind == NodeKind::ContinueStmt)))
    return table.errorAt(node) << "comes after the end of its block";
  // Programs share statements, which are read wherever they stand.
  if (!active.insert(node).second)
    return table.errorAt(node) << "the statement contains itself";
  if (depth >= kMaxNesting)
    return table.errorAt(node)
           << "statements are nested more than " << kMaxNesting << " deep";
  if (failed(program.charge(node)))
    return failure();
  ++depth;
  statements.push_back(node);
  Fields fields = table.read(node);
  FailureOr<Location> loc = getLoc(fields);
  if (failed(loc))
    return failure();
  LogicalResult result = success();
  switch (kind) {
  case NodeKind::SeqStmts: {
    // A sequence is no operation that could carry them; PyPTO puts comments on
    // other statements.
    if (isa<FusedLoc>(*loc))
      table.warnAt(node) << "comments here are not kept";
    Tape::Index list = fields.getArray("stmts");
    result = success(succeeded(fields.finish()) &&
                     succeeded(importStatements(list, ending)));
    break;
  }
  case NodeKind::AssignStmt:
    result = importAssign(fields, *loc);
    break;
  case NodeKind::EvalStmt:
    result = importEval(fields, *loc);
    break;
  case NodeKind::ReturnStmt:
  case NodeKind::YieldStmt:
    ending.loc = *loc;
    result = importEnding(kind, fields, node, ending);
    break;
  case NodeKind::IfStmt:
    result = importIf(fields, node, *loc);
    break;
  case NodeKind::ForStmt:
    result = importFor(fields, node, *loc);
    break;
  case NodeKind::WhileStmt:
    result = importWhile(fields, node, *loc);
    break;
  case NodeKind::InlineStmt:
    result = importInline(fields, *loc);
    break;
  case NodeKind::InCoreScopeStmt:
  case NodeKind::ClusterScopeStmt:
  case NodeKind::HierarchyScopeStmt:
  case NodeKind::SpmdScopeStmt:
  case NodeKind::SplitAivScopeStmt:
  case NodeKind::RuntimeScopeStmt:
  case NodeKind::CommDomainScopeStmt:
    result = importScope(kind, fields, node, *loc, ending);
    break;
  case NodeKind::BreakStmt:
  case NodeKind::ContinueStmt:
    result = importExit(kind, fields, node, *loc, ending);
    break;
  default:
    return table.errorAt(node) << "expected a statement in '@" << name << "'";
  }
  statements.pop_back();
  active.erase(node);
  --depth;
  return result;
}

LogicalResult FunctionImporter::importStatements(Tape::Index list,
                                                 Ending &ending) {
  Tape::Index element = tape.first(list);
  for (uint32_t i = 0, e = tape.count(list); i < e;
       ++i, element = tape.next(element)) {
    FailureOr<NodeId> node = table.resolve(element);
    if (failed(node) || failed(importStatement(*node, ending)))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Assignments
//===----------------------------------------------------------------------===//

LogicalResult FunctionImporter::importAssign(Fields &fields, Location loc) {
  NodeId var = fields.getNode("var");
  NodeId value = fields.getNode("value");
  if (failed(fields.finish()))
    return failure();
  FailureOr<Type> type = types.importTypeOf(var);
  FailureOr<Location> named = getNameLoc(var, loc);
  if (failed(type) || failed(named))
    return failure();

  NodeKind kind = table.kind(value);
  // A variable that is bound already: so that copies never form a cycle.
  if (bindings.contains(value) ||
      (kind >= NodeKind::ConstInt && kind <= NodeKind::ConstBool))
    copies[var] = value;
  if (kind == NodeKind::Call || kind == NodeKind::Submit) {
    FailureOr<Binding> result = importCall(value, *type, *named);
    if (failed(result))
      return failure();
    if (!result->isTuple && result->values.size() == 1) {
      FailureOr<Value> typed =
          retype(result->values.front(), *type, *named, value);
      if (failed(typed))
        return failure();
      result->values.front() = *typed;
    }
    return define(var, std::move(*result));
  }
  // An element of a call's tuple is one of the call's results: the name goes
  // to the result, where it is the first.
  if (kind == NodeKind::TupleGetItemExpr) {
    FailureOr<std::pair<NodeId, int64_t>> get = readTupleGet(value);
    if (failed(get))
      return failure();
    auto [tuple, index] = *get;
    auto it = bindings.find(tuple);
    if (it != bindings.end() && it->second.isTuple && index >= 0 &&
        index < int64_t(it->second.values.size())) {
      Value element = it->second.values[index];
      Operation *op = element.getDefiningOp();
      if (op && element.getType() == *type) {
        auto &names = resultNames[op];
        if (names.empty())
          names.assign(op->getNumResults(), UnknownLoc::get(context));
        Location &slot = names[cast<OpResult>(element).getResultNumber()];
        if (isa<UnknownLoc>(slot)) {
          slot = *named;
          return define(var, {{element}});
        }
      }
    }
  }
  FailureOr<Value> result = importAssigned(value, *named);
  if (failed(result))
    return failure();
  // A copy is a value with a second name; so is an element under another type.
  bool isCopy = kind == NodeKind::Var || kind == NodeKind::IterArg ||
                kind == NodeKind::TupleGetItemExpr;
  if (isCopy && result->getType() == *type)
    result = RetypeOp::create(builder, *named, *type, *result).getResult();
  else
    result = retype(*result, *type, *named, value);
  if (failed(result))
    return failure();
  return define(var, {{*result}});
}

LogicalResult FunctionImporter::importEval(Fields &fields, Location loc) {
  NodeId expr = fields.getNode("expr");
  if (failed(fields.finish()))
    return failure();
  NodeKind kind = table.kind(expr);
  if (kind == NodeKind::Call || kind == NodeKind::Submit)
    return importCall(expr, Type(), loc);
  // Anything else has no effect, and is kept as a value that nothing uses.
  FailureOr<Value> value = importAssigned(expr, loc);
  if (failed(value))
    return failure();
  if (kind == NodeKind::Var || kind == NodeKind::IterArg)
    RetypeOp::create(builder, loc, value->getType(), *value);
  return success();
}

LogicalResult FunctionImporter::importInline(Fields &fields, Location loc) {
  StringRef source = fields.getString("body");
  fields.getEnum("language", 1);
  if (failed(fields.finish()))
    return failure();
  InlineSourceOp::create(builder, loc, source, "python");
  return success();
}

//===----------------------------------------------------------------------===//
// The end of a block
//===----------------------------------------------------------------------===//

LogicalResult FunctionImporter::importEnding(NodeKind kind, Fields &fields,
                                             NodeId node, Ending &ending) {
  Tape::Index list = fields.getArray("value");
  if (failed(fields.finish()))
    return failure();
  ending.kind = kind;
  ending.node = node;
  Tape::Index element = tape.first(list);
  for (uint32_t i = 0, e = tape.count(list); i < e;
       ++i, element = tape.next(element)) {
    FailureOr<NodeId> value = table.resolve(element);
    if (failed(value))
      return failure();
    // A tuple that a call gave is returned element by element.
    auto it = bindings.find(*value);
    if (it != bindings.end() && it->second.isTuple) {
      ValueRange elements = it->second.values;
      if (failed(program.chargeTypes(*value, elements.getTypes())))
        return failure();
      llvm::append_range(ending.values, elements);
      continue;
    }
    FailureOr<Value> converted = importExpr(*value);
    if (failed(converted))
      return failure();
    // So is any other where the function declares no results: those are found
    // in this way.
    auto tuple = dyn_cast<mlir::TupleType>(converted->getType());
    if (!tuple || kind != NodeKind::ReturnStmt || !info.implicitResults) {
      ending.values.push_back(*converted);
      continue;
    }
    if (failed(program.chargeTypes(*value, tuple.getTypes())))
      return failure();
    for (auto [index, type] : llvm::enumerate(tuple.getTypes()))
      ending.values.push_back(
          TupleGetOp::create(builder, ending.loc, type, *converted, index));
  }
  return success();
}

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

LogicalResult FunctionImporter::importBlock(NodeId body, NodeId owner,
                                            TypeRange resultTypes,
                                            Location loc) {
  Ending ending(loc);
  BlockScope scope(*this);
  size_t numOverridden = overridden.size();
  if (failed(importStatement(body, ending)))
    return failure();
  // After the block, variables are what they were before it.
  restoreBindings(numOverridden);
  if (ending.kind == NodeKind::ReturnStmt) {
    FailureOr<SmallVector<Value>> returned = importReturned(ending);
    if (failed(returned))
      return failure();
    EarlyReturnOp::create(builder, ending.loc, *returned);
    ending.values.clear();
    ending.isUnreachable = true;
  }
  // An end that is never reached gives nothing.
  if (ending.isUnreachable && ending.values.empty()) {
    if (failed(program.chargeTypes(owner, resultTypes)))
      return failure();
    for (Type type : resultTypes)
      ending.values.push_back(UndefinedOp::create(builder, ending.loc, type));
  }
  if (ending.values.size() != resultTypes.size())
    return table.errorAt(owner)
           << "a block yields " << ending.values.size() << " values where "
           << resultTypes.size() << " are expected";
  SmallVector<Value> values;
  for (auto [value, type] : llvm::zip_equal(ending.values, resultTypes)) {
    FailureOr<Value> converted = retype(value, type, ending.loc, owner);
    if (failed(converted))
      return failure();
    values.push_back(*converted);
  }
  scf::YieldOp::create(builder, ending.loc, values);
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

/// Binds `vars` to the results of `op`, under their names and types.
LogicalResult FunctionImporter::bindResults(Tape::Index vars, Operation *op,
                                            TypeRange varTypes) {
  auto &names = resultNames[op];
  Tape::Index element = tape.first(vars);
  for (auto [result, type] : llvm::zip_equal(op->getResults(), varTypes)) {
    FailureOr<NodeId> var = table.resolve(element);
    element = tape.next(element);
    if (failed(var))
      return failure();
    Fields fields = table.read(*var);
    FailureOr<Location> span = getLoc(fields);
    FailureOr<Location> named =
        succeeded(span) ? getNameLoc(*var, *span) : span;
    if (failed(named))
      return failure();
    names.push_back(*named);
    FailureOr<Value> value = retype(result, type, *named, *var);
    if (failed(value) || failed(define(*var, {{*value}})))
      return failure();
  }
  // One result is named by the operation itself.
  if (op->getNumResults() == 1)
    if (auto named = dyn_cast<NameLoc>(names.front()))
      op->setLoc(NameLoc::get(named.getName(), op->getLoc()));
  if (op->getNumResults() <= 1)
    resultNames.erase(op);
  return success();
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

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
                             Value stop, Value step) {
  auto number = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(b, loc,
                                     b.getIntegerAttr(step.getType(), value));
  };
  auto subtract = [&](Value left, Value right) -> Value {
    return arith::SubIOp::create(b, loc, left, right);
  };
  // What is to be gone over, and the size of a step.
  Value distance, width;
  if (std::optional<APInt> constant = getConstantStep(step)) {
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
  Value start = range[0], step = range[2];
  if (isCounted) {
    Value count = countIterations(builder, loc, start, range[1], step);
    auto number = [&](int64_t value) -> Value {
      return arith::ConstantOp::create(
          builder, loc, builder.getIntegerAttr(*loopType, value));
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

//===----------------------------------------------------------------------===//
// Scopes
//===----------------------------------------------------------------------===//

LogicalResult FunctionImporter::importScope(NodeKind kind, Fields &fields,
                                            NodeId node, Location loc,
                                            Ending &ending) {
  StringRef hint =
      fields.getOptional("name_hint") ? fields.getString("name_hint") : "";
  NodeId body = fields.getNode("body");
  Tape::Index attrs = fields.getOptional("attrs");
  NamedAttrList list;
  SmallVector<Value> operands;
  StringRef opName;
  auto setSplit = [&](StringRef key) {
    if (fields.getOptional(key))
      list.set("split",
               SplitModeAttr::get(context,
                                  SplitMode(fields.getEnum(
                                      key, getMaxEnumValForSplitMode() + 1))));
  };
  switch (kind) {
  case NodeKind::InCoreScopeStmt:
    opName = InCoreScopeOp::getOperationName();
    setSplit("split");
    break;
  case NodeKind::ClusterScopeStmt:
    opName = ClusterScopeOp::getOperationName();
    break;
  case NodeKind::HierarchyScopeStmt:
    opName = HierarchyScopeOp::getOperationName();
    list.set("level",
             LevelAttr::get(
                 context,
                 Level(fields.getEnum("level", getMaxEnumValForLevel() + 1))));
    if (fields.getOptional("role"))
      list.set("role", RoleAttr::get(context,
                                     Role(fields.getEnum(
                                         "role", getMaxEnumValForRole() + 1))));
    break;
  case NodeKind::SpmdScopeStmt: {
    opName = SpmdScopeOp::getOperationName();
    NodeId coreNum = fields.getNode("core_num");
    if (fields.getBool("sync_start"))
      list.set("sync_start", builder.getUnitAttr());
    if (fields.hasFailed())
      return failure();
    FailureOr<Value> value = importExpr(coreNum);
    if (failed(value))
      return failure();
    operands.push_back(*value);
    break;
  }
  case NodeKind::SplitAivScopeStmt:
    opName = SplitAivScopeOp::getOperationName();
    setSplit("split");
    list.set("count", builder.getI64IntegerAttr(fields.getInt("count")));
    break;
  case NodeKind::RuntimeScopeStmt:
    opName = RuntimeScopeOp::getOperationName();
    if (fields.getBool("manual"))
      list.set("manual", builder.getUnitAttr());
    break;
  default: {
    opName = CommDomainScopeOp::getOperationName();
    Tape::Index deviceList = fields.getArray("devices");
    Tape::Index slotList = fields.getArray("slots");
    if (fields.hasFailed())
      return failure();
    SmallVector<int64_t> devices;
    Tape::Index device = tape.first(deviceList);
    for (uint32_t i = 0, e = tape.count(deviceList); i < e;
         ++i, device = tape.next(device)) {
      if (tape.kind(device) != Tape::Kind::Int &&
          tape.kind(device) != Tape::Kind::UInt)
        return table.error(device) << "expected the number of a device";
      devices.push_back(tape.getInt(device));
    }
    SmallVector<Attribute> slots;
    Tape::Index slot = tape.first(slotList);
    for (uint32_t i = 0, e = tape.count(slotList); i < e;
         ++i, slot = tape.next(slot)) {
      FailureOr<NodeId> buffer = table.resolve(slot);
      FailureOr<Attribute> window = succeeded(buffer)
                                        ? types.importWindow(*buffer)
                                        : FailureOr<Attribute>();
      if (failed(window))
        return failure();
      slots.push_back(*window);
    }
    list.set("devices", builder.getDenseI64ArrayAttr(devices));
    list.set("slots", builder.getArrayAttr(slots));
    break;
  }
  }
  if (failed(fields.finish()))
    return failure();
  if (attrs &&
      (tape.kind(attrs) != Tape::Kind::Array || tape.count(attrs) > 0)) {
    SmallVector<KeyValue> entries;
    NamedAttrList extra;
    if (tape.kind(attrs) != Tape::Kind::Array)
      return table.error(attrs) << "the attributes of a scope must be an array";
    if (failed(types.importKeyValues(attrs, nullptr, entries)))
      return failure();
    for (KeyValue &entry : entries) {
      if (entry.attr)
        extra.set(entry.key, entry.attr);
      else if (failed(annotate("scope", entry, loc)))
        return failure();
    }
    if (!extra.empty())
      list.set(PLDDialect::kAttrsAttrName, extra.getDictionary(context));
  }
  if (!hint.empty())
    list.set("name_hint", builder.getStringAttr(hint));

  OperationState state(loc, opName);
  state.addOperands(operands);
  state.addAttributes(list);
  state.addRegion();
  Operation *scope = builder.create(state);
  builder.createBlock(&scope->getRegion(0));
  {
    // A return or yield in here ends the block around the scope.
    BlockScope blockScope(*this);
    if (failed(importStatement(body, ending)))
      return failure();
  }
  YieldOp::create(builder, loc);
  builder.setInsertionPointAfter(scope);
  scopes.push_back(scope);
  return success();
}

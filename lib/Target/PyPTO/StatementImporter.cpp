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
#include "mlir/Dialect/SCF/IR/SCF.h"

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

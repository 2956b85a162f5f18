//===- CallImporter.cpp - Calls, submits, operators -------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dispatches of functions, and operators as intrinsics or own operations.
//
//===----------------------------------------------------------------------===//

#include "FunctionImporter.h"

using namespace mlir;
using namespace pld;
using namespace pld::pypto;

FailureOr<FunctionImporter::Binding>
FunctionImporter::importCall(NodeId node, Type assignedType,
                             std::optional<Location> stmtLoc) {
  Fields fields = table.read(node);
  Tape::Index opMap = fields.get("op");
  Tape::Index typeMap = fields.get("type");
  FailureOr<Location> span = getLoc(fields);
  if (failed(span) || !opMap || !typeMap || failed(program.charge(node)))
    return failure();
  Fields op(table, opMap, "an operator");
  StringRef callee = op.getString("name");
  bool isFunction = op.getBool("is_global_var");
  if (failed(op.finish()))
    return failure();
  // The span of the call says more than that of the statement, but the name and
  // comments are the statement's.
  Location loc = *span;
  if (stmtLoc) {
    auto name = dyn_cast<NameLoc>(*stmtLoc);
    Location place = name ? name.getChildLoc() : *stmtLoc;
    if (isa<UnknownLoc>(*span) || isa<FusedLoc>(place))
      loc = *stmtLoc;
    else if (name)
      loc = NameLoc::get(name.getName(), *span);
  }
  Type type = assignedType;
  if (!type) {
    FailureOr<Type> own = types.importType(typeMap);
    if (failed(own))
      return failure();
    type = *own;
  }
  bool isAssigned = static_cast<bool>(assignedType);
  if (isFunction)
    return importDispatch(node, callee, fields, type, isAssigned, loc);
  if (table.kind(node) == NodeKind::Submit)
    return table.errorAt(node)
           << "submits '" << callee << "', which is not a function";
  return importOperator(node, callee, fields, type, isAssigned, loc);
}

//===----------------------------------------------------------------------===//
// Dispatches
//===----------------------------------------------------------------------===//

FailureOr<FunctionImporter::Binding>
FunctionImporter::importDispatch(NodeId node, StringRef callee, Fields &fields,
                                 Type type, bool isAssigned, Location loc) {
  bool isSubmit = table.kind(node) == NodeKind::Submit;
  FunctionInfo *target = program.lookup(callee);
  noteReference(callee);

  Tape::Index args = fields.getArray("args");
  Tape::Index attrs = fields.getOptional("attrs");
  Tape::Index kwargs = fields.getOptional("kwargs");
  Tape::Index legacyDirections = fields.getOptional("arg_directions");
  Tape::Index deps = 0;
  std::optional<NodeId> coreNumNode, predicateNode;
  bool syncStart = false, earlyResolve = false;
  if (isSubmit) {
    deps = fields.getArray("deps");
    if (fields.getOptional("core_num"))
      coreNumNode = fields.getNode("core_num");
    if (fields.getOptional("predicate"))
      predicateNode = fields.getNode("predicate");
    syncStart =
        fields.getOptional("sync_start") && fields.getBool("sync_start");
    earlyResolve = fields.getOptional("allow_early_resolve") &&
                   fields.getBool("allow_early_resolve");
  }
  if (failed(fields.finish()))
    return failure();
  if (kwargs &&
      (tape.kind(kwargs) != Tape::Kind::Array || tape.count(kwargs) > 0))
    return table.errorAt(node) << "the call of '@" << callee
                               << "' has keywords, which cannot be represented";

  // Results: the type of what is assigned to says what a call gives, as far as
  // it agrees with the callee.
  SmallVector<Type> given;
  if (auto tuple = dyn_cast<mlir::TupleType>(type))
    given.assign(tuple.begin(), tuple.end());
  else if (!isa<UnknownType>(type))
    given.push_back(type);
  bool isTuple = isa<mlir::TupleType>(type);
  SmallVector<Type> results;
  if (target)
    results = target->results;
  // A function can have one result that is a tuple.
  if (!isSubmit && isTuple && given.size() != 1 && results.size() == 1 &&
      isa<mlir::TupleType>(results.front())) {
    given = {type};
    isTuple = false;
  }
  if (isSubmit) {
    results.push_back(TaskIdType::get(context));
    isTuple = true;
  }
  // Where the two are different kinds of thing, the callee knows better.
  if (given.size() == results.size()) {
    for (auto [result, type] : llvm::zip_equal(results, given))
      if (haveSameClass(result, type))
        result = type;
  } else if ((isAssigned || !target) && !given.empty()) {
    // The call does not fit the callee, see `uncheckDispatches`.
    results = given;
    isTuple = isa<mlir::TupleType>(type);
  }
  isTuple |= results.size() > 1;

  SmallVector<Value> arguments, dependencies;
  if (failed(program.chargeTypes(node, results)))
    return failure();
  if (failed(importList(args, arguments)) ||
      (deps && failed(importList(deps, dependencies))))
    return failure();
  auto importOptional = [&](std::optional<NodeId> expr,
                            Value &value) -> LogicalResult {
    if (!expr)
      return success();
    FailureOr<Value> converted = importExpr(*expr);
    if (failed(converted))
      return failure();
    value = *converted;
    return success();
  };
  Value coreNum, predicate, device;
  if (failed(importOptional(coreNumNode, coreNum)) ||
      failed(importOptional(predicateNode, predicate)))
    return failure();

  // Attributes that hold values become operands.
  SmallVector<Value> dumpVars, manualDeps, compilerDeps;
  ArrayAttr directions;
  NamedAttrList others;
  SmallVector<KeyValue> entries;
  if (attrs) {
    if (tape.kind(attrs) != Tape::Kind::Array)
      return table.error(attrs) << "the attributes of a call must be an array";
    if (failed(types.importKeyValues(attrs, nullptr, entries)))
      return failure();
  }
  for (KeyValue &entry : entries) {
    SmallVector<Value> values;
    for (NodeId value : entry.nodes) {
      FailureOr<Value> converted = importExpr(value);
      if (failed(converted))
        return failure();
      values.push_back(*converted);
    }
    bool isValue = entry.nodes.size() == 1 && !entry.isList;
    // No operand says that a list is there, but empty.
    if (entry.isList && values.empty())
      others.set(entry.key, builder.getArrayAttr({}));
    else if (entry.key == "core_num" && isValue && !coreNum)
      coreNum = values.front();
    else if (entry.key == "device" && isValue)
      device = values.front();
    else if (entry.key == "dump_vars" && entry.isList)
      dumpVars = values;
    else if (entry.key == "manual_dep_edges" && entry.isList)
      manualDeps = values;
    else if (entry.key == "compiler_manual_dep_edges" && entry.isList)
      compilerDeps = values;
    else if (!entry.attr) {
      if (failed(annotate("call", entry, loc)))
        return failure();
    } else if (entry.key == "arg_directions" && isa<ArrayAttr>(entry.attr))
      directions = cast<ArrayAttr>(entry.attr);
    else if (entry.key == "sync_start" &&
             entry.attr == builder.getBoolAttr(true))
      syncStart = true;
    else
      others.set(entry.key, entry.attr);
  }
  if (legacyDirections && !directions) {
    if (tape.kind(legacyDirections) != Tape::Kind::Array)
      return table.error(legacyDirections)
             << "argument directions must be an array";
    SmallVector<Attribute> list;
    Tape::Index element = tape.first(legacyDirections);
    for (uint32_t i = 0, e = tape.count(legacyDirections); i < e;
         ++i, element = tape.next(element)) {
      bool isNumber = tape.kind(element) == Tape::Kind::Int ||
                      tape.kind(element) == Tape::Kind::UInt;
      if (!isNumber || tape.getUInt(element) > getMaxEnumValForArgDirection())
        return table.error(element)
               << "expected the number of an argument direction";
      list.push_back(
          ArgDirectionAttr::get(context, ArgDirection(tape.getUInt(element))));
    }
    directions = builder.getArrayAttr(list);
  }

  auto fill = [&](auto &props, OperationState &state,
                  ArrayRef<ValueRange> segments) {
    props.setCallee(FlatSymbolRefAttr::get(context, callee));
    if (syncStart)
      props.setSyncStart(builder.getUnitAttr());
    if (directions)
      props.setArgDirections(directions);
    for (auto [index, segment] : llvm::enumerate(segments)) {
      props.operandSegmentSizes[index] = segment.size();
      state.addOperands(segment);
    }
  };
  auto optional = [](Value &value) {
    return value ? ValueRange(value) : ValueRange();
  };
  OperationState state(loc, isSubmit ? SubmitOp::getOperationName()
                                     : CallOp::getOperationName());
  state.addTypes(results);
  if (isSubmit) {
    auto &props = state.getOrAddProperties<SubmitOp::Properties>();
    fill(props, state,
         {arguments, dependencies, optional(coreNum), optional(predicate),
          optional(device), dumpVars, manualDeps, compilerDeps});
    if (earlyResolve)
      props.setEarlyResolve(builder.getUnitAttr());
  } else {
    auto &props = state.getOrAddProperties<CallOp::Properties>();
    fill(props, state,
         {arguments, optional(coreNum), optional(device), dumpVars, manualDeps,
          compilerDeps});
  }
  if (!others.empty())
    state.addAttribute(PLDDialect::kAttrsAttrName,
                       others.getDictionary(context));
  Operation *dispatch = builder.create(state);
  Binding binding;
  binding.isTuple = isTuple;
  llvm::append_range(binding.values, dispatch->getResults());
  return binding;
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

FailureOr<FunctionImporter::Binding>
FunctionImporter::importOperator(NodeId node, StringRef name, Fields &fields,
                                 Type type, bool isAssigned, Location loc) {
  Tape::Index args = fields.getArray("args");
  Tape::Index attrs = fields.getOptional("attrs");
  Tape::Index kwargs = fields.getOptional("kwargs");
  if (failed(fields.finish()))
    return failure();
  const IntrinsicInfo *op = lookupIntrinsic(name);
  if (!op)
    return table.errorAt(node) << "the operator '" << name << "' is not known";

  SmallVector<KeyValue> keywordEntries, attrEntries;
  for (Tape::Index list : {kwargs, attrs})
    if (list && tape.kind(list) != Tape::Kind::Array)
      return table.error(list) << "the attributes of a call must be an array";
  if ((kwargs && failed(types.importKeyValues(kwargs, op, keywordEntries))) ||
      (attrs && failed(types.importKeyValues(attrs, op, attrEntries))))
    return failure();
  SmallVector<Value> arguments;
  if (failed(importList(args, arguments)))
    return failure();

  NamedAttrList keywords, others;
  for (KeyValue &entry : keywordEntries) {
    if (!entry.attr)
      return table.error(entry.at)
             << "the keyword '" << entry.key << "' of '" << name
             << "' holds a value of the program, which cannot be "
                "represented";
    const KeywordInfo *keyword = op->findKeyword(entry.key);
    if (!keyword)
      return table.error(entry.at)
             << "'" << name << "' has no keyword '" << entry.key << "'";
    // An operation of its own would drop what is of another type.
    if (!fitsKeyword(keyword->kind, entry.attr))
      return table.error(entry.at)
             << "the keyword '" << entry.key << "' of '" << name << "' is "
             << entry.attr << ", which is not of kind "
             << stringifyKeywordKind(keyword->kind);
    keywords.set(entry.key, entry.attr);
  }
  SmallVector<Value> deps;
  Value device;
  for (KeyValue &entry : attrEntries) {
    SmallVector<Value> values;
    for (NodeId value : entry.nodes) {
      FailureOr<Value> converted = importExpr(value);
      if (failed(converted))
        return failure();
      values.push_back(*converted);
    }
    if (entry.attr)
      others.set(entry.key, entry.attr);
    else if (entry.isList && values.empty())
      others.set(entry.key, builder.getArrayAttr({}));
    else if (entry.key == "device" && !entry.isList)
      device = values.front();
    else if (entry.key == "manual_dep_edges" && entry.isList &&
             name == "system.task_dummy")
      deps = values;
    else if (failed(annotate("operator", entry, loc)))
      return failure();
  }

  // What an operator without a value gives is nothing, unless a variable takes
  // it; its type is unknown then.
  SmallVector<Type> results;
  bool isTuple = isa<mlir::TupleType>(type);
  if (isTuple)
    llvm::append_range(results, cast<mlir::TupleType>(type).getTypes());
  else if (!isa<UnknownType>(type) || isAssigned || !op->allowsNoResult())
    results.push_back(type);

  if (failed(program.chargeTypes(node, results)))
    return failure();

  StringRef bare = name;
  bare.consume_front("pld.");
  std::string ownName = ("pld." + bare).str();
  Operation *result;
  if (RegisteredOperationName::lookup(ownName, context)) {
    if (device)
      return table.errorAt(node) << "'" << name << "' cannot have a device";
    llvm::append_range(arguments, deps);
    OperationState state(loc, ownName);
    state.addOperands(arguments);
    state.addTypes(results);
    for (NamedAttribute keyword : keywords) {
      if (keyword.getName() == "peer_func") {
        auto peer = dyn_cast<StringAttr>(keyword.getValue());
        if (!peer)
          return table.errorAt(node) << "'peer_func' must be a string";
        noteReference(peer.getValue());
        state.addAttribute(keyword.getName(), FlatSymbolRefAttr::get(peer));
        if (!program.lookup(peer.getValue()))
          state.addAttribute("unresolved", builder.getUnitAttr());
      } else {
        state.addAttribute(keyword.getName(), keyword.getValue());
      }
    }
    if (!others.empty())
      state.addAttribute(PLDDialect::kAttrsAttrName,
                         others.getDictionary(context));
    result = builder.create(state);
  } else {
    OperationState state(loc, IntrinsicOp::getOperationName());
    auto &props = state.getOrAddProperties<IntrinsicOp::Properties>();
    props.setOpName(StringAttr::get(context, op->name));
    if (!keywords.empty())
      props.setKeywords(keywords.getDictionary(context));
    props.operandSegmentSizes = {static_cast<int32_t>(arguments.size()),
                                 device ? 1 : 0};
    state.addOperands(arguments);
    if (device)
      state.addOperands(device);
    state.addTypes(results);
    if (!others.empty())
      state.addAttribute(PLDDialect::kAttrsAttrName,
                         others.getDictionary(context));
    result = builder.create(state);
  }
  Binding binding;
  binding.isTuple = isTuple;
  llvm::append_range(binding.values, result->getResults());
  return binding;
}

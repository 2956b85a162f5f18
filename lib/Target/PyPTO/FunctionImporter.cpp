//===- FunctionImporter.cpp - One function -------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The frame of a function: parameters, attributes, results, symbols, scopes.
//
//===----------------------------------------------------------------------===//

#include "FunctionImporter.h"
#include "pld/Dialect/PLD/ShapeSymbols.h"

using namespace mlir;
using namespace pld;
using namespace pld::pypto;

//===----------------------------------------------------------------------===//
// Names and locations
//===----------------------------------------------------------------------===//

StringRef FunctionImporter::getName(NodeId var) {
  Fields fields = table.read(var);
  return fields.getString("name_hint");
}

FailureOr<Location> FunctionImporter::getLoc(Fields &fields) {
  Tape::Index span = fields.get("span");
  if (!span)
    return failure();
  FailureOr<Location> loc = types.importSpan(span);
  Tape::Index comments = fields.getOptional("leading_comments");
  if (failed(loc) || !comments)
    return loc;
  if (tape.kind(comments) != Tape::Kind::Array)
    return table.error(comments) << "comments must be an array";
  if (tape.count(comments) == 0)
    return loc;
  // Comments of the source travel with the location.
  SmallVector<Attribute> texts;
  Tape::Index comment = tape.first(comments);
  for (uint32_t i = 0, e = tape.count(comments); i < e;
       ++i, comment = tape.next(comment)) {
    if (tape.kind(comment) != Tape::Kind::String)
      return table.error(comment) << "a comment must be a string";
    texts.push_back(StringAttr::get(context, tape.getString(comment)));
  }
  NamedAttrList metadata;
  metadata.set("comments", ArrayAttr::get(context, texts));
  return FusedLoc::get(ArrayRef<Location>(*loc),
                       metadata.getDictionary(context), context);
}

FailureOr<Location> FunctionImporter::getNameLoc(NodeId var, Location loc) {
  NodeKind kind = table.kind(var);
  if (kind != NodeKind::Var && kind != NodeKind::IterArg)
    return table.errorAt(var) << "expected a variable here";
  Fields fields = table.read(var);
  StringRef hint = fields.getString("name_hint");
  fields.ignore("type"); // read with importTypeOf
  fields.ignore("span");
  if (kind == NodeKind::IterArg)
    fields.ignore("initValue");
  if (failed(fields.finish()))
    return failure();
  if (hint.empty())
    return loc;
  return Location(NameLoc::get(StringAttr::get(context, hint), loc));
}

Location FunctionImporter::nameResults(Operation *op,
                                       ArrayRef<Location> names) {
  SmallVector<Location> locs;
  if (!isa<CallOp, SubmitOp>(op)) {
    locs.push_back(op->getLoc());
    llvm::append_range(locs, names);
    return FusedLoc::get(context, locs);
  }
  // Dispatches name their results themselves, see getAsmResultNames. A NameLoc
  // in their location would be taken for the name of every result.
  auto split = [&](Location loc) -> Attribute {
    auto name = dyn_cast<NameLoc>(loc);
    locs.push_back(name ? name.getChildLoc() : loc);
    return name ? name.getName() : StringAttr::get(context);
  };
  Attribute tuple = split(op->getLoc());
  SmallVector<Attribute> results = llvm::map_to_vector(names, split);
  NamedAttrList metadata;
  metadata.set("tuple", tuple);
  metadata.set("results", ArrayAttr::get(context, results));
  return FusedLoc::get(locs, metadata.getDictionary(context), context);
}

LogicalResult FunctionImporter::define(NodeId var, Binding binding) {
  NodeId statement = statements.empty() ? info.node : statements.back();
  if (definers.try_emplace(var, statement).first->second != statement)
    return table.errorAt(var)
           << "'" << getName(var) << "' is defined twice in '@" << name << "'";
  if (!binding.isTuple && binding.values.size() == 1)
    definitions.insert({var, binding.values.front()});
  bind(var, std::move(binding));
  return success();
}

void FunctionImporter::bind(NodeId var, Binding binding) {
  auto [it, isNew] = bindings.try_emplace(var);
  if (!isNew) {
    overridden.emplace_back(var, std::move(it->second));
    ++numRedefined;
  }
  it->second = std::move(binding);
}

void FunctionImporter::restoreBindings(size_t size) {
  while (overridden.size() > size) {
    auto [var, binding] = overridden.pop_back_val();
    bindings[var] = std::move(binding);
    ++numRedefined;
  }
}

void FunctionImporter::noteReference(StringRef callee) {
  FunctionInfo *other = program.lookup(callee);
  if (other && other != &info)
    other->referenced = true;
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

/// Level and role that a kind has where nothing else is said.
static std::pair<std::optional<Level>, std::optional<Role>>
getUsualPlace(FunctionKind kind) {
  switch (kind) {
  case FunctionKind::Orchestration:
  case FunctionKind::Graph:
    return {Level::Chip, Role::Orchestrator};
  case FunctionKind::InCore:
    return {Level::ChipDie, Role::SubWorker};
  case FunctionKind::AIC:
    return {Level::AIC, Role::SubWorker};
  case FunctionKind::AIV:
    return {Level::AIV, Role::SubWorker};
  case FunctionKind::Group:
    return {Level::CoreGroup, Role::SubWorker};
  case FunctionKind::Opaque:
  case FunctionKind::Spmd:
    return {std::nullopt, std::nullopt};
  }
  return {std::nullopt, std::nullopt};
}

LogicalResult FunctionImporter::run(ModuleOp module) {
  Fields fields = table.read(info.node);
  StringRef ownName = fields.getString("name");
  Tape::Index params = fields.getArray("params");
  Tape::Index directions = fields.getArray("param_directions");
  NodeId body = fields.getNode("body");
  Tape::Index attrs = fields.getOptional("attrs");
  std::optional<Level> level;
  std::optional<Role> role;
  if (fields.getOptional("level"))
    level = static_cast<Level>(
        fields.getEnum("level", getMaxEnumValForLevel() + 1));
  if (fields.getOptional("role"))
    role =
        static_cast<Role>(fields.getEnum("role", getMaxEnumValForRole() + 1));
  bool runtimeBinding = fields.getOptional("requires_runtime_binding") &&
                        fields.getBool("requires_runtime_binding");
  std::optional<int64_t> legacySplit;
  if (fields.getOptional("split"))
    legacySplit = fields.getInt("split");
  fields.ignore("func_type");
  fields.ignore("return_types");
  FailureOr<Location> loc = getLoc(fields);
  if (failed(loc) || failed(fields.finish()))
    return failure();
  if (ownName != name)
    return table.errorAt(info.node)
           << "is named '" << ownName << "', but listed as '" << name << "'";
  if (tape.count(params) != tape.count(directions))
    return table.errorAt(info.node)
           << "'" << name << "' has " << tape.count(params)
           << " parameters, but " << tape.count(directions) << " directions";

  SmallVector<Type> paramTypes;
  SmallVector<NodeId> paramNodes;
  SmallVector<Location> paramLocs;
  SmallVector<int8_t> paramDirections;
  Tape::Index param = tape.first(params), direction = tape.first(directions);
  for (uint32_t i = 0, e = tape.count(params); i < e;
       ++i, param = tape.next(param), direction = tape.next(direction)) {
    FailureOr<NodeId> node = table.resolve(param);
    if (failed(node))
      return failure();
    if (table.kind(*node) != NodeKind::Var)
      return table.errorAt(*node) << "a parameter must be a variable";
    Fields var = table.read(*node);
    FailureOr<Location> span = getLoc(var);
    FailureOr<Type> type = types.importTypeOf(*node);
    if (failed(span) || failed(type))
      return failure();
    FailureOr<Location> named = getNameLoc(*node, *span);
    if (failed(named) || failed(program.charge(*node)) ||
        failed(program.chargeTypes(*node, *type)))
      return failure();
    bool isNumber = tape.kind(direction) == Tape::Kind::Int ||
                    tape.kind(direction) == Tape::Kind::UInt;
    if (!isNumber || tape.getUInt(direction) > getMaxEnumValForParamDirection())
      return table.error(direction) << "expected the number of a direction";
    paramNodes.push_back(*node);
    paramTypes.push_back(*type);
    paramLocs.push_back(*named);
    paramDirections.push_back(tape.getUInt(direction));
  }

  OperationState state(*loc, FuncOp::getOperationName());
  auto &props = state.getOrAddProperties<FuncOp::Properties>();
  props.setSymName(StringAttr::get(context, name));
  props.setKind(FunctionKindAttr::get(context, info.kind));
  props.setFunctionType(
      TypeAttr::get(FunctionType::get(context, paramTypes, info.results)));
  props.setParamDirections(DenseI8ArrayAttr::get(context, paramDirections));
  auto [usualLevel, usualRole] = getUsualPlace(info.kind);
  if (level && level != usualLevel)
    props.setLevel(LevelAttr::get(context, *level));
  if (role && role != usualRole)
    props.setRole(RoleAttr::get(context, *role));
  if (runtimeBinding)
    props.setRuntimeBinding(UnitAttr::get(context));
  state.addRegion();
  builder.setInsertionPointToEnd(module.getBody());
  auto func = cast<FuncOp>(builder.create(state));
  if (info.implicitResults)
    func->setDiscardableAttr("implicit_results", UnitAttr::get(context));

  Region *region = &func.getBody();
  entry = builder.createBlock(region, region->end(), paramTypes, paramLocs);
  for (auto [node, argument] :
       llvm::zip_equal(paramNodes, entry->getArguments()))
    if (failed(define(node, {{argument}})))
      return failure();
  if (attrs) {
    if (tape.kind(attrs) != Tape::Kind::Array)
      return table.error(attrs)
             << "the attributes of a function must be an array";
    if (failed(importAttributes(func, attrs)))
      return failure();
  }
  // An older version had a field where there is an attribute now.
  if (legacySplit && !func->hasAttr("split"))
    func->setDiscardableAttr("split", builder.getI64IntegerAttr(*legacySplit));
  else if (legacySplit)
    return table.errorAt(info.node)
           << "'" << name << "' says twice how it is split";
  if (failed(importBody(func, body)))
    return failure();
  // Other code gives these functions their body; `...` stands in its place.
  bool isDeclaration = func.getExternalSourceAttr() || runtimeBinding;
  for (Operation &op : *entry) {
    bool isAbstract =
        isa<UndefinedOp>(op) ||
        (isa<ReturnOp>(op) && llvm::all_of(op.getOperands(), [](Value value) {
           return value.getDefiningOp<UndefinedOp>();
         }));
    if (isAbstract)
      continue;
    if (func.getExternalSourceAttr())
      return table.errorAt(info.node)
             << "'" << name << "' has an external source, and a body as well";
    isDeclaration = false;
    break;
  }
  for (auto &[op, names] : resultNames)
    op->setLoc(nameResults(op, names));
  if (failed(bindSymbols(func)))
    return failure();
  if (failed(liftScopeResults()))
    return failure();

  if (isDeclaration) {
    // A declaration keeps the names of its parameters in attributes.
    for (auto [index, node] : llvm::enumerate(paramNodes))
      func.setArgAttr(index, PLDDialect::kNameAttrName,
                      StringAttr::get(context, getName(node)));
    region->dropAllReferences();
    region->getBlocks().clear();
  }
  return success();
}

LogicalResult FunctionImporter::importAttributes(FuncOp func,
                                                 Tape::Index attrs) {
  SmallVector<KeyValue> entries;
  if (failed(types.importKeyValues(attrs, nullptr, entries)))
    return failure();
  for (KeyValue &entry : entries) {
    if (entry.key == "external_source") {
      auto path = dyn_cast_or_null<StringAttr>(entry.attr);
      if (!path)
        return table.error(entry.at) << "'external_source' must be a string";
      func.setExternalSourceAttr(path);
      continue;
    }
    Attribute value = entry.attr;
    if (!value) {
      // Values that are not scalars are not shape expressions.
      bool isScalar = true;
      for (NodeId node : entry.nodes) {
        FailureOr<Type> type = types.importTypeOf(node);
        if (failed(type))
          return failure();
        isScalar &= classifyType(*type) == TypeClass::Scalar;
      }
      if (!isScalar) {
        builder.setInsertionPointToEnd(this->entry);
        if (failed(annotate("function", entry, func.getLoc())))
          return failure();
        continue;
      }
      // An expression over the parameters.
      SmallVector<Attribute> dims;
      for (NodeId node : entry.nodes) {
        FailureOr<Attribute> dim = types.importDim(node);
        if (failed(dim))
          return failure();
        dims.push_back(*dim);
      }
      value = entry.isList ? Attribute(ArrayAttr::get(context, dims))
                           : dims.front();
    }
    if (llvm::is_contained(FuncOp::getAttributeNames(), entry.key))
      return table.error(entry.at)
             << "the attribute '" << entry.key << "' of '@" << name
             << "' has a name that the dialect uses itself";
    func->setDiscardableAttr(entry.key, value);
  }
  return success();
}

LogicalResult FunctionImporter::importBody(FuncOp func, NodeId body) {
  builder.setInsertionPointToEnd(entry);
  Ending ending(func.getLoc());
  {
    BlockScope scope(*this);
    if (failed(importStatement(body, ending)))
      return failure();
  }
  builder.setInsertionPointToEnd(entry);
  return endFunction(func, ending);
}

FailureOr<SmallVector<Value>>
FunctionImporter::importReturned(const Ending &ending) {
  ArrayRef<Type> results = info.results;
  auto values = llvm::to_vector_of<Value>(ending.values);
  // A tuple stands for its elements, and the other way round.
  auto isTupleOf = [](Type type, size_t size) {
    auto tuple = dyn_cast<mlir::TupleType>(type);
    return tuple && tuple.size() == size;
  };
  if (values.size() == 1 && results.size() != 1 &&
      isTupleOf(values.front().getType(), results.size())) {
    Value tuple = values.pop_back_val();
    auto type = cast<mlir::TupleType>(tuple.getType());
    if (failed(program.chargeTypes(ending.node, type.getTypes())))
      return failure();
    for (auto [index, element] : llvm::enumerate(type.getTypes()))
      values.push_back(
          TupleGetOp::create(builder, ending.loc, element, tuple, index));
  } else if (results.size() == 1 && values.size() != 1 &&
             isTupleOf(results.front(), values.size())) {
    Type type = mlir::TupleType::get(context, TypeRange(ValueRange(values)));
    if (failed(program.chargeTypes(ending.node, type)))
      return failure();
    values = {MakeTupleOp::create(builder, ending.loc, type, values)};
  }
  if (values.size() != results.size())
    return table.errorAt(ending.node)
           << "'@" << name << "' returns " << values.size()
           << " values, but has " << results.size() << " results";
  for (auto [value, type] : llvm::zip_equal(values, results)) {
    FailureOr<Value> converted = retype(value, type, ending.loc, ending.node);
    if (failed(converted))
      return failure();
    value = *converted;
  }
  return values;
}

LogicalResult FunctionImporter::endFunction(FuncOp func, const Ending &ending) {
  if (ending.kind == NodeKind::YieldStmt)
    return table.errorAt(ending.node) << "'@" << name << "' ends with a yield";
  SmallVector<Value> values;
  if (ending) {
    FailureOr<SmallVector<Value>> returned = importReturned(ending);
    if (failed(returned))
      return failure();
    values = std::move(*returned);
  } else {
    // Falls off its end: what it declares to return is never given.
    for (Type type : info.results)
      values.push_back(UndefinedOp::create(builder, ending.loc, type));
  }
  ReturnOp::create(builder, ending.loc, values);
  return success();
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

LogicalResult FunctionImporter::bindSymbols(FuncOp func) {
  SymbolFinder finder;
  llvm::SetVector<SymAttr> used;
  llvm::DenseSet<Type> seen;
  auto visit = [&](Type type) {
    if (seen.insert(type).second)
      for (SymAttr symbol : finder.find(type))
        used.insert(symbol);
  };
  for (Type type : func.getArgumentTypes())
    visit(type);
  llvm::DenseSet<StringAttr> bound;
  for (SymAttr symbol : used)
    bound.insert(symbol.getName());
  for (Type type : func.getResultTypes())
    visit(type);
  func.getBody().walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      visit(type);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Type type : block.getArgumentTypes())
          visit(type);
    if (auto domain = dyn_cast<CommDomainScopeOp>(op))
      for (SymAttr symbol : finder.find(domain.getSlotsAttr()))
        used.insert(symbol);
  });
  for (NamedAttribute attr : func->getDiscardableAttrs())
    for (SymAttr symbol : finder.find(attr.getValue()))
      used.insert(symbol);
  for (SymbolValueOp op : symbolValues)
    used.insert(op.getSymbol());

  // Pointers that types use are bound as well: storage is named after them.
  llvm::DenseSet<StringAttr> storage;
  for (auto [var, value] : definitions) {
    SymAttr symbol = types.lookupSymbol(var);
    if (!symbol)
      continue;
    if (!used.contains(symbol) && !isa<PtrType>(symbol.getType()))
      continue;
    if (value.getType() != symbol.getType())
      return table.errorAt(var)
             << "'" << getName(var) << "' of type " << value.getType()
             << " is used in types as " << symbol.getType();
    bound.insert(symbol.getName());
    if (auto argument = dyn_cast<BlockArgument>(value);
        argument && argument.getOwner() == entry) {
      func.setArgAttr(argument.getArgNumber(), PLDDialect::kSymbolAttrName,
                      symbol.getName());
      continue;
    }
    builder.setInsertionPointAfterValue(value);
    BindSymbolOp::create(builder, value.getLoc(), value, symbol);
  }

  SmallVector<StringRef> free;
  for (SymAttr symbol : used)
    if (!bound.contains(symbol.getName()))
      free.push_back(symbol.getName().getValue());
  for (auto [op, node] : llvm::zip_equal(symbolValues, symbolValueNodes))
    if (!bound.contains(op.getSymbol().getName()))
      return table.errorAt(node) << "'" << getName(node) << "' is used in '@"
                                 << name << "', but nothing defines it";
  if (!free.empty())
    func.setFreeSymbolsAttr(builder.getStrArrayAttr(free));
  return success();
}

//===----------------------------------------------------------------------===//
// Scopes
//===----------------------------------------------------------------------===//

LogicalResult FunctionImporter::liftScopeResults() {
  for (Operation *scope : scopes) {
    Block &block = scope->getRegion(0).front();
    SmallVector<Value> escaping;
    for (Operation &op : block)
      for (Value result : op.getResults())
        if (llvm::any_of(result.getUsers(), [&](Operation *user) {
              return !scope->isProperAncestor(user);
            }))
          escaping.push_back(result);
    if (escaping.empty())
      continue;
    // As operands of the yield, and as results.
    TypeRange types = ValueRange(escaping).getTypes();
    if (failed(program.chargeTypes(info.node, types)) ||
        failed(program.chargeTypes(info.node, types)))
      return failure();
    Operation *yield = block.getTerminator();
    yield->setOperands(escaping);

    OperationState state(scope->getLoc(), scope->getName());
    state.addOperands(scope->getOperands());
    state.addAttributes(scope->getAttrs());
    state.addTypes(ValueRange(escaping).getTypes());
    state.addRegion();
    builder.setInsertionPoint(scope);
    Operation *lifted = builder.create(state);
    for (auto [value, result] : llvm::zip_equal(escaping, lifted->getResults()))
      value.replaceUsesWithIf(result, [&](OpOperand &use) {
        return !scope->isProperAncestor(use.getOwner());
      });
    lifted->getRegion(0).takeBody(scope->getRegion(0));
    scope->erase();
  }
  return success();
}

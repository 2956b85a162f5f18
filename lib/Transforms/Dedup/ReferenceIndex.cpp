//===- ReferenceIndex.cpp - Who names whom --------------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Transforms/Dedup/ReferenceIndex.h"

#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/PointerIntPair.h"
#include "llvm/ADT/Twine.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace pld;
using namespace pld::dedup;

/// No program that names things for a reason comes near these.
static constexpr size_t kSpareReferences = 1 << 20;
static constexpr size_t kReferencesPerOperation = 16;

/// Walks the program and fills the index.
class ReferenceIndex::Builder {
public:
  Builder(ReferenceIndex &index, ModuleOp module, ElementTable &table,
          size_t maxReferences)
      : index(index), module(module), table(table),
        maxReferences(maxReferences),
        symName(StringAttr::get(module.getContext(),
                                SymbolTable::getSymbolAttrName())) {}

  void run() {
    for (FuncOp func : module.getBody()->getOps<FuncOp>()) {
      FunctionId id = index.functions.size();
      index.functions.push_back(func);
      index.functionIds.try_emplace(func.getSymNameAttr(), id);
    }
    index.ranges.resize(index.functions.size());
    visitReferences(module, module);
    for (Operation &op : *module.getBody())
      if (!isa<FuncOp>(op))
        visit(&op, module);
    // What is found first is told, whatever the order of functions is.
    std::vector<FuncOp> byName(index.functions.begin(), index.functions.end());
    llvm::sort(byName, [](FuncOp a, FuncOp b) {
      return a.getSymName() < b.getSymName();
    });
    for (FuncOp func : byName) {
      function = index.lookup(func.getSymNameAttr());
      uint32_t begin = index.references.size();
      visited.clear();
      visit(func, module);
      index.ranges[function] = {begin, index.references.size()};
    }
    groupByTarget();
  }

private:
  void addGap(const Twine &what) {
    if (index.gap)
      return;
    index.gap = what.str();
    if (function != kNoFunction)
      *index.gap += " in @" + index.functions[function].getSymName().str();
  }

  /// Visits `op`, which is directly or indirectly in the symbol table `scope`,
  /// and everything inside.
  void visit(Operation *op, Operation *scope) {
    visitReferences(op, scope);
    if (op->getNumRegions() == 0)
      return;
    // Only a registered operation is known to be a symbol table, or not.
    if (!op->isRegistered())
      addGap("the unregistered operation '" + op->getName().getStringRef() +
             "' has regions");
    Operation *inner = op->hasTrait<OpTrait::SymbolTable>() ? op : scope;
    for (Region &region : op->getRegions())
      for (Block &block : region) {
        for (BlockArgument argument : block.getArguments())
          visitElement(op, inner, table.get(argument.getType()));
        for (Operation &nested : block)
          visit(&nested, inner);
      }
  }

  void visitReferences(Operation *op, Operation *scope) {
    if (ElementId properties = table.getProperties(op);
        properties && isInteresting(properties)) {
      FlatSymbolRefAttr callee;
      llvm::TypeSwitch<Operation *>(op).Case<CallOp, SubmitOp>(
          [&](auto dispatch) { callee = dispatch.getCalleeAttr(); });
      if (callee)
        visitDispatch(op, scope, callee, properties);
      else
        visitElement(op, scope, properties, /*isOwn=*/true);
    }
    // Without properties, all that the operation defines is in the dictionary.
    visitElement(op, scope, table.getAttributes(op),
                 /*isOwn=*/!op->getPropertiesStorageSize());
    for (Type type : op->getResultTypes())
      visitElement(op, scope, table.get(type));
  }

  /// Other properties than the callee, as the attributes of arguments, may name
  /// the callee, too.
  void visitDispatch(Operation *op, Operation *scope, FlatSymbolRefAttr callee,
                     ElementId properties) {
    visitReference(op, scope, callee, /*isCallee=*/true);
    for (NamedAttribute attr :
         cast<DictionaryAttr>(table.getAttribute(properties)))
      if (attr.getName() != "callee")
        visitElement(op, scope, table.get(attr.getValue()));
  }

  bool isInteresting(ElementId element) const {
    return table.getFlags(element) &
           (ElementTable::HoldsReference | ElementTable::HidesParts);
  }

  /// `isOwn` says that the operation itself defines what the element is for.
  void visitElement(Operation *op, Operation *scope, ElementId element,
                    bool isOwn = false) {
    if (!isInteresting(element))
      return;
    // Only of our own operations it is known which ones call what they name. An
    // operation that is not registered keeps its kernel anyway.
    bool mayCall =
        isOwn && op->isRegistered() && !isa<PLDDialect>(op->getDialect());
    // What one element names is recorded once for each function, unless it
    // depends on the operation.
    if (!op->hasTrait<OpTrait::SymbolTable>() && !isa<ImportPeerBufferOp>(op) &&
        !visited.insert({{scope, mayCall}, element}).second)
      return;
    if (table.getFlags(element) & ElementTable::HidesParts)
      addGap("'" + op->getName().getStringRef() +
             "' has an attribute or type whose parts cannot be seen");
    for (SymbolRefAttr ref : table.getReferences(element))
      visitReference(op, scope, ref, /*isCallee=*/false, mayCall);
  }

  void visitReference(Operation *op, Operation *scope, SymbolRefAttr ref,
                      bool isCallee, bool mayCall = false) {
    Operation *target = resolve(scope, ref);
    // Attributes of a symbol table are looked up by some in the table itself,
    // by others in the one around it.
    if (op != scope && op->hasTrait<OpTrait::SymbolTable>()) {
      Operation *inside = resolve(op, ref);
      if (target && inside)
        return addGap("'@" + ref.getRootReference().getValue() +
                      "' of a nested symbol table is ambiguous");
      if (inside)
        return;
    }
    if (!target)
      return addGap("'@" + ref.getRootReference().getValue() +
                    "' is not resolved where '" + op->getName().getStringRef() +
                    "' names it");

    FunctionId to = kNoFunction;
    if (scope == module && ref.getNestedReferences().empty())
      to = index.lookup(ref.getRootReference());
    if (function != kNoFunction &&
        (to == kNoFunction ? isCallee || isForeignFunction(target) : mayCall))
      index.foreignCalls.try_emplace(function, op);
    if (to == kNoFunction)
      return;
    Reference::Kind kind = Reference::Kind::Other;
    if (isCallee)
      kind = Reference::Kind::Dispatch;
    else if (isa<ImportPeerBufferOp>(op))
      kind = Reference::Kind::Peer;
    if (index.references.size() >= maxReferences)
      return addGap("there are too many references: attributes that name much "
                    "are used by many functions");
    index.references.push_back({op, function, to, kind});
  }

  /// Whether `symbol`, which is not a function of the program, is something
  /// outside of the function that can be called.
  bool isForeignFunction(Operation *symbol) {
    return (isa<FunctionOpInterface, CallableOpInterface>(symbol) ||
            !symbol->isRegistered()) &&
           !index.functions[function]->isAncestor(symbol);
  }

  Operation *resolve(Operation *scope, SymbolRefAttr ref) {
    Operation *symbol = lookupIn(scope, ref.getRootReference());
    for (FlatSymbolRefAttr nested : ref.getNestedReferences()) {
      if (!symbol || !symbol->hasTrait<OpTrait::SymbolTable>())
        return nullptr;
      symbol = lookupIn(symbol, nested.getAttr());
    }
    return symbol;
  }

  Operation *lookupIn(Operation *scope, StringAttr name) {
    auto [it, isNew] = symbols.try_emplace(scope);
    if (isNew && scope->getNumRegions() > 0)
      for (Operation &op : scope->getRegion(0).getOps())
        if (auto known = op.getAttrOfType<StringAttr>(symName))
          it->second.try_emplace(known, &op);
    return it->second.lookup(name);
  }

  void groupByTarget() {
    index.targetBegin.assign(index.functions.size() + 1, 0);
    for (const Reference &reference : index.references)
      ++index.targetBegin[reference.to + 1];
    for (size_t i = 1; i < index.targetBegin.size(); ++i)
      index.targetBegin[i] += index.targetBegin[i - 1];
    index.byTarget.resize(index.references.size());
    std::vector<uint32_t> next = index.targetBegin;
    for (auto [number, reference] : llvm::enumerate(index.references))
      index.byTarget[next[reference.to]++] = number;
  }

  ReferenceIndex &index;
  ModuleOp module;
  ElementTable &table;
  const size_t maxReferences;
  StringAttr symName;
  FunctionId function = kNoFunction;
  /// For a function: elements whose references were recorded, the symbol tables
  /// they were looked up in, and whether they may be called.
  DenseSet<std::pair<llvm::PointerIntPair<Operation *, 1, bool>, ElementId>>
      visited;
  DenseMap<Operation *, DenseMap<StringAttr, Operation *>> symbols;
};

ReferenceIndex::ReferenceIndex(ModuleOp module, ElementTable &table,
                               std::optional<size_t> maxReferences) {
  if (!maxReferences) {
    maxReferences = kSpareReferences;
    module->walk(
        [&](Operation *) { *maxReferences += kReferencesPerOperation; });
  }
  Builder(*this, module, table, *maxReferences).run();
}

ArrayRef<Reference> ReferenceIndex::getReferencesIn(FunctionId function) const {
  auto [begin, end] = ranges[function];
  return ArrayRef(references).slice(begin, end - begin);
}

ArrayRef<uint32_t> ReferenceIndex::getReferencesTo(FunctionId function) const {
  uint32_t begin = targetBegin[function];
  return ArrayRef(byTarget).slice(begin, targetBegin[function + 1] - begin);
}

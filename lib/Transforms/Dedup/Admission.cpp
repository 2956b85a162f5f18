//===- Admission.cpp - Who may be merged ----------------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Transforms/Dedup/Admission.h"

#include "llvm/ADT/Twine.h"

using namespace mlir;
using namespace pld;
using namespace pld::dedup;

//===----------------------------------------------------------------------===//
// Rules for operations
//===----------------------------------------------------------------------===//

/// A rule for operations of some names. `violates` says what is wrong with one,
/// or gives an empty string.
struct Admission::Rule {
  Reason reason;
  bool (*concerns)(OperationName name);
  std::string (*violates)(Operation *op);
};

namespace {

template <typename... OpTs> bool isAnyOf(OperationName name) {
  TypeID id = name.getTypeID();
  return ((id == TypeID::get<OpTs>()) || ...);
}

std::string quote(Operation *op) {
  return "'" + op->getName().getStringRef().str() + "'";
}

/// A name of PyPTO's operator that an operation of its own, or an unchecked
/// `pld.intrinsic`, stands for.
StringRef getIntrinsicName(Operation *op) {
  StringRef name = cast<IntrinsicOp>(op).getOpName();
  name.consume_front("pld.");
  return name;
}

bool isHandle(Type type) {
  return isa<PrefetchContextType, AsyncEventType, AsyncSessionType>(type);
}

/// Whether `use` is one that the prefetch operations are made for.
bool isPrefetchUse(OpOperand &use) {
  Operation *user = use.getOwner();
  unsigned position = use.getOperandNumber();
  if (isa<PrefetchSessionOp>(user))
    return position == 0;
  if (isa<PrefetchAsyncOp>(user))
    return position == 1;
  return isa<PrefetchWaitOp>(user);
}

std::string checkPrefetch(Operation *op) {
  if (auto wait = dyn_cast<PrefetchWaitOp>(op)) {
    // By position: what a test has damaged is looked at, too.
    auto event = wait->getOperand(0).getDefiningOp<PrefetchAsyncOp>();
    auto session = wait->getOperand(1).getDefiningOp<PrefetchSessionOp>();
    if (!event || !session || event->getOperand(1) != session->getOperand(0))
      return quote(op) +
             " waits in a session of another context than its event's";
    return {};
  }
  for (OpOperand &use : op->getResult(0).getUses())
    if (!isPrefetchUse(use))
      return "the result of " + quote(op) + " is used by " +
             quote(use.getOwner());
  return {};
}

std::string checkIntrinsic(Operation *op) {
  if (getIntrinsicName(op).starts_with("builtin."))
    return "calls the builtin template '" +
           cast<IntrinsicOp>(op).getOpName().str() + "'";
  return {};
}

std::string checkUncheckedIntrinsic(Operation *op) {
  if (!cast<IntrinsicOp>(op).getUnchecked())
    return {};
  StringRef name = getIntrinsicName(op);
  if (name == "tensor.alloc_window_buffer" || name == "tensor.window" ||
      name == "system.get_comm_ctx")
    return "has the operator '" + name.str() + "'";
  return {};
}

std::string hasOperation(Operation *op) { return "has " + quote(op); }

} // namespace

//===----------------------------------------------------------------------===//
// One function
//===----------------------------------------------------------------------===//

class Admission::Check {
public:
  Check(Admission &parent, const Unit &unit)
      : parent(parent), unit(unit),
        own(unit.functions.begin(), unit.functions.end()) {}

  std::optional<Finding> run() {
    for (FunctionId function : unit.functions)
      checkFunction(function);
    return std::move(finding);
  }

private:
  void report(Reason reason, const Twine &detail) {
    if (finding && finding->reason <= reason)
      return;
    std::string text = detail.str();
    if (function != unit.functions.front())
      text += ", in member @" +
              parent.index.getFunction(function).getSymName().str();
    finding = {reason, std::move(text)};
  }

  void checkFunction(FunctionId id) {
    function = id;
    parent.searched.clear();
    parent.bound.clear();
    parent.used.clear();
    usedSymbols.clear();

    FuncOp func = parent.index.getFunction(id);
    checkKind(func);
    checkCalls(id);
    checkSignature(func);
    func.getBody().walk<WalkOrder::PreOrder>(
        [&](Operation *op) { checkOperation(op); });
    checkSymbols(id);
  }

  void checkKind(FuncOp func) {
    if (StringAttr source = func.getExternalSourceAttr())
      report(Reason::External, "its source is '" + source.getValue() + "'");
    if (func.getRuntimeBinding())
      report(Reason::RuntimeBinding, "it is bound at run time");
    else if (func.isExternal() && !func.getExternalSourceAttr())
      report(Reason::External, "it has no body");
  }

  /// What is called must be in the unit.
  void checkCalls(FunctionId id) {
    for (const Reference &reference : parent.index.getReferencesIn(id))
      if (reference.kind == Reference::Kind::Dispatch &&
          !own.contains(reference.to))
        return report(Reason::HelperCall,
                      "calls @" +
                          parent.index.getFunction(reference.to).getSymName());
    if (Operation *op = parent.index.getForeignCall(id))
      report(Reason::HelperCall,
             isa<CallOpInterface>(op)
                 ? "calls what is not a function of the program, by " +
                       quote(op)
                 : quote(op) + " names a function, which it may call");
  }

  void checkSignature(FuncOp func) {
    ElementTable &table = parent.table;
    // Everything of the signature is in the properties.
    checkElement(table.getProperties(func), "the signature");
    checkElement(table.getAttributes(func), "an attribute of the function");
    for (auto [index, type] : llvm::enumerate(func.getArgumentTypes())) {
      bindSymbols(table.get(type));
      if (auto name = func.getArgAttrOfType<StringAttr>(
              index, PLDDialect::kSymbolAttrName))
        parent.bound.insert(table.get(name));
    }
    for (Type type : func.getResultTypes())
      useSymbols(table.get(type));
    if (ArrayAttr attrs = func.getArgAttrsAttr())
      useSymbols(table.get(attrs));
    if (ArrayAttr attrs = func.getResAttrsAttr())
      useSymbols(table.get(attrs));
    useSymbols(table.getAttributes(func));
    checkBlocks(func);
  }

  void checkOperation(Operation *op) {
    ElementTable &table = parent.table;
    for (const Rule *rule : parent.getRules(op->getName())) {
      std::string violation = rule->violates(op);
      if (!violation.empty())
        report(rule->reason, violation);
    }
    // What a function of a nested program binds, it binds for itself.
    if (auto bind = dyn_cast<BindSymbolOp>(op);
        bind &&
        bind->getParentOfType<FuncOp>() == parent.index.getFunction(function))
      parent.bound.insert(table.get(bind.getSymbol().getName()));

    visitElement(op, table.getProperties(op), "an attribute");
    visitElement(op, table.getAttributes(op), "an attribute");
    for (OpResult result : op->getResults()) {
      ElementId type = table.get(result.getType());
      if ((table.getFlags(type) & kForbidden) && isAdmittedResult(op, result))
        continue;
      visitElement(op, type, "a result");
    }
    checkBlocks(op);
  }

  void checkBlocks(Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Type type : block.getArgumentTypes())
          visitElement(op, parent.table.get(type), "a block argument");
  }

  /// The two exceptions. How a handle is used is checked by a rule.
  static bool isAdmittedResult(Operation *op, OpResult result) {
    // Not admitted, but the rule for the operation says it better.
    if (isa<AllocWindowBufferOp>(op))
      return true;
    if (isa<UnknownType>(result.getType()))
      return isAnyOf<TensorPutOp, TileRemoteStoreOp, TensorRemoteStoreOp,
                     NotifyOp, WaitOp, DeferWaitOp, SetFftsOp, SyncSetOp,
                     SyncWaitOp>(op->getName()) &&
             result.use_empty();
    return isHandle(result.getType()) &&
           isa<PrefetchMakeContextOp, PrefetchSessionOp, PrefetchAsyncOp>(op);
  }

  void visitElement(Operation *op, ElementId element, StringRef what) {
    if (!parent.table.getFlags(element))
      return;
    if (parent.table.getFlags(element) & kForbidden)
      checkElement(element, (what + " of " + quote(op)).str());
    useSymbols(element);
  }

  static constexpr uint8_t kForbidden =
      ElementTable::HoldsStorage | ElementTable::HoldsCommunication |
      ElementTable::HoldsUnknown | ElementTable::HoldsPrefetch;

  void checkElement(ElementId element, StringRef place) {
    uint8_t flags = parent.table.getFlags(element);
    if (flags & ElementTable::HoldsUnknown)
      report(Reason::UnknownType, place + " holds an undetermined type");
    if (flags & ElementTable::HoldsStorage)
      report(Reason::ExplicitStorage, place + " holds storage");
    if (flags & ElementTable::HoldsCommunication)
      report(Reason::CommResource,
             place + " holds a communication context or window buffer");
    if (flags & ElementTable::HoldsPrefetch)
      report(Reason::PrefetchEscape, place + " holds a prefetch handle");
  }

  template <typename Fn> void forEachSymbol(ElementId element, Fn &&fn) {
    ElementTable &table = parent.table;
    if (!(table.getFlags(element) & ElementTable::HoldsSymbol) ||
        !parent.searched.insert(element))
      return;
    if (table.getKind(element) == ElementTable::Kind::Symbol)
      fn(element);
    for (ElementId part : table.getParts(element))
      forEachSymbol(part, fn);
  }

  void bindSymbols(ElementId element) {
    forEachSymbol(element, [&](ElementId symbol) {
      parent.bound.insert(parent.table.getParts(symbol).front());
    });
  }

  void useSymbols(ElementId element) {
    forEachSymbol(element, [&](ElementId symbol) {
      ElementId name = parent.table.getParts(symbol).front();
      if (parent.used.insert(name))
        usedSymbols.push_back(name);
    });
  }

  void checkSymbols(FunctionId id) {
    SmallVector<StringAttr, 1> &free = parent.freeSymbols[id];
    free.clear();
    for (ElementId symbol : usedSymbols) {
      if (parent.bound.find(symbol))
        continue;
      auto name = cast<StringAttr>(parent.table.getAttribute(symbol));
      free.push_back(name);
      if (parent.mode == FreeSymbols::Keep)
        report(Reason::FreeCapture, "nothing binds the shape symbol '" +
                                        name.getValue() + "' that it uses");
    }
  }

  Admission &parent;
  const Unit &unit;
  llvm::SmallDenseSet<FunctionId, 4> own;
  FunctionId function = kNoFunction;
  std::optional<Finding> finding;
  SmallVector<ElementId> usedSymbols;
};

//===----------------------------------------------------------------------===//
// Admission
//===----------------------------------------------------------------------===//

Admission::Admission(ElementTable &table, const ReferenceIndex &index,
                     FreeSymbols mode)
    : table(table), index(index), mode(mode) {}
Admission::~Admission() = default;

ArrayRef<const Admission::Rule *> Admission::getRules(OperationName name) {
  static const Rule rules[] = {
      {Reason::External, isAnyOf<IntrinsicOp>, checkIntrinsic},
      {Reason::InlineSource, isAnyOf<InlineSourceOp>, hasOperation},
      {Reason::CommResource,
       isAnyOf<AllocWindowBufferOp, WindowOp, GetCommCtxOp, CommDomainScopeOp>,
       hasOperation},
      {Reason::CommResource, isAnyOf<IntrinsicOp>, checkUncheckedIntrinsic},
      {Reason::PrefetchEscape,
       isAnyOf<PrefetchMakeContextOp, PrefetchSessionOp, PrefetchAsyncOp,
               PrefetchWaitOp>,
       checkPrefetch},
      // What a scope that was not outlined yet becomes is outside of the unit.
      {Reason::HelperCall,
       isAnyOf<InCoreScopeOp, ClusterScopeOp, HierarchyScopeOp, SpmdScopeOp>,
       [](Operation *op) { return quote(op) + " is not outlined yet"; }},
      // Callees of dispatches are checked with the index.
      {Reason::HelperCall,
       [](OperationName name) {
         return name.hasInterface<CallOpInterface>() &&
                !isAnyOf<CallOp, SubmitOp>(name);
       },
       [](Operation *op) {
         return "calls what is not a function of the program, by " + quote(op);
       }},
      {Reason::UnregisteredOp,
       [](OperationName name) { return !name.isRegistered(); }, hasOperation},
  };
  auto [it, isNew] = rulesOf.try_emplace(name);
  if (isNew)
    for (const Rule &rule : rules)
      if (rule.concerns(name))
        it->second.push_back(&rule);
  return it->second;
}

std::optional<Finding> Admission::check(const Unit &unit) {
  std::optional<Finding> finding = Check(*this, unit).run();
  if (unit.isMergeable())
    return finding;
  return Finding{Reason::IdentityKind,
                 ("a function of kind '" + stringifyFunctionKind(unit.kind) +
                  "' keeps its identity")
                     .str()};
}

ArrayRef<StringAttr> Admission::getFreeSymbols(FunctionId function) const {
  auto it = freeSymbols.find(function);
  return it == freeSymbols.end() ? ArrayRef<StringAttr>() : it->second;
}

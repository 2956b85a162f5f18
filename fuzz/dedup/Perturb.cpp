//===- Perturb.cpp - Changes exactly one thing of a unit ------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Changes of operations and attributes.
//
//===----------------------------------------------------------------------===//

#include "Perturb.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace pld;
using namespace pld::fuzz;

struct Perturber::Kind {
  StringLiteral name;
  std::string (Perturber::*change)();
  bool mayDoNothing = false;
};

ArrayRef<Perturber::Kind> Perturber::table() {
  static const Kind kinds[] = {
      {"constant-bits", &Perturber::constantBits},
      {"constant-type", &Perturber::constantType},
      {"add-attribute", &Perturber::addAttribute},
      {"change-attribute", &Perturber::changeAttribute},
      {"remove-attribute", &Perturber::removeAttribute, true},
      {"operand-order", &Perturber::operandOrder},
      {"operand-value", &Perturber::operandValue},
      {"alias", &Perturber::alias},
      {"operation-name", &Perturber::operationName},
      {"erase-operation", &Perturber::eraseOperation},
      {"repeat-operation", &Perturber::repeatOperation},
      {"insert-operation", &Perturber::insertOperation},
      {"move-operation", &Perturber::moveOperation},
      {"swap-regions", &Perturber::swapRegions, true},
      {"swap-successors", &Perturber::swapSuccessors},
      {"legacy-result", &Perturber::legacyResult},
      {"peer", &Perturber::peer},
      {"split-member", &Perturber::splitMember},
      {"type-everywhere", &Perturber::typeEverywhere, true},
      {"type-once", &Perturber::typeOnce, true},
      {"direction", &Perturber::direction},
      {"kind", &Perturber::kind},
      {"level", &Perturber::level},
      {"argument-attribute", &Perturber::argumentAttribute},
      {"result-attribute", &Perturber::resultAttribute},
      {"carried-symbol", &Perturber::carriedSymbol},
      {"carrier", &Perturber::carrier},
      {"symbol-type", &Perturber::symbolType},
      {"merge-symbols", &Perturber::mergeSymbols},
      {"symbol-role", &Perturber::symbolRole, true},
      {"add-parameter", &Perturber::addParameter}};
  return kinds;
}

SmallVector<StringRef> Perturber::getKinds() {
  SmallVector<StringRef> names;
  for (const Kind &kind : table())
    names.push_back(kind.name);
  return names;
}

template <typename KindT>
static const KindT &find(ArrayRef<KindT> table, StringRef name) {
  return *llvm::find_if(table,
                        [&](const KindT &kind) { return kind.name == name; });
}

std::string Perturber::apply(StringRef name) {
  return (this->*find(table(), name).change)();
}

bool Perturber::mayDoNothing(StringRef name) {
  return find(table(), name).mayDoNothing;
}

//===----------------------------------------------------------------------===//
// Choosing
//===----------------------------------------------------------------------===//

Operation *
Perturber::pickOperation(llvm::function_ref<bool(Operation *)> fits) {
  SmallVector<Operation *> fitting;
  for (FuncOp func : unit)
    func.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (fits(op))
        fitting.push_back(op);
    });
  return fitting.empty() ? nullptr : rng.pick(fitting);
}

Value Perturber::pickOther(OpOperand &operand) {
  Operation *user = operand.getOwner();
  SmallVector<Value> others;
  auto add = [&](Value value) {
    if (value.getType() == operand.get().getType() && value != operand.get())
      others.push_back(value);
  };
  // Values of enclosing blocks can be used, if they come before.
  for (Operation *op = user; op && !isa<FuncOp>(op); op = op->getParentOp()) {
    for (BlockArgument argument : op->getBlock()->getArguments())
      add(argument);
    for (Operation &before : *op->getBlock()) {
      if (&before == op)
        break;
      // Nothing may use these, or only what is made for it.
      for (Value result : before.getResults())
        if (!isa<UnknownType, PrefetchContextType, AsyncEventType,
                 AsyncSessionType>(result.getType()))
          add(result);
    }
  }
  return others.empty() ? Value() : rng.pick(others);
}

static std::string name(Operation *op) {
  return op->getName().getStringRef().str();
}

//===----------------------------------------------------------------------===//
// Constants and attributes
//===----------------------------------------------------------------------===//

Attribute Perturber::changeBits(Attribute attr) {
  auto flip = [&](APInt word) {
    word.flipBit(rng.below(word.getBitWidth()));
    return word;
  };
  if (auto integer = dyn_cast<IntegerAttr>(attr))
    return IntegerAttr::get(integer.getType(), flip(integer.getValue()));
  if (auto number = dyn_cast<FloatAttr>(attr)) {
    APFloat value = number.getValue();
    return FloatAttr::get(
        number.getType(),
        APFloat(value.getSemantics(), flip(value.bitcastToAPInt())));
  }
  if (auto dense = dyn_cast<DenseElementsAttr>(attr)) {
    auto elements = llvm::to_vector(dense.getValues<Attribute>());
    size_t index = rng.below(elements.size());
    elements[index] = changeBits(elements[index]);
    return DenseElementsAttr::get(dense.getType(), elements);
  }
  return {};
}

std::string Perturber::constantBits() {
  Operation *op = pickOperation([](Operation *op) {
    return isa<arith::ConstantOp, pld::ConstantOp>(op);
  });
  Attribute changed = op ? changeBits(op->getAttr("value")) : Attribute();
  if (!changed)
    return {};
  op->setAttr("value", changed);
  return "a bit of an " + name(op);
}

std::string Perturber::constantType() {
  Operation *op = pickOperation([](Operation *op) {
    return isa<arith::ConstantOp>(op) && op->use_empty() &&
           isa<IntegerAttr>(op->getAttr("value"));
  });
  if (!op)
    return {};
  auto value = cast<IntegerAttr>(op->getAttr("value"));
  Builder builder(op->getContext());
  Type type = value.getType().isIndex() ? Type(builder.getI64Type())
                                        : Type(builder.getIndexType());
  op->setAttr("value",
              IntegerAttr::get(type, value.getValue().sextOrTrunc(64)));
  op->getResult(0).setType(type);
  return "the type of a constant";
}

std::string Perturber::addAttribute() {
  Operation *op = pickOperation([](Operation *) { return true; });
  if (!op || rng.chance(20))
    op = pickFunction();
  if (op->hasAttr("fuzz.extra"))
    return {};
  op->setDiscardableAttr("fuzz.extra", UnitAttr::get(op->getContext()));
  return "an attribute more of " + name(op);
}

template <typename AttrT, typename EnumT>
static Attribute nextOf(AttrT attr, EnumT last) {
  auto next = static_cast<unsigned>(attr.getValue()) + 1;
  if (next > static_cast<unsigned>(last))
    next = 0;
  return AttrT::get(attr.getContext(), static_cast<EnumT>(next));
}

Attribute Perturber::change(Attribute attr) {
  Builder builder(attr.getContext());
  return llvm::TypeSwitch<Attribute, Attribute>(attr)
      .Case<BoolAttr>([&](BoolAttr value) {
        return builder.getBoolAttr(!value.getValue());
      })
      .Case<IntegerAttr, FloatAttr, DenseElementsAttr>(
          [&](Attribute value) { return changeBits(value); })
      .Case<StringAttr>([&](StringAttr text) {
        return builder.getStringAttr(text.getValue() + "x");
      })
      .Case<DenseI64ArrayAttr>([&](DenseI64ArrayAttr numbers) {
        SmallVector<int64_t> changed(numbers.asArrayRef());
        changed.push_back(77);
        return builder.getDenseI64ArrayAttr(changed);
      })
      .Case<mlir::ArrayAttr>([&](mlir::ArrayAttr list) -> Attribute {
        SmallVector<Attribute> changed(list.getValue());
        if (changed.empty() || rng.chance(30))
          changed.push_back(builder.getUnitAttr());
        else if (size_t index = rng.below(changed.size());
                 !(changed[index] = change(changed[index])))
          return {};
        return builder.getArrayAttr(changed);
      })
      .Case<DictionaryAttr>([&](DictionaryAttr dictionary) -> Attribute {
        if (dictionary.empty())
          return {};
        NamedAttribute entry = rng.pick(dictionary.getValue());
        Attribute changed = change(entry.getValue());
        if (!changed)
          return {};
        NamedAttrList list(dictionary);
        list.set(entry.getName(), changed);
        return list.getDictionary(attr.getContext());
      })
      .Case<TypeAttr>([&](TypeAttr type) -> Attribute {
        if (!isa<FloatType, IntegerType>(type.getValue()))
          return {};
        return TypeAttr::get(type.getValue().isF32()
                                 ? Type(builder.getF16Type())
                                 : builder.getF32Type());
      })
      .Case<ExprAttr>(
          [&](ExprAttr expr) { return changeDim(expr, /*symbols=*/{}); })
      .Case<LevelAttr>([](LevelAttr a) { return nextOf(a, Level::Global); })
      .Case<LayoutAttr>([](LayoutAttr a) { return nextOf(a, Layout::MXBNN); })
      .Case<PadAttr>([](PadAttr a) { return nextOf(a, Pad::Min); })
      .Case<MemorySpaceAttr>(
          [](MemorySpaceAttr a) { return nextOf(a, MemorySpace::RightScale); })
      .Case<TileLayoutAttr>(
          [](TileLayoutAttr a) { return nextOf(a, TileLayout::ColMajor); })
      .Case<LoopKindAttr>(
          [](LoopKindAttr a) { return nextOf(a, LoopKind::Pipeline); })
      .Case<SplitModeAttr>(
          [](SplitModeAttr a) { return nextOf(a, SplitMode::LeftRight); })
      .Case<ScalarKindAttr>(
          [](ScalarKindAttr a) { return nextOf(a, ScalarKind::BitNot); })
      .Case<arith::FastMathFlagsAttr>([&](arith::FastMathFlagsAttr flags) {
        return arith::FastMathFlagsAttr::get(
            attr.getContext(), flags.getValue() ^ arith::FastMathFlags::nsz);
      })
      .Case<arith::IntegerOverflowFlagsAttr>(
          [&](arith::IntegerOverflowFlagsAttr flags) {
            return arith::IntegerOverflowFlagsAttr::get(
                attr.getContext(),
                flags.getValue() ^ arith::IntegerOverflowFlags::nuw);
          })
      .Default([](Attribute) { return Attribute(); });
}

/// Attributes that say what an operation is for the program, or that other
/// changes are for.
static bool isStructural(StringRef name) {
  static constexpr StringLiteral names[] = {
      "operandSegmentSizes", "sym_name",         "sym_visibility",
      "function_type",       "param_directions", "arg_attrs",
      "res_attrs",           "callee",           "kind",
      "peer_func",           "free_symbols",     "op_name"};
  return llvm::is_contained(names, name);
}

std::string Perturber::changeAttribute() {
  SmallVector<std::pair<Operation *, NamedAttribute>> choices;
  for (FuncOp func : unit)
    func.walk<WalkOrder::PreOrder>([&](Operation *op) {
      for (NamedAttribute attr : op->getAttrDictionary())
        if (!isStructural(attr.getName()) || isa<ScalarOp>(op))
          choices.push_back({op, attr});
    });
  for (unsigned tries = 0; tries < 8 && !choices.empty(); ++tries) {
    auto [op, attr] = rng.pick(choices);
    if (Attribute changed = change(attr.getValue())) {
      op->setAttr(attr.getName(), changed);
      return "'" + attr.getName().str() + "' of " + name(op);
    }
  }
  return {};
}

std::string Perturber::removeAttribute() {
  SmallVector<std::pair<Operation *, StringAttr>> choices;
  for (FuncOp func : unit)
    func.walk<WalkOrder::PreOrder>([&](Operation *op) {
      // Flags of arith are there even if they are none; without them, its
      // operations cannot be printed.
      for (NamedAttribute attr : op->getAttrDictionary())
        if (!isStructural(attr.getName()) &&
            !isa<arith::IntegerOverflowFlagsAttr, arith::FastMathFlagsAttr>(
                attr.getValue()))
          choices.push_back({op, attr.getName()});
    });
  if (choices.empty())
    return {};
  auto [op, key] = rng.pick(choices);
  // Defaults that come back are no change.
  DictionaryAttr before = op->getAttrDictionary();
  op->removeAttr(key);
  if (op->getAttrDictionary() == before)
    return {};
  return "no '" + key.str() + "' of " + name(op);
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

std::string Perturber::operandOrder() {
  auto findPair = [](Operation *op) -> std::pair<unsigned, unsigned> {
    for (unsigned i = 0, e = op->getNumOperands(); i != e; ++i)
      for (unsigned j = i + 1; j != e; ++j)
        if (op->getOperand(i) != op->getOperand(j) &&
            op->getOperand(i).getType() == op->getOperand(j).getType())
          return {i, j};
    return {0, 0};
  };
  Operation *op = pickOperation([&](Operation *op) {
    return !isa<ReturnOp, EarlyReturnOp>(op) && findPair(op).second != 0;
  });
  if (!op)
    return {};
  auto [i, j] = findPair(op);
  Value first = op->getOperand(i);
  op->setOperand(i, op->getOperand(j));
  op->setOperand(j, first);
  return "the order of operands of " + name(op);
}

std::string Perturber::operandValue() {
  Operation *op = pickOperation([](Operation *op) {
    return op->getNumOperands() > 0 && !isa<ReturnOp, EarlyReturnOp>(op);
  });
  if (!op)
    return {};
  OpOperand &operand = op->getOpOperand(rng.below(op->getNumOperands()));
  Value other = pickOther(operand);
  if (!other)
    return {};
  operand.set(other);
  return "an operand of " + name(op);
}

std::string Perturber::alias() {
  Operation *op = pickOperation([](Operation *op) {
    return isa<ReturnOp, EarlyReturnOp>(op) && op->getNumOperands() > 0;
  });
  if (!op)
    return {};
  OpOperand &operand = op->getOpOperand(rng.below(op->getNumOperands()));
  Value other = pickOther(operand);
  if (!other)
    return {};
  operand.set(other);
  return "what is returned";
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

std::string Perturber::operationName() {
  static constexpr StringLiteral sets[][4] = {
      {"arith.addi", "arith.subi", "arith.muli", "arith.muli"},
      {"arith.divsi", "arith.remsi", "arith.andi", "arith.xori"},
      {"arith.addf", "arith.subf", "arith.mulf", "arith.divf"},
      {"pld.system.wait", "pld.system.defer_wait", "pld.system.wait",
       "pld.system.defer_wait"},
      {"pld.tile.remote_store", "pld.tensor.remote_store",
       "pld.tile.remote_store", "pld.tensor.remote_store"},
      {"pld.retype", "pld.reinterpret", "pld.retype", "pld.reinterpret"}};
  auto findSet = [&](Operation *op) {
    return llvm::find_if(sets, [&](auto &set) {
      return llvm::is_contained(set, op->getName().getStringRef());
    });
  };
  if (rng.chance(50)) {
    // An operator is another operation, too.
    Operation *op = pickOperation([](Operation *op) {
      auto intrinsic = dyn_cast<IntrinsicOp>(op);
      return intrinsic && !intrinsic.getKeywords();
    });
    if (op) {
      auto intrinsic = cast<IntrinsicOp>(op);
      static constexpr StringLiteral names[] = {
          "tile.add",   "tile.sub",   "tensor.add",     "tensor.mul",
          "tensor.exp", "tensor.abs", "system.bar_all", "system.bar_v"};
      StringRef other = rng.pick(names);
      if (other == intrinsic.getOpName())
        return {};
      intrinsic.setOpName(other);
      return "the name of an operator";
    }
  }
  Operation *op = pickOperation(
      [&](Operation *op) { return findSet(op) != std::end(sets); });
  if (!op)
    return {};
  StringRef other = rng.pick(*findSet(op));
  if (other == op->getName().getStringRef())
    return {};
  OpBuilder builder(op);
  OperationState state(op->getLoc(), other);
  state.addOperands(op->getOperands());
  state.addTypes(op->getResultTypes());
  state.addAttributes(op->getAttrDictionary().getValue());
  std::string before = name(op);
  Operation *changed = builder.create(state);
  op->replaceAllUsesWith(changed);
  op->erase();
  return before + " became " + other.str();
}

std::string Perturber::eraseOperation() {
  Operation *op = pickOperation([](Operation *op) {
    // Of a name that types use nothing may be taken.
    return op->use_empty() && !op->hasTrait<OpTrait::IsTerminator>() &&
           !isa<EarlyReturnOp, BindSymbolOp>(op);
  });
  if (!op)
    return {};
  std::string erased = name(op);
  op->erase();
  return "no " + erased;
}

std::string Perturber::repeatOperation() {
  Operation *op = pickOperation([](Operation *op) {
    return op->getNumRegions() == 0 && !op->hasTrait<OpTrait::IsTerminator>() &&
           !isa<EarlyReturnOp, BindSymbolOp>(op);
  });
  if (!op)
    return {};
  OpBuilder builder(op);
  builder.clone(*op);
  return name(op) + " twice";
}

std::string Perturber::insertOperation() {
  Operation *op = pickOperation([](Operation *op) {
    Operation *before = op->getPrevNode();
    return !before || !isa<EarlyReturnOp>(before);
  });
  if (!op)
    return {};
  OpBuilder builder(op);
  OperationState state(op->getLoc(), "pld.intrinsic");
  state.addAttribute("op_name", builder.getStringAttr("system.bar_all"));
  state.addAttribute("operandSegmentSizes",
                     builder.getDenseI32ArrayAttr({0, 0}));
  builder.create(state);
  return "a barrier before " + name(op);
}

/// Two neighbours, of which neither needs the other, change places.
std::string Perturber::moveOperation() {
  auto canMove = [](Operation *op) {
    Operation *next = op->getNextNode();
    if (!next || next->hasTrait<OpTrait::IsTerminator>() ||
        isa<EarlyReturnOp>(next))
      return false;
    // Two operations that are alike would leave no trace.
    if (op->getName() == next->getName() &&
        op->getAttr("callee") == next->getAttr("callee"))
      return false;
    return llvm::none_of(op->getUsers(), [&](Operation *user) {
      return next->isAncestor(user);
    });
  };
  Operation *op = pickOperation(canMove);
  if (!op)
    return {};
  std::string moved = name(op) + " after " + name(op->getNextNode());
  op->moveAfter(op->getNextNode());
  return moved;
}

std::string Perturber::swapRegions() {
  Operation *op = pickOperation([](Operation *op) {
    return isa<scf::IfOp>(op) && !op->getRegion(1).empty();
  });
  if (!op)
    return {};
  Region held;
  held.takeBody(op->getRegion(0));
  op->getRegion(0).takeBody(op->getRegion(1));
  op->getRegion(1).takeBody(held);
  return "the branches of an scf.if";
}

std::string Perturber::swapSuccessors() {
  Operation *op =
      pickOperation([](Operation *op) { return isa<cf::CondBranchOp>(op); });
  if (!op)
    return {};
  Block *first = op->getSuccessor(0);
  op->setSuccessor(op->getSuccessor(1), 0);
  op->setSuccessor(first, 1);
  return "the successors of a branch";
}

std::string Perturber::legacyResult() {
  Operation *op = pickOperation([](Operation *op) {
    return isa<TensorPutOp, TileRemoteStoreOp, TensorRemoteStoreOp, NotifyOp,
               WaitOp, DeferWaitOp, SetFftsOp, SyncSetOp, SyncWaitOp>(op);
  });
  if (!op)
    return {};
  OpBuilder builder(op);
  OperationState state(op->getLoc(), op->getName());
  state.addOperands(op->getOperands());
  state.addAttributes(op->getAttrDictionary().getValue());
  if (op->getNumResults() == 0)
    state.addTypes(UnknownType::get(op->getContext()));
  builder.create(state);
  std::string changed = name(op);
  op->erase();
  return "the result of " + changed;
}

//===----------------------------------------------------------------------===//
// References
//===----------------------------------------------------------------------===//

std::string Perturber::peer() {
  Operation *op =
      pickOperation([](Operation *op) { return isa<ImportPeerBufferOp>(op); });
  if (!op)
    return {};
  auto import = cast<ImportPeerBufferOp>(op);
  SmallVector<FuncOp> others;
  for (FuncOp func : outside)
    others.push_back(func);
  if (unit.size() > 1)
    llvm::append_range(others, unit);
  llvm::erase_if(others, [&](FuncOp func) {
    return func.getSymName() == import.getPeerFunc();
  });
  if (others.empty())
    return {};
  FuncOp other = rng.pick(others);
  import.setPeerFunc(other.getSymName());
  return "a peer";
}

/// A member that is dispatched twice is not the same as two equal members.
std::string Perturber::splitMember() {
  llvm::DenseMap<Attribute, unsigned> seen;
  Operation *again = nullptr;
  unit.front()->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<CallOp, SubmitOp>(op) && seen[op->getAttr("callee")]++ > 0)
      again = op;
  });
  if (!again)
    return {};
  for (FuncOp member : unit.drop_front()) {
    auto name = cast<FlatSymbolRefAttr>(again->getAttr("callee"));
    if (member.getSymName() != name.getValue())
      continue;
    OpBuilder builder(member);
    auto copy = cast<FuncOp>(builder.clone(*member));
    copy.setSymName(functions.freshName("split"));
    again->setAttr("callee", FlatSymbolRefAttr::get(copy.getSymNameAttr()));
    return "two members for one";
  }
  return {};
}

//===- Reduce.cpp - Makes a failing program smaller -----------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes away units, functions and operations as long as the program fails in
// the same way. What is taken from one unit is taken from all of its family, so
// that copies stay copies; what is known of them is checked at each step.
//
//===----------------------------------------------------------------------===//

#include "Check.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace pld;
using namespace pld::fuzz;

namespace {

class Reducer {
public:
  Reducer(const Program &program, uint64_t seed, const CheckOptions &options,
          const Failure &failure)
      : best(program.clone()), seed(seed), options(options), failure(failure) {}

  Program run() {
    bool changed = true;
    while (changed) {
      changed = removeUnits();
      changed |= removeFunctions();
      changed |= removeCallerOperations();
      changed |= removeFamilyOperations();
      changed |= removeAttributes();
    }
    return std::move(best);
  }

private:
  /// What has to become less: operations, most of all those that mean
  /// something.
  static size_t measure(const Program &program) {
    size_t size = 0;
    program.module.get()->walk([&](Operation *op) {
      size += isa<UndefinedOp>(op) ? 1 : 2;
      size += op->getDiscardableAttrDictionary().size();
    });
    return size;
  }

  /// Takes `smaller` if it is that, valid, and still fails.
  bool accept(Program smaller) {
    if (measure(smaller) >= measure(best))
      return false;
    ScopedDiagnosticHandler ignore(smaller.module->getContext(),
                                   [](Diagnostic &) { return success(); });
    if (failed(verify(*smaller.module)))
      return false;
    std::optional<Failure> found =
        askProgram(smaller, failure.question, seed, options);
    if (!found || found->kind != failure.kind)
      return false;
    best = std::move(smaller);
    return true;
  }

  /// Calls `remove` for ever smaller parts of the numbers below `count()`,
  /// which it says to be gone or not. The last ones come first.
  bool removeParts(llvm::function_ref<size_t()> count,
                   llvm::function_ref<bool(size_t, size_t)> remove) {
    bool changed = false;
    for (size_t size = std::max<size_t>(count() / 2, 1); size > 0; size /= 2)
      for (size_t end = count(); end > 0;) {
        size_t begin = end > size ? end - size : 0;
        changed |= remove(begin, end);
        end = std::min(begin, count());
      }
    return changed;
  }

  bool removeUnits();
  bool removeFunctions();
  bool removeCallerOperations();
  bool removeFamilyOperations();
  bool removeAttributes();

  Program best;
  uint64_t seed;
  const CheckOptions &options;
  const Failure failure;
};

} // namespace

/// Erases an operation; what uses its results gets undefined values.
static void eraseWithUses(Operation *op) {
  OpBuilder builder(op);
  for (OpResult result : op->getResults()) {
    if (result.use_empty())
      continue;
    OperationState state(op->getLoc(), UndefinedOp::getOperationName());
    state.addTypes(result.getType());
    result.replaceAllUsesWith(builder.create(state)->getResult(0));
  }
  op->erase();
}

/// Erases a function and everything that names it.
static void eraseFunction(ModuleOp module, FuncOp func) {
  StringRef name = func.getSymName();
  SmallVector<Operation *> users;
  forEachReference(module, [&](Operation *op, FlatSymbolRefAttr ref) {
    if (ref.getValue() == name && op->getParentOfType<FuncOp>() != func &&
        op != func)
      users.push_back(op);
  });
  for (Operation *op : users) {
    for (StringRef key : {"fuzz.ref", "fuzz.refs", "fuzz.entry"})
      op->removeDiscardableAttr(key);
    if (isa<CallOp, SubmitOp, ImportPeerBufferOp>(op))
      eraseWithUses(op);
  }
  func.erase();
}

bool Reducer::removeUnits() {
  return removeParts([&] { return best.units.size(); },
                     [&](size_t begin, size_t end) {
                       Program smaller = best.clone();
                       FunctionTable table(*smaller.module);
                       // Members can be shared.
                       llvm::SetVector<FuncOp> functions;
                       for (size_t i = begin; i < end; ++i)
                         functions.insert_range(
                             table.unitOf(smaller.units[i].root));
                       for (FuncOp func : functions)
                         eraseFunction(*smaller.module, func);
                       smaller.units.erase(smaller.units.begin() + begin,
                                           smaller.units.begin() + end);
                       return accept(std::move(smaller));
                     });
}

/// Operations of a program that belong to no unit.
static SmallVector<Operation *> otherOperations(const Program &program) {
  FunctionTable table(*program.module);
  llvm::DenseSet<Operation *> inUnits;
  for (const Unit &unit : program.units)
    for (FuncOp func : table.unitOf(unit.root))
      inUnits.insert(func);
  SmallVector<Operation *> others;
  for (Operation &op : *program.module.get().getBody())
    if (!inUnits.contains(&op))
      others.push_back(&op);
  return others;
}

bool Reducer::removeFunctions() {
  return removeParts([&] { return otherOperations(best).size(); },
                     [&](size_t begin, size_t end) {
                       Program smaller = best.clone();
                       SmallVector<Operation *> others =
                           otherOperations(smaller);
                       for (size_t i = begin; i < end; ++i) {
                         if (auto func = dyn_cast<FuncOp>(others[i]))
                           eraseFunction(*smaller.module, func);
                         else
                           eraseWithUses(others[i]);
                       }
                       return accept(std::move(smaller));
                     });
}

/// Whether `op` is, or is part of, the scalar that a dispatch was given for a
/// symbol. Without it the dispatch would not be exact any more.
static bool isPartOfDispatch(Operation *op) {
  return isa<arith::ConstantOp, pld::ConstantOp, SymbolValueOp, ScalarOp>(op) &&
         llvm::any_of(op->getUsers(), [](Operation *user) {
           return isa<CallOp, SubmitOp, ScalarOp>(user);
         });
}

/// The operations that may be erased, each after those inside of it.
static SmallVector<Operation *> operationsOf(FuncOp func) {
  SmallVector<Operation *> operations;
  func.getBody().walk([&](Operation *op) {
    if (!op->hasTrait<OpTrait::IsTerminator>() && !isPartOfDispatch(op))
      operations.push_back(op);
  });
  return operations;
}

static void eraseAll(ArrayRef<Operation *> operations, size_t begin,
                     size_t end) {
  for (size_t i = begin; i < end; ++i)
    eraseWithUses(operations[i]);
}

bool Reducer::removeCallerOperations() {
  bool changed = false;
  SmallVector<std::string> callers;
  for (FuncOp func : best.module->getOps<FuncOp>())
    if (!func.isInCore() && func.getKind() != FunctionKind::Group)
      callers.push_back(func.getSymName().str());
  for (const std::string &name : callers)
    changed |= removeParts(
        [&] {
          return operationsOf(FunctionTable(*best.module).lookup(name)).size();
        },
        [&](size_t begin, size_t end) {
          Program smaller = best.clone();
          eraseAll(operationsOf(FunctionTable(*smaller.module).lookup(name)),
                   begin, end);
          return accept(std::move(smaller));
        });
  return changed;
}

bool Reducer::removeFamilyOperations() {
  bool changed = false;
  // The functions of the same role in one family.
  std::map<std::pair<unsigned, unsigned>, bool> places;
  FunctionTable table(*best.module);
  for (const Unit &unit : best.units)
    for (unsigned role = 0, e = table.unitOf(unit.root).size(); role != e;
         ++role)
      // Any operation may be the reason to stay.
      places[{unit.family, role}] |= !unit.excluded.empty();
  for (auto &[place, mayBeReason] : places) {
    if (mayBeReason)
      continue;
    auto [family, role] = place;
    auto operationsIn = [&, family = family,
                         role = role](const Program &program) {
      SmallVector<SmallVector<Operation *>> operations;
      FunctionTable names(*program.module);
      for (const Unit &unit : program.units) {
        SmallVector<FuncOp> functions = names.unitOf(unit.root);
        if (unit.family == family && functions.size() > role)
          operations.push_back(operationsOf(functions[role]));
      }
      return operations;
    };
    // One operation more at the start does no harm if they are counted from
    // the end, and the other way round.
    for (bool fromEnd : {true, false})
      changed |= removeParts(
          [&] {
            size_t most = 0;
            for (const auto &operations : operationsIn(best))
              most = std::max(most, operations.size());
            return most;
          },
          [&](size_t begin, size_t end) {
            Program smaller = best.clone();
            for (auto &operations : operationsIn(smaller)) {
              size_t size = operations.size();
              size_t low = std::min(begin, size), high = std::min(end, size);
              if (fromEnd)
                eraseAll(operations, size - high, size - low);
              else
                eraseAll(operations, low, high);
            }
            return accept(std::move(smaller));
          });
  }
  return changed;
}

/// Attributes of no meaning.
bool Reducer::removeAttributes() {
  bool changed = false;
  for (StringRef key : {"fuzz.note", "pld.attrs", "fuzz.func", "fuzz.mark",
                        "fuzz.refs", "fuzz.ref", "fuzz.entry", "fuzz.inside"}) {
    Program smaller = best.clone();
    bool isLess = false;
    smaller.module.get()->walk([&](Operation *op) {
      isLess |= static_cast<bool>(op->removeDiscardableAttr(key));
    });
    changed |= isLess && accept(std::move(smaller));
  }
  return changed;
}

Program pld::fuzz::reduceProgram(const Program &program, uint64_t seed,
                                 const CheckOptions &options,
                                 const Failure &failure) {
  return Reducer(program, seed, options, failure).run();
}

//===- VerifyDedup.cpp - Checks deduplicated programs ---------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Tools/VerifyDedup.h"
#include "CallBinding.h"
#include "CalleeNames.h"
#include "KernelEquivalence.h"
#include "ProgramDiff.h"
#include "SymbolNumbering.h"

using namespace mlir;
using namespace pld;
using namespace pld::verify;

namespace {

class Verifier {
public:
  Verifier(ModuleOp before, ModuleOp after, const VerifyDedupOptions &options,
           DedupVerdict &verdict)
      : before(before), after(after), options(options), verdict(verdict),
        equivalence(before), symbolsAfter(after) {}

  void verify() {
    SmallVector<ChangedReference, 0> changes =
        diffPrograms(before, after, options, verdict);
    // The rest of a function that changed was not looked at.
    isComplete = verdict.differences.empty();
    for (const ChangedReference &change : changes) {
      verdict.changedDispatches += change.index.has_value();
      checkChange(change);
    }
    followMerges();
    checkOneRenaming(changes);
    checkMembers(changes);
    checkDeleted(changes);
    checkDangling();
  }

private:
  static std::string quote(StringRef name) { return ("'@" + name + "'").str(); }

  FuncOp lookupBefore(StringAttr name) {
    return equivalence.getSymbols().lookup<FuncOp>(name);
  }

  DedupDifference &report(DedupDifference::Kind kind, const Twine &message) {
    verdict.differences.emplace_back();
    verdict.differences.back().kind = kind;
    verdict.differences.back().message = message.str();
    return verdict.differences.back();
  }

  DedupDifference &report(const ChangedReference &change,
                          const Twine &message) {
    DedupDifference &difference = report(
        change.index ? DedupDifference::Dispatch : DedupDifference::Reference,
        message);
    difference.function = change.function;
    difference.index = change.index;
    difference.location = change.location;
    difference.from = change.from.str();
    difference.to = change.to.str();
    return difference;
  }

  /// A reference that remains means something equivalent.
  void checkChange(const ChangedReference &change) {
    FuncOp from = lookupBefore(change.from), to = lookupBefore(change.to);
    if (!from || !to) {
      report(change, quote(from ? change.to : change.from) +
                         (from ? " was no function of the program before"
                               : " was no function, so it cannot be replaced"));
      return;
    }
    auto caller = change.before->getParentOfType<FuncOp>();
    if (change.index && caller && caller.getKind() == FunctionKind::Group &&
        from.isInCore()) {
      report(change, "a member is merged with its Group, or not at all");
      return;
    }
    const UnitVerdict &unit = equivalence.compare(from, to);
    if (!unit.equivalent) {
      DedupDifference &difference = report(change, unit.reason);
      if (!unit.line)
        return;
      difference.line = unit.line;
      difference.fromFunction = FuncOp(unit.first).getSymName().str();
      difference.toFunction = FuncOp(unit.second).getSymName().str();
      difference.fromLine = unit.firstLine;
      difference.toLine = unit.secondLine;
      return;
    }
    for (auto [a, b] : unit.pairs)
      if (StringAttr name = cast<FuncOp>(a).getSymNameAttr();
          !symbolsAfter.lookup(name))
        verdict.merged[name.str()].insert(cast<FuncOp>(b).getSymName().str());
    if (!change.index) {
      if (!unit.sameSymbols)
        report(change, "the signatures differ in their shape symbols, and what "
                       "is no dispatch cannot bind them");
      return;
    }
    DedupVerdict::Calls &calls =
        verdict.calls[{change.from.str(), change.to.str()}];
    ++calls.total;
    if (unit.sameSymbols)
      return;
    if (!unit.sameUncarriedSymbols)
      ++calls.bound;
    auto isInCallees = [&](unsigned result) {
      return calleeNames.isResultInCallees(change.before, result, from,
                                           equivalence.getText(from),
                                           equivalence.getText(to));
    };
    std::string fault =
        findBindingFault(change.after, to, scalars, isInCallees);
    if (!fault.empty())
      report(change, "the signatures differ in their shape symbols, and the "
                     "arguments do not bind that of " +
                         quote(change.to) + ": " + fault);
  }

  /// What took a function's place can be gone itself: a kernel that only a
  /// merged kernel named became what the other kernel's peer became.
  void followMerges() {
    std::map<std::string, std::set<std::string>> followed;
    for (const auto &[from, to] : verdict.merged) {
      std::set<std::string> seen(to);
      SmallVector<std::string> pending(to.begin(), to.end());
      while (!pending.empty()) {
        std::string name = pending.pop_back_val();
        auto next = verdict.merged.find(name);
        if (next == verdict.merged.end())
          followed[from].insert(name);
        else
          for (const std::string &other : next->second)
            if (seen.insert(other).second)
              pending.push_back(other);
      }
      if (followed[from].empty())
        followed[from] = to;
    }
    verdict.merged = std::move(followed);
  }

  /// The references changed by one renaming of functions that are gone.
  void checkOneRenaming(ArrayRef<ChangedReference> changes) {
    llvm::DenseMap<StringAttr, StringAttr> renaming;
    for (const ChangedReference &change : changes) {
      StringAttr &to =
          renaming.try_emplace(change.from, change.to).first->second;
      if (to != change.to)
        report(change, "other references got " + quote(to) + " instead");
      else if (symbolsAfter.lookup(change.from))
        report(change, quote(change.from) +
                           " is still there, so its references "
                           "should not have changed");
    }
  }

  /// A member of a Group goes with it, unless both Groups have it.
  void checkMembers(ArrayRef<ChangedReference> changes) {
    llvm::SetVector<std::pair<Operation *, Operation *>> groups;
    for (const ChangedReference &change : changes) {
      FuncOp from = lookupBefore(change.from), to = lookupBefore(change.to);
      if (from && to && from.getKind() == FunctionKind::Group &&
          !symbolsAfter.lookup(change.from))
        groups.insert({from, to});
    }
    llvm::DenseSet<StringAttr> reported;
    for (auto [from, to] : groups) {
      SmallVector<FuncOp> remaining = equivalence.getMembers(cast<FuncOp>(to));
      for (FuncOp member : equivalence.getMembers(cast<FuncOp>(from))) {
        StringAttr name = member.getSymNameAttr();
        if (!symbolsAfter.lookup(name) ||
            llvm::is_contained(remaining, member) ||
            !reported.insert(name).second)
          continue;
        DedupDifference &difference =
            report(DedupDifference::Function,
                   "is still there, although its Group " +
                       quote(cast<FuncOp>(from).getSymName()) + " was merged");
        difference.function = name.str();
        difference.location =
            formatLocation(member.getLoc(), options.beforeFile);
      }
    }
  }

  /// What is gone was private, and has an equivalent that took its place.
  void checkDeleted(ArrayRef<ChangedReference> changes) {
    // What is wrong with these was said.
    llvm::DenseSet<StringAttr> reported;
    for (const ChangedReference &change : changes)
      if (FuncOp from = lookupBefore(change.from))
        for (FuncOp member : equivalence.getMembers(from))
          reported.insert(member.getSymNameAttr());
    for (auto func : before.getBody()->getOps<FuncOp>()) {
      if (symbolsAfter.lookup<FuncOp>(func.getSymNameAttr()))
        continue;
      deleted.insert(func.getSymNameAttr());
      StringRef why;
      if (!func.isPrivate())
        why = "was deleted, although it is visible outside";
      else if (isComplete && !verdict.merged.count(func.getSymName().str()) &&
               !reported.contains(func.getSymNameAttr()))
        why = "was deleted, and nothing is known to have taken its place";
      else
        continue;
      DedupDifference &difference = report(DedupDifference::Function, why);
      difference.function = func.getSymName().str();
      difference.location = formatLocation(func.getLoc(), options.beforeFile);
    }
  }

  //===--------------------------------------------------------------------===//
  // Dangling references
  //===--------------------------------------------------------------------===//

  void checkDangling() {
    if (deleted.empty())
      return;
    findDangling(after, after->getAttrs());
    for (Operation &op : *after.getBody())
      findDanglingIn(&op, &op);
  }

  void findDanglingIn(Operation *op, Operation *top) {
    findDangling(op, op->getAttrs(), top);
    // In a nested symbol table none of our functions are seen.
    if (op->hasTrait<OpTrait::SymbolTable>())
      return;
    for (Type type : op->getResultTypes())
      findDangling(op, top, type);
    for (Region &region : op->getRegions())
      for (Block &block : region) {
        for (Type type : block.getArgumentTypes())
          findDangling(op, top, type);
        for (Operation &inner : block)
          findDanglingIn(&inner, top);
      }
  }

  void findDangling(Operation *op, ArrayRef<NamedAttribute> attrs,
                    Operation *top = nullptr) {
    for (NamedAttribute attr : attrs)
      findDangling(op, top, attr.getValue());
  }

  template <typename T>
  void findDangling(Operation *op, Operation *top, T element) {
    for (StringAttr name : collectDangling(element)) {
      // Attributes of a nested symbol table may also name what is in it.
      if (op != after && op->hasTrait<OpTrait::SymbolTable>() &&
          SymbolTable::lookupSymbolIn(op, name))
        continue;
      DedupDifference &difference =
          report(DedupDifference::Dangling, "'" + op->getName().getStringRef() +
                                                "' refers to " + quote(name) +
                                                ", which was deleted");
      if (auto func = dyn_cast_or_null<FuncOp>(top))
        difference.function = func.getSymName().str();
      difference.from = difference.to = name.str();
      difference.location = formatLocation(op->getLoc(), options.afterFile);
    }
  }

  /// The deleted functions that `element` names. Each distinct one is looked at
  /// once; the answer is empty for nearly all.
  template <typename T> ArrayRef<StringAttr> collectDangling(T element) {
    const void *key = element.getAsOpaquePointer();
    // Types can contain themselves.
    auto [it, isNew] = dangling.try_emplace(key);
    if (!isNew)
      return it->second;
    llvm::SetVector<StringAttr> names;
    if constexpr (std::is_same_v<T, Attribute>) {
      // The rest after the root is looked up in the symbol table before it.
      if (auto ref = dyn_cast<SymbolRefAttr>(element)) {
        if (deleted.contains(ref.getRootReference()))
          names.insert(ref.getRootReference());
        return dangling[key] = SmallVector<StringAttr, 0>(names.takeVector());
      }
    }
    element.walkImmediateSubElements(
        [&](Attribute attr) { names.insert_range(collectDangling(attr)); },
        [&](Type type) { names.insert_range(collectDangling(type)); });
    return dangling[key] = SmallVector<StringAttr, 0>(names.takeVector());
  }

  ModuleOp before, after;
  const VerifyDedupOptions &options;
  DedupVerdict &verdict;
  KernelEquivalence equivalence;
  SymbolTable symbolsAfter;
  CallerScalars scalars;
  CalleeNames calleeNames;
  bool isComplete = true;
  llvm::DenseSet<StringAttr> deleted;
  llvm::DenseMap<const void *, SmallVector<StringAttr, 0>> dangling;
};

} // namespace

DedupVerdict pld::verifyDedup(ModuleOp before, ModuleOp after,
                              const VerifyDedupOptions &options) {
  DedupVerdict verdict;
  OwningOpRef<ModuleOp> renamed;
  if (options.renumberedSymbols) {
    renamed = after.clone();
    adoptSymbolNames(before, *renamed);
    after = *renamed;
  }
  Verifier(before, after, options, verdict).verify();
  return verdict;
}

std::string pld::getCanonicalText(FuncOp func) {
  SymbolTable program(func->getParentOp());
  return writeCanonicalText(func, program).text;
}

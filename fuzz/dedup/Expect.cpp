//===- Expect.cpp - What the pass must do ---------------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The answer follows from how the units were made: from their families and
// variants. Bodies are not compared.
//
//===----------------------------------------------------------------------===//

#include "Expect.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

#include <map>

using namespace mlir;
using namespace pld;
using namespace pld::fuzz;

namespace {

using Reasons = SmallVector<std::string>;

/// What the specification says about one unit.
struct UnitFacts {
  SmallVector<FuncOp> functions;
  bool isPublic = false, isReferenced = false;
  /// Everything that names it is an exact and complete dispatch.
  bool isExact = true;
  bool hasInexactDispatch = false;
  /// Its symbols in which results of dispatches are written.
  llvm::SetVector<StringAttr> inCallers;
  /// References to functions outside, in order.
  SmallVector<std::string> outside;
  /// Its variant, and what the functions outside that it names become: units
  /// that agree in it are equal.
  std::string form;
  std::optional<Signature> signature;
  /// The name of the function that it becomes, or a name for all of the units
  /// that become one.
  std::string becomes;
};

class Oracle {
public:
  explicit Oracle(const Program &program)
      : program(program), table(*program.module), facts(program.units.size()),
        outcomes(program.units.size()) {
    collectFacts();
  }

  void decide();
  std::string findFault(StringRef from, StringRef to) const;

  const Program &program;
  FunctionTable table;
  std::vector<UnitFacts> facts;
  std::vector<Outcome> outcomes;

private:
  void collectFacts();
  void decideFamily(ArrayRef<size_t> units);
  void decideForm(ArrayRef<size_t> units);
  Reasons reasonsToStay(size_t unit) const;
  bool isSameVariant(size_t a, size_t b) const {
    return program.units[a].family == program.units[b].family &&
           program.units[a].variant == program.units[b].variant;
  }
  bool isPinned(size_t unit) const {
    return facts[unit].isPublic || !facts[unit].isReferenced;
  }
  std::string outerName(StringRef name) const {
    auto it = unitOfRoot.find(name);
    return it == unitOfRoot.end() ? name.str() : facts[it->second].becomes;
  }

  llvm::StringMap<size_t> unitOfRoot;
};

} // namespace

/// Whether the signature of a kernel is one that a proof can be about.
static bool isProvable(FuncOp func) {
  auto fits = [](Type type) {
    if (auto tensor = dyn_cast<GlobalTensorType>(type)) {
      bool callsOperator = false;
      AttrTypeWalker walker;
      walker.addWalk([&](ExprAttr expr) {
        callsOperator |= expr.getKind() == ScalarKind::Call;
      });
      walker.walk(type);
      return !callsOperator && tensor.getStride().empty() &&
             tensor.getValid().empty() && tensor.getPad() == Pad::Null &&
             !tensor.getMemref();
    }
    return classifyType(type) == TypeClass::Scalar || isa<TaskIdType>(type);
  };
  return llvm::all_of(func.getArgumentTypes(), fits) &&
         llvm::all_of(func.getResultTypes(), fits);
}

/// The symbols of results of `dispatch` that have the type of `callee`'s, and
/// that the caller does not know.
static SmallVector<StringAttr> symbolsIn(Operation *dispatch, FuncOp callee) {
  SmallVector<StringAttr> free =
      SymbolRoles(dispatch->getParentOfType<FuncOp>()).free;
  SmallVector<StringAttr> names;
  AttrTypeWalker walker;
  walker.addWalk([&](SymAttr sym) {
    if (llvm::is_contained(free, sym.getName()))
      names.push_back(sym.getName());
  });
  for (auto [type, declared] :
       llvm::zip(dispatch->getResultTypes(), callee.getResultTypes()))
    if (type == declared)
      walker.walk(type);
  return names;
}

/// Whether each of `names` means the same in two functions that are equal, or
/// nothing in the second one.
static bool keepMeaning(ArrayRef<StringAttr> names, FuncOp func, FuncOp other) {
  SymbolRoles roles(func), otherRoles(other);
  return llvm::all_of(names, [&](StringAttr name) {
    size_t role = llvm::find(roles.inTypes, name) - roles.inTypes.begin();
    if (role < otherRoles.inTypes.size() && otherRoles.inTypes[role] == name)
      return true;
    for (ArrayRef<StringAttr> some :
         {ArrayRef(otherRoles.inTypes), ArrayRef(otherRoles.carried),
          ArrayRef(otherRoles.inBody), ArrayRef(otherRoles.free)})
      if (llvm::is_contained(some, name))
        return false;
    return true;
  });
}

void Oracle::collectFacts() {
  llvm::StringMap<SmallVector<size_t, 1>> unitsOf;
  for (auto [index, unit] : llvm::enumerate(program.units)) {
    UnitFacts &fact = facts[index];
    fact.functions = table.unitOf(unit.root);
    fact.becomes = unit.root;
    unitOfRoot[unit.root] = index;
    llvm::StringSet<> own;
    for (FuncOp func : fact.functions) {
      own.insert(func.getSymName());
      unitsOf[func.getSymName()].push_back(index);
      fact.isPublic |= SymbolTable::getSymbolVisibility(func) !=
                       SymbolTable::Visibility::Private;
    }
    for (FuncOp func : fact.functions)
      forEachReference(func, [&](Operation *, FlatSymbolRefAttr ref) {
        if (!own.contains(ref.getValue()))
          fact.outside.push_back(ref.getValue().str());
      });
    fact.signature.emplace(fact.functions);
  }
  // Who names them.
  ModuleOp module = *program.module;
  forEachReference(module, [&](Operation *op, FlatSymbolRefAttr ref) {
    auto from = op->getParentOfType<FuncOp>();
    if (isa<FuncOp>(op))
      from = cast<FuncOp>(op);
    auto it = unitsOf.find(ref.getValue());
    if (it == unitsOf.end())
      return;
    for (size_t unit : it->second)
      if (!from || !llvm::is_contained(facts[unit].functions, from)) {
        facts[unit].isReferenced = true;
        bool isDispatch = isa<CallOp, SubmitOp>(op);
        bool isInexact = isDispatch && op->hasAttr(kInexactAttrName);
        facts[unit].isExact &= isDispatch && !isInexact;
        facts[unit].hasInexactDispatch |= isInexact;
        if (op->hasAttr(kInCalleesSymbolsAttrName))
          facts[unit].inCallers.insert_range(
              symbolsIn(op, facts[unit].functions.front()));
      }
  });
}

void Oracle::decide() {
  std::map<unsigned, SmallVector<size_t>> families;
  for (auto [index, unit] : llvm::enumerate(program.units)) {
    if (program.isOpaque)
      outcomes[index].reasons = {"incomplete-index"};
    else if (!unit.excluded.empty())
      outcomes[index].reasons = reasonsToStay(index);
    else
      families[unit.family].push_back(index);
  }
  // Units name units of earlier families only, about which all is known.
  for (auto &[number, units] : families)
    decideFamily(units);
}

Reasons Oracle::reasonsToStay(size_t unit) const {
  Reasons reasons(program.units[unit].excluded);
  if (facts[unit].isPublic)
    reasons.push_back("public");
  if (!facts[unit].isReferenced)
    reasons.push_back("unreferenced");
  return reasons;
}

void Oracle::decideFamily(ArrayRef<size_t> units) {
  std::map<std::string, SmallVector<size_t>> forms;
  for (size_t unit : units) {
    std::string &form = facts[unit].form;
    form = std::to_string(program.units[unit].variant);
    for (const std::string &name : facts[unit].outside)
      form += " @" + outerName(name);
    forms[form].push_back(unit);
  }
  for (auto &[form, same] : forms) {
    llvm::sort(same, [&](size_t a, size_t b) {
      return std::make_tuple(!facts[a].isPublic, program.units[a].root) <
             std::make_tuple(!facts[b].isPublic, program.units[b].root);
    });
    decideForm(same);
  }
}

/// Decides about units that are equal, public ones first and then by name. The
/// first one of each signature stays, unless it is proved that it may become
/// the first of all.
void Oracle::decideForm(ArrayRef<size_t> units) {
  SmallVector<size_t> representatives;
  for (size_t unit : units) {
    Outcome &outcome = outcomes[unit];
    FuncOp func = facts[unit].functions.front();
    auto *same = llvm::find_if(representatives, [&](size_t other) {
      return facts[other].signature->all == facts[unit].signature->all;
    });
    bool isKnown = same != representatives.end();
    // One that nothing names is only taken where there is no proof: a second
    // run could merge it once it is named.
    bool needsProof = !isKnown || (isPinned(*same) && !facts[*same].isPublic);
    auto *proved = same;
    if (needsProof && func.isInCore() && facts[unit].isExact &&
        isProvable(func))
      proved = std::find_if(representatives.begin(), same, [&](size_t other) {
        return keepMeaning(facts[unit].inCallers.getArrayRef(), func,
                           facts[other].functions.front());
      });
    bool isProved = proved != same;
    if (!isPinned(unit) && (isKnown || isProved)) {
      size_t target = isProved ? *proved : *same;
      outcome.target = facts[unit].becomes = program.units[target].root;
      outcome.how = facts[unit].signature->besidesScalars ==
                            facts[target].signature->besidesScalars
                        ? "identical-signature"
                        : "proved";
      continue;
    }
    outcome.reasons = isPinned(unit)            ? reasonsToStay(unit)
                      : representatives.empty() ? Reasons{"unique"}
                                                : Reasons{"proof-failed"};
    if (!isKnown)
      representatives.push_back(unit);
  }
}

std::vector<Outcome> pld::fuzz::expectOutcomes(const Program &program) {
  Oracle oracle(program);
  oracle.decide();
  return std::move(oracle.outcomes);
}

std::string pld::fuzz::checkUnits(const Program &program) {
  Oracle oracle(program);
  oracle.decide();
  if (program.isOpaque)
    return {};
  std::map<std::string, size_t> byText;
  std::map<std::string, std::pair<std::string, size_t>> byForm;
  for (auto [index, unit] : llvm::enumerate(program.units)) {
    if (!unit.excluded.empty())
      continue;
    std::string text =
        canonicalText(oracle.facts[index].functions, [&](StringRef name) {
          for (auto [other, known] : llvm::enumerate(program.units))
            if (known.root == name)
              return oracle.facts[other].becomes;
          return name.str();
        });
    std::string form =
        std::to_string(unit.family) + ": " + oracle.facts[index].form;
    auto [sameForm, isNewForm] = byForm.try_emplace(form, text, index);
    if (!isNewForm && sameForm->second.first != text)
      return "@" + unit.root + " and @" +
             program.units[sameForm->second.second].root +
             " should be the same:\n" + text + "\n" + sameForm->second.first;
    auto [sameText, isNewText] = byText.try_emplace(text, index);
    const Unit &other = program.units[sameText->second];
    std::string otherForm = std::to_string(other.family) + ": " +
                            oracle.facts[sameText->second].form;
    if (otherForm != form)
      return "@" + unit.root + " (" + unit.origin + ") and @" + other.root +
             " (" + other.origin + ") should not be the same:\n" + text;
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Judging
//===----------------------------------------------------------------------===//

std::string Oracle::findFault(StringRef from, StringRef to) const {
  auto known = unitOfRoot.find(from), other = unitOfRoot.find(to);
  if (known == unitOfRoot.end() || other == unitOfRoot.end())
    return "they are no kernels or Groups";
  size_t a = known->second, b = other->second;
  if (isPinned(a))
    return "the first one must stay";
  if (!isSameVariant(a, b))
    return program.units[a].origin + " is not " + program.units[b].origin;
  // What they name must be copies, too; of members nothing is said here.
  for (auto [x, y] : llvm::zip(facts[a].outside, facts[b].outside)) {
    auto outer = unitOfRoot.find(x), otherOuter = unitOfRoot.find(y);
    if (outer != unitOfRoot.end() && otherOuter != unitOfRoot.end() &&
        !isSameVariant(outer->second, otherOuter->second))
      return "they name others";
  }
  // Nothing is known of those with a reason to stay.
  bool isDecided = !facts[a].form.empty() && !facts[b].form.empty();
  if (isDecided && facts[a].signature->types != facts[b].signature->types &&
      facts[a].hasInexactDispatch)
    return "a dispatch is not exact";
  return {};
}

class MergeJudge::Impl : public Oracle {
public:
  using Oracle::Oracle;
};

MergeJudge::MergeJudge(const Program &program)
    : impl(std::make_unique<Impl>(program)) {
  impl->decide();
}
MergeJudge::~MergeJudge() = default;

std::string MergeJudge::findFault(StringRef from, StringRef to) const {
  return impl->findFault(from, to);
}

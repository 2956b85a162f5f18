//===- ProgramGen.cpp - Random programs with known answers ----------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramGen.h"

#include "Perturb.h"
#include "Poison.h"

#include "mlir/IR/Verifier.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace pld;
using namespace pld::fuzz;

namespace {

class ProgramGen {
public:
  ProgramGen(MLIRContext *context, uint64_t seed, Counts &counts)
      : context(context), rng(seed), types(context, rng), counts(counts),
        module(ModuleOp::create(UnknownLoc::get(context))),
        functions(module, types, rng) {}

  Program run();

private:
  /// What the units of a family have in common.
  struct Family {
    unsigned number = 0, numVariants = 1;
    /// Each dispatch is exact.
    bool isExact = false;
    /// Carried symbols are renamed in copies though types show them.
    bool renamesCarried = false;
    /// What variants look like, to find those that are no news.
    SmallVector<std::string> texts;
    SmallVector<StringRef> usedKinds;
  };

  void makeFamily();
  std::string textOf(ArrayRef<FuncOp> unit);
  FuncOp makeOriginal(Unit &unit);
  void addPeers(ArrayRef<FuncOp> unit);
  void makeCopies(Family &family, const Unit &original, unsigned limit);
  void makeVariant(Family &family, const Unit &original);
  void makePoisoned(Family &family, const Unit &original);
  void makeRenamed(Family &family, const Unit &original);
  void makeFreeRenamed(Family &family, const Unit &original);
  Unit copyUnit(const Unit &unit, const Twine &origin);
  void addNoise(ArrayRef<FuncOp> copy, bool renameCarried);
  void renameSome(FuncOp func, ArrayRef<StringAttr> names);
  void eraseUnit(const Unit &unit);
  bool dropFormerMembers(SmallVectorImpl<FuncOp> &functions, const Unit &unit);

  void makeVisible();
  void disturbGroups();
  void makeTwins();
  void makeCallers();
  void copyCallers();
  void addReferences();
  void addSharing(Block *place, Attribute named);
  void hideReferences();
  void addNestedModule();

  SmallVector<FuncOp> unitOf(const Unit &unit) {
    return FunctionTable(module).unitOf(unit.root);
  }
  FuncOp lookup(StringRef name) { return FunctionTable(module).lookup(name); }
  std::string newName() {
    // Copies come before and after their originals in the order of names.
    static constexpr StringLiteral bases[] = {"step", "a", "z",  "matmul",
                                              "K",    "9", "q p"};
    return functions.freshName(rng.pick(bases));
  }
  FunctionKind kernelKind() {
    static constexpr FunctionKind kinds[] = {
        FunctionKind::InCore, FunctionKind::AIC, FunctionKind::AIV};
    return rng.pick(kinds);
  }
  void count(const Twine &what) { ++counts[what.str()]; }

  MLIRContext *context;
  Random rng;
  TypeGen types;
  Counts &counts;
  ModuleOp module;
  FunctionGen functions;
  Program program;
  bool allowUnregistered = false;
  std::vector<Family> families;
  unsigned nextSymbol = 0;
};

} // namespace

//===----------------------------------------------------------------------===//
// Families
//===----------------------------------------------------------------------===//

FuncOp ProgramGen::makeOriginal(Unit &unit) {
  unit.root = newName();
  unsigned choice = rng.below(100);
  if (choice < 5) {
    unit.origin = "a declaration";
    FuncOp func = functions.makeDeclaration(unit.root, kernelKind());
    if (rng.chance(60))
      func.setExternalSource("kernels/k.cpp");
    if (rng.chance(20))
      func.setRuntimeBinding(true);
    unit.excluded = {"external", "runtime-binding"};
    return func;
  }
  if (choice < 33) {
    unit.origin = "a Group";
    FuncOp group = functions.makeGroup(unit.root, rng.between(1, 3));
    addPeers(unitOf(unit));
    if (rng.chance(10)) {
      unit.excluded = poison(unitOf(unit), {}, allowUnregistered, types, rng);
      if (!unit.excluded.empty())
        unit.origin += " with a reason to stay: " + unit.excluded.front();
    }
    return group;
  }
  unit.origin = "a kernel";
  FuncOp func = functions.makeKernel(unit.root, kernelKind());
  addPeers(func);
  if (choice < 45) {
    // A helper is of another family, so that there is no recursion; its types
    // are no reason to stay.
    SmallVector<FuncOp> helpers;
    for (const Unit &other : program.units)
      if (other.excluded.empty())
        helpers.push_back(lookup(other.root));
    FuncOp helper = helpers.empty() ? FuncOp() : rng.pick(helpers);
    unit.excluded = poison(func, helper, allowUnregistered, types, rng);
    if (!unit.excluded.empty())
      unit.origin += " with a reason to stay: " + unit.excluded.front();
  }
  return func;
}

/// Adds operations that name functions of the unit, and now and then functions
/// of earlier families.
void ProgramGen::addPeers(ArrayRef<FuncOp> unit) {
  for (FuncOp func : unit) {
    if (!func.isInCore() || func.isExternal())
      continue;
    SmallVector<FuncOp> peers;
    if (rng.chance(unit.size() > 1 ? 40 : 5))
      peers.push_back(rng.pick(unit));
    if (!program.units.empty() && rng.chance(12))
      peers.push_back(lookup(rng.pick(ArrayRef(program.units)).root));
    Block &block = func.getBody().front();
    for (FuncOp peer : peers) {
      auto at = block.begin();
      std::advance(at, rng.below(block.getOperations().size()));
      // Nothing comes between an early return and the end of its block.
      OpBuilder builder(&block, at);
      OperationState state(func.getLoc(), "pld.system.import_peer_buffer");
      state.addAttribute("name",
                         builder.getStringAttr(rng.chance(50) ? "buf" : "s"));
      state.addAttribute("peer_func",
                         FlatSymbolRefAttr::get(peer.getSymNameAttr()));
      state.addTypes(builder.getI32Type());
      builder.create(state);
      count("peer");
    }
  }
}

/// What a unit looks like. Copies of peers are no difference.
std::string ProgramGen::textOf(ArrayRef<FuncOp> unit) {
  return canonicalText(unit, [&](StringRef name) {
    for (const Unit &known : program.units)
      if (known.root == name)
        return "family " + std::to_string(known.family) + ", variant " +
               std::to_string(known.variant);
    return name.str();
  });
}

void ProgramGen::makeFamily() {
  Family family;
  family.number = families.size();
  Unit original;
  original.family = family.number;
  makeOriginal(original);
  bool hasFreeSymbols = llvm::is_contained(original.excluded, "free-capture");
  if (hasFreeSymbols && program.freeSymbolsIdentical)
    original.excluded.clear();
  SmallVector<FuncOp> unit = unitOf(original);
  family.texts.push_back(textOf(unit));

  family.isExact = rng.chance(40);
  family.renamesCarried = rng.chance(50);
  families.push_back(family);
  program.units.push_back(original);
  count("family: " + original.origin);

  Family &made = families.back();
  makeCopies(made, original, 3);
  // A change could take away the reason to stay.
  if (original.excluded.empty()) {
    for (unsigned variants = rng.below(4); variants > 0; --variants)
      makeVariant(made, original);
    if (rng.chance(15))
      makePoisoned(made, original);
  }
  if (rng.chance(30))
    makeRenamed(made, original);
  if (hasFreeSymbols && program.freeSymbolsIdentical)
    makeFreeRenamed(made, original);
}

void ProgramGen::makeCopies(Family &family, const Unit &original,
                            unsigned limit) {
  for (unsigned count = rng.below(limit + 1); count > 0; --count) {
    Unit copy = copyUnit(original, "a copy of @" + original.root);
    addNoise(unitOf(copy), family.renamesCarried);
    program.units.push_back(std::move(copy));
    this->count("copy");
  }
}

void ProgramGen::makeVariant(Family &family, const Unit &original) {
  // Other peers than those that it has: a copy of one could become it.
  llvm::StringSet<> named;
  for (FuncOp func : unitOf(original))
    forEachReference(func, [&](Operation *, FlatSymbolRefAttr ref) {
      named.insert(ref.getValue());
    });
  llvm::SmallDenseSet<unsigned> namedFamilies{family.number};
  for (const Unit &unit : program.units)
    if (named.contains(unit.root))
      namedFamilies.insert(unit.family);
  SmallVector<FuncOp> outside;
  for (const Unit &unit : program.units)
    if (!namedFamilies.contains(unit.family))
      outside.push_back(lookup(unit.root));
  SmallVector<StringRef> kinds = Perturber::getKinds();
  for (unsigned tries = 0; tries < 12; ++tries) {
    StringRef kind = rng.pick(kinds);
    if (llvm::is_contained(family.usedKinds, kind))
      continue;
    Unit variant = copyUnit(original, "");
    SmallVector<FuncOp> unit = unitOf(variant);
    Perturber perturber(unit, outside, functions, types, rng);
    std::string what = perturber.apply(kind);
    bool isValid = false;
    if (!what.empty()) {
      ScopedDiagnosticHandler ignore(context,
                                     [](Diagnostic &) { return success(); });
      isValid = succeeded(verify(module));
      count(("change " + kind + (isValid ? "" : ": invalid")).str());
    }
    isValid = isValid && dropFormerMembers(unit, variant);
    if (isValid) {
      unit = unitOf(variant);
      std::string text = textOf(unit);
      if (llvm::is_contained(family.texts, text)) {
        count("change " + kind + ": no news");
        if (text == family.texts.front() && !Perturber::mayDoNothing(kind))
          llvm::report_fatal_error(
              ("the change '" + kind + "' (" + what + ") changed nothing")
                  .str()
                  .c_str());
        isValid = false;
      } else {
        family.texts.push_back(std::move(text));
      }
    }
    if (!isValid) {
      for (FuncOp func : unit)
        func.erase();
      continue;
    }
    family.usedKinds.push_back(kind);
    variant.variant = family.numVariants++;
    variant.origin =
        ("@" + original.root + " with one change, " + kind + ": " + what).str();
    addNoise(unit, family.renamesCarried);
    program.units.push_back(variant);
    makeCopies(family, variant, 1);
    return;
  }
}

void ProgramGen::makePoisoned(Family &family, const Unit &original) {
  Unit variant = copyUnit(original, "");
  variant.excluded = poison(unitOf(variant), {}, allowUnregistered, types, rng);
  if (variant.excluded.empty())
    return eraseUnit(variant);
  variant.variant = family.numVariants++;
  if (program.freeSymbolsIdentical &&
      llvm::is_contained(variant.excluded, "free-capture"))
    variant.excluded.clear();
  variant.origin = "@" + original.root + " with a reason to stay";
  if (!variant.excluded.empty())
    variant.origin += ": " + variant.excluded.front();
  count("poison");
  program.units.push_back(variant);
  makeCopies(family, variant, 2);
}

/// Copies whose signatures differ in the names of symbols: equal by role, but
/// not merged without a proof.
void ProgramGen::makeRenamed(Family &family, const Unit &original) {
  Unit renamed =
      copyUnit(original, "@" + original.root + " with other symbols in types");
  bool isRenamed = false;
  for (FuncOp func : unitOf(renamed)) {
    SymbolRoles roles(func);
    SmallVector<StringAttr> names;
    for (StringAttr name : roles.inTypes)
      if (!llvm::is_contained(roles.carried, name) &&
          !llvm::is_contained(roles.free, name))
        names.push_back(name);
    if (names.empty() || (isRenamed && rng.chance(50)))
      continue;
    renameSome(func, names);
    isRenamed = true;
  }
  if (!isRenamed)
    return eraseUnit(renamed);
  addNoise(unitOf(renamed), family.renamesCarried);
  count("renamed");
  program.units.push_back(renamed);
  makeCopies(family, renamed, 1);
}

/// With free-symbols=identical, another free symbol is a difference.
void ProgramGen::makeFreeRenamed(Family &family, const Unit &original) {
  Unit renamed =
      copyUnit(original, "@" + original.root + " with other free symbols");
  NameMap names;
  names[StringAttr::get(context, kFreeSymbol)] =
      StringAttr::get(context, kOtherFreeSymbol);
  for (FuncOp func : unitOf(renamed)) {
    ArrayAttr listed = func.getFreeSymbolsAttr();
    renameSymbols(func, names);
    if (listed)
      func.setFreeSymbolsAttr(listed);
  }
  renamed.variant = family.numVariants++;
  count("free symbols renamed");
  program.units.push_back(renamed);
  makeCopies(family, renamed, 1);
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

Unit ProgramGen::copyUnit(const Unit &unit, const Twine &origin) {
  Unit copy = unit;
  copy.origin = origin.str();
  NameMap names;
  SmallVector<FuncOp> copies;
  for (FuncOp func : unitOf(unit)) {
    auto cloned = cast<FuncOp>(func->clone());
    std::string name = newName();
    names[func.getSymNameAttr()] = StringAttr::get(context, name);
    cloned.setSymName(name);
    cloned.setSymVisibility("private");
    module.getBody()->push_back(cloned);
    copies.push_back(cloned);
  }
  copy.root = copies.front().getSymName().str();
  for (FuncOp func : copies) {
    renameReferences(func, names);
    // A peer outside may become a copy of it, with which it will be merged.
    func.walk([&](ImportPeerBufferOp op) {
      for (const Unit &peer : program.units) {
        if (peer.root != op.getPeerFunc() || rng.chance(50))
          continue;
        SmallVector<std::string> others;
        for (const Unit &other : program.units)
          if (other.family == peer.family && other.variant == peer.variant)
            others.push_back(other.root);
        op.setPeerFunc(rng.pick(others));
        return;
      }
    });
  }
  return copy;
}

/// Erases those of `functions` that a change has put out of `unit`, and adds
/// those that it has made. Fails if the unit still names one of the former.
bool ProgramGen::dropFormerMembers(SmallVectorImpl<FuncOp> &functions,
                                   const Unit &unit) {
  SmallVector<FuncOp> left = unitOf(unit);
  for (FuncOp func : left)
    if (!llvm::is_contained(functions, func))
      functions.push_back(func);
  for (FuncOp func : ArrayRef(functions)) {
    if (llvm::is_contained(left, func))
      continue;
    bool isNamed = false;
    for (FuncOp other : left)
      forEachReference(other, [&](Operation *, FlatSymbolRefAttr ref) {
        isNamed |= ref.getAttr() == func.getSymNameAttr();
      });
    if (isNamed)
      return false;
  }
  for (FuncOp func : functions)
    if (!llvm::is_contained(left, func))
      func.erase();
  functions.assign(left);
  return true;
}

void ProgramGen::eraseUnit(const Unit &unit) {
  for (FuncOp func : unitOf(unit))
    func.erase();
}

/// Changes what does not count.
void ProgramGen::addNoise(ArrayRef<FuncOp> copy, bool renameCarried) {
  for (FuncOp func : copy) {
    unsigned line = rng.below(100000);
    func.walk([&](Operation *op) {
      op->setLoc(FileLineColLoc::get(context, "copy.py", line++, 1));
    });
    for (Region &region : func->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          argument.setLoc(NameLoc::get(
              StringAttr::get(context, "n" + std::to_string(rng.below(9)))));
    if (!func.getArgumentTypes().empty() && rng.chance(20))
      func.setArgAttr(rng.below(func.getArgumentTypes().size()),
                      PLDDialect::kNameAttrName,
                      StringAttr::get(context, "a name"));
    SymbolRoles roles(func);
    SmallVector<StringAttr> names;
    for (StringAttr name : roles.carried)
      if (renameCarried || !llvm::is_contained(roles.inTypes, name))
        names.push_back(name);
    for (StringAttr name : roles.inBody)
      if (!llvm::is_contained(roles.inTypes, name) &&
          !llvm::is_contained(roles.carried, name))
        names.push_back(name);
    if (!names.empty() && rng.chance(60)) {
      renameSome(func, names);
      count("inner symbols renamed");
    }
  }
}

/// Gives the symbols of `names` new names, or exchanges theirs.
void ProgramGen::renameSome(FuncOp func, ArrayRef<StringAttr> names) {
  NameMap renamed;
  if (names.size() > 1 && rng.chance(30)) {
    for (size_t i = 0; i < names.size(); ++i)
      renamed[names[i]] = names[(i + 1) % names.size()];
  } else {
    llvm::SetVector<StringAttr> used;
    SymbolRoles roles(func);
    for (ArrayRef<StringAttr> some :
         {ArrayRef(roles.inTypes), ArrayRef(roles.carried),
          ArrayRef(roles.inBody), ArrayRef(roles.free)})
      used.insert(some.begin(), some.end());
    bool allFresh = rng.chance(50);
    for (StringAttr name : names) {
      // Often a name that other functions use.
      StringAttr other = types.symbol().getName();
      if (!used.insert(other) || allFresh) {
        other =
            StringAttr::get(context, Twine(kFreshSymbol) + Twine(nextSymbol++));
        used.insert(other);
      }
      renamed[name] = other;
    }
  }
  renameSymbols(func, renamed);
}

//===----------------------------------------------------------------------===//
// Surroundings
//===----------------------------------------------------------------------===//

void ProgramGen::makeVisible() {
  for (const Unit &unit : program.units) {
    if (!rng.chance(6))
      continue;
    FuncOp func = rng.pick(unitOf(unit));
    if (rng.chance(50))
      func.removeSymVisibilityAttr();
    else
      func.setSymVisibility(rng.chance(70) ? "public" : "nested");
    count("visible");
  }
}

/// Groups whose members belong to others as well.
void ProgramGen::disturbGroups() {
  for (size_t i = 0, e = program.units.size(); i != e; ++i) {
    Unit &unit = program.units[i];
    SmallVector<FuncOp> members = unitOf(unit);
    if (members.size() < 2 || !rng.chance(10))
      continue;
    if (rng.chance(50)) {
      // Another Group with the same members.
      auto copy = cast<FuncOp>(members.front()->clone());
      copy.setSymName(newName());
      copy.setSymVisibility("private");
      NameMap itself;
      itself[members.front().getSymNameAttr()] = copy.getSymNameAttr();
      renameReferences(copy, itself);
      module.getBody()->push_back(copy);
      unit.excluded.push_back("shared-member");
      Unit sharing = unit;
      sharing.root = copy.getSymName().str();
      sharing.origin = "a Group with the members of @" + unit.root;
      // A member may name the Group, which is no member of the other one.
      sharing.excluded.push_back("member-called-outside");
      unit.excluded.push_back("member-called-outside");
      count("shared member");
      program.units.push_back(std::move(sharing));
      continue;
    }
    FuncOp member = rng.pick(ArrayRef(members).drop_front());
    FuncOp caller;
    if (rng.chance(50)) {
      caller = functions.makeCaller(newName(), FunctionKind::Orchestration,
                                    {{member, DispatchStyle()}});
    } else {
      caller = functions.makeCaller(newName(), FunctionKind::Orchestration, {});
      caller->setDiscardableAttr(
          "fuzz.ref", FlatSymbolRefAttr::get(member.getSymNameAttr()));
    }
    caller.removeSymVisibilityAttr();
    unit.excluded.push_back("member-called-outside");
    count("member called outside");
  }
}

/// Kernels that are equal to members of Groups, which are never merged alone.
void ProgramGen::makeTwins() {
  // Members of a Group's copies are equal, and so are their twins.
  std::map<std::string, unsigned> familyOf;
  for (size_t i = 0, e = program.units.size(); i != e; ++i) {
    SmallVector<FuncOp> members = unitOf(program.units[i]);
    if (members.size() < 2 || !rng.chance(15))
      continue;
    FuncOp member = rng.pick(ArrayRef(members).drop_front());
    bool namesOthers = false;
    forEachReference(
        member, [&](Operation *, FlatSymbolRefAttr) { namesOthers = true; });
    if (namesOthers || !program.units[i].excluded.empty())
      continue;
    std::string text =
        canonicalText(member, [](StringRef name) { return name.str(); });
    auto [known, isNew] = familyOf.try_emplace(text, families.size());
    if (isNew)
      families.emplace_back().number = known->second;
    Unit twin;
    twin.family = known->second;
    twin.root = newName();
    twin.origin = "a kernel like member @" + member.getSymName().str();
    auto copy = cast<FuncOp>(member->clone());
    copy.setSymName(twin.root);
    copy.setSymVisibility("private");
    module.getBody()->push_back(copy);
    program.units.push_back(twin);
    count("twin of a member");
    makeCopies(families[twin.family], twin, 1);
  }
}

void ProgramGen::makeCallers() {
  using Callee = std::pair<FuncOp, DispatchStyle>;
  SmallVector<Callee> callees;
  for (const Unit &unit : program.units) {
    DispatchStyle style;
    if (families[unit.family].isExact)
      style.mayOmit = style.mayBeInexact = false;
    FuncOp func = lookup(unit.root);
    unsigned number = rng.chance(4) ? 0 : rng.between(1, 3);
    // Where results may be in symbols of the kernel.
    SymbolRoles roles(func);
    bool hasFresh = llvm::any_of(roles.inTypes, [](StringAttr name) {
      return name.getValue().starts_with(kFreshSymbol);
    });
    if (number > 0 && rng.chance(hasFresh ? 70 : 8)) {
      // Through a wrapper.
      DispatchStyle inside = style;
      inside.maySubmit = false;
      inside.onCores = true;
      callees.push_back({functions.makeCaller(newName(), FunctionKind::Spmd,
                                              {{func, inside}}),
                         DispatchStyle()});
      --number;
    }
    for (; number > 0; --number)
      callees.push_back({func, style});
  }
  rng.shuffle(callees);
  // Graphs and the like are called themselves.
  for (FunctionKind kind : {FunctionKind::Graph, FunctionKind::Opaque}) {
    if (callees.size() < 4 || !rng.chance(30))
      continue;
    SmallVector<Callee> some(llvm::ArrayRef(callees).take_back(2));
    callees.resize(callees.size() - 2);
    callees.push_back(
        {functions.makeCaller(newName(), kind, some), DispatchStyle()});
  }
  for (unsigned left = rng.between(1, 3); left > 0; --left) {
    size_t number = left == 1 ? callees.size() : rng.below(callees.size() + 1);
    FuncOp caller =
        functions.makeCaller(newName(), FunctionKind::Orchestration,
                             llvm::ArrayRef(callees).take_front(number));
    callees.erase(callees.begin(), callees.begin() + number);
    if (rng.chance(80))
      caller.removeSymVisibilityAttr();
  }
}

/// Functions that are not kernels keep their identity, however alike.
void ProgramGen::copyCallers() {
  SmallVector<FuncOp> callers;
  for (FuncOp func : module.getOps<FuncOp>())
    if (!func.isInCore() && func.getKind() != FunctionKind::Group)
      callers.push_back(func);
  for (FuncOp func : callers)
    if (rng.chance(10)) {
      auto copy = cast<FuncOp>(func->clone());
      copy.setSymName(newName());
      module.getBody()->push_back(copy);
      count("copy of a caller");
    }
}

void ProgramGen::addReferences() {
  auto reference = [&]() -> Attribute {
    return SymbolRefAttr::get(context, rng.pick(ArrayRef(program.units)).root);
  };
  if (rng.chance(8)) {
    Attribute first = reference();
    module->setAttr("fuzz.entry", mlir::ArrayAttr::get(context, {first}));
    count("reference of the module");
  }
  if (rng.chance(15))
    for (FuncOp func : module.getOps<FuncOp>())
      if (!func.isInCore() && func.getKind() != FunctionKind::Group &&
          rng.chance(30)) {
        func->setDiscardableAttr("fuzz.refs", reference());
        count("reference of a caller");
      }
  if (rng.chance(15)) {
    // Operations that share all that they name, also as types.
    Attribute named = reference();
    SmallVector<Block *> places{module.getBody()};
    for (FuncOp func : module.getOps<FuncOp>())
      if (!func.isInCore() && func.getKind() != FunctionKind::Group &&
          !func.isExternal() && rng.chance(40))
        places.push_back(&func.getBody().front());
    for (Block *place : places)
      for (unsigned left = rng.between(1, 3); left > 0; --left)
        addSharing(place, named);
    count("shared references");
  }
}

/// Adds an operation that names a unit in an attribute, in the type of its
/// result, and in that of a block argument.
void ProgramGen::addSharing(Block *place, Attribute named) {
  OpBuilder builder = OpBuilder::atBlockBegin(place);
  Location loc = UnknownLoc::get(context);
  auto type = RankedTensorType::get({2}, builder.getI8Type(), named);
  auto create = [&](StringRef name, ValueRange operands, TypeRange results) {
    OperationState state(loc, name, operands, results, {});
    state.addAttribute("fuzz.ref", named);
    return state;
  };
  Value value =
      builder.create(create("builtin.unrealized_conversion_cast", {}, type))
          ->getResult(0);
  OperationState state = create("scf.execute_region", {}, {});
  state.addRegion();
  Region &region = builder.create(state)->getRegion(0);
  Block *first = builder.createBlock(&region);
  Block *next = builder.createBlock(&region, region.end(), type, loc);
  builder.setInsertionPointToEnd(first);
  OperationState branch = create("cf.br", value, {});
  branch.addSuccessors(next);
  builder.create(branch);
  builder.setInsertionPointToEnd(next);
  builder.create(create("scf.yield", {}, {}));
}

/// References that cannot be seen, or lead nowhere.
void ProgramGen::hideReferences() {
  if (!rng.chance(4))
    return;
  program.isOpaque = true;
  count("opaque program");
  FuncOp caller;
  for (FuncOp func : module.getOps<FuncOp>())
    if (func.getKind() == FunctionKind::Orchestration)
      caller = func;
  if (!allowUnregistered || rng.chance(50)) {
    caller->setDiscardableAttr("fuzz.ref",
                               SymbolRefAttr::get(context, "nowhere"));
    return;
  }
  OpBuilder builder = OpBuilder::atBlockBegin(&caller.getBody().front());
  OperationState state(caller.getLoc(), "fuzz.unregistered");
  state.addRegion()->emplaceBlock();
  builder.create(state);
}

/// A program in the program: its names are its own.
void ProgramGen::addNestedModule() {
  if (!rng.chance(6))
    return;
  const Unit &unit = rng.pick(ArrayRef(program.units));
  SmallVector<FuncOp> original = unitOf(unit);
  bool namesOthers = false;
  forEachReference(original.front(),
                   [&](Operation *, FlatSymbolRefAttr) { namesOthers = true; });
  if (namesOthers)
    return;
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  auto nested = ModuleOp::create(builder, UnknownLoc::get(context));
  nested.setSymName("nested module");
  auto copy = cast<FuncOp>(original.front()->clone());
  nested.getBody()->push_back(copy);
  auto second = cast<FuncOp>(original.front()->clone());
  second.setSymName("second");
  second->setDiscardableAttr("fuzz.ref",
                             FlatSymbolRefAttr::get(copy.getSymNameAttr()));
  nested.getBody()->push_back(second);
  count("nested module");
  // What comes after the nested module is a name in it.
  auto inside = SymbolRefAttr::get(
      nested.getSymNameAttr(), {FlatSymbolRefAttr::get(copy.getSymNameAttr())});
  for (FuncOp func : module.getOps<FuncOp>())
    if (func.getKind() == FunctionKind::Orchestration && rng.chance(50))
      func->setDiscardableAttr("fuzz.inside", inside);
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

Program ProgramGen::run() {
  program.module = module;
  allowUnregistered = rng.chance(15);
  context->allowUnregisteredDialects(allowUnregistered);
  program.freeSymbolsIdentical = rng.chance(25);
  for (unsigned number = rng.between(1, 5); number > 0; --number)
    makeFamily();
  makeTwins();
  makeVisible();
  disturbGroups();
  makeCallers();
  copyCallers();
  addReferences();
  hideReferences();
  addNestedModule();

  SmallVector<Operation *> order;
  for (Operation &op : *module.getBody())
    order.push_back(&op);
  rng.shuffle(order);
  for (Operation *op : order)
    op->moveBefore(module.getBody(), module.getBody()->end());
  return std::move(program);
}

Program pld::fuzz::generateProgram(MLIRContext *context, uint64_t seed,
                                   Counts &counts) {
  return ProgramGen(context, seed, counts).run();
}

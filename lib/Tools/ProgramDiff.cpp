//===- ProgramDiff.cpp - Programs that differ in references ---------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramDiff.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace pld;
using namespace pld::verify;

/// The text of a location is for people; that much of it helps.
static std::string clip(std::string text, size_t length) {
  if (text.size() > length)
    text = text.substr(0, length) + "...";
  return text;
}

std::string verify::formatLocation(Location loc, StringRef file) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto place = loc->findInstanceOf<FileLineColRange>()) {
    StringRef name = place.getFilename().getValue();
    // The character that makes the parser's name unlike all others.
    if (!file.empty() && name == file)
      name = name.drop_back();
    os << name << ':' << place.getStartLine() << ':' << place.getStartColumn();
    return text;
  }
  loc.print(os);
  return clip(text, 200);
}

namespace {

using Renames = SmallVector<std::pair<SymbolRefAttr, SymbolRefAttr>, 1>;

/// Compares types and attributes that may differ in symbol references.
class ElementDiff {
public:
  /// Whether `a` and `b` are the same apart from the roots of symbol
  /// references. Pairs of references that differ are appended to `renames`.
  template <typename T> bool compare(T a, T b, Renames &renames) {
    if (a == b)
      return true;
    if (!a || !b)
      return false;
    auto pair = std::make_pair(a.getAsOpaquePointer(), b.getAsOpaquePointer());
    auto it = known.find(pair);
    if (it == known.end()) {
      Result result;
      Renames found;
      missing = {};
      result.same = compareNew(a, b, found);
      // Each once: what is shared would be there once per path.
      llvm::SmallSetVector<Renames::value_type, 4> distinct(found.begin(),
                                                            found.end());
      llvm::append_range(result.renames, distinct);
      if (!result.same)
        result.missing = missing;
      it = known.try_emplace(pair, std::move(result)).first;
    }
    if (!it->second.same)
      missing = it->second.missing;
    if (it->second.same)
      llvm::append_range(renames, it->second.renames);
    return it->second.same;
  }

  /// The key of a resource without bytes, for which the last comparison failed.
  /// Empty if it failed for something else.
  StringRef missing;

private:
  struct Result {
    bool same = false;
    Renames renames;
    StringRef missing;
  };

  template <typename T> bool compareNew(T a, T b, Renames &renames) {
    if constexpr (std::is_same_v<T, Attribute>) {
      if (auto ref = dyn_cast<SymbolRefAttr>(a)) {
        auto other = dyn_cast<SymbolRefAttr>(b);
        if (!other || ref.getNestedReferences() != other.getNestedReferences())
          return false;
        renames.emplace_back(ref, other);
        return true;
      }
      // Both programs are read into one context. It renames resources of the
      // second one, so they count by their data.
      if (auto resource = dyn_cast<DenseResourceElementsAttr>(a)) {
        auto other = dyn_cast<DenseResourceElementsAttr>(b);
        if (!other || resource.getType() != other.getType())
          return false;
        AsmResourceBlob *data = resource.getRawHandle().getBlob();
        AsmResourceBlob *otherData = other.getRawHandle().getBlob();
        if (!data || !otherData)
          missing = resource.getRawHandle().getKey();
        return data && otherData && data->getData() == otherData->getData();
      }
      // Two of them are never the same.
      if (isa<DistinctAttr>(a))
        return false;
    }
    // Sub-elements pairwise; what else there is must be the same, and then `a`
    // with the sub-elements of `b` is `b`.
    SmallVector<Attribute> attrsOfA, attrsOfB;
    SmallVector<Type> typesOfA, typesOfB;
    a.walkImmediateSubElements(
        [&](Attribute attr) { attrsOfA.push_back(attr); },
        [&](Type type) { typesOfA.push_back(type); });
    b.walkImmediateSubElements(
        [&](Attribute attr) { attrsOfB.push_back(attr); },
        [&](Type type) { typesOfB.push_back(type); });
    if (a.getTypeID() != b.getTypeID() || attrsOfA.size() != attrsOfB.size() ||
        typesOfA.size() != typesOfB.size())
      return false;
    if (attrsOfA.empty() && typesOfA.empty())
      return false;
    for (auto [x, y] : llvm::zip_equal(attrsOfA, attrsOfB))
      if (!compare(x, y, renames))
        return false;
    for (auto [x, y] : llvm::zip_equal(typesOfA, typesOfB))
      if (!compare(x, y, renames))
        return false;
    return a.replaceImmediateSubElements(attrsOfB, typesOfB) == b;
  }

  llvm::DenseMap<std::pair<const void *, const void *>, Result> known;
};

class ProgramDiff {
public:
  ProgramDiff(const VerifyDedupOptions &options, DedupVerdict &verdict)
      : options(options), verdict(verdict) {}

  void compare(ModuleOp before, ModuleOp after) {
    verdict.ignoredLocations = !options.locations;
    verdict.comparedLocations = options.locations &&
                                hasLocations(before, options.beforeFile) &&
                                hasLocations(after, options.afterFile);
    // The module itself, then what is in it, by name or position.
    function.clear();
    (void)compareOp(before, after, /*regions=*/false);
    verdict.functionsBefore = llvm::range_size(before.getOps<FuncOp>());
    verdict.functionsAfter = llvm::range_size(after.getOps<FuncOp>());
    compareTopLevel(before, after);
  }

  SmallVector<ChangedReference, 0> changes;

private:
  //===--------------------------------------------------------------------===//
  // The module
  //===--------------------------------------------------------------------===//

  void compareTopLevel(ModuleOp before, ModuleOp after) {
    llvm::StringMap<FuncOp> functions;
    for (auto func : before.getBody()->getOps<FuncOp>())
      functions[func.getSymName()] = func;

    auto next = before.getBody()->begin(), end = before.getBody()->end();
    for (Operation &op : *after.getBody()) {
      auto func = dyn_cast<FuncOp>(op);
      if (func && !functions.contains(func.getSymName())) {
        function = func.getSymName().str();
        report(DedupDifference::Function, &op, "is new");
        continue;
      }
      // Functions that do not come again were deleted.
      while (next != end && isSkippable(*next, func))
        ++next;
      if (next == end) {
        reportOrder(&op, func, functions);
        continue;
      }
      Operation &other = *next++;
      function = func ? func.getSymName().str() : "";
      compareWhole(&other, &op);
    }
    while (next != end && isa<FuncOp>(*next))
      ++next;
    if (next != end) {
      function.clear();
      report(DedupDifference::Module, &*next,
             "'" + next->getName().getStringRef() + "' is missing");
    }
    function.clear();
    dispatches.clear();
    compareUses(moduleUses);
  }

  /// Whether `op` of the program before is not what comes next after: anything
  /// until the function of that name, but no other operation.
  bool isSkippable(Operation &op, FuncOp wanted) {
    auto func = dyn_cast<FuncOp>(op);
    return func && !(wanted && func.getSymName() == wanted.getSymName());
  }

  void reportOrder(Operation *op, FuncOp func,
                   llvm::StringMap<FuncOp> &functions) {
    if (!func) {
      function.clear();
      report(DedupDifference::Module, op,
             "'" + op->getName().getStringRef() +
                 "' is new, or at another "
                 "place");
      return;
    }
    function = func.getSymName().str();
    report(DedupDifference::Function, op, "is at another place in the module");
    compareWhole(functions[func.getSymName()], func);
  }

  //===--------------------------------------------------------------------===//
  // Operations
  //===--------------------------------------------------------------------===//

  /// Compares two operations of the module with all that is inside.
  void compareWhole(Operation *before, Operation *after) {
    dispatches.clear();
    symbolTableDepth = 0;
    if (!compareOp(before, after, /*regions=*/true)) {
      uses = Uses();
      return;
    }
    // An operation that is not a function may use values of the module.
    if (isa<FuncOp>(before)) {
      compareUses(uses);
    } else {
      llvm::append_range(moduleUses.operands, uses.operands);
      llvm::append_range(moduleUses.successors, uses.successors);
    }
    uses = Uses();
  }

  struct Uses {
    SmallVector<std::tuple<Value, Value, Operation *>, 0> operands;
    SmallVector<std::tuple<Block *, Block *, Operation *>, 0> successors;
  };

  /// Values can be used above their definitions, so this comes after these.
  void compareUses(const Uses &uses) {
    for (auto [a, b, op] : uses.operands)
      if (values.lookup(a) != b)
        return reportChanged(op, "has other operands");
    for (auto [a, b, op] : uses.successors)
      if (blocks.lookup(a) != b)
        return reportChanged(op, "has other successors");
  }

  /// Stops at the first difference, which it reports.
  bool compareOp(Operation *a, Operation *b, bool regions) {
    if (isa<CallOp, SubmitOp>(a)) {
      dispatches.try_emplace(a, dispatches.size());
      ++verdict.dispatches;
    }
    auto fail = [&](const Twine &message) {
      reportChanged(a, message);
      return false;
    };
    if (a->getName() != b->getName())
      return fail("is '" + b->getName().getStringRef() + "' now");
    if (!sameLocation(a->getLoc(), b->getLoc()))
      return fail("has another location: " +
                  formatLocation(b->getLoc(), options.afterFile));
    if (a->getNumOperands() != b->getNumOperands())
      return fail("has another number of operands");
    if (a->getNumResults() != b->getNumResults() ||
        a->getNumRegions() != b->getNumRegions() ||
        a->getNumSuccessors() != b->getNumSuccessors())
      return fail("has another number of results, regions or successors");

    Renames renames;
    for (auto [x, y] : llvm::zip_equal(a->getResults(), b->getResults())) {
      if (!elements.compare(x.getType(), y.getType(), renames))
        return fail("has other result types");
      values[x] = y;
    }
    if (std::string name = findDifferentAttribute(a, b, renames);
        !name.empty()) {
      if (elements.missing.empty())
        return fail("has another '" + name + "'");
      reportDifference(a,
                       "'" + a->getName().getStringRef() +
                           "' cannot be compared: the bytes of the resource '" +
                           elements.missing + "' in '" + name +
                           "' are missing; print programs without eliding "
                           "them");
      return false;
    }
    if (!addRenames(a, b, renames))
      return false;
    for (auto [x, y] : llvm::zip_equal(a->getOperands(), b->getOperands()))
      uses.operands.emplace_back(x, y, a);
    for (auto [x, y] : llvm::zip_equal(a->getSuccessors(), b->getSuccessors()))
      uses.successors.emplace_back(x, y, a);
    if (!regions)
      return true;
    bool isTable = a->hasTrait<OpTrait::SymbolTable>();
    symbolTableDepth += isTable;
    for (auto [x, y] : llvm::zip_equal(a->getRegions(), b->getRegions()))
      if (!compareRegion(a, b, x, y))
        return false;
    symbolTableDepth -= isTable;
    return true;
  }

  bool compareRegion(Operation *op, Operation *other, Region &a, Region &b) {
    auto fail = [&](Operation *op, const Twine &message) {
      reportChanged(op, message);
      return false;
    };
    if (!llvm::hasNItems(a, b.getBlocks().size()))
      return fail(op, "has another number of blocks");
    for (auto [x, y] : llvm::zip(a, b)) {
      blocks[&x] = &y;
      if (x.getNumArguments() != y.getNumArguments())
        return fail(op, "has another number of block arguments");
      for (auto [v, w] : llvm::zip_equal(x.getArguments(), y.getArguments())) {
        Renames renames;
        if (!elements.compare(v.getType(), w.getType(), renames))
          return fail(op, "has other types of block arguments");
        if (!addRenames(op, other, renames))
          return false;
        if (!sameLocation(v.getLoc(), w.getLoc()))
          return fail(op, "has other locations of block arguments");
        values[v] = w;
      }
      auto it = y.begin();
      for (Operation &inner : x) {
        if (it == y.end())
          return fail(&inner, "is missing");
        if (!compareOp(&inner, &*it++, /*regions=*/true))
          return false;
      }
      if (it != y.end())
        return fail(op, "has more operations: '" +
                            it->getName().getStringRef() + "'");
    }
    return true;
  }

  /// The name of the first attribute that differs in more than references.
  std::string findDifferentAttribute(Operation *a, Operation *b,
                                     Renames &renames) {
    if (a->getPropertiesStorageSize() || b->getPropertiesStorageSize()) {
      Attribute x = a->getPropertiesAsAttribute();
      Attribute y = b->getPropertiesAsAttribute();
      auto dictX = dyn_cast_or_null<DictionaryAttr>(x);
      auto dictY = dyn_cast_or_null<DictionaryAttr>(y);
      if (dictX && dictY) {
        std::string name = findDifferentEntry(dictX, dictY, renames);
        if (!name.empty())
          return name;
      } else if (!elements.compare(x, y, renames)) {
        return "properties";
      }
    }
    return findDifferentEntry(a->getDiscardableAttrDictionary(),
                              b->getDiscardableAttrDictionary(), renames);
  }

  std::string findDifferentEntry(DictionaryAttr a, DictionaryAttr b,
                                 Renames &renames) {
    if (a == b)
      return {};
    for (NamedAttribute entry : a)
      if (!elements.compare(entry.getValue(), b.get(entry.getName()), renames))
        return entry.getName().str();
    for (NamedAttribute entry : b)
      if (!a.contains(entry.getName()))
        return entry.getName().str();
    return {};
  }

  bool addRenames(Operation *a, Operation *b, const Renames &renames) {
    bool hasCallee = false;
    for (auto [from, to] : renames)
      if (!addRename(a, b, from, to, hasCallee)) {
        reportChanged(a, "refers to '@" + to.getRootReference().getValue() +
                             "' instead of '@" +
                             from.getRootReference().getValue() +
                             "', of which it is not known what they are");
        return false;
      }
    return true;
  }

  /// References below a nested symbol table do not mean functions of the
  /// program; these must stay.
  bool addRename(Operation *a, Operation *b, SymbolRefAttr from,
                 SymbolRefAttr to, bool &hasCallee) {
    if (symbolTableDepth)
      return false;
    ChangedReference change{a,
                            b,
                            function,
                            where(a),
                            std::nullopt,
                            from.getRootReference(),
                            to.getRootReference()};
    // A dispatch can have references besides its callee, also to its callee.
    if (!hasCallee && a->getAttr("callee") == from &&
        b->getAttr("callee") == to) {
      change.index = indexOf(a);
      hasCallee = true;
    }
    changes.push_back(std::move(change));
    return true;
  }

  //===--------------------------------------------------------------------===//
  // Locations
  //===--------------------------------------------------------------------===//

  static bool isParsers(Location loc, StringRef file) {
    auto place = dyn_cast<FileLineColRange>(loc);
    return place && !file.empty() && place.getFilename() == file;
  }

  /// Whether the text of `module` has any location.
  static bool hasLocations(ModuleOp module, StringRef file) {
    return module
        .walk([&](Operation *op) {
          return isParsers(op->getLoc(), file) ? WalkResult::advance()
                                               : WalkResult::interrupt();
        })
        .wasInterrupted();
  }

  /// Where the text of the program before says nothing, the pass has seen the
  /// parser's location, with the name by which the file was called then.
  bool sameLocation(Location a, Location b) {
    if (a == b || !verdict.comparedLocations)
      return true;
    if (!isParsers(a, options.beforeFile))
      return false;
    if (isParsers(b, options.afterFile))
      return true;
    auto x = cast<FileLineColRange>(a);
    auto y = dyn_cast<FileLineColRange>(b);
    return y && x.getStartLine() == y.getStartLine() &&
           x.getStartColumn() == y.getStartColumn();
  }

  std::optional<unsigned> indexOf(Operation *op) {
    auto it = dispatches.find(op);
    return it == dispatches.end() ? std::nullopt
                                  : std::make_optional(it->second);
  }

  std::string where(Operation *op) {
    return formatLocation(op->getLoc(), options.beforeFile);
  }

  //===--------------------------------------------------------------------===//
  // Differences
  //===--------------------------------------------------------------------===//

  void report(DedupDifference::Kind kind, Operation *op, const Twine &message) {
    DedupDifference difference;
    difference.kind = kind;
    difference.function = function;
    bool isAfter = kind == DedupDifference::Function;
    difference.location = formatLocation(
        op->getLoc(), isAfter ? options.afterFile : options.beforeFile);
    difference.message = message.str();
    verdict.differences.push_back(std::move(difference));
  }

  /// `op` of the program before is not what it was.
  void reportChanged(Operation *op, const Twine &message) {
    std::string what =
        isa<FuncOp>(op) ? "it" : "'" + op->getName().getStringRef().str() + "'";
    reportDifference(op, "changed: " + what + " " + message);
  }
  void reportDifference(Operation *op, const Twine &message) {
    DedupDifference difference;
    difference.kind =
        function.empty() ? DedupDifference::Module : DedupDifference::Function;
    difference.function = function;
    difference.index = indexOf(op);
    difference.location = where(op);
    difference.message = message.str();
    verdict.differences.push_back(std::move(difference));
  }

  const VerifyDedupOptions &options;
  DedupVerdict &verdict;
  ElementDiff elements;
  /// The function that is compared.
  std::string function;
  unsigned symbolTableDepth = 0;
  /// The dispatches of that function, and their numbers.
  llvm::DenseMap<Operation *, unsigned> dispatches;
  llvm::DenseMap<Value, Value> values;
  llvm::DenseMap<Block *, Block *> blocks;
  /// For what is being compared, and for all that is not a function.
  Uses uses, moduleUses;
};

} // namespace

SmallVector<ChangedReference, 0>
verify::diffPrograms(ModuleOp before, ModuleOp after,
                     const VerifyDedupOptions &options, DedupVerdict &verdict) {
  ProgramDiff diff(options, verdict);
  diff.compare(before, after);
  return std::move(diff.changes);
}

//===- FirstDifference.cpp - What makes two units different ---------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Transforms/Dedup/FirstDifference.h"

#include "DifferenceText.h"
#include "RoleMatcher.h"

using namespace mlir;
using namespace pld;
using namespace pld::dedup;

namespace {

/// Walks two units in step. Methods fail at the first difference, which is then
/// in `difference`.
class Comparison {
public:
  Comparison(const Unit &unit, const Unit &other,
             const ComparisonContext &context)
      : unit(unit), other(other), context(context), table(context.table),
        matcher(unit, other, context) {}

  std::optional<Difference> run() {
    for (auto [here, there] : llvm::zip(unit.functions, other.functions)) {
      functionHere = here;
      functionThere = there;
      numOperations = 0;
      current = Current();
      matcher.enter(here, there);
      if (failed(compareFunctions(context.index.getFunction(here),
                                  context.index.getFunction(there))))
        return std::move(difference);
    }
    return std::nullopt;
  }

private:
  LogicalResult fail(const Twine &text, uint32_t here, uint32_t there) {
    difference = {{functionHere, here}, {functionThere, there}, text.str()};
    return failure();
  }
  /// Fails at the operations that are being compared.
  LogicalResult fail(const Twine &text) {
    return fail(current.operation ? quoteName(current.operation) + ": " + text
                                  : text,
                current.number, current.number);
  }
  LogicalResult compareNumbers(const Twine &what, size_t here, size_t there) {
    if (here == there)
      return success();
    return fail("the number of " + what + " is " + Twine(here) + " here, " +
                Twine(there) + " there");
  }

  LogicalResult compareFunctions(FuncOp here, FuncOp there) {
    if (here.getKind() != there.getKind())
      return fail("its kind is '" + stringifyFunctionKind(here.getKind()) +
                  "' here, '" + stringifyFunctionKind(there.getKind()) +
                  "' there");
    if (failed(compareParameters(here, there)) ||
        failed(compareNumbers("results", here.getNumResults(),
                              there.getNumResults())))
      return failure();
    for (auto [i, types] : llvm::enumerate(
             llvm::zip_equal(here.getResultTypes(), there.getResultTypes())))
      if (failed(compareTypes("result #" + Twine(i), std::get<0>(types),
                              std::get<1>(types))))
        return failure();

    SmallVector<NamedAttribute> propertiesHere = getCountedProperties(here),
                                propertiesThere = getCountedProperties(there);
    if (failed(compareAttributes("", propertiesHere, propertiesThere)) ||
        failed(compareOtherAttributes(here, there)))
      return failure();
    return compareRegions(0, here.getBody(), there.getBody());
  }

  /// Properties of a function that are not compared with its signature.
  static SmallVector<NamedAttribute> getCountedProperties(FuncOp func) {
    SmallVector<NamedAttribute> counted;
    auto properties = cast<DictionaryAttr>(func->getPropertiesAsAttribute());
    for (NamedAttribute attr : properties) {
      StringAttr name = attr.getName();
      if (name != func.getSymNameAttrName() &&
          name != func.getSymVisibilityAttrName() &&
          name != func.getFunctionTypeAttrName() &&
          name != func.getArgAttrsAttrName() &&
          name != func.getParamDirectionsAttrName())
        counted.push_back(attr);
    }
    return counted;
  }

  LogicalResult compareParameters(FuncOp here, FuncOp there) {
    if (failed(compareNumbers("parameters", here.getNumArguments(),
                              there.getNumArguments())))
      return failure();
    for (unsigned i = 0, e = here.getNumArguments(); i != e; ++i) {
      std::string what = ("parameter #" + Twine(i)).str();
      if (failed(compareTypes(what, here.getArgumentTypes()[i],
                              there.getArgumentTypes()[i])) ||
          failed(compareCarriedSymbols(what, getCarried(here, i),
                                       getCarried(there, i))) ||
          failed(compareAttributes(what + ": ", getCountedAttributes(here, i),
                                   getCountedAttributes(there, i))))
        return failure();
      ParamDirection directionHere = here.getParamDirection(i),
                     directionThere = there.getParamDirection(i);
      if (directionHere != directionThere)
        return fail(what + " is '" + stringifyParamDirection(directionHere) +
                    "' here, '" + stringifyParamDirection(directionThere) +
                    "' there");
    }
    return success();
  }

  static StringAttr getCarried(FuncOp func, unsigned param) {
    return func.getArgAttrOfType<StringAttr>(param,
                                             PLDDialect::kSymbolAttrName);
  }
  static SmallVector<NamedAttribute> getCountedAttributes(FuncOp func,
                                                          unsigned param) {
    SmallVector<NamedAttribute> counted;
    DictionaryAttr attrs = function_interface_impl::getArgAttrDict(func, param);
    if (!attrs)
      return counted;
    for (NamedAttribute attr : attrs)
      if (attr.getName() != PLDDialect::kSymbolAttrName &&
          attr.getName() != PLDDialect::kNameAttrName)
        counted.push_back(attr);
    return counted;
  }

  LogicalResult compareCarriedSymbols(StringRef what, StringAttr here,
                                      StringAttr there) {
    if (!here && !there)
      return success();
    ElementId nameHere = table.get(here), nameThere = table.get(there);
    if (here && there && matcher.matchSymbolNames(nameHere, nameThere))
      return success();
    auto describe = [&](StringAttr name, ElementId id, bool isHere) {
      if (!name)
        return std::string("no symbol");
      return ("'" + name.getValue() + "' (" +
              matcher.describeSymbol(id, isHere) + ")")
          .str();
    };
    return fail(what + " carries " + describe(here, nameHere, true) +
                " here, " + describe(there, nameThere, false) + " there");
  }

  LogicalResult compareTypes(const Twine &what, Type here, Type there) {
    if (matcher.match(table.get(here), table.get(there)))
      return success();
    return fail(describeDifference(what.str(), table, matcher));
  }

  /// Compares two lists that are sorted by name. `where` is put before names.
  LogicalResult compareAttributes(const Twine &where,
                                  ArrayRef<NamedAttribute> here,
                                  ArrayRef<NamedAttribute> there) {
    while (!here.empty() || !there.empty()) {
      bool isMissingThere =
          there.empty() ||
          (!here.empty() && here.front().getName().getValue() <
                                there.front().getName().getValue());
      bool isMissingHere =
          !isMissingThere &&
          (here.empty() || here.front().getName() != there.front().getName());
      if (isMissingHere || isMissingThere) {
        NamedAttribute only = (isMissingThere ? here : there).front();
        return fail(where + "attribute '" + only.getName().getValue() +
                    "' is " + quoteElement(table, table.get(only.getValue())) +
                    (isMissingThere ? " here, not given there"
                                    : " there, not given here"));
      }
      if (!matcher.match(table.get(here.front().getValue()),
                         table.get(there.front().getValue())))
        return fail(describeDifference(
            (where + "attribute '" + here.front().getName().getValue() + "'")
                .str(),
            table, matcher));
      here = here.drop_front();
      there = there.drop_front();
    }
    return success();
  }

  LogicalResult compareProperties(Operation *here, Operation *there) {
    ElementId idHere = table.getProperties(here),
              idThere = table.getProperties(there);
    // Where all have their defaults, there may be no list.
    auto isList = [&](ElementId id) {
      return !id || isa<DictionaryAttr>(table.getAttribute(id));
    };
    auto getList = [&](ElementId id) {
      return id ? cast<DictionaryAttr>(table.getAttribute(id)).getValue()
                : ArrayRef<NamedAttribute>();
    };
    if (isList(idHere) && isList(idThere))
      return compareAttributes("", getList(idHere), getList(idThere));
    if (matcher.match(idHere, idThere))
      return success();
    return fail(
        describeDifference("the value of its properties", table, matcher));
  }

  /// Attributes that are not properties.
  LogicalResult compareOtherAttributes(Operation *here, Operation *there) {
    return compareAttributes("", here->getRawDictionaryAttrs().getValue(),
                             there->getRawDictionaryAttrs().getValue());
  }

  LogicalResult compareRegions(unsigned number, Region &here, Region &there) {
    bool outside = matcher.inProgram;
    if (here.getParentOp()->hasTrait<OpTrait::SymbolTable>())
      matcher.inProgram = false;
    if (failed(compareNumbers("blocks of region #" + Twine(number),
                              here.getBlocks().size(),
                              there.getBlocks().size())))
      return failure();
    // Branches may go to blocks that come later.
    for (auto [blockHere, blockThere] : llvm::zip_equal(here, there))
      matcher.matchBlocks(&blockHere, &blockThere);
    Current parent = current;
    for (auto [i, blocks] : llvm::enumerate(llvm::zip_equal(here, there))) {
      auto &[blockHere, blockThere] = blocks;
      if (failed(compareBlocks(i, blockHere, blockThere)))
        return failure();
      current = parent;
    }
    matcher.inProgram = outside;
    return success();
  }

  LogicalResult compareBlocks(size_t number, Block &here, Block &there) {
    uint32_t parentNumber = current.number;
    if (failed(compareNumbers("arguments of block #" + Twine(number),
                              here.getNumArguments(), there.getNumArguments())))
      return failure();
    for (auto [i, arguments] : llvm::enumerate(
             llvm::zip_equal(here.getArguments(), there.getArguments()))) {
      auto [argumentHere, argumentThere] = arguments;
      matcher.matchValues(argumentHere, argumentThere);
      if (failed(compareTypes("argument #" + Twine(i) + " of block #" +
                                  Twine(number),
                              argumentHere.getType(), argumentThere.getType())))
        return failure();
    }
    auto itHere = here.begin(), itThere = there.begin();
    for (; itHere != here.end() && itThere != there.end(); ++itHere, ++itThere)
      if (failed(compareOperations(&*itHere, &*itThere)))
        return failure();
    if (itHere != here.end())
      return fail(quoteName(&*itHere) + " here, the end of the block there",
                  numOperations + 1, parentNumber);
    if (itThere != there.end())
      return fail("the end of the block here, " + quoteName(&*itThere) +
                      " there",
                  parentNumber, numOperations + 1);
    return success();
  }

  static std::string quoteName(Operation *op) {
    return ("'" + op->getName().getStringRef() + "'").str();
  }

  LogicalResult compareOperations(Operation *here, Operation *there) {
    current = {nullptr, ++numOperations};
    if (here->getName() != there->getName())
      return fail("operation " + quoteName(here) + " here, " +
                  quoteName(there) + " there");
    current.operation = here;
    if (failed(compareProperties(here, there)) ||
        failed(compareOtherAttributes(here, there)) ||
        failed(compareOperands(here, there)) ||
        failed(compareNumbers("results", here->getNumResults(),
                              there->getNumResults())))
      return failure();
    for (auto [i, results] : llvm::enumerate(
             llvm::zip_equal(here->getResults(), there->getResults()))) {
      auto [resultHere, resultThere] = results;
      if (!matcher.matchValues(resultHere, resultThere))
        return fail("result #" + Twine(i) + " is used before at another place");
      if (failed(compareTypes("result #" + Twine(i), resultHere.getType(),
                              resultThere.getType())))
        return failure();
    }
    if (failed(compareNumbers("successors", here->getNumSuccessors(),
                              there->getNumSuccessors())))
      return failure();
    for (unsigned i = 0, e = here->getNumSuccessors(); i != e; ++i)
      if (!matcher.matchBlocks(here->getSuccessor(i), there->getSuccessor(i)))
        return fail("successor #" + Twine(i) + " is " +
                    describeBlock(here->getSuccessor(i)) + " here, " +
                    describeBlock(there->getSuccessor(i)) + " there");
    if (failed(compareNumbers("regions", here->getNumRegions(),
                              there->getNumRegions())))
      return failure();
    for (unsigned i = 0, e = here->getNumRegions(); i != e; ++i) {
      if (failed(compareRegions(i, here->getRegion(i), there->getRegion(i))))
        return failure();
    }
    return success();
  }

  LogicalResult compareOperands(Operation *here, Operation *there) {
    if (failed(compareNumbers("operands", here->getNumOperands(),
                              there->getNumOperands())))
      return failure();
    for (auto [i, operands] : llvm::enumerate(
             llvm::zip_equal(here->getOperands(), there->getOperands()))) {
      auto [operandHere, operandThere] = operands;
      if (matcher.matchValues(operandHere, operandThere))
        continue;
      auto [roleHere, roleThere] = describeValues(operandHere, operandThere);
      return fail((isa<ReturnOp>(here) ? "result #" : "operand #") + Twine(i) +
                  " is " + roleHere + " here, " + roleThere + " there");
    }
    return success();
  }

  const Unit &unit, &other;
  const ComparisonContext &context;
  ElementTable &table;
  RoleMatcher matcher;
  FunctionId functionHere = kNoFunction, functionThere = kNoFunction;
  /// What is being compared: the operation here, or null for a function, and
  /// its number, which is the same in both.
  struct Current {
    Operation *operation = nullptr;
    uint32_t number = 0;
  } current;
  /// The number of operations that were met in the function.
  uint32_t numOperations = 0;
  Difference difference;
};

} // namespace

std::optional<Difference>
pld::dedup::findFirstDifference(const Unit &unit, const Unit &other,
                                const ComparisonContext &context) {
  return Comparison(unit, other, context).run();
}

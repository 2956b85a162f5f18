//===- DifferenceText.cpp - Says what is different ------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DifferenceText.h"

#include "pld/Dialect/PLD/ShapeSymbols.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace pld;
using namespace pld::dedup;

namespace {

/// Longer texts are cut.
constexpr size_t kMaxText = 60;
/// Elements of more nodes and bytes than this are not printed. They are counted
/// as MLIR prints them: shared parts once per path.
constexpr uint64_t kMaxPrinted = 1024;

using Texts = std::pair<std::string, std::string>;

/// Whether `text` may be cut before the byte at `position`.
bool mayCut(StringRef text, size_t position) {
  return (static_cast<unsigned char>(text[position]) & 0xC0) != 0x80;
}

std::string cut(StringRef text, size_t begin = 0) {
  while (begin > 0 && !mayCut(text, begin))
    --begin;
  std::string result = begin > 0 ? "..." : "";
  StringRef rest = text.drop_front(begin);
  if (rest.size() <= kMaxText)
    return result + rest.str();
  size_t size = kMaxText;
  while (size > 0 && !mayCut(rest, size))
    --size;
  return result + rest.take_front(size).str() + "...";
}

/// Cuts two long texts such that a difference is still seen.
Texts cutBoth(const Texts &texts) {
  StringRef here = texts.first, there = texts.second;
  size_t common = 0;
  while (common < std::min(here.size(), there.size()) &&
         here[common] == there[common])
    ++common;
  constexpr size_t kContext = 20;
  if (common < kMaxText - kContext ||
      std::max(here.size(), there.size()) <= kMaxText)
    return {cut(here), cut(there)};
  return {cut(here, common - kContext), cut(there, common - kContext)};
}

/// The nodes and bytes of an element, up to `kMaxPrinted` or a little more.
uint64_t measure(const ElementTable &table, ElementId id) {
  uint64_t size = 1 + table.getPayload(id);
  for (ElementId part : table.getParts(id)) {
    if (size > kMaxPrinted)
      break;
    size += measure(table, part);
  }
  return size;
}

std::string print(const ElementTable &table, ElementId id) {
  if (id == 0)
    return "not given";
  if (measure(table, id) > kMaxPrinted)
    return "a large value";
  std::string text;
  llvm::raw_string_ostream os(text);
  if (table.getKind(id) == ElementTable::Kind::Type)
    os << table.getType(id);
  else if (Attribute attr = table.getAttribute(id);
           isa<SymAttr, ExprAttr>(attr))
    os << formatDim(attr);
  else if (isa<IntegerAttr, FloatAttr, StringAttr>(attr))
    os << attr;
  else
    attr.printStripped(os);
  return text;
}

/// A property of a type, as texts.
struct Property {
  std::string name;
  Texts texts;
};

template <typename T>
std::optional<Property> compareFields(const char *name, T here, T there,
                                      StringRef (*stringify)(T)) {
  if (here == there)
    return std::nullopt;
  return Property{name, {stringify(here).str(), stringify(there).str()}};
}

/// The first of two lists of expressions that differ, where the parts `here`
/// and `there` do.
std::optional<Property> compareDims(StringRef name, ElementTable &table,
                                    ArrayRef<Attribute> dimsHere,
                                    ArrayRef<Attribute> dimsThere,
                                    ElementId here, ElementId there) {
  if (dimsHere.size() != dimsThere.size())
    return Property{
        ("number of " + name + "s").str(),
        {llvm::utostr(dimsHere.size()), llvm::utostr(dimsThere.size())}};
  for (auto [i, dims] : llvm::enumerate(llvm::zip_equal(dimsHere, dimsThere))) {
    auto [dimHere, dimThere] = dims;
    if (table.get(dimHere) == here && table.get(dimThere) == there)
      return Property{(name + " #" + Twine(i)).str(),
                      {formatDim(dimHere), formatDim(dimThere)}};
  }
  return std::nullopt;
}

/// What global and distributed tensors have in common.
template <typename TensorT>
std::optional<Property> compareTensors(TensorT here, TensorT there,
                                       ElementTable &table, ElementId partHere,
                                       ElementId partThere) {
  std::optional<Property> property =
      compareDims("dimension", table, here.getShape(), there.getShape(),
                  partHere, partThere);
  if (!property)
    property = compareFields("layout", here.getLayout(), there.getLayout(),
                             stringifyLayout);
  if (!property)
    property =
        compareFields("padding", here.getPad(), there.getPad(), stringifyPad);
  if (!property)
    property = compareDims("stride", table, here.getStride(), there.getStride(),
                           partHere, partThere);
  if (!property)
    property = compareDims("valid dimension", table, here.getValid(),
                           there.getValid(), partHere, partThere);
  return property;
}

/// Which property of two types differs; `partHere` and `partThere` are the
/// parts in which they do, if it is in one.
std::optional<Property> compareTypes(Type here, Type there, ElementTable &table,
                                     ElementId partHere, ElementId partThere) {
  if (here.getTypeID() != there.getTypeID())
    return std::nullopt;
  if (partHere && table.getKind(partHere) == ElementTable::Kind::Type &&
      table.getKind(partThere) == ElementTable::Kind::Type &&
      isa<GlobalTensorType, DistTensorType, TileType, pld::ArrayType>(here))
    return Property{"element type",
                    {print(table, partHere), print(table, partThere)}};
  if (auto tensor = dyn_cast<GlobalTensorType>(here))
    return compareTensors(tensor, cast<GlobalTensorType>(there), table,
                          partHere, partThere);
  if (auto tensor = dyn_cast<DistTensorType>(here))
    return compareTensors(tensor, cast<DistTensorType>(there), table, partHere,
                          partThere);
  if (auto tile = dyn_cast<TileType>(here)) {
    auto other = cast<TileType>(there);
    return compareDims("dimension", table, tile.getShape(), other.getShape(),
                       partHere, partThere);
  }
  return std::nullopt;
}

/// The path through lists and dictionaries to what is shown as a whole, and
/// drops it from `trail`.
std::string takePath(ArrayRef<RoleMatcher::Step> &trail,
                     const ElementTable &table) {
  std::string path;
  for (; trail.size() > 1; trail = trail.drop_front()) {
    auto [here, there, part] = trail.front();
    if (table.getKind(here) != ElementTable::Kind::Attribute)
      break;
    Attribute attr = table.getAttribute(here);
    if (isa<ArrayAttr>(attr))
      path += ("[" + Twine(part) + "]").str();
    else if (auto entries = dyn_cast<DictionaryAttr>(attr);
             // Names and values take turns.
             entries && part % 2 == 1)
      path += ("." + entries.getValue()[part / 2].getName().getValue()).str();
    else if (!isa<TypeAttr>(attr))
      break;
  }
  return path;
}

/// Says what only one of two dictionaries has, if they are two.
std::optional<std::string> describeMissing(const RoleMatcher::Step &step,
                                           const ElementTable &table) {
  if (table.getKind(step.here) != ElementTable::Kind::Attribute ||
      table.getKind(step.there) != ElementTable::Kind::Attribute)
    return std::nullopt;
  auto here = dyn_cast<DictionaryAttr>(table.getAttribute(step.here));
  auto there = dyn_cast<DictionaryAttr>(table.getAttribute(step.there));
  if (!here || !there)
    return std::nullopt;
  for (NamedAttribute attr : here)
    if (!there.contains(attr.getName()))
      return " has '" + attr.getName().str() + "' here, but not there";
  for (NamedAttribute attr : there)
    if (!here.contains(attr.getName()))
      return " has '" + attr.getName().str() + "' there, but not here";
  return std::nullopt;
}

/// What a symbol or a function of the unit stands for, in parentheses.
std::string describeRoles(const RoleMatcher::Step &step, ElementTable &table,
                          const RoleMatcher &matcher) {
  ElementTable::Kind kind = table.getKind(step.here);
  if (kind != table.getKind(step.there))
    return "";
  Texts texts;
  if (kind == ElementTable::Kind::Symbol) {
    auto describe = [&](ElementId symbol, bool isHere) {
      ElementId name = table.getParts(symbol)[0];
      return "'" + cast<StringAttr>(table.getAttribute(name)).str() + "' is " +
             matcher.describeSymbol(name, isHere);
    };
    texts = {describe(step.here, true), describe(step.there, false)};
  } else if (kind == ElementTable::Kind::Reference) {
    texts = {matcher.describeReference(step.here, true),
             matcher.describeReference(step.there, false)};
  }
  if (texts.first == texts.second)
    return "";
  return " (" + texts.first + " here, " + texts.second + " there)";
}

} // namespace

std::string pld::dedup::quoteElement(const ElementTable &table, ElementId id) {
  return cut(print(table, id));
}

std::string pld::dedup::describeDifference(std::string what,
                                           ElementTable &table,
                                           const RoleMatcher &matcher) {
  ArrayRef<RoleMatcher::Step> trail = matcher.getTrail();
  RoleMatcher::Step innermost = trail.back();
  std::string path = takePath(trail, table);
  if (what.back() == '\'')
    what.insert(what.size() - 1, path);

  RoleMatcher::Step outer = trail.front();
  bool areTypes = table.getKind(outer.here) == ElementTable::Kind::Type &&
                  table.getKind(outer.there) == ElementTable::Kind::Type;
  Texts texts = {print(table, outer.here), print(table, outer.there)};
  if (areTypes) {
    RoleMatcher::Step inner =
        trail.size() > 1 ? trail[1] : RoleMatcher::Step{0, 0, 0};
    std::optional<Property> property =
        compareTypes(table.getType(outer.here), table.getType(outer.there),
                     table, inner.here, inner.there);
    what += " has " + (property ? property->name : "type");
    if (property)
      texts = std::move(property->texts);
  } else {
    if (std::optional<std::string> missing = describeMissing(outer, table))
      return what + *missing;
    what += " is";
  }

  auto [textHere, textThere] = cutBoth(texts);
  return what + " " + textHere + " here, " + textThere + " there" +
         describeRoles(innermost, table, matcher);
}

std::string pld::dedup::describeBlock(Block *block) {
  return ("block #" + Twine(std::distance(block->getParent()->begin(),
                                          block->getIterator())))
      .str();
}

static std::string describeValue(Value value) {
  Attribute constant;
  if (matchPattern(value, m_Constant(&constant)) &&
      isa<IntegerAttr, FloatAttr>(constant)) {
    std::string text;
    llvm::raw_string_ostream(text) << constant;
    return "the constant " + cut(text);
  }
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument) {
    auto result = cast<OpResult>(value);
    return ("result #" + Twine(result.getResultNumber()) + " of '" +
            result.getOwner()->getName().getStringRef() + "'")
        .str();
  }
  Block *block = argument.getOwner();
  if (isa<FuncOp>(block->getParentOp()) && block->isEntryBlock())
    return ("parameter #" + Twine(argument.getArgNumber())).str();
  return ("argument #" + Twine(argument.getArgNumber()) + " of " +
          describeBlock(block) + " of '" +
          block->getParentOp()->getName().getStringRef() + "'")
      .str();
}

/// The number of what defines `value` in its function, in pre-order.
static std::string describeOwner(Value value) {
  Operation *owner = value.getDefiningOp();
  if (!owner)
    owner = value.getParentBlock()->getParentOp();
  Operation *function = owner;
  while (!isa<FuncOp>(function))
    function = function->getParentOp();
  uint32_t number = 0;
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == owner)
      return WalkResult::interrupt();
    ++number;
    return WalkResult::advance();
  });
  return (" (operation " + Twine(number) + ")").str();
}

std::pair<std::string, std::string> pld::dedup::describeValues(Value here,
                                                               Value there) {
  Texts texts = {describeValue(here), describeValue(there)};
  if (texts.first == texts.second) {
    texts.first += describeOwner(here);
    texts.second += describeOwner(there);
  }
  return texts;
}

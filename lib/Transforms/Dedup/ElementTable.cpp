//===- ElementTable.cpp - Numbers for types and attributes ----------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Transforms/Dedup/ElementTable.h"

#include "pld/Dialect/PLD/PLDAttributes.h"
#include "pld/Dialect/PLD/PLDTypes.h"

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/ExtensibleDialect.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace pld;
using namespace pld::dedup;

namespace {

/// Elements that have more nodes than this, as a tree, are not printed for
/// their digest: shared parts would be printed once per path.
constexpr unsigned kMaxPrintedTree = 64;
constexpr unsigned kMaxTree = 4096;

uint64_t digestBytes(const void *data, size_t size) {
  return llvm::xxh3_64bits(ArrayRef(static_cast<const uint8_t *>(data), size));
}
uint64_t digestText(StringRef text) { return llvm::xxh3_64bits(text); }
uint64_t digestWords(ArrayRef<uint64_t> words) {
  return digestBytes(words.data(), words.size() * sizeof(uint64_t));
}
uint64_t digestInteger(const APInt &value) {
  return digestWords(ArrayRef(value.getRawData(), value.getNumWords()));
}
template <typename T> uint64_t bits(T value) {
  return static_cast<uint64_t>(value);
}

} // namespace

/// An element apart from its parts.
struct ElementTable::Description {
  /// The numbers that distinguish it from others of its class.
  SmallVector<uint64_t, 8> fields;
  /// Whether class, fields and parts determine the element. Otherwise the
  /// fields are only good for a digest.
  bool exact = false;
  /// Whether the fields are a useful digest; otherwise the text is.
  bool summarized = false;
  uint64_t payload = 0;
  uint8_t flags = 0;
  Kind kind;

  void setExact(std::initializer_list<uint64_t> values) {
    exact = summarized = true;
    fields.assign(values.begin(), values.end());
  }
  void setSummary(std::initializer_list<uint64_t> values) {
    summarized = true;
    fields.assign(values.begin(), values.end());
  }

  explicit Description(Attribute attr);
  explicit Description(Type type);
};

ElementTable::Description::Description(Attribute attr) : kind(Kind::Attribute) {
  llvm::TypeSwitch<Attribute>(attr)
      // Shape symbols, references, and what they commonly are in.
      .Case([&](SymAttr) {
        kind = Kind::Symbol;
        flags = HoldsSymbol;
        setExact({});
      })
      .Case([&](SymbolRefAttr) {
        kind = Kind::Reference;
        flags = HoldsReference;
        setExact({});
      })
      .Case([&](ExprAttr expr) { setExact({bits(expr.getKind())}); })
      .Case([&](ArrayAttr) { setExact({}); })
      .Case([&](DictionaryAttr) { setExact({}); })
      .Case([&](TypeAttr) { setExact({}); })
      .Case([&](TileViewAttr view) {
        setExact({bits(view.getBlayout()), bits(view.getSlayout()),
                  bits(view.getFractal()), bits(view.getPad()),
                  bits(static_cast<bool>(view.getCompact())),
                  bits(static_cast<bool>(view.getStartOffset())),
                  view.getStride().size(), view.getValid().size()});
      })
      .Case([&](MemRefAttr memref) {
        flags = HoldsStorage;
        setExact({memref.getSize(), bits(memref.getPinned()),
                  memref.getSlotCount(),
                  bits(static_cast<bool>(memref.getSlotIndex()))});
      })
      .Case([&](WindowAttr window) {
        flags = HoldsCommunication;
        setExact(
            {bits(window.getLoadFromHost()), bits(window.getStoreToHost())});
      })
      // What is cheaper to hash than to print, or has a payload.
      .Case([&](StringAttr text) {
        payload = text.size();
        setSummary({digestText(text.getValue())});
      })
      .Case([&](IntegerAttr value) {
        setSummary({digestInteger(value.getValue())});
      })
      .Case([&](FloatAttr value) {
        setSummary({digestInteger(value.getValue().bitcastToAPInt())});
      })
      .Case([&](DenseArrayAttr array) {
        ArrayRef<char> data = array.getRawData();
        payload = data.size();
        setSummary({digestBytes(data.data(), data.size())});
      })
      .Case([&](DenseStringElementsAttr strings) {
        uint64_t digest = 0;
        for (StringRef text : strings.getRawStringData()) {
          payload += text.size();
          digest = digestWords({digest, digestText(text)});
        }
        setSummary({digest});
      })
      .Case([&](DenseElementsAttr dense) {
        ArrayRef<char> data = dense.getRawData();
        payload = data.size();
        setSummary(
            {digestBytes(data.data(), data.size()), bits(dense.isSplat())});
      })
      .Case([&](DenseResourceElementsAttr resource) {
        if (AsmResourceBlob *blob = resource.getRawHandle().getBlob())
          payload = blob->getData().size();
        setSummary({digestText(resource.getRawHandle().getKey())});
      })
      .Case([&](AffineMapAttr attr) {
        AffineMap map = attr.getValue();
        setSummary(
            {map.getNumDims(), map.getNumSymbols(), map.getNumResults()});
      })
      .Case([&](IntegerSetAttr) { setSummary({}); })
      // What MLIR cannot look into.
      .Case([&](OpaqueAttr) { flags = HidesParts; })
      .Case([&](DistinctAttr) { setSummary({}); })
      .Default([&](Attribute other) {
        if (other.hasTrait<AttributeTrait::IsDynamicAttr>())
          flags = HidesParts;
      });
}

ElementTable::Description::Description(Type type) : kind(Kind::Type) {
  llvm::TypeSwitch<Type>(type)
      .Case([&](GlobalTensorType tensor) {
        setExact({bits(tensor.getLayout()), bits(tensor.getPad()),
                  tensor.getShape().size(), tensor.getStride().size(),
                  tensor.getValid().size()});
      })
      .Case([&](DistTensorType tensor) {
        setExact({bits(tensor.getLayout()), bits(tensor.getPad()),
                  tensor.getShape().size(), tensor.getStride().size(),
                  tensor.getValid().size(),
                  bits(static_cast<bool>(tensor.getMemref()))});
      })
      .Case([&](TileType tile) {
        std::optional<MemorySpace> space = tile.getSpace();
        setExact({space ? bits(*space) + 1 : 0, tile.getShape().size(),
                  bits(static_cast<bool>(tile.getView()))});
      })
      .Case([&](pld::ArrayType) { setExact({}); })
      .Case([&](FunctionType function) { setExact({function.getNumInputs()}); })
      .Case([&](mlir::TupleType) { setExact({}); })
      .Case<PtrType, MemRefValueType>([&](Type) {
        flags = HoldsStorage;
        setExact({});
      })
      .Case<CommCtxType, WindowBufferType>([&](Type) {
        flags = HoldsCommunication;
        setExact({});
      })
      .Case<PrefetchContextType, AsyncEventType, AsyncSessionType>([&](Type) {
        flags = HoldsPrefetch;
        setExact({});
      })
      .Case([&](UnknownType) {
        flags = HoldsUnknown;
        setExact({});
      })
      .Case([&](OpaqueType) { flags = HidesParts; })
      .Default([&](Type other) {
        if (other.hasTrait<TypeTrait::IsDynamicType>())
          flags = HidesParts;
      });
}

ElementTable::ElementTable() { elements.emplace_back(); }

ElementId ElementTable::get(OperationName name) {
  auto [it, isNew] =
      names.try_emplace(name.getAsOpaquePointer(), elements.size());
  if (isNew) {
    Element &element = elements.emplace_back();
    element.kind = Kind::Name;
    element.digest = digestText(name.getStringRef());
  }
  return it->second;
}

ElementId ElementTable::getProperties(Operation *op) {
  int size = op->getPropertiesStorageSize();
  if (size == 0)
    return 0;
  StringRef bytes(op->getPropertiesStorageUnsafe().as<const char *>(), size);
  const void *name = op->getName().getAsOpaquePointer();
  auto it = properties.find({name, bytes});
  if (it != properties.end())
    return it->second;
  ElementId id = get(op->getPropertiesAsAttribute());
  properties.try_emplace({name, bytes.copy(keys)}, id);
  return id;
}

ElementId ElementTable::addShape(TypeID classId,
                                 ArrayRef<uint64_t> description) {
  // Found by the class itself, so that nothing rests on a hash of its name; the
  // digest is of the description, which has that hash and no address.
  SmallVector<uint64_t, 16> key(description);
  key.push_back(reinterpret_cast<uintptr_t>(classId.getAsOpaquePointer()));
  StringRef bytes(reinterpret_cast<const char *>(key.data()),
                  key.size() * sizeof(uint64_t));
  if (auto it = shapes.find(bytes); it != shapes.end())
    return it->second;
  ElementId id = elements.size();
  Element &element = elements.emplace_back();
  element.kind = Kind::Shape;
  element.digest = digestWords(description);
  shapes.try_emplace(bytes.copy(keys), id);
  return id;
}

ElementId ElementTable::add(const void *pointer, bool isType) {
  if (!pointer)
    return 0;
  // The number is there before those of the parts, so that a type that holds
  // itself is noticed.
  ElementId id = elements.size();
  ids[pointer] = id;
  elements.emplace_back().pointer = pointer;

  Attribute attr;
  Type type;
  SmallVector<const void *, 8> pointers;
  SmallVector<bool, 8> areTypes;
  auto addAttrPart = [&](Attribute part) {
    pointers.push_back(part.getAsOpaquePointer());
    areTypes.push_back(false);
  };
  auto addTypePart = [&](Type part) {
    pointers.push_back(part.getAsOpaquePointer());
    areTypes.push_back(true);
  };
  if (isType) {
    type = Type::getFromOpaquePointer(pointer);
    type.walkImmediateSubElements(addAttrPart, addTypePart);
  } else {
    attr = Attribute::getFromOpaquePointer(pointer);
    attr.walkImmediateSubElements(addAttrPart, addTypePart);
  }
  // Some parts are not shown by that, and cannot be replaced either.
  size_t numShown = pointers.size();
  if (auto distinct = dyn_cast_or_null<DistinctAttr>(attr))
    addAttrPart(distinct.getReferencedAttr());
  else if (auto typed = dyn_cast_or_null<TypedAttr>(attr);
           typed && typed.getType() &&
           !llvm::is_contained(pointers, typed.getType().getAsOpaquePointer()))
    addTypePart(typed.getType());

  Description description = isType ? Description(type) : Description(attr);
  SmallVector<ElementId, 8> partIds;
  SmallVector<uint64_t, 16> digests;
  unsigned treeSize = 1;
  for (auto [part, partIsType] : llvm::zip_equal(pointers, areTypes)) {
    ElementId partId = lookup(part, partIsType);
    partIds.push_back(partId);
    const Element &element = elements[partId];
    digests.push_back(element.digest);
    description.flags |= element.flags;
    treeSize += element.treeSize;
    // A type that is still being looked at: its summary is not known yet.
    if (element.kind == Kind::None)
      description.flags |= HidesParts;
    // What cannot be renamed may as well be hidden.
    if (partIds.size() > numShown && (element.flags & HoldsReference))
      description.flags |= HidesParts;
  }

  StringRef className = isType ? type.getAbstractType().getName()
                               : attr.getAbstractAttribute().getName();
  // A type and an attribute may share a name.
  SmallVector<uint64_t, 16> key{digestText(className), isType ? 1u : 0u,
                                description.fields.size(), partIds.size()};
  key.append(description.fields);
  ElementId shape =
      description.exact
          ? addShape(isType ? type.getTypeID() : attr.getTypeID(), key)
          : 0;
  if (!description.summarized && treeSize <= kMaxPrintedTree) {
    std::string text;
    llvm::raw_string_ostream os(text);
    if (isType)
      type.print(os);
    else
      attr.print(os);
    key.push_back(digestText(text));
  }
  key.append(digests);

  Element &element = elements[id];
  element.digest = digestWords(key);
  element.payload = description.payload;
  element.flags = description.flags;
  element.kind = description.kind;
  element.shape = shape;
  element.treeSize = std::min(treeSize, kMaxTree);
  element.firstPart = parts.size();
  element.numParts = partIds.size();
  parts.insert(parts.end(), partIds.begin(), partIds.end());
  return id;
}

void ElementTable::collectLeaves(ElementId id, DenseSet<ElementId> &visited,
                                 SmallVectorImpl<ElementId> &leaves) {
  if (!(getFlags(id) & (HoldsSymbol | HoldsReference)) ||
      !visited.insert(id).second)
    return;
  if (getKind(id) == Kind::Symbol || getKind(id) == Kind::Reference)
    return leaves.push_back(id);
  for (ElementId part : getParts(id))
    collectLeaves(part, visited, leaves);
}

ArrayRef<SymbolRefAttr> ElementTable::getReferences(ElementId id) {
  if (!(getFlags(id) & HoldsReference))
    return {};
  auto [it, isNew] = references.try_emplace(id);
  if (isNew) {
    DenseSet<ElementId> visited;
    SmallVector<ElementId> leaves;
    collectLeaves(id, visited, leaves);
    for (ElementId leaf : leaves)
      if (getKind(leaf) == Kind::Reference)
        it->second.push_back(cast<SymbolRefAttr>(getAttribute(leaf)));
  }
  return it->second;
}

const ElementTable::Skeleton &ElementTable::getSkeleton(ElementId id) {
  auto it = skeletons.find(id);
  if (it != skeletons.end())
    return it->second;

  Skeleton skeleton;
  DenseSet<ElementId> visited;
  collectLeaves(id, visited, skeleton.leaves);
  DenseMap<Attribute, Attribute> placeholders;
  for (auto [index, leaf] : llvm::enumerate(skeleton.leaves)) {
    Attribute attr = getAttribute(leaf);
    auto name = StringAttr::get(attr.getContext(), "#" + Twine(index));
    if (auto sym = dyn_cast<SymAttr>(attr))
      placeholders[attr] = SymAttr::get(attr.getContext(), name, sym.getType());
    else
      placeholders[attr] = FlatSymbolRefAttr::get(name);
  }
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [&](Attribute attr) -> std::optional<std::pair<Attribute, WalkResult>> {
        if (Attribute placeholder = placeholders.lookup(attr))
          return std::make_pair(placeholder, WalkResult::skip());
        return std::nullopt;
      });
  if (getKind(id) == Kind::Type)
    skeleton.element = get(replacer.replace(getType(id)));
  else
    skeleton.element = get(replacer.replace(getAttribute(id)));
  return skeletons.try_emplace(id, std::move(skeleton)).first->second;
}

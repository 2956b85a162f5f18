//===- ElementTable.h - Numbers for types and attributes ------ -*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program has many operations, but few distinct types and attributes. Here
// each distinct one, and each of its parts, is looked at once: it gets a
// number, a digest that is the same in every run, and a summary of what it
// holds. The stages of the deduplication ask this table instead of walking
// types and attributes themselves, which keeps them linear in the number of
// operations.
//
// Numbers are given in the order of first sight, never in the order of
// addresses. Types and attributes are uniqued by MLIR, so that equal numbers
// mean bit for bit equality.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TRANSFORMS_DEDUP_ELEMENTTABLE_H
#define PLD_TRANSFORMS_DEDUP_ELEMENTTABLE_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Allocator.h"

#include <vector>

namespace pld::dedup {

/// The number of a type, an attribute, the name of an operation, or a shape
/// (see `ElementTable::getShape`). 0 stands for none.
using ElementId = uint32_t;

class ElementTable {
public:
  enum class Kind : uint8_t {
    None,
    Attribute,
    Type,
    Symbol,
    Reference,
    Name,
    Shape
  };

  /// What an element holds, itself or in any of its parts.
  enum Flag : uint8_t {
    /// A shape symbol.
    HoldsSymbol = 1 << 0,
    /// A reference to a symbol of a symbol table.
    HoldsReference = 1 << 1,
    /// Storage: a memory reference or an address.
    HoldsStorage = 1 << 2,
    /// A communication context or a window buffer.
    HoldsCommunication = 1 << 3,
    /// The undetermined type.
    HoldsUnknown = 1 << 4,
    /// A prefetch context, event or session.
    HoldsPrefetch = 1 << 5,
    /// Something that MLIR cannot look into, where references could hide.
    HidesParts = 1 << 6
  };

  ElementTable();

  ElementId get(mlir::Attribute attr) {
    return attr ? lookup(attr.getAsOpaquePointer(), /*isType=*/false) : 0;
  }
  ElementId get(mlir::Type type) {
    return lookup(type.getAsOpaquePointer(), /*isType=*/true);
  }
  ElementId get(mlir::OperationName name);

  /// The properties of `op` as an attribute, or 0 if it has none. MLIR would
  /// make a new dictionary for every operation; here properties of the same
  /// bytes are converted once. That is exact: as long as operations do not
  /// change, the same bytes are the same values, and different bytes of equal
  /// values give the same attribute.
  ElementId getProperties(mlir::Operation *op);
  /// The attributes of `op` that are not properties.
  ElementId getAttributes(mlir::Operation *op) {
    return get(op->getRawDictionaryAttrs());
  }
  /// Must be called when operations have changed.
  void forgetProperties() { properties.clear(); }

  Kind getKind(ElementId id) const { return elements[id].kind; }
  uint8_t getFlags(ElementId id) const { return elements[id].flags; }
  uint64_t getDigest(ElementId id) const { return elements[id].digest; }
  /// The bytes of strings and data in the element itself, without its parts.
  uint64_t getPayload(ElementId id) const { return elements[id].payload; }
  /// The number of nodes as a tree, where shared parts count once per path; up
  /// to a bound.
  unsigned getTreeSize(ElementId id) const { return elements[id].treeSize; }
  /// The immediate parts. The array is invalidated by any `get`.
  llvm::ArrayRef<ElementId> getParts(ElementId id) const {
    const Element &element = elements[id];
    return llvm::ArrayRef(parts).slice(element.firstPart, element.numParts);
  }
  /// What the element is apart from its parts, or 0 where only MLIR knows: an
  /// element with a shape is fully described by its shape and its parts.
  ElementId getShape(ElementId id) const { return elements[id].shape; }

  mlir::Attribute getAttribute(ElementId id) const {
    return mlir::Attribute::getFromOpaquePointer(elements[id].pointer);
  }
  mlir::Type getType(ElementId id) const {
    return mlir::Type::getFromOpaquePointer(elements[id].pointer);
  }

  /// The symbol references in an element, each distinct one once. The array is
  /// invalidated by any call.
  llvm::ArrayRef<mlir::SymbolRefAttr> getReferences(ElementId id);

  /// For an element that has no shape: the same element with its symbols and
  /// references replaced by placeholders, and which these were, in the order
  /// of the placeholders. Each is computed once.
  struct Skeleton {
    ElementId element;
    llvm::SmallVector<ElementId, 4> leaves;
  };
  const Skeleton &getSkeleton(ElementId id);

  size_t size() const { return elements.size(); }

private:
  struct Element {
    const void *pointer = nullptr;
    uint64_t digest = 0;
    uint64_t payload = 0;
    uint32_t firstPart = 0, numParts = 0;
    ElementId shape = 0;
    /// The number of nodes as a tree, up to a bound.
    uint16_t treeSize = 1;
    uint8_t flags = 0;
    Kind kind = Kind::None;
  };
  struct Description;

  ElementId lookup(const void *pointer, bool isType) {
    auto it = ids.find(pointer);
    return it != ids.end() ? it->second : add(pointer, isType);
  }
  ElementId add(const void *pointer, bool isType);
  ElementId addShape(mlir::TypeID classId,
                     llvm::ArrayRef<uint64_t> description);
  void collectLeaves(ElementId id, llvm::DenseSet<ElementId> &visited,
                     llvm::SmallVectorImpl<ElementId> &leaves);

  std::vector<Element> elements;
  std::vector<ElementId> parts;
  llvm::DenseMap<const void *, ElementId> ids;
  llvm::DenseMap<const void *, ElementId> names;
  llvm::DenseMap<llvm::StringRef, ElementId> shapes;
  llvm::DenseMap<std::pair<const void *, llvm::StringRef>, ElementId>
      properties;
  llvm::DenseMap<ElementId, llvm::SmallVector<mlir::SymbolRefAttr, 1>>
      references;
  llvm::DenseMap<ElementId, Skeleton> skeletons;
  llvm::BumpPtrAllocator keys;
};

/// A map from elements to numbers that is emptied in constant time.
class ElementMap {
public:
  void clear() { ++epoch; }
  /// True if `id` was not there; then it is mapped to `value`.
  bool insert(ElementId id, uint32_t value = 0) {
    if (id >= entries.size())
      entries.resize(std::max<size_t>(id + 1, entries.size() * 2));
    Entry &entry = entries[id];
    if (entry.epoch == epoch)
      return false;
    entry = {epoch, value};
    return true;
  }
  const uint32_t *find(ElementId id) const {
    return id < entries.size() && entries[id].epoch == epoch
               ? &entries[id].value
               : nullptr;
  }

private:
  struct Entry {
    uint32_t epoch = 0;
    uint32_t value = 0;
  };
  std::vector<Entry> entries;
  uint32_t epoch = 1;
};

} // namespace pld::dedup

#endif // PLD_TRANSFORMS_DEDUP_ELEMENTTABLE_H

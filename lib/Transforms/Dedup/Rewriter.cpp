//===- Rewriter.cpp - Carries out a merge plan ----------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Transforms/Dedup/Rewriter.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace pld;
using namespace pld::dedup;

namespace {

/// The new parts of an operation; those that are null stay.
struct Change {
  Operation *op;
  Attribute properties;
  DictionaryAttr attrs;
  SmallVector<std::pair<Value, Type>, 0> types;
};

/// Finds all that changes before anything does.
class ChangeCollector {
public:
  ChangeCollector(MLIRContext *context, const MergePlan &plan,
                  ElementTable &table)
      : table(table) {
    for (const auto &[from, to] : plan.renames)
      survivors.try_emplace(StringAttr::get(context, from),
                            StringAttr::get(context, to));
    replacer.addReplacement(
        [&](SymbolRefAttr ref)
            -> std::optional<std::pair<Attribute, WalkResult>> {
          // A nested reference begins with a symbol table, which a function
          // is not.
          if (!ref.getNestedReferences().empty())
            return std::make_pair(ref, WalkResult::skip());
          StringAttr survivor = survivors.lookup(ref.getRootReference());
          Attribute renamed = survivor ? FlatSymbolRefAttr::get(survivor) : ref;
          return std::make_pair(renamed, WalkResult::skip());
        });
  }

  bool isDeleted(FuncOp func) const {
    return survivors.contains(func.getSymNameAttr());
  }

  /// Collects what changes in the program. In a nested symbol table the names
  /// are others; its own attributes are looked up around it.
  LogicalResult collect(ModuleOp module) {
    return failure(
        module
            ->walk<WalkOrder::PreOrder>([&](Operation *op) {
              auto func = dyn_cast<FuncOp>(op);
              if (func && func->getParentOp() == module && isDeleted(func))
                return WalkResult::skip();
              bool isNested =
                  op != module && op->hasTrait<OpTrait::SymbolTable>();
              if (failed(collect(op, isNested)))
                return WalkResult::interrupt();
              return isNested ? WalkResult::skip() : WalkResult::advance();
            })
            .wasInterrupted());
  }

  ArrayRef<Change> getChanges() const { return changes; }

private:
  LogicalResult collect(Operation *op, bool isNested) {
    Change change{op, {}, {}, {}};
    if (ElementId properties = table.getProperties(op)) {
      if (failed(
              rename(op, table.getAttribute(properties), change.properties)) ||
          (change.properties &&
           failed(trySetProperties(op, change.properties))))
        return failure();
    }
    Attribute attrs;
    if (failed(rename(op, Attribute(op->getRawDictionaryAttrs()), attrs)))
      return failure();
    change.attrs = cast_or_null<DictionaryAttr>(attrs);

    auto renameType = [&](Value value) {
      Type type;
      if (failed(rename(op, value.getType(), type)))
        return failure();
      if (type)
        change.types.emplace_back(value, type);
      return success();
    };
    for (Value result : op->getResults())
      if (failed(renameType(result)))
        return failure();
    if (!isNested)
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (Value argument : block.getArguments())
            if (failed(renameType(argument)))
              return failure();
    if (change.properties || change.attrs || !change.types.empty())
      changes.push_back(std::move(change));
    return success();
  }

  /// Sets `renamed` if `element` becomes another one.
  template <typename T>
  LogicalResult rename(Operation *op, T element, T &renamed) {
    if (!(table.getFlags(table.get(element)) & ElementTable::HoldsReference))
      return success();
    T replaced = replacer.replace(element);
    if (!replaced)
      return op->emitError(
          "has an attribute or type in which names cannot be replaced");
    if (replaced != element)
      renamed = replaced;
    return success();
  }

  /// Whether `op` can have `properties`, tried on a copy of its own.
  static LogicalResult trySetProperties(Operation *op, Attribute properties) {
    OperationName name = op->getName();
    auto memory = std::make_unique<std::byte[]>(name.getOpPropertyByteSize());
    OpaqueProperties copy(memory.get());
    name.initOpProperties(copy, op->getPropertiesStorage());
    llvm::scope_exit destroy([&] { name.destroyOpProperties(copy); });
    return name.setOpPropertiesFromAttribute(name, copy, properties, [&] {
      return op->emitError(
          "has properties in which names cannot be replaced: ");
    });
  }

  ElementTable &table;
  llvm::DenseMap<StringAttr, StringAttr> survivors;
  AttrTypeReplacer replacer;
  std::vector<Change> changes;
};

} // namespace

static void apply(const Change &change) {
  Operation *op = change.op;
  if (change.properties) {
    LogicalResult isSet = op->setPropertiesFromAttribute(
        change.properties, [&] { return op->emitError(); });
    assert(succeeded(isSet) && "it was tried");
    (void)isSet;
  }
  // Without properties, all attributes are in the dictionary.
  if (change.attrs && op->getPropertiesStorageSize())
    op->setDiscardableAttrs(change.attrs);
  else if (change.attrs)
    op->setAttrs(change.attrs);
  for (auto [value, type] : change.types)
    value.setType(type);
}

LogicalResult pld::dedup::applyMergePlan(ModuleOp module, const MergePlan &plan,
                                         const ReferenceIndex &index,
                                         ElementTable &table) {
  if (plan.renames.empty())
    return success();
  ChangeCollector collector(module.getContext(), plan, table);
  if (failed(collector.collect(module)))
    return failure();

  llvm::for_each(collector.getChanges(), apply);
  for (FuncOp func : index.getFunctions())
    if (collector.isDeleted(func))
      func->erase();

  // Renaming makes no reference more, so that no limit can be hit.
  table.forgetProperties();
  ReferenceIndex after(module, table, index.getReferences().size());
  if (after.getGap())
    return module.emitError()
           << "internal error: after kernels were merged, " << *after.getGap();
  return success();
}

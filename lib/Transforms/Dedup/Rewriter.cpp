//===- Rewriter.cpp - Carries out a merge plan ----------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Transforms/Dedup/Rewriter.h"

#include "mlir/IR/AttrTypeSubElements.h"

using namespace mlir;
using namespace pld;
using namespace pld::dedup;

namespace {

/// Renames references in operations.
class Renamer {
public:
  Renamer(MLIRContext *context, const MergePlan &plan) {
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

  /// Renames the references that `op` has itself, not those inside of it.
  LogicalResult rename(Operation *op) {
    // Without properties, all attributes are in the dictionary.
    bool hasProperties = op->getPropertiesStorageSize();
    if (Attribute properties =
            hasProperties ? op->getPropertiesAsAttribute() : nullptr) {
      Attribute renamed = replacer.replace(properties);
      if (renamed != properties &&
          failed(op->setPropertiesFromAttribute(
              renamed, [&] { return op->emitError(); })))
        return failure();
    }
    DictionaryAttr attrs = op->getRawDictionaryAttrs();
    auto renamed = cast<DictionaryAttr>(replacer.replace(attrs));
    if (renamed != attrs) {
      if (hasProperties)
        op->setDiscardableAttrs(renamed);
      else
        op->setAttrs(renamed);
    }
    for (OpResult result : op->getResults())
      result.setType(replacer.replace(result.getType()));
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          argument.setType(replacer.replace(argument.getType()));
    return success();
  }

private:
  DenseMap<StringAttr, StringAttr> survivors;
  AttrTypeReplacer replacer;
};

} // namespace

LogicalResult pld::dedup::applyMergePlan(ModuleOp module, const MergePlan &plan,
                                         const ReferenceIndex &index,
                                         ElementTable &table) {
  if (plan.renames.empty())
    return success();
  Renamer renamer(module.getContext(), plan);
  llvm::BitVector deleted(index.getFunctions().size());
  for (auto [id, func] : llvm::enumerate(index.getFunctions()))
    if (renamer.isDeleted(func))
      deleted.set(id);

  Operation *last = nullptr;
  for (const Reference &reference : index.getReferences()) {
    if (!deleted.test(reference.to) || reference.user == last ||
        (reference.from != kNoFunction && deleted.test(reference.from)))
      continue;
    last = reference.user;
    if (failed(renamer.rename(reference.user)))
      return failure();
  }
  for (unsigned id : deleted.set_bits())
    index.getFunction(id)->erase();

  table.forgetProperties();
  ReferenceIndex after(module, table);
  if (after.getGap())
    return module.emitError()
           << "internal error: after kernels were merged, " << *after.getGap();
  return success();
}

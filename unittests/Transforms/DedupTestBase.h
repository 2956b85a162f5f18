//===- DedupTestBase.h - Shared by deduplication tests -------- -*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_UNITTESTS_TRANSFORMS_DEDUPTESTBASE_H
#define PLD_UNITTESTS_TRANSFORMS_DEDUPTESTBASE_H

#include "pld/Transforms/Dedup/FirstDifference.h"
#include "pld/Transforms/Dedup/MergePlanner.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

namespace pld::dedup {

/// A program with an index, and whatever stage a test needs after that.
class Program {
public:
  explicit Program(llvm::StringRef text)
      : context(mlir::MLIRContext::Threading::DISABLED) {
    context.loadDialect<PLDDialect>();
    context.allowUnregisteredDialects();
    context.loadAllAvailableDialects();
    module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    EXPECT_TRUE(module) << text.str();
    index.emplace(*module, table);
    units.emplace(*index);
  }

  const Unit &getUnit(llvm::StringRef name) {
    for (const Unit &unit : units->getUnits())
      if (unit.name == name)
        return unit;
    ADD_FAILURE() << "no unit " << name.str();
    return units->getUnits().front();
  }

  StructuralForm getForm(llvm::StringRef name) {
    return StructuralEncoder(table, *index)
        .encode(getUnit(name),
                [](FunctionId) { return llvm::ArrayRef<mlir::StringAttr>(); });
  }

  Digest getDigest(llvm::StringRef name) {
    return Digester(table)(getForm(name).words);
  }

  /// The first difference of two units, if nothing is merged.
  std::optional<Difference> getDifference(llvm::StringRef name,
                                          llvm::StringRef other) {
    return findFirstDifference(
        getUnit(name), getUnit(other),
        {table, *index,
         [](FunctionId) { return llvm::ArrayRef<mlir::StringAttr>(); },
         [](FunctionId function) { return function; }});
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  ElementTable table;
  std::optional<ReferenceIndex> index;
  std::optional<UnitTable> units;
};

} // namespace pld::dedup

#endif // PLD_UNITTESTS_TRANSFORMS_DEDUPTESTBASE_H

//===- ProgramImporter.h - A program and its functions --------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TARGET_PYPTO_PROGRAMIMPORTER_H
#define PLD_TARGET_PYPTO_PROGRAMIMPORTER_H

#include "TypeImporter.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "pld/Dialect/PLD/PLDOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"

namespace pld::pypto {

/// What is known of a function before its body is read: enough to call it.
struct FunctionInfo {
  NodeId node = 0;
  FunctionKind kind = FunctionKind::Opaque;
  llvm::SmallVector<mlir::Type> results;
  /// The results are those of the `return`: the function declares none.
  bool implicitResults = false;
  /// Something other than the function itself refers to it.
  bool referenced = false;
};

/// Builds the module of a program.
class ProgramImporter {
public:
  ProgramImporter(const NodeTable &table, mlir::MLIRContext *context)
      : table(table), tape(table.getTape()), context(context), types(table, context) {}

  /// The module, or null after an error.
  mlir::OwningOpRef<mlir::ModuleOp> run();

  const NodeTable &getTable() const { return table; }
  TypeImporter &getTypes() { return types; }
  mlir::MLIRContext *getContext() const { return context; }

  /// The function of a name, or null.
  FunctionInfo *lookup(llvm::StringRef name) {
    auto it = functions.find(name);
    return it == functions.end() ? nullptr : &it->second;
  }
  /// Counts an operation that is about to be made. A hostile file can share a
  /// node so often that a small one would become a huge program; a real one
  /// has many more objects than operations.
  mlir::LogicalResult countOperation(NodeId node);

private:
  mlir::LogicalResult declareFunctions(Tape::Index list);
  /// The results of a function, from its declaration or its last statement.
  mlir::LogicalResult findResults(FunctionInfo &info);

  const NodeTable &table;
  const Tape &tape;
  mlir::MLIRContext *context;
  TypeImporter types;
  llvm::MapVector<llvm::StringRef, FunctionInfo> functions;
  uint64_t numOperations = 0;
};

} // namespace pld::pypto

#endif // PLD_TARGET_PYPTO_PROGRAMIMPORTER_H

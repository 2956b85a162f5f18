//===- ProgramImporter.h - A program and its functions --------------*- C++
//-*-===//
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
      : table(table), tape(table.getTape()), context(context),
        types(table, context) {}

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
  /// Accounts for reading `node` where it is used. A hostile file can share
  /// nodes so often that a small one would become a huge program, or a huge
  /// text. So what is read is measured as if nothing were shared, which must
  /// stay within a multiple of the file.
  mlir::LogicalResult charge(NodeId node) {
    return chargeBytes(node, table.ownBytes(node));
  }
  /// The same for values of some types, made or used by `node`.
  mlir::LogicalResult chargeTypes(NodeId node, mlir::TypeRange values);

private:
  mlir::LogicalResult chargeBytes(NodeId node, uint64_t bytes);
  mlir::LogicalResult declareFunctions(Tape::Index list);
  /// The `return` that a body ends with, looking into scopes; none if it ends
  /// in another way.
  mlir::LogicalResult findLastReturn(NodeId node, std::optional<NodeId> &last);
  /// The results of a function, from its declaration or its last statement.
  mlir::LogicalResult findResults(FunctionInfo &info);

  const NodeTable &table;
  const Tape &tape;
  mlir::MLIRContext *context;
  TypeImporter types;
  llvm::MapVector<llvm::StringRef, FunctionInfo> functions;
  uint64_t charged = 0;
};

} // namespace pld::pypto

#endif // PLD_TARGET_PYPTO_PROGRAMIMPORTER_H

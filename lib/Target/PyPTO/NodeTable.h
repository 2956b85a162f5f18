//===- NodeTable.h - The nodes of a serialised program --------------*- C++
//-*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TARGET_PYPTO_NODETABLE_H
#define PLD_TARGET_PYPTO_NODETABLE_H

#include "Tape.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/ArrayRef.h"

namespace pld::pypto {

enum class NodeKind : uint8_t {
  Invalid,
  // Expressions. From Add to Cast in the order of pld::ScalarKind.
  Var,
  IterArg,
  MemRef,
  WindowBuffer,
  ConstInt,
  ConstFloat,
  ConstBool,
  Add,
  Sub,
  Mul,
  FloorDiv,
  FloorMod,
  FloatDiv,
  Min,
  Max,
  Pow,
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge,
  And,
  Or,
  Xor,
  BitAnd,
  BitOr,
  BitXor,
  BitShiftLeft,
  BitShiftRight,
  Abs,
  Neg,
  Not,
  BitNot,
  Cast,
  Call,
  Submit,
  MakeTuple,
  TupleGetItemExpr,
  // Statements.
  AssignStmt,
  EvalStmt,
  YieldStmt,
  ReturnStmt,
  BreakStmt,
  ContinueStmt,
  IfStmt,
  ForStmt,
  WhileStmt,
  SeqStmts,
  InlineStmt,
  InCoreScopeStmt,
  ClusterScopeStmt,
  HierarchyScopeStmt,
  SpmdScopeStmt,
  SplitAivScopeStmt,
  RuntimeScopeStmt,
  CommDomainScopeStmt,
  // Roots.
  Function,
  Program
};

/// A node by its id, which is dense from 0.
using NodeId = uint32_t;

class NodeTable;

/// The fields of a node, or the entries of another map whose keys are known.
/// Each is asked for at most once; `finish` reports what nobody asked for, so
/// that nothing in a file is dropped in silence. Every accessor reports a
/// missing field or one of another type, and leaves the reader failed.
class Fields {
public:
  Fields(const NodeTable &table, Tape::Index map, llvm::StringRef what);

  /// The object of a field; a null index (0) when it is missing.
  Tape::Index get(llvm::StringRef key);
  /// The same, where nil counts as missing and missing is not an error.
  Tape::Index getOptional(llvm::StringRef key);
  llvm::StringRef getString(llvm::StringRef key);
  int64_t getInt(llvm::StringRef key);
  uint64_t getUInt(llvm::StringRef key);
  /// An integer in [0, limit).
  unsigned getEnum(llvm::StringRef key, unsigned limit);
  bool getBool(llvm::StringRef key);
  Tape::Index getArray(llvm::StringRef key);
  NodeId getNode(llvm::StringRef key);
  /// Marks a field that says nothing as read.
  void ignore(llvm::StringRef key) { getOptional(key); }

  bool hasFailed() const { return failed; }
  /// Fails when an accessor has failed, or when a field was not asked for.
  mlir::LogicalResult finish();

private:
  struct Entry {
    llvm::StringRef key;
    Tape::Index value;
    bool used;
  };
  mlir::InFlightDiagnostic fail();

  const NodeTable &table;
  Tape::Index map;
  llvm::StringRef what;
  llvm::SmallVector<Entry, 14> entries;
  bool failed = false;
};

/// All nodes of a file by id. Definitions may come after references, so this
/// is built before anything is read.
class NodeTable {
public:
  NodeTable(mlir::MLIRContext *context, llvm::StringRef fileName)
      : context(context), fileName(fileName) {}

  /// Indexes the nodes of `tape`, which must outlive the table. Errors: an id
  /// that is used twice or not dense, a kind that does not exist.
  mlir::LogicalResult build(const Tape &tape);

  const Tape &getTape() const { return *tape; }
  NodeId size() const { return nodes.size(); }
  NodeKind kind(NodeId id) const { return nodes[id].kind; }
  /// The kind as it is written in the file.
  llvm::StringRef kindName(NodeId id) const;
  /// The map of the fields of a node.
  Tape::Index fields(NodeId id) const { return nodes[id].fields; }
  /// The bytes of the file that describe a node, without nodes inside of it.
  uint32_t ownBytes(NodeId id) const { return nodes[id].ownBytes; }
  Fields read(NodeId id) const {
    return Fields(*this, fields(id), kindName(id));
  }

  /// The node that an object defines or refers to.
  mlir::FailureOr<NodeId> resolve(Tape::Index object) const;

  /// An error at an object; the location is the file and the byte. Only the
  /// first one of a table is shown: what follows from it would only confuse.
  mlir::InFlightDiagnostic error(Tape::Index at) const;
  /// An error at a node, which it names.
  mlir::InFlightDiagnostic errorAt(NodeId id) const;
  /// A warning at an object.
  mlir::InFlightDiagnostic warn(Tape::Index at) const;
  /// A warning at a node, which it names.
  mlir::InFlightDiagnostic warnAt(NodeId id) const;
  /// Whether there was an error.
  bool hasFailed() const { return hasReported; }

private:
  mlir::LogicalResult reportFault() const;

  struct Node {
    Tape::Index fields = 0;
    uint32_t ownBytes = 0;
    NodeKind kind = NodeKind::Invalid;
  };
  mlir::MLIRContext *context;
  llvm::StringRef fileName;
  const Tape *tape = nullptr;
  std::vector<Node> nodes;
  mutable bool hasReported = false;
};

} // namespace pld::pypto

#endif // PLD_TARGET_PYPTO_NODETABLE_H

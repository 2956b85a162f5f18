//===- FunctionImporter.h - One function ----------------------------*- C++
//-*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TARGET_PYPTO_FUNCTIONIMPORTER_H
#define PLD_TARGET_PYPTO_FUNCTIONIMPORTER_H

#include "ProgramImporter.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/ScopedHashTable.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/Allocator.h"

namespace pld::pypto {

/// What a pure expression computes: equal keys, equal values.
struct ExprKey {
  unsigned operation = 0; // a ScalarKind, or one of the codes below it
  mlir::Type type;
  llvm::ArrayRef<mlir::Value> operands;
};

/// Builds one `pld.func`.
///
/// Expressions are trees in PyPTO, and which nodes are shared depends on how
/// the program was made. So that equal kernels become equal operations, sharing
/// is decided anew: constants stand once at the start of the function, any
/// other pure sub-expression once in the innermost block that it is used in.
/// What a statement assigns is always an operation of its own.
class FunctionImporter {
public:
  FunctionImporter(ProgramImporter &program, llvm::StringRef name,
                   FunctionInfo &info)
      : program(program), table(program.getTable()), tape(table.getTape()),
        types(program.getTypes()), context(program.getContext()), name(name),
        info(info), builder(context) {}

  /// Appends the function to `module`.
  mlir::LogicalResult run(mlir::ModuleOp module);

private:
  /// What a variable stands for: a value, or the elements of a tuple.
  struct Binding {
    llvm::SmallVector<mlir::Value, 1> values;
    bool isTuple = false;
  };
  /// How a block ends. A `return` or `yield` inside of a scope ends the block
  /// around the scope.
  struct Ending {
    NodeKind kind = NodeKind::Invalid;
    NodeId node = 0;
    llvm::SmallVector<mlir::Value, 4> values;
    mlir::Location loc;
    /// The end is never reached: a `break` or `continue` stands before it.
    bool isUnreachable = false;
    explicit Ending(mlir::Location loc) : loc(loc) {}
    explicit operator bool() const { return kind != NodeKind::Invalid; }
  };

  /// A loop that is being read.
  struct Loop {
    /// The values that the loop carries, as they are at the start of an
    /// iteration.
    llvm::SmallVector<mlir::Value> arguments;
    bool hasBreak = false, hasContinue = false;
  };

  // Function (FunctionImporter.cpp).
  mlir::LogicalResult importAttributes(FuncOp func, Tape::Index attrs);
  mlir::LogicalResult importBody(FuncOp func, NodeId body);
  mlir::LogicalResult endFunction(FuncOp func, const Ending &ending);
  /// The results of the function, from what a `return` gives.
  mlir::FailureOr<llvm::SmallVector<mlir::Value>>
  importReturned(const Ending &ending);
  /// Results for what is used after a scope: nothing leaves a region otherwise.
  mlir::LogicalResult liftScopeResults();
  /// Binds the symbols that the function's types use, and lists the free ones.
  mlir::LogicalResult bindSymbols(FuncOp func);

  // Statements (StatementImporter.cpp).
  mlir::LogicalResult importStatement(NodeId node, Ending &ending);
  mlir::LogicalResult importStatements(Tape::Index list, Ending &ending);
  mlir::LogicalResult importAssign(Fields &fields, mlir::Location loc);
  mlir::LogicalResult importEval(Fields &fields, mlir::Location loc);
  mlir::LogicalResult importEnding(NodeKind kind, Fields &fields, NodeId node,
                                   Ending &ending);
  mlir::LogicalResult importScope(NodeKind kind, Fields &fields, NodeId node,
                                  mlir::Location loc, Ending &ending);
  mlir::LogicalResult importInline(Fields &fields, mlir::Location loc);
  /// Reads a body into the builder's block and ends it with a yield of
  /// `resultTypes`.
  mlir::LogicalResult importBlock(NodeId body, NodeId owner,
                                  mlir::TypeRange resultTypes,
                                  mlir::Location loc);
  mlir::LogicalResult bindResults(Tape::Index vars, mlir::Operation *op,
                                  mlir::TypeRange types);

  // Branches and loops (ControlFlowImporter.cpp).
  mlir::LogicalResult importExit(NodeKind kind, Fields &fields, NodeId node,
                                 mlir::Location loc, Ending &ending);
  mlir::LogicalResult importIf(Fields &fields, NodeId node, mlir::Location loc);
  mlir::LogicalResult importFor(Fields &fields, NodeId node,
                                mlir::Location loc);
  /// The initial values of iteration arguments, and the arguments' places.
  mlir::LogicalResult importInits(llvm::ArrayRef<NodeId> iters,
                                  mlir::TypeRange iterTypes,
                                  llvm::SmallVectorImpl<mlir::Value> &inits,
                                  llvm::SmallVectorImpl<mlir::Location> &locs);
  mlir::LogicalResult importWhile(Fields &fields, NodeId node,
                                  mlir::Location loc);
  /// Reads the body of a loop into `block`, whose arguments are `arguments`.
  /// A `continue` or `break` in it leaves a scope that is made for it. Gives
  /// the outermost operation, whose results are those of the loop.
  mlir::FailureOr<mlir::Operation *> importLoopBody(mlir::Operation *loop,
                                                    mlir::Block *block,
                                                    mlir::ValueRange arguments,
                                                    NodeId body, NodeId node);

  // Expressions (ExpressionImporter.cpp).
  mlir::FailureOr<mlir::Value> importExpr(NodeId node);
  mlir::FailureOr<mlir::Value> importUncharged(NodeId node);
  mlir::FailureOr<mlir::Value> importUncached(NodeId node);
  mlir::FailureOr<mlir::Value> importVariable(NodeId node);
  /// The node that an iteration argument begins with; for a variable that is a
  /// copy, what it copies.
  mlir::FailureOr<NodeId> findInit(NodeId iter);
  /// The argument of a loop around that `stray`, which is not one, stands for.
  mlir::FailureOr<NodeId> findIterArg(NodeId stray);
  mlir::FailureOr<mlir::Value>
  importConstant(NodeId node, std::optional<mlir::Location> assigned);
  /// A value for an expression that a statement assigns: an own operation.
  mlir::FailureOr<mlir::Value> importAssigned(NodeId node, mlir::Location loc);
  mlir::FailureOr<mlir::Value> importScalar(NodeId node, bool assigned,
                                            mlir::Location loc);
  mlir::FailureOr<mlir::Value> importMakeTuple(NodeId node, bool assigned,
                                               mlir::Location loc);
  mlir::FailureOr<mlir::Value> importTupleGet(NodeId node, mlir::Location loc);
  /// The tuple and the index of a `TupleGetItemExpr`.
  mlir::FailureOr<std::pair<NodeId, int64_t>> readTupleGet(NodeId node);
  mlir::LogicalResult importList(Tape::Index list,
                                 llvm::SmallVectorImpl<mlir::Value> &values);
  mlir::Value buildScalar(ScalarKind kind, mlir::ValueRange operands,
                          mlir::Type type, mlir::Location loc);
  /// `make()`, or the value of an equal expression in scope.
  mlir::Value unique(unsigned operation, mlir::Type type,
                     llvm::ArrayRef<mlir::Value> operands, bool assigned,
                     llvm::function_ref<mlir::Value()> make);
  /// `value` as `type`, with a `pld.retype` between where they differ.
  mlir::FailureOr<mlir::Value> retype(mlir::Value value, mlir::Type type,
                                      mlir::Location loc, NodeId node);
  mlir::FailureOr<mlir::Value>
  toSingleValue(const Binding &binding, mlir::Type type, mlir::Location loc);

  /// Writes down an attribute that holds values, before what `of` says.
  mlir::LogicalResult annotate(llvm::StringRef of, const KeyValue &entry,
                               mlir::Location loc);

  // Calls (CallImporter.cpp).
  /// `assignedType` is the type of the variable that the result is assigned to,
  /// `stmtLoc` the place of the statement that the call is, with the name of
  /// the variable.
  mlir::FailureOr<Binding> importCall(NodeId node, mlir::Type assignedType,
                                      std::optional<mlir::Location> stmtLoc);
  mlir::FailureOr<Binding> importDispatch(NodeId node, llvm::StringRef callee,
                                          Fields &fields, mlir::Type type,
                                          bool isAssigned, mlir::Location loc);
  mlir::FailureOr<Binding> importOperator(NodeId node, llvm::StringRef op,
                                          Fields &fields, mlir::Type type,
                                          bool isAssigned, mlir::Location loc);

  // Names and bookkeeping.
  /// The location of an operation whose results have names of their own.
  mlir::Location nameResults(mlir::Operation *op,
                             llvm::ArrayRef<mlir::Location> names);
  /// Binds a variable that is defined here, under its name.
  mlir::LogicalResult define(NodeId var, Binding binding);
  /// Gives a variable a value, for the rest of the block.
  void bind(NodeId var, Binding binding);
  /// Undoes what definitions changed since there were `size` overridden ones.
  void restoreBindings(size_t size);
  /// The place of a variable's definition, with its name; checks the variable.
  mlir::FailureOr<mlir::Location> getNameLoc(NodeId var, mlir::Location loc);
  mlir::FailureOr<mlir::Location> getLoc(Fields &fields);
  llvm::StringRef getName(NodeId var);
  void noteReference(llvm::StringRef callee);

  ProgramImporter &program;
  const NodeTable &table;
  const Tape &tape;
  TypeImporter &types;
  mlir::MLIRContext *context;
  llvm::StringRef name;
  FunctionInfo &info;
  mlir::OpBuilder builder;
  unsigned depth = 0;

  mlir::Block *entry = nullptr;
  mlir::Operation *lastConstant = nullptr;
  llvm::DenseMap<std::pair<mlir::Attribute, mlir::Type>, mlir::Value> constants;
  llvm::SmallVector<SymbolValueOp> symbolValues;
  llvm::SmallVector<NodeId> symbolValueNodes;

  llvm::DenseMap<NodeId, Binding> bindings;
  /// Variables and the values that they were defined as, in that order. A
  /// statement that stands in several places defines its variables in each.
  llvm::SetVector<std::pair<NodeId, mlir::Value>> definitions;
  /// The statement that defines a variable.
  llvm::DenseMap<NodeId, NodeId> definers;
  /// Bindings that others of the block have taken the place of.
  llvm::SmallVector<std::pair<NodeId, Binding>, 0> overridden;
  /// Arguments of the loops around, by name; the innermost of a name is last.
  llvm::StringMap<llvm::SmallVector<NodeId, 1>> iterArgs;
  /// Variables that are copies of another one or of a constant.
  llvm::DenseMap<NodeId, NodeId> copies;
  llvm::SmallVector<Loop> loops;        // around what is being read
  llvm::SmallVector<NodeId> statements; // that are being read
  llvm::DenseSet<NodeId> active;        // statements and expressions of these

  llvm::BumpPtrAllocator keyAllocator;
  /// By the number of variables that were defined again before, since the value
  /// of a node is another one then.
  llvm::ScopedHashTable<std::pair<uint64_t, NodeId>, mlir::Value> nodeValues;
  uint64_t numRedefined = 0;
  llvm::ScopedHashTable<ExprKey, mlir::Value> exprValues;
  /// Values of expressions live as long as the block that they are in.
  struct BlockScope {
    explicit BlockScope(FunctionImporter &importer)
        : nodes(importer.nodeValues), exprs(importer.exprValues) {}
    llvm::ScopedHashTableScope<std::pair<uint64_t, NodeId>, mlir::Value> nodes;
    llvm::ScopedHashTableScope<ExprKey, mlir::Value> exprs;
  };

  /// Scopes, each after those inside of it.
  llvm::SmallVector<mlir::Operation *> scopes;
  /// Names of the results of operations with several.
  llvm::MapVector<mlir::Operation *, llvm::SmallVector<mlir::Location>>
      resultNames;
};

} // namespace pld::pypto

namespace llvm {
template <> struct DenseMapInfo<pld::pypto::ExprKey> {
  using Key = pld::pypto::ExprKey;
  static Key getEmptyKey() { return {~0u, {}, {}}; }
  static Key getTombstoneKey() { return {~0u - 1, {}, {}}; }
  static unsigned getHashValue(const Key &key) {
    return hash_combine(
        key.operation, key.type,
        hash_combine_range(key.operands.begin(), key.operands.end()));
  }
  static bool isEqual(const Key &a, const Key &b) {
    return a.operation == b.operation && a.type == b.type &&
           a.operands == b.operands;
  }
};
} // namespace llvm

#endif // PLD_TARGET_PYPTO_FUNCTIONIMPORTER_H

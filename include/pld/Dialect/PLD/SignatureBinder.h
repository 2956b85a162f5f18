//===- SignatureBinder.h - Match a dispatch with a signature ----*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides whether one substitution of a function's shape symbols gives the
// types of a dispatch, and finds it. See docs/exactness.md.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_DIALECT_PLD_SIGNATUREBINDER_H
#define PLD_DIALECT_PLD_SIGNATUREBINDER_H

#include "pld/Dialect/PLD/PLDOps.h"
#include "pld/Dialect/PLD/ScalarExprs.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

#include <cstdint>
#include <optional>
#include <string>

namespace pld {

/// Why a signature cannot be bound.
enum class BindFailure : uint8_t {
  /// It can, so far.
  None,
  /// Two parts that are not symbols are not the same.
  Differs,
  /// A symbol is met again, and has to be another expression than before.
  SymbolRebound,
  /// A symbol is met again with another type of its own.
  SymbolTypeDiffers,
  /// A result needs a symbol that no supplied argument binds.
  SymbolUnbound,
  /// A symbol is the value of a scalar argument that is no expression.
  SymbolUnknown,
  /// The step budget is gone.
  BudgetExhausted
};

/// A part of a type that is compared on its own.
enum class TypePart : uint8_t {
  /// The type as a whole, where it is of another class or has no parts.
  Whole,
  /// The value of a scalar argument, not its type.
  ScalarValue,
  Rank,
  ElementType,
  Dimension,
  Layout,
  Stride,
  ValidShape,
  Padding,
  MemorySpace,
  TileView,
  StartOffset,
  Storage,
  StorageOffset,
  StorageSlot,
  Window,
  WindowSize,
  Extent,
  TupleSize
};

/// Where and why a signature and a dispatch part. Holds uniqued types and
/// attributes only, so it stays valid as long as the context.
struct BindMismatch {
  BindFailure failure = BindFailure::None;

  /// The place: argument or result, and its number. An argument's number is
  /// that of its parameter.
  bool isResult = false;
  unsigned index = 0;
  /// The elements of tuples on the way to the part, outermost first.
  llvm::SmallVector<unsigned, 0> elements;

  /// The two types: of the parameter or result of the signature, and of the
  /// dispatch. Null where the place is a scalar's value.
  mlir::Type pattern, given;

  /// The part in which they differ, with the number of the entry in it. Lists
  /// of different lengths have no entry.
  TypePart part = TypePart::Whole;
  std::optional<unsigned> entry;
  /// The parts: expressions, or else the types of which it is a part.
  mlir::Attribute patternExpr, givenExpr;
  mlir::Type patternType, givenType;
  /// The sub-expressions at which the two expressions part.
  mlir::Attribute patternSub, givenSub;

  /// The symbol that is to blame, what it was bound to before (null if that is
  /// no expression), and the argument that did it.
  SymAttr symbol;
  mlir::Attribute bound;
  unsigned boundBy = 0;

  /// Matching steps that were made.
  uint64_t steps = 0;

  /// One line, without a full stop: "argument #1: dimension #0 is 256 here, but
  /// N * 128 in '@step'", where `owner` is the name of the signature's
  /// function. Deep expressions are cut short.
  std::string describe(llvm::StringRef owner) const;
};

/// The types of one dispatch, as the binder needs them.
struct DispatchTypes {
  /// The number of the parameter that each argument is for: a submit may leave
  /// out outputs.
  llvm::SmallVector<unsigned> parameters;
  llvm::SmallVector<mlir::Type> arguments;
  /// The expression that each argument is, for parameters that carry a symbol.
  /// Null for other arguments, and where there is none.
  llvm::SmallVector<mlir::Attribute> scalars;
  /// What the callee returns: not the task id of a submit.
  llvm::SmallVector<mlir::Type> results;

  /// Reads a dispatch of `callee` that the verifier accepts. Which arguments
  /// are asked for as scalars depends on `callee`: to try another function in
  /// its place, read the dispatch again.
  static DispatchTypes get(CallOp call, FuncOp callee, ScalarExprs &scalars);
  static DispatchTypes get(SubmitOp submit, FuncOp callee,
                           ScalarExprs &scalars);
};

/// Matches types with shape symbols (patterns, a function's signature) with the
/// types of a dispatch, and so finds what the symbols stand for:
///
/// - classes, ranks, element types, layouts, padding, memory spaces, storage
///   and constants (with their integer types) must be equal;
/// - a symbol matches any expression of the caller, and is bound to it; where
///   it is met again, the expression must be the identical one;
/// - another expression matches one of the same form: kind, type, callee, and
///   operands that match. Nothing is computed or inverted: `N * 128` does not
///   match `256`;
/// - results bind nothing.
///
/// Patterns and the dispatch's types may share names: `N` of the signature and
/// `N` of the caller are different symbols.
///
/// A binder is for one dispatch. All members that return a result say by
/// failure that the dispatch does not match; `getMismatch` then says why, and
/// every later member fails too.
///
/// Cost: one step for each pair of types or expressions that is compared. Pairs
/// that were compared before are not entered again, so the steps are linear in
/// the number of distinct pairs, however often sub-expressions are shared.
class SignatureBinder {
public:
  /// The steps of one dispatch, unless told otherwise.
  static constexpr uint64_t kDefaultMaxSteps = 65536;

  struct Binding {
    SymAttr symbol;
    /// Null: the value of an argument that is no expression.
    mlir::Attribute expr;
    /// The number of the parameter.
    unsigned argument;
  };
  using Bindings = llvm::MapVector<mlir::StringAttr, Binding>;

  explicit SignatureBinder(uint64_t maxSteps = kDefaultMaxSteps)
      : maxSteps(maxSteps) {}

  /// Matches the signature of `func` with a dispatch: first the scalar
  /// arguments that are dimensions (they may come after the tensors that use
  /// them), then all supplied arguments, then results.
  llvm::LogicalResult bindDispatch(FuncOp func, const DispatchTypes &dispatch);
  /// The same without the results.
  llvm::LogicalResult bindArguments(FuncOp func, const DispatchTypes &dispatch);

  /// Binds the symbol that parameter #`index` carries. Null stands for a value
  /// that is no expression; then types must not use the symbol.
  llvm::LogicalResult bindScalar(SymAttr symbol, mlir::Attribute expr,
                                 unsigned index);
  /// Matches the type of parameter #`index`, binding symbols.
  llvm::LogicalResult bindParameter(mlir::Type pattern, mlir::Type argument,
                                    unsigned index);
  /// Matches the type of result #`index`. Succeeds if and only if `substitute`
  /// would turn `pattern` into `result`.
  llvm::LogicalResult matchResult(mlir::Type pattern, mlir::Type result,
                                  unsigned index);

  /// `type` or `attr` with each symbol replaced by what it is bound to, and
  /// nothing simplified; null (and a failure) where a symbol has no expression.
  /// Takes one step for each edge between distinct expressions.
  mlir::Type substitute(mlir::Type type);
  mlir::Attribute substitute(mlir::Attribute attr);

  /// What is bound so far, in the order of binding.
  const Bindings &getBindings() const { return bindings; }
  /// The steps that were taken.
  uint64_t getSteps() const { return steps; }
  /// Why matching failed.
  const BindMismatch &getMismatch() const { return mismatch; }

private:
  bool hasFailed() const { return mismatch.failure != BindFailure::None; }
  bool spend();
  bool fail(BindFailure failure);
  bool failAt(TypePart part, mlir::Type pattern, mlir::Type given);

  llvm::LogicalResult matchRoot(mlir::Type pattern, mlir::Type given,
                                bool isResult, unsigned index);
  bool matchType(mlir::Type pattern, mlir::Type given);
  template <typename TensorT> bool matchTensor(TensorT pattern, TensorT given);
  bool matchTile(TileType pattern, TileType given);
  bool matchMemRef(MemRefAttr pattern, MemRefAttr given, mlir::Type patternType,
                   mlir::Type givenType);
  bool matchWindow(WindowAttr pattern, WindowAttr given, mlir::Type patternType,
                   mlir::Type givenType);
  bool matchList(TypePart part, llvm::ArrayRef<mlir::Attribute> pattern,
                 llvm::ArrayRef<mlir::Attribute> given, mlir::Type patternType,
                 mlir::Type givenType);
  bool matchExpr(TypePart part, std::optional<unsigned> entry,
                 mlir::Attribute pattern, mlir::Attribute given);
  bool matchSymbol(SymAttr symbol, mlir::Attribute given);
  bool blameSymbol(BindFailure failure, SymAttr symbol);
  mlir::Attribute substituteExpr(mlir::Attribute root);

  const uint64_t maxSteps;
  uint64_t steps = 0;
  Bindings bindings;
  /// Pairs that were compared, or are being compared: since one mismatch ends
  /// everything, there is no difference.
  llvm::DenseSet<std::pair<mlir::Attribute, mlir::Attribute>> matchedExprs;
  llvm::DenseSet<std::pair<mlir::Type, mlir::Type>> matchedTypes;
  llvm::DenseMap<mlir::Attribute, mlir::Attribute> substituted;
  /// The place that is being compared; a failure completes it.
  BindMismatch mismatch;
};

} // namespace pld

#endif // PLD_DIALECT_PLD_SIGNATUREBINDER_H

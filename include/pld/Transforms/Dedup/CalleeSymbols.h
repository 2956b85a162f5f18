//===- CalleeSymbols.h - Results in symbols of the callee ----- -*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recognizes dispatches that have a result type as the callee declares it, in
// symbols that mean nothing where the dispatch is. Such a type says the same of
// an equal callee with other symbols, by their roles. See docs/exactness.md,
// "Results in the callee's symbols".
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TRANSFORMS_DEDUP_CALLEESYMBOLS_H
#define PLD_TRANSFORMS_DEDUP_CALLEESYMBOLS_H

#include "pld/Transforms/Dedup/ReferenceIndex.h"

#include "llvm/ADT/SetVector.h"

#include <memory>

namespace pld::dedup {

/// Each function is looked at once, in time that is linear in its size.
class CalleeSymbols {
public:
  explicit CalleeSymbols(const ReferenceIndex &index) : index(index) {}

  /// Whether `result`, of a dispatch of `callee` in `caller`, has the type
  /// `declared` of the callee's result, in symbols of the callee alone, and
  /// `replacement`, the type that `other` has in its place, says the same by
  /// role. `arguments` are the types of the dispatch's arguments. The caller
  /// has to be an Spmd wrapper, and for each symbol of the type:
  /// - a parameter of `callee` binds it;
  /// - `caller` has the name in results of dispatches of `callee`, and nowhere
  ///   else, which the arguments do not have either;
  /// - `other` has the name nowhere, or in the same role.
  bool areOwn(mlir::Type result, FunctionId caller, FunctionId callee,
              mlir::Type declared, FunctionId other, mlir::Type replacement,
              llvm::ArrayRef<mlir::Type> arguments);

private:
  struct Names {
    /// The names that parameters bind.
    llvm::DenseSet<mlir::StringAttr> bound;
    /// All names that are used: by the callee of which only results have it, or
    /// by `kNoFunction`.
    llvm::DenseMap<mlir::StringAttr, FunctionId> users;
  };
  using NameList = llvm::SetVector<mlir::StringAttr>;
  const Names &getNames(FunctionId function);
  /// The names of symbols in `type`, in the order of their first occurrence.
  const NameList &listNames(mlir::Type type);

  const ReferenceIndex &index;
  llvm::DenseMap<FunctionId, Names> names;
  llvm::DenseMap<mlir::Type, std::unique_ptr<NameList>> listed;
};

} // namespace pld::dedup

#endif // PLD_TRANSFORMS_DEDUP_CALLEESYMBOLS_H

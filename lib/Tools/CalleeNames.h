//===- CalleeNames.h - Result types in symbols of the callee ----*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_LIB_TOOLS_CALLEENAMES_H
#define PLD_LIB_TOOLS_CALLEENAMES_H

#include "CanonicalText.h"

#include <memory>

namespace pld::verify {

/// Says which results of a dispatch are written in symbols of the callee that
/// the caller, an Spmd wrapper, does not know, by the list in
/// docs/exactness.md.
class CalleeNames {
public:
  /// Whether result #`index` of `dispatch`, a dispatch of `from`, is such a
  /// one, and the names stand for the same when `to` is called instead. The
  /// texts of `from` and `to` are equal.
  bool isResultInCallees(mlir::Operation *dispatch, unsigned index, FuncOp from,
                         const CanonicalText &fromText,
                         const CanonicalText &toText);

private:
  /// For each name in a function who uses it: dispatches of a function, in
  /// their results, or null for the function itself.
  using Speakers =
      llvm::DenseMap<mlir::StringAttr, llvm::DenseSet<mlir::StringAttr>>;
  const Speakers &listen(FuncOp caller);
  const llvm::DenseSet<mlir::StringAttr> &namesIn(mlir::Type type);
  bool isNamedIn(mlir::StringAttr name, mlir::TypeRange types);

  llvm::DenseMap<mlir::Operation *, Speakers> heard;
  llvm::DenseMap<mlir::Type, std::unique_ptr<llvm::DenseSet<mlir::StringAttr>>>
      known;
};

} // namespace pld::verify

#endif // PLD_LIB_TOOLS_CALLEENAMES_H

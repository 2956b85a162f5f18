//===- CallBinding.h - Calls of renamed signatures --------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_LIB_TOOLS_CALLBINDING_H
#define PLD_LIB_TOOLS_CALLBINDING_H

#include "pld/Dialect/PLD/PLDOps.h"
#include "llvm/ADT/DenseMap.h"

#include <string>

namespace pld::verify {

/// What integer values are in the shape symbols of the function around them,
/// by the list in docs/exactness.md.
class CallerScalars {
public:
  /// The expression that `value` is, or null.
  mlir::Attribute get(mlir::Value value);

private:
  void nameValuesAround(mlir::Value value);
  mlir::Attribute describe(mlir::Value value);

  llvm::DenseMap<mlir::Value, mlir::Attribute> known;
  llvm::DenseMap<mlir::Value, SymAttr> named;
  llvm::DenseSet<mlir::Operation *> functions;
};

/// Whether the call or submit `dispatch` determines the shape symbols of
/// `callee` by its arguments, and these turn the result types of `callee` into
/// its own, apart from those for which `isAsBefore` is true. Returns what
/// stands against it, or nothing.
std::string
findBindingFault(mlir::Operation *dispatch, FuncOp callee,
                 CallerScalars &scalars,
                 llvm::function_ref<bool(unsigned result)> isAsBefore);

} // namespace pld::verify

#endif // PLD_LIB_TOOLS_CALLBINDING_H

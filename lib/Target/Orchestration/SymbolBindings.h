//===- SymbolBindings.h - What a symbol is bound to somewhere ---*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TARGET_ORCHESTRATION_SYMBOLBINDINGS_H
#define PLD_TARGET_ORCHESTRATION_SYMBOLBINDINGS_H

#include "pld/Dialect/PLD/PLDOps.h"

namespace pld::orchestration {

/// The `pld.bind_symbol`s of a function. A binding holds from where it runs
/// until the name is bound again, so that branches and loops decide which one
/// holds; C++ is written only where that is the same in each run.
class SymbolBindings {
public:
  explicit SymbolBindings(FuncOp func);

  /// The value that `name` has at `user`; null if the parameters bind it, or
  /// nothing does. Fails if it depends on what has run before. Takes as long as
  /// there are bindings of the name, times the nesting of `user`.
  mlir::FailureOr<mlir::Value> find(mlir::StringAttr name,
                                    mlir::Operation *user) const;

private:
  llvm::DenseMap<mlir::StringAttr, llvm::SmallVector<BindSymbolOp, 1>> bindings;
  /// The operations in the order of the text.
  llvm::DenseMap<mlir::Operation *, unsigned> numbers;
};

} // namespace pld::orchestration

#endif // PLD_TARGET_ORCHESTRATION_SYMBOLBINDINGS_H

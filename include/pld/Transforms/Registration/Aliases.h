//===- Aliases.h - Which value is written to in place -----------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensors are written in place, but a program has a new value for each write,
// and kernels give back the parameter that they wrote to. What runs knows only
// the first of these values.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TRANSFORMS_REGISTRATION_ALIASES_H
#define PLD_TRANSFORMS_REGISTRATION_ALIASES_H

#include "pld/Dialect/PLD/PLDOps.h"

#include <optional>

namespace pld::registration {

class Aliases {
public:
  explicit Aliases(mlir::SymbolTableCollection &symbolTables)
      : symbolTables(symbolTables) {}

  /// The value of the same function that `value` is another name of, or is made
  /// of by writing in place; `value` itself if nothing is known. What a loop
  /// carries is the value that it begins with, if each round passes on what it
  /// got or that value; what a branch gives is what all of its regions give;
  /// what a scope gives that can be left early is what all of its ends give.
  /// A scalar of another type is another value, since it was converted.
  /// Each value is looked at once.
  mlir::Value findSource(mlir::Value value);

  /// The parameter that `func` gives back as result `index`, if that is known.
  /// A function without a body gives back what it writes to, in order. Each
  /// function is looked at once; what more than 64 functions pass on to each
  /// other is not known.
  std::optional<unsigned> getReturnedParam(FuncOp func, unsigned index);

private:
  mlir::Value findNext(mlir::OpResult result);
  mlir::Value findResultOfScope(mlir::Operation *scope, unsigned index);

  mlir::SymbolTableCollection &symbolTables;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<std::optional<unsigned>>>
      returned;
  llvm::DenseMap<mlir::Value, mlir::Value> sources;
  /// The operations that end a scope.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Operation *>> ends;
  unsigned depth = 0;
};

} // namespace pld::registration

#endif // PLD_TRANSFORMS_REGISTRATION_ALIASES_H

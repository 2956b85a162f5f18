//===- TypeGen.h - Random types and shape expressions ----------- -*- C++
//-*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_FUZZ_DEDUP_TYPEGEN_H
#define PLD_FUZZ_DEDUP_TYPEGEN_H

#include "Random.h"
#include "pld/Dialect/PLD/PLDOps.h"

#include "mlir/IR/Builders.h"

namespace pld::fuzz {

/// The shape symbols that types at some place may use.
struct Scope {
  llvm::SmallVector<SymAttr> symbols;
  /// Expressions over these that were made before, to be shared.
  llvm::SmallVector<mlir::Attribute> exprs;

  bool knows(mlir::StringAttr name) const {
    return llvm::any_of(symbols,
                        [&](SymAttr sym) { return sym.getName() == name; });
  }
  void add(SymAttr sym) {
    if (!knows(sym.getName()))
      symbols.push_back(sym);
  }
};

/// Makes types of one program. A name of a symbol has the same type everywhere
/// in it.
class TypeGen {
public:
  TypeGen(mlir::MLIRContext *context, Random &rng);

  /// A symbol of the program's pool.
  SymAttr symbol() { return rng.pick(pool); }
  /// A symbol of the pool that `scope` does not have; null if it has all.
  SymAttr newSymbol(const Scope &scope);

  /// A dimension. In an `open` scope, it may bring symbols in: a parameter's
  /// type binds them.
  mlir::Attribute dim(Scope &scope, bool open);
  /// An expression of kind `index` or of an integer type.
  mlir::Attribute expr(Scope &scope, bool open, unsigned depth = 2);
  /// An expression of the given type over the scope.
  mlir::Attribute dimOfType(Scope &scope, mlir::Type type);

  mlir::Type elementType();
  mlir::Type scalar();
  /// A tensor with at most a layout, as most kernels have them.
  mlir::Type plainTensor(Scope &scope, bool open);
  mlir::Type tensor(Scope &scope, bool open, bool distributed = false);
  mlir::Type tile(Scope &scope, bool open);
  mlir::Type array(Scope &scope, bool open);
  mlir::Type tuple(Scope &scope, bool open, unsigned depth);
  /// Any of the above.
  mlir::Type any(Scope &scope, bool open, unsigned depth = 1);

  /// A piece of storage, which no admitted type has.
  MemRefAttr storage(Scope &scope);
  WindowAttr window(Scope &scope);

private:
  llvm::SmallVector<mlir::Attribute> dims(Scope &scope, bool open,
                                          unsigned count);

  mlir::MLIRContext *context;
  mlir::Builder builder;
  Random &rng;
  llvm::SmallVector<SymAttr> pool;
};

/// `type` with each symbol replaced by what it stands for.
mlir::Type
substitute(mlir::Type type,
           const llvm::DenseMap<mlir::StringAttr, mlir::Attribute> &bindings);

/// The symbols in `type`, in the order of first occurrence.
llvm::SmallVector<SymAttr> findSymbols(mlir::Type type);

} // namespace pld::fuzz

#endif // PLD_FUZZ_DEDUP_TYPEGEN_H

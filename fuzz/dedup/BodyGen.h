//===- BodyGen.h - Random operations ---------------------------- -*- C++
//-*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_FUZZ_DEDUP_BODYGEN_H
#define PLD_FUZZ_DEDUP_BODYGEN_H

#include "TypeGen.h"

#include <functional>

namespace pld::fuzz {

/// Fills a function with random operations. It knows the values and symbols
/// that can be used where it stands.
class BodyGen {
public:
  BodyGen(mlir::MLIRContext *context, TypeGen &types, Random &rng)
      : builder(context), types(types), rng(rng) {}

  /// Starts at the end of `block`, whose arguments can be used.
  void enter(mlir::Block *block);
  /// Emits `count` random operations; `depth` is how deep regions may nest.
  void emitSome(unsigned count, unsigned depth);
  /// Goes on in new blocks, which branches lead to.
  void emitBranches();

  /// Builds an operation by name. Its attributes may be inherent ones.
  mlir::Operation *emit(llvm::StringRef name, mlir::ValueRange operands,
                        mlir::TypeRange results,
                        llvm::ArrayRef<mlir::NamedAttribute> attrs = {});
  /// The same for one result, which can be used afterwards.
  mlir::Value emitValue(llvm::StringRef name, mlir::ValueRange operands,
                        mlir::Type result,
                        llvm::ArrayRef<mlir::NamedAttribute> attrs = {});

  /// A constant of any bits. The type must be one that has attributes.
  mlir::Value constant(mlir::Type type);
  mlir::Value constantIndex(int64_t value);
  /// A value of type `type`: one that is there, or a new one.
  mlir::Value valueOf(mlir::Type type);
  /// A value that is there, or nothing.
  mlir::Value existing(llvm::function_ref<bool(mlir::Type)> fits);
  mlir::Value existing(mlir::Type type) {
    return existing([&](mlir::Type other) { return other == type; });
  }
  /// Any value.
  mlir::Value anyValue();
  /// A value of the scalar `type` that is known to be `dim`, in which there are
  /// no calls.
  mlir::Value scalarFor(mlir::Attribute dim, mlir::Type type);
  /// The given attribute under a name, for `emit`.
  mlir::NamedAttribute named(llvm::StringRef name, mlir::Attribute value) {
    return builder.getNamedAttr(name, value);
  }
  /// An attribute of no meaning, now and then one with symbols.
  mlir::Attribute randomAttribute(unsigned depth = 2);
  /// A location that no other operation has.
  mlir::Location location();

  /// Emits operations in a new region of a loop or branch.
  void emitRegion(mlir::Region &region, mlir::TypeRange arguments,
                  llvm::function_ref<void()> emitInside);

  mlir::OpBuilder builder;
  TypeGen &types;
  Random &rng;
  Scope scope;
  llvm::SmallVector<mlir::Value> values;
  /// Set for dispatching functions: tasks can be depended on.
  llvm::SmallVector<mlir::Value> tasks;
  /// Set where scopes may be that are outlined from kernels.
  bool mayHaveAnyScope = false;
  /// Set where `pld.early_return` may be used.
  std::function<void(BodyGen &)> emitEarlyReturn;
  unsigned nextLine = 1;

private:
  void emitOne(unsigned depth);
  void emitConstant();
  void emitArith();
  void emitCast();
  void emitScalar();
  void emitSymbol();
  void emitRetype();
  void emitTuple();
  void emitIntrinsic();
  void emitUnchecked();
  void emitVoid();
  void emitPrefetch();
  void emitSystem();
  void emitFor(unsigned depth);
  void emitIf(unsigned depth);
  void emitWhile(unsigned depth);
  void emitSwitch(unsigned depth);
  void emitScope(unsigned depth);
  mlir::Attribute keyword(unsigned kind);
  mlir::TypedAttr bits(mlir::Type type);
  void yield(llvm::StringRef name, mlir::TypeRange types);
};

} // namespace pld::fuzz

#endif // PLD_FUZZ_DEDUP_BODYGEN_H

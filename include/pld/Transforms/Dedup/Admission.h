//===- Admission.h - Who may be merged ------------------------ -*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A list of rules, each of which may say why a function must stay as it is.
// They are applied in one walk over the function:
//
// - rules for the function itself: external source, runtime binding, its kind;
// - rules for operations, by name: foreign source, scopes, calls, ...;
// - rules for what types and attributes hold: storage, communication, the
//   undetermined type, prefetch handles. They look at the signature, the
//   attributes and the types of all results and block arguments. As nothing can
//   be used in a function that is not defined in it, this covers each operand.
// - symbols: each that is used must be bound.
//
// Two kinds of values are admitted where their type would not be: the unused
// result of a legacy void operation, and a prefetch handle that stays with the
// operations made for it. How such a value is used is checked edge by edge.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TRANSFORMS_DEDUP_ADMISSION_H
#define PLD_TRANSFORMS_DEDUP_ADMISSION_H

#include "pld/Transforms/Dedup/Options.h"
#include "pld/Transforms/Dedup/UnitTable.h"

namespace pld::dedup {

class Admission {
public:
  Admission(ElementTable &table, const ReferenceIndex &index, FreeSymbols mode);
  ~Admission();

  /// Why `unit` must stay, or nothing. Of several findings it is the one whose
  /// reason comes first in `Reason`, and of these the first in the unit.
  std::optional<Finding> check(const Unit &unit);

  /// The names of the symbols that `function` uses and does not bind, of units
  /// that have been checked.
  llvm::ArrayRef<mlir::StringAttr> getFreeSymbols(FunctionId function) const;

private:
  struct Rule;
  class Check;

  llvm::ArrayRef<const Rule *> getRules(mlir::OperationName name);

  ElementTable &table;
  const ReferenceIndex &index;
  FreeSymbols mode;
  llvm::DenseMap<mlir::OperationName, llvm::SmallVector<const Rule *, 2>>
      rulesOf;
  llvm::DenseMap<FunctionId, llvm::SmallVector<mlir::StringAttr, 1>>
      freeSymbols;
  /// Of one function: elements searched for symbols, and symbols by name.
  ElementMap searched, bound, used;
};

} // namespace pld::dedup

#endif // PLD_TRANSFORMS_DEDUP_ADMISSION_H

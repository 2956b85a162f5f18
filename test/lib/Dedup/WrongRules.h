//===- WrongRules.h - Deduplication with one rule broken ------- -*- C++
//-*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Merges that are wrong in a known way, for tests of what must find them.
//
// Nothing in the pass can be switched off. Instead, a copy of the program is
// *blurred*: one thing that counts is made alike in it, all constants are 0,
// say. The merges are planned for the copy, by the pass's own stages, and
// carried out on the program itself, where they are wrong. A rule of rewriting
// is broken by changing what was rewritten.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TEST_DEDUP_WRONGRULES_H
#define PLD_TEST_DEDUP_WRONGRULES_H

#include "pld/Transforms/Dedup/MergePlan.h"
#include "pld/Transforms/Dedup/Options.h"

#include "mlir/IR/BuiltinOps.h"
#include "pld/Dialect/PLD/PLDOps.h"

namespace pld::test {

/// Makes one thing alike in a program. The result may be invalid.
struct Blur {
  llvm::StringLiteral rule;
  void (*apply)(mlir::ModuleOp copy);
  /// Merges need free-symbols=identical.
  bool freeSymbolsIdentical = false;
};

/// What counts in types and attributes.
llvm::ArrayRef<Blur> getElementBlurs();
/// What counts in operations.
llvm::ArrayRef<Blur> getOperationBlurs();
/// What counts in functions, Groups and dispatches.
llvm::ArrayRef<Blur> getFunctionBlurs();
/// What proofs look at.
llvm::ArrayRef<Blur> getProofBlurs();

/// What was rewritten, for those who make it wrong.
struct Rewriting {
  mlir::ModuleOp module;
  const dedup::MergePlan *plan;
  /// The dispatches that have another callee now, in program order.
  llvm::SmallVector<mlir::Operation *> redirected;
  /// The operations of which other references were renamed, and what their
  /// attributes were before.
  llvm::SmallVector<std::pair<mlir::Operation *, mlir::DictionaryAttr>> renamed;
  /// Copies of the functions that were deleted, and not in the module; and what
  /// came next there, or null.
  llvm::SmallVector<std::pair<FuncOp, mlir::Operation *>> deleted;

  /// Puts a deleted function where it was.
  void restore(FuncOp func, mlir::Operation *next) const;
};

/// Breaks the rewriting.
struct Damage {
  llvm::StringLiteral rule;
  void (*apply)(Rewriting &rewriting);
  /// Changes what is to be carried out, before it is.
  void (*replan)(dedup::MergePlan &plan) = nullptr;
};

llvm::ArrayRef<Damage> getDamages();

/// The names of all rules, sorted.
llvm::SmallVector<llvm::StringRef> getWrongRules();

/// The merges of `module` that break `rule`, which is one of the above. Those
/// that break a rule of rewriting are the right ones.
dedup::MergePlan planWrongly(mlir::ModuleOp module, llvm::StringRef rule,
                             dedup::Options options);

/// Carries out such a plan.
mlir::LogicalResult applyWrongly(mlir::ModuleOp module, llvm::StringRef rule,
                                 dedup::MergePlan plan);

} // namespace pld::test

#endif // PLD_TEST_DEDUP_WRONGRULES_H

//===- Perturb.h - Changes exactly one thing of a unit ---------- -*- C++
//-*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_FUZZ_DEDUP_PERTURB_H
#define PLD_FUZZ_DEDUP_PERTURB_H

#include "FunctionGen.h"

namespace pld::fuzz {

/// Changes one thing of a unit, so that it must not be merged with what it was
/// before.
class Perturber {
public:
  /// `unit` is the kernel, or the Group and its members. `outside` are
  /// functions outside of it that it may name.
  Perturber(llvm::ArrayRef<FuncOp> unit, llvm::ArrayRef<FuncOp> outside,
            FunctionGen &functions, TypeGen &types, Random &rng)
      : unit(unit), outside(outside), functions(functions), types(types),
        rng(rng) {}

  /// What can be changed, one name for each kind of change.
  static llvm::SmallVector<llvm::StringRef> getKinds();

  /// Changes something of the given kind. Says what, or nothing if the unit has
  /// nothing of the kind. The result may be invalid.
  std::string apply(llvm::StringRef kind);

  /// Whether a change of this kind may turn out to be none, as when one symbol
  /// is renamed to another.
  static bool mayDoNothing(llvm::StringRef kind);

private:
  struct Kind;
  static llvm::ArrayRef<Kind> table();

  // Operations (Perturb.cpp).
  std::string constantBits();
  std::string constantType();
  std::string addAttribute();
  std::string changeAttribute();
  std::string removeAttribute();
  std::string operandOrder();
  std::string operandValue();
  std::string alias();
  std::string operationName();
  std::string eraseOperation();
  std::string repeatOperation();
  std::string insertOperation();
  std::string moveOperation();
  std::string swapRegions();
  std::string swapSuccessors();
  std::string legacyResult();
  std::string peer();
  std::string splitMember();

  // Types and signatures (PerturbTypes.cpp).
  std::string typeEverywhere();
  std::string typeOnce();
  std::string direction();
  std::string kind();
  std::string level();
  std::string argumentAttribute();
  std::string resultAttribute();
  std::string carriedSymbol();
  std::string carrier();
  std::string symbolType();
  std::string mergeSymbols();
  std::string symbolRole();
  std::string addParameter();

  FuncOp pickFunction() { return rng.pick(unit); }
  /// An operation that `fits`, of any function of the unit.
  mlir::Operation *
  pickOperation(llvm::function_ref<bool(mlir::Operation *)> fits);
  /// A value of the same type that can be used in place of `operand`.
  mlir::Value pickOther(mlir::OpOperand &operand);
  mlir::Attribute changeBits(mlir::Attribute attr);
  /// Another attribute of the same sort, or null.
  mlir::Attribute change(mlir::Attribute attr);
  mlir::Attribute changeDim(mlir::Attribute dim,
                            llvm::ArrayRef<SymAttr> symbols);
  mlir::Type changeType(mlir::Type type, llvm::ArrayRef<SymAttr> symbols,
                        bool keepClass);

  llvm::ArrayRef<FuncOp> unit, outside;
  FunctionGen &functions;
  TypeGen &types;
  Random &rng;
};

} // namespace pld::fuzz

#endif // PLD_FUZZ_DEDUP_PERTURB_H

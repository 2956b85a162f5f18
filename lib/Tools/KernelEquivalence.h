//===- KernelEquivalence.h - Which kernels are equivalent -------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_LIB_TOOLS_KERNELEQUIVALENCE_H
#define PLD_LIB_TOOLS_KERNELEQUIVALENCE_H

#include "CanonicalText.h"

#include <memory>

namespace pld::verify {

/// Whether two kernels, or two Groups with their members, are equivalent.
struct UnitVerdict {
  bool equivalent = false;
  /// Whether the two signatures have the same shape symbols; and whether they
  /// have when those that a parameter carries, and that are known by it, may
  /// have other names.
  bool sameSymbols = false, sameUncarriedSymbols = false;
  /// Why they are not equivalent.
  std::string reason;
  /// The two functions whose texts part, and the number of the line (from 1);
  /// null and 0 if it is something else that differs.
  FuncOp first, second;
  unsigned line = 0;
  std::string firstLine, secondLine;
  /// Functions that correspond: the two, members of Groups, and what else they
  /// refer to under two names.
  llvm::SetVector<std::pair<mlir::Operation *, mlir::Operation *>> pairs;
};

/// Answers for the functions of one program. Each function is written once.
class KernelEquivalence {
public:
  explicit KernelEquivalence(mlir::ModuleOp program) : program(program) {}

  const UnitVerdict &compare(FuncOp first, FuncOp second);
  /// The function itself and, of a Group, the kernels that it calls.
  llvm::SmallVector<FuncOp> getMembers(FuncOp func);
  const mlir::SymbolTable &getSymbols() const { return program; }
  const CanonicalText &getText(FuncOp func);

private:
  using Pair = std::pair<mlir::Operation *, mlir::Operation *>;

  void decide(FuncOp first, FuncOp second, UnitVerdict &verdict);
  bool haveSameNames(FuncOp first, FuncOp second,
                     llvm::ArrayRef<unsigned> symbols);
  bool haveSameSymbols(FuncOp first, FuncOp second);
  bool compareTexts(FuncOp first, FuncOp second, UnitVerdict &verdict);
  bool compareReferences(FuncOp first, FuncOp second,
                         const llvm::DenseMap<Pair, unsigned> &members,
                         const llvm::DenseSet<mlir::Operation *> &inUnit,
                         UnitVerdict &verdict);

  mlir::SymbolTable program;
  llvm::DenseMap<mlir::Operation *, std::unique_ptr<CanonicalText>> texts;
  /// What was decided; null while it is being decided.
  llvm::DenseMap<Pair, std::unique_ptr<UnitVerdict>> verdicts;
  unsigned depth = 0;
};

} // namespace pld::verify

#endif // PLD_LIB_TOOLS_KERNELEQUIVALENCE_H

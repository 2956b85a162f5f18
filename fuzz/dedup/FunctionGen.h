//===- FunctionGen.h - Random functions and dispatches ---------- -*- C++
//-*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_FUZZ_DEDUP_FUNCTIONGEN_H
#define PLD_FUZZ_DEDUP_FUNCTIONGEN_H

#include "BodyGen.h"
#include "Program.h"

namespace pld::fuzz {

/// How a dispatch is made.
struct DispatchStyle {
  /// May it be a submit, may a submit leave out outputs?
  bool maySubmit = true, mayOmit = true;
  /// May types differ in ways that the verifier accepts?
  bool mayBeInexact = true;
  /// Is it given a number of cores in any case?
  bool onCores = false;
};

/// Makes functions of one program, in its module.
class FunctionGen {
public:
  FunctionGen(mlir::ModuleOp module, TypeGen &types, Random &rng)
      : module(module), types(types), rng(rng) {}

  /// A kernel with random parameters. It has the same number of `marks` as no
  /// other, so that kernels are never the same by accident.
  FuncOp makeKernel(llvm::StringRef name, FunctionKind kind);
  /// A kernel whose parameters are mostly some of `wrapper`.
  FuncOp makeMember(llvm::StringRef name, FunctionKind kind, FuncOp wrapper);
  /// A Group of the given number of members, which are made as well.
  FuncOp makeGroup(llvm::StringRef name, unsigned numMembers);
  /// A function without a body.
  FuncOp makeDeclaration(llvm::StringRef name, FunctionKind kind);
  /// A function that dispatches each of `callees`, in this order.
  FuncOp makeCaller(llvm::StringRef name, FunctionKind kind,
                    llvm::ArrayRef<std::pair<FuncOp, DispatchStyle>> callees);

  /// Dispatches `callee` where `body` stands.
  static mlir::Operation *emitDispatch(BodyGen &body, FuncOp callee,
                                       const DispatchStyle &style);

  /// Gives a function one more parameter, the last one.
  static void addParameter(FuncOp func, mlir::Type type);

  /// Names that the program has not used yet.
  std::string freshName(llvm::StringRef base);

private:
  struct Param {
    mlir::Type type;
    ParamDirection direction = ParamDirection::In;
    mlir::StringAttr carried;
  };

  llvm::SmallVector<Param> makeParams(Scope &scope, unsigned limit);
  FuncOp makeShell(llvm::StringRef name, FunctionKind kind,
                   llvm::ArrayRef<Param> params);
  /// Fills a body and makes the results.
  void fill(FuncOp func, llvm::function_ref<void(BodyGen &)> emit);
  FuncOp makeKernelWith(llvm::StringRef name, FunctionKind kind,
                        llvm::ArrayRef<Param> params);
  void mark(BodyGen &body, FuncOp func);

  mlir::ModuleOp module;
  TypeGen &types;
  Random &rng;
  unsigned nextMark = 1000, nextName = 0;
};

} // namespace pld::fuzz

#endif // PLD_FUZZ_DEDUP_FUNCTIONGEN_H

//===- PLDDialect.td - The pld dialect ---------------------*- tablegen -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_DIALECT_PLD_PLDDIALECT_TD
#define PLD_DIALECT_PLD_PLDDIALECT_TD

include "mlir/IR/OpBase.td"

def PLD_Dialect : Dialect {
  let name = "pld";
  let cppNamespace = "::pld";
  let summary = "Programs of tensor kernels for Ascend NPUs";
  let description = [{
    A program is a `builtin.module` of `pld.func` operations. Each has a kind:
    an orchestration dispatches in-core kernels (directly, through Groups, or
    through Spmd wrappers), a kernel computes on tensors and tiles. Dispatches
    are shape-polymorphic: types carry shape symbols and expressions that are
    kept exactly as written.
  }];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let dependentDialects = [
    "::mlir::arith::ArithDialect",
    "::mlir::scf::SCFDialect"
  ];
  let extraClassDeclaration = [{
    /// Argument attribute that says: this scalar parameter *is* the dimension
    /// of the given name (a string attribute).
    static constexpr llvm::StringLiteral kSymbolAttrName = "pld.symbol";
    /// Argument attribute that keeps a parameter's name in a declaration,
    /// which has no block argument to carry it.
    static constexpr llvm::StringLiteral kNameAttrName = "pld.name";
    /// Dictionary of the attributes that the front end hung on a node and
    /// that mean nothing to this dialect.
    static constexpr llvm::StringLiteral kAttrsAttrName = "pld.attrs";
    /// Kind of an imported loop, on `scf.for`.
    static constexpr llvm::StringLiteral kLoopKindAttrName = "pld.loop_kind";

    /// The kernel registrations of an orchestration: an array of
    /// `#pld.kernel_registration`.
    static constexpr llvm::StringLiteral kRegistrationsAttrName =
        "pld.kernel_registrations";
    /// On a dispatch: the `func_id` of each kernel that it launches.
    static constexpr llvm::StringLiteral kKernelIdsAttrName = "pld.kernel_ids";
    /// Names a dispatch (a string attribute), so that it is known wherever it
    /// goes and whatever kernel it shares: see docs/identity.md.
    static constexpr llvm::StringLiteral kOriginUidAttrName = "pld.origin_uid";

    void registerAttributes();
    void registerBytecode();
    void registerTypes();
  }];
}

#endif // PLD_DIALECT_PLD_PLDDIALECT_TD

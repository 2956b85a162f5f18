//===- Signatures.h - Directions of registered kernels ----------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A registration has one direction per tensor of the task, in final order;
// scalars are not in it. NoDep says that no dependency is to be made of an
// argument, not how it is used, so that the signature has to say `inout`.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TRANSFORMS_REGISTRATION_SIGNATURES_H
#define PLD_TRANSFORMS_REGISTRATION_SIGNATURES_H

#include "pld/Dialect/PLD/PLDOps.h"

namespace pld::registration {

/// The direction in a signature of an argument that is given as `direction`,
/// which is not `Scalar`.
ParamDirection toSignature(ArgDirection direction);

/// The direction of an argument that no dispatch states: the parameter's.
ArgDirection toArgument(ParamDirection direction);

/// The signature of a task whose arguments, in final order, are given so.
llvm::SmallVector<ParamDirection>
makeSignature(llvm::ArrayRef<ArgDirection> arguments);

/// One direction per tensor that the host passes to `orchestration`, in the
/// order of its parameters.
llvm::SmallVector<ParamDirection> getEntrySignature(FuncOp orchestration);

/// What a task does with an argument, as the exports call it: `input`,
/// `output` (existing or not), `inout`, `no_dep` or `scalar`.
llvm::StringRef stringifyAdd(ArgDirection direction);

} // namespace pld::registration

#endif // PLD_TRANSFORMS_REGISTRATION_SIGNATURES_H

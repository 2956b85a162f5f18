//===- CoreTypes.h - The core that runs a kernel ----------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `aic` and `aiv` kernels say it. A plain `incore` kernel runs where its
// operations can: where a tile is in a memory of a core, that core works on it,
// otherwise the operator's affinity counts (Intrinsics.def).
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TRANSFORMS_REGISTRATION_CORETYPES_H
#define PLD_TRANSFORMS_REGISTRATION_CORETYPES_H

#include "pld/Dialect/PLD/PLDOps.h"

namespace pld::registration {

/// The core types that an operation needs, as a set: none of them where it can
/// run on either, both where it moves data between the two.
struct CoreNeed {
  bool cube = false;
  bool vector = false;
};

/// What `op` needs, regardless of the operations inside of it.
CoreNeed getCoreNeed(mlir::Operation *op);

/// The core type of an in-core kernel. A kernel that mixes both, or that
/// nothing decides, is an error at the operation and names it. Linear in the
/// size of the kernel.
mlir::FailureOr<CoreType> inferCoreType(FuncOp kernel);

} // namespace pld::registration

#endif // PLD_TRANSFORMS_REGISTRATION_CORETYPES_H

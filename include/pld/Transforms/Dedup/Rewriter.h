//===- Rewriter.h - Carries out a merge plan ------------------ -*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TRANSFORMS_DEDUP_REWRITER_H
#define PLD_TRANSFORMS_DEDUP_REWRITER_H

#include "pld/Transforms/Dedup/MergePlan.h"
#include "pld/Transforms/Dedup/ReferenceIndex.h"

namespace pld::dedup {

/// Carries out `plan`: every reference to a deleted function names its survivor
/// afterwards, and nothing else about the operation that holds it changes. The
/// index is of the program as it is; as it knows all references, each is
/// visited once, under one map of names. The index must not be used afterwards.
///
/// At the end the program is indexed again. Fails, with an error, if a name is
/// not resolved then, which would be a mistake of this pass.
mlir::LogicalResult applyMergePlan(mlir::ModuleOp module, const MergePlan &plan,
                                   const ReferenceIndex &index,
                                   ElementTable &table);

} // namespace pld::dedup

#endif // PLD_TRANSFORMS_DEDUP_REWRITER_H

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
/// afterwards, and nothing else about the operation that holds it changes. One
/// walk finds all that changes, under one map of names; if an attribute or the
/// properties of an operation do not let their names be replaced, it fails with
/// an error, and nothing has changed. The index is of the program as it is, and
/// must not be used afterwards; it has no gap, so that all names are known.
///
/// At the end the program is indexed again. Fails, with an error, if a name is
/// not resolved then, which would be a mistake of this pass.
mlir::LogicalResult applyMergePlan(mlir::ModuleOp module, const MergePlan &plan,
                                   const ReferenceIndex &index,
                                   ElementTable &table);

} // namespace pld::dedup

#endif // PLD_TRANSFORMS_DEDUP_REWRITER_H

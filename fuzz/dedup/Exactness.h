//===- Exactness.h - Whether a dispatch is exact ---------------- -*- C++
//-*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The definition of docs/exactness.md in its shortest form: is there one
// substitution of the callee's symbols that gives the types of the dispatch?
// Nothing is limited or explained. It knows of a scalar what the generator
// knows, who made it.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_FUZZ_DEDUP_EXACTNESS_H
#define PLD_FUZZ_DEDUP_EXACTNESS_H

#include "pld/Dialect/PLD/PLDOps.h"

namespace pld::fuzz {

/// Whether a dispatch that supplies all parameters is exact. `scalars` has the
/// expression that each argument for a parameter with a symbol is, or null.
bool isExact(FuncOp callee, mlir::TypeRange arguments,
             llvm::ArrayRef<mlir::Attribute> scalars, mlir::TypeRange results);

} // namespace pld::fuzz

#endif // PLD_FUZZ_DEDUP_EXACTNESS_H

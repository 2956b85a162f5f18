//===- Passes.h - C API: one creator per pass ------------------- -*- C -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_C_PASSES_H
#define PLD_C_PASSES_H

#include "mlir-c/Pass.h"
#include "pld/Transforms/Passes.capi.h.inc"

#endif // PLD_C_PASSES_H

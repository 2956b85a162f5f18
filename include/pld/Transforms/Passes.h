//===- Passes.h - Passes of the PLD dialect ------------------- -*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TRANSFORMS_PASSES_H
#define PLD_TRANSFORMS_PASSES_H

#include "pld/Transforms/Dedup/Options.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

#include <memory>

namespace pld {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "pld/Transforms/Passes.h.inc"

} // namespace pld

#endif // PLD_TRANSFORMS_PASSES_H

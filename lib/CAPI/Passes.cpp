//===- Passes.cpp - C API: one creator per pass ---------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld-c/Passes.h"
#include "pld/Transforms/Passes.h"

#include "mlir/CAPI/Pass.h"

using namespace pld;

#include "pld/Transforms/Passes.capi.cpp.inc"

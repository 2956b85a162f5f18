//===- PLDDialect.h - The pld dialect -------------------------------*- C++
//-*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_DIALECT_PLD_PLDDIALECT_H
#define PLD_DIALECT_PLD_PLDDIALECT_H

#include "mlir/IR/Dialect.h"

#include "pld/Dialect/PLD/PLDDialect.h.inc"

#endif // PLD_DIALECT_PLD_PLDDIALECT_H

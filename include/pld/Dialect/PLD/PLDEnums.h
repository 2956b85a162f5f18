//===- PLDEnums.h - Enumerations of the pld dialect -----------------*- C++
//-*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_DIALECT_PLD_PLDENUMS_H
#define PLD_DIALECT_PLD_PLDENUMS_H

#include "mlir/IR/BuiltinAttributes.h"

#include "pld/Dialect/PLD/PLDEnums.h.inc"

#endif // PLD_DIALECT_PLD_PLDENUMS_H

//===- PLDAttributes.h - Attributes of the pld dialect --------------*- C++
//-*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_DIALECT_PLD_PLDATTRIBUTES_H
#define PLD_DIALECT_PLD_PLDATTRIBUTES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "pld/Dialect/PLD/PLDEnums.h"

namespace pld::detail {
struct ExprAttrStorage;
} // namespace pld::detail

#define GET_ATTRDEF_CLASSES
#include "pld/Dialect/PLD/PLDAttributes.h.inc"

#endif // PLD_DIALECT_PLD_PLDATTRIBUTES_H

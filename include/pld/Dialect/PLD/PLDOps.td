//===- PLDOps.td - Operations of the pld dialect -------------*- tablegen -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_DIALECT_PLD_PLDOPS_TD
#define PLD_DIALECT_PLD_PLDOPS_TD

include "pld/Dialect/PLD/PLDEarlyExitOps.td"
include "pld/Dialect/PLD/PLDFuncOps.td"
include "pld/Dialect/PLD/PLDScopeOps.td"
include "pld/Dialect/PLD/PLDSystemOps.td"
include "pld/Dialect/PLD/PLDUncheckedOps.td"
include "pld/Dialect/PLD/PLDValueOps.td"

#endif // PLD_DIALECT_PLD_PLDOPS_TD

//===- PLDInterfaces.td - Interfaces of pld operations -------*- tablegen -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_DIALECT_PLD_PLDINTERFACES_TD
#define PLD_DIALECT_PLD_PLDINTERFACES_TD

include "mlir/IR/OpBase.td"

def PLD_EarlyExitOpInterface : OpInterface<"EarlyExitOpInterface"> {
  let cppNamespace = "::pld";
  let description = [{
    Leaves an operation around it from anywhere inside: the results of that
    operation (of the call, if it is a function) are the operands of this one.
    It is not a terminator, and what follows it does not run.
  }];
  let methods = [InterfaceMethod<
    "The operation that is left, or null if there is none.",
    "::mlir::Operation *", "getExitedOp">];
}

#endif // PLD_DIALECT_PLD_PLDINTERFACES_TD

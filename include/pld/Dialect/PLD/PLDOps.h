//===- PLDOps.h - Operations of the pld dialect ----------------------*- C++
//-*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_DIALECT_PLD_PLDOPS_H
#define PLD_DIALECT_PLD_PLDOPS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "pld/Dialect/PLD/IntrinsicTable.h"
#include "pld/Dialect/PLD/PLDAttributes.h"
#include "pld/Dialect/PLD/PLDDialect.h"
#include "pld/Dialect/PLD/PLDTypes.h"

namespace pld {

/// The bindings of the symbols of a function, see `pld.bind_symbol`.
struct SymbolResource : mlir::SideEffects::Resource::Base<SymbolResource> {
  llvm::StringRef getName() final { return "pld symbols"; }
};

} // namespace pld

#include "pld/Dialect/PLD/PLDInterfaces.h.inc"

#define GET_OP_CLASSES
#include "pld/Dialect/PLD/PLDOps.h.inc"

namespace pld {

/// Emits an error of `op` as `emitOpError` does. MLIR shows the operation with
/// it, without aliases; that is left out where types are too large.
mlir::InFlightDiagnostic emitTypeError(mlir::Operation *op);

/// Whether a keyword of `kind` can have `value`.
bool fitsKeyword(KeywordKind kind, mlir::Attribute value);

} // namespace pld

#endif // PLD_DIALECT_PLD_PLDOPS_H

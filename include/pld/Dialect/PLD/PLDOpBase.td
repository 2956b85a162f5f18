//===- PLDOpBase.td - Base of all pld operations -------------*- tablegen -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_DIALECT_PLD_PLDOPBASE_TD
#define PLD_DIALECT_PLD_PLDOPBASE_TD

include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/CommonAttrConstraints.td"
include "mlir/IR/CommonTypeConstraints.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "pld/Dialect/PLD/PLDAttributes.td"
include "pld/Dialect/PLD/PLDTypes.td"

class PLD_Op<string mnemonic, list<Trait> traits = []>
    : Op<PLD_Dialect, mnemonic, traits>;

// Builtin scalars, and the ones that MLIR does not have.
def PLD_Scalar : AnyTypeOf<[AnyInteger, Index, AnyFloat, PLD_HF4Type, PLD_HF8Type],
    "a scalar">;

def PLD_Integer : AnyTypeOf<[AnyInteger, Index], "an integer">;

// Gives a value without doing anything. Where its type has the name of a symbol
// or of storage, it reads what that is bound to.
class PLD_ValueOp<string mnemonic>
    : PLD_Op<mnemonic, [AlwaysSpeculatable, DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let extraClassDefinition = [{
    void $cppClass::getEffects(
        ::llvm::SmallVectorImpl<::mlir::MemoryEffects::EffectInstance> &effects) {
      if (mentionsSymbols((*this)->getResultTypes()))
        effects.emplace_back(::mlir::MemoryEffects::Read::get(), ::pld::SymbolResource::get());
    }
  }];
}

#endif // PLD_DIALECT_PLD_PLDOPBASE_TD

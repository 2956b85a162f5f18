//===- PLDValueOps.td - Operations on scalars and tuples -----*- tablegen -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_DIALECT_PLD_PLDVALUEOPS_TD
#define PLD_DIALECT_PLD_PLDVALUEOPS_TD

include "mlir/Interfaces/InferTypeOpInterface.td"
include "pld/Dialect/PLD/PLDOpBase.td"

// What a name of a shape or of storage means, in the function around. A binding
// writes it, so that nothing that reads it moves across.
def PLD_SymbolResource : Resource<"::pld::SymbolResource">;

def PLD_ConstantOp : PLD_Op<"constant", [Pure]> {
  let summary = "a constant that `arith.constant` cannot hold exactly";
  let description = [{
    Unsigned integers, and numbers that the front end wrote with more precision
    than their type has: the value is kept bit for bit, and rounded to nearest
    (ties to even) where it is used.

        %0 = pld.constant 5 : ui32 as ui32
        %1 = pld.constant 1.000000e-06 : f64 as f32
  }];
  let arguments = (ins TypedAttrInterface:$value);
  let results = (outs PLD_Scalar:$result);
  let assemblyFormat = "$value attr-dict `as` type($result)";
  let hasVerifier = 1;
}

def PLD_UndefinedOp : PLD_ValueOp<"undefined"> {
  let summary = "the result of a function that ends without returning one";
  let results = (outs AnyType:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

def PLD_SymbolValueOp : PLD_Op<"symbol_value", [
    AlwaysSpeculatable, MemoryEffects<[MemRead<PLD_SymbolResource>]>]> {
  let summary = "the value of a shape symbol";
  let description = [{
    The value that the symbol is bound to where the operation is.

        %m = pld.symbol_value "M" : index
  }];
  let arguments = (ins PLD_SymAttr:$symbol);
  let results = (outs AnyType:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def PLD_ScalarOp : PLD_Op<"scalar", [
    NoMemoryEffect, DeclareOpInterfaceMethods<ConditionallySpeculatable>]> {
  let summary = "an operation on scalars that `arith` does not have";
  let description = [{
    Unsigned types, operands of mixed types, floor modulo, power, and whatever
    else the front end allows and `arith` says differently or not at all.
    `cast` converts like C. Integer division rounds down. What is not defined
    for all operands, as a division by 0, is not moved to where it may run more
    often.

        %0 = pld.scalar floormod(%a, %b) : (index, index) -> index
  }];
  let arguments = (ins PLD_ScalarKindAttr:$kind, Variadic<AnyType>:$operands);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    `` $kind `(` $operands `)` attr-dict `:` functional-type($operands, $result)
  }];
  let hasVerifier = 1;
}

def PLD_BindSymbolOp : PLD_Op<"bind_symbol", [MemoryEffects<[MemWrite<PLD_SymbolResource>]>]> {
  let summary = "names a value so that types can use it";
  let description = [{
    A scalar becomes a shape symbol; a pointer becomes the base of storage. From
    here on the name stands for the value, until it is bound again.

        pld.bind_symbol %v as "K" : index
  }];
  let arguments = (ins AnyType:$value, PLD_SymAttr:$symbol);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def PLD_RetypeOp : PLD_ValueOp<"retype"> {
  let summary = "the same value under another type of its class";
  let description = [{
    Written where a program states two types for one value, and where it gives
    one value a second name. Rank and kind of element agree; dimensions, view
    and storage may differ. Transparent for aliasing.
  }];
  let arguments = (ins AnyType:$source);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `to` type($result)";
  let hasVerifier = 1;
}

def PLD_ReinterpretOp : PLD_ValueOp<"reinterpret"> {
  let summary = "the same storage under a type of another rank or class";
  let description = [{
    Like `pld.retype`, for what is less alike: a tile seen with another rank, a
    distributed tensor taken as this rank's tensor. Element types agree.
    Transparent for aliasing.
  }];
  let arguments = (ins AnyType:$source);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `to` type($result)";
  let hasVerifier = 1;
}

def PLD_MakeTupleOp : PLD_ValueOp<"make_tuple"> {
  let summary = "makes a tuple";
  let arguments = (ins Variadic<AnyType>:$elements);
  let results = (outs AnyTuple:$tuple);
  let assemblyFormat = [{
    $elements attr-dict `:` custom<TupleElements>(type($tuple), type($elements))
  }];
  let hasVerifier = 1;
}

def PLD_TupleGetOp : PLD_ValueOp<"tuple_get"> {
  let summary = "an element of a tuple";
  let arguments = (ins AnyTuple:$tuple, I64Attr:$index);
  let results = (outs AnyType:$element);
  let assemblyFormat = "$tuple `[` $index `]` attr-dict `:` type($tuple) `->` type($element)";
  let hasVerifier = 1;
}

def PLD_IntrinsicOp : PLD_Op<"intrinsic", [AttrSizedOperandSegments]> {
  let summary = "an operator of the front end";
  let description = [{
    One of PyPTO's operators, checked against the table in `Intrinsics.def`:
    name, number of operands, keywords and their types, and whether it has a
    value at all. With `unchecked` any name is taken.

        %0 = pld.intrinsic "tile.add"(%a, %b) : (T, T) -> T
        %1 = pld.intrinsic "tile.cast"(%a) {mode = 2 : i64, target_type = f16} : (T) -> U
  }];
  let arguments = (ins
    StrAttr:$op_name,
    Variadic<AnyType>:$arguments,
    Optional<PLD_Integer>:$device,
    OptionalAttr<DictionaryAttr>:$keywords,
    UnitAttr:$unchecked);
  let results = (outs Variadic<AnyType>:$results);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

def PLD_InlineSourceOp : PLD_Op<"inline_source"> {
  let summary = "source text of another language";
  let description = "The body of a worker that is not compiled from this program.";
  let arguments = (ins StrAttr:$source, StrAttr:$language);
  let assemblyFormat = "$language $source attr-dict";
}

#endif // PLD_DIALECT_PLD_PLDVALUEOPS_TD

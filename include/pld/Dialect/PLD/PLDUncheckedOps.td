//===- PLDUncheckedOps.td - What a program does not agree on -*- tablegen -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_DIALECT_PLD_PLDUNCHECKEDOPS_TD
#define PLD_DIALECT_PLD_PLDUNCHECKEDOPS_TD

include "pld/Dialect/PLD/PLDOpBase.td"

// Front ends write programs whose parts contradict each other. The operations
// here keep such a part as it was written, so that other operations can be
// verified strictly. Passes and exports refuse what they need to understand.

def PLD_UncheckedDispatchOp : PLD_Op<"unchecked_dispatch", [
    AttrSizedOperandSegments, DeclareOpInterfaceMethods<CallOpInterface>]> {
  let summary = "a call or submit that does not fit its callee";
  let description = [{
    Like `pld.call`, or with `submit` like `pld.submit`, where the program does
    not have the callee, or where arguments or results are not those of the
    callee. Nothing of them is verified. Nothing may be concluded from the
    callee, so it is not resolved for MLIR.

        %0 = pld.unchecked_dispatch @gone(%a) : (!pld.tensor<[4], f32>) -> i32
        %1 = pld.unchecked_dispatch submit @step(%a) deps(%t : !pld.task_id)
            : (!pld.tensor<[4], f32>) -> !pld.task_id
  }];
  let arguments = (ins
    FlatSymbolRefAttr:$callee,
    Variadic<AnyType>:$arguments,
    Variadic<AnyType>:$deps,
    Optional<AnyType>:$core_num,
    Optional<AnyType>:$predicate,
    Optional<AnyType>:$device,
    Variadic<AnyType>:$dump_vars,
    Variadic<AnyType>:$manual_deps,
    Variadic<AnyType>:$compiler_deps,
    UnitAttr:$submit,
    UnitAttr:$sync_start,
    UnitAttr:$early_resolve,
    OptionalAttr<TypedArrayAttrBase<PLD_ArgDirectionAttr, "argument directions">>:$arg_directions,
    OptionalAttr<DictArrayAttr>:$arg_attrs,
    OptionalAttr<DictArrayAttr>:$res_attrs);
  let results = (outs Variadic<AnyType>:$results);
  let assemblyFormat = [{
    (`submit` $submit^)? $callee `(` $arguments `)`
    (`deps` `(` $deps^ `:` type($deps) `)`)?
    (`core_num` `(` $core_num^ `:` type($core_num) `)`)?
    (`sync_start` $sync_start^)? (`early_resolve` $early_resolve^)?
    (`predicate` `(` $predicate^ `:` type($predicate) `)`)?
    (`device` `(` $device^ `:` type($device) `)`)?
    (`dump` `(` $dump_vars^ `:` type($dump_vars) `)`)?
    (`manual_deps` `(` $manual_deps^ `:` type($manual_deps) `)`)?
    (`compiler_deps` `(` $compiler_deps^ `:` type($compiler_deps) `)`)?
    attr-dict `:` functional-type($arguments, $results)
  }];
  let extraClassDeclaration = [{
    // CallOpInterface.
    ::mlir::Operation *resolveCallable() { return nullptr; }
    ::mlir::Operation *resolveCallableInTable(::mlir::SymbolTableCollection *) { return nullptr; }
  }];
}

def PLD_UncheckedCastOp : PLD_ValueOp<"unchecked_cast"> {
  let summary = "a value under a type that it cannot have";
  let description = [{
    Like `pld.retype` and `pld.reinterpret`, for two types that a program states
    of one value though they have nothing in common, as a tile that is returned
    where a tensor is declared. It says that both were written, not that a
    conversion takes place; what is computed is for the back end to decide.
  }];
  let arguments = (ins AnyType:$source);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `to` type($result)";
}

def PLD_AnnotateOp : PLD_Op<"annotate"> {
  let summary = "an attribute of the front end that holds values";
  let description = [{
    It belongs to the operation that follows, or to the function if `of` is
    `function`; it stands at the start of its body then. Its effects are
    unknown, so that it stays where it is.

        pld.annotate "loop" "dump_vars"(%a, %b : i32, i32)
  }];
  let arguments = (ins
    StrAttr:$of, StrAttr:$name, Variadic<AnyType>:$values, UnitAttr:$list);
  let assemblyFormat = [{
    $of $name `(` ($values^ `:` type($values))? `)` (`list` $list^)? attr-dict
  }];
}

#endif // PLD_DIALECT_PLD_PLDUNCHECKEDOPS_TD

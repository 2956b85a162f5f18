//===- PLDScopeOps.td - Scopes -------------------------------*- tablegen -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_DIALECT_PLD_PLDSCOPEOPS_TD
#define PLD_DIALECT_PLD_PLDSCOPEOPS_TD

include "mlir/Interfaces/ControlFlowInterfaces.td"
include "pld/Dialect/PLD/PLDOpBase.td"

def PLD_YieldOp : PLD_Op<"yield", [Pure, Terminator, ReturnLike, ParentOneOf<[
    "InCoreScopeOp", "ClusterScopeOp", "HierarchyScopeOp", "SpmdScopeOp",
    "SplitAivScopeOp", "RuntimeScopeOp", "CommDomainScopeOp",
    "LoopScopeOp", "IterationScopeOp"]>]> {
  let summary = "ends a scope with the values that are used after it";
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange()); }]>];
}

// A scope marks a part of a body. It runs its region once; what is used after
// it is yielded.
class PLD_ScopeOp<string mnemonic, string text, list<Trait> traits = []>
    : PLD_Op<mnemonic, !listconcat(traits, [RecursiveMemoryEffects, NoRegionArguments,
        SingleBlockImplicitTerminator<"YieldOp">])> {
  let summary = text;
  let regions = (region SizedRegion<1>:$body);
  let results = (outs Variadic<AnyType>:$results);
  let hasRegionVerifier = 1;
}

def PLD_InCoreScopeOp : PLD_ScopeOp<"incore_scope",
    "a part that would be outlined as an in-core kernel"> {
  let arguments = (ins OptionalAttr<StrAttr>:$name_hint, OptionalAttr<PLD_SplitModeAttr>:$split);
  let assemblyFormat = [{
    ($name_hint^)? (`split` `` $split^)? attr-dict-with-keyword (`->` type($results)^)? $body
  }];
}

def PLD_ClusterScopeOp : PLD_ScopeOp<"cluster_scope",
    "a part that would be outlined as a Group"> {
  let arguments = (ins OptionalAttr<StrAttr>:$name_hint);
  let assemblyFormat = "($name_hint^)? attr-dict-with-keyword (`->` type($results)^)? $body";
}

def PLD_HierarchyScopeOp : PLD_ScopeOp<"hierarchy_scope",
    "a part that runs at another level of the machine"> {
  let arguments = (ins OptionalAttr<StrAttr>:$name_hint, PLD_LevelAttr:$level,
                       OptionalAttr<PLD_RoleAttr>:$role);
  let assemblyFormat = [{
    ($name_hint^)? `level` `` $level (`role` `` $role^)? attr-dict-with-keyword
    (`->` type($results)^)? $body
  }];
}

def PLD_SpmdScopeOp : PLD_ScopeOp<"spmd_scope", "a part that runs on many cores"> {
  let arguments = (ins OptionalAttr<StrAttr>:$name_hint, PLD_Integer:$core_num, UnitAttr:$sync_start);
  let assemblyFormat = [{
    ($name_hint^)? `core_num` `(` $core_num `:` type($core_num) `)` (`sync_start` $sync_start^)?
    attr-dict-with-keyword (`->` type($results)^)? $body
  }];
}

def PLD_SplitAivScopeOp : PLD_ScopeOp<"split_aiv_scope",
    "a part that is split between vector cores"> {
  let arguments = (ins OptionalAttr<StrAttr>:$name_hint, PLD_SplitModeAttr:$split, I64Attr:$count);
  let assemblyFormat = [{
    ($name_hint^)? `split` `` $split `count` $count attr-dict-with-keyword
    (`->` type($results)^)? $body
  }];
}

def PLD_RuntimeScopeOp : PLD_ScopeOp<"runtime_scope",
    "a part in which the runtime tracks dependencies"> {
  let description = "With `manual`, dependencies are given by hand.";
  let arguments = (ins OptionalAttr<StrAttr>:$name_hint, UnitAttr:$manual);
  let assemblyFormat = [{
    ($name_hint^)? (`manual` $manual^)? attr-dict-with-keyword (`->` type($results)^)? $body
  }];
}

def PLD_CommDomainScopeOp : PLD_ScopeOp<"comm_domain_scope",
    "a part in which devices share window buffers"> {
  let arguments = (ins OptionalAttr<StrAttr>:$name_hint, DenseI64ArrayAttr:$devices,
                       TypedArrayAttrBase<PLD_WindowAttr, "window buffers">:$slots);
  let assemblyFormat = [{
    ($name_hint^)? `devices` $devices `slots` $slots attr-dict-with-keyword
    (`->` type($results)^)? $body
  }];
}

#endif // PLD_DIALECT_PLD_PLDSCOPEOPS_TD

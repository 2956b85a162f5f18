//===- PLDSystemOps.td - Communication, tasks, prefetch ------*- tablegen -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_DIALECT_PLD_PLDSYSTEMOPS_TD
#define PLD_DIALECT_PLD_PLDSYSTEMOPS_TD

include "mlir/IR/SymbolInterfaces.td"
include "pld/Dialect/PLD/PLDOpBase.td"

// Operators whose meaning matters to the passes. Each is named like PyPTO's
// operator; keywords are attributes. All print alike: operands in parentheses,
// attributes, a functional type.

class PLD_SystemOp<string mnemonic, string text, list<Trait> traits = []>
    : PLD_Op<mnemonic, traits> {
  let summary = text;
  let assemblyFormat = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
}

//===----------------------------------------------------------------------===//
// Legacy void operations
//===----------------------------------------------------------------------===//

// Called for their effect. Programs of older front ends give them a result of
// type `!pld.unknown`, which nothing may use.
class PLD_VoidOp<string mnemonic, string text> : PLD_SystemOp<mnemonic, text> {
  let results = (outs Optional<PLD_UnknownType>:$legacy);
}

def PLD_TensorPutOp : PLD_VoidOp<"tensor.put", "writes a tensor to a peer"> {
  let arguments = (ins AnyType:$dst, AnyType:$peer, AnyType:$src, Variadic<AnyType>:$region,
    OptionalAttr<I64Attr>:$atomic, OptionalAttr<I64Attr>:$chunk_rows,
    OptionalAttr<I64Attr>:$chunk_cols, OptionalAttr<BoolAttr>:$pipeline);
}
def PLD_TileRemoteStoreOp : PLD_VoidOp<"tile.remote_store", "stores a tile on a peer"> {
  let arguments = (ins AnyType:$src, AnyType:$target, AnyType:$peer, AnyType:$offsets,
    OptionalAttr<I64Attr>:$atomic);
}
def PLD_TensorRemoteStoreOp : PLD_VoidOp<"tensor.remote_store", "stores a tensor on a peer"> {
  let arguments = (ins AnyType:$src, AnyType:$target, AnyType:$peer, AnyType:$offsets,
    OptionalAttr<I64Attr>:$atomic);
}
def PLD_NotifyOp : PLD_VoidOp<"system.notify", "signals a peer"> {
  let arguments = (ins AnyType:$target, AnyType:$peer, AnyType:$offsets, AnyType:$value,
    OptionalAttr<I64Attr>:$op);
}
def PLD_WaitOp : PLD_VoidOp<"system.wait", "waits for a signal"> {
  let arguments = (ins AnyType:$signal, AnyType:$offsets, AnyType:$expected,
    OptionalAttr<I64Attr>:$cmp);
}
def PLD_DeferWaitOp : PLD_VoidOp<"system.defer_wait", "waits for a signal, later"> {
  let arguments = (ins AnyType:$signal, AnyType:$offsets, AnyType:$expected,
    OptionalAttr<I64Attr>:$cmp);
}
def PLD_SetFftsOp : PLD_VoidOp<"system.set_ffts", "sets the workspace of cross-core flags"> {
  let arguments = (ins AnyType:$workspace);
}
def PLD_SyncSetOp : PLD_VoidOp<"system.sync_set", "sets a cross-core flag"> {
  let arguments = (ins Optional<AnyType>:$event_id_dyn, OptionalAttr<I64Attr>:$pipe,
    OptionalAttr<I64Attr>:$event_id, OptionalAttr<I64Attr>:$ffts_mode,
    OptionalAttr<StrAttr>:$core_type);
}
def PLD_SyncWaitOp : PLD_VoidOp<"system.sync_wait", "waits for a cross-core flag"> {
  let arguments = (ins Optional<AnyType>:$event_id_dyn, OptionalAttr<I64Attr>:$pipe,
    OptionalAttr<I64Attr>:$event_id, OptionalAttr<StrAttr>:$core_type);
}

//===----------------------------------------------------------------------===//
// Prefetch
//===----------------------------------------------------------------------===//

def PLD_PrefetchMakeContextOp : PLD_SystemOp<"prefetch.make_context",
    "makes a prefetch context"> {
  let results = (outs PLD_PrefetchContextType:$ctx);
}
def PLD_PrefetchSessionOp : PLD_SystemOp<"prefetch.session", "the session of a context"> {
  let arguments = (ins PLD_PrefetchContextType:$ctx);
  let results = (outs PLD_AsyncSessionType:$session);
}
def PLD_PrefetchAsyncOp : PLD_SystemOp<"prefetch.async_prefetch", "starts a prefetch"> {
  let arguments = (ins AnyType:$src, PLD_PrefetchContextType:$ctx);
  let results = (outs PLD_AsyncEventType:$event);
}
def PLD_PrefetchWaitOp : PLD_SystemOp<"prefetch.wait", "waits for a prefetch"> {
  let arguments = (ins PLD_AsyncEventType:$event, PLD_AsyncSessionType:$session);
  let results = (outs PLD_Scalar:$done);
}

//===----------------------------------------------------------------------===//
// Buffers shared between the members of a Group
//===----------------------------------------------------------------------===//

def PLD_ReserveBufferOp : PLD_SystemOp<"system.reserve_buffer",
    "reserves a buffer that a peer function imports"> {
  let arguments = (ins StrAttr:$name, OptionalAttr<I64Attr>:$size, OptionalAttr<I64Attr>:$base);
  let results = (outs PLD_Scalar:$address);
}
def PLD_ImportPeerBufferOp : PLD_SystemOp<"system.import_peer_buffer",
    "the address of a buffer that a peer function reserved",
    [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let description = [{
    The peer must exist, unless the operation says that it is `unresolved`: so
    it is kept where a front end names a function that the program lacks.
  }];
  let arguments = (ins StrAttr:$name, FlatSymbolRefAttr:$peer_func, UnitAttr:$unresolved);
  let results = (outs PLD_Scalar:$address);
}

//===----------------------------------------------------------------------===//
// Communication
//===----------------------------------------------------------------------===//

def PLD_AllocWindowBufferOp : PLD_SystemOp<"tensor.alloc_window_buffer",
    "allocates a window buffer of a size in bytes"> {
  let arguments = (ins AnyType:$size, OptionalAttr<StrAttr>:$name);
  let results = (outs PLD_PtrType:$buffer);
}
def PLD_WindowOp : PLD_SystemOp<"tensor.window", "views a window buffer as a tensor"> {
  let arguments = (ins AnyType:$buffer, AnyType:$shape, OptionalAttr<TypeAttr>:$dtype);
  let results = (outs PLD_DistTensorType:$tensor);
}
def PLD_GetCommCtxOp : PLD_SystemOp<"system.get_comm_ctx",
    "the communication context of a distributed tensor"> {
  let arguments = (ins AnyType:$tensor);
  let results = (outs PLD_CommCtxType:$ctx);
}
def PLD_NranksOp : PLD_SystemOp<"system.nranks", "the number of ranks of a context"> {
  let arguments = (ins AnyType:$ctx);
  let results = (outs PLD_Scalar:$count);
}
def PLD_RankOp : PLD_SystemOp<"system.rank", "the own rank in a context"> {
  let arguments = (ins AnyType:$ctx);
  let results = (outs PLD_Scalar:$rank);
}
def PLD_WorldSizeOp : PLD_SystemOp<"system.world_size", "the number of all ranks"> {
  let results = (outs PLD_Scalar:$count);
}

//===----------------------------------------------------------------------===//
// Tasks
//===----------------------------------------------------------------------===//

def PLD_TaskDummyOp : PLD_SystemOp<"system.task_dummy",
    "a task that does nothing and ends after its dependencies"> {
  let arguments = (ins Variadic<AnyType>:$deps);
  let results = (outs AnyType:$task);
}
def PLD_TaskInvalidOp : PLD_SystemOp<"system.task_invalid", "the id of no task"> {
  let results = (outs AnyType:$task);
}
def PLD_TaskIsValidOp : PLD_SystemOp<"system.task_is_valid", "whether an id is of a task"> {
  let arguments = (ins AnyType:$task);
  let results = (outs PLD_Scalar:$valid);
}

#endif // PLD_DIALECT_PLD_PLDSYSTEMOPS_TD

//===- PLDTypes.td - Types of the pld dialect --------------*- tablegen -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_DIALECT_PLD_PLDTYPES_TD
#define PLD_DIALECT_PLD_PLDTYPES_TD

include "mlir/IR/AttrTypeBase.td"
include "pld/Dialect/PLD/PLDAttributes.td"

class PLD_Type<string name, string typeMnemonic> : TypeDef<PLD_Dialect, name> {
  let mnemonic = typeMnemonic;
}

// A type that has no parameters; it prints as its mnemonic alone.
class PLD_PlainType<string name, string typeMnemonic, string text>
    : PLD_Type<name, typeMnemonic> {
  let summary = text;
  // MLIR's parser would drop what nobody reads, as in `!pld.task_id<4>`.
  let hasCustomAssemblyFormat = 1;
  let extraClassDefinition = [{
    ::mlir::Type $cppClass::parse(::mlir::AsmParser &parser) {
      ::llvm::SMLoc loc = parser.getCurrentLocation();
      if (failed(parser.parseOptionalLess()))
        return get(parser.getContext());
      parser.emitError(loc) << "'!" << name << "' has no parameters";
      return {};
    }
    void $cppClass::print(::mlir::AsmPrinter &) const {}
  }];
}

//===----------------------------------------------------------------------===//
// Shaped types
//===----------------------------------------------------------------------===//

def PLD_GlobalTensorType : PLD_Type<"GlobalTensor", "tensor"> {
  let summary = "a tensor in global memory";
  let description = [{
    Dimensions are integers, shape symbols or expressions. A view with no
    stride, plain (`nd`) layout, no valid shape and no padding is no view.

        !pld.tensor<[M, 128], f32>
        !pld.tensor<[N * 128, 64], bf16, layout = nz>
        !pld.tensor<[16, 16], f32, stride = [32, 1], valid = [m, 16], pad = zero>
  }];
  let parameters = (ins
    ArrayRefParameter<"::mlir::Attribute">:$shape,
    "::mlir::Type":$elementType,
    "::pld::Layout":$layout,
    OptionalArrayRefParameter<"::mlir::Attribute">:$stride,
    OptionalArrayRefParameter<"::mlir::Attribute">:$valid,
    "::pld::Pad":$pad,
    OptionalParameter<"::pld::MemRefAttr">:$memref);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def PLD_DistTensorType : PLD_Type<"DistTensor", "dist_tensor"> {
  let summary = "a tensor that exists on every rank";
  let description = [{
    Like `!pld.tensor`, with the window buffer through which peers reach it,
    where that is known.
  }];
  let parameters = (ins
    ArrayRefParameter<"::mlir::Attribute">:$shape,
    "::mlir::Type":$elementType,
    "::pld::Layout":$layout,
    OptionalArrayRefParameter<"::mlir::Attribute">:$stride,
    OptionalArrayRefParameter<"::mlir::Attribute">:$valid,
    "::pld::Pad":$pad,
    OptionalParameter<"::pld::MemRefAttr">:$memref,
    OptionalParameter<"::pld::WindowAttr">:$window);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def PLD_TileType : PLD_Type<"Tile", "tile"> {
  let summary = "a tile in a memory of a core";
  let description = [{
        !pld.tile<[64, 64], f32, space = vec>
        !pld.tile<[16, 16], f16, space = left, view = <row_major, col_major, 512>>
  }];
  let parameters = (ins
    ArrayRefParameter<"::mlir::Attribute">:$shape,
    "::mlir::Type":$elementType,
    "::std::optional<::pld::MemorySpace>":$space,
    OptionalParameter<"::pld::TileViewAttr">:$view,
    OptionalParameter<"::pld::MemRefAttr">:$memref);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def PLD_ArrayType : PLD_Type<"Array", "array"> {
  let summary = "a one-dimensional array of scalars";
  let description = [{
        !pld.array<4 x !pld.task_id>
  }];
  let parameters = (ins "::mlir::Attribute":$extent, "::mlir::Type":$elementType);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

//===----------------------------------------------------------------------===//
// Plain types
//===----------------------------------------------------------------------===//

def PLD_TaskIdType : PLD_PlainType<"TaskId", "task_id", "the id of a submitted task">;
def PLD_PtrType : PLD_PlainType<"Ptr", "ptr", "an address">;
def PLD_CommCtxType : PLD_PlainType<"CommCtx", "comm_ctx", "a communication context">;
def PLD_WindowBufferType : PLD_PlainType<"WindowBuffer", "window_buffer", "a window buffer">;
def PLD_MemRefValueType : PLD_PlainType<"MemRefValue", "memref_value", "a piece of storage, as a value">;
def PLD_PrefetchContextType : PLD_PlainType<"PrefetchContext", "prefetch_context",
    "the context of asynchronous prefetches">;
def PLD_AsyncEventType : PLD_PlainType<"AsyncEvent", "async_event", "an asynchronous event">;
def PLD_AsyncSessionType : PLD_PlainType<"AsyncSession", "async_session", "an asynchronous session">;
def PLD_UnknownType : PLD_PlainType<"Unknown", "unknown", "a type that was never determined">;
def PLD_HF4Type : PLD_PlainType<"HF4", "hf4", "a 4-bit float in HiFloat format">;
def PLD_HF8Type : PLD_PlainType<"HF8", "hf8", "an 8-bit float in HiFloat format">;

#endif // PLD_DIALECT_PLD_PLDTYPES_TD

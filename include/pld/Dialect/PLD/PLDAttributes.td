//===- PLDAttributes.td - Attributes of the pld dialect ----*- tablegen -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_DIALECT_PLD_PLDATTRIBUTES_TD
#define PLD_DIALECT_PLD_PLDATTRIBUTES_TD

include "mlir/IR/AttrTypeBase.td"
include "pld/Dialect/PLD/PLDEnums.td"

class PLD_Attr<string name, string attrMnemonic> : AttrDef<PLD_Dialect, name> {
  let mnemonic = attrMnemonic;
}

//===----------------------------------------------------------------------===//
// Shape expressions
//===----------------------------------------------------------------------===//

def PLD_SymAttr : PLD_Attr<"Sym", "sym"> {
  let summary = "a shape symbol";
  let description = [{
    A symbol is identified by its name within the program. Its type is the
    type of the scalar that it stands for, `index` unless said otherwise.

        #pld.sym<M>   #pld.sym<n : i64>
  }];
  let parameters = (ins "::mlir::StringAttr":$name, "::mlir::Type":$type);
  let builders = [AttrBuilderWithInferredContext<(ins "::mlir::StringAttr":$name), [{
    return $_get(name.getContext(), name,
                 ::mlir::IndexType::get(name.getContext()));
  }]>];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def PLD_ExprAttr : PLD_Attr<"Expr", "expr"> {
  let summary = "an expression over shape symbols";
  let description = [{
    Kept as written: nothing is simplified or reordered, because equality means
    "the same expression". Operands are integers (`IntegerAttr`), symbols, or
    expressions; a `call` names its operator in `callee`. Being uniqued, a
    shared sub-expression costs nothing, and prints as an alias when it is
    large. Expressions are at most 1000 deep, because much of MLIR recurses
    into attributes.

        #pld.expr<N * 128>   #pld.expr<floordiv(M + 15, 16)>
        #pld.expr<"pld.system.world_size"() : i64>
  }];
  let parameters = (ins
    "::pld::ScalarKind":$kind,
    OptionalParameter<"::mlir::StringAttr">:$callee,
    OptionalArrayRefParameter<"::mlir::Attribute">:$operands,
    "::mlir::Type":$type);
  // The storage also has what is computed from the operands.
  let genStorageClass = 0;
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Expressions that are deeper than this are not valid.
    static constexpr unsigned kMaxDepth = 1000;

    /// Whether an expression over `operands` would be deeper than that.
    static bool isTooDeep(::llvm::ArrayRef<::mlir::Attribute> operands);

    /// The length of the longest path from here to a leaf.
    unsigned getDepth() const;
    /// The number of nodes when shared ones are counted at every use: how long
    /// the text would be. It stops at the greatest number there is.
    uint64_t getTreeSize() const;
  }];
}

//===----------------------------------------------------------------------===//
// Views and storage
//===----------------------------------------------------------------------===//

def PLD_TileViewAttr : PLD_Attr<"TileView", "tile_view"> {
  let summary = "how a tile lies in its memory";
  let description = [{
    Block layout, fractal layout, fractal size in bytes, padding, compaction,
    and where given the start offset, strides and valid shape (expressions).
  }];
  let parameters = (ins
    "::pld::TileLayout":$blayout,
    "::pld::TileLayout":$slayout,
    "int64_t":$fractal,
    "::pld::Pad":$pad,
    OptionalParameter<"::mlir::StringAttr">:$compact,
    OptionalParameter<"::mlir::Attribute">:$startOffset,
    OptionalArrayRefParameter<"::mlir::Attribute">:$stride,
    OptionalArrayRefParameter<"::mlir::Attribute">:$valid);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def PLD_MemRefAttr : PLD_Attr<"MemRef", "memref"> {
  let summary = "a piece of storage";
  let description = [{
    Storage is identified by the name of its base within the program; all
    values whose types name it share it. Size and offset are in bytes.

        #pld.memref<"mem_vec_2", offset = r * 64, size = 256>
  }];
  let parameters = (ins
    "::mlir::StringAttr":$base,
    "::mlir::Attribute":$offset,
    "uint64_t":$size,
    "bool":$pinned,
    "uint64_t":$slotCount,
    OptionalParameter<"::mlir::Attribute">:$slotIndex);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def PLD_WindowAttr : PLD_Attr<"Window", "window"> {
  let summary = "a window buffer that peers can reach";
  let description = [{
    Identified by its name within the program. `base` names the pointer that it
    was allocated with; the size is in bytes.
  }];
  let parameters = (ins
    "::mlir::StringAttr":$name,
    "::mlir::StringAttr":$base,
    "::mlir::Attribute":$size,
    "bool":$loadFromHost,
    "bool":$storeToHost);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

//===----------------------------------------------------------------------===//
// Kernel registrations
//===----------------------------------------------------------------------===//

def PLD_KernelRegistrationAttr : PLD_Attr<"KernelRegistration", "kernel_registration"> {
  let summary = "a kernel as the runtime knows it";
  let description = [{
    A number, the code that runs, the core that it runs on, and one direction
    per tensor of the task. Several registrations may have the same code. Held
    by an orchestration in `pld.kernel_registrations`; its dispatches name
    registrations by number in `pld.kernel_ids`.

        #pld.kernel_registration<func_id = 0, code_name = @step, core_type = aiv,
                                 signature = [in, out]>
  }];
  let parameters = (ins
    "int64_t":$func_id,
    "::mlir::FlatSymbolRefAttr":$code_name,
    "::pld::CoreType":$core_type,
    ArrayRefParameter<"::pld::ParamDirection">:$signature);
  let assemblyFormat = [{
    `<` `func_id` `=` $func_id `,` `code_name` `=` $code_name `,` `core_type` `=` $core_type
    `,` `signature` `=` custom<Directions>($signature) `>`
  }];
  let genVerifyDecl = 1;
}

#endif // PLD_DIALECT_PLD_PLDATTRIBUTES_TD

//===- PLDEnums.td - Enumerations of the pld dialect -------*- tablegen -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_DIALECT_PLD_PLDENUMS_TD
#define PLD_DIALECT_PLD_PLDENUMS_TD

include "mlir/IR/EnumAttr.td"
include "pld/Dialect/PLD/PLDDialect.td"

// The numeric values of every enumeration below are PyPTO's, so that the
// importer can check and convert a number in one step.

class PLD_I32Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::pld";
  let genSpecializedAttr = 0;
}

// Prints as the keyword alone in an operation, as `#pld<layout nz>` elsewhere.
class PLD_EnumAttr<EnumAttrInfo info, string mnemonic>
    : EnumAttr<PLD_Dialect, info, mnemonic> {
  let assemblyFormat = "$value";
}

def PLD_FunctionKind : PLD_I32Enum<"FunctionKind", "what a function is", [
  I32EnumAttrCase<"Opaque", 0, "opaque">,
  I32EnumAttrCase<"Orchestration", 1, "orchestration">,
  I32EnumAttrCase<"InCore", 2, "incore">,
  I32EnumAttrCase<"AIC", 3, "aic">,
  I32EnumAttrCase<"AIV", 4, "aiv">,
  I32EnumAttrCase<"Group", 5, "group">,
  I32EnumAttrCase<"Spmd", 6, "spmd">,
  I32EnumAttrCase<"Graph", 8, "graph">
]>;
def PLD_FunctionKindAttr : PLD_EnumAttr<PLD_FunctionKind, "function_kind">;

def PLD_ParamDirection : PLD_I32Enum<"ParamDirection",
    "how a function uses a parameter", [
  I32EnumAttrCase<"In", 0, "in">,
  I32EnumAttrCase<"Out", 1, "out">,
  I32EnumAttrCase<"InOut", 2, "inout">
]>;

def PLD_ArgDirection : PLD_I32Enum<"ArgDirection",
    "the resolved direction of a dispatch's argument", [
  I32EnumAttrCase<"Input", 0, "input">,
  I32EnumAttrCase<"Output", 1, "output">,
  I32EnumAttrCase<"InOut", 2, "inout">,
  I32EnumAttrCase<"OutputExisting", 3, "output_existing">,
  I32EnumAttrCase<"NoDep", 4, "no_dep">,
  I32EnumAttrCase<"Scalar", 5, "scalar">
]>;
def PLD_ArgDirectionAttr : PLD_EnumAttr<PLD_ArgDirection, "arg_direction">;

def PLD_CoreType : PLD_I32Enum<"CoreType", "the kind of core that runs a kernel", [
  I32EnumAttrCase<"AIC", 0, "aic">,
  I32EnumAttrCase<"AIV", 1, "aiv">
]>;

def PLD_Level : PLD_I32Enum<"Level", "the level of the machine that runs a function", [
  I32EnumAttrCase<"AIV", 0, "aiv">,
  I32EnumAttrCase<"AIC", 1, "aic">,
  I32EnumAttrCase<"CoreGroup", 2, "core_group">,
  I32EnumAttrCase<"ChipDie", 3, "chip_die">,
  I32EnumAttrCase<"Chip", 4, "chip">,
  I32EnumAttrCase<"Host", 5, "host">,
  I32EnumAttrCase<"Cluster0", 6, "cluster_0">,
  I32EnumAttrCase<"Cluster1", 7, "cluster_1">,
  I32EnumAttrCase<"Cluster2", 8, "cluster_2">,
  I32EnumAttrCase<"Global", 9, "global">
]>;
def PLD_LevelAttr : PLD_EnumAttr<PLD_Level, "level">;

def PLD_Role : PLD_I32Enum<"Role", "the role of a function at its level", [
  I32EnumAttrCase<"Orchestrator", 0, "orchestrator">,
  I32EnumAttrCase<"SubWorker", 1, "sub_worker">
]>;
def PLD_RoleAttr : PLD_EnumAttr<PLD_Role, "role">;

def PLD_LoopKind : PLD_I32Enum<"LoopKind", "how an imported loop was meant to run", [
  I32EnumAttrCase<"Sequential", 0, "sequential">,
  I32EnumAttrCase<"Parallel", 1, "parallel">,
  I32EnumAttrCase<"Unroll", 2, "unroll">,
  I32EnumAttrCase<"Pipeline", 3, "pipeline">
]>;
def PLD_LoopKindAttr : PLD_EnumAttr<PLD_LoopKind, "loop_kind">;

def PLD_Layout : PLD_I32Enum<"Layout", "the layout of a tensor in global memory", [
  I32EnumAttrCase<"ND", 0, "nd">,
  I32EnumAttrCase<"DN", 1, "dn">,
  I32EnumAttrCase<"NZ", 2, "nz">,
  I32EnumAttrCase<"MXAZZ", 3, "mx_a_zz">,
  I32EnumAttrCase<"MXBNN", 4, "mx_b_nn">
]>;
def PLD_LayoutAttr : PLD_EnumAttr<PLD_Layout, "layout">;

def PLD_TileLayout : PLD_I32Enum<"TileLayout", "the block or fractal layout of a tile", [
  I32EnumAttrCase<"NoneBox", 0, "none_box">,
  I32EnumAttrCase<"RowMajor", 1, "row_major">,
  I32EnumAttrCase<"ColMajor", 2, "col_major">
]>;
def PLD_TileLayoutAttr : PLD_EnumAttr<PLD_TileLayout, "tile_layout">;

def PLD_Pad : PLD_I32Enum<"Pad", "the value outside of the valid shape", [
  I32EnumAttrCase<"Null", 0, "null">,
  I32EnumAttrCase<"Zero", 1, "zero">,
  I32EnumAttrCase<"Max", 2, "max">,
  I32EnumAttrCase<"Min", 3, "min">
]>;
def PLD_PadAttr : PLD_EnumAttr<PLD_Pad, "pad">;

def PLD_MemorySpace : PLD_I32Enum<"MemorySpace", "a memory of the NPU", [
  I32EnumAttrCase<"DDR", 0, "ddr">,
  I32EnumAttrCase<"Vec", 1, "vec">,
  I32EnumAttrCase<"Mat", 2, "mat">,
  I32EnumAttrCase<"Left", 3, "left">,
  I32EnumAttrCase<"Right", 4, "right">,
  I32EnumAttrCase<"Acc", 5, "acc">,
  I32EnumAttrCase<"Bias", 6, "bias">,
  I32EnumAttrCase<"ScalarLocal", 7, "scalar_local">,
  I32EnumAttrCase<"LeftScale", 8, "left_scale">,
  I32EnumAttrCase<"RightScale", 9, "right_scale">
]>;
def PLD_MemorySpaceAttr : PLD_EnumAttr<PLD_MemorySpace, "memory_space">;

def PLD_SplitMode : PLD_I32Enum<"SplitMode", "how work is split between vector cores", [
  I32EnumAttrCase<"None", 0, "none">,
  I32EnumAttrCase<"UpDown", 1, "up_down">,
  I32EnumAttrCase<"LeftRight", 2, "left_right">
]>;
def PLD_SplitModeAttr : PLD_EnumAttr<PLD_SplitMode, "split">;

// Scalar arithmetic, both in types (#pld.expr) and on values (pld.scalar).
def PLD_ScalarKind : PLD_I32Enum<"ScalarKind", "an operation on scalars", [
  I32EnumAttrCase<"Add", 0, "add">,
  I32EnumAttrCase<"Sub", 1, "sub">,
  I32EnumAttrCase<"Mul", 2, "mul">,
  I32EnumAttrCase<"FloorDiv", 3, "floordiv">,
  I32EnumAttrCase<"FloorMod", 4, "floormod">,
  I32EnumAttrCase<"Div", 5, "div">,
  I32EnumAttrCase<"Min", 6, "min">,
  I32EnumAttrCase<"Max", 7, "max">,
  I32EnumAttrCase<"Pow", 8, "pow">,
  I32EnumAttrCase<"Eq", 9, "eq">,
  I32EnumAttrCase<"Ne", 10, "ne">,
  I32EnumAttrCase<"Lt", 11, "lt">,
  I32EnumAttrCase<"Le", 12, "le">,
  I32EnumAttrCase<"Gt", 13, "gt">,
  I32EnumAttrCase<"Ge", 14, "ge">,
  I32EnumAttrCase<"And", 15, "and">,
  I32EnumAttrCase<"Or", 16, "or">,
  I32EnumAttrCase<"Xor", 17, "xor">,
  I32EnumAttrCase<"BitAnd", 18, "bitand">,
  I32EnumAttrCase<"BitOr", 19, "bitor">,
  I32EnumAttrCase<"BitXor", 20, "bitxor">,
  I32EnumAttrCase<"Shl", 21, "shl">,
  I32EnumAttrCase<"Shr", 22, "shr">,
  I32EnumAttrCase<"Abs", 23, "abs">,
  I32EnumAttrCase<"Neg", 24, "neg">,
  I32EnumAttrCase<"Not", 25, "not">,
  I32EnumAttrCase<"BitNot", 26, "bitnot">,
  I32EnumAttrCase<"Cast", 27, "cast">,
  I32EnumAttrCase<"Call", 28, "call">
]>;
def PLD_ScalarKindAttr : PLD_EnumAttr<PLD_ScalarKind, "scalar_kind">;

#endif // PLD_DIALECT_PLD_PLDENUMS_TD

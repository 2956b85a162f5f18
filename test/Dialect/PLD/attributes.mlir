// Text, generic form and bytecode of the attributes.
// RUN: pld-opt %s | FileCheck %s
// RUN: pld-opt %s | pld-opt | FileCheck %s
// RUN: pld-opt %s --mlir-print-op-generic | pld-opt | FileCheck %s
// RUN: pld-opt %s --emit-bytecode | pld-opt | FileCheck %s
// RUN: pld-opt %s --verify-roundtrip -o /dev/null

//===----------------------------------------------------------------------===//
// Enumerations
//===----------------------------------------------------------------------===//

// CHECK: test.function_kinds = [#pld<function_kind opaque>, #pld<function_kind orchestration>, #pld<function_kind incore>, #pld<function_kind aic>, #pld<function_kind aiv>, #pld<function_kind group>, #pld<function_kind spmd>, #pld<function_kind graph>]
module attributes {test.function_kinds = [
    #pld<function_kind opaque>, #pld<function_kind orchestration>, #pld<function_kind incore>,
    #pld<function_kind aic>, #pld<function_kind aiv>, #pld<function_kind group>,
    #pld<function_kind spmd>, #pld<function_kind graph>]} {}

// CHECK: test.arg_directions = [#pld<arg_direction input>, #pld<arg_direction output>, #pld<arg_direction inout>, #pld<arg_direction output_existing>, #pld<arg_direction no_dep>, #pld<arg_direction scalar>]
module attributes {test.arg_directions = [
    #pld<arg_direction input>, #pld<arg_direction output>, #pld<arg_direction inout>,
    #pld<arg_direction output_existing>, #pld<arg_direction no_dep>, #pld<arg_direction scalar>]} {}

// CHECK: test.levels = [#pld<level aiv>, #pld<level aic>, #pld<level core_group>, #pld<level chip_die>, #pld<level chip>, #pld<level host>, #pld<level cluster_0>, #pld<level cluster_1>, #pld<level cluster_2>, #pld<level global>]
module attributes {test.levels = [
    #pld<level aiv>, #pld<level aic>, #pld<level core_group>, #pld<level chip_die>, #pld<level chip>,
    #pld<level host>, #pld<level cluster_0>, #pld<level cluster_1>, #pld<level cluster_2>,
    #pld<level global>]} {}

// CHECK: test.roles = [#pld<role orchestrator>, #pld<role sub_worker>]
module attributes {test.roles = [#pld<role orchestrator>, #pld<role sub_worker>]} {}

// CHECK: test.loop_kinds = [#pld<loop_kind sequential>, #pld<loop_kind parallel>, #pld<loop_kind unroll>, #pld<loop_kind pipeline>]
module attributes {test.loop_kinds = [
    #pld<loop_kind sequential>, #pld<loop_kind parallel>, #pld<loop_kind unroll>, #pld<loop_kind pipeline>]} {}

// CHECK: test.layouts = [#pld<layout nd>, #pld<layout dn>, #pld<layout nz>, #pld<layout mx_a_zz>, #pld<layout mx_b_nn>]
module attributes {test.layouts = [
    #pld<layout nd>, #pld<layout dn>, #pld<layout nz>, #pld<layout mx_a_zz>, #pld<layout mx_b_nn>]} {}

// CHECK: test.tile_layouts = [#pld<tile_layout none_box>, #pld<tile_layout row_major>, #pld<tile_layout col_major>]
module attributes {test.tile_layouts = [
    #pld<tile_layout none_box>, #pld<tile_layout row_major>, #pld<tile_layout col_major>]} {}

// CHECK: test.pads = [#pld<pad null>, #pld<pad zero>, #pld<pad max>, #pld<pad min>]
module attributes {test.pads = [#pld<pad null>, #pld<pad zero>, #pld<pad max>, #pld<pad min>]} {}

// CHECK: test.memory_spaces = [#pld<memory_space ddr>, #pld<memory_space vec>, #pld<memory_space mat>, #pld<memory_space left>, #pld<memory_space right>, #pld<memory_space acc>, #pld<memory_space bias>, #pld<memory_space scalar_local>, #pld<memory_space left_scale>, #pld<memory_space right_scale>]
module attributes {test.memory_spaces = [
    #pld<memory_space ddr>, #pld<memory_space vec>, #pld<memory_space mat>, #pld<memory_space left>,
    #pld<memory_space right>, #pld<memory_space acc>, #pld<memory_space bias>,
    #pld<memory_space scalar_local>, #pld<memory_space left_scale>, #pld<memory_space right_scale>]} {}

// CHECK: test.splits = [#pld<split none>, #pld<split up_down>, #pld<split left_right>]
module attributes {test.splits = [#pld<split none>, #pld<split up_down>, #pld<split left_right>]} {}

// CHECK: test.scalar_kinds = [#pld<scalar_kind add>, #pld<scalar_kind bitnot>, #pld<scalar_kind cast>, #pld<scalar_kind call>]
module attributes {test.scalar_kinds = [
    #pld<scalar_kind add>, #pld<scalar_kind bitnot>, #pld<scalar_kind cast>, #pld<scalar_kind call>]} {}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

// CHECK: test.view = #pld.tile_view<row_major, col_major, 512>
module attributes {test.view = #pld.tile_view<row_major, col_major, 512>} {}
// CHECK: test.view = #pld.tile_view<none_box, none_box, -1, pad = max, compact = normal, start = m + 1, stride = [s, 1], valid = [m, n]>
module attributes {test.view = #pld.tile_view<none_box, none_box, -1, valid = [m, n], stride = [s, 1],
    start = m + 1, compact = normal, pad = max>} {}
// CHECK: test.view = #pld.tile_view<none_box, none_box, 0, compact = "">
module attributes {test.view = #pld.tile_view<none_box, none_box, 0, compact = "">} {}
// CHECK: test.view = #pld.tile_view<none_box, none_box, 9223372036854775807, compact = "a b">
module attributes {test.view = #pld.tile_view<none_box, none_box, 9223372036854775807, compact = "a b">} {}

//===----------------------------------------------------------------------===//
// Storage
//===----------------------------------------------------------------------===//

// CHECK: test.memref = #pld.memref<"mem_vec_2", offset = r * 64, size = 256>
module attributes {test.memref = #pld.memref<"mem_vec_2", offset = r * 64, size = 256>} {}
// Offset 0, size 0 and one slot need not be written.
// CHECK: test.memref = #pld.memref<"m", offset = 0, size = 0>
module attributes {test.memref = #pld.memref<"m">} {}
// CHECK: test.memref = #pld.memref<"m", offset = 4 : i64, size = 18446744073709551615, pinned, slots = 18446744073709551615, slot = i + 1>
module attributes {test.memref = #pld.memref<"m", slot = i + 1, slots = 18446744073709551615, pinned,
    size = 18446744073709551615, offset = 4 : i64>} {}
// CHECK: test.memref = #pld.memref<"\22a\\b\22 \C3\A4", offset = 0, size = 1, slots = 0>
module attributes {test.memref = #pld.memref<"\22a\\b\22 ä", offset = 0, size = 1, slots = 0>} {}

//===----------------------------------------------------------------------===//
// Window buffers
//===----------------------------------------------------------------------===//

// CHECK: test.window = #pld.window<"w", base = "p", size = 4>
module attributes {test.window = #pld.window<"w", base = "p", size = 4>} {}
// CHECK: test.window = #pld.window<"a b", base = "\22", size = "pld.system.world_size"() * 4, load_from_host, store_to_host>
module attributes {test.window = #pld.window<"a b", base = "\22",
    size = "pld.system.world_size"() * 4, store_to_host, load_from_host>} {}

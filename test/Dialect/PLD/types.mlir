// Text, generic form and bytecode of the types.
// RUN: pld-opt %s | FileCheck %s
// RUN: pld-opt %s | pld-opt | FileCheck %s
// RUN: pld-opt %s --mlir-print-op-generic | pld-opt | FileCheck %s
// RUN: pld-opt %s --emit-bytecode | pld-opt | FileCheck %s
// RUN: pld-opt %s --verify-roundtrip -o /dev/null
// RUN: pld-opt %s --mlir-print-debuginfo -o %t
// RUN: pld-opt %t --mlir-print-debuginfo | diff %t -

//===----------------------------------------------------------------------===//
// Scalars: builtin types, and the two that MLIR does not have
//===----------------------------------------------------------------------===//

// CHECK: @integers(i1, i4, i8, i16, i32, i64, index)
pld.func private opaque @integers(i1, i4, i8, i16, i32, i64, index)
// CHECK: @unsigned_integers(ui4, ui8, ui16, ui32, ui64)
pld.func private opaque @unsigned_integers(ui4, ui8, ui16, ui32, ui64)
// CHECK: @floats(f4E2M1FN, f8E4M3FN, f8E5M2, f8E8M0FNU, f16, bf16, f32, f64)
pld.func private opaque @floats(f4E2M1FN, f8E4M3FN, f8E5M2, f8E8M0FNU, f16, bf16, f32, f64)
// CHECK: @hifloats(!pld.hf4, !pld.hf8)
pld.func private opaque @hifloats(!pld.hf4, !pld.hf8)

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

// CHECK: @rank_zero(!pld.tensor<[], f32>)
pld.func private opaque @rank_zero(!pld.tensor<[], f32>)
// CHECK: @static(!pld.tensor<[16, 0, 1], bf16>)
pld.func private opaque @static(!pld.tensor<[16, 0, 1], bf16>)
// CHECK: @symbolic(!pld.tensor<[M, 128], f32>)
pld.func private opaque @symbolic(!pld.tensor<[M, 128], f32>)
// CHECK: @expression(!pld.tensor<[N * 128, floordiv(M + 15, 16)], bf16>)
pld.func private opaque @expression(!pld.tensor<[N * 128, floordiv(M + 15, 16)], bf16>)

// CHECK: @of_unsigned(!pld.tensor<[M], ui8>)
pld.func private opaque @of_unsigned(!pld.tensor<[M], ui8>)
// CHECK: @of_index(!pld.tensor<[M], index>)
pld.func private opaque @of_index(!pld.tensor<[M], index>)
// CHECK: @of_hifloat(!pld.tensor<[M], !pld.hf8>)
pld.func private opaque @of_hifloat(!pld.tensor<[M], !pld.hf8>)
// CHECK: @of_tasks(!pld.tensor<[M], !pld.task_id>)
pld.func private opaque @of_tasks(!pld.tensor<[M], !pld.task_id>)

// CHECK: @layouts(!pld.tensor<[M], f16, layout = dn>, !pld.tensor<[M], f16, layout = nz>, !pld.tensor<[M], f16, layout = mx_a_zz>, !pld.tensor<[M], f16, layout = mx_b_nn>)
pld.func private opaque @layouts(
    !pld.tensor<[M], f16, layout = dn>,
    !pld.tensor<[M], f16, layout = nz>,
    !pld.tensor<[M], f16, layout = mx_a_zz>,
    !pld.tensor<[M], f16, layout = mx_b_nn>)

// CHECK: @pads(!pld.tensor<[M], f16, pad = zero>, !pld.tensor<[M], f16, pad = max>, !pld.tensor<[M], f16, pad = min>)
pld.func private opaque @pads(
    !pld.tensor<[M], f16, pad = zero>,
    !pld.tensor<[M], f16, pad = max>,
    !pld.tensor<[M], f16, pad = min>)

// A view that says nothing is no view: these are one type.
// CHECK: @no_view(!pld.tensor<[M], f16>, !pld.tensor<[M], f16>)
pld.func private opaque @no_view(
    !pld.tensor<[M], f16>,
    !pld.tensor<[M], f16, layout = nd, stride = [], valid = [], pad = null>)

// CHECK: @view(!pld.tensor<[16, 16], f32, stride = [32, 1], valid = [m, 16], pad = zero>)
pld.func private opaque @view(!pld.tensor<[16, 16], f32, stride = [32, 1], valid = [m, 16], pad = zero>)

// Entries can be written in any order.
// CHECK: @any_order(!pld.tensor<[M], f32, layout = nz, stride = [2], valid = [M - 1], pad = max, memref = <"b", offset = 0, size = 64>>)
pld.func private opaque @any_order(
    !pld.tensor<[M], f32, memref = <"b", size = 64>, pad = max, valid = [M - 1], stride = [2], layout = nz>)

// An attribute can be written in full, too.
// CHECK: @full_attribute(!pld.tensor<[M], f32, memref = <"b", offset = 0, size = 64>>)
pld.func private opaque @full_attribute(!pld.tensor<[M], f32, memref = #pld.memref<"b", size = 64>>)

// Or be an alias.
#storage = #pld.memref<"b", size = 32>
#view = #pld.tile_view<row_major, none_box, 512>
#buffer = #pld.window<"w", base = "p", size = 8>
// CHECK: @aliases(!pld.tensor<[M], f32, memref = <"b", offset = 0, size = 32>>, !pld.tile<[M], f32, view = <row_major, none_box, 512>, memref = <"b", offset = 0, size = 32>>, !pld.dist_tensor<[M], f32, window = <"w", base = "p", size = 8>>)
pld.func private opaque @aliases(
    !pld.tensor<[M], f32, memref = #storage>,
    !pld.tile<[M], f32, view = #view, memref = #storage>,
    !pld.dist_tensor<[M], f32, window = #buffer>)

//===----------------------------------------------------------------------===//
// Distributed tensors
//===----------------------------------------------------------------------===//

// CHECK: @dist_tensor(!pld.dist_tensor<[M, 128], f32>)
pld.func private opaque @dist_tensor(!pld.dist_tensor<[M, 128], f32>)
// CHECK: @dist_tensor_in_full(!pld.dist_tensor<[M], f32, layout = nz, stride = [2], valid = [M - 1], pad = max, memref = <"b", offset = 0, size = 64>, window = <"w", base = "p", size = M * 4, load_from_host, store_to_host>>)
pld.func private opaque @dist_tensor_in_full(
    !pld.dist_tensor<[M], f32, layout = nz, stride = [2], valid = [M - 1], pad = max,
                     memref = <"b", offset = 0, size = 64>,
                     window = <"w", base = "p", size = M * 4, load_from_host, store_to_host>>)

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

// CHECK: @tile(!pld.tile<[64, 64], f32>)
pld.func private opaque @tile(!pld.tile<[64, 64], f32>)
// CHECK: @spaces(!pld.tile<[1], f32, space = ddr>, !pld.tile<[1], f32, space = vec>, !pld.tile<[1], f32, space = mat>, !pld.tile<[1], f32, space = left>, !pld.tile<[1], f32, space = right>, !pld.tile<[1], f32, space = acc>, !pld.tile<[1], f32, space = bias>, !pld.tile<[1], f32, space = scalar_local>, !pld.tile<[1], f32, space = left_scale>, !pld.tile<[1], f32, space = right_scale>)
pld.func private opaque @spaces(
    !pld.tile<[1], f32, space = ddr>, !pld.tile<[1], f32, space = vec>,
    !pld.tile<[1], f32, space = mat>, !pld.tile<[1], f32, space = left>,
    !pld.tile<[1], f32, space = right>, !pld.tile<[1], f32, space = acc>,
    !pld.tile<[1], f32, space = bias>, !pld.tile<[1], f32, space = scalar_local>,
    !pld.tile<[1], f32, space = left_scale>, !pld.tile<[1], f32, space = right_scale>)
// CHECK: @tile_view(!pld.tile<[16, 16], f16, space = left, view = <row_major, col_major, 512>>)
pld.func private opaque @tile_view(
    !pld.tile<[16, 16], f16, space = left, view = <row_major, col_major, 512>>)
// CHECK: @tile_in_full(!pld.tile<[16, 16], f16, space = left, view = <none_box, none_box, 1, pad = min, valid = [m, n]>, memref = <"b", offset = m * 4, size = 64>>)
pld.func private opaque @tile_in_full(
    !pld.tile<[16, 16], f16, memref = <"b", offset = m * 4, size = 64>,
              view = <none_box, none_box, 1, pad = min, valid = [m, n]>, space = left>)

//===----------------------------------------------------------------------===//
// Arrays and tuples
//===----------------------------------------------------------------------===//

// CHECK: @arrays(!pld.array<4 x !pld.task_id>, !pld.array<N x i32>, !pld.array<N * 2 x f32>)
pld.func private opaque @arrays(!pld.array<4 x !pld.task_id>, !pld.array<N x i32>, !pld.array<N * 2 x f32>)
// Builtin shapes need no space here, so neither does an array.
// CHECK: @dense_array(!pld.array<4 x f32>)
pld.func private opaque @dense_array(!pld.array<4xf32>)
// CHECK: @array_of_x(!pld.array<x x f32>)
pld.func private opaque @array_of_x(!pld.array<x x f32>)
// CHECK: @typed_extent(!pld.array<n : i64 x f32>, !pld.array<4 : i32 x f32>)
pld.func private opaque @typed_extent(!pld.array<(n : i64) x f32>, !pld.array<4 : i32 x f32>)

// CHECK: @tuples(tuple<>, tuple<!pld.tensor<[M], f32>, tuple<i32, !pld.task_id>>)
pld.func private opaque @tuples(tuple<>, tuple<!pld.tensor<[M], f32>, tuple<i32, !pld.task_id>>)

//===----------------------------------------------------------------------===//
// Plain types
//===----------------------------------------------------------------------===//

// CHECK: @plain(!pld.task_id, !pld.ptr, !pld.comm_ctx, !pld.window_buffer, !pld.memref_value, !pld.prefetch_context, !pld.async_event, !pld.async_session, !pld.unknown)
pld.func private opaque @plain(!pld.task_id, !pld.ptr, !pld.comm_ctx, !pld.window_buffer,
    !pld.memref_value, !pld.prefetch_context, !pld.async_event, !pld.async_session, !pld.unknown)

// The examples of the documentation of the dialect, as they are written there.
// RUN: pld-opt %s | FileCheck %s
// RUN: pld-opt %s --verify-roundtrip -o /dev/null

// CHECK:      pld.func private incore @step(%{{.*}}: !pld.tensor<[M, 128], f32>, %[[Y:.*]]: out !pld.tensor<[M, 128], f32>) -> !pld.tensor<[M, 128], f32> {
// CHECK-NEXT:   pld.return %[[Y]] : !pld.tensor<[M, 128], f32>
pld.func private incore @step(%x: !pld.tensor<[M, 128], f32>, %y: out !pld.tensor<[M, 128], f32>) -> !pld.tensor<[M, 128], f32> {
  pld.return %y : !pld.tensor<[M, 128], f32>
}
// CHECK: pld.func private aiv @ext(%x: !pld.tensor<[M], f32>) attributes {external_source = "kernels/ext.cpp"}
pld.func private aiv @ext(%x: !pld.tensor<[M], f32>) attributes {external_source = "kernels/ext.cpp"}      // no body

// CHECK-LABEL: pld.func orchestration @dispatches(
pld.func orchestration @dispatches(%a: !pld.tensor<[S, 128], f32>, %b: !pld.tensor<[S, 128], f32>,
    %c: !pld.tensor<[S, 128], f32>, %n: index {pld.symbol = "N"}, %p: i1, %t0: !pld.task_id, %t1: !pld.task_id) {
  // CHECK: pld.call @step
  %0 = pld.call @step(%a, %b) : (!pld.tensor<[S, 128], f32>, !pld.tensor<[S, 128], f32>) -> !pld.tensor<[S, 128], f32>
  // CHECK: pld.submit @step(%{{.*}}) deps(%{{.*}}) core_num(%{{.*}}) sync_start early_resolve predicate(%{{.*}}) : (
  %1, %tid = pld.submit @step(%0, %c) deps(%t0, %t1) core_num(%n) sync_start early_resolve predicate(%p)
      : (!pld.tensor<[S, 128], f32>, !pld.tensor<[S, 128], f32>) -> (!pld.tensor<[S, 128], f32>, !pld.task_id)
  pld.return
}

// CHECK-LABEL: pld.func private incore @values(
pld.func private incore @values(%v: index, %t: !pld.tensor<[M], f32>, %a: !pld.tile<[4], f32>, %i: index) {
  // CHECK: pld.bind_symbol %{{.*}} as "K" : index
  pld.bind_symbol %v as "K" : index
  // CHECK: pld.retype %{{.*}} : !pld.tensor<[M], f32> to !pld.tensor<[K], f32>
  %0 = pld.retype %t : !pld.tensor<[M], f32> to !pld.tensor<[K], f32>
  // CHECK: pld.intrinsic "tile.add"(
  %1 = pld.intrinsic "tile.add"(%a, %a) : (!pld.tile<[4], f32>, !pld.tile<[4], f32>) -> !pld.tile<[4], f32>
  // CHECK: pld.symbol_value "M" : index
  %m = pld.symbol_value "M" : index
  // CHECK: pld.scalar floormod(
  %2 = pld.scalar floormod(%i, %i) : (index, index) -> index
  // CHECK: pld.constant 5 : ui32 as ui32
  %3 = pld.constant 5 : ui32 as ui32
  pld.return
}

// CHECK: @types(!pld.tensor<[M, 128], f32>, !pld.tensor<[N * 128, 64], bf16, layout = nz>, !pld.tensor<[16, 16], f32, stride = [32, 1], valid = [m, 16], pad = zero>, !pld.tile<[64, 64], f32, space = vec>, !pld.tile<[16, 16], f16, space = left, view = <row_major, col_major, 512>>, !pld.array<4 x !pld.task_id>)
pld.func private opaque @types(
    !pld.tensor<[M, 128], f32>,
    !pld.tensor<[N * 128, 64], bf16, layout = nz>,
    !pld.tensor<[16, 16], f32, stride = [32, 1], valid = [m, 16], pad = zero>,
    !pld.tile<[64, 64], f32, space = vec>,
    !pld.tile<[16, 16], f16, space = left, view = <row_major, col_major, 512>>,
    !pld.array<4 x !pld.task_id>)

// Text, generic form and bytecode of calls and submits.
// RUN: pld-opt %s | FileCheck %s
// RUN: pld-opt %s | pld-opt | FileCheck %s
// RUN: pld-opt %s --mlir-print-op-generic | pld-opt | FileCheck %s
// RUN: pld-opt %s --emit-bytecode | pld-opt | FileCheck %s
// RUN: pld-opt %s --verify-roundtrip -o /dev/null
// RUN: pld-opt %s --mlir-print-debuginfo -o %t
// RUN: pld-opt %t --mlir-print-debuginfo | diff %t -
// RUN: FileCheck %s --check-prefix=NAMES --input-file=%t
// RUN: pld-opt %s --emit-bytecode | pld-opt | FileCheck %s --check-prefix=NAMES

pld.func private incore @nothing()
pld.func private incore @step(%x: !pld.tensor<[M, 128], f32>, %y: out !pld.tensor<[M, 128], f32>)
    -> !pld.tensor<[M, 128], f32>
pld.func private incore @scalars(%n: index, %a: i32, %b: f16) -> (i64, f32)
pld.func private incore @outputs(%x: !pld.tensor<[M], f32>, %y: out !pld.tensor<[M], f32>,
                                 %z: out !pld.tensor<[4], f32>)
pld.func private incore @with_context(%x: !pld.tensor<[M], f32>, %y: out !pld.tensor<[M], f32>,
                                      %z: out !pld.tensor<[M], f32>, %c: !pld.comm_ctx, %d: !pld.comm_ctx)
pld.func private incore @odd_types(tuple<!pld.tile<[M], f32>, i32>, !pld.array<4 x !pld.task_id>,
                                   !pld.dist_tensor<[M], f32>, !pld.unknown)
pld.func private incore @"a b"(%n: index)

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

// CHECK-LABEL: @calls(
// CHECK-SAME: %[[A:.*]]: !pld.tensor<[S, 128], f32>, %[[N:.*]]: index, %[[I:.*]]: i64, %[[T:.*]]: !pld.task_id, %[[TS:.*]]: !pld.array<4 x !pld.task_id>)
pld.func orchestration @calls(%a: !pld.tensor<[S, 128], f32>, %n: index, %i: i64, %t: !pld.task_id,
                              %ts: !pld.array<4 x !pld.task_id>) {
  // CHECK: pld.call @nothing() : () -> ()
  pld.call @nothing() : () -> ()
  // CHECK: pld.call @"a b"(%[[N]]) : (index) -> ()
  pld.call @"a b"(%n) : (index) -> ()
  // CHECK: %[[R:.*]] = pld.call @step(%[[A]], %[[A]]) : (!pld.tensor<[S, 128], f32>, !pld.tensor<[S, 128], f32>) -> !pld.tensor<[S, 128], f32>
  %0 = pld.call @step(%a, %a) : (!pld.tensor<[S, 128], f32>, !pld.tensor<[S, 128], f32>) -> !pld.tensor<[S, 128], f32>
  // CHECK: pld.call @step(%[[R]], %[[A]]) core_num(%[[N]]) : (
  %1 = pld.call @step(%0, %a) core_num(%n)
      : (!pld.tensor<[S, 128], f32>, !pld.tensor<[S, 128], f32>) -> !pld.tensor<[S, 128], f32>
  // Types that are not the usual ones are written.
  // CHECK: pld.call @nothing() core_num(%[[I]] : i64) sync_start device(%[[I]] : i64) dump(%[[A]], %[[N]] : !pld.tensor<[S, 128], f32>, index) manual_deps(%[[T]], %[[TS]] : !pld.task_id, !pld.array<4 x !pld.task_id>) compiler_deps(%[[TS]] : !pld.array<4 x !pld.task_id>) : () -> ()
  pld.call @nothing() core_num(%i : i64) sync_start device(%i : i64)
      dump(%a, %n : !pld.tensor<[S, 128], f32>, index)
      manual_deps(%t, %ts : !pld.task_id, !pld.array<4 x !pld.task_id>)
      compiler_deps(%ts : !pld.array<4 x !pld.task_id>) : () -> ()
  // The usual ones need not be.
  // CHECK: pld.call @nothing() core_num(%[[N]]) device(%[[N]]) manual_deps(%[[T]]) compiler_deps(%[[T]], %[[T]]) : () -> ()
  pld.call @nothing() core_num(%n : index) device(%n) manual_deps(%t : !pld.task_id) compiler_deps(%t, %t) : () -> ()
  // CHECK: pld.call @"a b"(%[[N]]) {arg_attrs = [{}], arg_directions = [#pld<arg_direction scalar>], pld.attrs = {}, res_attrs = [], test.a = 1 : i64} : (index) -> ()
  pld.call @"a b"(%n) {arg_directions = [#pld<arg_direction scalar>], test.a = 1, pld.attrs = {},
      arg_attrs = [{}], res_attrs = []} : (index) -> ()
  pld.return
}

// What need not be equal: dimensions, views, storage, and the width of scalars.
// CHECK-LABEL: @inexact(
pld.func orchestration @inexact(%a: !pld.tensor<[S, 64], f32, layout = nz>, %i: i64, %f: f32,
    %tuple: tuple<!pld.tile<[4], f32, space = vec>, i64>, %array: !pld.array<3 x !pld.task_id>,
    %dist: !pld.dist_tensor<[S], f32>, %u: !pld.unknown) {
  // CHECK: pld.call @step
  %0 = pld.call @step(%a, %a) : (!pld.tensor<[S, 64], f32, layout = nz>, !pld.tensor<[S, 64], f32, layout = nz>)
      -> !pld.tensor<[3, 4], f32, memref = <"m">>
  // CHECK: pld.call @scalars
  %1:2 = pld.call @scalars(%i, %i, %f) : (i64, i64, f32) -> (index, bf16)
  // CHECK: pld.call @odd_types
  pld.call @odd_types(%tuple, %array, %dist, %u)
      : (tuple<!pld.tile<[4], f32, space = vec>, i64>, !pld.array<3 x !pld.task_id>,
         !pld.dist_tensor<[S], f32>, !pld.unknown) -> ()
  pld.return
}

//===----------------------------------------------------------------------===//
// Submits
//===----------------------------------------------------------------------===//

// CHECK-LABEL: @submits(
// CHECK-SAME: %[[A:.*]]: !pld.tensor<[S, 128], f32>, %[[X:.*]]: !pld.tensor<[S], f32>, %[[N:.*]]: index, %[[I:.*]]: i64, %[[T:.*]]: !pld.task_id, %[[P:.*]]: i1, %[[C:.*]]: !pld.comm_ctx)
pld.func orchestration @submits(%a: !pld.tensor<[S, 128], f32>, %x: !pld.tensor<[S], f32>, %n: index, %i: i64,
                                %t: !pld.task_id, %p: i1, %c: !pld.comm_ctx) {
  // CHECK: %[[T0:.*]] = pld.submit @nothing() : () -> !pld.task_id
  %0 = pld.submit @nothing() : () -> !pld.task_id
  // CHECK: %[[R:.*]]:2 = pld.submit @step(%[[A]], %[[A]]) deps(%[[T0]], %[[T]]) core_num(%[[N]]) sync_start early_resolve predicate(%[[P]]) : (!pld.tensor<[S, 128], f32>, !pld.tensor<[S, 128], f32>) -> (!pld.tensor<[S, 128], f32>, !pld.task_id)
  %1, %tid = pld.submit @step(%a, %a) deps(%0, %t) core_num(%n) sync_start early_resolve predicate(%p)
      : (!pld.tensor<[S, 128], f32>, !pld.tensor<[S, 128], f32>) -> (!pld.tensor<[S, 128], f32>, !pld.task_id)
  // CHECK: pld.submit @nothing() early_resolve : () -> !pld.task_id
  %2 = pld.submit @nothing() early_resolve : () -> !pld.task_id
  // CHECK: pld.submit @nothing() deps(%[[R]]#1) core_num(%[[I]] : i64) device(%[[I]] : i64) dump(%[[N]] : index) manual_deps(%[[T]]) compiler_deps(%[[T]]) {arg_directions = []} : () -> !pld.task_id
  %3 = pld.submit @nothing() deps(%tid) core_num(%i : i64) device(%i : i64) dump(%n : index)
      manual_deps(%t) compiler_deps(%t) {arg_directions = []} : () -> !pld.task_id

  // The runtime makes outputs that are left out, from the end.
  // CHECK: pld.submit @outputs(%[[X]]) : (!pld.tensor<[S], f32>) -> !pld.task_id
  %4 = pld.submit @outputs(%x) : (!pld.tensor<[S], f32>) -> !pld.task_id
  // CHECK: pld.submit @outputs(%[[X]], %[[X]]) : (!pld.tensor<[S], f32>, !pld.tensor<[S], f32>) -> !pld.task_id
  %5 = pld.submit @outputs(%x, %x) : (!pld.tensor<[S], f32>, !pld.tensor<[S], f32>) -> !pld.task_id
  // Contexts stay, since they come after the outputs.
  // CHECK: pld.submit @with_context(%[[X]], %[[C]], %[[C]]) : (
  %6 = pld.submit @with_context(%x, %c, %c) : (!pld.tensor<[S], f32>, !pld.comm_ctx, !pld.comm_ctx) -> !pld.task_id
  // CHECK: pld.submit @with_context(%[[X]], %[[X]], %[[C]], %[[C]]) : (
  %7 = pld.submit @with_context(%x, %x, %c, %c)
      : (!pld.tensor<[S], f32>, !pld.tensor<[S], f32>, !pld.comm_ctx, !pld.comm_ctx) -> !pld.task_id
  pld.return
}

//===----------------------------------------------------------------------===//
// Names of results
//===----------------------------------------------------------------------===//

// The location keeps them.
// NAMES-LABEL: @names(
pld.func orchestration @names(%n: index, %i: i32, %f: f16) {
  // NAMES: %first, %second = pld.call @scalars
  %0:2 = pld.call @scalars(%n, %i, %f) : (index, i32, f16) -> (i64, f32)
      loc(fused<{results = ["first", "second"]}>["a.py":1:1])
  // Names that MLIR does not allow are made fit; one that is empty joins what is before.
  // NAMES: %task_id:2, %tid = pld.submit @scalars
  %1:3 = pld.submit @scalars(%n, %i, %f) : (index, i32, f16) -> (i64, f32, !pld.task_id)
      loc(fused<{results = ["task id", "", "tid"]}>["a.py":1:1])
  // As many names as results, and all of them strings, or else there are none.
  // NAMES: %{{[0-9]+}}:2 = pld.call @scalars
  %2:2 = pld.call @scalars(%n, %i, %f) : (index, i32, f16) -> (i64, f32)
      loc(fused<{results = ["first"]}>["a.py":1:1])
  // NAMES: %{{[0-9]+}}:2 = pld.call @scalars
  %3:2 = pld.call @scalars(%n, %i, %f) : (index, i32, f16) -> (i64, f32)
      loc(fused<{results = [1, 2]}>["a.py":1:1])
  // NAMES: %{{[0-9]+}}:2 = pld.call @scalars
  %4:2 = pld.call @scalars(%n, %i, %f) : (index, i32, f16) -> (i64, f32)
      loc(fused<{results = "first"}>["a.py":1:1])
  pld.return
}

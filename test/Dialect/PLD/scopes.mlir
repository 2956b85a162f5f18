// Text, generic form and bytecode of scopes.
// RUN: pld-opt %s | FileCheck %s
// RUN: pld-opt %s | pld-opt | FileCheck %s
// RUN: pld-opt %s --mlir-print-op-generic | pld-opt | FileCheck %s
// RUN: pld-opt %s --emit-bytecode | pld-opt | FileCheck %s
// RUN: pld-opt %s --verify-roundtrip -o /dev/null
// RUN: pld-opt %s --mlir-print-debuginfo -o %t
// RUN: pld-opt %t --mlir-print-debuginfo | diff %t -

// CHECK-LABEL: @incore(
pld.func private orchestration @incore(%a: i32) {
  // CHECK:      pld.incore_scope {
  // CHECK-NEXT: }
  pld.incore_scope {
  }
  // CHECK-NEXT: pld.incore_scope "a b\22" split left_right attributes {test.a = 1 : i64} {
  // CHECK-NEXT: }
  pld.incore_scope "a b\"" split left_right attributes {test.a = 1} {
    pld.yield
  }
  // CHECK-NEXT: %{{.*}}:2 = pld.incore_scope split none -> i32, index {
  // CHECK-NEXT:   %[[C:.*]] = arith.constant 1 : index
  // CHECK-NEXT:   pld.yield %{{.*}}, %[[C]] : i32, index
  // CHECK-NEXT: }
  %0:2 = pld.incore_scope split none -> i32, index {
    %c = arith.constant 1 : index
    pld.yield %a, %c : i32, index
  }
  pld.return
}

// CHECK-LABEL: @others(
// CHECK-SAME: %[[N:.*]]: index, %[[I:.*]]: i64)
pld.func private orchestration @others(%n: index, %i: i64) {
  // CHECK: pld.cluster_scope {
  pld.cluster_scope {
  }
  // CHECK: pld.cluster_scope "c" attributes {test.a} -> index {
  %0 = pld.cluster_scope "c" attributes {test.a} -> index {
    // CHECK: pld.yield {test.b} %[[N]] : index
    pld.yield {test.b} %n : index
  }
  // CHECK: pld.hierarchy_scope level host {
  pld.hierarchy_scope level host {
  }
  // CHECK: pld.hierarchy_scope "h" level cluster_2 role sub_worker attributes {test.a} -> index {
  %1 = pld.hierarchy_scope "h" level cluster_2 role sub_worker attributes {test.a} -> index {
    pld.yield %n : index
  }
  // CHECK: pld.spmd_scope core_num(%[[N]] : index) {
  pld.spmd_scope core_num(%n : index) {
  }
  // CHECK: pld.spmd_scope "s" core_num(%[[I]] : i64) sync_start attributes {test.a} -> index {
  %2 = pld.spmd_scope "s" core_num(%i : i64) sync_start attributes {test.a} -> index {
    pld.yield %n : index
  }
  // CHECK: pld.split_aiv_scope split up_down count 2 {
  pld.split_aiv_scope split up_down count 2 {
  }
  // CHECK: pld.split_aiv_scope "v" split none count -1 attributes {test.a} -> index {
  %3 = pld.split_aiv_scope "v" split none count -1 attributes {test.a} -> index {
    pld.yield %n : index
  }
  // CHECK: pld.runtime_scope {
  pld.runtime_scope {
  }
  // CHECK: pld.runtime_scope "r" manual attributes {test.a} -> index {
  %4 = pld.runtime_scope "r" manual attributes {test.a} -> index {
    pld.yield %n : index
  }
  // CHECK: pld.comm_domain_scope devices [] slots [] {
  pld.comm_domain_scope devices [] slots [] {
  }
  // CHECK: pld.comm_domain_scope "d" devices [0, -1] slots [#pld.window<"a", base = "p", size = 4>, #pld.window<"b", base = "p", size = 8, load_from_host>] attributes {test.a} -> index {
  %5 = pld.comm_domain_scope "d" devices [0, -1]
      slots [#pld.window<"a", base = "p", size = 4>, #pld.window<"b", base = "p", size = 8, load_from_host>]
      attributes {test.a} -> index {
    pld.yield %n : index
  }
  pld.return
}

// Scopes nest, and see what is around them.
// CHECK-LABEL: @nested(
pld.func private orchestration @nested(%x: !pld.tensor<[M], f32>, %c: i1) -> !pld.tensor<[M], f32> {
  // CHECK:      %[[S:.*]] = pld.hierarchy_scope level chip -> !pld.tensor<[M], f32> {
  // CHECK-NEXT:   %[[T:.*]] = pld.incore_scope -> !pld.tensor<[M], f32> {
  // CHECK-NEXT:     scf.if %{{.*}} {
  // CHECK-NEXT:     }
  // CHECK-NEXT:     pld.yield %{{.*}} : !pld.tensor<[M], f32>
  // CHECK-NEXT:   }
  // CHECK-NEXT:   pld.yield %[[T]] : !pld.tensor<[M], f32>
  // CHECK-NEXT: }
  // CHECK-NEXT: pld.return %[[S]] : !pld.tensor<[M], f32>
  %0 = pld.hierarchy_scope level chip -> !pld.tensor<[M], f32> {
    %1 = pld.incore_scope -> !pld.tensor<[M], f32> {
      scf.if %c {
      }
      pld.yield %x : !pld.tensor<[M], f32>
    }
    pld.yield %1 : !pld.tensor<[M], f32>
  }
  pld.return %0 : !pld.tensor<[M], f32>
}

// The attributes that are hung on operations of other dialects.
// CHECK-LABEL: @loops(
pld.func private orchestration @loops(%n: index) {
  // CHECK: } {pld.attrs = {pipeline_stages = 2 : i64}, pld.loop_kind = #pld<loop_kind pipeline>}
  scf.for %i = %n to %n step %n {
  } {pld.attrs = {pipeline_stages = 2}, pld.loop_kind = #pld<loop_kind pipeline>}
  pld.return
}

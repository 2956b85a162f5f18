// Text, generic form and bytecode of pld.intrinsic.
// RUN: pld-opt %s | FileCheck %s
// RUN: pld-opt %s | pld-opt | FileCheck %s
// RUN: pld-opt %s --mlir-print-op-generic | pld-opt | FileCheck %s
// RUN: pld-opt %s --emit-bytecode | pld-opt | FileCheck %s
// RUN: pld-opt %s --verify-roundtrip -o /dev/null
// RUN: pld-opt %s --mlir-print-debuginfo -o %t
// RUN: pld-opt %t --mlir-print-debuginfo | diff %t -

!t = !pld.tile<[16, 16], f32>

// CHECK-LABEL: @values(
// CHECK-SAME: %[[A:.*]]: !pld.tile<[16, 16], f32>, %[[N:.*]]: index, %[[I:.*]]: i64)
pld.func private incore @values(%a: !t, %n: index, %i: i64) {
  // CHECK: %{{.*}} = pld.intrinsic "tile.add"(%[[A]], %[[A]]) : (!pld.tile<[16, 16], f32>, !pld.tile<[16, 16], f32>) -> !pld.tile<[16, 16], f32>
  %0 = pld.intrinsic "tile.add"(%a, %a) : (!t, !t) -> !t
  // CHECK: pld.intrinsic "tile.cast"(%[[A]]) {mode = 2 : i64, target_type = f16} : (!pld.tile<[16, 16], f32>) -> !pld.tile<[16, 16], f16>
  %1 = pld.intrinsic "tile.cast"(%a) {mode = 2 : i64, target_type = f16} : (!t) -> !pld.tile<[16, 16], f16>
  // CHECK: pld.intrinsic "tile.add"(%[[A]], %[[A]]) device(%[[N]]) : (
  %2 = pld.intrinsic "tile.add"(%a, %a) device(%n) : (!t, !t) -> !t
  // CHECK: pld.intrinsic "tile.cast"(%[[A]]) device(%[[I]] : i64) {mode = -2147483648 : i64} attributes {pld.attrs = {a = 1 : i64}, test.a} : (
  %3 = pld.intrinsic "tile.cast"(%a) device(%i : i64) {mode = -2147483648 : i64} attributes {test.a, pld.attrs = {a = 1}}
      : (!t) -> !pld.tile<[16, 16], f16>
  pld.return
}

// Every kind of keyword.
// CHECK-LABEL: @keywords(
pld.func private incore @keywords(%a: !t, %s: tuple<index, index>) {
  // CHECK: pld.intrinsic "tensor.create"(%{{.*}}) {dtype = f32, init_value = 1.000000e+00 : f64, layout = #pld<layout nz>, manual_dep = true}
  %0 = pld.intrinsic "tensor.create"(%s) {dtype = f32, layout = #pld<layout nz>, manual_dep = true, init_value = 1.0 : f64}
      : (tuple<index, index>) -> !pld.tensor<[4, 4], f32>
  // CHECK: pld.intrinsic "tile.move"(%{{.*}}) {blayout = #pld<tile_layout row_major>, slayout = #pld<tile_layout none_box>, target_memory = #pld<memory_space left>}
  %1 = pld.intrinsic "tile.move"(%a) {target_memory = #pld<memory_space left>, blayout = #pld<tile_layout row_major>,
      slayout = #pld<tile_layout none_box>} : (!t) -> !t
  // CHECK: pld.intrinsic "tile.fillpad"(%{{.*}}) {pad_value = #pld<pad max>}
  %2 = pld.intrinsic "tile.fillpad"(%a) {pad_value = #pld<pad max>} : (!t) -> !t
  // CHECK: pld.intrinsic "system.syncall"() {core_type = "aiv", mode = "hard"} : () -> ()
  pld.intrinsic "system.syncall"() {core_type = "aiv", mode = "hard"} : () -> ()
  // A type that only this dialect has is a type as well.
  // CHECK: pld.intrinsic "tile.cast"(%{{.*}}) {target_type = !pld.hf8}
  %3 = pld.intrinsic "tile.cast"(%a) {target_type = !pld.hf8} : (!t) -> !pld.tile<[16, 16], !pld.hf8>
  // No keywords is not the same attribute as an empty list of them.
  // CHECK: pld.intrinsic "tile.fillpad"(%{{.*}}) {} :
  %4 = pld.intrinsic "tile.fillpad"(%a) {} : (!t) -> !t
  pld.return
}

// CHECK-LABEL: @results(
pld.func private incore @results(%a: !t) {
  // For its effect.
  // CHECK: pld.intrinsic "system.bar_all"() : () -> ()
  pld.intrinsic "system.bar_all"() : () -> ()
  // Older front ends give it a value that nothing may use.
  // CHECK: pld.intrinsic "system.bar_all"() : () -> !pld.unknown
  %0 = pld.intrinsic "system.bar_all"() : () -> !pld.unknown
  // With a value or without.
  // CHECK: pld.intrinsic "tile.tpop_from_aic"() : () -> ()
  pld.intrinsic "tile.tpop_from_aic"() : () -> ()
  // CHECK: pld.intrinsic "tile.tpop_from_aic"() : () -> !pld.tile<[16, 16], f32>
  %1 = pld.intrinsic "tile.tpop_from_aic"() : () -> !t
  pld.return
}

// CHECK-LABEL: @unchecked(
pld.func private incore @unchecked(%a: !t) {
  // CHECK: pld.intrinsic "an operator"(%{{.*}}) unchecked {anything = "goes"} : (!pld.tile<[16, 16], f32>) -> (i32, i32)
  %0:2 = pld.intrinsic "an operator"(%a) unchecked {anything = "goes"} : (!t) -> (i32, i32)
  // CHECK: pld.intrinsic "tile.add"() unchecked : () -> ()
  pld.intrinsic "tile.add"() unchecked : () -> ()
  pld.return
}

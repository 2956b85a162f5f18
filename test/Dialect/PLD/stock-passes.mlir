// MLIR's own passes leave alone what they must, and take away what they may.
// RUN: pld-opt %s --canonicalize --cse --sccp --loop-invariant-code-motion --control-flow-sink | FileCheck %s

// A branch that is always taken goes; what returns in it stays before the rest.
// CHECK-LABEL: @early_return(
// CHECK-NEXT:    pld.early_return
// CHECK-NEXT:    arith.addi
// CHECK-NEXT:    pld.return
pld.func private orchestration @early_return(%a: i32) -> i32 {
  %true = arith.constant true
  scf.if %true {
    pld.early_return %a : i32
  }
  %0 = arith.addi %a, %a : i32
  pld.return %0 : i32
}

// Types depend on bindings, though no operation does.
// CHECK-LABEL: @bindings(
// CHECK-NEXT:    pld.bind_symbol %{{.*}} as "N" : index
// CHECK-NEXT:    pld.intrinsic
// CHECK-NEXT:    pld.return
pld.func private incore @bindings(%x: !pld.tile<[4], f32>, %n: index) {
  pld.bind_symbol %n as "N" : index
  %0 = pld.intrinsic "tile.adds"(%x, %n) : (!pld.tile<[4], f32>, index) -> !pld.tile<[N], f32>
  pld.return
}

// What has no effect and no use goes.
// CHECK-LABEL: @unused(
// CHECK-NEXT:    pld.return
pld.func private incore @unused(%a: i32, %x: !pld.tensor<[M], f32>) {
  %0 = pld.constant 5 : ui32 as ui32
  %1 = pld.scalar floormod(%a, %a) : (i32, i32) -> i32
  %2 = pld.symbol_value "M" : index
  %3 = pld.undefined : i32
  %4 = pld.retype %x : !pld.tensor<[M], f32> to !pld.tensor<[4], f32>
  %5 = pld.make_tuple %a, %4 : tuple<i32, !pld.tensor<[4], f32>>
  %6 = pld.tuple_get %5[0] : tuple<i32, !pld.tensor<[4], f32>> -> i32
  pld.incore_scope {
    %7 = arith.addi %a, %6 : i32
  }
  pld.return
}

// Equal ones become one; those that differ in a type only do not.
// CHECK-LABEL: @equal(
// CHECK-NEXT:    %[[N:.*]] = pld.symbol_value "M" : index
// CHECK-NEXT:    %[[A:.*]] = pld.scalar floormod(%[[N]], %[[N]]) : (index, index) -> index
// CHECK-NEXT:    %[[B:.*]] = pld.scalar floormod(%[[N]], %[[N]]) : (index, index) -> i64
// CHECK-NEXT:    pld.return %[[A]], %[[A]], %[[B]] : index, index, i64
pld.func private incore @equal(%x: !pld.tensor<[M], f32>) -> (index, index, i64) {
  %0 = pld.symbol_value "M" : index
  %1 = pld.symbol_value "M" : index
  %2 = pld.scalar floormod(%0, %1) : (index, index) -> index
  %3 = pld.scalar floormod(%0, %0) : (index, index) -> index
  %4 = pld.scalar floormod(%0, %0) : (index, index) -> i64
  pld.return %2, %3, %4 : index, index, i64
}

// Calls, tasks and effects stay, used or not.
// CHECK-LABEL: @effects(
// CHECK:         pld.call @callee
// CHECK-NEXT:    pld.submit @callee
// CHECK-NEXT:    pld.system.set_ffts
// CHECK-NEXT:    pld.intrinsic "system.bar_all"
// CHECK-NEXT:    pld.incore_scope {
// CHECK-NEXT:      pld.intrinsic "system.bar_all"
pld.func private incore @callee() -> i32
pld.func private orchestration @effects(%a: i32) {
  %0 = pld.call @callee() : () -> i32
  %1, %tid = pld.submit @callee() : () -> (i32, !pld.task_id)
  pld.system.set_ffts(%a) : (i32) -> ()
  pld.intrinsic "system.bar_all"() : () -> ()
  pld.incore_scope {
    pld.intrinsic "system.bar_all"() : () -> ()
  }
  pld.return
}

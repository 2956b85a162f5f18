// MLIR's passes conclude nothing from a callee, and leave signatures alone.
// RUN: pld-opt %s --sccp | FileCheck %s
// RUN: pld-opt %s --sccp --remove-dead-values --inline --int-range-optimizations --canonicalize | FileCheck %s
// RUN: pld-opt %s --remove-dead-values | FileCheck %s --check-prefixes=CHECK,SIGNATURE
// RUN: pld-opt %s --symbol-dce | FileCheck %s --check-prefixes=DCE

!t = !pld.tensor<[8], f32>

// The result may be either constant.
pld.func private incore @early(%c: i1) -> i32 {
  %0 = arith.constant 1 : i32
  %1 = arith.constant 2 : i32
  scf.if %c {
    pld.early_return %0 : i32
  }
  pld.return %1 : i32
}

// A value that nobody reads stays: it is what the runtime gets.
// CHECK: pld.func private aiv @constant(%{{.*}}: i32, %{{.*}}: out i32, %{{.*}}: index) -> (i32, i32) {
pld.func private aiv @constant(%a: i32, %b: out i32, %n: index) -> (i32, i32) {
  %0 = arith.constant 7 : i32
  pld.return %b, %0 : i32, i32
}

// Never called here: its body is not dead code.
// SIGNATURE:      pld.func private incore @uncalled(%{{.*}}: i32, %{{.*}}: i1) -> i32 {
// SIGNATURE:        scf.if
// SIGNATURE-NEXT:     arith.addi
// SIGNATURE-NEXT:     pld.early_return
// SIGNATURE-NEXT:   }
// SIGNATURE-NEXT:   arith.muli
// SIGNATURE-NEXT:   pld.return
// DCE-NOT: @uncalled
pld.func private incore @uncalled(%a: i32, %c: i1) -> i32 {
  scf.if %c {
    %0 = arith.addi %a, %a : i32
    pld.early_return %0 : i32
  }
  %1 = arith.muli %a, %a : i32
  pld.return %1 : i32
}

// Who is named as a peer is used.
// DCE: @vector
// DCE: @cube
pld.func private aiv @vector(%x: out !t) -> !t {
  %0 = pld.system.reserve_buffer() {name = "slots", size = 4096 : i64} : () -> i32
  pld.return %x : !t
}
pld.func private aic @cube(%unused: !t) {
  %0 = pld.system.import_peer_buffer() {name = "slots", peer_func = @vector} : () -> i32
  pld.return
}

// Its parameter is written in another type than its argument.
pld.func private aiv @wide(%n: i64) -> i64 {
  pld.return %n : i64
}

// CHECK-LABEL: @main(
// CHECK:         %[[R:.*]] = pld.call @early(%{{.*}}) : (i1) -> i32
// CHECK-NEXT:    %[[V:.*]]:3 = pld.submit @constant(%{{.*}}, %{{.*}}, %{{.*}}) : (i32, i32, index) -> (i32, i32, !pld.task_id)
// CHECK-NEXT:    pld.submit @constant(%{{.*}}, %{{.*}}, %{{.*}}) deps(%[[V]]#2) : (i32, i32, index) -> (i32, i32, !pld.task_id)
// CHECK-NEXT:    %[[W:.*]] = pld.call @wide(%{{.*}}) : (index) -> index
// CHECK-NEXT:    pld.call @cube
// CHECK-NEXT:    pld.submit @vector() : () -> (!pld.tensor<[8], f32>, !pld.task_id)
// CHECK-NEXT:    pld.return %[[R]], %[[V]]#1, %[[W]] : i32, i32, index
pld.func orchestration @main(%x: !t, %c: i1, %n: index) -> (i32, i32, index) {
  %five = arith.constant 5 : index
  %zero = arith.constant 0 : i32
  %0 = pld.call @early(%c) : (i1) -> i32
  %1:3 = pld.submit @constant(%zero, %zero, %n) : (i32, i32, index) -> (i32, i32, !pld.task_id)
  %2:3 = pld.submit @constant(%zero, %zero, %n) deps(%1#2) : (i32, i32, index) -> (i32, i32, !pld.task_id)
  %3 = pld.call @wide(%five) : (index) -> index
  pld.call @cube(%x) : (!t) -> ()
  // The output is left out.
  %4:2 = pld.submit @vector() : () -> (!t, !pld.task_id)
  pld.return %0, %1#1, %3 : i32, i32, index
}

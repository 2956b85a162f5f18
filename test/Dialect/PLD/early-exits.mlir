// Text, generic form and bytecode of what leaves a function or a loop.
// RUN: pld-opt %s | FileCheck %s
// RUN: pld-opt %s | pld-opt | FileCheck %s
// RUN: pld-opt %s --mlir-print-op-generic | pld-opt | FileCheck %s
// RUN: pld-opt %s --emit-bytecode | pld-opt | FileCheck %s
// RUN: pld-opt %s --verify-roundtrip -o /dev/null

// CHECK:      pld.func private incore @early_return(%[[A:.*]]: i32, %[[C:.*]]: i1) -> i32 {
pld.func private incore @early_return(%a: i32, %c: i1) -> i32 {
  // CHECK-NEXT: scf.if %[[C]] {
  // CHECK-NEXT:   scf.if %[[C]] {
  // CHECK-NEXT:     pld.early_return {note = 1 : i64} %[[A]] : i32
  scf.if %c {
    scf.if %c {
      pld.early_return {note = 1} %a : i32
    }
  }
  // CHECK: pld.early_return %[[A]] : i32
  pld.early_return %a : i32
  pld.return %a : i32
}

// CHECK-LABEL: @break(
pld.func private incore @break(%a: i32, %n: index, %c: i1) -> i32 {
  // CHECK:      %[[S:.*]] = pld.loop_scope attributes {test.a} -> i32 {
  // CHECK-NEXT:   %[[L:.*]] = scf.for {{.*}} iter_args(%[[X:.*]] = %{{.*}}) -> (i32) {
  // CHECK-NEXT:     scf.if %{{.*}} {
  // CHECK-NEXT:       pld.break {note = 1 : i64} %[[X]] : i32
  // CHECK-NEXT:     }
  // CHECK-NEXT:     pld.incore_scope {
  // CHECK-NEXT:       pld.break %[[X]] : i32
  // CHECK-NEXT:     }
  // CHECK-NEXT:     scf.yield %[[X]] : i32
  // CHECK-NEXT:   }
  // CHECK-NEXT:   pld.yield %[[L]] : i32
  // CHECK-NEXT: }
  // CHECK-NEXT: pld.return %[[S]] : i32
  %0 = pld.loop_scope attributes {test.a} -> i32 {
    %1 = scf.for %i = %n to %n step %n iter_args(%x = %a) -> i32 {
      scf.if %c {
        pld.break {note = 1} %x : i32
      }
      pld.incore_scope {
        pld.break %x : i32
      }
      scf.yield %x : i32
    }
    pld.yield %1 : i32
  }
  pld.return %0 : i32
}

// In both regions of a loop, and without values. Each leaves the innermost scope.
// CHECK-LABEL: @nested(
pld.func private incore @nested(%n: index, %c: i1) {
  // CHECK:      pld.loop_scope {
  // CHECK-NEXT:   scf.while : () -> () {
  // CHECK-NEXT:     pld.break
  // CHECK-NEXT:     scf.condition(%{{.*}})
  // CHECK-NEXT:   } do {
  // CHECK-NEXT:     pld.iteration_scope attributes {test.a} {
  // CHECK-NEXT:       pld.loop_scope {
  // CHECK-NEXT:         scf.for
  // CHECK-NEXT:           pld.iteration_scope {
  // CHECK-NEXT:             pld.break
  // CHECK-NEXT:             pld.continue
  // CHECK-NEXT:           }
  // CHECK:              pld.continue {note = 1 : i64}
  // CHECK-NEXT:         pld.break
  pld.loop_scope {
    scf.while : () -> () {
      pld.break
      scf.condition(%c)
    } do {
      pld.iteration_scope attributes {test.a} {
        pld.loop_scope {
          scf.for %i = %n to %n step %n {
            pld.iteration_scope {
              pld.break
              pld.continue
            }
          }
        }
        pld.continue {note = 1}
        pld.break
      }
      scf.yield
    }
  }
  pld.return
}

// What follows has a result.
// CHECK-LABEL: @followed(
pld.func private incore @followed(%n: index) {
  // CHECK-NEXT: pld.loop_scope {
  // CHECK-NEXT:   pld.iteration_scope {
  // CHECK-NEXT:     pld.break ()
  // CHECK-NEXT:     %{{.*}} = arith.addi
  // CHECK-NEXT:     pld.continue {note = 1 : i64} ()
  // CHECK-NEXT:     %{{.*}} = arith.addi
  // CHECK-NEXT:     pld.early_return ()
  // CHECK-NEXT:     %{{.*}} = arith.addi
  pld.loop_scope {
    pld.iteration_scope {
      pld.break()
      %0 = arith.addi %n, %n : index
      pld.continue {note = 1} ()
      %1 = arith.addi %0, %n : index
      pld.early_return ()
      %2 = arith.addi %1, %n : index
    }
  }
  pld.return
}

// CHECK-LABEL: @several(
pld.func private incore @several(%n: index, %c: i1) -> i1 {
  // CHECK:      %[[R:.*]]:2 = pld.iteration_scope -> index, i1 {
  // CHECK-NEXT:   pld.continue %{{.*}}, %{{.*}} : index, i1
  // CHECK-NEXT:   pld.yield %{{.*}}, %{{.*}} : index, i1
  // CHECK-NEXT: }
  // CHECK-NEXT: pld.return %[[R]]#1 : i1
  %0:2 = pld.iteration_scope -> index, i1 {
    pld.continue %n, %c : index, i1
    pld.yield %n, %c : index, i1
  }
  pld.return %0#1 : i1
}

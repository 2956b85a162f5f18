// What may be left early is not known to end, and how often a loop runs is not
// known from its bounds; yet loops can be unrolled, peeled and replaced by their
// body.
// RUN: pld-opt %s --canonicalize --cse --sccp --loop-invariant-code-motion --control-flow-sink --remove-dead-values --int-range-optimizations --mem2reg | FileCheck %s
// RUN: pld-opt %s --scf-for-loop-peeling | FileCheck %s --check-prefix=PEEL
// RUN: pld-opt %s --scf-for-loop-peeling --canonicalize | FileCheck %s --check-prefix=FOLD

!t = !pld.tensor<[8], f32>
pld.func private aiv @use(%n: index)
pld.func private aiv @use_i32(%n: i32)

// The inner loop runs once and goes: its break leaves its scope still, and no
// other loop.
// CHECK-LABEL: @once(
// CHECK:         pld.loop_scope {
// CHECK-NEXT:      scf.for
// CHECK-NEXT:        pld.loop_scope {
// CHECK-NEXT:          scf.if %arg1 {
// CHECK-NEXT:            pld.break
// CHECK-NEXT:          }
// CHECK-NEXT:          pld.call @use
// CHECK-NEXT:        }
// CHECK-NEXT:        pld.iteration_scope {
// CHECK-NEXT:          scf.if %arg1 {
// CHECK-NEXT:            pld.continue
// CHECK-NEXT:          }
// CHECK-NEXT:          pld.call @use
// CHECK-NEXT:        }
// CHECK-NEXT:        pld.call @use
// CHECK-NEXT:        scf.if %arg2 {
// CHECK-NEXT:          pld.break
pld.func private orchestration @once(%n: index, %c: i1, %d: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pld.loop_scope {
    scf.for %i = %c0 to %n step %c1 {
      pld.loop_scope {
        scf.for %j = %c0 to %c1 step %c1 {
          scf.if %c {
            pld.break
          }
          pld.call @use(%j) : (index) -> ()
        }
      }
      scf.for %j = %c0 to %c1 step %c1 {
        pld.iteration_scope {
          scf.if %c {
            pld.continue
          }
          pld.call @use(%j) : (index) -> ()
        }
      }
      pld.call @use(%i) : (index) -> ()
      scf.if %d {
        pld.break
      }
    }
  }
  pld.return
}

// The result is 1, 2 or 3; neither the initial value nor what is yielded is
// known to be it.
// CHECK-LABEL: @results(
// CHECK:         %[[R:.*]]:2 = pld.loop_scope -> i32, i32 {
// CHECK:           scf.if
// CHECK:             pld.break %c2{{.*}}, %c3{{.*}} : i32, i32
// CHECK:         pld.call @use_i32(%[[R]]#0)
// CHECK-NEXT:    pld.call @use_i32(%[[R]]#1)
pld.func private orchestration @results(%n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  %0:2 = pld.loop_scope -> i32, i32 {
    %1:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %one, %y = %three) -> (i32, i32) {
      scf.if %c {
        pld.break %two, %three : i32, i32
      }
      pld.call @use(%i) : (index) -> ()
      scf.yield %x, %y : i32, i32
    }
    pld.yield %1#0, %1#1 : i32, i32
  }
  pld.call @use_i32(%0#0) : (i32) -> ()
  pld.call @use_i32(%0#1) : (i32) -> ()
  pld.return
}

// An operation that nobody reads may leave; nothing with an effect moves across.
// CHECK-LABEL: @effects(
// CHECK:         scf.if %arg0 {
// CHECK-NEXT:      pld.early_return
// CHECK-NEXT:    }
// CHECK-NEXT:    pld.call @use
// CHECK-NEXT:    pld.runtime_scope {
// CHECK-NEXT:      scf.if %arg1 {
// CHECK-NEXT:        pld.early_return
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    pld.call @use
// CHECK-NEXT:    pld.return
pld.func private orchestration @effects(%c: i1, %d: i1, %n: index) {
  %0 = scf.if %c -> i32 {
    pld.early_return ()
    %1 = arith.constant 1 : i32
    scf.yield %1 : i32
  } else {
    %1 = arith.constant 2 : i32
    scf.yield %1 : i32
  }
  pld.call @use(%n) : (index) -> ()
  pld.runtime_scope {
    scf.if %d {
      pld.early_return
    }
  }
  pld.call @use(%n) : (index) -> ()
  pld.return
}

// Memory that is written before and after an early exit.
// CHECK-LABEL: @memory(
// CHECK:         memref.store %arg0
// CHECK:         pld.loop_scope
// CHECK:           memref.store %arg1
// CHECK:           pld.break
// CHECK:           memref.store %arg0
// CHECK:         %[[V:.*]] = memref.load
// CHECK-NEXT:    pld.call @use_i32(%[[V]])
pld.func private orchestration @memory(%a: i32, %b: i32, %n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %o = %c0 to %n step %c1 {
    %m = memref.alloca() : memref<i32>
    memref.store %a, %m[] : memref<i32>
    pld.loop_scope {
      scf.for %i = %c0 to %n step %c1 {
        memref.store %b, %m[] : memref<i32>
        scf.if %c {
          pld.break
        }
        memref.store %a, %m[] : memref<i32>
      }
    }
    %0 = memref.load %m[] : memref<i32>
    pld.call @use_i32(%0) : (i32) -> ()
  }
  pld.return
}

// Both loops are in the scope.
// PEEL-LABEL: @peeled(
// PEEL:         pld.loop_scope {
// PEEL:           scf.for
// PEEL-NEXT:        pld.iteration_scope {
// PEEL:               pld.break
// PEEL:               pld.continue
// PEEL:               pld.call @use
// PEEL:           scf.for
// PEEL-NEXT:        pld.iteration_scope {
// PEEL:               pld.break
// PEEL:               pld.continue
// PEEL:               pld.call @use
// PEEL:         pld.call @use
// FOLD-LABEL: @peeled(
// FOLD:         pld.loop_scope {
// FOLD-NEXT:      scf.for
// FOLD-NEXT:        pld.iteration_scope {
// FOLD:               pld.break
// FOLD:               pld.continue
// FOLD:               pld.call @use
// FOLD:           pld.iteration_scope {
// FOLD:             pld.break
// FOLD:             pld.continue
// FOLD:             pld.call @use
// FOLD:         pld.call @use
pld.func private orchestration @peeled(%c: i1, %d: i1) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c10 = arith.constant 10 : index
  pld.loop_scope {
    scf.for %i = %c0 to %c10 step %c4 {
      pld.iteration_scope {
        scf.if %c {
          pld.break
        }
        scf.if %d {
          pld.continue
        }
        pld.call @use(%i) : (index) -> ()
      }
    }
  }
  pld.call @use(%c0) : (index) -> ()
  pld.return
}

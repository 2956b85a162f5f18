// Kernels that are equal up to a renaming of symbols, where every dispatch of the
// one can bind the other's signature.
//
// RUN: pld-opt %s -split-input-file --pld-deduplicate-outlined-kernels="report-file=-" -o /dev/null | FileCheck %s
// What becomes of the program: calls keep their types.
// RUN: pld-opt %s -split-input-file --pld-deduplicate-outlined-kernels | FileCheck %s --check-prefix=AFTER
// The result is what another run would leave.
// RUN: pld-opt %s -split-input-file --pld-deduplicate-outlined-kernels -o %t.mlir
// RUN: pld-opt %t.mlir -split-input-file --pld-deduplicate-outlined-kernels | diff %t.mlir -

// Each caller's own symbols, one of which has the name of the representative's,
// but is something else; a static caller; an expression.
// CHECK:      "bindings": {
// CHECK-NEXT:   "M": [
// CHECK-NEXT:     "N",
// CHECK-NEXT:     "64",
// CHECK-NEXT:     "N + 1"
// CHECK-NEXT:   ],
// CHECK-NEXT:   "N": [
// CHECK-NEXT:     "M",
// CHECK-NEXT:     "32"
// CHECK-NEXT:   ]
// CHECK-NEXT: },
// CHECK-NEXT: "calls": 3,
// CHECK-NEXT: "from": "b",
// CHECK-NEXT: "how": "proved",
// CHECK-NEXT: "to": "a"
// AFTER-LABEL: module @renamed
// AFTER:      pld.func private aiv @a(
// AFTER-NOT:  @b(%arg0
// AFTER:      pld.call @a(%{{.*}}) : (!pld.tensor<[N, M], f32>) -> !pld.tensor<[M, N], f32>
// AFTER-NEXT: pld.call @a(%{{.*}}) : (!pld.tensor<[64, 32], f32>) -> !pld.tensor<[32, 64], f32>
// AFTER-NEXT: pld.call @a(%{{.*}}) : (!pld.tensor<[N + 1, M], f32>) -> !pld.tensor<[M, N + 1], f32>
module @renamed {
  pld.func private aiv @a(%x: !pld.tensor<[M, N], f32>) -> !pld.tensor<[N, M], f32> {
    %0 = pld.intrinsic "tensor.create"() unchecked : () -> !pld.tensor<[N, M], f32>
    pld.return %0 : !pld.tensor<[N, M], f32>
  }
  pld.func private aiv @b(%x: !pld.tensor<[P, Q], f32>) -> !pld.tensor<[Q, P], f32> {
    %0 = pld.intrinsic "tensor.create"() unchecked : () -> !pld.tensor<[Q, P], f32>
    pld.return %0 : !pld.tensor<[Q, P], f32>
  }
  pld.func orchestration @main(%x: !pld.tensor<[N, M], f32>, %y: !pld.tensor<[64, 32], f32>,
                               %z: !pld.tensor<[N + 1, M], f32>) {
    %0 = pld.call @b(%x) : (!pld.tensor<[N, M], f32>) -> !pld.tensor<[M, N], f32>
    %1 = pld.call @b(%y) : (!pld.tensor<[64, 32], f32>) -> !pld.tensor<[32, 64], f32>
    %2 = pld.call @b(%z) : (!pld.tensor<[N + 1, M], f32>) -> !pld.tensor<[M, N + 1], f32>
    %3 = pld.call @a(%x) : (!pld.tensor<[N, M], f32>) -> !pld.tensor<[M, N], f32>
    pld.return
  }
}

// -----

// A symbol that comes again, and composites of one form: also with an integer
// where the symbol was.
// CHECK:      "M": [
// CHECK-NEXT:   "S",
// CHECK-NEXT:   "8"
// CHECK-NEXT: ],
// CHECK-NEXT: "N": [
// CHECK-NEXT:   "S * 2",
// CHECK-NEXT:   "8"
// CHECK-NEXT: ]
// CHECK:      "calls": 2,
// CHECK-NEXT: "from": "b",
// CHECK-NEXT: "how": "proved",
// CHECK-NEXT: "to": "a"
module @repeated {
  pld.func private aiv @a(%x: !pld.tensor<[M, M], f32>, %y: !pld.tensor<[N * 128, M], f32>) {
    pld.return
  }
  pld.func private aiv @b(%x: !pld.tensor<[K, K], f32>, %y: !pld.tensor<[L * 128, K], f32>) {
    pld.return
  }
  pld.func orchestration @main(%x: !pld.tensor<[S, S], f32>, %y: !pld.tensor<[(S * 2) * 128, S], f32>,
                               %v: !pld.tensor<[8, 8], f32>, %w: !pld.tensor<[8 * 128, 8], f32>) {
    pld.call @b(%x, %y) : (!pld.tensor<[S, S], f32>, !pld.tensor<[(S * 2) * 128, S], f32>) -> ()
    pld.call @b(%v, %w) : (!pld.tensor<[8, 8], f32>, !pld.tensor<[8 * 128, 8], f32>) -> ()
    pld.call @a(%x, %y) : (!pld.tensor<[S, S], f32>, !pld.tensor<[(S * 2) * 128, S], f32>) -> ()
    pld.return
  }
}

// -----

// A scalar that is a dimension, beside a symbol that is renamed: a constant, a
// symbol, arithmetic; and one whose symbol no type uses, which can be anything.
// CHECK:      "D": [
// CHECK-NEXT:   "16",
// CHECK-NEXT:   "S",
// CHECK-NEXT:   "S * 2"
// CHECK-NEXT: ],
// CHECK-NEXT: "F": [
// CHECK-NEXT:   "S"
// CHECK-NEXT: ],
// CHECK-NEXT: "M": [
// CHECK-NEXT:   "S"
// CHECK-NEXT: ]
// CHECK:      "calls": 3,
// CHECK-NEXT: "from": "b",
// CHECK-NEXT: "how": "proved",
// CHECK-NEXT: "to": "a"
module @scalars {
  pld.func private aiv @a(%x: !pld.tensor<[M, D], f32>, %d: index {pld.symbol = "D"},
                          %any: index {pld.symbol = "F"}) -> !pld.tensor<[D, M], f32> {
    %0 = pld.intrinsic "tensor.create"() unchecked : () -> !pld.tensor<[D, M], f32>
    pld.return %0 : !pld.tensor<[D, M], f32>
  }
  pld.func private aiv @b(%x: !pld.tensor<[N, E], f32>, %e: index {pld.symbol = "E"},
                          %any: index {pld.symbol = "F"}) -> !pld.tensor<[E, N], f32> {
    %0 = pld.intrinsic "tensor.create"() unchecked : () -> !pld.tensor<[E, N], f32>
    pld.return %0 : !pld.tensor<[E, N], f32>
  }
  pld.func orchestration @main(%x: !pld.tensor<[S, 16], f32>, %y: !pld.tensor<[S, S], f32>,
                               %z: !pld.tensor<[S, S * 2], f32>, %any: index) {
    %c2 = arith.constant 2 : index
    %c16 = arith.constant 16 : index
    %s = pld.symbol_value "S" : index
    %s2 = arith.muli %s, %c2 : index
    %0 = pld.call @b(%x, %c16, %any) : (!pld.tensor<[S, 16], f32>, index, index) -> !pld.tensor<[16, S], f32>
    %1 = pld.call @b(%y, %s, %s) : (!pld.tensor<[S, S], f32>, index, index) -> !pld.tensor<[S, S], f32>
    %2 = pld.call @b(%z, %s2, %any) : (!pld.tensor<[S, S * 2], f32>, index, index) -> !pld.tensor<[S * 2, S], f32>
    %3 = pld.call @a(%x, %c16, %any) : (!pld.tensor<[S, 16], f32>, index, index) -> !pld.tensor<[16, S], f32>
    pld.return
  }
}

// -----

// Calls in an Spmd wrapper, in the wrapper's symbols; its own calls are others.
// CHECK:      "M": [
// CHECK-NEXT:   "W"
// CHECK-NEXT: ]
// CHECK:      "from": "b",
// CHECK-NEXT: "how": "proved",
// AFTER-LABEL: module @wrapper
// AFTER: pld.func private spmd @wrapper(
// AFTER-NEXT: pld.call @a(%{{.*}}) : (!pld.tensor<[W, 8], f32>) -> ()
module @wrapper {
  pld.func private aiv @a(%x: !pld.tensor<[M, 8], f32>) {
    pld.return
  }
  pld.func private aiv @b(%x: !pld.tensor<[N, 8], f32>) {
    pld.return
  }
  pld.func private spmd @wrapper(%x: !pld.tensor<[W, 8], f32>) {
    pld.call @b(%x) : (!pld.tensor<[W, 8], f32>) -> ()
    pld.return
  }
  pld.func orchestration @main(%x: !pld.tensor<[4, 8], f32>) {
    pld.call @wrapper(%x) : (!pld.tensor<[4, 8], f32>) -> ()
    pld.call @a(%x) : (!pld.tensor<[4, 8], f32>) -> ()
    pld.return
  }
}

// -----

// Submits that supply all outputs keep what belongs to the task.
// CHECK:      "from": "b",
// CHECK-NEXT: "how": "proved",
// AFTER-LABEL: module @submits
// AFTER: %[[FIRST:.*]]:2 = pld.submit @a(%{{.*}}, %[[OUT:.*]]) : (
// AFTER: pld.submit @a(%[[FIRST]]#0, %[[OUT]]) deps(%[[FIRST]]#1) early_resolve : (!pld.tensor<[S], f32>, !pld.tensor<[S], f32>) -> (!pld.tensor<[S], f32>, !pld.task_id)
module @submits {
  pld.func private aiv @a(%x: !pld.tensor<[M], f32>, %out: out !pld.tensor<[M], f32>) -> !pld.tensor<[M], f32> {
    pld.return %out : !pld.tensor<[M], f32>
  }
  pld.func private aiv @b(%x: !pld.tensor<[N], f32>, %out: out !pld.tensor<[N], f32>) -> !pld.tensor<[N], f32> {
    pld.return %out : !pld.tensor<[N], f32>
  }
  pld.func orchestration @main(%x: !pld.tensor<[S], f32>, %out: !pld.tensor<[S], f32>) {
    %0, %t0 = pld.submit @a(%x, %out) : (!pld.tensor<[S], f32>, !pld.tensor<[S], f32>) -> (!pld.tensor<[S], f32>, !pld.task_id)
    %1, %t1 = pld.submit @b(%0, %out) deps(%t0) early_resolve
        : (!pld.tensor<[S], f32>, !pld.tensor<[S], f32>) -> (!pld.tensor<[S], f32>, !pld.task_id)
    pld.return
  }
}

// -----

// A weight in NZ layout.
// CHECK:      "from": "b",
// CHECK-NEXT: "how": "proved",
module @nz {
  pld.func private aic @a(%x: !pld.tensor<[M, 64], bf16>, %w: !pld.tensor<[64, K], bf16, layout = nz>) {
    pld.return
  }
  pld.func private aic @b(%x: !pld.tensor<[N, 64], bf16>, %w: !pld.tensor<[64, L], bf16, layout = nz>) {
    pld.return
  }
  pld.func orchestration @main(%x: !pld.tensor<[S, 64], bf16>, %w: !pld.tensor<[64, 32], bf16, layout = nz>) {
    pld.call @a(%x, %w) : (!pld.tensor<[S, 64], bf16>, !pld.tensor<[64, 32], bf16, layout = nz>) -> ()
    pld.call @b(%x, %w) : (!pld.tensor<[S, 64], bf16>, !pld.tensor<[64, 32], bf16, layout = nz>) -> ()
    pld.return
  }
}

// -----

// The names of symbols can be swapped, if the calls agree.
// CHECK:      "M": [
// CHECK-NEXT:   "R"
// CHECK-NEXT: ],
// CHECK-NEXT: "N": [
// CHECK-NEXT:   "C"
// CHECK-NEXT: ]
// CHECK:      "from": "b",
// CHECK-NEXT: "how": "proved",
module @swapped {
  pld.func private aiv @a(%x: !pld.tensor<[M, N], f32>) {
    %0 = pld.symbol_value "M" : index
    pld.return
  }
  pld.func private aiv @b(%x: !pld.tensor<[N, M], f32>) {
    %0 = pld.symbol_value "N" : index
    pld.return
  }
  pld.func orchestration @main(%x: !pld.tensor<[R, C], f32>) {
    pld.call @a(%x) : (!pld.tensor<[R, C], f32>) -> ()
    pld.call @b(%x) : (!pld.tensor<[R, C], f32>) -> ()
    pld.return
  }
}

// -----

// What a kernel says of itself is no reason to keep it.
// CHECK:      "from": "b",
// CHECK-NEXT: "how": "proved",
// CHECK-NEXT: "to": "a"
// AFTER-LABEL: module @itself
// AFTER-NOT: @b
module @itself {
  pld.func private aiv @a(%x: !pld.tensor<[M], f32>) {
    %0 = pld.system.import_peer_buffer() {name = "s", peer_func = @a} : () -> i32
    pld.return
  }
  pld.func private aiv @b(%x: !pld.tensor<[N], f32>) {
    %0 = pld.system.import_peer_buffer() {name = "s", peer_func = @b} : () -> i32
    pld.return
  }
  pld.func orchestration @main(%x: !pld.tensor<[S], f32>) {
    pld.call @a(%x) : (!pld.tensor<[S], f32>) -> ()
    pld.call @b(%x) : (!pld.tensor<[S], f32>) -> ()
    pld.return
  }
}

// -----

// Nothing names @b, so that it stays. Were @c to become it, then something would,
// and a second run would have to merge it with @a.
// CHECK:      "from": "c",
// CHECK-NEXT: "how": "proved",
// CHECK-NEXT: "to": "a"
// AFTER-LABEL: module @unreferenced
// AFTER: @b(%arg0
// AFTER: pld.call @a(
module @unreferenced {
  pld.func private aiv @a(%x: !pld.tensor<[M], f32>) {
    pld.return
  }
  pld.func private aiv @b(%x: !pld.tensor<[N], f32>) {
    pld.return
  }
  pld.func private aiv @c(%x: !pld.tensor<[N], f32>) {
    pld.return
  }
  pld.func orchestration @main(%x: !pld.tensor<[S], f32>) {
    pld.call @c(%x) : (!pld.tensor<[S], f32>) -> ()
    pld.return
  }
}

// -----

// A task id is a scalar of the signature, in which nothing is to be bound.
// CHECK:      "S"
// CHECK:      "from": "b",
// CHECK-NEXT: "how": "proved",
// CHECK-NEXT: "to": "a"
// AFTER-LABEL: module @task_ids
// AFTER: pld.func private aiv @a(
// AFTER-NOT: @b(
module @task_ids {
  pld.func private aiv @a(%x: !pld.tensor<[M], f32>, %t: !pld.task_id) -> !pld.task_id {
    pld.return %t : !pld.task_id
  }
  pld.func private aiv @b(%x: !pld.tensor<[N], f32>, %t: !pld.task_id) -> !pld.task_id {
    pld.return %t : !pld.task_id
  }
  pld.func orchestration @main(%x: !pld.tensor<[S], f32>, %t: !pld.task_id) {
    %0 = pld.call @a(%x, %t) : (!pld.tensor<[S], f32>, !pld.task_id) -> !pld.task_id
    %1 = pld.call @b(%x, %0) : (!pld.tensor<[S], f32>, !pld.task_id) -> !pld.task_id
    pld.return
  }
}

// -----

// Results in the callee's own symbols, which an Spmd wrapper does not have: they say
// the same by role, whatever the survivor calls it. The second wrapper has two such
// calls, and the third one a result in its own symbols beside the callee's.
// CHECK:      "from": "b",
// CHECK-NEXT: "how": "proved",
// CHECK-NEXT: "to": "a"
// CHECK:      "from": "d",
// CHECK-NEXT: "how": "proved",
// CHECK-NEXT: "to": "c"
// AFTER-LABEL: module @callees_symbols
// AFTER: pld.func spmd @wrapper_b
// AFTER-NEXT: pld.call @a(%{{.*}}) : (!pld.tensor<[T, 8], f32>) -> !pld.tensor<[N, 8], f32>
// AFTER: pld.func spmd @wrapper_b2
// AFTER-NEXT: pld.call @a(%{{.*}}) : (!pld.tensor<[T, 8], f32>) -> !pld.tensor<[N, 8], f32>
// AFTER-NEXT: pld.call @a(%{{.*}}) : (!pld.tensor<[64, 8], f32>) -> !pld.tensor<[N, 8], f32>
// AFTER: pld.func spmd @wrapper_d
// AFTER-NEXT: pld.call @c(%{{.*}}) : (!pld.tensor<[T, U], f32>) -> (!pld.tensor<[P, Q], f32>, !pld.tensor<[U], f32>)
module @callees_symbols {
  pld.func private aiv @a(%x: inout !pld.tensor<[M, 8], f32>) -> !pld.tensor<[M, 8], f32> {
    pld.return %x : !pld.tensor<[M, 8], f32>
  }
  pld.func private aiv @b(%x: inout !pld.tensor<[N, 8], f32>) -> !pld.tensor<[N, 8], f32> {
    pld.return %x : !pld.tensor<[N, 8], f32>
  }
  pld.func private aic @c(%x: inout !pld.tensor<[K, L], f32>) -> (!pld.tensor<[K, L], f32>, !pld.tensor<[L], f32>) {
    %0 = pld.intrinsic "tensor.create"() unchecked : () -> !pld.tensor<[L], f32>
    pld.return %x, %0 : !pld.tensor<[K, L], f32>, !pld.tensor<[L], f32>
  }
  pld.func private aic @d(%x: inout !pld.tensor<[P, Q], f32>) -> (!pld.tensor<[P, Q], f32>, !pld.tensor<[Q], f32>) {
    %0 = pld.intrinsic "tensor.create"() unchecked : () -> !pld.tensor<[Q], f32>
    pld.return %x, %0 : !pld.tensor<[P, Q], f32>, !pld.tensor<[Q], f32>
  }
  pld.func spmd @wrapper_a(%x: inout !pld.tensor<[T, 8], f32>) -> !pld.tensor<[T, 8], f32> {
    %0 = pld.call @a(%x) : (!pld.tensor<[T, 8], f32>) -> !pld.tensor<[T, 8], f32>
    pld.return %0 : !pld.tensor<[T, 8], f32>
  }
  pld.func spmd @wrapper_b(%x: inout !pld.tensor<[T, 8], f32>) -> !pld.tensor<[N, 8], f32> attributes {free_symbols = ["N"]} {
    %0 = pld.call @b(%x) : (!pld.tensor<[T, 8], f32>) -> !pld.tensor<[N, 8], f32>
    pld.return %0 : !pld.tensor<[N, 8], f32>
  }
  pld.func spmd @wrapper_b2(%x: inout !pld.tensor<[T, 8], f32>, %y: inout !pld.tensor<[64, 8], f32>) attributes {free_symbols = ["N"]} {
    %0 = pld.call @b(%x) : (!pld.tensor<[T, 8], f32>) -> !pld.tensor<[N, 8], f32>
    %1 = pld.call @b(%y) : (!pld.tensor<[64, 8], f32>) -> !pld.tensor<[N, 8], f32>
    pld.return
  }
  pld.func spmd @wrapper_c(%x: inout !pld.tensor<[T, U], f32>) {
    %0:2 = pld.call @c(%x) : (!pld.tensor<[T, U], f32>) -> (!pld.tensor<[T, U], f32>, !pld.tensor<[U], f32>)
    pld.return
  }
  pld.func spmd @wrapper_d(%x: inout !pld.tensor<[T, U], f32>) attributes {free_symbols = ["P", "Q"]} {
    %0:2 = pld.call @d(%x) : (!pld.tensor<[T, U], f32>) -> (!pld.tensor<[P, Q], f32>, !pld.tensor<[U], f32>)
    pld.return
  }
}

// Dispatches that are unchecked: what cannot be judged is kept, and the reason says why.
// RUN: pld-opt %s --split-input-file --pld-deduplicate-outlined-kernels | FileCheck %s
// RUN: pld-opt %s --split-input-file --pld-deduplicate-outlined-kernels --remark-format=emitRemark --remarks-filter=pld-dedup -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHY

// A callee that does not exist: nothing is merged.
// WHY: "@a_0 stays", detail="'@gone' is not resolved where 'pld.unchecked_dispatch' names it in @missing_callee", reason=incomplete-index
// CHECK-LABEL: @missing_callee
// CHECK: pld.call @a_0()
pld.func private incore @a() {
  pld.return
}
pld.func private incore @a_0() {
  pld.return
}
pld.func orchestration @missing_callee() {
  pld.call @a() : () -> ()
  pld.call @a_0() : () -> ()
  pld.unchecked_dispatch @gone() : () -> ()
  pld.return
}

// -----

// So it is with a peer.
// WHY: "@a_0 stays", detail="'@nobody' is not resolved {{.*}}", reason=incomplete-index
// CHECK-LABEL: @missing_peer
// CHECK: pld.call @a_0()
pld.func private aic @a() {
  pld.return
}
pld.func private aic @a_0() {
  pld.return
}
pld.func private aic @imports() {
  %0 = pld.system.import_peer_buffer() {name = "ring", peer_func = @nobody, unresolved} : () -> i32
  pld.return
}
pld.func orchestration @missing_peer() {
  pld.call @a() : () -> ()
  pld.call @a_0() : () -> ()
  pld.call @imports() : () -> ()
  pld.return
}

// -----

// Two kernels with one signature are one for whoever names them, a proof is not
// possible for what is unchecked, and a kernel that dispatches is kept.
// WHY-DAG: "@calls_0 stays", detail="calls what is not a function of the program, by 'pld.unchecked_dispatch'", reason=helper-call
// WHY-DAG: "@s_0 stays", detail="{{.*}}'pld.unchecked_dispatch' names it, {{.*}}", reason=proof-failed
// CHECK-LABEL: @existing_callee
// CHECK: pld.unchecked_dispatch @a(%{{.*}}) : (i32) -> ()
// CHECK: pld.unchecked_dispatch @s_0(%{{.*}}) : (i32) -> ()
// CHECK: pld.call @calls_0()
pld.func private incore @a(%x: f32) {
  pld.return
}
pld.func private incore @a_0(%x: f32) {
  pld.return
}
pld.func private incore @s(%x: !pld.tensor<[M], f32>) {
  pld.annotate "function" "differs"()
  pld.return
}
pld.func private incore @s_0(%x: !pld.tensor<[N], f32>) {
  pld.annotate "function" "differs"()
  pld.return
}
pld.func private incore @calls() {
  %0 = arith.constant 1 : i32
  pld.unchecked_dispatch @a(%0) : (i32) -> ()
  pld.return
}
pld.func private incore @calls_0() {
  %0 = arith.constant 1 : i32
  pld.unchecked_dispatch @a(%0) : (i32) -> ()
  pld.return
}
pld.func orchestration @existing_callee(%i: i32, %f: f32, %t: !pld.tensor<[K], f32>) {
  pld.call @a(%f) : (f32) -> ()
  pld.unchecked_dispatch @a_0(%i) : (i32) -> ()
  pld.call @s(%t) : (!pld.tensor<[K], f32>) -> ()
  pld.unchecked_dispatch @s_0(%i) : (i32) -> ()
  pld.call @calls() : () -> ()
  pld.call @calls_0() : () -> ()
  pld.return
}

// Text, generic form and bytecode of what a program does not agree on.
// RUN: pld-opt %s | FileCheck %s
// RUN: pld-opt %s --mlir-print-op-generic | pld-opt | FileCheck %s
// RUN: pld-opt %s --emit-bytecode | pld-opt | FileCheck %s
// RUN: pld-opt %s --verify-roundtrip -o /dev/null

// Stock passes do not take the callee for what is called, and drop nothing that may matter.
// RUN: pld-opt %s --canonicalize --cse --sccp --inline --symbol-dce | FileCheck %s --check-prefix=STOCK

!t = !pld.tensor<[4], f32>
pld.func private incore @callee(%a: i32, %b: i32) -> i32 {
  pld.return %a : i32
}

// CHECK-LABEL: @dispatches(
// STOCK-LABEL: @dispatches(
pld.func orchestration @dispatches(%a: !t, %n: index, %p: i1, %t: !pld.task_id) {
  // CHECK: pld.unchecked_dispatch @gone() : () -> ()
  // STOCK: pld.unchecked_dispatch @gone()
  pld.unchecked_dispatch @gone() : () -> ()
  // Another number of arguments and results than the callee has.
  // CHECK: pld.unchecked_dispatch @callee(%{{.*}}) core_num(%{{.*}} : index) sync_start device(%{{.*}} : index) dump(%{{.*}} : !pld.tensor<[4], f32>) {note = 1 : i64} : (!pld.tensor<[4], f32>) -> (i32, i32)
  // STOCK: pld.unchecked_dispatch @callee(
  %0:2 = pld.unchecked_dispatch @callee(%a) core_num(%n : index) sync_start device(%n : index) dump(%a : !t) {note = 1 : i64} : (!t) -> (i32, i32)
  // CHECK: pld.unchecked_dispatch submit @gone(%{{.*}}) deps(%{{.*}} : !pld.task_id) early_resolve predicate(%{{.*}} : i1) manual_deps(%{{.*}} : !pld.task_id) compiler_deps(%{{.*}} : !pld.task_id) : (index) -> !pld.task_id
  // STOCK: pld.unchecked_dispatch submit @gone(
  %1 = pld.unchecked_dispatch submit @gone(%n) deps(%t : !pld.task_id) early_resolve predicate(%p : i1) manual_deps(%t : !pld.task_id) compiler_deps(%t : !pld.task_id) : (index) -> !pld.task_id
  pld.return
}

// CHECK-LABEL: @values(
// STOCK-LABEL: @values(
pld.func incore @values(%a: !t) -> !pld.tile<[2, 2], f16> {
  // CHECK: pld.annotate "function" "dump_vars"(%{{.*}} : !pld.tensor<[4], f32>) list
  // STOCK: pld.annotate "function" "dump_vars"
  pld.annotate "function" "dump_vars"(%a : !t) list
  // CHECK: pld.annotate "loop" "empty"()
  pld.annotate "loop" "empty"()
  // CHECK: pld.system.import_peer_buffer() {name = "ring", peer_func = @nobody, unresolved}
  %0 = pld.system.import_peer_buffer() {name = "ring", peer_func = @nobody, unresolved} : () -> i32
  // CHECK: pld.unchecked_cast %{{.*}} : !pld.tensor<[4], f32> to !pld.tile<[2, 2], f16>
  %1 = pld.unchecked_cast %a : !t to !pld.tile<[2, 2], f16>
  pld.return %1 : !pld.tile<[2, 2], f16>
}

// The workspace of the pipes of a task has room for their slots on each core,
// whatever shape it is made with, and whether names are known or not.

// RUN: rm -rf %t && mkdir -p %t
// RUN: pld-opt %s --pld-assign-kernel-registrations --mlir-print-debuginfo -o %t/named.mlir
// RUN: pld-opt %s --pld-assign-kernel-registrations -o %t/program.mlir
// RUN: pld-translate --pld-to-registrations-json %t/program.mlir -o %t/program.json
// RUN: pld-translate --pld-to-orchestration-cpp %t/named.mlir -o %t/named.cpp
// RUN: %python %S/Inputs/run.py %host_cxx %t/program.json %t/named.cpp --exact tensor=8 scalar=3 | FileCheck %s --check-prefixes=CHECK,NAMED
// RUN: pld-translate --pld-to-orchestration-cpp %t/program.mlir -o %t/main.cpp
// RUN: %python %S/Inputs/run.py %host_cxx %t/program.json %t/main.cpp --exact tensor=8 scalar=3 | FileCheck %s --check-prefixes=CHECK,UNNAMED

// One direction, two slots of 64 bytes; then both, each with four slots of 10:
// (2 * 64 + 2 * 4 * 10) / 4 floats.
// CHECK: {"alloc": "alloc0", "type": 0, "shape": [52], "manual_dep": true}
// CHECK-NEXT: {{.*}}"values": ["arg0", "alloc0m"]}
// On four cores, and on as many as the argument says.
// CHECK-NEXT: {"alloc": "alloc1", "type": 0, "shape": [208]}
// CHECK-NEXT: {{.*}}"values": ["arg0", "alloc1"], "block_num": 4}
// CHECK-NEXT: {"alloc": "alloc2", "type": 0, "shape": [156]}
// CHECK-NEXT: {{.*}}"values": ["arg0", "alloc2"], "block_num": 3}
// The number of cores of an older front end; eight slots of 6 bytes.
// CHECK-NEXT: {"alloc": "alloc3", "type": 0, "shape": [60]}
// CHECK-NEXT: {{.*}}"values": ["arg0", "alloc3"], "block_num": 5}
// One for two tasks, the second behind a scope that gives it back.
// CHECK-NEXT: {"alloc": "alloc4", "type": 0, "shape": [52]}
// CHECK-NEXT: {"scope": "auto"}
// CHECK-NEXT: {{.*}}"values": ["arg0", "alloc4"]}
// CHECK-NEXT: {"scope": "end"}
// CHECK-NEXT: {{.*}}"values": ["arg0", "alloc4"]}
// A size of its own counts only if it is not called like a workspace.
// CHECK-NEXT: {"alloc": "alloc5", "type": 0, "shape": [100]}
// NAMED-NEXT: {"alloc": "alloc6", "type": 0, "shape": [12]}
// UNNAMED-NEXT: {"alloc": "alloc6", "type": 0, "shape": [100]}
// CHECK-NEXT: {{.*}}"values": ["arg0", "alloc5"]}
// CHECK-NEXT: {{.*}}"values": ["arg0", "alloc6"]}
// The kernel uses what it gets, and has no pipes but those of a function.
// CHECK-NEXT: {"alloc": "alloc7", "type": 0, "shape": [1]}
// CHECK-NEXT: {"alloc": "alloc8", "type": 0, "shape": [3]}
// CHECK-NEXT: {{.*}}"values": ["alloc7", "alloc8"]}
// Left out.
// CHECK-NEXT: {{.*}}"values": ["arg0", "new 156"], "block_num": 3}

!t = !pld.tensor<[8], f32>
!w = !pld.tensor<[1], f32>
!h = !pld.tensor<[100], f32>
pld.func private aic @cube(%x: inout !t, %gm: out !w) {
  %c0 = arith.constant 0 : i32
  pld.intrinsic "system.aic_initialize_pipe"(%c0, %c0) {dir_mask = 1 : i64, slot_num = 2 : i64, slot_size = 64 : i64} : (i32, i32) -> ()
  pld.return
}
pld.func private aiv @vector(%x: inout !t, %gm: out !w) {
  %c0 = arith.constant 0 : i32
  pld.intrinsic "system.aiv_initialize_pipe"(%c0, %c0) {dir_mask = 1 : i64, slot_num = 2 : i64, slot_size = 64 : i64} : (i32, i32) -> ()
  pld.intrinsic "system.aiv_initialize_pipe"(%c0, %c0) {dir_mask = 3 : i64, slot_size = 10 : i64, id = 1 : i64} : (i32, i32) -> ()
  pld.return
}
pld.func private group @mixed(%x: inout !t, %gm: out !w) {
  pld.call @cube(%x, %gm) : (!t, !w) -> ()
  pld.call @vector(%x, %gm) : (!t, !w) -> ()
  pld.return
}
pld.func private spmd @wide(%x: inout !t, %gm: out !w) -> !w {
  pld.call @mixed(%x, %gm) : (!t, !w) -> ()
  pld.return %gm : !w
}
pld.func private aiv @alone(%x: inout !t, %gm: out !w) attributes {core_num = 5 : i64} {
  %c0 = arith.constant 0 : i32
  pld.intrinsic "system.aiv_initialize_pipe"(%c0, %c0) {dir_mask = 2 : i64, slot_size = 6 : i64} : (i32, i32) -> ()
  pld.return
}
pld.func private aiv @sized(%x: inout !t, %gm: out !h) {
  %c0 = arith.constant 0 : i32
  pld.intrinsic "system.aiv_initialize_pipe"(%c0, %c0) {dir_mask = 2 : i64, slot_size = 6 : i64} : (i32, i32) -> ()
  pld.return
}
pld.func private opaque @open() {
  %c0 = arith.constant 0 : i32
  pld.intrinsic "system.aiv_initialize_pipe"(%c0, %c0) {dir_mask = 1 : i64, slot_num = 1 : i64, slot_size = 12 : i64} : (i32, i32) -> ()
  pld.return
}
pld.func private aiv @using(%y: inout !w, %gm: out !w) {
  pld.call @open() : () -> ()
  %0 = pld.retype %y : !w to !w
  pld.return
}
pld.func orchestration @main(%x: inout !t, %n: index) attributes {auto_scope = false} {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c100 = arith.constant 100 : index
  %one = pld.make_tuple %c1 : tuple<index>
  %hundred = pld.make_tuple %c100 : tuple<index>
  %w0 = pld.intrinsic "tensor.create"(%one) {dtype = f32, manual_dep = true} : (tuple<index>) -> !w loc("gm_pipe_buffer_0")
  pld.call @mixed(%x, %w0) : (!t, !w) -> ()
  %w1 = pld.intrinsic "tensor.create"(%one) {dtype = f32} : (tuple<index>) -> !w loc("gm_pipe_buffer_1")
  pld.call @wide(%x, %w1) core_num(%c4) : (!t, !w) -> !w
  %w2 = pld.intrinsic "tensor.create"(%one) {dtype = f32} : (tuple<index>) -> !w
  pld.call @wide(%x, %w2) core_num(%n) : (!t, !w) -> !w
  %w3 = pld.intrinsic "tensor.create"(%one) {dtype = f32} : (tuple<index>) -> !w
  pld.call @alone(%x, %w3) : (!t, !w) -> ()
  %w4 = pld.intrinsic "tensor.create"(%one) {dtype = f32} : (tuple<index>) -> !w
  %again = pld.runtime_scope -> !w {
    pld.call @alone(%x, %w4) core_num(%c1) : (!t, !w) -> ()
    pld.yield %w4 : !w
  }
  pld.call @mixed(%x, %again) : (!t, !w) -> ()
  %w5 = pld.intrinsic "tensor.create"(%hundred) {dtype = f32} : (tuple<index>) -> !h
  %w6 = pld.intrinsic "tensor.create"(%hundred) {dtype = f32} : (tuple<index>) -> !h loc("gm_pipe_buffer_6")
  pld.call @sized(%x, %w5) : (!t, !h) -> ()
  pld.call @sized(%x, %w6) : (!t, !h) -> ()
  %w7 = pld.intrinsic "tensor.create"(%one) {dtype = f32} : (tuple<index>) -> !w
  %w8 = pld.intrinsic "tensor.create"(%one) {dtype = f32} : (tuple<index>) -> !w
  pld.call @using(%w7, %w8) : (!w, !w) -> ()
  %w9, %t = pld.submit @wide(%x) core_num(%n) : (!t) -> (!w, !pld.task_id)
  pld.return
}

// What a dispatch marks to be dumped, and what the dispatches in its wrappers
// mark; scalars are marked in vain.

// RUN: rm -rf %t && mkdir -p %t
// RUN: pld-opt %s --pld-assign-kernel-registrations -o %t/program.mlir
// RUN: pld-translate --pld-to-registrations-json %t/program.mlir -o %t/program.json
// RUN: pld-translate --pld-to-orchestration-cpp %t/program.mlir -o %t/main.cpp
// RUN: FileCheck %s < %t/main.cpp
// RUN: %python %S/Inputs/run.py %host_cxx %t/program.json %t/main.cpp --exact tensor=8 tensor=8 tensor=8 scalar=6 | FileCheck %s --check-prefix=RECORD

// In the order of the arguments, after the last of them, and before all else.
//      CHECK: params_t0.add_scalar
// CHECK-NEXT: params_t0.dump(ext_arg0, ext_arg1);
// CHECK-NEXT: PTO2TaskId params_t0_deps[1];

// RECORD: "values": ["arg0", "arg2", "arg1", "6"], "dump": [0, 2]}
// One argument twice, under another type.
// RECORD: "values": ["arg0", "arg0", "arg1", "6"], {{.*}}"dump": [0, 1]
// By the cube kernel, the vector kernel, the Group and the dispatch.
// RECORD: "values": ["arg0", "arg1", "arg2", "6"], {{.*}}"dump": [0, 1, 2]
// By the kernels of the Group alone, through the Spmd wrapper.
// RECORD: "values": ["arg2", "arg1", "arg0", "6"], {{.*}}"dump": [0, 1]
// RECORD: "values": ["arg0", "arg1", "arg2", "6"]}

!t = !pld.tensor<[8], f32>
!p = !pld.tensor<[8], f32, valid = [4]>
pld.func private aic @c(%x: !t, %y: !t, %z: out !t, %n: index) {
  pld.return
}
pld.func private aiv @v(%x: !t, %y: !t, %z: out !t, %n: index) {
  pld.return
}
pld.func private aiv @silent(%x: !t, %y: !t, %z: out !t, %n: index) {
  pld.return
}
pld.func private group @g(%x: !t, %n: index, %y: !t, %z: out !t) {
  pld.call @v(%x, %y, %z, %n) dump(%y : !t) : (!t, !t, !t, index) -> ()
  %r = pld.retype %x : !t to !p
  pld.call @c(%r, %y, %z, %n) dump(%x, %n : !t, index) : (!p, !t, !t, index) -> ()
  pld.return
}
pld.func private spmd @s(%n: index, %x: !t, %y: !t, %z: out !t) {
  pld.call @g(%x, %n, %y, %z) : (!t, index, !t, !t) -> ()
  pld.return
}
pld.func orchestration @main(%x: !t, %y: out !t, %z: !t, %n: index) {
  %none = pld.system.task_invalid() : () -> !pld.task_id
  %t0 = pld.submit @v(%x, %z, %y, %n) deps(%none) dump(%y, %n, %x : !t, index, !t) : (!t, !t, !t, index) -> !pld.task_id
  %r = pld.retype %x : !t to !p
  pld.call @v(%x, %r, %y, %n) dump(%x : !t) : (!t, !p, !t, index) -> ()
  pld.call @s(%n, %x, %y, %z) dump(%z : !t) : (index, !t, !t, !t) -> ()
  pld.call @s(%n, %z, %y, %x) : (index, !t, !t, !t) -> ()
  pld.call @silent(%x, %y, %z, %n) dump(%n : index) : (!t, !t, !t, index) -> ()
  pld.return
}

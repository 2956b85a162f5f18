// Groups and Spmd wrappers: slots, launches, constants of a wrapper, and the
// order of what a task is told.

// RUN: rm -rf %t && mkdir -p %t
// RUN: pld-opt %s --pld-assign-kernel-registrations -o %t/program.mlir
// RUN: pld-translate --pld-to-registrations-json %t/program.mlir -o %t/program.json
// RUN: pld-translate --pld-to-orchestration-cpp %t/program.mlir -o %t/main.cpp
// RUN: FileCheck %s < %t/main.cpp
// RUN: %python %S/Inputs/run.py %host_cxx %t/program.json %t/main.cpp --exact tensor=8 tensor=8 scalar=6 scalar=5 | FileCheck %s --check-prefix=RECORD
// RUN: pld-translate --pld-to-orchestration-cpp --pld-platform=a5 %t/program.mlir -o %t/a5.cpp
// RUN: %python %S/Inputs/run.py %host_cxx %t/program.json %t/a5.cpp --exact tensor=8 tensor=8 scalar=6 scalar=5 | FileCheck %s --check-prefix=A5

//      CHECK: MixedKernels mixed_0 = {0, 1, INVALID_KERNEL_ID};
// CHECK-NEXT: rt_submit_task(mixed_0, params_t0);
//      CHECK: MixedKernels mixed_1 = {0, 2, 2};
//      CHECK: params_t3.launch_spec.set_block_num(4);
// CHECK-NEXT: params_t3.launch_spec.set_require_sync_start(true);
// CHECK-NEXT: params_t3.set_allow_early_resolve(true);
//  CHECK-NOT: params_t3.launch_spec
//      CHECK: params_t3.set_dependencies(params_t3_deps, params_t3_deps_count);
// CHECK-NEXT: MixedKernels mixed_3 = {INVALID_KERNEL_ID, 2, 2};

// RECORD: {"task": "mixed", "ids": [0, 1, null], "adds": ["input", "output", "scalar"], "values": ["arg0", "arg1", "6"]}
// RECORD: {"task": "mixed", "ids": [0, 2, 2], "adds": ["input", "output", "scalar"], "values": ["arg0", "arg1", "7"]}
// RECORD: {"task": "aiv", "ids": [3], "adds": ["output", "input", "scalar"], "values": ["arg1", "arg0", "12"], "block_num": 6}
// RECORD: {"task": "mixed", "ids": [null, 2, 2], "adds": ["input", "output", "scalar"], "values": ["arg0", "arg1", "42"], "deps": [2], "block_num": 4, "sync_start": true, "early_resolve": true}
// RECORD: "values": ["arg0", "arg1", "42"], "block_num": 3, "sync_start": true}
// A5: "core_num": 6}
// A5: "core_num": 4, "sync_start": true

!t = !pld.tensor<[8], f32>
pld.func private aic @cube(%x: !t, %y: out !t, %n: index) {
  pld.return
}
pld.func private aiv @vector(%x: !t, %y: out !t, %n: index) -> !t {
  pld.return %y : !t
}
pld.func private aiv @dual(%x: !t, %y: out !t, %n: index) -> !t attributes {dual_aiv_dispatch = true} {
  pld.return %y : !t
}
pld.func private group @mixed(%n: index, %y: out !t, %x: !t) -> !t {
  %0 = pld.call @vector(%x, %y, %n) : (!t, !t, index) -> !t
  pld.call @cube(%x, %y, %n) : (!t, !t, index) -> ()
  pld.return %0 : !t
}
pld.func private group @both(%x: !t, %y: out !t) -> !t {
  %c7 = arith.constant 7 : index
  pld.call @cube(%x, %y, %c7) : (!t, !t, index) -> ()
  %0 = pld.call @dual(%x, %y, %c7) : (!t, !t, index) -> !t
  pld.return %y : !t
}
// A scalar of the wrapper that depends on its parameter; outputs come first.
pld.func private spmd @wide(%x: !t, %y: out !t, %n: index) -> !t {
  %c2 = arith.constant 2 : index
  %0 = arith.muli %n, %c2 : index
  %1 = pld.call @vector(%y, %x, %0) : (!t, !t, index) -> !t
  pld.return %y : !t
}
pld.func private group @only(%x: !t, %y: out !t) -> !t {
  %c42 = arith.constant 42 : index
  %0 = pld.call @dual(%x, %y, %c42) : (!t, !t, index) -> !t
  pld.return %0 : !t
}
pld.func private spmd @over(%x: !t, %y: out !t) -> !t {
  %0 = pld.call @only(%x, %y) : (!t, !t) -> !t
  pld.return %0 : !t
}
// As older front ends launched.
pld.func private spmd @older(%x: !t, %y: out !t) -> !t attributes {core_num = 3 : i64, sync_start = true} {
  %c42 = arith.constant 42 : index
  %0 = pld.call @vector(%x, %y, %c42) : (!t, !t, index) -> !t
  pld.return %y : !t
}
pld.func orchestration @main(%x: !t, %y: out !t, %n: index, %unused: i32) -> !t {
  %c4 = arith.constant 4 : index
  %0 = pld.call @mixed(%n, %y, %x) : (index, !t, !t) -> !t
  %1 = pld.call @both(%x, %0) : (!t, !t) -> !t
  %2, %t = pld.submit @wide(%x, %1, %n) core_num(%n) : (!t, !t, index) -> (!t, !pld.task_id)
  %3, %t3 = pld.submit @over(%x, %2) deps(%t) core_num(%c4) sync_start early_resolve : (!t, !t) -> (!t, !pld.task_id)
  %4 = pld.call @older(%x, %3) : (!t, !t) -> !t
  pld.return %4 : !t
}

// Outputs that a submit of a wrapper leaves out reach the kernel in its order;
// results are found through the wrapper and its kernel.

// RUN: rm -rf %t && mkdir -p %t
// RUN: pld-opt %s --pld-assign-kernel-registrations -o %t/program.mlir
// RUN: pld-translate --pld-to-registrations-json %t/program.mlir -o %t/program.json
// RUN: pld-translate --pld-to-orchestration-cpp %t/program.mlir -o %t/main.cpp
// RUN: FileCheck %s < %t/main.cpp
// RUN: %python %S/Inputs/run.py %host_cxx %t/program.json %t/main.cpp --exact tensor=6,4 | FileCheck %s --check-prefix=RECORD

// CHECK: params_t0.add_output(params_t0_out2_ci);
// CHECK-NEXT: params_t0.add_output(params_t0_out1_ci);
// CHECK: const ChipTensor& [[FIRST:.*]] = task_0_outs.get_ref(0);
// CHECK-NEXT: const ChipTensor& [[SECOND:.*]] = task_0_outs.get_ref(1);
// CHECK: params_t1.add_input([[FIRST]]);
// CHECK-NEXT: params_t1.add_output([[SECOND]]);

// RECORD: "values": ["arg0", "new 6x4", "new 6x4", "3"], "block_num": 2}
// RECORD-NEXT: "values": ["task0.0", "task0.1", "arg0", "2"]}

!t = !pld.tensor<[M, 4], f32>
!s = !pld.tensor<[S, 4], f32>
pld.func private aiv @k(%n: index, %x: !t, %y: out !t, %z: out !t) -> (!t, !t) {
  pld.return %z, %y : !t, !t
}
pld.func private spmd @w(%x: !t, %z: out !t, %y: out !t) -> (!t, !t) {
  %c3 = arith.constant 3 : index
  %0, %1 = pld.call @k(%c3, %x, %y, %z) : (index, !t, !t, !t) -> (!t, !t)
  pld.return %1, %0 : !t, !t
}
pld.func orchestration @main(%x: !s) {
  %c2 = arith.constant 2 : index
  %0, %1, %t = pld.submit @w(%x) core_num(%c2) : (!s) -> (!s, !s, !pld.task_id)
  %2, %3, %t2 = pld.submit @k(%c2, %0, %1, %x) : (index, !s, !s, !s) -> (!s, !s, !pld.task_id)
  pld.return
}

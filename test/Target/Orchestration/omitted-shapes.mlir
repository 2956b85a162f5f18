// The runtime makes an output that is left out as its parameter says, in the
// symbols that the arguments give. The types of results may be written in any
// symbols; only what no argument gives is taken from them.

// RUN: rm -rf %t && mkdir -p %t
// RUN: pld-opt %s --pld-assign-kernel-registrations -o %t/program.mlir
// RUN: pld-translate --pld-to-registrations-json %t/program.mlir -o %t/program.json
// RUN: pld-translate --pld-to-orchestration-cpp %t/program.mlir -o %t/main.cpp
// RUN: %python %S/Inputs/run.py %host_cxx %t/program.json %t/main.cpp --exact tensor=6,128 tensor=9,4 scalar=10 scalar=777 | FileCheck %s

// The result is said to have the rows of the other tensor, but has 6; so has
// what is made of it.
// CHECK: {"task": "aiv", "ids": [0], {{.*}}"values": ["arg0", "new 6x128"]}
// CHECK-NEXT: {"task": "aiv", "ids": [0], {{.*}}"values": ["task0.0", "new 6x128"]}
// CHECK-NEXT: {"task": "aiv", "ids": [1], {{.*}}"values": ["task1.0", "new 256x6", "10", "777"]}
// The number of rows is an argument. Nobody gives L, but the result has 2 S.
// CHECK-NEXT: {"task": "aiv", "ids": [2], {{.*}}"values": ["new 10", "new 12", "10"]}
// A wrapper exchanges the outputs; the context stays the last.
// CHECK-NEXT: {"task": "mixed", "ids": [3, 4, null], {{.*}}"values": ["arg0", "new 128", "new 6x128", "777"], "block_num": 10}
// CHECK-NEXT: {"task": "aiv", "ids": [5], {{.*}}"values": ["arg0", "task4.1", "task4.0"]}

!a = !pld.tensor<[S, 128], f32>
!b = !pld.tensor<[M, 4], f32>
!m = !pld.tensor<[M, 128], f32>
!s = !pld.tensor<[S, 128], f32>
!row = !pld.tensor<[128], f32>
!pq = !pld.tensor<[Q, P], f32>
!qp = !pld.tensor<[P * 2, Q], f32>
!n = !pld.tensor<[N], f32>
!l = !pld.tensor<[L], f32>
pld.func private aiv @same(%x: !m, %y: out !m) -> !m {
  pld.return %y : !m
}
pld.func private aiv @exchanged(%x: !pq, %y: out !qp, %n: index, %c: !pld.comm_ctx) {
  pld.return
}
pld.func private spmd @contexts(%x: !pq, %n: index, %y: out !qp, %c: !pld.comm_ctx) {
  pld.call @exchanged(%x, %y, %n, %c) : (!pq, !qp, index, !pld.comm_ctx) -> ()
  pld.return
}
pld.func private aiv @counted(%n: index {pld.symbol = "N"}, %y: out !n, %z: out !l) -> (!n, !l) {
  pld.return %y, %z : !n, !l
}
pld.func private aic @cube(%x: !m, %y: out !row, %z: out !m, %c: !pld.comm_ctx) {
  pld.return
}
pld.func private aiv @vector(%x: !m, %y: out !row, %z: out !m, %c: !pld.comm_ctx) {
  pld.return
}
pld.func private group @both(%x: !m, %z: out !m, %y: out !row, %c: !pld.comm_ctx) -> (!row, !m) {
  pld.call @cube(%x, %y, %z, %c) : (!m, !row, !m, !pld.comm_ctx) -> ()
  pld.call @vector(%x, %y, %z, %c) : (!m, !row, !m, !pld.comm_ctx) -> ()
  pld.return %y, %z : !row, !m
}
pld.func private spmd @wide(%x: !m, %z: out !m, %y: out !row, %c: !pld.comm_ctx) -> (!m, !row) {
  %0, %1 = pld.call @both(%x, %z, %y, %c) : (!m, !m, !row, !pld.comm_ctx) -> (!row, !m)
  pld.return %1, %0 : !m, !row
}
pld.func private aiv @use(%x: !m, %y: !m, %z: !row) {
  pld.return
}
pld.func orchestration @main(%a: !a, %b: !b, %n: index, %c: !pld.comm_ctx) {
  %0, %t0 = pld.submit @same(%a) : (!a) -> (!m, !pld.task_id)
  %1, %t1 = pld.submit @same(%0) : (!m) -> (!m, !pld.task_id)
  %t2 = pld.submit @contexts(%1, %n, %c) : (!m, index, !pld.comm_ctx) -> !pld.task_id
  %3, %4, %t3 = pld.submit @counted(%n) : (index) -> (!pld.tensor<[S], f32>, !pld.tensor<[S * 2], f32>, !pld.task_id)
  %5, %6, %t4 = pld.submit @wide(%a, %c) core_num(%n) : (!a, !pld.comm_ctx) -> (!s, !row, !pld.task_id)
  pld.call @use(%a, %5, %6) : (!a, !s, !row) -> ()
  pld.return
}

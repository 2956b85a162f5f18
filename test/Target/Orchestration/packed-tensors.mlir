// Two 4-bit floats are a byte: the last dimension that the runtime has is half of
// that of the program. One that is computed is checked when it runs.

// RUN: rm -rf %t && mkdir -p %t
// RUN: pld-opt %s --pld-assign-kernel-registrations -o %t/program.mlir
// RUN: pld-translate --pld-to-registrations-json %t/program.mlir -o %t/program.json
// RUN: pld-translate --pld-to-orchestration-cpp %t/program.mlir -o %t/main.cpp
// RUN: %python %S/Inputs/run.py %host_cxx %t/program.json %t/main.cpp --exact tensor=4,16 scalar=10 | FileCheck %s
// RUN: not %python %S/Inputs/run.py %host_cxx %t/program.json %t/main.cpp tensor=4,16 scalar=7

// CHECK: {"alloc": "alloc0", "type": 14, "shape": [4, 6]}
// CHECK-NEXT: {"alloc": "alloc1", "type": 14, "shape": [10, 5]}
// The parameter has 32 columns.
// CHECK: {"task": "aiv", "ids": [0], {{.*}}"values": ["arg0", "new 4x16", "new 32x2", "32"]}
// CHECK-NEXT: {"task": "aiv", "ids": [1], {{.*}}"values": ["alloc0", "alloc1", "task0.0", "32"]}

!f = !pld.tensor<[4, F], f4E2M1FN>
!g = !pld.tensor<[F, 4], f4E2M1FN>
!c = !pld.tensor<[4, 12], f4E2M1FN>
!n = !pld.tensor<[N, N], f4E2M1FN>
pld.func private aiv @make(%x: !f, %n: index, %y: out !f, %z: out !g) -> (!f, !g) {
  pld.return %y, %z : !f, !g
}
pld.func private aiv @use(%x: inout !c, %y: inout !n, %z: !f, %n: index) {
  pld.return
}
pld.func orchestration @main(%f: !f, %n: index) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c12 = arith.constant 12 : index
  pld.bind_symbol %n as "N" : index
  %s0 = pld.make_tuple %c4, %c12 : tuple<index, index>
  %x = pld.intrinsic "tensor.create"(%s0) {dtype = f4E2M1FN} : (tuple<index, index>) -> !c
  %s1 = pld.make_tuple %n, %n : tuple<index, index>
  %y = pld.intrinsic "tensor.create"(%s1) {dtype = f4E2M1FN} : (tuple<index, index>) -> !n
  %columns = pld.symbol_value "F" : index
  %0, %1, %t = pld.submit @make(%f, %columns) : (!f, index) -> (!f, !g, !pld.task_id)
  %d = pld.intrinsic "tensor.dim"(%0, %c1) : (!f, index) -> index
  pld.call @use(%x, %y, %0, %d) : (!c, !n, !f, index) -> ()
  pld.return
}

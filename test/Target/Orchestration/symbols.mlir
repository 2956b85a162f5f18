// Symbols belong to the function that says them: those of a kernel or wrapper
// are what its dispatch gives, whatever the orchestration calls so.

// RUN: rm -rf %t && mkdir -p %t
// RUN: pld-opt %s --pld-assign-kernel-registrations -o %t/program.mlir
// RUN: pld-translate --pld-to-registrations-json %t/program.mlir -o %t/program.json
// RUN: pld-translate --pld-to-orchestration-cpp %t/program.mlir -o %t/main.cpp
// RUN: %python %S/Inputs/run.py %host_cxx %t/program.json %t/main.cpp --exact tensor=3 tensor=5 tensor=2,20 scalar=7 | FileCheck %s

// A wrapper's M is the dimension of what it is given; of nested ones too.
// CHECK: "values": ["arg1", "5"]}
// CHECK-NEXT: "values": ["arg0", "3"]}
// CHECK-NEXT: "values": ["arg1", "5"]}
// One that is a number, and one that is an expression of a parameter.
// CHECK-NEXT: {"alloc": {{.*}}"shape": [64]}
// CHECK-NEXT: "values": ["alloc0", "64"]}
// CHECK-NEXT: {"alloc": {{.*}}"shape": [10]}
// CHECK-NEXT: "values": ["alloc1", "10"]}
// A wrapper's parameter that is a dimension, and a name for a scalar.
// CHECK-NEXT: "values": ["arg0", "7"]}
// CHECK-NEXT: "values": ["arg0", "14"]}
// Outputs that are left out.
// CHECK-NEXT: "values": ["arg1", "new 5"]}
// CHECK-NEXT: "values": ["arg1", "new 5"]}
// CHECK-NEXT: "values": ["arg0", "new 2x20", "7"]}
// Scalars of a wrapper, several operations deep, and for each task again.
// CHECK-NEXT: "values": ["arg0", "20", "26"]}
// CHECK-NEXT: "values": ["arg0", "28", "34"]}

!m = !pld.tensor<[M], f32>
!n = !pld.tensor<[N], f32>
!q = !pld.tensor<[N * 2], f32>
pld.func private aiv @k(%x: !m, %m: index)
pld.func private spmd @w(%x: !m) {
  %m = pld.symbol_value "M" : index
  pld.call @k(%x, %m) : (!m, index) -> ()
  pld.return
}
// N is M of @w here.
pld.func private spmd @outer(%x: !n) {
  pld.call @w(%x) : (!n) -> ()
  pld.return
}
pld.func private spmd @param(%x: !m, %n: index {pld.symbol = "N"}) {
  %m = pld.symbol_value "N" : index
  pld.call @k(%x, %m) : (!m, index) -> ()
  pld.return
}
pld.func private spmd @bound(%x: !m, %n: index) {
  %0 = arith.addi %n, %n : index
  pld.bind_symbol %0 as "N" : index
  %m = pld.symbol_value "N" : index
  pld.call @k(%x, %m) : (!m, index) -> ()
  pld.return
}
pld.func private aiv @make(%x: !m, %y: out !m)
pld.func private spmd @make_in(%x: !m, %y: out !m) {
  pld.call @make(%x, %y) : (!m, !m) -> ()
  pld.return
}
pld.func private aiv @make_by(%x: !m, %k: index {pld.symbol = "K"}, %y: out !pld.tensor<[2, K * 2 + 6], f32>)
pld.func private aiv @two(%x: !m, %a: index, %b: index)
pld.func private spmd @deep(%x: !m, %n: index) {
  %c6 = arith.constant 6 : index
  %1 = arith.addi %n, %n : index
  %2 = arith.addi %1, %1 : index
  %3 = arith.addi %2, %c6 : index
  pld.call @two(%x, %2, %3) : (!m, index, index) -> ()
  pld.return
}
pld.func orchestration @main(%x: !m, %y: !n, %z: !pld.tensor<[2, Z], f32>, %n: index) {
  %c5 = arith.constant 5 : index
  %c10 = arith.constant 10 : index
  %c64 = arith.constant 64 : index
  pld.call @w(%y) : (!n) -> ()
  pld.call @outer(%x) : (!m) -> ()
  pld.call @outer(%y) : (!n) -> ()
  %s64 = pld.make_tuple %c64 : tuple<index>
  %a = pld.intrinsic "tensor.create"(%s64) {dtype = f32} : (tuple<index>) -> !pld.tensor<[64], f32>
  pld.call @w(%a) : (!pld.tensor<[64], f32>) -> ()
  %s10 = pld.make_tuple %c10 : tuple<index>
  %b = pld.intrinsic "tensor.create"(%s10) {dtype = f32} : (tuple<index>) -> !q
  pld.call @w(%b) : (!q) -> ()
  pld.call @param(%x, %n) : (!m, index) -> ()
  pld.call @bound(%x, %n) : (!m, index) -> ()
  %t0 = pld.submit @make(%y) : (!n) -> !pld.task_id
  %t1 = pld.submit @make_in(%y) : (!n) -> !pld.task_id
  %t2 = pld.submit @make_by(%x, %n) : (!m, index) -> !pld.task_id
  pld.call @deep(%x, %c5) : (!m, index) -> ()
  pld.call @deep(%x, %n) : (!m, index) -> ()
  pld.return
}

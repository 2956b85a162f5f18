// Predicates: the number that the runtime compares with is the one of the
// program, in each type and behind casts that keep it.

// RUN: rm -rf %t && mkdir -p %t
// RUN: pld-opt %s --pld-assign-kernel-registrations -o %t/program.mlir
// RUN: pld-translate --pld-to-registrations-json %t/program.mlir -o %t/program.json
// RUN: pld-translate --pld-to-orchestration-cpp %t/program.mlir -o %t/main.cpp
// RUN: %python %S/Inputs/run.py %host_cxx %t/program.json %t/main.cpp --exact tensor=4 tensor=4 tensor=4 tensor=2,2,2,2,2 | FileCheck %s

// CHECK: "predicate": "arg0[2] == 200"
// CHECK-NEXT: "predicate": "arg0[2] >= 4294967295"
// CHECK-NEXT: "predicate": "arg1[2] != 1"
// CHECK-NEXT: "predicate": "arg2[2] < -56"
// CHECK-NEXT: "predicate": "arg2[2] > -56"
// CHECK-NEXT: "predicate": "arg3[2, 2, 2, 2, 2] == -9223372036854775808"

!u = !pld.tensor<[4], ui8>
!b = !pld.tensor<[4], i1>
!i = !pld.tensor<[4], i8>
!l = !pld.tensor<[2, 2, 2, 2, 2], i64>
pld.func private aiv @k(%x: !u)
pld.func orchestration @main(%u: !u, %b: !b, %i: !i, %l: !l) {
  %c2 = arith.constant 2 : index
  %at = pld.make_tuple %c2 : tuple<index>
  %vu = pld.intrinsic "tensor.read"(%u, %at) : (!u, tuple<index>) -> ui8
  %c200 = pld.constant 200 : ui8 as ui8
  %p0 = pld.scalar eq(%vu, %c200) : (ui8, ui8) -> i1
  %t0 = pld.submit @k(%u) predicate(%p0) : (!u) -> !pld.task_id
  %most = pld.constant 4294967295 : ui32 as ui32
  %wu = pld.retype %vu : ui8 to ui32
  %p1 = pld.scalar le(%most, %wu) : (ui32, ui32) -> i1
  %t1 = pld.submit @k(%u) predicate(%p1) : (!u) -> !pld.task_id
  %vb = pld.intrinsic "tensor.read"(%b, %at) : (!b, tuple<index>) -> i1
  %true = arith.constant true
  %p2 = arith.cmpi ne, %vb, %true : i1
  %t2 = pld.submit @k(%u) predicate(%p2) : (!u) -> !pld.task_id
  %vi = pld.intrinsic "tensor.read"(%i, %at) : (!i, tuple<index>) -> i8
  %c-56 = arith.constant -56 : i8
  %p3 = arith.cmpi slt, %vi, %c-56 : i8
  %t3 = pld.submit @k(%u) predicate(%p3) : (!u) -> !pld.task_id
  %wi = arith.extsi %vi : i8 to i32
  %xi = arith.index_cast %wi : i32 to index
  %x-56 = arith.constant -56 : index
  %p4 = arith.cmpi slt, %x-56, %xi : index
  %t4 = pld.submit @k(%u) predicate(%p4) : (!u) -> !pld.task_id
  %at5 = pld.make_tuple %c2, %c2, %c2, %c2, %c2 : tuple<index, index, index, index, index>
  %vl = pld.intrinsic "tensor.read"(%l, %at5) : (!l, tuple<index, index, index, index, index>) -> i64
  %least = arith.constant -9223372036854775808 : i64
  %p5 = arith.cmpi eq, %vl, %least : i64
  %t5 = pld.submit @k(%u) predicate(%p5) : (!u) -> !pld.task_id
  pld.return
}

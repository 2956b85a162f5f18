// Predicates: the number that the runtime compares with is the one of the
// program, in each type and behind casts that keep it.

// RUN: rm -rf %t && mkdir -p %t
// RUN: pld-opt %s --pld-assign-kernel-registrations -o %t/program.mlir
// RUN: pld-translate --pld-to-registrations-json %t/program.mlir -o %t/program.json
// RUN: pld-translate --pld-to-orchestration-cpp %t/program.mlir -o %t/main.cpp
// RUN: %python %S/Inputs/run.py %host_cxx %t/program.json %t/main.cpp --exact tensor=4 tensor=4 tensor=4 tensor=2,2,2,2,2 | FileCheck %s

// CHECK: "predicate": "arg0[2] < -56"
// CHECK-NEXT: "predicate": "arg0[2] > -56"
// CHECK-NEXT: "predicate": "arg1[2] <= 200"
// CHECK-NEXT: "predicate": "arg1[2] != 1"
// CHECK-NEXT: "predicate": "arg2[2] >= 4294967295"
// CHECK-NEXT: "predicate": "arg2[2] == -1"
// CHECK-NEXT: "predicate": "arg3[2, 2, 2, 2, 2] == -9223372036854775808"

!i = !pld.tensor<[4], i8>
!s = !pld.tensor<[4], i16>
!w = !pld.tensor<[4], si32>
!l = !pld.tensor<[2, 2, 2, 2, 2], i64>
pld.func private aiv @k(%x: !i)
pld.func orchestration @main(%i: !i, %s: !s, %w: !w, %l: !l) {
  %c2 = arith.constant 2 : index
  %at = pld.make_tuple %c2 : tuple<index>
  %vi = pld.intrinsic "tensor.read"(%i, %at) : (!i, tuple<index>) -> i8
  %c-56 = arith.constant -56 : i8
  %p0 = arith.cmpi slt, %vi, %c-56 : i8
  %t0 = pld.submit @k(%i) predicate(%p0) : (!i) -> !pld.task_id
  %wi = arith.extsi %vi : i8 to i32
  %xi = arith.index_cast %wi : i32 to index
  %x-56 = arith.constant -56 : index
  %p1 = arith.cmpi slt, %x-56, %xi : index
  %t1 = pld.submit @k(%i) predicate(%p1) : (!i) -> !pld.task_id
  // Constants without a sign are numbers, too.
  %vs = pld.intrinsic "tensor.read"(%s, %at) : (!s, tuple<index>) -> i16
  %c200 = pld.constant 200 : ui8 as ui8
  %p2 = pld.scalar ge(%c200, %vs) : (ui8, i16) -> i1
  %t2 = pld.submit @k(%i) predicate(%p2) : (!i) -> !pld.task_id
  %true = arith.constant true
  %one = pld.scalar cast(%true) : (i1) -> i32
  %ws = pld.scalar cast(%vs) : (i16) -> i32
  %p3 = pld.scalar ne(%ws, %one) : (i32, i32) -> i1
  %t3 = pld.submit @k(%i) predicate(%p3) : (!i) -> !pld.task_id
  %vw = pld.intrinsic "tensor.read"(%w, %at) : (!w, tuple<index>) -> si32
  %most = pld.constant 4294967295 : ui32 as ui32
  %lw = pld.retype %vw : si32 to i64
  %p4 = pld.scalar le(%most, %lw) : (ui32, i64) -> i1
  %t4 = pld.submit @k(%i) predicate(%p4) : (!i) -> !pld.task_id
  %c-1 = arith.constant -1 : i8
  %p5 = pld.scalar eq(%vw, %c-1) : (si32, i8) -> i1
  %t5 = pld.submit @k(%i) predicate(%p5) : (!i) -> !pld.task_id
  %at5 = pld.make_tuple %c2, %c2, %c2, %c2, %c2 : tuple<index, index, index, index, index>
  %vl = pld.intrinsic "tensor.read"(%l, %at5) : (!l, tuple<index, index, index, index, index>) -> i64
  %least = arith.constant -9223372036854775808 : i64
  %p6 = arith.cmpi eq, %vl, %least : i64
  %t6 = pld.submit @k(%i) predicate(%p6) : (!i) -> !pld.task_id
  pld.return
}

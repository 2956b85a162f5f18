// Arrays of task ids are values: what a branch or loop gives, and what an
// update makes, changes no array that is still read.

// RUN: rm -rf %t && mkdir -p %t
// RUN: pld-opt %s --pld-assign-kernel-registrations -o %t/program.mlir
// RUN: pld-translate --pld-to-registrations-json %t/program.mlir -o %t/program.json
// RUN: pld-translate --pld-to-orchestration-cpp %t/program.mlir -o %t/main.cpp
// RUN: %python %S/Inputs/run.py %host_cxx %t/program.json %t/main.cpp tensor=8 scalar=1 | FileCheck %s --check-prefixes=CHECK,THEN
// RUN: %python %S/Inputs/run.py %host_cxx %t/program.json %t/main.cpp tensor=8 scalar=0 | FileCheck %s --check-prefixes=CHECK,ELSE

// CHECK-COUNT-4: "values": ["arg0"]}
// A branch, and the two arrays that it gives one of: all are as they were.
// THEN-NEXT: "deps": [0, 1]}
// ELSE-NEXT: "deps": [2, 3]}
// CHECK-NEXT: "deps": [0, 1, 2, 3]}
// Both arrays in either order.
// THEN-NEXT: "deps": [0, 1]}
// ELSE-NEXT: "deps": [2, 3]}
// THEN-NEXT: "deps": [2, 3]}
// ELSE-NEXT: "deps": [0, 1]}
// A loop of three rounds that exchanges them; what it begins with stays.
// CHECK-NEXT: "deps": [2, 3, 0, 1]}
// CHECK-NEXT: "deps": [0, 1, 2, 3]}
// An update, and the array before it.
// CHECK-NEXT: "deps": [3, 1]}
// CHECK-NEXT: "deps": [0, 1]}
// An update in a branch, in one branch, and in a loop: once a round.
// THEN-NEXT: "deps": [3, 1]}
// ELSE-NEXT: "deps": [0, 1]}
// CHECK-NEXT: "deps": [3, 1]}
// CHECK-NEXT: "deps": [0, 3]}
// CHECK-NEXT: "deps": [0, 1]}
// Another name.
// CHECK-NEXT: "deps": [2, 1]}
// CHECK-NEXT: "deps": [0, 1]}
// What a scope gives.
// CHECK: "deps": [1, 3]}
// In nested loops, and the last one of each.
// CHECK-NEXT: "deps": [0, 1]}
// CHECK-NEXT: "deps": [0, 19]}
// CHECK-NEXT: "deps": [20, 19]}
// CHECK-NEXT: "deps": [20, 21]}
// CHECK-NEXT: "deps": [22, 21]}
// Another name in a loop, of an array from before it.
// CHECK-NEXT: "deps": [0, 3]}
// CHECK-NEXT: "deps": [3, 1]}
// A loop in a branch that changes what it is given, and a round that keeps it.
// CHECK-NEXT: "deps": [0, 1]}

!t = !pld.tensor<[8], f32>
!id = !pld.task_id
!ids = !pld.array<2 x !pld.task_id>
pld.func private aiv @k(%x: !t)
pld.func orchestration @main(%x: !t, %go: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %t0 = pld.submit @k(%x) : (!t) -> !id
  %t1 = pld.submit @k(%x) : (!t) -> !id
  %t2 = pld.submit @k(%x) : (!t) -> !id
  %t3 = pld.submit @k(%x) : (!t) -> !id
  %e0 = pld.intrinsic "array.create"(%c2) {dtype = !pld.task_id} : (index) -> !ids
  %e1 = pld.intrinsic "array.update_element"(%e0, %c0, %t0) : (!ids, index, !id) -> !ids
  %a = pld.intrinsic "array.update_element"(%e1, %c1, %t1) : (!ids, index, !id) -> !ids
  %e2 = pld.intrinsic "array.create"(%c2) {dtype = !pld.task_id} : (index) -> !ids
  %e3 = pld.intrinsic "array.update_element"(%e2, %c0, %t2) : (!ids, index, !id) -> !ids
  %b = pld.intrinsic "array.update_element"(%e3, %c1, %t3) : (!ids, index, !id) -> !ids

  %0 = scf.if %go -> (!ids) {
    scf.yield %a : !ids
  } else {
    scf.yield %b : !ids
  }
  %t4 = pld.submit @k(%x) deps(%0 : !ids) : (!t) -> !id
  %t5 = pld.submit @k(%x) deps(%a, %b : !ids, !ids) : (!t) -> !id
  %1:2 = scf.if %go -> (!ids, !ids) {
    scf.yield %a, %b : !ids, !ids
  } else {
    scf.yield %b, %a : !ids, !ids
  }
  %t6 = pld.submit @k(%x) deps(%1#0 : !ids) : (!t) -> !id
  %t7 = pld.submit @k(%x) deps(%1#1 : !ids) : (!t) -> !id

  %2:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%p = %a, %q = %b) -> (!ids, !ids) {
    scf.yield %q, %p : !ids, !ids
  }
  %t8 = pld.submit @k(%x) deps(%2#0, %2#1 : !ids, !ids) : (!t) -> !id
  %t9 = pld.submit @k(%x) deps(%a, %b : !ids, !ids) : (!t) -> !id

  %3 = pld.intrinsic "array.update_element"(%a, %c0, %t3) : (!ids, index, !id) -> !ids
  %t10 = pld.submit @k(%x) deps(%3 : !ids) : (!t) -> !id
  %t11 = pld.submit @k(%x) deps(%a : !ids) : (!t) -> !id

  %4 = scf.if %go -> (!ids) {
    %20 = pld.intrinsic "array.update_element"(%a, %c0, %t3) : (!ids, index, !id) -> !ids
    scf.yield %20 : !ids
  } else {
    scf.yield %a : !ids
  }
  %t12 = pld.submit @k(%x) deps(%4 : !ids) : (!t) -> !id
  // Each round begins with the array from before the loop.
  scf.for %i = %c0 to %c2 step %c1 {
    %20 = pld.intrinsic "array.update_element"(%a, %i, %t3) : (!ids, index, !id) -> !ids
    %t20 = pld.submit @k(%x) deps(%20 : !ids) : (!t) -> !id
  }
  %t13 = pld.submit @k(%x) deps(%a : !ids) : (!t) -> !id

  %5 = pld.retype %a : !ids to !ids
  %6 = pld.intrinsic "array.update_element"(%5, %c0, %t2) : (!ids, index, !id) -> !ids
  %t14 = pld.submit @k(%x) deps(%6 : !ids) : (!t) -> !id
  %t15 = pld.submit @k(%x) deps(%a : !ids) : (!t) -> !id

  %7 = pld.runtime_scope -> !ids {
    %20 = pld.intrinsic "array.create"(%c2) {dtype = !pld.task_id} : (index) -> !ids
    %21 = pld.intrinsic "array.update_element"(%20, %c0, %t1) : (!ids, index, !id) -> !ids
    %22 = pld.intrinsic "array.update_element"(%21, %c1, %t3) : (!ids, index, !id) -> !ids
    pld.yield %22 : !ids
  }
  %t16 = pld.submit @k(%x) deps(%7 : !ids) : (!t) -> !id

  %8 = scf.for %i = %c0 to %c2 step %c1 iter_args(%p = %a) -> (!ids) {
    %20 = scf.for %j = %c0 to %c2 step %c1 iter_args(%q = %p) -> (!ids) {
      %t20 = pld.submit @k(%x) deps(%q : !ids) : (!t) -> !id
      %back = arith.subi %c1, %j : index
      %21 = pld.intrinsic "array.update_element"(%q, %back, %t20) : (!ids, index, !id) -> !ids
      scf.yield %21 : !ids
    }
    scf.yield %20 : !ids
  }
  %t17 = pld.submit @k(%x) deps(%8 : !ids) : (!t) -> !id

  %f0 = pld.intrinsic "array.create"(%c2) {dtype = !pld.task_id} : (index) -> !ids
  %f1 = pld.intrinsic "array.update_element"(%f0, %c0, %t0) : (!ids, index, !id) -> !ids
  %f2 = pld.intrinsic "array.update_element"(%f1, %c1, %t1) : (!ids, index, !id) -> !ids
  scf.for %i = %c0 to %c2 step %c1 {
    %20 = pld.retype %f2 : !ids to !ids
    %back = arith.subi %c1, %i : index
    %21 = pld.intrinsic "array.update_element"(%20, %back, %t3) : (!ids, index, !id) -> !ids
    %t20 = pld.submit @k(%x) deps(%21 : !ids) : (!t) -> !id
  }
  %g0 = pld.intrinsic "array.create"(%c2) {dtype = !pld.task_id} : (index) -> !ids
  %g1 = pld.intrinsic "array.update_element"(%g0, %c0, %t0) : (!ids, index, !id) -> !ids
  %g2 = pld.intrinsic "array.update_element"(%g1, %c1, %t1) : (!ids, index, !id) -> !ids
  %always = arith.cmpi sge, %c1, %c0 : index
  %9 = scf.for %i = %c0 to %c2 step %c1 iter_args(%p = %g2) -> (!ids) {
    %20 = scf.if %always -> (!ids) {
      %21 = scf.for %j = %c0 to %c2 step %c1 iter_args(%q = %p) -> (!ids) {
        %22 = pld.intrinsic "array.update_element"(%q, %j, %t3) : (!ids, index, !id) -> !ids
        scf.yield %22 : !ids
      }
      scf.yield %p : !ids
    } else {
      scf.yield %p : !ids
    }
    scf.yield %20 : !ids
  }
  %t18 = pld.submit @k(%x) deps(%9 : !ids) : (!t) -> !id
  pld.return
}

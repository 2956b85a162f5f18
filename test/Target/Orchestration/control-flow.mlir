// Loops, branches and scopes; what is carried by them, and reads of tensors.

// RUN: rm -rf %t && mkdir -p %t
// RUN: pld-opt %s --pld-assign-kernel-registrations -o %t/program.mlir
// RUN: pld-translate --pld-to-registrations-json %t/program.mlir -o %t/program.json
// RUN: pld-translate --pld-to-orchestration-cpp %t/program.mlir -o %t/main.cpp
// RUN: %python %S/Inputs/run.py %host_cxx %t/program.json %t/main.cpp tensor=8:3 tensor=8 scalar=1 scalar=2 | FileCheck %s --check-prefixes=RECORD,THEN
// RUN: %python %S/Inputs/run.py %host_cxx %t/program.json %t/main.cpp tensor=8:-5 tensor=8 scalar=0 scalar=0 | FileCheck %s --check-prefixes=RECORD,ELSE

// The element is 3: three rounds. 1, 1 + 2 * 0, 1 + 2 * 0 + 2 * 1, ..
// THEN: {"task": "aiv", "ids": [0], {{.*}}"values": ["arg0", "arg1", "1"]}
// THEN-NEXT: {"task": "aic", "ids": [1], {{.*}}"values": ["arg0", "arg1", "0"]}
// THEN-NEXT: {"task": "aiv", "ids": [0], {{.*}}"values": ["arg0", "arg1", "1"]}
// THEN-NEXT: {"task": "aic", "ids": [1], {{.*}}"values": ["arg0", "arg1", "1"]}
// THEN-NEXT: {"task": "aiv", "ids": [0], {{.*}}"values": ["arg0", "arg1", "3"]}
// THEN-NEXT: {"task": "aic", "ids": [1], {{.*}}"values": ["arg0", "arg1", "2"]}
// The two carried numbers change places in each round, twice as often.
// THEN-NEXT: {"scope": "manual"}
// THEN-NEXT: {"task": "aiv", "ids": [0], {{.*}}"values": ["arg0", "arg1", "7"]}
// THEN-NEXT: {"scope": "end"}
// THEN-NEXT: {"task": "aiv", "ids": [0], {{.*}}"values": ["arg0", "arg1", "20"]}
// THEN-NEXT: {"task": "aiv", "ids": [0], {{.*}}"values": ["arg0", "arg1", "2"]}

// Minus five: no round. -5 is divided down to -3.
// ELSE-NOT: "aic"
// ELSE: {"scope": "manual"}
// ELSE-NEXT: {"task": "aiv", "ids": [0], {{.*}}"values": ["arg0", "arg1", "1"]}
// ELSE-NEXT: {"scope": "end"}
// ELSE-NEXT: {"task": "aiv", "ids": [0], {{.*}}"values": ["arg0", "arg1", "10"]}
// ELSE-NEXT: {"task": "aic", "ids": [2], {{.*}}"values": ["arg1", "18446744073709551613"]}
// ELSE-NEXT: {"task": "aiv", "ids": [0], {{.*}}"values": ["arg0", "arg1", "18446744073709551613"]}
// RECORD-NEXT: {"scope": "end"}
// RECORD-NOT: task

!x = !pld.tensor<[8], i32>
!t = !pld.tensor<[8], f32>
pld.func private aiv @v(%x: !x, %y: inout !t, %n: index) -> !t {
  pld.return %y : !t
}
pld.func private aic @c(%x: !x, %y: inout !t, %n: index) -> !t {
  pld.return %y : !t
}
pld.func private aic @d(%y: out !t, %n: index) -> !t {
  pld.return %y : !t
}
pld.func orchestration @main(%x: !x, %y: inout !t, %go: i1, %k: index) -> !t {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c10 = arith.constant 10 : index
  %c20 = arith.constant 20 : index
  %at = pld.make_tuple %c1 : tuple<index>
  pld.runtime_scope {
    %read = pld.intrinsic "tensor.read"(%x, %at) : (!x, tuple<index>) -> i32
    %end = arith.index_cast %read : i32 to index
    // A tensor that is written in place, and a sum.
    %0:2 = scf.for %i = %c0 to %end step %c1 iter_args(%t = %y, %sum = %c1) -> (!t, index) {
      %4 = pld.call @v(%x, %t, %sum) : (!x, !t, index) -> !t
      %5 = pld.call @c(%x, %4, %i) : (!x, !t, index) -> !t
      %6 = arith.muli %i, %k : index
      %7 = arith.addi %sum, %6 : index
      scf.yield %5, %7 : !t, index
    }
    %rounds = arith.muli %end, %c2 : index
    %swapped:2 = scf.for %i = %c0 to %rounds step %c2 iter_args(%a = %c10, %b = %c20) -> (index, index) {
      scf.yield %b, %a : index, index
    }
    pld.runtime_scope manual {
      %4 = pld.call @v(%x, %0#0, %0#1) : (!x, !t, index) -> !t
    }
    %1 = pld.call @v(%x, %0#0, %swapped#0) : (!x, !t, index) -> !t
    // A branch with results, and one without.
    %2:2 = scf.if %go -> (index, !t) {
      scf.yield %c2, %1 : index, !t
    } else {
      %4 = pld.scalar floordiv(%end, %c2) : (index, index) -> index
      %5 = pld.call @d(%1, %4) : (!t, index) -> !t
      scf.yield %4, %5 : index, !t
    }
    %never = arith.cmpi sgt, %rounds, %c20 : index
    scf.if %never {
      %4 = pld.call @d(%2#1, %c0) : (!t, index) -> !t
    }
    %3 = pld.call @v(%x, %2#1, %2#0) : (!x, !t, index) -> !t
  }
  pld.return %y : !t
}

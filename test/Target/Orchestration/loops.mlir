// Loops that count down, by a step that is not known, by 0, without signs, and
// up to the end of a narrow type.

// RUN: rm -rf %t && mkdir -p %t
// RUN: pld-opt %s --pld-assign-kernel-registrations -o %t/program.mlir
// RUN: pld-translate --pld-to-registrations-json %t/program.mlir -o %t/program.json
// RUN: pld-translate --pld-to-orchestration-cpp %t/program.mlir -o %t/main.cpp
// RUN: %python %S/Inputs/run.py %host_cxx %t/program.json %t/main.cpp tensor=8 scalar=2 | FileCheck %s --check-prefixes=RECORD,UP
// RUN: %python %S/Inputs/run.py %host_cxx %t/program.json %t/main.cpp tensor=8 scalar=18446744073709551613 | FileCheck %s --check-prefixes=RECORD,DOWN
// RUN: %python %S/Inputs/run.py %host_cxx %t/program.json %t/main.cpp tensor=8 scalar=0 | FileCheck %s --check-prefix=RECORD

// 5 down to 1, by 2: the carried number counts the rounds.
// RECORD: {"scope": "auto"}
// RECORD-NEXT: {"task": "aiv", {{.*}}"values": ["arg0", "5"]}
// RECORD-NEXT: {"task": "aiv", {{.*}}"values": ["arg0", "3"]}
// RECORD-NEXT: {"task": "aiv", {{.*}}"values": ["arg0", "1002"]}
// By 0: only what is carried is there.
// RECORD-NEXT: {"task": "aiv", {{.*}}"values": ["arg0", "1005"]}
// By the argument: from 1 to 5, and from 5 to 1.
// UP-NEXT: {"task": "aiv", {{.*}}"values": ["arg0", "1"]}
// UP-NEXT: {"task": "aiv", {{.*}}"values": ["arg0", "3"]}
// DOWN-NEXT: {"task": "aiv", {{.*}}"values": ["arg0", "5"]}
// DOWN-NEXT: {"task": "aiv", {{.*}}"values": ["arg0", "2"]}
// Without signs -6 is a large number, and the end of a loop that takes one
// step, however large. Of -3, without a sign, there is one round.
// RECORD-NEXT: {"task": "aiv", {{.*}}"values": ["arg0", "3"]}
// RECORD-NEXT: {"task": "aiv", {{.*}}"values": ["arg0", "18446744073709551613"]}
// RECORD-NEXT: {"task": "aiv", {{.*}}"values": ["arg0", "253"]}
// RECORD-NEXT: {"task": "aiv", {{.*}}"values": ["arg0", "254"]}
// UP-NEXT: {"task": "aiv", {{.*}}"values": ["arg0", "18446744073709551613"]}
// DOWN-NEXT: {"task": "aiv", {{.*}}"values": ["arg0", "18446744073709551613"]}
// Eight bits: 100 + 100 is too much.
// RECORD-NEXT: {"task": "aiv", {{.*}}"values": ["arg0", "100"]}
// RECORD-NEXT: {"scope": "end"}

!t = !pld.tensor<[8], f32>
pld.func private aiv @k(%x: inout !t, %n: index) -> !t {
  pld.return %x : !t
}
pld.func private aiv @narrow(%x: inout !t, %n: i8) -> !t {
  pld.return %x : !t
}
pld.func orchestration @main(%x: inout !t, %step: index) -> !t {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c1000 = arith.constant 1000 : index
  %c-2 = arith.constant -2 : index
  %c-3 = arith.constant -3 : index
  %c-1 = arith.constant -1 : index
  %c-6 = arith.constant -6 : index
  %down = scf.for %i = %c5 to %c1 step %c-2 iter_args(%n = %c1000) -> (index) {
    pld.call @k(%x, %i) : (!t, index) -> !t
    %next = arith.addi %n, %c1 : index
    scf.yield %next : index
  }
  pld.call @k(%x, %down) : (!t, index) -> !t

  %c1005 = arith.addi %c1000, %c5 : index
  %none = scf.for %i = %c0 to %c5 step %c0 iter_args(%n = %c1005) -> (index) {
    pld.call @k(%x, %i) : (!t, index) -> !t
    scf.yield %i : index
  }
  pld.call @k(%x, %none) : (!t, index) -> !t

  scf.for %i = %c1 to %c5 step %step {
    pld.call @k(%x, %i) : (!t, index) -> !t
  }
  scf.for %i = %c5 to %c1 step %step {
    pld.call @k(%x, %i) : (!t, index) -> !t
  }

  scf.for unsigned %i = %c3 to %c-6 step %c-6 {
    pld.call @k(%x, %i) : (!t, index) -> !t
  }
  scf.for unsigned %i = %c-3 to %c-1 step %c1000 {
    pld.call @k(%x, %i) : (!t, index) -> !t
  }
  %n-3 = arith.constant -3 : i8
  %n-1 = arith.constant -1 : i8
  %n1 = arith.constant 1 : i8
  scf.for unsigned %i = %n-3 to %n-1 step %n1 : i8 {
    pld.call @narrow(%x, %i) : (!t, i8) -> !t
  }
  scf.for unsigned %i = %c-3 to %c-2 step %step {
    pld.call @k(%x, %i) : (!t, index) -> !t
  }

  %n100 = arith.constant 100 : i8
  %n127 = arith.constant 127 : i8
  scf.for %i = %n100 to %n127 step %n100 : i8 {
    pld.call @narrow(%x, %i) : (!t, i8) -> !t
  }
  pld.return %x : !t
}

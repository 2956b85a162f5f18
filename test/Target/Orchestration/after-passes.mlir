// Programs as MLIR's passes leave them.

// RUN: rm -rf %t && mkdir -p %t
// RUN: pld-opt %s --pld-assign-kernel-registrations -o %t/program.mlir
// RUN: pld-translate --pld-to-registrations-json %t/program.mlir -o %t/program.json
// RUN: pld-translate --pld-to-orchestration-cpp %t/program.mlir -o %t/main.cpp
// RUN: %python %S/Inputs/run.py %host_cxx %t/program.json %t/main.cpp scalar=7 scalar=0 scalar=1 scalar=4294967295 tensor=3 | FileCheck %s

// A symbol's value is what the symbol is bound to there, not where the value is
// used; a symbol may be bound to its own value, and to that plus one.
// CHECK: "values": ["7", "7"]
// CHECK-NEXT: "values": ["7", "8"]
// That of a parameter's shape, before the symbol is bound again; and in each
// branch that of the branch.
// CHECK-NEXT: "values": ["3", "7"]
// CHECK-NEXT: "values": ["2", "2"]
// Casts of integers whose sign is known.
// CHECK-NEXT: "values": ["4294967295", "1"]
// CHECK-NEXT: "values": ["255", "18446744073709551615"]
// Divisions by 0 that were moved out of a loop do not trap. Their results are
// not used, since the loop does not run.
// CHECK-NEXT: "values": ["1", "2"]
// What is in the place of a value that nothing reads may be any value.
// CHECK-NEXT: "values": ["7", "{{[0-9]+}}"]

pld.func private aiv @k(%a: index, %b: index)
pld.func private aiv @done(%a: index, %b: index)
pld.func orchestration @main(%a: index, %zero: index, %c: i1, %minus: i32, %x: !pld.tensor<[S], f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  pld.bind_symbol %a as "K" : index
  %0 = pld.symbol_value "K" : index
  pld.bind_symbol %0 as "K" : index
  %1 = pld.symbol_value "K" : index
  pld.call @k(%0, %1) : (index, index) -> ()
  %2 = arith.addi %1, %c1 : index
  pld.bind_symbol %2 as "K" : index
  %3 = pld.symbol_value "K" : index
  pld.call @k(%1, %3) : (index, index) -> ()

  %s = pld.symbol_value "S" : index
  pld.bind_symbol %a as "S" : index
  %s0 = pld.symbol_value "S" : index
  pld.call @k(%s, %s0) : (index, index) -> ()
  scf.if %c {
    pld.bind_symbol %c2 as "T" : index
    %s1 = pld.symbol_value "T" : index
    pld.call @k(%s1, %s1) : (index, index) -> ()
  } else {
    pld.bind_symbol %c1 as "T" : index
    %s1 = pld.symbol_value "T" : index
    pld.call @k(%s1, %s1) : (index, index) -> ()
  }

  %byte = arith.trunci %minus : i32 to i8
  %wide = arith.extui %byte : i8 to i64
  %bits = arith.index_castui %wide : i64 to index
  %word = arith.index_castui %minus : i32 to index
  %bit = arith.index_castui %c : i1 to index
  %same = arith.subi %c0, %bit : index
  %low = arith.index_castui %same : index to i32
  %back = arith.extsi %low : i32 to i64
  %sign = arith.index_cast %back : i64 to index
  pld.call @k(%word, %bit) : (index, index) -> ()
  pld.call @k(%bits, %sign) : (index, index) -> ()

  %4 = arith.floordivsi %a, %zero : index
  %5 = pld.scalar floordiv(%a, %zero) : (index, index) -> index
  %6 = pld.scalar floormod(%a, %zero) : (index, index) -> index
  scf.for %i = %c0 to %zero step %c1 {
    pld.call @k(%4, %5) : (index, index) -> ()
    pld.call @k(%4, %6) : (index, index) -> ()
  }
  pld.call @done(%c1, %c2) : (index, index) -> ()

  %none = ub.poison : !pld.task_id
  %any = ub.poison : index
  %task = scf.if %c -> !pld.task_id {
    %t = pld.submit @k(%a, %any) : (index, index) -> !pld.task_id
    scf.yield %t : !pld.task_id
  } else {
    scf.yield %none : !pld.task_id
  }
  pld.return
}

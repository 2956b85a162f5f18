// Scalars of all types and operators: what the task gets is what the program
// says, in C++'s arithmetic too.

// RUN: rm -rf %t && mkdir -p %t
// RUN: pld-opt %s --pld-assign-kernel-registrations -o %t/program.mlir
// RUN: pld-translate --pld-to-registrations-json %t/program.mlir -o %t/program.json
// RUN: pld-translate --pld-to-orchestration-cpp %t/program.mlir -o %t/main.cpp
// RUN: %python %S/Inputs/run.py %host_cxx %t/program.json %t/main.cpp --exact scalar=18446744073709551609 scalar=65537 float=0.5 scalar=200 scalar=1 | FileCheck %s

// -7 and 2: floordiv -4, floormod 1, min, max, -(-7).
// CHECK: "values": ["18446744073709551612", "1", "18446744073709551609", "2", "7"]
// 65537 * 65537 as 32 bits and as 64 bits; as a quotient of floats 65537 / 2.
// CHECK-NEXT: "values": ["131073", "4295098369", "1191182464"]
// 200 + 100 in 8 unsigned bits, -1 of 16 and 64 bits.
// CHECK-NEXT: "values": ["44", "65535", "18446744073709551615"]
// Least and greatest numbers, and floats.
// CHECK-NEXT: "values": ["9223372036854775808", "9223372036854775807", "897988541", "2143289344", "4286578688", "4591870180066957722"]
// Comparisons of different types, select, logic.
// CHECK-NEXT: "values": ["1", "0", "1056964608", "1", "0"]

pld.func private aiv @integers(%a: index, %b: index, %c: index, %d: index, %e: index)
pld.func private aiv @wide(%a: i32, %b: index, %c: f32)
pld.func private aiv @narrow(%a: ui8, %b: i16, %c: i64)
pld.func private aiv @extremes(%a: i64, %b: i64, %c: f32, %d: f32, %e: f32, %f: f64)
pld.func private aiv @logic(%a: i1, %b: i1, %c: f32, %d: i1, %e: i1)
pld.func orchestration @main(%n: index, %i: i32, %f: f32, %u: ui8, %yes: i1) {
  %c2 = arith.constant 2 : index
  %0 = arith.floordivsi %n, %c2 : index
  %1 = pld.scalar floormod(%n, %c2) : (index, index) -> index
  %2 = arith.minsi %n, %c2 : index
  %3 = pld.scalar max(%n, %c2) : (index, index) -> index
  %4 = pld.scalar neg(%n) : (index) -> index
  pld.call @integers(%0, %1, %2, %3, %4) : (index, index, index, index, index) -> ()

  %two = arith.constant 2 : i32
  %5 = arith.muli %i, %two : i32
  %6 = arith.subi %5, %two : i32
  %7 = arith.constant 1 : i32
  %8 = arith.addi %6, %7 : i32
  %9 = pld.scalar mul(%i, %i) : (i32, i32) -> index
  %10 = pld.scalar div(%i, %two) : (i32, i32) -> f32
  pld.call @wide(%8, %9, %10) : (i32, index, f32) -> ()

  %hundred = pld.constant 100 : ui8 as ui8
  %11 = pld.scalar add(%u, %hundred) : (ui8, ui8) -> ui8
  %12 = arith.constant -1 : i16
  %13 = arith.extsi %12 : i16 to i64
  pld.call @narrow(%11, %12, %13) : (ui8, i16, i64) -> ()

  %least = arith.constant -9223372036854775808 : i64
  %most = arith.constant 9223372036854775807 : i64
  %small = pld.constant 1.000000e-06 : f64 as f32
  %nan = arith.constant 0x7FC00000 : f32
  %minus_infinity = arith.constant 0xFF800000 : f32
  %tenth = arith.constant 0.1 : f64
  pld.call @extremes(%least, %most, %small, %nan, %minus_infinity, %tenth) : (i64, i64, f32, f32, f32, f64) -> ()

  %14 = pld.scalar lt(%n, %u) : (index, ui8) -> i1
  %15 = arith.cmpf ogt, %f, %small : f32
  %16 = arith.xori %14, %15 : i1
  %17 = arith.select %yes, %f, %small : f32
  %18 = pld.scalar and(%yes, %14) : (i1, i1) -> i1
  %19 = pld.scalar not(%18) : (i1) -> i1
  pld.call @logic(%14, %16, %17, %18, %19) : (i1, i1, f32, i1, i1) -> ()
  pld.return
}

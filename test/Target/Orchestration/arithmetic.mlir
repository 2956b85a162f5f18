// Arithmetic at the edges of types, and expressions that compilers warn of.

// RUN: rm -rf %t && mkdir -p %t
// RUN: pld-opt %s --pld-assign-kernel-registrations -o %t/program.mlir
// RUN: pld-translate --pld-to-registrations-json %t/program.mlir -o %t/program.json
// RUN: pld-translate --pld-to-orchestration-cpp %t/program.mlir -o %t/main.cpp
// RUN: %python %S/Inputs/run.py "%host_cxx -fsanitize=signed-integer-overflow -fno-sanitize-recover=all" %t/program.json %t/main.cpp --exact scalar=9223372036854775807 scalar=2147483647 scalar=255 float=2.0 scalar=1 | FileCheck %s

// What overflows wraps around: 2^63 - 1 plus and times itself, minus -2^63,
// and minus that; 32, 16 and 8 bits.
// CHECK: "values": ["18446744073709551614", "1", "18446744073709551615", "9223372036854775808"]
// CHECK-NEXT: "values": ["4294967294", "1", "1", "1"]
// Negative numbers are literals too; bits of a number.
// CHECK-NEXT: "values": ["5", "1065353216", "1", "0"]
// Unsigned numbers are not below 0; equal to itself; each of both types.
// CHECK-NEXT: "values": ["1", "1", "0", "1", "1", "0", "1"]
// -1 is not 255, and below every unsigned number of 32 bits.
// CHECK-NEXT: "values": ["0", "1", "1", "1"]
// Unsigned division; select of numbers of few bits.
// CHECK-NEXT: "values": ["127", "1", "255", "65535"]

pld.func private aiv @longs(%a: index, %b: index, %c: index, %d: index)
pld.func private aiv @ints(%a: i32, %b: i32, %c: i16, %d: ui8)
pld.func private aiv @literals(%a: index, %b: f32, %c: i1, %d: i1)
pld.func private aiv @bits(%a: i1, %b: i1, %c: i1, %d: i1, %e: i1, %f: i1, %g: i1)
pld.func private aiv @mixed(%a: i1, %b: i1, %c: i1, %d: i1)
pld.func private aiv @unsigned(%a: ui8, %b: ui8, %c: ui8, %d: i16)
pld.func orchestration @main(%n: index, %i: i32, %u: ui8, %f: f32, %yes: i1) {
  %least = arith.constant -9223372036854775808 : index
  %0 = arith.addi %n, %n : index
  %1 = arith.muli %n, %n : index
  %2 = arith.subi %n, %least : index
  %3 = pld.scalar neg(%least) : (index) -> index
  pld.call @longs(%0, %1, %2, %3) : (index, index, index, index) -> ()

  %4 = arith.addi %i, %i : i32
  %5 = arith.muli %i, %i : i32
  %short = arith.trunci %i : i32 to i16
  %6 = arith.muli %short, %short : i16
  %7 = pld.scalar mul(%u, %u) : (ui8, ui8) -> ui8
  pld.call @ints(%4, %5, %6, %7) : (i32, i32, i16, ui8) -> ()

  %minus5 = arith.constant -5 : index
  %8 = pld.scalar neg(%minus5) : (index) -> index
  %minus1 = arith.constant -1.0 : f32
  %9 = pld.scalar neg(%minus1) : (f32) -> f32
  %10 = arith.trunci %i : i32 to i1
  %two = arith.constant 2 : i32
  %11 = arith.trunci %two : i32 to i1
  pld.call @literals(%8, %9, %10, %11) : (index, f32, i1, i1) -> ()

  %u0 = pld.constant 0 : ui8 as ui8
  %12 = pld.scalar ge(%u, %u0) : (ui8, ui8) -> i1
  %13 = arith.cmpi eq, %n, %n : index
  %14 = arith.cmpi slt, %i, %i : i32
  %15 = arith.cmpf oeq, %f, %f : f32
  %16 = arith.cmpi eq, %yes, %yes : i1
  %17 = arith.cmpi slt, %n, %least : index
  %s-128 = arith.constant -128 : i8
  %low = arith.trunci %i : i32 to i8
  %18 = arith.cmpi sge, %low, %s-128 : i8
  pld.call @bits(%12, %13, %14, %15, %16, %17, %18) : (i1, i1, i1, i1, i1, i1, i1) -> ()

  %19 = pld.scalar eq(%low, %u) : (i8, ui8) -> i1
  %wide = pld.constant 4294967295 : ui32 as ui32
  %20 = pld.scalar lt(%low, %wide) : (i8, ui32) -> i1
  %21 = pld.scalar lt(%low, %f) : (i8, f32) -> i1
  %22 = pld.scalar and(%low, %yes) : (i8, i1) -> i1
  pld.call @mixed(%19, %20, %21, %22) : (i1, i1, i1, i1) -> ()

  %u2 = pld.constant 2 : ui8 as ui8
  %23 = pld.scalar floordiv(%u, %u2) : (ui8, ui8) -> ui8
  %24 = pld.scalar floormod(%u, %u2) : (ui8, ui8) -> ui8
  %25 = pld.scalar max(%u, %u2) : (ui8, ui8) -> ui8
  %s-1 = arith.constant -1 : i16
  %26 = arith.select %yes, %s-1, %short : i16
  pld.call @unsigned(%23, %24, %25, %26) : (ui8, ui8, ui8, i16) -> ()
  pld.return
}

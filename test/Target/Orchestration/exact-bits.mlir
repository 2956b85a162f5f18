// The bits of scalars: NaNs, zeros, denormal numbers, products that must not
// become one operation with a sum, and divisions by -1.

// RUN: rm -rf %t && mkdir -p %t
// RUN: pld-opt %s --pld-assign-kernel-registrations -o %t/program.mlir
// RUN: pld-translate --pld-to-registrations-json %t/program.mlir -o %t/program.json
// RUN: pld-translate --pld-to-orchestration-cpp %t/program.mlir -o %t/main.cpp
// RUN: %python %S/Inputs/run.py %host_cxx %t/program.json %t/main.cpp --exact float=1.1 float=3.3 scalar=4607632778762754458 scalar=9223372036854775808 scalar=2147483648 scalar=128 scalar=255 | FileCheck %s
// RUN: %python %S/Inputs/run.py "%host_cxx -O3 -march=native -ffp-contract=fast" %t/program.json %t/main.cpp --exact float=1.1 float=3.3 scalar=4607632778762754458 scalar=9223372036854775808 scalar=2147483648 scalar=128 scalar=255 | FileCheck %s

// NaNs with a sign and a payload, of both sizes and both kinds.
// CHECK: "values": ["4290772993", "2139095041", "9218868437227405313", "18444492276043350016"]}
// Where they are carried and chosen; a quiet one of 64 bits as 32 bits.
// CHECK-NEXT: "values": ["4290772993", "4290772993", "4290774016"]}
// -0.0, the least number of each size, 0.1 rounded once, the greatest number.
// CHECK-NEXT: "values": ["2147483648", "1", "1", "1036831949", "9218868437227405311"]}
// 1.1 * 3.3 is rounded before 3.3 is subtracted; the same of 64 bits.
// CHECK-NEXT: "values": ["1051260360", "4592590756007337008"]}
// 1.1 rounded to nearest from 64 to 32 bits; negated NaN and 0.
// CHECK-NEXT: "values": ["1066192077", "2143289345", "0"]}
// The least number divided by -1, and what is left of it, in each size.
// CHECK-NEXT: "values": ["9223372036854775808", "0", "2147483648", "0", "128", "0"]}
// By the greatest number without a sign it is another division.
// CHECK-NEXT: "values": ["1", "0"]}

pld.func private aiv @nans(%a: f32, %b: f32, %c: f64, %d: f64)
pld.func private aiv @chosen(%a: f32, %b: f32, %c: f32)
pld.func private aiv @numbers(%a: f32, %b: f32, %c: f64, %d: f32, %e: f64)
pld.func private aiv @products(%a: f32, %b: f64)
pld.func private aiv @rounded(%a: f32, %b: f32, %c: f32)
pld.func private aiv @quotients(%a: i64, %b: i64, %c: i32, %d: i32, %e: i8, %f: i8)
pld.func private aiv @unsigned(%a: ui8, %b: ui8)
pld.func orchestration @main(%x: f32, %y: f32, %z: f64, %l: i64, %i: i32, %s: i8, %u: ui8) {
  %quiet = arith.constant 0xFFC00001 : f32
  %signaling = arith.constant 0x7F800001 : f32
  %signaling64 = arith.constant 0x7FF0000000000001 : f64
  %quiet64 = arith.constant 0xFFF8000080000000 : f64
  pld.call @nans(%quiet, %signaling, %signaling64, %quiet64) : (f32, f32, f64, f64) -> ()
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %carried = scf.for %n = %c0 to %c1 step %c1 iter_args(%c = %x) -> (f32) {
    scf.yield %quiet : f32
  }
  %yes = arith.cmpf oeq, %x, %x : f32
  %chosen = arith.select %yes, %quiet, %signaling : f32
  %narrow = pld.constant 0xFFF8008000000000 : f64 as f32
  pld.call @chosen(%carried, %chosen, %narrow) : (f32, f32, f32) -> ()

  %zero = arith.constant -0.0 : f32
  %least = arith.constant 0x00000001 : f32
  %least64 = arith.constant 0x0000000000000001 : f64
  %tenth = pld.constant 0.1 : f64 as f32
  %most = arith.constant 0x7FEFFFFFFFFFFFFF : f64
  pld.call @numbers(%zero, %least, %least64, %tenth, %most) : (f32, f32, f64, f32, f64) -> ()

  %0 = arith.mulf %x, %y : f32
  %1 = arith.subf %0, %y : f32
  %2 = arith.mulf %z, %z : f64
  %3 = arith.subf %2, %z : f64
  pld.call @products(%1, %3) : (f32, f64) -> ()

  %6 = arith.truncf %z to_nearest_even : f64 to f32
  %7 = arith.negf %quiet : f32
  %8 = arith.negf %zero : f32
  pld.call @rounded(%6, %7, %8) : (f32, f32, f32) -> ()

  %9 = arith.constant -1 : i64
  %10 = pld.scalar floordiv(%l, %9) : (i64, i64) -> i64
  %11 = pld.scalar floormod(%l, %9) : (i64, i64) -> i64
  %12 = arith.constant -1 : i32
  %13 = pld.scalar floordiv(%i, %12) : (i32, i32) -> i32
  %14 = pld.scalar floormod(%i, %12) : (i32, i32) -> i32
  %15 = arith.constant -1 : i8
  %16 = pld.scalar floordiv(%s, %15) : (i8, i8) -> i8
  %17 = pld.scalar floormod(%s, %15) : (i8, i8) -> i8
  pld.call @quotients(%10, %11, %13, %14, %16, %17) : (i64, i64, i32, i32, i8, i8) -> ()
  %18 = pld.scalar floordiv(%u, %u) : (ui8, ui8) -> ui8
  %19 = pld.scalar floormod(%u, %u) : (ui8, ui8) -> ui8
  pld.call @unsigned(%18, %19) : (ui8, ui8) -> ()
  pld.return
}

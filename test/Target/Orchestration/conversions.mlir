// Scalars that get another type on their way to a kernel: by a retype of the
// orchestration or of a wrapper, or because a dispatch gives another type than
// its callee takes. The kernel gets the number in the type that it takes.

// RUN: rm -rf %t && mkdir -p %t
// RUN: pld-opt %s --pld-assign-kernel-registrations -o %t/program.mlir
// RUN: pld-translate --pld-to-registrations-json %t/program.mlir -o %t/program.json
// RUN: pld-translate --pld-to-orchestration-cpp %t/program.mlir -o %t/main.cpp
// RUN: %python %S/Inputs/run.py %host_cxx %t/program.json %t/main.cpp --exact tensor=300 scalar=4294967295 scalar=4609434218613702656 scalar=200 scalar=18446744073709551311 scalar=1 | FileCheck %s

// -1 and 1.5 by a retype, by the dispatch, by a wrapper, and as what two
// wrappers around each other take.
// CHECK-COUNT-5: "values": ["18446744073709551615", "1069547520"]}
// 200 as 32 and 64 bits; as 8 bits with a sign it is -56, also as 64 bits after.
// CHECK-NEXT: "values": ["200", "200", "200", "18446744073709551560"]}
// The low 8 bits of -305 are -49, or 207 without a sign; its low 32 bits.
// CHECK-NEXT: "values": ["207", "207", "4294966991", "18446744073709551567"]}
// Constants of a wrapper, and constants that are given to one.
// CHECK-NEXT: "values": ["255", "65535", "4294967295", "18446744073709551615"]}
// CHECK-NEXT: "values": ["44", "300", "300", "44"]}
// In a loop and a branch; what the loop carries.
// CHECK-NEXT: "values": ["18446744073709551615", "1069547520"]}
// CHECK-NEXT: "values": ["18446744073709551615", "1069547520"]}
// CHECK-NEXT: "values": ["18446744073709551610", "1069547520"]}
// Both members of a Group, one of which takes the bits without a sign.
// CHECK-NEXT: "task": "mixed", {{.*}} "values": ["207"]}
// A symbol as a number of another type, of the orchestration and of a wrapper.
// CHECK-NEXT: "values": ["44", "300", "300", "44"]}
// CHECK-NEXT: "values": ["207", "65487", "18446744073709551567", "207"]}
// One bit stays one bit; `index` and `i64` are the same number.
// CHECK-NEXT: "values": ["1", "18446744073709551311"]}

pld.func private aiv @k(%n: i64, %f: f32)
pld.func private aiv @wide(%a: i32, %b: i64, %c: ui64, %d: i64)
pld.func private aiv @low(%a: i8, %b: ui8, %c: i32, %d: i64)
pld.func private aiv @sizes(%a: i8, %b: i16, %c: i32, %d: i64)
pld.func private aiv @numbers(%a: ui8, %b: ui16, %c: index, %d: i8)
pld.func private aic @signed(%a: i8)
pld.func private aiv @unsigned(%a: ui8)
pld.func private aiv @same(%a: i1, %b: index)

pld.func private group @retypes(%n: i32, %f: f64) {
  %0 = pld.retype %n : i32 to i64
  %1 = pld.retype %f : f64 to f32
  pld.call @k(%0, %1) : (i64, f32) -> ()
  pld.return
}
pld.func private group @gives(%n: i32, %f: f64) {
  pld.call @k(%n, %f) : (i32, f64) -> ()
  pld.return
}
// Takes the number as 64 bits, and gives it as 32.
pld.func private spmd @over(%n: i64, %f: f32) {
  %0 = pld.retype %n : i64 to i32
  pld.call @gives(%0, %f) : (i32, f32) -> ()
  pld.return
}
pld.func private spmd @extends(%u: ui8) {
  %0 = pld.retype %u : ui8 to i8
  %1 = pld.retype %0 : i8 to i64
  pld.call @wide(%u, %u, %u, %1) : (ui8, ui8, ui8, i64) -> ()
  pld.return
}
pld.func private spmd @truncates(%l: i64) {
  %0 = pld.retype %l : i64 to i8
  pld.call @low(%l, %l, %l, %0) : (i64, i64, i64, i8) -> ()
  pld.return
}
pld.func private spmd @constants() {
  %c-1 = arith.constant -1 : i32
  pld.call @sizes(%c-1, %c-1, %c-1, %c-1) : (i32, i32, i32, i32) -> ()
  pld.return
}
pld.func private spmd @passes(%n: i32) {
  pld.call @numbers(%n, %n, %n, %n) : (i32, i32, i32, i32) -> ()
  pld.return
}
pld.func private group @pair(%l: i64) {
  pld.call @signed(%l) : (i64) -> ()
  pld.call @unsigned(%l) : (i64) -> ()
  pld.return
}
pld.func private spmd @names(%l: i8 {pld.symbol = "L"}) {
  %0 = pld.symbol_value "L" : i8
  %1 = pld.symbol_value "L" : index
  pld.call @numbers(%0, %0, %1, %1) : (i8, i8, index, index) -> ()
  pld.return
}
pld.func orchestration @main(%x: !pld.tensor<[S], f32>, %n: i32, %f: f64, %u: ui8, %l: i64, %yes: i1) {
  %m = pld.retype %n : i32 to i64
  %h = pld.retype %f : f64 to f32
  pld.call @k(%m, %h) : (i64, f32) -> ()
  pld.call @k(%n, %f) : (i32, f64) -> ()
  pld.call @retypes(%n, %f) : (i32, f64) -> ()
  pld.call @gives(%m, %h) : (i64, f32) -> ()
  pld.call @over(%n, %f) : (i32, f64) -> ()
  pld.call @extends(%u) : (ui8) -> ()
  pld.call @truncates(%l) : (i64) -> ()
  pld.call @constants() : () -> ()
  %c300 = arith.constant 300 : i64
  pld.call @passes(%c300) : (i64) -> ()
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : i32
  %0 = scf.for %i = %c0 to %c1 step %c1 iter_args(%carried = %n) -> (i32) {
    pld.call @gives(%carried, %f) : (i32, f64) -> ()
    scf.if %yes {
      %inside = pld.retype %carried : i32 to i64
      pld.call @k(%inside, %f) : (i64, f64) -> ()
    }
    %next = arith.subi %carried, %c5 : i32
    scf.yield %next : i32
  }
  pld.call @k(%0, %f) : (i32, f64) -> ()
  pld.call @pair(%l) : (i64) -> ()
  %s = pld.symbol_value "S" : i32
  pld.call @numbers(%s, %s, %s, %s) : (i32, i32, i32, i32) -> ()
  pld.call @names(%l) : (i64) -> ()
  pld.call @same(%yes, %l) : (i1, i64) -> ()
  pld.return
}

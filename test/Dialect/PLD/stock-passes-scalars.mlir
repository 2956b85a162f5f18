// What is not defined for all operands stays in a loop that may not run; what is
// defined moves out.
// RUN: pld-opt %s --loop-invariant-code-motion | FileCheck %s

// CHECK-LABEL: @divisions(
// CHECK-NOT:     pld.scalar
// CHECK:         pld.scalar floordiv(%{{.*}}, %c4)
// CHECK-NEXT:    pld.scalar floormod(%{{.*}}, %c4)
// CHECK-NEXT:    pld.scalar div(%{{.*}}, %c4)
// CHECK-NEXT:    pld.scalar div(%{{.*}}, %{{.*}}) : (f32, f32) -> f32
// CHECK-NEXT:    pld.scalar floordiv(%{{.*}}, %{{.*}}) : (ui32, ui32) -> ui32
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      pld.scalar floordiv(%{{.*}}, %{{.*}}) : (index, index) -> index
// CHECK-NEXT:      pld.scalar floormod(%{{.*}}, %{{.*}}) : (index, index) -> index
// CHECK-NEXT:      pld.scalar div(%{{.*}}, %{{.*}}) : (index, index) -> index
// CHECK-NEXT:      pld.scalar floordiv(%{{.*}}, %c0)
// CHECK-NEXT:      pld.scalar floordiv(%{{.*}}, %c-1)
// CHECK-NEXT:      pld.scalar floordiv(%{{.*}}, %c256{{.*}}) : (i64, i64) -> i8
// CHECK-NEXT:      pld.scalar floordiv(%{{.*}}, %{{.*}}) : (ui32, ui32) -> ui32
// CHECK-NEXT:    }
pld.func private incore @divisions(%a: index, %b: index, %x: f32, %u: ui32, %i: i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %m1 = arith.constant -1 : index
  %wide = arith.constant 256 : i64
  %u3 = pld.constant 3 : ui32 as ui32
  scf.for %k = %c0 to %b step %c1 {
    %0 = pld.scalar floordiv(%a, %c4) : (index, index) -> index
    %1 = pld.scalar floormod(%a, %c4) : (index, index) -> index
    %2 = pld.scalar div(%a, %c4) : (index, index) -> index
    %3 = pld.scalar div(%x, %x) : (f32, f32) -> f32
    %4 = pld.scalar floordiv(%u, %u3) : (ui32, ui32) -> ui32
    %5 = pld.scalar floordiv(%a, %b) : (index, index) -> index
    %6 = pld.scalar floormod(%a, %b) : (index, index) -> index
    %7 = pld.scalar div(%a, %b) : (index, index) -> index
    %8 = pld.scalar floordiv(%a, %c0) : (index, index) -> index
    // The least number divided by -1 does not fit.
    %9 = pld.scalar floordiv(%a, %m1) : (index, index) -> index
    // 0, once it has the type of the result.
    %10 = pld.scalar floordiv(%i, %wide) : (i64, i64) -> i8
    %11 = pld.scalar floordiv(%u, %u) : (ui32, ui32) -> ui32
  }
  pld.return
}

// CHECK-LABEL: @others(
// CHECK-NOT:     pld.scalar
// CHECK:         pld.scalar shl(%{{.*}}, %c4
// CHECK-NEXT:    pld.scalar pow(%{{.*}}, %c4
// CHECK-NEXT:    pld.scalar pow(%{{.*}}, %{{.*}}) : (f32, f32) -> f32
// CHECK-NEXT:    pld.scalar lt(%{{.*}}, %{{.*}}) : (f32, i64) -> i1
// CHECK-NEXT:    pld.scalar cast(%{{.*}}) : (i64) -> f32
// CHECK-NEXT:    pld.scalar add
// CHECK-NEXT:    pld.scalar min
// CHECK-NEXT:    pld.scalar neg
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      pld.scalar shl(%{{.*}}, %{{.*}}) : (i64, i64) -> i64
// CHECK-NEXT:      pld.scalar shr(%{{.*}}, %{{.*}}) : (i64, i64) -> i64
// CHECK-NEXT:      pld.scalar shl(%{{.*}}, %c64
// CHECK-NEXT:      pld.scalar pow(%{{.*}}, %{{.*}}) : (i64, i64) -> i64
// CHECK-NEXT:      pld.scalar cast(%{{.*}}) : (f32) -> i64
// CHECK-NEXT:      pld.scalar add(%{{.*}}, %{{.*}}) : (f32, i64) -> i64
// CHECK-NEXT:    }
pld.func private incore @others(%a: i64, %b: i64, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : i64
  %c64 = arith.constant 64 : i64
  scf.for %k = %c0 to %n step %c1 {
    %0 = pld.scalar shl(%a, %c4) : (i64, i64) -> i64
    %1 = pld.scalar pow(%a, %c4) : (i64, i64) -> i64
    %2 = pld.scalar pow(%x, %x) : (f32, f32) -> f32
    %3 = pld.scalar lt(%x, %a) : (f32, i64) -> i1
    %4 = pld.scalar cast(%a) : (i64) -> f32
    %5 = pld.scalar add(%a, %b) : (i64, i64) -> i64
    %6 = pld.scalar min(%a, %b) : (i64, i64) -> i64
    %7 = pld.scalar neg(%a) : (i64) -> i64
    %8 = pld.scalar shl(%a, %b) : (i64, i64) -> i64
    %9 = pld.scalar shr(%a, %b) : (i64, i64) -> i64
    %10 = pld.scalar shl(%a, %c64) : (i64, i64) -> i64
    %11 = pld.scalar pow(%a, %b) : (i64, i64) -> i64
    // A float may be beyond all integers.
    %12 = pld.scalar cast(%x) : (f32) -> i64
    %13 = pld.scalar add(%x, %a) : (f32, i64) -> i64
  }
  pld.return
}

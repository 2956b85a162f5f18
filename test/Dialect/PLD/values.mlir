// Text, generic form and bytecode of operations on scalars and tuples.
// RUN: pld-opt %s | FileCheck %s
// RUN: pld-opt %s | pld-opt | FileCheck %s
// RUN: pld-opt %s --mlir-print-op-generic | pld-opt | FileCheck %s
// RUN: pld-opt %s --emit-bytecode | pld-opt | FileCheck %s
// RUN: pld-opt %s --verify-roundtrip -o /dev/null
// RUN: pld-opt %s --mlir-print-debuginfo -o %t
// RUN: pld-opt %t --mlir-print-debuginfo | diff %t -

// CHECK-LABEL: @constants(
pld.func private incore @constants() {
  // CHECK: pld.constant 5 : ui32 as ui32
  %0 = pld.constant 5 : ui32 as ui32
  // CHECK: pld.constant 18446744073709551615 : ui64 as ui64
  %1 = pld.constant 18446744073709551615 : ui64 as ui64
  // CHECK: pld.constant -1 : i64 as i64
  %2 = pld.constant -1 : i64 as i64
  // CHECK: pld.constant true as i1
  %3 = pld.constant true as i1
  // CHECK: pld.constant 9.9999999999999995E-7 : f64 as f32
  %4 = pld.constant 1.0e-06 : f64 as f32
  // CHECK: pld.constant 1.500000e+00 : f64 {test.a} as !pld.hf8
  %5 = pld.constant 1.5 : f64 {test.a} as !pld.hf8
  // CHECK: pld.constant -0.000000e+00 : f16 as f16
  %6 = pld.constant -0.0 : f16 as f16
  // CHECK: pld.constant 0x7FF0000000000001 : f64 as bf16
  %7 = pld.constant 0x7FF0000000000001 : f64 as bf16
  pld.return
}

// CHECK-LABEL: @undefined(
pld.func private incore @undefined(%x: !pld.tensor<[M], f32>) {
  // CHECK: pld.undefined : i32
  %0 = pld.undefined : i32
  // CHECK: pld.undefined {test.a} : tuple<!pld.tensor<[M], f32>>
  %1 = pld.undefined {test.a} : tuple<!pld.tensor<[M], f32>>
  pld.return
}

// CHECK-LABEL: @scalars(
// CHECK-SAME: %[[A:.*]]: ui32, %[[I:.*]]: index, %[[F:.*]]: f16, %[[H:.*]]: !pld.hf8, %[[T:.*]]: !pld.task_id)
pld.func private incore @scalars(%a: ui32, %i: index, %f: f16, %h: !pld.hf8, %t: !pld.task_id) {
  // CHECK: pld.scalar add(%[[A]], %[[A]]) : (ui32, ui32) -> ui32
  %0 = pld.scalar add(%a, %a) : (ui32, ui32) -> ui32
  // CHECK: pld.scalar sub(
  %1 = pld.scalar sub(%a, %a) : (ui32, ui32) -> ui32
  // CHECK: pld.scalar mul(
  %2 = pld.scalar mul(%a, %a) : (ui32, ui32) -> ui32
  // CHECK: pld.scalar floordiv(
  %3 = pld.scalar floordiv(%a, %i) : (ui32, index) -> index
  // CHECK: pld.scalar floormod(%[[I]], %[[I]]) : (index, index) -> index
  %4 = pld.scalar floormod(%i, %i) : (index, index) -> index
  // CHECK: pld.scalar div(
  %5 = pld.scalar div(%f, %h) : (f16, !pld.hf8) -> f32
  // CHECK: pld.scalar min(
  %6 = pld.scalar min(%a, %a) : (ui32, ui32) -> ui32
  // CHECK: pld.scalar max(
  %7 = pld.scalar max(%a, %a) : (ui32, ui32) -> ui32
  // CHECK: pld.scalar pow(%[[F]], %[[F]]) {test.a = 1 : i64} : (f16, f16) -> f16
  %8 = pld.scalar pow(%f, %f) {test.a = 1} : (f16, f16) -> f16
  // CHECK: pld.scalar eq(%[[T]], %[[T]]) : (!pld.task_id, !pld.task_id) -> i1
  %9 = pld.scalar eq(%t, %t) : (!pld.task_id, !pld.task_id) -> i1
  // CHECK: pld.scalar ne(
  %10 = pld.scalar ne(%a, %a) : (ui32, ui32) -> i1
  // CHECK: pld.scalar lt(
  %11 = pld.scalar lt(%a, %a) : (ui32, ui32) -> i1
  // CHECK: pld.scalar le(
  %12 = pld.scalar le(%a, %a) : (ui32, ui32) -> i1
  // CHECK: pld.scalar gt(
  %13 = pld.scalar gt(%a, %a) : (ui32, ui32) -> i1
  // CHECK: pld.scalar ge(
  %14 = pld.scalar ge(%a, %a) : (ui32, ui32) -> i1
  // CHECK: pld.scalar and(
  %15 = pld.scalar and(%9, %9) : (i1, i1) -> i1
  // CHECK: pld.scalar or(
  %16 = pld.scalar or(%9, %9) : (i1, i1) -> i1
  // CHECK: pld.scalar xor(
  %17 = pld.scalar xor(%9, %9) : (i1, i1) -> i1
  // CHECK: pld.scalar bitand(
  %18 = pld.scalar bitand(%a, %a) : (ui32, ui32) -> ui32
  // CHECK: pld.scalar bitor(
  %19 = pld.scalar bitor(%a, %a) : (ui32, ui32) -> ui32
  // CHECK: pld.scalar bitxor(
  %20 = pld.scalar bitxor(%a, %a) : (ui32, ui32) -> ui32
  // CHECK: pld.scalar shl(
  %21 = pld.scalar shl(%a, %i) : (ui32, index) -> ui32
  // CHECK: pld.scalar shr(
  %22 = pld.scalar shr(%a, %i) : (ui32, index) -> ui32
  // CHECK: pld.scalar abs(
  %23 = pld.scalar abs(%f) : (f16) -> f16
  // CHECK: pld.scalar neg(
  %24 = pld.scalar neg(%f) : (f16) -> f16
  // CHECK: pld.scalar not(
  %25 = pld.scalar not(%9) : (i1) -> i1
  // CHECK: pld.scalar bitnot(
  %26 = pld.scalar bitnot(%a) : (ui32) -> ui32
  // CHECK: pld.scalar cast(%[[A]]) : (ui32) -> !pld.hf4
  %27 = pld.scalar cast(%a) : (ui32) -> !pld.hf4
  pld.return
}

// CHECK-LABEL: @retype(
pld.func private incore @retype(%x: !pld.tensor<[M, 4], f32>, %d: !pld.dist_tensor<[M], f32>,
    %t: !pld.tile<[4], f16, space = vec>, %i: index, %p: tuple<i32, !pld.tile<[M], f32>>) {
  // CHECK: pld.retype %{{.*}} : !pld.tensor<[M, 4], f32> to !pld.tensor<[16, M], f32, layout = nz, memref = <"m", offset = 0, size = 0>>
  %0 = pld.retype %x : !pld.tensor<[M, 4], f32> to !pld.tensor<[16, M], f32, layout = nz, memref = <"m">>
  // CHECK: pld.retype %{{.*}} : !pld.dist_tensor<[M], f32> to !pld.dist_tensor<[M], f32, window = <"w", base = "p", size = M>>
  %1 = pld.retype %d : !pld.dist_tensor<[M], f32> to !pld.dist_tensor<[M], f32, window = <"w", base = "p", size = M>>
  // CHECK: pld.retype %{{.*}} {test.a} : !pld.tile<[4], f16, space = vec> to !pld.tile<[M], f16>
  %2 = pld.retype %t {test.a} : !pld.tile<[4], f16, space = vec> to !pld.tile<[M], f16>
  // CHECK: pld.retype %{{.*}} : index to i64
  %3 = pld.retype %i : index to i64
  // CHECK: pld.retype %{{.*}} : tuple<i32, !pld.tile<[M], f32>> to tuple<i64, !pld.tile<[1], f32>>
  %4 = pld.retype %p : tuple<i32, !pld.tile<[M], f32>> to tuple<i64, !pld.tile<[1], f32>>
  // CHECK: pld.retype %{{.*}} : index to index
  %5 = pld.retype %i : index to index
  pld.return
}

// CHECK-LABEL: @reinterpret(
pld.func private incore @reinterpret(%d: !pld.dist_tensor<[M], f32>, %t: !pld.tile<[4], f16, space = vec>) {
  // CHECK: pld.reinterpret %{{.*}} : !pld.dist_tensor<[M], f32> to !pld.tensor<[M, 1], f32>
  %0 = pld.reinterpret %d : !pld.dist_tensor<[M], f32> to !pld.tensor<[M, 1], f32>
  // CHECK: pld.reinterpret %{{.*}} {test.a} : !pld.tile<[4], f16, space = vec> to !pld.tile<[2, 2], f16, space = vec>
  %1 = pld.reinterpret %t {test.a} : !pld.tile<[4], f16, space = vec> to !pld.tile<[2, 2], f16, space = vec>
  pld.return
}

// CHECK-LABEL: @tuples(
pld.func private incore @tuples(%i: index, %x: !pld.tensor<[M], f32>) {
  // CHECK: %[[E:.*]] = pld.make_tuple : tuple<>
  %0 = pld.make_tuple : tuple<>
  // CHECK: %[[P:.*]] = pld.make_tuple %{{.*}}, %[[E]] {test.a} : tuple<index, tuple<>>
  %1 = pld.make_tuple %i, %0 {test.a} : tuple<index, tuple<>>
  // CHECK: %{{.*}} = pld.tuple_get %[[P]][0] : tuple<index, tuple<>> -> index
  %2 = pld.tuple_get %1[0] : tuple<index, tuple<>> -> index
  // CHECK: %{{.*}} = pld.tuple_get %[[P]][1] {test.a} : tuple<index, tuple<>> -> tuple<>
  %3 = pld.tuple_get %1[1] {test.a} : tuple<index, tuple<>> -> tuple<>
  pld.return
}

// CHECK-LABEL: @source(
pld.func private opaque @source() {
  // CHECK: pld.inline_source "python" "print(\22a\22)\0A" {test.a}
  pld.inline_source "python" "print(\"a\")\n" {test.a}
  pld.return
}

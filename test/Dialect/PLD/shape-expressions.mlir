// Shape expressions are kept as written and print so that they read back.
// RUN: pld-opt %s | FileCheck %s
// RUN: pld-opt %s | pld-opt | FileCheck %s
// RUN: pld-opt %s --mlir-print-op-generic | pld-opt | FileCheck %s
// RUN: pld-opt %s --emit-bytecode | pld-opt | FileCheck %s
// RUN: pld-opt %s --verify-roundtrip -o /dev/null

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

// CHECK: @integers(!pld.tensor<[0, -1, 16, -9223372036854775808, 9223372036854775807], f32>)
pld.func private opaque @integers(!pld.tensor<[0, -1, 0x10, -9223372036854775808, 9223372036854775807], f32>)
// CHECK: @typed(!pld.tensor<[4 : i32, -128 : i8, 127 : si8, 9223372036854775807 : i64], f32>)
pld.func private opaque @typed(!pld.tensor<[4 : i32, -128 : i8, 127 : si8, 9223372036854775807 : i64], f32>)
// An integer without a type is an index, and so is one with it.
// CHECK: @index(!pld.tensor<[4, 4], f32>)
pld.func private opaque @index(!pld.tensor<[4, 4 : index], f32>)
// CHECK: @unsigned(!pld.tensor<[255 : ui8, 0 : ui64, 18446744073709551615 : ui64], f32>)
pld.func private opaque @unsigned(!pld.tensor<[255 : ui8, 0 : ui64, 18446744073709551615 : ui64], f32>)
// CHECK: @bits(!pld.tensor<[0 : i1, 1 : i1], f32>)
pld.func private opaque @bits(!pld.tensor<[0 : i1, 1 : i1], f32>)
// CHECK: @typed_operands(!pld.tensor<[(4 : i32) + (18446744073709551615 : ui64), max(-1 : i8, 255 : ui8)], f32>)
pld.func private opaque @typed_operands(
    !pld.tensor<[(4 : i32) + (18446744073709551615 : ui64), max(-1 : i8, 255 : ui8)], f32>)

//===----------------------------------------------------------------------===//
// Names of symbols
//===----------------------------------------------------------------------===//

// CHECK: @plain(!pld.tensor<[M, _m0, a.b$c], f32>)
pld.func private opaque @plain(!pld.tensor<[M, _m0, a.b$c], f32>)
// Quotes go where they are not needed.
// CHECK: @needlessly_quoted(!pld.tensor<[M], f32>)
pld.func private opaque @needlessly_quoted(!pld.tensor<["M"], f32>)
// CHECK: @needs_quotes(!pld.tensor<["a b", "3", "$x", ".y", "M-1", " "], f32>)
pld.func private opaque @needs_quotes(!pld.tensor<["a b", "3", "$x", ".y", "M-1", " "], f32>)
// CHECK: @escapes(!pld.tensor<["\22", "\\", "\0A", "\00", "\C3\A4\E6\97\A5"], f32>)
pld.func private opaque @escapes(!pld.tensor<["\"", "\\", "\n", "\00", "ä日"], f32>)
// Words that mean something elsewhere are names here.
// CHECK: @keywords(!pld.tensor<[min, cast, call, x, f32, i32, index, true, loc, unit, array, stride], f32>)
pld.func private opaque @keywords(!pld.tensor<[min, cast, call, x, f32, i32, index, true, loc, unit, array, stride], f32>)
// CHECK: @typed_symbols(!pld.tensor<[n : i64, "a b" : ui32, p : !pld.ptr], f32>)
pld.func private opaque @typed_symbols(!pld.tensor<[n : i64, "a b" : ui32, p : !pld.ptr], f32>)

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

// CHECK: @infix(!pld.tensor<[M + 1, M - 1, M * 2], f32>)
pld.func private opaque @infix(!pld.tensor<[M + 1, M - 1, M * 2], f32>)
// Minus needs no space.
// CHECK: @minus(!pld.tensor<[M - 1, M - 1, M - -1, M - -1, -1 - M], f32>)
pld.func private opaque @minus(!pld.tensor<[M - 1, M-1, M - -1, M--1, -1-M], f32>)
// Infix operators group to the left, '*' before the others; parentheses show it.
// CHECK: @grouping(!pld.tensor<[(a - b) - c, a - (b - c), a + (b * c), (a + b) * c, ((a * b) * c) + d, a], f32>)
pld.func private opaque @grouping(
    !pld.tensor<[a - b - c, a - (b - c), a + b * c, (a + b) * c, a * b * c + d, ((a))], f32>)
// CHECK: @binary(!pld.tensor<[floordiv(a, b), floormod(a, b), div(a, b), min(a, b), max(a, b), pow(a, b)], f32>)
pld.func private opaque @binary(
    !pld.tensor<[floordiv(a, b), floormod(a, b), div(a, b), min(a, b), max(a, b), pow(a, b)], f32>)
// CHECK: @compare(!pld.tensor<[eq(a, b), ne(a, b), lt(a, b), le(a, b), gt(a, b), ge(a, b)], f32>)
pld.func private opaque @compare(
    !pld.tensor<[eq(a, b), ne(a, b), lt(a, b), le(a, b), gt(a, b), ge(a, b)], f32>)
// CHECK: @logic(!pld.tensor<[and(a, b), or(a, b), xor(a, b), not(a)], f32>)
pld.func private opaque @logic(!pld.tensor<[and(a, b), or(a, b), xor(a, b), not(a)], f32>)
// CHECK: @bitwise(!pld.tensor<[bitand(a, b), bitor(a, b), bitxor(a, b), shl(a, b), shr(a, b), bitnot(a)], f32>)
pld.func private opaque @bitwise(
    !pld.tensor<[bitand(a, b), bitor(a, b), bitxor(a, b), shl(a, b), shr(a, b), bitnot(a)], f32>)
// CHECK: @unary(!pld.tensor<[abs(a), neg(a), cast(a : i64), cast(a) : i64], f32>)
pld.func private opaque @unary(!pld.tensor<[abs(a), neg(a), cast(a : i64), cast(a) : i64], f32>)
// The operators that are written infix can also be written like the others.
// CHECK: @prefix(!pld.tensor<[a + b, a - b, a * b], f32>)
pld.func private opaque @prefix(!pld.tensor<[add(a, b), sub(a, b), mul(a, b)], f32>)
// A name in quotes before '(' is an operator of the front end.
// CHECK: @calls(!pld.tensor<["pld.system.world_size"(), "min"(a, b), "a b"("min"()) : i64], f32>)
pld.func private opaque @calls(!pld.tensor<["pld.system.world_size"(), "min"(a, b), "a b"("min"()) : i64], f32>)

// Nothing is simplified: these are as many types as there are ways to write one.
// CHECK: @as_written(!pld.tensor<[4], f32>, !pld.tensor<[2 + 2], f32>, !pld.tensor<[2 * 2], f32>, !pld.tensor<[M * 1], f32>, !pld.tensor<[1 * M], f32>)
pld.func private opaque @as_written(
    !pld.tensor<[4], f32>, !pld.tensor<[2 + 2], f32>, !pld.tensor<[2 * 2], f32>,
    !pld.tensor<[M * 1], f32>, !pld.tensor<[1 * M], f32>)

//===----------------------------------------------------------------------===//
// Types of expressions
//===----------------------------------------------------------------------===//

// A type belongs to all that is before it, up to a comma or parenthesis.
// CHECK: @types(!pld.tensor<[a + b : i64, (a : i64) + (b : i32), min(a + b : i64, c : i32) : i16, floordiv(a : i64, 2 : i64) : i64], f32>)
pld.func private opaque @types(
    !pld.tensor<[a + b : i64, (a : i64) + (b : i32), min(a + b : i64, c : i32) : i16,
                 floordiv((a : i64), (2 : i64)) : i64], f32>)
// CHECK: @typed_parts(!pld.tensor<[(min(a, b) : i64) * ((a + b : i64) - (c * d : i32)), ((a + b) + c : i8) + d : i64], f32>)
pld.func private opaque @typed_parts(
    !pld.tensor<[(min(a, b) : i64) * ((a + b : i64) - (c * d : i32)), (a + b + c : i8) + d : i64], f32>)
// `index` is what is meant when nothing is said.
// CHECK: @index_is_usual(!pld.tensor<[M, M + 1, min(M, 2)], f32>)
pld.func private opaque @index_is_usual(!pld.tensor<[M : index, M + 1 : index, min(M : index, 2) : index], f32>)

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

// CHECK: test.syms = [#pld.sym<M>, #pld.sym<n : i64>, #pld.sym<"a b">, #pld.sym<min>]
module attributes {test.syms = [#pld.sym<M>, #pld.sym<n : i64>, #pld.sym<"a b">, #pld.sym<(min)>]} {}
// CHECK: test.exprs = [#pld.expr<N * 128>, #pld.expr<floordiv(M + 15, 16)>, #pld.expr<"pld.system.world_size"() : i64>, #pld.expr<M + 1 : i64>]
module attributes {test.exprs = [#pld.expr<N * 128>, #pld.expr<floordiv(M + 15, 16)>,
    #pld.expr<"pld.system.world_size"() : i64>, #pld.expr<(M + 1 : i64)>]} {}

// Attributes and aliases of them are dimensions, and stand for themselves.
#m = #pld.sym<M>
#four = 4 : index
#product = #pld.expr<M * 4 : i64>
// CHECK: @aliases(!pld.tensor<[M, 4, M * 4 : i64, M + (M * 4 : i64), N * M, min(M * 4 : i64, 4)], f32>)
pld.func private opaque @aliases(
    !pld.tensor<[#m, #four, #product, #m + #product, #pld.sym<N> * #m, min(#product, #four)], f32>)

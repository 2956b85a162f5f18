// What makes two kernels different, and what does not. A pair `x`, `x_eq` is
// merged, a pair `y`, `y_ne` is not.
//
// RUN: pld-opt %s -split-input-file --pld-deduplicate-outlined-kernels="report-file=-" -o /dev/null \
// RUN:   | FileCheck %s --implicit-check-not='_ne":'

// The same symbols in other places of the signature are other roles.
// CHECK: "renames": {}
module @swapped {
  pld.func private incore @y(%a: !pld.tensor<[M, N], f32>, %b: out !pld.tensor<[M], f32>) {
    %0 = pld.intrinsic "tile.row_sum"(%b, %b) : (!pld.tensor<[M], f32>, !pld.tensor<[M], f32>) -> !pld.tensor<[M], f32>
    pld.return
  }
  pld.func private incore @y_ne(%a: !pld.tensor<[N, M], f32>, %b: out !pld.tensor<[M], f32>) {
    %0 = pld.intrinsic "tile.row_sum"(%b, %b) : (!pld.tensor<[M], f32>, !pld.tensor<[M], f32>) -> !pld.tensor<[M], f32>
    pld.return
  }
  pld.func orchestration @main(%a: !pld.tensor<[P, P], f32>, %b: !pld.tensor<[P], f32>) {
    pld.call @y(%a, %b) : (!pld.tensor<[P, P], f32>, !pld.tensor<[P], f32>) -> ()
    pld.call @y_ne(%a, %b) : (!pld.tensor<[P, P], f32>, !pld.tensor<[P], f32>) -> ()
    pld.return
  }
}

// -----

// The same symbols in the same signature, but the body uses the other one.
// CHECK: "renames": {}
module @other_symbol {
  pld.func private incore @y(%a: !pld.tensor<[M, N], f32>) {
    %0 = pld.intrinsic "tensor.create"() unchecked : () -> !pld.tensor<[M], f32>
    pld.return
  }
  pld.func private incore @y_ne(%a: !pld.tensor<[M, N], f32>) {
    %0 = pld.intrinsic "tensor.create"() unchecked : () -> !pld.tensor<[N], f32>
    pld.return
  }
  pld.func orchestration @main(%a: !pld.tensor<[P, P], f32>) {
    pld.call @y(%a) : (!pld.tensor<[P, P], f32>) -> ()
    pld.call @y_ne(%a) : (!pld.tensor<[P, P], f32>) -> ()
    pld.return
  }
}

// -----

// Two symbols are not one symbol twice.
// CHECK: "reason": "unique"
// CHECK: "reason": "unique"
// CHECK: "renames": {}
module @two_or_one {
  pld.func private incore @y(%a: !pld.tensor<[A], f32>, %b: !pld.tensor<[B], f32>) {
    pld.return
  }
  pld.func private incore @y_ne(%a: !pld.tensor<[A], f32>, %b: !pld.tensor<[A], f32>) {
    pld.return
  }
  pld.func orchestration @main(%a: !pld.tensor<[P], f32>) {
    pld.call @y(%a, %a) : (!pld.tensor<[P], f32>, !pld.tensor<[P], f32>) -> ()
    pld.call @y_ne(%a, %a) : (!pld.tensor<[P], f32>, !pld.tensor<[P], f32>) -> ()
    pld.return
  }
}

// -----

// A symbol is one in every type that it has, but its types count.
// CHECK: "renames": {}
module @typed_symbols {
  pld.func private incore @y(%a: !pld.tensor<[M, (M : i64)], f32>) {
    pld.return
  }
  pld.func private incore @y_ne(%a: !pld.tensor<[M, M], f32>) {
    pld.return
  }
  pld.func orchestration @main(%a: !pld.tensor<[P, P], f32>) {
    pld.call @y(%a) : (!pld.tensor<[P, P], f32>) -> ()
    pld.call @y_ne(%a) : (!pld.tensor<[P, P], f32>) -> ()
    pld.return
  }
}

// -----

// Names of symbols do not count where the signature does not show them: bound
// in the body, or carried by a scalar that only the body looks at.
// CHECK: "renames": {
// CHECK-NEXT: "w_eq": "w",
// CHECK-NEXT: "x_eq": "x"
// CHECK-NEXT: }
module @inner_symbols {
  pld.func private incore @w(%n: index {pld.symbol = "N"}) {
    %0 = pld.intrinsic "tensor.create"() unchecked : () -> !pld.tensor<[N * 2], f32>
    pld.return
  }
  pld.func private incore @w_eq(%n: index {pld.symbol = "K"}) {
    %0 = pld.intrinsic "tensor.create"() unchecked : () -> !pld.tensor<[K * 2], f32>
    pld.return
  }
  pld.func private incore @x(%n: index) {
    pld.bind_symbol %n as "N" : index
    %0 = pld.intrinsic "tensor.create"() unchecked : () -> !pld.tensor<[N * 2], f32>
    pld.return
  }
  pld.func private incore @x_eq(%n: index) {
    pld.bind_symbol %n as "K" : index
    %0 = pld.intrinsic "tensor.create"() unchecked : () -> !pld.tensor<[K * 2], f32>
    pld.return
  }
  pld.func orchestration @main(%n: index) {
    pld.call @w(%n) : (index) -> ()
    pld.call @w_eq(%n) : (index) -> ()
    pld.call @x(%n) : (index) -> ()
    pld.call @x_eq(%n) : (index) -> ()
    pld.return
  }
}

// -----

// Symbols in attributes have roles, too, nested anywhere; a string of the same
// text is only a string.
// CHECK: "renames": {
// CHECK-NEXT: "x_eq": "x"
// CHECK-NEXT: }
module @symbols_in_attributes {
  pld.func private incore @x(%n: index {pld.symbol = "N"}) attributes {pld.attrs = {dims = [#pld.sym<N>, #pld.expr<N * 2>]}} {
    pld.return
  }
  pld.func private incore @x_eq(%n: index {pld.symbol = "K"}) attributes {pld.attrs = {dims = [#pld.sym<K>, #pld.expr<K * 2>]}} {
    pld.return
  }
  pld.func private incore @x_ne(%n: index {pld.symbol = "K"}) attributes {pld.attrs = {dims = ["K", #pld.expr<K * 2>]}} {
    pld.return
  }
  pld.func private incore @y_ne(%n: index {pld.symbol = "K"}) attributes {pld.attrs = {dims = [#pld.sym<K>, #pld.expr<2 * K>]}} {
    pld.return
  }
  pld.func orchestration @main(%n: index) {
    pld.call @x(%n) : (index) -> ()
    pld.call @x_eq(%n) : (index) -> ()
    pld.call @x_ne(%n) : (index) -> ()
    pld.call @y_ne(%n) : (index) -> ()
    pld.return
  }
}

// -----

// A symbol that a parameter carries is not one that is bound in the body.
// CHECK: "renames": {}
module @carried_or_bound {
  pld.func private incore @y(%n: index {pld.symbol = "N"}) {
    %0 = pld.intrinsic "tensor.create"() unchecked : () -> !pld.tensor<[N], f32>
    pld.return
  }
  pld.func private incore @y_ne(%n: index) {
    pld.bind_symbol %n as "N" : index
    %0 = pld.intrinsic "tensor.create"() unchecked : () -> !pld.tensor<[N], f32>
    pld.return
  }
  pld.func orchestration @main(%n: index) {
    pld.call @y(%n) : (index) -> ()
    pld.call @y_ne(%n) : (index) -> ()
    pld.return
  }
}

// -----

// Constants are compared bit for bit: -0.0 is not 0.0, payloads of NaN count,
// i64 is not index; an equal NaN is equal.
// CHECK: "renames": {
// CHECK-NEXT: "nan_eq": "nan"
// CHECK-NEXT: }
module @constants {
  pld.func private incore @zero() -> f32 {
    %0 = arith.constant 0.0 : f32
    pld.return %0 : f32
  }
  pld.func private incore @zero_ne() -> f32 {
    %0 = arith.constant -0.0 : f32
    pld.return %0 : f32
  }
  pld.func private incore @nan() -> f32 {
    %0 = arith.constant 0x7FC00000 : f32
    pld.return %0 : f32
  }
  pld.func private incore @nan_eq() -> f32 {
    %0 = arith.constant 0x7FC00000 : f32
    pld.return %0 : f32
  }
  pld.func private incore @nan_ne() -> f32 {
    %0 = arith.constant 0x7FC00001 : f32
    pld.return %0 : f32
  }
  pld.func private incore @int() {
    %0 = arith.constant 4 : i64
    pld.return
  }
  pld.func private incore @int_ne() {
    %0 = arith.constant 4 : index
    pld.return
  }
  pld.func private incore @unsigned_ne() {
    %0 = pld.constant 4 : ui64 as ui64
    pld.return
  }
  pld.func private incore @dim(%a: !pld.tensor<[4], f32>) {
    pld.return
  }
  pld.func private incore @dim_ne(%a: !pld.tensor<[(4 : i64)], f32>) {
    pld.return
  }
  pld.func orchestration @main(%a: !pld.tensor<[4], f32>) {
    %0 = pld.call @zero() : () -> f32
    %1 = pld.call @zero_ne() : () -> f32
    %2 = pld.call @nan() : () -> f32
    %3 = pld.call @nan_eq() : () -> f32
    %4 = pld.call @nan_ne() : () -> f32
    pld.call @int() : () -> ()
    pld.call @int_ne() : () -> ()
    pld.call @unsigned_ne() : () -> ()
    pld.call @dim(%a) : (!pld.tensor<[4], f32>) -> ()
    pld.call @dim_ne(%a) : (!pld.tensor<[4], f32>) -> ()
    pld.return
  }
}

// -----

// Kind, level, role, directions, layout, storage class, attributes of the
// function and of its parameters count.
// CHECK: "renames": {
// CHECK-NEXT: "x_eq": "x"
// CHECK-NEXT: }
!T = !pld.tensor<[4], f32>
module @signature {
  pld.func private incore @x(%a: !T) {
    pld.return
  }
  pld.func private incore @x_eq(%a: !T) {
    pld.return
  }
  pld.func private aiv @kind_ne(%a: !T) {
    pld.return
  }
  pld.func private incore @level_ne(%a: !T) attributes {level = #pld<level core_group>} {
    pld.return
  }
  pld.func private incore @role_ne(%a: !T) attributes {role = #pld<role sub_worker>} {
    pld.return
  }
  pld.func private incore @direction_ne(%a: out !T) {
    pld.return
  }
  pld.func private incore @layout_ne(%a: !pld.tensor<[4], f32, layout = nz>) {
    pld.return
  }
  pld.func private incore @distributed_ne(%a: !pld.dist_tensor<[4], f32>) {
    pld.return
  }
  pld.func private incore @attribute_ne(%a: !T) attributes {pld.attrs = {split = 1 : i64}} {
    pld.return
  }
  pld.func orchestration @main(%a: !T, %b: !pld.tensor<[4], f32, layout = nz>, %c: !pld.dist_tensor<[4], f32>) {
    pld.call @x(%a) : (!T) -> ()
    pld.call @x_eq(%a) : (!T) -> ()
    pld.call @kind_ne(%a) : (!T) -> ()
    pld.call @level_ne(%a) : (!T) -> ()
    pld.call @role_ne(%a) : (!T) -> ()
    pld.call @direction_ne(%a) : (!T) -> ()
    pld.call @layout_ne(%b) : (!pld.tensor<[4], f32, layout = nz>) -> ()
    pld.call @distributed_ne(%c) : (!pld.dist_tensor<[4], f32>) -> ()
    pld.call @attribute_ne(%a) : (!T) -> ()
    pld.return
  }
}

// -----

// Which parameter a result is counts, and so does the order of operands,
// results and operations.
// CHECK: "renames": {
// CHECK-NEXT: "x_eq": "x"
// CHECK-NEXT: }
module @roles {
  pld.func private incore @x(%a: i32, %b: i32) -> i32 {
    %0 = arith.subi %a, %b : i32
    pld.return %a : i32
  }
  pld.func private incore @x_eq(%b: i32, %a: i32) -> i32 {
    %0 = arith.subi %b, %a : i32
    pld.return %b : i32
  }
  pld.func private incore @result_ne(%a: i32, %b: i32) -> i32 {
    %0 = arith.subi %a, %b : i32
    pld.return %b : i32
  }
  pld.func private incore @operands_ne(%a: i32, %b: i32) -> i32 {
    %0 = arith.subi %b, %a : i32
    pld.return %a : i32
  }
  pld.func private incore @flags_ne(%a: i32, %b: i32) -> i32 {
    %0 = arith.subi %a, %b overflow<nsw> : i32
    pld.return %a : i32
  }
  pld.func private incore @commuted(%a: i32, %b: i32) -> i32 {
    %0 = arith.addi %a, %b : i32
    pld.return %0 : i32
  }
  pld.func private incore @commuted_ne(%a: i32, %b: i32) -> i32 {
    %0 = arith.addi %b, %a : i32
    pld.return %0 : i32
  }
  pld.func orchestration @main(%a: i32) {
    %0 = pld.call @x(%a, %a) : (i32, i32) -> i32
    %1 = pld.call @x_eq(%a, %a) : (i32, i32) -> i32
    %2 = pld.call @result_ne(%a, %a) : (i32, i32) -> i32
    %3 = pld.call @operands_ne(%a, %a) : (i32, i32) -> i32
    %4 = pld.call @flags_ne(%a, %a) : (i32, i32) -> i32
    %5 = pld.call @commuted(%a, %a) : (i32, i32) -> i32
    %6 = pld.call @commuted_ne(%a, %a) : (i32, i32) -> i32
    pld.return
  }
}

// -----

// Regions are compared as they nest, blocks by where branches go.
// CHECK: "renames": {
// CHECK-NEXT: "blocks_eq": "blocks"
// CHECK-NEXT: }
module @regions {
  pld.func private incore @nested(%c: i1) {
    scf.if %c {
      %0 = arith.constant 1 : i32
    }
    pld.return
  }
  pld.func private incore @nested_ne(%c: i1) {
    scf.if %c {
    }
    %0 = arith.constant 1 : i32
    pld.return
  }
  pld.func private incore @else_ne(%c: i1) {
    scf.if %c {
    } else {
      %0 = arith.constant 1 : i32
    }
    pld.return
  }
  pld.func private incore @blocks(%c: i1, %x: i32) -> i32 {
    cf.cond_br %c, ^left(%x : i32), ^right(%x : i32)
  ^left(%l: i32):
    cf.br ^right(%l : i32)
  ^right(%r: i32):
    pld.return %r : i32
  }
  pld.func private incore @blocks_eq(%c: i1, %x: i32) -> i32 {
    cf.cond_br %c, ^a(%x : i32), ^b(%x : i32)
  ^a(%l: i32):
    cf.br ^b(%l : i32)
  ^b(%r: i32):
    pld.return %r : i32
  }
  pld.func private incore @blocks_ne(%c: i1, %x: i32) -> i32 {
    cf.cond_br %c, ^right(%x : i32), ^left(%x : i32)
  ^left(%l: i32):
    cf.br ^right(%l : i32)
  ^right(%r: i32):
    pld.return %r : i32
  }
  pld.func orchestration @main(%c: i1, %x: i32) {
    pld.call @nested(%c) : (i1) -> ()
    pld.call @nested_ne(%c) : (i1) -> ()
    pld.call @else_ne(%c) : (i1) -> ()
    %0 = pld.call @blocks(%c, %x) : (i1, i32) -> i32
    %1 = pld.call @blocks_eq(%c, %x) : (i1, i32) -> i32
    %2 = pld.call @blocks_ne(%c, %x) : (i1, i32) -> i32
    pld.return
  }
}

// -----

// What a call of the same name outside of the unit means is compared by name: a
// global is not another one, although both are equal.
// CHECK: "renames": {
// CHECK-NEXT: "x_eq": "x"
// CHECK-NEXT: }
module @other_references {
  memref.global "private" @g : memref<4xf32> = dense<0.0>
  memref.global "private" @h : memref<4xf32> = dense<0.0>
  pld.func private incore @x() {
    %0 = memref.get_global @g : memref<4xf32>
    pld.return
  }
  pld.func private incore @x_eq() {
    %0 = memref.get_global @g : memref<4xf32>
    pld.return
  }
  pld.func private incore @x_ne() {
    %0 = memref.get_global @h : memref<4xf32>
    pld.return
  }
  pld.func orchestration @main() {
    pld.call @x() : () -> ()
    pld.call @x_eq() : () -> ()
    pld.call @x_ne() : () -> ()
    pld.return
  }
}

// -----

// Names that look like the roles that the comparison uses are only names.
// CHECK: "renames": {}
module @odd_names {
  pld.func private incore @y(%a: !pld.tensor<["#0", "#1"], f32>) attributes {pld.attrs = {d = #pld.sym<"#0">}} {
    pld.return
  }
  pld.func private incore @y_ne(%a: !pld.tensor<["#1", "#0"], f32>) attributes {pld.attrs = {d = #pld.sym<"#0">}} {
    pld.return
  }
  pld.func orchestration @main(%a: !pld.tensor<[P, P], f32>) {
    pld.call @y(%a) : (!pld.tensor<[P, P], f32>) -> ()
    pld.call @y_ne(%a) : (!pld.tensor<[P, P], f32>) -> ()
    pld.return
  }
}

// -----

// Attributes and types of other dialects may hold symbols, too: here the
// encoding of a builtin tensor.
// CHECK: "renames": {
// CHECK-NEXT: "x_eq": "x"
// CHECK-NEXT: }
module @foreign_holder {
  pld.func private incore @x(%n: index {pld.symbol = "N"}, %m: index {pld.symbol = "M"}) {
    %0 = tensor.empty() : tensor<4xf32, #pld.expr<N * 2>>
    pld.return
  }
  pld.func private incore @x_eq(%n: index {pld.symbol = "I"}, %m: index {pld.symbol = "J"}) {
    %0 = tensor.empty() : tensor<4xf32, #pld.expr<I * 2>>
    pld.return
  }
  pld.func private incore @x_ne(%n: index {pld.symbol = "I"}, %m: index {pld.symbol = "J"}) {
    %0 = tensor.empty() : tensor<4xf32, #pld.expr<J * 2>>
    pld.return
  }
  pld.func orchestration @main(%n: index) {
    pld.call @x(%n, %n) : (index, index) -> ()
    pld.call @x_eq(%n, %n) : (index, index) -> ()
    pld.call @x_ne(%n, %n) : (index, index) -> ()
    pld.return
  }
}

// -----

// A listed name means something outside, also if it is bound here: it must not
// be bound to different things.
// CHECK: "renames": {
// CHECK-NEXT: "x_eq": "x"
// CHECK-NEXT: }
module @listed_names {
  pld.func private incore @x(%a: !pld.tensor<[K, N], f32>) attributes {free_symbols = ["N"]} {
    %0 = pld.symbol_value "N" : index
    pld.return
  }
  pld.func private incore @x_eq(%a: !pld.tensor<[M, N], f32>) attributes {free_symbols = ["N"]} {
    %0 = pld.symbol_value "N" : index
    pld.return
  }
  pld.func private incore @x_ne(%a: !pld.tensor<[N, K], f32>) attributes {free_symbols = ["N"]} {
    %0 = pld.symbol_value "K" : index
    pld.return
  }
  pld.func orchestration @main(%a: !pld.tensor<[P, P], f32>) {
    pld.call @x(%a) : (!pld.tensor<[P, P], f32>) -> ()
    pld.call @x_eq(%a) : (!pld.tensor<[P, P], f32>) -> ()
    pld.call @x_ne(%a) : (!pld.tensor<[P, P], f32>) -> ()
    pld.return
  }
}

// -----

// The order of operations counts, also where none depends on the other; and so
// do element types.
// CHECK: "renames": {}
module @order {
  pld.func private incore @y(%a: i32) {
    %0 = arith.addi %a, %a : i32
    %1 = arith.muli %a, %a : i32
    pld.return
  }
  pld.func private incore @y_ne(%a: i32) {
    %0 = arith.muli %a, %a : i32
    %1 = arith.addi %a, %a : i32
    pld.return
  }
  pld.func private incore @element(%a: !pld.tensor<[4], f16>) {
    pld.return
  }
  pld.func private incore @element_ne(%a: !pld.tensor<[4], bf16>) {
    pld.return
  }
  pld.func orchestration @main(%a: i32, %b: !pld.tensor<[4], f16>, %c: !pld.tensor<[4], bf16>) {
    pld.call @y(%a) : (i32) -> ()
    pld.call @y_ne(%a) : (i32) -> ()
    pld.call @element(%b) : (!pld.tensor<[4], f16>) -> ()
    pld.call @element_ne(%c) : (!pld.tensor<[4], bf16>) -> ()
    pld.return
  }
}

// -----

// In a symbol table inside of a kernel, names of symbols and of functions mean
// other things than around it, also where one attribute (here one that is too
// long to be written down twice) stands in both.
// CHECK: "renames": {
// CHECK-NEXT: "p2": "p1"
// CHECK-NEXT: }
#few1 = [@p1, @p1, @p1, @p1]
#some1 = [#few1, #few1, #few1, #few1]
#more1 = [#some1, #some1, #some1, #some1]
#many1 = [#more1, #more1, #more1, #more1]
#few2 = [@p2, @p2, @p2, @p2]
#some2 = [#few2, #few2, #few2, #few2]
#more2 = [#some2, #some2, #some2, #some2]
#many2 = [#more2, #more2, #more2, #more2]
module @nested_tables {
  pld.func private aiv @p1() {
    pld.return
  }
  pld.func private aiv @p2() {
    pld.return
  }
  pld.func private aiv @y() {
    %0 = arith.constant {pld.attrs = {refs = #many1}} 1 : i32
    builtin.module {
      func.func private @p1(i32)
      func.func private @p2(i64)
      func.func private @use() attributes {pld.attrs = {refs = #many1}}
    }
    pld.return
  }
  pld.func private aiv @y_ne() {
    %0 = arith.constant {pld.attrs = {refs = #many2}} 1 : i32
    builtin.module {
      func.func private @p1(i32)
      func.func private @p2(i64)
      func.func private @use() attributes {pld.attrs = {refs = #many2}}
    }
    pld.return
  }
  pld.func private aiv @z(%k: index {pld.symbol = "K"}) {
    builtin.module {
      pld.func orchestration @inner() attributes {free_symbols = ["K", "L"]} {
        %0 = pld.symbol_value "K" : index
        pld.return
      }
    }
    pld.return
  }
  pld.func private aiv @z_ne(%k: index {pld.symbol = "L"}) {
    builtin.module {
      pld.func orchestration @inner() attributes {free_symbols = ["K", "L"]} {
        %0 = pld.symbol_value "L" : index
        pld.return
      }
    }
    pld.return
  }
  pld.func orchestration @main(%k: index) {
    pld.call @y() : () -> ()
    pld.call @y_ne() : () -> ()
    pld.call @z(%k) : (index) -> ()
    pld.call @z_ne(%k) : (index) -> ()
    pld.return
  }
}

// -----

// What is admitted by an exception is compared like all else: the attributes of
// a legacy void operation and whether it has a result, what is prefetched, and in
// which context.
// CHECK: "renames": {
// CHECK-NEXT: "legacy_eq": "legacy",
// CHECK-NEXT: "prefetch_eq": "prefetch"
// CHECK-NEXT: }
!T = !pld.tensor<[16], f32>
!C = !pld.prefetch_context
!E = !pld.async_event
module @exceptions {
  pld.func private aiv @legacy() {
    %0 = pld.system.sync_set() {event_id = 1 : i64} : () -> !pld.unknown
    pld.return
  }
  pld.func private aiv @legacy_eq() {
    %0 = pld.system.sync_set() {event_id = 1 : i64} : () -> !pld.unknown
    pld.return
  }
  pld.func private aiv @legacy_event_ne() {
    %0 = pld.system.sync_set() {event_id = 2 : i64} : () -> !pld.unknown
    pld.return
  }
  pld.func private aiv @legacy_result_ne() {
    pld.system.sync_set() {event_id = 1 : i64} : () -> ()
    pld.return
  }
  pld.func private aiv @prefetch(%x: !T, %y: !T) {
    %0 = pld.prefetch.make_context() : () -> !C
    %1 = pld.prefetch.make_context() : () -> !C
    %2 = pld.prefetch.async_prefetch(%x, %0) : (!T, !C) -> !E
    pld.return
  }
  pld.func private aiv @prefetch_eq(%x: !T, %y: !T) {
    %0 = pld.prefetch.make_context() : () -> !C
    %1 = pld.prefetch.make_context() : () -> !C
    %2 = pld.prefetch.async_prefetch(%x, %0) : (!T, !C) -> !E
    pld.return
  }
  pld.func private aiv @prefetch_context_ne(%x: !T, %y: !T) {
    %0 = pld.prefetch.make_context() : () -> !C
    %1 = pld.prefetch.make_context() : () -> !C
    %2 = pld.prefetch.async_prefetch(%x, %1) : (!T, !C) -> !E
    pld.return
  }
  pld.func private aiv @prefetch_source_ne(%x: !T, %y: !T) {
    %0 = pld.prefetch.make_context() : () -> !C
    %1 = pld.prefetch.make_context() : () -> !C
    %2 = pld.prefetch.async_prefetch(%y, %0) : (!T, !C) -> !E
    pld.return
  }
  pld.func orchestration @main(%x: !T) {
    pld.call @legacy() : () -> ()
    pld.call @legacy_eq() : () -> ()
    pld.call @legacy_event_ne() : () -> ()
    pld.call @legacy_result_ne() : () -> ()
    pld.call @prefetch(%x, %x) : (!T, !T) -> ()
    pld.call @prefetch_eq(%x, %x) : (!T, !T) -> ()
    pld.call @prefetch_context_ne(%x, %x) : (!T, !T) -> ()
    pld.call @prefetch_source_ne(%x, %x) : (!T, !T) -> ()
    pld.return
  }
}

// -----

// What leaves a loop, where, and with which value.
// CHECK: "renames": {
// CHECK-NEXT: "breaks_eq": "breaks"
// CHECK-NEXT: }
module @early_exits {
  pld.func private incore @breaks(%n: index, %c: i1, %x: f32) -> f32 {
    %0 = pld.loop_scope -> f32 {
      %1 = pld.iteration_scope -> f32 {
        %2 = arith.negf %x : f32
        scf.if %c {
          pld.break %x : f32
        }
        pld.yield %2 : f32
      }
      pld.yield %1 : f32
    }
    pld.return %0 : f32
  }
  pld.func private incore @breaks_eq(%n: index, %c: i1, %x: f32) -> f32 {
    %0 = pld.loop_scope -> f32 {
      %1 = pld.iteration_scope -> f32 {
        %2 = arith.negf %x : f32
        scf.if %c {
          pld.break %x : f32
        }
        pld.yield %2 : f32
      }
      pld.yield %1 : f32
    }
    pld.return %0 : f32
  }
  pld.func private incore @continues_ne(%n: index, %c: i1, %x: f32) -> f32 {
    %0 = pld.loop_scope -> f32 {
      %1 = pld.iteration_scope -> f32 {
        %2 = arith.negf %x : f32
        scf.if %c {
          pld.continue %x : f32
        }
        pld.yield %2 : f32
      }
      pld.yield %1 : f32
    }
    pld.return %0 : f32
  }
  pld.func private incore @value_ne(%n: index, %c: i1, %x: f32) -> f32 {
    %0 = pld.loop_scope -> f32 {
      %1 = pld.iteration_scope -> f32 {
        %2 = arith.negf %x : f32
        scf.if %c {
          pld.break %2 : f32
        }
        pld.yield %2 : f32
      }
      pld.yield %1 : f32
    }
    pld.return %0 : f32
  }
  pld.func private incore @place_ne(%n: index, %c: i1, %x: f32) -> f32 {
    %0 = pld.loop_scope -> f32 {
      %1 = pld.iteration_scope -> f32 {
        %2 = arith.negf %x : f32
        scf.if %c {
        } else {
          pld.break %x : f32
        }
        pld.yield %2 : f32
      }
      pld.yield %1 : f32
    }
    pld.return %0 : f32
  }
  pld.func orchestration @main(%n: index, %c: i1, %x: f32) {
    %0 = pld.call @breaks(%n, %c, %x) : (index, i1, f32) -> f32
    %1 = pld.call @breaks_eq(%n, %c, %x) : (index, i1, f32) -> f32
    %2 = pld.call @continues_ne(%n, %c, %x) : (index, i1, f32) -> f32
    %3 = pld.call @value_ne(%n, %c, %x) : (index, i1, f32) -> f32
    %4 = pld.call @place_ne(%n, %c, %x) : (index, i1, f32) -> f32
    pld.return
  }
}

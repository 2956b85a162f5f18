// Text, generic form and bytecode of functions.
// RUN: pld-opt %s | FileCheck %s
// RUN: pld-opt %s | pld-opt | FileCheck %s
// RUN: pld-opt %s --mlir-print-op-generic | pld-opt | FileCheck %s
// RUN: pld-opt %s --emit-bytecode | pld-opt | FileCheck %s
// RUN: pld-opt %s --verify-roundtrip -o /dev/null
// RUN: pld-opt %s --mlir-print-debuginfo -o %t
// RUN: pld-opt %t --mlir-print-debuginfo | diff %t -

//===----------------------------------------------------------------------===//
// Kinds, visibility, names
//===----------------------------------------------------------------------===//

// CHECK: pld.func private opaque @opaque()
pld.func private opaque @opaque()
// CHECK: pld.func private orchestration @orchestration()
pld.func private orchestration @orchestration()
// CHECK: pld.func private incore @incore()
pld.func private incore @incore()
// CHECK: pld.func private aic @aic()
pld.func private aic @aic()
// CHECK: pld.func private aiv @aiv()
pld.func private aiv @aiv()
// CHECK: pld.func private group @group()
pld.func private group @group()
// CHECK: pld.func private spmd @spmd()
pld.func private spmd @spmd()
// CHECK: pld.func private graph @graph()
pld.func private graph @graph()

// Nothing means public; what is written stays.
// CHECK: pld.func orchestration @default_visibility()
pld.func orchestration @default_visibility()
// CHECK: pld.func public orchestration @public()
pld.func public orchestration @public()
// CHECK: pld.func nested orchestration @nested()
pld.func nested orchestration @nested()

// CHECK: pld.func private opaque @"a b"()
pld.func private opaque @"a b"()
// CHECK: pld.func private opaque @"3"()
pld.func private opaque @"3"()
// CHECK: pld.func private opaque @"\22\C3\A4\\"()
pld.func private opaque @"\"ä\\"()

//===----------------------------------------------------------------------===//
// Definitions
//===----------------------------------------------------------------------===//

// CHECK:      pld.func private incore @nothing() {
// CHECK-NEXT:   pld.return
// CHECK-NEXT: }
pld.func private incore @nothing() {
  pld.return
}

// CHECK:      pld.func private incore @directions(%[[A:.*]]: i32, %[[B:.*]]: i32, %[[C:.*]]: out i32, %[[D:.*]]: inout i32) -> (i32, i32) {
// CHECK-NEXT:   pld.return %[[C]], %[[D]] : i32, i32
// CHECK-NEXT: }
pld.func private incore @directions(%a: i32, %b: in i32, %c: out i32, %d: inout i32) -> (i32, i32) {
  pld.return %c, %d : i32, i32
}

// A body can have many blocks.
// CHECK:      pld.func private incore @blocks(%[[A:.*]]: i32) -> i32 {
// CHECK-NEXT:   cf.br ^[[BLOCK:.*]](%[[A]] : i32)
// CHECK-NEXT: ^[[BLOCK]](%[[B:.*]]: i32):
// CHECK-NEXT:   pld.return %[[B]] : i32
pld.func private incore @blocks(%a: i32) -> i32 {
  cf.br ^bb1(%a : i32)
^bb1(%b: i32):
  pld.return %b : i32
}

// CHECK:      pld.func private incore @result_attributes(%[[A:.*]]: i32) -> (i32 {test.a}, i32) {
pld.func private incore @result_attributes(%a: i32) -> (i32 {test.a}, i32) {
  pld.return %a, %a : i32, i32
}
// CHECK:      pld.func private incore @one_result_with_attributes(%[[A:.*]]: i32) -> (i32 {test.a}) {
pld.func private incore @one_result_with_attributes(%a: i32) -> (i32 {test.a}) {
  pld.return %a : i32
}
// CHECK:      pld.func private incore @argument_attributes(%{{.*}}: out i32 {test.a = 1 : i64}, %{{.*}}: index {pld.symbol = "N"}) {
pld.func private incore @argument_attributes(%a: out i32 {test.a = 1}, %n: index {pld.symbol = "N"}) {
  pld.return
}

// CHECK:      pld.func private aiv @attributes() attributes {free_symbols = ["N"], level = #pld<level host>, pld.attrs = {split = "up"}, role = #pld<role sub_worker>, runtime_binding, test.other = 1 : i64} {
pld.func private aiv @attributes() attributes {
    level = #pld<level host>, role = #pld<role sub_worker>, free_symbols = ["N"],
    runtime_binding, pld.attrs = {split = "up"}, test.other = 1} {
  pld.return
}

// Functions of a program inside of a program have names of their own.
// CHECK:      pld.func private incore @outer(%{{.*}}: i32) {
// CHECK-NEXT:   builtin.module {
// CHECK-NEXT:     pld.func private incore @inner(%[[A:.*]]: i32) -> i32 {
// CHECK-NEXT:       pld.return %[[A]] : i32
pld.func private incore @outer(%a: i32) {
  builtin.module {
    pld.func private incore @inner(%a: i32) -> i32 {
      pld.return %a : i32
    }
  }
  pld.return
}

// CHECK:      module @program {
// CHECK-NEXT:   pld.func private incore @directions(%{{.*}}: i32) {
module @program {
  pld.func private incore @directions(%a: i32) {
    pld.return
  }
}

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

// CHECK: pld.func private aiv @external(%x: !pld.tensor<[M], f32>, %y: out !pld.tensor<[M], f32>) attributes {external_source = "kernels/ext.cpp"}
pld.func private aiv @external(%x: !pld.tensor<[M], f32>, %y: out !pld.tensor<[M], f32>)
    attributes {external_source = "kernels/ext.cpp"}
// CHECK: pld.func private aiv @without_names(i32, out i32, inout i32 {test.a}) -> i32
pld.func private aiv @without_names(i32, out i32, inout i32 {test.a}) -> i32
// CHECK: pld.func private aiv @some_names(i32, %b: out i32)
pld.func private aiv @some_names(i32, %b: out i32)
// A number is no name that is worth keeping.
// CHECK: pld.func private aiv @numbers(i32, out i32)
pld.func private aiv @numbers(%0: i32, %1: out i32)
// CHECK: pld.func private aiv @odd_names(%a.b$c-d: i32, %_: i32, %$: i32, %-: i32, %.: i32)
pld.func private aiv @odd_names(%a.b$c-d: i32, %_: i32, %$: i32, %-: i32, %.: i32)
// Names of the front end need not be names that MLIR allows.
// CHECK: pld.func private aiv @no_ssa_names(i32 {pld.name = "a b"}, i32 {pld.name = "3"}, i32 {pld.name = "\C3\A4"}, %x: i32)
pld.func private aiv @no_ssa_names(i32 {pld.name = "a b"}, i32 {pld.name = "3"}, i32 {pld.name = "ä"}, i32 {pld.name = "x"})
// The attribute has the last word.
// CHECK: pld.func private aiv @two_names(%y: i32)
pld.func private aiv @two_names(%x: i32 {pld.name = "y"})
// CHECK: pld.func private aiv @same_names(%x: i32, %x: i32)
pld.func private aiv @same_names(%x: i32, %x: i32)
// CHECK: pld.func private aiv @kept_by_a_definition(%{{.*}}: i32 {pld.name = "x"}) {
pld.func private aiv @kept_by_a_definition(%x: i32 {pld.name = "x"}) {
  pld.return
}
// CHECK: pld.func private aiv @types_that_are_functions(() -> ()) -> (() -> ())
pld.func private aiv @types_that_are_functions(() -> ()) -> (() -> ())

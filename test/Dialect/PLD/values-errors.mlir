// RUN: pld-opt %s -split-input-file -verify-diagnostics

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

// A value of another type.
pld.func private incore @f() {
  // expected-error @below {{'pld.constant' op holds a value of type 'i32' as 'i64'}}
  %0 = pld.constant 1 : i32 as i64
  pld.return
}

// -----

// A double as an integer.
pld.func private incore @f() {
  // expected-error @below {{'pld.constant' op holds a value of type 'f64' as 'index'}}
  %0 = pld.constant 1.0 : f64 as index
  pld.return
}

// -----

// A value that is no scalar.
pld.func private incore @f() {
  // expected-error @below {{'pld.constant' op result #0 must be a scalar, but got 'tensor<2xi32>'}}
  %0 = pld.constant dense<1> : tensor<2xi32> as tensor<2xi32>
  pld.return
}

// -----

// A value without a type.
pld.func private incore @f() {
  // expected-error @below {{invalid kind of attribute specified}}
  %0 = pld.constant unit as i32
  pld.return
}

// -----

// A task is no scalar.
pld.func private incore @f() {
  // expected-error @below {{'pld.constant' op result #0 must be a scalar, but got '!pld.task_id'}}
  %0 = pld.constant 1.0 : f64 as !pld.task_id
  pld.return
}

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

// -----

// An operation that does not exist.
pld.func private incore @f(%a: i32) {
  // expected-error @below {{failed to parse PLD_ScalarKindAttr parameter}}
  // expected-error @below {{expected ::pld::ScalarKind to be one of: add, sub,}}
  %0 = pld.scalar ceildiv(%a, %a) : (i32, i32) -> i32
  pld.return
}

// -----

// Calls are operations of their own.
pld.func private incore @f(%a: i32) {
  // expected-error @below {{'pld.scalar' op a call is an operation of its own}}
  %0 = pld.scalar call(%a) : (i32) -> i32
  pld.return
}

// -----

// Too few operands.
pld.func private incore @f(%a: i32) {
  // expected-error @below {{'pld.scalar' op 'min' takes 2 operands, not 1}}
  %0 = pld.scalar min(%a) : (i32) -> i32
  pld.return
}

// -----

// Too many operands.
pld.func private incore @f(%a: i32) {
  // expected-error @below {{'pld.scalar' op 'cast' takes 1 operand, not 2}}
  %0 = pld.scalar cast(%a, %a) : (i32, i32) -> i32
  pld.return
}

// -----

// No operands.
pld.func private incore @f() {
  // expected-error @below {{'pld.scalar' op 'not' takes 1 operand, not 0}}
  %0 = pld.scalar not() : () -> i1
  pld.return
}

// -----

// An operand that is no scalar.
pld.func private incore @f(%a: i32, %x: !pld.tensor<[4], i32>) {
  // expected-error @below {{'pld.scalar' op has an operand of type '!pld.tensor<[4], i32>', which is not a scalar}}
  %0 = pld.scalar add(%a, %x) : (i32, !pld.tensor<[4], i32>) -> i32
  pld.return
}

// -----

// A result that is no scalar.
pld.func private incore @f(%a: i32) {
  // expected-error @below {{'pld.scalar' op has the type '!pld.unknown', which is not a scalar}}
  %0 = pld.scalar neg(%a) : (i32) -> !pld.unknown
  pld.return
}

// -----

// Two results.
pld.func private incore @f(%a: i32) {
  // expected-error @below {{'pld.scalar' op requires one result}}
  %0:2 = pld.scalar neg(%a) : (i32) -> (i32, i32)
  pld.return
}

//===----------------------------------------------------------------------===//
// Types of one value
//===----------------------------------------------------------------------===//

// -----

// Another class.
pld.func private incore @f(%x: !pld.tensor<[4], f32>) {
  // expected-error @below {{'pld.retype' op '!pld.tensor<[4], f32>' and '!pld.tile<[4], f32>' cannot be types of one value: class, rank or kind of element differ}}
  %0 = pld.retype %x : !pld.tensor<[4], f32> to !pld.tile<[4], f32>
  pld.return
}

// -----

// Another rank.
pld.func private incore @f(%x: !pld.tensor<[4], f32>) {
  // expected-error @below {{cannot be types of one value}}
  %0 = pld.retype %x : !pld.tensor<[4], f32> to !pld.tensor<[4, 1], f32>
  pld.return
}

// -----

// Another element.
pld.func private incore @f(%x: !pld.tensor<[4], f32>) {
  // expected-error @below {{cannot be types of one value}}
  %0 = pld.retype %x : !pld.tensor<[4], f32> to !pld.tensor<[4], f16>
  pld.return
}

// -----

// Another kind of number.
pld.func private incore @f(%x: f32) {
  // expected-error @below {{'pld.retype' op 'f32' and 'i32' cannot be types of one value}}
  %0 = pld.retype %x : f32 to i32
  pld.return
}

// -----

// Another type of no class.
pld.func private incore @f(%x: !pld.unknown) {
  // expected-error @below {{'pld.retype' op '!pld.unknown' and '!pld.tensor<[4], f32>' cannot be types of one value}}
  %0 = pld.retype %x : !pld.unknown to !pld.tensor<[4], f32>
  pld.return
}

// -----

// A tensor and a tile are in different memories.
pld.func private incore @f(%x: !pld.tensor<[4], f32>) {
  // expected-error @below {{'pld.reinterpret' op '!pld.tensor<[4], f32>' and '!pld.tile<[4], f32>' cannot share storage}}
  %0 = pld.reinterpret %x : !pld.tensor<[4], f32> to !pld.tile<[4], f32>
  pld.return
}

// -----

// Storage of other elements.
pld.func private incore @f(%x: !pld.tile<[4], f32>) {
  // expected-error @below {{cannot share storage}}
  %0 = pld.reinterpret %x : !pld.tile<[4], f32> to !pld.tile<[8], f16>
  pld.return
}

// -----

// Scalars have no storage.
pld.func private incore @f(%x: i32) {
  // expected-error @below {{'pld.reinterpret' op 'i32' and 'i32' cannot share storage}}
  %0 = pld.reinterpret %x : i32 to i32
  pld.return
}

//===----------------------------------------------------------------------===//
// Tuples
//===----------------------------------------------------------------------===//

// -----

// More elements than the type has.
pld.func private incore @f(%x: i32) {
  // expected-error @below {{number of operands and types do not match: got 2 operands and 1 types}}
  %0 = pld.make_tuple %x, %x : tuple<i32>
  pld.return
}

// -----

// An element of another type.
pld.func private incore @f(%x: i32) {
  // expected-error @below {{'pld.make_tuple' op makes 'tuple<f32>' of elements of other types}}
  %0 = "pld.make_tuple"(%x) : (i32) -> tuple<f32>
  pld.return
}

// -----

// Not a tuple.
pld.func private incore @f(%x: i32) {
  // expected-error @below {{invalid kind of type specified}}
  %0 = pld.make_tuple %x : i32
  pld.return
}

// -----

// An element that there is not.
pld.func private incore @f(%x: tuple<i32>) {
  // expected-error @below {{'pld.tuple_get' op takes element #1 of a tuple of 1}}
  %0 = pld.tuple_get %x[1] : tuple<i32> -> i32
  pld.return
}

// -----

// A negative element.
pld.func private incore @f(%x: tuple<i32>) {
  // expected-error @below {{'pld.tuple_get' op takes element #-1 of a tuple of 1}}
  %0 = "pld.tuple_get"(%x) <{index = -1 : i64}> : (tuple<i32>) -> i32
  pld.return
}

// -----

// An element as another type.
pld.func private incore @f(%x: tuple<i32>) {
  // expected-error @below {{'pld.tuple_get' op gives 'f32', but element #0 is 'i32'}}
  %0 = pld.tuple_get %x[0] : tuple<i32> -> f32
  pld.return
}

// -----

// An element of something else.
pld.func private incore @f(%x: i32) {
  // expected-error @below {{invalid kind of type specified}}
  %0 = pld.tuple_get %x[0] : i32 -> i32
  pld.return
}

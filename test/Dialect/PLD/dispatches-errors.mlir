// RUN: pld-opt %s -split-input-file -verify-diagnostics

//===----------------------------------------------------------------------===//
// Callees
//===----------------------------------------------------------------------===//

// A function that does not exist.
pld.func orchestration @f() {
  // expected-error @below {{'pld.call' op calls '@g', which does not exist}}
  pld.call @g() : () -> ()
  pld.return
}

// -----

// A task of a function that does not exist.
pld.func orchestration @f() {
  // expected-error @below {{'pld.submit' op calls '@g', which does not exist}}
  %0 = pld.submit @g() : () -> !pld.task_id
  pld.return
}

// -----

// A function of another dialect.
func.func private @g()
pld.func orchestration @f() {
  // expected-error @below {{'pld.call' op calls '@g', which is not a 'pld.func'}}
  pld.call @g() : () -> ()
  pld.return
}

// -----

// A function of a nested program.
module @m {
  pld.func private incore @g()
}
pld.func orchestration @f() {
  // expected-error @below {{invalid kind of attribute specified}}
  pld.call @m::@g() : () -> ()
  pld.return
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

// -----

// Too many.
// expected-note @below {{'@g' is here}}
pld.func private incore @g(%x: i32)
pld.func orchestration @f(%x: i32) {
  // expected-error @below {{'pld.call' op has 2 arguments, but '@g' takes 1}}
  pld.call @g(%x, %x) : (i32, i32) -> ()
  pld.return
}

// -----

// Too few; a call gives all.
// expected-note @below {{'@g' is here}}
pld.func private incore @g(%x: i32, %y: out i32)
pld.func orchestration @f(%x: i32) {
  // expected-error @below {{'pld.call' op has 1 arguments, but '@g' takes 2}}
  pld.call @g(%x) : (i32) -> ()
  pld.return
}

// -----

// Too many for a task.
// expected-note @below {{'@g' is here}}
pld.func private incore @g(%x: i32)
pld.func orchestration @f(%x: i32) {
  // expected-error @below {{'pld.submit' op has 2 arguments, but '@g' takes 1}}
  %0 = pld.submit @g(%x, %x) : (i32, i32) -> !pld.task_id
  pld.return
}

// -----

// Only outputs may be left out.
// expected-note @below {{'@g' is here}}
pld.func private incore @g(%x: i32, %y: inout i32)
pld.func orchestration @f(%x: i32) {
  // expected-error @below {{'pld.submit' op has 1 arguments, but '@g' takes 2; only a trailing run of 'out' parameters may be left out}}
  %0 = pld.submit @g(%x) : (i32) -> !pld.task_id
  pld.return
}

// -----

// Only outputs at the end may be left out.
// expected-note @below {{'@g' is here}}
pld.func private incore @g(%x: i32, %y: out i32, %z: i32)
pld.func orchestration @f(%x: i32) {
  // expected-error @below {{'pld.submit' op has 2 arguments, but '@g' takes 3; only a trailing run of 'out' parameters may be left out}}
  %0 = pld.submit @g(%x, %x) : (i32, i32) -> !pld.task_id
  pld.return
}

// -----

// A context may not be left out.
// expected-note @below {{'@g' is here}}
pld.func private incore @g(%x: i32, %y: out i32, %c: !pld.comm_ctx)
pld.func orchestration @f(%x: i32) {
  // expected-error @below {{'pld.submit' op has 2 arguments, but '@g' takes 3; only a trailing run of 'out' parameters may be left out}}
  %0 = pld.submit @g(%x, %x) : (i32, i32) -> !pld.task_id
  pld.return
}

// -----

// With outputs left out, the others must agree.
// expected-note @below {{'@g' is here}}
pld.func private incore @g(%x: i32, %y: out f32, %z: out f32, %c: !pld.comm_ctx)
pld.func orchestration @f(%x: i32, %c: !pld.comm_ctx) {
  // expected-error @below {{'pld.submit' op argument #1 is 'i32', but '@g' has 'f32'}}
  %0 = pld.submit @g(%x, %x, %c) : (i32, i32, !pld.comm_ctx) -> !pld.task_id
  pld.return
}

// -----

// Another class: a scalar for a tensor.
// expected-note @below {{'@g' is here}}
pld.func private incore @g(%x: i32, %y: !pld.tensor<[4], i32>)
pld.func orchestration @f(%x: i32) {
  // expected-error @below {{'pld.call' op argument #1 is 'i32', but '@g' has '!pld.tensor<[4], i32>'}}
  pld.call @g(%x, %x) : (i32, i32) -> ()
  pld.return
}

// -----

// Another class: a distributed tensor for a tensor.
// expected-note @below {{'@g' is here}}
pld.func private incore @g(%x: !pld.tensor<[4], i32>)
pld.func orchestration @f(%x: !pld.dist_tensor<[4], i32>) {
  // expected-error @below {{'pld.call' op argument #0 is '!pld.dist_tensor<[4], i32>', but '@g' has '!pld.tensor<[4], i32>'}}
  pld.call @g(%x) : (!pld.dist_tensor<[4], i32>) -> ()
  pld.return
}

// -----

// Another rank.
// expected-note @below {{'@g' is here}}
pld.func private incore @g(%x: !pld.tensor<[4], i32>)
pld.func orchestration @f(%x: !pld.tensor<[4, 1], i32>) {
  // expected-error @below {{'pld.submit' op argument #0 is '!pld.tensor<[4, 1], i32>', but '@g' has '!pld.tensor<[4], i32>'}}
  %0 = pld.submit @g(%x) : (!pld.tensor<[4, 1], i32>) -> !pld.task_id
  pld.return
}

// -----

// Elements of another type.
// expected-note @below {{'@g' is here}}
pld.func private incore @g(%x: !pld.tensor<[4], i32>)
pld.func orchestration @f(%x: !pld.tensor<[4], i64>) {
  // expected-error @below {{'pld.call' op argument #0 is '!pld.tensor<[4], i64>', but '@g' has '!pld.tensor<[4], i32>'}}
  pld.call @g(%x) : (!pld.tensor<[4], i64>) -> ()
  pld.return
}

// -----

// An integer for a floating point number.
// expected-note @below {{'@g' is here}}
pld.func private incore @g(%x: f32)
pld.func orchestration @f(%x: i32) {
  // expected-error @below {{'pld.call' op argument #0 is 'i32', but '@g' has 'f32'}}
  pld.call @g(%x) : (i32) -> ()
  pld.return
}

// -----

// Another class within a tuple.
// expected-note @below {{'@g' is here}}
pld.func private incore @g(%x: tuple<i32, tuple<f32>>)
pld.func orchestration @f(%x: tuple<i32, tuple<i32>>) {
  // expected-error @below {{'pld.call' op argument #0 is 'tuple<i32, tuple<i32>>', but '@g' has 'tuple<i32, tuple<f32>>'}}
  pld.call @g(%x) : (tuple<i32, tuple<i32>>) -> ()
  pld.return
}

// -----

// A shorter tuple.
// expected-note @below {{'@g' is here}}
pld.func private incore @g(%x: tuple<i32, i32>)
pld.func orchestration @f(%x: tuple<i32>) {
  // expected-error @below {{'pld.call' op argument #0 is 'tuple<i32>', but '@g' has 'tuple<i32, i32>'}}
  pld.call @g(%x) : (tuple<i32>) -> ()
  pld.return
}

// -----

// Types that have no classes are equal or not.
// expected-note @below {{'@g' is here}}
pld.func private incore @g(%x: !pld.unknown)
pld.func orchestration @f(%x: !pld.ptr) {
  // expected-error @below {{'pld.call' op argument #0 is '!pld.ptr', but '@g' has '!pld.unknown'}}
  pld.call @g(%x) : (!pld.ptr) -> ()
  pld.return
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

// -----

// Too few.
// expected-note @below {{'@g' is here}}
pld.func private incore @g() -> i32
pld.func orchestration @f() {
  // expected-error @below {{'pld.call' op has 0 results, but '@g' returns 1}}
  pld.call @g() : () -> ()
  pld.return
}

// -----

// Too many.
// expected-note @below {{'@g' is here}}
pld.func private incore @g()
pld.func orchestration @f() {
  // expected-error @below {{'pld.call' op has 1 results, but '@g' returns 0}}
  %0 = pld.call @g() : () -> i32
  pld.return
}

// -----

// The id of the task is no result of the callee.
// expected-note @below {{'@g' is here}}
pld.func private incore @g() -> !pld.task_id
pld.func orchestration @f() {
  // expected-error @below {{'pld.submit' op has 0 results, but '@g' returns 1}}
  %0 = pld.submit @g() : () -> !pld.task_id
  pld.return
}

// -----

// Of another class.
// expected-note @below {{'@g' is here}}
pld.func private incore @g() -> (i32, i32)
pld.func orchestration @f() {
  // expected-error @below {{'pld.call' op result #1 is 'f32', but '@g' has 'i32'}}
  %0:2 = pld.call @g() : () -> (i32, f32)
  pld.return
}

// -----

// A task without an id.
pld.func private incore @g()
pld.func orchestration @f() {
  // expected-error @below {{'pld.submit' op must have a '!pld.task_id' as its last result}}
  pld.submit @g() : () -> ()
  pld.return
}

// -----

// A task whose id is not the last result.
pld.func private incore @g() -> i32
pld.func orchestration @f() {
  // expected-error @below {{'pld.submit' op must have a '!pld.task_id' as its last result}}
  %0:2 = pld.submit @g() : () -> (!pld.task_id, i32)
  pld.return
}

//===----------------------------------------------------------------------===//
// Clauses
//===----------------------------------------------------------------------===//

// -----

// A clause in the wrong place.
pld.func private incore @g()
pld.func orchestration @f(%n: index) {
  // expected-error @below {{expected ':'}}
  pld.call @g() sync_start core_num(%n) : () -> ()
  pld.return
}

// -----

// A clause twice.
pld.func private incore @g()
pld.func orchestration @f(%n: index) {
  // expected-error @below {{expected ':'}}
  pld.call @g() core_num(%n) core_num(%n) : () -> ()
  pld.return
}

// -----

// A clause that calls do not have.
pld.func private incore @g()
pld.func orchestration @f(%t: !pld.task_id) {
  // expected-error @below {{expected ':'}}
  pld.call @g() deps(%t) : () -> ()
  pld.return
}

// -----

// Two values where one belongs.
pld.func private incore @g()
pld.func orchestration @f(%n: index) {
  // expected-error @below {{'core_num' takes one value}}
  pld.call @g() core_num(%n, %n) : () -> ()
  pld.return
}

// -----

// No value where one belongs.
pld.func private incore @g()
pld.func orchestration @f(%n: index) {
  // expected-error @below {{'predicate' takes one value}}
  %0 = pld.submit @g() predicate() : () -> !pld.task_id
  pld.return
}

// -----

// No value where some belong.
pld.func private incore @g()
pld.func orchestration @f() {
  // expected-error @below {{'deps' needs at least one value}}
  %0 = pld.submit @g() deps() : () -> !pld.task_id
  pld.return
}

// -----

// No type where none is usual.
pld.func private incore @g()
pld.func orchestration @f(%n: index) {
  // expected-error @below {{number of operands and types do not match: got 1 operands and 0 types}}
  pld.call @g() dump(%n) : () -> ()
  pld.return
}

// -----

// Fewer types than values.
pld.func private incore @g()
pld.func orchestration @f(%t: !pld.task_id) {
  // expected-error @below {{number of operands and types do not match: got 2 operands and 1 types}}
  pld.call @g() manual_deps(%t, %t : !pld.task_id) : () -> ()
  pld.return
}

// -----

// Another type than the usual one, which is not written.
pld.func private incore @g()
// expected-note @below {{prior use here}}
pld.func orchestration @f(%n: i64) {
  // expected-error @below {{use of value '%n' expects different type than prior uses: 'index' vs 'i64'}}
  pld.call @g() core_num(%n) : () -> ()
  pld.return
}

// -----

// No type of a function.
pld.func private incore @g()
pld.func orchestration @f() {
  // expected-error @below {{invalid kind of type specified}}
  pld.call @g() : i32
  pld.return
}

// -----

// Fewer types than arguments.
pld.func private incore @g(%n: index)
pld.func orchestration @f(%n: index) {
  // expected-error @below {{number of operands and types do not match: got 1 operands and 0 types}}
  pld.call @g(%n) : () -> ()
  pld.return
}

// -----

// What is written as a clause is no attribute.
pld.func private incore @g()
pld.func orchestration @f(%n: index) {
  // expected-error @below {{'sync_start' cannot be given as an attribute}}
  pld.call @g() core_num(%n) {sync_start} : () -> ()
  pld.return
}

// -----

// Directions are a list.
pld.func private incore @g()
pld.func orchestration @f() {
  // expected-error @below {{'arg_directions' must be an array}}
  pld.call @g() {arg_directions = #pld<arg_direction input>} : () -> ()
  pld.return
}

// -----

// Directions are directions.
pld.func private incore @g(%n: index)
pld.func orchestration @f(%n: index) {
  // expected-error @below {{'pld.call' op attribute 'arg_directions' failed to satisfy constraint: argument directions}}
  pld.call @g(%n) {arg_directions = ["input"]} : (index) -> ()
  pld.return
}

// -----

// As many directions as arguments, of a call.
pld.func private incore @g(%n: index)
pld.func orchestration @f(%n: index) {
  // expected-error @below {{'pld.call' op has 1 arguments, but 0 argument directions}}
  pld.call @g(%n) {arg_directions = []} : (index) -> ()
  pld.return
}

// -----

// As many directions as arguments, of a task.
pld.func private incore @g()
pld.func orchestration @f() {
  // expected-error @below {{'pld.submit' op has 0 arguments, but 1 argument directions}}
  %0 = pld.submit @g() {arg_directions = [#pld<arg_direction input>]} : () -> !pld.task_id
  pld.return
}

// -----

// A number of cores that is no integer.
pld.func private incore @g()
pld.func orchestration @f(%n: f32) {
  // expected-error @below {{'pld.call' op 'core_num' is 'f32', which is not an integer}}
  pld.call @g() core_num(%n : f32) : () -> ()
  pld.return
}

// -----

// A number of cores of a task that is no integer.
pld.func private incore @g()
pld.func orchestration @f(%n: !pld.task_id) {
  // expected-error @below {{'pld.submit' op 'core_num' is '!pld.task_id', which is not an integer}}
  %0 = pld.submit @g() core_num(%n : !pld.task_id) : () -> !pld.task_id
  pld.return
}

// -----

// Cores start together when there is a number of them.
pld.func private incore @g()
pld.func orchestration @f() {
  // expected-error @below {{'pld.call' op 'sync_start' needs 'core_num'}}
  pld.call @g() sync_start : () -> ()
  pld.return
}

// -----

// A predicate that is not one bit.
pld.func private incore @g()
pld.func orchestration @f(%p: i8) {
  // expected-error @below {{'pld.submit' op the predicate is 'i8', not i1}}
  %0 = pld.submit @g() predicate(%p : i8) : () -> !pld.task_id
  pld.return
}

// -----

// Dependencies that are not tasks.
pld.func private incore @g()
pld.func orchestration @f(%n: index) {
  // expected-error @below {{'pld.submit' op 'deps' has a value of type 'index', which is not a task id or an array of them}}
  %0 = pld.submit @g() deps(%n : index) : () -> !pld.task_id
  pld.return
}

// -----

// Dependencies that are arrays of something else.
pld.func private incore @g()
pld.func orchestration @f(%n: !pld.array<4 x i32>) {
  // expected-error @below {{'pld.call' op 'manual_deps' has a value of type '!pld.array<4 x i32>', which is not a task id or an array of them}}
  pld.call @g() manual_deps(%n : !pld.array<4 x i32>) : () -> ()
  pld.return
}

// -----

// The same of a task.
pld.func private incore @g()
pld.func orchestration @f(%n: index) {
  // expected-error @below {{'pld.submit' op 'manual_deps' has a value of type 'index'}}
  %0 = pld.submit @g() manual_deps(%n : index) : () -> !pld.task_id
  pld.return
}

// -----

// Dependencies of the compiler.
pld.func private incore @g()
pld.func orchestration @f(%n: index) {
  // expected-error @below {{'pld.call' op 'compiler_deps' has a value of type 'index'}}
  pld.call @g() compiler_deps(%n : index) : () -> ()
  pld.return
}

// -----

// The same of a task.
pld.func private incore @g()
pld.func orchestration @f(%n: index) {
  // expected-error @below {{'pld.submit' op 'compiler_deps' has a value of type 'index'}}
  %0 = pld.submit @g() compiler_deps(%n : index) : () -> !pld.task_id
  pld.return
}

//===----------------------------------------------------------------------===//
// Generic form
//===----------------------------------------------------------------------===//

// -----

// No callee.
pld.func orchestration @f() {
  // expected-error @below {{'pld.call' op requires attribute 'callee'}}
  "pld.call"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0>}> : () -> ()
  pld.return
}

// -----

// A callee that is a path.
pld.func private incore @g()
pld.func orchestration @f() {
  // expected-error @below {{Invalid attribute `callee` in property conversion: @m::@g}}
  "pld.call"() <{callee = @m::@g, operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0>}> : () -> ()
  pld.return
}

// -----

// Fewer segments than there are kinds of operands.
pld.func private incore @g()
pld.func orchestration @f() {
  // expected-error @below {{size mismatch in attribute conversion: 5 vs 6}}
  "pld.call"() <{callee = @g, operandSegmentSizes = array<i32: 0, 0, 0, 0, 0>}> : () -> ()
  pld.return
}

// -----

// Segments of more operands than there are.
pld.func private incore @g()
pld.func orchestration @f(%n: index) {
  // expected-error @below {{'pld.call' op operand count (1) does not match with the total size (2) specified in attribute 'operandSegmentSizes'}}
  "pld.call"(%n) <{callee = @g, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0, 0>}> : (index) -> ()
  pld.return
}

// -----

// Two numbers of cores.
pld.func private incore @g()
pld.func orchestration @f(%n: index) {
  // expected-error @below {{'pld.call' op operand group starting at #0 requires 0 or 1 element, but found 2}}
  "pld.call"(%n, %n) <{callee = @g, operandSegmentSizes = array<i32: 0, 2, 0, 0, 0, 0>}> : (index, index) -> ()
  pld.return
}

// -----

// A negative number of operands.
pld.func private incore @g()
pld.func orchestration @f(%n: index) {
  // expected-error @below {{'pld.call' op 'operandSegmentSizes' attribute cannot have negative elements}}
  "pld.call"(%n) <{callee = @g, operandSegmentSizes = array<i32: 2, -1, 0, 0, 0, 0>}> : (index) -> ()
  pld.return
}

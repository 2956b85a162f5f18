// RUN: pld-opt %s -split-input-file -verify-diagnostics

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

// A function without a kind.
// expected-error @below {{expected a kind of function}}
pld.func private @f()

// -----

// A kind that does not exist.
// expected-error @below {{'inline' is not a kind of function}}
pld.func private inline @f()

// -----

// A visibility that does not exist.
// expected-error @below {{'hidden' is not a kind of function}}
pld.func hidden incore @f()

// -----

// A function without a name.
// expected-error @below {{expected valid '@'-identifier for symbol name}}
pld.func private incore ()

// -----

// A function without parameters in parentheses.
// expected-error @below {{expected '('}}
pld.func private incore @f

// -----

// A parameter without a type.
// expected-error @below {{expected ':'}}
pld.func private incore @f(%x)

// -----

// A direction that does not exist.
// expected-error @below {{expected non-function type}}
pld.func private incore @f(%x: ref i32)

// -----

// Two directions.
// expected-error @below {{expected non-function type}}
pld.func private incore @f(%x: in out i32)

// -----

// A result without a type.
// expected-error @below {{expected non-function type}}
pld.func private incore @f() -> {}

// -----

// A body with a parameter that nothing in it can name.
// expected-error @below {{a parameter of a function with a body must have a name}}
pld.func private incore @f(%x: i32, i32) {
  pld.return
}

// -----

// A name for two parameters.
// expected-note @below {{previously referenced here}}
// expected-error @below {{region entry argument '%x' is already in use}}
pld.func private incore @f(%x: i32, %x: i32) {
  pld.return
}

// -----

// A body that is empty, which would be no body.
// expected-error @below {{expected a body that is not empty}}
pld.func private incore @f() {
}

// -----

// A body that does not end.
pld.func private incore @f(%x: i32) {
  // expected-error @below {{block with no terminator}}
  %c = arith.constant 0 : i32
}

// -----

// A body that has parameters and nothing else.
// expected-error @below {{empty block: expect at least a terminator}}
pld.func private incore @f(%x: i32) {
}

// -----

// A body that ends otherwise.
pld.func private incore @f() {
  // expected-error @below {{'scf.yield' op expects parent op to be one of}}
  scf.yield
}

// -----

// What the signature says is no attribute.
// expected-error @below {{'function_type' cannot be given as an attribute}}
pld.func private incore @f() attributes {function_type = () -> ()}

// -----

// Nor is what is written before it.
// expected-error @below {{'kind' cannot be given as an attribute}}
pld.func private incore @f() attributes {kind = #pld<function_kind aiv>}

// -----

// Attributes of the function have kinds: level.
// expected-error @below {{'level' of a function must not be "host"}}
pld.func private incore @f() attributes {level = "host"}

// -----

// Role.
// expected-error @below {{'role' of a function must not be #pld<level host>}}
pld.func private incore @f() attributes {role = #pld<level host>}

// -----

// Free symbols.
// expected-error @below {{'free_symbols' of a function must not be "N"}}
pld.func private incore @f() attributes {free_symbols = "N"}

// -----

// External source.
// expected-error @below {{'external_source' of a function must not be 1 : i64}}
pld.func private incore @f() attributes {external_source = 1}

// -----

// Runtime binding.
// expected-error @below {{'runtime_binding' of a function must not be false}}
pld.func private incore @f() attributes {runtime_binding = false}

//===----------------------------------------------------------------------===//
// Verifier
//===----------------------------------------------------------------------===//

// -----

// Free symbols that are not strings.
// expected-error @below {{attribute 'free_symbols' failed to satisfy constraint: string array attribute}}
pld.func private incore @f() attributes {free_symbols = [1]}

// -----

// Fewer directions than parameters.
// expected-error @below {{'pld.func' op has 2 parameters, but 1 directions}}
"pld.func"() <{function_type = (i32, i32) -> (), kind = #pld<function_kind incore>, param_directions = array<i8: 0>, sym_name = "f", sym_visibility = "private"}> ({}) : () -> ()

// -----

// More directions than parameters.
// expected-error @below {{'pld.func' op has 0 parameters, but 1 directions}}
"pld.func"() <{function_type = () -> (), kind = #pld<function_kind incore>, param_directions = array<i8: 0>, sym_name = "f", sym_visibility = "private"}> ({}) : () -> ()

// -----

// Directions that are not bytes.
// expected-error @below {{Invalid attribute `param_directions` in property conversion: array<i32>}}
"pld.func"() <{function_type = () -> (), kind = #pld<function_kind incore>, param_directions = array<i32>, sym_name = "f", sym_visibility = "private"}> ({}) : () -> ()

// -----

// A direction that does not exist.
// expected-error @below {{'pld.func' op has the direction 3, which does not exist}}
"pld.func"() <{function_type = (i32) -> (), kind = #pld<function_kind incore>, param_directions = array<i8: 3>, sym_name = "f", sym_visibility = "private"}> ({}) : () -> ()

// -----

// A direction that is negative.
// expected-error @below {{'pld.func' op has the direction -1, which does not exist}}
"pld.func"() <{function_type = (i32) -> (), kind = #pld<function_kind incore>, param_directions = array<i8: -1>, sym_name = "f", sym_visibility = "private"}> ({}) : () -> ()

// -----

// No directions at all.
// expected-error @below {{'pld.func' op requires attribute 'param_directions'}}
"pld.func"() <{function_type = () -> (), kind = #pld<function_kind incore>, sym_name = "f", sym_visibility = "private"}> ({}) : () -> ()

// -----

// No kind.
// expected-error @below {{'pld.func' op requires attribute 'kind'}}
"pld.func"() <{function_type = () -> (), param_directions = array<i8>, sym_name = "f", sym_visibility = "private"}> ({}) : () -> ()

// -----

// A type that is not of functions.
// expected-error @below {{attribute 'function_type' failed to satisfy constraint: type attribute of function type}}
"pld.func"() <{function_type = i32, kind = #pld<function_kind incore>, param_directions = array<i8>, sym_name = "f", sym_visibility = "private"}> ({}) : () -> ()

// -----

// A visibility that does not exist.
// expected-error @below {{'pld.func' op visibility expected to be one of ["public", "private", "nested"], but got "hidden"}}
"pld.func"() <{function_type = () -> (), kind = #pld<function_kind incore>, param_directions = array<i8>, sym_name = "f", sym_visibility = "hidden"}> ({}) : () -> ()

// -----

// Attributes of fewer parameters than there are.
// expected-error @below {{'pld.func' op expects argument attribute array to have the same number of elements as the number of function arguments, got 1, but expected 2}}
"pld.func"() <{arg_attrs = [{}], function_type = (i32, i32) -> (), kind = #pld<function_kind incore>, param_directions = array<i8: 0, 0>, sym_name = "f", sym_visibility = "private"}> ({}) : () -> ()

// -----

// Attributes of fewer results than there are.
// expected-error @below {{'pld.func' op expects result attribute array to have the same number of elements as the number of function results, got 0, but expected 1}}
"pld.func"() <{res_attrs = [], function_type = () -> i32, kind = #pld<function_kind incore>, param_directions = array<i8>, sym_name = "f", sym_visibility = "private"}> ({}) : () -> ()

// -----

// A body with other arguments than the signature.
// expected-error @below {{'pld.func' op entry block must have 1 arguments to match function signature}}
"pld.func"() <{function_type = (i32) -> (), kind = #pld<function_kind incore>, param_directions = array<i8: 0>, sym_name = "f"}> ({
  "pld.return"() : () -> ()
}) : () -> ()

// -----

// A body with an argument of another type than in the signature.
// expected-error @below {{'pld.func' op type of entry block argument #0('f32') must match the type of the corresponding argument in function signature('i32')}}
"pld.func"() <{function_type = (i32) -> (), kind = #pld<function_kind incore>, param_directions = array<i8: 0>, sym_name = "f"}> ({
^bb0(%x: f32):
  "pld.return"() : () -> ()
}) : () -> ()

// -----

// No region for a body.
// expected-error @below {{'pld.func' op requires one region}}
"pld.func"() <{function_type = () -> (), kind = #pld<function_kind incore>, param_directions = array<i8>, sym_name = "f"}> : () -> ()

// -----

// A body of this program and one from elsewhere.
// expected-error @below {{'pld.func' op has a body and an external source}}
pld.func private incore @f() attributes {external_source = "f.cpp"} {
  pld.return
}

// -----

// A function where no symbol table is.
pld.func private incore @f() {
  // expected-error @below {{'pld.func' op symbol's parent must have the SymbolTable trait}}
  pld.func private incore @g()
  pld.return
}

// -----

// Two functions of one name.
// expected-note @below {{see existing symbol definition here}}
pld.func private incore @f()
// expected-error @below {{redefinition of symbol named 'f'}}
pld.func private aiv @f()

// -----

// An attribute of a parameter that the dialect does not know.
// expected-error @below {{'pld.func' op unknown argument attribute 'pld.direction' of the pld dialect}}
pld.func private incore @f(%x: i32 {pld.direction = "out"})

// -----

// An attribute of a result that the dialect does not know.
// expected-error @below {{'pld.func' op unknown result attribute 'pld.name' of the pld dialect}}
pld.func private incore @f() -> (i32 {pld.name = "x"})

// -----

// An attribute of a function that the dialect does not know.
// expected-error @below {{'pld.func' op unknown attribute 'pld.kind' of the pld dialect}}
pld.func private incore @f() attributes {pld.kind = "incore"}

// -----

// A name that is none.
// expected-error @below {{'pld.func' op 'pld.name' of argument #1 must be a string that is not empty}}
pld.func private incore @f(%x: i32, %y: i32 {pld.name = ""})

// -----

// A name that is no string.
// expected-error @below {{'pld.func' op 'pld.name' of argument #0 must be a string that is not empty}}
pld.func private incore @f(%x: i32 {pld.name = 1})

// -----

// A symbol that is no string.
// expected-error @below {{'pld.func' op 'pld.symbol' of argument #0 must be a string that is not empty}}
pld.func private incore @f(%x: index {pld.symbol = #pld.sym<N>})

//===----------------------------------------------------------------------===//
// Return
//===----------------------------------------------------------------------===//

// -----

// Fewer values than results.
pld.func private incore @f(%x: i32) -> (i32, i32) {
  // expected-error @below {{'pld.return' op returns 1 values, but '@f' has 2 results}}
  pld.return %x : i32
}

// -----

// More values than results.
pld.func private incore @f(%x: i32) {
  // expected-error @below {{'pld.return' op returns 1 values, but '@f' has 0 results}}
  pld.return %x : i32
}

// -----

// A value of another type.
pld.func private incore @f(%x: i32, %y: f32) -> (i32, i32) {
  // expected-error @below {{'pld.return' op returns 'f32' as result #1 of '@f', which is 'i32'}}
  pld.return %x, %y : i32, f32
}

// -----

// A dimension less.
pld.func private incore @f(%x: !pld.tensor<[M, 4], f32>) -> !pld.tensor<[M], f32> {
  // expected-error @below {{'pld.return' op returns '!pld.tensor<[M, 4], f32>' as result #0 of '@f', which is '!pld.tensor<[M], f32>'}}
  pld.return %x : !pld.tensor<[M, 4], f32>
}

// -----

// Not in a pld.func.
func.func private @f() {
  // expected-error @below {{'pld.return' op expects parent op 'pld.func'}}
  pld.return
}

// -----

// Not at its end.
pld.func private incore @f() {
  // expected-error @below {{'pld.return' op must be the last operation in the parent block}}
  pld.return
  pld.return
}

// -----

// Not in a branch.
pld.func private incore @f(%c: i1) {
  scf.if %c {
    // expected-error @below {{'pld.return' op expects parent op 'pld.func'}}
    pld.return
  }
  pld.return
}

// -----

// A name that cannot be written.
// expected-error @below {{'pld.func' op must have a name that is not empty}}
"pld.func"() <{function_type = () -> (), kind = #pld<function_kind incore>, param_directions = array<i8>, sym_name = ""}> ({
  "pld.return"() : () -> ()
}) : () -> ()

// -----

// A value from outside: a function is closed.
// expected-note @below {{required by region isolation constraints}}
"pld.func"() <{function_type = () -> i32, kind = #pld<function_kind incore>, param_directions = array<i8>, sym_name = "f"}> ({
  // expected-error @below {{'pld.return' op using value defined outside the region}}
  "pld.return"(%0) : (i32) -> ()
}) : () -> ()
%0 = "builtin.unrealized_conversion_cast"() : () -> i32

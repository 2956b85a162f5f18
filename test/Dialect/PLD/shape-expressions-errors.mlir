// RUN: pld-opt %s -split-input-file -verify-diagnostics

// Not a dimension at all.
// expected-error @below {{expected a dimension}}
pld.func private opaque @f(!pld.tensor<[?], f32>)

// -----

// A number that is no integer.
// expected-error @below {{1.500000e+00 : f64 is not a dimension}}
pld.func private opaque @f(!pld.tensor<[1.5], f32>)

// -----

// An attribute of another kind.
// expected-error @below {{@M is not a dimension}}
pld.func private opaque @f(!pld.tensor<[@M], f32>)

// -----

// An alias of an attribute of another kind.
#a = "M"
// expected-error @below {{"M" is not a dimension}}
pld.func private opaque @f(!pld.tensor<[#a], f32>)

// -----

// An integer with too many bits.
#a = 1 : i128
// expected-error @below {{1 : i128 is not a dimension}}
pld.func private opaque @f(!pld.tensor<[#a], f32>)

// -----

// No operand after an operator.
// expected-error @below {{expected a dimension}}
pld.func private opaque @f(!pld.tensor<[M + ], f32>)

// -----

// Two dimensions without a comma.
// expected-error @below {{expected ']'}}
pld.func private opaque @f(!pld.tensor<[M N], f32>)

// -----

// A parenthesis that does not close.
// expected-error @below {{expected ')'}}
pld.func private opaque @f(!pld.tensor<[(M + 1 2)], f32>)

// -----

// A symbol without a name.
// expected-error @below {{the name of a symbol must not be empty}}
pld.func private opaque @f(!pld.tensor<[""], f32>)

// -----

// A call without a name.
// expected-error @below {{the name of a callee must not be empty}}
pld.func private opaque @f(!pld.tensor<[""()], f32>)

// -----

// An operation that does not exist.
// expected-error @below {{'ceildiv' is not an operation on dimensions}}
pld.func private opaque @f(!pld.tensor<[ceildiv(M, 16)], f32>)

// -----

// A call is written by the name of what it calls.
// expected-error @below {{'call' is not an operation on dimensions}}
pld.func private opaque @f(!pld.tensor<[call(M)], f32>)

// -----

// Too few operands.
// expected-error @below {{'floordiv' takes 2 operands, not 1}}
pld.func private opaque @f(!pld.tensor<[floordiv(M)], f32>)

// -----

// Too many operands.
// expected-error @below {{'abs' takes 1 operand, not 2}}
pld.func private opaque @f(!pld.tensor<[abs(M, N)], f32>)

// -----

// No operands.
// expected-error @below {{'min' takes 2 operands, not 0}}
pld.func private opaque @f(!pld.tensor<[min()], f32>)

// -----

// A comma too many.
// expected-error @below {{expected a dimension}}
pld.func private opaque @f(!pld.tensor<[min(M, N,)], f32>)

// -----

// Greater than any integer of 64 bits.
// expected-error @below {{dimension does not fit 64 bits}}
pld.func private opaque @f(!pld.tensor<[18446744073709551616], f32>)

// -----

// Less than any integer of 64 bits.
// expected-error @below {{dimension does not fit 64 bits}}
pld.func private opaque @f(!pld.tensor<[-9223372036854775809], f32>)

// -----

// Only an unsigned integer can be so great, and does not say that it is one.
// expected-error @below {{dimension does not fit 64 bits}}
pld.func private opaque @f(!pld.tensor<[9223372036854775808], f32>)

// -----

// Only an unsigned integer can be so great, and it is not one.
// expected-error @below {{dimension does not fit 'i64'}}
pld.func private opaque @f(!pld.tensor<[9223372036854775808 : i64], f32>)

// -----

// Only an unsigned integer can be so great, and the type is of the sum.
// expected-error @below {{dimension does not fit 64 bits}}
pld.func private opaque @f(!pld.tensor<[9223372036854775808 + 1 : ui64], f32>)

// -----

// Too great for its type.
// expected-error @below {{dimension does not fit 'i8'}}
pld.func private opaque @f(!pld.tensor<[128 : i8], f32>)

// -----

// Negative, and of an unsigned type.
// expected-error @below {{dimension does not fit 'ui8'}}
pld.func private opaque @f(!pld.tensor<[-1 : ui8], f32>)

// -----

// A bit is 0 or 1.
// expected-error @below {{dimension does not fit 'i1'}}
pld.func private opaque @f(!pld.tensor<[-1 : i1], f32>)

// -----

// A type of more than 64 bits.
// expected-error @below {{a dimension cannot be of type 'i65'}}
pld.func private opaque @f(!pld.tensor<[1 : i65], f32>)

// -----

// A type of no bits.
// expected-error @below {{a dimension cannot be of type 'i0'}}
pld.func private opaque @f(!pld.tensor<[0 : i0], f32>)

// -----

// A type that is not of integers.
// expected-error @below {{a dimension cannot be of type 'f32'}}
pld.func private opaque @f(!pld.tensor<[1 : f32], f32>)

// -----

// A colon without a type.
// expected-error @below {{expected non-function type}}
pld.func private opaque @f(!pld.tensor<[M : ], f32>)

// -----

// Parentheses nested too deep to be read.
// expected-error @below {{shape expression is nested more than 256 deep}}
pld.func private opaque @f(!pld.tensor<[(((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((M)))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))], f32>)

// -----

// Something else where a symbol should be.
// expected-error @below {{expected a symbol}}
module attributes {test.attr = #pld.sym<4>} {}

// -----

// Something else where an expression should be.
// expected-error @below {{expected an expression}}
module attributes {test.attr = #pld.expr<M>} {}

// -----

// A type in the wrong place, which would not be of the symbol.
// expected-error @below {{the type belongs inside of '<...>'}}
module attributes {test.attr = #pld.sym<M> : i64} {}

// -----

// A type in the wrong place, which would not be of the expression.
// expected-error @below {{the type belongs inside of '<...>'}}
module attributes {test.attr = #pld.expr<M + 1> : i64} {}

// -----

// An attribute that does not end.
// expected-error @below {{expected '>'}}
module attributes {test.attr = #pld.sym<M, N>} {}

// -----

// An attribute without parameters.
// expected-error @below {{expected '<'}}
module attributes {test.attr = #pld.sym} {}

// -----

// An attribute that does not exist.
// expected-error @below {{unknown attribute `symbol` in dialect `pld`}}
module attributes {test.attr = #pld.symbol<M>} {}

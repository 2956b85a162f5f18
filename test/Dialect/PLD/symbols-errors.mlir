// RUN: pld-opt %s --allow-unregistered-dialect -split-input-file -verify-diagnostics

// In the type of a result of an operation.
pld.func private incore @f(%x: !pld.tensor<[M], f32>) {
  // expected-error @below {{'test.op' op result of type '!pld.tensor<[M, N], f32>' uses the shape symbol 'N', which nothing binds in '@f'}}
  %0 = "test.op"() : () -> !pld.tensor<[M, N], f32>
  pld.return
}

// -----

// In the type of a result of a function.
// expected-error @below {{'pld.func' op result of type '!pld.tensor<[N], f32>' uses the shape symbol 'N', which nothing binds in '@f'}}
pld.func private incore @f(%x: !pld.tensor<[M], f32>) -> !pld.tensor<[N], f32>

// -----

// The name is written as it is.
// expected-error @below {{uses the shape symbol 'a b', which nothing binds in '@f g'}}
pld.func private incore @"f g"() -> !pld.tensor<["a b"], f32>

// -----

// In an operand of an expression.
pld.func private incore @f(%x: !pld.tensor<[M], f32>) {
  // expected-error @below {{uses the shape symbol 'N'}}
  %0 = "test.op"() : () -> !pld.tensor<[M + min(M, 2 * N)], f32>
  pld.return
}

// -----

// In a stride.
pld.func private incore @f() {
  // expected-error @below {{uses the shape symbol 'N'}}
  %0 = "test.op"() : () -> !pld.tensor<[4], f32, stride = [N]>
  pld.return
}

// -----

// In storage.
pld.func private incore @f() {
  // expected-error @below {{uses the shape symbol 'N'}}
  %0 = "test.op"() : () -> !pld.tile<[4], f32, memref = <"m", offset = N>>
  pld.return
}

// -----

// In a part of another type.
pld.func private incore @f() {
  // expected-error @below {{result of type 'tuple<i32, tuple<!pld.array<N x i32>>>' uses the shape symbol 'N'}}
  %0 = "test.op"() : () -> tuple<i32, tuple<!pld.array<N x i32>>>
  pld.return
}

// -----

// In the type of an argument of a block.
pld.func private incore @f() {
  // expected-error @below {{'test.op' op block argument of type '!pld.tensor<[N], f32>' uses the shape symbol 'N', which nothing binds in '@f'}}
  "test.op"() ({
  ^bb0(%x: !pld.tensor<[N], f32>):
    "test.end"() : () -> ()
  }) : () -> ()
  pld.return
}

// -----

// In the type of an argument of a block of the function.
// expected-error @below {{'pld.func' op block argument of type '!pld.tensor<[N], f32>' uses the shape symbol 'N', which nothing binds in '@f'}}
pld.func private incore @f() {
  pld.return
^bb0(%x: !pld.tensor<[N], f32>):
  pld.return
}

// -----

// In a nested region.
pld.func private incore @f(%c: i1) {
  scf.if %c {
    // expected-error @below {{uses the shape symbol 'N'}}
    %0 = "test.op"() : () -> !pld.tensor<[N], f32>
  }
  pld.return
}

// -----

// In an attribute that is a type.
pld.func private incore @f() {
  // expected-error @below {{'test.op' op attribute 'test.attr' uses the shape symbol 'N', which nothing binds in '@f'}}
  "test.op"() {test.attr = !pld.tensor<[N], f32>} : () -> ()
  pld.return
}

// -----

// In a part of an attribute.
pld.func private incore @f() {
  // expected-error @below {{'pld.comm_domain_scope' op attribute 'slots' uses the shape symbol 'N', which nothing binds in '@f'}}
  pld.comm_domain_scope devices [0] slots [#pld.window<"w", base = "p", size = N>] {
  }
  pld.return
}

// -----

// In an attribute of the function.
// expected-error @below {{'pld.func' op attribute 'test.attr' uses the shape symbol 'N', which nothing binds in '@f'}}
pld.func private incore @f() attributes {test.attr = #pld.sym<N>}

// -----

// Its value.
pld.func private incore @f() {
  // expected-error @below {{'pld.symbol_value' op attribute 'symbol' uses the shape symbol 'N', which nothing binds in '@f'}}
  %0 = pld.symbol_value "N" : index
  pld.return
}

// -----

// Another one is listed.
// expected-error @below {{uses the shape symbol 'N'}}
pld.func private incore @f() -> !pld.tensor<[N], f32> attributes {free_symbols = ["M", "n"]}

// -----

// Another function binds it.
pld.func private incore @g(%x: !pld.tensor<[N], f32>)
// expected-error @below {{uses the shape symbol 'N'}}
pld.func private incore @f() -> !pld.tensor<[N], f32>

// -----

// A function of a nested program binds it.
pld.func private incore @f() {
  builtin.module {
    pld.func private incore @g(%x: !pld.tensor<[N], f32>, %n: index) {
      pld.bind_symbol %n as "M" : index
      pld.return
    }
  }
  // expected-error @below {{uses the shape symbol 'M'}}
  %0 = "test.op"() : () -> !pld.tensor<[M, N], f32>
  pld.return
}

// -----

// The function around a nested program binds it.
pld.func private incore @f(%x: !pld.tensor<[N], f32>) {
  builtin.module {
    // expected-error @below {{uses the shape symbol 'N', which nothing binds in '@g'}}
    pld.func private incore @g() -> !pld.tensor<[N], f32>
  }
  pld.return
}

//===----------------------------------------------------------------------===//
// What binds
//===----------------------------------------------------------------------===//

// -----

// A tensor is no dimension.
// expected-error @below {{'pld.func' op argument #1 carries the symbol 'N', so it must be an integer or pointer}}
pld.func private incore @f(%x: i32, %y: !pld.tensor<[4], f32> {pld.symbol = "N"})

// -----

// Nor is a tile.
// expected-error @below {{'pld.func' op argument #0 carries the symbol 'N', so it must be an integer or pointer}}
pld.func private incore @f(%x: !pld.tile<[4], f32> {pld.symbol = "N"})

// -----

// Nor is a number that is no integer.
// expected-error @below {{'pld.func' op argument #0 carries the symbol 'N', so it must be an integer or pointer}}
pld.func private incore @f(%x: f32 {pld.symbol = "N"})

// -----

// A name that is none.
pld.func private incore @f(%n: index) {
  // expected-error @below {{the name of a symbol must not be empty}}
  pld.bind_symbol %n as "" : index
  pld.return
}

// -----

// A name that is no string.
pld.func private incore @f(%n: index) {
  // expected-error @below {{expected string}}
  pld.bind_symbol %n as N : index
  pld.return
}

// -----

// What is written before is no attribute.
pld.func private incore @f(%n: index) {
  // expected-error @below {{'symbol' cannot be given as an attribute}}
  pld.bind_symbol %n as "N" {symbol = #pld.sym<M>} : index
  pld.return
}

// -----

// A value that is no dimension.
pld.func private incore @f(%n: f32) {
  // expected-error @below {{'pld.bind_symbol' op binds a value of type 'f32', which is not an integer or pointer}}
  pld.bind_symbol %n as "N" : f32
  pld.return
}

// -----

// A symbol of another type than the value's.
pld.func private incore @f(%n: index) {
  // expected-error @below {{'pld.bind_symbol' op binds a symbol of type 'i64' to a value of type 'index'}}
  "pld.bind_symbol"(%n) <{symbol = #pld.sym<N : i64>}> : (index) -> ()
  pld.return
}

// -----

// No symbol.
pld.func private incore @f(%n: index) {
  // expected-error @below {{'pld.bind_symbol' op requires attribute 'symbol'}}
  "pld.bind_symbol"(%n) : (index) -> ()
  pld.return
}

// -----

// Something else than a symbol.
pld.func private incore @f(%n: index) {
  // expected-error @below {{Invalid attribute `symbol` in property conversion: "N"}}
  "pld.bind_symbol"(%n) <{symbol = "N"}> : (index) -> ()
  pld.return
}

//===----------------------------------------------------------------------===//
// Values of symbols
//===----------------------------------------------------------------------===//

// -----

// A name that is none.
pld.func private incore @f() {
  // expected-error @below {{the name of a symbol must not be empty}}
  %0 = pld.symbol_value "" : index
  pld.return
}

// -----

// What is written before is no attribute.
pld.func private incore @f(%x: !pld.tensor<[M], f32>) {
  // expected-error @below {{'symbol' cannot be given as an attribute}}
  %0 = pld.symbol_value "M" {symbol = #pld.sym<N>} : index
  pld.return
}

// -----

// A type that is not of integers.
pld.func private incore @f(%x: !pld.tensor<[M : f32], f32>) {
  // expected-error @below {{'pld.symbol_value' op gives 'f32' for a symbol of type 'f32'}}
  %0 = pld.symbol_value "M" : f32
  pld.return
}

// -----

// Another type than the symbol's.
pld.func private incore @f(%x: !pld.tensor<[M], f32>) {
  // expected-error @below {{'pld.symbol_value' op gives 'i64' for a symbol of type 'index'}}
  %0 = "pld.symbol_value"() <{symbol = #pld.sym<M>}> : () -> i64
  pld.return
}

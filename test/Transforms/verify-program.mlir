// RUN: pld-opt %s --pld-verify-program --verify-diagnostics --split-input-file

// Symbols are renamed, constants and expressions of the caller stand for them,
// and the caller may use the same names for something else.

pld.func private incore @step(%x: !pld.tensor<[M, N, 128], f32>,
                              %y: out !pld.tensor<[N, M], f32>)
    -> !pld.tensor<[N, M], f32> {
  pld.return %y : !pld.tensor<[N, M], f32>
}
pld.func orchestration @exact(%renamed: !pld.tensor<[S, T, 128], f32>,
                              %renamed_out: !pld.tensor<[T, S], f32>,
                              %static: !pld.tensor<[4, 8, 128], f32>,
                              %static_out: !pld.tensor<[8, 4], f32>,
                              %swapped: !pld.tensor<[N, M, 128], f32>,
                              %swapped_out: !pld.tensor<[M, N], f32>,
                              %composite: !pld.tensor<[S * 2, S, 128], f32>,
                              %composite_out: !pld.tensor<[S, S * 2], f32>) {
  %0 = pld.call @step(%renamed, %renamed_out) : (!pld.tensor<[S, T, 128], f32>, !pld.tensor<[T, S], f32>) -> !pld.tensor<[T, S], f32>
  %1 = pld.call @step(%static, %static_out) : (!pld.tensor<[4, 8, 128], f32>, !pld.tensor<[8, 4], f32>) -> !pld.tensor<[8, 4], f32>
  %2 = pld.call @step(%swapped, %swapped_out) : (!pld.tensor<[N, M, 128], f32>, !pld.tensor<[M, N], f32>) -> !pld.tensor<[M, N], f32>
  %3, %t = pld.submit @step(%composite, %composite_out) : (!pld.tensor<[S * 2, S, 128], f32>, !pld.tensor<[S, S * 2], f32>) -> (!pld.tensor<[S, S * 2], f32>, !pld.task_id)
  pld.return
}

// -----

// A dimension is an expression: nothing is computed, in neither direction.

// expected-note @below {{'@step' is here; parameter #0 is '!pld.tensor<[N * 128, 64], f32>', and the dispatch has '!pld.tensor<[256, 64], f32>'}}
// expected-note @below {{parameter #0 is '!pld.tensor<[N * 128, 64], f32>', and the dispatch has '!pld.tensor<[M * 64, 64], f32>'}}
// expected-note @below {{parameter #0 is '!pld.tensor<[N * 128, 64], f32>', and the dispatch has '!pld.tensor<[128 * M, 64], f32>'}}
pld.func private incore @step(%x: !pld.tensor<[N * 128, 64], f32>)
pld.func orchestration @form(%same: !pld.tensor<[M * 128, 64], f32>,
                             %number: !pld.tensor<[256, 64], f32>,
                             %factor: !pld.tensor<[M * 64, 64], f32>,
                             %turned: !pld.tensor<[128 * M, 64], f32>) {
  pld.call @step(%same) : (!pld.tensor<[M * 128, 64], f32>) -> ()
  // expected-warning @below {{dispatch of '@step' is not exact: argument #0: dimension #0 is 256 here, but N * 128 in '@step'}}
  pld.call @step(%number) : (!pld.tensor<[256, 64], f32>) -> ()
  // expected-warning @below {{argument #0: dimension #0 is M * 64 here, but N * 128 in '@step': 64 is not 128}}
  pld.call @step(%factor) : (!pld.tensor<[M * 64, 64], f32>) -> ()
  // expected-warning @below {{argument #0: dimension #0 is 128 * M here, but N * 128 in '@step': M is not 128}}
  pld.call @step(%turned) : (!pld.tensor<[128 * M, 64], f32>) -> ()
  pld.return
}

// -----

// A symbol that is met again must be the same expression again.

// expected-note @below {{'@step' is here; parameter #1 is}}
pld.func private incore @step(%x: !pld.tensor<[N, 64], f32>, %y: !pld.tensor<[2, N], f32>)
pld.func orchestration @again(%a: !pld.tensor<[S, 64], f32>, %b: !pld.tensor<[2, S], f32>,
                              %c: !pld.tensor<[2, T], f32>) {
  pld.call @step(%a, %b) : (!pld.tensor<[S, 64], f32>, !pld.tensor<[2, S], f32>) -> ()
  // expected-warning @below {{argument #1: dimension #1 is T here, but N in '@step', where argument #0 makes N be S}}
  pld.call @step(%a, %c) : (!pld.tensor<[S, 64], f32>, !pld.tensor<[2, T], f32>) -> ()
  pld.return
}

// -----

// Where both functions have a symbol of one name, it is said whose is whose: in
// expressions, in what was bound before, and in types of other dialects.

// expected-note @below {{parameter #1 is '!pld.tensor<[N], f32>', and the dispatch has '!pld.tensor<[N], f32>' in its caller's symbols}}
pld.func private incore @twice(%x: !pld.tensor<[N + 1], f32>, %y: !pld.tensor<[N], f32>)
// expected-note @below {{parameter #0 is '!pld.tensor<[N * 2], f32>', and the dispatch has '!pld.tensor<[N * 4], f32>'}}
pld.func private incore @form(%x: !pld.tensor<[N * 2], f32>)
// expected-note @below {{parameter #0 is 'tensor<4xi8, #pld.sym<N>>', and the dispatch has 'tensor<4xi8, #pld.sym<N>>' in its caller's symbols}}
pld.func private incore @foreign(%x: tensor<4xi8, #pld.sym<N>>, %y: !pld.tensor<[N], f32>)
// expected-note @below {{'@scalar' is here}}
pld.func private incore @scalar(%n: index {pld.symbol = "N"}, %m: index {pld.symbol = "N"})
pld.func orchestration @caller(%a: !pld.tensor<[N], f32>, %b: !pld.tensor<[M + 1], f32>, %c: !pld.tensor<[N * 4], f32>,
                               %d: tensor<4xi8, #pld.sym<N>>, %n: index {pld.symbol = "N"}, %m: index {pld.symbol = "M"}) {
  // expected-warning @below {{argument #1: dimension #0 is the caller's N here, but N of '@twice', where argument #0 makes N of '@twice' be the caller's M}}
  pld.call @twice(%b, %a) : (!pld.tensor<[M + 1], f32>, !pld.tensor<[N], f32>) -> ()
  // expected-warning @below {{argument #0: dimension #0 is the caller's N * 4 here, but N * 2 of '@form': 4 is not 2}}
  pld.call @form(%c) : (!pld.tensor<[N * 4], f32>) -> ()
  // expected-warning @below {{argument #0 is tensor<4xi8, #pld.sym<N>> here, but tensor<4xi8, #pld.sym<N>> in '@foreign', where the shape symbols of each function are its own}}
  pld.call @foreign(%d, %a) : (tensor<4xi8, #pld.sym<N>>, !pld.tensor<[N], f32>) -> ()
  // expected-warning @below {{argument #1: value is the caller's M here, but N of '@scalar', where argument #0 makes N of '@scalar' be the caller's N}}
  pld.call @scalar(%n, %m) : (index, index) -> ()
  pld.return
}

// -----

// A number of the callee is no symbol of the caller; layouts and types of
// scalars are compared as they are.

// expected-note @below {{parameter #0 is '!pld.tensor<[128, 64], f32>', and the dispatch has '!pld.tensor<[S, 64], f32>'}}
pld.func private incore @static(%x: !pld.tensor<[128, 64], f32>)
// expected-note @below {{parameter #0 is '!pld.tensor<[N, 64], f32, layout = nz>', and the dispatch has '!pld.tensor<[S, 64], f32>'}}
pld.func private incore @layout(%x: !pld.tensor<[N, 64], f32, layout = nz>)
// expected-note @below {{parameter #0 is 'i64', and the dispatch has 'index'}}
pld.func private incore @scalar(%x: i64)
pld.func orchestration @caller(%a: !pld.tensor<[S, 64], f32>, %i: index) {
  // expected-warning @below {{argument #0: dimension #0 is S here, but 128 in '@static'}}
  pld.call @static(%a) : (!pld.tensor<[S, 64], f32>) -> ()
  // expected-warning @below {{argument #0: layout is nd here, but nz in '@layout'}}
  pld.call @layout(%a) : (!pld.tensor<[S, 64], f32>) -> ()
  // expected-warning @below {{argument #0 is index here, but i64 in '@scalar'}}
  pld.call @scalar(%i) : (index) -> ()
  pld.return
}

// -----

// A scalar that is a dimension is a constant, a symbol, or arithmetic. It may
// come after the tensor that uses it.

// expected-note @below {{parameter #0 is}}
pld.func private incore @step(%x: !pld.tensor<[N, 64], f32>, %n: index {pld.symbol = "N"})
pld.func orchestration @scalars(%s: index {pld.symbol = "S"}, %other: index,
                                %a: !pld.tensor<[5, 64], f32>,
                                %b: !pld.tensor<[S, 64], f32>,
                                %c: !pld.tensor<[floordiv(S * 5, 2), 64], f32>) {
  %c5 = arith.constant 5 : index
  %c2 = arith.constant 2 : index
  %mul = arith.muli %s, %c5 : index
  %half = arith.floordivsi %mul, %c2 : index
  %exact = arith.divsi %mul, %c2 : index
  pld.call @step(%a, %c5) : (!pld.tensor<[5, 64], f32>, index) -> ()
  pld.call @step(%b, %s) : (!pld.tensor<[S, 64], f32>, index) -> ()
  pld.call @step(%c, %half) : (!pld.tensor<[floordiv(S * 5, 2), 64], f32>, index) -> ()
  // expected-warning @below {{argument #0: dimension #0 is S here, but N in '@step', where argument #1 makes N be 5}}
  pld.call @step(%b, %c5) : (!pld.tensor<[S, 64], f32>, index) -> ()
  // expected-warning @below {{argument #0: dimension #0 is S here, but N in '@step', where N is argument #1, which is no expression over the caller's symbols}}
  pld.call @step(%b, %other) : (!pld.tensor<[S, 64], f32>, index) -> ()
  // expected-warning @below {{argument #0: dimension #0 is floordiv(S * 5, 2) here, but N in '@step', where N is argument #1, which is no expression}}
  pld.call @step(%c, %exact) : (!pld.tensor<[floordiv(S * 5, 2), 64], f32>, index) -> ()
  pld.return
}

// -----

// Where no type of the signature uses the symbol, the scalar may be anything.

pld.func private incore @step(%x: !pld.tensor<[64], f32>, %n: index {pld.symbol = "N"})
pld.func orchestration @unused(%x: !pld.tensor<[64], f32>, %n: index) {
  pld.call @step(%x, %n) : (!pld.tensor<[64], f32>, index) -> ()
  pld.return
}

// -----

// A value is bound in the body of the caller.

pld.func private incore @step(%n: i64 {pld.symbol = "N"}, %x: !pld.tensor<[N : i64], f32>)
pld.func orchestration @bound(%x: !pld.tensor<[64], f32>, %v: i64) {
  pld.bind_symbol %v as "K" : i64
  %y = pld.retype %x : !pld.tensor<[64], f32> to !pld.tensor<[K : i64], f32>
  pld.call @step(%v, %y) : (i64, !pld.tensor<[K : i64], f32>) -> ()
  pld.return
}

// -----

// Results are in the caller's symbols, and bind none.

// expected-note @below {{result #0 is '!pld.tensor<[N], f32>', and the dispatch has '!pld.tensor<[M], f32>'}}
// expected-note @below {{result #0 is '!pld.tensor<[N], f32>', and the dispatch has '!pld.tensor<[N], f32>'}}
pld.func private incore @step(%x: !pld.tensor<[N], f32>) -> !pld.tensor<[N], f32> {
  pld.return %x : !pld.tensor<[N], f32>
}
// expected-note @below {{result #0 is '!pld.tensor<[F], f32>', and the dispatch has '!pld.tensor<[F], f32>'}}
pld.func private incore @free(%x: !pld.tensor<[4], f32>) -> !pld.tensor<[F], f32>
    attributes {free_symbols = ["F"]} {
  %0 = pld.retype %x : !pld.tensor<[4], f32> to !pld.tensor<[F], f32>
  pld.return %0 : !pld.tensor<[F], f32>
}
pld.func orchestration @results(%x: !pld.tensor<[S], f32>, %m: !pld.tensor<[M], f32>,
                                %y: !pld.tensor<[4], f32>)
    attributes {free_symbols = ["N", "F"]} {
  // expected-warning @below {{result #0: dimension #0 is M here, but N in '@step', where argument #0 makes N be S}}
  %0 = pld.call @step(%x) : (!pld.tensor<[S], f32>) -> !pld.tensor<[M], f32>
  // The result is still in the callee's symbols.
  // expected-warning @below {{result #0: dimension #0 is the caller's N here, but N of '@step', where argument #0 makes N of '@step' be 4}}
  %1 = pld.call @step(%y) : (!pld.tensor<[4], f32>) -> !pld.tensor<[N], f32>
  // expected-warning @below {{result #0: dimension #0 is the caller's F here, but F of '@free', where no supplied argument binds F of '@free'}}
  %2 = pld.call @free(%y) : (!pld.tensor<[4], f32>) -> !pld.tensor<[F], f32>
  pld.return
}

// -----

// A submit that leaves out an output is judged by what it supplies. Where only
// the output says what a result's dimension is, nothing says it.

// expected-note @below {{result #1 is '!pld.tensor<[N, M], f32>', and the dispatch has '!pld.tensor<[S, 8], f32>'}}
pld.func private incore @step(%x: !pld.tensor<[N], f32>, %o: out !pld.tensor<[N], f32>,
                              %p: out !pld.tensor<[N, M], f32>)
    -> (!pld.tensor<[N], f32>, !pld.tensor<[N, M], f32>) {
  pld.return %o, %p : !pld.tensor<[N], f32>, !pld.tensor<[N, M], f32>
}
pld.func private incore @same(%x: !pld.tensor<[N], f32>, %o: out !pld.tensor<[N], f32>)
    -> !pld.tensor<[N], f32> {
  pld.return %o : !pld.tensor<[N], f32>
}
pld.func orchestration @omitted(%x: !pld.tensor<[S], f32>) {
  %0, %t0 = pld.submit @same(%x) : (!pld.tensor<[S], f32>) -> (!pld.tensor<[S], f32>, !pld.task_id)
  // expected-warning @below {{result #1: dimension #1 is 8 here, but M in '@step', where no supplied argument binds M}}
  %1, %2, %t1 = pld.submit @step(%x) : (!pld.tensor<[S], f32>) -> (!pld.tensor<[S], f32>, !pld.tensor<[S, 8], f32>, !pld.task_id)
  pld.return
}

// -----

// Strides, valid shapes, padding, tiles, windows, storage, arrays, tuples.

// expected-note @below {{parameter #0 is}}
pld.func private incore @stride(%x: !pld.tensor<[N], f32, stride = [N]>)
// expected-note @below {{parameter #0 is}}
pld.func private incore @valid(%x: !pld.tensor<[64], f32, valid = [N], pad = zero>)
// expected-note @below {{parameter #0 is}}
pld.func private incore @pad(%x: !pld.tensor<[64], f32, valid = [N], pad = zero>)
// expected-note @below {{parameter #0 is}}
pld.func private incore @tile(%x: !pld.tile<[16, 16], f32, space = vec, view = <row_major, none_box, 512, valid = [N, 16]>>)
// expected-note @below {{parameter #0 is}}
pld.func private incore @space(%x: !pld.tile<[16, 16], f32, space = vec>)
// expected-note @below {{parameter #0 is}}
pld.func private incore @window(%x: !pld.dist_tensor<[N], f32, window = <"w", base = "p", size = N * 4>>)
// expected-note @below {{parameter #0 is}}
pld.func private incore @storage(%x: !pld.tensor<[4], f32, memref = <"m", offset = N * 16, size = 16>>)
// expected-note @below {{parameter #0 is}}
pld.func private incore @array(%x: !pld.array<4 x i32>)
// expected-note @below {{parameter #0 is}}
pld.func private incore @tuple(%x: tuple<index, !pld.tensor<[4], f32>>)
pld.func orchestration @views(
    %stride: !pld.tensor<[S], f32>,
    %valid: !pld.tensor<[64], f32, valid = [S, 1], pad = zero>,
    %pad: !pld.tensor<[64], f32, valid = [S], pad = max>,
    %tile: !pld.tile<[16, 16], f32, space = vec, view = <row_major, none_box, 512, valid = [S, 8]>>,
    %space: !pld.tile<[16, 16], f32, space = acc>,
    %window: !pld.dist_tensor<[S], f32, window = <"w", base = "p", size = S * 2>>,
    %storage: !pld.tensor<[4], f32, memref = <"other", offset = S * 16, size = 16>>,
    %array: !pld.array<8 x i32>,
    %tuple: tuple<index, !pld.tensor<[5], f32>>) {
  // expected-warning @below {{argument #0: stride is not given here, but [N] in '@stride'}}
  pld.call @stride(%stride) : (!pld.tensor<[S], f32>) -> ()
  // expected-warning @below {{argument #0: valid shape is [S, 1] here, but [N] in '@valid'}}
  pld.call @valid(%valid) : (!pld.tensor<[64], f32, valid = [S, 1], pad = zero>) -> ()
  // expected-warning @below {{argument #0: padding is max here, but zero in '@pad'}}
  pld.call @pad(%pad) : (!pld.tensor<[64], f32, valid = [S], pad = max>) -> ()
  // expected-warning @below {{argument #0: valid shape #1 is 8 here, but 16 in '@tile'}}
  pld.call @tile(%tile) : (!pld.tile<[16, 16], f32, space = vec, view = <row_major, none_box, 512, valid = [S, 8]>>) -> ()
  // expected-warning @below {{argument #0: memory space is acc here, but vec in '@space'}}
  pld.call @space(%space) : (!pld.tile<[16, 16], f32, space = acc>) -> ()
  // expected-warning @below {{argument #0: size of the window buffer is S * 2 here, but N * 4 in '@window': 2 is not 4}}
  pld.call @window(%window) : (!pld.dist_tensor<[S], f32, window = <"w", base = "p", size = S * 2>>) -> ()
  // expected-warning @below {{argument #0: storage is memref<"other", offset = S * 16, size = 16> here, but memref<"m", offset = N * 16, size = 16> in '@storage'}}
  pld.call @storage(%storage) : (!pld.tensor<[4], f32, memref = <"other", offset = S * 16, size = 16>>) -> ()
  // expected-warning @below {{argument #0: extent is 8 here, but 4 in '@array'}}
  pld.call @array(%array) : (!pld.array<8 x i32>) -> ()
  // expected-warning @below {{argument #0: element #1: dimension #0 is 5 here, but 4 in '@tuple'}}
  pld.call @tuple(%tuple) : (tuple<index, !pld.tensor<[5], f32>>) -> ()
  pld.return
}

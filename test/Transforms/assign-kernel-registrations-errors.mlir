// RUN: pld-opt %s --pld-assign-kernel-registrations --verify-diagnostics --split-input-file

!t = !pld.tensor<[64, 64], f32>
pld.func private incore @mixed(%a: !t) {
  // expected-note @below {{'tensor.matmul' is here}}
  %0 = pld.intrinsic "tensor.matmul"(%a, %a) : (!t, !t) -> !t
  // expected-error @below {{'@mixed' mixes core types: 'tensor.add' runs on the vector unit, 'tensor.matmul' on the cube unit; split it into 'aic' and 'aiv' kernels}}
  %1 = pld.intrinsic "tensor.add"(%0, %a) : (!t, !t) -> !t
  pld.return
}
pld.func orchestration @main(%a: !t) {
  pld.call @mixed(%a) : (!t) -> ()
  pld.return
}

// -----

!t = !pld.tensor<[64, 64], f32>
!acc = !pld.tile<[64, 64], f32, space = acc>
!vec = !pld.tile<[64, 64], f32, space = vec>
pld.func private incore @moves(%a: !t) {
  %c64 = arith.constant 64 : index
  %shape = pld.make_tuple %c64, %c64 : tuple<index, index>
  %0 = pld.undefined : !acc
  // expected-error @below {{'tile.move' moves data between the cube and the vector unit, so '@moves' runs on neither alone}}
  %1 = pld.intrinsic "tile.move"(%0) {target_memory = #pld<memory_space vec>} : (!acc) -> !vec
  pld.return
}
pld.func orchestration @main(%a: !t) {
  pld.call @moves(%a) : (!t) -> ()
  pld.return
}

// -----

!t = !pld.tensor<[64], f32>
pld.func private incore @either(%a: !t) {
  %c64 = arith.constant 64 : index
  %shape = pld.make_tuple %c64 : tuple<index>
  // expected-error @below {{nothing decides the core type of '@either': 'tensor.create' can run on either unit; make it 'aic' or 'aiv'}}
  %0 = pld.intrinsic "tensor.create"(%shape) {dtype = f32} : (tuple<index>) -> !t
  pld.return
}
pld.func orchestration @main(%a: !t) {
  pld.call @either(%a) : (!t) -> ()
  pld.return
}

// -----

!t = !pld.tensor<[64], f32>
// expected-error @below {{nothing decides the core type of '@external'; make it 'aic' or 'aiv'}}
pld.func private incore @external(%a: !t) attributes {external_source = "e.cpp"}
pld.func orchestration @main(%a: !t) {
  pld.call @external(%a) : (!t) -> ()
  pld.return
}

// -----

pld.func orchestration @callee() {
  pld.return
}
pld.func orchestration @main() {
  // expected-error @below {{'@callee' cannot be launched as a task: it is 'orchestration'}}
  pld.call @callee() : () -> ()
  pld.return
}

// -----

// expected-error @below {{'@empty' calls no kernel, so there is nothing to launch}}
pld.func private group @empty() {
  pld.return
}
pld.func orchestration @main() {
  pld.call @empty() : () -> ()
  pld.return
}

// -----

pld.func private opaque @host() {
  pld.return
}
pld.func private group @pair() {
  // expected-error @below {{'@pair' calls '@host', which is not a kernel but 'opaque'}}
  pld.call @host() : () -> ()
  pld.return
}
pld.func orchestration @main() {
  pld.call @pair() : () -> ()
  pld.return
}

// -----

pld.func spmd @a() {
  pld.call @b() : () -> ()
  pld.return
}
pld.func spmd @b() {
  // expected-error @below {{'@a' cannot be launched, or calls itself}}
  pld.call @a() : () -> ()
  pld.return
}
pld.func orchestration @main() {
  pld.call @a() : () -> ()
  pld.return
}

// -----

pld.func private aiv @v() {
  pld.return
}
pld.func private aiv @w() {
  pld.return
}
// expected-error @below {{'@pair' calls two 'aiv' kernels, '@v' and '@w'; a task has one of each core type}}
pld.func private group @pair() {
  pld.call @v() : () -> ()
  pld.call @w() : () -> ()
  pld.return
}
pld.func orchestration @main() {
  pld.call @pair() : () -> ()
  pld.return
}

// -----

!t = !pld.tensor<[64], f32>
pld.func private aiv @v(%a: !t) {
  pld.return
}
pld.func private group @made(%a: !t) {
  %c64 = arith.constant 64 : index
  %shape = pld.make_tuple %c64 : tuple<index>
  // expected-error @below {{'@made' passes on a tensor that 'pld.intrinsic' gives; a task can only take tensors that its dispatch is given}}
  %0 = pld.intrinsic "tensor.create"(%shape) {dtype = f32} : (tuple<index>) -> !t
  pld.call @v(%0) : (!t) -> ()
  pld.return
}
pld.func orchestration @main(%a: !t) {
  pld.call @made(%a) : (!t) -> ()
  pld.return
}

// -----

!tile = !pld.tile<[16, 16], f32, space = vec>
pld.func private aiv @v(%a: !tile) {
  pld.return
}
pld.func orchestration @main() {
  %0 = pld.undefined : !tile
  // expected-error @below {{a task cannot take '@v' parameter #0, which is '!pld.tile<[16, 16], f32, space = vec>'}}
  pld.call @v(%0) : (!tile) -> ()
  pld.return
}

// -----

!t = !pld.tensor<[64], f32>
pld.func private aiv @v(%a: !t, %n: i32) {
  pld.return
}
pld.func orchestration @main(%a: !t, %n: i32) {
  // expected-error @below {{gives '@v' parameter #0, which is '!pld.tensor<[64], f32>', as 'scalar'}}
  pld.call @v(%a, %n) {arg_directions = [#pld<arg_direction scalar>, #pld<arg_direction scalar>]} : (!t, i32) -> ()
  pld.return
}

// -----

!t = !pld.tensor<[64], f32>
pld.func private aiv @v(%a: !t, %n: i32) {
  pld.return
}
pld.func orchestration @main(%a: !t, %n: i32) {
  // expected-error @below {{gives '@v' parameter #1, which is 'i32', as 'input'}}
  pld.call @v(%a, %n) {arg_directions = [#pld<arg_direction input>, #pld<arg_direction input>]} : (!t, i32) -> ()
  pld.return
}

// -----

!t = !pld.tensor<[1, 2, 3, 4, 5, 6], f32>
// expected-error @below {{parameter #0 of '@main' has 6 dimensions, but the runtime takes at most 5}}
pld.func orchestration @main(%a: !t) {
  pld.return
}

// -----

!t = !pld.tensor<[64], f32>
!six = !pld.tensor<[1, 2, 3, 4, 5, 6], f32>
pld.func private aiv @v(%a: !six) {
  pld.return
}
pld.func orchestration @main(%a: !t) {
  %0 = pld.reinterpret %a : !t to !six
  // expected-error @below {{the task of '@v' has a tensor of 6 dimensions, but the runtime takes at most 5}}
  pld.call @v(%0) : (!six) -> ()
  pld.return
}

// -----

// expected-error @below {{the runtime cannot pass parameter #0 of '@main', which is 'tuple<i32, i32>'}}
pld.func orchestration @main(%a: tuple<i32, i32>) {
  pld.return
}

// -----

!t = !pld.tensor<[64], f32>
pld.func private aiv @v(%x: !t, %y: out !t) -> !t {
  pld.return %y : !t
}
pld.func private group @short(%x: !t) {
  // expected-error @below {{'@short' leaves out parameter #1 of '@v'; a wrapper has to pass on all}}
  %0, %t = pld.submit @v(%x) : (!t) -> (!t, !pld.task_id)
  pld.return
}
pld.func orchestration @main(%x: !t) {
  pld.call @short(%x) : (!t) -> ()
  pld.return
}

// -----

// The kernels of a Group share the arguments of the task: all of them, in one order.
!t = !pld.tensor<[64], f32>
pld.func private aic @c(%x: !t, %y: !t) {
  pld.return
}
pld.func private aiv @v(%x: !t, %y: !t) {
  pld.return
}
pld.func private group @swapped(%x: !t, %y: !t) {
  pld.call @c(%x, %y) : (!t, !t) -> ()
  // expected-error @below {{'@swapped' gives '@v' other arguments than '@c'; the kernels of a task share its arguments}}
  pld.call @v(%y, %x) : (!t, !t) -> ()
  pld.return
}
pld.func orchestration @main(%x: !t, %y: !t) {
  pld.call @swapped(%x, %y) : (!t, !t) -> ()
  pld.return
}

// -----

!t = !pld.tensor<[64], f32>
pld.func private aic @c(%x: !t) {
  pld.return
}
pld.func private aiv @v(%x: !t, %n: index) {
  pld.return
}
pld.func private group @more(%x: !t) {
  %c4 = arith.constant 4 : index
  pld.call @c(%x) : (!t) -> ()
  // expected-error @below {{'@more' gives '@v' other arguments than '@c'}}
  pld.call @v(%x, %c4) : (!t, index) -> ()
  pld.return
}
pld.func orchestration @main(%x: !t) {
  pld.call @more(%x) : (!t) -> ()
  pld.return
}

// -----

// What a wrapper says of its dispatches, or does around them, would be lost.
!t = !pld.tensor<[64], f32>
pld.func private aiv @v(%x: !t) {
  pld.return
}
pld.func private spmd @clauses(%x: !t) {
  // expected-error @below {{'early_resolve' of a dispatch in '@clauses' would be lost; it belongs to the dispatch of '@clauses'}}
  %0 = pld.submit @v(%x) early_resolve : (!t) -> !pld.task_id
  pld.return
}
pld.func orchestration @main(%x: !t) {
  pld.call @clauses(%x) : (!t) -> ()
  pld.return
}

// -----

!t = !pld.tensor<[64], f32>
pld.func private aiv @v(%x: !t) {
  pld.return
}
pld.func private spmd @cores(%x: !t) {
  %c4 = arith.constant 4 : index
  // expected-error @below {{'core_num' of a dispatch in '@cores' would be lost}}
  pld.call @v(%x) core_num(%c4) : (!t) -> ()
  pld.return
}
pld.func orchestration @main(%x: !t) {
  pld.call @cores(%x) : (!t) -> ()
  pld.return
}

// -----

!t = !pld.tensor<[64], f32>
pld.func private aiv @v(%x: !t) {
  pld.return
}
pld.func private spmd @leaves(%x: !t, %go: i1) {
  scf.if %go {
    // expected-error @below {{'pld.early_return' in '@leaves' would be lost; a wrapper only calls kernels}}
    pld.early_return
  }
  pld.call @v(%x) : (!t) -> ()
  pld.return
}
pld.func orchestration @main(%x: !t, %go: i1) {
  pld.call @leaves(%x, %go) : (!t, i1) -> ()
  pld.return
}

// -----

!t = !pld.tensor<[64], f32>
pld.func private aiv @v(%x: !t) {
  pld.return
}
pld.func private spmd @waits(%x: !t) {
  // expected-error @below {{'pld.system.task_dummy' in '@waits' would be lost; a wrapper only calls kernels}}
  %0 = pld.system.task_dummy() : () -> !pld.task_id
  pld.call @v(%x) : (!t) -> ()
  pld.return
}
pld.func orchestration @main(%x: !t) {
  pld.call @waits(%x) : (!t) -> ()
  pld.return
}

// -----

// One payload cannot be read by one kernel and written by the other.
!t = !pld.tensor<[64], f32>
pld.func private aic @c(%y: out !t, %x: !t) {
  pld.return
}
pld.func private aiv @v(%y: out !t, %x: inout !t) {
  pld.return
}
pld.func private group @mixed(%a: !t, %b: inout !t, %y: out !t) {
  pld.call @c(%y, %a) : (!t, !t) -> ()
  // expected-error @below {{'@wide' gives '@v' a tensor as 'inout', but '@c' as 'input'; the kernels of a task share its arguments}}
  pld.call @v(%y, %b) : (!t, !t) -> ()
  pld.return
}
pld.func private spmd @wide(%a: !t, %b: inout !t, %y: out !t) {
  pld.call @mixed(%a, %b, %y) : (!t, !t, !t) -> ()
  pld.return
}
pld.func orchestration @main(%x: !t, %y: !t) {
  pld.call @wide(%x, %x, %y) : (!t, !t, !t) -> ()
  pld.return
}

// -----

// The kernels say the same, but the dispatch says more.
!t = !pld.tensor<[64], f32>
pld.func private aic @c(%x: !t) {
  pld.return
}
pld.func private aiv @v(%x: !t) {
  pld.return
}
pld.func private group @mixed(%a: !t, %b: !t) {
  pld.call @v(%b) : (!t) -> ()
  // expected-error @below {{'@mixed' gives '@c' a tensor as 'input', but '@v' as 'no_dep'}}
  pld.call @c(%a) : (!t) -> ()
  pld.return
}
pld.func orchestration @main(%x: !t) {
  pld.call @mixed(%x, %x) {arg_directions = [#pld<arg_direction input>, #pld<arg_direction no_dep>]} : (!t, !t) -> ()
  pld.return
}

// -----

!t = !pld.tensor<[64], f32>
pld.func private aiv @v(%x: !t) {
  pld.return
}
pld.func orchestration @main(%x: !t, %y: !t) {
  // expected-error @below {{marks a value to be dumped that is not an argument of '@v'}}
  pld.call @v(%x) dump(%y : !t) : (!t) -> ()
  pld.return
}

// -----

// The runtime would make two tensors.
!t = !pld.tensor<[64], f32>
pld.func private aiv @v(%x: !t, %y: out !t, %z: out !t) {
  pld.return
}
pld.func private spmd @twice(%x: !t, %y: out !t) {
  pld.call @v(%x, %y, %y) : (!t, !t, !t) -> ()
  pld.return
}
pld.func orchestration @main(%x: !t, %y: !t) {
  pld.call @twice(%x, %y) : (!t, !t) -> ()
  // expected-error @below {{leaves out parameter #1, which '@v' gets twice, so the runtime would make two tensors of it}}
  %t = pld.submit @twice(%x) : (!t) -> !pld.task_id
  pld.return
}

// -----

!t = !pld.tensor<[64], f32>
pld.func private aiv @v(%x: !t) {
  pld.return
}
pld.func private spmd @sometimes(%x: !t, %go: i1) {
  scf.if %go {
    // expected-error @below {{'@sometimes' calls a kernel inside of 'scf.if', but a task runs its kernels once}}
    pld.call @v(%x) : (!t) -> ()
  }
  pld.return
}
pld.func orchestration @main(%x: !t, %go: i1) {
  pld.call @sometimes(%x, %go) : (!t, i1) -> ()
  pld.return
}

// -----

!t = !pld.tensor<[64], f32>
// expected-error @below {{'dual_aiv_dispatch' of '@v' must be true or false, not 1 : i64}}
pld.func private aiv @v(%x: !t) attributes {dual_aiv_dispatch = 1 : i64} {
  pld.return
}
pld.func orchestration @main(%x: !t) {
  pld.call @v(%x) : (!t) -> ()
  pld.return
}

// -----

// All errors of a program are there at once: in each orchestration, and in each
// member of a Group. What many dispatches launch is reported once.
!t = !pld.tensor<[64, 64], f32>
pld.func private incore @mixed(%a: !t) {
  // expected-note @below {{'tensor.matmul' is here}}
  %0 = pld.intrinsic "tensor.matmul"(%a, %a) : (!t, !t) -> !t
  // expected-error @below {{'@mixed' mixes core types: 'tensor.add' runs on the vector unit, 'tensor.matmul' on the cube unit; split it into 'aic' and 'aiv' kernels; in PyPTO the pass ExpandMixedKernel does that, some passes after kernels are outlined}}
  %1 = pld.intrinsic "tensor.add"(%0, %a) : (!t, !t) -> !t
  pld.return
}
// expected-error @below {{nothing decides the core type of '@either'; make it 'aic' or 'aiv'; in PyPTO the pass ExpandMixedKernel does that, some passes after kernels are outlined}}
pld.func private incore @either(%a: !t) {
  pld.return
}
pld.func private aiv @v(%a: !t) {
  pld.return
}
pld.func private group @pair(%a: !t) {
  pld.call @mixed(%a) : (!t) -> ()
  pld.call @either(%a) : (!t) -> ()
  pld.return
}
// expected-error @below {{'@empty' calls no kernel, so there is nothing to launch}}
pld.func private spmd @empty(%a: !t) {
  pld.return
}
pld.func private spmd @around(%a: !t) {
  pld.call @empty(%a) : (!t) -> ()
  pld.return
}
// expected-error @below {{'@twice' calls two 'aiv' kernels, '@v' and '@v'}}
pld.func private group @twice(%a: !t) {
  pld.call @v(%a) : (!t) -> ()
  pld.call @v(%a) : (!t) -> ()
  pld.return
}
// expected-error @below {{the runtime cannot pass parameter #1 of '@first', which is 'tuple<index>'}}
pld.func orchestration @first(%a: !t, %b: tuple<index>) {
  pld.call @pair(%a) : (!t) -> ()
  pld.call @pair(%a) : (!t) -> ()
  pld.call @mixed(%a) : (!t) -> ()
  pld.call @empty(%a) : (!t) -> ()
  pld.call @v(%a) : (!t) -> ()
  pld.call @twice(%a) : (!t) -> ()
  pld.return
}
pld.func orchestration @second(%a: !t) {
  %c0 = arith.constant 0 : index
  %b = pld.make_tuple %c0 : tuple<index>
  pld.call @either(%a) : (!t) -> ()
  pld.call @around(%a) : (!t) -> ()
  pld.call @twice(%a) : (!t) -> ()
  // expected-error @below {{'@first' cannot be launched as a task: it is 'orchestration'}}
  pld.call @first(%a, %b) : (!t, tuple<index>) -> ()
  pld.return
}

// -----

// Both get one scalar, as 32 bits or as 64.
pld.func private aic @c(%n: i32)
pld.func private aiv @v(%n: i64)
pld.func private group @pair(%n: i64) {
  pld.call @c(%n) : (i64) -> ()
  // expected-error @below {{'@pair' gives '@v' other arguments than '@c'}}
  pld.call @v(%n) : (i64) -> ()
  pld.return
}
pld.func orchestration @main(%n: i64) {
  pld.call @pair(%n) : (i64) -> ()
  pld.return
}

// -----

// What is retyped is another number.
pld.func private aic @c(%n: i64)
pld.func private aiv @v(%n: i64)
pld.func private group @pair(%n: i64) {
  %0 = pld.retype %n : i64 to i32
  %1 = pld.retype %0 : i32 to i64
  pld.call @c(%n) : (i64) -> ()
  // expected-error @below {{'@pair' gives '@v' other arguments than '@c'}}
  pld.call @v(%1) : (i64) -> ()
  pld.return
}
pld.func orchestration @main(%n: i64) {
  pld.call @pair(%n) : (i64) -> ()
  pld.return
}

// -----

// Operations of other dialects are only called like operators of PyPTO.
!t = !pld.tensor<[4], f32>
// expected-error @below {{nothing decides the core type of '@foreign'}}
pld.func private incore @foreign(%a: !t) {
  %0 = pld.undefined : tensor<4xf32>
  %1 = tensor.concat dim(0) %0, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  pld.return
}
pld.func orchestration @main(%a: !t) {
  pld.call @foreign(%a) : (!t) -> ()
  pld.return
}

// -----

// It is not known what an unchecked dispatch launches.
pld.func orchestration @main() {
  // expected-error @below {{the dispatch of '@gone' is unchecked: '@gone' does not exist, or takes or gives something else}}
  pld.unchecked_dispatch @gone() : () -> ()
  pld.return
}

// -----

pld.func private aiv @kernel(%a: i32) {
  pld.return
}
pld.func private spmd @wrapper() {
  %0 = arith.constant 1.0 : f32
  // expected-error @below {{the dispatch of '@kernel' is unchecked}}
  pld.unchecked_dispatch @kernel(%0) : (f32) -> ()
  pld.return
}
pld.func orchestration @main() {
  pld.call @wrapper() : () -> ()
  pld.return
}

// Kernels that are equal up to a renaming of symbols and stay, because a dispatch
// cannot bind the other's signature. None of a kernel's dispatches is changed then.
//
// RUN: pld-opt %s -split-input-file --pld-deduplicate-outlined-kernels="report-file=-" -o /dev/null | FileCheck %s
// RUN: pld-opt %s -split-input-file --pld-deduplicate-outlined-kernels -o %t.after
// RUN: pld-opt %s -split-input-file | diff %t.after -

// A symbol that comes again is something else there.
// CHECK-LABEL: "kept"
// CHECK: "detail": "equal to @a up to a renaming of symbols, but the call at {{.*}}.mlir:[[#]]:[[#]] in @main: argument #1: dimension #0 is T here, but M in '@a', where argument #0 makes M be S",
// CHECK-NEXT: "name": "b",
// CHECK-NEXT: "reason": "proof-failed"
module @rebound {
  pld.func private aiv @a(%x: !pld.tensor<[M], f32>, %y: !pld.tensor<[M], f32>) {
    pld.return
  }
  pld.func private aiv @b(%x: !pld.tensor<[N], f32>, %y: !pld.tensor<[N], f32>) {
    pld.return
  }
  pld.func orchestration @main(%x: !pld.tensor<[S], f32>, %y: !pld.tensor<[T], f32>) {
    pld.call @a(%x, %x) : (!pld.tensor<[S], f32>, !pld.tensor<[S], f32>) -> ()
    pld.call @b(%x, %y) : (!pld.tensor<[S], f32>, !pld.tensor<[T], f32>) -> ()
    pld.return
  }
}

// -----

// Algebra is not inverted: 256 might be N * 128.
// CHECK-LABEL: "kept"
// CHECK: the call at {{.*}} in @main: argument #0: dimension #0 is 256 here, but N * 128 in '@a'",
// CHECK-NEXT: "name": "b",
// CHECK-NEXT: "reason": "proof-failed"
module @algebra {
  pld.func private aiv @a(%x: !pld.tensor<[N * 128], f32>) {
    pld.return
  }
  pld.func private aiv @b(%x: !pld.tensor<[M * 128], f32>) {
    pld.return
  }
  pld.func orchestration @main(%x: !pld.tensor<[256], f32>) {
    pld.call @a(%x) : (!pld.tensor<[256], f32>) -> ()
    pld.call @b(%x) : (!pld.tensor<[256], f32>) -> ()
    pld.return
  }
}

// -----

// Only an output would give the symbol, and this submit leaves it out. The other
// ones, which supply everything, stay with it.
// CHECK-LABEL: "kept"
// CHECK: the submit at {{.*}} in @main: supplies 1 of 2 parameters",
// CHECK-NEXT: "name": "b",
// CHECK-NEXT: "reason": "proof-failed"
module @omitted {
  pld.func private aiv @a(%x: !pld.tensor<[8], f32>, %out: out !pld.tensor<[M], f32>) -> !pld.tensor<[M], f32> {
    pld.return %out : !pld.tensor<[M], f32>
  }
  pld.func private aiv @b(%x: !pld.tensor<[8], f32>, %out: out !pld.tensor<[N], f32>) -> !pld.tensor<[N], f32> {
    pld.return %out : !pld.tensor<[N], f32>
  }
  pld.func orchestration @main(%x: !pld.tensor<[8], f32>, %out: !pld.tensor<[S], f32>) {
    %0, %t0 = pld.submit @b(%x, %out) : (!pld.tensor<[8], f32>, !pld.tensor<[S], f32>) -> (!pld.tensor<[S], f32>, !pld.task_id)
    %1, %t1 = pld.submit @b(%x) : (!pld.tensor<[8], f32>) -> (!pld.tensor<[S], f32>, !pld.task_id)
    %2, %t2 = pld.submit @a(%x, %out) : (!pld.tensor<[8], f32>, !pld.tensor<[S], f32>) -> (!pld.tensor<[S], f32>, !pld.task_id)
    pld.return
  }
}

// -----

// All symbols are known without the output; still it must be supplied.
// CHECK-LABEL: "kept"
// CHECK: the submit at {{.*}} in @main: supplies 1 of 2 parameters",
// CHECK-NEXT: "name": "b",
// CHECK-NEXT: "reason": "proof-failed"
module @omitted_but_known {
  pld.func private aiv @a(%x: !pld.tensor<[M], f32>, %out: out !pld.tensor<[M], f32>) {
    pld.return
  }
  pld.func private aiv @b(%x: !pld.tensor<[N], f32>, %out: out !pld.tensor<[N], f32>) {
    pld.return
  }
  pld.func orchestration @main(%x: !pld.tensor<[S], f32>) {
    %0 = pld.submit @a(%x) : (!pld.tensor<[S], f32>) -> !pld.task_id
    %1 = pld.submit @b(%x) : (!pld.tensor<[S], f32>) -> !pld.task_id
    pld.return
  }
}

// -----

// The call's result is not what the substitution gives; and a result whose symbol
// is bound in the body, which no argument gives.
// CHECK-LABEL: "kept"
// CHECK: the call at {{.*}} in @main: result #0: dimension #0 is T here, but M in '@a', where argument #0 makes M be S",
// CHECK-NEXT: "name": "b",
// CHECK-NEXT: "reason": "proof-failed"
// CHECK: the call at {{.*}} in @main: result #0: dimension #0 is S here, but K in '@inside0', where no supplied argument binds K",
// CHECK-NEXT: "name": "inside1",
// CHECK-NEXT: "reason": "proof-failed"
module @result {
  pld.func private aiv @a(%x: !pld.tensor<[M], f32>) -> !pld.tensor<[M], f32> {
    pld.return %x : !pld.tensor<[M], f32>
  }
  pld.func private aiv @b(%x: !pld.tensor<[N], f32>) -> !pld.tensor<[N], f32> {
    pld.return %x : !pld.tensor<[N], f32>
  }
  pld.func private aiv @inside0(%x: !pld.tensor<[8], f32>, %k: index) -> !pld.tensor<[K], f32> {
    pld.bind_symbol %k as "K" : index
    %0 = pld.intrinsic "tensor.create"() unchecked : () -> !pld.tensor<[K], f32>
    pld.return %0 : !pld.tensor<[K], f32>
  }
  pld.func private aiv @inside1(%x: !pld.tensor<[8], f32>, %k: index) -> !pld.tensor<[L], f32> {
    pld.bind_symbol %k as "L" : index
    %0 = pld.intrinsic "tensor.create"() unchecked : () -> !pld.tensor<[L], f32>
    pld.return %0 : !pld.tensor<[L], f32>
  }
  pld.func orchestration @main(%x: !pld.tensor<[S], f32>, %y: !pld.tensor<[8], f32>, %z: !pld.tensor<[T], f32>, %k: index) {
    %0 = pld.call @a(%x) : (!pld.tensor<[S], f32>) -> !pld.tensor<[S], f32>
    %1 = pld.call @b(%x) : (!pld.tensor<[S], f32>) -> !pld.tensor<[T], f32>
    %2 = pld.call @inside0(%y, %k) : (!pld.tensor<[8], f32>, index) -> !pld.tensor<[S], f32>
    %3 = pld.call @inside1(%y, %k) : (!pld.tensor<[8], f32>, index) -> !pld.tensor<[S], f32>
    pld.return
  }
}

// -----

// One bad call among many keeps them all.
// CHECK-LABEL: "kept"
// CHECK: the call at {{.*}} in @wrapper: argument #0: dimension #1 is 4 here, but M in '@a', where argument #0 makes M be W",
// CHECK-NEXT: "name": "b",
// CHECK-NEXT: "reason": "proof-failed"
module @one_bad_call {
  pld.func private aiv @a(%x: !pld.tensor<[M, M], f32>) {
    pld.return
  }
  pld.func private aiv @b(%x: !pld.tensor<[N, N], f32>) {
    pld.return
  }
  pld.func private spmd @wrapper(%x: !pld.tensor<[W, 4], f32>) {
    pld.call @b(%x) : (!pld.tensor<[W, 4], f32>) -> ()
    pld.return
  }
  pld.func orchestration @main(%x: !pld.tensor<[S, S], f32>, %y: !pld.tensor<[4, 4], f32>) {
    pld.call @a(%x) : (!pld.tensor<[S, S], f32>) -> ()
    pld.call @b(%x) : (!pld.tensor<[S, S], f32>) -> ()
    pld.call @b(%y) : (!pld.tensor<[4, 4], f32>) -> ()
    pld.call @wrapper(%y) : (!pld.tensor<[4, 4], f32>) -> ()
    pld.call @b(%x) : (!pld.tensor<[S, S], f32>) -> ()
    pld.return
  }
}

// -----

// A scalar that is a dimension: another expression than the type's, and a value
// that is no expression.
// CHECK-LABEL: "kept"
// CHECK: the call at {{.*}} in @main: argument #0: dimension #1 is S here, but D in '@a', where argument #1 makes D be 16",
// CHECK-NEXT: "name": "b",
// CHECK-NEXT: "reason": "proof-failed"
// CHECK: the call at {{.*}} in @main: argument #0: dimension #1 is S here, but D in '@c', where D is argument #1, which is no expression over the caller's symbols",
// CHECK-NEXT: "name": "d",
// CHECK-NEXT: "reason": "proof-failed"
module @scalars {
  pld.func private aiv @a(%x: !pld.tensor<[M, D], f32>, %d: index {pld.symbol = "D"}) {
    pld.return
  }
  pld.func private aiv @b(%x: !pld.tensor<[N, D], f32>, %d: index {pld.symbol = "D"}) {
    pld.return
  }
  pld.func private aic @c(%x: !pld.tensor<[M, D], f32>, %d: index {pld.symbol = "D"}) {
    pld.return
  }
  pld.func private aic @d(%x: !pld.tensor<[N, D], f32>, %d: index {pld.symbol = "D"}) {
    pld.return
  }
  pld.func orchestration @main(%x: !pld.tensor<[S, S], f32>, %any: index) {
    %c16 = arith.constant 16 : index
    pld.call @a(%x, %c16) : (!pld.tensor<[S, S], f32>, index) -> ()
    pld.call @b(%x, %c16) : (!pld.tensor<[S, S], f32>, index) -> ()
    pld.call @c(%x, %any) : (!pld.tensor<[S, S], f32>, index) -> ()
    pld.call @d(%x, %any) : (!pld.tensor<[S, S], f32>, index) -> ()
    pld.return
  }
}

// -----

// Only the name of the scalar's symbol is another one. That would make the
// signatures identical, but a dispatch has it in its result. A Group needs the same
// names anyway.
// CHECK-LABEL: "kept"
// CHECK: the call at {{.*}} in @main: argument #1: dimension #0 is S here, but N in '@a', where N is argument #0, which is no expression over the caller's symbols",
// CHECK-NEXT: "name": "b",
// CHECK-NEXT: "reason": "proof-failed"
// CHECK: but the call at {{.*}} in @main: result #0: dimension #0 is M here, but N in '@c', where argument #0 makes N be S",
// CHECK-NEXT: "name": "d",
// CHECK-NEXT: "reason": "proof-failed"
// CHECK: but signatures of Groups have to be identical",
// CHECK-NEXT: "name": "g1",
// CHECK-NEXT: "reason": "proof-failed"
// CHECK: "renames": {}
module @carried {
  pld.func private aiv @a(%n: index {pld.symbol = "N"}, %x: !pld.tensor<[N], f32>) {
    pld.return
  }
  pld.func private aiv @b(%n: index {pld.symbol = "M"}, %x: !pld.tensor<[M], f32>) {
    pld.return
  }
  pld.func private aic @c(%n: index {pld.symbol = "N"}) -> !pld.tensor<[N], f32> {
    %0 = pld.intrinsic "tensor.create"() unchecked : () -> !pld.tensor<[N], f32>
    pld.return %0 : !pld.tensor<[N], f32>
  }
  pld.func private aic @d(%n: index {pld.symbol = "M"}) -> !pld.tensor<[M], f32> {
    %0 = pld.intrinsic "tensor.create"() unchecked : () -> !pld.tensor<[M], f32>
    pld.return %0 : !pld.tensor<[M], f32>
  }
  pld.func private aiv @m0(%n: index {pld.symbol = "N"}, %x: !pld.tensor<[N], f32>) {
    pld.return
  }
  pld.func private aiv @m1(%n: index {pld.symbol = "M"}, %x: !pld.tensor<[M], f32>) {
    pld.return
  }
  pld.func private group @g0(%n: index {pld.symbol = "N"}, %x: !pld.tensor<[N], f32>) {
    pld.call @m0(%n, %x) : (index, !pld.tensor<[N], f32>) -> ()
    pld.return
  }
  pld.func private group @g1(%n: index {pld.symbol = "M"}, %x: !pld.tensor<[M], f32>) {
    pld.call @m1(%n, %x) : (index, !pld.tensor<[M], f32>) -> ()
    pld.return
  }
  pld.func orchestration @main(%any: index, %x: !pld.tensor<[S], f32>) attributes {free_symbols = ["M", "N"]} {
    %s = pld.symbol_value "S" : index
    pld.call @a(%any, %x) : (index, !pld.tensor<[S], f32>) -> ()
    pld.call @b(%any, %x) : (index, !pld.tensor<[S], f32>) -> ()
    %0 = pld.call @c(%s) : (index) -> !pld.tensor<[S], f32>
    %1 = pld.call @d(%s) : (index) -> !pld.tensor<[M], f32>
    pld.call @g0(%s, %x) : (index, !pld.tensor<[S], f32>) -> ()
    pld.call @g1(%s, %x) : (index, !pld.tensor<[S], f32>) -> ()
    pld.return
  }
}

// -----

// What a signature must not have: its renaming is never proved.
// CHECK-LABEL: "kept"
// CHECK: "detail": "equal to @call0 up to a renaming of symbols, but parameter #0 has a dimension that calls an operator, so that signatures have to be identical",
// CHECK-NEXT: "name": "call1",
// CHECK-NEXT: "reason": "proof-failed"
// CHECK: but parameter #0 is neither a scalar nor a plain tensor, so that
// CHECK-NEXT: "name": "dist1",
// CHECK-NEXT: "reason": "proof-failed"
// CHECK: but parameter #0 has padding, so that
// CHECK-NEXT: "name": "pad1",
// CHECK-NEXT: "reason": "proof-failed"
// CHECK: but result #0 has a stride, so that
// CHECK-NEXT: "name": "stride1",
// CHECK-NEXT: "reason": "proof-failed"
// CHECK: but parameter #0 is neither a scalar nor a plain tensor, so that
// CHECK-NEXT: "name": "tile1",
// CHECK-NEXT: "reason": "proof-failed"
// CHECK: but parameter #1 has a valid shape, so that
// CHECK-NEXT: "name": "valid1",
// CHECK-NEXT: "reason": "proof-failed"
// CHECK: "renames": {}
module @kinds {
  pld.func private aiv @call0(%x: !pld.tensor<[M * "pld.system.world_size"() : i64], f32>) {
    pld.return
  }
  pld.func private aiv @call1(%x: !pld.tensor<[N * "pld.system.world_size"() : i64], f32>) {
    pld.return
  }
  pld.func private aiv @dist0(%x: !pld.dist_tensor<[M], f32>) {
    pld.return
  }
  pld.func private aiv @dist1(%x: !pld.dist_tensor<[N], f32>) {
    pld.return
  }
  pld.func private aiv @pad0(%x: !pld.tensor<[M], f32, pad = zero>) {
    pld.return
  }
  pld.func private aiv @pad1(%x: !pld.tensor<[N], f32, pad = zero>) {
    pld.return
  }
  pld.func private aiv @stride0(%x: !pld.tensor<[M], f32>) -> !pld.tensor<[M], f32, stride = [2]> {
    %0 = pld.intrinsic "tensor.create"() unchecked : () -> !pld.tensor<[M], f32, stride = [2]>
    pld.return %0 : !pld.tensor<[M], f32, stride = [2]>
  }
  pld.func private aiv @stride1(%x: !pld.tensor<[N], f32>) -> !pld.tensor<[N], f32, stride = [2]> {
    %0 = pld.intrinsic "tensor.create"() unchecked : () -> !pld.tensor<[N], f32, stride = [2]>
    pld.return %0 : !pld.tensor<[N], f32, stride = [2]>
  }
  pld.func private aiv @tile0(%x: !pld.tile<[M], f32, space = vec>) {
    pld.return
  }
  pld.func private aiv @tile1(%x: !pld.tile<[N], f32, space = vec>) {
    pld.return
  }
  pld.func private aiv @valid0(%x: !pld.tensor<[M], f32>, %y: !pld.tensor<[8], f32, valid = [M]>) {
    pld.return
  }
  pld.func private aiv @valid1(%x: !pld.tensor<[N], f32>, %y: !pld.tensor<[8], f32, valid = [N]>) {
    pld.return
  }
  pld.func orchestration @main(%c: !pld.tensor<[S * "pld.system.world_size"() : i64], f32>, %d: !pld.dist_tensor<[S], f32>,
      %p: !pld.tensor<[S], f32, pad = zero>, %x: !pld.tensor<[S], f32>, %t: !pld.tile<[S], f32, space = vec>,
      %v: !pld.tensor<[8], f32, valid = [S]>) {
    pld.call @call0(%c) : (!pld.tensor<[S * "pld.system.world_size"() : i64], f32>) -> ()
    pld.call @call1(%c) : (!pld.tensor<[S * "pld.system.world_size"() : i64], f32>) -> ()
    pld.call @dist0(%d) : (!pld.dist_tensor<[S], f32>) -> ()
    pld.call @dist1(%d) : (!pld.dist_tensor<[S], f32>) -> ()
    pld.call @pad0(%p) : (!pld.tensor<[S], f32, pad = zero>) -> ()
    pld.call @pad1(%p) : (!pld.tensor<[S], f32, pad = zero>) -> ()
    %0 = pld.call @stride0(%x) : (!pld.tensor<[S], f32>) -> !pld.tensor<[S], f32, stride = [2]>
    %1 = pld.call @stride1(%x) : (!pld.tensor<[S], f32>) -> !pld.tensor<[S], f32, stride = [2]>
    pld.call @tile0(%t) : (!pld.tile<[S], f32, space = vec>) -> ()
    pld.call @tile1(%t) : (!pld.tile<[S], f32, space = vec>) -> ()
    pld.call @valid0(%x, %v) : (!pld.tensor<[S], f32>, !pld.tensor<[8], f32, valid = [S]>) -> ()
    pld.call @valid1(%x, %v) : (!pld.tensor<[S], f32>, !pld.tensor<[8], f32, valid = [S]>) -> ()
    pld.return
  }
}

// -----

// What names the kernel without being a dispatch has no types to bind with.
// CHECK-LABEL: "kept"
// CHECK: but an attribute of 'builtin.module' names it, which has no types to bind with",
// CHECK-NEXT: "name": "b",
// CHECK-NEXT: "reason": "proof-failed"
// CHECK: but an attribute of 'pld.call' names it, which has no types to bind with",
// CHECK-NEXT: "name": "c",
// CHECK-NEXT: "reason": "proof-failed"
// CHECK: but an attribute of 'pld.submit' names it, which has no types to bind with",
// CHECK-NEXT: "name": "d",
// CHECK-NEXT: "reason": "proof-failed"
module @named attributes {pld.attrs = {entry = @b}} {
  pld.func private aiv @a(%x: !pld.tensor<[M], f32>) {
    pld.return
  }
  pld.func private aiv @b(%x: !pld.tensor<[N], f32>) {
    pld.return
  }
  pld.func private aiv @c(%x: !pld.tensor<[O], f32>) {
    pld.return
  }
  pld.func private aiv @d(%x: !pld.tensor<[P], f32>) {
    pld.return
  }
  pld.func orchestration @main(%x: !pld.tensor<[S], f32>) {
    pld.call @a(%x) : (!pld.tensor<[S], f32>) -> ()
    pld.call @b(%x) : (!pld.tensor<[S], f32>) -> ()
    pld.call @c(%x) {arg_attrs = [{pld.attrs = {of = @c}}]} : (!pld.tensor<[S], f32>) -> ()
    %t = pld.submit @d(%x) {res_attrs = [{pld.attrs = {of = @d}}]} : (!pld.tensor<[S], f32>) -> !pld.task_id
    pld.return
  }
}

// -----

// Not equal, not even up to a renaming: which symbol is used counts, also where
// both kernels use the same names; and so does whether there are two.
// CHECK-LABEL: "kept"
// CHECK-COUNT-4: "reason": "unique"
// CHECK: "merges": []
module @roles {
  pld.func private aiv @f(%x: !pld.tensor<[M, N], f32>) {
    %0 = pld.symbol_value "M" : index
    pld.return
  }
  pld.func private aiv @g(%x: !pld.tensor<[N, M], f32>) {
    %0 = pld.symbol_value "M" : index
    pld.return
  }
  pld.func private aiv @two(%x: !pld.tensor<[A], f32>, %y: !pld.tensor<[B], f32>) {
    pld.return
  }
  pld.func private aiv @one(%x: !pld.tensor<[A], f32>, %y: !pld.tensor<[A], f32>) {
    pld.return
  }
  pld.func orchestration @main(%x: !pld.tensor<[S, S], f32>, %y: !pld.tensor<[S], f32>) {
    pld.call @f(%x) : (!pld.tensor<[S, S], f32>) -> ()
    pld.call @g(%x) : (!pld.tensor<[S, S], f32>) -> ()
    pld.call @two(%y, %y) : (!pld.tensor<[S], f32>, !pld.tensor<[S], f32>) -> ()
    pld.call @one(%y, %y) : (!pld.tensor<[S], f32>, !pld.tensor<[S], f32>) -> ()
    pld.return
  }
}

// -----

// What is admitted by an exception needs a proof like all else.
// CHECK-LABEL: "kept"
// CHECK: the submit at {{.*}} in @main: supplies 1 of 2 parameters",
// CHECK-NEXT: "name": "legacy1",
// CHECK-NEXT: "reason": "proof-failed"
// CHECK: argument #0: dimension #1 is P here, but M in '@prefetch0'
// CHECK-NEXT: "name": "prefetch1",
// CHECK-NEXT: "reason": "proof-failed"
!M = !pld.tensor<[M], f32>
!K = !pld.tensor<[K], f32>
!MM = !pld.tensor<[M, M], f32>
!KK = !pld.tensor<[K, K], f32>
!S = !pld.tensor<[S], f32>
!SP = !pld.tensor<[S, P], f32>
!C = !pld.prefetch_context
module @exceptions {
  pld.func private aiv @legacy0(%x: !M, %y: out !M) {
    %0 = pld.system.set_ffts(%x) : (!M) -> !pld.unknown
    pld.return
  }
  pld.func private aiv @legacy1(%x: !K, %y: out !K) {
    %0 = pld.system.set_ffts(%x) : (!K) -> !pld.unknown
    pld.return
  }
  pld.func private aiv @prefetch0(%x: !MM) {
    %0 = pld.prefetch.make_context() : () -> !C
    %1 = pld.prefetch.async_prefetch(%x, %0) : (!MM, !C) -> !pld.async_event
    pld.return
  }
  pld.func private aiv @prefetch1(%x: !KK) {
    %0 = pld.prefetch.make_context() : () -> !C
    %1 = pld.prefetch.async_prefetch(%x, %0) : (!KK, !C) -> !pld.async_event
    pld.return
  }
  pld.func orchestration @main(%x: !S, %y: !SP) {
    pld.call @legacy0(%x, %x) : (!S, !S) -> ()
    %0 = pld.submit @legacy1(%x) : (!S) -> !pld.task_id
    pld.call @prefetch0(%y) : (!SP) -> ()
    pld.call @prefetch1(%y) : (!SP) -> ()
    pld.return
  }
}

// -----

// A result in the callee's symbols says the same of an equal callee, but only in an Spmd
// wrapper: elsewhere a symbol that nothing binds may be known outside.
// CHECK-LABEL: "kept"
// CHECK: the call at {{.*}} in @wrapper: result #0: dimension #0 is B here, but M in '@a', where argument #0 makes M be S",
// CHECK-NEXT: "name": "b",
// CHECK-NEXT: "reason": "proof-failed"
// CHECK: "renames": {}
module @callees_symbols {
  pld.func private aiv @a(%x: inout !pld.tensor<[M, N], f32>, %y: !pld.tensor<[K], f32>) -> !pld.tensor<[M, N], f32> {
    pld.return %x : !pld.tensor<[M, N], f32>
  }
  pld.func private aiv @b(%x: inout !pld.tensor<[B, C], f32>, %y: !pld.tensor<[D], f32>) -> !pld.tensor<[B, C], f32> {
    pld.return %x : !pld.tensor<[B, C], f32>
  }
  pld.func orchestration @wrapper(%x: inout !pld.tensor<[S, T], f32>, %y: !pld.tensor<[V], f32>) attributes {free_symbols = ["B", "C"]} {
    %0 = pld.call @b(%x, %y) : (!pld.tensor<[S, T], f32>, !pld.tensor<[V], f32>) -> !pld.tensor<[B, C], f32>
    pld.return
  }
  pld.func orchestration @main(%x: !pld.tensor<[S, T], f32>, %y: !pld.tensor<[V], f32>) {
    %0 = pld.call @a(%x, %y) : (!pld.tensor<[S, T], f32>, !pld.tensor<[V], f32>) -> !pld.tensor<[S, T], f32>
    pld.return
  }
}

// -----

// The survivor has the same symbols in other roles, so that the type would say something
// else of it: two are exchanged,
// CHECK-LABEL: "kept"
// CHECK: the call at {{.*}} in @wrapper: result #0: dimension #0 is N here, but M in '@a', where argument #0 makes M be S",
// CHECK-NEXT: "name": "b",
// CHECK-NEXT: "reason": "proof-failed"
// CHECK: "renames": {}
module @inverted {
  pld.func private aiv @a(%x: inout !pld.tensor<[M, N], f32>, %y: !pld.tensor<[K], f32>) -> !pld.tensor<[M, N], f32> {
    pld.return %x : !pld.tensor<[M, N], f32>
  }
  pld.func private aiv @b(%x: inout !pld.tensor<[N, M], f32>, %y: !pld.tensor<[D], f32>) -> !pld.tensor<[N, M], f32> {
    pld.return %x : !pld.tensor<[N, M], f32>
  }
  pld.func spmd @wrapper(%x: inout !pld.tensor<[S, T], f32>, %y: !pld.tensor<[V], f32>) attributes {free_symbols = ["M", "N"]} {
    %0 = pld.call @b(%x, %y) : (!pld.tensor<[S, T], f32>, !pld.tensor<[V], f32>) -> !pld.tensor<[N, M], f32>
    pld.return
  }
  pld.func orchestration @main(%x: !pld.tensor<[S, T], f32>, %y: !pld.tensor<[V], f32>) {
    %0 = pld.call @a(%x, %y) : (!pld.tensor<[S, T], f32>, !pld.tensor<[V], f32>) -> !pld.tensor<[S, T], f32>
    pld.return
  }
}

// -----

// or one is a symbol that only a parameter has.
// CHECK-LABEL: "kept"
// CHECK: the call at {{.*}} in @wrapper: result #0: dimension #0 is K here, but M in '@a', where argument #0 makes M be S",
// CHECK-NEXT: "name": "b",
// CHECK-NEXT: "reason": "proof-failed"
// CHECK: "renames": {}
module @rotated {
  pld.func private aiv @a(%x: inout !pld.tensor<[M, N], f32>, %y: !pld.tensor<[K], f32>) -> !pld.tensor<[M, N], f32> {
    pld.return %x : !pld.tensor<[M, N], f32>
  }
  pld.func private aiv @b(%x: inout !pld.tensor<[K, M], f32>, %y: !pld.tensor<[N], f32>) -> !pld.tensor<[K, M], f32> {
    pld.return %x : !pld.tensor<[K, M], f32>
  }
  pld.func spmd @wrapper(%x: inout !pld.tensor<[S, T], f32>, %y: !pld.tensor<[V], f32>) attributes {free_symbols = ["K", "M"]} {
    %0 = pld.call @b(%x, %y) : (!pld.tensor<[S, T], f32>, !pld.tensor<[V], f32>) -> !pld.tensor<[K, M], f32>
    pld.return
  }
  pld.func orchestration @main(%x: !pld.tensor<[S, T], f32>, %y: !pld.tensor<[V], f32>) {
    %0 = pld.call @a(%x, %y) : (!pld.tensor<[S, T], f32>, !pld.tensor<[V], f32>) -> !pld.tensor<[S, T], f32>
    pld.return
  }
}

// -----

// The result is written in symbols of both,
// CHECK-LABEL: "kept"
// CHECK: the call at {{.*}} in @wrapper: result #0: dimension #1 is C here, but N in '@a', where argument #0 makes N be T",
// CHECK-NEXT: "name": "b",
// CHECK-NEXT: "reason": "proof-failed"
// CHECK: "renames": {}
module @mixed {
  pld.func private aiv @a(%x: inout !pld.tensor<[M, N], f32>, %y: !pld.tensor<[K], f32>) -> !pld.tensor<[M, N], f32> {
    pld.return %x : !pld.tensor<[M, N], f32>
  }
  pld.func private aiv @b(%x: inout !pld.tensor<[B, C], f32>, %y: !pld.tensor<[D], f32>) -> !pld.tensor<[B, C], f32> {
    pld.return %x : !pld.tensor<[B, C], f32>
  }
  pld.func spmd @wrapper(%x: inout !pld.tensor<[S, T], f32>, %y: !pld.tensor<[V], f32>) attributes {free_symbols = ["C"]} {
    %0 = pld.call @b(%x, %y) : (!pld.tensor<[S, T], f32>, !pld.tensor<[V], f32>) -> !pld.tensor<[S, C], f32>
    pld.return
  }
  pld.func orchestration @main(%x: !pld.tensor<[S, T], f32>, %y: !pld.tensor<[V], f32>) {
    %0 = pld.call @a(%x, %y) : (!pld.tensor<[S, T], f32>, !pld.tensor<[V], f32>) -> !pld.tensor<[S, T], f32>
    pld.return
  }
}

// -----

// also where the callee uses the same name for the same.
// CHECK-LABEL: "kept"
// CHECK: the call at {{.*}} in @wrapper: result #0: dimension #1 is C here, but N in '@a', where argument #0 makes N be T",
// CHECK-NEXT: "name": "b",
// CHECK-NEXT: "reason": "proof-failed"
// CHECK: "renames": {}
module @mixed_by_name {
  pld.func private aiv @a(%x: inout !pld.tensor<[M, N], f32>, %y: !pld.tensor<[K], f32>) -> !pld.tensor<[M, N], f32> {
    pld.return %x : !pld.tensor<[M, N], f32>
  }
  pld.func private aiv @b(%x: inout !pld.tensor<[S, C], f32>, %y: !pld.tensor<[D], f32>) -> !pld.tensor<[S, C], f32> {
    pld.return %x : !pld.tensor<[S, C], f32>
  }
  pld.func spmd @wrapper(%x: inout !pld.tensor<[S, T], f32>, %y: !pld.tensor<[V], f32>) attributes {free_symbols = ["C"]} {
    %0 = pld.call @b(%x, %y) : (!pld.tensor<[S, T], f32>, !pld.tensor<[V], f32>) -> !pld.tensor<[S, C], f32>
    pld.return
  }
  pld.func orchestration @main(%x: !pld.tensor<[S, T], f32>, %y: !pld.tensor<[V], f32>) {
    %0 = pld.call @a(%x, %y) : (!pld.tensor<[S, T], f32>, !pld.tensor<[V], f32>) -> !pld.tensor<[S, T], f32>
    pld.return
  }
}

// -----

// The wrapper has the symbol for something else: a parameter,
// CHECK-LABEL: "kept"
// CHECK: the call at {{.*}} in @wrapper: result #0: dimension #0 is B here, but M in '@a', where argument #0 makes M be S",
// CHECK-NEXT: "name": "b",
// CHECK-NEXT: "reason": "proof-failed"
// CHECK: "renames": {}
module @known_parameter {
  pld.func private aiv @a(%x: inout !pld.tensor<[M, N], f32>, %y: !pld.tensor<[K], f32>) -> !pld.tensor<[M, N], f32> {
    pld.return %x : !pld.tensor<[M, N], f32>
  }
  pld.func private aiv @b(%x: inout !pld.tensor<[B, C], f32>, %y: !pld.tensor<[D], f32>) -> !pld.tensor<[B, C], f32> {
    pld.return %x : !pld.tensor<[B, C], f32>
  }
  pld.func spmd @wrapper(%x: inout !pld.tensor<[S, T], f32>, %y: !pld.tensor<[V], f32>, %z: !pld.tensor<[B], f32>) attributes {free_symbols = ["C"]} {
    %0 = pld.call @b(%x, %y) : (!pld.tensor<[S, T], f32>, !pld.tensor<[V], f32>) -> !pld.tensor<[B, C], f32>
    pld.return
  }
  pld.func orchestration @main(%x: !pld.tensor<[S, T], f32>, %y: !pld.tensor<[V], f32>) {
    %0 = pld.call @a(%x, %y) : (!pld.tensor<[S, T], f32>, !pld.tensor<[V], f32>) -> !pld.tensor<[S, T], f32>
    pld.return
  }
}

// -----

// a scalar,
// CHECK-LABEL: "kept"
// CHECK: the call at {{.*}} in @wrapper: result #0: dimension #0 is B here, but M in '@a', where argument #0 makes M be S",
// CHECK-NEXT: "name": "b",
// CHECK-NEXT: "reason": "proof-failed"
// CHECK: "renames": {}
module @known_scalar {
  pld.func private aiv @a(%x: inout !pld.tensor<[M, N], f32>, %y: !pld.tensor<[K], f32>) -> !pld.tensor<[M, N], f32> {
    pld.return %x : !pld.tensor<[M, N], f32>
  }
  pld.func private aiv @b(%x: inout !pld.tensor<[B, C], f32>, %y: !pld.tensor<[D], f32>) -> !pld.tensor<[B, C], f32> {
    pld.return %x : !pld.tensor<[B, C], f32>
  }
  pld.func spmd @wrapper(%x: inout !pld.tensor<[S, T], f32>, %y: !pld.tensor<[V], f32>, %z: index {pld.symbol = "B"}) attributes {free_symbols = ["C"]} {
    %0 = pld.call @b(%x, %y) : (!pld.tensor<[S, T], f32>, !pld.tensor<[V], f32>) -> !pld.tensor<[B, C], f32>
    pld.return
  }
  pld.func orchestration @main(%x: !pld.tensor<[S, T], f32>, %y: !pld.tensor<[V], f32>) {
    %0 = pld.call @a(%x, %y) : (!pld.tensor<[S, T], f32>, !pld.tensor<[V], f32>) -> !pld.tensor<[S, T], f32>
    pld.return
  }
}

// -----

// a value,
// CHECK-LABEL: "kept"
// CHECK: the call at {{.*}} in @wrapper: result #0: dimension #0 is B here, but M in '@a', where argument #0 makes M be S",
// CHECK-NEXT: "name": "b",
// CHECK-NEXT: "reason": "proof-failed"
// CHECK: "renames": {}
module @known_value {
  pld.func private aiv @a(%x: inout !pld.tensor<[M, N], f32>, %y: !pld.tensor<[K], f32>) -> !pld.tensor<[M, N], f32> {
    pld.return %x : !pld.tensor<[M, N], f32>
  }
  pld.func private aiv @b(%x: inout !pld.tensor<[B, C], f32>, %y: !pld.tensor<[D], f32>) -> !pld.tensor<[B, C], f32> {
    pld.return %x : !pld.tensor<[B, C], f32>
  }
  pld.func spmd @wrapper(%x: inout !pld.tensor<[S, T], f32>, %y: !pld.tensor<[V], f32>) attributes {free_symbols = ["B", "C"]} {
    %s = pld.symbol_value "B" : index
    %0 = pld.call @b(%x, %y) : (!pld.tensor<[S, T], f32>, !pld.tensor<[V], f32>) -> !pld.tensor<[B, C], f32>
    pld.return
  }
  pld.func orchestration @main(%x: !pld.tensor<[S, T], f32>, %y: !pld.tensor<[V], f32>) {
    %0 = pld.call @a(%x, %y) : (!pld.tensor<[S, T], f32>, !pld.tensor<[V], f32>) -> !pld.tensor<[S, T], f32>
    pld.return
  }
}

// -----

// the result of another operation,
// CHECK-LABEL: "kept"
// CHECK: the call at {{.*}} in @wrapper: result #0: dimension #0 is B here, but M in '@a', where argument #0 makes M be S",
// CHECK-NEXT: "name": "b",
// CHECK-NEXT: "reason": "proof-failed"
// CHECK: "renames": {}
module @known_operation {
  pld.func private aiv @a(%x: inout !pld.tensor<[M, N], f32>, %y: !pld.tensor<[K], f32>) -> !pld.tensor<[M, N], f32> {
    pld.return %x : !pld.tensor<[M, N], f32>
  }
  pld.func private aiv @b(%x: inout !pld.tensor<[B, C], f32>, %y: !pld.tensor<[D], f32>) -> !pld.tensor<[B, C], f32> {
    pld.return %x : !pld.tensor<[B, C], f32>
  }
  pld.func spmd @wrapper(%x: inout !pld.tensor<[S, T], f32>, %y: !pld.tensor<[V], f32>) attributes {free_symbols = ["B", "C"]} {
    %0 = pld.call @b(%x, %y) : (!pld.tensor<[S, T], f32>, !pld.tensor<[V], f32>) -> !pld.tensor<[B, C], f32>
    %1 = pld.intrinsic "tensor.create"() unchecked : () -> !pld.tensor<[C], f32>
    pld.return
  }
  pld.func orchestration @main(%x: !pld.tensor<[S, T], f32>, %y: !pld.tensor<[V], f32>) {
    %0 = pld.call @a(%x, %y) : (!pld.tensor<[S, T], f32>, !pld.tensor<[V], f32>) -> !pld.tensor<[S, T], f32>
    pld.return
  }
}

// -----

// the result of another callee,
// CHECK-LABEL: "kept"
// CHECK: the call at {{.*}} in @wrapper: result #0: dimension #0 is B here, but M in '@a', where argument #0 makes M be S",
// CHECK-NEXT: "name": "b",
// CHECK-NEXT: "reason": "proof-failed"
// CHECK: "renames": {}
module @known_callee {
  pld.func private aiv @a(%x: inout !pld.tensor<[M, N], f32>, %y: !pld.tensor<[K], f32>) -> !pld.tensor<[M, N], f32> {
    pld.return %x : !pld.tensor<[M, N], f32>
  }
  pld.func private aiv @b(%x: inout !pld.tensor<[B, C], f32>, %y: !pld.tensor<[D], f32>) -> !pld.tensor<[B, C], f32> {
    pld.return %x : !pld.tensor<[B, C], f32>
  }
  pld.func spmd @wrapper(%x: inout !pld.tensor<[S, T], f32>, %y: !pld.tensor<[V], f32>) attributes {free_symbols = ["B", "C"]} {
    %0 = pld.call @b(%x, %y) : (!pld.tensor<[S, T], f32>, !pld.tensor<[V], f32>) -> !pld.tensor<[B, C], f32>
    %1 = pld.call @a(%x, %y) : (!pld.tensor<[S, T], f32>, !pld.tensor<[V], f32>) -> !pld.tensor<[B, T], f32>
    pld.return
  }
  pld.func orchestration @main(%x: !pld.tensor<[S, T], f32>, %y: !pld.tensor<[V], f32>) {
    %0 = pld.call @a(%x, %y) : (!pld.tensor<[S, T], f32>, !pld.tensor<[V], f32>) -> !pld.tensor<[S, T], f32>
    pld.return
  }
}

// -----

// or an argument of the dispatch, here the second one's.
// CHECK-LABEL: "kept"
// CHECK: kept.mlir:[[#@LINE+16]]:10 in @wrapper: result #0: dimension #0 is B here, but M in '@a', where argument #0 makes M be S",
// CHECK-NEXT: "name": "b",
// CHECK-NEXT: "reason": "proof-failed"
// CHECK: "renames": {}
!ST = !pld.tensor<[S, T], f32>
!BC = !pld.tensor<[B, C], f32>
!MN = !pld.tensor<[M, N], f32>
module @known_argument {
  pld.func private aiv @a(%x: inout !MN, %y: !pld.tensor<[K, L], f32>) -> !MN {
    pld.return %x : !MN
  }
  pld.func private aiv @b(%x: inout !BC, %y: !pld.tensor<[D, E], f32>) -> !BC {
    pld.return %x : !BC
  }
  pld.func spmd @wrapper(%x: inout !ST) attributes {free_symbols = ["B", "C"]} {
    %0 = pld.call @b(%x, %x) : (!ST, !ST) -> !BC
    %1 = pld.call @b(%x, %0) : (!ST, !BC) -> !BC
    pld.return
  }
  pld.func orchestration @main(%x: !ST) {
    %0 = pld.call @a(%x, %x) : (!ST, !ST) -> !ST
    pld.return
  }
}

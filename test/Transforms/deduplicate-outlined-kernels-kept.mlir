// Why kernels stay: a case for each reason that a program can give. Each is a
// pair of copies that would be merged without it, or one kernel alone.
//
// RUN: pld-opt %s -split-input-file --pld-deduplicate-outlined-kernels="report-file=-" -o /dev/null | FileCheck %s
// RUN: pld-opt %s -split-input-file --pld-deduplicate-outlined-kernels="free-symbols=identical report-file=-" -o /dev/null \
// RUN:   | FileCheck %s --check-prefix=FREE

// Nothing names them, so they may be entry points; that comes before `public`.
// CHECK: "detail": "nothing in the program names it, so it may be an entry point",
// CHECK-NEXT: "name": "a",
// CHECK-NEXT: "reason": "unreferenced"
// CHECK: "name": "b",
// CHECK-NEXT: "reason": "unreferenced"
// CHECK: "name": "only_itself",
// CHECK-NEXT: "reason": "unreferenced"
// CHECK: "renames": {}
module @unreferenced {
  pld.func private incore @a() {
    pld.return
  }
  pld.func incore @b() {
    pld.return
  }
  pld.func private aic @only_itself() {
    %0 = pld.system.import_peer_buffer() {name = "s", peer_func = @only_itself} : () -> i32
    pld.return
  }
}

// -----

// Public kernels are not deleted.
// CHECK: "detail": "it is visible outside of the program",
// CHECK-NEXT: "name": "a",
// CHECK-NEXT: "reason": "public"
// CHECK: "name": "b",
// CHECK-NEXT: "reason": "public"
module @public {
  pld.func incore @a() {
    pld.return
  }
  pld.func incore @b() {
    pld.return
  }
  pld.func orchestration @main() {
    pld.call @a() : () -> ()
    pld.call @b() : () -> ()
    pld.return
  }
}

// -----

// Functions of other kinds keep their identity; only kernels and Groups have an
// entry.
// CHECK: "kept": [],
// CHECK: "renames": {}
module @identity_kind {
  pld.func private graph @g0() {
    pld.return
  }
  pld.func private graph @g1() {
    pld.return
  }
  pld.func private spmd @s0() {
    pld.return
  }
  pld.func private spmd @s1() {
    pld.return
  }
  pld.func private opaque @o0() {
    pld.return
  }
  pld.func private opaque @o1() {
    pld.return
  }
  pld.func private orchestration @main0() {
    pld.call @g0() : () -> ()
    pld.call @s0() : () -> ()
    pld.call @o0() : () -> ()
    pld.return
  }
  pld.func private orchestration @main1() {
    pld.call @g1() : () -> ()
    pld.call @s1() : () -> ()
    pld.call @o1() : () -> ()
    pld.return
  }
  pld.func orchestration @main() {
    pld.call @main0() : () -> ()
    pld.call @main1() : () -> ()
    pld.return
  }
}

// -----

// External kernels, declarations, builtin templates.
// CHECK: "detail": "calls the builtin template 'builtin.tensor.barrier'",
// CHECK-NEXT: "name": "builtin",
// CHECK-NEXT: "reason": "external"
// CHECK: "detail": "it has no body",
// CHECK-NEXT: "name": "declared",
// CHECK-NEXT: "reason": "external"
// CHECK: "detail": "its source is 'k.cpp'",
// CHECK-NEXT: "name": "source",
// CHECK-NEXT: "reason": "external"
module @external {
  pld.func private aiv @source(%x: i32) attributes {external_source = "k.cpp"}
  pld.func private aiv @declared(%x: i32)
  pld.func private aiv @builtin(%x: !pld.dist_tensor<[4], f32>) {
    %0 = pld.intrinsic "builtin.tensor.barrier"(%x) : (!pld.dist_tensor<[4], f32>) -> !pld.dist_tensor<[4], f32>
    pld.return
  }
  pld.func orchestration @main(%x: i32, %y: !pld.dist_tensor<[4], f32>) {
    pld.call @source(%x) : (i32) -> ()
    pld.call @declared(%x) : (i32) -> ()
    pld.call @builtin(%y) : (!pld.dist_tensor<[4], f32>) -> ()
    pld.return
  }
}

// -----

// CHECK: "name": "a",
// CHECK-NEXT: "reason": "runtime-binding"
// CHECK: "name": "b",
// CHECK-NEXT: "reason": "runtime-binding"
module @runtime_binding {
  pld.func private incore @a(%x: i32) attributes {runtime_binding}
  pld.func private incore @b(%x: i32) attributes {runtime_binding}
  pld.func orchestration @main(%x: i32) {
    pld.call @a(%x) : (i32) -> ()
    pld.call @b(%x) : (i32) -> ()
    pld.return
  }
}

// -----

// CHECK: "detail": "has 'pld.inline_source'",
// CHECK-NEXT: "name": "a",
// CHECK-NEXT: "reason": "inline-source"
// CHECK: "name": "b",
// CHECK-NEXT: "reason": "inline-source"
module @inline_source {
  pld.func private incore @a() {
    pld.inline_source "python" "pass"
    pld.return
  }
  pld.func private incore @b() {
    pld.inline_source "python" "pass"
    pld.return
  }
  pld.func orchestration @main() {
    pld.call @a() : () -> ()
    pld.call @b() : () -> ()
    pld.return
  }
}

// -----

// A symbol that nothing binds, in the body or only in a result. With
// `free-symbols=identical` such symbols are compared by name, never by role.
// CHECK: "detail": "nothing binds the shape symbol 'M' that it uses",
// CHECK-NEXT: "name": "a",
// CHECK-NEXT: "reason": "free-capture"
// CHECK: "name": "attribute",
// CHECK-NEXT: "reason": "free-capture"
// CHECK: "name": "b",
// CHECK-NEXT: "reason": "free-capture"
// CHECK: "name": "c",
// CHECK-NEXT: "reason": "free-capture"
// CHECK: "name": "nested0",
// CHECK-NEXT: "reason": "free-capture"
// CHECK: "name": "nested1",
// CHECK-NEXT: "reason": "free-capture"
// CHECK: "name": "r0",
// CHECK-NEXT: "reason": "free-capture"
// CHECK: "name": "r1",
// CHECK-NEXT: "reason": "free-capture"
// CHECK: "name": "r2",
// CHECK-NEXT: "reason": "free-capture"
// CHECK: "name": "result_only",
// CHECK-NEXT: "reason": "free-capture"
// FREE: "name": "kept_too",
// FREE-NEXT: "reason": "inline-source"
// FREE: "renames": {
// FREE-NEXT: "b": "a",
// FREE-NEXT: "r1": "r0"
// FREE-NEXT: }
module @free_capture {
  pld.func private incore @a() attributes {free_symbols = ["M", "K"]} {
    %0 = pld.intrinsic "tensor.create"() unchecked : () -> !pld.tensor<[M], f32>
    pld.return
  }
  pld.func private incore @b() attributes {free_symbols = ["M", "K"]} {
    %0 = pld.intrinsic "tensor.create"() unchecked : () -> !pld.tensor<[M], f32>
    pld.return
  }
  pld.func private incore @c() attributes {free_symbols = ["M", "K"]} {
    %0 = pld.intrinsic "tensor.create"() unchecked : () -> !pld.tensor<[K], f32>
    pld.return
  }
  pld.func private incore @r0(%x: !pld.tensor<[M], f32>) -> !pld.tensor<[M, F], f32> attributes {free_symbols = ["F"]} {
    %0 = pld.intrinsic "tensor.create"() unchecked : () -> !pld.tensor<[M, F], f32>
    pld.return %0 : !pld.tensor<[M, F], f32>
  }
  pld.func private incore @r1(%x: !pld.tensor<[M], f32>) -> !pld.tensor<[M, F], f32> attributes {free_symbols = ["F"]} {
    %0 = pld.intrinsic "tensor.create"() unchecked : () -> !pld.tensor<[M, F], f32>
    pld.return %0 : !pld.tensor<[M, F], f32>
  }
  // A bound symbol of the same name is another thing.
  pld.func private incore @r2(%x: !pld.tensor<[F], f32>) -> !pld.tensor<[F, M], f32> attributes {free_symbols = ["M"]} {
    %0 = pld.intrinsic "tensor.create"() unchecked : () -> !pld.tensor<[F, M], f32>
    pld.return %0 : !pld.tensor<[F, M], f32>
  }
  // Never returns, so that nothing in the body has the result's type.
  pld.func private incore @result_only(%x: !pld.tensor<[M], f32>) -> !pld.tensor<[F], f32> attributes {free_symbols = ["F"]} {
    cf.br ^again
  ^again:
    cf.br ^again
  }
  pld.func private incore @attribute() attributes {free_symbols = ["F"], pld.attrs = {d = #pld.sym<F>}} {
    pld.return
  }
  // What a function of a nested program binds is not bound around it.
  pld.func private incore @nested0() attributes {free_symbols = ["M", "K"]} {
    %0 = pld.symbol_value "M" : index
    builtin.module {
      pld.func orchestration @inner(%k: index) {
        pld.bind_symbol %k as "M" : index
        pld.return
      }
    }
    pld.return
  }
  pld.func private incore @nested1() attributes {free_symbols = ["M", "K"]} {
    %0 = pld.symbol_value "K" : index
    builtin.module {
      pld.func orchestration @inner(%k: index) {
        pld.bind_symbol %k as "K" : index
        pld.return
      }
    }
    pld.return
  }
  // The free symbol of a member may be what its Group binds, or another thing.
  pld.func private incore @member0() attributes {free_symbols = ["M"]} {
    %0 = pld.symbol_value "M" : index
    pld.return
  }
  pld.func private incore @member1() attributes {free_symbols = ["M"]} {
    %0 = pld.symbol_value "M" : index
    pld.return
  }
  pld.func private group @group0(%m: index {pld.symbol = "M"}) {
    pld.call @member0() : () -> ()
    pld.return
  }
  pld.func private group @group1(%k: index {pld.symbol = "K"}) {
    pld.call @member1() : () -> ()
    pld.return
  }
  pld.func private incore @kept_too() attributes {free_symbols = ["M"]} {
    %0 = pld.intrinsic "tensor.create"() unchecked : () -> !pld.tensor<[M], f32>
    pld.inline_source "python" "pass"
    pld.return
  }
  pld.func orchestration @main(%x: !pld.tensor<[S], f32>) attributes {free_symbols = ["F"]} {
    pld.call @a() : () -> ()
    pld.call @b() : () -> ()
    pld.call @c() : () -> ()
    %0 = pld.call @r0(%x) : (!pld.tensor<[S], f32>) -> !pld.tensor<[S, F], f32>
    %1 = pld.call @r1(%x) : (!pld.tensor<[S], f32>) -> !pld.tensor<[S, F], f32>
    %2 = pld.call @r2(%x) : (!pld.tensor<[S], f32>) -> !pld.tensor<[S, F], f32>
    %3 = pld.call @result_only(%x) : (!pld.tensor<[S], f32>) -> !pld.tensor<[F], f32>
    pld.call @attribute() : () -> ()
    pld.call @nested0() : () -> ()
    pld.call @nested1() : () -> ()
    %i = arith.constant 8 : index
    pld.call @group0(%i) : (index) -> ()
    pld.call @group1(%i) : (index) -> ()
    pld.call @kept_too() : () -> ()
    pld.return
  }
}

// -----

// The undetermined type: in the signature, in metadata, as a result of another
// operation than a legacy one, as a result that is used, inside of another type.
// CHECK: "name": "metadata",
// CHECK-NEXT: "reason": "unknown-type"
// CHECK: "name": "nested",
// CHECK-NEXT: "reason": "unknown-type"
// CHECK: "name": "other_op",
// CHECK-NEXT: "reason": "unknown-type"
// CHECK: "detail": "the signature holds an undetermined type",
// CHECK-NEXT: "name": "param",
// CHECK-NEXT: "reason": "unknown-type"
// CHECK: "detail": "the signature holds an undetermined type",
// CHECK-NEXT: "name": "returned",
// CHECK-NEXT: "reason": "unknown-type"
// CHECK: "name": "used",
// CHECK-NEXT: "reason": "unknown-type"
// CHECK: "detail": "a result of 'pld.system.sync_set' holds an undetermined type",
// CHECK-NEXT: "name": "used_for_nothing",
// CHECK-NEXT: "reason": "unknown-type"
module @unknown_type {
  pld.func private aiv @param(%x: !pld.unknown) {
    pld.return
  }
  pld.func private aiv @metadata() {
    pld.system.sync_set() {event_id = 1 : i64, pld.attrs = {t = [!pld.unknown]}} : () -> ()
    pld.return
  }
  pld.func private aiv @other_op() {
    %0 = pld.intrinsic "tensor.create"() unchecked : () -> !pld.unknown
    pld.return
  }
  pld.func private aiv @used() {
    %0 = pld.system.sync_set() {event_id = 1 : i64} : () -> !pld.unknown
    %1 = pld.make_tuple %0 : tuple<!pld.unknown>
    pld.return
  }
  pld.func private aiv @used_for_nothing() {
    %0 = pld.system.sync_set() {event_id = 1 : i64} : () -> !pld.unknown
    pld.intrinsic "tensor.create"(%0) unchecked : (!pld.unknown) -> ()
    pld.return
  }
  pld.func private aiv @returned() -> !pld.unknown {
    %0 = pld.system.sync_set() {event_id = 1 : i64} : () -> !pld.unknown
    pld.return %0 : !pld.unknown
  }
  pld.func private aiv @nested(%c: i1) {
    %0 = pld.intrinsic "tensor.create"() unchecked : () -> tuple<tuple<!pld.unknown>>
    pld.return
  }
  pld.func orchestration @main(%c: i1) {
    %0 = pld.intrinsic "tensor.create"() unchecked : () -> !pld.unknown
    pld.call @param(%0) : (!pld.unknown) -> ()
    pld.call @metadata() : () -> ()
    pld.call @other_op() : () -> ()
    pld.call @used() : () -> ()
    pld.call @used_for_nothing() : () -> ()
    %1 = pld.call @returned() : () -> !pld.unknown
    pld.call @nested(%c) : (i1) -> ()
    pld.return
  }
}

// -----

// Storage: a memory reference in a type of the signature or of the body, an
// address.
// CHECK: "name": "address",
// CHECK-NEXT: "reason": "explicit-storage"
// CHECK: "detail": "a block argument of 'pld.func' holds storage",
// CHECK-NEXT: "name": "block_argument",
// CHECK-NEXT: "reason": "explicit-storage"
// CHECK: "detail": "a block argument of 'scf.execute_region' holds storage",
// CHECK-NEXT: "name": "nested_block_argument",
// CHECK-NEXT: "reason": "explicit-storage"
// CHECK: "detail": "the signature holds storage",
// CHECK-NEXT: "name": "param",
// CHECK-NEXT: "reason": "explicit-storage"
// CHECK: "detail": "a result of 'pld.intrinsic' holds storage",
// CHECK-NEXT: "name": "tile",
// CHECK-NEXT: "reason": "explicit-storage"
!T = !pld.tensor<[4], f32, memref = <"mem", size = 16>>
module @explicit_storage {
  pld.func private aiv @param(%x: !T) {
    pld.return
  }
  pld.func private aiv @tile() {
    %0 = pld.intrinsic "tile.create"() unchecked : () -> !pld.tile<[4], f32, space = vec, memref = <"mem", size = 16>>
    pld.return
  }
  pld.func private aiv @address() {
    %0 = pld.intrinsic "tensor.alloc"() unchecked : () -> !pld.ptr
    pld.return
  }
  pld.func private aiv @block_argument() {
    pld.return
  ^unreachable(%x: !T):
    pld.return
  }
  pld.func private aiv @nested_block_argument() {
    scf.execute_region {
      scf.yield
    ^unreachable(%x: !T):
      scf.yield
    }
    pld.return
  }
  pld.func orchestration @main(%x: !T) {
    pld.call @nested_block_argument() : () -> ()
    pld.call @param(%x) : (!T) -> ()
    pld.call @tile() : () -> ()
    pld.call @address() : () -> ()
    pld.call @block_argument() : () -> ()
    pld.return
  }
}

// -----

// Communication: contexts, window buffers, the operations that make them.
// CHECK: "name": "alloc",
// CHECK-NEXT: "reason": "comm-resource"
// CHECK: "name": "context",
// CHECK-NEXT: "reason": "comm-resource"
// CHECK: "name": "domain",
// CHECK-NEXT: "reason": "comm-resource"
// CHECK: "name": "param",
// CHECK-NEXT: "reason": "comm-resource"
// CHECK: "name": "unchecked",
// CHECK-NEXT: "reason": "comm-resource"
// CHECK: "name": "view",
// CHECK-NEXT: "reason": "comm-resource"
// CHECK: "name": "window",
// CHECK-NEXT: "reason": "comm-resource"
!D = !pld.dist_tensor<[4], f32>
!W = !pld.dist_tensor<[4], f32, window = <"w", base = "b", size = 16>>
module @comm_resource {
  pld.func private aiv @context(%x: !D) {
    %0 = pld.system.get_comm_ctx(%x) : (!D) -> !pld.comm_ctx
    pld.return
  }
  pld.func private aiv @param(%x: !pld.comm_ctx) {
    pld.return
  }
  pld.func private aiv @window(%x: !W) {
    pld.return
  }
  pld.func private aiv @alloc(%x: index) {
    %0 = pld.tensor.alloc_window_buffer(%x) : (index) -> !pld.ptr
    pld.return
  }
  pld.func private aiv @view(%x: index) {
    %0 = pld.tensor.window(%x, %x) : (index, index) -> !D
    pld.return
  }
  pld.func private aiv @unchecked(%x: index) {
    %0 = pld.intrinsic "pld.tensor.window"(%x, %x) unchecked : (index, index) -> !D
    pld.return
  }
  pld.func private aiv @domain() {
    pld.comm_domain_scope devices [0, 1] slots [] {
    }
    pld.return
  }
  pld.func orchestration @main(%x: !D, %w: !W, %n: index) {
    %0 = pld.system.get_comm_ctx(%x) : (!D) -> !pld.comm_ctx
    pld.call @context(%x) : (!D) -> ()
    pld.call @param(%0) : (!pld.comm_ctx) -> ()
    pld.call @window(%w) : (!W) -> ()
    pld.call @alloc(%n) : (index) -> ()
    pld.call @view(%n) : (index) -> ()
    pld.call @unchecked(%n) : (index) -> ()
    pld.call @domain() : () -> ()
    pld.return
  }
}

// -----

// A prefetch handle in the signature, in a tuple, as a value of a loop or branch,
// in a cast, as what is prefetched, in metadata, or waited for with the session of
// another context.
// CHECK: "detail": "a result of 'scf.if' holds a prefetch handle",
// CHECK-NEXT: "name": "branch",
// CHECK-NEXT: "reason": "prefetch-escape"
// CHECK: "detail": "the result of 'pld.prefetch.async_prefetch' is used by 'builtin.unrealized_conversion_cast'",
// CHECK-NEXT: "name": "cast",
// CHECK-NEXT: "reason": "prefetch-escape"
// CHECK: "detail": "the result of 'pld.prefetch.make_context' is used by 'scf.for'",
// CHECK-NEXT: "name": "loop",
// CHECK-NEXT: "reason": "prefetch-escape"
// CHECK: "name": "metadata",
// CHECK-NEXT: "reason": "prefetch-escape"
// CHECK: "detail": "the signature holds a prefetch handle",
// CHECK-NEXT: "name": "param",
// CHECK-NEXT: "reason": "prefetch-escape"
// CHECK: "detail": "'pld.prefetch.wait' waits in a session of another context than its event's",
// CHECK-NEXT: "name": "session",
// CHECK-NEXT: "reason": "prefetch-escape"
// CHECK: "detail": "the result of 'pld.prefetch.make_context' is used by 'pld.prefetch.async_prefetch'",
// CHECK-NEXT: "name": "source",
// CHECK-NEXT: "reason": "prefetch-escape"
// CHECK: "detail": "the result of 'pld.prefetch.session' is used by 'pld.make_tuple'",
// CHECK-NEXT: "name": "tuple",
// CHECK-NEXT: "reason": "prefetch-escape"
// CHECK: "detail": "a result of 'pld.intrinsic' holds a prefetch handle",
// CHECK-NEXT: "name": "unchecked",
// CHECK-NEXT: "reason": "prefetch-escape"
!C = !pld.prefetch_context
!S = !pld.async_session
!E = !pld.async_event
!T = !pld.tensor<[4], f32>
module @prefetch_escape {
  pld.func private aiv @param(%x: !C) {
    pld.return
  }
  pld.func private aiv @tuple() {
    %0 = pld.prefetch.make_context() : () -> !C
    %1 = pld.prefetch.session(%0) : (!C) -> !S
    %2 = pld.make_tuple %1 : tuple<!S>
    pld.return
  }
  pld.func private aiv @loop(%n: index) {
    %0 = pld.prefetch.make_context() : () -> !C
    %1 = scf.for %i = %n to %n step %n iter_args(%a = %0) -> !C {
      scf.yield %a : !C
    }
    pld.return
  }
  pld.func private aiv @branch(%c: i1) {
    %0 = scf.if %c -> !C {
      %1 = pld.prefetch.make_context() : () -> !C
      scf.yield %1 : !C
    } else {
      %1 = pld.prefetch.make_context() : () -> !C
      scf.yield %1 : !C
    }
    pld.return
  }
  pld.func private aiv @cast(%x: !T) {
    %0 = pld.prefetch.make_context() : () -> !C
    %1 = pld.prefetch.async_prefetch(%x, %0) : (!T, !C) -> !E
    %2 = builtin.unrealized_conversion_cast %1 : !E to i64
    pld.return
  }
  pld.func private aiv @source() {
    %0 = pld.prefetch.make_context() : () -> !C
    %1 = pld.prefetch.async_prefetch(%0, %0) : (!C, !C) -> !E
    pld.return
  }
  pld.func private aiv @metadata() attributes {pld.attrs = {t = !pld.async_event}} {
    pld.return
  }
  pld.func private aiv @session(%x: !T) {
    %0 = pld.prefetch.make_context() : () -> !C
    %1 = pld.prefetch.make_context() : () -> !C
    %2 = pld.prefetch.session(%0) : (!C) -> !S
    %3 = pld.prefetch.async_prefetch(%x, %1) : (!T, !C) -> !E
    %4 = pld.prefetch.wait(%3, %2) : (!E, !S) -> i1
    pld.return
  }
  pld.func private aiv @unchecked() {
    %0 = pld.intrinsic "prefetch.make_context"() unchecked : () -> !C
    pld.return
  }
  pld.func orchestration @main(%x: !T, %n: index, %c: i1) {
    %0 = pld.prefetch.make_context() : () -> !C
    pld.call @branch(%c) : (i1) -> ()
    pld.call @cast(%x) : (!T) -> ()
    pld.call @param(%0) : (!C) -> ()
    pld.call @tuple() : () -> ()
    pld.call @loop(%n) : (index) -> ()
    pld.call @source() : () -> ()
    pld.call @metadata() : () -> ()
    pld.call @session(%x) : (!T) -> ()
    pld.call @unchecked() : () -> ()
    pld.return
  }
}

// -----

// Calls out of the unit, by whatever operation, and scopes that still would
// become functions.
// CHECK: "detail": "calls @helper",
// CHECK-NEXT: "name": "call",
// CHECK-NEXT: "reason": "helper-call"
// CHECK: "detail": "calls what is not a function of the program, by 'func.call'",
// CHECK-NEXT: "name": "other_call",
// CHECK-NEXT: "reason": "helper-call"
// CHECK: "detail": "'pld.incore_scope' is not outlined yet",
// CHECK-NEXT: "name": "scope",
// CHECK-NEXT: "reason": "helper-call"
// CHECK: "detail": "calls @helper",
// CHECK-NEXT: "name": "submit",
// CHECK-NEXT: "reason": "helper-call"
module @helper_call {
  func.func private @f()
  pld.func private aiv @helper() {
    pld.return
  }
  pld.func private aiv @call() {
    pld.call @helper() : () -> ()
    pld.return
  }
  pld.func private aiv @submit() {
    %0 = pld.submit @helper() : () -> !pld.task_id
    pld.return
  }
  pld.func private aiv @other_call() {
    func.call @f() : () -> ()
    pld.return
  }
  pld.func private incore @scope() {
    pld.incore_scope {
    }
    pld.return
  }
  pld.func orchestration @main() {
    pld.call @call() : () -> ()
    pld.call @submit() : () -> ()
    pld.call @other_call() : () -> ()
    pld.call @scope() : () -> ()
    pld.return
  }
}

// -----

// Operations that call what they name without being calls, or hand it on. A pair each:
// were these not calls out of the unit, the copies would merge.
// CHECK: "detail": "'llvm.mlir.addressof' names a function, which it may call",
// CHECK-NEXT: "name": "address",
// CHECK-NEXT: "reason": "helper-call"
// CHECK: "name": "address_0",
// CHECK-NEXT: "reason": "helper-call"
// CHECK: "detail": "'arith.constant' names a function, which it may call",
// CHECK-NEXT: "name": "attribute",
// CHECK-NEXT: "reason": "helper-call"
// CHECK: "name": "attribute_0",
// CHECK-NEXT: "reason": "helper-call"
// CHECK: "detail": "'func.constant' names a function, which it may call",
// CHECK-NEXT: "name": "constant",
// CHECK-NEXT: "reason": "helper-call"
// CHECK: "name": "constant_0",
// CHECK-NEXT: "reason": "helper-call"
// CHECK: "detail": "'gpu.launch_func' names a function, which it may call",
// CHECK-NEXT: "name": "launch",
// CHECK-NEXT: "reason": "helper-call"
// CHECK: "name": "launch_0",
// CHECK-NEXT: "reason": "helper-call"
// CHECK: "merged": 1,
module @other_calls attributes {gpu.container_module} {
  gpu.module @device {
    gpu.func @k() kernel {
      gpu.return
    }
  }
  func.func private @f()
  llvm.func @g()
  llvm.mlir.global private @data() : i32
  pld.func private aiv @address() {
    %0 = llvm.mlir.addressof @g : !llvm.ptr
    pld.return
  }
  pld.func private aiv @address_0() {
    %0 = llvm.mlir.addressof @g : !llvm.ptr
    pld.return
  }
  pld.func private aiv @attribute() {
    %0 = arith.constant {hints = [@f]} 1 : i32
    pld.return
  }
  pld.func private aiv @attribute_0() {
    %0 = arith.constant {hints = [@f]} 1 : i32
    pld.return
  }
  pld.func private aiv @constant() {
    %0 = func.constant @f : () -> ()
    pld.return
  }
  pld.func private aiv @constant_0() {
    %0 = func.constant @f : () -> ()
    pld.return
  }
  pld.func private aiv @launch() {
    %c1 = arith.constant 1 : index
    gpu.launch_func @device::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    pld.return
  }
  pld.func private aiv @launch_0() {
    %c1 = arith.constant 1 : index
    gpu.launch_func @device::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    pld.return
  }
  // Data is not called.
  pld.func private aiv @global() {
    %0 = llvm.mlir.addressof @data : !llvm.ptr
    pld.return
  }
  pld.func private aiv @global_0() {
    %0 = llvm.mlir.addressof @data : !llvm.ptr
    pld.return
  }
  pld.func orchestration @main() attributes {used = [@address, @address_0, @attribute, @attribute_0, @constant, @constant_0, @launch, @launch_0, @global, @global_0]} {
    pld.return
  }
}

// -----

// Equal up to a renaming of symbols: the dispatches of @c cannot bind what @a
// says. @b is no entry, since @b2 became it; nor is @carried0, since a scalar's
// symbol is the scalar.
// CHECK: "detail": "@b is equal up to a renaming of symbols",
// CHECK-NEXT: "name": "a",
// CHECK-NEXT: "reason": "unique"
// CHECK: "detail": "equal to @a up to a renaming of symbols, but the submit at {{.*}}-kept.mlir:[[#]]:[[#]] in @main: supplies 1 of 2 parameters",
// CHECK-NEXT: "name": "c",
// CHECK-NEXT: "reason": "proof-failed"
// CHECK: "detail": "@out1 is equal up to a renaming of symbols",
// CHECK-NEXT: "name": "out0",
// CHECK-NEXT: "reason": "unique"
// CHECK: "detail": "equal to @out0 up to a renaming of symbols, but the submit at {{.*}} in @main: supplies 0 of 2 parameters",
// CHECK-NEXT: "name": "out1",
// CHECK-NEXT: "reason": "proof-failed"
// CHECK: "renames": {
// CHECK-NEXT: "b2": "b",
// CHECK-NEXT: "carried1": "carried0"
// CHECK-NEXT: }
module @proof_failed {
  pld.func private aiv @a(%x: !pld.tensor<[A], f32>, %y: out !pld.tensor<[A], f32>) {
    pld.return
  }
  pld.func private aiv @b(%x: !pld.tensor<[B], f32>, %y: out !pld.tensor<[B], f32>) {
    pld.return
  }
  // An identical signature is found, however many others there are.
  pld.func private aiv @b2(%x: !pld.tensor<[B], f32>, %y: out !pld.tensor<[B], f32>) {
    pld.return
  }
  pld.func private aiv @c(%x: !pld.tensor<[C], f32>, %y: out !pld.tensor<[C], f32>) {
    pld.return
  }
  // The scalar is the dimension. Its name is no difference of the signatures, but
  // here, too, every call has to bind it.
  pld.func private aiv @carried0(%n: index {pld.symbol = "D"}, %x: !pld.tensor<[D], f32>) {
    pld.return
  }
  pld.func private aiv @carried1(%n: index {pld.symbol = "E"}, %x: !pld.tensor<[E], f32>) {
    pld.return
  }
  pld.func private aiv @out0(%n: out index {pld.symbol = "D"}, %x: out !pld.tensor<[D], f32>) {
    pld.return
  }
  pld.func private aiv @out1(%n: out index {pld.symbol = "E"}, %x: out !pld.tensor<[E], f32>) {
    pld.return
  }
  pld.func orchestration @main(%x: !pld.tensor<[S], f32>, %n: index) {
    %0 = pld.submit @a(%x) : (!pld.tensor<[S], f32>) -> !pld.task_id
    %1 = pld.submit @b(%x) : (!pld.tensor<[S], f32>) -> !pld.task_id
    %2 = pld.submit @b2(%x) : (!pld.tensor<[S], f32>) -> !pld.task_id
    %3 = pld.submit @c(%x) : (!pld.tensor<[S], f32>) -> !pld.task_id
    %s = pld.symbol_value "S" : index
    pld.call @carried0(%n, %x) : (index, !pld.tensor<[S], f32>) -> ()
    pld.call @carried1(%s, %x) : (index, !pld.tensor<[S], f32>) -> ()
    %4 = pld.submit @out0() : () -> !pld.task_id
    %5 = pld.submit @out1() : () -> !pld.task_id
    pld.return
  }
}

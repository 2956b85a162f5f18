// What is merged, and what its dispatches look like afterwards. A second run
// changes nothing.
//
// RUN: pld-opt %s -split-input-file --pld-deduplicate-outlined-kernels | FileCheck %s
// RUN: pld-opt %s -split-input-file --pld-deduplicate-outlined-kernels --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=LOC
// RUN: pld-opt %s -split-input-file --pld-deduplicate-outlined-kernels -o %t.once
// RUN: pld-opt %t.once -split-input-file --pld-deduplicate-outlined-kernels -o %t.twice
// RUN: diff %t.once %t.twice

// Two kernels that differ in names only share one definition; both calls stay.
// Nothing is promised of the program afterwards: the module has no attribute.
// CHECK-LABEL: module @two_copies {
// CHECK: pld.func private incore @step(
// CHECK-NOT: @step_copy
// CHECK: %[[A:.*]] = pld.call @step(%arg0, %arg1) : (!pld.tensor<[S, 128], f32>
// CHECK: %[[B:.*]] = pld.call @step(%[[A]], %arg1) : (!pld.tensor<[S, 128], f32>
// CHECK: pld.return %[[B]]
!M = !pld.tensor<[M, 128], f32>
!S = !pld.tensor<[S, 128], f32>
module @two_copies {
  pld.func private incore @step(%x: !M, %y: out !M) -> !M {
    %0 = pld.intrinsic "tile.add"(%x, %x) : (!M, !M) -> !M
    pld.return %y : !M
  }
  pld.func private incore @step_copy(%first: !M, %second: out !M) -> !M {
    %sum = pld.intrinsic "tile.add"(%first, %first) : (!M, !M) -> !M
    pld.return %second : !M
  }
  pld.func orchestration @main(%x: !S, %y: !S) -> !S {
    %0 = pld.call @step(%x, %y) : (!S, !S) -> !S
    %1 = pld.call @step_copy(%0, %y) : (!S, !S) -> !S
    pld.return %1 : !S
  }
}

// -----

// Everything of a dispatch but the callee stays: dependencies, launch,
// predicate, attributes, location.
// CHECK-LABEL: module @dispatch_stays
// CHECK: pld.func orchestration @main
// CHECK: %[[T:.*]]:2 = pld.submit @a(%arg0, %arg1) : (i32, i32) -> (i32, !pld.task_id)
// CHECK: pld.submit @a(%arg0, %arg1) deps(%[[T]]#1) core_num(%arg2) sync_start early_resolve predicate(%arg3) device(%arg2) dump(%arg0 : i32) manual_deps(%[[T]]#1) compiler_deps(%[[T]]#1) {arg_directions = [#pld<arg_direction scalar>, #pld<arg_direction scalar>], pld.attrs = {hint = 7 : i64}} : (i32, i32) -> (i32, !pld.task_id)
// CHECK: pld.call @a(%arg0, %arg1) core_num(%arg2) sync_start device(%arg2) dump(%arg0 : i32) {pld.attrs = {hint = "x"}} : (i32, i32) -> i32
module @dispatch_stays {
  pld.func private aiv @a(%x: i32, %y: i32) -> i32 {
    pld.return %x : i32
  }
  pld.func private aiv @b(%x: i32, %y: i32) -> i32 {
    pld.return %x : i32
  }
  pld.func orchestration @main(%x: i32, %y: i32, %n: index, %p: i1) {
    %0, %t = pld.submit @a(%x, %y) : (i32, i32) -> (i32, !pld.task_id)
    %1, %u = pld.submit @b(%x, %y) deps(%t) core_num(%n) sync_start early_resolve predicate(%p) device(%n) dump(%x : i32) manual_deps(%t) compiler_deps(%t) {arg_directions = [#pld<arg_direction scalar>, #pld<arg_direction scalar>], pld.attrs = {hint = 7 : i64}} : (i32, i32) -> (i32, !pld.task_id)
    %2 = pld.call @b(%x, %y) core_num(%n) sync_start device(%n) dump(%x : i32) {pld.attrs = {hint = "x"}} : (i32, i32) -> i32
    pld.return
  }
}

// -----

// A submit that leaves out trailing outputs stays legal under an identical
// signature.
// CHECK-LABEL: module @omitted_outputs
// CHECK: pld.func orchestration @main
// CHECK: pld.submit @a(%arg0) : (i32) -> (!pld.tensor<[16], f32>, !pld.task_id)
module @omitted_outputs {
  pld.func private aiv @a(%x: i32, %y: out !pld.tensor<[16], f32>) -> !pld.tensor<[16], f32> {
    pld.return %y : !pld.tensor<[16], f32>
  }
  pld.func private aiv @b(%x: i32, %y: out !pld.tensor<[16], f32>) -> !pld.tensor<[16], f32> {
    pld.return %y : !pld.tensor<[16], f32>
  }
  pld.func orchestration @main(%x: i32, %y: !pld.tensor<[16], f32>) {
    %0 = pld.call @a(%x, %y) : (i32, !pld.tensor<[16], f32>) -> !pld.tensor<[16], f32>
    %1, %t = pld.submit @b(%x) : (i32) -> (!pld.tensor<[16], f32>, !pld.task_id)
    pld.return
  }
}

// -----

// A private kernel folds into a public one, whatever their names.
// CHECK-LABEL: module @into_public
// CHECK: pld.func incore @z(
// CHECK-NOT: @a
// CHECK: pld.call @z(%arg0)
module @into_public {
  pld.func private incore @a(%x: i32) -> i32 {
    pld.return %x : i32
  }
  pld.func incore @z(%x: i32) -> i32 {
    pld.return %x : i32
  }
  pld.func orchestration @main(%x: i32) {
    %0 = pld.call @a(%x) : (i32) -> i32
    %1 = pld.call @z(%x) : (i32) -> i32
    pld.return
  }
}

// -----

// Two public kernels never merge, nested visibility is visible too; all
// private copies fold into the first of them.
// CHECK-LABEL: module @two_public
// CHECK: pld.func incore @p(
// CHECK: pld.func incore @q(
// CHECK: pld.func nested incore @r(
// CHECK-NOT: @s
// CHECK: pld.call @p(
// CHECK: pld.call @q(
// CHECK: pld.call @r(
// CHECK: pld.call @p(
module @two_public {
  pld.func incore @p(%x: i32) -> i32 {
    pld.return %x : i32
  }
  pld.func incore @q(%x: i32) -> i32 {
    pld.return %x : i32
  }
  pld.func nested incore @r(%x: i32) -> i32 {
    pld.return %x : i32
  }
  pld.func private incore @s(%x: i32) -> i32 {
    pld.return %x : i32
  }
  pld.func orchestration @main(%x: i32) {
    %0 = pld.call @p(%x) : (i32) -> i32
    %1 = pld.call @q(%x) : (i32) -> i32
    %2 = pld.call @r(%x) : (i32) -> i32
    %3 = pld.call @s(%x) : (i32) -> i32
    pld.return
  }
}

// -----

// A kernel that nothing names may be an entry point: it is not deleted, but
// others become it if its name comes first.
// CHECK-LABEL: module @unreferenced
// CHECK: pld.func private incore @entry(
// CHECK-NOT: @z(%arg0: i32)
// CHECK: pld.call @entry(
module @unreferenced {
  pld.func private incore @z(%x: i32) -> i32 {
    pld.return %x : i32
  }
  pld.func private incore @entry(%x: i32) -> i32 {
    pld.return %x : i32
  }
  pld.func orchestration @main(%x: i32) {
    %0 = pld.call @z(%x) : (i32) -> i32
    pld.return
  }
}

// -----

// It comes after public ones, and in its place by name: were @a to become @b,
// which is named from then on, a second run would delete it in favour of @c.
// CHECK-LABEL: module @unreferenced_later
// CHECK: pld.func private incore @a(
// CHECK: pld.func private incore @b(
// CHECK: pld.func private incore @c(
// CHECK: pld.call @a(
module @unreferenced_later {
  pld.func private incore @a(%x: i32) -> i32 {
    pld.return %x : i32
  }
  pld.func private incore @b(%x: i32) -> i32 {
    pld.return %x : i32
  }
  pld.func private incore @c(%x: i32) -> i32 {
    pld.return %x : i32
  }
  pld.func orchestration @main(%x: i32) {
    %0 = pld.call @a(%x) : (i32) -> i32
    pld.return
  }
}

// -----

// A public one comes before it.
// CHECK-LABEL: module @unreferenced_after_public
// CHECK: pld.func private incore @a(
// CHECK: pld.func incore @b(
// CHECK-NOT: @c
// CHECK: pld.call @b(
// CHECK: pld.call @b(
module @unreferenced_after_public {
  pld.func private incore @a(%x: i32) -> i32 {
    pld.return %x : i32
  }
  pld.func incore @b(%x: i32) -> i32 {
    pld.return %x : i32
  }
  pld.func private incore @c(%x: i32) -> i32 {
    pld.return %x : i32
  }
  pld.func orchestration @main(%x: i32) {
    %0 = pld.call @b(%x) : (i32) -> i32
    %1 = pld.call @c(%x) : (i32) -> i32
    pld.return
  }
}

// -----

// References in nested attributes and in attributes of the module are renamed,
// those to something else of a nested symbol table are not.
// CHECK-LABEL: module @references attributes {pld.attrs = {entry = [@a, {deep = [@a]}]}}
// CHECK: pld.func private incore @a(
// CHECK-NOT: pld.func private incore @b(
// CHECK: pld.func orchestration @main
// CHECK: pld.call @a(%arg0) {pld.attrs = {ref = {{\[\[}}@a], @inner::@b]}}
// CHECK: module @inner attributes {pld.attrs = {plain = @b}}
// CHECK: pld.func private incore @b(
// CHECK: pld.call @b(
module @references attributes {pld.attrs = {entry = [@b, {deep = [@b]}]}} {
  pld.func private incore @a(%x: i32) -> i32 {
    pld.return %x : i32
  }
  pld.func private incore @b(%x: i32) -> i32 {
    pld.return %x : i32
  }
  pld.func orchestration @main(%x: i32) {
    %0 = pld.call @b(%x) {pld.attrs = {ref = [[@b], @inner::@b]}} : (i32) -> i32
    %1 = pld.call @a(%x) : (i32) -> i32
    pld.return
  }
  module @other {
    module @inner attributes {pld.attrs = {plain = @b}} {
      pld.func private incore @b(%x: i32) -> i32 {
        pld.return %x : i32
      }
      pld.func orchestration @main(%x: i32) {
        %0 = pld.call @b(%x) : (i32) -> i32
        pld.return
      }
    }
  }
  module @inner {
    pld.func private incore @b(%x: i32) -> i32 {
      pld.return %x : i32
    }
  }
}

// -----

// A kernel may name itself: by role that is the same in each copy.
// CHECK-LABEL: module @itself
// CHECK: pld.func private aic @a(
// CHECK: peer_func = @a}
// CHECK-NOT: pld.func private aic @b(
// CHECK: pld.call @a(
module @itself {
  pld.func private aic @a(%x: i32) -> i32 {
    %0 = pld.system.import_peer_buffer() {name = "s", peer_func = @a} : () -> i32
    pld.return %0 : i32
  }
  pld.func private aic @b(%x: i32) -> i32 {
    %0 = pld.system.import_peer_buffer() {name = "s", peer_func = @b} : () -> i32
    pld.return %0 : i32
  }
  pld.func orchestration @main(%x: i32) {
    %0 = pld.call @a(%x) : (i32) -> i32
    %1 = pld.call @b(%x) : (i32) -> i32
    pld.return
  }
}

// -----

// A chain of kernels that name each other as peers merges in one run, whatever
// the names say about the order.
// CHECK-LABEL: module @chain
// CHECK: pld.func private aic @a0(
// CHECK: peer_func = @b0}
// CHECK: pld.func private aic @b0(
// CHECK: peer_func = @c0}
// CHECK: pld.func private aiv @c0(
// CHECK-NOT: 1(%arg0
// CHECK: pld.func orchestration @main
module @chain {
  pld.func private aic @a0(%x: i32) -> i32 {
    %0 = pld.system.import_peer_buffer() {name = "s", peer_func = @b0} : () -> i32
    pld.return %0 : i32
  }
  pld.func private aic @a1(%x: i32) -> i32 {
    %0 = pld.system.import_peer_buffer() {name = "s", peer_func = @b1} : () -> i32
    pld.return %0 : i32
  }
  pld.func private aic @b0(%x: i32) -> i32 {
    %0 = pld.system.import_peer_buffer() {name = "t", peer_func = @c0} : () -> i32
    pld.return %0 : i32
  }
  pld.func private aic @b1(%x: i32) -> i32 {
    %0 = pld.system.import_peer_buffer() {name = "t", peer_func = @c1} : () -> i32
    pld.return %0 : i32
  }
  pld.func private aiv @c0(%x: i32) -> i32 {
    %0 = pld.system.reserve_buffer() {name = "t"} : () -> i32
    pld.return %0 : i32
  }
  pld.func private aiv @c1(%x: i32) -> i32 {
    %0 = pld.system.reserve_buffer() {name = "t"} : () -> i32
    pld.return %0 : i32
  }
  pld.func orchestration @main(%x: i32) {
    %0 = pld.call @a0(%x) : (i32) -> i32
    %1 = pld.call @a1(%x) : (i32) -> i32
    %2 = pld.call @b0(%x) : (i32) -> i32
    %3 = pld.call @b1(%x) : (i32) -> i32
    %4 = pld.call @c0(%x) : (i32) -> i32
    %5 = pld.call @c1(%x) : (i32) -> i32
    pld.return
  }
}

// -----

// Kernels that name each other in a circle outside of a Group stay.
// CHECK-LABEL: module @circle
// CHECK: pld.func private aic @a0(
// CHECK: pld.func private aic @a1(
// CHECK: pld.func private aic @b0(
// CHECK: pld.func private aic @b1(
module @circle {
  pld.func private aic @a0(%x: i32) -> i32 {
    %0 = pld.system.import_peer_buffer() {name = "s", peer_func = @a1} : () -> i32
    pld.return %0 : i32
  }
  pld.func private aic @a1(%x: i32) -> i32 {
    %0 = pld.system.import_peer_buffer() {name = "s", peer_func = @a0} : () -> i32
    pld.return %0 : i32
  }
  pld.func private aic @b0(%x: i32) -> i32 {
    %0 = pld.system.import_peer_buffer() {name = "s", peer_func = @b1} : () -> i32
    pld.return %0 : i32
  }
  pld.func private aic @b1(%x: i32) -> i32 {
    %0 = pld.system.import_peer_buffer() {name = "s", peer_func = @b0} : () -> i32
    pld.return %0 : i32
  }
  pld.func orchestration @main(%x: i32) {
    %0 = pld.call @a0(%x) : (i32) -> i32
    %1 = pld.call @a1(%x) : (i32) -> i32
    %2 = pld.call @b0(%x) : (i32) -> i32
    %3 = pld.call @b1(%x) : (i32) -> i32
    pld.return
  }
}

// -----

// The legacy void operations are admitted with an unused result of unknown
// type, and so is a prefetch that stays with its own context.
// CHECK-LABEL: module @legacy_and_prefetch
// CHECK: pld.func private aiv @a(
// CHECK-NOT: pld.func private aiv @b(
// CHECK: pld.call @a(
// CHECK: pld.call @a(
!T = !pld.tensor<[16], f32>
module @legacy_and_prefetch {
  pld.func private aiv @a(%x: !T, %n: i32) {
    %0 = pld.system.notify(%x, %n, %n, %n) : (!T, i32, i32, i32) -> !pld.unknown
    %1 = pld.system.set_ffts(%x) : (!T) -> !pld.unknown
    %2 = pld.system.sync_set() {event_id = 1 : i64} : () -> !pld.unknown
    %3 = pld.system.sync_wait() {event_id = 1 : i64} : () -> !pld.unknown
    %4 = pld.system.wait(%x, %n, %n) : (!T, i32, i32) -> !pld.unknown
    %5 = pld.system.defer_wait(%x, %n, %n) : (!T, i32, i32) -> !pld.unknown
    %6 = pld.tensor.put(%x, %n, %x) : (!T, i32, !T) -> !pld.unknown
    %7 = pld.tile.remote_store(%x, %x, %n, %n) : (!T, !T, i32, i32) -> !pld.unknown
    %8 = pld.tensor.remote_store(%x, %x, %n, %n) : (!T, !T, i32, i32) -> !pld.unknown
    %ctx = pld.prefetch.make_context() : () -> !pld.prefetch_context
    %session = pld.prefetch.session(%ctx) : (!pld.prefetch_context) -> !pld.async_session
    %event = pld.prefetch.async_prefetch(%x, %ctx) : (!T, !pld.prefetch_context) -> !pld.async_event
    %done = pld.prefetch.wait(%event, %session) : (!pld.async_event, !pld.async_session) -> i1
    pld.return
  }
  pld.func private aiv @b(%x: !T, %n: i32) {
    %0 = pld.system.notify(%x, %n, %n, %n) : (!T, i32, i32, i32) -> !pld.unknown
    %1 = pld.system.set_ffts(%x) : (!T) -> !pld.unknown
    %2 = pld.system.sync_set() {event_id = 1 : i64} : () -> !pld.unknown
    %3 = pld.system.sync_wait() {event_id = 1 : i64} : () -> !pld.unknown
    %4 = pld.system.wait(%x, %n, %n) : (!T, i32, i32) -> !pld.unknown
    %5 = pld.system.defer_wait(%x, %n, %n) : (!T, i32, i32) -> !pld.unknown
    %6 = pld.tensor.put(%x, %n, %x) : (!T, i32, !T) -> !pld.unknown
    %7 = pld.tile.remote_store(%x, %x, %n, %n) : (!T, !T, i32, i32) -> !pld.unknown
    %8 = pld.tensor.remote_store(%x, %x, %n, %n) : (!T, !T, i32, i32) -> !pld.unknown
    %ctx = pld.prefetch.make_context() : () -> !pld.prefetch_context
    %session = pld.prefetch.session(%ctx) : (!pld.prefetch_context) -> !pld.async_session
    %event = pld.prefetch.async_prefetch(%x, %ctx) : (!T, !pld.prefetch_context) -> !pld.async_event
    %done = pld.prefetch.wait(%event, %session) : (!pld.async_event, !pld.async_session) -> i1
    pld.return
  }
  pld.func orchestration @main(%x: !T, %n: i32) {
    pld.call @a(%x, %n) : (!T, i32) -> ()
    pld.call @b(%x, %n) : (!T, i32) -> ()
    pld.return
  }
}

// -----

// A distributed tensor without a window buffer is no communication resource.
// CHECK-LABEL: module @distributed
// CHECK: pld.func private aiv @a(
// CHECK-NOT: pld.func private aiv @b(
// CHECK: pld.func orchestration @main
module @distributed {
  pld.func private aiv @a(%x: !pld.dist_tensor<[16], f32>) {
    pld.return
  }
  pld.func private aiv @b(%x: !pld.dist_tensor<[16], f32>) {
    pld.return
  }
  pld.func orchestration @main(%x: !pld.dist_tensor<[16], f32>) {
    pld.call @a(%x) : (!pld.dist_tensor<[16], f32>) -> ()
    pld.call @b(%x) : (!pld.dist_tensor<[16], f32>) -> ()
    pld.return
  }
}

// -----

// An effect without a result needs no exception, other dialects are welcome.
// CHECK-LABEL: module @upstream
// CHECK: pld.func private incore @a(
// CHECK-NOT: pld.func private incore @b(
// CHECK: pld.func orchestration @main
module @upstream {
  pld.func private incore @a(%x: index, %m: memref<8xf32>) -> f32 {
    pld.system.sync_set() {event_id = 1 : i64} : () -> ()
    %0 = memref.load %m[%x] : memref<8xf32>
    %1 = math.exp %0 : f32
    memref.store %1, %m[%x] : memref<8xf32>
    pld.return %1 : f32
  }
  pld.func private incore @b(%x: index, %m: memref<8xf32>) -> f32 {
    pld.system.sync_set() {event_id = 1 : i64} : () -> ()
    %0 = memref.load %m[%x] : memref<8xf32>
    %1 = math.exp %0 : f32
    memref.store %1, %m[%x] : memref<8xf32>
    pld.return %1 : f32
  }
  pld.func orchestration @main(%x: index, %m: memref<8xf32>) {
    %0 = pld.call @a(%x, %m) : (index, memref<8xf32>) -> f32
    %1 = pld.call @b(%x, %m) : (index, memref<8xf32>) -> f32
    pld.return
  }
}

// -----

// Two attributes that name functions become one when these are merged: what
// holds them is equal in the first run already, and a second has nothing to do.

// CHECK-LABEL: module @names_that_become_one
// CHECK: pld.func private incore @user(
// CHECK-NOT: @user_0(
// CHECK: pld.func orchestration @main
// CHECK: pld.call @user(
// CHECK: pld.call @user(
module @names_that_become_one {
  pld.func private aiv @peer(%x: !pld.tensor<[4], f32>) {
    pld.return
  }
  pld.func private aiv @peer_0(%x: !pld.tensor<[4], f32>) {
    pld.return
  }
  pld.func private incore @user(%x: !pld.tensor<[4], f32>) {
    %0 = pld.system.import_peer_buffer() {name = "b", peer_func = @peer} : () -> i32
    %1 = pld.system.import_peer_buffer() {name = "b", peer_func = @peer} : () -> i32
    pld.return
  }
  pld.func private incore @user_0(%x: !pld.tensor<[4], f32>) {
    %0 = pld.system.import_peer_buffer() {name = "b", peer_func = @peer} : () -> i32
    %1 = pld.system.import_peer_buffer() {name = "b", peer_func = @peer_0} : () -> i32
    pld.return
  }
  pld.func orchestration @main(%x: !pld.tensor<[4], f32>) {
    pld.call @peer(%x) : (!pld.tensor<[4], f32>) -> ()
    pld.call @peer_0(%x) : (!pld.tensor<[4], f32>) -> ()
    pld.call @user(%x) : (!pld.tensor<[4], f32>) -> ()
    pld.call @user_0(%x) : (!pld.tensor<[4], f32>) -> ()
    pld.return
  }
}

// -----

// References in types: of a result, of a block argument, of an attribute, in the
// type of a function that is called.
// CHECK-LABEL: module @references_in_types
// CHECK: pld.func private incore @a(
// CHECK-NOT: pld.func private incore @b(
// CHECK: pld.func orchestration @main(%arg0: i32, %arg1: tensor<2xi8, @a>) attributes {pld.attrs = {t = tensor<3xi8, [@a, 1]>}}
// CHECK: tensor.empty() : tensor<4xi8, @a>
module @references_in_types {
  pld.func private incore @a(%x: i32) -> i32 {
    pld.return %x : i32
  }
  pld.func private incore @b(%x: i32) -> i32 {
    pld.return %x : i32
  }
  pld.func orchestration @main(%x: i32, %y: tensor<2xi8, @b>) attributes {pld.attrs = {t = tensor<3xi8, [@b, 1]>}} {
    %0 = tensor.empty() : tensor<4xi8, @b>
    %1 = pld.call @a(%x) : (i32) -> i32
    pld.return
  }
}

// -----

// Attributes and types that many operations have are renamed in each: in one
// function, in regions, and in what is not a function. What comes after the root of a
// reference is a name in that symbol table.
// CHECK-LABEL: module @shared_elements attributes {pld.attrs = {hint = @a}}
// CHECK-NEXT: %[[X:.*]] = unrealized_conversion_cast to tensor<2xi8, @a> {hint = @a}
// CHECK-NEXT: %[[Y:.*]] = unrealized_conversion_cast to tensor<2xi8, @a> {hint = @a}
// CHECK-NEXT: unrealized_conversion_cast %[[X]], %[[Y]] : tensor<2xi8, @a>, tensor<2xi8, @a> to i32 {hint = @a}
// CHECK-NOT: @b
// CHECK: module @named attributes {pld.attrs = {hint = @a}}
// CHECK: module @inner {
// CHECK-NEXT: pld.func aiv @b()
// CHECK-NOT: @b
// CHECK: pld.func orchestration @main(%{{.*}}: tensor<2xi8, @a>) attributes {hint = @a}
// CHECK: pld.call @a() {pld.attrs = {hint = @a}}
// CHECK: pld.call @a() {pld.attrs = {hint = @a}}
// CHECK: pld.call @a() {pld.attrs = {hint = @inner::@b}}
// CHECK: scf.execute_region
// CHECK: ^bb1(%{{.*}}: tensor<2xi8, @a>, %{{.*}}: tensor<2xi8, @a>):
// CHECK: builtin.unrealized_conversion_cast to tensor<2xi8, @a> {hint = @a}
// CHECK: scf.yield {hint = @a}
// CHECK: pld.return
module @shared_elements attributes {pld.attrs = {hint = @b}} {
  %0 = builtin.unrealized_conversion_cast to tensor<2xi8, @b> {hint = @b}
  %1 = builtin.unrealized_conversion_cast to tensor<2xi8, @b> {hint = @b}
  %2 = builtin.unrealized_conversion_cast %0, %1 : tensor<2xi8, @b>, tensor<2xi8, @b> to i32 {hint = @b}
  pld.func private aiv @a() {
    pld.return
  }
  pld.func private aiv @b() {
    pld.return
  }
  module @named attributes {pld.attrs = {hint = @b}} {
  }
  module @inner {
    pld.func aiv @b() {
      pld.return
    }
  }
  pld.func orchestration @main(%x: tensor<2xi8, @b>) attributes {hint = @b} {
    pld.call @a() {pld.attrs = {hint = @b}} : () -> ()
    pld.call @a() {pld.attrs = {hint = @b}} : () -> ()
    pld.call @b() {pld.attrs = {hint = @inner::@b}} : () -> ()
    scf.execute_region {
      cf.br ^bb1(%x, %x : tensor<2xi8, @b>, tensor<2xi8, @b>)
    ^bb1(%y: tensor<2xi8, @b>, %z: tensor<2xi8, @b>):
      %3 = builtin.unrealized_conversion_cast to tensor<2xi8, @b> {hint = @b}
      scf.yield {hint = @b}
    }
    pld.return
  }
}

// -----

// Locations do not count, and dispatches keep theirs.
// LOC-LABEL: module @locations
// LOC: pld.func private incore @a(
// LOC-NOT: pld.func private incore @b(
// LOC: pld.call @a(%{{.*}}) : (i32) -> i32 loc("model.py":3:1)
// LOC: pld.submit @a(%{{.*}}) : (i32) -> (i32, !pld.task_id) loc(callsite("f" at "model.py":4:1))
module @locations {
  pld.func private incore @a(%x: i32) -> i32 {
    %0 = arith.addi %x, %x : i32 loc("model.py":1:1)
    pld.return %x : i32
  }
  pld.func private incore @b(%x: i32) -> i32 {
    %0 = arith.addi %x, %x : i32 loc("model.py":2:1)
    pld.return %x : i32
  }
  pld.func orchestration @main(%x: i32) {
    %0 = pld.call @b(%x) : (i32) -> i32 loc("model.py":3:1)
    %1, %task = pld.submit @b(%0) : (i32) -> (i32, !pld.task_id) loc(callsite("f" at "model.py":4:1))
    pld.return
  }
}

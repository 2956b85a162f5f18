// Groups are merged together with the kernels that they dispatch, or not at
// all.
//
// RUN: pld-opt %s -split-input-file --pld-deduplicate-outlined-kernels="report-file=-" | FileCheck %s
// RUN: pld-opt %s -split-input-file --pld-deduplicate-outlined-kernels -o %t.once
// RUN: pld-opt %t.once -split-input-file --pld-deduplicate-outlined-kernels -o %t.twice
// RUN: diff %t.once %t.twice

// Two Groups whose members name each other as peers. The members' names have
// another order in the second one: their order is that of first use.
// CHECK: "kept": [],
// CHECK: "calls": 2,
// CHECK-NEXT: "from": "g1",
// CHECK-NEXT: "how": "identical-signature",
// CHECK-NEXT: "to": "g0"
// CHECK: "renames": {
// CHECK-NEXT: "a1": "v0",
// CHECK-NEXT: "g1": "g0",
// CHECK-NEXT: "z1": "c0"
// CHECK-NEXT: },
// CHECK-LABEL: module @two_groups
// CHECK: pld.func private aic @c0(
// CHECK: peer_func = @v0}
// CHECK: pld.func private aiv @v0(
// CHECK: peer_func = @c0}
// CHECK: pld.func private group @g0(
// CHECK-NEXT: pld.call @c0(
// CHECK-NEXT: pld.call @v0(
// CHECK: pld.func private spmd @wrapper(
// CHECK-NOT: pld.func private
// CHECK: pld.call @g0(
// CHECK: pld.call @g0(
// CHECK: pld.submit @g0(
// CHECK: pld.call @wrapper(
module @two_groups {
  pld.func private aic @c0(%x: i32) -> i32 {
    %0 = pld.system.import_peer_buffer() {name = "s", peer_func = @v0} : () -> i32
    pld.return %0 : i32
  }
  pld.func private aiv @v0(%x: i32) -> i32 {
    %0 = pld.system.import_peer_buffer() {name = "t", peer_func = @c0} : () -> i32
    pld.return %0 : i32
  }
  pld.func private group @g0(%x: i32) -> i32 {
    %0 = pld.call @c0(%x) : (i32) -> i32
    %1 = pld.call @v0(%x) : (i32) -> i32
    pld.return %1 : i32
  }
  pld.func private aiv @a1(%x: i32) -> i32 {
    %0 = pld.system.import_peer_buffer() {name = "t", peer_func = @z1} : () -> i32
    pld.return %0 : i32
  }
  pld.func private aic @z1(%x: i32) -> i32 {
    %0 = pld.system.import_peer_buffer() {name = "s", peer_func = @a1} : () -> i32
    pld.return %0 : i32
  }
  pld.func private group @g1(%x: i32) -> i32 {
    %0 = pld.call @z1(%x) : (i32) -> i32
    %1 = pld.call @a1(%x) : (i32) -> i32
    pld.return %1 : i32
  }
  pld.func private spmd @wrapper(%x: i32) -> i32 {
    %0 = pld.call @g1(%x) : (i32) -> i32
    pld.return %0 : i32
  }
  pld.func orchestration @main(%x: i32) {
    %0 = pld.call @g0(%x) : (i32) -> i32
    %1, %t = pld.submit @g1(%x) : (i32) -> (i32, !pld.task_id)
    %2 = pld.call @wrapper(%x) : (i32) -> i32
    pld.return
  }
}

// -----

// How wrapper arguments, constants and local values feed the members counts.
// CHECK: "name": "constant"
// CHECK-NEXT: "reason": "unique"
// CHECK: "name": "crossed"
// CHECK-NEXT: "reason": "unique"
// CHECK: "name": "doubled"
// CHECK-NEXT: "reason": "unique"
// CHECK: "name": "plain"
// CHECK-NEXT: "reason": "unique"
// CHECK: "renames": {}
module @bridging {
  pld.func private aic @m0(%x: i32, %y: i32) {
    pld.return
  }
  pld.func private aic @m1(%x: i32, %y: i32) {
    pld.return
  }
  pld.func private aic @m2(%x: i32, %y: i32) {
    pld.return
  }
  pld.func private aic @m3(%x: i32, %y: i32) {
    pld.return
  }
  pld.func private group @plain(%x: i32, %y: i32) {
    pld.call @m0(%x, %y) : (i32, i32) -> ()
    pld.return
  }
  pld.func private group @crossed(%x: i32, %y: i32) {
    pld.call @m1(%y, %x) : (i32, i32) -> ()
    pld.return
  }
  pld.func private group @doubled(%x: i32, %y: i32) {
    pld.call @m2(%x, %x) : (i32, i32) -> ()
    pld.return
  }
  pld.func private group @constant(%x: i32, %y: i32) {
    %0 = arith.constant 1 : i32
    pld.call @m3(%x, %0) : (i32, i32) -> ()
    pld.return
  }
  pld.func orchestration @main(%x: i32) {
    pld.call @plain(%x, %x) : (i32, i32) -> ()
    pld.call @crossed(%x, %x) : (i32, i32) -> ()
    pld.call @doubled(%x, %x) : (i32, i32) -> ()
    pld.call @constant(%x, %x) : (i32, i32) -> ()
    pld.return
  }
}

// -----

// Dispatching one member twice is not dispatching two equal ones; a member is
// never merged alone.
// CHECK: "name": "g0"
// CHECK-NEXT: "reason": "unique"
// CHECK: "name": "g1"
// CHECK-NEXT: "reason": "unique"
// CHECK: "renames": {}
module @same_member {
  pld.func private aic @m0() {
    pld.return
  }
  pld.func private aic @m1() {
    pld.return
  }
  pld.func private aic @m2() {
    pld.return
  }
  pld.func private group @g0() {
    pld.call @m0() : () -> ()
    pld.call @m0() : () -> ()
    pld.return
  }
  pld.func private group @g1() {
    pld.call @m1() : () -> ()
    pld.call @m2() : () -> ()
    pld.return
  }
  pld.func orchestration @main() {
    pld.call @g0() : () -> ()
    pld.call @g1() : () -> ()
    pld.return
  }
}

// -----

// A Group demands identical signatures, of its members, too.
// CHECK: "detail": "equal to @g0 up to a renaming of symbols, but signatures of Groups have to be identical",
// CHECK-NEXT: "name": "g1",
// CHECK-NEXT: "reason": "proof-failed"
// CHECK: "detail": "equal to @g0 up to a renaming of symbols, but signatures of Groups have to be identical",
// CHECK-NEXT: "name": "m1",
// CHECK-NEXT: "reason": "proof-failed"
// CHECK: "renames": {}
module @renamed_member {
  pld.func private aic @m0(%x: !pld.tensor<[M], f32>) {
    pld.return
  }
  pld.func private aic @m1(%x: !pld.tensor<[K], f32>) {
    pld.return
  }
  pld.func private group @g0(%x: !pld.tensor<[M], f32>) {
    pld.call @m0(%x) : (!pld.tensor<[M], f32>) -> ()
    pld.return
  }
  pld.func private group @g1(%x: !pld.tensor<[M], f32>) {
    pld.call @m1(%x) : (!pld.tensor<[M], f32>) -> ()
    pld.return
  }
  pld.func orchestration @main(%x: !pld.tensor<[S], f32>) {
    pld.call @g0(%x) : (!pld.tensor<[S], f32>) -> ()
    pld.call @g1(%x) : (!pld.tensor<[S], f32>) -> ()
    pld.return
  }
}

// -----

// A member that is shared keeps both Groups and all of their members.
// CHECK: "detail": "member @shared is also in @g1",
// CHECK-NEXT: "name": "g0",
// CHECK-NEXT: "reason": "shared-member"
// CHECK: "detail": "member @shared is also in @g0",
// CHECK-NEXT: "name": "g1",
// CHECK-NEXT: "reason": "shared-member"
// CHECK: "name": "m0",
// CHECK-NEXT: "reason": "shared-member"
// CHECK: "name": "m1",
// CHECK-NEXT: "reason": "shared-member"
// CHECK: "name": "shared",
// CHECK-NEXT: "reason": "shared-member"
// CHECK: "renames": {}
module @shared_member {
  pld.func private aic @shared() {
    pld.return
  }
  pld.func private aiv @m0() {
    pld.return
  }
  pld.func private aiv @m1() {
    pld.return
  }
  pld.func private group @g0() {
    pld.call @shared() : () -> ()
    pld.call @m0() : () -> ()
    pld.return
  }
  pld.func private group @g1() {
    pld.call @shared() : () -> ()
    pld.call @m1() : () -> ()
    pld.return
  }
  pld.func orchestration @main() {
    pld.call @g0() : () -> ()
    pld.call @g1() : () -> ()
    pld.return
  }
}

// -----

// A member that is called, or named as a peer, from outside keeps its Group and
// all members; the equal third Group has nothing to become.
// CHECK: "detail": "member @m0 is named outside, in @main",
// CHECK-NEXT: "name": "g0",
// CHECK-NEXT: "reason": "member-called-outside"
// CHECK: "detail": "member @m1 is named outside, in @peer",
// CHECK-NEXT: "name": "g1",
// CHECK-NEXT: "reason": "member-called-outside"
// CHECK: "name": "g2",
// CHECK-NEXT: "reason": "unique"
// CHECK: "name": "m0",
// CHECK-NEXT: "reason": "member-called-outside"
// CHECK: "name": "m1",
// CHECK-NEXT: "reason": "member-called-outside"
// CHECK: "renames": {}
module @called_outside {
  pld.func private aic @m0() {
    pld.return
  }
  pld.func private aic @m1() {
    pld.return
  }
  pld.func private aic @m2() {
    pld.return
  }
  pld.func private group @g0() {
    pld.call @m0() : () -> ()
    pld.return
  }
  pld.func private group @g1() {
    pld.call @m1() : () -> ()
    pld.return
  }
  pld.func private group @g2() {
    pld.call @m2() : () -> ()
    pld.return
  }
  pld.func private aiv @peer() {
    %0 = pld.system.import_peer_buffer() {name = "s", peer_func = @m1} : () -> i32
    pld.return
  }
  pld.func orchestration @main() {
    pld.call @g0() : () -> ()
    pld.call @g1() : () -> ()
    pld.call @g2() : () -> ()
    pld.call @m0() : () -> ()
    pld.call @peer() : () -> ()
    pld.return
  }
}

// -----

// A Group with a member that may not be merged stays with all members, and so
// does one with a public member.
// CHECK: "detail": "its source is 'k.cpp', in member @m0",
// CHECK-NEXT: "name": "g0",
// CHECK-NEXT: "reason": "external"
// CHECK: "name": "m0",
// CHECK-NEXT: "reason": "external"
// CHECK: "name": "m1",
// CHECK-NEXT: "reason": "external"
// CHECK: "name": "m2",
// CHECK-NEXT: "reason": "public"
// CHECK: "name": "m3",
// CHECK-NEXT: "reason": "public"
// CHECK: "renames": {}
module @member_stays {
  pld.func private aic @m0() attributes {external_source = "k.cpp"}
  pld.func private aic @m1() attributes {external_source = "k.cpp"}
  pld.func aic @m2() {
    pld.return
  }
  pld.func aic @m3() {
    pld.return
  }
  pld.func private group @g0() {
    pld.call @m0() : () -> ()
    pld.return
  }
  pld.func private group @g1() {
    pld.call @m1() : () -> ()
    pld.return
  }
  pld.func private group @g2() {
    pld.call @m2() : () -> ()
    pld.return
  }
  pld.func private group @g3() {
    pld.call @m3() : () -> ()
    pld.return
  }
  pld.func orchestration @main() {
    pld.call @g0() : () -> ()
    pld.call @g1() : () -> ()
    pld.call @g2() : () -> ()
    pld.call @g3() : () -> ()
    pld.return
  }
}

// -----

// A Group that calls another Group, or whose member calls a kernel, is a graph
// of helpers.
// CHECK: "detail": "calls @inner",
// CHECK-NEXT: "name": "g0",
// CHECK-NEXT: "reason": "helper-call"
// CHECK: "detail": "calls @helper, in member @m1",
// CHECK-NEXT: "name": "g1",
// CHECK-NEXT: "reason": "helper-call"
module @helpers {
  pld.func private aiv @helper() {
    pld.return
  }
  pld.func private aic @m0() {
    pld.return
  }
  pld.func private aic @m1() {
    pld.call @helper() : () -> ()
    pld.return
  }
  pld.func private group @inner() {
    pld.call @m0() : () -> ()
    pld.return
  }
  pld.func private group @g0() {
    pld.call @inner() : () -> ()
    pld.return
  }
  pld.func private group @g1() {
    pld.call @m1() : () -> ()
    pld.return
  }
  pld.func orchestration @main() {
    pld.call @g0() : () -> ()
    pld.call @g1() : () -> ()
    pld.return
  }
}

// -----

// A Group that shares a member says so, also where another one of its members,
// which comes before, is called from outside.
// CHECK: "detail": "member @shared is also in @g1",
// CHECK-NEXT: "name": "g0",
// CHECK-NEXT: "reason": "shared-member"
// CHECK: "name": "m0",
// CHECK-NEXT: "reason": "shared-member"
module @shared_and_called {
  pld.func private aic @m0() {
    pld.return
  }
  pld.func private aiv @shared() {
    pld.return
  }
  pld.func private group @g0() {
    pld.call @m0() : () -> ()
    pld.call @shared() : () -> ()
    pld.return
  }
  pld.func private group @g1() {
    pld.call @shared() : () -> ()
    pld.return
  }
  pld.func orchestration @main() {
    pld.call @g0() : () -> ()
    pld.call @g1() : () -> ()
    pld.call @m0() : () -> ()
    pld.return
  }
}

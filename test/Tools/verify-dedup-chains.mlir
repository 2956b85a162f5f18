// Only @b names @q, and @b is gone: that @q became @o follows from what became of
// @p, which @a names in its place. And @c names @p twice, where @d names @p and
// @q: that is the same once these are.
//
// RUN: pld-opt %s --pld-deduplicate-outlined-kernels=report-file=%t.json -o %t.mlir
// RUN: FileCheck %s < %t.json
// RUN: pld-verify-dedup %s %t.mlir --report=%t.json | FileCheck %s --check-prefix=VERDICT
// RUN: pld-verify-dedup %s %t.mlir --json | FileCheck %s --check-prefix=JSON
// CHECK: "renames": {
// CHECK-NEXT: "b": "a",
// CHECK-NEXT: "d": "c",
// CHECK-NEXT: "p": "o",
// CHECK-NEXT: "q": "o"
// VERDICT: {{^}}equivalent: 8 functions before, 4 after; 2 of 4 dispatches changed
// JSON:      "q": [
// JSON-NEXT:   "o"
// JSON-NEXT: ]
pld.func incore @o() {
  pld.return
}
pld.func private incore @p() {
  pld.return
}
pld.func private incore @q() {
  pld.return
}
pld.func private incore @a() {
  %0 = pld.system.import_peer_buffer() {name = "s", peer_func = @p} : () -> i32
  pld.return
}
pld.func private incore @b() {
  %0 = pld.system.import_peer_buffer() {name = "s", peer_func = @q} : () -> i32
  pld.return
}
pld.func private incore @c() {
  %0 = pld.system.import_peer_buffer() {name = "s", peer_func = @p} : () -> i32
  %1 = pld.system.import_peer_buffer() {name = "t", peer_func = @p} : () -> i32
  pld.return
}
pld.func private incore @d() {
  %0 = pld.system.import_peer_buffer() {name = "s", peer_func = @p} : () -> i32
  %1 = pld.system.import_peer_buffer() {name = "t", peer_func = @q} : () -> i32
  pld.return
}
pld.func orchestration @main() {
  pld.call @a() : () -> ()
  pld.call @b() : () -> ()
  pld.call @c() : () -> ()
  pld.call @d() : () -> ()
  pld.return
}

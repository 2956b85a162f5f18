// Text, generic form and bytecode of the operations for communication and tasks.
// RUN: pld-opt %s | FileCheck %s
// RUN: pld-opt %s | pld-opt | FileCheck %s
// RUN: pld-opt %s --mlir-print-op-generic | pld-opt | FileCheck %s
// RUN: pld-opt %s --emit-bytecode | pld-opt | FileCheck %s
// RUN: pld-opt %s --verify-roundtrip -o /dev/null
// RUN: pld-opt %s --mlir-print-debuginfo -o %t
// RUN: pld-opt %t --mlir-print-debuginfo | diff %t -

!dist = !pld.dist_tensor<[M], f32>
!tile = !pld.tile<[16], f32>
!offsets = tuple<index>

// CHECK-LABEL: @void(
pld.func private incore @void(%d: !dist, %t: !tile, %r: index, %o: !offsets, %v: i32) {
  // CHECK: pld.tensor.put(%[[D:.*]], %[[R:.*]], %[[D]]) : (!pld.dist_tensor<[M], f32>, index, !pld.dist_tensor<[M], f32>) -> ()
  pld.tensor.put(%d, %r, %d) : (!dist, index, !dist) -> ()
  // CHECK: pld.tensor.put(%[[D]], %[[R]], %[[D]], %[[O:.*]], %[[O]], %[[O]]) {atomic = 1 : i64, chunk_cols = 3 : i64, chunk_rows = 2 : i64, pipeline = true} : (
  pld.tensor.put(%d, %r, %d, %o, %o, %o) {atomic = 1 : i64, chunk_rows = 2 : i64, chunk_cols = 3 : i64, pipeline = true}
      : (!dist, index, !dist, !offsets, !offsets, !offsets) -> ()
  // CHECK: pld.tile.remote_store(%{{.*}}) {atomic = 1 : i64} : (!pld.tile<[16], f32>, !pld.dist_tensor<[M], f32>, index, tuple<index>) -> ()
  pld.tile.remote_store(%t, %d, %r, %o) {atomic = 1 : i64} : (!tile, !dist, index, !offsets) -> ()
  // CHECK: pld.tensor.remote_store(%{{.*}}) : (!pld.dist_tensor<[M], f32>, !pld.dist_tensor<[M], f32>, index, tuple<index>) -> ()
  pld.tensor.remote_store(%d, %d, %r, %o) : (!dist, !dist, index, !offsets) -> ()
  // CHECK: pld.system.notify(%{{.*}}) {op = 1 : i64} : (!pld.dist_tensor<[M], f32>, index, tuple<index>, i32) -> ()
  pld.system.notify(%d, %r, %o, %v) {op = 1 : i64} : (!dist, index, !offsets, i32) -> ()
  // CHECK: pld.system.wait(%{{.*}}) {cmp = 0 : i64} : (!pld.dist_tensor<[M], f32>, tuple<index>, i32) -> ()
  pld.system.wait(%d, %o, %v) {cmp = 0 : i64} : (!dist, !offsets, i32) -> ()
  // CHECK: pld.system.defer_wait(%{{.*}}) : (!pld.dist_tensor<[M], f32>, tuple<index>, i32) -> ()
  pld.system.defer_wait(%d, %o, %v) : (!dist, !offsets, i32) -> ()
  // CHECK: pld.system.set_ffts(%{{.*}}) : (!pld.dist_tensor<[M], f32>) -> ()
  pld.system.set_ffts(%d) : (!dist) -> ()
  // CHECK: pld.system.sync_set() {core_type = "aiv", event_id = 2 : i64, ffts_mode = 3 : i64, pipe = 1 : i64} : () -> ()
  pld.system.sync_set() {pipe = 1 : i64, event_id = 2 : i64, ffts_mode = 3 : i64, core_type = "aiv"} : () -> ()
  // CHECK: pld.system.sync_set(%{{.*}}) : (i32) -> ()
  pld.system.sync_set(%v) : (i32) -> ()
  // CHECK: pld.system.sync_wait() {core_type = "aic", event_id = 2 : i64, pipe = 1 : i64} : () -> ()
  pld.system.sync_wait() {pipe = 1 : i64, event_id = 2 : i64, core_type = "aic"} : () -> ()
  // CHECK: pld.system.sync_wait(%{{.*}}) {pld.attrs = {a = 1 : i64}} : (i32) -> ()
  pld.system.sync_wait(%v) {pld.attrs = {a = 1}} : (i32) -> ()
  pld.return
}

// Older front ends give each of them a result.
// CHECK-LABEL: @legacy(
pld.func private incore @legacy(%d: !dist, %t: !tile, %r: index, %o: !offsets, %v: i32) {
  // CHECK: %{{.*}} = pld.tensor.put({{.*}} -> !pld.unknown
  %0 = pld.tensor.put(%d, %r, %d) : (!dist, index, !dist) -> !pld.unknown
  // CHECK: %{{.*}} = pld.tile.remote_store({{.*}} -> !pld.unknown
  %1 = pld.tile.remote_store(%t, %d, %r, %o) : (!tile, !dist, index, !offsets) -> !pld.unknown
  // CHECK: %{{.*}} = pld.tensor.remote_store({{.*}} -> !pld.unknown
  %2 = pld.tensor.remote_store(%d, %d, %r, %o) : (!dist, !dist, index, !offsets) -> !pld.unknown
  // CHECK: %{{.*}} = pld.system.notify({{.*}} -> !pld.unknown
  %3 = pld.system.notify(%d, %r, %o, %v) : (!dist, index, !offsets, i32) -> !pld.unknown
  // CHECK: %{{.*}} = pld.system.wait({{.*}} -> !pld.unknown
  %4 = pld.system.wait(%d, %o, %v) : (!dist, !offsets, i32) -> !pld.unknown
  // CHECK: %{{.*}} = pld.system.defer_wait({{.*}} -> !pld.unknown
  %5 = pld.system.defer_wait(%d, %o, %v) : (!dist, !offsets, i32) -> !pld.unknown
  // CHECK: %{{.*}} = pld.system.set_ffts({{.*}} -> !pld.unknown
  %6 = pld.system.set_ffts(%d) : (!dist) -> !pld.unknown
  // CHECK: %{{.*}} = pld.system.sync_set({{.*}} -> !pld.unknown
  %7 = pld.system.sync_set() : () -> !pld.unknown
  // CHECK: %{{.*}} = pld.system.sync_wait({{.*}} -> !pld.unknown
  %8 = pld.system.sync_wait() : () -> !pld.unknown
  pld.return
}

// CHECK-LABEL: @prefetch(
pld.func private incore @prefetch(%d: !dist) {
  // CHECK: %[[C:.*]] = pld.prefetch.make_context() : () -> !pld.prefetch_context
  %c = pld.prefetch.make_context() : () -> !pld.prefetch_context
  // CHECK: %[[S:.*]] = pld.prefetch.session(%[[C]]) : (!pld.prefetch_context) -> !pld.async_session
  %s = pld.prefetch.session(%c) : (!pld.prefetch_context) -> !pld.async_session
  // CHECK: %[[E:.*]] = pld.prefetch.async_prefetch(%{{.*}}, %[[C]]) : (!pld.dist_tensor<[M], f32>, !pld.prefetch_context) -> !pld.async_event
  %e = pld.prefetch.async_prefetch(%d, %c) : (!dist, !pld.prefetch_context) -> !pld.async_event
  // CHECK: pld.prefetch.wait(%[[E]], %[[S]]) : (!pld.async_event, !pld.async_session) -> i1
  %0 = pld.prefetch.wait(%e, %s) : (!pld.async_event, !pld.async_session) -> i1
  pld.return
}

// CHECK-LABEL: @reserves(
pld.func private aic @reserves() {
  // CHECK: pld.system.reserve_buffer() {base = 0 : i64, name = "buffer", size = 64 : i64} : () -> i32
  %0 = pld.system.reserve_buffer() {name = "buffer", size = 64 : i64, base = 0 : i64} : () -> i32
  // CHECK: pld.system.reserve_buffer() {name = "other"} : () -> i32
  %1 = pld.system.reserve_buffer() {name = "other"} : () -> i32
  pld.return
}

// CHECK-LABEL: @imports(
pld.func private aiv @imports() {
  // CHECK: pld.system.import_peer_buffer() {name = "buffer", peer_func = @reserves} : () -> i32
  %0 = pld.system.import_peer_buffer() {name = "buffer", peer_func = @reserves} : () -> i32
  pld.return
}

// CHECK-LABEL: @communication(
pld.func private orchestration @communication(%n: index, %shape: tuple<index>) {
  // CHECK: %[[P:.*]] = pld.tensor.alloc_window_buffer(%{{.*}}) {name = "w"} : (index) -> !pld.ptr
  %p = pld.tensor.alloc_window_buffer(%n) {name = "w"} : (index) -> !pld.ptr
  // CHECK: %[[D:.*]] = pld.tensor.window(%[[P]], %{{.*}}) {dtype = f32} : (!pld.ptr, tuple<index>) -> !pld.dist_tensor<[4], f32>
  %d = pld.tensor.window(%p, %shape) {dtype = f32} : (!pld.ptr, tuple<index>) -> !pld.dist_tensor<[4], f32>
  // CHECK: %[[C:.*]] = pld.system.get_comm_ctx(%[[D]]) : (!pld.dist_tensor<[4], f32>) -> !pld.comm_ctx
  %c = pld.system.get_comm_ctx(%d) : (!pld.dist_tensor<[4], f32>) -> !pld.comm_ctx
  // CHECK: pld.system.nranks(%[[C]]) : (!pld.comm_ctx) -> i32
  %0 = pld.system.nranks(%c) : (!pld.comm_ctx) -> i32
  // CHECK: pld.system.rank(%[[C]]) : (!pld.comm_ctx) -> i32
  %1 = pld.system.rank(%c) : (!pld.comm_ctx) -> i32
  // CHECK: pld.system.world_size() : () -> i64
  %2 = pld.system.world_size() : () -> i64
  pld.return
}

// CHECK-LABEL: @tasks(
pld.func private orchestration @tasks(%t: !pld.task_id, %ts: !pld.array<4 x !pld.task_id>) {
  // CHECK: pld.system.task_dummy() : () -> !pld.task_id
  %0 = pld.system.task_dummy() : () -> !pld.task_id
  // CHECK: pld.system.task_dummy(%{{.*}}, %{{.*}}) : (!pld.task_id, !pld.array<4 x !pld.task_id>) -> !pld.task_id
  %1 = pld.system.task_dummy(%t, %ts) : (!pld.task_id, !pld.array<4 x !pld.task_id>) -> !pld.task_id
  // CHECK: pld.system.task_invalid() : () -> !pld.task_id
  %2 = pld.system.task_invalid() : () -> !pld.task_id
  // CHECK: pld.system.task_is_valid(%{{.*}}) : (!pld.task_id) -> i1
  %3 = pld.system.task_is_valid(%t) : (!pld.task_id) -> i1
  pld.return
}

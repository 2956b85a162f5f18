// RUN: pld-opt %s -split-input-file -verify-diagnostics

// A buffer of a function that does not exist.
pld.func private aiv @f() {
  // expected-error @below {{'pld.system.import_peer_buffer' op names '@g', which does not exist}}
  %0 = pld.system.import_peer_buffer() {name = "b", peer_func = @g} : () -> i32
  pld.return
}

// -----

// A buffer of a function of another dialect.
func.func private @g()
pld.func private aiv @f() {
  // expected-error @below {{'pld.system.import_peer_buffer' op names '@g', which is not a 'pld.func'}}
  %0 = pld.system.import_peer_buffer() {name = "b", peer_func = @g} : () -> i32
  pld.return
}

// -----

// A peer that is no function's name.
pld.func private aiv @f() {
  // expected-error @below {{'pld.system.import_peer_buffer' op attribute 'peer_func' failed to satisfy constraint: flat symbol reference attribute}}
  %0 = pld.system.import_peer_buffer() {name = "b", peer_func = "g"} : () -> i32
  pld.return
}

// -----

// A buffer without a name.
pld.func private aiv @f() {
  // expected-error @below {{'pld.system.reserve_buffer' op requires attribute 'name'}}
  %0 = pld.system.reserve_buffer() : () -> i32
  pld.return
}

// -----

// A size of another type.
pld.func private aiv @f() {
  // expected-error @below {{'pld.system.reserve_buffer' op attribute 'size' failed to satisfy constraint: 64-bit signless integer attribute}}
  %0 = pld.system.reserve_buffer() {name = "b", size = 4 : i32} : () -> i32
  pld.return
}

// -----

// An address that is no scalar.
pld.func private aiv @f() {
  // expected-error @below {{'pld.system.reserve_buffer' op result #0 must be a scalar, but got '!pld.ptr'}}
  %0 = pld.system.reserve_buffer() {name = "b"} : () -> !pld.ptr
  pld.return
}

// -----

// An effect with a value.
pld.func private aiv @f(%x: i32) {
  // expected-error @below {{'pld.system.wait' op result #0 must be a type that was never determined, but got 'i32'}}
  %0 = pld.system.wait(%x, %x, %x) : (i32, i32, i32) -> i32
  pld.return
}

// -----

// Two values of none.
pld.func private aiv @f(%x: i32) {
  // expected-error @below {{'pld.system.wait' op result group starting at #0 requires 0 or 1 element, but found 2}}
  %0:2 = pld.system.wait(%x, %x, %x) : (i32, i32, i32) -> (!pld.unknown, !pld.unknown)
  pld.return
}

// -----

// Too few operands.
pld.func private aiv @f(%x: i32) {
  // expected-error @below {{'pld.system.notify' op expected 4 operands, but found 3}}
  pld.system.notify(%x, %x, %x) : (i32, i32, i32) -> ()
  pld.return
}

// -----

// Fewer operands than are there always.
pld.func private aiv @f(%x: i32) {
  // expected-error @below {{'pld.tensor.put' op expected 3 or more operands, but found 2}}
  pld.tensor.put(%x, %x) : (i32, i32) -> ()
  pld.return
}

// -----

// More operands than may be there.
pld.func private aiv @f(%x: i32) {
  // expected-error @below {{'pld.system.sync_set' op operand group starting at #0 requires 0 or 1 element, but found 2}}
  pld.system.sync_set(%x, %x) : (i32, i32) -> ()
  pld.return
}

// -----

// A keyword of another type.
pld.func private aiv @f() {
  // expected-error @below {{'pld.system.sync_wait' op attribute 'core_type' failed to satisfy constraint: string attribute}}
  pld.system.sync_wait() {core_type = 1} : () -> ()
  pld.return
}

// -----

// A prefetch in something that is no context.
pld.func private aiv @f(%x: i32) {
  // expected-error @below {{'pld.prefetch.async_prefetch' op operand #1 must be the context of asynchronous prefetches, but got 'i32'}}
  %0 = pld.prefetch.async_prefetch(%x, %x) : (i32, i32) -> !pld.async_event
  pld.return
}

// -----

// An event that is none.
pld.func private aiv @f(%x: i32, %s: !pld.async_session) {
  // expected-error @below {{'pld.prefetch.wait' op operand #0 must be an asynchronous event, but got 'i32'}}
  %0 = pld.prefetch.wait(%x, %s) : (i32, !pld.async_session) -> i1
  pld.return
}

// -----

// A window that is an ordinary tensor.
pld.func private aiv @f(%x: !pld.ptr) {
  // expected-error @below {{'pld.tensor.window' op result #0 must be a tensor that exists on every rank, but got '!pld.tensor<[4], f32>'}}
  %0 = pld.tensor.window(%x, %x) : (!pld.ptr, !pld.ptr) -> !pld.tensor<[4], f32>
  pld.return
}

// -----

// Elements of a window that are no type.
pld.func private aiv @f(%x: !pld.ptr) {
  // expected-error @below {{'pld.tensor.window' op attribute 'dtype' failed to satisfy constraint: any type attribute}}
  %0 = pld.tensor.window(%x, %x) {dtype = "f32"} : (!pld.ptr, !pld.ptr) -> !pld.dist_tensor<[4], f32>
  pld.return
}

// -----

// Not a pointer.
pld.func private aiv @f(%n: index) {
  // expected-error @below {{'pld.tensor.alloc_window_buffer' op result #0 must be an address, but got 'index'}}
  %0 = pld.tensor.alloc_window_buffer(%n) : (index) -> index
  pld.return
}

// -----

// An operation that does not exist.
pld.func private aiv @f() {
  // expected-error @below {{custom op 'pld.system.nothing' is unknown}}
  pld.system.nothing() : () -> ()
  pld.return
}

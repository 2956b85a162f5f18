// RUN: pld-opt %s -split-input-file -verify-diagnostics

// An operator that does not exist, and one that does.
pld.func private incore @f(%x: i32) {
  // expected-error @below {{'pld.intrinsic' op 'tile.ad' is not an operator of PyPTO; did you mean 'tile.add'?}}
  %0 = pld.intrinsic "tile.ad"(%x, %x) : (i32, i32) -> i32
  pld.return
}

// -----

// An operator that is like no other.
pld.func private incore @f(%x: i32) {
  // expected-error @below {{'pld.intrinsic' op 'something else' is not an operator of PyPTO}}
  %0 = pld.intrinsic "something else"(%x) : (i32) -> i32
  pld.return
}

// -----

// An operator without a name.
pld.func private incore @f() {
  // expected-error @below {{'pld.intrinsic' op '' is not an operator of PyPTO}}
  pld.intrinsic ""() : () -> ()
  pld.return
}

// -----

// An operator that has an operation.
pld.func private incore @f(%x: i32) {
  // expected-error @below {{'pld.intrinsic' op 'pld.system.wait' has an operation of its own, 'pld.system.wait'}}
  pld.intrinsic "pld.system.wait"(%x, %x, %x) : (i32, i32, i32) -> ()
  pld.return
}

// -----

// The same where the operation has another prefix.
pld.func private incore @f(%x: i32) {
  // expected-error @below {{'pld.intrinsic' op 'system.set_ffts' has an operation of its own, 'pld.system.set_ffts'}}
  pld.intrinsic "system.set_ffts"(%x) : (i32) -> ()
  pld.return
}

// -----

// Too few operands.
pld.func private incore @f(%x: i32) {
  // expected-error @below {{'pld.intrinsic' op 'tile.add' takes 2 operands, not 1}}
  %0 = pld.intrinsic "tile.add"(%x) : (i32) -> i32
  pld.return
}

// -----

// Too many of some counts.
pld.func private incore @f(%x: i32) {
  // expected-error @below {{'pld.intrinsic' op 'tensor.slice' takes 3 to 5 operands, not 6}}
  %0 = pld.intrinsic "tensor.slice"(%x, %x, %x, %x, %x, %x) : (i32, i32, i32, i32, i32, i32) -> i32
  pld.return
}

// -----

// A value of what has none.
pld.func private incore @f() {
  // expected-error @below {{'pld.intrinsic' op 'system.bar_all' has an effect and no value}}
  %0 = pld.intrinsic "system.bar_all"() : () -> i32
  pld.return
}

// -----

// No value of what has one.
pld.func private incore @f(%x: i32) {
  // expected-error @below {{'pld.intrinsic' op 'tile.add' must have a result}}
  pld.intrinsic "tile.add"(%x, %x) : (i32, i32) -> ()
  pld.return
}

// -----

// A keyword that the operator does not have.
pld.func private incore @f(%x: i32) {
  // expected-error @below {{'pld.intrinsic' op 'tile.cast' has no keyword 'dtype'}}
  %0 = pld.intrinsic "tile.cast"(%x) {dtype = f32} : (i32) -> i32
  pld.return
}

// -----

// A keyword of another kind: a float for an integer.
pld.func private incore @f(%x: i32) {
  // expected-error @below {{'pld.intrinsic' op keyword 'mode' of 'tile.cast' is 2.000000e+00 : f64, which is not of kind int}}
  %0 = pld.intrinsic "tile.cast"(%x) {mode = 2.0} : (i32) -> i32
  pld.return
}

// -----

// An integer of another type.
pld.func private incore @f(%x: i32) {
  // expected-error @below {{keyword 'mode' of 'tile.cast' is 2 : si64, which is not of kind int}}
  %0 = pld.intrinsic "tile.cast"(%x) {mode = 2 : si64} : (i32) -> i32
  pld.return
}

// -----

// An integer of more than 32 bits.
pld.func private incore @f(%x: i32) {
  // expected-error @below {{keyword 'mode' of 'tile.cast' is 2147483648 : i64, which is not of kind int}}
  %0 = pld.intrinsic "tile.cast"(%x) {mode = 2147483648 : i64} : (i32) -> i32
  pld.return
}

// -----

// An integer for a bool.
pld.func private incore @f(%x: i32) {
  // expected-error @below {{keyword 'clamp' of 'tensor.slice' is 1 : i64, which is not of kind bool}}
  %0 = pld.intrinsic "tensor.slice"(%x, %x, %x) {clamp = 1} : (i32, i32, i32) -> i32
  pld.return
}

// -----

// A type for a string.
pld.func private incore @f() {
  // expected-error @below {{keyword 'mode' of 'system.syncall' is i32, which is not of kind string}}
  pld.intrinsic "system.syncall"() {mode = i32} : () -> ()
  pld.return
}

// -----

// A float for a double.
pld.func private incore @f(%x: i32) {
  // expected-error @below {{keyword 'init_value' of 'tensor.create' is 1.000000e+00 : f32, which is not of kind double}}
  %0 = pld.intrinsic "tensor.create"(%x) {init_value = 1.0 : f32} : (i32) -> i32
  pld.return
}

// -----

// A string for a type.
pld.func private incore @f(%x: i32) {
  // expected-error @below {{keyword 'target_type' of 'tile.cast' is "f32", which is not of kind DataType}}
  %0 = pld.intrinsic "tile.cast"(%x) {target_type = "f32"} : (i32) -> i32
  pld.return
}

// -----

// Something else for a memory.
pld.func private incore @f(%x: i32) {
  // expected-error @below {{keyword 'target_memory' of 'tile.move' is #pld<layout nz>, which is not of kind MemorySpace}}
  %0 = pld.intrinsic "tile.move"(%x) {target_memory = #pld<layout nz>} : (i32) -> i32
  pld.return
}

// -----

// Something else for the layout of a tensor.
pld.func private incore @f(%x: i32) {
  // expected-error @below {{keyword 'layout' of 'tensor.create' is #pld<tile_layout row_major>, which is not of kind TensorLayout}}
  %0 = pld.intrinsic "tensor.create"(%x) {layout = #pld<tile_layout row_major>} : (i32) -> i32
  pld.return
}

// -----

// Something else for the layout of a tile.
pld.func private incore @f(%x: i32) {
  // expected-error @below {{keyword 'blayout' of 'tile.move' is #pld<layout nz>, which is not of kind TileLayout}}
  %0 = pld.intrinsic "tile.move"(%x) {blayout = #pld<layout nz>} : (i32) -> i32
  pld.return
}

// -----

// Something else for a padding value.
pld.func private incore @f(%x: i32) {
  // expected-error @below {{keyword 'pad_value' of 'tile.fillpad' is 0 : i64, which is not of kind PadValue}}
  %0 = pld.intrinsic "tile.fillpad"(%x) {pad_value = 0} : (i32) -> i32
  pld.return
}

// -----

// A name that is no string.
pld.func private incore @f(%x: i32) {
  // expected-error @below {{expected string}}
  %0 = pld.intrinsic tile.add(%x, %x) : (i32, i32) -> i32
  pld.return
}

// -----

// Keywords that are no dictionary.
pld.func private incore @f(%x: i32) {
  // expected-error @below {{keywords must be a dictionary}}
  %0 = pld.intrinsic "tile.add"(%x, %x) [1] : (i32, i32) -> i32
  pld.return
}

// -----

// A keyword twice.
pld.func private incore @f(%x: i32) {
  // expected-error @below {{duplicate key 'mode' in dictionary attribute}}
  %0 = pld.intrinsic "tile.cast"(%x) {mode = 1, mode = 2} : (i32) -> i32
  pld.return
}

// -----

// What is written before is no attribute.
pld.func private incore @f(%x: i32) {
  // expected-error @below {{'unchecked' cannot be given as an attribute}}
  %0 = pld.intrinsic "tile.add"(%x, %x) attributes {unchecked} : (i32, i32) -> i32
  pld.return
}

// -----

// Fewer types than operands.
pld.func private incore @f(%x: i32) {
  // expected-error @below {{number of operands and types do not match: got 2 operands and 1 types}}
  %0 = pld.intrinsic "tile.add"(%x, %x) : (i32) -> i32
  pld.return
}

// -----

// Two devices.
pld.func private incore @f(%x: index) {
  // expected-error @below {{expected ')'}}
  %0 = pld.intrinsic "tile.add"(%x, %x) device(%x, %x) : (index, index) -> index
  pld.return
}

// -----

// No device.
pld.func private incore @f(%x: index) {
  // expected-error @below {{expected SSA operand}}
  %0 = pld.intrinsic "tile.add"(%x, %x) device() : (index, index) -> index
  pld.return
}

// -----

// A device that is no integer.
pld.func private incore @f(%x: f32) {
  // expected-error @below {{'pld.intrinsic' op operand #2 must be an integer, but got 'f32'}}
  %0 = pld.intrinsic "tile.add"(%x, %x) device(%x : f32) : (f32, f32) -> f32
  pld.return
}

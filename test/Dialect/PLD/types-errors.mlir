// RUN: pld-opt %s -split-input-file -verify-diagnostics

// A type that does not exist.
// expected-error @below {{unknown  type `tensr` in dialect `pld`}}
pld.func private opaque @f(!pld.tensr<[4], f32>)

// -----

// A tensor without parameters.
// expected-error @below {{expected '<'}}
pld.func private opaque @f(!pld.tensor)

// -----

// A tensor without a shape.
// expected-error @below {{expected '['}}
pld.func private opaque @f(!pld.tensor<f32>)

// -----

// A tensor in the notation of another dialect.
// expected-error @below {{expected '['}}
pld.func private opaque @f(!pld.tensor<4x4xf32>)

// -----

// A tensor without elements.
// expected-error @below {{expected ','}}
pld.func private opaque @f(!pld.tensor<[4]>)

// -----

// A tensor of tensors.
// expected-error @below {{'!pld.tensor<[4], f32>' is not an element type}}
pld.func private opaque @f(!pld.tensor<[4], !pld.tensor<[4], f32>>)

// -----

// A distributed tensor of pointers.
// expected-error @below {{'!pld.ptr' is not an element type}}
pld.func private opaque @f(!pld.dist_tensor<[4], !pld.ptr>)

// -----

// A tile of vectors.
// expected-error @below {{'vector<4xf32>' is not an element type}}
pld.func private opaque @f(!pld.tile<[4], vector<4xf32>>)

// -----

// An array of arrays.
// expected-error @below {{'!pld.array<4 x f32>' is not an element type}}
pld.func private opaque @f(!pld.array<4 x !pld.array<4 x f32>>)

// -----

// An entry that a tensor does not have.
// expected-error @below {{unknown entry 'space' of a tensor}}
pld.func private opaque @f(!pld.tensor<[4], f32, space = vec>)

// -----

// Only a distributed tensor has a window buffer.
// expected-error @below {{unknown entry 'window' of a tensor}}
pld.func private opaque @f(!pld.tensor<[4], f32, window = <"w", base = "p", size = 4>>)

// -----

// An entry that a tile does not have.
// expected-error @below {{unknown entry 'stride' of a tile}}
pld.func private opaque @f(!pld.tile<[4], f32, stride = [1]>)

// -----

// An entry of a tensor twice.
// expected-error @below {{'layout' is given twice}}
pld.func private opaque @f(!pld.tensor<[4], f32, layout = nz, layout = nz>)

// -----

// An entry of a tile twice.
// expected-error @below {{'space' is given twice}}
pld.func private opaque @f(!pld.tile<[4], f32, space = vec, space = vec>)

// -----

// An entry without a value.
// expected-error @below {{expected '='}}
pld.func private opaque @f(!pld.tensor<[4], f32, layout>)

// -----

// An entry without a name.
// expected-error @below {{expected valid keyword}}
pld.func private opaque @f(!pld.tensor<[4], f32, = nz>)

// -----

// A layout that does not exist.
// expected-error @below {{expected one of [nd, dn, nz, mx_a_zz, mx_b_nn] for the layout of a tensor in global memory, got: zn}}
pld.func private opaque @f(!pld.tensor<[4], f32, layout = zn>)

// -----

// Padding that does not exist.
// expected-error @below {{expected one of [null, zero, max, min] for the value outside of the valid shape, got: one}}
pld.func private opaque @f(!pld.tensor<[4], f32, pad = one>)

// -----

// A memory that does not exist.
// expected-error @below {{expected one of [ddr, vec, mat, left, right, acc, bias, scalar_local, left_scale, right_scale] for a memory of the NPU, got: l1}}
pld.func private opaque @f(!pld.tile<[4], f32, space = l1>)

// -----

// A stride that is no list.
// expected-error @below {{expected '['}}
pld.func private opaque @f(!pld.tensor<[4], f32, stride = 1>)

// -----

// A valid shape that is none.
// expected-error @below {{expected a dimension}}
pld.func private opaque @f(!pld.tensor<[4], f32, valid = [*]>)

// -----

// Storage that is another attribute.
#a = #pld.window<"w", base = "p", size = 4>
// expected-error @below {{invalid kind of attribute specified}}
pld.func private opaque @f(!pld.tensor<[4], f32, memref = #a>)

// -----

// A view of a tile that is another attribute.
#a = #pld.memref<"m">
// expected-error @below {{invalid kind of attribute specified}}
pld.func private opaque @f(!pld.tile<[4], f32, view = #a>)

// -----

// A window buffer that is another attribute.
#a = #pld.memref<"m">
// expected-error @below {{invalid kind of attribute specified}}
pld.func private opaque @f(!pld.dist_tensor<[4], f32, window = #a>)

// -----

// A tensor that does not end.
// expected-error @below {{expected '>'}}
pld.func private opaque @f(!pld.tensor<[4], f32 f32>)

// -----

// An array without an extent.
// expected-error @below {{[4] is not a dimension}}
pld.func private opaque @f(!pld.array<[4] x f32>)

// -----

// An array without elements.
// expected-error @below {{expected 'x' in dimension list}}
pld.func private opaque @f(!pld.array<4>)

// -----

// An array of two dimensions.
// expected-error @below {{expected '>'}}
pld.func private opaque @f(!pld.array<4 x i32 x i32>)

// -----

// Parameters of a type that has none.
// expected-error @below {{'!pld.task_id' has no parameters}}
pld.func private opaque @f(!pld.task_id<4>, f32)

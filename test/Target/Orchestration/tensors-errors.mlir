// Tensors that the runtime cannot make: by an allocation, and as an output that a
// submit leaves out.

// RUN: pld-translate --pld-to-orchestration-cpp --split-input-file --verify-diagnostics %s -o /dev/null

pld.func orchestration @main() attributes {pld.kernel_registrations = []} {
  %c64 = arith.constant 64 : index
  %shape = pld.make_tuple %c64 : tuple<index>
  // expected-error @below {{the runtime has no tensors of 'i1'}}
  %0 = pld.intrinsic "tensor.create"(%shape) {dtype = i1} : (tuple<index>) -> !pld.tensor<[64], i1>
  pld.return
}

// -----

!t = !pld.tensor<[64], f8E5M2>
pld.func private aiv @k(%y: out !t)
pld.func orchestration @main() attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [out]>]} {
  // expected-error @below {{the runtime has no tensors of 'f8E5M2'}}
  %t = pld.submit @k() {pld.kernel_ids = array<i32: 0>} : () -> !pld.task_id
  pld.return
}

// -----

!t = !pld.tensor<[3], f4E2M1FN>
pld.func private aiv @k(%y: out !t)
pld.func orchestration @main() attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [out]>]} {
  // expected-error @below {{'pld.submit' cannot be written as orchestration C++: 3 elements of 'f4E2M1FN' are not whole bytes}}
  %t = pld.submit @k() {pld.kernel_ids = array<i32: 0>} : () -> !pld.task_id
  pld.return
}

// -----

!t = !pld.tensor<[64], f32, layout = nz>
pld.func private aiv @k(%y: out !t)
pld.func orchestration @main() attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [out]>]} {
  // expected-error @below {{'pld.submit' cannot be written as orchestration C++: '!pld.tensor<[64], f32, layout = nz>' is not a plain tensor}}
  %t = pld.submit @k() {pld.kernel_ids = array<i32: 0>} : () -> !pld.task_id
  pld.return
}

// -----

!t = !pld.tensor<[64], f32>
!s = !pld.tensor<[64], f32, stride = [2], valid = [3], pad = zero>
pld.func private aiv @k(%x: !t, %y: out !s) -> !s {
  pld.return %y : !s
}
pld.func private spmd @w(%x: !t, %y: out !s) -> !s {
  %0 = pld.call @k(%x, %y) : (!t, !s) -> !s
  pld.return %0 : !s
}
pld.func orchestration @main(%x: !t) attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [in, out]>]} {
  // expected-error @below {{'!pld.tensor<[64], f32, stride = [2], valid = [3], pad = zero>' is not a plain tensor}}
  %0, %t = pld.submit @w(%x) {pld.kernel_ids = array<i32: 0>} : (!t) -> (!s, !pld.task_id)
  pld.return
}

// -----

// Only the result says that it is padded.
!t = !pld.tensor<[64], f32>
!p = !pld.tensor<[64], f32, pad = zero>
pld.func private aiv @k(%y: out !t) -> !t {
  pld.return %y : !t
}
pld.func orchestration @main() attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [out]>]} {
  // expected-error @below {{'!pld.tensor<[64], f32, pad = zero>' is not a plain tensor}}
  %0, %t = pld.submit @k() {pld.kernel_ids = array<i32: 0>} : () -> (!p, !pld.task_id)
  pld.return
}

// -----

!d = !pld.dist_tensor<[64], f32>
pld.func private aiv @k(%y: out !d)
pld.func orchestration @main() attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [out]>]} {
  // expected-error @below {{the runtime cannot make a '!pld.dist_tensor<[64], f32>'}}
  %t = pld.submit @k() {pld.kernel_ids = array<i32: 0>} : () -> !pld.task_id
  pld.return
}

// -----

!t = !pld.tensor<[1, 1, 1, 1, 1, 1], f32>
pld.func private aiv @k(%y: out !t)
pld.func orchestration @main() attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [out]>]} {
  // expected-error @below {{the task of '@k' has a tensor of 6 dimensions, but the runtime takes at most 5}}
  %t = pld.submit @k() {pld.kernel_ids = array<i32: 0>} : () -> !pld.task_id
  pld.return
}

// -----

// The M of the result is that of the kernel, or another one.
!t = !pld.tensor<[M], f32>
pld.func private aiv @k(%x: !pld.tensor<[8], f32>, %y: out !t) -> !t {
  pld.return %y : !t
}
pld.func orchestration @main(%x: !pld.tensor<[8], f32>, %y: !t) attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [in, out]>]} {
  // expected-error @below {{'pld.submit' needs the dimension "M" of '@k', which nothing here gives}}
  %0, %t = pld.submit @k(%x) {pld.kernel_ids = array<i32: 0>} : (!pld.tensor<[8], f32>) -> (!t, !pld.task_id)
  pld.return
}

// -----

pld.func orchestration @main() attributes {pld.kernel_registrations = []} {
  %c64 = arith.constant 64 : index
  %shape = pld.make_tuple %c64 : tuple<index>
  // expected-error @below {{'tensor.create' cannot be written as orchestration C++: its shape is not that of '!pld.tensor<[32], f32>'}}
  %0 = pld.intrinsic "tensor.create"(%shape) {dtype = f32} : (tuple<index>) -> !pld.tensor<[32], f32>
  pld.return
}

// -----

pld.func orchestration @main() attributes {pld.kernel_registrations = []} {
  %c64 = arith.constant 64 : index
  %shape = pld.make_tuple %c64 : tuple<index>
  // expected-error @below {{'tensor.create' cannot be written as orchestration C++: its shape is not that of '!pld.tensor<[64, 1], f32>'}}
  %0 = pld.intrinsic "tensor.create"(%shape) {dtype = f32} : (tuple<index>) -> !pld.tensor<[64, 1], f32>
  pld.return
}

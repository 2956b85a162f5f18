// Workspaces of pipes whose size cannot be said.

// RUN: pld-translate --pld-to-orchestration-cpp --split-input-file --verify-diagnostics %s -o /dev/null

!w = !pld.tensor<[1], f32>
pld.func private aic @cube(%gm: out !w) {
  %c0 = arith.constant 0 : i32
  // expected-note @below {{here}}
  pld.intrinsic "system.aic_initialize_pipe"(%c0, %c0) {dir_mask = 1 : i64, slot_size = 64 : i64} : (i32, i32) -> ()
  pld.return
}
pld.func private aiv @vector(%gm: out !w) {
  %c0 = arith.constant 0 : i32
  // expected-error @below {{pipe 0 of '@vector' has 2 slots of 64 bytes here, but 8 of 64 where it is initialized first}}
  pld.intrinsic "system.aiv_initialize_pipe"(%c0, %c0) {dir_mask = 1 : i64, slot_num = 2 : i64, slot_size = 64 : i64} : (i32, i32) -> ()
  pld.return
}
pld.func private group @mixed(%gm: out !w) {
  pld.call @cube(%gm) : (!w) -> ()
  pld.call @vector(%gm) : (!w) -> ()
  pld.return
}
pld.func orchestration @main() attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @cube, core_type = aic, signature = [out]>,
    #pld.kernel_registration<func_id = 1, code_name = @vector, core_type = aiv, signature = [out]>]} {
  %c1 = arith.constant 1 : index
  %one = pld.make_tuple %c1 : tuple<index>
  %w = pld.intrinsic "tensor.create"(%one) {dtype = f32} : (tuple<index>) -> !w
  pld.call @mixed(%w) {pld.kernel_ids = array<i32: 0, 1>} : (!w) -> ()
  pld.return
}

// -----

!w = !pld.tensor<[1], f32>
pld.func private aiv @k(%gm: out !w) {
  pld.return
}
pld.func orchestration @main() attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [out]>]} {
  %c1 = arith.constant 1 : index
  %one = pld.make_tuple %c1 : tuple<index>
  %w = pld.intrinsic "tensor.create"(%one) {dtype = f32} : (tuple<index>) -> !w loc("gm_pipe_buffer_3")
  // expected-error @below {{gives '@k' a workspace for pipes, but it initializes none}}
  pld.call @k(%w) {pld.kernel_ids = array<i32: 0>} : (!w) -> ()
  pld.return
}

// -----

!w = !pld.tensor<[1], f32>
pld.func private aiv @k(%gm: out !w) {
  %c0 = arith.constant 0 : i32
  // expected-error @below {{the size of a pipe with 'dir_mask' 4 and 'slot_size' 0 is not known; the mask is 1, 2 or 3, the size in bytes}}
  pld.intrinsic "system.aiv_initialize_pipe"(%c0, %c0) {dir_mask = 4 : i64} : (i32, i32) -> ()
  pld.return
}
pld.func orchestration @main() attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [out]>]} {
  %c1 = arith.constant 1 : index
  %one = pld.make_tuple %c1 : tuple<index>
  %w = pld.intrinsic "tensor.create"(%one) {dtype = f32} : (tuple<index>) -> !w
  pld.call @k(%w) {pld.kernel_ids = array<i32: 0>} : (!w) -> ()
  pld.return
}

// -----

!w = !pld.tensor<[1], f32>
pld.func private aiv @k(%gm: out !w) {
  %c0 = arith.constant 0 : i32
  pld.intrinsic "system.aiv_initialize_pipe"(%c0, %c0) {dir_mask = 3 : i64, slot_num = 2147483647 : i64, slot_size = 2147483647 : i64} : (i32, i32) -> ()
  pld.return
}
pld.func orchestration @main() attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [out]>]} {
  %c1 = arith.constant 1 : index
  %one = pld.make_tuple %c1 : tuple<index>
  %w = pld.intrinsic "tensor.create"(%one) {dtype = f32} : (tuple<index>) -> !w
  // expected-error @below {{the pipes of '@k' need more memory than a tensor can have}}
  pld.call @k(%w) {pld.kernel_ids = array<i32: 0>} : (!w) -> ()
  pld.return
}

// -----

!w = !pld.tensor<[1], f32>
pld.func private aiv @k(%gm: out !w) {
  %c0 = arith.constant 0 : i32
  pld.intrinsic "system.aiv_initialize_pipe"(%c0, %c0) {dir_mask = 1 : i64, slot_num = 1048576 : i64, slot_size = 4096 : i64} : (i32, i32) -> ()
  pld.return
}
pld.func orchestration @main() attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [out]>]} {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = pld.make_tuple %c1 : tuple<index>
  // expected-error @below {{4294967296 cannot be a dimension, which has 32 bits}}
  %w = pld.intrinsic "tensor.create"(%one) {dtype = f32} : (tuple<index>) -> !w
  pld.call @k(%w) core_num(%c4) {pld.kernel_ids = array<i32: 0>} : (!w) -> ()
  pld.return
}

// -----

!w = !pld.tensor<[1], f32>
pld.func private aiv @k(%gm: out !w) {
  %c0 = arith.constant 0 : i32
  pld.intrinsic "system.aiv_initialize_pipe"(%c0, %c0) {dir_mask = 1 : i64, slot_size = 8 : i64} : (i32, i32) -> ()
  pld.return
}
pld.func orchestration @main(%n: index) attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [out]>]} {
  %c1 = arith.constant 1 : index
  %one = pld.make_tuple %c1 : tuple<index>
  // expected-error @below {{makes a workspace for the pipes of '@k', before it is known on how many cores they are}}
  %w = pld.intrinsic "tensor.create"(%one) {dtype = f32} : (tuple<index>) -> !w
  %cores = arith.addi %n, %c1 : index
  pld.call @k(%w) core_num(%cores) {pld.kernel_ids = array<i32: 0>} : (!w) -> ()
  pld.return
}

// -----

!w = !pld.tensor<[1], f32>
pld.func private aiv @k(%gm: out !w) {
  %c0 = arith.constant 0 : i32
  pld.intrinsic "system.aiv_initialize_pipe"(%c0, %c0) {dir_mask = 1 : i64, slot_size = 8 : i64} : (i32, i32) -> ()
  pld.return
}
pld.func orchestration @main(%n: index, %m: index) attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [out]>]} {
  %c1 = arith.constant 1 : index
  %one = pld.make_tuple %c1 : tuple<index>
  // expected-error @below {{makes a workspace for the pipes of several tasks, on numbers of cores that are not known to be one}}
  %w = pld.intrinsic "tensor.create"(%one) {dtype = f32} : (tuple<index>) -> !w
  pld.call @k(%w) core_num(%n) {pld.kernel_ids = array<i32: 0>} : (!w) -> ()
  pld.call @k(%w) core_num(%m) {pld.kernel_ids = array<i32: 0>} : (!w) -> ()
  pld.return
}

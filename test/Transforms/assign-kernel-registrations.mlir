// RUN: pld-opt %s --pld-assign-kernel-registrations --split-input-file | FileCheck %s
// RUN: pld-opt %s --pld-assign-kernel-registrations --pld-assign-kernel-registrations --split-input-file | FileCheck %s

// What one code does in two ways are two registrations. The same key has the
// same id, and ids are in the order of first use.

// CHECK-LABEL: pld.func orchestration @main
// CHECK-SAME: pld.kernel_registrations = [
// CHECK-SAME: #pld.kernel_registration<func_id = 0, code_name = @second, core_type = aic, signature = [in, out]>,
// CHECK-SAME: #pld.kernel_registration<func_id = 1, code_name = @first, core_type = aiv, signature = [in, out]>,
// CHECK-SAME: #pld.kernel_registration<func_id = 2, code_name = @first, core_type = aiv, signature = [in, inout]>]
// CHECK: pld.call @second{{.*}}pld.kernel_ids = array<i32: 0>
// CHECK: pld.call @first{{.*}}pld.kernel_ids = array<i32: 1>
// CHECK: pld.call @first{{.*}}pld.kernel_ids = array<i32: 2>
// CHECK: pld.submit @second{{.*}}pld.kernel_ids = array<i32: 0>
!t = !pld.tensor<[64], f32>
pld.func private aiv @first(%x: !t, %y: out !t) -> !t {
  pld.return %y : !t
}
pld.func private aic @second(%x: !t, %y: out !t) -> !t {
  pld.return %y : !t
}
pld.func orchestration @main(%x: !t, %local: out !t) {
  %0 = pld.call @second(%x, %local) : (!t, !t) -> !t
  %1 = pld.call @first(%x, %0) : (!t, !t) -> !t
  %2 = pld.call @first(%x, %1) {arg_directions = [#pld<arg_direction input>, #pld<arg_direction inout>]} : (!t, !t) -> !t
  // What belongs to the task is no part of the key.
  %c8 = arith.constant 8 : index
  %3, %t0 = pld.submit @second(%x, %2) : (!t, !t) -> (!t, !pld.task_id)
  %4, %t1 = pld.submit @second(%x, %3) deps(%t0) core_num(%c8) sync_start early_resolve : (!t, !t) -> (!t, !pld.task_id)
  pld.return
}
// Each orchestration has ids of its own.
// CHECK-LABEL: pld.func orchestration @other
// CHECK-SAME: pld.kernel_registrations = [#pld.kernel_registration<func_id = 0, code_name = @first, core_type = aiv, signature = [in, out]>]
// CHECK: pld.call @first{{.*}}pld.kernel_ids = array<i32: 0>
pld.func orchestration @other(%x: !t, %y: out !t) {
  %0 = pld.call @first(%x, %y) : (!t, !t) -> !t
  pld.return
}
// CHECK-LABEL: pld.func orchestration @nothing() attributes {pld.kernel_registrations = []}
pld.func orchestration @nothing() {
  pld.return
}

// -----

// `local = k(x, local)` twice: the first time the tensor is only written, then
// it is also read. NoDep is inout in a signature, and an existing output is an
// output. Scalars do not matter, wherever they are.

// CHECK-LABEL: pld.func orchestration @main
// CHECK-SAME: pld.kernel_registrations = [
// CHECK-SAME: #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [in, out]>,
// CHECK-SAME: #pld.kernel_registration<func_id = 1, code_name = @k, core_type = aiv, signature = [in, inout]>]
// CHECK-COUNT-2: pld.call @k{{.*}}pld.kernel_ids = array<i32: 0>
// CHECK-COUNT-2: pld.call @k{{.*}}pld.kernel_ids = array<i32: 1>
!t = !pld.tensor<[64], f32>
pld.func private aiv @k(%n: i32, %x: !t, %s: f32, %y: out !t) -> !t {
  pld.return %y : !t
}
pld.func orchestration @main(%x: !t, %local: out !t, %n: i32, %a: f32, %b: f32) {
  %0 = pld.call @k(%n, %x, %a, %local) {arg_directions = [#pld<arg_direction scalar>, #pld<arg_direction input>, #pld<arg_direction scalar>, #pld<arg_direction output>]} : (i32, !t, f32, !t) -> !t
  %1 = pld.call @k(%n, %x, %b, %0) {arg_directions = [#pld<arg_direction scalar>, #pld<arg_direction input>, #pld<arg_direction scalar>, #pld<arg_direction output_existing>]} : (i32, !t, f32, !t) -> !t
  %2 = pld.call @k(%n, %x, %a, %1) {arg_directions = [#pld<arg_direction scalar>, #pld<arg_direction input>, #pld<arg_direction scalar>, #pld<arg_direction inout>]} : (i32, !t, f32, !t) -> !t
  %3 = pld.call @k(%n, %x, %b, %2) {arg_directions = [#pld<arg_direction scalar>, #pld<arg_direction input>, #pld<arg_direction scalar>, #pld<arg_direction no_dep>]} : (i32, !t, f32, !t) -> !t
  pld.return
}

// -----

// A mixed Group numbers its AIC member first, even where its AIV member is
// called first. Both have the signature of the first call. A Group of one core
// type is one kernel.

// CHECK-LABEL: pld.func orchestration @main
// CHECK-SAME: pld.kernel_registrations = [
// CHECK-SAME: #pld.kernel_registration<func_id = 0, code_name = @cube, core_type = aic, signature = [in, out]>,
// CHECK-SAME: #pld.kernel_registration<func_id = 1, code_name = @vector, core_type = aiv, signature = [in, out]>,
// CHECK-SAME: #pld.kernel_registration<func_id = 2, code_name = @vector, core_type = aiv, signature = [out, in]>]
// CHECK: pld.call @mixed{{.*}}pld.kernel_ids = array<i32: 0, 1>
// CHECK: pld.call @lonely{{.*}}pld.kernel_ids = array<i32: 2>
!t = !pld.tensor<[64], f32>
pld.func private aic @cube(%x: !t, %y: out !t) {
  pld.return
}
pld.func private aiv @vector(%x: !t, %y: inout !t) -> !t {
  pld.return %y : !t
}
pld.func private group @mixed(%x: !t, %y: out !t) -> !t {
  %0 = pld.call @vector(%x, %y) : (!t, !t) -> !t
  pld.call @cube(%x, %0) : (!t, !t) -> ()
  pld.return %0 : !t
}
pld.func private group @lonely(%y: !t, %x: out !t) {
  %0 = pld.call @vector(%x, %y) : (!t, !t) -> !t
  pld.return
}
pld.func orchestration @main(%x: !t, %y: out !t) {
  %0 = pld.call @mixed(%x, %y) : (!t, !t) -> !t
  pld.call @lonely(%x, %y) : (!t, !t) -> ()
  pld.return
}

// -----

// The order of parameters is that of the innermost first kernel call, whatever
// a wrapper makes of it; directions are those of the outer dispatch. In the
// wrapper's order the signature of @turned would be [in, out], in the inner
// directions as well; and that of @swapped would be [out, in], so that its task
// would have an id of its own.

// CHECK-LABEL: pld.func orchestration @main
// CHECK-SAME: pld.kernel_registrations = [
// CHECK-SAME: #pld.kernel_registration<func_id = 0, code_name = @kernel, core_type = aiv, signature = [in, out]>,
// CHECK-SAME: #pld.kernel_registration<func_id = 1, code_name = @kernel, core_type = aiv, signature = [out, in]>,
// CHECK-SAME: #pld.kernel_registration<func_id = 2, code_name = @kernel, core_type = aiv, signature = [inout, inout]>]
// CHECK: pld.call @kernel{{.*}}pld.kernel_ids = array<i32: 0>
// CHECK: pld.call @turned{{.*}}pld.kernel_ids = array<i32: 1>
// CHECK: pld.call @swapped{{.*}}pld.kernel_ids = array<i32: 0>
// CHECK: pld.submit @twice{{.*}}pld.kernel_ids = array<i32: 2>
!t = !pld.tensor<[64], f32>
pld.func private aiv @kernel(%a: !t, %n: index, %b: out !t) -> !t {
  pld.return %b : !t
}
pld.func spmd @turned(%n: index, %b: !t, %a: out !t) -> !t {
  %0 = pld.retype %a : !t to !t
  %1 = pld.call @kernel(%0, %n, %b) : (!t, index, !t) -> !t
  pld.return %a : !t
}
pld.func spmd @swapped(%b: out !t, %n: index, %a: !t) -> !t {
  %0 = pld.call @kernel(%a, %n, %b) : (!t, index, !t) -> !t
  pld.return %0 : !t
}
// One value of the wrapper for two parameters, and a constant of its own.
pld.func private group @inner(%a: inout !t) -> !t {
  %c1 = arith.constant 1 : index
  %0 = pld.call @kernel(%a, %c1, %a) : (!t, index, !t) -> !t
  pld.return %0 : !t
}
pld.func spmd @twice(%a: inout !t) -> !t {
  %0 = pld.call @inner(%a) : (!t) -> !t
  pld.return %0 : !t
}
pld.func orchestration @main(%x: !t, %y: out !t, %n: index) {
  %0 = pld.call @kernel(%x, %n, %y) : (!t, index, !t) -> !t
  %1 = pld.call @turned(%n, %x, %0) : (index, !t, !t) -> !t
  %3 = pld.call @swapped(%1, %n, %x) : (!t, index, !t) -> !t
  %2, %t = pld.submit @twice(%1) core_num(%n) : (!t) -> (!t, !pld.task_id)
  pld.return
}

// -----

// Program order goes into loops and branches. A left out output is an output,
// and tensors of two kinds of element or two ranks are the same to the runtime.

// CHECK-LABEL: pld.func orchestration @main
// CHECK-SAME: pld.kernel_registrations = [
// CHECK-SAME: func_id = 0, code_name = @c, core_type = aiv, signature = [out]>,
// CHECK-SAME: func_id = 1, code_name = @b, core_type = aiv, signature = [out]>,
// CHECK-SAME: func_id = 2, code_name = @a, core_type = aiv, signature = [out]>]
!t = !pld.tensor<[64], f32>
pld.func private aiv @a(%y: out !t) -> !t {
  pld.return %y : !t
}
pld.func private aiv @b(%y: out !t) -> !t {
  pld.return %y : !t
}
pld.func private aiv @c(%y: out !t) -> !t {
  pld.return %y : !t
}
pld.func orchestration @main(%y: out !t, %go: i1, %n: index) {
  pld.runtime_scope {
    scf.for %i = %n to %n step %n {
      scf.if %go {
        %0, %t = pld.submit @c() : () -> (!t, !pld.task_id)
      } else {
        %1 = pld.call @b(%y) : (!t) -> !t
      }
    }
  }
  %2 = pld.call @a(%y) : (!t) -> !t
  pld.return
}

// -----

// A plain in-core kernel takes the core type of its operations: where tiles
// are, or else what operators are for. An external kernel says it.

// CHECK-LABEL: pld.func orchestration @main
// CHECK-SAME: code_name = @matmul, core_type = aic
// CHECK-SAME: code_name = @add, core_type = aiv
// CHECK-SAME: code_name = @load, core_type = aic
// CHECK-SAME: code_name = @write, core_type = aiv
// CHECK-SAME: code_name = @external, core_type = aic
// CHECK-SAME: code_name = @fetch, core_type = aiv
!t = !pld.tensor<[64, 64], f32>
!mat = !pld.tile<[64, 64], f32, space = mat>
pld.func private incore @matmul(%a: !t, %b: !t) {
  %0 = pld.intrinsic "tensor.matmul"(%a, %b) : (!t, !t) -> !t
  pld.return
}
pld.func private incore @add(%a: !t, %b: !t) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %shape = pld.make_tuple %c64, %c64 : tuple<index, index>
  %at = pld.make_tuple %c0, %c0 : tuple<index, index>
  // Runs on either unit.
  %0 = pld.intrinsic "tensor.slice"(%a, %shape, %at) : (!t, tuple<index, index>, tuple<index, index>) -> !t
  scf.for %i = %c0 to %c64 step %c64 {
    %1 = pld.intrinsic "tensor.add"(%0, %b) : (!t, !t) -> !t
  }
  pld.return
}
pld.func private incore @load(%a: !t, %b: !t) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %at = pld.make_tuple %c0, %c0 : tuple<index, index>
  %shape = pld.make_tuple %c64, %c64 : tuple<index, index>
  %0 = pld.intrinsic "tile.load"(%a, %at, %shape, %shape) {target_memory = #pld<memory_space mat>} : (!t, tuple<index, index>, tuple<index, index>, tuple<index, index>) -> !mat
  pld.return
}
pld.func private incore @write(%a: !t, %b: !t) {
  %c0 = arith.constant 0 : index
  pld.tensor.put(%a, %c0, %b) : (!t, index, !t) -> ()
  pld.return
}
pld.func private aic @external(%a: !t, %b: !t) attributes {external_source = "e.cpp"}
pld.func private incore @fetch(%a: !t, %b: !t) {
  %0 = pld.prefetch.make_context() : () -> !pld.prefetch_context
  pld.return
}
pld.func orchestration @main(%a: !t, %b: !t) {
  pld.call @matmul(%a, %b) : (!t, !t) -> ()
  pld.call @add(%a, %b) : (!t, !t) -> ()
  pld.call @load(%a, %b) : (!t, !t) -> ()
  pld.call @write(%a, %b) : (!t, !t) -> ()
  pld.call @external(%a, %b) : (!t, !t) -> ()
  pld.call @fetch(%a, %b) : (!t, !t) -> ()
  pld.return
}

// What cannot be written as C++ is an error that names it.

// RUN: pld-translate --pld-to-orchestration-cpp --split-input-file --verify-diagnostics %s -o /dev/null

// expected-error @below {{'@main' has no kernel registrations; run pld-assign-kernel-registrations}}
pld.func orchestration @main() {
  pld.return
}

// -----

!t = !pld.tensor<[64], f32>
pld.func orchestration @main(%x: !t) attributes {pld.kernel_registrations = []} {
  %c64 = arith.constant 64 : index
  %at = pld.make_tuple %c64 : tuple<index>
  // expected-error @below {{'tensor.slice' cannot be written as orchestration C++}}
  %0 = pld.intrinsic "tensor.slice"(%x, %at, %at) : (!t, tuple<index>, tuple<index>) -> !t
  pld.return
}

// -----

pld.func orchestration @main(%n: index) attributes {pld.kernel_registrations = []} {
  // expected-error @below {{'scf.while' cannot be written as orchestration C++}}
  %0 = scf.while (%a = %n) : (index) -> index {
    %go = arith.cmpi slt, %a, %n : index
    scf.condition(%go) %a : index
  } do {
  ^bb0(%a: index):
    scf.yield %a : index
  }
  pld.return
}

// -----

pld.func orchestration @main(%n: index) attributes {pld.kernel_registrations = []} {
  // expected-error @below {{'pld.scalar' cannot be written as orchestration C++}}
  %0 = pld.scalar pow(%n, %n) : (index, index) -> index
  pld.return
}

// -----

!t = !pld.tensor<[64], f32>
pld.func orchestration @main() attributes {pld.kernel_registrations = []} {
  %c64 = arith.constant 64 : index
  %shape = pld.make_tuple %c64 : tuple<index>
  // expected-error @below {{'tensor.create' cannot be written as orchestration C++: the tensor is not plain, or has a first value}}
  %0 = pld.intrinsic "tensor.create"(%shape) {dtype = f32, init_value = 0.0 : f64} : (tuple<index>) -> !t
  pld.return
}

// -----

!t = !pld.tensor<[64], f64>
pld.func orchestration @main() attributes {pld.kernel_registrations = []} {
  %c64 = arith.constant 64 : index
  %shape = pld.make_tuple %c64 : tuple<index>
  // expected-error @below {{the runtime has no tensors of 'f64'}}
  %0 = pld.intrinsic "tensor.create"(%shape) {dtype = f64} : (tuple<index>) -> !t
  pld.return
}

// -----

!t = !pld.tensor<[1, 1, 1, 1, 1, 1], f32>
pld.func orchestration @main() attributes {pld.kernel_registrations = []} {
  %c1 = arith.constant 1 : index
  %shape = pld.make_tuple %c1, %c1, %c1, %c1, %c1, %c1 : tuple<index, index, index, index, index, index>
  // expected-error @below {{makes a tensor of 6 dimensions, but the runtime has those of 1 to 5}}
  %0 = pld.intrinsic "tensor.create"(%shape) {dtype = f32} : (tuple<index, index, index, index, index, index>) -> !t
  pld.return
}

// -----

// expected-error @below {{parameter #0 of '@main' is 'f16', which cannot be written}}
pld.func orchestration @main(%x: f16) attributes {pld.kernel_registrations = []} {
  pld.return
}

// -----

pld.func orchestration @main(%x: i32) -> i32 attributes {pld.kernel_registrations = []} {
  // expected-error @below {{'@main' returns a 'i32', which the runtime cannot give back}}
  pld.return %x : i32
}

// -----

!t = !pld.tensor<[64], f32>
pld.func orchestration @main(%x: !t, %y: !t, %n: index) attributes {pld.kernel_registrations = []} {
  // expected-error @below {{'scf.for' gives 'ext_arg0' or 'ext_arg1', which cannot be written: a name has to stay one tensor}}
  %0:2 = scf.for %i = %n to %n step %n iter_args(%a = %x, %b = %y) -> (!t, !t) {
    scf.yield %b, %a : !t, !t
  }
  pld.return
}

// -----

!t = !pld.tensor<[64], f32>
pld.func orchestration @main(%x: !t, %y: !t, %go: i1) attributes {pld.kernel_registrations = []} {
  // expected-error @below {{'scf.if' gives 'ext_arg0' or 'ext_arg1', which cannot be written: a name has to stay one tensor}}
  %0 = scf.if %go -> (!t) {
    scf.yield %x : !t
  } else {
    scf.yield %y : !t
  }
  pld.return
}

// -----

!t = !pld.tensor<[64], f32>
pld.func private aiv @k(%x: !t)
pld.func orchestration @main() attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [in]>]} {
  %c64 = arith.constant 64 : index
  %shape = pld.make_tuple %c64 : tuple<index>
  %0 = pld.runtime_scope -> !t {
    %1 = pld.intrinsic "tensor.create"(%shape) {dtype = f32} : (tuple<index>) -> !t
    pld.yield %1 : !t
  }
  // expected-error @below {{'pld.call' uses 'c', but its scope has ended}}
  pld.call @k(%0) {pld.kernel_ids = array<i32: 0>} : (!t) -> ()
  pld.return
}

// -----

!t = !pld.tensor<[64], f32>
pld.func private aiv @k(%x: !t)
pld.func orchestration @main(%x: !t, %d: index) attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [in]>]} {
  // expected-error @below {{'pld.call' cannot be written as orchestration C++: it has a device}}
  pld.call @k(%x) device(%d) {pld.kernel_ids = array<i32: 0>} : (!t) -> ()
  pld.return
}

// -----

// A name of the output is there only after the submission.
!t = !pld.tensor<[64], f32>
pld.func private aiv @k(%x: !t, %y: out !t)
pld.func private spmd @w(%x: !t, %y: out !t) {
  pld.call @k(%x, %y) dump(%y : !t) : (!t, !t) -> ()
  pld.return
}
pld.func orchestration @main(%x: !t) attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [in, out]>]} {
  // expected-error @below {{'pld.submit' cannot be written as orchestration C++: parameter #1 of '@w' is to be dumped, but the runtime makes it}}
  %t = pld.submit @w(%x) {pld.kernel_ids = array<i32: 0>} : (!t) -> !pld.task_id
  pld.return
}

// -----

!t = !pld.tensor<[64], f32>
pld.func private aiv @k(%x: !t)
pld.func orchestration @main(%x: !t, %go: i1) attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [in]>]} {
  // expected-error @below {{the runtime can only compare an element of a tensor with a number to decide whether a task runs}}
  %t = pld.submit @k(%x) predicate(%go) {pld.kernel_ids = array<i32: 0>} : (!t) -> !pld.task_id
  pld.return
}

// -----

// The result says nothing about the output, so its size is unknown here.
pld.func private aiv @k(%y: out !pld.tensor<[M], f32>)
pld.func orchestration @main() attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [out]>]} {
  // expected-error @below {{'pld.submit' needs the dimension "M" of '@k', which nothing here gives}}
  %t = pld.submit @k() {pld.kernel_ids = array<i32: 0>} : () -> !pld.task_id
  pld.return
}

// -----

!t = !pld.tensor<[64], f32>
pld.func private aiv @k(%x: !t, %y: out !t) -> i32 {
  %c = arith.constant 1 : i32
  pld.return %c : i32
}
pld.func private aiv @use(%n: i32)
pld.func orchestration @main(%x: !t) attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [in, out]>,
    #pld.kernel_registration<func_id = 1, code_name = @use, core_type = aiv, signature = []>]} {
  // expected-error @below {{result #0 of '@k' is used, but is none of its parameters}}
  %0 = pld.call @k(%x, %x) {pld.kernel_ids = array<i32: 0>} : (!t, !t) -> i32
  pld.call @use(%0) {pld.kernel_ids = array<i32: 1>} : (i32) -> ()
  pld.return
}

// -----

pld.func orchestration @main(%go: i1) attributes {pld.kernel_registrations = []} {
  scf.if %go {
    // expected-error @below {{'pld.early_return' cannot be written as orchestration C++}}
    pld.early_return
  }
  pld.return
}

// -----

pld.func orchestration @main(%go: i1, %n: index) attributes {pld.kernel_registrations = []} {
  pld.loop_scope {
    scf.for %i = %n to %n step %n {
      scf.if %go {
        // expected-error @below {{'pld.break' cannot be written as orchestration C++}}
        pld.break
      }
    }
  }
  pld.return
}

// -----

pld.func orchestration @main(%go: i1, %n: index) attributes {pld.kernel_registrations = []} {
  scf.for %i = %n to %n step %n {
    pld.iteration_scope {
      scf.if %go {
        // expected-error @below {{'pld.continue' cannot be written as orchestration C++}}
        pld.continue
      }
    }
  }
  pld.return
}

// -----

// The orchestration's M is another one.
pld.func private aiv @k(%x: !pld.tensor<[8], f32>, %y: out !pld.tensor<[M], f32>)
pld.func orchestration @main(%x: !pld.tensor<[8], f32>, %y: !pld.tensor<[M], f32>) attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [in, out]>]} {
  // expected-error @below {{'pld.submit' needs the dimension "M" of '@k', which nothing here gives}}
  %t = pld.submit @k(%x) {pld.kernel_ids = array<i32: 0>} : (!pld.tensor<[8], f32>) -> !pld.task_id
  pld.return
}

// -----

!t = !pld.tensor<[8], f32>
pld.func private aiv @k(%x: !t, %n: index)
pld.func private spmd @w(%x: !t, %n: index) {
  // expected-error @below {{'arith.shli' cannot be written as orchestration C++}}
  %0 = arith.shli %n, %n : index
  %1 = arith.addi %0, %0 : index
  pld.call @k(%x, %1) : (!t, index) -> ()
  pld.return
}
pld.func orchestration @main(%x: !t, %n: index) attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [in]>]} {
  pld.call @w(%x, %n) {pld.kernel_ids = array<i32: 0>} : (!t, index) -> ()
  pld.return
}

// -----

// The runtime would compare all 32 bits.
!t = !pld.tensor<[4, 4], i32>
pld.func private aiv @k(%x: !t)
pld.func orchestration @main(%x: !t, %n: index) attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [in]>]} {
  %c0 = arith.constant 0 : index
  %at = pld.make_tuple %c0, %c0 : tuple<index, index>
  %v = pld.intrinsic "tensor.read"(%x, %at) : (!t, tuple<index, index>) -> i32
  %low = pld.scalar cast(%v) : (i32) -> i8
  %low2 = pld.retype %v : i32 to i8
  %c3 = arith.constant 3 : i8
  %go = arith.cmpi eq, %low2, %c3 : i8
  // expected-error @below {{the runtime can only compare an element of a tensor with a number to decide whether a task runs}}
  %t = pld.submit @k(%x) predicate(%go) {pld.kernel_ids = array<i32: 0>} : (!t) -> !pld.task_id
  pld.return
}

// -----

// The runtime has signed numbers only.
!t = !pld.tensor<[4, 4], ui32>
pld.func private aiv @k(%x: !t)
pld.func orchestration @main(%x: !t, %n: index) attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [in]>]} {
  %c0 = arith.constant 0 : index
  %at = pld.make_tuple %c0, %c0 : tuple<index, index>
  %v = pld.intrinsic "tensor.read"(%x, %at) : (!t, tuple<index, index>) -> ui32
  %c = pld.constant 18446744073709551615 : ui64 as ui64
  %go = pld.scalar lt(%v, %c) : (ui32, ui64) -> i1
  // expected-error @below {{the runtime can only compare an element of a tensor with a number to decide whether a task runs}}
  %t = pld.submit @k(%x) predicate(%go) {pld.kernel_ids = array<i32: 0>} : (!t) -> !pld.task_id
  pld.return
}

// -----

!t = !pld.tensor<[4, 4], f32>
pld.func private aiv @k(%x: !t)
pld.func orchestration @main(%x: !t, %n: index) attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [in]>]} {
  %c0 = arith.constant 0 : index
  %at = pld.make_tuple %c0, %c0 : tuple<index, index>
  %v = pld.intrinsic "tensor.read"(%x, %at) : (!t, tuple<index, index>) -> f32
  %c = arith.constant 1 : i32
  %go = pld.scalar gt(%v, %c) : (f32, i32) -> i1
  // expected-error @below {{the runtime can only compare an element of a tensor with a number to decide whether a task runs}}
  %t = pld.submit @k(%x) predicate(%go) {pld.kernel_ids = array<i32: 0>} : (!t) -> !pld.task_id
  pld.return
}

// -----

!t = !pld.tensor<[4, 4], i32>
pld.func orchestration @main(%x: !t, %n: index) attributes {pld.kernel_registrations = []} {
  %at = pld.make_tuple %n : tuple<index>
  // expected-error @below {{'tensor.read' cannot be written as orchestration C++: the tensor has 2 dimensions, but 1 indices are given; the runtime has 1 to 5}}
  %v = pld.intrinsic "tensor.read"(%x, %at) : (!t, tuple<index>) -> i32
  pld.return
}

// -----

!t = !pld.tensor<[4], i32>
pld.func orchestration @main(%x: !t) attributes {pld.kernel_registrations = []} {
  %c-1 = arith.constant -1 : index
  %at = pld.make_tuple %c-1 : tuple<index>
  // expected-error @below {{'tensor.read' cannot be written as orchestration C++: -1 cannot be an index}}
  %v = pld.intrinsic "tensor.read"(%x, %at) : (!t, tuple<index>) -> i32
  pld.return
}

// -----

!t = !pld.tensor<[4], i32>
pld.func orchestration @main(%x: !t, %n: index) attributes {pld.kernel_registrations = []} {
  %at = pld.make_tuple %n : tuple<index>
  // expected-error @below {{'tensor.read' cannot be written as orchestration C++: it reads another type than the tensor has}}
  %v = pld.intrinsic "tensor.read"(%x, %at) : (!t, tuple<index>) -> i64
  pld.return
}

// -----

pld.func orchestration @main() attributes {pld.kernel_registrations = []} {
  %c = arith.constant 4294967296 : index
  %shape = pld.make_tuple %c : tuple<index>
  // expected-error @below {{'tensor.create' cannot be written as orchestration C++: 4294967296 cannot be a dimension, which has 32 bits}}
  %0 = pld.intrinsic "tensor.create"(%shape) {dtype = f32} : (tuple<index>) -> !pld.tensor<[4294967296], f32>
  pld.return
}

// -----

pld.func orchestration @main() attributes {pld.kernel_registrations = []} {
  %c = arith.constant 64 : index
  %shape = pld.make_tuple %c : tuple<index>
  // expected-error @below {{'tensor.create' cannot be written as orchestration C++: its dtype is not the element type of '!pld.tensor<[64], f32>'}}
  %0 = pld.intrinsic "tensor.create"(%shape) {dtype = f16} : (tuple<index>) -> !pld.tensor<[64], f32>
  pld.return
}

// -----

pld.func orchestration @main() attributes {pld.kernel_registrations = []} {
  %c = arith.constant 64 : index
  %shape = pld.make_tuple %c : tuple<index>
  // expected-error @below {{'tensor.create' cannot be written as orchestration C++: '!pld.tensor<[64], f32, stride = [2]>' is not a plain tensor}}
  %0 = pld.intrinsic "tensor.create"(%shape) {dtype = f32} : (tuple<index>) -> !pld.tensor<[64], f32, stride = [2]>
  pld.return
}

// -----

!t = !pld.tensor<[64], f32>
pld.func private aiv @k(%x: !t)
pld.func orchestration @main(%x: !t) attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [in]>]} {
  %c = arith.constant 32768 : index
  // expected-error @below {{'pld.submit' cannot be written as orchestration C++: 32768 cannot be a number of cores}}
  %t = pld.submit @k(%x) core_num(%c) {pld.kernel_ids = array<i32: 0>} : (!t) -> !pld.task_id
  pld.return
}

// -----

!t = !pld.tensor<[64], f32>
pld.func private aiv @k(%x: !t)
pld.func orchestration @main(%x: !t) attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [in]>]} {
  %c = arith.constant 0 : index
  // expected-error @below {{'pld.submit' cannot be written as orchestration C++: 0 cannot be a number of cores}}
  %t = pld.submit @k(%x) core_num(%c) {pld.kernel_ids = array<i32: 0>} : (!t) -> !pld.task_id
  pld.return
}

// -----

!t = !pld.tensor<[64], f32>
pld.func private aiv @k(%x: !t)
pld.func orchestration @main(%x: !t) attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [in]>]} {
  %c = arith.constant -1 : index
  // expected-error @below {{'pld.submit' cannot be written as orchestration C++: -1 cannot be a number of cores}}
  %t = pld.submit @k(%x) core_num(%c) {pld.kernel_ids = array<i32: 0>} : (!t) -> !pld.task_id
  pld.return
}

// -----

pld.func orchestration @main(%n: index) attributes {pld.kernel_registrations = []} {
  // expected-error @below {{'scf.for' cannot be written as orchestration C++: its kind is 'pipeline', so it has to be lowered before}}
  scf.for %i = %n to %n step %n {
  } {pld.loop_kind = #pld<loop_kind pipeline>}
  pld.return
}

// -----

pld.func orchestration @main(%n: index) attributes {pld.kernel_registrations = []} {
  // expected-error @below {{'scf.for' cannot be written as orchestration C++: its attribute "iter_arg_array_size_0" makes an array of what it carries}}
  scf.for %i = %n to %n step %n {
  } {pld.attrs = {iter_arg_array_size_0 = 4 : i64}}
  pld.return
}

// -----

pld.func orchestration @main() attributes {pld.kernel_registrations = []} {
  pld.runtime_scope manual {
    // expected-error @below {{'pld.runtime_scope' cannot be written as orchestration C++: it is not manual, but in a manual one, which ends the run}}
    pld.runtime_scope {
    }
  }
  pld.return
}

// -----

// The front end collects the ids of all rounds.
pld.func orchestration @main(%n: index) attributes {pld.kernel_registrations = []} {
  %none = pld.system.task_invalid() : () -> !pld.task_id
  pld.runtime_scope manual {
    // expected-error @below {{'scf.for' cannot be written as orchestration C++: it is parallel, in a manual scope, and carries a task id; carry an array with an id of each round}}
    %0 = scf.for %i = %n to %n step %n iter_args(%last = %none) -> (!pld.task_id) {
      scf.yield %last : !pld.task_id
    } {pld.loop_kind = #pld<loop_kind parallel>}
  }
  pld.return
}

// -----

pld.func orchestration @main(%b: i1) attributes {pld.kernel_registrations = []} {
  // expected-error @below {{'arith.addi' cannot be written as orchestration C++}}
  %0 = arith.addi %b, %b : i1
  pld.return
}

// -----

pld.func orchestration @main(%b: i1) attributes {pld.kernel_registrations = []} {
  // expected-error @below {{'arith.minsi' cannot be written as orchestration C++}}
  %0 = arith.minsi %b, %b : i1
  pld.return
}

// -----

pld.func orchestration @main(%b: i1) attributes {pld.kernel_registrations = []} {
  // expected-error @below {{'arith.cmpi' cannot be written as orchestration C++}}
  %0 = arith.cmpi slt, %b, %b : i1
  pld.return
}

// -----

pld.func orchestration @main(%b: i1) attributes {pld.kernel_registrations = []} {
  // expected-error @below {{'arith.extsi' cannot be written as orchestration C++}}
  %0 = arith.extsi %b : i1 to i32
  pld.return
}

// -----

pld.func orchestration @main(%b: i1) attributes {pld.kernel_registrations = []} {
  // expected-error @below {{'arith.index_cast' cannot be written as orchestration C++}}
  %0 = arith.index_cast %b : i1 to index
  pld.return
}

// -----

pld.func orchestration @main(%b: f32) attributes {pld.kernel_registrations = []} {
  // expected-error @below {{'arith.fptosi' cannot be written as orchestration C++}}
  %0 = arith.fptosi %b : f32 to i1
  pld.return
}

// -----

pld.func orchestration @main(%b: ui64, %c: index) attributes {pld.kernel_registrations = []} {
  // expected-error @below {{'pld.scalar' cannot be written as orchestration C++}}
  %0 = pld.scalar lt(%b, %c) : (ui64, index) -> i1
  pld.return
}

// -----

pld.func orchestration @main(%b: i64, %c: i64) attributes {pld.kernel_registrations = []} {
  // expected-error @below {{'pld.scalar' cannot be written as orchestration C++}}
  %0 = pld.scalar floordiv(%b, %c) : (i64, i64) -> i32
  pld.return
}

// -----

pld.func orchestration @main(%b: f32, %c: index) attributes {pld.kernel_registrations = []} {
  // expected-error @below {{'pld.scalar' cannot be written as orchestration C++}}
  %0 = pld.scalar add(%b, %c) : (f32, index) -> index
  pld.return
}

// -----

pld.func orchestration @main(%b: index, %c: index) attributes {pld.kernel_registrations = []} {
  // expected-error @below {{'pld.scalar' cannot be written as orchestration C++}}
  %0 = pld.scalar and(%b, %c) : (index, index) -> index
  pld.return
}

// -----

!ids = !pld.array<4 x !pld.task_id>
pld.func orchestration @main() attributes {pld.kernel_registrations = []} {
  %c4 = arith.constant 4 : index
  %0 = pld.intrinsic "array.create"(%c4) {dtype = !pld.task_id} : (index) -> !ids
  // expected-error @below {{'array.get_element' cannot be written as orchestration C++: 4 is no index of '!pld.array<4 x !pld.task_id>'}}
  %1 = pld.intrinsic "array.get_element"(%0, %c4) : (!ids, index) -> !pld.task_id
  pld.return
}

// -----

// The runtime extends the sign of every element.
!t = !pld.tensor<[4], ui8>
pld.func private aiv @k(%x: !t)
pld.func orchestration @main(%x: !t) attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [in]>]} {
  %c0 = arith.constant 0 : index
  %at = pld.make_tuple %c0 : tuple<index>
  %v = pld.intrinsic "tensor.read"(%x, %at) : (!t, tuple<index>) -> ui8
  %c = pld.constant 200 : ui8 as ui8
  %go = pld.scalar eq(%v, %c) : (ui8, ui8) -> i1
  // expected-error @below {{only compare an element of a tensor with a number to decide whether a task runs; it takes signed integers of 8, 16, 32 and 64 bits, not 'ui8'}}
  %t = pld.submit @k(%x) predicate(%go) {pld.kernel_ids = array<i32: 0>} : (!t) -> !pld.task_id
  pld.return
}

// -----

!t = !pld.tensor<[4], ui16>
pld.func private aiv @k(%x: !t)
pld.func orchestration @main(%x: !t) attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [in]>]} {
  %c0 = arith.constant 0 : index
  %at = pld.make_tuple %c0 : tuple<index>
  %v = pld.intrinsic "tensor.read"(%x, %at) : (!t, tuple<index>) -> ui16
  %c = pld.constant 1 : ui16 as ui16
  %go = pld.scalar eq(%v, %c) : (ui16, ui16) -> i1
  // expected-error @below {{only compare an element of a tensor with a number to decide whether a task runs; it takes signed integers of 8, 16, 32 and 64 bits, not 'ui16'}}
  %t = pld.submit @k(%x) predicate(%go) {pld.kernel_ids = array<i32: 0>} : (!t) -> !pld.task_id
  pld.return
}

// -----

!t = !pld.tensor<[4], ui32>
pld.func private aiv @k(%x: !t)
pld.func orchestration @main(%x: !t) attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [in]>]} {
  %c0 = arith.constant 0 : index
  %at = pld.make_tuple %c0 : tuple<index>
  %v = pld.intrinsic "tensor.read"(%x, %at) : (!t, tuple<index>) -> ui32
  %c = pld.constant 1 : ui32 as ui32
  %go = pld.scalar eq(%v, %c) : (ui32, ui32) -> i1
  // expected-error @below {{only compare an element of a tensor with a number to decide whether a task runs; it takes signed integers of 8, 16, 32 and 64 bits, not 'ui32'}}
  %t = pld.submit @k(%x) predicate(%go) {pld.kernel_ids = array<i32: 0>} : (!t) -> !pld.task_id
  pld.return
}

// -----

!t = !pld.tensor<[4], ui64>
pld.func private aiv @k(%x: !t)
pld.func orchestration @main(%x: !t) attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [in]>]} {
  %c0 = arith.constant 0 : index
  %at = pld.make_tuple %c0 : tuple<index>
  %v = pld.intrinsic "tensor.read"(%x, %at) : (!t, tuple<index>) -> ui64
  %c = pld.constant 1 : ui64 as ui64
  %go = pld.scalar eq(%v, %c) : (ui64, ui64) -> i1
  // expected-error @below {{only compare an element of a tensor with a number to decide whether a task runs; it takes signed integers of 8, 16, 32 and 64 bits, not 'ui64'}}
  %t = pld.submit @k(%x) predicate(%go) {pld.kernel_ids = array<i32: 0>} : (!t) -> !pld.task_id
  pld.return
}

// -----

// Also if it is not the element but what a cast makes of it that is compared.
!t = !pld.tensor<[4], ui8>
pld.func private aiv @k(%x: !t)
pld.func orchestration @main(%x: !t) attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [in]>]} {
  %c0 = arith.constant 0 : index
  %at = pld.make_tuple %c0 : tuple<index>
  %v = pld.intrinsic "tensor.read"(%x, %at) : (!t, tuple<index>) -> ui8
  %wide = pld.scalar cast(%v) : (ui8) -> i32
  %c = arith.constant 200 : i32
  %go = arith.cmpi eq, %wide, %c : i32
  // expected-error @below {{only compare an element of a tensor with a number to decide whether a task runs; it takes signed integers of 8, 16, 32 and 64 bits, not 'ui8'}}
  %t = pld.submit @k(%x) predicate(%go) {pld.kernel_ids = array<i32: 0>} : (!t) -> !pld.task_id
  pld.return
}

// -----

!t = !pld.tensor<[4], i1>
pld.func private aiv @k(%x: !t)
pld.func orchestration @main(%x: !t) attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [in]>]} {
  %c0 = arith.constant 0 : index
  %at = pld.make_tuple %c0 : tuple<index>
  %v = pld.intrinsic "tensor.read"(%x, %at) : (!t, tuple<index>) -> i1
  %c = arith.constant true
  %go = arith.cmpi eq, %v, %c : i1
  // expected-error @below {{only compare an element of a tensor with a number to decide whether a task runs; it takes signed integers of 8, 16, 32 and 64 bits, not 'i1'}}
  %t = pld.submit @k(%x) predicate(%go) {pld.kernel_ids = array<i32: 0>} : (!t) -> !pld.task_id
  pld.return
}

// -----

// Only a constant is a number.
!t = !pld.tensor<[4], i32>
pld.func private aiv @k(%x: !t)
pld.func orchestration @main(%x: !t) attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = [in]>]} {
  %c0 = arith.constant 0 : index
  %at = pld.make_tuple %c0 : tuple<index>
  %v = pld.intrinsic "tensor.read"(%x, %at) : (!t, tuple<index>) -> i32
  %c = arith.addi %v, %v {value = 5 : i32} : i32
  %go = arith.cmpi sgt, %v, %c : i32
  // expected-error @below {{the runtime can only compare an element of a tensor with a number}}
  %t = pld.submit @k(%x) predicate(%go) {pld.kernel_ids = array<i32: 0>} : (!t) -> !pld.task_id
  pld.return
}

// -----

!t = !pld.tensor<[S, T], f32>
pld.func orchestration @main(%x: !t) attributes {pld.kernel_registrations = []} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %axis = arith.addi %c0, %c1 {value = 0 : index} : index
  // expected-error @below {{'tensor.dim' cannot be written as orchestration C++: its axis is not the number of a dimension}}
  %d = pld.intrinsic "tensor.dim"(%x, %axis) : (!t, index) -> index
  pld.return
}

// -----

!t = !pld.tensor<[S, T], f32>
pld.func orchestration @main(%x: !t) attributes {pld.kernel_registrations = []} {
  %c-1 = arith.constant -1 : index
  // expected-error @below {{'tensor.dim' cannot be written as orchestration C++: its axis is not the number of a dimension}}
  %d = pld.intrinsic "tensor.dim"(%x, %c-1) : (!t, index) -> index
  pld.return
}

// -----

// It need not take what the operator of this name takes.
pld.func orchestration @main() attributes {pld.kernel_registrations = []} {
  // expected-error @below {{'tensor.create' cannot be written as orchestration C++: nothing says what it takes}}
  %0 = pld.intrinsic "tensor.create"() unchecked : () -> !pld.tensor<[4], f32>
  pld.return
}

// -----

// One bit is 0 and -1 in arith, and 0 and 1 elsewhere.
pld.func orchestration @main(%b: i1) attributes {pld.kernel_registrations = []} {
  // expected-error @below {{'pld.retype' makes 'i32' of 'i1', which cannot be written}}
  %0 = pld.retype %b : i1 to i32
  pld.return
}

// -----

pld.func private aiv @k(%n: i32)
pld.func orchestration @main(%b: i1) attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = []>]} {
  // expected-error @below {{'pld.call' makes 'i32' of 'i1', which cannot be written}}
  pld.call @k(%b) {pld.kernel_ids = array<i32: 0>} : (i1) -> ()
  pld.return
}

// -----

pld.func private aiv @k(%n: i1)
pld.func private spmd @w(%n: index) {
  pld.call @k(%n) : (index) -> ()
  pld.return
}
pld.func orchestration @main(%n: index) attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = []>]} {
  // expected-error @below {{'pld.call' makes 'i1' of 'index', which cannot be written}}
  pld.call @w(%n) {pld.kernel_ids = array<i32: 0>} : (index) -> ()
  pld.return
}

// -----

pld.func private aiv @k(%n: i1)
pld.func private spmd @w(%n: i1) {
  pld.call @k(%n) : (i1) -> ()
  pld.return
}
pld.func orchestration @main(%n: index) attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = []>]} {
  // expected-error @below {{'pld.call' makes 'i1' of 'index', which cannot be written}}
  pld.call @w(%n) {pld.kernel_ids = array<i32: 0>} : (index) -> ()
  pld.return
}

// -----

pld.func private aiv @k(%n: bf16)
pld.func private spmd @w(%f: f32) {
  // expected-error @below {{'pld.retype' makes 'bf16' of 'f32', which cannot be written}}
  %0 = pld.retype %f : f32 to bf16
  pld.call @k(%0) : (bf16) -> ()
  pld.return
}
pld.func orchestration @main(%f: f32) attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = []>]} {
  pld.call @w(%f) {pld.kernel_ids = array<i32: 0>} : (f32) -> ()
  pld.return
}

// -----

pld.func private aiv @k(%n: f16)
pld.func orchestration @main(%f: f32) attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = []>]} {
  // expected-error @below {{'pld.call' makes 'f16' of 'f32', which cannot be written}}
  pld.call @k(%f) {pld.kernel_ids = array<i32: 0>} : (f32) -> ()
  pld.return
}

// -----

pld.func private aiv @k(%n: i4)
pld.func orchestration @main(%n: i32) attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = []>]} {
  // expected-error @below {{'pld.call' makes 'i4' of 'i32', which cannot be written}}
  pld.call @k(%n) {pld.kernel_ids = array<i32: 0>} : (i32) -> ()
  pld.return
}

// -----

// C++ rounds to nearest.
pld.func orchestration @main(%d: f64) attributes {pld.kernel_registrations = []} {
  // expected-error @below {{'arith.truncf' cannot be written as orchestration C++}}
  %0 = arith.truncf %d downward : f64 to f32
  pld.return
}

// -----

pld.func orchestration @main(%d: f64) attributes {pld.kernel_registrations = []} {
  // expected-error @below {{'arith.truncf' cannot be written as orchestration C++}}
  %0 = arith.truncf %d to_nearest_away : f64 to f32
  pld.return
}

// -----

// A conversion would make it quiet.
pld.func private aiv @k(%f: f32)
pld.func orchestration @main() attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = []>]} {
  // expected-error @below {{a constant of type 'f32' cannot be written: 0x7FF0000020000000 : f64}}
  %0 = pld.constant 0x7FF0000020000000 : f64 as f32
  pld.call @k(%0) {pld.kernel_ids = array<i32: 0>} : (f32) -> ()
  pld.return
}

// -----

// 32 bits have no place for its payload.
pld.func private aiv @k(%f: f32)
pld.func orchestration @main() attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = []>]} {
  // expected-error @below {{a constant of type 'f32' cannot be written: 0x7FF8000000000001 : f64}}
  %0 = pld.constant 0x7FF8000000000001 : f64 as f32
  pld.call @k(%0) {pld.kernel_ids = array<i32: 0>} : (f32) -> ()
  pld.return
}

// -----

// The operand would be rounded before.
pld.func orchestration @main(%d: f64) attributes {pld.kernel_registrations = []} {
  // expected-error @below {{'pld.scalar' cannot be written as orchestration C++}}
  %0 = pld.scalar add(%d, %d) : (f64, f64) -> f32
  pld.return
}

// -----

// An integer has no -0.
pld.func orchestration @main(%n: i32) attributes {pld.kernel_registrations = []} {
  // expected-error @below {{'pld.scalar' cannot be written as orchestration C++}}
  %0 = pld.scalar neg(%n) : (i32) -> f32
  pld.return
}

// -----

// No type of C++ holds all numbers of both.
pld.func orchestration @main(%n: index, %d: f64) attributes {pld.kernel_registrations = []} {
  // expected-error @below {{'pld.scalar' cannot be written as orchestration C++}}
  %0 = pld.scalar eq(%n, %d) : (index, f64) -> i1
  pld.return
}

// -----

// It is whether one of both is not 0, and not the bits of that.
pld.func orchestration @main(%n: index) attributes {pld.kernel_registrations = []} {
  // expected-error @below {{'pld.scalar' cannot be written as orchestration C++}}
  %0 = pld.scalar xor(%n, %n) : (index, index) -> index
  pld.return
}

// -----

// The scalars of a wrapper are written in no order, so that each symbol has one value.
pld.func private aiv @k(%n: index) {
  pld.return
}
pld.func private spmd @w(%n: index) {
  %c1 = arith.constant 1 : index
  pld.bind_symbol %n as "K" : index
  %0 = pld.symbol_value "K" : index
  %1 = arith.addi %0, %c1 : index
  pld.bind_symbol %1 as "K" : index
  %2 = pld.symbol_value "K" : index
  pld.call @k(%2) : (index) -> ()
  pld.return
}
pld.func orchestration @main(%n: index) attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = []>]} {
  // expected-error @below {{'@w' binds the symbol "K" more than once, which cannot be written}}
  pld.call @w(%n) {pld.kernel_ids = array<i32: 0>} : (index) -> ()
  pld.return
}

// -----

// Which binding holds is not the same in each run: it stands in a branch,
pld.func private aiv @k(%n: index)
pld.func orchestration @main(%n: index, %p: i1) attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = []>]} {
  %c2 = arith.constant 2 : index
  pld.bind_symbol %n as "K" : index
  scf.if %p {
    pld.bind_symbol %c2 as "K" : index
  }
  // expected-error @below {{'pld.symbol_value' uses the symbol "K", and branches or loops decide which of its bindings that is}}
  %0 = pld.symbol_value "K" : index
  pld.call @k(%0) {pld.kernel_ids = array<i32: 0>} : (index) -> ()
  pld.return
}

// -----

// or in a loop that may not run,
pld.func private aiv @k(%n: index)
pld.func orchestration @main(%n: index) attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = []>]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pld.bind_symbol %n as "K" : index
  scf.for %i = %c0 to %n step %c1 {
    pld.bind_symbol %i as "K" : index
  }
  // expected-error @below {{branches or loops decide which of its bindings that is}}
  %0 = pld.symbol_value "K" : index
  pld.call @k(%0) {pld.kernel_ids = array<i32: 0>} : (index) -> ()
  pld.return
}

// -----

// or after the use, in the round before.
pld.func private aiv @k(%n: index)
pld.func orchestration @main(%n: index) attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = []>]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  pld.bind_symbol %n as "K" : index
  scf.for %i = %c0 to %n step %c1 {
    // expected-error @below {{branches or loops decide which of its bindings that is}}
    %0 = pld.symbol_value "K" : index
    pld.call @k(%0) {pld.kernel_ids = array<i32: 0>} : (index) -> ()
    pld.bind_symbol %i as "K" : index
  }
  pld.return
}

// -----

// The shape of a parameter is a binding, too.
!t = !pld.tensor<[K], f32>
pld.func private aiv @k(%n: index)
pld.func orchestration @main(%x: !t, %n: index, %p: i1) attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 0, code_name = @k, core_type = aiv, signature = []>]} {
  scf.if %p {
    pld.bind_symbol %n as "K" : index
  }
  // expected-error @below {{branches or loops decide which of its bindings that is}}
  %0 = pld.symbol_value "K" : index
  pld.call @k(%0) {pld.kernel_ids = array<i32: 0>} : (index) -> ()
  pld.return
}

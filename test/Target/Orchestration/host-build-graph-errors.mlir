// The host has no elements of what tasks make, whatever it is called.

// RUN: pld-translate --pld-to-orchestration-cpp --pld-runtime=host_build_graph --split-input-file --verify-diagnostics %s -o /dev/null

!t = !pld.tensor<[4], i32>
pld.func orchestration @main() attributes {pld.kernel_registrations = []} {
  %c4 = arith.constant 4 : index
  %shape = pld.make_tuple %c4 : tuple<index>
  %0 = pld.intrinsic "tensor.create"(%shape) {dtype = i32} : (tuple<index>) -> !t
  %1 = pld.retype %0 : !t to !t
  %at = pld.make_tuple %c4 : tuple<index>
  // expected-error @below {{'tensor.read' cannot be written as orchestration C++: when the host builds the graph, only tensors that it passes have elements}}
  %v = pld.intrinsic "tensor.read"(%1, %at) : (!t, tuple<index>) -> i32
  pld.return
}

// -----

!t = !pld.tensor<[4], i32>
pld.func orchestration @main(%x: !t) attributes {pld.kernel_registrations = []} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %c1 step %c1 iter_args(%y = %x) -> (!t) {
    %at = pld.make_tuple %c0 : tuple<index>
    %v = pld.intrinsic "tensor.read"(%y, %at) : (!t, tuple<index>) -> i32
    scf.yield %y : !t
  }
  pld.return
}

// RUN: pld-opt %s --verify-roundtrip | FileCheck %s
// RUN: pld-opt %s --emit-bytecode | pld-opt | FileCheck %s
// RUN: pld-opt %s --mlir-print-op-generic | pld-opt | FileCheck %s
// RUN: pld-opt %s --pld-deduplicate-outlined-kernels | FileCheck %s --check-prefix=RENAMED

// Registrations are attributes of an orchestration, ids of its dispatches. They
// need not be dense, nor in order.

// CHECK-LABEL: pld.func orchestration @main
// CHECK-SAME: pld.kernel_registrations = [
// CHECK-SAME: #pld.kernel_registration<func_id = 3, code_name = @k, core_type = aiv, signature = [in, out]>,
// CHECK-SAME: #pld.kernel_registration<func_id = 0, code_name = @k_0, core_type = aiv, signature = [in, inout]>,
// CHECK-SAME: #pld.kernel_registration<func_id = 1023, code_name = @"a name", core_type = aic, signature = []>]
// CHECK: pld.call @k({{.*}}pld.kernel_ids = array<i32: 3>
// CHECK: pld.call @k_0({{.*}}pld.kernel_ids = array<i32: 0>
// CHECK: pld.call @"a name"({{.*}}pld.kernel_ids = array<i32: 1023>

// The name of the code is a reference: it follows when a function is renamed.
// RENAMED: code_name = @k, core_type = aiv, signature = [in, out]>
// RENAMED-SAME: code_name = @k, core_type = aiv, signature = [in, inout]>
!t = !pld.tensor<[64], f32>
pld.func orchestration @main(%x: !t, %y: out !t) attributes {pld.kernel_registrations = [
    #pld.kernel_registration<func_id = 3, code_name = @k, core_type = aiv, signature = [in, out]>,
    #pld.kernel_registration<func_id = 0, code_name = @k_0, core_type = aiv, signature = [in, inout]>,
    #pld.kernel_registration<func_id = 1023, code_name = @"a name", core_type = aic, signature = []>]} {
  %0 = pld.call @k(%x, %y) {pld.kernel_ids = array<i32: 3>} : (!t, !t) -> !t
  %1 = pld.call @k_0(%x, %0) {pld.kernel_ids = array<i32: 0>} : (!t, !t) -> !t
  pld.call @"a name"() {pld.kernel_ids = array<i32: 1023>} : () -> ()
  pld.return
}
pld.func private aiv @k(%x: !t, %y: out !t) -> !t {
  pld.return %y : !t
}
pld.func private aiv @k_0(%x: !t, %y: out !t) -> !t {
  pld.return %y : !t
}
pld.func private aic @"a name"() {
  pld.return
}

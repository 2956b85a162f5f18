// The frame of the file, parameters, allocations, scalars, and direct tasks.

// RUN: rm -rf %t && mkdir -p %t
// RUN: pld-opt %s --pld-assign-kernel-registrations --mlir-print-debuginfo -o %t/program.mlir
// RUN: pld-translate --pld-to-registrations-json %t/program.mlir -o %t/program.json
// RUN: pld-translate --pld-to-orchestration-cpp %t/program.mlir -o %t/main.cpp
// RUN: FileCheck %s < %t/main.cpp
// RUN: %python %S/Inputs/run.py %host_cxx %t/program.json %t/main.cpp --exact tensor=48,16 tensor=48,16 scalar=7 float=2.5 tensor=16 scalar=3 | FileCheck %s --check-prefix=RECORD

//      CHECK: #include <stddef.h>
// CHECK-NEXT: #include <stdint.h>
// CHECK-NEXT: #include <stdio.h>
//      CHECK: #include "pto_orchestration_api.h"
//      CHECK: inline T pld_floordiv(T a, T b)
//      CHECK: extern "C" {
// CHECK-NEXT: __attribute__((visibility("default"))) PTO2OrchestrationConfig aicpu_orchestration_config(const ChipTaskArgs& orch_args) {
//      CHECK: .expected_arg_count = 6;
//      CHECK: __attribute__((visibility("default"))) void aicpu_orchestration_entry(const ChipTaskArgs& orch_args) {
// CHECK-NEXT:   const ChipTensor& ext_a = orch_args.tensor(0).ref();
// CHECK-NEXT:   int64_t M = (int64_t)orch_args.tensor(0).ref().shapes[0];
// CHECK-NEXT:   const ChipTensor& ext_arg1 = orch_args.tensor(1).ref();
// CHECK-NEXT:   int64_t n = from_u64<int64_t>(orch_args.scalar(0));
// CHECK-NEXT:   float int_1 = from_u64<float>(orch_args.scalar(1));
// CHECK-NEXT:   const ChipTensor& ext_unused = orch_args.tensor(2).ref();
// CHECK-NEXT:   (void)ext_unused;
// CHECK-NEXT:   int32_t k = from_u64<int32_t>(orch_args.scalar(2));
// CHECK-NEXT:   (void)k;
// CHECK-NEXT:   PTO2_SCOPE() {
// CHECK-NEXT:     uint32_t c_ci_shapes[2] = {static_cast<uint32_t>(M), 16};
// CHECK-NEXT:     TensorCreateInfo c_ci(c_ci_shapes, 2, DataType::FLOAT32);
// CHECK-NEXT:     TaskOutputTensors alloc_0 = alloc_tensors(c_ci);
// CHECK-NEXT:     const ChipTensor& c = alloc_0.get_ref(0);
// CHECK-NEXT:     CoreTaskArgs params_t0;
// CHECK-NEXT:     params_t0.add_input(ext_a);
// CHECK-NEXT:     params_t0.add_output(c);
// CHECK-NEXT:     params_t0.add_scalar(to_u64(1.0f));
// CHECK-NEXT:     params_t0.add_scalar(to_u64(n));
// CHECK-NEXT:     rt_submit_aiv_task(0, params_t0);
//      CHECK:     int64_t v = pld_floordiv<int64_t>(n, 2);
//      CHECK:     params_t1.add_no_dep(c);
//      CHECK:     params_t1.add_output(ext_arg1);
//      CHECK:     params_t1.add_scalar(to_u64(int_1));
//      CHECK:     params_t1.add_scalar(to_u64(v));
//      CHECK:     rt_submit_aiv_task(1, params_t1);
//      CHECK:     params_t2.add_scalar(to_u64(int64_t(-1)));
//      CHECK:     rt_submit_aic_task(2, params_t2);
//  CHECK-NOT:     unused_ci
//      CHECK:   }
// CHECK-NEXT: }
// CHECK-NEXT: } // extern "C"

// RECORD: {"expected_arg_count": 6}
// RECORD-NEXT: {"scope": "auto"}
// RECORD-NEXT: {"alloc": "alloc0", "type": 0, "shape": [48, 16]}
// RECORD-NEXT: {"task": "aiv", "ids": [0], "adds": ["input", "output", "scalar", "scalar"], "values": ["arg0", "alloc0", "1065353216", "7"]}
// RECORD-NEXT: {"task": "aiv", "ids": [1], "adds": ["no_dep", "output", "scalar", "scalar"], "values": ["alloc0", "arg1", "1075838976", "3"]}
// RECORD-NEXT: {"task": "aic", "ids": [2], "adds": ["input", "output", "scalar"], "values": ["arg1", "arg0", "18446744073709551615"]}
// RECORD-NEXT: {"scope": "end"}

!t = !pld.tensor<[M, 16], f32>
pld.func private aiv @k(%a: !t, %s: f32, %b: out !t, %n: index) -> !t {
  pld.return %b : !t
}
pld.func private aic @cube(%a: !t, %n: index, %b: inout !t) -> !t {
  pld.return %b : !t
}
pld.func orchestration @main(%a: !t loc("a"), %out: out !t, %n: index loc("n"), %f: f32 loc("int"),
                             %unused: !pld.tensor<[16], f16> loc("unused"), %k: i32 loc("k")) -> !t {
  %c2 = arith.constant 2 : index
  %c-1 = arith.constant -1 : index
  %c16 = arith.constant 16 : index
  %one = arith.constant 1.0 : f32
  %m = pld.symbol_value "M" : index
  %shape = pld.make_tuple %m, %c16 : tuple<index, index>
  %c = pld.intrinsic "tensor.create"(%shape) {dtype = f32} : (tuple<index, index>) -> !t loc("c")
  %0 = pld.call @k(%a, %one, %c, %n) : (!t, f32, !t, index) -> !t
  %half = arith.floordivsi %n, %c2 : index
  %1 = pld.retype %0 : !t to !t
  %2 = pld.call @k(%1, %f, %out, %half) {arg_directions = [#pld<arg_direction no_dep>, #pld<arg_direction scalar>, #pld<arg_direction output_existing>, #pld<arg_direction scalar>]} : (!t, f32, !t, index) -> !t
  // Nothing reads these.
  %3 = arith.addi %half, %c2 : index
  %4 = pld.intrinsic "tensor.create"(%shape) {dtype = f32} : (tuple<index, index>) -> !t loc("unused")
  %5 = pld.call @cube(%2, %c-1, %a) {arg_directions = [#pld<arg_direction input>, #pld<arg_direction scalar>, #pld<arg_direction output_existing>]} : (!t, index, !t) -> !t
  pld.return %2 : !t
}

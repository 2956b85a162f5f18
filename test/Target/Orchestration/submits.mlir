// Task ids, dependencies that may not be there, outputs that the runtime makes,
// predicates.

// RUN: rm -rf %t && mkdir -p %t
// RUN: pld-opt %s --pld-assign-kernel-registrations -o %t/program.mlir
// RUN: pld-translate --pld-to-registrations-json %t/program.mlir -o %t/program.json
// RUN: pld-translate --pld-to-orchestration-cpp %t/program.mlir -o %t/main.cpp
// RUN: FileCheck %s < %t/main.cpp
// RUN: %python %S/Inputs/run.py %host_cxx %t/program.json %t/main.cpp tensor=12,4 tensor=12,4 tensor=4,4 | FileCheck %s --check-prefix=RECORD

// The runtime makes what a submit leaves out.
//      CHECK: uint32_t params_t0_out1_ci_shapes[2] = {static_cast<uint32_t>(S), 4};
// CHECK-NEXT: TensorCreateInfo params_t0_out1_ci(params_t0_out1_ci_shapes, 2, DataType::FLOAT32);
// CHECK-NEXT: CoreTaskArgs params_t0;
// CHECK-NEXT: params_t0.add_input(ext_arg0);
// CHECK-NEXT: params_t0.add_output(params_t0_out1_ci);
// CHECK-NEXT: TaskOutputTensors task_0_outs = rt_submit_aiv_task(0, params_t0);
// CHECK-NEXT: PTO2TaskId tid = task_0_outs.task_id();
// CHECK-NEXT: const ChipTensor& out = task_0_outs.get_ref(0);
// A task that was just submitted is a task.
//      CHECK: PTO2TaskId params_t1_deps[1];
// CHECK-NEXT: uint32_t params_t1_deps_count = 0;
// CHECK-NEXT: params_t1_deps[params_t1_deps_count++] = tid;
// CHECK-NEXT: params_t1.set_dependencies(params_t1_deps, params_t1_deps_count);
// CHECK-NEXT: params_t1.launch_spec.set_block_num(2);
// CHECK-NEXT: params_t1.set_allow_early_resolve(true);
// CHECK-NEXT: CoreTaskPredicate params_t1_predicate;
//      CHECK: params_t1_predicate.op = PredicateOp::GT;
// CHECK-NEXT: params_t1_predicate.target = -1;
// CHECK-NEXT: params_t1.set_predicate(params_t1_predicate);
//  CHECK-NOT: get_tensor_data
// Nobody asks for the id of this one.
//      CHECK: if ([[LAST:[a-z_0-9]+]].is_valid()) params_t2_deps[params_t2_deps_count++] = [[LAST]];
//      CHECK: {{^ *}}rt_submit_aiv_task(

// RECORD: {"task": "aiv", "ids": [0], "adds": ["input", "output"], "values": ["arg0", "new 12x4"]}
// RECORD-NEXT: {"task": "aiv", "ids": [0], "adds": ["input", "output"], "values": ["task0.0", "arg1"], "deps": [0], "block_num": 2, "early_resolve": true, "predicate": "arg2[3, 1] > -1"}
// In the first round there is no task to wait for yet.
// RECORD-NEXT: {"task": "aiv", "ids": [0], "adds": ["input", "output"], "values": ["task0.0", "arg1"]}
// RECORD-NEXT: {"task": "aiv", "ids": [1], "adds": ["inout", "input"], "values": ["arg1", "arg0"], "deps": [2]}
// RECORD-NEXT: {"task": "aiv", "ids": [0], "adds": ["input", "output"], "values": ["task0.0", "arg1"], "deps": [3]}
// RECORD-NEXT: {"task": "aiv", "ids": [1], "adds": ["inout", "input"], "values": ["arg1", "arg0"], "deps": [4]}
// An array of ids: three of four are tasks. Then a task that does nothing.
// RECORD: {"task": "aiv", "ids": [1], {{.*}}, "deps": [6, 7, 8, 1]}
// RECORD-NEXT: {"task": "dummy", "ids": [], "adds": [], "values": [], "deps": [9, 6, 7, 8]}
// RECORD-NEXT: {"task": "aiv", "ids": [1], {{.*}}, "deps": [10]}

!t = !pld.tensor<[M, 4], f32>
!s = !pld.tensor<[S, 4], f32>
!flags = !pld.tensor<[4, 4], i32>
!ids = !pld.array<4 x !pld.task_id>
pld.func private aiv @k(%x: !t, %y: out !t) -> !t {
  pld.return %y : !t
}
pld.func private aiv @m(%x: inout !t, %y: !t) -> !t {
  pld.return %x : !t
}
pld.func orchestration @main(%x: !s, %y: out !s, %flags: !flags) -> !s {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %bound = arith.constant -1 : index
  %0, %t0 = pld.submit @k(%x) : (!s) -> (!s, !pld.task_id)
  %at = pld.make_tuple %c3, %c1 : tuple<index, index>
  %flag = pld.intrinsic "tensor.read"(%flags, %at) : (!flags, tuple<index, index>) -> i32
  %wide = arith.index_cast %flag : i32 to index
  // The number is on the left side.
  %go = arith.cmpi slt, %bound, %wide : index
  %1, %t1 = pld.submit @k(%0, %y) deps(%t0) core_num(%c2) early_resolve predicate(%go) : (!s, !s) -> (!s, !pld.task_id)
  %none = pld.system.task_invalid() : () -> !pld.task_id
  %2 = scf.for %i = %c0 to %c2 step %c1 iter_args(%last = %none) -> (!pld.task_id) {
    %8, %ta = pld.submit @k(%0, %y) deps(%last) : (!s, !s) -> (!s, !pld.task_id)
    %9, %tb = pld.submit @m(%8, %x) deps(%ta) : (!s, !s) -> (!s, !pld.task_id)
    scf.yield %tb : !pld.task_id
  }
  %ids = pld.intrinsic "array.create"(%c4) {dtype = !pld.task_id} : (index) -> !ids
  %all = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %ids) -> (!ids) {
    %8, %t = pld.submit @k(%x, %y) : (!s, !s) -> (!s, !pld.task_id)
    %9 = pld.intrinsic "array.update_element"(%a, %i, %t) : (!ids, index, !pld.task_id) -> !ids
    scf.yield %9 : !ids
  }
  %3, %t3 = pld.submit @m(%y, %x) deps(%all, %t1 : !ids, !pld.task_id) : (!s, !s) -> (!s, !pld.task_id)
  %dummy = pld.system.task_dummy(%t3, %all) : (!pld.task_id, !ids) -> !pld.task_id
  %4, %t4 = pld.submit @m(%y, %x) deps(%dummy) : (!s, !s) -> (!s, !pld.task_id)
  pld.return %4 : !s
}

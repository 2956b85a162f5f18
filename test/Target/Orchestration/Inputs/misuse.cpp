//===- misuse.cpp - What the stand-in for the runtime has to notice -------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As exported, but for one thing, which the second scalar chooses.
//
//===----------------------------------------------------------------------===//

#include "pto_orchestration_api.h"

extern "C" {
PTO2OrchestrationConfig aicpu_orchestration_config(const ChipTaskArgs &) {
  return {3};
}

void aicpu_orchestration_entry(const ChipTaskArgs &orch_args) {
  const ChipTensor &x = orch_args.tensor(0).ref();
  uint64_t n = orch_args.scalar(0);
  uint32_t shape[2] = {2, 8}, half[2] = {4, 4}, corner[2] = {0, 4},
           beyond[2] = {0, 5};
  PTO2TaskId none[1];
  CoreTaskArgs args;
  TensorCreateInfo info(shape, 2, DataType::INT16);
  switch (orch_args.scalar(1)) {
  case 0: { // Nothing is wrong.
    info.set_initial_value(static_cast<int16_t>(-2));
    PTO2_SCOPE() {
      TaskOutputTensors outs = alloc_tensors(info);
      const ChipTensor &a = outs.get_ref(0);
      ChipTensor part = x.view(half, corner);
      args.add_input(part);
      args.add_inout(a);
      args.add_scalar(static_cast<int32_t>(-1));
      args.dump(a);
      PTO2TaskId id = rt_submit_aiv_task(0, args).task_id();
      CoreTaskArgs barrier;
      barrier.set_dependencies(&id, 1);
      rt_submit_dummy_task(barrier);
      uint32_t at[2] = {1, 2};
      int32_t before = get_tensor_data<int32_t>(x, 2, at);
      set_tensor_data<int32_t>(x, 2, at, before + 10);
      get_tensor_data<int32_t>(part.transpose(0, 1), 2, at);
      get_tensor_data<int32_t>(x, 2, at);
    }
    break;
  }
  case 1:
    args.add_scalar(n);
    args.add_input(x);
    break;
  case 2:
    args.set_dependencies(none, 1);
    break;
  case 3: {
    PTO2TaskId id = rt_submit_dummy_task(args).task_id();
    args.set_dependencies(&id, 1);
    args.set_dependencies(&id, 1);
    break;
  }
  case 4: {
    PTO2TaskId ids[2] = {rt_submit_dummy_task(args).task_id(),
                         rt_submit_dummy_task(args).task_id()};
    args.set_dependencies(ids, 1);
    ids[0] = ids[1];
    rt_submit_dummy_task(args);
    break;
  }
  case 5:
    x.view(half, beyond);
    break;
  case 6:
    x.view(half, corner).reshape(shape, 2);
    break;
  case 7:
    x.reshape(half, 2);
    break;
  case 8:
    PTO2_SCOPE(PTO2ScopeMode::MANUAL) {
      PTO2_SCOPE() {}
    }
    break;
  case 9:
    args.launch_spec.set_block_num(0);
    rt_submit_aiv_task(0, args);
    break;
  case 10: {
    {
      ChipTensor part = x.view(half, corner);
      args.add_input(part);
    }
    rt_submit_aiv_task(0, args);
    break;
  }
  case 11:
    args.add_input(x);
    args.dump(x.view(half, corner));
    break;
  case 12: {
    const ChipTensor *a;
    PTO2_SCOPE() {
      TaskOutputTensors outs = alloc_tensors(info);
      a = &outs.get_ref(0);
    }
    args.add_input(*a);
    rt_submit_aiv_task(0, args);
    break;
  }
  case 13: {
    uint32_t at[2] = {0, 0};
    get_tensor_data<int64_t>(x, 2, at);
    break;
  }
  case 14: {
    CoreTaskPredicate predicate;
    TensorCreateInfo unsignedInfo(shape, 2, DataType::UINT16);
    TaskOutputTensors outs = alloc_tensors(unsignedInfo);
    predicate.operand.tensor = &outs.get_ref(0);
    predicate.operand.ndims = 2;
    predicate.op = PredicateOp::EQ;
    args.set_predicate(predicate);
    rt_submit_aiv_task(0, args);
    break;
  }
  case 15:
    n /= orch_args.scalar(0);
    args.add_scalar(n);
    rt_submit_aiv_task(0, args);
    break;
  }
}
} // extern "C"

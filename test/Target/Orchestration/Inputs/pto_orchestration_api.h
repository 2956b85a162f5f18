//===- pto_orchestration_api.h - Stand-in for the runtime -------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Has what exported orchestrations use of the runtime's header, so that they
// compile. Instead of running tasks it writes what is added and submitted to
// the standard output, as JSON, one line a task. `record.cpp` has the main
// function.
//
// Not a runtime: a tensor has a number instead of data. As in the real one,
// tensors are added before scalars, a result is borrowed from a variable, and a
// TensorCreateInfo outlives the submission.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ORCHESTRATION_API_H
#define PTO_ORCHESTRATION_API_H

#include <stdint.h>
#include <string.h>

#include <deque>
#include <string>
#include <vector>

enum class DataType {
  FLOAT32,
  FLOAT16,
  BFLOAT16,
  INT8,
  INT16,
  INT32,
  INT64,
  UINT8,
  UINT16,
  UINT32,
  UINT64,
  BOOL,
  FP8E4M3FN,
  FP8E8M0,
  FP4E2M1
};
enum class PTO2ScopeMode { AUTO, MANUAL };
enum class PredicateOp { NONE, EQ, NE, GT, LT, GE, LE };

constexpr int32_t INVALID_KERNEL_ID = -1;

template <typename T> uint64_t to_u64(T value) {
  static_assert(sizeof(T) <= 8);
  uint64_t bits = 0;
  memcpy(&bits, &value, sizeof(T));
  return bits;
}
template <typename T> T from_u64(uint64_t bits) {
  T value;
  memcpy(&value, &bits, sizeof(T));
  return value;
}

struct ChipTensor {
  std::string name;
  uint32_t ndims = 0;
  uint32_t shapes[5] = {};
  /// What every element reads as.
  int64_t element = 0;
};

struct TensorCreateInfo {
  TensorCreateInfo(const uint32_t *dims, uint32_t count, DataType type,
                   bool manual_dep = false);
  ChipTensor tensor;
  DataType type;
  bool manualDep;
};

class PTO2TaskId {
public:
  PTO2TaskId() = default;
  explicit PTO2TaskId(int64_t number) : number(number) {}
  static PTO2TaskId invalid() { return PTO2TaskId(); }
  bool is_valid() const { return number >= 0; }
  int64_t number = -1;
};

class TaskOutputTensors {
public:
  const ChipTensor &get_ref(uint32_t index) const &;
  const ChipTensor &get_ref(uint32_t index) const && = delete;
  PTO2TaskId task_id() const { return id; }

  std::vector<const ChipTensor *> tensors;
  PTO2TaskId id;
};

struct TensorHandle {
  const ChipTensor &ref() const { return *tensor; }
  const ChipTensor *tensor;
};

/// What the host passes to an orchestration.
class ChipTaskArgs {
public:
  TensorHandle tensor(uint32_t index) const;
  uint64_t scalar(uint32_t index) const;

  std::deque<ChipTensor> tensors;
  std::vector<uint64_t> scalars;
};

struct PTO2OrchestrationConfig {
  int expected_arg_count;
};

struct LaunchSpec {
  void set_block_num(int16_t count) { blockNum = count; }
  void set_core_num(int16_t count) { coreNum = count; }
  void set_require_sync_start(bool value) { syncStart = value; }
  int blockNum = 0, coreNum = 0;
  bool syncStart = false;
};

struct CoreTaskPredicate {
  struct {
    const ChipTensor *tensor = nullptr;
    uint32_t ndims = 0;
    uint32_t indices[5] = {};
  } operand;
  PredicateOp op = PredicateOp::NONE;
  int64_t target = 0;
};

class CoreTaskArgs {
public:
  void add_input(const ChipTensor &tensor) { add("input", tensor); }
  void add_output(const ChipTensor &tensor) { add("output", tensor); }
  void add_output(const TensorCreateInfo &info);
  void add_output(TensorCreateInfo &&) = delete;
  void add_inout(const ChipTensor &tensor) { add("inout", tensor); }
  void add_no_dep(const ChipTensor &tensor) { add("no_dep", tensor); }
  template <typename T> void add_scalar(T value) { addScalar(to_u64(value)); }
  void set_dependencies(const PTO2TaskId *ids, uint32_t count);
  void set_allow_early_resolve(bool value) { earlyResolve = value; }
  void set_predicate(const CoreTaskPredicate &value) { predicate = value; }

  LaunchSpec launch_spec;

  std::vector<std::string> adds, values;
  std::vector<const TensorCreateInfo *> creates;
  std::vector<int64_t> deps;
  bool earlyResolve = false;
  CoreTaskPredicate predicate;

private:
  void add(const char *direction, const ChipTensor &tensor);
  void addScalar(uint64_t bits);
};

struct MixedKernels {
  int32_t aic_kernel_id, aiv0_kernel_id, aiv1_kernel_id;
};

TaskOutputTensors rt_submit_aic_task(int32_t id, const CoreTaskArgs &args);
TaskOutputTensors rt_submit_aiv_task(int32_t id, const CoreTaskArgs &args);
TaskOutputTensors rt_submit_task(const MixedKernels &kernels,
                                 const CoreTaskArgs &args);
TaskOutputTensors rt_submit_dummy_task(const CoreTaskArgs &args);

TaskOutputTensors allocate(const std::vector<const TensorCreateInfo *> &infos);
template <typename... Infos>
TaskOutputTensors alloc_tensors(const Infos &...infos) {
  static_assert(sizeof...(Infos) <= 16);
  return allocate({&infos...});
}

template <typename T>
T get_tensor_data(const ChipTensor &tensor, uint32_t, const uint32_t *) {
  return static_cast<T>(tensor.element);
}

/// A scope is recorded when it begins and when it ends.
struct ScopeGuard {
  explicit ScopeGuard(PTO2ScopeMode mode = PTO2ScopeMode::AUTO);
  ~ScopeGuard();
};
#define PTO2_SCOPE(...) if (ScopeGuard scope_guard{__VA_ARGS__}; true)

extern "C" {
PTO2OrchestrationConfig aicpu_orchestration_config(const ChipTaskArgs &);
void aicpu_orchestration_entry(const ChipTaskArgs &);
}

#endif // PTO_ORCHESTRATION_API_H

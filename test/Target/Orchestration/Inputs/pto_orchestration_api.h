//===- pto_orchestration_api.h - Stand-in for the runtime -------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Has what exported orchestrations use of the runtime's header, so that they
// compile. Instead of running tasks, `record.cpp` writes what the runtime would
// observe, and stops at what the runtime asserts.
//
// Not a runtime: a buffer has a number instead of data, and reads as what the
// inputs say. As in the real one, the tensors and create infos of a task, and
// its array of dependencies, are kept by address until the submission.
//
//===----------------------------------------------------------------------===//

#ifndef PTO_ORCHESTRATION_API_H
#define PTO_ORCHESTRATION_API_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <algorithm>
#include <type_traits>

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
  FP4E2M1,
  /// Only here: a parameter that reads as any type.
  ANY
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

/// A descriptor. One that is not made from another one is of no buffer.
struct ChipTensor {
  ~ChipTensor() { buffer = -2; }
  ChipTensor view(const uint32_t sizes[], const uint32_t offsets[],
                  bool manual_dep = false) const;
  ChipTensor reshape(const uint32_t sizes[], uint32_t count,
                     bool manual_dep = false) const;
  ChipTensor transpose(uint32_t x, uint32_t y, bool manual_dep = false) const;

  int32_t buffer = -1;
  DataType dtype = DataType::ANY;
  uint64_t start_offset = 0;
  uint32_t ndims = 0;
  uint32_t shapes[5] = {};
  uint32_t strides[5] = {};
  bool is_contiguous = true;
  bool manual_dep = false;
};

struct TensorCreateInfo {
  TensorCreateInfo(const uint32_t *sizes, uint32_t count, DataType dtype,
                   bool manual_dep = false);
  ~TensorCreateInfo() { ndims = 0; }
  template <typename T> void set_initial_value(T value) {
    has_initial_value = true;
    initial_value = to_u64(value);
  }

  uint32_t ndims;
  uint32_t shapes[5] = {};
  DataType dtype;
  bool manual_dep;
  bool has_initial_value = false;
  uint64_t initial_value = 0;
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

  PTO2TaskId id;
  int32_t firstBuffer = 0;
  uint32_t count = 0;
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
};

struct PTO2OrchestrationConfig {
  int expected_arg_count;
};

struct LaunchSpec {
  void set_block_num(int16_t count) { blockNum = count; }
  void set_core_num(int16_t count) { coreNum = count; }
  void set_require_sync_start(bool value) { syncStart = value; }
  int blockNum = 1, coreNum = 1;
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
  void add_input(const ChipTensor &tensor) { add("in", tensor); }
  void add_output(const ChipTensor &tensor) { add("out", tensor); }
  void add_output(const TensorCreateInfo &info);
  void add_inout(const ChipTensor &tensor) { add("inout", tensor); }
  void add_no_dep(const ChipTensor &tensor) { add("nodep", tensor); }
  // An object that is kept by address cannot be a temporary.
  void add_input(ChipTensor &&) = delete;
  void add_output(ChipTensor &&) = delete;
  void add_output(TensorCreateInfo &&) = delete;
  void add_inout(ChipTensor &&) = delete;
  void add_no_dep(ChipTensor &&) = delete;
  template <typename T> void add_scalar(T value) { addScalar(to_u64(value)); }
  template <typename... Tensors> void dump(const Tensors &...tensors) {
    (dumpOne(&tensors), ...);
  }
  void set_dependencies(const PTO2TaskId *ids, uint32_t count);
  void set_allow_early_resolve(bool value) { earlyResolve = value; }
  void set_predicate(const CoreTaskPredicate &value) { predicate = value; }

  LaunchSpec launch_spec;

  struct Tensor {
    const char *tag;
    const ChipTensor *tensor;
    const TensorCreateInfo *info;
    bool dump;
  } tensors[32];
  uint32_t numTensors = 0;
  uint64_t scalars[16];
  uint32_t numScalars = 0;
  const PTO2TaskId *deps = nullptr;
  uint32_t numDeps = 0;
  /// The contents of `deps` when they were set.
  int64_t depNumbers[1024];
  bool earlyResolve = false;
  CoreTaskPredicate predicate;

private:
  void add(const char *tag, const ChipTensor &tensor);
  void add(const Tensor &tensor);
  void addScalar(uint64_t bits);
  void dumpOne(const ChipTensor *tensor);
};

struct MixedKernels {
  int32_t aic_kernel_id, aiv0_kernel_id, aiv1_kernel_id;
};

TaskOutputTensors rt_submit_aic_task(int32_t id, const CoreTaskArgs &args);
TaskOutputTensors rt_submit_aiv_task(int32_t id, const CoreTaskArgs &args);
TaskOutputTensors rt_submit_task(const MixedKernels &kernels,
                                 const CoreTaskArgs &args);
TaskOutputTensors rt_submit_dummy_task(const CoreTaskArgs &args);

inline int32_t rt_available_cluster_count() { return 24; }
inline int32_t rt_available_aiv_count() { return 48; }

TaskOutputTensors allocate(const TensorCreateInfo *const *infos, size_t count);
template <typename... Infos>
TaskOutputTensors alloc_tensors(const Infos &...infos) {
  static_assert(sizeof...(Infos) <= 16);
  const TensorCreateInfo *list[] = {&infos...};
  return allocate(list, sizeof...(Infos));
}

/// Reads or writes the `width` bytes of an element.
void readElement(const ChipTensor &tensor, uint32_t count,
                 const uint32_t *indices, size_t width, bool isFloat,
                 void *value);
void writeElement(const ChipTensor &tensor, uint32_t count,
                  const uint32_t *indices, size_t width, const void *value);
template <typename T>
T get_tensor_data(const ChipTensor &tensor, uint32_t count,
                  const uint32_t *indices) {
  T value;
  readElement(tensor, count, indices, sizeof(T), std::is_floating_point_v<T>,
              &value);
  return value;
}
template <typename T>
void set_tensor_data(const ChipTensor &tensor, uint32_t count,
                     const uint32_t *indices, T value) {
  writeElement(tensor, count, indices, sizeof(T), &value);
}

struct ScopeGuard {
  explicit ScopeGuard(PTO2ScopeMode mode = PTO2ScopeMode::AUTO);
  ~ScopeGuard();
};
#define PTO2_SCOPE(...) if (ScopeGuard scope_guard{__VA_ARGS__}; true)

/// Stops the run, as the runtime does.
[[noreturn]] void failAssertion(const char *what);
#define always_assert(condition)                                               \
  do {                                                                         \
    if (!(condition))                                                          \
      failAssertion(#condition);                                               \
  } while (false)

extern "C" {
PTO2OrchestrationConfig aicpu_orchestration_config(const ChipTaskArgs &);
void aicpu_orchestration_entry(const ChipTaskArgs &);
}

#endif // PTO_ORCHESTRATION_API_H

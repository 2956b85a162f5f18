//===- record.cpp - Runs an exported orchestration ------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// usage: record [tensor=D,D,..[:ELEMENT] | scalar=BITS | float=NUMBER]..
//
// Calls the orchestration with these arguments and writes what it does: one
// JSON object a line, for the configuration, scopes, allocations and tasks.
//
//===----------------------------------------------------------------------===//

#include "pto_orchestration_api.h"

#include <cstdio>
#include <cstdlib>

namespace {

std::deque<ChipTensor> made;
int64_t numTasks = 0;
int numErrors = 0;

void fail(const char *what) {
  ++numErrors;
  std::printf("{\"error\": \"%s\"}\n", what);
}

const ChipTensor *make(const TensorCreateInfo &info, const std::string &by) {
  made.push_back(info.tensor);
  made.back().name = by;
  return &made.back();
}

template <typename List, typename Print>
void printList(const List &list, Print print) {
  std::printf("[");
  bool first = true;
  for (const auto &entry : list) {
    if (!first)
      std::printf(", ");
    first = false;
    print(entry);
  }
  std::printf("]");
}

void printText(const std::string &text) { std::printf("\"%s\"", text.c_str()); }

TaskOutputTensors submit(const char *how, const std::vector<int32_t> &ids,
                         const CoreTaskArgs &args) {
  int64_t number = numTasks++;
  std::printf("{\"task\": \"%s\", \"ids\": ", how);
  printList(ids, [](int32_t id) {
    id < 0 ? std::printf("null") : std::printf("%d", id);
  });
  std::printf(", \"adds\": ");
  printList(args.adds, printText);
  std::printf(", \"values\": ");
  printList(args.values, printText);
  if (!args.deps.empty()) {
    std::printf(", \"deps\": ");
    printList(args.deps,
              [](int64_t id) { std::printf("%lld", (long long)id); });
  }
  if (args.launch_spec.blockNum)
    std::printf(", \"block_num\": %d", args.launch_spec.blockNum);
  if (args.launch_spec.coreNum)
    std::printf(", \"core_num\": %d", args.launch_spec.coreNum);
  if (args.launch_spec.syncStart)
    std::printf(", \"sync_start\": true");
  if (args.earlyResolve)
    std::printf(", \"early_resolve\": true");
  if (args.predicate.op != PredicateOp::NONE) {
    static const char *const names[] = {"", "==", "!=", ">", "<", ">=", "<="};
    const CoreTaskPredicate &predicate = args.predicate;
    std::printf(", \"predicate\": \"%s[",
                predicate.operand.tensor->name.c_str());
    for (uint32_t i = 0; i < predicate.operand.ndims; ++i)
      std::printf("%s%u", i ? ", " : "", predicate.operand.indices[i]);
    std::printf("] %s %lld\"", names[static_cast<int>(predicate.op)],
                (long long)predicate.target);
  }
  std::printf("}\n");

  TaskOutputTensors outputs;
  outputs.id = PTO2TaskId(number);
  for (size_t i = 0; i < args.creates.size(); ++i)
    outputs.tensors.push_back(
        make(*args.creates[i],
             "task" + std::to_string(number) + "." + std::to_string(i)));
  return outputs;
}

} // namespace

TensorCreateInfo::TensorCreateInfo(const uint32_t *dims, uint32_t count,
                                   DataType type, bool manual_dep)
    : type(type), manualDep(manual_dep) {
  tensor.ndims = count;
  for (uint32_t i = 0; i < count && i < 5; ++i)
    tensor.shapes[i] = dims[i];
}

const ChipTensor &TaskOutputTensors::get_ref(uint32_t index) const & {
  if (index >= tensors.size()) {
    fail("there is no such output");
    std::exit(1);
  }
  return *tensors[index];
}

TensorHandle ChipTaskArgs::tensor(uint32_t index) const {
  return {&tensors.at(index)};
}
uint64_t ChipTaskArgs::scalar(uint32_t index) const {
  return scalars.at(index);
}

void CoreTaskArgs::add(const char *direction, const ChipTensor &tensor) {
  if (!adds.empty() && adds.back() == "scalar")
    fail("a tensor is added after a scalar");
  adds.push_back(direction);
  values.push_back(tensor.name);
}

void CoreTaskArgs::add_output(const TensorCreateInfo &info) {
  if (!adds.empty() && adds.back() == "scalar")
    fail("a tensor is added after a scalar");
  adds.push_back("output");
  std::string shape = "new";
  for (uint32_t i = 0; i < info.tensor.ndims; ++i)
    shape += (i ? "x" : " ") + std::to_string(info.tensor.shapes[i]);
  values.push_back(shape);
  creates.push_back(&info);
}

void CoreTaskArgs::addScalar(uint64_t bits) {
  adds.push_back("scalar");
  values.push_back(std::to_string(bits));
}

void CoreTaskArgs::set_dependencies(const PTO2TaskId *ids, uint32_t count) {
  deps.clear();
  for (uint32_t i = 0; i < count; ++i) {
    if (!ids[i].is_valid())
      fail("a dependency is no task");
    deps.push_back(ids[i].number);
  }
}

TaskOutputTensors rt_submit_aic_task(int32_t id, const CoreTaskArgs &args) {
  return submit("aic", {id}, args);
}
TaskOutputTensors rt_submit_aiv_task(int32_t id, const CoreTaskArgs &args) {
  return submit("aiv", {id}, args);
}
TaskOutputTensors rt_submit_task(const MixedKernels &kernels,
                                 const CoreTaskArgs &args) {
  return submit(
      "mixed",
      {kernels.aic_kernel_id, kernels.aiv0_kernel_id, kernels.aiv1_kernel_id},
      args);
}
TaskOutputTensors rt_submit_dummy_task(const CoreTaskArgs &args) {
  return submit("dummy", {}, args);
}

TaskOutputTensors allocate(const std::vector<const TensorCreateInfo *> &infos) {
  TaskOutputTensors outputs;
  for (const TensorCreateInfo *info : infos) {
    std::string name = "alloc" + std::to_string(made.size());
    outputs.tensors.push_back(make(*info, name));
    std::printf("{\"alloc\": \"%s\", \"type\": %d, \"shape\": ", name.c_str(),
                static_cast<int>(info->type));
    const ChipTensor &tensor = info->tensor;
    printList(
        std::vector<uint32_t>(tensor.shapes, tensor.shapes + tensor.ndims),
        [](uint32_t dim) { std::printf("%u", dim); });
    std::printf("%s}\n", info->manualDep ? ", \"manual_dep\": true" : "");
  }
  return outputs;
}

ScopeGuard::ScopeGuard(PTO2ScopeMode mode) {
  std::printf("{\"scope\": \"%s\"}\n",
              mode == PTO2ScopeMode::MANUAL ? "manual" : "auto");
}
ScopeGuard::~ScopeGuard() { std::printf("{\"scope\": \"end\"}\n"); }

int main(int argc, char **argv) {
  ChipTaskArgs args;
  for (int i = 1; i < argc; ++i) {
    std::string text = argv[i];
    std::string value = text.substr(text.find('=') + 1);
    if (text.rfind("tensor=", 0) == 0) {
      ChipTensor tensor;
      tensor.name = "arg" + std::to_string(args.tensors.size());
      char *at = &value[0];
      for (;; ++at) {
        tensor.shapes[tensor.ndims++] = std::strtoul(at, &at, 10);
        if (*at != ',')
          break;
      }
      if (*at == ':')
        tensor.element = std::strtoll(at + 1, nullptr, 10);
      args.tensors.push_back(tensor);
    } else if (text.rfind("float=", 0) == 0) {
      args.scalars.push_back(to_u64(std::strtof(value.c_str(), nullptr)));
    } else {
      args.scalars.push_back(std::strtoull(value.c_str(), nullptr, 10));
    }
  }
  int count = aicpu_orchestration_config(args).expected_arg_count;
  std::printf("{\"expected_arg_count\": %d}\n", count);
  if (count != static_cast<int>(args.tensors.size() + args.scalars.size()))
    fail("another number of arguments is expected");
  aicpu_orchestration_entry(args);
  return numErrors != 0;
}

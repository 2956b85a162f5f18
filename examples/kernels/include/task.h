// What every kernel of this example includes: a stand-in for the headers of the
// instruction set and of the runtime.
#pragma once

#include <cstdint>

// A tensor of a task. Elements lie row after row.
struct Tensor {
  void *data;
  std::int64_t rows, columns;

  float *row(std::int64_t index) const {
    return static_cast<float *>(data) + index * columns;
  }
};

extern "C" {
// The core that this is, of those that run the task.
std::int64_t get_block_idx();

// Where the runtime starts a kernel: tensors first, then scalars.
void kernel_entry(const Tensor *tensors, const std::int64_t *scalars);
}

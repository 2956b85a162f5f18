#include "task.h"

// y = 2 x
extern "C" void kernel_entry(const Tensor *tensors, const std::int64_t *) {
  for (std::int64_t i = 0; i < tensors[0].size; ++i)
    tensors[1].data[i] = 2 * tensors[0].data[i];
}

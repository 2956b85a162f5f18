#include "task.h"

#include <cstring>

// The first rows of the cache become x.
void kernel_entry(const Tensor *tensors, const std::int64_t *) {
  const Tensor &x = tensors[0], &cache = tensors[1];
  std::memcpy(cache.data, x.data, sizeof(float) * x.rows * x.columns);
}

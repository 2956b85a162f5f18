#include "task.h"

// y = x W, a band of 64 columns on each core
void kernel_entry(const Tensor *tensors, const std::int64_t *) {
  const Tensor &x = tensors[0], &weight = tensors[1], &y = tensors[2];
  const std::int64_t band = get_block_idx() * 64;
  for (std::int64_t i = 0; i < x.rows; ++i)
    for (std::int64_t j = band; j < band + 64; ++j) {
      float sum = 0;
      for (std::int64_t k = 0; k < x.columns; ++k)
        sum += x.row(i)[k] * weight.row(k)[j];
      y.row(i)[j] = sum;
    }
}

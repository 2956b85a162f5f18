// The external kernel of decoder.mlir, which names this file.
#include "task.h"

// For each row of x, the column of x W that is largest.
void kernel_entry(const Tensor *tensors, const std::int64_t *) {
  const Tensor &x = tensors[0], &vocabulary = tensors[1];
  auto *tokens = static_cast<std::int32_t *>(tensors[2].data);
  for (std::int64_t i = 0; i < x.rows; ++i) {
    float best = 0;
    for (std::int64_t j = 0; j < vocabulary.columns; ++j) {
      float sum = 0;
      for (std::int64_t k = 0; k < x.columns; ++k)
        sum += x.row(i)[k] * vocabulary.row(k)[j];
      if (j == 0 || sum > best) {
        best = sum;
        tokens[i] = std::int32_t(j);
      }
    }
  }
}

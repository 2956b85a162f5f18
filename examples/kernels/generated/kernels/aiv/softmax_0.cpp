#include "task.h"

#include <algorithm>
#include <cmath>

// y = softmax(temperature * x), for each row
void kernel_entry(const Tensor *tensors, const std::int64_t *) {
  const float temperature = 8e-02f;
  const Tensor &x = tensors[0], &y = tensors[1];
  for (std::int64_t i = 0; i < x.rows; ++i) {
    const float max = *std::max_element(x.row(i), x.row(i) + x.columns);
    float sum = 0;
    for (std::int64_t j = 0; j < x.columns; ++j)
      sum += y.row(i)[j] = std::exp(temperature * (x.row(i)[j] - max));
    for (std::int64_t j = 0; j < x.columns; ++j)
      y.row(i)[j] /= sum;
  }
}

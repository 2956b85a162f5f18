// What every kernel of this example includes: a stand-in for the headers of the
// instruction set and of the runtime.
#pragma once

#include <cstdint>

// The arguments of a task: tensors first, then scalars.
struct Tensor {
  float *data;
  std::int64_t size;
};

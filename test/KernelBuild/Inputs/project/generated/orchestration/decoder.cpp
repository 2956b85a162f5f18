// A stand-in for what `pld-translate --pld-to-orchestration-cpp` writes.
#include "task.h"

extern "C" __attribute__((visibility("default"))) void
aicpu_orchestration_entry(const Tensor *) {}

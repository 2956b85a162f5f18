// Only the kernel `project` includes this one.
#pragma once

inline float dot(const float *a, const float *b, long size) {
  float sum = 0;
  for (long i = 0; i < size; ++i)
    sum += a[i] * b[i];
  return sum;
}

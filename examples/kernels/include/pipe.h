// Only the kernels of the Group `mlp` include this one: blocks of 16 x 64
// floats that go from the cube unit to the vector unit.
#pragma once

extern "C" {
void push_to_vector(const float *block);
void pop_from_cube(float *block);
}

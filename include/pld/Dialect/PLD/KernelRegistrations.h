//===- KernelRegistrations.h - Kernels as the runtime knows them -*- C++
//-*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is valid as the registrations of an orchestration and the ids of a
// dispatch. The verifier of the dialect asks these; whether registrations say
// the same as the program is checked where they are read, see
// pld/Transforms/Registration/RegisteredProgram.h.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_DIALECT_PLD_KERNELREGISTRATIONS_H
#define PLD_DIALECT_PLD_KERNELREGISTRATIONS_H

#include "mlir/IR/Operation.h"

#include <cstdint>

namespace pld {

/// What the runtime (`tensormap_and_ringbuffer`) has room for. It checks none
/// of these: an id out of range is dropped, and more arguments than there is
/// room for overwrite what follows.
namespace runtime_limits {
/// Registered kernels of one orchestration; ids are 0 to 1023.
inline constexpr int64_t kMaxKernels = 1024;
/// Arguments of one task.
inline constexpr unsigned kMaxTaskTensors = 32;
inline constexpr unsigned kMaxTaskScalars = 16;
/// Parameters of an orchestration.
inline constexpr unsigned kMaxEntryTensors = 256;
inline constexpr unsigned kMaxEntryScalars = 128;
/// Dimensions of a tensor.
inline constexpr unsigned kMaxRank = 5;
/// Tensors that are allocated by one call.
inline constexpr unsigned kMaxAllocations = 16;
} // namespace runtime_limits

/// Checks `pld.kernel_registrations`: on an orchestration, an array of
/// registrations, no id twice, and no dispatch names an id that is not there.
/// Linear in the size of the function.
mlir::LogicalResult verifyRegistrationsAttr(mlir::Operation *op,
                                            mlir::Attribute value);

/// Checks `pld.kernel_ids`: on a dispatch in a function that has registrations,
/// an array of numbers.
mlir::LogicalResult verifyKernelIdsAttr(mlir::Operation *op,
                                        mlir::Attribute value);

} // namespace pld

#endif // PLD_DIALECT_PLD_KERNELREGISTRATIONS_H

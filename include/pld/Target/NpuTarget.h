//===- NpuTarget.h - What a program is exported for -------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TARGET_NPUTARGET_H
#define PLD_TARGET_NPUTARGET_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace pld {

/// The generations of NPU, where what is written differs.
enum class NpuPlatform : uint8_t { A2A3, A5 };

/// The runtimes that submit the tasks of an orchestration.
enum class NpuRuntime : uint8_t { TensormapAndRingbuffer, HostBuildGraph };

/// The runtime's name for itself.
inline llvm::StringRef stringifyNpuRuntime(NpuRuntime runtime) {
  return runtime == NpuRuntime::HostBuildGraph ? "host_build_graph"
                                               : "tensormap_and_ringbuffer";
}

/// The function of a task's `launch_spec` that takes the number of cores. Only
/// one runtime of one platform has another name for it.
inline llvm::StringRef getCoreNumSetter(NpuPlatform platform,
                                        NpuRuntime runtime) {
  return platform == NpuPlatform::A5 &&
                 runtime == NpuRuntime::TensormapAndRingbuffer
             ? "set_core_num"
             : "set_block_num";
}

} // namespace pld

#endif // PLD_TARGET_NPUTARGET_H

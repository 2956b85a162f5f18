//===- KernelIds.h - Ids of kernel registrations ----------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code is compiled once, but the runtime wants a registration for each way in
// which its tensors are used: the key of a registration is code, core type and
// signature. What belongs to a task (dependencies, number of cores, predicate)
// is no part of it.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TRANSFORMS_REGISTRATION_KERNELIDS_H
#define PLD_TRANSFORMS_REGISTRATION_KERNELIDS_H

#include "pld/Dialect/PLD/PLDAttributes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace pld::registration {

/// The registrations of one orchestration, numbered from 0 in the order of
/// first use.
class KernelIds {
public:
  /// The id of a key: the one that it has, or the next. The signature has at
  /// most `runtime_limits::kMaxTaskTensors` entries.
  int32_t assign(mlir::FlatSymbolRefAttr code, CoreType core,
                 llvm::ArrayRef<ParamDirection> signature);

  /// The number of ids. More than `runtime_limits::kMaxKernels` can be
  /// assigned, but not registered.
  size_t size() const { return keys.size(); }

  /// The registrations, by id.
  llvm::SmallVector<mlir::Attribute> getRegistrations() const;

private:
  /// A key is the registration that it would be as number 0: uniqued, so that
  /// it is compared by address. Nothing is ordered by it.
  llvm::DenseMap<mlir::Attribute, int32_t> ids;
  llvm::SmallVector<KernelRegistrationAttr> keys;
};

} // namespace pld::registration

#endif // PLD_TRANSFORMS_REGISTRATION_KERNELIDS_H

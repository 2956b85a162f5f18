//===- ParameterOrder.h - The arguments of a task, and their order -*- C++
//-*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A task takes its tensors first and its scalars after them, each in the order
// in which they were written. Nothing that depends on the order, neither a
// signature nor an id, may be decided before.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TRANSFORMS_REGISTRATION_PARAMETERORDER_H
#define PLD_TRANSFORMS_REGISTRATION_PARAMETERORDER_H

#include "mlir/IR/TypeRange.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>

namespace pld::registration {

/// How the runtime passes an argument.
enum class ArgumentClass : uint8_t {
  /// With an address, a shape and a direction: tensors, distributed ones too.
  Tensor,
  /// As 64 bits: numbers, task ids, pointers and communication contexts.
  Scalar
};

/// How an argument of `type` is passed, or nothing if it cannot be (tiles,
/// tuples, arrays, and what has no known type).
std::optional<ArgumentClass> classifyArgument(mlir::Type type);

/// The final order of arguments: `order[i]` is which one comes at place i.
/// Linear.
llvm::SmallVector<unsigned>
orderArguments(llvm::ArrayRef<ArgumentClass> classes);

} // namespace pld::registration

#endif // PLD_TRANSFORMS_REGISTRATION_PARAMETERORDER_H

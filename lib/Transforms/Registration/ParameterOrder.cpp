//===- ParameterOrder.cpp - The arguments of a task, and their order ------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Transforms/Registration/ParameterOrder.h"

#include "pld/Dialect/PLD/PLDTypes.h"

using namespace mlir;
using namespace pld;
using namespace pld::registration;

std::optional<ArgumentClass> registration::classifyArgument(Type type) {
  switch (classifyType(type)) {
  case TypeClass::Tensor:
  case TypeClass::DistTensor:
    return ArgumentClass::Tensor;
  case TypeClass::Scalar:
    return ArgumentClass::Scalar;
  case TypeClass::Tile:
  case TypeClass::Array:
  case TypeClass::Tuple:
    return std::nullopt;
  case TypeClass::Other:
    if (isa<TaskIdType, PtrType, CommCtxType>(type))
      return ArgumentClass::Scalar;
    return std::nullopt;
  }
  llvm_unreachable("unknown class of type");
}

SmallVector<unsigned>
registration::orderArguments(ArrayRef<ArgumentClass> classes) {
  SmallVector<unsigned> order;
  for (ArgumentClass next : {ArgumentClass::Tensor, ArgumentClass::Scalar})
    for (auto [index, kind] : llvm::enumerate(classes))
      if (kind == next)
        order.push_back(index);
  return order;
}

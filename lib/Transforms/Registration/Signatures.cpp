//===- Signatures.cpp - Directions of registered kernels ------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Transforms/Registration/Signatures.h"

#include "pld/Transforms/Registration/ParameterOrder.h"

using namespace mlir;
using namespace pld;
using namespace pld::registration;

ParamDirection registration::toSignature(ArgDirection direction) {
  switch (direction) {
  case ArgDirection::Input:
    return ParamDirection::In;
  case ArgDirection::Output:
  case ArgDirection::OutputExisting:
    return ParamDirection::Out;
  case ArgDirection::InOut:
  case ArgDirection::NoDep:
    return ParamDirection::InOut;
  case ArgDirection::Scalar:
    break;
  }
  llvm_unreachable("scalars are not in a signature");
}

ArgDirection registration::toArgument(ParamDirection direction) {
  switch (direction) {
  case ParamDirection::In:
    return ArgDirection::Input;
  case ParamDirection::Out:
    return ArgDirection::OutputExisting;
  case ParamDirection::InOut:
    return ArgDirection::InOut;
  }
  llvm_unreachable("unknown direction");
}

SmallVector<ParamDirection>
registration::makeSignature(ArrayRef<ArgDirection> arguments) {
  SmallVector<ParamDirection> signature;
  for (ArgDirection direction : arguments)
    if (direction != ArgDirection::Scalar)
      signature.push_back(toSignature(direction));
  return signature;
}

SmallVector<ParamDirection>
registration::getEntrySignature(FuncOp orchestration) {
  SmallVector<ParamDirection> signature;
  for (auto [index, type] : llvm::enumerate(orchestration.getArgumentTypes()))
    if (classifyArgument(type) == ArgumentClass::Tensor)
      signature.push_back(orchestration.getParamDirection(index));
  return signature;
}

StringRef registration::stringifyAdd(ArgDirection direction) {
  return direction == ArgDirection::OutputExisting
             ? stringifyArgDirection(ArgDirection::Output)
             : stringifyArgDirection(direction);
}

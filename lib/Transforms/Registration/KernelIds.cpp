//===- KernelIds.cpp - Ids of kernel registrations ------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Transforms/Registration/KernelIds.h"

using namespace mlir;
using namespace pld;
using namespace pld::registration;

int32_t KernelIds::assign(FlatSymbolRefAttr code, CoreType core,
                          ArrayRef<ParamDirection> signature) {
  auto key = KernelRegistrationAttr::get(code.getContext(), /*func_id=*/0, code,
                                         core, signature);
  auto [it, isNew] = ids.try_emplace(key, keys.size());
  if (isNew)
    keys.push_back(key);
  return it->second;
}

SmallVector<Attribute> KernelIds::getRegistrations() const {
  SmallVector<Attribute> registrations;
  for (auto [id, key] : llvm::enumerate(keys))
    registrations.push_back(KernelRegistrationAttr::get(
        key.getContext(), static_cast<int64_t>(id), key.getCodeName(),
        key.getCoreType(), key.getSignature()));
  return registrations;
}

//===- Dialects.cpp - C API: registration ---------------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld-c/Dialects.h"
#include "pld/Dialect/PLD/PLDDialect.h"
#include "pld/Transforms/Passes.h"

#include "mlir/CAPI/Registration.h"

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(PLD, pld, pld::PLDDialect)

void pldRegisterPasses() { pld::registerPLDPasses(); }

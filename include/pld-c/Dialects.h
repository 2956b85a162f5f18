//===- Dialects.h - C API: registration ------------------------- -*- C -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_C_DIALECTS_H
#define PLD_C_DIALECTS_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// mlirGetDialectHandle__pld__(): the handle that registers and loads `pld`.
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(PLD, pld);

/// Registers every pass of this project with the global pass registry.
MLIR_CAPI_EXPORTED void pldRegisterPasses(void);

#ifdef __cplusplus
}
#endif

#endif // PLD_C_DIALECTS_H

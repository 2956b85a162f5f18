//===- Import.h - Import of PyPTO programs -------------------- -*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TARGET_PYPTO_IMPORT_H
#define PLD_TARGET_PYPTO_IMPORT_H

namespace pld {

/// Registers the translation `--import-pypto`.
void registerPyPTOImport();

} // namespace pld

#endif // PLD_TARGET_PYPTO_IMPORT_H

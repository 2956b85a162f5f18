//===- pld-translate.cpp - Translates to and from PLD ---------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Target/PyPTO/Import.h"

#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"

int main(int argc, char **argv) {
  pld::registerPyPTOImport();
  return mlir::failed(
      mlir::mlirTranslateMain(argc, argv, "PLD translation driver"));
}

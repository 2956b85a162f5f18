//===- pld-translate.cpp - Translates to and from PLD ---------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlirTranslateMain with outputs that appear complete or not at all.
//
//===----------------------------------------------------------------------===//

#include "pld/Support/ToolMain.h"
#include "pld/Target/Exports.h"
#include "pld/Target/Identity/Export.h"
#include "pld/Target/PyPTO/Import.h"

#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"

int main(int argc, char **argv) {
  pld::ToolMain tool(argc, argv);
  llvm::SmallVector<const char *> args(argv, argv + argc);
  if (llvm::failed(tool.replaceOutput(args)))
    return 1;
  pld::registerIdentityExport();
  pld::registerPyPTOImport();
  pld::registerPLDExports();
  args.push_back(nullptr);
  return tool.finish(mlir::failed(
      mlir::mlirTranslateMain(args.size() - 1, const_cast<char **>(args.data()),
                              "PLD translation driver")));
}

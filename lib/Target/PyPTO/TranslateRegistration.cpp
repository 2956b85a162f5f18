//===- TranslateRegistration.cpp - --import-pypto -------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Dialect/PLD/PLDDialect.h"
#include "pld/Target/PyPTO/Import.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/SourceMgr.h"

void pld::registerPyPTOImport() {
  mlir::TranslateToMLIRRegistration(
      "import-pypto", "Import a serialised PyPTO program",
      [](llvm::SourceMgr &,
         mlir::MLIRContext *context) -> mlir::OwningOpRef<mlir::Operation *> {
        mlir::emitError(mlir::UnknownLoc::get(context), "not implemented");
        return nullptr;
      },
      [](mlir::DialectRegistry &registry) { registry.insert<PLDDialect>(); });
}

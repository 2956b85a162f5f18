//===- Import.h - Reading PyPTO programs ------------------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TARGET_PYPTO_IMPORT_H
#define PLD_TARGET_PYPTO_IMPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringRef.h"

namespace pld {

/// Reads a program that PyPTO serialised as MessagePack.
///
/// `bytes` is the whole file; `fileName` is what diagnostics call it. The
/// module is verified. An error is one diagnostic at the file, and a null
/// result; the byte that is wrong is the column of line 0. Time and memory are
/// linear in the size of the file. The context needs the dialects of
/// `registerPyPTOImportDialects`.
mlir::OwningOpRef<mlir::ModuleOp> importPyPTO(llvm::StringRef bytes,
                                              llvm::StringRef fileName,
                                              mlir::MLIRContext *context);

/// The dialects of imported programs.
void registerPyPTOImportDialects(mlir::DialectRegistry &registry);

/// Registers `--import-pypto` for mlir-translate-like tools.
void registerPyPTOImport();

} // namespace pld

#endif // PLD_TARGET_PYPTO_IMPORT_H

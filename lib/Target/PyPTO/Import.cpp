//===- Import.cpp - Reading PyPTO programs ---------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From bytes to a module, and the registration of the translation.
//
//===----------------------------------------------------------------------===//

#include "pld/Target/PyPTO/Import.h"
#include "ProgramImporter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace pld;

OwningOpRef<ModuleOp> pld::importPyPTO(StringRef bytes, StringRef fileName,
                                       MLIRContext *context) {
  context->loadDialect<PLDDialect, arith::ArithDialect, scf::SCFDialect>();
  pypto::Tape tape;
  std::string message;
  if (failed(tape.decode(bytes, message))) {
    emitError(FileLineColLoc::get(context, fileName, 0, 0)) << message;
    return nullptr;
  }
  pypto::NodeTable table(context, fileName);
  if (failed(table.build(tape)))
    return nullptr;
  return pypto::ProgramImporter(table, context).run();
}

void pld::registerPyPTOImportDialects(DialectRegistry &registry) {
  registry.insert<PLDDialect, arith::ArithDialect, scf::SCFDialect>();
}

void pld::registerPyPTOImport() {
  TranslateToMLIRRegistration(
      "import-pypto", "Import a program that PyPTO serialised as MessagePack",
      [](llvm::SourceMgr &sources, MLIRContext *context) -> OwningOpRef<Operation *> {
        const llvm::MemoryBuffer *buffer = sources.getMemoryBuffer(sources.getMainFileID());
        return importPyPTO(buffer->getBuffer(), buffer->getBufferIdentifier(), context);
      },
      registerPyPTOImportDialects);
}

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
#include "mlir/IR/Verifier.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/Support/SourceMgr.h"

#include <utility>

using namespace mlir;
using namespace pld;

/// Verifies a module with at most one error: each function that is not valid
/// would report its own.
static LogicalResult verifyWithOneError(ModuleOp module) {
  bool hasReported = false;
  ScopedDiagnosticHandler handler(
      module.getContext(), [&](Diagnostic &diag) -> LogicalResult {
        if (diag.getSeverity() != DiagnosticSeverity::Error)
          return failure(); // for the next handler
        return success(std::exchange(hasReported, true));
      });
  return verify(module);
}

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
  OwningOpRef<ModuleOp> module = pypto::ProgramImporter(table, context).run();
  if (!module || failed(verifyWithOneError(*module)))
    return nullptr;
  return module;
}

void pld::registerPyPTOImportDialects(DialectRegistry &registry) {
  registry.insert<PLDDialect, arith::ArithDialect, scf::SCFDialect>();
}

void pld::registerPyPTOImport() {
  // Not a TranslateToMLIRRegistration, which would verify once more and report
  // every error.
  TranslateRegistration(
      "import-pypto", "Import a program that PyPTO serialised as MessagePack",
      [](const std::shared_ptr<llvm::SourceMgr> &sources, raw_ostream &output,
         MLIRContext *context) -> LogicalResult {
        DialectRegistry registry;
        registerPyPTOImportDialects(registry);
        context->appendDialectRegistry(registry);
        // A whole function in a note would hide the one error.
        context->printOpOnDiagnostic(false);
        const llvm::MemoryBuffer *buffer =
            sources->getMemoryBuffer(sources->getMainFileID());
        OwningOpRef<ModuleOp> module = importPyPTO(
            buffer->getBuffer(), buffer->getBufferIdentifier(), context);
        if (!module)
          return failure();
        module->print(output);
        return success();
      });
}

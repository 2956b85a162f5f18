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
#include "pld/Support/FileContent.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace pld;

/// The text of a diagnostic after the place in the program's source, as far as
/// that is known.
static std::string describe(Diagnostic &diag) {
  std::string text;
  llvm::raw_string_ostream os(text);
  LocationAttr loc = diag.getLocation();
  if (auto place = loc.findInstanceOf<FileLineColRange>())
    os << place.getFilename().getValue() << ':' << place.getStartLine() << ':'
       << place.getStartColumn() << ": ";
  os << diag;
  return text;
}

/// Verifies a module with at most one error: each function that is not valid
/// would report its own. The error is at the imported file. A diagnostic
/// elsewhere would be shown with a line of the file that it names, and an
/// imported program can name any, devices and pipes too.
static LogicalResult verifyImported(ModuleOp module, StringRef fileName) {
  MLIRContext *context = module.getContext();
  std::string message;
  SmallVector<std::string> notes;
  // A whole function in a note would hide the error.
  bool printsOp = context->shouldPrintOpOnDiagnostic();
  context->printOpOnDiagnostic(false);
  LogicalResult result = success();
  {
    ScopedDiagnosticHandler handler(context, [&](Diagnostic &diag) {
      if (!message.empty() || diag.getSeverity() != DiagnosticSeverity::Error)
        return;
      message = describe(diag);
      for (Diagnostic &note : diag.getNotes())
        notes.push_back(describe(note));
    });
    result = verify(module);
  }
  context->printOpOnDiagnostic(printsOp);
  if (succeeded(result))
    return success();
  InFlightDiagnostic error =
      emitError(FileLineColLoc::get(context, fileName, 0, 0)) << message;
  for (const std::string &note : notes)
    error.attachNote() << note;
  return error;
}

/// Describes a file that cannot be a program, because a program is a map. Empty
/// if `bytes` may be one, or if it is not known what they are.
static StringRef describeOtherFile(StringRef bytes) {
  StringRef what = describeContent(bytes);
  // An empty file or one of unknown bytes is reported by the decoder.
  if (what == "MessagePack data" || what == "binary data" || what == "empty")
    return "";
  if (!what.empty())
    return what;
  StringRef text = bytes.ltrim();
  if (text.starts_with("{") || text.starts_with("["))
    return "JSON";
  return !text.empty() && llvm::isPrint(text.front()) ? "text" : "";
}

OwningOpRef<ModuleOp> pld::importPyPTO(StringRef bytes, StringRef fileName,
                                       MLIRContext *context) {
  context->loadDialect<PLDDialect, arith::ArithDialect, scf::SCFDialect>();
  if (StringRef what = describeOtherFile(bytes); !what.empty()) {
    emitError(FileLineColLoc::get(context, fileName, 0, 0))
        << "this is " << what << ", not a PyPTO program";
    return nullptr;
  }
  pypto::Tape tape;
  pypto::Tape::Error error;
  if (failed(tape.decode(bytes, error))) {
    emitError(FileLineColLoc::get(context, fileName, 0, error.offset))
        << error.message;
    return nullptr;
  }
  pypto::NodeTable table(context, fileName);
  if (failed(table.build(tape)))
    return nullptr;
  OwningOpRef<ModuleOp> module = pypto::ProgramImporter(table, context).run();
  if (!module || failed(verifyImported(*module, fileName)))
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

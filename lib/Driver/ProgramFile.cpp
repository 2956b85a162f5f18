//===- ProgramFile.cpp - Programs in their files --------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a program in any of its forms, and writes it in the same.
//
//===----------------------------------------------------------------------===//

#include "pld/Driver/ProgramFile.h"
#include "pld/Target/PyPTO/Import.h"
#include "pld/Target/PyPTO/WriteBack.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace pld;

ProgramForm pld::findProgramForm(llvm::MemoryBufferRef bytes) {
  if (isBytecode(bytes))
    return ProgramForm::Bytecode;
  // A program of PyPTO is a map of MessagePack, whose first byte is not ASCII.
  StringRef text = bytes.getBuffer();
  return !text.empty() && static_cast<unsigned char>(text[0]) >= 0x80
             ? ProgramForm::PyPTO
             : ProgramForm::Text;
}

ProgramFile::ProgramFile(std::unique_ptr<llvm::MemoryBuffer> input,
                         StringRef name, MLIRContext *context)
    : bytes(std::move(input)), name(name), form(findProgramForm(*bytes)) {
  if (form == ProgramForm::PyPTO) {
    module = importPyPTO(bytes->getBuffer(), name, context);
    return;
  }
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(
      llvm::MemoryBuffer::getMemBuffer(bytes->getBuffer(), name,
                                       /*RequiresNullTerminator=*/false),
      llvm::SMLoc());
  SourceMgrDiagnosticHandler handler(sources, context);
  module = parseSourceFile<ModuleOp>(sources, context);
}

LogicalResult ProgramFile::write(const dedup::MergePlan &plan,
                                 llvm::raw_ostream &os) {
  switch (form) {
  case ProgramForm::PyPTO: {
    WriteBackCounts counts;
    return writeBackPyPTO(bytes->getBuffer(), name, plan.renames,
                          module->getContext(), os, counts);
  }
  case ProgramForm::Text:
    module->print(os);
    return success();
  case ProgramForm::Bytecode:
    return writeBytecodeToFile(*module, os);
  }
  llvm_unreachable("not a form");
}

//===- read-program.cpp - Fuzzes the text form of programs ---------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever text is read without an error prints so that it reads back as the
// same program, from text and from bytecode. Good seeds are the files of
// test/Dialect/PLD, split at their separators. Bytecode is no input: MLIR's own
// reader believes the lengths that it finds.
//
//===----------------------------------------------------------------------===//

#include "pld/Dialect/PLD/PLDDialect.h"

#include "mlir/Bytecode/BytecodeReader.h"
#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBufferRef.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <string>

using namespace mlir;

static std::string print(ModuleOp program) {
  std::string text;
  llvm::raw_string_ostream os(text);
  program.print(os, OpPrintingFlags().enableDebugInfo());
  return text;
}

/// Reads `source`, which was written from `program`, and compares the text.
static void checkReadsBack(ModuleOp program, StringRef source,
                           const std::string &text) {
  OwningOpRef<ModuleOp> again =
      parseSourceString<ModuleOp>(source, program.getContext());
  std::string textAgain = again ? print(*again) : "<an error>";
  if (textAgain == text)
    return;
  llvm::errs() << "read:\n" << text << "\nread back:\n" << textAgain << '\n';
  std::abort();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  DialectRegistry registry;
  registry.insert<arith::ArithDialect, func::FuncDialect, scf::SCFDialect,
                  pld::PLDDialect>();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  ScopedDiagnosticHandler quiet(&context, [](Diagnostic &) {});

  // A copy, because MLIR's lexer looks for a zero at the end.
  std::string input(reinterpret_cast<const char *>(data), size);
  if (isBytecode(llvm::MemoryBufferRef(input, "input")))
    return 0;
  OwningOpRef<ModuleOp> program = parseSourceString<ModuleOp>(input, &context);
  if (!program)
    return 0;
  std::string text = print(*program);
  checkReadsBack(*program, text, text);
  std::string bytecode;
  llvm::raw_string_ostream os(bytecode);
  if (failed(writeBytecodeToFile(*program, os)))
    std::abort();
  checkReadsBack(*program, bytecode, text);
  return 0;
}

//===- dedup-pypto.cpp - PLD as a library ---------------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Imports a program that PyPTO serialised, lets equal kernels share one
// definition, and prints the rest.
//
//===----------------------------------------------------------------------===//

#include "pld/Target/PyPTO/Import.h"
#include "pld/Transforms/Passes.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

int main(int argc, char **argv) {
  if (argc != 2) {
    llvm::errs() << "usage: dedup-pypto program.msgpack\n";
    return 2;
  }
  auto file = llvm::MemoryBuffer::getFile(argv[1]);
  if (!file) {
    llvm::errs() << argv[1] << ": " << file.getError().message() << '\n';
    return 1;
  }

  mlir::DialectRegistry registry;
  pld::registerPyPTOImportDialects(registry);
  mlir::MLIRContext context(registry);
  mlir::OwningOpRef<mlir::ModuleOp> module =
      pld::importPyPTO((*file)->getBuffer(), argv[1], &context);
  if (!module)
    return 1; // the error was printed

  mlir::PassManager passes(&context);
  passes.addPass(pld::createDeduplicateOutlinedKernelsPass());
  if (failed(passes.run(*module)))
    return 1;
  module->print(llvm::outs());
  return 0;
}

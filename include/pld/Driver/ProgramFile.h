//===- ProgramFile.h - Programs in their files ------------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_DRIVER_PROGRAMFILE_H
#define PLD_DRIVER_PROGRAMFILE_H

#include "pld/Transforms/Dedup/MergePlan.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>

namespace pld {

/// How a program is stored.
enum class ProgramForm { PyPTO, Text, Bytecode };

/// The form that the first bytes of a program tell.
ProgramForm findProgramForm(llvm::MemoryBufferRef bytes);

/// A program, and the bytes that it was read from.
class ProgramFile {
public:
  /// Reads and verifies a program. `name` is what diagnostics call it. The form
  /// is recognised by the first bytes. An error is a diagnostic, and a null
  /// module.
  ProgramFile(std::unique_ptr<llvm::MemoryBuffer> bytes, llvm::StringRef name,
              mlir::MLIRContext *context);

  explicit operator bool() const { return static_cast<bool>(module); }
  ProgramForm getForm() const { return form; }
  llvm::StringRef getBytes() const { return bytes->getBuffer(); }
  llvm::StringRef getName() const { return name; }
  mlir::ModuleOp getModule() { return *module; }

  /// Writes the module, to which `plan` was applied, in the form in which it
  /// was read. A program of PyPTO is the original file with the merges carried
  /// out: other changes of the module are not in it.
  mlir::LogicalResult write(const dedup::MergePlan &plan,
                            llvm::raw_ostream &os);

private:
  std::unique_ptr<llvm::MemoryBuffer> bytes;
  std::string name;
  ProgramForm form = ProgramForm::Text;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

} // namespace pld

#endif // PLD_DRIVER_PROGRAMFILE_H

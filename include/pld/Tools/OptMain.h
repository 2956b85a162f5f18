//===- OptMain.h - The main of programs like mlir-opt -----------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TOOLS_OPTMAIN_H
#define PLD_TOOLS_OPTMAIN_H

#include "mlir/IR/DialectRegistry.h"

namespace pld {

/// As MlirOptMain, but the file of `-o` is written as all of our files are: it
/// appears whole, or stays what it was. `overview` is the first line of the
/// help. Gives the exit status.
int optMain(int argc, char **argv, llvm::StringRef overview,
            mlir::DialectRegistry &registry);

} // namespace pld

#endif // PLD_TOOLS_OPTMAIN_H

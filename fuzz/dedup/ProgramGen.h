//===- ProgramGen.h - Random programs with known answers -------- -*- C++
//-*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_FUZZ_DEDUP_PROGRAMGEN_H
#define PLD_FUZZ_DEDUP_PROGRAMGEN_H

#include "Program.h"
#include "Random.h"

#include "llvm/ADT/StringMap.h"

#include <map>

namespace pld::fuzz {

/// How often something was made.
using Counts = std::map<std::string, uint64_t>;

/// Makes the program of `seed`. Its kernels and Groups come in families: an
/// original, copies that the pass must merge with it, and variants with exactly
/// one change that it must not.
Program generateProgram(mlir::MLIRContext *context, uint64_t seed,
                        Counts &counts);

/// The same program with other names of functions.
Program renameFunctions(const Program &program, Random &rng);
/// The same program with its functions in another order.
Program permuteFunctions(const Program &program, Random &rng);
/// The names that `renameProgramSymbols` gives to all symbols of a program.
llvm::DenseMap<mlir::StringAttr, mlir::StringAttr>
chooseSymbolNames(const Program &program, Random &rng);
/// Renames symbols in all functions of a module.
void renameProgramSymbols(
    mlir::ModuleOp module,
    const llvm::DenseMap<mlir::StringAttr, mlir::StringAttr> &names);

} // namespace pld::fuzz

#endif // PLD_FUZZ_DEDUP_PROGRAMGEN_H

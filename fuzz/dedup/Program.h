//===- Program.h - A program with a known answer ---------------- -*- C++
//-*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_FUZZ_DEDUP_PROGRAM_H
#define PLD_FUZZ_DEDUP_PROGRAM_H

#include "Dedup/SymbolNames.h"
#include "pld/Dialect/PLD/PLDOps.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <string>
#include <vector>

namespace pld::fuzz {

/// A kernel, or a Group with the kernels that it dispatches, and what is known
/// about it because of how it was made.
struct Unit {
  /// The kernel or Group. The members follow from the program.
  std::string root;
  /// Units of one family come from one original. Those of one variant are
  /// copies of each other that must be merged, those of different variants must
  /// not be.
  unsigned family = 0, variant = 0;
  /// How it was made, for messages.
  std::string origin;
  /// Reason codes of which the pass must give one, if it is never to be merged.
  llvm::SmallVector<std::string, 1> excluded;
};

struct Program {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::vector<Unit> units;
  /// Run with free-symbols=identical.
  bool freeSymbolsIdentical = false;
  /// The reference index of this program cannot be complete.
  bool isOpaque = false;

  Program clone() const;
};

/// Attribute of dispatches whose types no substitution gives exactly: nothing
/// can be proved about them.
constexpr llvm::StringLiteral kInexactAttrName = "fuzz.inexact";
/// What a dispatch has that is exact but for results in the callee's symbols,
/// which the caller does not have.
constexpr llvm::StringLiteral kInCalleesSymbolsAttrName = "fuzz.callees";
/// How symbols begin that one family alone has, and no caller.
constexpr llvm::StringLiteral kFreshSymbol = "sym";

/// The functions of a program by name.
class FunctionTable {
public:
  explicit FunctionTable(mlir::ModuleOp module);

  FuncOp lookup(llvm::StringRef name) const { return functions.lookup(name); }
  /// The functions of the unit of `root`: of a Group, also its members in the
  /// order of first use.
  llvm::SmallVector<FuncOp> unitOf(llvm::StringRef root) const;

private:
  llvm::StringMap<FuncOp> functions;
};

using test::NameMap;
using test::renameSymbols;

/// Calls `visit` for each reference to a function that `op` or an operation
/// inside has, in program order. Nested symbol tables have names of their own.
void forEachReference(
    mlir::Operation *op,
    llvm::function_ref<void(mlir::Operation *, mlir::FlatSymbolRefAttr)> visit);

/// Renames the functions that `op` and the operations inside refer to.
void renameReferences(mlir::Operation *op, const NameMap &names);

/// The symbols of a function by what binds them, in the order of first
/// occurrence.
struct SymbolRoles {
  /// In types of parameters and results.
  llvm::SmallVector<mlir::StringAttr> inTypes;
  /// Carried by a parameter, in types or not.
  llvm::SmallVector<mlir::StringAttr> carried;
  /// Bound in the body.
  llvm::SmallVector<mlir::StringAttr> inBody;
  /// Used, and bound by nothing.
  llvm::SmallVector<mlir::StringAttr> free;

  explicit SymbolRoles(FuncOp func);
};

/// The text of a program, locations included.
std::string printProgram(mlir::ModuleOp module);

/// The text of a unit in which everything that does not count is replaced by
/// its role: the names of functions and symbols, locations, visibility. Two
/// units are the same exactly if their texts are. `outerName` gives the name
/// under which a function outside of the unit is known.
std::string
canonicalText(llvm::ArrayRef<FuncOp> functions,
              llvm::function_ref<std::string(llvm::StringRef)> outerName);

/// The signatures of the functions of a unit.
struct Signature {
  /// The types of parameters and results, as they are written.
  std::string types;
  /// These, and the symbols that parameters carry.
  std::string all;
  /// The types, in which symbols that a parameter carries stand for it. A
  /// submit may leave out outputs, so that what these carry is no exception.
  std::string besidesScalars;

  explicit Signature(llvm::ArrayRef<FuncOp> functions);
};

} // namespace pld::fuzz

#endif // PLD_FUZZ_DEDUP_PROGRAM_H

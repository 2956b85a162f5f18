//===- Report.h - Shows a merge plan -------------------------- -*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TRANSFORMS_DEDUP_REPORT_H
#define PLD_TRANSFORMS_DEDUP_REPORT_H

#include "pld/Transforms/Dedup/MergePlan.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace pld::dedup {

/// Prints `plan` as JSON: keys sorted, the same in every run. The format is
/// described in docs/deduplication.md.
void printReport(const MergePlan &plan, llvm::raw_ostream &os);

/// The report as text. Fails if names of functions are not UTF-8.
llvm::Expected<std::string> formatReport(const MergePlan &plan);

/// Writes the report to a file, which is there complete or not at all. `-` is
/// the standard output. Fails if that is not possible, or if names of functions
/// are not UTF-8.
llvm::Error writeReport(const MergePlan &plan, llvm::StringRef path);

/// Emits a remark for each merge, each unit that is kept and each near miss, at
/// the functions of `module`, which the plan must not have been applied to.
/// Costs nothing if no remarks are wanted.
void emitRemarks(const MergePlan &plan, mlir::ModuleOp module);

} // namespace pld::dedup

#endif // PLD_TRANSFORMS_DEDUP_REPORT_H

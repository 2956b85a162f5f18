//===- Export.h - Observations of the source --------------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TARGET_IDENTITY_EXPORT_H
#define PLD_TARGET_IDENTITY_EXPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace pld {

struct IdentityExportOptions {
  /// The folder beneath which the files of the source are.
  std::string root = ".";
  /// `observation_set_id`; if empty, the name of the module or "program".
  std::string setId;
  /// `request_fingerprint`; if empty, the fingerprint of the program's text.
  std::string request;
  /// What locations have for the first byte of a line: 0 or 1. MLIR counts
  /// from 1.
  unsigned firstColumn = 1;
};

/// Writes a file of observations with one of the domain `source` for each
/// dispatch of an orchestration, and the files of the source as its evidence.
/// Each such dispatch must have a place in a file, which is written in bytes,
/// and an origin uid of its own; an error is one diagnostic there. See
/// docs/identity.md.
mlir::LogicalResult
exportIdentityObservations(mlir::ModuleOp module,
                           const IdentityExportOptions &options,
                           llvm::raw_ostream &os);

/// Registers `--pld-to-identity-observations` for mlir-translate-like tools.
void registerIdentityExport();

} // namespace pld

#endif // PLD_TARGET_IDENTITY_EXPORT_H

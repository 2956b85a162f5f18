//===- BinaryContext.h - What binaries are made for -------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stamp of a folder in which everything was built.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_KERNELBUILD_BINARYCONTEXT_H
#define PLD_KERNELBUILD_BINARYCONTEXT_H

#include "llvm/Support/Error.h"

#include <string>

namespace pld::kernels {

/// What all binaries of a folder are made for.
struct BinaryContext {
  std::string platform;
  std::string runtimeName;
  /// Revisions of the headers. Empty is unknown.
  std::string runtimeRevision;
  std::string instructionSetRevision;

  bool operator==(const BinaryContext &other) const;
  bool operator!=(const BinaryContext &other) const {
    return !(*this == other);
  }

  /// Whether both revisions say what the headers are: they are not empty, and
  /// have neither `unknown` nor `dirty` in them. Without that, equal contexts
  /// mean nothing.
  bool isReproducible() const;
};

/// The file of the stamp in its folder.
constexpr char kStampFile[] = "binary_context.json";

/// The text of the stamp: canonical JSON, schema 1.
std::string formatStamp(const BinaryContext &context);

/// Reads what `formatStamp` writes. Errors begin with `what`.
llvm::Expected<BinaryContext> parseStamp(llvm::StringRef text,
                                         llvm::StringRef what);

} // namespace pld::kernels

#endif // PLD_KERNELBUILD_BINARYCONTEXT_H

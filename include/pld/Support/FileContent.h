//===- FileContent.h - What a file is instead -------------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For messages: what somebody has given in the place of another file.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_SUPPORT_FILECONTENT_H
#define PLD_SUPPORT_FILECONTENT_H

#include "llvm/ADT/StringRef.h"

#include <sys/types.h>

namespace pld {

/// As many bytes of a file decide what it is.
constexpr size_t kContentPrefix = 1024;

/// Says what a file that should be text in JSON seems to be instead, by its
/// first bytes: `MLIR bytecode`, `gzip data`, `empty`. Empty if that is not
/// known, or if the text may be JSON.
llvm::StringRef describeContent(llvm::StringRef begin);

/// Says what is at a path that is not a regular file, by `st_mode`: `a folder`.
llvm::StringRef describeKind(mode_t mode);

} // namespace pld

#endif // PLD_SUPPORT_FILECONTENT_H

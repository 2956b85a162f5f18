//===- Text.h - Strings and messages of the registry ------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_IDENTITY_TEXT_H
#define PLD_IDENTITY_TEXT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <string>

namespace pld::identity {

/// An error with that message.
llvm::Error makeError(const llvm::Twine &message);

/// `text` for a message: what would end its line, or steer a terminal, or is no
/// UTF-8, is escaped (`\x0a`, `\u0085`).
std::string makePrintable(llvm::StringRef text);
/// The same in single quotes, and not too long.
std::string quote(llvm::StringRef text);

/// What is wrong with the path of a file, relative to the root, that is in a
/// document or will be; empty if nothing is.
llvm::StringRef findPathFault(llvm::StringRef path);

} // namespace pld::identity

#endif // PLD_IDENTITY_TEXT_H

//===- Text.h - Strings and messages of the registry ------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_LIB_IDENTITY_TEXT_H
#define PLD_LIB_IDENTITY_TEXT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <string>

namespace pld::identity {

/// An error with that message.
llvm::Error makeError(const llvm::Twine &message);

/// `text` in single quotes, on one line and not too long, for a message.
std::string quote(llvm::StringRef text);

} // namespace pld::identity

#endif // PLD_LIB_IDENTITY_TEXT_H

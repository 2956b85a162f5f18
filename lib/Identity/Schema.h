//===- Schema.h - What values of a document must be -------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_LIB_IDENTITY_SCHEMA_H
#define PLD_LIB_IDENTITY_SCHEMA_H

#include "pld/Identity/Fingerprint.h"
#include "pld/Identity/Json.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>

namespace pld::identity {

/// Where a value is in its document, such as `observations[3].domain`. Made of
/// parts, so that text is made for errors only.
struct Place {
  llvm::StringRef document;    // what messages call it
  llvm::StringRef member = {}; // empty at the top of the document
  /// The element, where the member is a list.
  std::optional<size_t> index = std::nullopt;

  /// An error at `field` of the object that this is.
  llvm::Error error(llvm::StringRef field, const llvm::Twine &message) const;
  /// An error at the object itself.
  llvm::Error error(const llvm::Twine &message) const {
    return error(llvm::StringRef(), message);
  }
};

/// The members of an object that must have exactly those of `names`, which are
/// in order; in the same order.
llvm::Error getFields(const JsonValue &object, const Place &place,
                      llvm::ArrayRef<llvm::StringLiteral> names,
                      llvm::MutableArrayRef<const JsonValue *> fields);

/// A string that is not empty and has no white space around it.
llvm::Error getString(const JsonValue &value, const Place &place,
                      llvm::StringRef &text);
llvm::Error getFingerprint(const JsonValue &value, const Place &place,
                           Fingerprint &fingerprint);
/// A path relative to the root, as text: it need not exist.
llvm::Error getPath(const JsonValue &value, const Place &place,
                    llvm::StringRef &path);

} // namespace pld::identity

#endif // PLD_LIB_IDENTITY_SCHEMA_H

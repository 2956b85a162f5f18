//===- JsonWriter.h - Writes JSON as Python does ----------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Byte for byte what Python's `json.dumps(value, ensure_ascii=False,
// sort_keys=True, allow_nan=False)` gives: the canonical form with the
// separators "," and ":", the indented one with `indent=2`.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_IDENTITY_JSONWRITER_H
#define PLD_IDENTITY_JSONWRITER_H

#include "pld/Identity/Json.h"
#include "llvm/Support/raw_ostream.h"

namespace pld::identity {

/// Writes one document. The members of an object must be written in the order
/// of their keys; nothing checks it.
class JsonWriter {
public:
  enum class Style : uint8_t { Canonical, Indented };

  explicit JsonWriter(llvm::raw_ostream &os, Style style = Style::Canonical)
      : os(os), isIndented(style == Style::Indented) {}

  void beginObject() { begin('{'); }
  void endObject() { end('}'); }
  void beginArray() { begin('['); }
  void endArray() { end(']'); }

  /// The name of the member whose value is written next.
  void key(llvm::StringRef name);
  /// A member that is a string.
  void member(llvm::StringRef name, llvm::StringRef value) {
    key(name);
    string(value);
  }
  /// Starts an element of an array.
  void element() { separate(); }

  void string(llvm::StringRef text);
  void integer(uint64_t value) { os << value; }
  void boolean(bool value) { os << (value ? "true" : "false"); }
  void null() { os << "null"; }
  /// A value of a document with all that it contains.
  void value(const JsonValue &value);
  /// The same without the member `omitted` of an object.
  void objectWithout(const JsonValue &object, llvm::StringRef omitted);

private:
  void begin(char bracket);
  void end(char bracket);
  /// What comes in front of an element or a member.
  void separate();
  void newLine();
  void floating(double value);

  llvm::raw_ostream &os;
  bool isIndented;
  bool isEmpty = true; // the innermost container that is open
  unsigned depth = 0;
};

} // namespace pld::identity

#endif // PLD_IDENTITY_JSONWRITER_H

//===- StrictJson.h - JSON that is exactly as described ---------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All that is strict about JSON is here: duplicate keys, unknown and missing
// fields, types and ranges. Each error says where in the text it is.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_LIB_KERNELBUILD_STRICTJSON_H
#define PLD_LIB_KERNELBUILD_STRICTJSON_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace pld::kernels {

using Json = nlohmann::json;

/// Text of unknown origin as a message may show it: in quotes, escaped, and
/// not longer than a line.
std::string quote(llvm::StringRef text);

/// Containers in containers, at most. Our own formats need six.
constexpr unsigned kMaxJsonDepth = 32;

/// The value of a text in UTF-8, without a byte-order mark. An error are
/// duplicate keys, numbers that are no 64-bit integers, deep nesting, and what
/// follows the value. `what` names the text in errors. Linear, and without
/// recursion.
llvm::Expected<Json> parseJson(llvm::StringRef text, llvm::StringRef what);

/// The first thing that is wrong with a document.
class JsonProblem {
public:
  explicit JsonProblem(llvm::StringRef what) : what(what.str()) {}
  void report(llvm::StringRef where, const llvm::Twine &message);
  explicit operator bool() const { return !message.empty(); }
  /// Success if nothing was reported.
  llvm::Error takeError() const;

private:
  std::string what, message;
};

/// A value, and where in its document it is. What is missing or of another type
/// is reported and reads as an empty value, so that callers read on, and ask
/// for the problem at the end.
class JsonValue {
public:
  JsonValue(const Json &value, JsonProblem &problem)
      : value(&value), problem(&problem) {}

  /// Reports what is no object with exactly these fields.
  void expectFields(llvm::ArrayRef<llvm::StringRef> required,
                    llvm::ArrayRef<llvm::StringRef> optional = {}) const;
  bool has(llvm::StringRef name) const;
  JsonValue operator[](llvm::StringRef name) const;
  /// Reads the elements of a list, until there is a problem.
  void forEach(llvm::function_ref<void(const JsonValue &)> read) const;
  /// The keys of an object, sorted.
  std::vector<std::string> keys() const;

  bool isString() const { return value && value->is_string(); }
  bool isBool() const { return value && value->is_boolean(); }
  bool isInteger() const { return value && value->is_number_integer(); }

  bool getBool() const;
  std::string getString() const;
  /// A string that has at least one character, and no control characters: it
  /// is going to be a part of a path, a command or a message.
  std::string getName() const;
  /// The SHA-256 of something, in 64 lower-case hexadecimal digits.
  std::string getDigest() const;
  std::vector<std::string> getStrings() const;
  /// An integer of 0 to `max`.
  uint64_t getInteger(uint64_t max) const;
  const Json &getJson() const;

  void report(const llvm::Twine &message) const {
    problem->report(where, message);
  }

private:
  JsonValue(const Json *value, JsonProblem *problem, std::string where)
      : value(value), problem(problem), where(std::move(where)) {}

  const Json *value;
  JsonProblem *problem;
  std::string where;
};

/// Reports unless the document says that it is of this schema.
void expectSchema(const JsonValue &document, uint64_t schema);

/// Canonical JSON: sorted keys, no spaces, UTF-8.
std::string toCanonicalText(const Json &value);

} // namespace pld::kernels

#endif // PLD_LIB_KERNELBUILD_STRICTJSON_H

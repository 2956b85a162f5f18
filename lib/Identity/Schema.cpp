//===- Schema.cpp - What values of a document must be ---------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schema.h"
#include "pld/Identity/Text.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace pld::identity;

Error Place::error(StringRef field, const Twine &message) const {
  std::string where = (document + ": " + member).str();
  if (index)
    where += ("[" + Twine(*index) + "]").str();
  if (!field.empty())
    where += ((member.empty() ? "" : ".") + field).str();
  if (!member.empty() || !field.empty())
    where += ": ";
  return makeError(where + message);
}

Error pld::identity::getFields(const JsonValue &object, const Place &place,
                               ArrayRef<StringLiteral> names,
                               MutableArrayRef<const JsonValue *> fields) {
  if (!object.isObject())
    return place.error("expected an object");
  size_t next = 0;
  for (const JsonValue &member : object.children()) {
    // Both are in order, so that the first one that differs tells which.
    if (next < names.size() && names[next] < member.key())
      break;
    if (next == names.size() || names[next] != member.key())
      return place.error("unknown field " + quote(member.key()));
    fields[next++] = &member;
  }
  if (next != names.size())
    return place.error("there is no field " + quote(names[next]));
  return Error::success();
}

Error pld::identity::getString(const JsonValue &value, const Place &place,
                               StringRef &text) {
  if (!value.isString())
    return place.error(value.key(), "expected a string");
  text = value.text();
  if (text.empty())
    return place.error(value.key(), "must not be empty");
  if (!isCanonicalString(text))
    return place.error(value.key(), "has white space around it");
  return Error::success();
}

Error pld::identity::getFingerprint(const JsonValue &value, const Place &place,
                                    Fingerprint &fingerprint) {
  std::optional<Fingerprint> parsed;
  if (value.isString())
    parsed = Fingerprint::parse(value.text());
  if (!parsed)
    return place.error(value.key(),
                       "expected 'sha256:' and 64 hexadecimal digits");
  fingerprint = *parsed;
  return Error::success();
}

Error pld::identity::getPath(const JsonValue &value, const Place &place,
                             StringRef &path) {
  if (Error error = getString(value, place, path))
    return error;
  if (StringRef fault = findPathFault(path); !fault.empty())
    return place.error(value.key(), quote(path) + " " + fault);
  if (sys::path::is_absolute(path))
    return place.error(value.key(), quote(path) + " is not relative");
  if (any_of(make_range(sys::path::begin(path), sys::path::end(path)),
             [](StringRef name) { return name == ".."; }))
    return place.error(value.key(), quote(path) + " has '..' in it");
  return Error::success();
}

//===- JsonWriter.cpp - Writes JSON as Python does ------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Identity/JsonWriter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"

#include <algorithm>
#include <charconv>
#include <cstring>

using namespace llvm;
using namespace pld::identity;

void JsonWriter::begin(char bracket) {
  os << bracket;
  ++depth;
  isEmpty = true;
}

void JsonWriter::end(char bracket) {
  --depth;
  if (isIndented && !isEmpty)
    newLine();
  os << bracket;
  isEmpty = false;
}

void JsonWriter::newLine() {
  os << '\n';
  os.indent(depth * 2);
}

void JsonWriter::separate() {
  if (!isEmpty)
    os << ',';
  isEmpty = false;
  if (isIndented)
    newLine();
}

void JsonWriter::key(StringRef name) {
  separate();
  string(name);
  os << (isIndented ? StringRef(": ") : StringRef(":"));
}

/// The first byte from `at` on that has to be escaped, or `end`.
static const char *findSpecial(const char *at, const char *end) {
  // Eight bytes at a time: the high bit of a byte is set where it is zero, or
  // less than 0x20. (Above such a byte others may be set as well.)
  constexpr uint64_t kOnes = ~uint64_t(0) / 255;
  auto findLess = [](uint64_t bytes, uint64_t limit) {
    return (bytes - kOnes * limit) & ~bytes & (kOnes * 0x80);
  };
  auto hasSpecial = [&](const char *from) {
    uint64_t bytes;
    std::memcpy(&bytes, from, sizeof(bytes));
    return (findLess(bytes, 0x20) | findLess(bytes ^ (kOnes * '"'), 1) |
            findLess(bytes ^ (kOnes * '\\'), 1)) != 0;
  };
  if (end - at >= 8) {
    while (end - at >= 8 && !hasSpecial(at))
      at += 8;
    if (end - at < 8 && !hasSpecial(end - 8))
      return end;
  }
  return std::find_if(
      at, end, [](uint8_t c) { return c < 0x20 || c == '"' || c == '\\'; });
}

void JsonWriter::string(StringRef text) {
  os << '"';
  const char *start = text.begin(), *end = text.end();
  for (const char *at = findSpecial(start, end); at != end;
       at = findSpecial(start, end)) {
    uint8_t c = *at;
    os << StringRef(start, at - start) << '\\';
    start = at + 1;
    switch (c) {
    case '"':
    case '\\':
      os << char(c);
      break;
    case '\b':
      os << 'b';
      break;
    case '\f':
      os << 'f';
      break;
    case '\n':
      os << 'n';
      break;
    case '\r':
      os << 'r';
      break;
    case '\t':
      os << 't';
      break;
    default:
      os << "u00" << hexdigit(c >> 4) << hexdigit(c & 15, /*LowerCase=*/true);
    }
  }
  os << StringRef(start, end - start) << '"';
}

/// Python's `repr`: the fewest digits that give the number again, without an
/// exponent where the point is not far from them.
void JsonWriter::floating(double value) {
  char buffer[32];
  auto result = std::to_chars(buffer, std::end(buffer), value,
                              std::chars_format::scientific);
  StringRef text(buffer, result.ptr - buffer);
  if (text.consume_front("-"))
    os << '-';
  auto [mantissa, exponentText] = text.split('e');
  exponentText.consume_front("+");
  int exponent = 0;
  exponentText.getAsInteger(10, exponent);
  StringRef first = mantissa.take_front(1), more = mantissa.drop_front(1);
  more.consume_front(".");

  if (exponent < -4 || exponent >= 16) {
    os << first;
    if (!more.empty())
      os << '.' << more;
    os << 'e' << (exponent < 0 ? '-' : '+');
    unsigned power = std::abs(exponent);
    if (power < 10)
      os << '0';
    os << power;
    return;
  }
  if (exponent < 0) {
    os << "0.";
    for (int i = -1; i > exponent; --i)
      os << '0';
    os << first << more;
    return;
  }
  StringRef whole = more.take_front(exponent);
  os << first << whole;
  for (int i = int(whole.size()); i < exponent; ++i)
    os << '0';
  StringRef fraction = more.drop_front(whole.size());
  os << '.' << (fraction.empty() ? StringRef("0") : fraction);
}

void JsonWriter::value(const JsonValue &value) {
  using Kind = JsonValue::Kind;
  switch (value.kind()) {
  case Kind::Null:
    return null();
  case Kind::False:
  case Kind::True:
    return boolean(value.kind() == Kind::True);
  case Kind::Integer:
    os << value.text();
    return;
  case Kind::Float:
    return floating(value.getFloat());
  case Kind::String:
    return string(value.text());
  case Kind::Array:
    beginArray();
    for (const JsonValue &child : value.children()) {
      element();
      this->value(child);
    }
    return endArray();
  case Kind::Object:
    return objectWithout(value, /*omitted=*/StringRef());
  }
  llvm_unreachable("unknown kind of value");
}

void JsonWriter::objectWithout(const JsonValue &object, StringRef omitted) {
  beginObject();
  for (const JsonValue &member : object.children()) {
    // An empty key is a name, too; a null one is none.
    if (omitted.data() && member.key() == omitted)
      continue;
    key(member.key());
    value(member);
  }
  endObject();
}

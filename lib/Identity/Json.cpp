//===- Json.cpp - JSON documents that keep every number -------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Identity/Json.h"
#include "pld/Identity/Text.h"
#include "llvm/ADT/CachedHashString.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

#include <algorithm>
#include <charconv>
#include <optional>

using namespace llvm;
using namespace pld::identity;

const JsonValue *JsonValue::find(StringRef name) const {
  for (const JsonValue &member : children())
    if (member.key() == name)
      return &member;
  return nullptr;
}

namespace pld::identity {

/// Reads a document block by block. Nothing recurses: the containers that are
/// open are on a stack.
class JsonParser {
public:
  JsonParser(JsonDocument &document, JsonDocument::Reader read,
             const JsonShape &shape, size_t blockSize)
      : document(document), read(read), shape(shape) {
    block.resize_for_overwrite(blockSize);
    at = end = block.data();
  }

  Error run() {
    parseDocument();
    return error ? std::move(*error) : Error::success();
  }

private:
  using Kind = JsonValue::Kind;
  static constexpr int kEnd = -1;
  /// Names that are shared between the objects that have them.
  static constexpr unsigned kMaxSharedKeys = 4096;

  /// A container that is not closed yet.
  struct Frame {
    JsonValue *container;
    const JsonShape *shape;
    JsonValue *last = nullptr;
    uint64_t count = 0; // of its values
  };

  // Bytes.
  /// The next byte, or kEnd. An error of the reader is an end, too.
  int peek() { return at != end || refill() ? uint8_t(*at) : kEnd; }
  bool refill();
  void skipSpace();
  uint64_t offset() const { return before + (at - block.data()); }

  /// Notes the first error; always false.
  bool fail(uint64_t where, const Twine &message);
  bool failHere(const Twine &message) { return fail(offset(), message); }

  /// The same, where something else should be next.
  bool failExpected(const Twine &what) {
    return failHere(peek() == kEnd ? "the document ends too early"
                                   : "expected " + what);
  }

  // Grammar. All return false after an error.
  bool parseDocument();
  /// Reads a value, or the start of a container, into `value`.
  bool parseValue(JsonValue &value, const JsonShape &valueShape);
  bool parseLiteral(StringRef word);
  bool parseNumber(JsonValue &value);
  bool convertFloat(JsonValue &value, uint64_t where);
  /// Reads a string into `text`, which is valid until the next one.
  bool parseString(StringRef &text);
  bool parseEscape();
  bool parseHex(uint32_t &code);
  bool parseKey(JsonValue &member);
  bool closeContainer(const Frame &frame);
  bool sortMembers(JsonValue &object);

  // Shapes. All return false after an error.
  /// An error at the innermost of the first `depth` values that are open.
  bool failShape(size_t depth, const Twine &message);
  /// Checks a value of which the first byte is next.
  bool checkStart(const JsonShape &valueShape);
  /// What the shape is of the value that was just appended; null on error.
  const JsonShape *findShape(const Frame &frame);

  JsonValue *append(Frame &frame);
  StringRef save(StringRef text);
  StringRef saveKey(StringRef text);

  JsonDocument &document;
  JsonDocument::Reader read;
  const JsonShape &shape; // of the root
  SmallVector<char, 0> block;
  const char *at = nullptr, *end = nullptr;
  uint64_t before = 0; // bytes in front of the block
  bool atEnd = false;
  std::optional<Error> error;

  SmallVector<Frame, 16> stack;
  SmallString<256> scratch;
  SmallVector<JsonValue *> members; // that are being sorted
  DenseSet<CachedHashStringRef> keys;
};

} // namespace pld::identity

bool JsonParser::refill() {
  if (atEnd)
    return false;
  before += at - block.data();
  at = end = block.data();
  Expected<size_t> count = read(block);
  if (count)
    end += *count;
  else // what follows from the missing bytes is not reported
    error = count.takeError();
  atEnd = at == end;
  return !atEnd;
}

void JsonParser::skipSpace() {
  for (;; ++at) {
    int c = peek();
    if (c != ' ' && c != '\n' && c != '\r' && c != '\t')
      return;
  }
}

bool JsonParser::fail(uint64_t where, const Twine &message) {
  if (!error)
    error = makeError("invalid JSON at byte " + Twine(where) + ": " + message);
  return false;
}

bool JsonParser::parseDocument() {
  if (peek() == 0xEF) {
    bool isMark = true;
    for (int byte : {0xEF, 0xBB, 0xBF}) {
      isMark &= peek() == byte;
      if (isMark)
        ++at;
    }
    return fail(0, isMark ? "a byte-order mark is not allowed"
                          : "expected a value");
  }
  skipSpace();
  auto *root = new (document.arena->Allocate<JsonValue>()) JsonValue();
  document.rootValue = root;
  if (!parseValue(*root, shape))
    return false;
  while (!stack.empty()) {
    Frame &frame = stack.back();
    bool isObject = frame.container->isObject();
    skipSpace();
    int c = peek();
    if (c == (isObject ? '}' : ']')) {
      ++at;
      if (!closeContainer(frame))
        return false;
      stack.pop_back();
      continue;
    }
    if (frame.last) {
      if (c != ',')
        return failExpected(isObject ? "',' or '}'" : "',' or ']'");
      ++at;
      skipSpace();
    }
    // Valid until the next frame is pushed, which the value may be.
    JsonValue *value = append(frame);
    if (isObject && !parseKey(*value))
      return false;
    const JsonShape *valueShape = findShape(frame);
    if (!valueShape || !parseValue(*value, *valueShape))
      return false;
  }
  skipSpace();
  if (peek() != kEnd)
    return failHere("there is something after the document");
  return !error;
}

bool JsonParser::failShape(size_t depth, const Twine &message) {
  std::string where;
  for (const Frame &frame : ArrayRef(stack).take_front(depth)) {
    if (!frame.container->isObject())
      where += ("[" + Twine(frame.count - 1) + "]").str();
    else
      where += ((where.empty() ? "" : ".") + frame.last->key()).str();
  }
  if (!error)
    error = makeError(where.empty() ? message : where + ": " + message);
  return false;
}

bool JsonParser::checkStart(const JsonShape &valueShape) {
  int c = peek();
  auto expect = [&](bool isRight, const char *what) {
    return isRight || c == kEnd || failShape(stack.size(), what);
  };
  switch (valueShape.kind) {
  case JsonShape::Kind::Any:
    return true;
  case JsonShape::Kind::Scalar:
    return expect(c != '[' && c != '{', "expected no list and no object");
  case JsonShape::Kind::String:
    return expect(c == '"', "expected a string");
  case JsonShape::Kind::List:
    return expect(c == '[', "expected a list");
  case JsonShape::Kind::Object:
    return expect(c == '{', "expected an object");
  }
  llvm_unreachable("all kinds are above");
}

const JsonShape *JsonParser::findShape(const Frame &frame) {
  static constexpr JsonShape kAny;
  if (frame.shape->element)
    return frame.shape->element;
  if (frame.shape->members.empty())
    return &kAny;
  for (const JsonShape::Member &member : frame.shape->members)
    if (member.name == frame.last->key())
      return &member.shape;
  failShape(stack.size() - 1, "unknown field " + quote(frame.last->key()));
  return nullptr;
}

bool JsonParser::parseValue(JsonValue &value, const JsonShape &valueShape) {
  if (!checkStart(valueShape))
    return false;
  uint64_t where = offset();
  switch (int c = peek()) {
  case '{':
  case '[':
    if (stack.size() == JsonDocument::kMaxDepth)
      return failHere("nested deeper than " + Twine(JsonDocument::kMaxDepth));
    ++at;
    value.kindBits = unsigned(c == '{' ? Kind::Object : Kind::Array);
    stack.push_back({&value, &valueShape});
    return true;
  case '"': {
    StringRef text;
    if (!parseString(text))
      return false;
    text = save(text);
    value.kindBits = unsigned(Kind::String);
    value.payload.text = text.data();
    value.size = text.size();
    return true;
  }
  case 't':
    value.kindBits = unsigned(Kind::True);
    return parseLiteral("true");
  case 'f':
    value.kindBits = unsigned(Kind::False);
    return parseLiteral("false");
  case 'n':
    value.kindBits = unsigned(Kind::Null);
    return parseLiteral("null");
  case 'N':
  case 'I':
    return parseLiteral(c == 'N' ? "NaN" : "Infinity") &&
           fail(where, "NaN and infinities are not allowed");
  default:
    if (c == '-' || isDigit(char(c)))
      return parseNumber(value);
    return failExpected("a value");
  }
}

bool JsonParser::parseLiteral(StringRef word) {
  uint64_t where = offset();
  for (char expected : word) {
    if (peek() != expected)
      return fail(where, "expected a value");
    ++at;
  }
  return true;
}

bool JsonParser::parseNumber(JsonValue &value) {
  uint64_t where = offset();
  scratch.clear();
  for (int c = peek(); c != kEnd && (isDigit(char(c)) || c == '-' || c == '+' ||
                                     c == '.' || c == 'e' || c == 'E');
       c = peek()) {
    scratch.push_back(char(c));
    ++at;
    if (scratch.size() > JsonDocument::kMaxTextSize)
      return fail(where, "a number is too long");
  }
  if (scratch == "-" && peek() == 'I')
    return parseLiteral("Infinity") &&
           fail(where, "NaN and infinities are not allowed");

  StringRef rest = scratch;
  auto takeDigits = [&] {
    size_t size = rest.size();
    rest = rest.drop_while(isDigit);
    return rest.size() != size;
  };
  rest.consume_front("-");
  bool isFloat = false;
  bool isValid = rest.consume_front("0") || takeDigits();
  if (isValid && rest.consume_front(".")) {
    isFloat = true;
    isValid = takeDigits();
  }
  if (isValid && (rest.consume_front("e") || rest.consume_front("E"))) {
    isFloat = true;
    if (!rest.consume_front("-"))
      rest.consume_front("+");
    isValid = takeDigits();
  }
  if (!isValid || !rest.empty())
    return fail(where, "malformed number");
  if (isFloat)
    return convertFloat(value, where);
  // The only integer with two spellings.
  StringRef text = save(scratch == "-0" ? StringRef("0") : StringRef(scratch));
  value.kindBits = unsigned(Kind::Integer);
  value.payload.text = text.data();
  value.size = text.size();
  return true;
}

/// Whether the number, which no double but a zero or an infinity is near to, is
/// one of those near to zero.
static bool isTiny(StringRef number) {
  number.consume_front("-");
  size_t expAt = number.find_first_of("eE");
  StringRef mantissa = number.take_front(expAt), exponent;
  if (expAt != StringRef::npos)
    exponent = number.drop_front(expAt + 1);
  bool isNegative = exponent.consume_front("-");
  exponent.consume_front("+");
  exponent = exponent.ltrim('0');
  // The place of the first digit that counts is at most the length of the
  // text, which an exponent of so many digits exceeds.
  if (exponent.size() > 12)
    return isNegative;
  int64_t power = 0;
  exponent.getAsInteger(10, power);
  if (isNegative)
    power = -power;
  auto [whole, fraction] = mantissa.split('.');
  whole = whole.ltrim('0');
  int64_t place = int64_t(whole.size());
  if (whole.empty())
    place = -int64_t(fraction.find_first_not_of('0'));
  return place + power < 0;
}

bool JsonParser::convertFloat(JsonValue &value, uint64_t where) {
  double number = 0;
  auto result = std::from_chars(scratch.begin(), scratch.end(), number);
  if (result.ec == std::errc::result_out_of_range) {
    if (!isTiny(scratch))
      return fail(where, "a number is too large for a double");
    number = scratch[0] == '-' ? -0.0 : 0.0;
  }
  value.kindBits = unsigned(Kind::Float);
  value.payload.number = number;
  return true;
}

/// Whether a byte of a string is neither its end, nor an escape, nor invalid.
static bool isPlain(uint8_t c) { return c >= 0x20 && c != '"' && c != '\\'; }

bool JsonParser::parseString(StringRef &text) {
  uint64_t where = offset();
  ++at; // the quote
  scratch.clear();
  uint8_t bits = 0; // of all bytes: is there one that is not ASCII?
  for (;;) {
    if (peek() == kEnd)
      return fail(where, "a string does not end");
    const char *start = at;
    while (at != end && isPlain(*at))
      bits |= uint8_t(*at++);
    StringRef run(start, at - start);
    if (scratch.size() + run.size() > JsonDocument::kMaxTextSize)
      return fail(where, "a string is too long");
    if (at != end && *at == '"' && scratch.empty()) {
      text = run; // nothing to put together
      break;
    }
    scratch += run;
    if (at == end)
      continue;
    if (*at == '"') {
      text = scratch;
      break;
    }
    if (*at != '\\')
      return failHere("a control character in a string");
    if (!parseEscape())
      return false;
  }
  ++at;
  if (bits & 0x80) {
    // What escapes stand for is whole characters, so that it can neither
    // complete nor break a sequence of bytes.
    auto *begin = reinterpret_cast<const UTF8 *>(text.data());
    if (!isLegalUTF8String(&begin, begin + text.size()))
      return fail(where, "a string is not valid UTF-8");
  }
  return true;
}

bool JsonParser::parseHex(uint32_t &code) {
  code = 0;
  for (unsigned i = 0; i < 4; ++i, ++at) {
    int c = peek();
    unsigned digit = c == kEnd ? ~0U : hexDigitValue(char(c));
    if (digit > 15)
      return failExpected("four hexadecimal digits");
    code = code << 4 | digit;
  }
  return true;
}

bool JsonParser::parseEscape() {
  uint64_t where = offset();
  ++at; // the backslash
  int c = peek();
  if (c != kEnd)
    ++at;
  switch (c) {
  case '"':
  case '\\':
  case '/':
    scratch.push_back(char(c));
    return true;
  case 'b':
    scratch.push_back('\b');
    return true;
  case 'f':
    scratch.push_back('\f');
    return true;
  case 'n':
    scratch.push_back('\n');
    return true;
  case 'r':
    scratch.push_back('\r');
    return true;
  case 't':
    scratch.push_back('\t');
    return true;
  case 'u':
    break;
  default:
    return fail(where, "an escape that does not exist");
  }
  uint32_t code = 0;
  if (!parseHex(code))
    return false;
  if (code >= 0xD800 && code < 0xE000) {
    uint32_t low = 0;
    if (code >= 0xDC00 || peek() != '\\')
      return fail(where, "a lone surrogate");
    ++at;
    if (peek() != 'u')
      return fail(where, "a lone surrogate");
    ++at;
    if (!parseHex(low))
      return false;
    if (low < 0xDC00 || low >= 0xE000)
      return fail(where, "a lone surrogate");
    code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
  }
  char bytes[UNI_MAX_UTF8_BYTES_PER_CODE_POINT];
  char *to = bytes;
  ConvertCodePointToUTF8(code, to);
  scratch.append(bytes, to);
  return true;
}

bool JsonParser::parseKey(JsonValue &member) {
  if (peek() != '"')
    return failExpected("a string that names a member");
  StringRef key;
  if (!parseString(key))
    return false;
  key = saveKey(key);
  member.keyData = key.data();
  member.keySize = key.size();
  skipSpace();
  if (peek() != ':')
    return failExpected("':'");
  ++at;
  skipSpace();
  return true;
}

JsonValue *JsonParser::append(Frame &frame) {
  auto *value = new (document.arena->Allocate<JsonValue>()) JsonValue();
  if (frame.last)
    frame.last->next = value;
  else
    frame.container->payload.first = value;
  frame.last = value;
  ++frame.count;
  return value;
}

bool JsonParser::closeContainer(const Frame &frame) {
  if (!frame.container->isObject())
    return true;
  if (!sortMembers(*frame.container))
    return false;
  // All are known, and none is there twice.
  ArrayRef<JsonShape::Member> expected = frame.shape->members;
  if (expected.empty() || frame.count == expected.size())
    return true;
  for (const JsonValue &member : frame.container->children()) {
    if (member.key() != expected.front().name)
      break;
    expected = expected.drop_front();
  }
  return failShape(stack.size() - 1,
                   "there is no field " + quote(expected.front().name));
}

/// Brings the members of an object into order.
bool JsonParser::sortMembers(JsonValue &object) {
  members.clear();
  bool isSorted = true;
  for (JsonValue *member = object.payload.first; member;
       member = member->next) {
    isSorted &= members.empty() || members.back()->key() < member->key();
    members.push_back(member);
  }
  if (isSorted)
    return true;
  llvm::sort(members, [](const JsonValue *a, const JsonValue *b) {
    return a->key() < b->key();
  });
  JsonValue **link = &object.payload.first;
  for (JsonValue *member : members) {
    *link = member;
    link = &member->next;
  }
  *link = nullptr;
  for (size_t i = 1; i < members.size(); ++i)
    if (members[i - 1]->key() == members[i]->key())
      return failHere("the object that ends here has two members " +
                      quote(members[i]->key()));
  return true;
}

StringRef JsonParser::save(StringRef text) {
  return text.copy(*document.arena);
}

StringRef JsonParser::saveKey(StringRef text) {
  CachedHashStringRef hashed(text);
  if (auto it = keys.find(hashed); it != keys.end())
    return it->val();
  CachedHashStringRef saved(save(text), hashed.hash());
  if (keys.size() < kMaxSharedKeys)
    keys.insert(saved);
  return saved.val();
}

/// Longer texts are read in blocks.
static constexpr size_t kBlockSize = size_t(1) << 20;

Expected<JsonDocument> JsonDocument::parse(Reader read,
                                           const JsonShape &shape) {
  return parse(read, shape, kBlockSize);
}

Expected<JsonDocument> JsonDocument::parse(Reader read, const JsonShape &shape,
                                           size_t blockSize) {
  JsonDocument document;
  if (Error error = JsonParser(document, read, shape, blockSize).run())
    return std::move(error);
  return document;
}

Expected<JsonDocument> JsonDocument::parse(StringRef text) {
  // A block that is not larger than it has to be: there may be many texts.
  size_t blockSize = std::clamp<size_t>(text.size(), 1, kBlockSize);
  auto read = [&](MutableArrayRef<char> buffer) -> Expected<size_t> {
    StringRef part = text.take_front(buffer.size());
    text = text.drop_front(part.size());
    llvm::copy(part, buffer.begin());
    return part.size();
  };
  return parse(read, /*shape=*/{}, blockSize);
}

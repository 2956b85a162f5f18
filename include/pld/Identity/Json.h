//===- Json.h - JSON documents that keep every number -----------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// JSON as fingerprints need it: integers of any size, members in the order of
// their names, no name twice, nothing that is not Unicode. The usual libraries
// round or refuse long integers, skip byte-order marks, and need several times
// the memory; a file of observations can have millions of values.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_IDENTITY_JSON_H
#define PLD_IDENTITY_JSON_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/iterator_range.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Error.h"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>

namespace pld::identity {

/// One value of a document, 32 bytes. Elements of an array and members of an
/// object are a list; members are in the order of their keys, which is that of
/// code points.
class JsonValue {
public:
  enum class Kind : uint8_t {
    Null,
    False,
    True,
    Integer,
    Float,
    String,
    Array,
    Object,
  };

  Kind kind() const { return static_cast<Kind>(kindBits); }
  bool isBool() const { return kind() == Kind::True || kind() == Kind::False; }
  bool isString() const { return kind() == Kind::String; }
  bool isArray() const { return kind() == Kind::Array; }
  bool isObject() const { return kind() == Kind::Object; }

  /// The name of a member; empty for other values.
  llvm::StringRef key() const { return llvm::StringRef(keyData, keySize); }
  /// A string, or the decimal digits of an integer with its sign.
  llvm::StringRef text() const { return llvm::StringRef(payload.text, size); }
  /// A finite number.
  double getFloat() const { return payload.number; }

  /// Elements of an array, members of an object.
  class Iterator {
  public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = const JsonValue;
    using difference_type = std::ptrdiff_t;
    using pointer = const JsonValue *;
    using reference = const JsonValue &;

    explicit Iterator(const JsonValue *value = nullptr) : value(value) {}
    bool operator==(const Iterator &other) const {
      return value == other.value;
    }
    bool operator!=(const Iterator &other) const { return !(*this == other); }
    const JsonValue &operator*() const { return *value; }
    const JsonValue *operator->() const { return value; }
    Iterator &operator++() {
      value = value->next;
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++*this;
      return before;
    }

  private:
    const JsonValue *value;
  };
  llvm::iterator_range<Iterator> children() const {
    return {Iterator(payload.first), Iterator()};
  }
  bool hasChildren() const { return payload.first; }
  /// The member of that name, or null. Linear in the number of members.
  const JsonValue *find(llvm::StringRef name) const;

private:
  friend class JsonParser;
  JsonValue() : kindBits(0), keySize(0) {}

  const char *keyData = nullptr;
  union {
    const char *text;
    double number;
    JsonValue *first;
  } payload = {nullptr};
  JsonValue *next = nullptr;
  uint32_t size = 0;
  uint32_t kindBits : 3;
  uint32_t keySize : 29;
};
static_assert(sizeof(void *) != 8 || sizeof(JsonValue) == 32);

/// What a value of a document has to be. A document in which one is not is
/// given up there, before what follows fills the memory.
struct JsonShape {
  enum class Kind : uint8_t { Any, Scalar, String, List, Object };
  struct Member {
    llvm::StringLiteral name;
    const JsonShape &shape;
  };

  Kind kind = Kind::Any;
  const JsonShape *element = nullptr; // of a list; null: any
  /// Those of an object, which must have all of them and no others, by name. An
  /// object without any here may have whatever it likes.
  llvm::ArrayRef<Member> members = {};
};

/// Owns the values of a document.
class JsonDocument {
public:
  /// Containers nest at most this deep. A document within it is one that
  /// Python reads with its default recursion limit.
  static constexpr unsigned kMaxDepth = 512;
  /// The bytes of one string, key or number.
  static constexpr uint32_t kMaxTextSize = (uint32_t(1) << 29) - 1;

  /// Fills `buffer` from its start with the bytes that follow, and says with
  /// how many: none at the end.
  using Reader = llvm::function_ref<llvm::Expected<size_t>(
      llvm::MutableArrayRef<char> buffer)>;

  /// Parses exactly one document. Reads no further than the first error, which
  /// names its byte. Memory: the text of strings and numbers, and 32 bytes a
  /// value; linear time, but for sorting members that are not in order. An
  /// error of the shape names the value, such as `observations[3].domain`.
  static llvm::Expected<JsonDocument> parse(Reader read,
                                            const JsonShape &shape = {});
  static llvm::Expected<JsonDocument> parse(llvm::StringRef text);

  const JsonValue &root() const { return *rootValue; }

private:
  friend class JsonParser;
  static llvm::Expected<JsonDocument> parse(Reader read, const JsonShape &shape,
                                            size_t blockSize);

  using Arena = llvm::BumpPtrAllocatorImpl<llvm::MallocAllocator, 65536, 65536>;
  std::unique_ptr<Arena> arena = std::make_unique<Arena>();
  const JsonValue *rootValue = nullptr;
};

/// Whether valid UTF-8 neither is empty nor begins or ends with white space, as
/// ids must. White space is what Python's `str.strip` takes for it.
bool isCanonicalString(llvm::StringRef text);

} // namespace pld::identity

#endif // PLD_IDENTITY_JSON_H

//===- Tape.h - A decoded MessagePack file --------------------------*- C++
//-*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TARGET_PYPTO_TAPE_H
#define PLD_TARGET_PYPTO_TAPE_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pld::pypto {

/// The number of bytes before the contents of the MessagePack object that
/// starts with `first`. LLVM's reader does not say where it stands.
size_t getHeaderSize(uint8_t first);

/// All objects of a MessagePack file in the order of its bytes. A container is
/// followed by its elements (a map by keys and values in turn) and knows where
/// they end, so that one can be skipped in constant time. Text is not copied:
/// the bytes must outlive the tape. 16 bytes an object.
class Tape {
public:
  enum class Kind : uint8_t { Nil, Bool, Int, UInt, Float, String, Array, Map };
  /// The position of an object on the tape.
  using Index = uint32_t;

  /// Containers nest at most this deep.
  static constexpr unsigned kMaxDepth = 2000;

  /// What is wrong, and with which byte.
  struct Error {
    size_t offset = 0;
    std::string message;
  };

  /// Decodes `bytes`, which must be exactly one object. Memory is bounded by
  /// the number of bytes, whatever lengths they declare. On failure `error`
  /// says why.
  mlir::LogicalResult decode(llvm::StringRef bytes, Error &error);

  Index size() const { return tokens.size(); }
  /// The size of the file.
  size_t numBytes() const { return bytes.size(); }
  Kind kind(Index i) const { return static_cast<Kind>(tokens[i].kind); }
  /// The first byte of object `i`, counted from the start of the file.
  uint32_t offset(Index i) const { return tokens[i].offset; }
  /// The object after `i` and everything that `i` contains.
  Index next(Index i) const {
    return isContainer(i) ? static_cast<Index>(tokens[i].payload.u) : i + 1;
  }
  bool isContainer(Index i) const {
    return kind(i) == Kind::Array || kind(i) == Kind::Map;
  }
  /// Elements of an array, entries of a map, bytes of a string.
  uint32_t count(Index i) const { return tokens[i].count; }
  /// The first element of an array or key of a map.
  Index first(Index i) const { return i + 1; }

  bool getBool(Index i) const { return tokens[i].payload.u != 0; }
  int64_t getInt(Index i) const {
    return static_cast<int64_t>(tokens[i].payload.u);
  }
  uint64_t getUInt(Index i) const { return tokens[i].payload.u; }
  double getFloat(Index i) const { return tokens[i].payload.d; }
  /// A number as a double, since writers shorten integral ones to integers;
  /// none where the object is something else, or an integer that no double
  /// holds.
  std::optional<double> getDouble(Index i) const;
  llvm::StringRef getString(Index i) const {
    return llvm::StringRef(tokens[i].payload.s, tokens[i].count);
  }
  /// The bytes of object `i` with everything that it contains.
  llvm::StringRef getBytes(Index i) const;

private:
  struct Token {
    uint32_t offset;
    uint32_t kind : 4;
    uint32_t count : 28;
    union {
      uint64_t u; // value, or for a container the token after it
      double d;
      const char *s;
    } payload;
  };
  static_assert(sizeof(Token) == 16);

  std::vector<Token> tokens;
  llvm::StringRef bytes;
};

} // namespace pld::pypto

#endif // PLD_TARGET_PYPTO_TAPE_H

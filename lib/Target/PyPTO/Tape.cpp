//===- Tape.cpp - A decoded MessagePack file -----------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One pass over the bytes with LLVM's reader.
//
//===----------------------------------------------------------------------===//

#include "Tape.h"
#include "llvm/ADT/Twine.h"
#include "llvm/BinaryFormat/MsgPack.h"
#include "llvm/BinaryFormat/MsgPackReader.h"

#include <limits>

using namespace llvm;
using namespace pld::pypto;

namespace msgpack = llvm::msgpack;

size_t pld::pypto::getHeaderSize(uint8_t first) {
  switch (first) {
  case msgpack::FirstByte::UInt8:
  case msgpack::FirstByte::Int8:
  case msgpack::FirstByte::Str8:
    return 2;
  case msgpack::FirstByte::UInt16:
  case msgpack::FirstByte::Int16:
  case msgpack::FirstByte::Str16:
  case msgpack::FirstByte::Array16:
  case msgpack::FirstByte::Map16:
    return 3;
  case msgpack::FirstByte::UInt32:
  case msgpack::FirstByte::Int32:
  case msgpack::FirstByte::Float32:
  case msgpack::FirstByte::Str32:
  case msgpack::FirstByte::Array32:
  case msgpack::FirstByte::Map32:
    return 5;
  case msgpack::FirstByte::UInt64:
  case msgpack::FirstByte::Int64:
  case msgpack::FirstByte::Float64:
    return 9;
  default:
    return 1;
  }
}

mlir::LogicalResult Tape::decode(StringRef input, Error &error) {
  constexpr uint32_t kMaxCount = (1u << 28) - 1;
  bytes = input;
  tokens.clear();
  auto fail = [&](size_t at, const Twine &what) {
    error = {at, what.str()};
    tokens.clear();
    return mlir::failure();
  };
  if (input.empty())
    return fail(0, "the file is empty");
  if (input.size() >= std::numeric_limits<uint32_t>::max())
    return fail(0, "the file is larger than 4 GiB");
  // Programs have about one object in six bytes.
  tokens.reserve(input.size() / 6 + 16);

  /// A container whose elements are being read.
  struct Open {
    Index token;
    uint64_t missing;
  };
  SmallVector<Open, 64> open;
  msgpack::Reader reader(input);
  msgpack::Object object;
  size_t position = 0;
  do {
    if (position >= input.size())
      return fail(position, "the file ends in the middle of an object");
    Expected<bool> result = reader.read(object);
    if (!result)
      return fail(position, toString(result.takeError()));
    Token token;
    token.offset = position;
    token.count = 0;
    token.payload.u = 0;
    position += getHeaderSize(static_cast<uint8_t>(input[position]));
    uint64_t elements = 0;
    switch (object.Kind) {
    case msgpack::Type::Nil:
      token.kind = unsigned(Kind::Nil);
      break;
    case msgpack::Type::Boolean:
      token.kind = unsigned(Kind::Bool);
      token.payload.u = object.Bool;
      break;
    case msgpack::Type::Int:
      token.kind = unsigned(Kind::Int);
      token.payload.u = static_cast<uint64_t>(object.Int);
      break;
    case msgpack::Type::UInt:
      token.kind = unsigned(Kind::UInt);
      token.payload.u = object.UInt;
      break;
    case msgpack::Type::Float:
      token.kind = unsigned(Kind::Float);
      token.payload.d = object.Float;
      break;
    case msgpack::Type::String:
      if (object.Raw.size() > kMaxCount)
        return fail(token.offset, "a string is longer than 256 MiB");
      token.kind = unsigned(Kind::String);
      token.count = object.Raw.size();
      token.payload.s = object.Raw.data();
      position += object.Raw.size();
      break;
    case msgpack::Type::Array:
    case msgpack::Type::Map: {
      bool isMap = object.Kind == msgpack::Type::Map;
      elements = uint64_t(object.Length) * (isMap ? 2 : 1);
      // Each element takes at least one byte: a length that cannot be true is
      // found before anything is reserved for it.
      if (elements > input.size() - position || object.Length > kMaxCount)
        return fail(token.offset, "a container of " + Twine(object.Length) +
                                      " elements does not fit the file");
      token.kind = unsigned(isMap ? Kind::Map : Kind::Array);
      token.count = object.Length;
      token.payload.u = tokens.size() + 1;
      break;
    }
    default:
      return fail(token.offset,
                  "binary data and extensions are not expected here");
    }
    tokens.push_back(token);

    if (elements > 0) {
      if (open.size() >= kMaxDepth)
        return fail(token.offset, "objects are nested more than " +
                                      Twine(kMaxDepth) + " deep");
      open.push_back({static_cast<Index>(tokens.size() - 1), elements});
      continue;
    }
    // The object is complete, and with it perhaps containers around it.
    while (!open.empty() && --open.back().missing == 0) {
      tokens[open.back().token].payload.u = tokens.size();
      open.pop_back();
    }
  } while (!open.empty());

  if (position != input.size())
    return fail(position, "the file goes on after the program");
  return mlir::success();
}

std::optional<double> Tape::getDouble(Index i) const {
  // The bounds are powers of two, which rounding cannot cross unnoticed.
  if (kind(i) == Kind::Float)
    return getFloat(i);
  if (kind(i) == Kind::Int) {
    double value = static_cast<double>(getInt(i));
    if (value < 0x1p63 && static_cast<int64_t>(value) == getInt(i))
      return value;
  }
  if (kind(i) == Kind::UInt) {
    double value = static_cast<double>(getUInt(i));
    if (value < 0x1p64 && static_cast<uint64_t>(value) == getUInt(i))
      return value;
  }
  return std::nullopt;
}

StringRef Tape::getBytes(Index i) const {
  Index end = next(i);
  size_t to = end < tokens.size() ? tokens[end].offset : bytes.size();
  return bytes.slice(tokens[i].offset, to);
}

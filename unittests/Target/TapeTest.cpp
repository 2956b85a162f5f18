//===- TapeTest.cpp - Tests of the MessagePack decoder --------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tape.h"
#include "gtest/gtest.h"

#include <cmath>

using namespace llvm;
using pld::pypto::Tape;

namespace {

using Kind = Tape::Kind;

/// Bytes that hold zeros as well.
template <size_t N> StringRef bytes(const char (&text)[N]) {
  return StringRef(text, N - 1);
}

Tape decode(StringRef input) {
  Tape tape;
  Tape::Error error;
  EXPECT_TRUE(succeeded(tape.decode(input, error))) << error.message;
  return tape;
}

/// The error of decoding `input`, as "offset: message".
std::string fail(StringRef input) {
  Tape tape;
  Tape::Error error;
  EXPECT_TRUE(failed(tape.decode(input, error)));
  EXPECT_EQ(tape.size(), 0u);
  return std::to_string(error.offset) + ": " + error.message;
}

TEST(TapeTest, Scalars) {
  EXPECT_EQ(decode(bytes("\xc0")).kind(0), Kind::Nil);
  EXPECT_FALSE(decode(bytes("\xc2")).getBool(0));
  EXPECT_TRUE(decode(bytes("\xc3")).getBool(0));
  Tape text = decode(bytes("\xa3"
                           "a\0b"));
  EXPECT_EQ(text.kind(0), Kind::String);
  EXPECT_EQ(text.count(0), 3u);
  EXPECT_EQ(text.getString(0), bytes("a\0b"));
  EXPECT_EQ(decode(bytes("\xd9\x01x")).getString(0), "x");
  EXPECT_EQ(decode(bytes("\xda\x00\x01x")).getString(0), "x");
  EXPECT_EQ(decode(bytes("\xdb\x00\x00\x00\x01x")).getString(0), "x");
}

TEST(TapeTest, Integers) {
  auto getInt = [](StringRef input) {
    Tape tape = decode(input);
    EXPECT_TRUE(tape.kind(0) == Kind::Int || tape.kind(0) == Kind::UInt);
    return tape.getInt(0);
  };
  EXPECT_EQ(getInt(bytes("\x00")), 0);
  EXPECT_EQ(getInt(bytes("\x7f")), 127);
  EXPECT_EQ(getInt(bytes("\xff")), -1);
  EXPECT_EQ(getInt(bytes("\xe0")), -32);
  EXPECT_EQ(getInt(bytes("\xcc\xff")), 255);
  EXPECT_EQ(getInt(bytes("\xcd\x01\x00")), 256);
  EXPECT_EQ(getInt(bytes("\xce\xff\xff\xff\xff")), 4294967295);
  EXPECT_EQ(getInt(bytes("\xd0\x80")), -128);
  EXPECT_EQ(getInt(bytes("\xd1\xff\x00")), -256);
  EXPECT_EQ(getInt(bytes("\xd2\x80\x00\x00\x00")), INT32_MIN);
  EXPECT_EQ(getInt(bytes("\xd3\x80\x00\x00\x00\x00\x00\x00\x00")), INT64_MIN);
  Tape large = decode(bytes("\xcf\xff\xff\xff\xff\xff\xff\xff\xff"));
  EXPECT_EQ(large.kind(0), Kind::UInt);
  EXPECT_EQ(large.getUInt(0), UINT64_MAX);
}

TEST(TapeTest, Doubles) {
  auto getDouble = [](StringRef input) { return decode(input).getDouble(0); };
  EXPECT_EQ(getDouble(bytes("\xcb\x3f\xf8\x00\x00\x00\x00\x00\x00")), 1.5);
  EXPECT_EQ(getDouble(bytes("\xca\x3f\xc0\x00\x00")), 1.5);
  EXPECT_TRUE(
      std::isnan(*getDouble(bytes("\xcb\x7f\xf8\x00\x00\x00\x00\x00\x00"))));
  EXPECT_TRUE(
      std::signbit(*getDouble(bytes("\xcb\x80\x00\x00\x00\x00\x00\x00\x00"))));
  // Integers count where a double holds them exactly.
  EXPECT_EQ(getDouble(bytes("\x02")), 2.0);
  EXPECT_EQ(getDouble(bytes("\xff")), -1.0);
  EXPECT_EQ(getDouble(bytes("\xcf\x00\x20\x00\x00\x00\x00\x00\x00")), 0x1p53);
  EXPECT_EQ(getDouble(bytes("\xd3\x80\x00\x00\x00\x00\x00\x00\x00")), -0x1p63);
  EXPECT_EQ(getDouble(bytes("\xcf\x80\x00\x00\x00\x00\x00\x00\x00")), 0x1p63);
  EXPECT_FALSE(getDouble(bytes("\xcf\x00\x20\x00\x00\x00\x00\x00\x01")));
  EXPECT_FALSE(getDouble(bytes("\xcf\x7f\xff\xff\xff\xff\xff\xff\xff")));
  EXPECT_FALSE(getDouble(bytes("\xcf\xff\xff\xff\xff\xff\xff\xff\xff")));
  EXPECT_FALSE(getDouble(bytes("\xa1x")));
}

TEST(TapeTest, Containers) {
  // {"a": [1, {}], "b": nil}
  StringRef input = bytes("\x82\xa1"
                          "a\x92\x01\x80\xa1"
                          "b\xc0");
  Tape tape = decode(input);
  ASSERT_EQ(tape.size(), 7u);
  EXPECT_EQ(tape.numBytes(), input.size());
  EXPECT_EQ(tape.kind(0), Kind::Map);
  EXPECT_EQ(tape.count(0), 2u);
  EXPECT_EQ(tape.next(0), 7u);
  EXPECT_EQ(tape.getBytes(0), input);
  Tape::Index list = tape.first(0) + 1;
  EXPECT_EQ(tape.kind(list), Kind::Array);
  EXPECT_EQ(tape.count(list), 2u);
  EXPECT_EQ(tape.offset(list), 3u);
  EXPECT_EQ(tape.getBytes(list), bytes("\x92\x01\x80"));
  Tape::Index empty = tape.next(tape.first(list));
  EXPECT_EQ(tape.kind(empty), Kind::Map);
  EXPECT_EQ(tape.count(empty), 0u);
  EXPECT_EQ(tape.next(empty), tape.next(list));
  EXPECT_EQ(tape.getString(tape.next(list)), "b");
  // The long forms of the same.
  EXPECT_EQ(decode(bytes("\xdc\x00\x01\xc0")).count(0), 1u);
  EXPECT_EQ(decode(bytes("\xdd\x00\x00\x00\x01\xc0")).count(0), 1u);
  EXPECT_EQ(decode(bytes("\xde\x00\x01\xc0\xc0")).count(0), 1u);
  EXPECT_EQ(decode(bytes("\xdf\x00\x00\x00\x01\xc0\xc0")).next(0), 3u);
}

TEST(TapeTest, Malformed) {
  EXPECT_EQ(fail(""), "0: the file is empty");
  EXPECT_EQ(fail(bytes("\xc0\xc0")), "1: the file goes on after the program");
  EXPECT_EQ(fail(bytes("\x92\xc0\x91")),
            "2: a container of 1 elements does not fit the file");
  EXPECT_EQ(fail(bytes("\x92\x92\xc0")),
            "1: a container of 2 elements does not fit the file");
  EXPECT_EQ(fail(bytes("\x92\xa1x")),
            "3: the file ends in the middle of an object");
  EXPECT_EQ(fail(bytes("\x91\xc4\x00")),
            "1: binary data and extensions are not expected here");
  EXPECT_EQ(fail(bytes("\x91\xd4\x00\x00")),
            "1: binary data and extensions are not expected here");
  for (StringRef input :
       {bytes("\xc1"), bytes("\xa2x"), bytes("\xd9"), bytes("\xd9\x02x"),
        bytes("\xda\x00"), bytes("\xcb\x00\x00"), bytes("\xcd\x00"),
        bytes("\xd3\x00"), bytes("\xdc\x00"), bytes("\xdf\x00\x00\x00"),
        bytes("\xdb\xff\xff\xff\xff"), bytes("\xc6\xff\xff\xff\xff")})
    EXPECT_EQ(fail(input).substr(0, 3), "0: ");
}

TEST(TapeTest, LengthsThatAreNotThere) {
  // Nothing is reserved for these.
  EXPECT_EQ(fail(bytes("\xdd\xff\xff\xff\xff\xc0")),
            "0: a container of 4294967295 elements does not fit the file");
  EXPECT_EQ(fail(bytes("\xdf\xff\xff\xff\xff\xc0")),
            "0: a container of 4294967295 elements does not fit the file");
  EXPECT_EQ(fail(bytes("\xdf\x80\x00\x00\x00\xc0\xc0")),
            "0: a container of 2147483648 elements does not fit the file");
}

TEST(TapeTest, Depth) {
  std::string deep(Tape::kMaxDepth, '\x91');
  EXPECT_EQ(decode(deep + '\xc0').size(), Tape::kMaxDepth + 1);
  EXPECT_EQ(fail('\x91' + deep + '\xc0'),
            "2000: objects are nested more than 2000 deep");
  EXPECT_EQ(fail(deep),
            "1999: a container of 1 elements does not fit the file");
}

} // namespace

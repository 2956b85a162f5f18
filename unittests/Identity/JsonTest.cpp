//===- JsonTest.cpp - Tests of JSON and fingerprints ----------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What two implementations agree on is tested in test/Identity/documents.test;
// here is what a user of the library sees, and what depends on blocks.
//
//===----------------------------------------------------------------------===//

#include "pld/Identity/Json.h"
#include "pld/Identity/Fingerprint.h"
#include "pld/Identity/JsonWriter.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace pld::identity;

namespace {

JsonDocument parse(StringRef text) {
  return cantFail(JsonDocument::parse(text));
}

std::string canonical(const JsonValue &value) {
  std::string text;
  raw_string_ostream os(text);
  JsonWriter(os).value(value);
  return text;
}

/// The error of parsing `text`.
std::string fail(StringRef text) {
  Expected<JsonDocument> document = JsonDocument::parse(text);
  EXPECT_FALSE(bool(document));
  return document ? "" : toString(document.takeError());
}

TEST(JsonTest, Values) {
  JsonDocument document =
      parse(R"( {"b": [1, -2.5, "x\u0000y"], "a": {"": null}, "c": true} )");
  const JsonValue &root = document.root();
  ASSERT_TRUE(root.isObject());
  EXPECT_EQ(root.find("d"), nullptr);
  EXPECT_TRUE(root.find("c")->isBool());
  const JsonValue &list = *root.find("b");
  ASSERT_TRUE(list.isArray());
  auto it = list.children().begin();
  EXPECT_EQ(it->text(), "1");
  EXPECT_EQ((++it)->getFloat(), -2.5);
  EXPECT_EQ((++it)->text(), StringRef("x\0y", 3));
  EXPECT_EQ(++it, list.children().end());
  EXPECT_EQ(root.find("a")->find("")->kind(), JsonValue::Kind::Null);
  EXPECT_EQ(canonical(root),
            R"({"a":{"":null},"b":[1,-2.5,"x\u0000y"],"c":true})");
}

TEST(JsonTest, DocumentsMove) {
  JsonDocument a = parse(R"(["text"])");
  JsonDocument b = std::move(a);
  EXPECT_EQ(canonical(b.root()), R"(["text"])");
}

TEST(JsonTest, WithoutAMember) {
  JsonDocument document = parse(R"({"": 1, "a": 2})");
  auto without = [&](StringRef key) {
    std::string text;
    raw_string_ostream os(text);
    JsonWriter(os).objectWithout(document.root(), key);
    return text;
  };
  EXPECT_EQ(without("a"), R"({"":1})");
  EXPECT_EQ(without(""), R"({"a":2})");
  EXPECT_EQ(without("b"), R"({"":1,"a":2})");
  EXPECT_EQ(getFingerprintWithout(document.root(), "a"),
            getFingerprint(parse(R"({"":1})").root()));
}

TEST(JsonTest, Indented) {
  std::string text;
  raw_string_ostream os(text);
  JsonWriter(os, JsonWriter::Style::Indented)
      .value(parse(R"({"b":[1,{"c":[]}],"a":{}})").root());
  EXPECT_EQ(text, R"({
  "a": {},
  "b": [
    1,
    {
      "c": []
    }
  ]
})");
}

/// Blocks end wherever they like.
TEST(JsonTest, AnyBlocks) {
  std::string text = R"([ "é\ud83d\ude00\n", -12.5e+3, 0, {"key" : true } , )"
                     R"(null,"","aaaaaaaaaaaaaaaaaaaa\"bbbbbbbbbbbbbbb" ])";
  std::string expected = canonical(parse(text).root());
  for (size_t size = 1; size <= text.size(); ++size) {
    StringRef rest = text;
    auto document = JsonDocument::parse(
        [&](MutableArrayRef<char> buffer) -> Expected<size_t> {
          StringRef part = rest.take_front(size);
          rest = rest.drop_front(part.size());
          copy(part, buffer.begin());
          // What is not part of the block is not read.
          fill(buffer.drop_front(part.size()), '#');
          return part.size();
        });
    ASSERT_TRUE(bool(document)) << toString(document.takeError());
    EXPECT_EQ(canonical(document->root()), expected);
    EXPECT_EQ(rest, "");
  }
}

/// Nothing after an error is read.
TEST(JsonTest, StopsEarly) {
  unsigned numBlocks = 0;
  auto document = JsonDocument::parse(
      [&](MutableArrayRef<char> buffer) -> Expected<size_t> {
        ++numBlocks;
        fill(buffer, '[');
        return buffer.size();
      });
  EXPECT_EQ(toString(document.takeError()),
            "invalid JSON at byte 512: nested deeper than 512");
  EXPECT_EQ(numBlocks, 1u);
}

TEST(JsonTest, Shapes) {
  static constexpr JsonShape any;
  static constexpr JsonShape scalar = {JsonShape::Kind::Scalar};
  static constexpr JsonShape::Member members[] = {{"a", scalar}, {"b", any}};
  static constexpr JsonShape object = {JsonShape::Kind::Object, nullptr,
                                       members};
  static constexpr JsonShape list = {JsonShape::Kind::List, &object};
  auto parse = [](StringRef text) {
    auto document = JsonDocument::parse(
        [&](MutableArrayRef<char> buffer) -> Expected<size_t> {
          size_t size = text.size();
          copy(text, buffer.begin());
          text = "";
          return size;
        },
        list);
    return document ? "" : toString(document.takeError());
  };
  EXPECT_EQ(parse("[]"), "");
  EXPECT_EQ(parse(R"([{"b": [[{}]], "a": 1}])"), "");
  EXPECT_EQ(parse("{"), "expected a list");
  EXPECT_EQ(parse("[1"), "[0]: expected an object");
  EXPECT_EQ(parse(R"([{"b": 1, "a": 1}, {"a": [)"),
            "[1].a: expected no list and no object");
  EXPECT_EQ(parse(R"([{"c")"),
            "invalid JSON at byte 5: the document ends too early");
  EXPECT_EQ(parse(R"([{"c":)"), "[0]: unknown field 'c'");
  EXPECT_EQ(parse(R"([{"a": 1}, )"), "[0]: there is no field 'b'");
  EXPECT_EQ(parse(R"([{"b": 1}, )"), "[0]: there is no field 'a'");
  EXPECT_EQ(parse(R"([{"a": 1, "a": 1})"),
            "invalid JSON at byte 17: the object that ends here has two "
            "members 'a'");
}

TEST(JsonTest, ErrorsOfTheReader) {
  for (StringRef text : {"", "[1", "[1, \"a", "1", "tru"}) {
    bool isFirst = true;
    auto document = JsonDocument::parse(
        [&](MutableArrayRef<char> buffer) -> Expected<size_t> {
          if (!isFirst || text.empty())
            return createStringError("broken");
          isFirst = false;
          copy(text, buffer.begin());
          return text.size();
        });
    ASSERT_FALSE(bool(document));
    EXPECT_EQ(toString(document.takeError()), "broken");
  }
}

TEST(JsonTest, BytesOfErrors) {
  EXPECT_EQ(fail("[1,]"), "invalid JSON at byte 3: expected a value");
  EXPECT_EQ(fail(std::string(3 << 20, ' ') + "x"),
            "invalid JSON at byte 3145728: expected a value");
}

/// Each byte at each place of the words that are scanned together.
TEST(JsonTest, EscapesAtEachPlace) {
  for (size_t size : {1, 7, 8, 9, 15, 16, 17, 31})
    for (size_t at = 0; at < size; ++at)
      for (unsigned c = 1; c < 0x80; ++c) {
        std::string text(size, 'a'), expected = text;
        text[at] = char(c);
        StringRef shorts = "\b\f\n\r\t\"\\", letters = "bfnrt\"\\";
        std::string escaped(1, char(c));
        if (size_t i = shorts.find(char(c)); i != StringRef::npos)
          escaped = {'\\', letters[i]};
        else if (c < 0x20)
          escaped = "\\u00" + utohexstr(c, /*LowerCase=*/true, /*Width=*/2);
        expected.replace(at, 1, escaped);
        std::string written;
        raw_string_ostream os(written);
        JsonWriter(os).string(text);
        ASSERT_EQ(written, "\"" + expected + "\"");
      }
}

TEST(FingerprintTest, Text) {
  Fingerprint empty = FingerprintStream().finish();
  EXPECT_EQ(empty.str(), "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b93"
                         "4ca495991b7852b855");
  EXPECT_EQ(Fingerprint::parse(empty.str()), empty);
  EXPECT_FALSE(Fingerprint::parse(""));
  EXPECT_FALSE(Fingerprint::parse(empty.str() + "0"));
  EXPECT_FALSE(Fingerprint::parse(StringRef(empty.str()).upper()));
  EXPECT_FALSE(Fingerprint::parse("sha256:" + std::string(64, 'g')));
}

/// LLVM has another implementation, of whatever fits in 32 bits.
TEST(Sha256Test, AsLLVM) {
  std::string bytes;
  for (unsigned i = 0; i < 300; ++i) {
    Sha256 whole, parts, portable(/*isPortable=*/true);
    portable.update(bytes);
    whole.update(bytes);
    for (StringRef rest = bytes; !rest.empty(); rest = rest.drop_front()) {
      StringRef part = rest.take_front(i % 7);
      parts.update(part);
      rest = rest.drop_front(part.size());
      parts.update(rest.take_front());
      if (rest.empty())
        break;
    }
    auto expected = llvm::SHA256::hash(arrayRefFromStringRef(bytes));
    EXPECT_EQ(whole.finish(), expected) << i;
    EXPECT_EQ(parts.finish(), expected) << i;
    EXPECT_EQ(portable.finish(), expected) << i;
    bytes += char(i * 37);
  }
}

} // namespace

//===- NodeTableTest.cpp - Tests of the nodes of a serialised program -----===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NodeTable.h"
#include "mlir/IR/Location.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace pld::pypto;

namespace {

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

std::string text(StringRef value) {
  return char(0xa0 | value.size()) + value.str();
}

/// A map of keys and encoded values.
std::string map(ArrayRef<std::pair<StringRef, std::string>> entries) {
  std::string out(1, char(0x80 | entries.size()));
  for (const auto &[key, value] : entries)
    out += text(key) + value;
  return out;
}

std::string list(ArrayRef<std::string> elements) {
  std::string out(1, char(0x90 | elements.size()));
  for (const std::string &element : elements)
    out += element;
  return out;
}

std::string number(int value) { return std::string(1, char(value)); }
std::string reference(int id) { return map({{"ref", number(id)}}); }
std::string node(int id, StringRef kind, std::string fields) {
  return map({{"fields", fields}, {"id", number(id)}, {"type", text(kind)}});
}

const std::string kNil = "\xc0", kTrue = "\xc3";

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

class NodeTableTest : public testing::Test {
protected:
  NodeTableTest()
      : table(&context, "test.msgpack"),
        handler(&context, [&](Diagnostic &diag) {
          std::string message;
          llvm::raw_string_ostream os(message);
          auto loc = cast<FileLineColLoc>(LocationAttr(diag.getLocation()));
          os << loc.getColumn() << ": " << diag;
          messages.push_back(message);
        }) {}

  LogicalResult build(std::string bytes) {
    input = std::move(bytes);
    Tape::Error error;
    EXPECT_TRUE(succeeded(tape.decode(input, error))) << error.message;
    return table.build(tape);
  }

  /// The fields of node 0, whose kind is Add.
  Fields readRoot(std::string fields) {
    EXPECT_TRUE(succeeded(build(node(0, "Add", fields))));
    return table.read(0);
  }

  /// The only message so far.
  std::string message() {
    EXPECT_EQ(messages.size(), 1u);
    return messages.empty() ? "" : messages.front();
  }

  MLIRContext context;
  std::string input;
  Tape tape;
  NodeTable table;
  std::vector<std::string> messages;
  ScopedDiagnosticHandler handler;
};

TEST_F(NodeTableTest, DefinitionsInAnyOrder) {
  std::string inner = node(1, "Var", map({{"x", kNil}}));
  std::string fields =
      map({{"a", reference(2)}, {"b", inner}, {"c", node(2, "Call", map({}))}});
  std::string outer = node(0, "Add", fields);
  ASSERT_TRUE(succeeded(build(outer)));
  EXPECT_EQ(table.size(), 3u);
  EXPECT_EQ(table.kind(0), NodeKind::Add);
  EXPECT_EQ(table.kind(1), NodeKind::Var);
  EXPECT_EQ(table.kind(2), NodeKind::Call);
  EXPECT_EQ(table.kindName(2), "Call");
  EXPECT_EQ(table.ownBytes(1), inner.size());
  EXPECT_EQ(table.ownBytes(0),
            outer.size() - table.ownBytes(1) - table.ownBytes(2));

  EXPECT_EQ(*table.resolve(0), 0u);
  Fields root = table.read(0);
  EXPECT_EQ(root.getNode("a"), 2u);
  EXPECT_EQ(root.getNode("b"), 1u);
  EXPECT_EQ(root.getNode("c"), 2u);
  EXPECT_TRUE(succeeded(root.finish()));
  EXPECT_FALSE(table.hasFailed());
}

TEST_F(NodeTableTest, UnknownKeyOfANode) {
  // The number 1 would be too great without the node that has it.
  std::string inner = map({{"extra", kNil},
                           {"fields", map({})},
                           {"id", number(0)},
                           {"type", text("Var")}});
  EXPECT_TRUE(failed(build(node(1, "Add", map({{"x", inner}})))));
  EXPECT_EQ(message(), "11: the key 'extra' of a node is not known");
}

TEST_F(NodeTableTest, UnknownKeyOfTheLastNode) {
  std::string inner = map({{"fields", map({})},
                           {"id", number(1)},
                           {"type", text("Var")},
                           {"zone", kNil}});
  ASSERT_TRUE(succeeded(build(node(0, "Add", map({{"x", inner}})))));
  table.read(0).getNode("x");
  EXPECT_EQ(message(), "11: the key 'zone' of a node is not known");
}

TEST_F(NodeTableTest, UnknownKeyInPlaceOfAnother) {
  std::string inner =
      map({{"fields", map({})}, {"id", number(1)}, {"x", kNil}});
  ASSERT_TRUE(succeeded(build(node(0, "Add", map({{"x", inner}})))));
  table.read(0).getNode("x");
  EXPECT_EQ(message(), "11: the key 'x' of a node is not known");
}

TEST_F(NodeTableTest, MissingKeyOfANode) {
  std::string inner = map({{"fields", map({})}, {"type", text("Var")}});
  ASSERT_TRUE(succeeded(build(node(0, "Add", map({{"x", inner}})))));
  table.read(0).getNode("x");
  EXPECT_EQ(message(), "11: a node has no key 'id'");
}

TEST_F(NodeTableTest, UnknownKind) {
  EXPECT_TRUE(failed(build(node(0, "Nothing", map({})))));
  EXPECT_EQ(message(), "18: node 0: 'Nothing' is not a kind of node");
}

TEST_F(NodeTableTest, FieldsMustBeAMap) {
  EXPECT_TRUE(failed(build(node(0, "Var", kNil))));
  EXPECT_EQ(message(), "8: node 0: the fields must be a map");
}

TEST_F(NodeTableTest, KindMustBeText) {
  EXPECT_TRUE(failed(build(
      map({{"fields", map({})}, {"id", number(0)}, {"type", number(0)}}))));
  EXPECT_EQ(message(), "18: node 0: the type must be a string");
}

TEST_F(NodeTableTest, DuplicateId) {
  EXPECT_TRUE(
      failed(build(list({node(1, "Var", map({})), node(1, "Var", map({}))}))));
  EXPECT_EQ(message(), "35: node 1 is defined twice");
}

TEST_F(NodeTableTest, SparseId) {
  EXPECT_TRUE(
      failed(build(list({node(0, "Var", map({})), node(2, "Var", map({}))}))));
  EXPECT_EQ(message(), "35: a node's id must be an integer from 0 to 1, since "
                       "there are 2 nodes");
}

TEST_F(NodeTableTest, NegativeId) {
  EXPECT_TRUE(failed(build(node(-1, "Var", map({})))));
  EXPECT_EQ(message(), "12: a node's id must be an integer from 0 to 0, since "
                       "there are 1 nodes");
}

TEST_F(NodeTableTest, NotANode) {
  // Each looks like a node or a reference, and is neither.
  std::string twice =
      map({{"id", number(0)}, {"id", number(0)}, {"type", text("Var")}});
  std::string more = map({{"ref", number(0)}, {"x", kNil}});
  for (const std::string &object :
       {twice, more, map({}), kNil, number(0), text("ref")}) {
    NodeTable table(&context, "test.msgpack");
    std::string bytes = list({node(0, "Var", map({})), object});
    Tape::Error error;
    ASSERT_TRUE(succeeded(tape.decode(bytes, error)));
    ASSERT_TRUE(succeeded(table.build(tape)));
    EXPECT_EQ(table.size(), 1u);
    messages.clear();
    EXPECT_TRUE(failed(table.resolve(tape.next(tape.first(0)))));
    EXPECT_EQ(message(), "23: expected a node or a reference to one");
  }
}

TEST_F(NodeTableTest, MissingNode) {
  Fields root = readRoot(map({{"a", reference(7)}, {"b", reference(8)}}));
  root.getNode("a");
  EXPECT_TRUE(root.hasFailed());
  // What follows from an error is not reported.
  root.getNode("b");
  root.getInt("c");
  EXPECT_TRUE(failed(root.finish()));
  EXPECT_EQ(message(), "16: refers to node 7, which is not defined");
  EXPECT_TRUE(table.hasFailed());
}

TEST_F(NodeTableTest, ReferenceOfAnotherType) {
  Fields root = readRoot(map({{"a", map({{"ref", text("x")}})}}));
  root.getNode("a");
  EXPECT_EQ(message(), "16: a reference must be an integer");
}

TEST_F(NodeTableTest, Accessors) {
  Fields root = readRoot(map({{"bool", kTrue},
                              {"int", number(-3)},
                              {"list", list({kNil})},
                              {"nil", kNil},
                              {"text", text("x")},
                              {"uint", "\xcf\xff\xff\xff\xff\xff\xff\xff\xff"},
                              {"enum", number(2)}}));
  EXPECT_TRUE(root.getBool("bool"));
  EXPECT_EQ(root.getInt("int"), -3);
  EXPECT_EQ(tape.count(root.getArray("list")), 1u);
  EXPECT_EQ(root.getOptional("nil"), 0u);
  EXPECT_EQ(root.getOptional("missing"), 0u);
  EXPECT_EQ(root.getString("text"), "x");
  EXPECT_EQ(root.getUInt("uint"), UINT64_MAX);
  EXPECT_EQ(root.getEnum("enum", 3), 2u);
  EXPECT_TRUE(succeeded(root.finish()));
}

TEST_F(NodeTableTest, UnknownField) {
  Fields root = readRoot(map({{"a", kNil}, {"b", kNil}}));
  root.ignore("a");
  EXPECT_TRUE(failed(root.finish()));
  EXPECT_EQ(message(), "8: Add: the field 'b' is not known");
}

TEST_F(NodeTableTest, FieldGivenTwice) {
  Fields root = readRoot(map({{"a", kNil}, {"a", kNil}}));
  EXPECT_TRUE(root.hasFailed());
  EXPECT_EQ(message(), "8: Add: has the field 'a' twice");
}

TEST_F(NodeTableTest, KeyMustBeText) {
  Fields root = readRoot("\x81\x01\x01");
  EXPECT_TRUE(failed(root.finish()));
  EXPECT_EQ(message(), "8: Add: has a key that is not a string");
}

TEST_F(NodeTableTest, NotAMap) {
  ASSERT_TRUE(succeeded(build(list({number(1)}))));
  Fields fields(table, 1, "a thing");
  EXPECT_EQ(fields.getInt("x"), 0);
  EXPECT_TRUE(failed(fields.finish()));
  EXPECT_EQ(message(), "1: a thing: must be a map");
}

/// A field `a` that is read as another type than it has.
class WrongTypeTest : public NodeTableTest {
protected:
  template <typename Fn> std::string read(std::string value, Fn access) {
    table = NodeTable(&context, "test.msgpack");
    messages.clear();
    Fields root = readRoot(map({{"a", value}}));
    access(root);
    EXPECT_TRUE(root.hasFailed());
    return StringRef(message()).substr(StringRef("8: Add: ").size()).str();
  }
};

TEST_F(WrongTypeTest, EveryAccessor) {
  auto getInt = [](Fields &root) { root.getInt("a"); };
  auto getUInt = [](Fields &root) { root.getUInt("a"); };
  auto getEnum = [](Fields &root) { root.getEnum("a", 3); };
  std::string integer = "the field 'a' must be an integer of 64 bits";
  EXPECT_EQ(read(text("1"), getInt), integer);
  EXPECT_EQ(read("\xcf\x80\x01\x01\x01\x01\x01\x01\x01", getInt), integer);
  EXPECT_EQ(read(number(-1), getUInt),
            "the field 'a' must be an integer, not negative");
  EXPECT_EQ(read(text("1"), getEnum), integer);
  EXPECT_EQ(read(number(3), getEnum),
            "the field 'a' must be from 0 to 2, not 3");
  EXPECT_EQ(read(number(-1), getEnum),
            "the field 'a' must be from 0 to 2, not -1");
  EXPECT_EQ(read(number(1), [](Fields &root) { root.getBool("a"); }),
            "the field 'a' must be a boolean");
  EXPECT_EQ(read(number(1), [](Fields &root) { root.getString("a"); }),
            "the field 'a' must be a string");
  EXPECT_EQ(read(map({}), [](Fields &root) { root.getArray("a"); }),
            "the field 'a' must be an array");
  // Nil is the same as missing.
  for (StringRef key : {"a", "b"})
    EXPECT_EQ(read(kNil, [&](Fields &root) { root.getInt(key); }),
              "the field '" + key.str() + "' is missing");
}

} // namespace

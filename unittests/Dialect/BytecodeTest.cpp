//===- BytecodeTest.cpp - Attributes and types in bytecode ----------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Drives the dialect's readers with entries that were cut or changed. Files are
// no good for this: MLIR's own reader gives up first, or believes a length.
//
//===----------------------------------------------------------------------===//

#include "pld/Dialect/PLD/PLDDialect.h"
#include "pld/Dialect/PLD/PLDTypes.h"
#include "pld/Dialect/PLD/ShapeSymbols.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Bytecode/BytecodeImplementation.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

#include <optional>
#include <vector>

using namespace mlir;
using namespace pld;

namespace {

/// What an entry consists of. Integers and bools are numbers; attributes and
/// types are themselves, null where an optional one is not there.
struct Item {
  std::optional<uint64_t> number;
  Attribute attr;
  Type type;
};
using Entry = std::vector<Item>;

class EntryRecorder : public DialectBytecodeWriter {
public:
  Entry entry;

  void writeAttribute(Attribute attr) override {
    entry.push_back({{}, attr, {}});
  }
  void writeOptionalAttribute(Attribute attr) override { writeAttribute(attr); }
  void writeType(Type type) override { entry.push_back({{}, {}, type}); }
  void writeVarInt(uint64_t value) override {
    entry.push_back({value, {}, {}});
  }
  void writeSignedVarInt(int64_t value) override {
    writeVarInt(static_cast<uint64_t>(value));
  }
  void writeOwnedBool(bool value) override { writeVarInt(value); }
  int64_t getBytecodeVersion() const override { return 6; }
  FailureOr<const DialectVersion *>
  getDialectVersion(StringRef) const override {
    return failure();
  }

  // Entries of this dialect have none of these.
  void writeResourceHandle(const AsmDialectResourceHandle &) override {
    ADD_FAILURE();
  }
  void writeAPIntWithKnownWidth(const APInt &) override { ADD_FAILURE(); }
  void writeAPFloatWithKnownSemantics(const APFloat &) override {
    ADD_FAILURE();
  }
  void writeOwnedString(StringRef) override { ADD_FAILURE(); }
  void writeOwnedBlob(ArrayRef<char>) override { ADD_FAILURE(); }
};

class EntryPlayer : public DialectBytecodeReader {
public:
  EntryPlayer(MLIRContext *context, const Entry &entry)
      : context(context), entry(entry) {}

  bool atEnd() const { return position == entry.size(); }

  InFlightDiagnostic emitError(const Twine &message) const override {
    return mlir::emitError(UnknownLoc::get(context), message);
  }
  FailureOr<const DialectVersion *>
  getDialectVersion(StringRef) const override {
    return failure();
  }
  MLIRContext *getContext() const override { return context; }
  uint64_t getBytecodeVersion() const override { return 6; }

  LogicalResult readAttribute(Attribute &result) override {
    return failure(failed(readOptionalAttribute(result)) || !result);
  }
  LogicalResult readOptionalAttribute(Attribute &result) override {
    if (atEnd() || entry[position].number || entry[position].type)
      return failure();
    result = entry[position++].attr;
    return success();
  }
  LogicalResult readType(Type &result) override {
    if (atEnd() || !entry[position].type)
      return failure();
    result = entry[position++].type;
    return success();
  }
  LogicalResult readVarInt(uint64_t &result) override {
    if (atEnd() || !entry[position].number)
      return failure();
    result = *entry[position++].number;
    return success();
  }
  LogicalResult readSignedVarInt(int64_t &result) override {
    uint64_t value;
    if (failed(readVarInt(value)))
      return failure();
    result = static_cast<int64_t>(value);
    return success();
  }
  LogicalResult readBool(bool &result) override {
    uint64_t value;
    if (failed(readVarInt(value)))
      return failure();
    result = value != 0;
    return success();
  }

  // Entries of this dialect have none of these.
  FailureOr<APInt> readAPIntWithKnownWidth(unsigned) override {
    return failure();
  }
  FailureOr<APFloat>
  readAPFloatWithKnownSemantics(const llvm::fltSemantics &) override {
    return failure();
  }
  LogicalResult readString(StringRef &) override { return failure(); }
  LogicalResult readBlob(ArrayRef<char> &) override { return failure(); }

private:
  FailureOr<AsmDialectResourceHandle> readResourceHandle() override {
    return failure();
  }

  MLIRContext *context;
  const Entry &entry;
  size_t position = 0;
};

class Bytecode : public ::testing::Test {
protected:
  Bytecode()
      : dialect(context.getOrLoadDialect<PLDDialect>()),
        interface(dialect->getRegisteredInterface<BytecodeDialectInterface>()),
        handler(&context, [this](Diagnostic &diagnostic) {
          errors.push_back(diagnostic.str());
        }) {}

  Attribute attr(StringRef text) {
    Attribute result = parseAttribute(text, &context);
    EXPECT_TRUE(result) << text.str();
    return result;
  }
  Type type(StringRef text) {
    Type result = parseType(text, &context);
    EXPECT_TRUE(result) << text.str();
    return result;
  }

  Entry write(Attribute attr) {
    EntryRecorder recorder;
    EXPECT_TRUE(succeeded(interface->writeAttribute(attr, recorder)));
    return recorder.entry;
  }
  Entry write(Type type) {
    EntryRecorder recorder;
    EXPECT_TRUE(succeeded(interface->writeType(type, recorder)));
    return recorder.entry;
  }

  Attribute readAttr(const Entry &entry) {
    EntryPlayer player(&context, entry);
    return interface->readAttribute(player);
  }
  Type readType(const Entry &entry) {
    EntryPlayer player(&context, entry);
    return interface->readType(player);
  }

  /// Reads an entry that is wrong, and returns the error.
  std::string attrError(const Entry &entry) {
    errors.clear();
    EXPECT_FALSE(readAttr(entry));
    return errors.size() == 1 ? errors.front() : "not one error";
  }
  std::string typeError(const Entry &entry) {
    errors.clear();
    EXPECT_FALSE(readType(entry));
    return errors.size() == 1 ? errors.front() : "not one error";
  }

  static Item number(uint64_t value) { return {value, {}, {}}; }
  static Item item(Attribute attr) { return {{}, attr, {}}; }
  static Item item(Type type) { return {{}, {}, type}; }

  MLIRContext context{MLIRContext::Threading::DISABLED};
  PLDDialect *dialect;
  const BytecodeDialectInterface *interface;
  std::vector<std::string> errors;
  ScopedDiagnosticHandler handler;
};

const char *const kAttributes[] = {
    "#pld.sym<M>",
    "#pld.sym<\"a b\" : i64>",
    "#pld.expr<min(M + 1, 4 : i32) : i64>",
    "#pld.expr<neg(M)>",
    "#pld.expr<\"f\"()>",
    "#pld.expr<\"f\"(a, b, c)>",
    "#pld.tile_view<row_major, none_box, -1>",
    "#pld.tile_view<col_major, row_major, 512, pad = min, compact = \"\", "
    "start = M, stride = [1, 2], valid = [M]>",
    "#pld.memref<\"m\">",
    "#pld.memref<\"m\", offset = M, size = 18446744073709551615, pinned, "
    "slots = 2, slot = i>",
    "#pld.window<\"w\", base = \"p\", size = M>",
    "#pld.window<\"w\", base = \"p\", size = 4, store_to_host>",
    "#pld<function_kind graph>",
    "#pld<arg_direction scalar>",
    "#pld<level global>",
    "#pld<role sub_worker>",
    "#pld<loop_kind pipeline>",
    "#pld<layout mx_b_nn>",
    "#pld<tile_layout col_major>",
    "#pld<pad min>",
    "#pld<memory_space right_scale>",
    "#pld<split left_right>",
    "#pld<scalar_kind call>",
    "#pld.kernel_registration<func_id = 0, code_name = @k, core_type = aic, "
    "signature = []>",
    "#pld.kernel_registration<func_id = 1023, code_name = @k, core_type = aiv, "
    "signature = [in, out, inout]>",
};

const char *const kTypes[] = {
    "!pld.tensor<[], f32>",
    "!pld.tensor<[M, 4], f32, layout = nz, stride = [1], valid = [M, 2], "
    "pad = max, memref = <\"m\">>",
    "!pld.dist_tensor<[M], i8>",
    "!pld.dist_tensor<[M], i8, stride = [1], window = <\"w\", base = \"p\", "
    "size = 4>>",
    "!pld.tile<[4], f16>",
    "!pld.tile<[4], f16, space = acc, view = <row_major, none_box, 1>, "
    "memref = <\"m\">>",
    "!pld.array<N x !pld.task_id>",
    "!pld.task_id",
    "!pld.ptr",
    "!pld.comm_ctx",
    "!pld.window_buffer",
    "!pld.memref_value",
    "!pld.prefetch_context",
    "!pld.async_event",
    "!pld.async_session",
    "!pld.unknown",
    "!pld.hf4",
    "!pld.hf8",
};

TEST_F(Bytecode, ReadsWhatItWrites) {
  for (const char *text : kAttributes) {
    Entry entry = write(attr(text));
    EntryPlayer player(&context, entry);
    EXPECT_EQ(interface->readAttribute(player), attr(text)) << text;
    EXPECT_TRUE(player.atEnd()) << text;
  }
  for (const char *text : kTypes) {
    Entry entry = write(type(text));
    EntryPlayer player(&context, entry);
    EXPECT_EQ(interface->readType(player), type(text)) << text;
    EXPECT_TRUE(player.atEnd()) << text;
  }
}

TEST_F(Bytecode, EndsTooEarly) {
  for (const char *text : kAttributes)
    for (Entry entry = write(attr(text)); !entry.empty();) {
      entry.pop_back();
      EXPECT_FALSE(readAttr(entry)) << text;
    }
  for (const char *text : kTypes)
    for (Entry entry = write(type(text)); !entry.empty();) {
      entry.pop_back();
      EXPECT_FALSE(readType(entry)) << text;
    }
}

/// Calls `check` with every entry that differs from `entry` in one place.
void changeOne(const Entry &entry, ArrayRef<Item> replacements,
               llvm::function_ref<void(const Entry &)> check) {
  for (size_t index = 0; index < entry.size(); ++index) {
    Entry changed = entry;
    for (const Item &replacement : replacements) {
      changed[index] = replacement;
      check(changed);
    }
    changed.erase(changed.begin() + index);
    check(changed);
  }
}

// Whatever comes out prints and is read back: no reader makes what the text
// form could not say.
TEST_F(Bytecode, ChangedEntries) {
  const Item replacements[] = {
      number(0),
      number(1),
      number(2),
      number(7),
      number(15),
      number(16),
      number(28),
      number(29),
      number(256),
      number(1u << 31),
      number(1ull << 32),
      number(~0ull),
      item(Attribute()),
      item(attr("\"\"")),
      item(attr("\"a\"")),
      item(attr("#pld.sym<M>")),
      item(attr("#pld.expr<M + 1>")),
      item(attr("4 : index")),
      item(attr("4 : i128")),
      item(attr("4.0 : f32")),
      item(attr("#pld.memref<\"n\">")),
      item(attr("[]")),
      item(type("f32")),
      item(type("!pld.ptr")),
      item(type("tensor<4xf32>")),
  };
  unsigned numRead = 0;
  auto print = [](auto result) {
    std::string text;
    llvm::raw_string_ostream os(text);
    result.print(os);
    return text;
  };
  for (const char *text : kAttributes)
    changeOne(write(attr(text)), replacements, [&](const Entry &entry) {
      if (Attribute result = readAttr(entry)) {
        ++numRead;
        EXPECT_EQ(attr(print(result)), result);
      }
    });
  for (const char *text : kTypes)
    changeOne(write(type(text)), replacements, [&](const Entry &entry) {
      if (Type result = readType(entry)) {
        ++numRead;
        EXPECT_EQ(type(print(result)), result);
      }
    });
  EXPECT_GT(numRead, 100u);
}

TEST_F(Bytecode, UnknownKinds) {
  EXPECT_EQ(attrError({number(17)}),
            "'pld' bytecode has an attribute of unknown kind 17");
  EXPECT_EQ(typeError({number(~0ull)}),
            "'pld' bytecode has a type of unknown kind 18446744073709551615");
}

TEST_F(Bytecode, UnknownEnumerators) {
  // There is no kind of function 7.
  EXPECT_EQ(attrError({number(5), number(7)}),
            "'pld' bytecode has the value 7 of an enumeration that does not "
            "have it");
  // Nor is one found in the lower half of a greater number.
  EXPECT_EQ(attrError({number(5), number((1ull << 32) + 1)}),
            "'pld' bytecode has the value 4294967297 of an enumeration that "
            "does not have it");
}

TEST_F(Bytecode, WrongOperands) {
  Type index = IndexType::get(&context);
  Attribute m = attr("#pld.sym<M>");
  Entry min = {number(1), number(6), item(Attribute()), number(2),
               item(m),   item(m),   item(index)};
  EXPECT_EQ(readAttr(min), attr("#pld.expr<min(M, M)>"));

  Entry entry = min;
  entry[4] = item(attr("\"M\""));
  EXPECT_EQ(attrError(entry), "operand \"M\" is not a dimension");
  entry = min;
  entry[3] = number(1);
  entry.erase(entry.begin() + 4);
  EXPECT_EQ(attrError(entry), "'min' takes 2 operands, not 1");
  entry = min;
  entry[2] = item(attr("\"f\""));
  EXPECT_EQ(attrError(entry), "a call, and nothing else, has a callee");
  entry[1] = number(28);
  EXPECT_EQ(readAttr(entry), attr("#pld.expr<\"f\"(M, M)>"));
  entry[2] = item(attr("\"\""));
  EXPECT_EQ(attrError(entry), "the name of a callee must not be empty");
}

TEST_F(Bytecode, WrongParts) {
  EXPECT_EQ(attrError({number(0), item(attr("\"\"")),
                       item(IndexType::get(&context))}),
            "the name of a symbol must not be empty");
  Entry array = write(type("!pld.array<4 x f32>"));
  array[1] = item(attr("\"4\""));
  EXPECT_EQ(typeError(array), "extent has \"4\", which is not an integer, "
                              "symbol or expression");
  array = write(type("!pld.array<4 x f32>"));
  array[2] = item(type("!pld.ptr"));
  EXPECT_EQ(typeError(array), "'!pld.ptr' is not an element type");
}

// A length is not believed: nothing is reserved for it.
TEST_F(Bytecode, LongLists) {
  Entry tensor = write(type("!pld.tensor<[M], f32>"));
  tensor[1] = number(1ull << 60);
  EXPECT_FALSE(readType(tensor));
  tensor[1] = number(~0ull);
  EXPECT_FALSE(readType(tensor));
  Entry registration =
      write(attr("#pld.kernel_registration<func_id = 0, code_name = @k, "
                 "core_type = aiv, signature = [in]>"));
  registration[4] = number(1ull << 60);
  EXPECT_FALSE(readAttr(registration));
}

TEST_F(Bytecode, DeepExpressions) {
  Attribute deep = attr("#pld.expr<neg(M)>");
  Type index = IndexType::get(&context);
  auto negate = [&](Attribute operand) -> Entry {
    return {number(1), number(24),    item(Attribute()),
            number(1), item(operand), item(index)};
  };
  while (cast<ExprAttr>(deep).getDepth() < ExprAttr::kMaxDepth)
    deep = readAttr(negate(deep));
  EXPECT_EQ(attrError(negate(deep)), "shape expression is more than 1000 deep");
}

TEST_F(Bytecode, Versions) {
  EntryRecorder recorder;
  interface->writeVersion(recorder);
  EntryPlayer player(&context, recorder.entry);
  EXPECT_TRUE(interface->readVersion(player));
  EXPECT_TRUE(player.atEnd());

  Entry newer = {number(*recorder.entry.front().number + 1)};
  EntryPlayer newerPlayer(&context, newer);
  EXPECT_FALSE(interface->readVersion(newerPlayer));
  ASSERT_EQ(errors.size(), 1u);
  EXPECT_EQ(errors.front(), "'pld' bytecode is of version 2, but only versions "
                            "up to 1 can be read");

  Entry none;
  EntryPlayer nothing(&context, none);
  EXPECT_FALSE(interface->readVersion(nothing));
}

} // namespace

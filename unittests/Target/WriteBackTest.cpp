//===- WriteBackTest.cpp - Renaming in PyPTO programs ---------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Files that the importer would refuse before: the writer may not rely on it.
//
//===----------------------------------------------------------------------===//

#include "pld/Target/PyPTO/WriteBack.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/BinaryFormat/MsgPackWriter.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace pld;

namespace {

/// Writes a program by hand: functions with a list of nodes each.
class ProgramBytes {
public:
  ProgramBytes() : os(bytes), writer(os) {}

  void node(StringRef type, uint64_t id, llvm::function_ref<void()> fields) {
    writer.writeMapSize(3);
    text("fields");
    fields();
    text("id");
    writer.write(id);
    text("type");
    text(type);
  }
  void reference(uint64_t id) {
    writer.writeMapSize(1);
    text("ref");
    writer.write(id);
  }
  void function(StringRef name, uint64_t id, llvm::function_ref<void()> body) {
    writer.writeMapSize(2);
    text("key");
    writer.writeMapSize(1);
    text("name");
    text(name);
    text("value");
    node("Function", id, [&] {
      writer.writeMapSize(1);
      text("body");
      body();
    });
  }
  void text(StringRef value) { writer.write(value); }

  std::string bytes;
  llvm::raw_string_ostream os;
  llvm::msgpack::Writer writer;
};

/// `@a` goes. It defines a flat list of nodes, each of which refers to the one
/// before; `@b` refers to the last.
std::string makeChain(unsigned length) {
  ProgramBytes program;
  program.node("Program", 0, [&] {
    program.writer.writeMapSize(1);
    program.text("functions");
    program.writer.writeArraySize(2);
    program.function("a", 1, [&] {
      program.writer.writeArraySize(length);
      for (unsigned i = 0; i < length; ++i)
        program.node("Neg", 3 + i, [&] {
          program.writer.writeMapSize(i > 0);
          if (i == 0)
            return;
          program.text("operand");
          program.reference(2 + i);
        });
    });
    program.function("b", 2, [&] { program.reference(2 + length); });
  });
  return program.bytes;
}

struct Result {
  std::string error, bytes;
  WriteBackCounts counts;
};

Result writeBack(StringRef bytes) {
  MLIRContext context;
  Result result;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    result.error += diagnostic.str();
  });
  llvm::raw_string_ostream os(result.bytes);
  LogicalResult done = writeBackPyPTO(bytes, "program", {{"a", "b"}}, &context,
                                      os, result.counts);
  EXPECT_EQ(succeeded(done), result.error.empty());
  return result;
}

TEST(WriteBackTest, MovesDefinitionsThatAreStillNeeded) {
  Result result = writeBack(makeChain(3));
  EXPECT_EQ(result.error, "");
  EXPECT_EQ(result.counts.functionsDropped, 1u);
  // All three nodes are inside of each other now.
  ProgramBytes expected;
  expected.node("Program", 0, [&] {
    expected.writer.writeMapSize(1);
    expected.text("functions");
    expected.writer.writeArraySize(1);
    expected.function("b", 1, [&] {
      expected.node("Neg", 2, [&] {
        expected.writer.writeMapSize(1);
        expected.text("operand");
        expected.node("Neg", 3, [&] {
          expected.writer.writeMapSize(1);
          expected.text("operand");
          expected.node("Neg", 4, [&] { expected.writer.writeMapSize(0); });
        });
      });
    });
  });
  EXPECT_EQ(result.bytes, expected.bytes);
}

TEST(WriteBackTest, LimitsTheNesting) {
  Result result = writeBack(makeChain(100000));
  EXPECT_NE(result.error.find("nested more than 2000 deep"), std::string::npos);
}

TEST(WriteBackTest, RefusesWhatIsNotAProgram) {
  std::string bytes = makeChain(3);
  // Every cut, and every byte that says something else.
  for (size_t size = 0; size < bytes.size(); ++size)
    EXPECT_NE(writeBack(StringRef(bytes).take_front(size)).error, "");
  for (size_t at = 0; at < bytes.size(); ++at)
    for (uint8_t value : {0x00, 0x83, 0x93, 0xc0, 0xdd, 0xff}) {
      std::string damaged = bytes;
      damaged[at] = static_cast<char>(value);
      writeBack(damaged);
    }
}

} // namespace

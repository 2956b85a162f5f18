//===- import-pypto.cpp - Fuzzes the import of PyPTO programs -------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Imports any bytes: there is one error, or a module that survives its text.
// Bytes alone rarely get past the node table, so that most mutations move whole
// objects of a program about and number its nodes anew.
//
//===----------------------------------------------------------------------===//

#include "../lib/Target/PyPTO/Tape.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "pld/Target/PyPTO/Import.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <random>

using namespace mlir;
using pld::pypto::Tape;

//===----------------------------------------------------------------------===//
// Import
//===----------------------------------------------------------------------===//

static std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module->print(os, OpPrintingFlags().enableDebugInfo());
  return text;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  DialectRegistry registry;
  pld::registerPyPTOImportDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false);
  unsigned numErrors = 0;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diag) {
    numErrors += diag.getSeverity() == DiagnosticSeverity::Error;
  });
  StringRef bytes(reinterpret_cast<const char *>(data), size);
  OwningOpRef<ModuleOp> module = pld::importPyPTO(bytes, "fuzz", &context);
  if (numErrors != !module)
    llvm::report_fatal_error("expected one error or a module");
  if (!module)
    return 0;
  std::string text = print(*module);
  OwningOpRef<ModuleOp> back =
      parseSourceString<ModuleOp>(text, ParserConfig(&context));
  if (!back || print(*back) != text)
    llvm::report_fatal_error("the text reads as another module");
  return 0;
}

//===----------------------------------------------------------------------===//
// Mutation
//===----------------------------------------------------------------------===//

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);

namespace {
/// Replaces objects of a program.
class Editor {
public:
  explicit Editor(StringRef bytes) : bytes(bytes) {
    Tape::Error error;
    valid = succeeded(tape.decode(bytes, error));
  }

  bool isValid() const { return valid; }
  Tape &getTape() { return tape; }

  void replace(Tape::Index at, StringRef object) {
    edits[tape.offset(at)] = {tape.getBytes(at).size(), object.str()};
  }

  /// The program after all edits.
  std::string apply() {
    std::string out;
    size_t done = 0;
    for (auto &[offset, edit] : edits) {
      if (offset < done) // within another
        continue;
      out += bytes.slice(done, offset);
      out += edit.second;
      done = offset + edit.first;
    }
    return out + bytes.drop_front(done).str();
  }

private:
  StringRef bytes;
  Tape tape;
  bool valid;
  std::map<size_t, std::pair<size_t, std::string>> edits;
};
} // namespace

static std::string encodeNumber(uint64_t number) {
  return {'\xcd', char(number >> 8), char(number)};
}

/// Numbers the nodes of a program densely. A node that was copied becomes
/// another node; a reference leads to the first of the same number, or to any.
static std::string renumber(StringRef bytes) {
  Editor editor(bytes);
  if (!editor.isValid())
    return bytes.str();
  Tape &tape = editor.getTape();
  llvm::SmallVector<Tape::Index> references;
  std::map<uint64_t, uint64_t> numbers;
  uint64_t count = 0;
  for (Tape::Index i = 0; i < tape.size(); ++i) {
    if (tape.kind(i) != Tape::Kind::Map)
      continue;
    Tape::Index key = tape.first(i);
    for (uint32_t entry = 0; entry < tape.count(i); ++entry) {
      Tape::Index value = tape.next(key);
      bool isNumber = value < tape.size() && !tape.isContainer(value) &&
                      tape.kind(key) == Tape::Kind::String;
      if (isNumber && tape.count(i) == 3 && tape.getString(key) == "id") {
        numbers.try_emplace(tape.getUInt(value), count);
        editor.replace(value, encodeNumber(count++));
      } else if (isNumber && tape.getString(key) == "ref") {
        references.push_back(value);
      }
      key = tape.next(value);
    }
  }
  for (Tape::Index value : references) {
    auto it = numbers.find(tape.getUInt(value));
    uint64_t number = it != numbers.end()
                          ? it->second
                          : tape.getUInt(value) % std::max<uint64_t>(count, 1);
    editor.replace(value, encodeNumber(number));
  }
  return editor.apply();
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  std::minstd_rand random(seed);
  StringRef bytes(reinterpret_cast<char *>(data), size);
  Editor editor(bytes);
  if (!editor.isValid() || random() % 8 == 0)
    return LLVMFuzzerMutate(data, size, maxSize);
  Tape &tape = editor.getTape();
  for (unsigned n = 1 + random() % 3; n > 0; --n) {
    Tape::Index at = random() % tape.size();
    switch (random() % 4) {
    case 0: { // an object of the same kind, changed a little
      uint8_t buffer[64];
      StringRef old = tape.getBytes(at);
      if (tape.isContainer(at) || old.size() > 32)
        continue;
      llvm::copy(old, buffer);
      size_t length = LLVMFuzzerMutate(buffer, old.size(), sizeof(buffer));
      editor.replace(at, StringRef(reinterpret_cast<char *>(buffer), length));
      break;
    }
    case 1: { // a reference to any node
      if (tape.kind(at) == Tape::Kind::Map)
        editor.replace(at, "\x81\xa3ref" + encodeNumber(random() % 512));
      break;
    }
    default: { // another object of the program
      Tape::Index other = random() % tape.size();
      if (tape.kind(at) == tape.kind(other))
        editor.replace(at, tape.getBytes(other));
      break;
    }
    }
  }
  std::string mutated = renumber(editor.apply());
  if (mutated.size() > maxSize || mutated.empty())
    return LLVMFuzzerMutate(data, size, maxSize);
  llvm::copy(mutated, data);
  return mutated.size();
}

//===- import-mutations.cpp - Imports damaged PyPTO programs --------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads programs, damages each in every way that is known here, and imports
// what comes out: with one error, or with none as a module that is valid and
// survives its own text. Everything runs in one process, so that a sanitizer
// sees thousands of damaged files in seconds.
//
//   import-mutations [--stride=N] [--save=FILE] PROGRAM...
//
// A stride takes every N-th mutation only. The first mutation that fails, or
// with which this program crashes, is saved.
//
//===----------------------------------------------------------------------===//

#include "Tape.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "pld/Target/PyPTO/Import.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>

using namespace mlir;
using pld::pypto::Tape;

static llvm::cl::list<std::string> programs(llvm::cl::Positional,
                                            llvm::cl::OneOrMore,
                                            llvm::cl::desc("<program>..."));
static llvm::cl::opt<unsigned>
    stride("stride", llvm::cl::desc("Take every N-th mutation"),
           llvm::cl::init(1));
static llvm::cl::opt<std::string>
    saveTo("save", llvm::cl::desc("Where the first failure is saved"));

/// What is being imported.
static std::string current;

static void save(void *) {
  std::error_code error;
  llvm::raw_fd_ostream(saveTo, error) << current;
}

namespace {

//===----------------------------------------------------------------------===//
// One import
//===----------------------------------------------------------------------===//

/// Imports files, and says what is wrong with how that went.
class Checker {
public:
  /// Why the import of `bytes` is not as it should be; empty if it is.
  std::string check(StringRef bytes) {
    // A context keeps what was made in it.
    if (++numChecked % 1000 == 1)
      startContext();
    unsigned numErrors = 0;
    std::string last;
    ScopedDiagnosticHandler handler(context.get(), [&](Diagnostic &diag) {
      if (diag.getSeverity() != DiagnosticSeverity::Error)
        return;
      ++numErrors;
      last = diag.str();
    });
    OwningOpRef<ModuleOp> module =
        pld::importPyPTO(bytes, "mutation", context.get());
    if (!module) {
      if (numErrors != 1)
        return std::to_string(numErrors) + " errors, where one is expected";
      return last.empty() ? "an error without a text" : "";
    }
    ++numImported;
    if (numErrors != 0)
      return "an error, and a module: " + last;
    // What can be imported can be written and read back.
    std::string text = print(*module);
    OwningOpRef<ModuleOp> back =
        parseSourceString<ModuleOp>(text, ParserConfig(context.get()));
    if (!back)
      return "the text cannot be read: " + last;
    return print(*back) == text ? "" : "the text reads as another module";
  }

  unsigned numChecked = 0, numImported = 0;

private:
  void startContext() {
    DialectRegistry registry;
    pld::registerPyPTOImportDialects(registry);
    context = std::make_unique<MLIRContext>(registry,
                                            MLIRContext::Threading::DISABLED);
    context->printOpOnDiagnostic(false);
  }

  static std::string print(ModuleOp module) {
    std::string text;
    llvm::raw_string_ostream os(text);
    module->print(os, OpPrintingFlags().enableDebugInfo());
    return text;
  }

  std::unique_ptr<MLIRContext> context;
};

//===----------------------------------------------------------------------===//
// Mutations
//===----------------------------------------------------------------------===//

/// One object of each kind, small and large, and heads of such that are not
/// there. What is right for one place is wrong for another.
constexpr StringRef kObjects[] = {
    StringRef("\xc0"),                                    // nil
    StringRef("\xc2"),                                    // false
    StringRef("\x00", 1),                                 // 0
    StringRef("\x01"),                                    // 1
    StringRef("\x7f"),                                    // 127
    StringRef("\xff"),                                    // -1
    StringRef("\xcf\xff\xff\xff\xff\xff\xff\xff\xff"),    // 2^64 - 1
    StringRef("\xd3\x80\x00\x00\x00\x00\x00\x00\x00", 9), // -2^63
    StringRef("\xcb\x3f\xf8\x00\x00\x00\x00\x00\x00", 9), // 1.5
    StringRef("\xcb\x7f\xf8\x00\x00\x00\x00\x00\x00", 9), // NaN
    StringRef("\xa0"),                                    // ""
    StringRef("\xa1x"),                                   // "x"
    StringRef("\xa3\x00\xff\"", 4),                       // no UTF-8
    StringRef("\x90"),                                    // []
    StringRef("\x91\xc0"),                                // [nil]
    StringRef("\x80"),                                    // {}
    StringRef("\x81\xa3ref\x00", 6),                      // {"ref": 0}
    StringRef("\x83\xa6"
              "fields\x80\xa2id\x00\xa4type\xa3"
              "Add",
              21),
    StringRef("\xc4\x01x"),            // bytes
    StringRef("\xd4\x01x"),            // an extension
    StringRef("\xc1"),                 // never used
    StringRef("\xdb\xff\xff\xff\xff"), // a long string
    StringRef("\xdd\xff\xff\xff\xff"), // a long array
    StringRef("\xdf\xff\xff\xff\xff"), // a long map
};

/// Damages one program. The mutations of a kind are numbered, and every
/// `stride`-th is made.
class Mutator {
public:
  Mutator(StringRef name, StringRef bytes, Checker &checker)
      : name(name), bytes(bytes), checker(checker) {}

  /// True if every mutation went as it should.
  bool run() {
    Tape::Error error;
    if (failed(tape.decode(bytes, error))) {
      llvm::errs() << name << ": " << error.message << "\n";
      return false;
    }
    unsigned before = checker.numImported;
    std::string problem = checker.check(bytes);
    if (!problem.empty() || checker.numImported == before) {
      llvm::errs() << name << ": the program itself: " << problem << "\n";
      return false;
    }
    collect(0, "");
    mutateBytes();
    mutateObjects();
    mutateReferences();
    return !hasFailed;
  }

private:
  /// Collects places that differ by what they mean. Where the same field of the
  /// same kind of node or type occurs again, nothing new would come of it.
  void collect(Tape::Index at, std::string path) {
    if (tape.kind(at) == Tape::Kind::Map)
      if (std::optional<StringRef> kind = findKind(at))
        path = kind->str();
    if (++occurrences[path] <= 2)
      places.push_back(at);
    if (!tape.isContainer(at))
      return;
    Tape::Index element = tape.first(at);
    for (uint32_t i = 0, e = tape.count(at); i < e; ++i) {
      if (tape.kind(at) == Tape::Kind::Map) {
        std::string key = path + "." + tape.getString(element).str();
        collect(element, key + " (key)");
        element = tape.next(element);
        collect(element, key);
      } else {
        collect(element, path + "[]");
      }
      element = tape.next(element);
    }
  }

  /// What says of a map what it is: the kind of a node or type, the tag of an
  /// attribute's value.
  std::optional<StringRef> findKind(Tape::Index map) {
    Tape::Index key = tape.first(map);
    for (uint32_t i = 0, e = tape.count(map); i < e; ++i) {
      Tape::Index value = tape.next(key);
      if (tape.kind(key) != Tape::Kind::String)
        return std::nullopt;
      StringRef text = tape.getString(key);
      if ((text == "type" || text == "type_kind") &&
          tape.kind(value) == Tape::Kind::String)
        return tape.getString(value);
      if (text == "ref")
        references.push_back(value);
      if (text == "id")
        ids.push_back(value);
      key = tape.next(value);
    }
    return std::nullopt;
  }

  void mutateBytes() {
    for (size_t i = 0; i < bytes.size(); ++i)
      test("cut", i, [&](std::string &out) { out = bytes.take_front(i); });
    for (size_t i = 0; i < bytes.size(); ++i)
      test("flip", i, [&](std::string &out) {
        out = bytes.str();
        out[i] ^= 1 << (i * 5 + i / 8) % 8;
      });
    for (StringRef object : kObjects)
      test("append", 0,
           [&](std::string &out) { out = (bytes + object).str(); });
  }

  void mutateObjects() {
    for (Tape::Index at : places) {
      for (StringRef object : kObjects)
        test("replace", tape.offset(at),
             [&](std::string &out) { replace(at, object, out); });
      if (!tape.isContainer(at))
        continue;
      bool isMap = tape.kind(at) == Tape::Kind::Map;
      SmallVector<StringRef> elements;
      Tape::Index element = tape.first(at);
      for (uint32_t i = 0, e = tape.count(at); i < e; ++i) {
        Tape::Index last = isMap ? tape.next(element) : element;
        StringRef head = tape.getBytes(element), tail = tape.getBytes(last);
        elements.push_back(StringRef(head.begin(), tail.end() - head.begin()));
        element = tape.next(last);
      }
      for (size_t i = 0; i < elements.size(); ++i) {
        auto change = [&](StringRef what, auto apply) {
          SmallVector<StringRef> changed(elements);
          apply(changed);
          test(what, tape.offset(at), [&](std::string &out) {
            replace(at, makeContainer(isMap, changed), out);
          });
        };
        change("remove", [&](auto &list) { list.erase(list.begin() + i); });
        change("repeat", [&](auto &list) { list.push_back(list[i]); });
        if (i > 0)
          change("swap", [&](auto &list) { std::swap(list[i - 1], list[i]); });
      }
      elements.push_back(isMap ? StringRef("\xa7unknown\xc0")
                               : StringRef("\xc0"));
      test("add", tape.offset(at), [&](std::string &out) {
        replace(at, makeContainer(isMap, elements), out);
      });
    }
  }

  /// Every reference to every node makes cycles of all kinds, and uses of nodes
  /// of all kinds in places of all kinds.
  void mutateReferences() {
    for (ArrayRef<Tape::Index> list : {ArrayRef(references), ArrayRef(ids)})
      for (Tape::Index at : list)
        for (size_t id = 0; id <= ids.size(); ++id)
          test("refer", tape.offset(at), [&](std::string &out) {
            char number[] = {'\xcd', char(id >> 8), char(id)};
            replace(at, StringRef(number, 3), out);
          });
  }

  static std::string makeContainer(bool isMap, ArrayRef<StringRef> elements) {
    std::string out{isMap ? '\xde' : '\xdc', char(elements.size() >> 8),
                    char(elements.size())};
    for (StringRef element : elements)
      out += element;
    return out;
  }

  /// The program with another object at `at`.
  void replace(Tape::Index at, StringRef object, std::string &out) {
    StringRef old = tape.getBytes(at);
    size_t begin = old.begin() - bytes.begin();
    out = bytes.take_front(begin).str();
    out += object;
    out += bytes.drop_front(begin + old.size());
  }

  template <typename Fn> void test(StringRef kind, size_t offset, Fn mutate) {
    if (hasFailed || number++ % stride != 0)
      return;
    mutate(current);
    std::string problem = checker.check(current);
    if (problem.empty())
      return;
    hasFailed = true;
    llvm::errs() << name << ": '" << kind << "' at byte " << offset
                 << " (mutation " << number - 1 << "): " << problem << "\n";
    if (!saveTo.empty())
      save(nullptr);
  }

  StringRef name, bytes;
  Checker &checker;
  Tape tape;
  llvm::StringMap<unsigned> occurrences;
  SmallVector<Tape::Index> places, references, ids;
  size_t number = 0;
  bool hasFailed = false;
};

} // namespace

int main(int argc, char **argv) {
  llvm::cl::ParseCommandLineOptions(argc, argv, "Imports damaged programs\n");
  if (!saveTo.empty())
    llvm::sys::AddSignalHandler(save, nullptr);
  Checker checker;
  bool ok = true;
  for (const std::string &program : programs) {
    auto buffer = llvm::MemoryBuffer::getFile(program);
    if (!buffer) {
      llvm::errs() << program << ": " << buffer.getError().message() << "\n";
      return 1;
    }
    ok &= Mutator(program, (*buffer)->getBuffer(), checker).run();
  }
  llvm::outs() << checker.numChecked << " imports, " << checker.numImported
               << " of them with a module\n";
  return ok ? 0 : 1;
}

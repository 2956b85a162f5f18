//===- CodeBuffer.h - C++ text with blocks and names ------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values of a program have more uses than the C++ that is made of it: types use
// dimensions, and some operations write nothing. So a definition is dropped if
// no line that is kept reads it, and the C++ compiles without a warning.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TARGET_ORCHESTRATION_CODEBUFFER_H
#define PLD_TARGET_ORCHESTRATION_CODEBUFFER_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pld::orchestration {

/// The number of a C++ variable.
using Variable = unsigned;

class CodeBuffer {
public:
  /// A new variable of the innermost open block. Its name is `wanted`, made a
  /// valid name that nothing else has. The writer itself makes up `wanted`: it
  /// is not a word of C++, of a header or of the file.
  Variable declare(const llvm::Twine &wanted);
  /// The same for a name of the program, which may be any word: a keyword, a
  /// macro, a function that the file calls. All of these have two letters or
  /// more, and none ends in `_` or in `_` and a number, so that such a name
  /// gets that end. `unnamed` is what the writer wants if the program has no
  /// name.
  Variable declare(llvm::StringRef wanted, llvm::StringRef unnamed);
  /// The name of a variable; the next line reads it.
  const std::string &read(Variable variable);
  /// The name of a variable, to assign it or to take it apart.
  const std::string &getName(Variable variable) const {
    return variables[variable].name;
  }
  /// Whether the block that declared the variable is still open.
  bool isVisible(Variable variable) const;

  /// Adds a line.
  void line(const llvm::Twine &text) { add(text); }
  /// Adds a line that is kept only if `variable` is read later; otherwise
  /// `unread` is there in its place.
  void define(Variable variable, const llvm::Twine &text,
              llvm::StringRef unread = {});

  /// Says that `variable` may stay unread, where that would be a warning.
  void silence(Variable variable) {
    define(variable, "", "(void)" + variables[variable].name + ";");
  }

  /// Adds a line that opens a block.
  void open(const llvm::Twine &text);
  /// Closes the innermost block.
  void close(llvm::StringRef text = "}");
  /// Closes the innermost block, and opens another one in the same line.
  void reopen(llvm::StringRef text);

  void print(llvm::raw_ostream &os) const;

  /// What the next line reads so far. With it, lines can be added that a line
  /// which is being put together needs; `readAll` says it of that one again.
  llvm::SmallVector<Variable, 4> takeReads() {
    return std::exchange(reads, {});
  }
  void readAll(llvm::ArrayRef<Variable> list) {
    reads.append(list.begin(), list.end());
  }

private:
  struct Line {
    unsigned indent;
    std::string text, unread;
    /// What the line defines, if it depends on that whether it is kept.
    std::optional<Variable> defines;
    llvm::SmallVector<Variable, 4> reads;
  };
  struct VariableInfo {
    std::string name;
    unsigned block;
  };

  Line &add(const llvm::Twine &text);

  std::vector<Line> lines;
  std::vector<VariableInfo> variables;
  llvm::StringSet<> names;
  /// By name, the greatest number that was appended to make another one of it.
  llvm::StringMap<unsigned> lastSuffixes;
  /// Read since the last line.
  llvm::SmallVector<Variable, 4> reads;
  llvm::SmallVector<unsigned> openBlocks{0};
  unsigned numBlocks = 1;
};

} // namespace pld::orchestration

#endif // PLD_TARGET_ORCHESTRATION_CODEBUFFER_H

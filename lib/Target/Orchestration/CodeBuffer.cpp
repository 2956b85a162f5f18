//===- CodeBuffer.cpp - C++ text with blocks and names --------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeBuffer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace pld::orchestration;

/// `raw` as a name: other characters become `_`, which also must not lead, nor
/// come twice, since such names are the compiler's.
static std::string makeName(StringRef raw) {
  std::string name;
  for (char c : raw) {
    if (!isAlnum(c))
      c = '_';
    if (c != '_' || (!name.empty() && name.back() != '_'))
      name += c;
  }
  if (name.empty() || isDigit(name.front()))
    name = "v" + name;
  return name;
}

Variable CodeBuffer::declare(const Twine &wanted) {
  std::string base = makeName(wanted.str()), name = base;
  if (!names.insert(name).second) {
    unsigned &last = lastSuffixes[base];
    do {
      name =
          (Twine(base) + (base.back() == '_' ? "" : "_") + Twine(++last)).str();
    } while (!names.insert(name).second);
  }
  variables.push_back({name, openBlocks.back()});
  return variables.size() - 1;
}

Variable CodeBuffer::declare(StringRef wanted, StringRef unnamed) {
  if (wanted.empty())
    return declare(unnamed);
  std::string name = makeName(wanted);
  bool isWord = wanted.size() > 2 || llvm::count_if(wanted, isAlpha) > 1;
  if (!isWord)
    return declare(name);
  // Words in capitals are common, as names of symbols; these keep their form.
  if (llvm::any_of(name, isLower))
    names.insert(name);
  else if (name.back() != '_')
    name += '_';
  return declare(name);
}

const std::string &CodeBuffer::read(Variable variable) {
  reads.push_back(variable);
  return variables[variable].name;
}

bool CodeBuffer::isVisible(Variable variable) const {
  // Blocks are numbered in the order in which they are opened.
  return std::binary_search(openBlocks.begin(), openBlocks.end(),
                            variables[variable].block);
}

CodeBuffer::Line &CodeBuffer::add(const Twine &text) {
  unsigned indent = openBlocks.size() - 1;
  lines.push_back({indent, text.str(), "", std::nullopt, std::move(reads)});
  reads.clear();
  return lines.back();
}

void CodeBuffer::define(Variable variable, const Twine &text,
                        StringRef unread) {
  Line &line = add(text);
  line.defines = variable;
  line.unread = unread.str();
}

void CodeBuffer::open(const Twine &text) {
  add(text);
  openBlocks.push_back(numBlocks++);
}

void CodeBuffer::close(StringRef text) {
  openBlocks.pop_back();
  add(text);
}

void CodeBuffer::reopen(StringRef text) {
  openBlocks.pop_back();
  open(text);
}

void CodeBuffer::print(raw_ostream &os) const {
  // Everything is read after it is defined, so one pass backwards decides.
  std::vector<bool> isRead(variables.size());
  std::vector<StringRef> kept(lines.size());
  for (size_t i = lines.size(); i-- > 0;) {
    const Line &line = lines[i];
    bool isKept = !line.defines || isRead[*line.defines];
    kept[i] = isKept ? line.text : line.unread;
    if (!kept[i].empty())
      for (Variable variable : line.reads)
        isRead[variable] = true;
  }
  for (auto [line, text] : zip_equal(lines, kept))
    if (!text.empty())
      os.indent(4 * line.indent) << text << '\n';
}

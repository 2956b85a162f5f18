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

/// What no variable may be called: keywords and macros of C++, and what the
/// runtime's header and the frame of the file have.
static constexpr StringLiteral kReserved =
    "alignas alignof and and_eq asm auto bitand bitor bool break case catch "
    "char char16_t char32_t char8_t class co_await co_return co_yield compl "
    "concept const const_cast consteval constexpr constinit continue decltype "
    "default delete do double dynamic_cast else enum explicit export extern "
    "false float for friend goto if inline int long mutable namespace new "
    "noexcept not not_eq nullptr operator or or_eq private protected public "
    "register reinterpret_cast requires return short signed sizeof static "
    "static_assert static_cast struct switch template this thread_local throw "
    "true try typedef typeid typename union unsigned using virtual void "
    "volatile wchar_t while xor xor_eq linux unix stdin stdout stderr "
    "errno assert main printf int8_t int16_t int32_t int64_t uint8_t uint16_t "
    "uint32_t uint64_t size_t ptrdiff_t intptr_t uintptr_t "
    "orch_args to_u64 from_u64 alloc_tensors get_tensor_data rt_submit_task "
    "rt_submit_aic_task rt_submit_aiv_task rt_submit_dummy_task ChipTaskArgs "
    "ChipTensor CoreTaskArgs CoreTaskPredicate DataType MixedKernels "
    "PredicateOp TensorCreateInfo TaskOutputTensors PTO2TaskId PTO2_SCOPE "
    "PTO2ScopeMode PTO2OrchestrationConfig INVALID_KERNEL_ID "
    "aicpu_orchestration_config aicpu_orchestration_entry pld_min pld_max "
    "pld_floordiv pld_floormod pld_add pld_sub pld_mul pld_neg pld_eq pld_ne "
    "pld_lt pld_le pld_gt pld_ge id scope_guard";

/// Whether `name` looks like a macro of a header: `INT32_MAX`, `SEEK_SET`.
static bool isLikeMacro(StringRef name) {
  return llvm::none_of(name, llvm::isLower) &&
         llvm::count_if(name, llvm::isAlpha) > 1;
}

/// `raw` as a name: other characters become `_`, which also must not lead, nor
/// come twice, since such names are the compiler's. Names that macros may have
/// end in `_`.
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
  if (isLikeMacro(name) && name.back() != '_')
    name += '_';
  return name;
}

CodeBuffer::CodeBuffer() {
  SmallVector<StringRef> reserved;
  kReserved.split(reserved, ' ');
  for (StringRef name : reserved)
    names.insert(name);
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

//===- WriteBack.cpp - Renaming in PyPTO programs ------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two walks over the bytes. The first goes in the order of PyPTO's writer and
// finds where each node is defined now, and its number; the second goes in the
// order of the file and copies it, but for what changes.
//
//===----------------------------------------------------------------------===//

#include "pld/Target/PyPTO/WriteBack.h"
#include "NodeSpans.h"
#include "mlir/IR/Diagnostics.h"
#include "pld/Dialect/PLD/IntrinsicTable.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/BinaryFormat/MsgPackWriter.h"

using namespace mlir;
using namespace pld;
using namespace pld::pypto;

using Offset = NodeSpans::Offset;
using NodeId = NodeSpans::NodeId;
using Object = NodeSpans::Object;

namespace {

constexpr uint32_t kNoNumber = ~0u;

/// The fields of a kind of node in the order in which PyPTO's writer visits
/// them. Fields that are not named come last, in the order of the file, which
/// is that of their names.
ArrayRef<StringLiteral> getFieldOrder(StringRef node) {
  static constexpr StringLiteral assign[] = {"var", "value"};
  static constexpr StringLiteral forLoop[] = {
      "loop_var", "start", "stop", "step", "iter_args", "body", "return_vars"};
  static constexpr StringLiteral whileLoop[] = {"iter_args", "condition",
                                                "body", "return_vars"};
  static constexpr StringLiteral branch[] = {"condition", "then_body",
                                             "else_body", "return_vars"};
  static constexpr StringLiteral function[] = {"params", "attrs",
                                               "return_types", "body"};
  static constexpr StringLiteral scope[] = {"body", "attrs"};
  static constexpr StringLiteral submit[] = {
      "type", "args", "deps", "core_num", "predicate", "attrs", "kwargs"};
  static constexpr StringLiteral expression[] = {"type"};
  return llvm::StringSwitch<ArrayRef<StringLiteral>>(node)
      .Case("AssignStmt", assign)
      .Case("ForStmt", forLoop)
      .Case("WhileStmt", whileLoop)
      .Case("IfStmt", branch)
      .Case("Function", function)
      .Case("Submit", submit)
      .EndsWith("ScopeStmt", scope)
      .Default(expression);
}

/// The same for a kind of type, or for a map that is the field `name`. Nothing
/// stands for the order of the file.
ArrayRef<StringLiteral> getTypeFieldOrder(StringRef type, StringRef name) {
  static constexpr StringLiteral shaped[] = {"shape", "memref", "tensor_view",
                                             "tile_view", "window_buffer"};
  static constexpr StringLiteral tileView[] = {"valid_shape", "stride",
                                               "start_offset"};
  if (name == "tile_view")
    return tileView;
  return llvm::StringSwitch<ArrayRef<StringLiteral>>(type)
      .Cases({"TensorType", "DistributedTensorType", "TileType"}, shaped)
      .Default({});
}

class ProgramWriter {
public:
  ProgramWriter(const NodeSpans &spans, StringRef bytes,
                const llvm::StringMap<StringRef> &survivors,
                llvm::raw_ostream &os, WriteBackCounts &counts)
      : spans(spans), bytes(bytes), survivors(survivors), os(os),
        writer(os, /*Compatible=*/false), counts(counts) {}

  /// Gives all nodes their numbers and places. Fails where nodes would be
  /// nested too deep, which is then at `error`.
  LogicalResult number(Tape::Error &error);
  void write();

private:
  struct Entry {
    StringRef key;
    Offset value;
  };
  SmallVector<Entry, 16> getEntries(Offset map) const;
  /// The string that an entry of a map has, or nothing.
  StringRef getString(Offset map, StringRef key) const;
  /// Whether an entry of the program's functions is left out.
  bool isDropped(Offset entry) const;
  std::optional<NodeId> getNode(Offset at, const Object &object) const;

  // Functions that return an offset give the byte after the object at `at`.

  /// `name` is that of the field which has the object.
  Offset visit(Offset at, unsigned depth, StringRef name = {});
  void visitInOrder(Offset map, ArrayRef<StringLiteral> order, unsigned depth);
  void visitNode(NodeId id, unsigned depth);
  void visitFunctions(Offset list, unsigned depth);

  Offset copy(Offset at);
  Offset copyNode(Offset at, NodeId id);
  void copyFields(NodeId id);
  void copyFunctions(Offset list);
  /// `op` is the operator that is called, or empty for a function.
  void copyKeywords(Offset list, StringRef op);

  /// Writes what was only gone over, up to `at`.
  void flush(Offset at) {
    os << bytes.slice(pending, at);
    pending = at;
  }
  /// Writes `value` in place of the bytes from `at` to `end`.
  template <typename T> void replace(Offset at, Offset end, T value) {
    flush(at);
    writer.write(value);
    pending = end;
  }
  /// Writes the survivor in place of the name at `at`, if it was deleted.
  void copyName(Offset at) {
    Object name = spans.read(at);
    auto survivor = survivors.find(name.string);
    if (name.kind != Tape::Kind::String || survivor == survivors.end())
      return;
    ++counts.referencesRenamed;
    replace(at, name.end, survivor->second);
  }

  const NodeSpans &spans;
  StringRef bytes;
  const llvm::StringMap<StringRef> &survivors;
  llvm::raw_ostream &os;
  llvm::msgpack::Writer writer;
  WriteBackCounts &counts;
  /// By node: its number, and the object in whose place it is defined.
  std::vector<uint32_t> numbers;
  std::vector<Offset> places;
  uint32_t numNodes = 0;
  /// The first object that is nested too deep.
  std::optional<Offset> tooDeep;
  /// The first byte that was gone over and not written.
  Offset pending = 0;
};

} // namespace

SmallVector<ProgramWriter::Entry, 16>
ProgramWriter::getEntries(Offset map) const {
  SmallVector<Entry, 16> entries;
  Object object = spans.read(map);
  Offset at = object.end;
  for (uint32_t i = 0; i < object.count; ++i) {
    Object key = spans.read(at);
    entries.push_back({key.string, key.end});
    at = spans.skip(key.end);
  }
  return entries;
}

StringRef ProgramWriter::getString(Offset map, StringRef key) const {
  Object object = spans.read(map);
  if (object.kind != Tape::Kind::Map)
    return {};
  Offset at = object.end;
  for (uint32_t i = 0; i < object.count; ++i) {
    Object entry = spans.read(at);
    if (entry.string == key)
      return spans.read(entry.end).string;
    at = spans.skip(entry.end);
  }
  return {};
}

bool ProgramWriter::isDropped(Offset entry) const {
  if (spans.read(entry).kind == Tape::Kind::Map)
    for (const Entry &part : getEntries(entry))
      if (part.key == "key")
        return survivors.contains(getString(part.value, "name"));
  return false;
}

std::optional<NodeId> ProgramWriter::getNode(Offset at,
                                             const Object &object) const {
  if (object.kind != Tape::Kind::Map)
    return std::nullopt;
  if (object.count == 3)
    return spans.definedAt(at);
  return spans.referredAt(at);
}

//===----------------------------------------------------------------------===//
// The order of PyPTO's writer
//===----------------------------------------------------------------------===//

LogicalResult ProgramWriter::number(Tape::Error &error) {
  numbers.assign(spans.size(), kNoNumber);
  places.assign(spans.size(), 0);
  visit(0, 0);
  if (!tooDeep)
    return success();
  error = {*tooDeep, "without the functions that are not there any more, "
                     "objects would be nested more than " +
                         std::to_string(Tape::kMaxDepth) + " deep"};
  return failure();
}

Offset ProgramWriter::visit(Offset at, unsigned depth, StringRef name) {
  Object object = spans.read(at);
  if (!object.isContainer() || tooDeep)
    return object.end;
  if (depth >= Tape::kMaxDepth) {
    tooDeep = at;
    return object.end;
  }
  if (std::optional<NodeId> node = getNode(at, object)) {
    if (numbers[*node] == kNoNumber) {
      numbers[*node] = numNodes++;
      places[*node] = at;
      visitNode(*node, depth + 1);
    }
    return spans.skip(at);
  }
  bool isMap = object.kind == Tape::Kind::Map;
  if (isMap) {
    auto order = getTypeFieldOrder(getString(at, "type_kind"), name);
    if (!order.empty()) {
      visitInOrder(at, order, depth + 1);
      return spans.skip(at);
    }
  }
  Offset element = object.end;
  for (uint32_t i = 0; i < object.count; ++i) {
    StringRef key;
    if (isMap) {
      Object keyObject = spans.read(element);
      key = keyObject.string;
      element = keyObject.end;
    }
    element = visit(element, depth + 1, key);
  }
  return element;
}

void ProgramWriter::visitInOrder(Offset map, ArrayRef<StringLiteral> order,
                                 unsigned depth) {
  SmallVector<Entry, 16> entries = getEntries(map);
  auto rank = [&](const Entry &entry) {
    return llvm::find(order, entry.key) - order.begin();
  };
  llvm::sort(entries, [&](const Entry &a, const Entry &b) {
    return std::make_pair(rank(a), a.value) < std::make_pair(rank(b), b.value);
  });
  for (const Entry &entry : entries)
    visit(entry.value, depth, entry.key);
}

void ProgramWriter::visitNode(NodeId id, unsigned depth) {
  StringRef type = spans.type(id);
  if (type != "Program")
    return visitInOrder(spans[id].fields, getFieldOrder(type), depth);
  for (const Entry &entry : getEntries(spans[id].fields)) {
    if (entry.key == "functions")
      visitFunctions(entry.value, depth + 1);
    else
      visit(entry.value, depth);
  }
}

void ProgramWriter::visitFunctions(Offset list, unsigned depth) {
  Object object = spans.read(list);
  Offset entry = object.end;
  for (uint32_t i = 0; i < object.count; ++i) {
    if (!isDropped(entry))
      visit(entry, depth);
    entry = spans.skip(entry);
  }
}

//===----------------------------------------------------------------------===//
// The order of the file
//===----------------------------------------------------------------------===//

void ProgramWriter::write() { flush(copy(0)); }

Offset ProgramWriter::copy(Offset at) {
  Object object = spans.read(at);
  if (std::optional<NodeId> node = getNode(at, object))
    return copyNode(at, *node);
  Offset element = object.end;
  for (uint64_t i = 0, e = object.numElements(); i < e; ++i)
    element = copy(element);
  return element;
}

Offset ProgramWriter::copyNode(Offset at, NodeId id) {
  bool isDefinition = spans[id].begin == at;
  Offset end = isDefinition ? spans[id].end : spans.skip(at);
  uint32_t number = numbers.empty() ? id : numbers[id];
  if (numbers.empty() ? !isDefinition : places[id] != at) {
    // A reference here.
    if (isDefinition || number != id) {
      flush(at);
      writer.writeMapSize(1);
      writer.write(StringRef("ref"));
      writer.write(uint64_t(number));
      pending = end;
    }
    return end;
  }
  // The definition, perhaps from another place.
  if (!isDefinition) {
    flush(at);
    pending = spans[id].begin;
  }
  for (const Entry &entry : getEntries(spans[id].begin)) {
    if (entry.key == "fields")
      copyFields(id);
    else if (entry.key == "id" && number != id)
      replace(entry.value, spans.read(entry.value).end, uint64_t(number));
  }
  if (!isDefinition) {
    flush(spans[id].end);
    pending = end;
  }
  return end;
}

void ProgramWriter::copyFields(NodeId id) {
  StringRef type = spans.type(id);
  bool isCall = type == "Call" || type == "Submit";
  SmallVector<Entry, 16> entries = getEntries(spans[id].fields);
  StringRef callee;
  bool isFunction = false;
  for (const Entry &entry : entries) {
    if (!isCall || entry.key != "op")
      continue;
    callee = getString(entry.value, "name");
    for (const Entry &part : getEntries(entry.value))
      if (part.key == "is_global_var")
        isFunction = spans.read(part.value).integer != 0;
  }
  for (const Entry &entry : entries) {
    if (isFunction && entry.key == "op") {
      for (const Entry &part : getEntries(entry.value))
        if (part.key == "name")
          copyName(part.value);
    } else if (isCall && entry.key == "kwargs") {
      copyKeywords(entry.value, isFunction ? StringRef() : callee);
    } else if (type == "Program" && entry.key == "functions") {
      copyFunctions(entry.value);
    } else {
      copy(entry.value);
    }
  }
}

void ProgramWriter::copyFunctions(Offset list) {
  Object object = spans.read(list);
  SmallVector<Offset> entries;
  Offset end = object.end;
  for (uint32_t i = 0; i < object.count; ++i) {
    entries.push_back(end);
    end = spans.skip(end);
  }
  size_t numKept =
      llvm::count_if(entries, [&](Offset entry) { return !isDropped(entry); });
  counts.functionsDropped = entries.size() - numKept;
  flush(list);
  writer.writeArraySize(numKept);
  pending = object.end;
  for (Offset entry : entries) {
    flush(entry);
    if (isDropped(entry))
      pending = spans.skip(entry);
    else
      copy(entry);
  }
}

void ProgramWriter::copyKeywords(Offset list, StringRef op) {
  const IntrinsicInfo *info = op.empty() ? nullptr : lookupIntrinsic(op);
  Object object = spans.read(list);
  Offset element = object.end;
  for (uint32_t i = 0; i < object.count; ++i, element = spans.skip(element)) {
    StringRef key = getString(element, "key");
    const KeywordInfo *keyword = info ? info->findKeyword(key) : nullptr;
    for (const Entry &part : getEntries(element)) {
      Object value = spans.read(part.value);
      if (part.key != "value")
        continue;
      if (keyword && keyword->kind == KeywordKind::Double &&
          value.isInteger()) {
        ++counts.doublesMended;
        replace(part.value, value.end,
                value.kind == Tape::Kind::Int
                    ? double(static_cast<int64_t>(value.integer))
                    : double(value.integer));
      } else if (keyword && key == "peer_func") {
        copyName(part.value);
      } else {
        copy(part.value);
      }
    }
  }
}

LogicalResult
pld::writeBackPyPTO(StringRef bytes, StringRef fileName,
                    ArrayRef<std::pair<std::string, std::string>> renames,
                    MLIRContext *context, llvm::raw_ostream &os,
                    WriteBackCounts &counts) {
  counts = {};
  llvm::StringMap<StringRef> survivors;
  for (const auto &[from, to] : renames)
    survivors.try_emplace(from, to);

  NodeSpans spans;
  Tape::Error error;
  auto fail = [&]() {
    return emitError(FileLineColLoc::get(context, fileName, 0, error.offset))
           << error.message;
  };
  if (failed(spans.build(bytes, error)))
    return fail();
  ProgramWriter writer(spans, bytes, survivors, os, counts);
  if (!renames.empty() && failed(writer.number(error)))
    return fail();
  writer.write();
  return success();
}

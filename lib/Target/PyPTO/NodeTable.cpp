//===- NodeTable.cpp - The nodes of a serialised program -----------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finding nodes by id, and reading their fields with checks.
//
//===----------------------------------------------------------------------===//

#include "NodeTable.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace pld::pypto;

static constexpr llvm::StringLiteral kKindNames[] = {"",
                                                     "Var",
                                                     "IterArg",
                                                     "MemRef",
                                                     "WindowBuffer",
                                                     "ConstInt",
                                                     "ConstFloat",
                                                     "ConstBool",
                                                     "Add",
                                                     "Sub",
                                                     "Mul",
                                                     "FloorDiv",
                                                     "FloorMod",
                                                     "FloatDiv",
                                                     "Min",
                                                     "Max",
                                                     "Pow",
                                                     "Eq",
                                                     "Ne",
                                                     "Lt",
                                                     "Le",
                                                     "Gt",
                                                     "Ge",
                                                     "And",
                                                     "Or",
                                                     "Xor",
                                                     "BitAnd",
                                                     "BitOr",
                                                     "BitXor",
                                                     "BitShiftLeft",
                                                     "BitShiftRight",
                                                     "Abs",
                                                     "Neg",
                                                     "Not",
                                                     "BitNot",
                                                     "Cast",
                                                     "Call",
                                                     "Submit",
                                                     "MakeTuple",
                                                     "TupleGetItemExpr",
                                                     "AssignStmt",
                                                     "EvalStmt",
                                                     "YieldStmt",
                                                     "ReturnStmt",
                                                     "BreakStmt",
                                                     "ContinueStmt",
                                                     "IfStmt",
                                                     "ForStmt",
                                                     "WhileStmt",
                                                     "SeqStmts",
                                                     "InlineStmt",
                                                     "InCoreScopeStmt",
                                                     "ClusterScopeStmt",
                                                     "HierarchyScopeStmt",
                                                     "SpmdScopeStmt",
                                                     "SplitAivScopeStmt",
                                                     "RuntimeScopeStmt",
                                                     "CommDomainScopeStmt",
                                                     "Function",
                                                     "Program"};
static_assert(std::size(kKindNames) == size_t(NodeKind::Program) + 1);

static NodeKind lookupKind(StringRef name) {
  static const llvm::StringMap<NodeKind> kinds = [] {
    llvm::StringMap<NodeKind> map;
    for (size_t i = 1; i < std::size(kKindNames); ++i)
      map[kKindNames[i]] = static_cast<NodeKind>(i);
    return map;
  }();
  return kinds.lookup(name);
}

//===----------------------------------------------------------------------===//
// NodeTable
//===----------------------------------------------------------------------===//

InFlightDiagnostic NodeTable::error(Tape::Index at) const {
  // A binary file has no lines; the column is the byte.
  uint32_t offset = tape && at < tape->size() ? tape->offset(at) : 0;
  InFlightDiagnostic diag =
      mlir::emitError(FileLineColLoc::get(context, fileName, 0, offset));
  if (hasReported)
    diag.abandon();
  hasReported = true;
  return diag;
}

InFlightDiagnostic NodeTable::errorAt(NodeId id) const {
  InFlightDiagnostic diag = error(fields(id));
  diag << "node " << id << " (" << kindName(id) << "): ";
  return diag;
}

InFlightDiagnostic NodeTable::warn(Tape::Index at) const {
  return mlir::emitWarning(
      FileLineColLoc::get(context, fileName, 0, tape->offset(at)));
}

InFlightDiagnostic NodeTable::warnAt(NodeId id) const {
  InFlightDiagnostic diag = warn(fields(id));
  diag << "node " << id << " (" << kindName(id) << "): ";
  return diag;
}

StringRef NodeTable::kindName(NodeId id) const {
  return kKindNames[size_t(kind(id))];
}

namespace {
/// The parts of a node in the file.
struct Found {
  Tape::Index id = 0, type = 0, fields = 0;
};
} // namespace

/// A node is a map of "fields", "id" and "type"; nothing else is.
static bool findNode(const Tape &tape, Tape::Index object, Found &found) {
  if (tape.kind(object) != Tape::Kind::Map || tape.count(object) != 3)
    return false;
  found = Found();
  Tape::Index key = tape.first(object);
  for (int entry = 0; entry < 3; ++entry) {
    if (tape.kind(key) != Tape::Kind::String)
      return false;
    StringRef name = tape.getString(key);
    Tape::Index value = key + 1;
    if (name == "fields")
      found.fields = value;
    else if (name == "id")
      found.id = value;
    else if (name == "type")
      found.type = value;
    else
      return false;
    key = tape.next(value);
  }
  return found.id && found.type && found.fields;
}

/// Says what is wrong with a map that has the key "fields", as only nodes have,
/// and is not a node; empty if the object is something else.
static std::string findFault(const Tape &tape, Tape::Index object) {
  if (tape.kind(object) != Tape::Kind::Map)
    return "";
  std::string unknown;
  bool hasFields = false, hasId = false, hasType = false;
  Tape::Index key = tape.first(object);
  for (uint32_t entry = 0, e = tape.count(object); entry < e; ++entry) {
    StringRef name = tape.kind(key) == Tape::Kind::String ? tape.getString(key)
                                                          : StringRef();
    if (name == "fields")
      hasFields = true;
    else if (name == "id")
      hasId = true;
    else if (name == "type")
      hasType = true;
    else if (unknown.empty())
      unknown = ("the key '" + name + "' of a node is not known").str();
    key = tape.next(key + 1);
  }
  if (!hasFields)
    return "";
  if (!unknown.empty())
    return unknown;
  if (!hasId || !hasType)
    return std::string("a node has no key '") + (hasId ? "type" : "id") + "'";
  return "a node has a key twice";
}

/// Reports the first map that should be a node, since numbers of nodes that do
/// not add up would only be what follows from it.
LogicalResult NodeTable::reportFault() const {
  Found found;
  for (Tape::Index i = 0; i < tape->size(); ++i)
    if (!findNode(*tape, i, found))
      if (std::string fault = findFault(*tape, i); !fault.empty())
        return error(i) << fault;
  return success();
}

LogicalResult NodeTable::build(const Tape &source) {
  tape = &source;
  NodeId count = 0;
  Found found;
  for (Tape::Index i = 0; i < source.size(); ++i)
    count += findNode(source, i, found);
  nodes.resize(count);
  SmallVector<std::pair<NodeId, Tape::Index>> around; // with their ends
  for (Tape::Index i = 0; i < source.size(); ++i) {
    if (!findNode(source, i, found))
      continue;
    Tape::Kind idKind = source.kind(found.id);
    if ((idKind != Tape::Kind::Int && idKind != Tape::Kind::UInt) ||
        source.getUInt(found.id) >= count) {
      if (failed(reportFault()))
        return failure();
      return error(found.id)
             << "a node's id must be an integer from 0 to " << count - 1
             << ", since there are " << count << " nodes";
    }
    NodeId id = source.getUInt(found.id);
    if (source.kind(found.type) != Tape::Kind::String)
      return error(found.type)
             << "node " << id << ": the type must be a string";
    NodeKind kind = lookupKind(source.getString(found.type));
    if (kind == NodeKind::Invalid)
      return error(found.type)
             << "node " << id << ": '" << source.getString(found.type)
             << "' is not a kind of node";
    if (source.kind(found.fields) != Tape::Kind::Map)
      return error(found.fields)
             << "node " << id << ": the fields must be a map";
    if (nodes[id].kind != NodeKind::Invalid)
      return error(found.id) << "node " << id << " is defined twice";
    uint32_t bytes = source.getBytes(i).size();
    nodes[id] = {found.fields, bytes, kind};
    while (!around.empty() && around.back().second <= i)
      around.pop_back();
    if (!around.empty())
      nodes[around.back().first].ownBytes -= bytes;
    around.push_back({id, source.next(i)});
  }
  return success();
}

FailureOr<NodeId> NodeTable::resolve(Tape::Index object) const {
  const Tape &t = *tape;
  Found found;
  if (findNode(t, object, found))
    return NodeId(t.getUInt(found.id));
  if (t.kind(object) != Tape::Kind::Map || t.count(object) != 1 ||
      t.kind(t.first(object)) != Tape::Kind::String ||
      t.getString(t.first(object)) != "ref") {
    std::string fault = findFault(t, object);
    return error(object) << (fault.empty()
                                 ? "expected a node or a reference to one"
                                 : fault);
  }
  Tape::Index value = t.first(object) + 1;
  if (t.kind(value) != Tape::Kind::Int && t.kind(value) != Tape::Kind::UInt)
    return error(value) << "a reference must be an integer";
  if (t.getUInt(value) >= nodes.size())
    return error(value) << "refers to node " << t.getUInt(value)
                        << ", which is not defined";
  return NodeId(t.getUInt(value));
}

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

Fields::Fields(const NodeTable &table, Tape::Index map, StringRef what)
    : table(table), map(map), what(what) {
  const Tape &tape = table.getTape();
  if (tape.kind(map) != Tape::Kind::Map) {
    fail() << "must be a map";
    return;
  }
  Tape::Index key = tape.first(map);
  for (uint32_t entry = 0, e = tape.count(map); entry < e; ++entry) {
    if (tape.kind(key) != Tape::Kind::String) {
      fail() << "has a key that is not a string";
      return;
    }
    // No map of this format has many fields; a hostile one would be slow.
    if (entries.size() >= 64) {
      fail() << "has more than 64 fields";
      return;
    }
    StringRef name = tape.getString(key);
    for (const Entry &other : entries)
      if (other.key == name) {
        fail() << "has the field '" << name << "' twice";
        return;
      }
    entries.push_back({name, key + 1, false});
    key = tape.next(key + 1);
  }
}

InFlightDiagnostic Fields::fail() {
  failed = true;
  InFlightDiagnostic diag = table.error(map);
  diag << what << ": ";
  return diag;
}

Tape::Index Fields::getOptional(StringRef key) {
  for (Entry &entry : entries)
    if (entry.key == key) {
      entry.used = true;
      return table.getTape().kind(entry.value) == Tape::Kind::Nil ? 0
                                                                  : entry.value;
    }
  return 0;
}

Tape::Index Fields::get(StringRef key) {
  Tape::Index value = getOptional(key);
  // One error is enough: what follows from the first would only confuse.
  if (!value && !failed)
    fail() << "the field '" << key << "' is missing";
  return value;
}

StringRef Fields::getString(StringRef key) {
  Tape::Index value = get(key);
  if (!value)
    return {};
  if (table.getTape().kind(value) == Tape::Kind::String)
    return table.getTape().getString(value);
  if (!failed)
    fail() << "the field '" << key << "' must be a string";
  return {};
}

int64_t Fields::getInt(StringRef key) {
  Tape::Index value = get(key);
  if (!value)
    return 0;
  const Tape &tape = table.getTape();
  if (tape.kind(value) == Tape::Kind::Int ||
      (tape.kind(value) == Tape::Kind::UInt &&
       tape.getUInt(value) <= uint64_t(std::numeric_limits<int64_t>::max())))
    return tape.getInt(value);
  if (!failed)
    fail() << "the field '" << key << "' must be an integer of 64 bits";
  return 0;
}

uint64_t Fields::getUInt(StringRef key) {
  Tape::Index value = get(key);
  if (!value)
    return 0;
  const Tape &tape = table.getTape();
  if (tape.kind(value) == Tape::Kind::UInt ||
      (tape.kind(value) == Tape::Kind::Int && tape.getInt(value) >= 0))
    return tape.getUInt(value);
  if (!failed)
    fail() << "the field '" << key << "' must be an integer, not negative";
  return 0;
}

unsigned Fields::getEnum(StringRef key, unsigned limit) {
  int64_t value = getInt(key);
  if (value >= 0 && value < limit)
    return value;
  if (!failed)
    fail() << "the field '" << key << "' must be from 0 to " << limit - 1
           << ", not " << value;
  return 0;
}

bool Fields::getBool(StringRef key) {
  Tape::Index value = get(key);
  if (!value)
    return false;
  if (table.getTape().kind(value) == Tape::Kind::Bool)
    return table.getTape().getBool(value);
  if (!failed)
    fail() << "the field '" << key << "' must be a boolean";
  return false;
}

Tape::Index Fields::getArray(StringRef key) {
  Tape::Index value = get(key);
  if (!value)
    return 0;
  if (table.getTape().kind(value) == Tape::Kind::Array)
    return value;
  if (!failed)
    fail() << "the field '" << key << "' must be an array";
  return 0;
}

NodeId Fields::getNode(StringRef key) {
  Tape::Index value = get(key);
  if (!value)
    return 0;
  FailureOr<NodeId> node = table.resolve(value);
  if (succeeded(node))
    return *node;
  failed = true;
  return 0;
}

LogicalResult Fields::finish() {
  if (failed)
    return failure();
  for (const Entry &entry : entries)
    if (!entry.used)
      return fail() << "the field '" << entry.key << "' is not known";
  return success();
}

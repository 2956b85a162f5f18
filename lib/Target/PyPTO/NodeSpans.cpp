//===- NodeSpans.cpp - Where the nodes of a file are ---------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One pass over the bytes that keeps nothing but the nodes.
//
//===----------------------------------------------------------------------===//

#include "NodeSpans.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/BinaryFormat/MsgPackReader.h"

#include <limits>
#include <numeric>

using namespace llvm;
using namespace pld::pypto;

/// Reads the object at the start of `bytes`; `end` is relative to it.
static Error readObject(StringRef bytes, NodeSpans::Object &result) {
  msgpack::Reader reader(bytes);
  msgpack::Object object;
  Expected<bool> found = reader.read(object);
  if (!found)
    return found.takeError();
  if (!*found)
    return createStringError("the file ends in the middle of an object");
  result = {};
  result.end = getHeaderSize(static_cast<uint8_t>(bytes[0]));
  switch (object.Kind) {
  case msgpack::Type::Nil:
    result.kind = Tape::Kind::Nil;
    break;
  case msgpack::Type::Boolean:
    result.kind = Tape::Kind::Bool;
    result.integer = object.Bool;
    break;
  case msgpack::Type::Int:
    result.kind = Tape::Kind::Int;
    result.integer = static_cast<uint64_t>(object.Int);
    break;
  case msgpack::Type::UInt:
    result.kind = Tape::Kind::UInt;
    result.integer = object.UInt;
    break;
  case msgpack::Type::Float:
    result.kind = Tape::Kind::Float;
    break;
  case msgpack::Type::String:
    result.kind = Tape::Kind::String;
    result.string = object.Raw;
    result.end += object.Raw.size();
    break;
  case msgpack::Type::Array:
  case msgpack::Type::Map:
    result.kind =
        object.Kind == msgpack::Type::Map ? Tape::Kind::Map : Tape::Kind::Array;
    result.count = object.Length;
    if (result.numElements() > bytes.size())
      return createStringError("a container of " + Twine(object.Length) +
                               " elements does not fit the file");
    break;
  default:
    return createStringError(
        "binary data and extensions are not expected here");
  }
  return Error::success();
}

mlir::LogicalResult NodeSpans::build(StringRef input, Tape::Error &error) {
  auto fail = [&](size_t at, const Twine &message) {
    error = {at, message.str()};
    return mlir::failure();
  };
  if (input.size() >= std::numeric_limits<uint32_t>::max())
    return fail(0, "the file is larger than 4 GiB");
  bytes = input;
  nodes.clear();
  byBegin.clear();

  /// A container whose elements are being read, and as what it would be a node.
  struct Open {
    Offset begin = 0;
    uint64_t missing = 0;
    bool isMapOfThree = false;
    StringRef key;
    std::optional<uint64_t> id;
    Node node;
  };
  std::vector<std::pair<uint64_t, Node>> found;
  SmallVector<Open, 0> open;
  Offset at = 0;
  do {
    Object object;
    if (at >= input.size())
      return fail(at, "the file ends in the middle of an object");
    if (Error failure = readObject(input.drop_front(at), object))
      return fail(at, toString(std::move(failure)));
    Offset begin = at;
    at += object.end;

    if (!open.empty() && open.back().isMapOfThree) {
      Open &map = open.back();
      if (map.missing % 2 == 0)
        map.key = object.string;
      else if (map.key == "fields" && object.kind == Tape::Kind::Map)
        map.node.fields = begin;
      else if (map.key == "id" && object.isInteger())
        map.id = object.integer;
      else if (map.key == "type" && object.kind == Tape::Kind::String)
        map.node.type = begin;
    }
    if (object.numElements() > 0) {
      if (open.size() >= Tape::kMaxDepth)
        return fail(begin, "objects are nested more than " +
                               Twine(Tape::kMaxDepth) + " deep");
      Open container;
      container.begin = begin;
      container.missing = object.numElements();
      container.isMapOfThree =
          object.kind == Tape::Kind::Map && object.count == 3;
      open.push_back(container);
      continue;
    }
    // The object is complete, and with it perhaps containers around it.
    while (!open.empty() && --open.back().missing == 0) {
      Open &map = open.back();
      if (map.node.fields && map.id && map.node.type) {
        map.node.begin = map.begin;
        map.node.end = at;
        found.emplace_back(*map.id, map.node);
      }
      open.pop_back();
    }
  } while (!open.empty());
  if (at != input.size())
    return fail(at, "the file goes on after the program");

  nodes.resize(found.size());
  for (auto &[id, node] : found) {
    if (id >= nodes.size() || nodes[id].end != 0)
      return fail(node.begin, "the ids of nodes are not dense and unique");
    nodes[id] = node;
  }
  byBegin.resize(nodes.size());
  std::iota(byBegin.begin(), byBegin.end(), 0);
  llvm::sort(byBegin, [&](NodeId a, NodeId b) {
    return nodes[a].begin < nodes[b].begin;
  });
  return mlir::success();
}

NodeSpans::Object NodeSpans::read(Offset offset) const {
  Object object;
  // The whole file was read before.
  cantFail(readObject(bytes.drop_front(offset), object));
  object.end += offset;
  return object;
}

NodeSpans::Offset NodeSpans::skip(Offset offset) const {
  // A counter of objects that are missing stands for the nesting.
  for (uint64_t missing = 1; missing > 0; --missing) {
    Object object = read(offset);
    std::optional<NodeId> node;
    if (object.kind == Tape::Kind::Map && object.count == 3)
      node = definedAt(offset);
    offset = node ? nodes[*node].end : object.end;
    if (!node)
      missing += object.numElements();
  }
  return offset;
}

std::optional<NodeSpans::NodeId> NodeSpans::definedAt(Offset offset) const {
  auto it = llvm::lower_bound(byBegin, offset, [&](NodeId node, Offset begin) {
    return nodes[node].begin < begin;
  });
  if (it == byBegin.end() || nodes[*it].begin != offset)
    return std::nullopt;
  return *it;
}

std::optional<NodeSpans::NodeId> NodeSpans::referredAt(Offset offset) const {
  Object map = read(offset);
  if (map.kind != Tape::Kind::Map || map.count != 1)
    return std::nullopt;
  Object key = read(map.end);
  if (key.string != "ref")
    return std::nullopt;
  Object value = read(key.end);
  if (!value.isInteger() || value.integer >= nodes.size())
    return std::nullopt;
  return value.integer;
}

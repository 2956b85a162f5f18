//===- NodeSpans.h - Where the nodes of a file are ------------------*- C++
//-*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TARGET_PYPTO_NODESPANS_H
#define PLD_TARGET_PYPTO_NODESPANS_H

#include "Tape.h"

namespace pld::pypto {

/// The places of a file's nodes, for going through the bytes themselves. Takes
/// 20 bytes a node, where a tape takes more than the file.
class NodeSpans {
public:
  /// A byte of the file, counted from its start.
  using Offset = uint32_t;
  using NodeId = uint32_t;

  /// One object without its elements.
  struct Object {
    Tape::Kind kind = Tape::Kind::Nil;
    /// Elements of an array, entries of a map.
    uint32_t count = 0;
    /// The value of an integer.
    uint64_t integer = 0;
    llvm::StringRef string;
    /// The byte after the object, or where its first element begins.
    Offset end = 0;

    bool isContainer() const {
      return kind == Tape::Kind::Array || kind == Tape::Kind::Map;
    }
    bool isInteger() const {
      return kind == Tape::Kind::Int || kind == Tape::Kind::UInt;
    }
    /// The number of objects inside.
    uint64_t numElements() const {
      return kind == Tape::Kind::Map ? 2 * uint64_t(count) : count;
    }
  };

  struct Node {
    Offset begin = 0, end = 0;
    /// The values of the entries `fields`, a map, and `type`, a string.
    Offset fields = 0, type = 0;
  };

  /// Finds the nodes of `bytes`, which must outlive this. On failure `error`
  /// says why: what is not MessagePack, or nodes whose ids are not dense.
  mlir::LogicalResult build(llvm::StringRef bytes, Tape::Error &error);

  /// The object at `offset`, which must be the start of one.
  Object read(Offset offset) const;
  /// The byte after the object at `offset` and all that it contains. Nodes
  /// inside are not looked at.
  Offset skip(Offset offset) const;
  /// The node that is defined at `offset`, if there is one.
  std::optional<NodeId> definedAt(Offset offset) const;
  /// The node that the object at `offset` refers to, if it is a reference to a
  /// node that exists.
  std::optional<NodeId> referredAt(Offset offset) const;

  NodeId size() const { return nodes.size(); }
  const Node &operator[](NodeId id) const { return nodes[id]; }
  /// The kind of a node, such as "Call".
  llvm::StringRef type(NodeId id) const { return read(nodes[id].type).string; }

private:
  llvm::StringRef bytes;
  std::vector<Node> nodes;
  /// The nodes by where they begin.
  std::vector<NodeId> byBegin;
};

} // namespace pld::pypto

#endif // PLD_TARGET_PYPTO_NODESPANS_H

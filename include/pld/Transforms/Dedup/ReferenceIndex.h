//===- ReferenceIndex.h - Who names whom ---------------------- -*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every reference in a program to one of its functions, found in one walk over
// all operations: in properties, in attributes, in the types of results and
// block arguments, nested anywhere in these. Each is resolved like MLIR does
// it, from the nearest operation that is a symbol table; what it names there
// may be something else of the same name.
//
// The index is complete or it says why it is not; nothing may be merged then.
// Locations are not looked at: what they name, nobody calls.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TRANSFORMS_DEDUP_REFERENCEINDEX_H
#define PLD_TRANSFORMS_DEDUP_REFERENCEINDEX_H

#include "pld/Dialect/PLD/PLDOps.h"
#include "pld/Transforms/Dedup/ElementTable.h"

#include "mlir/IR/BuiltinOps.h"

#include <optional>
#include <string>
#include <vector>

namespace pld::dedup {

/// The number of a function of the program, in the order of the module.
using FunctionId = unsigned;
inline constexpr FunctionId kNoFunction = ~0u;

struct Reference {
  enum class Kind : uint8_t {
    /// The callee of a `pld.call` or `pld.submit`.
    Dispatch,
    /// The `peer_func` of a `pld.system.import_peer_buffer`.
    Peer,
    /// Anything else.
    Other
  };

  /// The operation. What attributes and types name is listed once for each
  /// function: others there may have the same ones.
  mlir::Operation *user;
  /// The function that the user is in, or is; `kNoFunction` elsewhere.
  FunctionId from;
  FunctionId to;
  Kind kind;
};

class ReferenceIndex {
public:
  /// There is a gap if there are more references than `maxReferences`, by
  /// default a number that grows with that of the operations. Uniqued
  /// attributes can name in few bytes what would take far too long to list.
  ReferenceIndex(mlir::ModuleOp module, ElementTable &table,
                 std::optional<size_t> maxReferences = std::nullopt);

  /// Why the index is not complete, if it is not.
  const std::optional<std::string> &getGap() const { return gap; }

  /// The functions of the program: the `pld.func`s of its module's body.
  llvm::ArrayRef<FuncOp> getFunctions() const { return functions; }
  FuncOp getFunction(FunctionId id) const { return functions[id]; }
  /// The function called `name`, or `kNoFunction`.
  FunctionId lookup(mlir::StringAttr name) const {
    auto it = functionIds.find(name);
    return it == functionIds.end() ? kNoFunction : it->second;
  }

  /// All references to functions of the program: those from none of them first,
  /// then function by function, by name, in the order of the walk.
  llvm::ArrayRef<Reference> getReferences() const { return references; }
  /// The references that are in `function`: a part of `getReferences`.
  llvm::ArrayRef<Reference> getReferencesIn(FunctionId function) const;
  /// Where in `getReferences` the references to `function` are.
  llvm::ArrayRef<uint32_t> getReferencesTo(FunctionId function) const;

  /// An operation in `function` that may call outside of what is known of the
  /// program, or null: a dispatch of what is not a function of the program; any
  /// that names a function of another dialect, as `gpu.launch_func` does; or
  /// one of another dialect that needs a function of the program by its name.
  mlir::Operation *getForeignCall(FunctionId function) const {
    return foreignCalls.lookup(function);
  }

private:
  class Builder;

  std::optional<std::string> gap;
  llvm::SmallVector<FuncOp> functions;
  llvm::DenseMap<mlir::StringAttr, FunctionId> functionIds;
  std::vector<Reference> references;
  /// Per function: where its references begin and end.
  std::vector<std::pair<uint32_t, uint32_t>> ranges;
  /// Indices of references, grouped by what they refer to.
  std::vector<uint32_t> byTarget;
  std::vector<uint32_t> targetBegin;
  llvm::DenseMap<FunctionId, mlir::Operation *> foreignCalls;
};

} // namespace pld::dedup

#endif // PLD_TRANSFORMS_DEDUP_REFERENCEINDEX_H

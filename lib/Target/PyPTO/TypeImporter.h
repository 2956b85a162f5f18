//===- TypeImporter.h - Types, shapes and attributes ----------------*- C++
//-*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TARGET_PYPTO_TYPEIMPORTER_H
#define PLD_TARGET_PYPTO_TYPEIMPORTER_H

#include "NodeTable.h"
#include "pld/Dialect/PLD/IntrinsicTable.h"
#include "pld/Dialect/PLD/PLDTypes.h"
#include "llvm/ADT/CachedHashString.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSet.h"

namespace pld::pypto {

/// The lower-case spelling that the dialect has for a name of PyPTO, such as
/// `ScalarLocal` -> `scalar_local`, `MX_A_ZZ` -> `mx_a_zz`.
std::string toDialectSpelling(llvm::StringRef name);

/// One entry of a list of attributes or keywords. A value that is an
/// expression of the program is given as nodes, any other as an attribute.
struct KeyValue {
  llvm::StringRef key;
  mlir::Attribute attr;
  llvm::SmallVector<NodeId, 2> nodes;
  bool isList = false; // `nodes` is a list, not one value
  Tape::Index at = 0;
};

/// Converts what is not an operation: types, shape expressions, source
/// locations, keywords. Types are written out at every use, so that a type is
/// remembered by its bytes; a shape expression is remembered by its node.
class TypeImporter {
public:
  TypeImporter(const NodeTable &table, mlir::MLIRContext *context)
      : table(table), tape(table.getTape()), context(context),
        nodeTypes(table.size()) {}

  /// The type that a type map describes.
  mlir::FailureOr<mlir::Type> importType(Tape::Index map);
  /// The type of an expression or variable.
  mlir::FailureOr<mlir::Type> importTypeOf(NodeId node);
  /// The element type of a code.
  mlir::FailureOr<mlir::Type> importDataType(Tape::Index code);
  /// The shape expression of a node.
  mlir::FailureOr<mlir::Attribute> importDim(NodeId node);
  /// The window buffer of a `WindowBuffer` node.
  mlir::FailureOr<mlir::Attribute> importWindow(NodeId node);
  /// A source location; unknown ones are allowed.
  mlir::FailureOr<mlir::Location> importSpan(Tape::Index span);
  /// A list of attributes or keywords. `info` gives the kinds of keywords.
  mlir::LogicalResult importKeyValues(Tape::Index list,
                                      const IntrinsicInfo *info,
                                      llvm::SmallVectorImpl<KeyValue> &entries);

  /// The symbol that stands for variable `var` in types. Variables of one name
  /// get different symbols.
  mlir::FailureOr<SymAttr> getSymbol(NodeId var);
  /// The same, or null where no type has named the variable so far.
  SymAttr lookupSymbol(NodeId var) const { return symbols.lookup(var); }

  /// About the number of characters of a type when it is printed, or of its
  /// parts when it is walked. Types share their parts, text does not: a small
  /// type can have a huge text.
  uint64_t getTextSize(mlir::Type type);

private:
  mlir::FailureOr<mlir::Type> importUncached(Tape::Index map);
  mlir::FailureOr<mlir::Type> importShaped(Fields &fields, llvm::StringRef kind,
                                           Tape::Index map);
  mlir::LogicalResult importDims(Tape::Index array,
                                 llvm::SmallVectorImpl<mlir::Attribute> &dims);
  mlir::FailureOr<MemRefAttr> importMemRef(Tape::Index map);
  mlir::FailureOr<TileViewAttr> importTileView(Tape::Index map);
  mlir::FailureOr<mlir::Attribute> importDimUncached(NodeId node);
  uint64_t getTextSizeUncached(mlir::Type type);
  uint64_t getDimTextSize(mlir::Attribute dim);
  mlir::LogicalResult importValue(Tape::Index value, const KeywordInfo *keyword,
                                  KeyValue &entry);
  mlir::LogicalResult importTagged(Tape::Index value, KeyValue &entry);
  /// Reads a name of an enumeration in PyPTO's spelling.
  template <typename EnumT>
  mlir::FailureOr<EnumT>
  parseName(Tape::Index value,
            std::optional<EnumT> (*symbolize)(llvm::StringRef)) {
    bool isString = tape.kind(value) == Tape::Kind::String;
    llvm::StringRef text = isString ? tape.getString(value) : "";
    if (std::optional<EnumT> known = symbolize(toDialectSpelling(text)))
      return *known;
    if (!isString)
      return table.error(value) << "expected the name of a value";
    return table.error(value)
           << "'" << text << "' is not a value that is known here";
  }

  const NodeTable &table;
  const Tape &tape;
  mlir::MLIRContext *context;
  unsigned depth = 0;
  bool hasWarnedOfSpan = false;

  llvm::DenseMap<llvm::CachedHashStringRef, mlir::Type> types;
  std::vector<mlir::Type> nodeTypes; // by node, as far as they were asked for
  llvm::DenseMap<mlir::Type, uint64_t> textSizes;
  /// Null while being converted.
  llvm::DenseMap<NodeId, mlir::Attribute> dims, windows;
  llvm::DenseMap<NodeId, SymAttr> symbols;
  llvm::StringMap<unsigned> symbolNames; // with the next suffix to try
  llvm::DenseMap<llvm::CachedHashStringRef, mlir::StringAttr> fileNames;
};

} // namespace pld::pypto

#endif // PLD_TARGET_PYPTO_TYPEIMPORTER_H

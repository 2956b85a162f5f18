//===- KeyValues.cpp - Attributes and keywords ---------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lists of attributes and keywords, whose values are tagged with their type.
//
//===----------------------------------------------------------------------===//

#include "TypeImporter.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace pld;
using namespace pld::pypto;

LogicalResult
TypeImporter::importKeyValues(Tape::Index list, const IntrinsicInfo *info,
                              SmallVectorImpl<KeyValue> &entries) {
  llvm::SmallDenseSet<StringRef, 8> keys;
  Tape::Index element = tape.first(list);
  for (uint32_t i = 0, e = tape.count(list); i < e; ++i) {
    Fields fields(table, element, "an attribute");
    KeyValue entry;
    entry.at = element;
    entry.key = fields.getString("key");
    // Nil is a value that no attribute has.
    Tape::Index value = fields.get("value");
    if (failed(fields.finish()))
      return failure();
    if (entry.key.empty())
      return table.error(element) << "an attribute must have a name";
    if (!keys.insert(entry.key).second)
      return table.error(element) << "'" << entry.key << "' is given twice";
    const KeywordInfo *keyword = info ? info->findKeyword(entry.key) : nullptr;
    if (failed(importValue(value, keyword, entry)))
      return failure();
    entries.push_back(std::move(entry));
    element = tape.next(element);
  }
  return success();
}

LogicalResult TypeImporter::importValue(Tape::Index value,
                                        const KeywordInfo *keyword,
                                        KeyValue &entry) {
  Builder b(context);
  // An integral double is written as an integer; the schema tells them apart.
  if (keyword && keyword->kind == KeywordKind::Double)
    if (std::optional<double> number = tape.getDouble(value)) {
      entry.attr = b.getF64FloatAttr(*number);
      return success();
    }
  switch (tape.kind(value)) {
  case Tape::Kind::Bool:
    entry.attr = b.getBoolAttr(tape.getBool(value));
    return success();
  case Tape::Kind::Int:
    entry.attr = b.getI64IntegerAttr(tape.getInt(value));
    return success();
  case Tape::Kind::UInt:
    if (tape.getUInt(value) > uint64_t(std::numeric_limits<int64_t>::max()))
      return table.error(value)
             << "the value of '" << entry.key << "' does not fit 64 bits";
    entry.attr = b.getI64IntegerAttr(tape.getUInt(value));
    return success();
  case Tape::Kind::Float:
    entry.attr = b.getF64FloatAttr(tape.getFloat(value));
    return success();
  case Tape::Kind::String:
    entry.attr = b.getStringAttr(tape.getString(value));
    return success();
  case Tape::Kind::Map:
    return importTagged(value, entry);
  case Tape::Kind::Nil:
  case Tape::Kind::Array:
    break;
  }
  return table.error(value) << "the value of '" << entry.key
                            << "' is of a type that cannot be represented";
}

LogicalResult TypeImporter::importTagged(Tape::Index map, KeyValue &entry) {
  Fields fields(table, map, "a value");
  StringRef tag = fields.getString("type");
  if (fields.hasFailed())
    return failure();
  if (tag == "DataType") {
    Tape::Index code = fields.get("code");
    if (failed(fields.finish()))
      return failure();
    FailureOr<Type> type = importDataType(code);
    if (failed(type))
      return failure();
    entry.attr = TypeAttr::get(*type);
    return success();
  }

  Tape::Index value = fields.getOptional("value");
  if (failed(fields.finish()))
    return failure();
  if (!value)
    return table.error(map) << "the value of '" << entry.key
                            << "' is nil, which cannot be represented";

  auto setEnum = [&](auto parsed, auto makeAttr) -> LogicalResult {
    if (failed(parsed))
      return failure();
    entry.attr = makeAttr(*parsed);
    return success();
  };
  if (tag == "MemorySpace")
    return setEnum(
        parseName<MemorySpace>(value, symbolizeMemorySpace),
        [&](MemorySpace v) { return MemorySpaceAttr::get(context, v); });
  if (tag == "TensorLayout")
    return setEnum(parseName<Layout>(value, symbolizeLayout),
                   [&](Layout v) { return LayoutAttr::get(context, v); });
  if (tag == "TileLayout")
    return setEnum(
        parseName<TileLayout>(value, symbolizeTileLayout),
        [&](TileLayout v) { return TileLayoutAttr::get(context, v); });
  if (tag == "PadValue")
    return setEnum(parseName<Pad>(value, symbolizePad),
                   [&](Pad v) { return PadAttr::get(context, v); });

  auto readDirection = [&](Tape::Index at) -> FailureOr<Attribute> {
    if (tape.kind(at) == Tape::Kind::Int || tape.kind(at) == Tape::Kind::UInt)
      if (tape.getUInt(at) <= getMaxEnumValForArgDirection())
        return Attribute(ArgDirectionAttr::get(
            context, static_cast<ArgDirection>(tape.getUInt(at))));
    return table.error(at) << "expected the number of an argument direction";
  };
  if (tag == "ArgDirection") {
    FailureOr<Attribute> direction = readDirection(value);
    if (failed(direction))
      return failure();
    entry.attr = *direction;
    return success();
  }
  if (tag == "Var" || tag == "Expr") {
    FailureOr<NodeId> node = table.resolve(value);
    if (failed(node))
      return failure();
    entry.nodes.push_back(*node);
    return success();
  }

  if (tape.kind(value) != Tape::Kind::Array)
    return table.error(value) << "the value of '" << entry.key << "' ('" << tag
                              << "') cannot be represented";
  Tape::Index element = tape.first(value);
  uint32_t count = tape.count(value);
  if (tag == "ArgDirectionVector") {
    SmallVector<Attribute> directions;
    for (uint32_t i = 0; i < count; ++i, element = tape.next(element)) {
      FailureOr<Attribute> direction = readDirection(element);
      if (failed(direction))
        return failure();
      directions.push_back(*direction);
    }
    entry.attr = ArrayAttr::get(context, directions);
    return success();
  }
  if (tag == "Int32Vector") {
    SmallVector<int32_t> integers;
    for (uint32_t i = 0; i < count; ++i, element = tape.next(element)) {
      if (tape.kind(element) != Tape::Kind::Int &&
          tape.kind(element) != Tape::Kind::UInt)
        return table.error(element) << "expected an integer";
      int64_t number = tape.getInt(element);
      if (number < INT32_MIN || number > INT32_MAX)
        return table.error(element) << "expected an integer of 32 bits";
      integers.push_back(number);
    }
    entry.attr = DenseI32ArrayAttr::get(context, integers);
    return success();
  }
  if (tag == "VarList") {
    entry.isList = true;
    for (uint32_t i = 0; i < count; ++i, element = tape.next(element)) {
      FailureOr<NodeId> node = table.resolve(element);
      if (failed(node))
        return failure();
      entry.nodes.push_back(*node);
    }
    return success();
  }
  return table.error(map) << "the value of '" << entry.key << "' has the type '"
                          << tag << "', which is not known";
}

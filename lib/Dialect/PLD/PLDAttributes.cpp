//===- PLDAttributes.cpp - Attributes of the pld dialect --------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Text forms of views and storage, and the storage of expressions, whose text
// form is in ShapeSymbols.cpp.
//
//===----------------------------------------------------------------------===//

#include "pld/Dialect/PLD/PLDAttributes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "pld/Dialect/PLD/PLDDialect.h"
#include "pld/Dialect/PLD/ShapeSymbols.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace pld;

#include "pld/Dialect/PLD/PLDEnums.cpp.inc"

namespace pld::detail {
/// Depth and tree size depend on the operands alone and are no part of the key.
/// They are kept because they are asked for often, and computing them anew
/// would walk a shared expression once per use.
struct ExprAttrStorage : AttributeStorage {
  using KeyTy = std::tuple<ScalarKind, StringAttr, ArrayRef<Attribute>, Type>;

  explicit ExprAttrStorage(const KeyTy &key)
      : kind(std::get<0>(key)), callee(std::get<1>(key)),
        operands(std::get<2>(key)), type(std::get<3>(key)) {
    for (Attribute operand : operands) {
      auto expr = dyn_cast_or_null<ExprAttr>(operand);
      depth = std::max(depth, expr ? expr.getDepth() + 1 : 1);
      treeSize = llvm::SaturatingAdd<uint64_t>(treeSize,
                                               expr ? expr.getTreeSize() : 1);
    }
  }

  KeyTy getAsKey() const { return {kind, callee, operands, type}; }
  bool operator==(const KeyTy &key) const { return getAsKey() == key; }
  static llvm::hash_code hashKey(const KeyTy &key) {
    return llvm::hash_combine(std::get<0>(key), std::get<1>(key),
                              std::get<2>(key), std::get<3>(key));
  }
  static ExprAttrStorage *construct(AttributeStorageAllocator &allocator,
                                    KeyTy &&key) {
    std::get<2>(key) = allocator.copyInto(std::get<2>(key));
    return new (allocator.allocate<ExprAttrStorage>()) ExprAttrStorage(key);
  }

  ScalarKind kind;
  StringAttr callee;
  ArrayRef<Attribute> operands;
  Type type;
  unsigned depth = 0;
  uint64_t treeSize = 1;
};
} // namespace pld::detail

/// `[in, out, inout]`
static ParseResult
parseDirections(AsmParser &parser,
                SmallVectorImpl<ParamDirection> &directions) {
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Square, [&]() -> ParseResult {
        FailureOr<ParamDirection> direction =
            FieldParser<ParamDirection>::parse(parser);
        if (succeeded(direction))
          directions.push_back(*direction);
        return failure(failed(direction));
      });
}

static void printDirections(AsmPrinter &printer,
                            ArrayRef<ParamDirection> directions) {
  printer << '[';
  llvm::interleaveComma(directions, printer, [&](ParamDirection direction) {
    printer << stringifyParamDirection(direction);
  });
  printer << ']';
}

#define GET_ATTRDEF_CLASSES
#include "pld/Dialect/PLD/PLDAttributes.cpp.inc"

void PLDDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "pld/Dialect/PLD/PLDAttributes.cpp.inc"
      >();
}

namespace {
/// Parses `key = value` entries up to '>', each key at most once.
/// `parseEntry` reads the value of a key or says that it does not know it.
ParseResult
parseEntries(AsmParser &parser,
             llvm::function_ref<FailureOr<bool>(StringRef)> parseEntry) {
  llvm::SmallVector<StringRef, 8> seen;
  while (succeeded(parser.parseOptionalComma())) {
    StringRef key;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&key))
      return failure();
    if (llvm::is_contained(seen, key))
      return parser.emitError(loc) << "'" << key << "' is given twice";
    seen.push_back(key);
    FailureOr<bool> known = parseEntry(key);
    if (failed(known))
      return failure();
    if (!*known)
      return parser.emitError(loc) << "unknown entry '" << key << "'";
  }
  return parser.parseGreater();
}

ParseResult parseUInt(AsmParser &parser, uint64_t &value) {
  SMLoc loc = parser.getCurrentLocation();
  APInt integer;
  OptionalParseResult result = parser.parseOptionalInteger(integer);
  if (!result.has_value())
    return parser.emitError(loc, "expected an integer");
  if (failed(*result))
    return failure();
  if (integer.isNegative() || !integer.isIntN(64))
    return parser.emitError(loc,
                            "expected an integer of 64 bits, not negative");
  value = integer.getZExtValue();
  return success();
}
} // namespace

//===----------------------------------------------------------------------===//
// #pld.expr
//===----------------------------------------------------------------------===//

ScalarKind ExprAttr::getKind() const { return getImpl()->kind; }
StringAttr ExprAttr::getCallee() const { return getImpl()->callee; }
ArrayRef<Attribute> ExprAttr::getOperands() const {
  return getImpl()->operands;
}
Type ExprAttr::getType() const { return getImpl()->type; }
bool ExprAttr::isTooDeep(ArrayRef<Attribute> operands) {
  return llvm::any_of(operands, [](Attribute operand) {
    auto expr = dyn_cast<ExprAttr>(operand);
    return expr && expr.getDepth() >= kMaxDepth;
  });
}
unsigned ExprAttr::getDepth() const { return getImpl()->depth; }
uint64_t ExprAttr::getTreeSize() const { return getImpl()->treeSize; }

//===----------------------------------------------------------------------===//
// #pld.tile_view
//===----------------------------------------------------------------------===//

Attribute TileViewAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  FailureOr<TileLayout> blayout, slayout;
  int64_t fractal;
  if (parser.parseLess() ||
      failed(blayout = FieldParser<TileLayout>::parse(parser)) ||
      parser.parseComma() ||
      failed(slayout = FieldParser<TileLayout>::parse(parser)) ||
      parser.parseComma() || parser.parseInteger(fractal))
    return {};
  Pad pad = Pad::Null;
  StringAttr compact;
  Attribute start;
  SmallVector<Attribute> stride, valid;
  auto parseEntry = [&](StringRef key) -> FailureOr<bool> {
    std::string entry = key.str();
    if (parser.parseEqual())
      return failure();
    if (entry == "pad") {
      FailureOr<Pad> value = FieldParser<Pad>::parse(parser);
      if (failed(value))
        return failure();
      pad = *value;
      return true;
    }
    if (entry == "compact") {
      std::string text;
      if (parser.parseKeywordOrString(&text))
        return failure();
      compact = StringAttr::get(parser.getContext(), text);
      return true;
    }
    if (entry == "start")
      return parseDim(parser, start) ? FailureOr<bool>() : true;
    if (entry == "stride")
      return parseDims(parser, stride) ? FailureOr<bool>() : true;
    if (entry == "valid")
      return parseDims(parser, valid) ? FailureOr<bool>() : true;
    return false;
  };
  if (parseEntries(parser, parseEntry))
    return {};
  return parser.getChecked<TileViewAttr>(loc, parser.getContext(), *blayout,
                                         *slayout, fractal, pad, compact, start,
                                         stride, valid);
}

void TileViewAttr::print(AsmPrinter &printer) const {
  printer << '<' << stringifyTileLayout(getBlayout()) << ", "
          << stringifyTileLayout(getSlayout()) << ", " << getFractal();
  if (getPad() != Pad::Null)
    printer << ", pad = " << stringifyPad(getPad());
  if (getCompact()) {
    printer << ", compact = ";
    printer.printKeywordOrString(getCompact().getValue());
  }
  if (getStartOffset()) {
    printer << ", start = ";
    printDim(printer, getStartOffset());
  }
  if (!getStride().empty()) {
    printer << ", stride = ";
    printDims(printer, getStride());
  }
  if (!getValid().empty()) {
    printer << ", valid = ";
    printDims(printer, getValid());
  }
  printer << '>';
}

LogicalResult TileViewAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   TileLayout, TileLayout, int64_t, Pad,
                                   StringAttr, Attribute startOffset,
                                   ArrayRef<Attribute> stride,
                                   ArrayRef<Attribute> valid) {
  if ((startOffset &&
       failed(verifyDims(emitError, "start offset", startOffset))) ||
      failed(verifyDims(emitError, "stride", stride)) ||
      failed(verifyDims(emitError, "valid shape", valid)))
    return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// #pld.memref
//===----------------------------------------------------------------------===//

Attribute MemRefAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  std::string base;
  Attribute offset = parser.getBuilder().getIndexAttr(0);
  uint64_t size = 0, slotCount = 1;
  bool pinned = false;
  Attribute slotIndex;
  auto parseEntry = [&](StringRef key) -> FailureOr<bool> {
    if (key == "pinned") {
      pinned = true;
      return true;
    }
    std::string entry = key.str();
    if (parser.parseEqual())
      return failure();
    if (entry == "offset")
      return parseDim(parser, offset) ? FailureOr<bool>() : true;
    if (entry == "size")
      return parseUInt(parser, size) ? FailureOr<bool>() : true;
    if (entry == "slots")
      return parseUInt(parser, slotCount) ? FailureOr<bool>() : true;
    if (entry == "slot")
      return parseDim(parser, slotIndex) ? FailureOr<bool>() : true;
    return false;
  };
  if (parser.parseLess() || parser.parseString(&base) ||
      parseEntries(parser, parseEntry))
    return {};
  MLIRContext *context = parser.getContext();
  return parser.getChecked<MemRefAttr>(loc, context,
                                       StringAttr::get(context, base), offset,
                                       size, pinned, slotCount, slotIndex);
}

void MemRefAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printer.printString(getBase().getValue());
  printer << ", offset = ";
  printDim(printer, getOffset());
  printer << ", size = " << getSize();
  if (getPinned())
    printer << ", pinned";
  if (getSlotCount() != 1)
    printer << ", slots = " << getSlotCount();
  if (getSlotIndex()) {
    printer << ", slot = ";
    printDim(printer, getSlotIndex());
  }
  printer << '>';
}

LogicalResult MemRefAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 StringAttr base, Attribute offset, uint64_t,
                                 bool, uint64_t, Attribute slotIndex) {
  if (!base || base.empty())
    return emitError() << "the name of storage must not be empty";
  if (failed(verifyDims(emitError, "offset", offset)))
    return failure();
  return slotIndex ? verifyDims(emitError, "slot", slotIndex) : success();
}

//===----------------------------------------------------------------------===//
// #pld.window
//===----------------------------------------------------------------------===//

Attribute WindowAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  std::string name, base;
  Attribute size;
  bool load = false, store = false;
  auto parseEntry = [&](StringRef key) -> FailureOr<bool> {
    if (key == "load_from_host")
      return load = true;
    if (key == "store_to_host")
      return store = true;
    return false;
  };
  if (parser.parseLess() || parser.parseString(&name) || parser.parseComma() ||
      parser.parseKeyword("base") || parser.parseEqual() ||
      parser.parseString(&base) || parser.parseComma() ||
      parser.parseKeyword("size") || parser.parseEqual() ||
      parseDim(parser, size) || parseEntries(parser, parseEntry))
    return {};
  MLIRContext *context = parser.getContext();
  return parser.getChecked<WindowAttr>(
      loc, context, StringAttr::get(context, name),
      StringAttr::get(context, base), size, load, store);
}

void WindowAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printer.printString(getName().getValue());
  printer << ", base = ";
  printer.printString(getBase().getValue());
  printer << ", size = ";
  printDim(printer, getSize());
  if (getLoadFromHost())
    printer << ", load_from_host";
  if (getStoreToHost())
    printer << ", store_to_host";
  printer << '>';
}

LogicalResult WindowAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 StringAttr name, StringAttr base,
                                 Attribute size, bool, bool) {
  if (!name || name.empty() || !base || base.empty())
    return emitError() << "the names of a window buffer and its base must not "
                          "be empty";
  return verifyDims(emitError, "size", size);
}

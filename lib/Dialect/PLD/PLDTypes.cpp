//===- PLDTypes.cpp - Types of the pld dialect ------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Text forms of the shaped types, and what can be asked of a type.
//
//===----------------------------------------------------------------------===//

#include "pld/Dialect/PLD/PLDTypes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "pld/Dialect/PLD/PLDDialect.h"
#include "pld/Dialect/PLD/ShapeSymbols.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace pld;

#define GET_TYPEDEF_CLASSES
#include "pld/Dialect/PLD/PLDTypes.cpp.inc"

void PLDDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "pld/Dialect/PLD/PLDTypes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

namespace {

/// What tensors and distributed tensors share.
struct TensorParts {
  SmallVector<Attribute> shape, stride, valid;
  Type elementType;
  Layout layout = Layout::ND;
  Pad pad = Pad::Null;
  MemRefAttr memref;
  WindowAttr window;
};

ParseResult parseTensor(AsmParser &parser, TensorParts &parts,
                        bool distributed) {
  if (parser.parseLess() || parseDims(parser, parts.shape) ||
      parser.parseComma() || parser.parseType(parts.elementType))
    return failure();
  SmallVector<std::string, 4> seen;
  while (succeeded(parser.parseOptionalComma())) {
    SMLoc loc = parser.getCurrentLocation();
    StringRef word;
    if (parser.parseKeyword(&word))
      return failure();
    std::string key = word.str();
    if (llvm::is_contained(seen, key))
      return parser.emitError(loc) << "'" << key << "' is given twice";
    seen.push_back(key);
    if (parser.parseEqual())
      return failure();
    if (key == "layout") {
      FailureOr<Layout> layout = FieldParser<Layout>::parse(parser);
      if (failed(layout))
        return failure();
      parts.layout = *layout;
    } else if (key == "pad") {
      FailureOr<Pad> pad = FieldParser<Pad>::parse(parser);
      if (failed(pad))
        return failure();
      parts.pad = *pad;
    } else if (key == "stride") {
      if (parseDims(parser, parts.stride))
        return failure();
    } else if (key == "valid") {
      if (parseDims(parser, parts.valid))
        return failure();
    } else if (key == "memref") {
      if (parser.parseCustomAttributeWithFallback(parts.memref))
        return failure();
    } else if (key == "window" && distributed) {
      if (parser.parseCustomAttributeWithFallback(parts.window))
        return failure();
    } else {
      return parser.emitError(loc)
             << "unknown entry '" << key << "' of a tensor";
    }
  }
  return parser.parseGreater();
}

template <typename TensorT>
void printTensor(AsmPrinter &printer, TensorT type) {
  printer << '<';
  printDims(printer, type.getShape());
  printer << ", " << type.getElementType();
  if (type.getLayout() != Layout::ND)
    printer << ", layout = " << stringifyLayout(type.getLayout());
  if (!type.getStride().empty()) {
    printer << ", stride = ";
    printDims(printer, type.getStride());
  }
  if (!type.getValid().empty()) {
    printer << ", valid = ";
    printDims(printer, type.getValid());
  }
  if (type.getPad() != Pad::Null)
    printer << ", pad = " << stringifyPad(type.getPad());
  if (type.getMemref()) {
    printer << ", memref = ";
    type.getMemref().print(printer);
  }
}

LogicalResult verifyElementType(function_ref<InFlightDiagnostic()> emitError,
                                Type type) {
  if (!isa_and_nonnull<IntegerType, IndexType, FloatType, HF4Type, HF8Type,
                       TaskIdType>(type))
    return emitError() << "'" << formatType(type) << "' is not an element type";
  return success();
}

LogicalResult verifyTensor(function_ref<InFlightDiagnostic()> emitError,
                           ArrayRef<Attribute> shape, Type elementType,
                           ArrayRef<Attribute> stride,
                           ArrayRef<Attribute> valid) {
  if (failed(verifyDims(emitError, "shape", shape)) ||
      failed(verifyDims(emitError, "stride", stride)) ||
      failed(verifyDims(emitError, "valid shape", valid)))
    return failure();
  return verifyElementType(emitError, elementType);
}

} // namespace

Type GlobalTensorType::parse(AsmParser &parser) {
  TensorParts parts;
  SMLoc loc = parser.getCurrentLocation();
  if (parseTensor(parser, parts, /*distributed=*/false))
    return {};
  return parser.getChecked<GlobalTensorType>(
      loc, parser.getContext(), parts.shape, parts.elementType, parts.layout,
      parts.stride, parts.valid, parts.pad, parts.memref);
}

void GlobalTensorType::print(AsmPrinter &printer) const {
  printTensor(printer, *this);
  printer << '>';
}

LogicalResult
GlobalTensorType::verify(function_ref<InFlightDiagnostic()> emitError,
                         ArrayRef<Attribute> shape, Type elementType, Layout,
                         ArrayRef<Attribute> stride, ArrayRef<Attribute> valid,
                         Pad, MemRefAttr) {
  return verifyTensor(emitError, shape, elementType, stride, valid);
}

Type DistTensorType::parse(AsmParser &parser) {
  TensorParts parts;
  SMLoc loc = parser.getCurrentLocation();
  if (parseTensor(parser, parts, /*distributed=*/true))
    return {};
  return parser.getChecked<DistTensorType>(
      loc, parser.getContext(), parts.shape, parts.elementType, parts.layout,
      parts.stride, parts.valid, parts.pad, parts.memref, parts.window);
}

void DistTensorType::print(AsmPrinter &printer) const {
  printTensor(printer, *this);
  if (getWindow()) {
    printer << ", window = ";
    getWindow().print(printer);
  }
  printer << '>';
}

LogicalResult
DistTensorType::verify(function_ref<InFlightDiagnostic()> emitError,
                       ArrayRef<Attribute> shape, Type elementType, Layout,
                       ArrayRef<Attribute> stride, ArrayRef<Attribute> valid,
                       Pad, MemRefAttr, WindowAttr) {
  return verifyTensor(emitError, shape, elementType, stride, valid);
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

Type TileType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<Attribute> shape;
  Type elementType;
  std::optional<MemorySpace> space;
  TileViewAttr view;
  MemRefAttr memref;
  if (parser.parseLess() || parseDims(parser, shape) || parser.parseComma() ||
      parser.parseType(elementType))
    return {};
  SmallVector<std::string, 4> seen;
  while (succeeded(parser.parseOptionalComma())) {
    SMLoc keyLoc = parser.getCurrentLocation();
    StringRef word;
    if (parser.parseKeyword(&word))
      return {};
    std::string key = word.str();
    if (llvm::is_contained(seen, key)) {
      parser.emitError(keyLoc) << "'" << key << "' is given twice";
      return {};
    }
    seen.push_back(key);
    if (parser.parseEqual())
      return {};
    if (key == "space") {
      FailureOr<MemorySpace> value = FieldParser<MemorySpace>::parse(parser);
      if (failed(value))
        return {};
      space = *value;
    } else if (key == "view") {
      if (parser.parseCustomAttributeWithFallback(view))
        return {};
    } else if (key == "memref") {
      if (parser.parseCustomAttributeWithFallback(memref))
        return {};
    } else {
      parser.emitError(keyLoc) << "unknown entry '" << key << "' of a tile";
      return {};
    }
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<TileType>(loc, parser.getContext(), shape,
                                     elementType, space, view, memref);
}

void TileType::print(AsmPrinter &printer) const {
  printer << '<';
  printDims(printer, getShape());
  printer << ", " << getElementType();
  if (getSpace())
    printer << ", space = " << stringifyMemorySpace(*getSpace());
  if (getView()) {
    printer << ", view = ";
    getView().print(printer);
  }
  if (getMemref()) {
    printer << ", memref = ";
    getMemref().print(printer);
  }
  printer << '>';
}

LogicalResult TileType::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<Attribute> shape, Type elementType,
                               std::optional<MemorySpace>, TileViewAttr,
                               MemRefAttr) {
  return verifyTensor(emitError, shape, elementType, {}, {});
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

Type ArrayType::parse(AsmParser &parser) {
  Attribute extent;
  Type elementType;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parseDim(parser, extent) ||
      parser.parseXInDimensionList() || parser.parseType(elementType) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<ArrayType>(loc, parser.getContext(), extent,
                                      elementType);
}

void ArrayType::print(AsmPrinter &printer) const {
  printer << '<';
  printDim(printer, getExtent());
  printer << " x " << getElementType() << '>';
}

LogicalResult ArrayType::verify(function_ref<InFlightDiagnostic()> emitError,
                                Attribute extent, Type elementType) {
  if (failed(verifyDims(emitError, "extent", extent)))
    return failure();
  return verifyElementType(emitError, elementType);
}

//===----------------------------------------------------------------------===//
// Classes of types
//===----------------------------------------------------------------------===//

TypeClass pld::classifyType(Type type) {
  return llvm::TypeSwitch<Type, TypeClass>(type)
      .Case<GlobalTensorType>([](auto) { return TypeClass::Tensor; })
      .Case<DistTensorType>([](auto) { return TypeClass::DistTensor; })
      .Case<TileType>([](auto) { return TypeClass::Tile; })
      .Case<ArrayType>([](auto) { return TypeClass::Array; })
      .Case<mlir::TupleType>([](auto) { return TypeClass::Tuple; })
      .Case<IntegerType, IndexType, FloatType, HF4Type, HF8Type>(
          [](auto) { return TypeClass::Scalar; })
      .Default([](auto) { return TypeClass::Other; });
}

/// Integers are one kind of scalar, floating point numbers another.
static bool isFloatKind(Type type) {
  return isa<FloatType, HF4Type, HF8Type>(type);
}

/// Without what tuples hold.
static bool haveSameOuterClass(Type a, Type b) {
  TypeClass kind = classifyType(a);
  if (kind != classifyType(b))
    return false;
  switch (kind) {
  case TypeClass::Scalar:
    return isFloatKind(a) == isFloatKind(b);
  case TypeClass::Tensor:
  case TypeClass::DistTensor:
  case TypeClass::Tile:
    return getShapeOf(a).size() == getShapeOf(b).size() &&
           getElementTypeOf(a) == getElementTypeOf(b);
  case TypeClass::Array:
    return getElementTypeOf(a) == getElementTypeOf(b);
  case TypeClass::Tuple:
    return cast<mlir::TupleType>(a).size() == cast<mlir::TupleType>(b).size();
  case TypeClass::Other:
    return a == b;
  }
  llvm_unreachable("every class is handled");
}

bool pld::haveSameClass(Type a, Type b) {
  // Each pair once: what tuples hold may be shared.
  llvm::SmallDenseSet<std::pair<Type, Type>, 4> seen;
  SmallVector<std::pair<Type, Type>> worklist{{a, b}};
  while (!worklist.empty()) {
    std::tie(a, b) = worklist.pop_back_val();
    if (a == b)
      continue;
    if (!haveSameOuterClass(a, b))
      return false;
    auto tuple = dyn_cast<mlir::TupleType>(a);
    if (tuple && seen.insert({a, b}).second)
      for (auto [inA, inB] : llvm::zip_equal(
               tuple.getTypes(), cast<mlir::TupleType>(b).getTypes()))
        worklist.emplace_back(inA, inB);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Counts the parts of `element` as they are written, shared ones at every use,
/// down from `left`. False if there are more. Expressions, which print little
/// of themselves, are one part.
template <typename T> static bool takeParts(T element, unsigned &left) {
  if (left == 0)
    return false;
  --left;
  if constexpr (std::is_same_v<T, Attribute>)
    if (isa<ExprAttr>(element))
      return true;
  bool fits = true;
  auto take = [&](auto part) {
    fits = fits && (!part || takeParts(part, left));
  };
  element.walkImmediateSubElements([&](Attribute part) { take(part); },
                                   [&](Type part) { take(part); });
  return fits;
}

bool pld::isLargeType(Type type) {
  unsigned numInlineParts = 256;
  return !takeParts(type, numInlineParts);
}

bool pld::isLargeAttr(Attribute attr) {
  unsigned numInlineParts = 4096;
  return !takeParts(attr, numInlineParts);
}

template <typename T>
static std::string format(T element, StringRef className) {
  constexpr size_t maxLength = 1000;
  if (unsigned left = 4096; !takeParts(element, left))
    return (className + "<...>").str();
  std::string text;
  llvm::raw_string_ostream(text) << element;
  if (text.size() > maxLength) {
    text.resize(maxLength);
    text += "...";
  }
  return text;
}

std::string pld::formatType(Type type) {
  return format(type, type.getAbstractType().getName());
}

std::string pld::formatAttr(Attribute attr) {
  return format(attr, attr.getAbstractAttribute().getName());
}

bool pld::mayShareStorage(Type a, Type b) {
  auto isTensor = [](Type type) {
    return isa<GlobalTensorType, DistTensorType>(type);
  };
  return ((isTensor(a) && isTensor(b)) ||
          (isa<TileType>(a) && isa<TileType>(b))) &&
         getElementTypeOf(a) == getElementTypeOf(b);
}

ArrayRef<Attribute> pld::getShapeOf(Type type) {
  return llvm::TypeSwitch<Type, ArrayRef<Attribute>>(type)
      .Case<GlobalTensorType, DistTensorType, TileType>(
          [](auto shaped) { return shaped.getShape(); })
      .Default([](auto) { return ArrayRef<Attribute>(); });
}

Type pld::getElementTypeOf(Type type) {
  return llvm::TypeSwitch<Type, Type>(type)
      .Case<GlobalTensorType, DistTensorType, TileType, ArrayType>(
          [](auto shaped) { return shaped.getElementType(); })
      .Default([](auto) { return Type(); });
}

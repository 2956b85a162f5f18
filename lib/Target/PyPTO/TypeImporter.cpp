//===- TypeImporter.cpp - Types and shapes -------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types, shape expressions, storage, source locations.
//
//===----------------------------------------------------------------------===//

#include "TypeImporter.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "pld/Dialect/PLD/ShapeSymbols.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace pld;
using namespace pld::pypto;

/// Expressions and types nest at most this deep, also through references.
static constexpr unsigned kMaxNesting = 500;

std::string pld::pypto::toDialectSpelling(StringRef name) {
  std::string spelling;
  for (size_t i = 0; i < name.size(); ++i) {
    // A capital after a small letter starts a word.
    if (i > 0 && llvm::isUpper(name[i]) && llvm::isLower(name[i - 1]))
      spelling += '_';
    spelling += llvm::toLower(name[i]);
  }
  return spelling;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

FailureOr<Type> TypeImporter::importDataType(Tape::Index code) {
  Builder b(context);
  if (tape.kind(code) == Tape::Kind::Int ||
      tape.kind(code) == Tape::Kind::UInt) {
    switch (tape.getUInt(code)) {
    case 0x00:
      return Type(b.getI1Type());
    case 0x10:
      return Type(b.getIntegerType(4));
    case 0x11:
      return Type(b.getI8Type());
    case 0x12:
      return Type(b.getI16Type());
    case 0x13:
      return Type(b.getI32Type());
    case 0x14:
      return Type(b.getI64Type());
    case 0x15:
      return Type(b.getIndexType());
    case 0x20:
      return Type(b.getIntegerType(4, /*isSigned=*/false));
    case 0x21:
      return Type(b.getIntegerType(8, /*isSigned=*/false));
    case 0x22:
      return Type(b.getIntegerType(16, /*isSigned=*/false));
    case 0x23:
      return Type(b.getIntegerType(32, /*isSigned=*/false));
    case 0x24:
      return Type(b.getIntegerType(64, /*isSigned=*/false));
    case 0x30:
      return Type(Float4E2M1FNType::get(context));
    case 0x31:
      return Type(Float8E4M3FNType::get(context));
    case 0x32:
      return Type(Float8E5M2Type::get(context));
    case 0x33:
      return Type(b.getF16Type());
    case 0x34:
      return Type(b.getF32Type());
    case 0x35:
      return Type(b.getF64Type());
    case 0x36:
      return Type(Float8E8M0FNUType::get(context));
    case 0x40:
      return Type(b.getBF16Type());
    case 0x41:
      return Type(HF4Type::get(context));
    case 0x42:
      return Type(HF8Type::get(context));
    case 0x50:
      return Type(TaskIdType::get(context));
    default:
      break;
    }
    return table.error(code)
           << "there is no element type of code " << tape.getUInt(code);
  }
  return table.error(code) << "the code of an element type must be an integer";
}

FailureOr<Type> TypeImporter::importType(Tape::Index map) {
  llvm::CachedHashStringRef key(tape.getBytes(map));
  if (Type known = types.lookup(key))
    return known;
  if (depth >= kMaxNesting)
    return table.error(map)
           << "types are nested more than " << kMaxNesting << " deep";
  ++depth;
  FailureOr<Type> type = importUncached(map);
  --depth;
  if (succeeded(type))
    types.try_emplace(key, *type);
  return type;
}

FailureOr<Type> TypeImporter::importTypeOf(NodeId node) {
  if (Type known = nodeTypes[node])
    return known;
  // The type is looked up alone, so that other fields are not checked twice.
  Tape::Index map = table.fields(node);
  Tape::Index key = tape.first(map);
  for (uint32_t entry = 0, e = tape.count(map); entry < e; ++entry) {
    if (tape.kind(key) != Tape::Kind::String)
      break;
    if (tape.getString(key) == "type") {
      FailureOr<Type> type = importType(key + 1);
      if (succeeded(type))
        nodeTypes[node] = *type;
      return type;
    }
    key = tape.next(key + 1);
  }
  return table.errorAt(node) << "has no type";
}

FailureOr<Type> TypeImporter::importUncached(Tape::Index map) {
  Fields fields(table, map, "a type");
  StringRef kind = fields.getString("type_kind");
  if (fields.hasFailed())
    return failure();
  Type type;
  if (kind == "ScalarType") {
    Tape::Index code = fields.get("dtype");
    FailureOr<Type> element = code ? importDataType(code) : FailureOr<Type>();
    if (failed(element))
      return failure();
    type = *element;
  } else if (kind == "TensorType" || kind == "DistributedTensorType" ||
             kind == "TileType" || kind == "ArrayType") {
    FailureOr<Type> shaped = importShaped(fields, kind, map);
    if (failed(shaped))
      return failure();
    type = *shaped;
  } else if (kind == "TupleType") {
    Tape::Index list = fields.getArray("types");
    if (!list)
      return failure();
    SmallVector<Type> elements;
    Tape::Index element = tape.first(list);
    for (uint32_t i = 0, e = tape.count(list); i < e; ++i) {
      FailureOr<Type> converted = importType(element);
      if (failed(converted))
        return failure();
      elements.push_back(*converted);
      element = tape.next(element);
    }
    type = mlir::TupleType::get(context, elements);
  } else {
    type =
        llvm::StringSwitch<Type>(kind)
            .Cases({"Ptr", "PtrType"}, PtrType::get(context))
            .Case("MemRefType", MemRefValueType::get(context))
            .Case("UnknownType", UnknownType::get(context))
            .Case("WindowBufferType", WindowBufferType::get(context))
            .Case("CommCtxType", CommCtxType::get(context))
            .Case("PrefetchAsyncContextType", PrefetchContextType::get(context))
            .Case("AsyncEventType", AsyncEventType::get(context))
            .Case("AsyncSessionType", AsyncSessionType::get(context))
            .Default(Type());
    if (!type)
      return table.error(map) << "'" << kind << "' is not a kind of type";
  }
  if (failed(fields.finish()))
    return failure();
  return type;
}

LogicalResult TypeImporter::importDims(Tape::Index array,
                                       SmallVectorImpl<Attribute> &dims) {
  Tape::Index element = tape.first(array);
  for (uint32_t i = 0, e = tape.count(array); i < e; ++i) {
    FailureOr<NodeId> node = table.resolve(element);
    if (failed(node))
      return failure();
    FailureOr<Attribute> dim = importDim(*node);
    if (failed(dim))
      return failure();
    dims.push_back(*dim);
    element = tape.next(element);
  }
  return success();
}

FailureOr<Type> TypeImporter::importShaped(Fields &fields, StringRef kind,
                                           Tape::Index map) {
  Tape::Index code = fields.get("dtype");
  Tape::Index shapeList = fields.getArray("shape");
  if (!code || !shapeList)
    return failure();
  FailureOr<Type> element = importDataType(code);
  SmallVector<Attribute> shape;
  if (failed(element) || failed(importDims(shapeList, shape)))
    return failure();

  if (kind == "ArrayType") {
    if (shape.size() != 1)
      return table.error(map)
             << "an array must have one dimension, not " << shape.size();
    return Type(ArrayType::get(context, shape.front(), *element));
  }

  MemRefAttr memref;
  if (Tape::Index storage = fields.getOptional("memref")) {
    FailureOr<MemRefAttr> converted = importMemRef(storage);
    if (failed(converted))
      return failure();
    memref = *converted;
  }

  if (kind == "TileType") {
    std::optional<MemorySpace> space;
    if (fields.getOptional("memory_space"))
      space = static_cast<MemorySpace>(
          fields.getEnum("memory_space", getMaxEnumValForMemorySpace() + 1));
    TileViewAttr view;
    if (Tape::Index viewMap = fields.getOptional("tile_view")) {
      FailureOr<TileViewAttr> converted = importTileView(viewMap);
      if (failed(converted))
        return failure();
      view = *converted;
    }
    return Type(TileType::get(context, shape, *element, space, view, memref));
  }

  Layout layout = Layout::ND;
  Pad pad = Pad::Null;
  SmallVector<Attribute> stride, valid;
  if (Tape::Index viewMap = fields.getOptional("tensor_view")) {
    Fields view(table, viewMap, "a tensor view");
    Tape::Index layoutName = view.get("layout");
    Tape::Index padName = view.getOptional("pad");
    Tape::Index strideList = view.getArray("stride");
    Tape::Index validList = view.getOptional("valid_shape");
    if (failed(view.finish()))
      return failure();
    FailureOr<Layout> layoutValue =
        parseName<Layout>(layoutName, symbolizeLayout);
    FailureOr<Pad> padValue =
        padName ? parseName<Pad>(padName, symbolizePad) : FailureOr<Pad>(pad);
    if (failed(layoutValue) || failed(padValue) ||
        failed(importDims(strideList, stride)))
      return failure();
    if (validList && (tape.kind(validList) != Tape::Kind::Array ||
                      failed(importDims(validList, valid))))
      return table.error(viewMap)
             << "the valid shape must be an array of nodes";
    layout = *layoutValue;
    pad = *padValue;
  }
  if (kind == "TensorType")
    return Type(GlobalTensorType::get(context, shape, *element, layout, stride,
                                      valid, pad, memref));
  WindowAttr window;
  if (Tape::Index buffer = fields.getOptional("window_buffer")) {
    FailureOr<NodeId> node = table.resolve(buffer);
    FailureOr<Attribute> converted =
        succeeded(node) ? importWindow(*node) : FailureOr<Attribute>();
    if (failed(converted))
      return failure();
    window = cast<WindowAttr>(*converted);
  }
  return Type(DistTensorType::get(context, shape, *element, layout, stride,
                                  valid, pad, memref, window));
}

FailureOr<MemRefAttr> TypeImporter::importMemRef(Tape::Index map) {
  Fields fields(table, map, "a memref");
  fields.ignore("base"); // the name of the base node, which is not its identity
  NodeId base = fields.getNode("base_node");
  NodeId offset = fields.getNode("byte_offset");
  uint64_t size = fields.getUInt("size");
  bool pinned = fields.getOptional("is_pinned") && fields.getBool("is_pinned");
  uint64_t slots =
      fields.getOptional("slot_count") ? fields.getUInt("slot_count") : 1;
  NodeId slot = 0;
  bool hasSlot = fields.getOptional("slot_index");
  if (hasSlot)
    slot = fields.getNode("slot_index");
  if (failed(fields.finish()))
    return failure();
  FailureOr<SymAttr> baseSymbol = getSymbol(base);
  FailureOr<Attribute> offsetDim = importDim(offset);
  FailureOr<Attribute> slotDim = hasSlot ? importDim(slot) : Attribute();
  if (failed(baseSymbol) || failed(offsetDim) || failed(slotDim))
    return failure();
  return MemRefAttr::get(context, baseSymbol->getName(), *offsetDim, size,
                         pinned, slots, *slotDim);
}

FailureOr<TileViewAttr> TypeImporter::importTileView(Tape::Index map) {
  Fields fields(table, map, "a tile view");
  Tape::Index blayoutName = fields.get("blayout");
  Tape::Index slayoutName = fields.get("slayout");
  Tape::Index padName = fields.get("pad");
  int64_t fractal = fields.getInt("fractal");
  StringAttr compact;
  if (fields.getOptional("compact")) {
    StringRef name = fields.getString("compact");
    if (name != "null")
      compact = StringAttr::get(context, name);
  }
  bool hasStart = fields.getOptional("start_offset");
  NodeId start = hasStart ? fields.getNode("start_offset") : 0;
  Tape::Index strideList = fields.getArray("stride");
  Tape::Index validList = fields.getArray("valid_shape");
  if (failed(fields.finish()))
    return failure();
  FailureOr<TileLayout> blayout =
      parseName<TileLayout>(blayoutName, symbolizeTileLayout);
  FailureOr<TileLayout> slayout =
      parseName<TileLayout>(slayoutName, symbolizeTileLayout);
  FailureOr<Pad> pad = parseName<Pad>(padName, symbolizePad);
  FailureOr<Attribute> startDim = hasStart ? importDim(start) : Attribute();
  SmallVector<Attribute> stride, valid;
  if (failed(blayout) || failed(slayout) || failed(pad) || failed(startDim) ||
      failed(importDims(strideList, stride)) ||
      failed(importDims(validList, valid)))
    return failure();
  return TileViewAttr::get(context, *blayout, *slayout, fractal, *pad, compact,
                           *startDim, stride, valid);
}

//===----------------------------------------------------------------------===//
// Shape expressions
//===----------------------------------------------------------------------===//

FailureOr<SymAttr> TypeImporter::getSymbol(NodeId var) {
  if (SymAttr known = symbols.lookup(var))
    return known;
  NodeKind kind = table.kind(var);
  if (kind != NodeKind::Var && kind != NodeKind::IterArg &&
      kind != NodeKind::WindowBuffer)
    return table.errorAt(var) << "expected a variable here";
  Fields fields = table.read(var);
  StringRef hint = fields.getString("name_hint");
  fields.ignore("type"); // read with importTypeOf
  fields.ignore("span");
  if (kind == NodeKind::IterArg)
    fields.ignore("initValue");
  // The rest of a window buffer is read by importWindow.
  if (kind == NodeKind::WindowBuffer ? fields.hasFailed()
                                     : failed(fields.finish()))
    return failure();
  FailureOr<Type> type = importTypeOf(var);
  if (failed(type))
    return failure();
  if (kind != NodeKind::WindowBuffer && !type->isIntOrIndex() &&
      !isa<PtrType>(*type))
    return table.errorAt(var) << "'" << hint << "' of type " << *type
                              << " cannot be used in a type";
  // A variable has identity, not a name: the second `M` becomes `M_0`.
  std::string name = hint.empty() ? "_" : hint.str();
  auto [it, isNew] = symbolNames.try_emplace(name, 0);
  if (!isNew) {
    unsigned &suffix = it->second;
    std::string candidate;
    do
      candidate = name + "_" + llvm::utostr(suffix++);
    while (symbolNames.contains(candidate));
    symbolNames.try_emplace(candidate, 0);
    name = candidate;
  }
  SymAttr symbol = SymAttr::get(context, StringAttr::get(context, name), *type);
  symbols[var] = symbol;
  return symbol;
}

FailureOr<Attribute> TypeImporter::importDim(NodeId node) {
  auto [it, isNew] = dims.try_emplace(node);
  if (!isNew) {
    if (it->second)
      return it->second;
    return table.errorAt(node) << "the expression contains itself";
  }
  if (depth >= kMaxNesting)
    return table.errorAt(node)
           << "expressions are nested more than " << kMaxNesting << " deep";
  ++depth;
  FailureOr<Attribute> dim = importDimUncached(node);
  --depth;
  if (failed(dim))
    return failure();
  dims[node] = *dim;
  // Attributes are read recursively later on, so that the depth of the result
  // counts, not that of reading it.
  if (auto expr = dyn_cast<ExprAttr>(*dim);
      expr && expr.getDepth() > kMaxNesting)
    return table.errorAt(node)
           << "expressions are nested more than " << kMaxNesting << " deep";
  return dim;
}

FailureOr<Attribute> TypeImporter::importDimUncached(NodeId node) {
  NodeKind kind = table.kind(node);
  if (kind == NodeKind::Var || kind == NodeKind::IterArg) {
    FailureOr<SymAttr> symbol = getSymbol(node);
    if (failed(symbol))
      return failure();
    return Attribute(*symbol);
  }
  Fields fields = table.read(node);
  fields.ignore("span");
  Tape::Index typeMap = fields.get("type");
  if (fields.hasFailed())
    return failure();
  FailureOr<Type> type = importType(typeMap);
  if (failed(type))
    return failure();

  if (kind == NodeKind::ConstInt) {
    int64_t value = fields.getInt("value");
    if (failed(fields.finish()))
      return failure();
    if (!type->isIntOrIndex())
      return table.errorAt(node) << "an integer has the type " << *type;
    unsigned width = type->isIndex() ? 64 : type->getIntOrFloatBitWidth();
    APInt bits(64, value, /*isSigned=*/true);
    bool isUnsigned = type->isUnsignedInteger() || width == 1;
    if (isUnsigned ? !bits.isIntN(width) : !bits.isSignedIntN(width))
      return table.errorAt(node)
             << "the integer " << value << " does not fit " << *type;
    return Attribute(IntegerAttr::get(*type, bits.sextOrTrunc(width)));
  }

  SmallVector<NodeId, 2> operandNodes;
  StringAttr callee;
  ScalarKind scalarKind = ScalarKind::Call;
  if (kind >= NodeKind::Add && kind <= NodeKind::BitShiftRight) {
    operandNodes = {fields.getNode("left"), fields.getNode("right")};
  } else if (kind >= NodeKind::Abs && kind <= NodeKind::Cast) {
    operandNodes = {fields.getNode("operand")};
  } else if (kind == NodeKind::Call) {
    Tape::Index opMap = fields.get("op");
    Tape::Index args = fields.getArray("args");
    Tape::Index attrs = fields.getOptional("attrs");
    Tape::Index kwargs = fields.getOptional("kwargs");
    if (fields.hasFailed())
      return failure();
    for (Tape::Index list : {attrs, kwargs})
      if (list && tape.kind(list) != Tape::Kind::Array)
        return table.error(list) << "the attributes of a call must be an array";
    Fields op(table, opMap, "an operator");
    StringRef name = op.getString("name");
    bool isFunction = op.getBool("is_global_var");
    if (failed(op.finish()))
      return failure();
    if (isFunction || (attrs && tape.count(attrs)) ||
        (kwargs && tape.count(kwargs)))
      return table.errorAt(node)
             << "a type cannot hold the call of a function, or of an operator "
                "with keywords ('"
             << name << "')";
    if (!lookupIntrinsic(name))
      return table.errorAt(node)
             << "the operator '" << name << "' is not known";
    callee = StringAttr::get(context, name);
    Tape::Index arg = tape.first(args);
    for (uint32_t i = 0, e = tape.count(args); i < e; ++i) {
      FailureOr<NodeId> operand = table.resolve(arg);
      if (failed(operand))
        return failure();
      operandNodes.push_back(*operand);
      arg = tape.next(arg);
    }
  } else {
    return table.errorAt(node)
           << "a " << table.kindName(node) << " cannot be part of a type";
  }
  if (kind != NodeKind::Call)
    scalarKind =
        static_cast<ScalarKind>(unsigned(kind) - unsigned(NodeKind::Add));
  if (failed(fields.finish()))
    return failure();
  SmallVector<Attribute, 2> operands;
  for (NodeId operand : operandNodes) {
    FailureOr<Attribute> dim = importDim(operand);
    if (failed(dim))
      return failure();
    operands.push_back(*dim);
  }
  return Attribute(ExprAttr::get(context, scalarKind, callee, operands, *type));
}

FailureOr<Attribute> TypeImporter::importWindow(NodeId node) {
  if (table.kind(node) != NodeKind::WindowBuffer)
    return table.errorAt(node) << "expected a window buffer here";
  auto [it, isNew] = windows.try_emplace(node);
  if (!isNew) {
    if (it->second)
      return it->second;
    return table.errorAt(node) << "the window buffer contains itself";
  }
  Fields fields = table.read(node);
  fields.ignore("span");
  fields.ignore("type");
  fields.ignore("name_hint");
  NodeId base = fields.getNode("base");
  NodeId size = fields.getNode("size");
  bool load = fields.getBool("load_from_host");
  bool store = fields.getBool("store_to_host");
  if (failed(fields.finish()))
    return failure();
  FailureOr<SymAttr> name = getSymbol(node);
  FailureOr<SymAttr> baseSymbol = getSymbol(base);
  FailureOr<Attribute> sizeDim = importDim(size);
  if (failed(name) || failed(baseSymbol) || failed(sizeDim))
    return failure();
  Attribute window = WindowAttr::get(
      context, name->getName(), baseSymbol->getName(), *sizeDim, load, store);
  windows[node] = window;
  return window;
}

//===----------------------------------------------------------------------===//
// Sizes of types
//===----------------------------------------------------------------------===//

uint64_t TypeImporter::getDimTextSize(Attribute dim) {
  if (auto symbol = dyn_cast<SymAttr>(dim))
    return symbol.getName().size() + 2;
  auto expr = dyn_cast<ExprAttr>(dim);
  if (!expr)
    return 8;
  // A large expression is written once, and as an alias everywhere else. But
  // each function looks for the symbols in it, which visits each node once.
  if (isLargeExpr(expr))
    return std::min<uint64_t>(expr.getTreeSize(), dims.size());
  uint64_t size = expr.getCallee() ? expr.getCallee().size() + 4 : 8;
  for (Attribute operand : expr.getOperands())
    size += getDimTextSize(operand);
  return size;
}

uint64_t TypeImporter::getTextSizeUncached(Type type) {
  uint64_t size = 16;
  if (auto tuple = dyn_cast<mlir::TupleType>(type)) {
    for (Type element : tuple.getTypes())
      size = llvm::SaturatingAdd(size, getTextSize(element));
    return size;
  }
  auto addDims = [&](ArrayRef<Attribute> dims) {
    for (Attribute dim : dims)
      size += getDimTextSize(dim);
  };
  auto addMemRef = [&](MemRefAttr memref) {
    if (!memref)
      return;
    size += memref.getBase().size() + 32;
    addDims(memref.getOffset());
    if (Attribute slot = memref.getSlotIndex())
      addDims(slot);
  };
  addDims(getShapeOf(type));
  auto addTensor = [&](auto tensor) {
    addDims(tensor.getStride());
    addDims(tensor.getValid());
    addMemRef(tensor.getMemref());
  };
  if (auto tensor = dyn_cast<GlobalTensorType>(type)) {
    addTensor(tensor);
  } else if (auto tensor = dyn_cast<DistTensorType>(type)) {
    addTensor(tensor);
    if (WindowAttr window = tensor.getWindow()) {
      size += window.getName().size() + window.getBase().size() + 32;
      addDims(window.getSize());
    }
  } else if (auto tile = dyn_cast<TileType>(type)) {
    addMemRef(tile.getMemref());
    if (TileViewAttr view = tile.getView()) {
      size += 32 + (view.getCompact() ? view.getCompact().size() : 0);
      addDims(view.getStride());
      addDims(view.getValid());
      if (Attribute start = view.getStartOffset())
        addDims(start);
    }
  } else if (auto array = dyn_cast<ArrayType>(type)) {
    addDims(array.getExtent());
  }
  return size;
}

uint64_t TypeImporter::getTextSize(Type type) {
  if (uint64_t known = textSizes.lookup(type))
    return known;
  uint64_t size = getTextSizeUncached(type);
  textSizes[type] = size;
  return size;
}

//===----------------------------------------------------------------------===//
// Source locations
//===----------------------------------------------------------------------===//

FailureOr<Location> TypeImporter::importSpan(Tape::Index span) {
  Fields fields(table, span, "a span");
  int64_t beginLine = fields.getInt("begin_line");
  int64_t beginColumn = fields.getInt("begin_column");
  int64_t endLine = fields.getInt("end_line");
  int64_t endColumn = fields.getInt("end_column");
  StringRef file = fields.getString("filename");
  if (failed(fields.finish()))
    return failure();
  auto fits = [&](int64_t number) {
    // Less than 0 is unknown. Said once, since generated sources are like that
    // throughout.
    if (number > INT32_MAX && !std::exchange(hasWarnedOfSpan, true))
      table.warn(span) << "'" << file << "' has the line or column " << number
                       << ", which no location can hold: it is left out";
    return number >= 0 && number <= INT32_MAX;
  };
  if (beginLine < 0)
    return Location(UnknownLoc::get(context));
  StringAttr &name = fileNames[llvm::CachedHashStringRef(file)];
  if (!name)
    name = StringAttr::get(context, file.empty() ? "-" : file); // as MLIR does
  // The file is known still.
  if (!fits(beginLine))
    return Location(FileLineColLoc::get(name, 0, 0));
  unsigned column = fits(beginColumn) ? beginColumn : 0;
  if (!fits(endLine) || !fits(endColumn) ||
      (endLine == beginLine && endColumn == beginColumn))
    return Location(FileLineColLoc::get(name, beginLine, column));
  return Location(
      FileLineColRange::get(name, beginLine, column, endLine, endColumn));
}

//===- PLDBytecode.cpp - Attributes and types in bytecode -----------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the bytecode form of the dialect's attributes and types.
// Without it they would be written as text, each on its own, so that a shared
// sub-expression would be written at every use.
//
// An entry is its kind, then its parameters in the order of their definitions.
// The numbers of the kinds are part of the format: new kinds are appended, and
// what changes in an existing kind raises the version. Readers take nothing for
// granted: a file can have been damaged, or made to do harm.
//
//===----------------------------------------------------------------------===//

#include "mlir/Bytecode/BytecodeImplementation.h"
#include "pld/Dialect/PLD/PLDDialect.h"
#include "pld/Dialect/PLD/PLDTypes.h"
#include "pld/Dialect/PLD/ShapeSymbols.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace pld;

namespace {

/// The newest version of the format, which is the one that is written.
constexpr uint64_t kVersion = 1;

struct PLDVersion : DialectVersion {
  explicit PLDVersion(uint64_t number) : number(number) {}
  uint64_t number;
};

enum class AttrCode : uint64_t {
  Sym = 0,
  Expr = 1,
  TileView = 2,
  MemRef = 3,
  Window = 4,
  FunctionKind = 5,
  ArgDirection = 6,
  Level = 7,
  Role = 8,
  LoopKind = 9,
  Layout = 10,
  TileLayout = 11,
  Pad = 12,
  MemorySpace = 13,
  SplitMode = 14,
  ScalarKind = 15,
  KernelRegistration = 16,
};

enum class TypeCode : uint64_t {
  GlobalTensor = 0,
  DistTensor = 1,
  Tile = 2,
  Array = 3,
  TaskId = 4,
  Ptr = 5,
  CommCtx = 6,
  WindowBuffer = 7,
  MemRefValue = 8,
  PrefetchContext = 9,
  AsyncEvent = 10,
  AsyncSession = 11,
  Unknown = 12,
  HF4 = 13,
  HF8 = 14,
};

//===----------------------------------------------------------------------===//
// Reader
//===----------------------------------------------------------------------===//

/// Reads one entry. Where reading a nested entry fails, nothing is reported
/// here: either it was already, or the entry is not there yet and MLIR will ask
/// again.
class EntryReader {
public:
  explicit EntryReader(DialectBytecodeReader &reader) : reader(reader) {}

  Attribute readAttribute();
  Type readType();

private:
  Attribute readSym();
  Attribute readExpr();
  Attribute readTileView();
  Attribute readMemRef();
  Attribute readWindow();
  Attribute readKernelRegistration();
  Type readTensor(bool distributed);
  Type readTile();
  Type readArray();

  /// Lists must be given as ArrayRef, or else the overload is taken that needs
  /// the definition of the storage.
  template <typename T, typename... Args> T make(Args &&...args) {
    auto emitError = [this] { return reader.emitError(); };
    return T::getChecked(llvm::function_ref<InFlightDiagnostic()>(emitError),
                         reader.getContext(), std::forward<Args>(args)...);
  }

  /// Reads a value of an enumeration and checks that it exists.
  template <typename EnumT>
  LogicalResult readEnum(std::optional<EnumT> (*symbolize)(uint32_t),
                         EnumT &value) {
    uint64_t number;
    if (failed(reader.readVarInt(number)))
      return failure();
    std::optional<EnumT> known;
    if (number <= std::numeric_limits<uint32_t>::max())
      known = symbolize(static_cast<uint32_t>(number));
    if (!known)
      return reader.emitError() << "'pld' bytecode has the value " << number
                                << " of an enumeration that does not have it";
    value = *known;
    return success();
  }

  template <typename AttrT, typename EnumT>
  Attribute readEnumAttr(std::optional<EnumT> (*symbolize)(uint32_t)) {
    EnumT value;
    if (failed(readEnum(symbolize, value)))
      return {};
    return AttrT::get(reader.getContext(), value);
  }

  /// Does not believe the length: storage grows with what there is to be read.
  LogicalResult readDims(SmallVectorImpl<Attribute> &dims) {
    uint64_t size;
    if (failed(reader.readVarInt(size)))
      return failure();
    for (; size > 0; --size)
      if (failed(reader.readAttribute(dims.emplace_back())))
        return failure();
    return success();
  }

  DialectBytecodeReader &reader;
};

Attribute EntryReader::readSym() {
  StringAttr name;
  Type type;
  if (failed(reader.readAttribute(name)) || failed(reader.readType(type)))
    return {};
  return make<SymAttr>(name, type);
}

Attribute EntryReader::readExpr() {
  ScalarKind kind;
  StringAttr callee;
  SmallVector<Attribute> operands;
  Type type;
  if (failed(readEnum(symbolizeScalarKind, kind)) ||
      failed(reader.readOptionalAttribute(callee)) ||
      failed(readDims(operands)) || failed(reader.readType(type)))
    return {};
  return make<ExprAttr>(kind, callee, ArrayRef(operands), type);
}

Attribute EntryReader::readTileView() {
  TileLayout blayout, slayout;
  int64_t fractal;
  Pad pad;
  StringAttr compact;
  Attribute start;
  SmallVector<Attribute> stride, valid;
  if (failed(readEnum(symbolizeTileLayout, blayout)) ||
      failed(readEnum(symbolizeTileLayout, slayout)) ||
      failed(reader.readSignedVarInt(fractal)) ||
      failed(readEnum(symbolizePad, pad)) ||
      failed(reader.readOptionalAttribute(compact)) ||
      failed(reader.readOptionalAttribute(start)) || failed(readDims(stride)) ||
      failed(readDims(valid)))
    return {};
  return make<TileViewAttr>(blayout, slayout, fractal, pad, compact, start,
                            ArrayRef(stride), ArrayRef(valid));
}

Attribute EntryReader::readMemRef() {
  StringAttr base;
  Attribute offset, slotIndex;
  uint64_t size, slotCount;
  bool pinned;
  if (failed(reader.readAttribute(base)) ||
      failed(reader.readAttribute(offset)) || failed(reader.readVarInt(size)) ||
      failed(reader.readBool(pinned)) || failed(reader.readVarInt(slotCount)) ||
      failed(reader.readOptionalAttribute(slotIndex)))
    return {};
  return make<MemRefAttr>(base, offset, size, pinned, slotCount, slotIndex);
}

Attribute EntryReader::readWindow() {
  StringAttr name, base;
  Attribute size;
  bool load, store;
  if (failed(reader.readAttribute(name)) ||
      failed(reader.readAttribute(base)) ||
      failed(reader.readAttribute(size)) || failed(reader.readBool(load)) ||
      failed(reader.readBool(store)))
    return {};
  return make<WindowAttr>(name, base, size, load, store);
}

Attribute EntryReader::readKernelRegistration() {
  int64_t id;
  FlatSymbolRefAttr code;
  CoreType core;
  uint64_t size;
  if (failed(reader.readSignedVarInt(id)) ||
      failed(reader.readAttribute(code)) ||
      failed(readEnum(symbolizeCoreType, core)) ||
      failed(reader.readVarInt(size)))
    return {};
  SmallVector<ParamDirection> signature;
  for (; size > 0; --size)
    if (failed(readEnum(symbolizeParamDirection, signature.emplace_back())))
      return {};
  return make<KernelRegistrationAttr>(id, code, core, ArrayRef(signature));
}

Attribute EntryReader::readAttribute() {
  uint64_t code;
  if (failed(reader.readVarInt(code)))
    return {};
  switch (static_cast<AttrCode>(code)) {
  case AttrCode::Sym:
    return readSym();
  case AttrCode::Expr:
    return readExpr();
  case AttrCode::TileView:
    return readTileView();
  case AttrCode::MemRef:
    return readMemRef();
  case AttrCode::Window:
    return readWindow();
  case AttrCode::FunctionKind:
    return readEnumAttr<FunctionKindAttr>(symbolizeFunctionKind);
  case AttrCode::ArgDirection:
    return readEnumAttr<ArgDirectionAttr>(symbolizeArgDirection);
  case AttrCode::Level:
    return readEnumAttr<LevelAttr>(symbolizeLevel);
  case AttrCode::Role:
    return readEnumAttr<RoleAttr>(symbolizeRole);
  case AttrCode::LoopKind:
    return readEnumAttr<LoopKindAttr>(symbolizeLoopKind);
  case AttrCode::Layout:
    return readEnumAttr<LayoutAttr>(symbolizeLayout);
  case AttrCode::TileLayout:
    return readEnumAttr<TileLayoutAttr>(symbolizeTileLayout);
  case AttrCode::Pad:
    return readEnumAttr<PadAttr>(symbolizePad);
  case AttrCode::MemorySpace:
    return readEnumAttr<MemorySpaceAttr>(symbolizeMemorySpace);
  case AttrCode::SplitMode:
    return readEnumAttr<SplitModeAttr>(symbolizeSplitMode);
  case AttrCode::ScalarKind:
    return readEnumAttr<ScalarKindAttr>(symbolizeScalarKind);
  case AttrCode::KernelRegistration:
    return readKernelRegistration();
  }
  reader.emitError() << "'pld' bytecode has an attribute of unknown kind "
                     << code;
  return {};
}

Type EntryReader::readTensor(bool distributed) {
  SmallVector<Attribute> shape, stride, valid;
  Type elementType;
  Layout layout;
  Pad pad;
  MemRefAttr memref;
  WindowAttr window;
  if (failed(readDims(shape)) || failed(reader.readType(elementType)) ||
      failed(readEnum(symbolizeLayout, layout)) || failed(readDims(stride)) ||
      failed(readDims(valid)) || failed(readEnum(symbolizePad, pad)) ||
      failed(reader.readOptionalAttribute(memref)))
    return {};
  if (!distributed)
    return make<GlobalTensorType>(ArrayRef(shape), elementType, layout,
                                  ArrayRef(stride), ArrayRef(valid), pad,
                                  memref);
  if (failed(reader.readOptionalAttribute(window)))
    return {};
  return make<DistTensorType>(ArrayRef(shape), elementType, layout,
                              ArrayRef(stride), ArrayRef(valid), pad, memref,
                              window);
}

Type EntryReader::readTile() {
  SmallVector<Attribute> shape;
  Type elementType;
  bool hasSpace;
  std::optional<MemorySpace> space;
  TileViewAttr view;
  MemRefAttr memref;
  if (failed(readDims(shape)) || failed(reader.readType(elementType)) ||
      failed(reader.readBool(hasSpace)) ||
      (hasSpace && failed(readEnum(symbolizeMemorySpace, space.emplace()))) ||
      failed(reader.readOptionalAttribute(view)) ||
      failed(reader.readOptionalAttribute(memref)))
    return {};
  return make<TileType>(ArrayRef(shape), elementType, space, view, memref);
}

Type EntryReader::readArray() {
  Attribute extent;
  Type elementType;
  if (failed(reader.readAttribute(extent)) ||
      failed(reader.readType(elementType)))
    return {};
  return make<ArrayType>(extent, elementType);
}

Type EntryReader::readType() {
  MLIRContext *context = reader.getContext();
  uint64_t code;
  if (failed(reader.readVarInt(code)))
    return {};
  switch (static_cast<TypeCode>(code)) {
  case TypeCode::GlobalTensor:
    return readTensor(/*distributed=*/false);
  case TypeCode::DistTensor:
    return readTensor(/*distributed=*/true);
  case TypeCode::Tile:
    return readTile();
  case TypeCode::Array:
    return readArray();
  case TypeCode::TaskId:
    return TaskIdType::get(context);
  case TypeCode::Ptr:
    return PtrType::get(context);
  case TypeCode::CommCtx:
    return CommCtxType::get(context);
  case TypeCode::WindowBuffer:
    return WindowBufferType::get(context);
  case TypeCode::MemRefValue:
    return MemRefValueType::get(context);
  case TypeCode::PrefetchContext:
    return PrefetchContextType::get(context);
  case TypeCode::AsyncEvent:
    return AsyncEventType::get(context);
  case TypeCode::AsyncSession:
    return AsyncSessionType::get(context);
  case TypeCode::Unknown:
    return UnknownType::get(context);
  case TypeCode::HF4:
    return HF4Type::get(context);
  case TypeCode::HF8:
    return HF8Type::get(context);
  }
  reader.emitError() << "'pld' bytecode has a type of unknown kind " << code;
  return {};
}

//===----------------------------------------------------------------------===//
// Writer
//===----------------------------------------------------------------------===//

/// Writes one entry: what `EntryReader` reads.
class EntryWriter {
public:
  explicit EntryWriter(DialectBytecodeWriter &writer) : writer(writer) {}

  LogicalResult write(Attribute attr);
  LogicalResult write(Type type);

private:
  template <typename EnumT> void writeEnum(EnumT value) {
    writer.writeVarInt(static_cast<uint64_t>(value));
  }
  template <typename EnumAttrT>
  void writeEnumAttr(AttrCode code, EnumAttrT attr) {
    writeEnum(code);
    writeEnum(attr.getValue());
  }
  template <typename TensorT> void writeTensor(TypeCode code, TensorT type) {
    writeEnum(code);
    writer.writeAttributes(type.getShape());
    writer.writeType(type.getElementType());
    writeEnum(type.getLayout());
    writer.writeAttributes(type.getStride());
    writer.writeAttributes(type.getValid());
    writeEnum(type.getPad());
    writer.writeOptionalAttribute(type.getMemref());
  }

  DialectBytecodeWriter &writer;
};

LogicalResult EntryWriter::write(Attribute attr) {
  return llvm::TypeSwitch<Attribute, LogicalResult>(attr)
      .Case([&](SymAttr sym) {
        writeEnum(AttrCode::Sym);
        writer.writeAttribute(sym.getName());
        writer.writeType(sym.getType());
        return success();
      })
      .Case([&](ExprAttr expr) {
        writeEnum(AttrCode::Expr);
        writeEnum(expr.getKind());
        writer.writeOptionalAttribute(expr.getCallee());
        writer.writeAttributes(expr.getOperands());
        writer.writeType(expr.getType());
        return success();
      })
      .Case([&](TileViewAttr view) {
        writeEnum(AttrCode::TileView);
        writeEnum(view.getBlayout());
        writeEnum(view.getSlayout());
        writer.writeSignedVarInt(view.getFractal());
        writeEnum(view.getPad());
        writer.writeOptionalAttribute(view.getCompact());
        writer.writeOptionalAttribute(view.getStartOffset());
        writer.writeAttributes(view.getStride());
        writer.writeAttributes(view.getValid());
        return success();
      })
      .Case([&](MemRefAttr memref) {
        writeEnum(AttrCode::MemRef);
        writer.writeAttribute(memref.getBase());
        writer.writeAttribute(memref.getOffset());
        writer.writeVarInt(memref.getSize());
        writer.writeOwnedBool(memref.getPinned());
        writer.writeVarInt(memref.getSlotCount());
        writer.writeOptionalAttribute(memref.getSlotIndex());
        return success();
      })
      .Case([&](WindowAttr window) {
        writeEnum(AttrCode::Window);
        writer.writeAttribute(window.getName());
        writer.writeAttribute(window.getBase());
        writer.writeAttribute(window.getSize());
        writer.writeOwnedBool(window.getLoadFromHost());
        writer.writeOwnedBool(window.getStoreToHost());
        return success();
      })
      .Case([&](FunctionKindAttr value) {
        writeEnumAttr(AttrCode::FunctionKind, value);
        return success();
      })
      .Case([&](ArgDirectionAttr value) {
        writeEnumAttr(AttrCode::ArgDirection, value);
        return success();
      })
      .Case([&](LevelAttr value) {
        writeEnumAttr(AttrCode::Level, value);
        return success();
      })
      .Case([&](RoleAttr value) {
        writeEnumAttr(AttrCode::Role, value);
        return success();
      })
      .Case([&](LoopKindAttr value) {
        writeEnumAttr(AttrCode::LoopKind, value);
        return success();
      })
      .Case([&](LayoutAttr value) {
        writeEnumAttr(AttrCode::Layout, value);
        return success();
      })
      .Case([&](TileLayoutAttr value) {
        writeEnumAttr(AttrCode::TileLayout, value);
        return success();
      })
      .Case([&](PadAttr value) {
        writeEnumAttr(AttrCode::Pad, value);
        return success();
      })
      .Case([&](MemorySpaceAttr value) {
        writeEnumAttr(AttrCode::MemorySpace, value);
        return success();
      })
      .Case([&](SplitModeAttr value) {
        writeEnumAttr(AttrCode::SplitMode, value);
        return success();
      })
      .Case([&](ScalarKindAttr value) {
        writeEnumAttr(AttrCode::ScalarKind, value);
        return success();
      })
      .Case([&](KernelRegistrationAttr registration) {
        writeEnum(AttrCode::KernelRegistration);
        writer.writeSignedVarInt(registration.getFuncId());
        writer.writeAttribute(registration.getCodeName());
        writeEnum(registration.getCoreType());
        writer.writeVarInt(registration.getSignature().size());
        for (ParamDirection direction : registration.getSignature())
          writeEnum(direction);
        return success();
      })
      .Default([](Attribute) { return failure(); });
}

LogicalResult EntryWriter::write(Type type) {
  auto plain = [&](TypeCode code) {
    writeEnum(code);
    return success();
  };
  return llvm::TypeSwitch<Type, LogicalResult>(type)
      .Case([&](GlobalTensorType tensor) {
        writeTensor(TypeCode::GlobalTensor, tensor);
        return success();
      })
      .Case([&](DistTensorType tensor) {
        writeTensor(TypeCode::DistTensor, tensor);
        writer.writeOptionalAttribute(tensor.getWindow());
        return success();
      })
      .Case([&](TileType tile) {
        writeEnum(TypeCode::Tile);
        writer.writeAttributes(tile.getShape());
        writer.writeType(tile.getElementType());
        writer.writeOwnedBool(tile.getSpace().has_value());
        if (tile.getSpace())
          writeEnum(*tile.getSpace());
        writer.writeOptionalAttribute(tile.getView());
        writer.writeOptionalAttribute(tile.getMemref());
        return success();
      })
      .Case([&](ArrayType array) {
        writeEnum(TypeCode::Array);
        writer.writeAttribute(array.getExtent());
        writer.writeType(array.getElementType());
        return success();
      })
      .Case([&](TaskIdType) { return plain(TypeCode::TaskId); })
      .Case([&](PtrType) { return plain(TypeCode::Ptr); })
      .Case([&](CommCtxType) { return plain(TypeCode::CommCtx); })
      .Case([&](WindowBufferType) { return plain(TypeCode::WindowBuffer); })
      .Case([&](MemRefValueType) { return plain(TypeCode::MemRefValue); })
      .Case(
          [&](PrefetchContextType) { return plain(TypeCode::PrefetchContext); })
      .Case([&](AsyncEventType) { return plain(TypeCode::AsyncEvent); })
      .Case([&](AsyncSessionType) { return plain(TypeCode::AsyncSession); })
      .Case([&](UnknownType) { return plain(TypeCode::Unknown); })
      .Case([&](HF4Type) { return plain(TypeCode::HF4); })
      .Case([&](HF8Type) { return plain(TypeCode::HF8); })
      .Default([](Type) { return failure(); });
}

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

struct PLDBytecodeInterface : BytecodeDialectInterface {
  explicit PLDBytecodeInterface(Dialect *dialect)
      : BytecodeDialectInterface(dialect) {}

  Attribute readAttribute(DialectBytecodeReader &reader) const override {
    return EntryReader(reader).readAttribute();
  }
  Type readType(DialectBytecodeReader &reader) const override {
    return EntryReader(reader).readType();
  }
  LogicalResult writeAttribute(Attribute attr,
                               DialectBytecodeWriter &writer) const override {
    return EntryWriter(writer).write(attr);
  }
  LogicalResult writeType(Type type,
                          DialectBytecodeWriter &writer) const override {
    return EntryWriter(writer).write(type);
  }

  void writeVersion(DialectBytecodeWriter &writer) const override {
    writer.writeVarInt(kVersion);
  }
  std::unique_ptr<DialectVersion>
  readVersion(DialectBytecodeReader &reader) const override {
    uint64_t number;
    if (failed(reader.readVarInt(number)))
      return nullptr;
    if (number == 0 || number > kVersion) {
      reader.emitError() << "'pld' bytecode is of version " << number
                         << ", but only versions up to " << kVersion
                         << " can be read";
      return nullptr;
    }
    return std::make_unique<PLDVersion>(number);
  }
};

} // namespace

void PLDDialect::registerBytecode() { addInterfaces<PLDBytecodeInterface>(); }

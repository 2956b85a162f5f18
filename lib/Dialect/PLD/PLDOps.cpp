//===- PLDOps.cpp - Values, scopes, intrinsics --------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations on scalars and tuples, the ends of scopes, and pld.intrinsic.
//
//===----------------------------------------------------------------------===//

#include "pld/Dialect/PLD/PLDOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "pld/Dialect/PLD/IntrinsicTable.h"
#include "pld/Dialect/PLD/ShapeSymbols.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace pld;

InFlightDiagnostic pld::emitTypeError(Operation *op) {
  // A function is shown with its body.
  if (isa<FuncOp>(op) || llvm::any_of(op->getOperandTypes(), isLargeType) ||
      llvm::any_of(op->getResultTypes(), isLargeType))
    return emitError(op->getLoc()) << "'" << op->getName() << "' op ";
  return op->emitOpError();
}

//===----------------------------------------------------------------------===//
// Scalars and symbols
//===----------------------------------------------------------------------===//

LogicalResult ConstantOp::verify() {
  Type from = getValue().getType(), to = getType();
  if (from == to || (from.isF64() && !isa<IntegerType, IndexType>(to)))
    return success();
  return emitOpError() << "holds a value of type " << from << " as " << to;
}

/// Parses `"name" attr-dict : type`, where name and type are of the symbol.
template <typename OpT>
static ParseResult parseSymbolOf(OpAsmParser &parser, OperationState &result,
                                 Type &type) {
  std::string name;
  SMLoc nameLoc = parser.getCurrentLocation();
  if (parser.parseString(&name))
    return failure();
  SMLoc attrLoc = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseColonType(type))
    return failure();
  if (name.empty())
    return parser.emitError(nameLoc, "the name of a symbol must not be empty");
  if (result.attributes.get("symbol"))
    return parser.emitError(attrLoc,
                            "'symbol' cannot be given as an attribute");
  Builder &builder = parser.getBuilder();
  result.getOrAddProperties<typename OpT::Properties>().setSymbol(
      SymAttr::get(builder.getContext(), builder.getStringAttr(name), type));
  return success();
}

ParseResult SymbolValueOp::parse(OpAsmParser &parser, OperationState &result) {
  Type type;
  if (parseSymbolOf<SymbolValueOp>(parser, result, type))
    return failure();
  result.addTypes(type);
  return success();
}

void SymbolValueOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printString(getSymbol().getName().getValue());
  printer.printOptionalAttrDict((*this)->getAttrs(), {"symbol"});
  printer << " : " << getType();
}

LogicalResult SymbolValueOp::verify() {
  if (!getType().isIntOrIndex() || getSymbol().getType() != getType())
    return emitOpError() << "gives " << getType() << " for a symbol of type "
                         << getSymbol().getType();
  return success();
}

static bool isScalar(Type type) {
  return classifyType(type) == TypeClass::Scalar || isa<TaskIdType>(type);
}

LogicalResult ScalarOp::verify() {
  ScalarKind kind = getKind();
  if (kind == ScalarKind::Call)
    return emitOpError("a call is an operation of its own");
  unsigned arity = kind >= ScalarKind::Abs ? 1 : 2;
  if (getOperands().size() != arity)
    return emitOpError() << "'" << stringifyScalarKind(kind) << "' takes "
                         << arity << (arity == 1 ? " operand" : " operands")
                         << ", not " << getOperands().size();
  for (Type type : getOperation()->getOperandTypes())
    if (!isScalar(type))
      return emitTypeError(*this)
             << "has an operand of type '" << formatType(type)
             << "', which is not a scalar";
  if (!isScalar(getType()))
    return emitTypeError(*this) << "has the type '" << formatType(getType())
                                << "', which is not a scalar";
  return success();
}

/// The value of a constant integer operand, converted to `type`.
static std::optional<APInt> getConstantAs(Value operand, Type type) {
  IntegerAttr constant;
  if (auto op = operand.getDefiningOp<ConstantOp>())
    constant = dyn_cast<IntegerAttr>(op.getValue());
  else
    matchPattern(operand, m_Constant(&constant));
  if (!constant)
    return std::nullopt;
  unsigned width = type.isIndex() ? IndexType::kInternalStorageBitWidth
                                  : type.getIntOrFloatBitWidth();
  return operand.getType().isUnsignedInteger()
             ? constant.getValue().zextOrTrunc(width)
             : constant.getValue().sextOrTrunc(width);
}

/// Whether the operation is defined for all values of the operands that are no
/// constants. Operands are converted to the type of the result.
static bool isAlwaysDefined(ScalarOp op) {
  Type type = op.getType();
  ScalarKind kind = op.getKind();
  auto isInteger = [](Value value) { return value.getType().isIntOrIndex(); };
  bool isTruth = (kind >= ScalarKind::Eq && kind <= ScalarKind::Xor) ||
                 kind == ScalarKind::Not;
  if (!type.isIntOrIndex() || isTruth)
    return true;
  if (!llvm::all_of(op.getOperands(), isInteger))
    return false;
  switch (kind) {
  case ScalarKind::FloorDiv:
  case ScalarKind::FloorMod:
  case ScalarKind::Div: {
    // The least number divided by -1 does not fit.
    std::optional<APInt> divisor = getConstantAs(op.getOperands()[1], type);
    return divisor && !divisor->isZero() &&
           (type.isUnsignedInteger() || !divisor->isAllOnes());
  }
  case ScalarKind::Pow:
  case ScalarKind::Shl:
  case ScalarKind::Shr: {
    std::optional<APInt> right = getConstantAs(op.getOperands()[1], type);
    return right && right->ult(right->getBitWidth());
  }
  default:
    return true;
  }
}

Speculation::Speculatability ScalarOp::getSpeculatability() {
  return isAlwaysDefined(*this) ? Speculation::Speculatable
                                : Speculation::NotSpeculatable;
}

ParseResult BindSymbolOp::parse(OpAsmParser &parser, OperationState &result) {
  OpAsmParser::UnresolvedOperand value;
  Type type;
  return failure(parser.parseOperand(value) || parser.parseKeyword("as") ||
                 parseSymbolOf<BindSymbolOp>(parser, result, type) ||
                 parser.resolveOperand(value, type, result.operands));
}

void BindSymbolOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getValue() << " as ";
  printer.printString(getSymbol().getName().getValue());
  printer.printOptionalAttrDict((*this)->getAttrs(), {"symbol"});
  printer << " : " << getValue().getType();
}

LogicalResult BindSymbolOp::verify() {
  Type type = getValue().getType();
  if (!type.isIntOrIndex() && !isa<PtrType>(type))
    return emitTypeError(*this) << "binds a value of type '" << formatType(type)
                                << "', which is not an integer or pointer";
  if (getSymbol().getType() != type)
    return emitOpError() << "binds a symbol of type " << getSymbol().getType()
                         << " to a value of type " << type;
  return success();
}

LogicalResult RetypeOp::verify() {
  Type from = getSource().getType(), to = getType();
  if (!haveSameClass(from, to))
    return emitTypeError(*this)
           << "'" << formatType(from) << "' and '" << formatType(to)
           << "' cannot be types of one value: class, rank or kind "
              "of element differ";
  return success();
}

LogicalResult ReinterpretOp::verify() {
  Type from = getSource().getType(), to = getType();
  if (!mayShareStorage(from, to))
    return emitTypeError(*this) << "'" << formatType(from) << "' and '"
                                << formatType(to) << "' cannot share storage";
  return success();
}

//===----------------------------------------------------------------------===//
// Tuples
//===----------------------------------------------------------------------===//

static ParseResult parseTupleElements(OpAsmParser &parser, Type &tuple,
                                      SmallVectorImpl<Type> &elements) {
  mlir::TupleType type;
  if (parser.parseType(type))
    return failure();
  tuple = type;
  elements.assign(type.begin(), type.end());
  return success();
}

static void printTupleElements(OpAsmPrinter &printer, Operation *, Type tuple,
                               TypeRange) {
  printer << tuple;
}

LogicalResult MakeTupleOp::verify() {
  auto type = cast<mlir::TupleType>(getTuple().getType());
  if (!llvm::equal(type.getTypes(), getElements().getTypes()))
    return emitTypeError(*this)
           << "makes '" << formatType(type) << "' of elements of other types";
  return success();
}

LogicalResult TupleGetOp::verify() {
  auto type = cast<mlir::TupleType>(getTuple().getType());
  auto index = static_cast<int64_t>(getIndex());
  if (index < 0 || index >= static_cast<int64_t>(type.size()))
    return emitOpError() << "takes element #" << index << " of a tuple of "
                         << type.size();
  if (type.getType(index) != getElement().getType())
    return emitTypeError(*this)
           << "gives '" << formatType(getElement().getType())
           << "', but element #" << index << " is '"
           << formatType(type.getType(index)) << "'";
  return success();
}

//===----------------------------------------------------------------------===//
// Scopes
//===----------------------------------------------------------------------===//

/// No values are `()`: an early exit is not the last in its block, and the name
/// of a result that follows would be taken for a value.
static ParseResult
parseExitValues(OpAsmParser &parser,
                SmallVectorImpl<OpAsmParser::UnresolvedOperand> &values,
                SmallVectorImpl<Type> &types) {
  if (succeeded(parser.parseOptionalLParen()))
    return parser.parseRParen();
  if (failed(parser.parseOperandList(values)))
    return failure();
  return values.empty() ? success() : parser.parseColonTypeList(types);
}

static void printExitValues(OpAsmPrinter &printer, Operation *,
                            OperandRange values, TypeRange types) {
  if (values.empty())
    printer << "()";
  else
    printer << values << " : " << types;
}

static LogicalResult verifyScope(Operation *op) {
  Operation *yield = op->getRegion(0).front().getTerminator();
  if (llvm::equal(yield->getOperandTypes(), op->getResultTypes()))
    return success();
  return yield->emitOpError() << "must yield the types of the scope's results";
}

LogicalResult InCoreScopeOp::verifyRegions() { return verifyScope(*this); }
LogicalResult ClusterScopeOp::verifyRegions() { return verifyScope(*this); }
LogicalResult HierarchyScopeOp::verifyRegions() { return verifyScope(*this); }
LogicalResult SpmdScopeOp::verifyRegions() { return verifyScope(*this); }
LogicalResult SplitAivScopeOp::verifyRegions() { return verifyScope(*this); }
LogicalResult RuntimeScopeOp::verifyRegions() { return verifyScope(*this); }
LogicalResult CommDomainScopeOp::verifyRegions() { return verifyScope(*this); }
LogicalResult LoopScopeOp::verifyRegions() { return verifyScope(*this); }
LogicalResult IterationScopeOp::verifyRegions() { return verifyScope(*this); }

//===----------------------------------------------------------------------===//
// pld.intrinsic
//===----------------------------------------------------------------------===//

ParseResult IntrinsicOp::parse(OpAsmParser &parser, OperationState &result) {
  Properties &props = result.getOrAddProperties<Properties>();
  std::string name;
  SmallVector<OpAsmParser::UnresolvedOperand> arguments, device;
  Type deviceType = parser.getBuilder().getIndexType();
  SMLoc argLoc = parser.getCurrentLocation();
  if (parser.parseString(&name) ||
      parser.parseOperandList(arguments, OpAsmParser::Delimiter::Paren))
    return failure();
  props.setOpName(parser.getBuilder().getStringAttr(name));
  if (succeeded(parser.parseOptionalKeyword("device"))) {
    if (parser.parseLParen() || parser.parseOperand(device.emplace_back()) ||
        (succeeded(parser.parseOptionalColon()) &&
         parser.parseType(deviceType)) ||
        parser.parseRParen())
      return failure();
  }
  if (succeeded(parser.parseOptionalKeyword("unchecked")))
    props.setUnchecked(parser.getBuilder().getUnitAttr());
  NamedAttrList attrs;
  FunctionType type;
  Attribute keywords;
  SMLoc keywordLoc = parser.getCurrentLocation();
  OptionalParseResult hasKeywords = parser.parseOptionalAttribute(keywords);
  if (hasKeywords.has_value()) {
    if (failed(*hasKeywords))
      return failure();
    auto dictionary = dyn_cast<DictionaryAttr>(keywords);
    if (!dictionary)
      return parser.emitError(keywordLoc, "keywords must be a dictionary");
    props.setKeywords(dictionary);
  }
  if (parser.parseOptionalAttrDictWithKeyword(attrs) ||
      parser.parseColonType(type) ||
      parser.resolveOperands(arguments, type.getInputs(), argLoc,
                             result.operands) ||
      parser.resolveOperands(device, deviceType, result.operands))
    return failure();
  for (StringRef reserved :
       {"op_name", "keywords", "unchecked", "operandSegmentSizes"})
    if (attrs.get(reserved))
      return parser.emitError(argLoc)
             << "'" << reserved << "' cannot be given as an attribute";
  props.operandSegmentSizes = {static_cast<int32_t>(arguments.size()),
                               static_cast<int32_t>(device.size())};
  result.addAttributes(attrs);
  result.addTypes(type.getResults());
  return success();
}

void IntrinsicOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printString(getOpName());
  printer << '(' << getArguments() << ')';
  if (Value device = getDevice()) {
    printer << " device(" << device;
    if (!device.getType().isIndex())
      printer << " : " << device.getType();
    printer << ')';
  }
  if (getUnchecked())
    printer << " unchecked";
  if (DictionaryAttr keywords = getKeywordsAttr())
    printer << ' ' << keywords;
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(),
      {"op_name", "keywords", "unchecked", "operandSegmentSizes"});
  printer << " : ";
  printer.printFunctionalType(getArguments().getTypes(), getResultTypes());
}

bool pld::fitsKeyword(KeywordKind kind, Attribute value) {
  switch (kind) {
  case KeywordKind::Int: {
    auto integer = dyn_cast<IntegerAttr>(value);
    return integer && integer.getType().isSignlessInteger(64) &&
           integer.getValue().isSignedIntN(32);
  }
  case KeywordKind::Bool:
    return isa<BoolAttr>(value);
  case KeywordKind::String:
    return isa<StringAttr>(value);
  case KeywordKind::Double: {
    auto number = dyn_cast<FloatAttr>(value);
    return number && number.getType().isF64();
  }
  case KeywordKind::DataType:
    return isa<TypeAttr>(value);
  case KeywordKind::MemorySpace:
    return isa<MemorySpaceAttr>(value);
  case KeywordKind::TensorLayout:
    return isa<LayoutAttr>(value);
  case KeywordKind::TileLayout:
    return isa<TileLayoutAttr>(value);
  case KeywordKind::PadValue:
    return isa<PadAttr>(value);
  }
  llvm_unreachable("every kind is handled");
}

LogicalResult IntrinsicOp::verify() {
  if (getUnchecked())
    return success();
  StringRef name = getOpName();
  const IntrinsicInfo *info = lookupIntrinsic(name);
  if (!info) {
    InFlightDiagnostic diag = emitOpError()
                              << "'" << name << "' is not an operator of PyPTO";
    StringRef nearest = suggestIntrinsic(name);
    if (!nearest.empty())
      diag << "; did you mean '" << nearest << "'?";
    return diag;
  }
  // Operators with an operation of their own are what admission looks for;
  // they must not hide here.
  StringRef bare = name;
  bare.consume_front("pld.");
  if (RegisteredOperationName::lookup(("pld." + bare).str(), getContext()))
    return emitOpError() << "'" << name
                         << "' has an operation of its own, 'pld." << bare
                         << "'";
  if (!info->acceptsArity(getArguments().size()))
    return emitOpError() << "'" << name << "' takes " << info->describeArity()
                         << ", not " << getArguments().size();
  if (getNumResults() > 0 && !info->allowsResults() &&
      !llvm::all_of(getResultTypes(),
                    [](Type type) { return isa<UnknownType>(type); }))
    return emitOpError() << "'" << name << "' has an effect and no value";
  if (getNumResults() == 0 && !info->allowsNoResult())
    return emitOpError() << "'" << name << "' must have a result";
  if (DictionaryAttr keywords = getKeywordsAttr()) {
    for (NamedAttribute keyword : keywords) {
      const KeywordInfo *known = info->findKeyword(keyword.getName());
      if (!known)
        return emitOpError() << "'" << name << "' has no keyword '"
                             << keyword.getName().getValue() << "'";
      if (!fitsKeyword(known->kind, keyword.getValue()))
        return emitOpError() << "keyword '" << keyword.getName().getValue()
                             << "' of '" << name << "' is "
                             << keyword.getValue() << ", which is not of kind "
                             << stringifyKeywordKind(known->kind);
    }
  }
  return success();
}

/// Whether one of `types` names a symbol, or storage that has a name.
static bool mentionsSymbols(TypeRange types) {
  return llvm::any_of(types, [](Type type) {
    return type
        .walk([](Attribute attr) {
          return isa<SymAttr, MemRefAttr, WindowAttr>(attr)
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        })
        .wasInterrupted();
  });
}

#include "pld/Dialect/PLD/PLDInterfaces.cpp.inc"

#define GET_OP_CLASSES
#include "pld/Dialect/PLD/PLDOps.cpp.inc"

//===- PLDFuncOps.cpp - Functions ---------------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// pld.func.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionImplementation.h"
#include "pld/Dialect/PLD/PLDOps.h"
#include "pld/Dialect/PLD/ShapeSymbols.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace pld;

//===----------------------------------------------------------------------===//
// pld.func
//===----------------------------------------------------------------------===//

namespace {

/// One parameter as it is written: `%x: out type {attributes} loc(...)`, or
/// in a declaration without a name.
struct ParsedParam {
  OpAsmParser::Argument argument;
  ParamDirection direction = ParamDirection::In;
  bool named = false;
};

ParseResult parseParam(OpAsmParser &parser, ParsedParam &param) {
  OpAsmParser::Argument &argument = param.argument;
  OptionalParseResult name = parser.parseOptionalArgument(argument);
  if (name.has_value()) {
    if (failed(*name) || parser.parseColon())
      return failure();
    param.named = true;
  }
  StringRef direction;
  if (succeeded(
          parser.parseOptionalKeyword(&direction, {"out", "inout", "in"})))
    param.direction = *symbolizeParamDirection(direction);
  NamedAttrList attrs;
  if (parser.parseType(argument.type) || parser.parseOptionalAttrDict(attrs) ||
      parser.parseOptionalLocationSpecifier(argument.sourceLoc))
    return failure();
  argument.attrs = attrs.getDictionary(parser.getContext());
  return success();
}

/// The name of `%x`, if it is a name and not a number.
StringRef getWrittenName(const OpAsmParser::Argument &argument) {
  StringRef name = argument.ssaName.name.drop_front();
  return name.empty() || llvm::isDigit(name.front()) ? StringRef() : name;
}

/// True when `name` can be written after '%'.
bool isSSAName(StringRef name) {
  return !name.empty() &&
         (llvm::isAlpha(name.front()) ||
          StringRef("$._-").contains(name.front())) &&
         llvm::all_of(name, [](char c) {
           return llvm::isAlnum(c) || StringRef("$._-").contains(c);
         });
}

} // namespace

ParseResult FuncOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  MLIRContext *context = parser.getContext();
  Properties &props = result.getOrAddProperties<Properties>();

  StringRef visibility;
  if (succeeded(parser.parseOptionalKeyword(&visibility,
                                            {"public", "private", "nested"})))
    props.setSymVisibility(builder.getStringAttr(visibility));

  StringRef kindName;
  SMLoc kindLoc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalKeyword(&kindName)))
    return parser.emitError(kindLoc, "expected a kind of function");
  std::optional<FunctionKind> kind = symbolizeFunctionKind(kindName);
  if (!kind)
    return parser.emitError(kindLoc)
           << "'" << kindName << "' is not a kind of function";
  props.setKind(FunctionKindAttr::get(context, *kind));

  StringAttr name;
  if (parser.parseSymbolName(name))
    return failure();
  props.setSymName(name);

  SmallVector<ParsedParam> params;
  if (parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Paren, [&]() {
        return parseParam(parser, params.emplace_back());
      }))
    return failure();

  SmallVector<Type> resultTypes;
  SmallVector<DictionaryAttr> resultAttrs;
  if (succeeded(parser.parseOptionalArrow()) &&
      call_interface_impl::parseFunctionResultList(parser, resultTypes,
                                                   resultAttrs))
    return failure();

  NamedAttrList attrs;
  SMLoc attrLoc = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDictWithKeyword(attrs))
    return failure();

  SmallVector<Type> paramTypes;
  SmallVector<int8_t> directions;
  SmallVector<OpAsmParser::Argument> arguments;
  for (ParsedParam &param : params) {
    paramTypes.push_back(param.argument.type);
    directions.push_back(static_cast<int8_t>(param.direction));
    arguments.push_back(param.argument);
  }
  props.setFunctionType(
      TypeAttr::get(builder.getFunctionType(paramTypes, resultTypes)));
  props.setParamDirections(builder.getDenseI8ArrayAttr(directions));

  // Inherent attributes are written among the others.
  auto take = [&](StringRef key, auto &&set) -> ParseResult {
    Attribute value = attrs.erase(key);
    if (!value)
      return success();
    if (failed(set(value)))
      return parser.emitError(attrLoc)
             << "'" << key << "' of a function must not be "
             << formatAttr(value);
    return success();
  };
  auto takeAs = [&](StringRef key, auto setter, auto type) {
    using AttrT = decltype(type);
    return take(key, [&](Attribute value) {
      auto typed = dyn_cast<AttrT>(value);
      if (typed)
        setter(typed);
      return success(static_cast<bool>(typed));
    });
  };
  if (takeAs(
          "level", [&](LevelAttr attr) { props.setLevel(attr); },
          LevelAttr()) ||
      takeAs(
          "role", [&](RoleAttr attr) { props.setRole(attr); }, RoleAttr()) ||
      takeAs(
          "free_symbols", [&](ArrayAttr attr) { props.setFreeSymbols(attr); },
          ArrayAttr()) ||
      takeAs(
          "external_source",
          [&](StringAttr attr) { props.setExternalSource(attr); },
          StringAttr()) ||
      takeAs(
          "runtime_binding",
          [&](UnitAttr attr) { props.setRuntimeBinding(attr); }, UnitAttr()))
    return failure();
  for (StringRef reserved :
       {"sym_name", "sym_visibility", "kind", "function_type",
        "param_directions", "arg_attrs", "res_attrs"})
    if (attrs.get(reserved))
      return parser.emitError(attrLoc)
             << "'" << reserved << "' cannot be given as an attribute";
  result.addAttributes(attrs);

  Region *body = result.addRegion();
  SMLoc bodyLoc = parser.getCurrentLocation();
  bool allNamed = llvm::all_of(params, [](auto &param) { return param.named; });
  if (!allNamed && succeeded(parser.parseOptionalLBrace()))
    return parser.emitError(bodyLoc, "a parameter of a function with a body "
                                     "must have a name");
  // As in all operations that are isolated from above, names start anew; the
  // printer relies on it.
  OptionalParseResult parsed = parser.parseOptionalRegion(
      *body, arguments, /*enableNameShadowing=*/true);
  bool isDeclaration = !parsed.has_value();
  if (!isDeclaration) {
    if (failed(*parsed))
      return failure();
    if (body->empty())
      return parser.emitError(bodyLoc, "expected a body that is not empty");
  } else {
    // A declaration keeps the names of its parameters in attributes.
    for (OpAsmParser::Argument &argument : arguments) {
      StringRef written = argument.ssaName.name.empty()
                              ? StringRef()
                              : getWrittenName(argument);
      NamedAttrList list(argument.attrs);
      if (!written.empty() && !list.get(PLDDialect::kNameAttrName))
        list.set(PLDDialect::kNameAttrName, builder.getStringAttr(written));
      argument.attrs = list.getDictionary(context);
    }
  }
  call_interface_impl::addArgAndResultAttrs(
      builder, result, arguments, resultAttrs, getArgAttrsAttrName(result.name),
      getResAttrsAttrName(result.name));
  return success();
}

/// The printer that looks for aliases writes to nowhere. It takes every
/// location that `printOptionalLocationSpecifier` shows it, also where
/// locations are not printed in the end, but asks the flags in
/// `printRegionArgument`.
static bool isCollectingAliases(OpAsmPrinter &printer) {
  return dynamic_cast<llvm::raw_null_ostream *>(&printer.getStream()) !=
         nullptr;
}

void FuncOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  if (std::optional<StringRef> visibility = getSymVisibility())
    printer << *visibility << ' ';
  printer << stringifyFunctionKind(getKind()) << ' ';
  printer.printSymbolName(getSymName());

  Region &body = getBody();
  printer << '(';
  llvm::interleaveComma(
      llvm::enumerate(getArgumentTypes()), printer, [&](auto it) {
        unsigned index = it.index();
        DictionaryAttr attrs =
            function_interface_impl::getArgAttrDict(*this, index);
        SmallVector<StringRef> elided;
        if (!body.empty()) {
          printer.printOperand(body.getArgument(index));
          printer << ": ";
        } else if (auto name = attrs ? attrs.getAs<StringAttr>(
                                           PLDDialect::kNameAttrName)
                                     : StringAttr();
                   name && isSSAName(name.getValue())) {
          printer << '%' << name.getValue() << ": ";
          elided.push_back(PLDDialect::kNameAttrName);
        }
        ParamDirection direction = getParamDirection(index);
        if (direction != ParamDirection::In)
          printer << stringifyParamDirection(direction) << ' ';
        printer << it.value();
        if (attrs)
          printer.printOptionalAttrDict(attrs.getValue(), elided);
        if (body.empty())
          return;
        if (isCollectingAliases(printer))
          printer.printRegionArgument(body.getArgument(index));
        else
          printer.printOptionalLocationSpecifier(
              body.getArgument(index).getLoc());
      });
  printer << ')';
  if (!getResultTypes().empty()) {
    printer.getStream() << " -> ";
    SmallVector<Type> types(getResultTypes());
    bool wrap = types.size() != 1 || isa<FunctionType>(types[0]) ||
                (getResAttrsAttr() &&
                 !cast<DictionaryAttr>(getResAttrsAttr()[0]).empty());
    if (wrap)
      printer << '(';
    llvm::interleaveComma(llvm::enumerate(types), printer, [&](auto it) {
      printer << it.value();
      if (ArrayAttr attrs = getResAttrsAttr())
        printer.printOptionalAttrDict(
            cast<DictionaryAttr>(attrs[it.index()]).getValue());
    });
    if (wrap)
      printer << ')';
  }
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(),
      {"sym_name", "sym_visibility", "kind", "function_type",
       "param_directions", "arg_attrs", "res_attrs"});
  if (!body.empty()) {
    printer << ' ';
    printer.printRegion(body, /*printEntryBlockArgs=*/false,
                        /*printBlockTerminators=*/true);
  }
}

LogicalResult FuncOp::verify() {
  // MLIR cannot write such a name, nor a reference to it.
  if (getSymName().empty())
    return emitTypeError(*this) << "must have a name that is not empty";
  unsigned numParams = getArgumentTypes().size();
  if (getParamDirections().size() != numParams)
    return emitOpError() << "has " << numParams << " parameters, but "
                         << getParamDirections().size() << " directions";
  for (int8_t direction : getParamDirections())
    if (!symbolizeParamDirection(direction))
      return emitOpError() << "has the direction " << int(direction)
                           << ", which does not exist";
  if (getExternalSourceAttr() && !isExternal())
    return emitOpError("has a body and an external source");
  return success();
}

namespace {
/// Checks that the symbols which types and attributes of a function use are
/// bound in it. Looks at each type and attribute once: bodies repeat them.
class SymbolChecker {
public:
  explicit SymbolChecker(FuncOp func) : func(func) {
    collectBoundSymbols(func, finder, bound);
    if (ArrayAttr listed = func.getFreeSymbolsAttr())
      for (Attribute name : listed)
        bound.insert(cast<StringAttr>(name));
  }

  LogicalResult checkTypes(Operation *op, TypeRange types, StringRef what) {
    for (Type type : types) {
      SymAttr unbound = findUnbound(type);
      if (unbound)
        return finish(emitTypeError(op)
                          << what << " of type '" << formatType(type) << "'",
                      unbound);
    }
    return success();
  }

  LogicalResult checkAttributes(Operation *op, ArrayRef<NamedAttribute> attrs) {
    for (NamedAttribute attr : attrs) {
      SymAttr unbound = findUnbound(attr.getValue());
      if (unbound)
        return finish(emitTypeError(op)
                          << "attribute '" << attr.getName().getValue() << "'",
                      unbound);
    }
    return success();
  }

  LogicalResult checkBlocks(Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (failed(checkTypes(op, block.getArgumentTypes(), "block argument")))
          return failure();
    return success();
  }

private:
  template <typename T> SymAttr findUnbound(T typeOrAttr) {
    if (checked.insert(typeOrAttr.getAsOpaquePointer()).second)
      for (SymAttr sym : finder.find(typeOrAttr))
        if (!bound.contains(sym.getName()))
          return sym;
    return {};
  }

  LogicalResult finish(InFlightDiagnostic diag, SymAttr unbound) {
    return diag << " uses the shape symbol '" << unbound.getName().getValue()
                << "', which nothing binds in '@" << func.getSymName() << "'";
  }

  FuncOp func;
  SymbolFinder finder;
  llvm::SetVector<StringAttr> bound;
  llvm::DenseSet<const void *> checked;
};
} // namespace

/// Every symbol that the body, a result or an attribute uses is bound or
/// listed.
LogicalResult FuncOp::verifyRegions() {
  SymbolChecker checker(*this);
  if (failed(checker.checkTypes(*this, getResultTypes(), "result")) ||
      failed(checker.checkAttributes(
          *this, (*this)->getDiscardableAttrDictionary().getValue())) ||
      failed(checker.checkBlocks(*this)))
    return failure();
  WalkResult result = getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    // Functions of a nested program look after themselves.
    if (isa<FuncOp>(op))
      return WalkResult::skip();
    NamedAttrList attrs(op->getDiscardableAttrDictionary());
    op->getName().populateInherentAttrs(op, attrs);
    if (failed(checker.checkTypes(op, op->getResultTypes(), "result")) ||
        failed(checker.checkAttributes(op, attrs)) ||
        failed(checker.checkBlocks(op)))
      return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

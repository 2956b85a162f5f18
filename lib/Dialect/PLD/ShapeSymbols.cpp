//===- ShapeSymbols.cpp - Shape symbols and expressions ---------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reading, writing and finding shape symbols.
//
//===----------------------------------------------------------------------===//

#include "pld/Dialect/PLD/ShapeSymbols.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace pld;

//===----------------------------------------------------------------------===//
// Text form
//===----------------------------------------------------------------------===//

namespace {

/// Nesting that `parseDim` accepts; deeper expressions are written as aliases.
constexpr unsigned kMaxTextDepth = 256;
/// Nodes that are printed of one expression where no alias is to be had, as in
/// a diagnostic. What comes after them is elided.
constexpr unsigned kMaxPrintedNodes = 4096;

StringRef getInfix(ScalarKind kind) {
  switch (kind) {
  case ScalarKind::Add:
    return " + ";
  case ScalarKind::Sub:
    return " - ";
  case ScalarKind::Mul:
    return " * ";
  default:
    return "";
  }
}

/// The number of operands of `kind`, or -1 for any.
int getArity(ScalarKind kind) {
  if (kind == ScalarKind::Call)
    return -1;
  return kind >= ScalarKind::Abs ? 1 : 2;
}

class DimParser {
public:
  explicit DimParser(AsmParser &parser) : parser(parser) {}

  /// sum := product (('+' | '-') product)*
  ParseResult parseSum(Attribute &dim) {
    if (++depth > kMaxTextDepth)
      return parser.emitError(parser.getCurrentLocation())
             << "shape expression is nested more than " << kMaxTextDepth
             << " deep";
    if (parseProduct(dim))
      return failure();
    while (true) {
      ScalarKind kind;
      if (succeeded(parser.parseOptionalPlus()))
        kind = ScalarKind::Add;
      else if (succeeded(parser.parseOptionalMinus()))
        kind = ScalarKind::Sub;
      else
        break;
      if (parseRight(kind, dim, [&](Attribute &rhs) { return parseProduct(rhs); }))
        return failure();
    }
    --depth;
    return success();
  }

private:
  ParseResult parseProduct(Attribute &dim) {
    if (parsePrimary(dim))
      return failure();
    while (succeeded(parser.parseOptionalStar()))
      if (parseRight(ScalarKind::Mul, dim,
                     [&](Attribute &rhs) { return parsePrimary(rhs); }))
        return failure();
    return success();
  }

  ParseResult parseRight(ScalarKind kind, Attribute &dim,
                         llvm::function_ref<ParseResult(Attribute &)> parse) {
    Attribute rhs;
    if (parse(rhs))
      return failure();
    dim = ExprAttr::get(parser.getContext(), kind, StringAttr(), {dim, rhs},
                        parser.getBuilder().getIndexType());
    return success();
  }

  /// primary := integer | symbol | name '(' dims ')' | '(' sum (':' type)? ')'
  ///          | attribute
  ParseResult parsePrimary(Attribute &dim) {
    MLIRContext *context = parser.getContext();
    Builder &builder = parser.getBuilder();
    SMLoc loc = parser.getCurrentLocation();

    if (succeeded(parser.parseOptionalLParen()))
      return failure(parseSum(dim) || parseType(dim) || parser.parseRParen());

    APInt value;
    OptionalParseResult integer = parser.parseOptionalInteger(value);
    if (integer.has_value()) {
      if (failed(*integer))
        return failure();
      if (!value.isSignedIntN(64))
        return parser.emitError(loc) << "dimension does not fit 64 bits";
      dim = builder.getIndexAttr(value.getSExtValue());
      return success();
    }

    std::string name;
    if (succeeded(parser.parseOptionalString(&name)))
      return parseNamed(loc, name, /*quoted=*/true, dim);
    StringRef keyword;
    if (succeeded(parser.parseOptionalKeyword(&keyword)))
      return parseNamed(loc, keyword, /*quoted=*/false, dim);

    OptionalParseResult attr = parser.parseOptionalAttribute(dim);
    if (!attr.has_value())
      return parser.emitError(loc, "expected a dimension");
    if (failed(*attr))
      return failure();
    if (!isDim(dim))
      return parser.emitError(loc) << dim << " is not a dimension";
    (void)context;
    return success();
  }

  /// Parses what follows a name: a symbol, or with '(' an operation.
  ParseResult parseNamed(SMLoc loc, StringRef name, bool quoted, Attribute &dim) {
    MLIRContext *context = parser.getContext();
    Type index = parser.getBuilder().getIndexType();
    if (failed(parser.parseOptionalLParen())) {
      if (name.empty())
        return parser.emitError(loc, "the name of a symbol must not be empty");
      dim = SymAttr::get(context, StringAttr::get(context, name), index);
      return success();
    }
    std::string owned = name.str();
    ScalarKind kind = ScalarKind::Call;
    StringAttr callee;
    if (quoted) {
      callee = StringAttr::get(context, owned);
    } else {
      std::optional<ScalarKind> known = symbolizeScalarKind(owned);
      if (!known || *known == ScalarKind::Call)
        return parser.emitError(loc) << "'" << owned
                                     << "' is not an operation on dimensions";
      kind = *known;
    }
    SmallVector<Attribute> operands;
    if (failed(parser.parseOptionalRParen())) {
      if (parser.parseCommaSeparatedList([&]() {
            return failure(parseSum(operands.emplace_back()) ||
                           parseType(operands.back()));
          }) ||
          parser.parseRParen())
        return failure();
    }
    if (getArity(kind) >= 0 && static_cast<int>(operands.size()) != getArity(kind))
      return parser.emitError(loc) << "'" << owned << "' takes "
                                   << getArity(kind) << " operands";
    dim = ExprAttr::get(context, kind, callee, operands, index);
    return success();
  }

  /// Parses `: type` after an integer, symbol or expression and applies it.
  ParseResult parseType(Attribute &dim) {
    if (failed(parser.parseOptionalColon()))
      return success();
    Type type;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseType(type))
      return failure();
    if (auto integer = dyn_cast<IntegerAttr>(dim)) {
      if (!type.isIntOrIndex())
        return parser.emitError(loc, "the type of an integer must be an integer");
      APInt value = integer.getValue();
      unsigned width =
          type.isIndex() ? IndexType::kInternalStorageBitWidth
                         : type.getIntOrFloatBitWidth();
      if (!value.isSignedIntN(width))
        return parser.emitError(loc) << "dimension does not fit " << type;
      dim = IntegerAttr::get(type, value.sextOrTrunc(width));
    } else if (auto sym = dyn_cast<SymAttr>(dim)) {
      dim = SymAttr::get(parser.getContext(), sym.getName(), type);
    } else {
      auto expr = cast<ExprAttr>(dim);
      dim = ExprAttr::get(parser.getContext(), expr.getKind(), expr.getCallee(),
                          expr.getOperands(), type);
    }
    return success();
  }

  friend ParseResult pld::parseDim(AsmParser &parser, Attribute &dim);

  AsmParser &parser;
  unsigned depth = 0;
};

class DimPrinter {
public:
  explicit DimPrinter(AsmPrinter &printer) : printer(printer) {}

  /// Prints `dim`; with `nested` an infix expression is parenthesised.
  void print(Attribute dim, bool nested) {
    if (++printed > kMaxPrintedNodes) {
      printer << "<elided>";
      return;
    }
    Type type = getType(dim);
    bool infix = isInfix(dim);
    bool typed = !type.isIndex();
    bool parens = nested && (infix || typed);
    if (parens)
      printer << '(';
    printUntyped(dim);
    if (typed)
      printer << " : " << type;
    if (parens)
      printer << ')';
  }

private:
  static Type getType(Attribute dim) {
    return llvm::TypeSwitch<Attribute, Type>(dim)
        .Case<IntegerAttr, SymAttr, ExprAttr>([](auto attr) { return attr.getType(); })
        .Default([](Attribute attr) { return IndexType::get(attr.getContext()); });
  }

  static bool isInfix(Attribute dim) {
    auto expr = dyn_cast<ExprAttr>(dim);
    return expr && !getInfix(expr.getKind()).empty();
  }

  /// Operands that have an alias are printed as such; the printer of the
  /// aliases asks for the same, so that it sees them.
  void printOperand(Attribute dim, bool nested) {
    if (!isDeepExpr(dim))
      return print(dim, nested);
    if (succeeded(printer.printAlias(dim)))
      return;
    print(dim, nested);
  }

  void printUntyped(Attribute dim) {
    if (auto integer = dyn_cast<IntegerAttr>(dim)) {
      integer.getValue().print(printer.getStream(), /*isSigned=*/true);
      return;
    }
    if (auto sym = dyn_cast<SymAttr>(dim)) {
      printer.printKeywordOrString(sym.getName());
      return;
    }
    auto expr = cast<ExprAttr>(dim);
    StringRef infix = getInfix(expr.getKind());
    if (!infix.empty()) {
      printOperand(expr.getOperands()[0], /*nested=*/true);
      printer << infix;
      printOperand(expr.getOperands()[1], /*nested=*/true);
      return;
    }
    if (expr.getKind() == ScalarKind::Call)
      printer.printString(expr.getCallee().getValue());
    else
      printer << stringifyScalarKind(expr.getKind());
    printer << '(';
    llvm::interleaveComma(expr.getOperands(), printer, [&](Attribute operand) {
      printOperand(operand, /*nested=*/false);
    });
    printer << ')';
  }

  AsmPrinter &printer;
  unsigned printed = 0;
};

} // namespace

bool pld::isDim(Attribute attr) {
  return isa_and_nonnull<IntegerAttr, SymAttr, ExprAttr>(attr);
}

ParseResult pld::parseDim(AsmParser &parser, Attribute &dim) {
  DimParser dims(parser);
  return failure(dims.parseSum(dim) || dims.parseType(dim));
}

ParseResult pld::parseDims(AsmParser &parser, SmallVectorImpl<Attribute> &dims) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&]() {
    return parseDim(parser, dims.emplace_back());
  });
}

void pld::printDim(AsmPrinter &printer, Attribute dim) {
  if (isDeepExpr(dim) && succeeded(printer.printAlias(dim)))
    return;
  DimPrinter(printer).print(dim, /*nested=*/false);
}

std::string pld::formatDim(Attribute dim) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto integer = dyn_cast<IntegerAttr>(dim)) {
    integer.getValue().print(os, /*isSigned=*/true);
    if (!integer.getType().isIndex())
      os << " : " << integer.getType();
    return text;
  }
  dim.printStripped(os);
  // Symbols and expressions follow their mnemonic in angle brackets.
  return StringRef(text).split('<').second.drop_back().str();
}

void pld::printDims(AsmPrinter &printer, ArrayRef<Attribute> dims) {
  printer << '[';
  llvm::interleaveComma(dims, printer,
                        [&](Attribute dim) { printDim(printer, dim); });
  printer << ']';
}

static bool isDeeperThan(Attribute attr, unsigned levels) {
  auto expr = dyn_cast<ExprAttr>(attr);
  if (!expr)
    return false;
  if (levels == 0)
    return true;
  return llvm::any_of(expr.getOperands(), [&](Attribute operand) {
    return isDeeperThan(operand, levels - 1);
  });
}

bool pld::isDeepExpr(Attribute attr) { return isDeeperThan(attr, 4); }

//===----------------------------------------------------------------------===//
// #pld.sym and #pld.expr
//===----------------------------------------------------------------------===//

Attribute SymAttr::parse(AsmParser &parser, Type) {
  Attribute dim;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parseDim(parser, dim) || parser.parseGreater())
    return {};
  if (!isa<SymAttr>(dim)) {
    parser.emitError(loc, "expected a symbol");
    return {};
  }
  return dim;
}

void SymAttr::print(AsmPrinter &printer) const {
  printer << '<';
  DimPrinter(printer).print(*this, /*nested=*/false);
  printer << '>';
}

LogicalResult SymAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                              StringAttr name, Type type) {
  if (!name || name.empty())
    return emitError() << "the name of a symbol must not be empty";
  if (!type)
    return emitError() << "a symbol must have a type";
  return success();
}

Attribute ExprAttr::parse(AsmParser &parser, Type) {
  Attribute dim;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parseDim(parser, dim) || parser.parseGreater())
    return {};
  if (!isa<ExprAttr>(dim)) {
    parser.emitError(loc, "expected an expression");
    return {};
  }
  return dim;
}

void ExprAttr::print(AsmPrinter &printer) const {
  printer << '<';
  DimPrinter(printer).print(*this, /*nested=*/false);
  printer << '>';
}

LogicalResult ExprAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ScalarKind kind, StringAttr callee,
                               ArrayRef<Attribute> operands, Type type) {
  if ((kind == ScalarKind::Call) != static_cast<bool>(callee))
    return emitError() << "a call, and nothing else, has a callee";
  if (getArity(kind) >= 0 && static_cast<int>(operands.size()) != getArity(kind))
    return emitError() << "'" << stringifyScalarKind(kind) << "' takes "
                       << getArity(kind) << " operands, not " << operands.size();
  for (Attribute operand : operands)
    if (!isDim(operand))
      return emitError() << "operand " << operand << " is not a dimension";
  return success();
}

//===----------------------------------------------------------------------===//
// Finding symbols
//===----------------------------------------------------------------------===//

namespace {
/// Walks `root` once per distinct sub-element and keeps symbols in order.
template <typename T>
SmallVector<SymAttr, 0> walkSymbols(T root) {
  llvm::SetVector<SymAttr> found;
  AttrTypeWalker walker;
  walker.addWalk([&](SymAttr sym) { found.insert(sym); });
  walker.template walk<WalkOrder::PreOrder>(root);
  return SmallVector<SymAttr, 0>(found.begin(), found.end());
}
} // namespace

ArrayRef<SymAttr> SymbolFinder::find(Type type) {
  auto [it, isNew] = known.try_emplace(type.getAsOpaquePointer());
  if (isNew)
    it->second = walkSymbols(type);
  return it->second;
}

ArrayRef<SymAttr> SymbolFinder::find(Attribute attr) {
  auto [it, isNew] = known.try_emplace(attr.getAsOpaquePointer());
  if (isNew)
    it->second = walkSymbols(attr);
  return it->second;
}

void pld::collectBoundSymbols(FuncOp func, SymbolFinder &finder,
                              llvm::SetVector<StringAttr> &bound) {
  for (auto [index, type] : llvm::enumerate(func.getArgumentTypes())) {
    for (SymAttr sym : finder.find(type))
      bound.insert(sym.getName());
    if (auto name = func.getArgAttrOfType<StringAttr>(
            index, PLDDialect::kSymbolAttrName))
      bound.insert(name);
  }
  func.getBody().walk(
      [&](BindSymbolOp op) { bound.insert(op.getSymbol().getName()); });
}

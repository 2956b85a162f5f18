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
/// Nodes that an expression may have without being printed as an alias.
constexpr uint64_t kMaxInlineNodes = 32;
/// Nodes that are written out where no alias is to be had, as in a diagnostic.
/// Of an expression with more nodes, which may be exponentially many, there is
/// an excerpt: what is near its root.
constexpr uint64_t kMaxNodesWithoutAlias = 4096;
constexpr unsigned kExcerptNodes = 64, kExcerptLevels = 4;

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

/// Integers of up to 64 bits can be dimensions.
bool isDimIntegerType(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  return type.isIndex() ||
         (integer && integer.getWidth() >= 1 && integer.getWidth() <= 64);
}

/// As a bit is signless, but nobody calls it -1.
bool isPrintedUnsigned(Type type) {
  return type.isUnsignedInteger() || type.isSignlessInteger(1);
}

uint64_t getTreeSize(Attribute attr) {
  auto expr = dyn_cast<ExprAttr>(attr);
  return expr ? expr.getTreeSize() : 1;
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
      if (parseRight(kind, dim,
                     [&](Attribute &rhs) { return parseProduct(rhs); }))
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
    SMLoc loc = parser.getCurrentLocation();
    Attribute rhs;
    if (parse(rhs))
      return failure();
    return makeExpr(loc, kind, StringAttr(), {dim, rhs},
                    parser.getBuilder().getIndexType(), dim);
  }

  ParseResult makeExpr(SMLoc loc, ScalarKind kind, StringAttr callee,
                       ArrayRef<Attribute> operands, Type type,
                       Attribute &expr) {
    expr = parser.getChecked<ExprAttr>(loc, parser.getContext(), kind, callee,
                                       operands, type);
    return success(static_cast<bool>(expr));
  }

  /// primary := integer | symbol | name '(' dims ')' | '(' sum (':' type)? ')'
  ///          | attribute
  ParseResult parsePrimary(Attribute &dim) {
    SMLoc loc = parser.getCurrentLocation();
    if (succeeded(parser.parseOptionalLParen()))
      return failure(parseSum(dim) || parseType(dim) || parser.parseRParen());

    std::string name;
    if (succeeded(parser.parseOptionalString(&name)))
      return parseNamed(loc, name, /*quoted=*/true, dim);
    // Before integers, as `true` is one of them.
    StringRef keyword;
    if (succeeded(parser.parseOptionalKeyword(&keyword)))
      return parseNamed(loc, keyword, /*quoted=*/false, dim);

    APInt value;
    OptionalParseResult integer = parser.parseOptionalInteger(value);
    if (integer.has_value()) {
      return failed(*integer) ? failure() : parseInteger(loc, value, dim);
    }

    OptionalParseResult attr = parser.parseOptionalAttribute(dim);
    if (!attr.has_value())
      return parser.emitError(loc, "expected a dimension");
    if (failed(*attr))
      return failure();
    if (!isDim(dim))
      return parser.emitError(loc) << formatAttr(dim) << " is not a dimension";
    return success();
  }

  /// Finishes an integer. Its type may follow later, but one that only `ui64`
  /// can hold must have it at once.
  ParseResult parseInteger(SMLoc loc, const APInt &value, Attribute &dim) {
    Builder &builder = parser.getBuilder();
    if (value.isSignedIntN(64)) {
      dim = builder.getIndexAttr(value.getSExtValue());
      return success();
    }
    Type type;
    if (value.isNegative() || !value.isIntN(64) ||
        failed(parser.parseOptionalColon()))
      return parser.emitError(loc, "dimension does not fit 64 bits");
    if (parser.parseType(type))
      return failure();
    if (!type.isUnsignedInteger(64))
      return parser.emitError(loc) << "dimension does not fit " << type;
    dim = builder.getIntegerAttr(type, value.zextOrTrunc(64));
    return success();
  }

  /// Parses what follows a name: a symbol, or with '(' an operation.
  ParseResult parseNamed(SMLoc loc, StringRef name, bool quoted,
                         Attribute &dim) {
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
        return parser.emitError(loc)
               << "'" << owned << "' is not an operation on dimensions";
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
    return makeExpr(loc, kind, callee, operands, index, dim);
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
      if (!isDimIntegerType(type))
        return parser.emitError(loc)
               << "a dimension cannot be of type " << type;
      APInt value = integer.getValue();
      unsigned width = type.isIndex() ? IndexType::kInternalStorageBitWidth
                                      : type.getIntOrFloatBitWidth();
      bool fits = isPrintedUnsigned(type)
                      ? !value.isNegative() && value.isIntN(width)
                      : value.isSignedIntN(width);
      if (!fits)
        return parser.emitError(loc) << "dimension does not fit " << type;
      dim = IntegerAttr::get(type, value.sextOrTrunc(width));
      return success();
    }
    if (auto sym = dyn_cast<SymAttr>(dim)) {
      dim = parser.getChecked<SymAttr>(loc, parser.getContext(), sym.getName(),
                                       type);
      return success(static_cast<bool>(dim));
    }
    auto expr = cast<ExprAttr>(dim);
    return makeExpr(loc, expr.getKind(), expr.getCallee(), expr.getOperands(),
                    type, dim);
  }

  friend ParseResult pld::parseDim(AsmParser &parser, Attribute &dim);

  AsmParser &parser;
  unsigned depth = 0;
};

/// Prints one dimension, with aliases for its large parts. The printer that
/// looks for aliases is asked for the same ones, so that it sees them.
class DimPrinter {
public:
  DimPrinter(AsmPrinter &printer, Attribute root)
      : printer(printer), root(root) {}

  /// Prints `dim` or its alias; with `nested` an infix expression is
  /// parenthesised.
  void print(Attribute dim, bool nested) {
    if (isLargeExpr(dim)) {
      if (succeeded(printer.printAlias(dim)))
        return;
      isExcerpt |= getTreeSize(root) > kMaxNodesWithoutAlias;
    }
    printInFull(dim, nested);
  }

  /// Prints `dim` itself, and aliases of its operands only.
  void printInFull(Attribute dim, bool nested) {
    if (isExcerpt && (numPrinted >= kExcerptNodes ||
                      (isa<ExprAttr>(dim) && level >= kExcerptLevels))) {
      printer << "<elided>";
      return;
    }
    ++numPrinted;
    ++level;
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
    --level;
  }

private:
  static Type getType(Attribute dim) {
    return llvm::TypeSwitch<Attribute, Type>(dim)
        .Case<IntegerAttr, SymAttr, ExprAttr>(
            [](auto attr) { return attr.getType(); })
        .Default(
            [](Attribute attr) { return IndexType::get(attr.getContext()); });
  }

  static bool isInfix(Attribute dim) {
    auto expr = dyn_cast<ExprAttr>(dim);
    return expr && !getInfix(expr.getKind()).empty();
  }

  void printUntyped(Attribute dim) {
    if (auto integer = dyn_cast<IntegerAttr>(dim)) {
      integer.getValue().print(printer.getStream(),
                               !isPrintedUnsigned(integer.getType()));
      return;
    }
    if (auto sym = dyn_cast<SymAttr>(dim)) {
      printer.printKeywordOrString(sym.getName());
      return;
    }
    auto expr = cast<ExprAttr>(dim);
    StringRef infix = getInfix(expr.getKind());
    if (!infix.empty()) {
      print(expr.getOperands()[0], /*nested=*/true);
      printer << infix;
      print(expr.getOperands()[1], /*nested=*/true);
      return;
    }
    if (expr.getKind() == ScalarKind::Call)
      printer.printString(expr.getCallee().getValue());
    else
      printer << stringifyScalarKind(expr.getKind());
    printer << '(';
    llvm::interleaveComma(expr.getOperands(), printer, [&](Attribute operand) {
      print(operand, /*nested=*/false);
    });
    printer << ')';
  }

  AsmPrinter &printer;
  Attribute root;
  bool isExcerpt = false;
  unsigned numPrinted = 0, level = 0;
};

} // namespace

bool pld::isDim(Attribute attr) {
  if (auto integer = dyn_cast_or_null<IntegerAttr>(attr))
    return isDimIntegerType(integer.getType());
  return isa_and_nonnull<SymAttr, ExprAttr>(attr);
}

LogicalResult
pld::verifyDims(llvm::function_ref<InFlightDiagnostic()> emitError,
                StringRef what, ArrayRef<Attribute> dims) {
  for (Attribute dim : dims)
    if (!isDim(dim))
      return emitError() << what << " has " << formatAttr(dim)
                         << ", which is not an integer, symbol or expression";
  return success();
}

ParseResult pld::parseDim(AsmParser &parser, Attribute &dim) {
  DimParser dims(parser);
  return failure(dims.parseSum(dim) || dims.parseType(dim));
}

ParseResult pld::parseDims(AsmParser &parser,
                           SmallVectorImpl<Attribute> &dims) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&]() {
    return parseDim(parser, dims.emplace_back());
  });
}

void pld::printDim(AsmPrinter &printer, Attribute dim) {
  DimPrinter(printer, dim).print(dim, /*nested=*/false);
}

std::string pld::formatDim(Attribute dim) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (auto integer = dyn_cast<IntegerAttr>(dim)) {
    integer.getValue().print(os, !isPrintedUnsigned(integer.getType()));
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

bool pld::isLargeExpr(Attribute attr) {
  return getTreeSize(attr) > kMaxInlineNodes;
}

//===----------------------------------------------------------------------===//
// #pld.sym and #pld.expr
//===----------------------------------------------------------------------===//

/// Parses `<` dim `>`. A type after it, as in `#pld.sym<M> : i64`, would be
/// easy to take for the type of the dimension.
static ParseResult parseBody(AsmParser &parser, Type typeAfter,
                             Attribute &dim) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parseDim(parser, dim) || parser.parseGreater())
    return failure();
  if (typeAfter)
    return parser.emitError(loc, "the type belongs inside of '<...>'");
  return success();
}

Attribute SymAttr::parse(AsmParser &parser, Type type) {
  Attribute dim;
  SMLoc loc = parser.getCurrentLocation();
  if (parseBody(parser, type, dim))
    return {};
  if (!isa<SymAttr>(dim)) {
    parser.emitError(loc, "expected a symbol");
    return {};
  }
  return dim;
}

void SymAttr::print(AsmPrinter &printer) const {
  printer << '<';
  DimPrinter(printer, *this).printInFull(*this, /*nested=*/false);
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

Attribute ExprAttr::parse(AsmParser &parser, Type type) {
  Attribute dim;
  SMLoc loc = parser.getCurrentLocation();
  if (parseBody(parser, type, dim))
    return {};
  if (!isa<ExprAttr>(dim)) {
    parser.emitError(loc, "expected an expression");
    return {};
  }
  return dim;
}

void ExprAttr::print(AsmPrinter &printer) const {
  printer << '<';
  DimPrinter(printer, *this).printInFull(*this, /*nested=*/false);
  printer << '>';
}

LogicalResult ExprAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ScalarKind kind, StringAttr callee,
                               ArrayRef<Attribute> operands, Type type) {
  if ((kind == ScalarKind::Call) != static_cast<bool>(callee))
    return emitError() << "a call, and nothing else, has a callee";
  if (callee && callee.empty())
    return emitError() << "the name of a callee must not be empty";
  if (getArity(kind) >= 0 &&
      static_cast<int>(operands.size()) != getArity(kind))
    return emitError() << "'" << stringifyScalarKind(kind) << "' takes "
                       << getArity(kind) << " operand"
                       << (getArity(kind) == 1 ? "" : "s") << ", not "
                       << operands.size();
  for (Attribute operand : operands) {
    if (!isDim(operand))
      return emitError() << "operand " << formatAttr(operand)
                         << " is not a dimension";
    auto expr = dyn_cast<ExprAttr>(operand);
    if (expr && expr.getDepth() >= kMaxDepth)
      return emitError() << "shape expression is more than " << kMaxDepth
                         << " deep";
  }
  if (!type)
    return emitError() << "an expression must have a type";
  return success();
}

//===----------------------------------------------------------------------===//
// Finding symbols
//===----------------------------------------------------------------------===//

namespace {
/// Walks `root` once per distinct sub-element and keeps symbols in order.
template <typename T> SmallVector<SymAttr, 0> walkSymbols(T root) {
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
  func.getBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    // What a function of a nested program binds, it binds for itself.
    if (isa<FuncOp>(op))
      return WalkResult::skip();
    if (auto bind = dyn_cast<BindSymbolOp>(op))
      bound.insert(bind.getSymbol().getName());
    return WalkResult::advance();
  });
}

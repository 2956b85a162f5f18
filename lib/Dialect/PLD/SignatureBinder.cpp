//===- SignatureBinder.cpp - Match a dispatch with a signature ------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Structural matching of types with symbols, substitution, and the text of what
// does not match.
//
//===----------------------------------------------------------------------===//

#include "pld/Dialect/PLD/SignatureBinder.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "pld/Dialect/PLD/ShapeSymbols.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace pld;

//===----------------------------------------------------------------------===//
// The types of a dispatch
//===----------------------------------------------------------------------===//

/// The symbol that an integer parameter carries, or null.
static SymAttr getCarriedSymbol(FuncOp func, unsigned index) {
  Type type = func.getArgumentTypes()[index];
  if (!type.isIntOrIndex())
    return SymAttr();
  auto name =
      func.getArgAttrOfType<StringAttr>(index, PLDDialect::kSymbolAttrName);
  return name ? SymAttr::get(name.getContext(), name, type) : SymAttr();
}

template <typename OpT>
static DispatchTypes readDispatch(OpT op, FuncOp callee, ScalarExprs &scalars) {
  DispatchTypes types;
  std::optional<SmallVector<unsigned>> supplied = op.getSuppliedParams(callee);
  assert(supplied && "the verifier checks the number of arguments");
  if (supplied)
    types.parameters = std::move(*supplied);
  for (auto [index, argument] :
       llvm::zip(types.parameters, op.getArguments())) {
    types.arguments.push_back(argument.getType());
    types.scalars.push_back(getCarriedSymbol(callee, index)
                                ? scalars.getScalarExpr(argument)
                                : Attribute());
  }
  llvm::append_range(types.results, op.getCalleeResults().getTypes());
  return types;
}

DispatchTypes DispatchTypes::get(CallOp call, FuncOp callee,
                                 ScalarExprs &scalars) {
  return readDispatch(call, callee, scalars);
}
DispatchTypes DispatchTypes::get(SubmitOp submit, FuncOp callee,
                                 ScalarExprs &scalars) {
  return readDispatch(submit, callee, scalars);
}

//===----------------------------------------------------------------------===//
// Failure and budget
//===----------------------------------------------------------------------===//

bool SignatureBinder::fail(BindFailure failure) {
  mismatch.failure = failure;
  mismatch.steps = steps;
  return false;
}

bool SignatureBinder::failAt(TypePart part, Type pattern, Type given) {
  mismatch.part = part;
  mismatch.entry = std::nullopt;
  mismatch.patternExpr = mismatch.givenExpr = Attribute();
  mismatch.patternType = pattern;
  mismatch.givenType = given;
  return fail(BindFailure::Differs);
}

bool SignatureBinder::spend() {
  if (steps == maxSteps)
    return fail(BindFailure::BudgetExhausted);
  ++steps;
  return true;
}

/// Fails because of `symbol`, which may be bound.
bool SignatureBinder::blameSymbol(BindFailure failure, SymAttr symbol) {
  mismatch.symbol = symbol;
  auto *it = bindings.find(symbol.getName());
  if (it != bindings.end()) {
    mismatch.bound = it->second.expr;
    mismatch.boundBy = it->second.argument;
  }
  return fail(failure);
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

bool SignatureBinder::matchSymbol(SymAttr symbol, Attribute given) {
  if (!isDim(given))
    return fail(BindFailure::Differs);
  auto *it = bindings.find(symbol.getName());
  if (it == bindings.end()) {
    if (mismatch.isResult)
      return blameSymbol(BindFailure::SymbolUnbound, symbol);
    bindings.insert({symbol.getName(), {symbol, given, mismatch.index}});
    return true;
  }
  const Binding &binding = it->second;
  if (binding.symbol != symbol)
    return blameSymbol(BindFailure::SymbolTypeDiffers, symbol);
  if (!binding.expr)
    return blameSymbol(BindFailure::SymbolUnknown, symbol);
  if (binding.expr != given)
    return blameSymbol(BindFailure::SymbolRebound, symbol);
  return true;
}

bool SignatureBinder::matchExpr(TypePart part, std::optional<unsigned> entry,
                                Attribute pattern, Attribute given) {
  mismatch.part = part;
  mismatch.entry = entry;
  mismatch.patternExpr = pattern;
  mismatch.givenExpr = given;

  // In the order in which they are written, without recursion: expressions may
  // be deep.
  SmallVector<std::pair<Attribute, Attribute>> worklist{{pattern, given}};
  while (!worklist.empty()) {
    std::tie(pattern, given) = worklist.pop_back_val();
    mismatch.patternSub = pattern;
    mismatch.givenSub = given;
    if (!spend())
      return false;
    if (auto symbol = dyn_cast_or_null<SymAttr>(pattern)) {
      if (!matchSymbol(symbol, given))
        return false;
      continue;
    }
    auto expr = dyn_cast_or_null<ExprAttr>(pattern);
    if (!expr) {
      // Constants, and what is not given on either side. Nothing else is an
      // expression, and nothing is known of what it holds.
      if (pattern != given || (pattern && !isa<IntegerAttr>(pattern)))
        return fail(BindFailure::Differs);
      continue;
    }
    auto givenExpr = dyn_cast_or_null<ExprAttr>(given);
    if (!givenExpr || expr.getKind() != givenExpr.getKind() ||
        expr.getCallee() != givenExpr.getCallee() ||
        expr.getType() != givenExpr.getType() ||
        expr.getOperands().size() != givenExpr.getOperands().size())
      return fail(BindFailure::Differs);
    if (!matchedExprs.insert({pattern, given}).second)
      continue;
    for (size_t i = expr.getOperands().size(); i-- > 0;)
      worklist.push_back({expr.getOperands()[i], givenExpr.getOperands()[i]});
  }
  return true;
}

bool SignatureBinder::matchList(TypePart part, ArrayRef<Attribute> pattern,
                                ArrayRef<Attribute> given, Type patternType,
                                Type givenType) {
  if (pattern.size() != given.size())
    return failAt(part == TypePart::Dimension ? TypePart::Rank : part,
                  patternType, givenType);
  for (auto [entry, pair] : llvm::enumerate(llvm::zip_equal(pattern, given)))
    if (!matchExpr(part, entry, std::get<0>(pair), std::get<1>(pair)))
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

bool SignatureBinder::matchMemRef(MemRefAttr pattern, MemRefAttr given,
                                  Type patternType, Type givenType) {
  if (!pattern && !given)
    return true;
  // Storage is the same storage or another one: its name stands for nothing.
  if (!pattern || !given || pattern.getBase() != given.getBase() ||
      pattern.getSize() != given.getSize() ||
      pattern.getPinned() != given.getPinned() ||
      pattern.getSlotCount() != given.getSlotCount())
    return failAt(TypePart::Storage, patternType, givenType);
  return matchExpr(TypePart::StorageOffset, std::nullopt, pattern.getOffset(),
                   given.getOffset()) &&
         matchExpr(TypePart::StorageSlot, std::nullopt, pattern.getSlotIndex(),
                   given.getSlotIndex());
}

bool SignatureBinder::matchWindow(WindowAttr pattern, WindowAttr given,
                                  Type patternType, Type givenType) {
  if (!pattern && !given)
    return true;
  if (!pattern || !given || pattern.getName() != given.getName() ||
      pattern.getBase() != given.getBase() ||
      pattern.getLoadFromHost() != given.getLoadFromHost() ||
      pattern.getStoreToHost() != given.getStoreToHost())
    return failAt(TypePart::Window, patternType, givenType);
  return matchExpr(TypePart::WindowSize, std::nullopt, pattern.getSize(),
                   given.getSize());
}

template <typename TensorT>
bool SignatureBinder::matchTensor(TensorT pattern, TensorT given) {
  if (!matchList(TypePart::Dimension, pattern.getShape(), given.getShape(),
                 pattern, given))
    return false;
  if (pattern.getElementType() != given.getElementType())
    return failAt(TypePart::ElementType, pattern, given);
  if (pattern.getLayout() != given.getLayout())
    return failAt(TypePart::Layout, pattern, given);
  if (!matchList(TypePart::Stride, pattern.getStride(), given.getStride(),
                 pattern, given) ||
      !matchList(TypePart::ValidShape, pattern.getValid(), given.getValid(),
                 pattern, given))
    return false;
  if (pattern.getPad() != given.getPad())
    return failAt(TypePart::Padding, pattern, given);
  return matchMemRef(pattern.getMemref(), given.getMemref(), pattern, given);
}

bool SignatureBinder::matchTile(TileType pattern, TileType given) {
  if (!matchList(TypePart::Dimension, pattern.getShape(), given.getShape(),
                 pattern, given))
    return false;
  if (pattern.getElementType() != given.getElementType())
    return failAt(TypePart::ElementType, pattern, given);
  if (pattern.getSpace() != given.getSpace())
    return failAt(TypePart::MemorySpace, pattern, given);
  TileViewAttr view = pattern.getView(), givenView = given.getView();
  if (view || givenView) {
    if (!view || !givenView || view.getBlayout() != givenView.getBlayout() ||
        view.getSlayout() != givenView.getSlayout() ||
        view.getFractal() != givenView.getFractal() ||
        view.getPad() != givenView.getPad() ||
        view.getCompact() != givenView.getCompact())
      return failAt(TypePart::TileView, pattern, given);
    if (!matchExpr(TypePart::StartOffset, std::nullopt, view.getStartOffset(),
                   givenView.getStartOffset()) ||
        !matchList(TypePart::Stride, view.getStride(), givenView.getStride(),
                   pattern, given) ||
        !matchList(TypePart::ValidShape, view.getValid(), givenView.getValid(),
                   pattern, given))
      return false;
  }
  return matchMemRef(pattern.getMemref(), given.getMemref(), pattern, given);
}

/// Whether a type that is compared as a whole mentions a shape symbol.
static bool mentionsSymbol(Type type) {
  if (isa<IntegerType, IndexType, FloatType>(type))
    return false;
  AttrTypeWalker walker;
  walker.addWalk([](SymAttr) { return WalkResult::interrupt(); });
  return walker.walk(type).wasInterrupted();
}

bool SignatureBinder::matchType(Type pattern, Type given) {
  // Blamed if there are no steps left.
  mismatch.part = TypePart::Whole;
  if (!spend())
    return false;
  if (!matchedTypes.insert({pattern, given}).second)
    return true;
  TypeClass kind = classifyType(pattern);
  if (kind != classifyType(given))
    return failAt(TypePart::Whole, pattern, given);
  switch (kind) {
  case TypeClass::Tensor:
    return matchTensor(cast<GlobalTensorType>(pattern),
                       cast<GlobalTensorType>(given));
  case TypeClass::DistTensor: {
    auto tensor = cast<DistTensorType>(pattern),
         other = cast<DistTensorType>(given);
    return matchTensor(tensor, other) &&
           matchWindow(tensor.getWindow(), other.getWindow(), pattern, given);
  }
  case TypeClass::Tile:
    return matchTile(cast<TileType>(pattern), cast<TileType>(given));
  case TypeClass::Array: {
    auto array = cast<ArrayType>(pattern), other = cast<ArrayType>(given);
    if (array.getElementType() != other.getElementType())
      return failAt(TypePart::ElementType, pattern, given);
    return matchExpr(TypePart::Extent, std::nullopt, array.getExtent(),
                     other.getExtent());
  }
  case TypeClass::Tuple: {
    auto tuple = cast<mlir::TupleType>(pattern),
         other = cast<mlir::TupleType>(given);
    if (tuple.size() != other.size())
      return failAt(TypePart::TupleSize, pattern, given);
    for (unsigned i = 0, e = tuple.size(); i != e; ++i) {
      mismatch.elements.push_back(i);
      if (!matchType(tuple.getType(i), other.getType(i)))
        return false;
      mismatch.elements.pop_back();
    }
    return true;
  }
  case TypeClass::Scalar:
  case TypeClass::Other:
    // The symbols of two functions are different ones, so equality alone does
    // not do where a foreign type holds some.
    if (pattern != given || mentionsSymbol(pattern))
      return failAt(TypePart::Whole, pattern, given);
    return true;
  }
  llvm_unreachable("every class is handled");
}

LogicalResult SignatureBinder::matchRoot(Type pattern, Type given,
                                         bool isResult, unsigned index) {
  if (hasFailed())
    return failure();
  mismatch.isResult = isResult;
  mismatch.index = index;
  mismatch.pattern = pattern;
  mismatch.given = given;
  return success(matchType(pattern, given));
}

LogicalResult SignatureBinder::bindParameter(Type pattern, Type argument,
                                             unsigned index) {
  return matchRoot(pattern, argument, /*isResult=*/false, index);
}

LogicalResult SignatureBinder::matchResult(Type pattern, Type result,
                                           unsigned index) {
  return matchRoot(pattern, result, /*isResult=*/true, index);
}

LogicalResult SignatureBinder::bindScalar(SymAttr symbol, Attribute expr,
                                          unsigned index) {
  if (hasFailed())
    return failure();
  mismatch.isResult = false;
  mismatch.index = index;
  mismatch.pattern = mismatch.given = Type();
  mismatch.part = TypePart::ScalarValue;
  mismatch.entry = std::nullopt;
  mismatch.patternExpr = mismatch.patternSub = symbol;
  mismatch.givenExpr = mismatch.givenSub = expr;
  if (!spend())
    return failure();
  if (!expr && !bindings.contains(symbol.getName())) {
    bindings.insert({symbol.getName(), {symbol, Attribute(), index}});
    return success();
  }
  return success(matchSymbol(symbol, expr));
}

LogicalResult SignatureBinder::bindArguments(FuncOp func,
                                             const DispatchTypes &dispatch) {
  assert(dispatch.parameters.size() == dispatch.arguments.size() &&
         dispatch.parameters.size() == dispatch.scalars.size() &&
         "one entry for each argument");
  ArrayRef<Type> params = func.getArgumentTypes();
  for (auto [index, scalar] :
       llvm::zip_equal(dispatch.parameters, dispatch.scalars))
    if (SymAttr symbol = getCarriedSymbol(func, index))
      if (failed(bindScalar(symbol, scalar, index)))
        return failure();
  for (auto [index, type] :
       llvm::zip_equal(dispatch.parameters, dispatch.arguments))
    if (failed(bindParameter(params[index], type, index)))
      return failure();
  return success();
}

LogicalResult SignatureBinder::bindDispatch(FuncOp func,
                                            const DispatchTypes &dispatch) {
  if (failed(bindArguments(func, dispatch)))
    return failure();
  ArrayRef<Type> results = func.getResultTypes();
  assert(results.size() == dispatch.results.size() &&
         "one type for each result");
  for (auto [index, pair] :
       llvm::enumerate(llvm::zip(results, dispatch.results)))
    if (failed(matchResult(std::get<0>(pair), std::get<1>(pair), index)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Substitution
//===----------------------------------------------------------------------===//

Attribute SignatureBinder::substituteExpr(Attribute root) {
  SmallVector<Attribute> stack{root};
  while (!stack.empty()) {
    Attribute attr = stack.back();
    if (substituted.contains(attr)) {
      stack.pop_back();
      continue;
    }
    if (!spend())
      return Attribute();
    if (auto symbol = dyn_cast<SymAttr>(attr)) {
      auto *it = bindings.find(symbol.getName());
      BindFailure failure = BindFailure::None;
      if (it == bindings.end())
        failure = BindFailure::SymbolUnbound;
      else if (it->second.symbol != symbol)
        failure = BindFailure::SymbolTypeDiffers;
      else if (!it->second.expr)
        failure = BindFailure::SymbolUnknown;
      if (failure != BindFailure::None) {
        blameSymbol(failure, symbol);
        return Attribute();
      }
      substituted[attr] = it->second.expr;
      continue;
    }
    auto expr = dyn_cast<ExprAttr>(attr);
    if (!expr) {
      substituted[attr] = attr;
      continue;
    }
    SmallVector<Attribute> operands;
    for (Attribute operand : llvm::reverse(expr.getOperands())) {
      Attribute done = substituted.lookup(operand);
      operands.push_back(done);
      if (!done)
        stack.push_back(operand);
    }
    if (stack.back() != attr)
      continue;
    std::reverse(operands.begin(), operands.end());
    if (ExprAttr::isTooDeep(operands)) {
      fail(BindFailure::BudgetExhausted);
      return Attribute();
    }
    substituted[attr] =
        ExprAttr::get(attr.getContext(), expr.getKind(), expr.getCallee(),
                      operands, expr.getType());
  }
  return substituted.lookup(root);
}

Attribute SignatureBinder::substitute(Attribute attr) {
  if (hasFailed())
    return Attribute();
  // A substitution has no place.
  mismatch.pattern = mismatch.given = Type();
  mismatch.part = TypePart::Whole;
  if (isDim(attr))
    return substituteExpr(attr);
  // Other attributes and types nest little; expressions are left to the above.
  AttrTypeReplacer replacer;
  auto replace = [&](auto dim) {
    return std::make_pair(substituteExpr(dim), WalkResult::skip());
  };
  using Replaced = std::optional<std::pair<Attribute, WalkResult>>;
  replacer.addReplacement(
      [&](SymAttr dim) -> Replaced { return replace(dim); });
  replacer.addReplacement(
      [&](ExprAttr dim) -> Replaced { return replace(dim); });
  return replacer.replace(attr);
}

Type SignatureBinder::substitute(Type type) {
  auto attr = dyn_cast_or_null<TypeAttr>(substitute(TypeAttr::get(type)));
  return attr ? attr.getValue() : Type();
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

namespace {

/// Longer texts of an expression or type are cut off.
constexpr size_t kMaxTextLength = 200;

StringRef getNoun(TypePart part) {
  switch (part) {
  case TypePart::Whole:
    return "type";
  case TypePart::ScalarValue:
    return "value";
  case TypePart::Rank:
    return "rank";
  case TypePart::ElementType:
    return "element type";
  case TypePart::Dimension:
    return "dimension";
  case TypePart::Layout:
    return "layout";
  case TypePart::Stride:
    return "stride";
  case TypePart::ValidShape:
    return "valid shape";
  case TypePart::Padding:
    return "padding";
  case TypePart::MemorySpace:
    return "memory space";
  case TypePart::TileView:
    return "tile view";
  case TypePart::StartOffset:
    return "start offset";
  case TypePart::Storage:
    return "storage";
  case TypePart::StorageOffset:
    return "storage offset";
  case TypePart::StorageSlot:
    return "storage slot";
  case TypePart::Window:
    return "window buffer";
  case TypePart::WindowSize:
    return "size of the window buffer";
  case TypePart::Extent:
    return "extent";
  case TypePart::TupleSize:
    return "number of elements";
  }
  llvm_unreachable("every part is handled");
}

std::string cut(std::string text) {
  if (text.size() > kMaxTextLength) {
    text.resize(kMaxTextLength);
    text += "...";
  }
  return text;
}

std::string formatExpr(Attribute expr) {
  return expr ? cut(formatDim(expr)) : "not given";
}

/// The text of a part of `type` that is not a single expression.
std::string formatPart(Type type, TypePart part) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto printAttr = [&](Attribute attr) {
    if (attr)
      attr.printStripped(os);
    else
      os << "not given";
  };
  auto printList = [&](ArrayRef<Attribute> list) {
    if (list.empty()) {
      os << "not given";
      return;
    }
    os << '[';
    llvm::interleaveComma(list, os,
                          [&](Attribute dim) { os << formatDim(dim); });
    os << ']';
  };
  auto printTensorPart = [&](auto tensor) {
    if (part == TypePart::Layout)
      os << stringifyLayout(tensor.getLayout());
    else if (part == TypePart::Padding)
      os << stringifyPad(tensor.getPad());
    else if (part == TypePart::Stride)
      printList(tensor.getStride());
    else if (part == TypePart::ValidShape)
      printList(tensor.getValid());
    else if (part == TypePart::Storage)
      printAttr(tensor.getMemref());
  };
  switch (part) {
  case TypePart::Rank:
    os << getShapeOf(type).size();
    break;
  case TypePart::ElementType:
    os << getElementTypeOf(type);
    break;
  case TypePart::TupleSize:
    os << cast<mlir::TupleType>(type).size();
    break;
  default:
    llvm::TypeSwitch<Type>(type)
        .Case<GlobalTensorType>(printTensorPart)
        .Case<DistTensorType>([&](DistTensorType tensor) {
          if (part == TypePart::Window)
            printAttr(tensor.getWindow());
          else
            printTensorPart(tensor);
        })
        .Case<TileType>([&](TileType tile) {
          TileViewAttr view = tile.getView();
          if (part == TypePart::MemorySpace)
            os << (tile.getSpace() ? stringifyMemorySpace(*tile.getSpace())
                                   : "not given");
          else if (part == TypePart::TileView)
            printAttr(view);
          else if (part == TypePart::Stride)
            printList(view.getStride());
          else if (part == TypePart::ValidShape)
            printList(view.getValid());
          else if (part == TypePart::Storage)
            printAttr(tile.getMemref());
        });
    break;
  }
  // What has no parts, or differs in its class.
  if (part == TypePart::Whole || text.empty())
    os << formatType(type);
  return cut(std::move(text));
}

/// Whether two expressions use a symbol of the same name.
bool shareName(Attribute expr, Attribute other) {
  llvm::DenseSet<StringAttr> names;
  AttrTypeWalker collector, finder;
  collector.addWalk([&](SymAttr sym) { names.insert(sym.getName()); });
  finder.addWalk([&](SymAttr sym) {
    return names.contains(sym.getName()) ? WalkResult::interrupt()
                                         : WalkResult::advance();
  });
  if (expr)
    collector.walk(expr);
  return other && finder.walk(other).wasInterrupted();
}

} // namespace

std::string BindMismatch::describe(StringRef owner) const {
  std::string text;
  llvm::raw_string_ostream os(text);

  std::string because;
  llvm::raw_string_ostream why(because);
  std::string name = symbol ? formatDim(symbol) : std::string();
  // Where both functions have a symbol of one name, it is said whose is whose.
  bool isAmbiguous =
      shareName(patternExpr, givenExpr) ||
      (failure == BindFailure::SymbolRebound && shareName(symbol, bound));
  auto formatCallers = [&](Attribute expr) {
    return (isAmbiguous && expr && !isa<IntegerAttr>(expr) ? "the caller's "
                                                           : "") +
           formatExpr(expr);
  };
  if (isAmbiguous && symbol)
    name += (" of '@" + owner + "'").str();
  switch (failure) {
  case BindFailure::None:
    return "the types match";
  case BindFailure::BudgetExhausted:
    if (pattern)
      os << (isResult ? "result #" : "argument #") << index << ": ";
    os << "undecided after " << steps << " matching steps";
    return text;
  case BindFailure::Differs:
    if (patternSub != patternExpr && patternExpr)
      why << ": " << formatCallers(givenSub) << " is not "
          << formatExpr(patternSub);
    else if (part == TypePart::Whole && patternType == givenType)
      why << ", where the shape symbols of each function are its own";
    break;
  case BindFailure::SymbolRebound:
    why << ", where argument #" << boundBy << " makes " << name << " be "
        << formatCallers(bound);
    break;
  case BindFailure::SymbolTypeDiffers:
    why << ", where " << name << " has another type in parameter #" << boundBy;
    break;
  case BindFailure::SymbolUnbound:
    why << ", where no supplied argument binds " << name;
    break;
  case BindFailure::SymbolUnknown:
    why << ", where " << name << " is argument #" << boundBy
        << ", which is no expression over the caller's symbols";
    break;
  }

  if (!pattern && part != TypePart::ScalarValue) {
    os << "in '@" << owner << "'" << because;
    return text;
  }
  os << (isResult ? "result #" : "argument #") << index;
  for (unsigned element : elements)
    os << ": element #" << element;
  if (part != TypePart::Whole) {
    os << ": " << getNoun(part);
    if (entry)
      os << " #" << *entry;
  }
  bool isExpr = patternExpr || givenExpr;
  os << " is "
     << (isExpr ? formatCallers(givenExpr) : formatPart(givenType, part))
     << " here, but "
     << (isExpr ? formatExpr(patternExpr) : formatPart(patternType, part))
     << (isAmbiguous ? " of" : " in") << " '@" << owner << "'" << because;
  return text;
}

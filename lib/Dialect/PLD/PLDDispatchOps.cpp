//===- PLDDispatchOps.cpp - Calls and submits ---------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// pld.call and pld.submit: text form, and what every program keeps.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "pld/Dialect/PLD/PLDOps.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace pld;

//===----------------------------------------------------------------------===//
// Text form
//===----------------------------------------------------------------------===//

namespace {

/// A clause that holds operands: its keyword, the name of its segment, and the
/// type that needs not be written.
struct OperandClause {
  StringLiteral keyword;
  bool single;
  Type (*usualType)(MLIRContext *);
};

Type taskId(MLIRContext *context) { return TaskIdType::get(context); }
Type index(MLIRContext *context) { return IndexType::get(context); }
Type bit(MLIRContext *context) { return IntegerType::get(context, 1); }
Type noUsualType(MLIRContext *) { return Type(); }

constexpr OperandClause kDeps{"deps", false, taskId};
constexpr OperandClause kCoreNum{"core_num", true, index};
constexpr OperandClause kPredicate{"predicate", true, bit};
constexpr OperandClause kDevice{"device", true, index};
constexpr OperandClause kDump{"dump", false, noUsualType};
constexpr OperandClause kManualDeps{"manual_deps", false, taskId};
constexpr OperandClause kCompilerDeps{"compiler_deps", false, taskId};

/// Reads `keyword(%a, %b : types)`; types are left out where all are usual.
/// Appends the operands; returns their number.
FailureOr<int32_t> parseClause(OpAsmParser &parser, const OperandClause &clause,
                               OperationState &result) {
  if (failed(parser.parseOptionalKeyword(clause.keyword)))
    return 0;
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<Type> types;
  if (parser.parseLParen() || parser.parseOperandList(operands))
    return failure();
  if (clause.single && operands.size() != 1)
    return parser.emitError(loc)
           << "'" << clause.keyword << "' takes one value";
  if (operands.empty())
    return parser.emitError(loc)
           << "'" << clause.keyword << "' needs at least one value";
  if (succeeded(parser.parseOptionalColon())) {
    if (parser.parseTypeList(types))
      return failure();
  } else if (Type usual = clause.usualType(parser.getContext())) {
    types.assign(operands.size(), usual);
  }
  if (parser.parseRParen() ||
      parser.resolveOperands(operands, types, loc, result.operands))
    return failure();
  return static_cast<int32_t>(operands.size());
}

void printClause(OpAsmPrinter &printer, const OperandClause &clause,
                 OperandRange operands) {
  if (operands.empty())
    return;
  printer << ' ' << clause.keyword << '(';
  printer.printOperands(operands);
  Type usual = clause.usualType(operands.front().getContext());
  if (!usual || llvm::any_of(operands.getTypes(),
                             [&](Type type) { return type != usual; })) {
    printer << " : ";
    llvm::interleaveComma(operands.getTypes(), printer);
  }
  printer << ')';
}

/// A clause that is one keyword.
void parseFlag(OpAsmParser &parser, StringRef keyword, UnitAttr &flag) {
  if (succeeded(parser.parseOptionalKeyword(keyword)))
    flag = parser.getBuilder().getUnitAttr();
}

template <typename OpT>
ParseResult parseDispatch(OpAsmParser &parser, OperationState &result) {
  constexpr bool isSubmit = std::is_same_v<OpT, SubmitOp>;
  auto &props = result.getOrAddProperties<typename OpT::Properties>();
  FlatSymbolRefAttr callee;
  SmallVector<OpAsmParser::UnresolvedOperand> arguments;
  if (parser.parseAttribute(callee))
    return failure();
  props.setCallee(callee);
  SMLoc argLoc = parser.getCurrentLocation();
  if (parser.parseOperandList(arguments, OpAsmParser::Delimiter::Paren))
    return failure();

  // The clauses come before the types of the arguments, but their operands
  // after the arguments.
  OperationState clauses(result.location, result.name);
  SmallVector<int32_t> segments{static_cast<int32_t>(arguments.size())};
  auto clause = [&](const OperandClause &description) -> ParseResult {
    FailureOr<int32_t> count = parseClause(parser, description, clauses);
    if (failed(count))
      return failure();
    segments.push_back(*count);
    return success();
  };
  UnitAttr syncStart;
  if constexpr (isSubmit)
    if (clause(kDeps))
      return failure();
  if (clause(kCoreNum))
    return failure();
  parseFlag(parser, "sync_start", syncStart);
  if (syncStart)
    props.setSyncStart(syncStart);
  if constexpr (isSubmit) {
    UnitAttr earlyResolve;
    parseFlag(parser, "early_resolve", earlyResolve);
    if (earlyResolve)
      props.setEarlyResolve(earlyResolve);
    if (clause(kPredicate))
      return failure();
  }
  if (clause(kDevice) || clause(kDump) || clause(kManualDeps) ||
      clause(kCompilerDeps))
    return failure();
  llvm::copy(segments, props.operandSegmentSizes.begin());

  NamedAttrList attrs;
  SMLoc attrLoc = parser.getCurrentLocation();
  FunctionType type;
  SMLoc typeLoc;
  if (parser.parseOptionalAttrDict(attrs) || parser.parseColon() ||
      parser.getCurrentLocation(&typeLoc) || parser.parseType(type))
    return failure();
  // The inherent attributes that have no clause of their own.
  for (StringRef name : {"arg_directions", "arg_attrs", "res_attrs"}) {
    Attribute value = attrs.erase(name);
    if (!value)
      continue;
    auto array = dyn_cast<ArrayAttr>(value);
    if (!array)
      return parser.emitError(attrLoc) << "'" << name << "' must be an array";
    if (name == "arg_directions")
      props.setArgDirections(array);
    else if (name == "arg_attrs")
      props.setArgAttrs(array);
    else
      props.setResAttrs(array);
  }
  for (StringRef name :
       {"callee", "sync_start", "early_resolve", "operandSegmentSizes"})
    if (attrs.get(name))
      return parser.emitError(attrLoc)
             << "'" << name << "' cannot be given as an attribute";
  result.addAttributes(attrs);
  result.addTypes(type.getResults());
  if (parser.resolveOperands(arguments, type.getInputs(), argLoc,
                             result.operands))
    return failure();
  result.addOperands(clauses.operands);
  return success();
}

template <typename OpT> void printDispatch(OpT op, OpAsmPrinter &printer) {
  constexpr bool isSubmit = std::is_same_v<OpT, SubmitOp>;
  auto segment = [&](unsigned index) {
    auto [start, length] = op.getODSOperandIndexAndLength(index);
    return OperandRange(op->operand_begin() + start,
                        op->operand_begin() + start + length);
  };
  unsigned next = 1;
  printer << ' ' << op.getCalleeAttr() << '(' << op.getArguments() << ')';
  if constexpr (isSubmit)
    printClause(printer, kDeps, segment(next++));
  printClause(printer, kCoreNum, segment(next++));
  if (op.getSyncStart())
    printer << " sync_start";
  if constexpr (isSubmit) {
    if (op.getEarlyResolve())
      printer << " early_resolve";
    printClause(printer, kPredicate, segment(next++));
  }
  printClause(printer, kDevice, segment(next++));
  printClause(printer, kDump, segment(next++));
  printClause(printer, kManualDeps, segment(next++));
  printClause(printer, kCompilerDeps, segment(next++));
  printer.printOptionalAttrDict(
      op->getAttrs(),
      {"callee", "sync_start", "early_resolve", "operandSegmentSizes"});
  printer << " : ";
  printer.printFunctionalType(op.getArguments().getTypes(),
                              op->getResultTypes());
}

/// The importer keeps the names of several results as metadata of the
/// location: a dictionary with the list `results`.
template <typename OpT> void nameResults(OpT op, OpAsmSetValueNameFn setName) {
  auto fused = dyn_cast<FusedLoc>(op->getLoc());
  DictionaryAttr metadata =
      fused ? dyn_cast_or_null<DictionaryAttr>(fused.getMetadata())
            : DictionaryAttr();
  ArrayAttr names =
      metadata ? metadata.template getAs<ArrayAttr>("results") : ArrayAttr();
  if (!names || names.size() != op->getNumResults())
    return;
  for (auto [result, attr] : llvm::zip_equal(op->getResults(), names))
    if (auto name = dyn_cast<StringAttr>(attr); name && !name.empty())
      setName(result, name.getValue());
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

LogicalResult verifyTypes(Operation *op, FuncOp callee, StringRef what,
                          TypeRange given, ArrayRef<Type> expected) {
  for (auto [index, pair] : llvm::enumerate(llvm::zip_first(given, expected))) {
    auto [have, want] = pair;
    if (haveSameClass(have, want))
      continue;
    InFlightDiagnostic diag = emitTypeError(op)
                              << what << " #" << index << " is '"
                              << formatType(have) << "', but '@"
                              << callee.getSymName() << "' has '"
                              << formatType(want) << "'";
    diag.attachNote(callee.getLoc())
        << "'@" << callee.getSymName() << "' is here";
    return diag;
  }
  return success();
}

/// The parameters that arguments of the given types are for. Results come last;
/// a submit may leave out a trailing run of `out` parameters, which the runtime
/// makes. Communication contexts, which come after all others, are always
/// given.
std::optional<SmallVector<unsigned>>
findSuppliedParams(FuncOp callee, TypeRange given, bool isSubmit) {
  ArrayRef<Type> params = callee.getArgumentTypes();
  unsigned end = params.size(), numGiven = given.size();
  if (numGiven > end || (numGiven < end && !isSubmit))
    return std::nullopt;
  if (numGiven < end) {
    while (numGiven > 0 && isa<CommCtxType>(params[end - 1]) &&
           isa<CommCtxType>(given[numGiven - 1])) {
      --end;
      --numGiven;
    }
    for (unsigned index = numGiven; index < end; ++index)
      if (callee.getParamDirection(index) != ParamDirection::Out)
        return std::nullopt;
  }
  auto supplied = llvm::to_vector(llvm::seq<unsigned>(0, numGiven));
  llvm::append_range(supplied,
                     llvm::seq<unsigned>(end, end + given.size() - numGiven));
  return supplied;
}

template <typename OpT>
LogicalResult verifyDispatch(OpT op, SymbolTableCollection &symbolTables) {
  constexpr bool isSubmit = std::is_same_v<OpT, SubmitOp>;
  Operation *symbol =
      symbolTables.lookupNearestSymbolFrom(op, op.getCalleeAttr());
  if (!symbol)
    return emitTypeError(op)
           << "calls '@" << op.getCallee() << "', which does not exist";
  auto callee = dyn_cast<FuncOp>(symbol);
  if (!callee)
    return emitTypeError(op)
           << "calls '@" << op.getCallee() << "', which is not a 'pld.func'";

  TypeRange given = op.getArguments().getTypes();
  std::optional<SmallVector<unsigned>> supplied = op.getSuppliedParams(callee);
  if (!supplied) {
    size_t numParams = callee.getArgumentTypes().size();
    InFlightDiagnostic diag = emitTypeError(op)
                              << "has " << given.size() << " arguments, but '@"
                              << op.getCallee() << "' takes " << numParams;
    if (isSubmit && given.size() < numParams)
      diag << "; only a trailing run of 'out' parameters may be left out";
    diag.attachNote(callee.getLoc()) << "'@" << op.getCallee() << "' is here";
    return diag;
  }
  SmallVector<Type> params;
  for (unsigned index : *supplied)
    params.push_back(callee.getArgumentTypes()[index]);
  if (failed(verifyTypes(op, callee, "argument", given, params)))
    return failure();

  TypeRange results = op.getCalleeResults().getTypes();
  if (results.size() != callee.getResultTypes().size()) {
    InFlightDiagnostic diag = emitTypeError(op)
                              << "has " << results.size() << " results, but '@"
                              << op.getCallee() << "' returns "
                              << callee.getResultTypes().size();
    diag.attachNote(callee.getLoc()) << "'@" << op.getCallee() << "' is here";
    return diag;
  }
  return verifyTypes(op, callee, "result", results, callee.getResultTypes());
}

/// The question of `verifyDispatch`, without an error.
template <typename OpT> bool fitsCallee(OpT op, FuncOp callee) {
  if (isa<SubmitOp>(op.getOperation()) &&
      (op->getNumResults() == 0 ||
       !isa<TaskIdType>(op->getResults().back().getType())))
    return false;
  std::optional<SmallVector<unsigned>> supplied = op.getSuppliedParams(callee);
  if (!supplied ||
      op.getCalleeResults().size() != callee.getResultTypes().size())
    return false;
  auto fitsParam = [&](auto pair) {
    auto [index, argument] = pair;
    return haveSameClass(argument.getType(), callee.getArgumentTypes()[index]);
  };
  return llvm::all_of(llvm::zip_equal(*supplied, op.getArguments()),
                      fitsParam) &&
         llvm::all_of_zip(op.getCalleeResults().getTypes(),
                          callee.getResultTypes(), haveSameClass);
}

LogicalResult verifyLaunch(Operation *op, Value coreNum, bool syncStart,
                           std::optional<ArrayAttr> directions,
                           size_t numArguments) {
  if (coreNum && !coreNum.getType().isIntOrIndex())
    return emitTypeError(op)
           << "'core_num' is '" << formatType(coreNum.getType())
           << "', which is not an integer";
  if (syncStart && !coreNum)
    return op->emitOpError("'sync_start' needs 'core_num'");
  if (directions && directions->size() != numArguments)
    return emitTypeError(op) << "has " << numArguments << " arguments, but "
                             << directions->size() << " argument directions";
  return success();
}

/// Dependencies are the ids of tasks, or arrays of them.
LogicalResult verifyTasks(Operation *op, StringRef what, OperandRange tasks) {
  for (Type type : tasks.getTypes()) {
    auto array = dyn_cast<ArrayType>(type);
    if (!isa<TaskIdType>(array ? array.getElementType() : type))
      return emitTypeError(op)
             << what << " has a value of type '" << formatType(type)
             << "', which is not a task id or an array of them";
  }
  return success();
}

} // namespace

//===----------------------------------------------------------------------===//
// pld.call
//===----------------------------------------------------------------------===//

ParseResult CallOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseDispatch<CallOp>(parser, result);
}
void CallOp::print(OpAsmPrinter &printer) { printDispatch(*this, printer); }
void CallOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  nameResults(*this, setName);
}
FuncOp CallOp::lookupCallee(SymbolTableCollection &symbolTables) {
  return symbolTables.lookupNearestSymbolFrom<FuncOp>(*this, getCalleeAttr());
}
bool CallOp::fits(FuncOp callee) { return fitsCallee(*this, callee); }
std::optional<SmallVector<unsigned>> CallOp::getSuppliedParams(FuncOp callee) {
  return findSuppliedParams(callee, getArguments().getTypes(),
                            /*isSubmit=*/false);
}
LogicalResult CallOp::verify() {
  if (failed(verifyLaunch(*this, getCoreNum(), getSyncStart(),
                          getArgDirections(), getArguments().size())))
    return failure();
  return success(
      succeeded(verifyTasks(*this, "'manual_deps'", getManualDeps())) &&
      succeeded(verifyTasks(*this, "'compiler_deps'", getCompilerDeps())));
}
LogicalResult CallOp::verifySymbolUses(SymbolTableCollection &symbolTables) {
  return verifyDispatch(*this, symbolTables);
}
CallInterfaceCallable CallOp::getCallableForCallee() { return getCalleeAttr(); }
void CallOp::setCalleeFromCallable(CallInterfaceCallable callee) {
  setCalleeAttr(cast<FlatSymbolRefAttr>(cast<SymbolRefAttr>(callee)));
}
Operation::operand_range CallOp::getArgOperands() { return getArguments(); }
MutableOperandRange CallOp::getArgOperandsMutable() {
  return getArgumentsMutable();
}

//===----------------------------------------------------------------------===//
// pld.submit
//===----------------------------------------------------------------------===//

ParseResult SubmitOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseDispatch<SubmitOp>(parser, result);
}
void SubmitOp::print(OpAsmPrinter &printer) { printDispatch(*this, printer); }
void SubmitOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  nameResults(*this, setName);
}
FuncOp SubmitOp::lookupCallee(SymbolTableCollection &symbolTables) {
  return symbolTables.lookupNearestSymbolFrom<FuncOp>(*this, getCalleeAttr());
}
bool SubmitOp::fits(FuncOp callee) { return fitsCallee(*this, callee); }
std::optional<SmallVector<unsigned>>
SubmitOp::getSuppliedParams(FuncOp callee) {
  return findSuppliedParams(callee, getArguments().getTypes(),
                            /*isSubmit=*/true);
}
LogicalResult SubmitOp::verify() {
  if (getNumResults() == 0 || !isa<TaskIdType>(getResults().back().getType()))
    return emitOpError("must have a '!pld.task_id' as its last result");
  if (failed(verifyLaunch(*this, getCoreNum(), getSyncStart(),
                          getArgDirections(), getArguments().size())))
    return failure();
  if (getPredicate() && !getPredicate().getType().isInteger(1))
    return emitTypeError(*this)
           << "the predicate is '" << formatType(getPredicate().getType())
           << "', not i1";
  return success(
      succeeded(verifyTasks(*this, "'deps'", getDeps())) &&
      succeeded(verifyTasks(*this, "'manual_deps'", getManualDeps())) &&
      succeeded(verifyTasks(*this, "'compiler_deps'", getCompilerDeps())));
}
LogicalResult SubmitOp::verifySymbolUses(SymbolTableCollection &symbolTables) {
  return verifyDispatch(*this, symbolTables);
}
CallInterfaceCallable SubmitOp::getCallableForCallee() {
  return getCalleeAttr();
}
void SubmitOp::setCalleeFromCallable(CallInterfaceCallable callee) {
  setCalleeAttr(cast<FlatSymbolRefAttr>(cast<SymbolRefAttr>(callee)));
}
Operation::operand_range SubmitOp::getArgOperands() { return getArguments(); }
MutableOperandRange SubmitOp::getArgOperandsMutable() {
  return getArgumentsMutable();
}

//===----------------------------------------------------------------------===//
// pld.unchecked_dispatch
//===----------------------------------------------------------------------===//

CallInterfaceCallable UncheckedDispatchOp::getCallableForCallee() {
  return getCalleeAttr();
}
void UncheckedDispatchOp::setCalleeFromCallable(CallInterfaceCallable callee) {
  setCalleeAttr(cast<FlatSymbolRefAttr>(cast<SymbolRefAttr>(callee)));
}
Operation::operand_range UncheckedDispatchOp::getArgOperands() {
  return getArguments();
}
MutableOperandRange UncheckedDispatchOp::getArgOperandsMutable() {
  return getArgumentsMutable();
}

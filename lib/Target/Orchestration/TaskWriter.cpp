//===- TaskWriter.cpp - Tasks of an orchestration -------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrchestrationWriter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "pld/Dialect/PLD/ShapeSymbols.h"
#include "pld/Transforms/Registration/Signatures.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace pld;
using namespace pld::orchestration;
using namespace pld::registration;

LogicalResult OrchestrationWriter::writeTask(const RegisteredTask &registered) {
  const Task &task = registered.task;
  Operation *dispatch = task.dispatch;
  auto submit = dyn_cast<SubmitOp>(dispatch);
  auto call = dyn_cast<CallOp>(dispatch);
  FuncOp callee = submit ? submit.lookupCallee(symbolTables)
                         : call.lookupCallee(symbolTables);
  if (submit ? submit.getDevice() : call.getDevice())
    return unsupported(dispatch) << ": it has a device";

  unsigned number = numTasks++;
  std::string params = code.getName(code.declare("params_t" + Twine(number)));
  // What the runtime makes is described before the task, by parameter.
  llvm::DenseMap<unsigned, Variable> infos;
  llvm::DenseMap<unsigned, unsigned> made;
  for (auto [index, argument] : llvm::enumerate(task.arguments)) {
    if (argument.value || infos.contains(argument.param))
      continue;
    Variable info =
        code.declare(params + "_out" + Twine(argument.param) + "_ci");
    infos[argument.param] = info;
    if (failed(writeOmittedOutput(task, index, submit, callee, info)))
      return failure();
  }
  code.line("CoreTaskArgs " + params + ";");
  unsigned numMade = 0;
  llvm::SetVector<Variable> dumped;
  scalars.beginTask(dispatch, task.bridges);
  for (const TaskArgument &argument : task.arguments) {
    FailureOr<std::string> text;
    if (!argument.value) {
      if (argument.dump)
        return unsupported(dispatch)
               << ": parameter #" << argument.param << " of '@"
               << callee.getSymName()
               << "' is to be dumped, but the runtime makes it";
      made.try_emplace(argument.param, numMade++);
      text = code.read(infos[argument.param]);
    } else if (argument.direction == ArgDirection::Scalar) {
      text = scalars.getAs(argument.value, argument.type, dispatch);
      if (succeeded(text) && !isa<CommCtxType, PtrType>(argument.type))
        text = "to_u64(" + *text + ")";
    } else {
      text = getObject(argument.value, dispatch);
      if (succeeded(text) && argument.dump)
        dumped.insert(*lookupObject(argument.value));
    }
    if (failed(text))
      return failure();
    code.line(params + ".add_" + stringifyAdd(argument.direction) + "(" +
              *text + ");");
  }
  scalars.endTask();
  if (!dumped.empty())
    code.line(params + ".dump(" +
              llvm::join(llvm::map_range(dumped,
                                         [&](Variable variable) {
                                           return code.getName(variable);
                                         }),
                         ", ") +
              ");");

  SmallVector<Value> deps;
  if (submit) {
    llvm::append_range(deps, submit.getDeps());
    llvm::append_range(deps, submit.getManualDeps());
    llvm::append_range(deps, submit.getCompilerDeps());
  } else {
    llvm::append_range(deps, call.getManualDeps());
    llvm::append_range(deps, call.getCompilerDeps());
  }
  bool isDirect = callee.isInCore();
  if (isDirect && failed(writeDependencies(deps, params, dispatch)))
    return failure();
  if (failed(writeLaunch(dispatch, callee, params)))
    return failure();
  if (submit && submit.getEarlyResolve())
    code.line(params + ".set_allow_early_resolve(true);");
  if (submit && submit.getPredicate() &&
      failed(writePredicate(submit.getPredicate(), params, dispatch)))
    return failure();
  if (!isDirect && failed(writeDependencies(deps, params, dispatch)))
    return failure();

  std::string submission = getSubmission(registered, params);
  Variable outputs = code.declare("task_" + Twine(number) + "_outs");
  code.define(outputs,
              "TaskOutputTensors " + code.getName(outputs) + " = " + submission,
              submission);
  if (submit) {
    StringRef source = getSourceName(dispatch->getLoc());
    if (auto fused = dyn_cast<FusedLoc>(dispatch->getLoc()))
      if (auto metadata = dyn_cast_or_null<DictionaryAttr>(fused.getMetadata()))
        if (auto names = metadata.getAs<ArrayAttr>("results");
            names && names.size() == dispatch->getNumResults())
          if (auto name = dyn_cast<StringAttr>(names[names.size() - 1]))
            source = name.getValue();
    Variable id = code.declare(source, "tid");
    std::string from = code.read(outputs);
    code.define(id, "PTO2TaskId " + code.getName(id) + " = " + from +
                        ".task_id();");
    scalars.bind(submit.getTaskId(), id);
    freshIds.insert(submit.getTaskId());
  }
  return bindResults(dispatch, callee, outputs, made);
}

std::string OrchestrationWriter::getSubmission(const RegisteredTask &registered,
                                               StringRef params) {
  const Task &task = registered.task;
  if (!task.slots)
    return ("rt_submit_" + stringifyCoreType(task.coreTypes.front()) +
            "_task(" + Twine(registered.ids.front()) + ", " + params + ");")
        .str();
  std::string mixed =
      code.getName(code.declare("mixed_" + Twine(numTasks - 1)));
  std::string text = "MixedKernels " + mixed + " = {";
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(*task.slots, os, [&](std::optional<unsigned> slot) {
    if (slot)
      os << registered.ids[*slot];
    else
      os << "INVALID_KERNEL_ID";
  });
  code.line(text + "};");
  return ("rt_submit_task(" + mixed + ", " + params + ");").str();
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

LogicalResult OrchestrationWriter::bindResults(
    Operation *dispatch, FuncOp callee, Variable outputs,
    const llvm::DenseMap<unsigned, unsigned> &made) {
  auto call = dyn_cast<CallOp>(dispatch);
  auto submit = dyn_cast<SubmitOp>(dispatch);
  ResultRange results =
      call ? call.getCalleeResults() : submit.getCalleeResults();
  OperandRange arguments = call ? call.getArguments() : submit.getArguments();
  SmallVector<unsigned> supplied = call ? *call.getSuppliedParams(callee)
                                        : *submit.getSuppliedParams(callee);
  for (auto [index, result] : llvm::enumerate(results)) {
    if (result.use_empty())
      continue;
    std::optional<unsigned> param = aliases.getReturnedParam(callee, index);
    if (!param || !isObject(result.getType()))
      return emitError(dispatch->getLoc())
             << "result #" << index << " of '@" << callee.getSymName()
             << "' is used, but is none of its parameters";
    if (auto it = made.find(*param); it != made.end()) {
      StringRef source = getSourceName(result.getLoc());
      Variable tensor = code.declare(source, "out");
      std::string from = code.read(outputs);
      code.define(tensor, "const ChipTensor& " + code.getName(tensor) + " = " +
                              from + ".get_ref(" + Twine(it->second) + ");");
      objects[result] = tensor;
      continue;
    }
    for (auto [argument, suppliedParam] : llvm::zip_equal(arguments, supplied))
      if (suppliedParam == *param)
        if (std::optional<Variable> variable = lookupObject(argument))
          objects[result] = *variable;
  }
  return success();
}

/// The symbols of a callee whose values its arguments say.
static llvm::DenseSet<Attribute> getGivenSymbols(const Callee &callee) {
  llvm::DenseSet<Attribute> symbols;
  FuncOp func = callee.func;
  for (auto [index, argument] : llvm::enumerate(callee.arguments)) {
    if (!argument)
      continue;
    if (auto name = func.getArgAttrOfType<StringAttr>(
            index, PLDDialect::kSymbolAttrName))
      symbols.insert(name);
    for (Attribute dim : getShapeOf(func.getArgumentTypes()[index]))
      if (auto symbol = dyn_cast<SymAttr>(dim))
        symbols.insert(symbol.getName());
  }
  return symbols;
}

LogicalResult OrchestrationWriter::writeOmittedOutput(const Task &task,
                                                      size_t argumentIndex,
                                                      SubmitOp submit,
                                                      FuncOp callee,
                                                      Variable info) {
  const TaskArgument &argument = task.arguments[argumentIndex];
  auto type = dyn_cast<GlobalTensorType>(argument.type);
  if (!type)
    return emitError(submit.getLoc())
           << "the runtime cannot make a " << argument.type;
  Callee scope{callee, SmallVector<Value>(callee.getArgumentTypes().size())};
  for (auto [value, param] : llvm::zip_equal(submit.getArguments(),
                                             *submit.getSuppliedParams(callee)))
    scope.arguments[param] = value;
  SmallVector<Attribute> shape = llvm::to_vector(type.getShape());
  // What the arguments do not say may be in the type of the result, which is in
  // the symbols of the orchestration, unless it is what the callee says, too.
  for (auto [index, result] : llvm::enumerate(submit.getCalleeResults())) {
    if (aliases.getReturnedParam(callee, index) != argument.param)
      continue;
    auto resultType = dyn_cast<GlobalTensorType>(result.getType());
    if (resultType && failed(verifyPlain(resultType, submit)))
      return failure();
    if (resultType && resultType.getShape().size() == shape.size())
      shape = llvm::to_vector(resultType.getShape());
  }
  llvm::DenseSet<Attribute> given = getGivenSymbols(scope);
  SymbolFinder finder;
  SmallVector<std::string> dims;
  for (auto [dim, outside] : llvm::zip_equal(type.getShape(), shape)) {
    bool isGiven = llvm::all_of(finder.find(dim), [&](SymAttr symbol) {
      return given.contains(symbol.getName());
    });
    bool isCallees = isGiven || dim == outside;
    FailureOr<std::string> text = scalars.getDim(
        isCallees ? dim : outside, submit, isCallees ? &scope : nullptr);
    if (failed(text))
      return failure();
    dims.push_back(*text);
  }
  if (workspaces.isWorkspace(task, argumentIndex)) {
    FailureOr<std::string> size = getWorkspaceSize(&task, submit);
    if (failed(size))
      return failure();
    dims = {*size};
  }
  return writeCreateInfo(info, std::move(dims), type, /*manualDep=*/false,
                         submit);
}

//===----------------------------------------------------------------------===//
// Clauses
//===----------------------------------------------------------------------===//

LogicalResult OrchestrationWriter::writeDependencies(ValueRange deps,
                                                     StringRef params,
                                                     Operation *user) {
  if (deps.empty())
    return success();
  int64_t capacity = 0;
  for (Value dep : deps) {
    auto array = dyn_cast<ArrayType>(dep.getType());
    auto extent = array ? dyn_cast<IntegerAttr>(array.getExtent()) : nullptr;
    if (array && !extent)
      return emitError(user->getLoc())
             << "depends on an array of task ids whose length is no number";
    capacity += extent ? extent.getInt() : 1;
  }
  std::string list = code.getName(code.declare(params + "_deps"));
  std::string count = code.getName(code.declare(params + "_deps_count"));
  code.line("PTO2TaskId " + list + "[" + Twine(std::max<int64_t>(capacity, 1)) +
            "];");
  code.line("uint32_t " + count + " = 0;");
  std::string append = (list + "[" + count + "++] = ");
  for (Value dep : deps) {
    if (isObject(dep.getType())) {
      FailureOr<std::string> array = getObject(dep, user);
      if (failed(array))
        return failure();
      code.line("for (const PTO2TaskId& id : " + *array +
                ") if (id.is_valid()) " + append + "id;");
      continue;
    }
    FailureOr<std::string> id = scalars.get(dep, user);
    if (failed(id))
      return failure();
    std::string guard =
        freshIds.contains(dep) ? "" : "if (" + *id + ".is_valid()) ";
    code.line(guard + append + *id + ";");
  }
  code.line(params + ".set_dependencies(" + list + ", " + count + ");");
  return success();
}

FailureOr<std::string> OrchestrationWriter::getCoreNum(Operation *dispatch,
                                                       FuncOp callee,
                                                       Operation *user) {
  auto call = dyn_cast<CallOp>(dispatch);
  Value coreNum =
      call ? call.getCoreNum() : cast<SubmitOp>(dispatch).getCoreNum();
  if (coreNum)
    return scalars.get(coreNum, user);
  // Older front ends say it of the wrapper.
  Attribute legacy = callee->getAttr("core_num");
  if (!legacy)
    return std::string();
  auto number = dyn_cast<IntegerAttr>(legacy);
  if (!number)
    return unsupported(dispatch) << ": the core number of '@"
                                 << callee.getSymName() << "' is not a number";
  return std::to_string(number.getInt());
}

LogicalResult OrchestrationWriter::writeLaunch(Operation *dispatch,
                                               FuncOp callee,
                                               StringRef params) {
  auto call = dyn_cast<CallOp>(dispatch);
  bool syncStart =
      call ? call.getSyncStart() : cast<SubmitOp>(dispatch).getSyncStart();
  auto legacySync = callee->getAttrOfType<BoolAttr>("sync_start");
  syncStart |= legacySync && legacySync.getValue();
  FailureOr<std::string> text = getCoreNum(dispatch, callee, dispatch);
  if (failed(text))
    return failure();
  const std::string &count = *text;
  // The runtime has 16 bits for it.
  int64_t number;
  StringRef literal = count;
  literal.consume_front("(");
  literal.consume_back("u");
  if (literal.starts_with("-") ||
      (!literal.getAsInteger(10, number) && (number < 1 || number > INT16_MAX)))
    return unsupported(dispatch)
           << ": " << count << " cannot be a number of cores";
  if (!count.empty())
    code.line(params + ".launch_spec." + getCoreNumSetter(platform, runtime) +
              "(" + count + ");");
  if (syncStart)
    code.line(params + ".launch_spec.set_require_sync_start(true);");
  return success();
}

/// The operation behind casts that do not change a number's value.
static Operation *stripCasts(Value value) {
  Operation *op = value.getDefiningOp();
  auto isCast = [](Operation *op) {
    auto scalar = dyn_cast<ScalarOp>(op);
    return isa<arith::IndexCastOp, arith::ExtSIOp, RetypeOp>(op) ||
           (scalar && scalar.getKind() == ScalarKind::Cast);
  };
  while (op && isCast(op)) {
    Value source = op->getOperand(0);
    // arith extends a true bit to -1.
    if (!holdsAll(op->getResult(0).getType(), source.getType()) ||
        (source.getType().isInteger(1) &&
         isa<arith::IndexCastOp, arith::ExtSIOp>(op)))
      break;
    op = source.getDefiningOp();
  }
  return op;
}

/// The number that a constant is, as a signed one of 64 bits.
static std::optional<int64_t> getTarget(Operation *constant) {
  auto attr = dyn_cast_or_null<IntegerAttr>(getConstant(constant));
  if (!attr)
    return std::nullopt;
  APInt value = attr.getValue();
  if (attr.getType().isInteger(1) || attr.getType().isUnsignedInteger())
    value = value.zext(value.getBitWidth() + 1);
  return value.trySExtValue();
}

/// How a comparison is called by the runtime, and if its sides are exchanged.
static std::pair<StringRef, StringRef> getPredicateOp(Operation *op) {
  if (auto scalar = dyn_cast<ScalarOp>(op)) {
    switch (scalar.getKind()) {
    case ScalarKind::Eq:
      return {"EQ", "EQ"};
    case ScalarKind::Ne:
      return {"NE", "NE"};
    case ScalarKind::Lt:
      return {"LT", "GT"};
    case ScalarKind::Le:
      return {"LE", "GE"};
    case ScalarKind::Gt:
      return {"GT", "LT"};
    case ScalarKind::Ge:
      return {"GE", "LE"};
    default:
      return {};
    }
  }
  auto cmp = dyn_cast<arith::CmpIOp>(op);
  if (!cmp)
    return {};
  switch (cmp.getPredicate()) {
  case arith::CmpIPredicate::eq:
    return {"EQ", "EQ"};
  case arith::CmpIPredicate::ne:
    return {"NE", "NE"};
  case arith::CmpIPredicate::slt:
    return {"LT", "GT"};
  case arith::CmpIPredicate::sle:
    return {"LE", "GE"};
  case arith::CmpIPredicate::sgt:
    return {"GT", "LT"};
  case arith::CmpIPredicate::sge:
    return {"GE", "LE"};
  default:
    return {};
  }
}

LogicalResult OrchestrationWriter::writePredicate(Value predicate,
                                                  StringRef params,
                                                  Operation *user) {
  // The runtime reads one element when the task is about to start, and compares
  // it with a number: the value here would be too early.
  auto error = [&] {
    return emitError(user->getLoc())
           << "the runtime can only compare an element of a tensor with a "
              "number to decide whether a task runs";
  };
  Operation *op = stripCasts(predicate);
  if (!op || op->getNumOperands() != 2)
    return error();
  Operation *left = stripCasts(op->getOperand(0));
  Operation *right = stripCasts(op->getOperand(1));
  auto [kind, exchanged] = getPredicateOp(op);
  auto isRead = [](Operation *side) {
    auto intrinsic = dyn_cast_or_null<IntrinsicOp>(side);
    return intrinsic && !intrinsic.getUnchecked() &&
           intrinsic.getOpName() == "tensor.read";
  };
  if (!isRead(left)) {
    std::swap(left, right);
    kind = exchanged;
  }
  std::optional<int64_t> target = getTarget(right);
  if (!isRead(left) || kind.empty() || !target)
    return error();
  auto read = cast<IntrinsicOp>(left);
  // The runtime extends the sign of what is in the tensor, and compares all of
  // it.
  Value source = read.getArguments()[0];
  Type element = getElementTypeOf(source.getType());
  if (!element)
    return error();
  if (!getCppType(element).starts_with("int"))
    return error()
           << "; it takes signed integers of 8, 16, 32 and 64 bits, not "
           << element;
  if (!holdsAll(read.getResult(0).getType(), element))
    return error();
  FailureOr<SmallVector<std::string>> indices =
      getElements(read.getArguments()[1], user);
  FailureOr<std::string> tensor = getObject(source, user);
  if (failed(indices) || failed(tensor) ||
      failed(checkIndices(source, *indices, read)))
    return failure();
  std::string name = code.getName(code.declare(params + "_predicate"));
  code.line("CoreTaskPredicate " + name + ";");
  code.line(name + ".operand.tensor = &" + *tensor + ";");
  code.line(name + ".operand.ndims = " + Twine(indices->size()) + ";");
  for (auto [index, text] : llvm::enumerate(*indices))
    code.line(name + ".operand.indices[" + Twine(index) +
              "] = static_cast<uint32_t>(" + text + ");");
  code.line(name + ".op = PredicateOp::" + kind + ";");
  // There is no literal for the least of all numbers.
  code.line(name + ".target = " +
            (*target == INT64_MIN ? "INT64_MIN" : std::to_string(*target)) +
            ";");
  code.line(params + ".set_predicate(" + name + ");");
  return success();
}

LogicalResult OrchestrationWriter::writeDummy(TaskDummyOp op) {
  unsigned number = numTasks++;
  std::string params = code.getName(code.declare("params_t" + Twine(number)));
  code.line("CoreTaskArgs " + params + ";");
  if (failed(writeDependencies(op.getDeps(), params, op)))
    return failure();
  Variable id = code.declare("tid");
  code.line("PTO2TaskId " + code.getName(id) + " = PTO2TaskId::invalid();");
  code.silence(id);
  scalars.bind(op.getTask(), id);
  // With no dependency that is a task there is nothing to wait for.
  std::string submission =
      code.getName(id) + " = rt_submit_dummy_task(" + params + ").task_id();";
  if (op.getDeps().empty())
    code.line(submission);
  else
    code.line("if (" + params + "_deps_count > 0) " + submission);
  return success();
}

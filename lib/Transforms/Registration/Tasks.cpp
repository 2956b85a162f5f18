//===- Tasks.cpp - What a dispatch launches, and with what ----------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Transforms/Registration/Tasks.h"

#include "pld/Dialect/PLD/KernelRegistrations.h"
#include "pld/Transforms/Registration/CoreTypes.h"
#include "pld/Transforms/Registration/ParameterOrder.h"
#include "pld/Transforms/Registration/Signatures.h"

#include "mlir/IR/Matchers.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace pld;
using namespace pld::registration;

SmallVector<ArgDirection> Task::getDirections() const {
  return llvm::map_to_vector(
      arguments, [](const TaskArgument &arg) { return arg.direction; });
}

//===----------------------------------------------------------------------===//
// Dispatches
//===----------------------------------------------------------------------===//

namespace {

/// What `pld.call` and `pld.submit` have in common.
struct Dispatch {
  static Dispatch get(Operation *op, FuncOp callee) {
    auto read = [&](auto dispatch) {
      return Dispatch{dispatch.getArguments(),
                      dispatch.getArgDirections().value_or(ArrayAttr()),
                      dispatch.getDumpVars(),
                      *dispatch.getSuppliedParams(callee)};
    };
    if (auto call = dyn_cast<CallOp>(op))
      return read(call);
    return read(cast<SubmitOp>(op));
  }

  OperandRange arguments;
  /// Null where they are not resolved.
  ArrayAttr directions;
  OperandRange dumpVars;
  /// The parameter of each argument.
  SmallVector<unsigned> params;
};

bool isDispatch(Operation *op) { return isa<CallOp, SubmitOp>(op); }

InFlightDiagnostic errorAt(Operation *op) { return emitError(op->getLoc()); }

/// Fails with an error where it is not known what a dispatch launches.
LogicalResult verifyChecked(Operation *op) {
  auto dispatch = dyn_cast<UncheckedDispatchOp>(op);
  if (!dispatch)
    return success();
  return errorAt(op) << "the dispatch of '@" << dispatch.getCallee()
                     << "' is unchecked: '@" << dispatch.getCallee()
                     << "' does not exist, or takes or gives something else";
}

/// A task has two kernels at most.
constexpr size_t kMaxCalls = 3;

/// Fails with an error if `op`, in the body of a wrapper, does something: the
/// task only runs the kernels.
LogicalResult verifyLost(Operation *op, FuncOp wrapper) {
  auto intrinsic = dyn_cast<IntrinsicOp>(op);
  bool isKept = op->getNumResults() != 0 || op->getNumRegions() != 0 ||
                op->hasTrait<OpTrait::IsTerminator>() || isa<BindSymbolOp>(op);
  if (isKept && !isa<TaskDummyOp>(op) &&
      !(intrinsic && intrinsic.getOpName() == "tensor.write"))
    return success();
  return errorAt(op) << "'"
                     << (intrinsic ? intrinsic.getOpName()
                                   : op->getName().getStringRef())
                     << "' in '@" << wrapper.getSymName()
                     << "' would be lost; a wrapper only calls kernels";
}

/// Fails with an error where a dispatch in the body of `wrapper` says more than
/// what runs, and with what: the task is launched by the dispatch of the
/// wrapper.
LogicalResult verifyPlain(Operation *op, FuncOp wrapper) {
  auto findClause = [](auto dispatch) -> StringRef {
    if (dispatch.getCoreNum())
      return "core_num";
    if (dispatch.getSyncStart())
      return "sync_start";
    if (dispatch.getDevice())
      return "device";
    return "";
  };
  StringRef clause;
  if (auto call = dyn_cast<CallOp>(op)) {
    clause = findClause(call);
    if (!call.getManualDeps().empty())
      clause = "manual_deps";
    if (!call.getCompilerDeps().empty())
      clause = "compiler_deps";
  } else {
    auto submit = cast<SubmitOp>(op);
    clause = findClause(submit);
    if (!submit.getDeps().empty())
      clause = "deps";
    if (submit.getPredicate())
      clause = "predicate";
    if (submit.getEarlyResolve())
      clause = "early_resolve";
  }
  if (!clause.empty())
    return errorAt(op) << "'" << clause << "' of a dispatch in '@"
                       << wrapper.getSymName()
                       << "' would be lost; it belongs to the dispatch of '@"
                       << wrapper.getSymName() << "'";
  if (op->getParentOp() != wrapper)
    return errorAt(op) << "'@" << wrapper.getSymName()
                       << "' calls a kernel inside of '"
                       << op->getParentOp()->getName()
                       << "', but a task runs its kernels once";
  return success();
}

} // namespace

FuncOp TaskResolver::lookup(Operation *dispatch) {
  if (auto call = dyn_cast<CallOp>(dispatch))
    return call.lookupCallee(symbolTables);
  return cast<SubmitOp>(dispatch).lookupCallee(symbolTables);
}

FailureOr<CoreType> TaskResolver::getCoreType(FuncOp kernel) {
  auto [it, isNew] = coreTypes.try_emplace(kernel);
  if (isNew)
    if (FailureOr<CoreType> core = inferCoreType(kernel); succeeded(core))
      it->second = *core;
  if (!it->second)
    return failure();
  CoreType core = *it->second;
  return core;
}

//===----------------------------------------------------------------------===//
// Wrappers
//===----------------------------------------------------------------------===//

const TaskResolver::Wrapper *TaskResolver::getWrapper(FuncOp func) {
  auto [it, isNew] = wrappers.try_emplace(func);
  if (!isNew)
    return it->second ? &*it->second : nullptr;
  if (depth == kMaxWrapperDepth) {
    errorAt(func) << "wrappers are nested more than " << kMaxWrapperDepth
                  << " deep";
    return nullptr;
  }
  llvm::SaveAndRestore deeper(depth, depth + 1);

  Wrapper wrapper;
  StringRef name = func.getSymName();
  WalkResult result = func.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (failed(verifyChecked(op)))
      return WalkResult::interrupt();
    if (!isDispatch(op))
      return op == func ? WalkResult::advance()
                        : WalkResult(verifyLost(op, func));
    FuncOp callee = lookup(op);
    if (callee.isWrapper()) {
      if (refused.contains(callee))
        return WalkResult::interrupt();
      if (wrappers.contains(callee) && !wrappers.lookup(callee)) {
        errorAt(op) << "'@" << callee.getSymName()
                    << "' cannot be launched, or calls itself";
        return WalkResult::interrupt();
      }
      if (!getWrapper(callee)) {
        refused.insert(callee);
        return WalkResult::interrupt();
      }
    } else if (!callee.isInCore()) {
      errorAt(op) << "'@" << name << "' calls '@" << callee.getSymName()
                  << "', which is not a kernel but '"
                  << stringifyFunctionKind(callee.getKind()) << "'";
      return WalkResult::interrupt();
    }
    if (failed(verifyPlain(op, func)))
      return WalkResult::interrupt();
    // Of three kernels two have one core type, which is an error later.
    if (wrapper.calls.size() < kMaxCalls)
      wrapper.calls.push_back(op);
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return nullptr;
  if (wrapper.calls.empty()) {
    errorAt(func) << "'@" << name
                  << "' calls no kernel, so there is nothing to launch";
    return nullptr;
  }
  std::optional<Wrapper> &entry = wrappers[func];
  entry = std::move(wrapper);
  return &*entry;
}

//===----------------------------------------------------------------------===//
// Tasks
//===----------------------------------------------------------------------===//

namespace {

/// The value that `value` is under another type.
Value stripRetypes(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<RetypeOp, ReinterpretOp>(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// The arguments of a dispatch, by parameter of its callee. Outputs that are
/// left out have no value.
FailureOr<SmallVector<TaskArgument>>
readDispatch(const Dispatch &dispatch, Operation *op, FuncOp callee) {
  SmallVector<TaskArgument> params;
  for (auto [index, type] : llvm::enumerate(callee.getArgumentTypes()))
    params.push_back({toArgument(callee.getParamDirection(index)), Value(),
                      type, static_cast<unsigned>(index)});
  for (auto [index, pair] :
       llvm::enumerate(llvm::zip_equal(dispatch.arguments, dispatch.params))) {
    auto [value, param] = pair;
    params[param].value = value;
    if (classifyArgument(value.getType()) != ArgumentClass::Scalar)
      params[param].type = value.getType();
    if (dispatch.directions)
      params[param].direction =
          cast<ArgDirectionAttr>(dispatch.directions[index]).getValue();
  }
  for (auto [index, param] : llvm::enumerate(params)) {
    std::optional<ArgumentClass> kind = classifyArgument(param.type);
    if (!kind)
      return errorAt(op) << "a task cannot take '@" << callee.getSymName()
                         << "' parameter #" << index << ", which is '"
                         << formatType(param.type) << "'";
    bool isScalar = *kind == ArgumentClass::Scalar;
    if (isScalar && (!dispatch.directions || !param.value))
      param.direction = ArgDirection::Scalar;
    if (isScalar != (param.direction == ArgDirection::Scalar))
      return errorAt(op) << "gives '@" << callee.getSymName() << "' parameter #"
                         << index << ", which is '" << formatType(param.type)
                         << "', as '" << stringifyArgDirection(param.direction)
                         << "'";
  }
  for (Value marked : dispatch.dumpVars) {
    if (classifyArgument(marked.getType()) == ArgumentClass::Scalar)
      continue;
    bool isArgument = false;
    for (TaskArgument &param : params) {
      bool isMarked =
          param.value && stripRetypes(param.value) == stripRetypes(marked);
      isArgument |= isMarked;
      param.dump |= isMarked;
    }
    if (!isArgument)
      return errorAt(op) << "marks a value to be dumped that is not an "
                            "argument of '@"
                         << callee.getSymName() << "'";
  }
  return params;
}

/// Finds what `inner`, an argument of a dispatch in the body of `wrapper`, is
/// for the dispatch of the wrapper.
FailureOr<TaskArgument> bridge(const TaskArgument &inner, FuncOp wrapper,
                               ArrayRef<TaskArgument> params,
                               Aliases &aliases) {
  Value source = aliases.findSource(inner.value);
  auto param = dyn_cast<BlockArgument>(source);
  bool isScalar = classifyArgument(inner.type) == ArgumentClass::Scalar;
  if (param && param.getOwner() == &wrapper.getBody().front()) {
    TaskArgument outer = params[param.getArgNumber()];
    // What is converted on the way is not the value outside.
    if (isScalar && outer.value && outer.value.getType() != outer.type)
      outer.value = param;
    if (isScalar && outer.value)
      outer.type = inner.type;
    return outer;
  }
  if (isScalar)
    return TaskArgument{ArgDirection::Scalar, inner.value, inner.type, 0};
  Operation *op =
      param ? param.getOwner()->getParentOp() : source.getDefiningOp();
  return errorAt(op) << "'@" << wrapper.getSymName()
                     << "' passes on a tensor that '" << op->getName()
                     << "' gives; a task can only take tensors that its "
                        "dispatch is given";
}

/// Puts the kernels of a Group in order, and says which core runs which.
LogicalResult placeKernels(Task &task, FuncOp callee) {
  std::optional<unsigned> aic, aiv;
  for (auto [index, core] : llvm::enumerate(task.coreTypes)) {
    std::optional<unsigned> &place = core == CoreType::AIC ? aic : aiv;
    if (place)
      return errorAt(callee) << "'@" << callee.getSymName() << "' calls two '"
                             << stringifyCoreType(core) << "' kernels, '@"
                             << task.kernels[*place].getSymName() << "' and '@"
                             << task.kernels[index].getSymName()
                             << "'; a task has one of each core type";
    place = index;
  }
  if (aic && aiv && *aiv < *aic) {
    std::swap(task.kernels[0], task.kernels[1]);
    std::swap(task.coreTypes[0], task.coreTypes[1]);
    std::swap(aic, aiv);
  }
  Attribute dual =
      aiv ? task.kernels[*aiv]->getAttr("dual_aiv_dispatch") : Attribute();
  if (dual && !isa<UnitAttr, BoolAttr>(dual))
    return errorAt(task.kernels[*aiv])
           << "'dual_aiv_dispatch' of '@" << task.kernels[*aiv].getSymName()
           << "' must be true or false, not " << dual;
  bool fillsBoth = isa_and_nonnull<UnitAttr>(dual) ||
                   (dual && cast<BoolAttr>(dual).getValue());
  if ((aic && aiv) || fillsBoth)
    task.slots = CoreSlots{aic, aiv, fillsBoth ? aiv : std::nullopt};
  return success();
}

/// An output that is left out is made where it is added; of one that is added
/// twice there would be two.
LogicalResult checkOmitted(Task &task) {
  llvm::SmallDenseSet<unsigned> params;
  for (const TaskArgument &arg : task.arguments)
    if (!arg.value && !params.insert(arg.param).second)
      return errorAt(task.dispatch)
             << "leaves out parameter #" << arg.param << ", which '@"
             << task.kernels.front().getSymName()
             << "' gets twice, so the runtime would make two tensors of it";
  return success();
}

LogicalResult checkLimits(Task &task) {
  using namespace runtime_limits;
  unsigned numTensors = task.signature.size();
  unsigned numScalars = task.arguments.size() - numTensors;
  StringRef name = task.kernels.front().getSymName();
  if (numTensors > kMaxTaskTensors)
    return errorAt(task.dispatch)
           << "the task of '@" << name << "' has " << numTensors
           << " tensors, but the runtime takes at most " << kMaxTaskTensors;
  if (numScalars > kMaxTaskScalars)
    return errorAt(task.dispatch)
           << "the task of '@" << name << "' has " << numScalars
           << " scalars, but the runtime takes at most " << kMaxTaskScalars;
  for (const TaskArgument &arg : task.arguments)
    if (size_t rank = getShapeOf(arg.type).size(); rank > kMaxRank)
      return errorAt(task.dispatch)
             << "the task of '@" << name << "' has a tensor of " << rank
             << " dimensions, but the runtime takes at most " << kMaxRank;
  return success();
}

} // namespace

LogicalResult
TaskResolver::findKernelCalls(FuncOp func, ArrayRef<TaskArgument> arguments,
                              Task &task, SmallVectorImpl<KernelCall> &calls) {
  for (auto [param, arg] :
       llvm::zip_equal(func.getBody().front().getArguments(), arguments))
    if (arg.value)
      task.bridges.try_emplace(param, arg.value);
  for (Operation *inner : getWrapper(func)->calls) {
    if (calls.size() == kMaxCalls)
      break;
    FuncOp callee = lookup(inner);
    FailureOr<SmallVector<TaskArgument>> params =
        readDispatch(Dispatch::get(inner, callee), inner, callee);
    if (failed(params))
      return failure();
    for (TaskArgument &param : *params) {
      if (!param.value)
        return errorAt(inner)
               << "'@" << func.getSymName() << "' leaves out parameter #"
               << param.param << " of '@" << callee.getSymName()
               << "'; a wrapper has to pass on all";
      FailureOr<TaskArgument> bridged = bridge(param, func, arguments, aliases);
      if (failed(bridged))
        return failure();
      bridged->dump |= param.dump;
      param = *bridged;
    }
    if (callee.isInCore())
      calls.push_back({inner, callee, std::move(*params)});
    else if (failed(findKernelCalls(callee, *params, task, calls)))
      return failure();
  }
  return success();
}

/// The arguments of a kernel in final order.
static SmallVector<TaskArgument> putInOrder(ArrayRef<TaskArgument> arguments) {
  SmallVector<ArgumentClass> classes =
      llvm::map_to_vector(arguments, [](const TaskArgument &arg) {
        return *classifyArgument(arg.type);
      });
  return llvm::map_to_vector(orderArguments(classes),
                             [&](unsigned index) { return arguments[index]; });
}

/// Whether two kernels are given the same: one value, or the same constant, and
/// as scalars of one size.
static bool isSameArgument(const TaskArgument &a, const TaskArgument &b) {
  auto getSize = [](Type type) {
    return type.isIndex() ? IndexType::kInternalStorageBitWidth
                          : type.getIntOrFloatBitWidth();
  };
  if (a.direction == ArgDirection::Scalar && a.type != b.type &&
      !(a.type.isIntOrIndex() && b.type.isIntOrIndex() &&
        getSize(a.type) == getSize(b.type)))
    return false;
  if (a.value == b.value)
    return a.value || a.param == b.param;
  Attribute constantA, constantB;
  return a.value && b.value && a.value.getType() == b.value.getType() &&
         matchPattern(a.value, m_Constant(&constantA)) &&
         matchPattern(b.value, m_Constant(&constantB)) &&
         constantA == constantB;
}

FailureOr<Task> TaskResolver::resolve(Operation *dispatch) {
  FuncOp callee = lookup(dispatch);
  if (refused.contains(callee))
    return failure();
  if (!callee.isInCore() && !callee.isWrapper())
    return errorAt(dispatch)
           << "'@" << callee.getSymName() << "' cannot be launched as a task: "
           << "it is '" << stringifyFunctionKind(callee.getKind()) << "'";
  Task task;
  task.dispatch = dispatch;
  FailureOr<SmallVector<TaskArgument>> arguments =
      readDispatch(Dispatch::get(dispatch, callee), dispatch, callee);
  if (failed(arguments))
    return failure();

  if (failed(resolveCallee(callee, *arguments, task))) {
    refused.insert(callee);
    return failure();
  }
  if (failed(checkOmitted(task)) || failed(checkLimits(task)))
    return failure();
  return task;
}

LogicalResult TaskResolver::resolveCallee(FuncOp callee,
                                          ArrayRef<TaskArgument> arguments,
                                          Task &task) {
  SmallVector<KernelCall, kMaxCalls> calls;
  if (callee.isInCore()) {
    calls.push_back({task.dispatch, callee, llvm::to_vector(arguments)});
  } else if (!getWrapper(callee) ||
             failed(findKernelCalls(callee, arguments, task, calls))) {
    return failure();
  }
  // All kernels of a Group may have an error.
  bool hasFailed = false;
  for (const KernelCall &call : calls) {
    FailureOr<CoreType> core = getCoreType(call.kernel);
    hasFailed |= failed(core);
    task.kernels.push_back(call.kernel);
    task.coreTypes.push_back(core.value_or(CoreType::AIV));
  }
  if (hasFailed || failed(placeKernels(task, callee)))
    return failure();

  // The first in-core call decides; the task has one payload for all.
  task.arguments = putInOrder(calls.front().arguments);
  task.signature = makeSignature(task.getDirections());
  for (KernelCall &call : MutableArrayRef(calls).drop_front()) {
    SmallVector<TaskArgument> others = putInOrder(call.arguments);
    if (others.size() != task.arguments.size() ||
        !llvm::all_of_zip(task.arguments, others, isSameArgument))
      return errorAt(call.call)
             << "'@" << callee.getSymName() << "' gives '@"
             << call.kernel.getSymName() << "' other arguments than '@"
             << calls.front().kernel.getSymName()
             << "'; the kernels of a task share its arguments";
    for (auto [argument, other] : llvm::zip_equal(task.arguments, others)) {
      if (argument.direction != other.direction)
        return errorAt(call.call)
               << "'@" << callee.getSymName() << "' gives '@"
               << call.kernel.getSymName() << "' a tensor as '"
               << stringifyArgDirection(other.direction) << "', but '@"
               << calls.front().kernel.getSymName() << "' as '"
               << stringifyArgDirection(argument.direction)
               << "'; the kernels of a task share its arguments";
      argument.dump |= other.dump;
    }
  }
  return success();
}

FailureOr<std::vector<Task>> TaskResolver::resolveAll(FuncOp orchestration) {
  std::vector<Task> tasks;
  bool hasFailed = false;
  orchestration.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (failed(verifyChecked(op)))
      hasFailed = true;
    if (!isDispatch(op))
      return;
    FailureOr<Task> task = resolve(op);
    if (failed(task))
      hasFailed = true;
    else if (!hasFailed)
      tasks.push_back(std::move(*task));
  });
  if (hasFailed)
    return failure();
  return tasks;
}

LogicalResult registration::verifyEntry(FuncOp orchestration) {
  using namespace runtime_limits;
  StringRef name = orchestration.getSymName();
  unsigned numTensors = 0, numScalars = 0;
  for (auto [index, type] : llvm::enumerate(orchestration.getArgumentTypes())) {
    std::optional<ArgumentClass> kind = classifyArgument(type);
    if (!kind)
      return errorAt(orchestration)
             << "the runtime cannot pass parameter #" << index << " of '@"
             << name << "', which is '" << formatType(type) << "'";
    ++(*kind == ArgumentClass::Tensor ? numTensors : numScalars);
    if (size_t rank = getShapeOf(type).size(); rank > kMaxRank)
      return errorAt(orchestration)
             << "parameter #" << index << " of '@" << name << "' has " << rank
             << " dimensions, but the runtime takes at most " << kMaxRank;
  }
  if (numTensors > kMaxEntryTensors)
    return errorAt(orchestration)
           << "'@" << name << "' has " << numTensors
           << " tensors, but the runtime takes at most " << kMaxEntryTensors;
  if (numScalars > kMaxEntryScalars)
    return errorAt(orchestration)
           << "'@" << name << "' has " << numScalars
           << " scalars, but the runtime takes at most " << kMaxEntryScalars;
  return success();
}

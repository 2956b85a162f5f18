//===- TensorWriter.cpp - Tensors and arrays of an orchestration ----------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrchestrationWriter.h"

#include "mlir/Interfaces/LoopLikeInterface.h"
#include "pld/Dialect/PLD/KernelRegistrations.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace pld;
using namespace pld::orchestration;
using namespace pld::registration;

FailureOr<SmallVector<std::string>>
OrchestrationWriter::getElements(Value tuple, Operation *user) {
  auto made = tuple.getDefiningOp<MakeTupleOp>();
  if (!made)
    return emitError(user->getLoc())
           << "'" << user->getName() << "' needs a tuple that is made here";
  SmallVector<std::string> elements;
  for (Value element : made.getElements()) {
    FailureOr<std::string> text = scalars.get(element, user);
    if (failed(text))
      return failure();
    elements.push_back(*text);
  }
  return elements;
}

/// Whether `text` is a literal that 32 unsigned bits do not hold.
static bool isTooLarge(StringRef text) {
  text.consume_front("(");
  text.consume_back("u");
  if (text.starts_with("-"))
    return true;
  uint64_t number;
  return !text.getAsInteger(10, number) && number > UINT32_MAX;
}

LogicalResult OrchestrationWriter::checkIndices(Value tensor,
                                                ArrayRef<std::string> indices,
                                                Operation *user) {
  size_t rank = getShapeOf(tensor.getType()).size();
  if (indices.size() != rank || rank == 0 || rank > runtime_limits::kMaxRank)
    return unsupported(user)
           << ": the tensor has " << rank << " dimensions, but "
           << indices.size() << " indices are given; the runtime has 1 to "
           << runtime_limits::kMaxRank;
  for (const std::string &index : indices)
    if (isTooLarge(index))
      return unsupported(user) << ": " << index << " cannot be an index";
  return success();
}

/// `{a, b}` of the runtime's unsigned numbers.
static std::string makeList(ArrayRef<std::string> elements) {
  std::string text = "{";
  for (auto [index, element] : llvm::enumerate(elements)) {
    if (index != 0)
      text += ", ";
    bool isLiteral = llvm::all_of(element, llvm::isDigit);
    text += isLiteral ? element : "static_cast<uint32_t>(" + element + ")";
  }
  return text + "}";
}

bool orchestration::isPacked(Type tensor, size_t axis) {
  return isa<Float4E2M1FNType>(getElementTypeOf(tensor)) &&
         axis + 1 == getShapeOf(tensor).size();
}

LogicalResult OrchestrationWriter::verifyPlain(GlobalTensorType type,
                                               Operation *user) {
  if (type.getStride().empty() && type.getValid().empty() &&
      type.getLayout() == Layout::ND && type.getPad() == Pad::Null)
    return success();
  return unsupported(user) << ": " << type << " is not a plain tensor";
}

LogicalResult OrchestrationWriter::writeCreateInfo(
    Variable info, SmallVector<std::string> dims, GlobalTensorType type,
    bool manualDep, Operation *user) {
  if (failed(verifyPlain(type, user)))
    return failure();
  StringRef dataType = getDataType(type.getElementType());
  if (dataType.empty())
    return emitError(user->getLoc())
           << "the runtime has no tensors of " << type.getElementType();
  if (dims.empty() || dims.size() > runtime_limits::kMaxRank)
    return emitError(user->getLoc())
           << "makes a tensor of " << dims.size()
           << " dimensions, but the runtime has those of 1 to "
           << runtime_limits::kMaxRank;
  for (const std::string &dim : dims)
    if (isTooLarge(dim))
      return unsupported(user)
             << ": " << dim << " cannot be a dimension, which has 32 bits";
  std::string name = code.getName(info);
  if (isPacked(type, dims.size() - 1)) {
    std::string &last = dims.back();
    uint64_t number;
    if (StringRef(last).getAsInteger(10, number)) {
      code.define(info,
                  "always_assert(" + last + " > 0 && " + last + " % 2 == 0);");
      last += " / 2";
    } else if (number % 2 == 0) {
      last = std::to_string(number / 2);
    } else {
      return unsupported(user)
             << ": " << last << " elements of " << type.getElementType()
             << " are not whole bytes";
    }
  }
  Variable shapes = code.declare(name + "_shapes");
  code.define(shapes, "uint32_t " + code.getName(shapes) + "[" +
                          Twine(dims.size()) + "] = " + makeList(dims) + ";");
  code.define(info, "TensorCreateInfo " + name + "(" + code.read(shapes) +
                        ", " + Twine(dims.size()) + ", DataType::" + dataType +
                        (manualDep ? ", /*manual_dep=*/true);" : ");"));
  return success();
}

/// Whether `value` is known where `user` is.
static bool isKnownAt(Value value, Operation *user) {
  if (auto param = dyn_cast<BlockArgument>(value))
    return param.getParentRegion()->isAncestor(user->getParentRegion());
  Operation *op = value.getDefiningOp();
  if (op->hasTrait<OpTrait::ConstantLike>() || isa<ConstantOp>(op))
    return true;
  Operation *ancestor = op->getBlock()->findAncestorOpInBlock(*user);
  return ancestor && op->isBeforeInBlock(ancestor);
}

FailureOr<std::string>
OrchestrationWriter::getWorkspaceSize(ArrayRef<const Task *> pipeTasks,
                                      Operation *create) {
  // Each core has pipes of its own.
  int64_t largest = 0;
  std::optional<std::string> numCores;
  for (const Task *task : pipeTasks) {
    FailureOr<int64_t> elements = workspaces.countElements(*task);
    if (failed(elements))
      return failure();
    auto call = dyn_cast<CallOp>(task->dispatch);
    auto submit = dyn_cast<SubmitOp>(task->dispatch);
    Value value = call ? call.getCoreNum() : submit.getCoreNum();
    if (value && !isKnownAt(value, create))
      return emitError(create->getLoc())
             << "makes a workspace for the pipes of '@"
             << FuncOp(task->kernels.front()).getSymName()
             << "', before it is known on how many cores they are";
    FailureOr<std::string> cores =
        getCoreNum(task->dispatch,
                   call ? call.lookupCallee(symbolTables)
                        : submit.lookupCallee(symbolTables),
                   create);
    if (failed(cores))
      return failure();
    int64_t number = 1;
    if (cores->empty() || !StringRef(*cores).getAsInteger(10, number)) {
      *elements = std::min<uint64_t>(
          llvm::SaturatingMultiply<uint64_t>(*elements, number), INT64_MAX);
      cores = std::string();
    }
    if (numCores && *numCores != *cores)
      return emitError(create->getLoc())
             << "makes a workspace for the pipes of several tasks, on numbers "
                "of cores that are not known to be one";
    numCores = *cores;
    largest = std::max(largest, *elements);
  }
  std::string size = std::to_string(largest);
  return numCores->empty() ? size : size + " * (int64_t)" + *numCores;
}

LogicalResult OrchestrationWriter::writeCreate(IntrinsicOp op) {
  auto type = dyn_cast<GlobalTensorType>(op.getResult(0).getType());
  DictionaryAttr keywords =
      op.getKeywords().value_or(DictionaryAttr::get(op.getContext()));
  auto layout = keywords.getAs<LayoutAttr>("layout");
  if (!type || (layout && layout.getValue() != Layout::ND) ||
      keywords.contains("init_value"))
    return unsupported(op) << ": the tensor is not plain, or has a first value";
  if (auto dtype = keywords.getAs<TypeAttr>("dtype");
      !dtype || dtype.getValue() != type.getElementType())
    return unsupported(op) << ": its dtype is not the element type of " << type;
  auto manualDep = keywords.getAs<BoolAttr>("manual_dep");
  FailureOr<SmallVector<std::string>> dims =
      getElements(op.getArguments()[0], op);
  if (failed(dims))
    return failure();
  // The type decides, but what is written for its symbols are the operands.
  if (dims->size() != type.getShape().size())
    return unsupported(op) << ": its shape is not that of " << type;
  for (auto [text, dim] : llvm::zip_equal(*dims, type.getShape())) {
    if (!isa<IntegerAttr>(dim))
      continue;
    std::string wanted = *scalars.getDim(dim, op);
    if (llvm::all_of(text, llvm::isDigit) && text != wanted)
      return unsupported(op) << ": its shape is not that of " << type;
    text = std::move(wanted);
  }
  SmallVector<const Task *> pipeTasks = workspaces.findTasks(op);
  if (!pipeTasks.empty()) {
    FailureOr<std::string> size = getWorkspaceSize(pipeTasks, op);
    if (failed(size))
      return failure();
    dims->assign({*size});
  }
  StringRef source = getSourceName(op.getLoc());
  Variable tensor = code.declare(source, "c");
  Variable info = code.declare(code.getName(tensor) + "_ci");
  if (failed(writeCreateInfo(info, std::move(*dims), type,
                             manualDep && manualDep.getValue(), op)))
    return failure();
  Variable outputs = code.declare("alloc_" + Twine(numAllocs++));
  std::string infoName = code.read(info);
  code.define(outputs, "TaskOutputTensors " + code.getName(outputs) +
                           " = alloc_tensors(" + infoName + ");");
  std::string outputsName = code.read(outputs);
  code.define(tensor, "const ChipTensor& " + code.getName(tensor) + " = " +
                          outputsName + ".get_ref(0);");
  objects[op.getResult(0)] = tensor;
  return success();
}

LogicalResult OrchestrationWriter::writeRead(IntrinsicOp op) {
  Value result = op.getResult(0);
  StringRef type = getCppType(result.getType());
  if (type.empty() || op.getArguments().size() != 2)
    return unsupported(op);
  FailureOr<SmallVector<std::string>> indices =
      getElements(op.getArguments()[1], op);
  if (failed(indices) ||
      failed(checkIndices(op.getArguments()[0], *indices, op)))
    return failure();
  // The runtime reads as many bytes as the type has.
  if (getCppType(getElementTypeOf(op.getArguments()[0].getType())) != type)
    return unsupported(op) << ": it reads another type than the tensor has";
  auto isSame = [&](Value param) {
    return lookupObject(param) == lookupObject(op.getArguments()[0]);
  };
  if (runtime == NpuRuntime::HostBuildGraph &&
      llvm::none_of(FuncOp(program.func).getArguments(), isSame))
    return unsupported(op) << ": when the host builds the graph, only tensors "
                              "that it passes have elements";
  StringRef source = getSourceName(op.getLoc());
  Variable value = code.declare(source, "v");
  Variable list = code.declare(code.getName(value) + "_index");
  code.define(list, "uint32_t " + code.getName(list) + "[" +
                        Twine(indices->size()) + "] = " + makeList(*indices) +
                        ";");
  FailureOr<std::string> tensor = getObject(op.getArguments()[0], op);
  if (failed(tensor))
    return failure();
  code.define(value, type + " " + code.getName(value) + " = get_tensor_data<" +
                         type + ">(" + *tensor + ", " + Twine(indices->size()) +
                         ", " + code.read(list) + ");");
  scalars.bind(result, value);
  return success();
}

std::optional<std::string> OrchestrationWriter::measure(Value tensor,
                                                        size_t axis) {
  // Parameters and new tensors have what their types say.
  auto made = tensor.getDefiningOp<IntrinsicOp>();
  auto param = dyn_cast<BlockArgument>(tensor);
  std::optional<Variable> variable = lookupObject(tensor);
  if ((made && made.getOpName() == "tensor.create") ||
      (param && isa<FuncOp>(param.getOwner()->getParentOp())) || !variable ||
      !code.isVisible(*variable))
    return std::nullopt;
  return "((int64_t)" + code.read(*variable) + ".shapes[" +
         std::to_string(axis) +
         (isPacked(tensor.getType(), axis) ? "] * 2)" : "])");
}

LogicalResult OrchestrationWriter::writeDim(IntrinsicOp op) {
  auto axis = dyn_cast_or_null<IntegerAttr>(
      getConstant(op.getArguments()[1].getDefiningOp()));
  ArrayRef<Attribute> shape = getShapeOf(op.getArguments()[0].getType());
  StringRef type = getCppType(op.getResult(0).getType());
  if (!axis || type.empty() || axis.getValue().uge(shape.size()))
    return unsupported(op) << ": its axis is not the number of a dimension";
  FailureOr<std::string> tensor = getObject(op.getArguments()[0], op);
  if (failed(tensor))
    return failure();
  Variable size = code.declare("dim");
  code.define(size, type + " " + code.getName(size) + " = (" + type + ")" +
                        *tensor + ".shapes[" + Twine(axis.getInt()) + "]" +
                        (isPacked(op.getArguments()[0].getType(), axis.getInt())
                             ? " * 2;"
                             : ";"));
  scalars.bind(op.getResult(0), size);
  return success();
}

//===----------------------------------------------------------------------===//
// Arrays of task ids
//===----------------------------------------------------------------------===//

FailureOr<Variable> OrchestrationWriter::declareArray(Value value,
                                                      StringRef fallbackName,
                                                      Operation *user) {
  auto type = dyn_cast<ArrayType>(value.getType());
  if (!type || !isa<TaskIdType>(type.getElementType()))
    return unsupported(user) << ": only arrays of task ids can";
  auto extent = dyn_cast<IntegerAttr>(type.getExtent());
  if (!extent || !extent.getValue().isStrictlyPositive())
    return unsupported(user) << ": its length is no number";
  StringRef source = getSourceName(value.getLoc());
  Variable array = code.declare(source, fallbackName);
  code.define(array, "PTO2TaskId " + code.getName(array) + "[" +
                         Twine(extent.getInt()) + "];");
  return array;
}

void OrchestrationWriter::copyArray(Variable to, Variable from) {
  std::string i = code.getName(code.declare("i"));
  const std::string &target = code.read(to), &source = code.read(from);
  code.line("for (size_t " + i + " = 0; " + i + " < sizeof(" + target +
            ") / sizeof(" + target + "[0]); ++" + i + ") " + target + "[" + i +
            "] = " + source + "[" + i + "];");
}

bool orchestration::isLastUse(Value value, Operation *user) {
  // A loop in between comes to `user` again.
  Region *home = value.getParentRegion();
  for (Region *region = user->getParentRegion(); region != home;
       region = region->getParentRegion())
    if (isa<LoopLikeOpInterface>(region->getParentOp()))
      return false;
  bool isFirst = true;
  return llvm::all_of(value.getUses(), [&](OpOperand &use) {
    if (use.getOwner() == user)
      return std::exchange(isFirst, false);
    Operation *other = user->getBlock()->findAncestorOpInBlock(*use.getOwner());
    return other && other != user && other->isBeforeInBlock(user);
  });
}

FailureOr<Variable> OrchestrationWriter::takeArray(Value array,
                                                   Operation *user) {
  if (failed(getObject(array, user)))
    return failure();
  code.takeReads();
  Variable variable = *lookupObject(array);
  if (isLastUse(array, user) && !sharedArrays.contains(variable))
    return variable;
  FailureOr<Variable> copy = declareArray(array, "tids", user);
  if (succeeded(copy))
    copyArray(*copy, variable);
  return copy;
}

LogicalResult OrchestrationWriter::writeArrayCreate(IntrinsicOp op) {
  FailureOr<Variable> array = declareArray(op.getResult(0), "tids", op);
  if (failed(array))
    return failure();
  std::string name = code.read(*array);
  code.line("for (PTO2TaskId& id : " + name + ") id = PTO2TaskId::invalid();");
  objects[op.getResult(0)] = *array;
  return success();
}

FailureOr<std::string> OrchestrationWriter::getArrayIndex(IntrinsicOp op) {
  FailureOr<std::string> text = scalars.get(op.getArguments()[1], op);
  auto type = dyn_cast<ArrayType>(op.getArguments()[0].getType());
  auto extent = type ? dyn_cast<IntegerAttr>(type.getExtent()) : IntegerAttr();
  int64_t index;
  if (succeeded(text) && extent && !StringRef(*text).getAsInteger(10, index) &&
      (index < 0 || index >= extent.getInt()))
    return unsupported(op) << ": " << *text << " is no index of " << type;
  return text;
}

LogicalResult OrchestrationWriter::writeArrayUpdate(IntrinsicOp op) {
  FailureOr<Variable> array = takeArray(op.getArguments()[0], op);
  if (failed(array))
    return failure();
  FailureOr<std::string> index = getArrayIndex(op);
  FailureOr<std::string> value = scalars.get(op.getArguments()[2], op);
  if (failed(index) || failed(value))
    return failure();
  code.line(code.read(*array) + "[" + *index + "] = " + *value + ";");
  objects[op.getResult(0)] = *array;
  return success();
}

LogicalResult OrchestrationWriter::writeArrayElement(IntrinsicOp op) {
  FailureOr<std::string> array = getObject(op.getArguments()[0], op);
  FailureOr<std::string> index = getArrayIndex(op);
  if (failed(array) || failed(index))
    return failure();
  Variable id = code.declare("tid");
  code.define(id, "PTO2TaskId " + code.getName(id) + " = " + *array + "[" +
                      *index + "];");
  scalars.bind(op.getResult(0), id);
  return success();
}

//===- PipeWorkspaces.cpp - Memory of pipes between cores -----------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PipeWorkspaces.h"

#include "ScalarWriter.h"
#include "pld/Transforms/Registration/ParameterOrder.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace pld;
using namespace pld::orchestration;
using namespace pld::registration;

/// Whether a tensor can be a workspace: floats in one dimension.
static bool isFloats(Type type) {
  auto tensor = dyn_cast<GlobalTensorType>(type);
  return tensor && tensor.getShape().size() == 1 &&
         tensor.getElementType().isF32();
}

/// Whether it has one element, as the front end allocates it.
static bool isOneFloat(Type type) {
  if (!isFloats(type))
    return false;
  auto size = dyn_cast<IntegerAttr>(getShapeOf(type).front());
  return size && size.getValue().isOne();
}

PipeWorkspaces::PipeWorkspaces(const RegisteredOrchestration &program,
                               Aliases &aliases,
                               SymbolTableCollection &symbolTables)
    : symbolTables(symbolTables) {
  for (const RegisteredTask &registered : program.tasks)
    for (auto [index, argument] : llvm::enumerate(registered.task.arguments))
      if (argument.value && isFloats(argument.type))
        uses[aliases.findSource(argument.value)].push_back(
            {&registered.task, index});
}

ArrayRef<IntrinsicOp> PipeWorkspaces::findPipes(FuncOp kernel) {
  auto [it, isNew] = pipes.try_emplace(kernel);
  if (!isNew)
    return it->second;
  SmallVector<IntrinsicOp, 2> found;
  llvm::SetVector<Operation *> functions;
  functions.insert(kernel);
  for (size_t i = 0; i < functions.size(); ++i)
    functions[i]->walk([&](Operation *op) {
      if (auto call = dyn_cast<CallOp>(op))
        functions.insert(call.lookupCallee(symbolTables));
      auto intrinsic = dyn_cast<IntrinsicOp>(op);
      if (intrinsic && (intrinsic.getOpName() == "system.aic_initialize_pipe" ||
                        intrinsic.getOpName() == "system.aiv_initialize_pipe"))
        found.push_back(intrinsic);
    });
  return pipes[kernel] = std::move(found);
}

/// The parameter of `kernel` that argument `index` of its task, a tensor, is
/// for: tensors come first, but their order stays.
static BlockArgument getParam(FuncOp kernel, size_t index) {
  for (BlockArgument param : kernel.getBody().front().getArguments())
    if (classifyArgument(param.getType()) == ArgumentClass::Tensor &&
        index-- == 0)
      return param;
  llvm_unreachable("a task has the tensors of its kernels");
}

bool PipeWorkspaces::isWorkspace(const Task &task, size_t index) {
  if (!isOneFloat(task.arguments[index].type))
    return false;
  return llvm::any_of(
             task.kernels,
             [&](FuncOp kernel) { return !findPipes(kernel).empty(); }) &&
         llvm::all_of(task.kernels, [&](FuncOp kernel) {
           return kernel.isExternal() ||
                  llvm::all_of(getParam(kernel, index).getUsers(),
                               llvm::IsaPred<ReturnOp>);
         });
}

SmallVector<const Task *> PipeWorkspaces::findTasks(IntrinsicOp create) {
  Value tensor = create.getResult(0);
  bool isNamed = getSourceName(create.getLoc()).starts_with("gm_pipe_buffer_");
  SmallVector<const Task *> tasks;
  auto it = uses.find(tensor);
  if (it != uses.end() && (isNamed || isOneFloat(tensor.getType())))
    for (auto [task, index] : it->second)
      if (isNamed || isWorkspace(*task, index))
        tasks.push_back(task);
  return tasks;
}

FailureOr<int64_t> PipeWorkspaces::countElements(const Task &task) {
  struct Pipe {
    int64_t slots, size;
    IntrinsicOp op;
  };
  llvm::MapVector<std::pair<int64_t, int64_t>, Pipe> known;
  for (FuncOp kernel : task.kernels) {
    for (IntrinsicOp op : findPipes(kernel)) {
      auto getKeyword = [&](StringRef name) -> int64_t {
        auto keywords = op.getKeywords().value_or(DictionaryAttr());
        auto number =
            keywords ? keywords.getAs<IntegerAttr>(name) : IntegerAttr();
        return number ? number.getInt() : 0;
      };
      int64_t mask = getKeyword("dir_mask"), size = getKeyword("slot_size");
      int64_t slots = getKeyword("slot_num");
      if (mask < 1 || mask > 3 || size <= 0)
        return emitError(op.getLoc())
               << "the size of a pipe with 'dir_mask' " << mask
               << " and 'slot_size' " << size
               << " is not known; the mask is 1, 2 or 3, the size in bytes";
      if (slots <= 0)
        slots = mask == 3 ? 4 : 8;
      auto [it, isNew] =
          known.insert({{getKeyword("id"), mask}, Pipe{slots, size, op}});
      const Pipe &first = it->second;
      if (isNew || (first.slots == slots && first.size == size))
        continue;
      InFlightDiagnostic diag = emitError(op.getLoc())
                                << "pipe " << it->first.first << " of '@"
                                << kernel.getSymName() << "' has " << slots
                                << " slots of " << size << " bytes here, but "
                                << first.slots << " of " << first.size
                                << " where it is initialized first";
      diag.attachNote(first.op->getLoc()) << "here";
      return diag;
    }
  }
  StringRef name = FuncOp(task.kernels.front()).getSymName();
  if (known.empty())
    return emitError(task.dispatch->getLoc())
           << "gives '@" << name
           << "' a workspace for pipes, but it initializes none";
  // Each direction has a ring of its own. Bytes are rounded up to floats.
  std::optional<int64_t> bytes = 3;
  for (const auto &[key, pipe] : known) {
    std::optional<int64_t> ring = llvm::checkedMul(pipe.slots, pipe.size);
    for (int64_t direction : {1, 2})
      if (key.second & direction)
        bytes = bytes && ring ? llvm::checkedAdd(*bytes, *ring) : std::nullopt;
  }
  if (!bytes || *bytes / 4 > UINT32_MAX)
    return emitError(task.dispatch->getLoc())
           << "the pipes of '@" << name
           << "' need more memory than a tensor can have";
  return *bytes / 4;
}

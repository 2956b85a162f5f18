//===- RegistrationsJson.cpp - Registrations as JSON ----------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Target/KernelConfig/KernelConfig.h"

#include "pld/Transforms/Registration/Signatures.h"

#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace pld;
using namespace pld::registration;

namespace json = llvm::json;

/// Names may be any bytes, JSON may not.
static std::string text(StringRef raw) {
  return json::isUTF8(raw) ? raw.str() : json::fixUTF8(raw);
}

static json::Array toJson(ArrayRef<ParamDirection> signature) {
  json::Array result;
  for (ParamDirection direction : signature)
    result.push_back(stringifyParamDirection(direction));
  return result;
}

static json::Value toJson(KernelRegistrationAttr registration, FuncOp kernel) {
  json::Object result{
      {"func_id", registration.getFuncId()},
      {"name", text(registration.getCodeName().getValue())},
      {"core_type", stringifyCoreType(registration.getCoreType())},
      {"signature", toJson(registration.getSignature())}};
  if (kernel.getExternalSource())
    result["external"] = true;
  return result;
}

static json::Value toJson(const RegisteredTask &task) {
  json::Array adds;
  for (ArgDirection direction : task.task.getDirections())
    adds.push_back(stringifyAdd(direction));
  json::Value slots = nullptr;
  if (task.task.slots) {
    json::Array positions;
    for (std::optional<unsigned> position : *task.task.slots)
      positions.push_back(position ? json::Value(*position)
                                   : json::Value(nullptr));
    slots = std::move(positions);
  }
  return json::Object{{"ids", json::Array(task.ids)},
                      {"adds", std::move(adds)},
                      {"slots", std::move(slots)}};
}

static json::Value toJson(const RegisteredOrchestration &orchestration,
                          NpuRuntime runtime) {
  RuntimeConfig config = getRuntimeConfig(orchestration, runtime);
  json::Object setup{{"runtime", stringifyNpuRuntime(config.runtime)},
                     {"aicpu_thread_num", config.aicpuThreadNum}};
  if (config.enableSdma)
    setup["enable_sdma"] = true;
  json::Array kernels, tasks;
  for (auto [registration, kernel] :
       llvm::zip_equal(orchestration.registrations, orchestration.kernels))
    kernels.push_back(toJson(registration, kernel));
  for (const RegisteredTask &task : orchestration.tasks)
    tasks.push_back(toJson(task));
  FuncOp func = orchestration.func;
  return json::Object{
      {"name", text(func.getSymName())},
      {"orchestration_signature", toJson(orchestration.entrySignature)},
      {"runtime", std::move(setup)},
      {"kernels", std::move(kernels)},
      {"tasks", std::move(tasks)}};
}

LogicalResult pld::printRegistrationsJson(ModuleOp module, raw_ostream &os,
                                          NpuRuntime runtime) {
  SymbolTableCollection symbolTables;
  TaskResolver resolver(symbolTables);
  json::Array orchestrations;
  for (FuncOp func : getOrchestrations(module)) {
    FailureOr<RegisteredOrchestration> orchestration =
        readRegistrations(func, resolver, symbolTables);
    if (failed(orchestration))
      return failure();
    orchestrations.push_back(toJson(*orchestration, runtime));
  }
  // Printing a value sorts the keys of its objects.
  json::OStream(os, /*IndentSize=*/1)
      .value(json::Object{{"schema", 1},
                          {"orchestrations", std::move(orchestrations)}});
  os << '\n';
  return success();
}

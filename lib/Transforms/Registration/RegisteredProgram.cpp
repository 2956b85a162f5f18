//===- RegisteredProgram.cpp - Reads registrations back -------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Transforms/Registration/RegisteredProgram.h"

#include "llvm/Support/JSON.h"

#include "pld/Dialect/PLD/PLDDialect.h"
#include "pld/Transforms/Registration/Signatures.h"

using namespace mlir;
using namespace pld;
using namespace pld::registration;

/// What to do about attributes that are missing or out of date.
static constexpr llvm::StringLiteral kAdvice =
    "; run pld-assign-kernel-registrations";

SmallVector<FuncOp> registration::getOrchestrations(ModuleOp module) {
  return llvm::filter_to_vector(
      module.getBody()->getOps<FuncOp>(),
      [](FuncOp func) { return func.isOrchestration() && !func.isExternal(); });
}

FailureOr<FuncOp> registration::findOrchestration(ModuleOp module,
                                                  StringRef name) {
  SmallVector<FuncOp> all = getOrchestrations(module);
  if (all.empty())
    return emitError(module.getLoc()) << "the program has no orchestration";
  if (name.empty() && all.size() == 1)
    return all.front();
  for (FuncOp func : all)
    if (func.getSymName() == name)
      return func;
  InFlightDiagnostic diag = emitError(module.getLoc());
  if (name.empty())
    diag << "the program has several orchestrations; choose one "
            "(--pld-orchestration):";
  else
    diag << "the program has no orchestration '@" << name << "', but";
  for (FuncOp func : all)
    diag << " '@" << func.getSymName() << "'";
  return diag;
}

/// Two names that are not text could be the same in what is written.
static LogicalResult verifyName(FuncOp func) {
  if (llvm::json::isUTF8(func.getSymName()))
    return success();
  return emitError(func.getLoc()) << "the name of '@" << func.getSymName()
                                  << "' is not UTF-8, and cannot be written";
}

FailureOr<RegisteredOrchestration>
registration::readRegistrations(FuncOp orchestration, TaskResolver &resolver,
                                SymbolTableCollection &symbolTables) {
  RegisteredOrchestration result;
  result.func = orchestration;
  auto array = orchestration->getAttrOfType<ArrayAttr>(
      PLDDialect::kRegistrationsAttrName);
  if (!array)
    return emitError(orchestration.getLoc())
           << "'@" << orchestration.getSymName()
           << "' has no kernel registrations" << kAdvice;
  if (failed(verifyEntry(orchestration)) || failed(verifyName(orchestration)))
    return failure();
  result.entrySignature = getEntrySignature(orchestration);

  llvm::append_range(result.registrations,
                     array.getAsRange<KernelRegistrationAttr>());
  llvm::sort(result.registrations,
             [](auto a, auto b) { return a.getFuncId() < b.getFuncId(); });
  llvm::DenseMap<int64_t, KernelRegistrationAttr> byId;
  llvm::DenseSet<Attribute> keys;
  for (KernelRegistrationAttr registration : result.registrations) {
    byId[registration.getFuncId()] = registration;
    FuncOp kernel = symbolTables.lookupNearestSymbolFrom<FuncOp>(
        orchestration, registration.getCodeName());
    if (failed(verifyName(kernel)))
      return failure();
    result.kernels.push_back(kernel);
    // As when kernels became one after they were registered.
    Attribute key = KernelRegistrationAttr::get(
        registration.getContext(), 0, registration.getCodeName(),
        registration.getCoreType(), registration.getSignature());
    if (!keys.insert(key).second)
      return emitError(orchestration.getLoc())
             << "'@" << orchestration.getSymName() << "' registers '@"
             << kernel.getSymName() << "' twice with one signature" << kAdvice;
  }

  FailureOr<std::vector<Task>> tasks = resolver.resolveAll(orchestration);
  if (failed(tasks))
    return failure();
  for (Task &task : *tasks) {
    Operation *dispatch = task.dispatch;
    auto ids = dispatch->getAttrOfType<DenseI32ArrayAttr>(
        PLDDialect::kKernelIdsAttrName);
    if (!ids || ids.size() != static_cast<int64_t>(task.kernels.size()))
      return emitError(dispatch->getLoc())
             << "launches " << task.kernels.size() << " kernels, but has "
             << (ids ? ids.size() : 0) << " kernel ids" << kAdvice;
    for (auto [id, kernel, core] :
         llvm::zip_equal(ids.asArrayRef(), task.kernels, task.coreTypes)) {
      KernelRegistrationAttr registration = byId.lookup(id);
      if (!registration ||
          registration.getCodeName().getAttr() != kernel.getSymNameAttr() ||
          registration.getCoreType() != core ||
          registration.getSignature() != ArrayRef(task.signature))
        return emitError(dispatch->getLoc())
               << "launches '@" << kernel.getSymName()
               << "', but the registration with its func_id " << id << " is "
               << registration << kAdvice;
    }
    result.tasks.push_back({std::move(task), ids.asArrayRef()});
  }
  return result;
}

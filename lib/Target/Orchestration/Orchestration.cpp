//===- Orchestration.cpp - The C++ that submits an orchestration's tasks --===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Target/Orchestration/Orchestration.h"

#include "OrchestrationWriter.h"

using namespace mlir;
using namespace pld;
using namespace pld::registration;

FailureOr<OrchestrationResult> pld::exportOrchestration(ModuleOp module,
                                                        StringRef orchestration,
                                                        NpuPlatform platform,
                                                        NpuRuntime runtime) {
  FailureOr<FuncOp> func = findOrchestration(module, orchestration);
  if (failed(func))
    return failure();
  SymbolTableCollection symbolTables;
  TaskResolver resolver(symbolTables);
  FailureOr<RegisteredOrchestration> program =
      readRegistrations(*func, resolver, symbolTables);
  if (failed(program))
    return failure();
  FailureOr<std::string> code =
      orchestration::OrchestrationWriter(*program, resolver.getAliases(),
                                         symbolTables, platform, runtime)
          .run();
  if (failed(code))
    return failure();
  return OrchestrationResult{std::move(*code),
                             std::move(program->registrations),
                             std::move(program->entrySignature)};
}

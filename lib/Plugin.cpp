//===- Plugin.cpp - Entry points of libPLD.so as a plugin -----------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Dialect/PLD/PLDDialect.h"
#include "pld/Transforms/Passes.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Config/llvm-config.h"

/// For `mlir-opt --load-dialect-plugin`; brings the passes along.
extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "PLD", LLVM_VERSION_STRING,
          [](mlir::DialectRegistry *registry) {
            registry->insert<pld::PLDDialect>();
            pld::registerPLDPasses();
          }};
}

/// For `mlir-opt --load-pass-plugin`.
extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "PLDPasses", LLVM_VERSION_STRING,
          [] { pld::registerPLDPasses(); }};
}

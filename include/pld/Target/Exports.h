//===- Exports.h - What pld-translate writes --------------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TARGET_EXPORTS_H
#define PLD_TARGET_EXPORTS_H

namespace pld {

/// Registers the exports of registered programs for mlir-translate-like tools:
/// `--pld-to-registrations-json`, `--pld-to-kernel-config` and
/// `--pld-to-orchestration-cpp`, with the options `--pld-orchestration`,
/// `--pld-platform` and `--pld-runtime`. Nothing is written when one fails.
void registerPLDExports();

} // namespace pld

#endif // PLD_TARGET_EXPORTS_H

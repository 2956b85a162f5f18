//===- Formats.h - Parts of JSON files --------------------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What more than one of our JSON files has in it.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_LIB_KERNELBUILD_FORMATS_H
#define PLD_LIB_KERNELBUILD_FORMATS_H

#include "StrictJson.h"
#include "pld/KernelBuild/BinaryContext.h"
#include "pld/KernelBuild/Registrations.h"

#include <map>
#include <optional>
#include <set>

namespace pld::kernels {

/// The largest of our own files.
constexpr uint64_t kMaxFileSize = uint64_t(256) << 20;

std::optional<CoreType> findCoreType(llvm::StringRef name);
CoreType readCoreType(const JsonValue &value);
CodeOrigin readOrigin(const JsonValue &value);

/// A flat object, in canonical form, and back.
std::string readRuntimeConfig(const JsonValue &value);
Json runtimeConfigToJson(const std::string &text);

/// A list of `SCALAR`, `IN`, `OUT` and `INOUT`.
Signature readSignature(const JsonValue &value);
Json toJson(const Signature &signature);

/// The names of a context's four fields.
std::vector<llvm::StringRef> getContextFields();
/// Reads these fields of an object.
BinaryContext readContext(const JsonValue &object);
Json toJson(const BinaryContext &context);

} // namespace pld::kernels

#endif // PLD_LIB_KERNELBUILD_FORMATS_H

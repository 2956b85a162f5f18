//===- Registrations.h - What a program registers ---------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the orchestrations of a program register, as
// `pld-translate --pld-to-registrations-json` exports it. See
// docs/compile-once.md for the fields.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_KERNELBUILD_REGISTRATIONS_H
#define PLD_KERNELBUILD_REGISTRATIONS_H

#include "llvm/Support/Error.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace pld::kernels {

/// What a code is compiled for.
enum class CoreType : uint8_t { AIC, AIV, Orchestration };

/// Where a code is from. Only generated code may be shared because its bytes
/// are equal.
enum class CodeOrigin : uint8_t { Generated, External, Builtin, Configuration };

/// One word of a signature.
enum class ArgDirection : uint8_t { Scalar, In, Out, InOut };

using Signature = std::vector<ArgDirection>;

/// An id, and the code and signature that it stands for.
struct KernelRegistration {
  uint32_t funcId = 0;
  std::string name;
  CoreType coreType = CoreType::AIV;
  Signature signature;
  CodeOrigin origin = CodeOrigin::Generated;
  /// The file of the code, relative to the folder of the sources or absolute.
  std::string source;
};

struct OrchestrationRegistration {
  std::string name;
  Signature signature;
  /// The name of the runtime, which is in its configuration, too.
  std::string runtimeName;
  /// A flat JSON object in canonical form.
  std::string runtimeConfig;
  std::string source;
  /// Sorted by id; no id is there twice.
  std::vector<KernelRegistration> kernels;
};

/// Ids are below this.
constexpr uint64_t kFuncIdEnd = uint64_t(1) << 31;

/// `aic`, `aiv`, `orchestration`.
llvm::StringRef getName(CoreType type);
/// `generated`, `external`, `builtin`, `configuration`.
llvm::StringRef getName(CodeOrigin origin);

/// The sources of external kernels by the names of these, as in `source`.
using ExternalSources = std::map<std::string, std::string>;

/// Parses registrations, schema 1. Errors begin with `what`. `sources` has the
/// sources that the registrations do not name; it is an error if there is no
/// such kernel, or if it is not external or names its source.
llvm::Expected<std::vector<OrchestrationRegistration>>
parseRegistrations(llvm::StringRef text, llvm::StringRef what,
                   const ExternalSources &sources = {});

} // namespace pld::kernels

#endif // PLD_KERNELBUILD_REGISTRATIONS_H

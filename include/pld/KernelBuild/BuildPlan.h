//===- BuildPlan.h - What is compiled, and for whom -------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which sources are compiled, and what is registered of each. A plain value:
// what writes build files, builds and packs only carries it out.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_KERNELBUILD_BUILDPLAN_H
#define PLD_KERNELBUILD_BUILDPLAN_H

#include "pld/KernelBuild/CompileContract.h"
#include "llvm/ADT/ArrayRef.h"

#include <optional>
#include <string>
#include <vector>

namespace pld::kernels {

/// A file that was read for the plan.
struct InputFile {
  std::string path;
  std::string sha256;
};

/// One compilation.
struct CompileUnit {
  std::string identity;
  CoreType coreType = CoreType::AIV;
  CodeOrigin origin = CodeOrigin::Generated;
  /// The source, of several with the same identity the first, and the headers
  /// in the order in which it includes them: numbers in `BuildPlan::files`.
  unsigned source = 0;
  std::vector<unsigned> includes;

  /// Where its result is, relative to the folder of the build.
  std::string getObject() const { return "objects/" + identity + ".o"; }
};

struct PlannedKernel {
  uint32_t funcId = 0;
  std::string name;
  Signature signature;
  unsigned unit = 0;
};

struct PlannedOrchestration {
  std::string name;
  Signature signature;
  /// A flat JSON object in canonical form.
  std::string runtimeConfig;
  /// Missing if the contract has no toolchain for orchestrations.
  std::optional<unsigned> unit;
  std::vector<PlannedKernel> kernels;
};

struct BuildPlan {
  BinaryContext context;
  /// Sorted by path.
  std::vector<InputFile> files;
  /// In the order of the first registration of each.
  std::vector<CompileUnit> units;
  std::vector<PlannedOrchestration> orchestrations;

  const std::string &getSource(const CompileUnit &unit) const {
    return files[unit.source].path;
  }
};

/// What a plan is made of. `resolved` is `contract` after `resolveContract`;
/// `sources` is an absolute path.
struct PlanInputs {
  std::vector<OrchestrationRegistration> orchestrations;
  CompileContract contract;
  CompileContract resolved;
  std::string sources;
  /// The files of the registrations and of the contract, as they were read.
  std::vector<InputFile> documents;
  /// How many seconds the preprocessor may take for a source.
  unsigned scanSeconds = 300;
};

/// Makes the plan. Reads every compiler, source and header once, and runs the
/// compiler's preprocessor (`-M`) once for each source and core type to find
/// the headers, in parallel. A missing file is an error.
llvm::Expected<BuildPlan> planBuild(const PlanInputs &inputs);

/// The plan as canonical JSON, schema 1; docs/compile-once.md has its fields.
std::string formatPlan(const BuildPlan &plan);
/// Reads what `formatPlan` writes. Errors begin with `what`.
llvm::Expected<BuildPlan> parsePlan(llvm::StringRef text, llvm::StringRef what);
/// Prints the plan for people.
void printPlan(const BuildPlan &plan, llvm::raw_ostream &os);

} // namespace pld::kernels

#endif // PLD_KERNELBUILD_BUILDPLAN_H

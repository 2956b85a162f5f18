//===- BuildPlan.cpp - What is compiled, and for whom ---------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/KernelBuild/BuildPlan.h"
#include "IncludeClosure.h"
#include "SafeFile.h"
#include "StrictJson.h"
#include "pld/KernelBuild/CompileIdentity.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace pld::kernels;
using llvm::StringRef;

namespace {

/// A code that is registered, maybe several times.
struct Code {
  std::string name;
  CoreType coreType;
  CodeOrigin origin;
  std::string source;
  /// Which of the scans found its includes, and which unit it is part of.
  unsigned scan = 0, unit = 0;
};

/// One run of the preprocessor.
struct Scan {
  CoreType coreType;
  std::string source;
  std::vector<std::string> includes;
  std::string error;
};

class Planner {
public:
  explicit Planner(const PlanInputs &inputs) : inputs(inputs) {}

  llvm::Expected<BuildPlan> plan() {
    result.context = inputs.contract.context;
    for (const OrchestrationRegistration &orchestration : inputs.orchestrations)
      if (llvm::Error error = addOrchestration(orchestration))
        return std::move(error);
    if (llvm::Error error = scanSources())
      return std::move(error);
    if (llvm::Error error = readFiles())
      return std::move(error);
    formUnits();
    return std::move(result);
  }

private:
  //===--------------------------------------------------------------------===//
  // Codes
  //===--------------------------------------------------------------------===//

  llvm::Error addOrchestration(const OrchestrationRegistration &from) {
    if (from.runtimeName != inputs.contract.context.runtimeName)
      return llvm::createStringError(
          "orchestration " + quote(from.name) + " is for the runtime " +
          quote(from.runtimeName) + ", and the contract for " +
          quote(inputs.contract.context.runtimeName));
    PlannedOrchestration to;
    to.name = from.name;
    to.signature = from.signature;
    to.runtimeConfig = from.runtimeConfig;
    for (const KernelRegistration &kernel : from.kernels) {
      llvm::Expected<unsigned> code =
          addCode({kernel.name, kernel.coreType, kernel.origin, kernel.source});
      if (!code)
        return code.takeError();
      // Until there are units, it is the number of the code.
      to.kernels.push_back(
          {kernel.funcId, kernel.name, kernel.signature, *code});
    }
    if (inputs.contract.toolchains.count(CoreType::Orchestration)) {
      llvm::Expected<unsigned> code =
          addCode({from.name, CoreType::Orchestration, CodeOrigin::Generated,
                   from.source});
      if (!code)
        return code.takeError();
      to.unit = *code;
    }
    result.orchestrations.push_back(std::move(to));
    return llvm::Error::success();
  }

  llvm::Expected<unsigned> addCode(Code code) {
    if (!llvm::sys::path::is_absolute(code.source))
      code.source = inputs.sources + "/" + code.source;
    auto [it, isNew] =
        codeNumbers.try_emplace({code.coreType, code.name}, codes.size());
    if (!isNew) {
      const Code &first = codes[it->second];
      if (first.source != code.source || first.origin != code.origin)
        return llvm::createStringError(
            "kernel " + quote(code.name) +
            " is registered with different sources or origins");
      return it->second;
    }
    if (!inputs.contract.toolchains.count(code.coreType))
      return llvm::createStringError(
          "the contract has no toolchain for " + getName(code.coreType) +
          ", which kernel " + quote(code.name) + " needs");
    auto [scan, isNewScan] =
        scanNumbers.try_emplace({code.coreType, code.source}, scans.size());
    if (isNewScan)
      scans.push_back({code.coreType, code.source, {}, {}});
    code.scan = scan->second;
    codes.push_back(std::move(code));
    return it->second;
  }

  //===--------------------------------------------------------------------===//
  // Files
  //===--------------------------------------------------------------------===//

  llvm::Error scanSources() {
    // A compiler would wait for the writer of a pipe.
    for (const Scan &scan : scans) {
      llvm::Expected<OpenFile> file = OpenFile::open(scan.source);
      if (!file)
        return file.takeError();
    }
    {
      llvm::DefaultThreadPool pool;
      for (Scan &scan : scans)
        pool.async([this, &scan] {
          auto includes =
              findIncludes(inputs.resolved.toolchains.at(scan.coreType),
                           scan.source, inputs.scanSeconds);
          if (includes)
            scan.includes = std::move(*includes);
          else
            scan.error = llvm::toString(includes.takeError());
        });
    }
    for (const Scan &scan : scans)
      if (!scan.error.empty())
        return llvm::createStringError(scan.error);
    return llvm::Error::success();
  }

  const std::string &getCompiler(CoreType type) const {
    return inputs.resolved.toolchains.at(type).compiler;
  }

  llvm::Error readFiles() {
    for (const Scan &scan : scans) {
      fileNumbers.try_emplace(getCompiler(scan.coreType));
      fileNumbers.try_emplace(scan.source);
      for (const std::string &include : scan.includes)
        fileNumbers.try_emplace(include);
    }
    for (auto &[path, number] : fileNumbers) {
      number = result.files.size();
      if (!llvm::json::isUTF8(path))
        return llvm::createStringError(quote(path) + " is not UTF-8");
      llvm::Expected<OpenFile> file = OpenFile::open(path);
      if (!file)
        return file.takeError();
      llvm::Expected<std::string> digest = file->digest();
      if (!digest)
        return digest.takeError();
      result.files.push_back({path, std::move(*digest)});
    }
    return llvm::Error::success();
  }

  /// The part of a path below a folder, or nothing.
  static StringRef getBelow(StringRef path, StringRef folder) {
    return path.consume_front(folder) && path.consume_front("/") ? path
                                                                 : StringRef();
  }

  /// A header's name, which is the same wherever the project is.
  std::string nameInclude(StringRef file, const Scan &scan) {
    auto normalize = [](StringRef path) {
      llvm::SmallString<128> normal(path);
      llvm::sys::path::remove_dots(normal, /*remove_dot_dot=*/true);
      return normal;
    };
    llvm::SmallString<128> path = normalize(file);
    const Toolchain &toolchain = inputs.resolved.toolchains.at(scan.coreType);
    for (size_t i = 0; i != toolchain.includeDirs.size(); ++i)
      if (StringRef name = getBelow(path, normalize(toolchain.includeDirs[i]));
          !name.empty())
        return ("include_dirs[" + llvm::Twine(i) + "]/" + name).str();
    if (StringRef name = getBelow(
            path, normalize(llvm::sys::path::parent_path(scan.source)));
        !name.empty())
      return ("source/" + name).str();
    if (StringRef name = getBelow(path, normalize(inputs.sources));
        !name.empty())
      return ("sources/" + name).str();
    return path.str().str();
  }

  //===--------------------------------------------------------------------===//
  // Units
  //===--------------------------------------------------------------------===//

  void formUnits() {
    std::map<std::string, unsigned> unitNumbers;
    for (Code &code : codes) {
      const Scan &scan = scans[code.scan];
      CompileUnit unit;
      unit.coreType = code.coreType;
      unit.origin = code.origin;
      unit.source = fileNumbers.at(scan.source);
      CodeContent content;
      content.coreType = code.coreType;
      content.origin = code.origin;
      content.name = code.name;
      content.compilerSha256 =
          result.files[fileNumbers.at(getCompiler(code.coreType))].sha256;
      content.sourceSha256 = result.files[unit.source].sha256;
      for (const std::string &include : scan.includes) {
        unit.includes.push_back(fileNumbers.at(include));
        content.includes.push_back({nameInclude(include, scan),
                                    result.files[unit.includes.back()].sha256});
      }
      unit.identity = computeCompileIdentity(inputs.contract, content);
      auto [it, isNew] =
          unitNumbers.try_emplace(unit.identity, result.units.size());
      if (isNew)
        result.units.push_back(std::move(unit));
      code.unit = it->second;
    }
    for (PlannedOrchestration &orchestration : result.orchestrations) {
      if (std::optional<unsigned> code = orchestration.unit)
        orchestration.unit = codes[*code].unit;
      for (PlannedKernel &kernel : orchestration.kernels)
        kernel.unit = codes[kernel.unit].unit;
    }
  }

  const PlanInputs &inputs;
  BuildPlan result;
  std::vector<Code> codes;
  std::vector<Scan> scans;
  std::map<std::pair<CoreType, std::string>, unsigned> codeNumbers, scanNumbers;
  std::map<std::string, unsigned> fileNumbers;
};

} // namespace

llvm::Expected<BuildPlan> pld::kernels::planBuild(const PlanInputs &inputs) {
  return Planner(inputs).plan();
}

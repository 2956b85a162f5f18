//===- PlanFile.cpp - The plan as text ------------------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Formats.h"
#include "pld/KernelBuild/BuildPlan.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace pld::kernels;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

std::string pld::kernels::formatPlan(const BuildPlan &plan) {
  Json files = Json::array(), units = Json::array(),
       orchestrations = Json::array();
  for (const InputFile &file : plan.files)
    files.push_back({{"path", file.path}, {"sha256", file.sha256}});
  for (const CompileUnit &unit : plan.units)
    units.push_back({{"identity", unit.identity},
                     {"core_type", getName(unit.coreType).str()},
                     {"origin", getName(unit.origin).str()},
                     {"source", unit.source},
                     {"includes", unit.includes}});
  for (const PlannedOrchestration &orchestration : plan.orchestrations) {
    Json kernels = Json::array();
    for (const PlannedKernel &kernel : orchestration.kernels)
      kernels.push_back({{"func_id", kernel.funcId},
                         {"name", kernel.name},
                         {"signature", toJson(kernel.signature)},
                         {"unit", kernel.unit}});
    Json json = {{"name", orchestration.name},
                 {"signature", toJson(orchestration.signature)},
                 {"runtime", runtimeConfigToJson(orchestration.runtimeConfig)},
                 {"kernels", std::move(kernels)}};
    if (std::optional<unsigned> unit = orchestration.unit)
      json["unit"] = *unit;
    orchestrations.push_back(std::move(json));
  }
  return toCanonicalText({{"schema", 1},
                          {"context", toJson(plan.context)},
                          {"files", std::move(files)},
                          {"units", std::move(units)},
                          {"orchestrations", std::move(orchestrations)}});
}

namespace {

class PlanReader {
public:
  BuildPlan plan;

  void read(const JsonValue &document) {
    document.expectFields(
        {"schema", "context", "files", "units", "orchestrations"});
    expectSchema(document, 1);
    document["context"].expectFields(getContextFields());
    plan.context = readContext(document["context"]);
    document["files"].forEach([&](const JsonValue &value) {
      value.expectFields({"path", "sha256"});
      plan.files.push_back(
          {value["path"].getString(), value["sha256"].getDigest()});
    });
    document["units"].forEach(
        [&](const JsonValue &value) { plan.units.push_back(readUnit(value)); });
    document["orchestrations"].forEach([&](const JsonValue &value) {
      plan.orchestrations.push_back(readOrchestration(value));
    });
  }

private:
  /// The number of an element. No list, no number: it is reported.
  static unsigned readNumber(const JsonValue &value, size_t size) {
    uint64_t number = value.getInteger(UINT32_MAX);
    if (number >= size)
      value.report("there is no number " + llvm::Twine(number));
    return unsigned(number);
  }

  CompileUnit readUnit(const JsonValue &value) {
    CompileUnit unit;
    value.expectFields(
        {"identity", "core_type", "origin", "source", "includes"});
    unit.identity = value["identity"].getDigest();
    unit.coreType = readCoreType(value["core_type"]);
    unit.origin = readOrigin(value["origin"]);
    unit.source = readNumber(value["source"], plan.files.size());
    value["includes"].forEach([&](const JsonValue &include) {
      unit.includes.push_back(readNumber(include, plan.files.size()));
    });
    return unit;
  }

  PlannedOrchestration readOrchestration(const JsonValue &value) {
    PlannedOrchestration result;
    value.expectFields({"name", "signature", "runtime", "kernels"}, {"unit"});
    result.name = value["name"].getName();
    result.signature = readSignature(value["signature"]);
    result.runtimeConfig = readRuntimeConfig(value["runtime"]);
    if (value.has("unit"))
      result.unit = readNumber(value["unit"], plan.units.size());
    value["kernels"].forEach([&](const JsonValue &item) {
      PlannedKernel kernel;
      item.expectFields({"func_id", "name", "signature", "unit"});
      kernel.funcId = uint32_t(item["func_id"].getInteger(kFuncIdEnd - 1));
      kernel.name = item["name"].getName();
      kernel.signature = readSignature(item["signature"]);
      kernel.unit = readNumber(item["unit"], plan.units.size());
      result.kernels.push_back(std::move(kernel));
    });
    return result;
  }
};

} // namespace

llvm::Expected<BuildPlan> pld::kernels::parsePlan(StringRef text,
                                                  StringRef what) {
  llvm::Expected<Json> json = parseJson(text, what);
  if (!json)
    return json.takeError();
  JsonProblem problem(what);
  PlanReader reader;
  reader.read(JsonValue(*json, problem));
  if (llvm::Error error = problem.takeError())
    return std::move(error);
  return std::move(reader.plan);
}

//===----------------------------------------------------------------------===//
// For people
//===----------------------------------------------------------------------===//

void pld::kernels::printPlan(const BuildPlan &plan, llvm::raw_ostream &os) {
  std::vector<std::vector<std::string>> users(plan.units.size());
  size_t registrations = 0;
  for (const PlannedOrchestration &orchestration : plan.orchestrations) {
    for (const PlannedKernel &kernel : orchestration.kernels)
      users[kernel.unit].push_back(orchestration.name + "#" +
                                   std::to_string(kernel.funcId) + " " +
                                   kernel.name);
    registrations += orchestration.kernels.size();
    if (std::optional<unsigned> unit = orchestration.unit)
      users[*unit].push_back(orchestration.name);
  }
  os << registrations << " registrations in " << plan.orchestrations.size()
     << " orchestrations, " << plan.units.size() << " to compile\n";
  for (size_t i = 0; i != plan.units.size(); ++i) {
    const CompileUnit &unit = plan.units[i];
    os << StringRef(unit.identity).take_front(12) << "  "
       << getName(unit.coreType) << "  " << plan.getSource(unit);
    if (unit.origin != CodeOrigin::Generated)
      os << " (" << getName(unit.origin) << ", never shared)";
    os << "\n    for " << llvm::join(users[i], ", ") << '\n';
  }
}

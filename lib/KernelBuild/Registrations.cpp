//===- Registrations.cpp - What a program registers -----------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/KernelBuild/Registrations.h"
#include "Formats.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace pld::kernels;
using llvm::StringRef;

StringRef pld::kernels::getName(CoreType type) {
  switch (type) {
  case CoreType::AIC:
    return "aic";
  case CoreType::AIV:
    return "aiv";
  case CoreType::Orchestration:
    return "orchestration";
  }
  llvm_unreachable("unknown core type");
}

StringRef pld::kernels::getName(CodeOrigin origin) {
  switch (origin) {
  case CodeOrigin::Generated:
    return "generated";
  case CodeOrigin::External:
    return "external";
  case CodeOrigin::Builtin:
    return "builtin";
  case CodeOrigin::Configuration:
    return "configuration";
  }
  llvm_unreachable("unknown origin");
}

//===----------------------------------------------------------------------===//
// Parts of several formats
//===----------------------------------------------------------------------===//

std::optional<CoreType> pld::kernels::findCoreType(StringRef name) {
  for (CoreType type : {CoreType::AIC, CoreType::AIV, CoreType::Orchestration})
    if (name == getName(type))
      return type;
  return std::nullopt;
}

CoreType pld::kernels::readCoreType(const JsonValue &value) {
  std::string name = value.getString();
  if (std::optional<CoreType> type = findCoreType(name))
    return *type;
  value.report(quote(name) + " is no core type");
  return CoreType::AIV;
}

CodeOrigin pld::kernels::readOrigin(const JsonValue &value) {
  std::string name = value.getString();
  for (CodeOrigin origin : {CodeOrigin::Generated, CodeOrigin::External,
                            CodeOrigin::Builtin, CodeOrigin::Configuration})
    if (name == getName(origin))
      return origin;
  value.report(quote(name) + " is no origin of code");
  return CodeOrigin::Generated;
}

std::string pld::kernels::readRuntimeConfig(const JsonValue &value) {
  for (const std::string &key : value.keys()) {
    JsonValue field = value[key];
    if (!field.isString() && !field.isBool() && !field.isInteger())
      field.report("a string, an integer, true or false is expected");
  }
  return toCanonicalText(value.getJson());
}

Json pld::kernels::runtimeConfigToJson(const std::string &text) {
  Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  return json.is_object() ? json : Json::object();
}

//===----------------------------------------------------------------------===//
// Registrations
//===----------------------------------------------------------------------===//

static Signature readDirections(const JsonValue &value) {
  Signature result;
  value.forEach([&](const JsonValue &word) {
    std::string name = word.getString();
    auto direction = llvm::StringSwitch<std::optional<ArgDirection>>(name)
                         .Case("in", ArgDirection::In)
                         .Case("out", ArgDirection::Out)
                         .Case("inout", ArgDirection::InOut)
                         .Default(std::nullopt);
    if (!direction)
      word.report(quote(name) + " is no direction: in, out or inout");
    result.push_back(direction.value_or(ArgDirection::In));
  });
  return result;
}

/// A name becomes a file of this name.
static std::string readCodeName(const JsonValue &value) {
  std::string name = value.getName();
  if (name == "." || name == ".." || StringRef(name).contains('/'))
    value.report(quote(name) + " is no name of a file");
  return name;
}

/// The origin, and the source if it is not where generated code is.
static void readOrigin(const JsonValue &value, const ExternalSources &sources,
                       KernelRegistration &kernel) {
  if (value.has("source"))
    kernel.source = value["source"].getName();
  if (value.has("origin"))
    kernel.origin = readOrigin(value["origin"]);
  JsonValue external = value["external"];
  if (external.isString()) {
    kernel.source = external.getName();
    if (value.has("source"))
      value.report("the fields 'external' and 'source' both name a file");
  }
  if (external.isString() || external.getBool()) {
    if (value.has("origin") && kernel.origin != CodeOrigin::External)
      value.report("the fields 'external' and 'origin' contradict each other");
    kernel.origin = CodeOrigin::External;
  }
  if (auto it = sources.find(kernel.name); it != sources.end()) {
    if (kernel.origin != CodeOrigin::External)
      value.report("the source of " + quote(kernel.name) +
                   " is given, but it is not external");
    else if (!kernel.source.empty())
      value.report("the source of " + quote(kernel.name) +
                   " is given, but the registration names one, too");
    kernel.source = it->second;
  }
  if (!kernel.source.empty())
    return;
  if (kernel.origin == CodeOrigin::External)
    value.report("the source of the external kernel " + quote(kernel.name) +
                 " must be given: --source=" + kernel.name + "=PATH");
  else if (kernel.origin == CodeOrigin::Builtin)
    value.report("the source of builtin code must be given");
  kernel.source =
      ("kernels/" + getName(kernel.coreType) + "/" + kernel.name + ".cpp")
          .str();
}

static KernelRegistration readKernel(const JsonValue &value,
                                     const ExternalSources &sources) {
  KernelRegistration kernel;
  value.expectFields({"func_id", "name", "core_type", "signature"},
                     {"external", "origin", "source"});
  kernel.funcId = uint32_t(value["func_id"].getInteger(kFuncIdEnd - 1));
  kernel.name = readCodeName(value["name"]);
  kernel.coreType = readCoreType(value["core_type"]);
  if (kernel.coreType == CoreType::Orchestration)
    value["core_type"].report("a kernel runs on aic or aiv");
  kernel.signature = readDirections(value["signature"]);
  readOrigin(value, sources, kernel);
  return kernel;
}

/// Tasks say nothing about code. Only their ids are looked at.
static void checkTasks(const JsonValue &value,
                       const std::map<uint64_t, std::string> &ids) {
  value.forEach([&](const JsonValue &task) {
    task.expectFields({"ids", "adds"}, {"slots"});
    task["ids"].forEach([&](const JsonValue &id) {
      uint64_t number = id.getInteger(kFuncIdEnd - 1);
      if (!ids.count(number))
        id.report("nothing is registered for " + llvm::Twine(number));
    });
  });
}

static OrchestrationRegistration
readOrchestration(const JsonValue &value, const ExternalSources &sources) {
  OrchestrationRegistration result;
  value.expectFields(
      {"name", "orchestration_signature", "runtime", "kernels", "tasks"});
  result.name = readCodeName(value["name"]);
  result.source = "orchestration/" + result.name + ".cpp";
  result.signature = readDirections(value["orchestration_signature"]);
  if (value.has("runtime") && !value["runtime"].has("runtime"))
    value["runtime"].report("the field 'runtime' is missing");
  result.runtimeName = value["runtime"]["runtime"].getName();
  result.runtimeConfig = readRuntimeConfig(value["runtime"]);

  std::map<uint64_t, std::string> ids;
  value["kernels"].forEach([&](const JsonValue &item) {
    KernelRegistration kernel = readKernel(item, sources);
    auto [it, isNew] = ids.try_emplace(kernel.funcId, kernel.name);
    if (!isNew)
      item["func_id"].report(llvm::Twine(kernel.funcId) + " is the id of " +
                             quote(it->second) + ", too");
    result.kernels.push_back(std::move(kernel));
  });
  llvm::sort(result.kernels,
             [](const auto &a, const auto &b) { return a.funcId < b.funcId; });
  checkTasks(value["tasks"], ids);
  return result;
}

llvm::Expected<std::vector<OrchestrationRegistration>>
pld::kernels::parseRegistrations(StringRef text, StringRef what,
                                 const ExternalSources &sources) {
  llvm::Expected<Json> json = parseJson(text, what);
  if (!json)
    return json.takeError();
  JsonProblem problem(what);
  JsonValue document(*json, problem);
  document.expectFields({"schema", "orchestrations"});
  expectSchema(document, 1);
  std::vector<OrchestrationRegistration> result;
  std::set<std::string> names;
  document["orchestrations"].forEach([&](const JsonValue &item) {
    result.push_back(readOrchestration(item, sources));
    if (!names.insert(result.back().name).second)
      item["name"].report(quote(result.back().name) + " is there twice");
  });
  std::set<std::string> kernels;
  for (const OrchestrationRegistration &orchestration : result)
    for (const KernelRegistration &kernel : orchestration.kernels)
      kernels.insert(kernel.name);
  for (const auto &[name, source] : sources)
    if (!kernels.count(name))
      document.report("the source of " + quote(name) +
                      " is given, but there is no such kernel");
  if (llvm::Error error = problem.takeError())
    return std::move(error);
  return result;
}

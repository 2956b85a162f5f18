//===- BinaryContext.cpp - What binaries are made for ---------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/KernelBuild/BinaryContext.h"
#include "Formats.h"

using namespace pld::kernels;
using llvm::StringRef;

bool BinaryContext::operator==(const BinaryContext &other) const {
  return platform == other.platform && runtimeName == other.runtimeName &&
         runtimeRevision == other.runtimeRevision &&
         instructionSetRevision == other.instructionSetRevision;
}

bool BinaryContext::isReproducible() const {
  for (StringRef revision : {runtimeRevision, instructionSetRevision})
    if (revision.trim().empty() || revision.contains_insensitive("unknown") ||
        revision.contains_insensitive("dirty"))
      return false;
  return true;
}

std::vector<StringRef> pld::kernels::getContextFields() {
  return {"platform", "runtime_name", "runtime_revision",
          "instruction_set_revision"};
}

BinaryContext pld::kernels::readContext(const JsonValue &object) {
  BinaryContext result;
  result.platform = object["platform"].getName();
  result.runtimeName = object["runtime_name"].getName();
  result.runtimeRevision = object["runtime_revision"].getString();
  result.instructionSetRevision =
      object["instruction_set_revision"].getString();
  return result;
}

Json pld::kernels::toJson(const BinaryContext &context) {
  return {{"platform", context.platform},
          {"runtime_name", context.runtimeName},
          {"runtime_revision", context.runtimeRevision},
          {"instruction_set_revision", context.instructionSetRevision}};
}

std::string pld::kernels::formatStamp(const BinaryContext &context) {
  Json json = toJson(context);
  json["schema"] = 1;
  return toCanonicalText(json);
}

llvm::Expected<BinaryContext> pld::kernels::parseStamp(StringRef text,
                                                       StringRef what) {
  llvm::Expected<Json> json = parseJson(text, what);
  if (!json)
    return json.takeError();
  JsonProblem problem(what);
  JsonValue document(*json, problem);
  std::vector<StringRef> fields = getContextFields();
  fields.push_back("schema");
  document.expectFields(fields);
  expectSchema(document, 1);
  BinaryContext result = readContext(document);
  if (llvm::Error error = problem.takeError())
    return std::move(error);
  return result;
}

//===- PackageManifest.cpp - What a package has in it ---------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Formats.h"
#include "pld/KernelBuild/Package.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace pld::kernels;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

Signature pld::kernels::readSignature(const JsonValue &value) {
  Signature result;
  value.forEach([&](const JsonValue &word) {
    std::string name = word.getString();
    auto direction = llvm::StringSwitch<std::optional<ArgDirection>>(name)
                         .Case("SCALAR", ArgDirection::Scalar)
                         .Case("IN", ArgDirection::In)
                         .Case("OUT", ArgDirection::Out)
                         .Case("INOUT", ArgDirection::InOut)
                         .Default(std::nullopt);
    if (!direction)
      word.report(quote(name) +
                  " is no word of a signature: SCALAR, IN, OUT or INOUT");
    result.push_back(direction.value_or(ArgDirection::In));
  });
  return result;
}

Json pld::kernels::toJson(const Signature &signature) {
  static constexpr const char *kWords[] = {"SCALAR", "IN", "OUT", "INOUT"};
  Json result = Json::array();
  for (ArgDirection direction : signature)
    result.push_back(kWords[int(direction)]);
  return result;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static Json toJson(const PackagedBinary &binary) {
  return {
      {"path", binary.path}, {"size", binary.size}, {"sha256", binary.sha256}};
}

std::string pld::kernels::formatManifest(const PackageManifest &manifest) {
  Json kernels = Json::array();
  for (const PackagedKernel &kernel : manifest.kernels)
    kernels.push_back({{"func_id", kernel.funcId},
                       {"name", kernel.name},
                       {"signature", toJson(kernel.signature)},
                       {"binary", ::toJson(kernel.binary)}});
  const auto &orchestration = manifest.orchestration;
  return toCanonicalText(
      {{"schema", 1},
       {"platform", manifest.platform},
       {"runtime_name", manifest.runtimeName},
       {"runtime_config", runtimeConfigToJson(manifest.runtimeConfig)},
       {"orchestration",
        {{"function_name", orchestration.functionName},
         {"display_name", orchestration.displayName},
         {"signature", toJson(orchestration.signature)},
         {"binary", ::toJson(orchestration.binary)}}},
       {"kernels", std::move(kernels)}});
}

std::vector<const PackagedBinary *> PackageManifest::getBinaries() const {
  std::vector<const PackagedBinary *> result{&orchestration.binary};
  llvm::StringSet<> seen;
  seen.insert(orchestration.binary.path);
  for (const PackagedKernel &kernel : kernels)
    if (seen.insert(kernel.binary.path).second)
      result.push_back(&kernel.binary);
  return result;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {

class ManifestReader {
public:
  PackageManifest manifest;

  void read(const JsonValue &document) {
    document.expectFields({"schema", "platform", "runtime_name",
                           "runtime_config", "orchestration", "kernels"});
    expectSchema(document, 1);
    manifest.platform = document["platform"].getName();
    manifest.runtimeName = document["runtime_name"].getName();
    manifest.runtimeConfig = readRuntimeConfig(document["runtime_config"]);
    readOrchestration(document["orchestration"]);
    document["kernels"].forEach([&](const JsonValue &value) {
      manifest.kernels.push_back(readKernel(value));
    });
  }

private:
  void readOrchestration(const JsonValue &value) {
    auto &orchestration = manifest.orchestration;
    value.expectFields(
        {"function_name", "display_name", "signature", "binary"});
    orchestration.functionName = value["function_name"].getName();
    orchestration.displayName = value["display_name"].getName();
    orchestration.signature = readSignature(value["signature"]);
    orchestration.binary = readBinary(value["binary"]);
  }

  PackagedKernel readKernel(const JsonValue &value) {
    PackagedKernel kernel;
    value.expectFields({"func_id", "name", "signature", "binary"});
    kernel.funcId = uint32_t(value["func_id"].getInteger(kFuncIdEnd - 1));
    kernel.name = value["name"].getName();
    if (!ids.insert(kernel.funcId).second)
      value["func_id"].report("the id " + llvm::Twine(kernel.funcId) +
                              " is there twice");
    kernel.signature = readSignature(value["signature"]);
    kernel.binary = readBinary(value["binary"]);
    return kernel;
  }

  PackagedBinary readBinary(const JsonValue &value) {
    PackagedBinary binary;
    value.expectFields({"path", "size", "sha256"});
    binary.path = readPath(value["path"]);
    binary.size = value["size"].getInteger(kMaxBinarySize);
    binary.sha256 = value["sha256"].getDigest();
    auto [it, isNew] = binaries.try_emplace(binary.path, binary);
    if (!isNew &&
        (it->second.size != binary.size || it->second.sha256 != binary.sha256))
      value.report(quote(binary.path) +
                   " has another size or digest elsewhere in the manifest");
    return binary;
  }

  /// A path that names one file below the package, in one way.
  static std::string readPath(const JsonValue &value) {
    std::string path = value.getString();
    if (!value.isString())
      return path;
    auto refuse = [&](StringRef why) {
      value.report("the path " + quote(path) + " " + why);
      return path;
    };
    if (StringRef(path).contains('\0'))
      return refuse("has a NUL in it");
    if (StringRef(path).contains('\\'))
      return refuse("has a backslash in it");
    if (StringRef(path).starts_with("/"))
      return refuse("is absolute");
    if (path == kManifestFile)
      return refuse("is that of the manifest itself");
    llvm::SmallVector<StringRef> steps;
    StringRef(path).split(steps, '/');
    for (StringRef step : steps) {
      if (step == "..")
        return refuse("has '..' in it");
      if (step.empty() || step == ".")
        return refuse("is not normalised");
    }
    return path;
  }

  std::set<uint32_t> ids;
  std::map<std::string, PackagedBinary> binaries;
};

} // namespace

llvm::Expected<PackageManifest> pld::kernels::parseManifest(StringRef text,
                                                            StringRef what) {
  llvm::Expected<Json> json = parseJson(text, what);
  if (!json)
    return json.takeError();
  JsonProblem problem(what);
  ManifestReader reader;
  reader.read(JsonValue(*json, problem));
  if (llvm::Error error = problem.takeError())
    return std::move(error);
  return std::move(reader.manifest);
}

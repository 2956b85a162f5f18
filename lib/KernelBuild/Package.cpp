//===- Package.cpp - Prebuilt binaries ------------------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/KernelBuild/Package.h"
#include "SafeFile.h"
#include "StrictJson.h"
#include "pld/KernelBuild/BuildFolder.h"

#include "llvm/Support/Path.h"

#include <map>

using namespace pld;
using namespace pld::kernels;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Packing
//===----------------------------------------------------------------------===//

static llvm::Expected<const PlannedOrchestration *>
findOrchestration(const BuildPlan &plan, StringRef name) {
  if (name.empty() && plan.orchestrations.size() != 1)
    return llvm::createStringError("there are " +
                                   llvm::Twine(plan.orchestrations.size()) +
                                   " orchestrations; which one must be said");
  for (const PlannedOrchestration &orchestration : plan.orchestrations)
    if (name.empty() || orchestration.name == name)
      return &orchestration;
  return llvm::createStringError("there is no orchestration " + quote(name));
}

namespace {

/// Copies each unit into a package once.
class Packer {
public:
  Packer(StringRef folder, const BuildPlan &plan, const NewFolder &package)
      : folder(folder), plan(plan), package(package) {}

  llvm::Expected<PackagedBinary> add(unsigned number) {
    auto [it, isNew] = binaries.try_emplace(number);
    PackagedBinary &binary = it->second;
    if (!isNew)
      return binary;
    const CompileUnit &unit = plan.units[number];
    binary.path =
        unit.coreType == CoreType::Orchestration
            ? "orchestration/" + unit.identity + ".so"
            : ("kernels/" + getName(unit.coreType) + "/" + unit.identity + ".o")
                  .str();
    llvm::Expected<OpenFile> file =
        OpenFile::open((folder + "/" + unit.getObject()).str());
    if (!file)
      return file.takeError();
    binary.size = file->getSize();
    if (binary.size > kMaxBinarySize)
      return llvm::createStringError(
          quote(unit.getObject()) + ": it has " + llvm::Twine(binary.size) +
          " bytes, and may have " + llvm::Twine(kMaxBinarySize));
    llvm::Expected<std::string> digest = package.copy(*file, binary.path);
    if (!digest)
      return digest.takeError();
    binary.sha256 = std::move(*digest);
    return binary;
  }

private:
  StringRef folder;
  const BuildPlan &plan;
  const NewFolder &package;
  std::map<unsigned, PackagedBinary> binaries;
};

} // namespace

llvm::Expected<PackageManifest>
pld::kernels::packFolder(StringRef folder, StringRef orchestration,
                         StringRef package) {
  // Before there is a file of the lock: this may be any folder.
  if (llvm::Expected<BuildPlan> plan = readPlan(folder); !plan)
    return plan.takeError();
  llvm::Expected<FolderLock> lock = FolderLock::acquire(folder);
  if (!lock)
    return lock.takeError();
  if (llvm::Error error = checkPlace(folder))
    return std::move(error);
  llvm::Expected<BuildPlan> plan = readPlan(folder);
  if (!plan)
    return plan.takeError();
  if (llvm::Error error = checkStamp(folder, plan->context))
    return std::move(error);
  auto found = findOrchestration(*plan, orchestration);
  if (!found)
    return found.takeError();
  const PlannedOrchestration &from = **found;
  std::optional<unsigned> unit = from.unit;
  if (!unit)
    return llvm::createStringError(
        "the contract has no toolchain for orchestrations, so that " +
        quote(from.name) + " was not compiled");
  llvm::Expected<NewFolder> target = NewFolder::create(package);
  if (!target)
    return target.takeError();

  Packer packer(folder, *plan, *target);
  PackageManifest manifest;
  manifest.platform = plan->context.platform;
  manifest.runtimeName = plan->context.runtimeName;
  manifest.runtimeConfig = from.runtimeConfig;
  auto &to = manifest.orchestration;
  to.functionName = "aicpu_orchestration_entry";
  to.displayName = from.name;
  to.signature = from.signature;
  llvm::Expected<PackagedBinary> binary = packer.add(*unit);
  if (!binary)
    return binary.takeError();
  to.binary = std::move(*binary);
  for (const PlannedKernel &kernel : from.kernels) {
    llvm::Expected<PackagedBinary> code = packer.add(kernel.unit);
    if (!code)
      return code.takeError();
    manifest.kernels.push_back(
        {kernel.funcId, kernel.name, kernel.signature, std::move(*code)});
  }

  std::string text = formatManifest(manifest);
  if (text.size() > kMaxManifestSize)
    return llvm::createStringError("the manifest has more than " +
                                   llvm::Twine(kMaxManifestSize) + " bytes");
  llvm::Expected<std::string> path = target->place(kManifestFile);
  if (!path)
    return path.takeError();
  if (llvm::Error error = writeFile(*path, text))
    return std::move(error);
  if (llvm::Error error = target->publish())
    return std::move(error);
  return manifest;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// Checks a package. `copy` digests a binary, and may keep what it reads.
static llvm::Expected<PackageManifest> readPackage(
    StringRef package,
    llvm::function_ref<llvm::Expected<std::string>(const OpenFile &, StringRef)>
        copy) {
  llvm::Expected<Descriptor> folder = openFolder(package);
  if (!folder)
    return folder.takeError();
  llvm::Expected<OpenFile> file = OpenFile::openBeneath(*folder, kManifestFile);
  if (!file)
    return file.takeError();
  llvm::Expected<std::string> text =
      readFile(*file, kManifestFile, kMaxManifestSize);
  if (!text)
    return text.takeError();
  llvm::Expected<PackageManifest> manifest =
      parseManifest(*text, kManifestFile);
  if (!manifest)
    return manifest.takeError();

  for (const PackagedBinary *binary : manifest->getBinaries()) {
    llvm::Expected<OpenFile> file =
        OpenFile::openBeneath(*folder, binary->path);
    if (!file)
      return file.takeError();
    if (file->getSize() != binary->size)
      return llvm::createStringError(
          quote(binary->path) + ": it has " + llvm::Twine(file->getSize()) +
          " bytes, and the manifest says " + llvm::Twine(binary->size));
    llvm::Expected<std::string> digest = copy(*file, binary->path);
    if (!digest)
      return digest.takeError();
    if (*digest != binary->sha256)
      return llvm::createStringError(quote(binary->path) + ": its SHA-256 is " +
                                     *digest + ", and the manifest says " +
                                     binary->sha256);
  }
  return manifest;
}

llvm::Expected<PackageManifest> pld::kernels::verifyPackage(StringRef package) {
  return readPackage(
      package, [](const OpenFile &file, StringRef) { return file.digest(); });
}

llvm::Expected<PackageManifest> pld::kernels::unpackPackage(StringRef package,
                                                            StringRef folder) {
  llvm::Expected<NewFolder> target = NewFolder::create(folder);
  if (!target)
    return target.takeError();
  llvm::Expected<PackageManifest> manifest =
      readPackage(package, [&](const OpenFile &file, StringRef path) {
        return target->copy(file, path);
      });
  if (!manifest)
    return manifest;
  llvm::Expected<std::string> path = target->place(kManifestFile);
  if (!path)
    return path.takeError();
  if (llvm::Error error = writeFile(*path, formatManifest(*manifest)))
    return std::move(error);
  if (llvm::Error error = target->publish())
    return std::move(error);
  return manifest;
}

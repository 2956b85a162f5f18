//===- Package.h - Prebuilt binaries ----------------------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prebuilt binaries of one orchestration: a folder with binary_manifest.json,
// schema 1, and the files that it names. See docs/compile-once.md.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_KERNELBUILD_PACKAGE_H
#define PLD_KERNELBUILD_PACKAGE_H

#include "pld/KernelBuild/BuildPlan.h"

namespace pld::kernels {

constexpr char kManifestFile[] = "binary_manifest.json";
/// The largest manifest, and the largest binary, that is read.
constexpr uint64_t kMaxManifestSize = uint64_t(16) << 20;
constexpr uint64_t kMaxBinarySize = uint64_t(1) << 30;

struct PackagedBinary {
  /// Relative to the package's folder.
  std::string path;
  uint64_t size = 0;
  std::string sha256;
};

/// A callable record. Several may have one binary; that says nothing of the
/// address at which each is loaded.
struct PackagedKernel {
  uint32_t funcId = 0;
  std::string name;
  Signature signature;
  PackagedBinary binary;
};

struct PackageManifest {
  std::string platform;
  std::string runtimeName;
  /// A flat JSON object in canonical form.
  std::string runtimeConfig;
  struct {
    std::string functionName, displayName;
    Signature signature;
    PackagedBinary binary;
  } orchestration;
  std::vector<PackagedKernel> kernels;

  /// Each binary once, in the order of its first use.
  std::vector<const PackagedBinary *> getBinaries() const;
};

/// The manifest as canonical JSON.
std::string formatManifest(const PackageManifest &manifest);
/// Reads a manifest and checks all that can be checked without the binaries.
/// Errors begin with `what`.
llvm::Expected<PackageManifest> parseManifest(llvm::StringRef text,
                                              llvm::StringRef what);

/// Packs an orchestration of a folder that was built. Nothing may be at
/// `package`, or an empty folder. If there is only one orchestration, its name
/// may be empty.
llvm::Expected<PackageManifest> packFolder(llvm::StringRef folder,
                                           llvm::StringRef orchestration,
                                           llvm::StringRef package);

/// Checks a package completely.
llvm::Expected<PackageManifest> verifyPackage(llvm::StringRef package);

/// Checks a package and copies what belongs to it. The bytes that are copied
/// are the bytes that were checked, and `folder` appears when all of them are
/// right. Nothing may be there before, or an empty folder.
llvm::Expected<PackageManifest> unpackPackage(llvm::StringRef package,
                                              llvm::StringRef folder);

} // namespace pld::kernels

#endif // PLD_KERNELBUILD_PACKAGE_H

//===- BuildFolder.h - The folder of a build --------------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The folder in which a plan is built: its lock, its stamp, its build.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_KERNELBUILD_BUILDFOLDER_H
#define PLD_KERNELBUILD_BUILDFOLDER_H

#include "pld/KernelBuild/NinjaFile.h"
#include "llvm/Support/Chrono.h"

namespace pld::kernels {

/// An advisory lock (flock) of a folder, held as long as this lives, or a Ninja
/// that was started with it. It ends with these processes, however they end.
class FolderLock {
public:
  /// Waits for the lock. The folder must exist.
  static llvm::Expected<FolderLock> acquire(llvm::StringRef folder);
  FolderLock(FolderLock &&other) : fd(other.fd) { other.fd = -1; }
  FolderLock &operator=(FolderLock &&) = delete;
  ~FolderLock();

  /// As long as this lives, a program that is started has the lock, too, as its
  /// descriptor `kLockDescriptor`. Not for several threads.
  class Inherited {
  public:
    explicit Inherited(const FolderLock &lock);
    Inherited(const Inherited &) = delete;
    Inherited &operator=(const Inherited &) = delete;
    ~Inherited();

  private:
    int before;
  };

private:
  explicit FolderLock(int fd) : fd(fd) {}
  int fd;
};

/// Everything from which a folder is built.
struct BuildRequest {
  /// Absolute paths.
  std::string registrations, contract, sources, folder;
  /// Of external kernels, if the registrations do not name them.
  ExternalSources externalSources;
  std::string launcher;
  /// How many seconds a compiler may take to say its version, and what a source
  /// includes. 0 is any time.
  unsigned scanSeconds = 300;
  /// The program that plans again when an input has changed.
  std::string tool;
};

/// The place that a folder was made for.
struct FolderPlace {
  /// A path, and what it led to.
  struct Link {
    std::string path, target;
  };

  /// Without links in it.
  std::string folder;
  /// To the registrations, the contract and the folder of the sources.
  std::vector<Link> links;
  /// The registrations and the contract. The plan has all other files.
  std::vector<InputFile> documents;
};

/// Reads the registrations and the contract of a request.
llvm::Expected<PlanInputs> readPlanInputs(const BuildRequest &request);

/// The texts of plan.json, build.ninja and place.json. The latter still has no
/// folder in it.
struct BuildFiles {
  std::string plan, ninja;
  FolderPlace place;
  /// A moment before the first input was read.
  llvm::sys::TimePoint<> start;
};

/// Plans. Writes nothing; the folder need not exist. An input that is dated in
/// the future is an error, since Ninja would plan again until then.
llvm::Expected<BuildFiles> makeBuildFiles(const BuildRequest &request);

/// An error if the folder was made for another place than where it is, or if
/// its registrations, contract or sources are behind a link that leads to
/// something else than it did.
llvm::Error checkPlace(llvm::StringRef folder);

/// Writes the files into the folder, which exists. If they are others than
/// before, the stamp goes first. The caller has the lock, or is Ninja.
llvm::Error writeBuildFiles(llvm::StringRef folder, const BuildFiles &files);

/// The plan that the folder was given.
llvm::Expected<BuildPlan> readPlan(llvm::StringRef folder);

struct BuildOptions {
  /// The program of Ninja, by name or path.
  std::string ninja = "ninja";
  /// How many compilers run at a time; 0 leaves it to Ninja.
  unsigned jobs = 0;
};

/// Builds the folder: waits for its lock, removes the stamp, runs Ninja, and
/// writes the stamp when everything is there and no input has changed
/// meanwhile. Where there was no right stamp before, all is compiled again.
llvm::Error buildFolder(llvm::StringRef folder, const BuildOptions &options);

/// Success if the stamp says that the folder was built for this context.
llvm::Error checkStamp(llvm::StringRef folder, const BinaryContext &context);

} // namespace pld::kernels

#endif // PLD_KERNELBUILD_BUILDFOLDER_H

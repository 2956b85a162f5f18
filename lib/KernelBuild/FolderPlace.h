//===- FolderPlace.h - What a folder of a build was made for ----*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// build.ninja has absolute paths. So a folder that is copied or moved would
// build what is at the place of the original; place.json says for which place
// it was made.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_LIB_KERNELBUILD_FOLDERPLACE_H
#define PLD_LIB_KERNELBUILD_FOLDERPLACE_H

#include "pld/KernelBuild/BuildFolder.h"

namespace pld::kernels {

/// The place of a request, but for the folder.
FolderPlace findPlace(const BuildRequest &request, const PlanInputs &inputs);
/// Writes down where the folder, which exists, is. Paths must be UTF-8.
llvm::Error writePlace(llvm::StringRef folder, const FolderPlace &place);

/// The place that the folder was made for. An error if that is another place
/// than where it is now, or if a path leads to something else than it did.
llvm::Expected<FolderPlace> readPlace(llvm::StringRef folder);

} // namespace pld::kernels

#endif // PLD_LIB_KERNELBUILD_FOLDERPLACE_H

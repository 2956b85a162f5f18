//===- VerifyProgram.cpp - Report inexact dispatches ----------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Transforms/Passes.h"

namespace pld {
#define GEN_PASS_DEF_VERIFYPROGRAMPASS
#include "pld/Transforms/Passes.h.inc"
} // namespace pld

namespace {

struct VerifyProgram : public pld::impl::VerifyProgramPassBase<VerifyProgram> {
  using VerifyProgramPassBase::VerifyProgramPassBase;

  void runOnOperation() override { markAllAnalysesPreserved(); }
};

} // namespace

//===- CoreTypes.cpp - The core that runs a kernel ------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Transforms/Registration/CoreTypes.h"

using namespace mlir;
using namespace pld;
using namespace pld::registration;

/// The operator's name in PyPTO. Operations of their own are named like it, but
/// its prefix `pld.` is there once. Other dialects have operations that are
/// only called like one.
static StringRef getOperatorName(Operation *op) {
  if (auto intrinsic = dyn_cast<IntrinsicOp>(op))
    return intrinsic.getOpName();
  StringRef name = op->getName().getStringRef();
  if (isa_and_present<PLDDialect>(op->getDialect()) && !lookupIntrinsic(name))
    name.consume_front("pld.");
  return name;
}

static void addSpaces(TypeRange types, CoreNeed &need) {
  for (Type type : types) {
    auto tile = dyn_cast<TileType>(type);
    if (!tile || !tile.getSpace())
      continue;
    switch (*tile.getSpace()) {
    case MemorySpace::Vec:
      need.vector = true;
      break;
    case MemorySpace::Mat:
    case MemorySpace::Left:
    case MemorySpace::Right:
    case MemorySpace::Acc:
    case MemorySpace::Bias:
    case MemorySpace::LeftScale:
    case MemorySpace::RightScale:
      need.cube = true;
      break;
    case MemorySpace::DDR:
    case MemorySpace::ScalarLocal:
      break;
    }
  }
}

CoreNeed registration::getCoreNeed(Operation *op) {
  CoreNeed need;
  // Control flow, calls and retypes only pass tiles on.
  if (op->getNumRegions() != 0 || op->hasTrait<OpTrait::IsTerminator>() ||
      isa<CallOp, SubmitOp, RetypeOp, ReinterpretOp, MakeTupleOp, TupleGetOp>(
          op))
    return need;
  addSpaces(op->getOperandTypes(), need);
  addSpaces(op->getResultTypes(), need);
  if (need.cube || need.vector)
    return need;
  if (!isa_and_present<PLDDialect>(op->getDialect()))
    return need;
  if (const IntrinsicInfo *info = lookupIntrinsic(getOperatorName(op))) {
    need.cube = info->affinity == CoreAffinity::Cube;
    need.vector = info->affinity == CoreAffinity::Vector;
  }
  return need;
}

static StringRef describe(CoreType core) {
  return core == CoreType::AIC ? "cube" : "vector";
}

FailureOr<CoreType> registration::inferCoreType(FuncOp kernel) {
  if (kernel.getKind() == FunctionKind::AIC)
    return CoreType::AIC;
  if (kernel.getKind() == FunctionKind::AIV)
    return CoreType::AIV;

  StringRef name = kernel.getSymName();
  // Outlined programs are often registered too early.
  constexpr StringLiteral stage =
      "; in PyPTO the pass ExpandMixedKernel does that, some passes after "
      "kernels are outlined";
  constexpr StringLiteral advice = "split it into 'aic' and 'aiv' kernels";
  std::optional<CoreType> core;
  Operation *decider = nullptr, *undecided = nullptr;
  WalkResult result = kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    CoreNeed need = getCoreNeed(op);
    if (need.cube && need.vector) {
      emitError(op->getLoc())
          << "'" << getOperatorName(op) << "' moves data between the cube and "
          << "the vector unit, so '@" << name << "' runs on neither alone; "
          << advice << stage;
      return WalkResult::interrupt();
    }
    if (need.cube || need.vector) {
      CoreType needed = need.cube ? CoreType::AIC : CoreType::AIV;
      if (!core) {
        core = needed;
        decider = op;
      }
      if (core == needed)
        return WalkResult::advance();
      InFlightDiagnostic diag = emitError(op->getLoc());
      diag << "'@" << name << "' mixes core types: '" << getOperatorName(op)
           << "' runs on the " << describe(needed) << " unit, '"
           << getOperatorName(decider) << "' on the " << describe(*core)
           << " unit; " << advice << stage;
      diag.attachNote(decider->getLoc())
          << "'" << getOperatorName(decider) << "' is here";
      return WalkResult::interrupt();
    }
    if (!undecided && isa<IntrinsicOp>(op))
      undecided = op;
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  if (core)
    return *core;
  InFlightDiagnostic diag =
      emitError(undecided ? undecided->getLoc() : kernel.getLoc());
  diag << "nothing decides the core type of '@" << name << "'";
  if (undecided)
    diag << ": '" << getOperatorName(undecided) << "' can run on either unit";
  return diag << "; make it 'aic' or 'aiv'" << stage;
}

//===- Passes.td - Passes of the PLD dialect ----------------*- tablegen -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TRANSFORMS_PASSES
#define PLD_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

// No `let statistics` here: mlir::Pass::Statistic changes its size with NDEBUG,
// and a release libMLIR prints none. Report counts by remarks or options.

def VerifyProgramPass : Pass<"pld-verify-program", "::mlir::ModuleOp"> {
  let summary = "Report dispatches whose types do not match their callee exactly";
  let description = [{
    The verifier asks of a dispatch what every program keeps. This pass asks for
    more: that one substitution of the callee's shape symbols maps its parameter
    types to the argument types and its result types to the dispatch's. Each
    dispatch for which there is none is reported with the two types and the
    place where they part: as a warning, or with `strict` as an error.

        warning: dispatch of '@step' is not exact: argument #0: dimension #0 is
            256 here, but N * 128 in '@step'

    Nothing is computed: `N * 128` and `256` part even where N could be 2. A
    submit that omits outputs is judged by what it supplies; a result that needs
    a symbol of an omitted output is inexact. `docs/exactness.md` has all rules.
    The program is not changed; the time is linear in its size.
  }];
  let options = [
    Option<"strict", "strict", "bool", /*default=*/"false",
           "Report inexact dispatches as errors">,
  ];
}

#endif // PLD_TRANSFORMS_PASSES

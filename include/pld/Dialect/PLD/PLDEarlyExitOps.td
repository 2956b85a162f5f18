//===- PLDEarlyExitOps.td - Leaving from inside --------------*- tablegen -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_DIALECT_PLD_PLDEARLYEXITOPS_TD
#define PLD_DIALECT_PLD_PLDEARLYEXITOPS_TD

include "pld/Dialect/PLD/PLDInterfaces.td"
include "pld/Dialect/PLD/PLDScopeOps.td"

// Early exits are not terminators: front ends write them at the end of a branch,
// but they can be anywhere, so that a branch that is always taken can be folded
// away. Their effects are unknown to MLIR, and so are those of every operation
// around them: nothing with an effect moves across, and nothing of it goes.
//
// Each leaves an operation that was written for it, and never a loop: loops are
// unrolled, peeled, or replaced by their body by passes that know only the
// terminator of the body.
class PLD_EarlyExitOp<string mnemonic>
    : PLD_Op<mnemonic, [DeclareOpInterfaceMethods<PLD_EarlyExitOpInterface>]> {
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "attr-dict custom<ExitValues>($operands, type($operands))";
  let hasVerifier = 1;
}

def PLD_EarlyReturnOp : PLD_EarlyExitOp<"early_return"> {
  let summary = "leaves the function";
  let description = [{
    What follows does not run, up to the end of the function, whose results are
    the operands.
  }];
}

def PLD_BreakOp : PLD_EarlyExitOp<"break"> {
  let summary = "leaves the innermost `pld.loop_scope`";
  let description = [{
    What follows does not run, up to the end of the scope, whose results are the
    operands. Iterations that were to come do not run.
  }];
}

def PLD_ContinueOp : PLD_EarlyExitOp<"continue"> {
  let summary = "leaves the innermost `pld.iteration_scope`";
  let description = [{
    What follows does not run, up to the end of the scope, whose results are the
    operands.
  }];
}

def PLD_LoopScopeOp : PLD_ScopeOp<"loop_scope", "a loop that `pld.break` leaves"> {
  let description = [{
    Around a loop that has a `break`. It runs its region once, and ends by a
    `pld.yield` or a `pld.break`. The loop inside is a loop as any other: its
    own results are those of all its iterations. Results of the scope may be
    either's, the yielded values or those of a break.

        %0 = pld.loop_scope -> f32 {
          %1 = scf.for %i = %a to %b step %c iter_args(%x = %init) -> f32 {
            %2 = pld.iteration_scope -> f32 {
              scf.if %p {
                pld.break %x : f32
              }
              scf.if %q {
                pld.continue %x : f32
              }
              %3 = arith.addf %x, %x : f32
              pld.yield %3 : f32
            }
            scf.yield %2 : f32
          }
          pld.yield %1 : f32
        }

    A pass may change the loop in any way that is right for a body with unknown
    effects: unroll it, peel it, or take its body if there is one iteration. The
    break still leaves the whole.
  }];
  let assemblyFormat = "attr-dict-with-keyword (`->` type($results)^)? $body";
}

def PLD_IterationScopeOp : PLD_ScopeOp<"iteration_scope",
    "an iteration that `pld.continue` ends"> {
  let description = [{
    Around the body of a loop that has a `continue`. It runs its region once,
    and ends by a `pld.yield` or a `pld.continue`. The body of the loop yields
    its results. See `pld.loop_scope` for an example.
  }];
  let assemblyFormat = "attr-dict-with-keyword (`->` type($results)^)? $body";
}

#endif // PLD_DIALECT_PLD_PLDEARLYEXITOPS_TD

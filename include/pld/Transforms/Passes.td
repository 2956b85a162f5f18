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

def AssignOriginUidsPass : Pass<"pld-assign-origin-uids", "::mlir::ModuleOp"> {
  let summary = "Name each dispatch of an orchestration for its whole life";
  let description = [{
    Gives each `pld.call` and `pld.submit` of an orchestration or a graph that
    has none a `pld.origin_uid`. Other passes keep it, so that two operators
    that share one kernel stay two: `pld-deduplicate-outlined-kernels` renames
    the callee and nothing else. To be run first, right after the import.

    A uid is made of the function and the location, not of the callee, and is
    the same each time. Dispatches of a function at one location are told apart
    by their order (`.1`, `.2`). One without a place in a file gets none, and a
    warning. Front ends may give uids of their own.
  }];
}

def DeduplicateOutlinedKernelsPass
    : Pass<"pld-deduplicate-outlined-kernels", "::mlir::ModuleOp"> {
  let summary = "Let equal kernels and Groups share one definition";
  let description = [{
    Front ends outline each scope on its own, so that a program may define the
    same kernel many times. This pass keeps one definition of each and lets all
    dispatches name it. It removes definitions only: every call and submit
    stays, with its operands, results, attributes and location.

        pld.func private incore @step(%x: !pld.tensor<[M], f32>) -> ... { A }
        pld.func private incore @step_0(%x: !pld.tensor<[M], f32>) -> ... { A }
        pld.func orchestration @main(%x: !pld.tensor<[M], f32>) {
          %0 = pld.call @step(%x) : ...
          %1 = pld.call @step_0(%0) : ...
          ...

    becomes

        pld.func private incore @step(%x: !pld.tensor<[M], f32>) -> ... { A }
        pld.func orchestration @main(%x: !pld.tensor<[M], f32>) {
          %0 = pld.call @step(%x) : ...
          %1 = pld.call @step(%0) : ...
          ...

    What is merged is a private in-core kernel (`incore`, `aic`, `aiv`), or a
    Group together with the kernels that it dispatches. Two are merged when they
    are the same by role: names, locations and the names of shape symbols do not
    count, everything else counts bit for bit. Where symbols in the signatures
    have other names, it is proved for every dispatch that it can bind the
    signature that stays; Groups need the same names. The first one by name
    stays, public ones before private ones.

    Each kernel or Group that stays has a reason with a stable code: in the
    report, and as a remark of the category `pld-dedup`
    (`--remarks-filter=pld-dedup --remark-format=emitRemark`). The codes, the
    report and the algorithm are described in docs/deduplication.md.

    The pass expects that in-core and cluster scopes have been outlined. Its
    cost is linear in the size of the program; the limits below bound what could
    be more. Running it again changes nothing, unless a limit stopped a merge.

    #### Limitations

    - Groups whose signatures differ by a renaming of shape symbols are not
      merged.
    - Functions are not compared across nested modules.
    - If the program has an operation, attribute or type that could hide
      references, nothing is merged.
  }];
  let options = [
    Option<"freeSymbols", "free-symbols", "::pld::dedup::FreeSymbols",
           /*default=*/"::pld::dedup::FreeSymbols::Keep",
           "What becomes of functions with shape symbols that nothing binds",
           [{::llvm::cl::values(
             clEnumValN(::pld::dedup::FreeSymbols::Keep, "keep", "They stay"),
             clEnumValN(::pld::dedup::FreeSymbols::Identical, "identical",
                        "They may be merged; free symbols are compared by name"))}]>,
    Option<"reportFile", "report-file", "std::string", /*default=*/"\"\"",
           "Write what was done and why as JSON to this file; '-' is the standard output">,
    Option<"maxBucket", "max-bucket", "uint64_t", /*default=*/"8",
           "The number of different units of one digest that may stay to be compared with">,
    Option<"comparisonBudget", "comparison-budget", "uint64_t", /*default=*/"8",
           "What comparing a unit may cost, in multiples of its weight">,
    Option<"proofSteps", "proof-steps", "uint64_t", /*default=*/"65536",
           "The number of steps that the proof of one call may take">,
    Option<"signatureLimit", "signature-limit", "uint64_t", /*default=*/"256",
           "The number of parameters, results and shape expressions up to which a proof "
           "is tried">,
    Option<"proofBudget", "proof-budget", "int64_t", /*default=*/"-1",
           "The number of steps that all proofs may take together; -1: as many as the "
           "program weighs">,
  ];
}

def AssignKernelRegistrationsPass
    : Pass<"pld-assign-kernel-registrations", "::mlir::ModuleOp"> {
  let summary = "Number the kernels of each orchestration for the runtime";
  let description = [{
    The runtime launches kernels by number. This pass gives each orchestration
    its list of registrations, and each dispatch the numbers that it launches:

        pld.func orchestration @main(...) attributes {pld.kernel_registrations = [
            #pld.kernel_registration<func_id = 0, code_name = @step, core_type = aiv,
                                     signature = [in, out]>]} {
          %0 = pld.call @step(%x, %y) {pld.kernel_ids = array<i32: 0>} : ...

    First the arguments of each task are put in order, tensors before scalars.
    Then ids are assigned, from 0, in the order of first use; a mixed Group
    numbers its AIC member before its AIV member. A registration is code, core
    type and signature: what one definition does in two ways gets two ids. Code
    is shared by the deduplication, which should run before.

    What the runtime has no room for, or cannot launch, is an error, and nothing
    is changed. Old registrations are replaced. The time is linear in the size
    of the program. `docs/registrations.md` has all rules and limits.
  }];
}

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

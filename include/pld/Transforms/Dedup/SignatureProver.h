//===- SignatureProver.h - Proves that calls can be shared --- -*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The proof that a kernel may become another one that is equal up to a renaming
// of shape symbols: every dispatch of it can bind the other one's signature.
// See docs/deduplication.md, "Renamed symbols: a proof".
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TRANSFORMS_DEDUP_SIGNATUREPROVER_H
#define PLD_TRANSFORMS_DEDUP_SIGNATUREPROVER_H

#include "pld/Dialect/PLD/ScalarExprs.h"
#include "pld/Transforms/Dedup/CalleeSymbols.h"
#include "pld/Transforms/Dedup/MergePlanner.h"
#include "pld/Transforms/Dedup/Options.h"

namespace pld::dedup {

/// Why no proof is tried for kernels with the signature of `func`, or nothing.
/// Admitted are scalars, task ids, and tensors without storage of which a view
/// says at most the layout, whose dimensions are integers, symbols and
/// arithmetic; at most `limit` of each: parameters, results, and distinct nodes
/// of shape expressions (integers, symbols, and what is computed from them).
///
/// Stops as soon as a limit is passed, and enters shared expressions once.
std::optional<Finding> checkSignature(FuncOp func, uint64_t limit);

/// Binds the representative's signature to each dispatch of the candidate. All
/// of them or none: the first one that does not match ends the proof. A result
/// may also be written in the candidate's own symbols (see `CalleeSymbols`).
///
/// A dispatch takes at most `Options::proofSteps` steps of the binder, and all
/// proofs together at most `Options::proofBudget`. Reads the program only; it
/// must not change while the prover is used.
class SignatureProver : public Prover {
public:
  /// `programWeight` is the budget of all proofs if the options do not say one.
  SignatureProver(const ReferenceIndex &index, const UnitTable &units,
                  const Options &options, uint64_t programWeight)
      : index(index), units(units), options(options),
        budget(options.proofBudget.value_or(programWeight)),
        calleeSymbols(index) {}

  /// `ProofFailed`, `SignatureLimit` or `ProofBudget` where there is no proof;
  /// the detail names the representative, the dispatch, and what differs.
  Answer prove(UnitId candidate, UnitId representative) override;

  /// The steps of all proofs so far, failed ones included. Beside these a proof
  /// costs the size of the signature and the number of arguments.
  uint64_t getSteps() const { return steps; }

private:
  class BindingCollector;

  std::optional<Finding> proveDispatch(const Reference &reference,
                                       FunctionId target,
                                       BindingCollector &collector);

  const ReferenceIndex &index;
  const UnitTable &units;
  const Options options;
  const uint64_t budget;
  uint64_t steps = 0;
  ScalarExprs scalars;
  CalleeSymbols calleeSymbols;
};

} // namespace pld::dedup

#endif // PLD_TRANSFORMS_DEDUP_SIGNATUREPROVER_H

//===- SignatureProver.cpp - Proves that calls can be shared --------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Transforms/Dedup/SignatureProver.h"

#include "pld/Dialect/PLD/ShapeSymbols.h"
#include "pld/Dialect/PLD/SignatureBinder.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace pld;
using namespace pld::dedup;

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

namespace {

/// Looks for what a signature must not have, and counts its expressions.
class SignatureChecker {
public:
  explicit SignatureChecker(uint64_t limit) : limit(limit) {}

  std::optional<Finding> check(FuncOp func) {
    ArrayRef<Type> params = func.getArgumentTypes(),
                   results = func.getResultTypes();
    if (params.size() > limit)
      return overLimit("parameters", params.size());
    if (results.size() > limit)
      return overLimit("results", results.size());
    for (auto [kind, types] :
         {std::pair("parameter", params), std::pair("result", results)})
      for (auto [number, type] : llvm::enumerate(types)) {
        if (const char *what = findObstacle(type))
          return Finding{Reason::ProofFailed,
                         llvm::formatv("{0} #{1} {2}, so that signatures have "
                                       "to be identical",
                                       kind, number, what)};
        if (nodes.size() > limit)
          return Finding{
              Reason::SignatureLimit,
              llvm::formatv("the signature has more than {0} distinct nodes of "
                            "shape expressions",
                            limit)};
      }
    return std::nullopt;
  }

private:
  Finding overLimit(StringRef what, size_t count) {
    return {Reason::SignatureLimit,
            llvm::formatv("the signature has {0} {1}, and a proof is tried for "
                          "at most {2}",
                          count, what, limit)};
  }

  const char *findObstacle(Type type) {
    if (classifyType(type) == TypeClass::Scalar || isa<TaskIdType>(type))
      return nullptr;
    auto tensor = dyn_cast<GlobalTensorType>(type);
    if (!tensor)
      return "is neither a scalar nor a plain tensor";
    if (tensor.getMemref())
      return "has storage";
    if (!tensor.getStride().empty())
      return "has a stride";
    if (!tensor.getValid().empty())
      return "has a valid shape";
    if (tensor.getPad() != Pad::Null)
      return "has padding";
    for (Attribute dim : tensor.getShape()) {
      stack.push_back(dim);
      while (!stack.empty() && nodes.size() <= limit) {
        Attribute expr = stack.pop_back_val();
        if (!nodes.insert(expr).second)
          continue;
        auto composite = dyn_cast<ExprAttr>(expr);
        if (!composite)
          continue;
        if (composite.getKind() == ScalarKind::Call)
          return "has a dimension that calls an operator";
        llvm::append_range(stack, composite.getOperands());
      }
    }
    return nullptr;
  }

  const uint64_t limit;
  llvm::DenseSet<Attribute> nodes;
  SmallVector<Attribute> stack;
};

} // namespace

std::optional<Finding> pld::dedup::checkSignature(FuncOp func, uint64_t limit) {
  return SignatureChecker(limit).check(func);
}

//===----------------------------------------------------------------------===//
// Dispatches
//===----------------------------------------------------------------------===//

/// What each symbol is bound to, over all dispatches, without repetitions.
class SignatureProver::BindingCollector {
public:
  void add(const SignatureBinder::Bindings &bindings) {
    for (const auto &[name, binding] : bindings)
      if (binding.expr)
        expressions[name].insert(binding.expr);
  }

  std::vector<SymbolBinding> take() {
    std::vector<SymbolBinding> result;
    for (auto &[name, exprs] : expressions) {
      SymbolBinding &binding = result.emplace_back();
      binding.symbol = name.str();
      for (Attribute expr : exprs)
        binding.expressions.push_back(formatDim(expr));
    }
    return result;
  }

private:
  llvm::MapVector<StringAttr, llvm::SmallSetVector<Attribute, 2>> expressions;
};

/// Says which dispatch `op` is.
static std::string describePlace(const Reference &reference,
                                 const ReferenceIndex &index) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << (isa<SubmitOp>(reference.user) ? "the submit" : "the call");
  if (auto place = reference.user->getLoc()->findInstanceOf<FileLineColLoc>())
    os << " at " << place.getFilename().getValue() << ':' << place.getLine()
       << ':' << place.getColumn();
  if (reference.from != kNoFunction)
    os << " in @" << index.getFunction(reference.from).getSymName();
  return text;
}

std::optional<Finding>
SignatureProver::proveDispatch(const Reference &reference, FunctionId targetId,
                               BindingCollector &collector) {
  FuncOp candidate = index.getFunction(reference.to),
         target = index.getFunction(targetId);
  uint64_t left = budget - steps;
  SignatureBinder binder(std::min(options.proofSteps, left));
  auto bind = [&](auto dispatch) -> std::optional<Finding> {
    DispatchTypes types = DispatchTypes::get(dispatch, target, scalars);
    if (types.parameters.size() != target.getNumArguments())
      return Finding{Reason::ProofFailed,
                     llvm::formatv("supplies {0} of {1} parameters",
                                   types.parameters.size(),
                                   target.getNumArguments())};
    bool isBound = succeeded(binder.bindArguments(target, types));
    for (unsigned i = 0, e = types.results.size(); isBound && i != e; ++i) {
      Type type = target.getResultTypes()[i];
      isBound =
          calleeSymbols.areOwn(types.results[i], reference.from, reference.to,
                               candidate.getResultTypes()[i], targetId, type,
                               types.arguments) ||
          succeeded(binder.matchResult(type, types.results[i], i));
    }
    steps += binder.getSteps();
    if (isBound) {
      collector.add(binder.getBindings());
      return std::nullopt;
    }
    const BindMismatch &mismatch = binder.getMismatch();
    if (mismatch.failure != BindFailure::BudgetExhausted)
      return Finding{Reason::ProofFailed,
                     mismatch.describe(target.getSymName())};
    return Finding{
        Reason::ProofBudget,
        left < options.proofSteps
            ? llvm::formatv("the {0} steps that all proofs share are gone",
                            budget)
            : llvm::formatv("undecided after {0} steps, as many as one "
                            "dispatch may take",
                            options.proofSteps)};
  };
  return llvm::TypeSwitch<Operation *, std::optional<Finding>>(reference.user)
      .Case<CallOp, SubmitOp>(bind);
}

Prover::Answer SignatureProver::prove(UnitId candidate, UnitId representative) {
  const Unit &from = units.getUnits()[candidate];
  FunctionId targetId = units.getUnits()[representative].functions.front();
  FuncOp target = index.getFunction(targetId);
  auto refuse = [&](Reason reason, const Twine &detail) {
    Answer answer;
    answer.failure = {reason, ("equal to @" + target.getSymName() +
                               " up to a renaming of symbols, but " + detail)
                                  .str()};
    return answer;
  };

  if (from.isGroup())
    return refuse(Reason::ProofFailed,
                  "signatures of Groups have to be identical");
  // Being equal by role, the candidate's signature is admitted as well.
  if (std::optional<Finding> obstacle =
          checkSignature(target, options.signatureLimit))
    return refuse(obstacle->reason, obstacle->detail);

  BindingCollector collector;
  for (uint32_t number : index.getReferencesTo(from.functions.front())) {
    const Reference &reference = index.getReferences()[number];
    // What the candidate says of itself goes with it.
    if (reference.from == from.functions.front())
      continue;
    if (reference.kind != Reference::Kind::Dispatch)
      return refuse(Reason::ProofFailed,
                    "an attribute of '" +
                        reference.user->getName().getStringRef() +
                        "' names it, which has no types to bind with");
    if (std::optional<Finding> failure =
            proveDispatch(reference, targetId, collector))
      return refuse(failure->reason,
                    describePlace(reference, index) + ": " + failure->detail);
  }
  Answer answer;
  answer.bindings = collector.take();
  return answer;
}

//===- PLDFuncOps.td - Functions and dispatches --------------*- tablegen -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_DIALECT_PLD_PLDFUNCOPS_TD
#define PLD_DIALECT_PLD_PLDFUNCOPS_TD

include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/CallInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "pld/Dialect/PLD/PLDOpBase.td"

def PLD_FuncOp : PLD_Op<"func", [
    FunctionOpInterface, IsolatedFromAbove, AffineScope, OpAsmOpInterface,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "a function of a program";
  let description = [{
    A kind, a visibility, parameters with directions (none is `in`), results,
    and a body, or none: an external kernel or an abstract worker is a
    declaration. `param_directions` holds one number per parameter
    (0 in, 1 out, 2 inout).

    A shape symbol is bound by occurring in a parameter's type, by a scalar
    parameter that carries it (`{pld.symbol = "N"}`), or by `pld.bind_symbol`
    in the body. Any other symbol must be listed in `free_symbols`.

        pld.func private incore @step(%x: !pld.tensor<[M, 128], f32>,
                                      %y: out !pld.tensor<[M, 128], f32>)
            -> !pld.tensor<[M, 128], f32> {
          ...
          pld.return %y : !pld.tensor<[M, 128], f32>
        }
  }];
  let arguments = (ins
    SymbolNameAttr:$sym_name,
    OptionalAttr<StrAttr>:$sym_visibility,
    PLD_FunctionKindAttr:$kind,
    TypeAttrOf<FunctionType>:$function_type,
    DenseI8ArrayAttr:$param_directions,
    OptionalAttr<DictArrayAttr>:$arg_attrs,
    OptionalAttr<DictArrayAttr>:$res_attrs,
    OptionalAttr<PLD_LevelAttr>:$level,
    OptionalAttr<PLD_RoleAttr>:$role,
    OptionalAttr<StrArrayAttr>:$free_symbols,
    OptionalAttr<StrAttr>:$external_source,
    UnitAttr:$runtime_binding);
  let regions = (region AnyRegion:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    // FunctionOpInterface.
    ::mlir::ArrayRef<::mlir::Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    ::mlir::ArrayRef<::mlir::Type> getResultTypes() { return getFunctionType().getResults(); }
    ::mlir::Region *getCallableRegion() { return isExternal() ? nullptr : &getBody(); }

    // SymbolOpInterface.
    /// Passes ask this before they change a signature, or take the calls that
    /// they see for all there are. A signature is a contract with the runtime,
    /// which binds the arguments of every function, so each counts as public;
    /// `isPrivate` and `canDiscardOnUseEmpty` follow the visibility.
    bool isPublic() { return true; }

    /// The direction of parameter `index`.
    ParamDirection getParamDirection(unsigned index) {
      return static_cast<ParamDirection>(getParamDirections()[index]);
    }
    /// Dispatches tasks by itself: `orchestration` or `graph`.
    bool isOrchestration() {
      return getKind() == FunctionKind::Orchestration ||
             getKind() == FunctionKind::Graph;
    }
    /// Runs as a task, but through the kernels that it calls: `group` or
    /// `spmd`.
    bool isWrapper() {
      return getKind() == FunctionKind::Group ||
             getKind() == FunctionKind::Spmd;
    }
    /// An in-core kernel: `incore`, `aic` or `aiv`.
    bool isInCore() {
      return getKind() == FunctionKind::InCore ||
             getKind() == FunctionKind::AIC || getKind() == FunctionKind::AIV;
    }
  }];
}

// Not ReturnLike: its operands need not be the results, for a function can be
// left early.
def PLD_ReturnOp : PLD_Op<"return", [Pure, Terminator, HasParent<"FuncOp">]> {
  let summary = "ends a function";
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange()); }]>];
  let hasVerifier = 1;
}

// What a call and a submit share: the callee, its arguments, and how the task
// is launched. Clauses are written in a fixed order after the arguments; types
// of clause operands are written where they are not the usual ones.
class PLD_DispatchOp<string mnemonic, list<Trait> traits = []>
    : PLD_Op<mnemonic, !listconcat(traits, [
        AttrSizedOperandSegments, DeclareOpInterfaceMethods<SymbolUserOpInterface>,
        DeclareOpInterfaceMethods<CallOpInterface>,
        DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>])> {
  let results = (outs Variadic<AnyType>:$results);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  code extraDispatchDeclaration = [{
    // CallOpInterface.
    /// None: a dispatch gives the callee to the runtime. What MLIR concludes
    /// from a callee does not hold, as that arguments are its first parameters
    /// and of their types, or results what it returns.
    ::mlir::Operation *resolveCallable() { return nullptr; }
    ::mlir::Operation *resolveCallableInTable(::mlir::SymbolTableCollection *) { return nullptr; }

    /// The function of the program that is called, or null.
    FuncOp lookupCallee(::mlir::SymbolTableCollection &symbolTables);
    /// Whether arguments and results are those of `callee`, as verification
    /// asks. Passes only ask it of what is not verified yet.
    bool fits(FuncOp callee);
    /// The number of the parameter that each argument is for: a submit may leave
    /// out outputs. Empty if there are too few or too many arguments; types are
    /// not looked at.
    ::std::optional<::llvm::SmallVector<unsigned>> getSuppliedParams(FuncOp callee);
  }];
}

def PLD_CallOp : PLD_DispatchOp<"call"> {
  let summary = "calls a function";
  let description = [{
    Calls are shape-polymorphic, see the documentation of the dialect. The
    launch of an SPMD call is given by `core_num` and `sync_start`. Clauses, in
    this order: `core_num(%n) sync_start device(%d) dump(...) manual_deps(...)
    compiler_deps(...)`.

        %0 = pld.call @step(%a, %b) : (!pld.tensor<[S, 128], f32>, !pld.tensor<[S, 128], f32>)
            -> !pld.tensor<[S, 128], f32>
  }];
  let arguments = (ins
    FlatSymbolRefAttr:$callee,
    Variadic<AnyType>:$arguments,
    Optional<AnyType>:$core_num,
    Optional<PLD_Integer>:$device,
    Variadic<AnyType>:$dump_vars,
    Variadic<AnyType>:$manual_deps,
    Variadic<AnyType>:$compiler_deps,
    UnitAttr:$sync_start,
    OptionalAttr<TypedArrayAttrBase<PLD_ArgDirectionAttr, "argument directions">>:$arg_directions,
    OptionalAttr<DictArrayAttr>:$arg_attrs,
    OptionalAttr<DictArrayAttr>:$res_attrs);
  let extraClassDeclaration = extraDispatchDeclaration # [{
    /// The results that the callee returns: all of them.
    ::mlir::ResultRange getCalleeResults() { return getResults(); }
  }];
}

def PLD_SubmitOp : PLD_DispatchOp<"submit"> {
  let summary = "submits a task that calls a function";
  let description = [{
    The last result is the `!pld.task_id`. A trailing run of `out` arguments may
    be omitted: the runtime makes these outputs. Clauses, in this order:
    `deps(...) core_num(%n) sync_start early_resolve predicate(%p) device(%d)
    dump(...) manual_deps(...) compiler_deps(...)`.

        %1, %tid = pld.submit @step(%0) deps(%t0) core_num(%n) sync_start
            : (!pld.tensor<[S, 128], f32>) -> (!pld.tensor<[S, 128], f32>, !pld.task_id)
  }];
  let arguments = (ins
    FlatSymbolRefAttr:$callee,
    Variadic<AnyType>:$arguments,
    Variadic<AnyType>:$deps,
    Optional<AnyType>:$core_num,
    Optional<AnyType>:$predicate,
    Optional<PLD_Integer>:$device,
    Variadic<AnyType>:$dump_vars,
    Variadic<AnyType>:$manual_deps,
    Variadic<AnyType>:$compiler_deps,
    UnitAttr:$sync_start,
    UnitAttr:$early_resolve,
    OptionalAttr<TypedArrayAttrBase<PLD_ArgDirectionAttr, "argument directions">>:$arg_directions,
    OptionalAttr<DictArrayAttr>:$arg_attrs,
    OptionalAttr<DictArrayAttr>:$res_attrs);
  let extraClassDeclaration = extraDispatchDeclaration # [{
    /// The results that the callee returns: all but the task id.
    ::mlir::ResultRange getCalleeResults() { return getResults().drop_back(); }
    /// The id of the task.
    ::mlir::Value getTaskId() { return getResults().back(); }
  }];
}

#endif // PLD_DIALECT_PLD_PLDFUNCOPS_TD

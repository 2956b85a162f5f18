//===- RegistrationTest.cpp - Stages of kernel registration ---------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Target/Orchestration/Orchestration.h"
#include "pld/Transforms/Passes.h"
#include "pld/Transforms/Registration/CoreTypes.h"
#include "pld/Transforms/Registration/KernelIds.h"
#include "pld/Transforms/Registration/ParameterOrder.h"
#include "pld/Transforms/Registration/RegisteredProgram.h"
#include "pld/Transforms/Registration/Signatures.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace pld;
using namespace pld::registration;

namespace {

class Registration : public ::testing::Test {
protected:
  Registration() : context(MLIRContext::Threading::DISABLED) {
    context.loadDialect<PLDDialect>();
    context.loadAllAvailableDialects();
  }

  Type type(StringRef text) { return parseType(text, &context); }
  FlatSymbolRefAttr code(StringRef name) {
    return FlatSymbolRefAttr::get(&context, name);
  }
  ModuleOp parse(StringRef text) {
    module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module);
    return *module;
  }
  FuncOp function(StringRef name) { return module->lookupSymbol<FuncOp>(name); }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

TEST_F(Registration, ClassifiesArguments) {
  for (const char *tensor :
       {"!pld.tensor<[M], f32>", "!pld.dist_tensor<[M], i8>"})
    EXPECT_EQ(classifyArgument(type(tensor)), ArgumentClass::Tensor);
  for (const char *scalar : {"i1", "index", "ui64", "f32", "bf16", "!pld.hf8",
                             "!pld.task_id", "!pld.ptr", "!pld.comm_ctx"})
    EXPECT_EQ(classifyArgument(type(scalar)), ArgumentClass::Scalar);
  for (const char *neither :
       {"!pld.tile<[4], f32>", "tuple<i32>", "!pld.array<4 x i32>",
        "!pld.unknown", "!pld.prefetch_context", "none"})
    EXPECT_EQ(classifyArgument(type(neither)), std::nullopt);
}

TEST_F(Registration, OrdersTensorsFirst) {
  constexpr auto kT = ArgumentClass::Tensor, kS = ArgumentClass::Scalar;
  using Order = SmallVector<unsigned>;
  EXPECT_EQ(orderArguments({}), Order());
  EXPECT_EQ(orderArguments({kS, kT, kS, kT}), (Order{1, 3, 0, 2}));
  EXPECT_EQ(orderArguments({kT, kT}), (Order{0, 1}));
  EXPECT_EQ(orderArguments({kS, kS}), (Order{0, 1}));
}

TEST_F(Registration, MakesSignatures) {
  using Directions = SmallVector<ParamDirection>;
  EXPECT_EQ(
      makeSignature({ArgDirection::Input, ArgDirection::Output,
                     ArgDirection::OutputExisting, ArgDirection::InOut,
                     ArgDirection::NoDep, ArgDirection::Scalar}),
      (Directions{ParamDirection::In, ParamDirection::Out, ParamDirection::Out,
                  ParamDirection::InOut, ParamDirection::InOut}));
  EXPECT_EQ(makeSignature({ArgDirection::Scalar}), Directions());
  EXPECT_EQ(stringifyAdd(ArgDirection::OutputExisting), "output");
  EXPECT_EQ(stringifyAdd(ArgDirection::NoDep), "no_dep");

  parse("pld.func orchestration @main(%n: i32, %x: !pld.tensor<[M], f32>,"
        "    %y: inout !pld.dist_tensor<[M], f32>, %c: !pld.comm_ctx,"
        "    %z: out !pld.tensor<[M], f32>) { pld.return }");
  EXPECT_EQ(getEntrySignature(function("main")),
            (Directions{ParamDirection::In, ParamDirection::InOut,
                        ParamDirection::Out}));
}

TEST_F(Registration, AssignsIds) {
  KernelIds ids;
  EXPECT_EQ(ids.assign(code("b"), CoreType::AIV, {ParamDirection::In}), 0);
  EXPECT_EQ(ids.assign(code("a"), CoreType::AIV, {ParamDirection::In}), 1);
  EXPECT_EQ(ids.assign(code("b"), CoreType::AIC, {ParamDirection::In}), 2);
  EXPECT_EQ(ids.assign(code("b"), CoreType::AIV, {ParamDirection::Out}), 3);
  EXPECT_EQ(ids.assign(code("b"), CoreType::AIV, {}), 4);
  EXPECT_EQ(ids.assign(code("b"), CoreType::AIV, {ParamDirection::In}), 0);
  EXPECT_EQ(ids.size(), 5u);
  SmallVector<Attribute> registrations = ids.getRegistrations();
  for (auto [id, attr] : llvm::enumerate(registrations))
    EXPECT_EQ(cast<KernelRegistrationAttr>(attr).getFuncId(),
              static_cast<int64_t>(id));
  EXPECT_EQ(registrations[2],
            KernelRegistrationAttr::get(&context, 2, code("b"), CoreType::AIC,
                                        {ParamDirection::In}));
}

TEST_F(Registration, KnowsWhatOperationsNeed) {
  parse(R"(
    !vec = !pld.tile<[4], f32, space = vec>
    !acc = !pld.tile<[4], f32, space = acc>
    !any = !pld.tile<[4], f32>
    pld.func private incore @k(%v: !vec, %a: !acc, %n: !any) {
      %0 = pld.intrinsic "tile.add"(%n, %n) : (!any, !any) -> !any
      %1 = pld.intrinsic "tile.matmul"(%n, %n) : (!any, !any) -> !any
      %2 = pld.intrinsic "tile.move"(%v) : (!vec) -> !vec
      %3 = pld.intrinsic "tile.move"(%a) : (!acc) -> !acc
      %4 = pld.intrinsic "tile.move"(%a) : (!acc) -> !vec
      %5 = pld.intrinsic "tile.move"(%n) : (!any) -> !any
      %6 = pld.intrinsic "tile.abs"(%a) : (!acc) -> !acc
      %7 = pld.intrinsic "mine"(%n) unchecked : (!any) -> !any
      %8 = pld.retype %v : !vec to !vec
      pld.return
    })");
  std::string needs;
  for (Operation &op : function("k").getBody().front()) {
    CoreNeed need = getCoreNeed(&op);
    needs += need.cube ? need.vector ? 'x' : 'c' : need.vector ? 'v' : '-';
  }
  // The place of a tile counts more than the operator; the return needs none.
  EXPECT_EQ(needs, "vcvcx-c---");
}

TEST_F(Registration, FindsReturnedParameters) {
  parse(R"(
    !t = !pld.tensor<[4], f32>
    pld.func private aiv @writes(%x: !t, %y: out !t) -> (!t, !t) {
      %c0 = arith.constant 0 : index
      %c4 = arith.constant 4 : index
      %at = pld.make_tuple %c0 : tuple<index>
      %0 = scf.for %i = %c0 to %c4 step %c4 iter_args(%a = %y) -> (!t) {
        %1 = pld.intrinsic "tensor.assemble"(%a, %x, %at) : (!t, !t, tuple<index>) -> !t
        scf.yield %1 : !t
      }
      %2 = pld.intrinsic "tensor.neg"(%x) : (!t) -> !t
      pld.return %0, %2 : !t, !t
    }
    pld.func private group @calls(%y: out !t, %x: !t) -> !t {
      %0, %1 = pld.call @writes(%x, %y) : (!t, !t) -> (!t, !t)
      %2 = pld.retype %0 : !t to !t
      pld.return %2 : !t
    }
    pld.func private aiv @either(%x: inout !t, %y: out !t, %early: i1) -> (!t, !t) {
      scf.if %early {
        pld.early_return %y, %y : !t, !t
      }
      pld.return %x, %y : !t, !t
    }
    pld.func private aiv @external(%a: inout !t, %b: !t, %c: out !t) -> !t
    pld.func private aiv @all(%a: inout !t, %b: !t, %c: out !t) -> (!t, !t)
    pld.func private aiv @other(%a: inout !t, %c: out !t) -> (!t, !t, !t)
    // What a loop carries has to be what it began with, in each round.
    pld.func private aiv @changes(%x: inout !t, %y: out !t) -> (!t, !t) {
      %c0 = arith.constant 0 : index
      %c4 = arith.constant 4 : index
      %0 = scf.for %i = %c0 to %c4 step %c4 iter_args(%a = %x) -> (!t) {
        scf.yield %y : !t
      }
      %1, %2 = scf.for %i = %c0 to %c4 step %c4 iter_args(%a = %x, %b = %y) -> (!t, !t) {
        scf.yield %b, %a : !t, !t
      }
      pld.return %0, %1 : !t, !t
    }
    pld.func private aiv @branches(%x: inout !t, %y: out !t, %b: i1) -> (!t, !t) {
      %0, %1 = scf.if %b -> (!t, !t) {
        scf.yield %x, %x : !t, !t
      } else {
        scf.yield %x, %y : !t, !t
      }
      pld.return %0, %1 : !t, !t
    }
    // A loop that is left early need not end with what it yields.
    pld.func private aiv @breaks(%x: inout !t, %y: out !t, %b: i1) -> (!t, !t, !t) {
      %c0 = arith.constant 0 : index
      %c4 = arith.constant 4 : index
      %at = pld.make_tuple %c0 : tuple<index>
      %0:3 = pld.loop_scope -> !t, !t, !t {
        %1:3 = scf.for %i = %c0 to %c4 step %c4 iter_args(%a = %x, %c = %y, %d = %y) -> (!t, !t, !t) {
          %2 = pld.intrinsic "tensor.assemble"(%a, %y, %at) : (!t, !t, tuple<index>) -> !t
          scf.if %b {
            pld.break %2, %x, %c : !t, !t, !t
          }
          scf.yield %2, %c, %d : !t, !t, !t
        }
        pld.yield %1#0, %1#1, %1#2 : !t, !t, !t
      }
      pld.return %0#0, %0#1, %0#2 : !t, !t, !t
    }
    pld.func private aiv @continues(%x: inout !t, %y: out !t, %b: i1) -> (!t, !t, !t) {
      %c0 = arith.constant 0 : index
      %c4 = arith.constant 4 : index
      %at = pld.make_tuple %c0 : tuple<index>
      %0:3 = scf.for %i = %c0 to %c4 step %c4 iter_args(%a = %x, %c = %y, %d = %y) -> (!t, !t, !t) {
        %1:3 = pld.iteration_scope -> !t, !t, !t {
          %2 = pld.intrinsic "tensor.assemble"(%a, %y, %at) : (!t, !t, tuple<index>) -> !t
          %3 = pld.intrinsic "tensor.neg"(%x) : (!t) -> !t
          scf.if %b {
            pld.continue %a, %x, %3 : !t, !t, !t
          }
          pld.yield %2, %c, %3 : !t, !t, !t
        }
        scf.yield %1#0, %1#1, %1#2 : !t, !t, !t
      }
      pld.return %0#0, %0#1, %0#2 : !t, !t, !t
    }
    pld.func private spmd @endless(%a: !t) -> !t {
      %0 = pld.call @endless(%a) : (!t) -> !t
      pld.return %0 : !t
    })");
  SymbolTableCollection symbolTables;
  Aliases aliases(symbolTables);
  auto param = [&](StringRef name, unsigned index) {
    return aliases.getReturnedParam(function(name), index);
  };
  EXPECT_EQ(param("writes", 0), 1u);
  EXPECT_EQ(param("writes", 1), std::nullopt);
  EXPECT_EQ(param("calls", 0), 0u);
  EXPECT_EQ(param("either", 0), std::nullopt);
  EXPECT_EQ(param("either", 1), 1u);
  EXPECT_EQ(param("external", 0), 2u);
  EXPECT_EQ(param("all", 0), 0u);
  EXPECT_EQ(param("all", 1), 2u);
  EXPECT_EQ(param("other", 0), std::nullopt);
  EXPECT_EQ(param("endless", 0), std::nullopt);
  EXPECT_EQ(param("changes", 0), std::nullopt);
  EXPECT_EQ(param("changes", 1), std::nullopt);
  EXPECT_EQ(param("breaks", 0), 0u);
  EXPECT_EQ(param("breaks", 1), std::nullopt);
  EXPECT_EQ(param("breaks", 2), 1u);
  EXPECT_EQ(param("continues", 0), 0u);
  EXPECT_EQ(param("continues", 1), std::nullopt);
  EXPECT_EQ(param("continues", 2), std::nullopt);
  EXPECT_EQ(param("branches", 0), 0u);
  EXPECT_EQ(param("branches", 1), std::nullopt);
}

TEST_F(Registration, GivesAllThatABackEndNeeds) {
  ModuleOp module = parse(R"(
    !t = !pld.tensor<[4], f32>
    pld.func private aiv @k(%x: !t, %n: i32, %y: out !t) -> !t {
      pld.return %y : !t
    }
    pld.func orchestration @main(%x: !t, %n: i32, %y: inout !t) {
      %0 = pld.call @k(%x, %n, %y) : (!t, i32, !t) -> !t
      %1 = pld.call @k(%0, %n, %x) : (!t, i32, !t) -> !t
      pld.return
    })");
  PassManager passes(&context);
  passes.addPass(createAssignKernelRegistrationsPass());
  ASSERT_TRUE(succeeded(passes.run(module)));
  FailureOr<OrchestrationResult> result = exportOrchestration(module);
  ASSERT_TRUE(succeeded(result));
  EXPECT_EQ(
      result->orchestrationSignature,
      (SmallVector<ParamDirection>{ParamDirection::In, ParamDirection::InOut}));
  EXPECT_EQ(result->kernelRegistrations,
            (SmallVector<KernelRegistrationAttr>{KernelRegistrationAttr::get(
                &context, 0, code("k"), CoreType::AIV,
                {ParamDirection::In, ParamDirection::Out})}));
  EXPECT_NE(result->code.find("rt_submit_aiv_task(0, params_t1);"),
            std::string::npos);
}

} // namespace

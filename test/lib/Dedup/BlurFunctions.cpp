//===- BlurFunctions.cpp - Blurs functions, Groups and dispatches ---------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dedup/WrongRules.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace pld;
using namespace pld::test;

template <typename FnT> static void editFunctions(ModuleOp copy, FnT &&edit) {
  for (FuncOp func : llvm::to_vector(copy.getOps<FuncOp>()))
    edit(func);
}
template <typename FnT> static void editGroups(ModuleOp copy, FnT &&edit) {
  editFunctions(copy, [&](FuncOp func) {
    if (func.getKind() == FunctionKind::Group)
      edit(func);
  });
}

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

static void blurDirections(ModuleOp copy) {
  editFunctions(copy, [](FuncOp func) {
    func.setParamDirections(
        SmallVector<int8_t>(func.getParamDirections().size(), 0));
  });
}
static void blurKinds(ModuleOp copy) {
  editFunctions(copy, [](FuncOp func) {
    if (func.isInCore())
      func.setKind(FunctionKind::InCore);
  });
}
/// Functions that keep their identity are kernels.
static void blurIdentityKinds(ModuleOp copy) {
  editFunctions(copy, [](FuncOp func) {
    if (func.getKind() != FunctionKind::Group)
      func.setKind(FunctionKind::InCore);
  });
}
static void blurLevels(ModuleOp copy) {
  editFunctions(copy, [](FuncOp func) { func.removeLevelAttr(); });
}
static void blurRoles(ModuleOp copy) {
  editFunctions(copy, [](FuncOp func) { func.removeRoleAttr(); });
}
static void blurFunctionAttributes(ModuleOp copy) {
  editFunctions(copy, [](FuncOp func) {
    func->setDiscardableAttrs(DictionaryAttr::get(func.getContext()));
  });
}
static void blurArgumentAttributes(ModuleOp copy) {
  editFunctions(copy, [](FuncOp func) { func.removeArgAttrsAttr(); });
}
static void blurResultAttributes(ModuleOp copy) {
  editFunctions(copy, [](FuncOp func) { func.removeResAttrsAttr(); });
}

//===----------------------------------------------------------------------===//
// Who may be merged
//===----------------------------------------------------------------------===//

static void giveBody(FuncOp func) {
  Block &block = func.getBody().emplaceBlock();
  for (Type type : func.getArgumentTypes())
    block.addArgument(type, func.getLoc());
  OpBuilder builder = OpBuilder::atBlockEnd(&block);
  ReturnOp::create(builder, func.getLoc());
}
static void blurExternalSource(ModuleOp copy) {
  editFunctions(copy, [](FuncOp func) {
    func.removeExternalSourceAttr();
    if (func.isExternal())
      giveBody(func);
  });
}
static void blurRuntimeBinding(ModuleOp copy) {
  editFunctions(copy, [](FuncOp func) {
    if (func.getRuntimeBinding() && func.isExternal())
      giveBody(func);
    func.setRuntimeBinding(false);
  });
}
static void blurVisibility(ModuleOp copy) {
  editFunctions(copy, [](FuncOp func) { func.setPrivate(); });
}
/// Something names every function.
static void blurReferences(ModuleOp copy) {
  SmallVector<Attribute> names;
  editFunctions(copy, [&](FuncOp func) {
    names.push_back(FlatSymbolRefAttr::get(func.getSymNameAttr()));
  });
  copy->setAttr("test.references",
                mlir::ArrayAttr::get(copy.getContext(), names));
}

//===----------------------------------------------------------------------===//
// Other functions
//===----------------------------------------------------------------------===//

/// What a kernel calls.
static void blurHelperCalls(ModuleOp copy) {
  editFunctions(copy, [](FuncOp func) {
    if (!func.isInCore())
      return;
    func.walk([](Operation *op) {
      if (isa<CallOp, SubmitOp>(op) && op->use_empty())
        op->erase();
    });
  });
}
/// Every peer is the function itself.
static void blurPeers(ModuleOp copy) {
  copy.walk([](ImportPeerBufferOp op) {
    op.setPeerFunc(op->getParentOfType<FuncOp>().getSymName());
  });
}
/// A reference in an attribute is a text.
static void blurOtherReferences(ModuleOp copy) {
  editFunctions(copy, [](FuncOp func) {
    func.walk([](Operation *op) {
      for (NamedAttribute attr : op->getDiscardableAttrs())
        if (isa<SymbolRefAttr>(attr.getValue()))
          op->setDiscardableAttr(attr.getName(),
                                 UnitAttr::get(op->getContext()));
    });
  });
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

static OperandRange getArguments(Operation *dispatch) {
  if (auto call = dyn_cast<CallOp>(dispatch))
    return call.getArguments();
  return cast<SubmitOp>(dispatch).getArguments();
}
template <typename FnT> static void editDispatches(FuncOp func, FnT &&edit) {
  func.walk([&](Operation *op) {
    if (isa<CallOp, SubmitOp>(op))
      edit(op);
  });
}

/// Each argument of a member is the first parameter of the Group that has its
/// type.
static void blurGroupBridging(ModuleOp copy) {
  editGroups(copy, [](FuncOp group) {
    editDispatches(group, [&](Operation *op) {
      for (unsigned i = 0, e = getArguments(op).size(); i != e; ++i)
        for (BlockArgument parameter : group.getArguments())
          if (parameter.getType() == op->getOperand(i).getType()) {
            op->setOperand(i, parameter);
            break;
          }
    });
  });
}
/// Which member is dispatched again.
static void blurGroupCallees(ModuleOp copy) {
  editGroups(copy, [](FuncOp group) {
    llvm::SetVector<Attribute> known;
    editDispatches(group, [&](Operation *op) {
      if (!known.insert(op->getAttr("callee")))
        op->setAttr("callee", known.front());
    });
  });
}
static void blurGroupClauses(ModuleOp copy) {
  editGroups(copy, [](FuncOp group) {
    editDispatches(group, [](Operation *op) {
      for (StringRef name : {"sync_start", "early_resolve", "arg_directions"})
        op->removeAttr(name);
    });
  });
}
static void blurMembers(ModuleOp copy) {
  SymbolTable symbols(copy);
  editGroups(copy, [&](FuncOp group) {
    editDispatches(group, [&](Operation *op) {
      auto callee = op->getAttrOfType<FlatSymbolRefAttr>("callee");
      auto member = symbols.lookup<FuncOp>(callee.getAttr());
      if (!member || !member.isInCore() || member.isExternal())
        return;
      member.getBody().dropAllReferences();
      member.getBody().getBlocks().clear();
      giveBody(member);
    });
  });
}

ArrayRef<Blur> test::getFunctionBlurs() {
  static const Blur blurs[] = {{"directions", blurDirections},
                               {"kinds", blurKinds},
                               {"identity-kinds", blurIdentityKinds},
                               {"levels", blurLevels},
                               {"roles", blurRoles},
                               {"function-attributes", blurFunctionAttributes},
                               {"argument-attributes", blurArgumentAttributes},
                               {"result-attributes", blurResultAttributes},
                               {"external-source", blurExternalSource},
                               {"runtime-binding", blurRuntimeBinding},
                               {"visibility", blurVisibility},
                               {"references", blurReferences},
                               {"helper-calls", blurHelperCalls},
                               {"peers", blurPeers},
                               {"other-references", blurOtherReferences},
                               {"group-bridging", blurGroupBridging},
                               {"group-callees", blurGroupCallees},
                               {"group-clauses", blurGroupClauses},
                               {"members", blurMembers}};
  return blurs;
}

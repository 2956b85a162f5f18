//===- BlurOperations.cpp - Blurs operations ------------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dedup/WrongRules.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace pld;
using namespace pld::test;

/// Calls `edit` for each operation in kernels and Groups; it may erase it.
template <typename FnT> static void editOperations(ModuleOp copy, FnT &&edit) {
  for (FuncOp func : copy.getOps<FuncOp>())
    if (func.isInCore() || func.getKind() == FunctionKind::Group)
      func.getBody().walk([&](Operation *op) { edit(op); });
}

template <typename OpT> static void eraseAll(ModuleOp copy) {
  editOperations(copy, [](Operation *op) {
    if (isa<OpT>(op))
      op->erase();
  });
}

//===----------------------------------------------------------------------===//
// Names and attributes
//===----------------------------------------------------------------------===//

/// Sums, differences and the like are all one.
static void blurOperationNames(ModuleOp copy) {
  editOperations(copy, [](Operation *op) {
    bool isSum = isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op);
    if (!isSum)
      return;
    OpBuilder builder(op);
    Operation *sum = arith::AddIOp::create(
        builder, op->getLoc(), op->getOperand(0), op->getOperand(1));
    sum->setAttrs(op->getAttrDictionary());
    op->replaceAllUsesWith(sum);
    op->erase();
  });
}
static void blurOperators(ModuleOp copy) {
  editOperations(copy, [](Operation *op) {
    if (auto intrinsic = dyn_cast<IntrinsicOp>(op))
      intrinsic.setOpName("any");
  });
}
static void blurKeywords(ModuleOp copy) {
  editOperations(copy, [](Operation *op) {
    if (auto intrinsic = dyn_cast<IntrinsicOp>(op))
      intrinsic.removeKeywordsAttr();
  });
}
static void blurScalarKinds(ModuleOp copy) {
  editOperations(copy, [](Operation *op) {
    if (auto scalar = dyn_cast<ScalarOp>(op))
      scalar.setKind(ScalarKind::Add);
  });
}
/// What front ends hang on operations.
static void blurAttributes(ModuleOp copy) {
  editOperations(copy, [](Operation *op) {
    op->setDiscardableAttrs(DictionaryAttr::get(op->getContext()));
  });
}
static void removeAttrs(ModuleOp copy, ArrayRef<StringRef> names) {
  editOperations(copy, [&](Operation *op) {
    for (StringRef name : names)
      op->removeAttr(name);
  });
}
static void blurPipes(ModuleOp copy) { removeAttrs(copy, {"pipe"}); }
static void blurEvents(ModuleOp copy) { removeAttrs(copy, {"event_id"}); }
static void blurBufferSizes(ModuleOp copy) { removeAttrs(copy, {"size"}); }
static void blurBufferNames(ModuleOp copy) {
  editOperations(copy, [](Operation *op) {
    if (isa<ReserveBufferOp, ImportPeerBufferOp>(op))
      op->setAttr("name", StringAttr::get(op->getContext(), "any"));
  });
}
static void blurArithFlags(ModuleOp copy) {
  editOperations(copy, [](Operation *op) {
    MLIRContext *context = op->getContext();
    if (isa<arith::ArithFastMathInterface>(op))
      op->setAttr("fastmath", arith::FastMathFlagsAttr::get(
                                  context, arith::FastMathFlags::none));
    if (isa<arith::ArithIntegerOverflowFlagsInterface>(op))
      op->setAttr("overflowFlags",
                  arith::IntegerOverflowFlagsAttr::get(
                      context, arith::IntegerOverflowFlags::none));
  });
}
static void blurInlineSource(ModuleOp copy) { eraseAll<InlineSourceOp>(copy); }

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static void blurResultTypes(ModuleOp copy) {
  editOperations(copy, [](Operation *op) {
    for (OpResult result : op->getResults())
      result.setType(IndexType::get(op->getContext()));
  });
}

/// Orders operands by where they are defined.
static void sortOperands(Operation *op) {
  auto position = [](Value value) {
    Operation *def = value.getDefiningOp();
    unsigned place = def ? 1 : 0;
    for (; def && def->getPrevNode(); def = def->getPrevNode())
      ++place;
    return std::make_pair(place, isa<BlockArgument>(value)
                                     ? cast<BlockArgument>(value).getArgNumber()
                                     : cast<OpResult>(value).getResultNumber());
  };
  SmallVector<Value> operands(op->getOperands());
  for (size_t i = 0; i < operands.size(); ++i)
    for (size_t j = i + 1; j < operands.size(); ++j)
      if (operands[i].getType() == operands[j].getType() &&
          position(operands[j]) < position(operands[i]))
        std::swap(operands[i], operands[j]);
  op->setOperands(operands);
}
static void blurOperandOrder(ModuleOp copy) {
  editOperations(copy, [](Operation *op) {
    if (!isa<ReturnOp, CallOp, SubmitOp>(op))
      sortOperands(op);
  });
}
static void blurReturnOrder(ModuleOp copy) {
  editOperations(copy, [](Operation *op) {
    if (isa<ReturnOp>(op))
      sortOperands(op);
  });
}

/// The first argument of the block `block` that has the type of `value`.
static Value firstLike(Value value, Block *block) {
  for (BlockArgument argument : block->getArguments())
    if (argument.getType() == value.getType())
      return argument;
  return value;
}
/// Which parameter is used.
static void blurOperandValues(ModuleOp copy) {
  for (FuncOp func : copy.getOps<FuncOp>())
    if (func.isInCore() && !func.isExternal())
      for (BlockArgument argument : func.getArguments())
        if (Value first = firstLike(argument, argument.getOwner());
            first != argument)
          argument.replaceUsesWithIf(first, [](OpOperand &use) {
            return !isa<ReturnOp>(use.getOwner());
          });
}
/// Which parameter a result is.
static void blurReturnedValues(ModuleOp copy) {
  editOperations(copy, [](Operation *op) {
    if (isa<ReturnOp>(op))
      for (OpOperand &operand : op->getOpOperands())
        operand.set(firstLike(operand.get(), op->getBlock()));
  });
}
/// Which argument of a block inside is used.
static void blurBlockArguments(ModuleOp copy) {
  editOperations(copy, [](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          if (Value first = firstLike(argument, &block); first != argument)
            argument.replaceAllUsesWith(first);
  });
}

//===----------------------------------------------------------------------===//
// Regions and blocks
//===----------------------------------------------------------------------===//

static void clear(Region &region) {
  region.dropAllReferences();
  region.getBlocks().clear();
}
static void blurRegions(ModuleOp copy) {
  editOperations(copy, [](Operation *op) {
    for (Region &region : op->getRegions())
      clear(region);
  });
}
static void blurLaterRegions(ModuleOp copy) {
  editOperations(copy, [](Operation *op) {
    for (Region &region : op->getRegions())
      if (region.getRegionNumber() > 0)
        clear(region);
  });
}
/// Where a condition leads to.
static void blurSuccessors(ModuleOp copy) {
  editOperations(copy, [](Operation *op) {
    if (op->getNumSuccessors() != 2)
      return;
    Block *first = op->getSuccessor(0), *second = op->getSuccessor(1);
    for (Block &block : *op->getParentRegion()) {
      if (&block == first)
        return;
      if (&block == second)
        break;
    }
    op->setSuccessor(second, 0);
    op->setSuccessor(first, 1);
  });
}

template <typename FnT> static void editBlocks(ModuleOp copy, FnT &&edit) {
  for (FuncOp func : copy.getOps<FuncOp>())
    if (func.isInCore() || func.getKind() == FunctionKind::Group)
      func->walk([&](Block *block) { edit(block); });
}
/// Sorts operations by name.
static void blurOperationOrder(ModuleOp copy) {
  editBlocks(copy, [](Block *block) {
    SmallVector<std::pair<StringRef, unsigned>> order;
    SmallVector<Operation *> ops;
    for (Operation &op : *block)
      if (!op.hasTrait<OpTrait::IsTerminator>()) {
        order.emplace_back(op.getName().getStringRef(), ops.size());
        ops.push_back(&op);
      }
    llvm::sort(order);
    for (auto [name, index] : llvm::reverse(order))
      ops[index]->moveBefore(block, block->begin());
  });
}
/// An effect twice is an effect once.
static void blurRepetitions(ModuleOp copy) {
  editBlocks(copy, [](Block *block) {
    for (Operation &op : llvm::make_early_inc_range(*block)) {
      Operation *before = op.getPrevNode();
      if (before && op.getNumResults() == 0 &&
          before->getName() == op.getName() &&
          before->getAttrDictionary() == op.getAttrDictionary() &&
          llvm::equal(before->getOperands(), op.getOperands()))
        op.erase();
    }
  });
}
/// What has no result in use is not there.
static void blurUnusedOperations(ModuleOp copy) {
  editBlocks(copy, [](Block *block) {
    for (Operation &op :
         llvm::make_early_inc_range(llvm::reverse(block->getOperations())))
      if (op.use_empty() && !op.hasTrait<OpTrait::IsTerminator>() &&
          !isa<CallOp, SubmitOp, FuncOp>(op))
        op.erase();
  });
}

ArrayRef<Blur> test::getOperationBlurs() {
  static const Blur blurs[] = {{"operation-names", blurOperationNames},
                               {"operators", blurOperators},
                               {"keywords", blurKeywords},
                               {"scalar-kinds", blurScalarKinds},
                               {"attributes", blurAttributes},
                               {"pipes", blurPipes},
                               {"events", blurEvents},
                               {"buffer-sizes", blurBufferSizes},
                               {"buffer-names", blurBufferNames},
                               {"arith-flags", blurArithFlags},
                               {"inline-source", blurInlineSource},
                               {"result-types", blurResultTypes},
                               {"operand-order", blurOperandOrder},
                               {"operand-values", blurOperandValues},
                               {"returned-values", blurReturnedValues},
                               {"return-order", blurReturnOrder},
                               {"block-arguments", blurBlockArguments},
                               {"regions", blurRegions},
                               {"later-regions", blurLaterRegions},
                               {"successors", blurSuccessors},
                               {"operation-order", blurOperationOrder},
                               {"repetitions", blurRepetitions},
                               {"unused-operations", blurUnusedOperations}};
  return blurs;
}

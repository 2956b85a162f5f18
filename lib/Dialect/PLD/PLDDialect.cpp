//===- PLDDialect.cpp - The pld dialect ------------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registration of the dialect, aliases of its attributes, and the attributes
// that it puts on operations of other dialects.
//
//===----------------------------------------------------------------------===//

#include "pld/Dialect/PLD/PLDDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/DialectImplementation.h"
#include "pld/Dialect/PLD/KernelRegistrations.h"
#include "pld/Dialect/PLD/PLDOps.h"
#include "pld/Dialect/PLD/ShapeSymbols.h"

using namespace mlir;
using namespace pld;

#include "pld/Dialect/PLD/PLDDialect.cpp.inc"

namespace {
/// Large expressions, types and lists print as aliases, so that what they share
/// is written once and text stays linear in the number of distinct nodes.
struct PLDAsmInterface : OpAsmDialectInterface {
  using OpAsmDialectInterface::OpAsmDialectInterface;

  AliasResult getAlias(Attribute attr, raw_ostream &os) const override {
    if (isLargeExpr(attr)) {
      os << "expr";
      return AliasResult::FinalAlias;
    }
    if (!isa<ArrayAttr, DictionaryAttr>(attr) || !isLargeAttr(attr))
      return AliasResult::NoAlias;
    os << "attr";
    return AliasResult::OverridableAlias;
  }

  AliasResult getAlias(Type type, raw_ostream &os) const override {
    if (!isLargeType(type))
      return AliasResult::NoAlias;
    os << "type";
    return AliasResult::OverridableAlias;
  }
};
} // namespace

void PLDDialect::initialize() {
  registerAttributes();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "pld/Dialect/PLD/PLDOps.cpp.inc"
      >();
  addInterfaces<PLDAsmInterface>();
  registerBytecode();
}

LogicalResult PLDDialect::verifyOperationAttribute(Operation *op,
                                                   NamedAttribute attr) {
  StringRef name = attr.getName();
  if (name == kLoopKindAttrName) {
    if (!isa<LoopKindAttr>(attr.getValue()))
      return op->emitOpError() << "'" << name << "' must be a loop kind";
    return success();
  }
  if (name == kAttrsAttrName) {
    if (!isa<DictionaryAttr>(attr.getValue()))
      return op->emitOpError() << "'" << name << "' must be a dictionary";
    return success();
  }
  if (name == kRegistrationsAttrName)
    return verifyRegistrationsAttr(op, attr.getValue());
  if (name == kKernelIdsAttrName)
    return verifyKernelIdsAttr(op, attr.getValue());
  if (name == kOriginUidAttrName) {
    auto uid = dyn_cast<StringAttr>(attr.getValue());
    if (!isa<CallOp, SubmitOp>(op) || !uid || uid.empty())
      return op->emitOpError()
             << "'" << name << "' must be a string that is not empty, on a "
             << "dispatch";
    return success();
  }
  return op->emitOpError() << "unknown attribute '" << name
                           << "' of the pld dialect";
}

LogicalResult PLDDialect::verifyRegionArgAttribute(Operation *op,
                                                   unsigned regionIndex,
                                                   unsigned argIndex,
                                                   NamedAttribute attr) {
  StringRef name = attr.getName();
  if (name != kSymbolAttrName && name != kNameAttrName)
    return op->emitOpError()
           << "unknown argument attribute '" << name << "' of the pld dialect";
  auto text = dyn_cast<StringAttr>(attr.getValue());
  if (!text || text.empty())
    return op->emitOpError() << "'" << name << "' of argument #" << argIndex
                             << " must be a string that is not empty";
  if (name == kNameAttrName)
    return success();
  auto func = dyn_cast<FunctionOpInterface>(op);
  Type type = func ? func.getArgumentTypes()[argIndex] : Type();
  if (!type || (!type.isIntOrIndex() && !isa<PtrType>(type)))
    return op->emitOpError()
           << "argument #" << argIndex << " carries the symbol '"
           << text.getValue() << "', so it must be an integer or pointer";
  return success();
}

LogicalResult PLDDialect::verifyRegionResultAttribute(Operation *op, unsigned,
                                                      unsigned,
                                                      NamedAttribute attr) {
  return op->emitOpError() << "unknown result attribute '"
                           << attr.getName().getValue()
                           << "' of the pld dialect";
}

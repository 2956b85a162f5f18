//===- PLDTypes.h - Types of the pld dialect -------------------------*- C++
//-*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_DIALECT_PLD_PLDTYPES_H
#define PLD_DIALECT_PLD_PLDTYPES_H

#include "mlir/IR/BuiltinTypes.h"
#include "pld/Dialect/PLD/PLDAttributes.h"

#include <optional>
#include <string>

#define GET_TYPEDEF_CLASSES
#include "pld/Dialect/PLD/PLDTypes.h.inc"

namespace pld {

/// What kind of thing a type describes. A dispatch must agree with its callee
/// in the class of every argument; `pld.retype` stays within a class.
enum class TypeClass {
  Scalar,
  Tensor,
  DistTensor,
  Tile,
  Array,
  Tuple,
  Other // compared as a whole
};

/// The class of `type`.
TypeClass classifyType(mlir::Type type);

/// True when `a` and `b` may be the same value stated twice: equal classes,
/// ranks and kinds of element. Dimensions, view, storage and, for scalars, the
/// width are not compared. Tuples agree element by element.
bool haveSameClass(mlir::Type a, mlir::Type b);

/// True when one piece of storage may be seen as both types: both are tiles, or
/// both are tensors, distributed or not, of the same element type.
bool mayShareStorage(mlir::Type a, mlir::Type b);

/// Whether the text of a type or attribute is so long that it should be printed
/// as an alias: what is shared is then written once.
bool isLargeType(mlir::Type type);
bool isLargeAttr(mlir::Attribute attr);

/// The text of a type or attribute for a diagnostic, where there are no
/// aliases. Long ones are cut, and of those with very many parts, which may be
/// few that are shared, there is no more than the name of the class.
std::string formatType(mlir::Type type);
std::string formatAttr(mlir::Attribute attr);

/// The dimensions of a tensor, distributed tensor or tile, else nothing.
llvm::ArrayRef<mlir::Attribute> getShapeOf(mlir::Type type);

/// The element type of a shaped type or array, else null.
mlir::Type getElementTypeOf(mlir::Type type);

} // namespace pld

#endif // PLD_DIALECT_PLD_PLDTYPES_H

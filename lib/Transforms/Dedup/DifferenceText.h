//===- DifferenceText.h - Says what is different -------------- -*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_LIB_TRANSFORMS_DEDUP_DIFFERENCETEXT_H
#define PLD_LIB_TRANSFORMS_DEDUP_DIFFERENCETEXT_H

#include "RoleMatcher.h"

namespace pld::dedup {

/// What the trail of `matcher` leads to, in `what`: of attributes the path to
/// the part that differs, of types which property it is, of symbols their
/// roles.
std::string describeDifference(std::string what, ElementTable &table,
                               const RoleMatcher &matcher);

/// The text of a type or attribute, cut short if it is long.
std::string quoteElement(const ElementTable &table, ElementId id);

/// What defines two values of different roles, such as "parameter #0".
std::pair<std::string, std::string> describeValues(mlir::Value here,
                                                   mlir::Value there);

/// Such as "block #1".
std::string describeBlock(mlir::Block *block);

} // namespace pld::dedup

#endif // PLD_LIB_TRANSFORMS_DEDUP_DIFFERENCETEXT_H

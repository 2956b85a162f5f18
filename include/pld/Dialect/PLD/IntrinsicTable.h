//===- IntrinsicTable.h - Table of PyPTO's operators ------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is known of the operators that `pld.intrinsic` may name: accepted
// operand counts, keywords, results and core affinity. The rows are those of
// Intrinsics.def. The table is a compile-time constant: nothing is built at
// run time, so it can be used from any thread and from static constructors.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_DIALECT_PLD_INTRINSICTABLE_H
#define PLD_DIALECT_PLD_INTRINSICTABLE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>

namespace pld {

/// The type of value that a keyword of an operator takes.
enum class KeywordKind : uint8_t {
  /// A signed integer of 32 bits.
  Int,
  Bool,
  String,
  /// A double. An integral value may be serialised as an integer.
  Double,
  DataType,
  MemorySpace,
  TensorLayout,
  TileLayout,
  PadValue
};

/// The kind of core that an operator is meant for.
enum class CoreAffinity : uint8_t {
  /// The operator alone does not decide it.
  None,
  Cube,
  Vector,
  /// Either kind of core.
  Shared
};

/// What an operator gives.
enum class ResultRule : uint8_t {
  /// A value.
  Value,
  /// Nothing: the operator is there for its effect.
  NoValue,
  /// PyPTO's registry has no value for it, but programs may use one.
  Optional
};

/// A keyword that an operator accepts.
struct KeywordInfo {
  llvm::StringRef name;
  KeywordKind kind = KeywordKind::Int;
};

/// What is known of one operator.
struct IntrinsicInfo {
  /// The operator's full name, such as "tile.add".
  llvm::StringRef name;

  /// The keywords that the operator accepts, in the registry's order. None of
  /// them is required.
  llvm::ArrayRef<KeywordInfo> keywords;

  /// The accepted operand counts, as a set of bits; 0 if any count is accepted.
  uint16_t arityMask = 0;

  /// Whether PyPTO's registry has the operator as one without a value. This
  /// alone does not forbid results: see `allowsResults`.
  bool effectOnly = false;

  /// Whether the operator gives a value.
  ResultRule results = ResultRule::Value;

  /// The kind of core that the operator is meant for.
  CoreAffinity affinity = CoreAffinity::None;

  /// Returns true if the operand count is checked at all.
  bool checksArity() const { return arityMask != 0; }

  /// Returns true if the operator accepts `numOperands` operands.
  bool acceptsArity(unsigned numOperands) const {
    return !checksArity() ||
           (numOperands < 16 && ((arityMask >> numOperands) & 1) != 0);
  }

  /// Describes the accepted operand counts for a message, including the noun:
  /// "2 operands", "3 or 6 operands", "2 to 4 operands", "no operands", "any
  /// number of operands".
  std::string describeArity() const;

  /// Returns true if an operation of this operator may have results.
  bool allowsResults() const { return results != ResultRule::NoValue; }

  /// Returns true if an operation of this operator may have no result.
  bool allowsNoResult() const { return results != ResultRule::Value; }

  /// Returns the keyword called `keyword`, or null if the operator has none of
  /// that name.
  const KeywordInfo *findKeyword(llvm::StringRef keyword) const;
};

/// Returns the operator called `name`, or null if PyPTO has none of that name.
/// The result stays valid forever.
const IntrinsicInfo *lookupIntrinsic(llvm::StringRef name);

/// Returns all operators, sorted by name.
llvm::ArrayRef<IntrinsicInfo> getIntrinsics();

/// Returns the operator name that is nearest to `name` if it is no more than
/// three edits away, for "did you mean" notes, and an empty string otherwise.
/// Among equally near names, the first of the table is returned.
llvm::StringRef suggestIntrinsic(llvm::StringRef name);

/// Returns the name of a keyword kind as it is written in Intrinsics.def, such
/// as "int" or "MemorySpace".
llvm::StringRef stringifyKeywordKind(KeywordKind kind);

/// Returns the name of a core affinity in lower case, such as "cube".
llvm::StringRef stringifyCoreAffinity(CoreAffinity affinity);

} // namespace pld

#endif // PLD_DIALECT_PLD_INTRINSICTABLE_H

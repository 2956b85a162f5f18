//===- Exactness.cpp - Whether a dispatch is exact ------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Exactness.h"

using namespace mlir;
using namespace pld;
using namespace pld::fuzz;

namespace {

/// What the symbols of a signature stand for, as far as that is known.
class Substitution {
public:
  /// Null is a value that is no expression.
  bool bind(SymAttr sym, Attribute dim) {
    Type &type = types.try_emplace(sym.getName(), sym.getType()).first->second;
    Attribute &known = bound.try_emplace(sym.getName(), dim).first->second;
    return type == sym.getType() && known == dim;
  }

  /// Extends the substitution such that it turns `pattern` into `given`.
  template <typename T> bool match(T pattern, T given) {
    if constexpr (std::is_same_v<T, Attribute>)
      if (auto sym = dyn_cast<SymAttr>(pattern)) {
        if (!mayBind && !bound.contains(sym.getName()))
          return false;
        return bind(sym, given);
      }
    SmallVector<std::pair<Attribute, Attribute>> attrs;
    SmallVector<std::pair<Type, Type>> types;
    pattern.walkImmediateSubElements(
        [&](Attribute attr) { attrs.emplace_back(attr, Attribute()); },
        [&](Type type) { types.emplace_back(type, Type()); });
    if (attrs.empty() && types.empty())
      return pattern == given;
    size_t numAttrs = 0, numTypes = 0;
    given.walkImmediateSubElements(
        [&](Attribute attr) {
          if (numAttrs++ < attrs.size())
            attrs[numAttrs - 1].second = attr;
        },
        [&](Type type) {
          if (numTypes++ < types.size())
            types[numTypes - 1].second = type;
        });
    if (pattern.getTypeID() != given.getTypeID() || numAttrs != attrs.size() ||
        numTypes != types.size())
      return false;
    for (auto [a, b] : attrs)
      if (!match(a, b))
        return false;
    for (auto [a, b] : types)
      if (!match(a, b))
        return false;
    // What is no sub-element is the same.
    return pattern.replaceImmediateSubElements(
               llvm::to_vector(llvm::make_second_range(attrs)),
               llvm::to_vector(llvm::make_second_range(types))) == given;
  }

  /// Results bind nothing.
  bool mayBind = true;

private:
  DenseMap<StringAttr, Attribute> bound;
  DenseMap<StringAttr, Type> types;
};

} // namespace

bool pld::fuzz::isExact(FuncOp callee, TypeRange arguments,
                        ArrayRef<Attribute> scalars, TypeRange results) {
  Substitution substitution;
  for (auto [index, type] : llvm::enumerate(callee.getArgumentTypes()))
    if (auto name = callee.getArgAttrOfType<StringAttr>(
            index, PLDDialect::kSymbolAttrName))
      if (!substitution.bind(SymAttr::get(callee.getContext(), name, type),
                             scalars[index]))
        return false;
  for (auto [type, given] :
       llvm::zip_equal(callee.getArgumentTypes(), arguments))
    if (!substitution.match(Type(type), Type(given)))
      return false;
  substitution.mayBind = false;
  for (auto [type, given] : llvm::zip_equal(callee.getResultTypes(), results))
    if (!substitution.match(Type(type), Type(given)))
      return false;
  return true;
}

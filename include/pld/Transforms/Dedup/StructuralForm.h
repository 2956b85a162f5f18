//===- StructuralForm.h - Units by role ----------------------- -*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A unit as a sequence of words, such that two units are equal exactly when
// their words are. It is made in one walk, and everything that counts is in it;
// what does not count (names, locations, visibility) is not.
//
// Names are replaced by roles. Values and blocks are numbered where they are
// defined. Shape symbols are numbered per function in the order of first
// occurrence, in its signature and then in its body; a free symbol keeps its
// name. A function of the unit is its position in it; other functions of the
// program keep their names, and the form remembers where (`outer`).
//
// The sequence can be read back: each list comes after its length, and what
// kind of word stands where is determined by what came before. Words with the
// top bit are plain numbers; others are elements of the table, which are equal
// exactly when they are the same attribute, type or name. Hence equal words
// mean equal units, bit for bit, and no hash is trusted.
//
//   unit      := count function*
//   function  := params results attributes region roles
//   region    := count (count (value element)* count operation*)*
//   operation := name element element operands results successors regions
//   element   := table number          -- nothing in it has a role
//              | Symbol role element | FreeSymbol element
//              | Member role | Outer name
//              | Node shape parts | Skeleton element leaves
//              | Again number          -- a Node or Skeleton seen before
//
// The roles of a function are those of the free symbols of its unit: whether it
// binds their names itself, and as what. In a symbol table inside of the unit,
// elements with roles are also written as they are: names there may mean other
// things.
//
// Shared parts are written once per function, so that the form is linear in
// the number of distinct nodes.
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TRANSFORMS_DEDUP_STRUCTURALFORM_H
#define PLD_TRANSFORMS_DEDUP_STRUCTURALFORM_H

#include "pld/Transforms/Dedup/UnitTable.h"

#include <array>

namespace pld::dedup {

/// A word of a form.
using Word = uint32_t;

/// A digest of words that is the same in every run.
struct Digest {
  uint64_t high = 0, low = 0;

  bool operator==(const Digest &other) const {
    return high == other.high && low == other.low;
  }
  std::string str() const;
};

struct StructuralForm {
  std::vector<Word> words;
  /// The word at which each operation begins, in the order of a pre-order walk
  /// over the functions of the unit, each function first.
  std::vector<uint32_t> operationStarts;
  /// For each operation the word after its attributes. What comes there are its
  /// operands and results, and what its regions have besides operations.
  std::vector<uint32_t> roleStarts;

  /// A word that is the name of a function outside of the unit.
  struct Outer {
    uint32_t position;
    FunctionId function;
  };
  llvm::SmallVector<Outer, 0> outer;

  /// The symbols of the signature (of a Group, then those of its members) by
  /// name, in the order of their roles. Of two units with equal words, the
  /// signatures are identical exactly when these are equal.
  ///
  llvm::SmallVector<Word, 4> signature;
  /// The same with 0 for each symbol that a scalar parameter carries, which is
  /// known by its position like the parameter itself.
  llvm::SmallVector<Word, 4> signatureBesidesScalars;

  /// Operations, operands, results, distinct nodes of types and attributes, and
  /// the bytes of strings and data. Names that are replaced by roles weigh
  /// nothing, so that equal units weigh the same.
  uint64_t weight = 0;
};

/// Makes forms.
class StructuralEncoder {
public:
  StructuralEncoder(ElementTable &table, const ReferenceIndex &index)
      : table(table), index(index) {}

  /// The form of `unit`. `getFreeSymbols` gives the symbols of a function that
  /// keep their names.
  StructuralForm
  encode(const Unit &unit,
         llvm::function_ref<llvm::ArrayRef<mlir::StringAttr>(FunctionId)>
             getFreeSymbols);

  /// The word for the name of a function outside of a unit.
  Word getNameWord(FunctionId function) {
    return table.get(index.getFunction(function).getSymNameAttr());
  }

private:
  enum Marker : uint8_t {
    Symbol,
    FreeSymbol,
    Member,
    Outer,
    Node,
    Skeleton,
    Again
  };

  void number(uint64_t value) { form->words.push_back(Word(value) | kPlain); }
  void encodeFunction(FuncOp func);
  void encodeSignature(FuncOp func);
  void encodeRegion(mlir::Region &region, bool isScope);
  void encodeOperation(mlir::Operation *op);
  void encodeElement(ElementId element);
  void encodeSymbol(ElementId symbol);
  void encodeSymbolName(ElementId name);
  void encodeReference(ElementId reference);
  uint32_t numberOf(mlir::Value value) {
    return values.try_emplace(value, values.size()).first->second;
  }
  void weigh(ElementId element);

  static constexpr Word kPlain = 1u << 31;

  ElementTable &table;
  const ReferenceIndex &index;
  StructuralForm *form = nullptr;
  /// Of the unit: the roles of its functions by name, what was weighed, and the
  /// names of free symbols of any of its functions.
  ElementMap members, weighed, outsideNames;
  /// Of a function.
  ElementMap symbols, freeSymbols, nodes;
  llvm::SmallVector<ElementId> symbolsByRole;
  uint32_t numNodes = 0;
  llvm::DenseMap<mlir::Value, uint32_t> values;
  llvm::DenseMap<mlir::Block *, uint32_t> blocks;
  /// Whether references are resolved in the program, not in a symbol table
  /// inside of the unit.
  bool inProgram = true;
};

/// Computes the digest of words: of the numbers in them and of the digests of
/// the elements.
class Digester {
public:
  explicit Digester(const ElementTable &table) : table(table) {}
  Digest operator()(llvm::ArrayRef<Word> words);

private:
  const ElementTable &table;
  std::vector<uint64_t> buffer;
};

} // namespace pld::dedup

#endif // PLD_TRANSFORMS_DEDUP_STRUCTURALFORM_H

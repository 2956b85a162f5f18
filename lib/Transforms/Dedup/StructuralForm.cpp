//===- StructuralForm.cpp - Units by role ---------------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Transforms/Dedup/StructuralForm.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace pld;
using namespace pld::dedup;

std::string Digest::str() const {
  return llvm::utohexstr(high, /*LowerCase=*/true, /*Width=*/16) +
         llvm::utohexstr(low, /*LowerCase=*/true, /*Width=*/16);
}

StructuralForm StructuralEncoder::encode(
    const Unit &unit,
    llvm::function_ref<ArrayRef<StringAttr>(FunctionId)> getFreeSymbols) {
  StructuralForm result;
  form = &result;
  members.clear();
  weighed.clear();
  for (auto [role, function] : llvm::enumerate(unit.functions))
    members.insert(getNameWord(function), role);

  // Names that mean something outside of the unit must not be bound to
  // different things inside.
  outsideNames.clear();
  for (FunctionId function : unit.functions) {
    for (StringAttr name : getFreeSymbols(function))
      outsideNames.insert(table.get(name));
    if (ArrayAttr listed = index.getFunction(function).getFreeSymbolsAttr())
      for (Attribute name : listed)
        outsideNames.insert(table.get(name));
  }

  number(unit.functions.size());
  for (FunctionId function : unit.functions) {
    symbols.clear();
    freeSymbols.clear();
    nodes.clear();
    symbolsByRole.clear();
    numNodes = 0;
    values.clear();
    blocks.clear();
    for (StringAttr name : getFreeSymbols(function))
      freeSymbols.insert(table.get(name));
    encodeFunction(index.getFunction(function));
    for (auto [role, name] : llvm::enumerate(symbolsByRole))
      if (outsideNames.find(name)) {
        number(role + 1);
        form->words.push_back(name);
      }
    number(0);
  }
  form = nullptr;
  return result;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

void StructuralEncoder::encodeFunction(FuncOp func) {
  form->operationStarts.push_back(form->words.size());
  ++form->weight;
  encodeSignature(func);

  // All other properties, whatever they are, so that none can be forgotten.
  auto properties =
      cast<DictionaryAttr>(table.getAttribute(table.getProperties(func)));
  SmallVector<NamedAttribute> counted;
  for (NamedAttribute attr : properties) {
    StringAttr name = attr.getName();
    if (name != func.getSymNameAttrName() &&
        name != func.getSymVisibilityAttrName() &&
        name != func.getFunctionTypeAttrName() &&
        name != func.getArgAttrsAttrName())
      counted.push_back(attr);
  }
  number(counted.size());
  for (NamedAttribute attr : counted) {
    encodeElement(table.get(attr.getName()));
    encodeElement(table.get(attr.getValue()));
  }
  encodeElement(table.getAttributes(func));
  form->roleStarts.push_back(form->words.size());
  encodeRegion(func.getBody(), /*isScope=*/false);
}

void StructuralEncoder::encodeSignature(FuncOp func) {
  ArrayRef<Type> params = func.getArgumentTypes();
  SmallVector<ElementId> carried;
  number(params.size());
  for (auto [index, type] : llvm::enumerate(params)) {
    ElementId symbol = 0;
    SmallVector<NamedAttribute> counted;
    if (DictionaryAttr attrs =
            function_interface_impl::getArgAttrDict(func, index))
      for (NamedAttribute attr : attrs) {
        if (attr.getName() == PLDDialect::kSymbolAttrName)
          symbol = table.get(attr.getValue());
        else if (attr.getName() != PLDDialect::kNameAttrName)
          counted.push_back(attr);
      }
    encodeElement(table.get(type));
    if (symbol)
      encodeSymbolName(symbol);
    else
      form->words.push_back(0);
    number(counted.size());
    for (NamedAttribute attr : counted) {
      encodeElement(table.get(attr.getName()));
      encodeElement(table.get(attr.getValue()));
    }
    // A submit may leave out an `out` parameter, but no other.
    if (symbol && func.getParamDirection(index) != ParamDirection::Out)
      carried.push_back(symbol);
  }
  ArrayRef<Type> results = func.getResultTypes();
  number(results.size());
  for (Type type : results)
    encodeElement(table.get(type));

  // The words say where which symbol stands; what is left are the names.
  size_t first = form->signature.size();
  form->signature.append(symbolsByRole.begin(), symbolsByRole.end());
  form->signatureBesidesScalars.append(symbolsByRole.begin(),
                                       symbolsByRole.end());
  for (ElementId symbol : carried)
    if (const uint32_t *role = symbols.find(symbol))
      form->signatureBesidesScalars[first + *role] = 0;
}

void StructuralEncoder::encodeRegion(Region &region, bool isScope) {
  bool outside = inProgram;
  if (isScope)
    inProgram = false;
  number(region.getBlocks().size());
  // Branches may go to blocks that come later.
  if (!region.hasOneBlock())
    for (Block &block : region)
      blocks.try_emplace(&block, blocks.size());
  for (Block &block : region) {
    number(block.getNumArguments());
    for (BlockArgument argument : block.getArguments()) {
      number(numberOf(argument));
      encodeElement(table.get(argument.getType()));
    }
    number(block.getOperations().size());
    for (Operation &op : block)
      encodeOperation(&op);
  }
  inProgram = outside;
}

void StructuralEncoder::encodeOperation(Operation *op) {
  std::vector<Word> &words = form->words;
  form->operationStarts.push_back(words.size());
  unsigned numOperands = op->getNumOperands(), numResults = op->getNumResults();
  form->weight += 1 + numOperands + numResults;

  words.push_back(table.get(op->getName()));
  encodeElement(table.getProperties(op));
  encodeElement(table.getAttributes(op));
  form->roleStarts.push_back(words.size());
  number(numOperands);
  for (Value operand : op->getOperands())
    number(numberOf(operand));
  // A result has its number written down: where values are used before they are
  // defined, it is not the next one.
  number(numResults);
  for (OpResult result : op->getResults()) {
    number(numberOf(result));
    encodeElement(table.get(result.getType()));
  }
  number(op->getNumSuccessors());
  for (Block *successor : op->getSuccessors())
    number(blocks.lookup(successor));
  number(op->getNumRegions());
  if (op->getNumRegions() == 0)
    return;
  bool isScope = op->hasTrait<OpTrait::SymbolTable>();
  for (Region &region : op->getRegions())
    encodeRegion(region, isScope);
}

//===----------------------------------------------------------------------===//
// Types and attributes
//===----------------------------------------------------------------------===//

void StructuralEncoder::encodeElement(ElementId element) {
  weigh(element);
  if (!(table.getFlags(element) &
        (ElementTable::HoldsSymbol | ElementTable::HoldsReference)))
    return form->words.push_back(element);
  if (!inProgram)
    form->words.push_back(element);

  if (table.getKind(element) == ElementTable::Kind::Symbol)
    return encodeSymbol(element);
  if (table.getKind(element) == ElementTable::Kind::Reference)
    return encodeReference(element);
  // Two that name functions may become the same when these are merged, and a
  // second run would see it: they are written out, unless that could be long.
  constexpr unsigned kMaxWrittenTree = 256;
  if (!(table.getFlags(element) & ElementTable::HoldsReference) ||
      table.getTreeSize(element) > kMaxWrittenTree) {
    if (const uint32_t *known = nodes.find(element)) {
      number(Again);
      return number(*known);
    }
    nodes.insert(element, numNodes++);
  }

  if (ElementId shape = table.getShape(element)) {
    number(Node);
    form->words.push_back(shape);
    // The parts move in memory when the table grows.
    for (unsigned i = 0, e = table.getParts(element).size(); i != e; ++i)
      encodeElement(table.getParts(element)[i]);
    return;
  }
  ElementTable::Skeleton skeleton = table.getSkeleton(element);
  number(Skeleton);
  form->words.push_back(skeleton.element);
  number(skeleton.leaves.size());
  for (ElementId leaf : skeleton.leaves)
    encodeElement(leaf);
}

void StructuralEncoder::encodeSymbol(ElementId symbol) {
  ElementId name = table.getParts(symbol)[0], type = table.getParts(symbol)[1];
  encodeSymbolName(name);
  encodeElement(type);
}

void StructuralEncoder::encodeSymbolName(ElementId name) {
  if (freeSymbols.find(name)) {
    number(FreeSymbol);
    return form->words.push_back(name);
  }
  if (symbols.insert(name, symbolsByRole.size()))
    symbolsByRole.push_back(name);
  number(Symbol);
  number(*symbols.find(name));
}

void StructuralEncoder::encodeReference(ElementId reference) {
  auto ref = dyn_cast<FlatSymbolRefAttr>(table.getAttribute(reference));
  FunctionId function =
      ref && inProgram ? index.lookup(ref.getAttr()) : kNoFunction;
  if (function == kNoFunction)
    return form->words.push_back(reference);
  Word name = getNameWord(function);
  if (const uint32_t *role = members.find(name)) {
    number(Member);
    return number(*role);
  }
  number(Outer);
  form->outer.push_back({static_cast<uint32_t>(form->words.size()), function});
  form->words.push_back(name);
}

void StructuralEncoder::weigh(ElementId element) {
  if (element == 0 || !weighed.insert(element))
    return;
  form->weight += 1 + table.getPayload(element);
  switch (table.getKind(element)) {
  case ElementTable::Kind::Reference:
    return;
  case ElementTable::Kind::Symbol:
    return weigh(table.getParts(element)[1]);
  default:
    for (ElementId part : table.getParts(element))
      weigh(part);
  }
}

//===----------------------------------------------------------------------===//
// Digests
//===----------------------------------------------------------------------===//

Digest Digester::operator()(ArrayRef<Word> words) {
  constexpr Word plain = 1u << 31;
  buffer.clear();
  buffer.reserve(words.size());
  for (Word word : words)
    buffer.push_back(word & plain ? word : table.getDigest(word));
  llvm::XXH128_hash_t hash = llvm::xxh3_128bits(
      ArrayRef(reinterpret_cast<const uint8_t *>(buffer.data()),
               buffer.size() * sizeof(uint64_t)));
  return {hash.high64, hash.low64};
}

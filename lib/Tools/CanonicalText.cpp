//===- CanonicalText.cpp - Functions without names ------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CanonicalText.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/StringSaver.h"

using namespace mlir;
using namespace pld;
using namespace pld::verify;

namespace {

/// Tokens of more bytes are written once.
constexpr size_t kMaxInline = 80;

/// What names functions is written again at each use, as the names may mean
/// others in an equivalent function; but only up to so many, because shared
/// attributes can stand for far more.
constexpr size_t kMaxReferences = 10000;

std::string quote(StringRef text) {
  std::string quoted;
  llvm::raw_string_ostream os(quoted);
  os << '"';
  llvm::printEscapedString(text, os);
  os << '"';
  return quoted;
}

/// The name of an attribute or operation.
std::string word(StringRef name) {
  bool plain = !name.empty() && llvm::all_of(name, [](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '.';
  });
  return plain ? name.str() : quote(name);
}

class Writer {
public:
  Writer(FuncOp func, const SymbolTable &program, CanonicalText &out)
      : func(func), program(program), out(out) {
    foreignForm.addReplacement([this](SymAttr sym) -> std::optional<Attribute> {
      return SymAttr::get(sym.getContext(), string(symbol(sym.getName())),
                          sym.getType());
    });
    using Replacement = std::pair<Attribute, WalkResult>;
    foreignForm.addReplacement(
        [this](SymbolRefAttr ref) -> std::optional<Replacement> {
          return Replacement(FlatSymbolRefAttr::get(string(reference(ref))),
                             WalkResult::skip());
        });
    // Names of storage stay, but must be known.
    foreignForm.addReplacement([this](MemRefAttr memref) {
      symbolWithName(memref.getBase());
      return std::optional<Attribute>();
    });
    foreignForm.addReplacement([this](WindowAttr window) {
      symbolWithName(window.getName());
      symbolWithName(window.getBase());
      return std::optional<Attribute>();
    });
  }

  void write() {
    func.getBody().walk([&](Operation *op) {
      hasSymbolTables |= op->hasTrait<OpTrait::SymbolTable>();
    });
    // Symbols of a nested program are not ours; nobody numbers anything then.
    if (!hasSymbolTables)
      numberSymbols();
    numberValues(func.getBody());
    writeHeader();
    writeRegion(func.getBody(), 2);
  }

private:
  StringAttr string(const Twine &text) {
    return StringAttr::get(func.getContext(), text);
  }

  //===--------------------------------------------------------------------===//
  // Numbers
  //===--------------------------------------------------------------------===//

  void numberSymbols() {
    for (auto [index, type] : llvm::enumerate(func.getArgumentTypes())) {
      numberSymbolsIn(type);
      if (auto name = func.getArgAttrOfType<StringAttr>(
              index, PLDDialect::kSymbolAttrName))
        out.symbols.insert(name);
    }
    func.getBody().walk<WalkOrder::PreOrder>([&](BindSymbolOp bind) {
      out.symbols.insert(bind.getSymbol().getName());
    });
    for (auto [number, name] : llvm::enumerate(out.symbols))
      symbolNumbers[name] = number;
    findVisibleSymbols();
  }

  void findVisibleSymbols() {
    llvm::DenseSet<StringAttr> carried;
    for (unsigned index : llvm::seq<unsigned>(func.getNumArguments()))
      if (auto name = func.getArgAttrOfType<StringAttr>(
              index, PLDDialect::kSymbolAttrName))
        // A submit may leave out outputs.
        if (func.getParamDirection(index) != ParamDirection::Out)
          carried.insert(name);
    AttrTypeWalker walker;
    walker.addWalk([&](SymAttr sym) {
      auto it = symbolNumbers.find(sym.getName());
      if (it == symbolNumbers.end())
        return;
      out.visibleSymbols.push_back(it->second);
      if (!carried.contains(sym.getName()))
        out.uncarriedSymbols.push_back(it->second);
    });
    walker.walk(func.getFunctionType());
  }

  template <typename T> void numberSymbolsIn(T element) {
    if (!element || !seen.insert(element.getAsOpaquePointer()).second)
      return;
    if constexpr (std::is_same_v<T, Attribute>)
      if (auto sym = dyn_cast<SymAttr>(element))
        out.symbols.insert(sym.getName());
    element.walkImmediateSubElements(
        [&](Attribute attr) { numberSymbolsIn(attr); },
        [&](Type type) { numberSymbolsIn(type); });
  }

  void numberValues(Region &region) {
    for (Block &block : region) {
      blocks.try_emplace(&block, blocks.size());
      for (Value argument : block.getArguments())
        values.try_emplace(argument, values.size());
      for (Operation &op : block) {
        for (Value result : op.getResults())
          values.try_emplace(result, values.size());
        for (Region &nested : op.getRegions())
          numberValues(nested);
      }
    }
  }

  std::string symbol(StringAttr name) {
    if (out.symbols.contains(name))
      return symbolNumber(name);
    out.globalNames.insert(name);
    return "free " + quote(name);
  }

  std::string symbolNumber(StringAttr name) {
    return "S" + llvm::utostr(symbolNumbers.lookup(name));
  }

  /// A name that is known outside of the function and can be bound inside.
  std::string symbolWithName(StringAttr name) {
    out.globalNames.insert(name);
    std::string text = quote(name);
    if (out.symbols.contains(name))
      text += " as " + symbolNumber(name);
    return text;
  }

  std::string reference(SymbolRefAttr ref) {
    auto target = hasSymbolTables
                      ? FuncOp()
                      : program.lookup<FuncOp>(ref.getRootReference());
    std::string text;
    if (target) {
      text = "@" + llvm::utostr(out.references.size());
      out.references.push_back(target);
    } else {
      text = "@" + quote(ref.getRootReference().getValue());
    }
    for (FlatSymbolRefAttr nested : ref.getNestedReferences())
      text += "::@" + quote(nested.getValue());
    return text;
  }

  //===--------------------------------------------------------------------===//
  // Types and attributes
  //===--------------------------------------------------------------------===//

  /// How a type or attribute is written in a line. What is composite, or long,
  /// is written in a line of its own at its first use.
  template <typename T> StringRef token(T element) {
    const void *pointer = element.getAsOpaquePointer();
    auto it = tokens.find(pointer);
    if (it != tokens.end())
      return it->second;
    size_t numReferences = out.references.size();
    auto [letter, text] = describe(element);
    bool isOneOfAKind = numReferences != out.references.size() &&
                        numReferences < kMaxReferences;
    if (!letter && text.size() > kMaxInline)
      letter = std::is_same_v<T, Type> ? 'T' : 'A';
    if (letter) {
      std::string name = letter + llvm::utostr(defined[letter]++);
      out.text += "  " + name + " = " + text + "\n";
      text = name;
    }
    StringRef saved = saver.save(text);
    if (!isOneOfAKind)
      tokens[pointer] = saved;
    return saved;
  }

  /// A text, and the letter of its number, or 0 if it needs none.
  using Description = std::pair<char, std::string>;

  Description describe(Type type) {
    std::string text;
    llvm::raw_string_ostream os(text);
    auto writeTensor = [&](StringRef name, auto tensor) {
      os << name << '<' << list(tensor.getShape()) << ", "
         << token(tensor.getElementType()) << ", layout "
         << stringifyLayout(tensor.getLayout()) << ", stride "
         << list(tensor.getStride()) << ", valid " << list(tensor.getValid())
         << ", pad " << stringifyPad(tensor.getPad()) << ", memref "
         << optional(tensor.getMemref());
    };
    if (auto tensor = dyn_cast<GlobalTensorType>(type)) {
      writeTensor("tensor", tensor);
      os << '>';
      return {'T', text};
    }
    if (auto tensor = dyn_cast<DistTensorType>(type)) {
      writeTensor("dist_tensor", tensor);
      os << ", window " << optional(tensor.getWindow()) << '>';
      return {'T', text};
    }
    if (auto tile = dyn_cast<TileType>(type)) {
      os << "tile<" << list(tile.getShape()) << ", "
         << token(tile.getElementType()) << ", space "
         << (tile.getSpace() ? stringifyMemorySpace(*tile.getSpace()) : "none")
         << ", view " << optional(tile.getView()) << ", memref "
         << optional(tile.getMemref()) << '>';
      return {'T', text};
    }
    if (auto array = dyn_cast<pld::ArrayType>(type)) {
      os << "array<" << token(array.getExtent()) << " x "
         << token(array.getElementType()) << '>';
      return {'T', text};
    }
    if (auto function = dyn_cast<FunctionType>(type)) {
      os << "function<" << types(function.getInputs()) << " -> "
         << types(function.getResults()) << '>';
      return {'T', text};
    }
    if (auto tuple = dyn_cast<TupleType>(type))
      return {'T', "tuple<" + types(tuple.getTypes()) + ">"};
    return {0, foreign(type)};
  }

  Description describe(Attribute attr) {
    return llvm::TypeSwitch<Attribute, Description>(attr)
        .Case([&](SymAttr sym) -> Description {
          std::string text = symbol(sym.getName());
          if (!sym.getType().isIndex())
            text += " : " + token(sym.getType()).str();
          return {0, text};
        })
        .Case([&](ExprAttr expr) -> Description {
          std::string text = stringifyScalarKind(expr.getKind()).str();
          if (expr.getCallee())
            text += " " + quote(expr.getCallee());
          text += "(" + tokensOf(expr.getOperands()) + ") : ";
          return {'D', text + token(expr.getType()).str()};
        })
        .Case([&](TileViewAttr view) { return describeView(view); })
        .Case([&](MemRefAttr memref) -> Description {
          std::string text;
          llvm::raw_string_ostream os(text);
          os << "memref<" << symbolWithName(memref.getBase()) << ", offset "
             << token(memref.getOffset()) << ", size " << memref.getSize()
             << ", pinned " << memref.getPinned() << ", slots "
             << memref.getSlotCount() << ", slot "
             << optional(memref.getSlotIndex()) << '>';
          return {'A', text};
        })
        .Case([&](WindowAttr window) -> Description {
          std::string text;
          llvm::raw_string_ostream os(text);
          os << "window<" << symbolWithName(window.getName()) << ", base "
             << symbolWithName(window.getBase()) << ", size "
             << token(window.getSize()) << ", load " << window.getLoadFromHost()
             << ", store " << window.getStoreToHost() << '>';
          return {'A', text};
        })
        .Case([&](IntegerAttr integer) -> Description {
          llvm::SmallString<24> text;
          integer.getValue().toStringSigned(text);
          return {0, (text + " : " + token(integer.getType())).str()};
        })
        .Case([&](FloatAttr number) -> Description {
          llvm::SmallString<24> text;
          number.getValue().bitcastToAPInt().toString(
              text, 16, /*Signed=*/false, /*formatAsCLiteral=*/true);
          return {0, ("bits " + text + " : " + token(number.getType())).str()};
        })
        .Case([&](StringAttr string) -> Description {
          std::string text = quote(string);
          if (!isa<NoneType>(string.getType()))
            text += " : " + token(string.getType()).str();
          return {0, text};
        })
        .Case([&](UnitAttr) { return Description(0, "unit"); })
        .Case([&](TypeAttr type) -> Description {
          return {0, "type " + token(type.getValue()).str()};
        })
        .Case([&](SymbolRefAttr ref) { return Description(0, reference(ref)); })
        .Case([&](mlir::ArrayAttr array) -> Description {
          return {array.empty() ? '\0' : 'A', list(array.getValue())};
        })
        .Case([&](DictionaryAttr dictionary) -> Description {
          return {dictionary.empty() ? '\0' : 'A',
                  entries(dictionary.getValue())};
        })
        .Case<DenseI8ArrayAttr, DenseI16ArrayAttr, DenseI32ArrayAttr,
              DenseI64ArrayAttr>([&](auto array) -> Description {
          std::string text = token(array.getElementType()).str() + " [";
          for (auto [index, value] : llvm::enumerate(array.asArrayRef()))
            text += (index ? ", " : "") + llvm::itostr(value);
          return {0, text + "]"};
        })
        .Case([&](DenseArrayAttr array) -> Description {
          return {0, token(array.getElementType()).str() + " x " +
                         llvm::utostr(array.size()) + " [" +
                         bytes(array.getRawData()) + "]"};
        })
        .Case([&](DenseIntOrFPElementsAttr dense) -> Description {
          return {'A', "dense<" + token(Type(dense.getType())).str() +
                           (dense.isSplat() ? ", splat " : ", ") +
                           bytes(dense.getRawData()) + ">"};
        })
        .Default([&](Attribute attr) { return Description(0, foreign(attr)); });
  }

  Description describeView(TileViewAttr view) {
    std::string text;
    llvm::raw_string_ostream os(text);
    os << "view<" << stringifyTileLayout(view.getBlayout()) << ", "
       << stringifyTileLayout(view.getSlayout()) << ", fractal "
       << view.getFractal() << ", pad " << stringifyPad(view.getPad())
       << ", compact " << optional(view.getCompact()) << ", start "
       << optional(view.getStartOffset()) << ", stride "
       << list(view.getStride()) << ", valid " << list(view.getValid()) << '>';
    return {'A', text};
  }

  std::string bytes(ArrayRef<char> data) {
    return llvm::toHex(StringRef(data.data(), data.size()));
  }

  /// What has no form of its own: the text of its dialect, after shape symbols
  /// and references to functions were replaced by their numbers.
  template <typename T> std::string foreign(T element) {
    T form = foreignForm.replace(element);
    // A dialect may refuse the replacement; then names have to be the same.
    if (!form)
      form = element;
    out.foreign.push_back(form.getAsOpaquePointer());
    // That is compared; the text is for people.
    if constexpr (std::is_same_v<T, Type>)
      return formatType(form);
    else
      return formatAttr(form);
  }

  std::string optional(Attribute attr) {
    return attr ? token(attr).str() : "none";
  }

  std::string tokensOf(ArrayRef<Attribute> attrs) {
    std::string text;
    for (Attribute attr : attrs) {
      text += text.empty() ? "" : ", ";
      text += token(attr);
    }
    return text;
  }

  std::string list(ArrayRef<Attribute> attrs) {
    return "[" + tokensOf(attrs) + "]";
  }

  std::string types(TypeRange types) {
    std::string text;
    for (Type type : types) {
      text += text.empty() ? "" : ", ";
      text += token(type);
    }
    return "(" + text + ")";
  }

  std::string entries(ArrayRef<NamedAttribute> attrs,
                      ArrayRef<StringRef> elided = {}) {
    std::string text;
    for (NamedAttribute attr : attrs) {
      if (llvm::is_contained(elided, attr.getName()))
        continue;
      text += text.empty() ? "" : ", ";
      text += word(attr.getName()) + " = ";
      text += token(attr.getValue());
    }
    return "{" + text + "}";
  }

  //===--------------------------------------------------------------------===//
  // Lines
  //===--------------------------------------------------------------------===//

  /// The properties of an operation, then its other attributes.
  std::string attributes(Operation *op, ArrayRef<StringRef> elided = {}) {
    std::string text;
    Attribute properties = op->getPropertiesAsAttribute();
    if (auto dictionary = dyn_cast_or_null<DictionaryAttr>(properties)) {
      if (!dictionary.empty())
        text += " " + entries(dictionary.getValue(), elided);
    } else if (properties) {
      text += " " + token(properties).str();
    }
    DictionaryAttr others = op->getDiscardableAttrDictionary();
    if (!others.empty())
      text += " and " + entries(others.getValue());
    return text;
  }

  void writeHeader() {
    for (StringAttr name : freeSymbols())
      out.globalNames.insert(name);
    std::string line = "function";
    line += attributes(func, {"sym_name", "sym_visibility", "function_type",
                              "param_directions", "arg_attrs", "res_attrs"});
    out.text += line + "\n";
    for (auto [index, type] : llvm::enumerate(func.getArgumentTypes())) {
      line = "  parameter ";
      line += stringifyParamDirection(func.getParamDirection(index));
      line += ' ';
      line += token(type);
      if (auto name = func.getArgAttrOfType<StringAttr>(
              index, PLDDialect::kSymbolAttrName))
        line += " is " + symbol(name);
      line += otherEntries(func.getArgAttrDict(index));
      out.text += line + "\n";
    }
    for (auto [index, type] : llvm::enumerate(func.getResultTypes())) {
      line = "  result ";
      line += token(type);
      line += otherEntries(func.getResultAttrDict(index));
      out.text += line + "\n";
    }
  }

  /// The attributes of a parameter or result, besides its symbol and name.
  std::string otherEntries(DictionaryAttr attrs) {
    if (!attrs)
      return {};
    std::string text = entries(attrs.getValue(), {PLDDialect::kSymbolAttrName,
                                                  PLDDialect::kNameAttrName});
    return text == "{}" ? "" : " " + text;
  }

  SmallVector<StringAttr> freeSymbols() {
    SmallVector<StringAttr> names;
    if (mlir::ArrayAttr listed = func.getFreeSymbolsAttr())
      for (Attribute name : listed)
        names.push_back(cast<StringAttr>(name));
    return names;
  }

  void writeRegion(Region &region, unsigned indent) {
    std::string margin(indent, ' ');
    out.text += margin + "{\n";
    for (Block &block : region) {
      std::string line = margin + "^" + llvm::utostr(blocks.lookup(&block));
      for (BlockArgument argument : block.getArguments()) {
        line += " %" + llvm::utostr(values.lookup(argument)) + ": ";
        line += token(argument.getType());
      }
      out.text += line + "\n";
      for (Operation &op : block)
        writeOp(&op, indent);
    }
    out.text += margin + "}\n";
  }

  void writeOp(Operation *op, unsigned indent) {
    if (isa<CallOp, SubmitOp>(op) && !hasSymbolTables) {
      auto callee = op->getAttrOfType<FlatSymbolRefAttr>("callee");
      if (auto target = program.lookup<FuncOp>(callee.getAttr()))
        out.dispatched.insert(target);
    }
    std::string line(indent, ' ');
    for (Value result : op->getResults()) {
      line += "%" + llvm::utostr(values.lookup(result)) + ": ";
      line += token(result.getType());
      line += ' ';
    }
    line += (op->getNumResults() ? "= " : "") +
            word(op->getName().getStringRef()) + "(";
    for (auto [index, operand] : llvm::enumerate(op->getOperands()))
      line += (index ? ", %" : "%") + llvm::utostr(values.lookup(operand));
    line += ")";
    for (Block *successor : op->getSuccessors())
      line += " ^" + llvm::utostr(blocks.lookup(successor));
    line += attributes(op);
    out.text += line + "\n";
    for (Region &region : op->getRegions())
      writeRegion(region, indent + 2);
  }

  FuncOp func;
  const SymbolTable &program;
  CanonicalText &out;
  bool hasSymbolTables = false;
  llvm::DenseMap<Value, unsigned> values;
  llvm::DenseMap<Block *, unsigned> blocks;
  llvm::DenseMap<StringAttr, unsigned> symbolNumbers;
  llvm::DenseSet<const void *> seen;
  llvm::DenseMap<const void *, StringRef> tokens;
  llvm::DenseMap<char, unsigned> defined;
  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver{allocator};
  AttrTypeReplacer foreignForm;
};

} // namespace

CanonicalText verify::writeCanonicalText(FuncOp func,
                                         const SymbolTable &program) {
  CanonicalText text;
  Writer(func, program, text).write();
  return text;
}

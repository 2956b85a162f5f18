//===- ProgramImporter.cpp - A program and its functions -----------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares all functions, then reads their bodies.
//
//===----------------------------------------------------------------------===//

#include "ProgramImporter.h"
#include "FunctionImporter.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace pld;
using namespace pld::pypto;

/// How many times larger than the file a program may be when nothing of it is
/// shared. Real programs are less than twice as large.
static constexpr uint64_t kMaxExpansion = 16;
/// What any program may be, so that small ones may share as they like.
static constexpr uint64_t kFreeBytes = 1 << 20;

LogicalResult ProgramImporter::chargeBytes(NodeId node, uint64_t bytes) {
  charged = llvm::SaturatingAdd(charged, bytes);
  if (charged <= kFreeBytes + kMaxExpansion * tape.numBytes())
    return success();
  return table.errorAt(node)
         << "the program shares its parts so often that it would "
            "be more than "
         << kMaxExpansion << " times as large as the file";
}

LogicalResult ProgramImporter::chargeTypes(NodeId node, TypeRange values) {
  uint64_t bytes = 0;
  for (Type type : values)
    bytes = llvm::SaturatingAdd(bytes, types.getTextSize(type));
  return chargeBytes(node, bytes);
}

LogicalResult ProgramImporter::declareFunctions(Tape::Index list) {
  Tape::Index element = tape.first(list);
  for (uint32_t i = 0, e = tape.count(list); i < e;
       ++i, element = tape.next(element)) {
    Fields entry(table, element, "a function of the program");
    Tape::Index keyMap = entry.get("key");
    NodeId node = entry.getNode("value");
    if (failed(entry.finish()))
      return failure();
    Fields key(table, keyMap, "the key of a function");
    StringRef name = key.getString("name");
    key.ignore("is_global_var");
    if (failed(key.finish()))
      return failure();
    if (table.kind(node) != NodeKind::Function)
      return table.errorAt(node) << "'" << name << "' is not a function";
    if (name.empty())
      return table.errorAt(node) << "the name of a function must not be empty";
    FunctionInfo info;
    info.node = node;
    if (!functions.insert({name, info}).second)
      return table.errorAt(node) << "two functions are named '" << name << "'";
  }
  for (auto &[name, info] : functions)
    if (failed(findResults(info)))
      return failure();
  return success();
}

LogicalResult ProgramImporter::findLastReturn(NodeId node,
                                              std::optional<NodeId> &last) {
  // A cycle would be found later, when statements are read; so would a body
  // that is deeper than this.
  for (unsigned steps = 0; steps < 1000; ++steps) {
    NodeKind kind = table.kind(node);
    if (kind == NodeKind::ReturnStmt) {
      last = node;
      return success();
    }
    Fields fields = table.read(node);
    if (kind == NodeKind::SeqStmts) {
      Tape::Index list = fields.getArray("stmts");
      if (!list)
        return failure();
      uint32_t count = tape.count(list);
      if (failed(chargeBytes(node, count)))
        return failure();
      if (count == 0)
        return success();
      Tape::Index element = tape.first(list);
      for (uint32_t i = 1; i < count; ++i)
        element = tape.next(element);
      FailureOr<NodeId> next = table.resolve(element);
      if (failed(next))
        return failure();
      node = *next;
    } else if (kind >= NodeKind::InCoreScopeStmt &&
               kind <= NodeKind::CommDomainScopeStmt) {
      node = fields.getNode("body");
      if (fields.hasFailed())
        return failure();
    } else {
      return success();
    }
  }
  return success();
}

LogicalResult ProgramImporter::findResults(FunctionInfo &info) {
  Fields fields = table.read(info.node);
  int64_t kind =
      fields.getOptional("func_type") ? fields.getInt("func_type") : 0;
  Tape::Index list = fields.getArray("return_types");
  NodeId body = fields.getNode("body");
  if (fields.hasFailed())
    return failure();
  std::optional<FunctionKind> known =
      symbolizeFunctionKind(static_cast<uint32_t>(kind));
  if (kind < 0 || kind > 255 || !known)
    return table.errorAt(info.node)
           << "'" << fields.getString("name") << "' is of kind " << kind
           << ", which cannot be represented";
  info.kind = *known;

  Tape::Index element = tape.first(list);
  for (uint32_t i = 0, e = tape.count(list); i < e;
       ++i, element = tape.next(element)) {
    FailureOr<Type> type = types.importType(element);
    if (failed(type))
      return failure();
    info.results.push_back(*type);
  }
  if (!info.results.empty())
    return success();

  // Real programs return values without saying so, and use what a call of such
  // a function gives.
  std::optional<NodeId> last;
  if (failed(findLastReturn(body, last)) || !last)
    return success(!table.hasFailed());
  Fields ending = table.read(*last);
  Tape::Index values = ending.getArray("value");
  if (!values)
    return failure();
  Tape::Index value = tape.first(values);
  for (uint32_t i = 0, e = tape.count(values); i < e;
       ++i, value = tape.next(value)) {
    FailureOr<NodeId> node = table.resolve(value);
    FailureOr<Type> type =
        succeeded(node) ? types.importTypeOf(*node) : FailureOr<Type>();
    if (failed(type) || failed(charge(*node)) ||
        failed(chargeTypes(*node, *type)))
      return failure();
    if (auto tuple = dyn_cast<mlir::TupleType>(*type))
      llvm::append_range(info.results, tuple.getTypes());
    else
      info.results.push_back(*type);
  }
  info.implicitResults = !info.results.empty();
  return success();
}

/// Calls and submits that do not fit their callee, or whose callee does not
/// exist, become unchecked.
static void uncheckDispatches(ModuleOp module) {
  SymbolTableCollection symbolTables;
  SmallVector<Operation *> loose;
  module->walk([&](Operation *op) {
    llvm::TypeSwitch<Operation *>(op).Case<CallOp, SubmitOp>(
        [&](auto dispatch) {
          FuncOp callee = dispatch.lookupCallee(symbolTables);
          if (!callee || !dispatch.fits(callee))
            loose.push_back(op);
        });
  });
  for (Operation *op : loose) {
    OpBuilder builder(op);
    OperationState state(op->getLoc(), UncheckedDispatchOp::getOperationName());
    state.addOperands(op->getOperands());
    state.addTypes(op->getResultTypes());
    state.addAttributes(llvm::to_vector(op->getDiscardableAttrs()));
    auto &props = state.getOrAddProperties<UncheckedDispatchOp::Properties>();
    auto fill = [&](const auto &from, ArrayRef<unsigned> segments) {
      props.setCallee(from.getCallee());
      props.setSyncStart(from.getSyncStart());
      props.setArgDirections(from.getArgDirections());
      for (auto [index, segment] : llvm::enumerate(segments))
        props.operandSegmentSizes[segment] = from.operandSegmentSizes[index];
    };
    if (auto submit = dyn_cast<SubmitOp>(op)) {
      fill(submit.getProperties(), {0, 1, 2, 3, 4, 5, 6, 7});
      props.setEarlyResolve(submit.getProperties().getEarlyResolve());
      props.setSubmit(builder.getUnitAttr());
    } else {
      // A call has neither dependencies nor a predicate.
      fill(cast<CallOp>(op).getProperties(), {0, 2, 4, 5, 6, 7});
    }
    op->replaceAllUsesWith(builder.create(state));
    op->erase();
  }
}

OwningOpRef<ModuleOp> ProgramImporter::run() {
  // The root is the object at the start of the file.
  FailureOr<NodeId> root = table.resolve(0);
  if (failed(root))
    return nullptr;
  if (table.kind(*root) != NodeKind::Program) {
    table.errorAt(*root) << "expected a program";
    return nullptr;
  }
  Fields fields = table.read(*root);
  StringRef name = fields.getString("name");
  Tape::Index span = fields.get("span");
  Tape::Index list = fields.getArray("functions");
  fields.ignore("comm_groups"); // of an older version, and without meaning
  if (failed(fields.finish()))
    return nullptr;
  FailureOr<Location> loc = types.importSpan(span);
  if (failed(loc) || failed(declareFunctions(list)))
    return nullptr;

  OwningOpRef<ModuleOp> module = ModuleOp::create(
      *loc, name.empty() ? std::nullopt : std::optional<StringRef>(name));
  for (auto &[functionName, info] : functions)
    if (failed(FunctionImporter(*this, functionName, info).run(*module)))
      return nullptr;

  uncheckDispatches(*module);

  // Kernels and Groups that something refers to are internal to the program.
  for (FuncOp func : module->getOps<FuncOp>()) {
    FunctionInfo *info = lookup(func.getSymName());
    if (info->referenced &&
        (func.isInCore() || info->kind == FunctionKind::Group))
      func.setPrivate();
  }
  // Nothing goes on after an error; should it, the program must not pass.
  if (table.hasFailed())
    return nullptr;
  return module;
}

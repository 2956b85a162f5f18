//===- OrchestrationWriter.cpp - Writes one orchestration as C++ ----------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The frame of the file, the entry, and control flow.
//
//===----------------------------------------------------------------------===//

#include "OrchestrationWriter.h"

#include "mlir/Dialect/UB/IR/UBOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "pld/Transforms/Registration/ParameterOrder.h"

using namespace mlir;
using namespace pld;
using namespace pld::orchestration;
using namespace pld::registration;

bool orchestration::isObject(Type type) {
  TypeClass kind = classifyType(type);
  return kind == TypeClass::Tensor || kind == TypeClass::DistTensor ||
         kind == TypeClass::Array;
}

OrchestrationWriter::OrchestrationWriter(const RegisteredOrchestration &program,
                                         Aliases &aliases,
                                         SymbolTableCollection &symbolTables,
                                         NpuPlatform platform,
                                         NpuRuntime runtime)
    : program(program), aliases(aliases), symbolTables(symbolTables),
      platform(platform), runtime(runtime),
      workspaces(program, aliases, symbolTables) {
  for (const RegisteredTask &task : program.tasks)
    tasks[task.task.dispatch] = &task;
}

InFlightDiagnostic OrchestrationWriter::unsupported(Operation *op) {
  // A scope that is there to be left stands for what leaves it.
  if (isa<LoopScopeOp, IterationScopeOp>(op))
    op->walk([&](EarlyExitOpInterface exit) {
      if (exit.getExitedOp() != op)
        return WalkResult::advance();
      op = exit;
      return WalkResult::interrupt();
    });
  StringRef name = op->getName().getStringRef();
  if (auto intrinsic = dyn_cast<IntrinsicOp>(op))
    name = intrinsic.getOpName();
  return emitError(op->getLoc())
         << "'" << name << "' cannot be written as orchestration C++";
}

std::optional<Variable> OrchestrationWriter::lookupObject(Value value) const {
  auto it = objects.find(value);
  if (it == objects.end())
    return std::nullopt;
  return it->second;
}

FailureOr<std::string> OrchestrationWriter::getObject(Value value,
                                                      Operation *user) {
  std::optional<Variable> variable = lookupObject(value);
  if (!variable)
    return emitError(user->getLoc())
           << "'" << user->getName() << "' uses a " << value.getType()
           << " that no variable is";
  if (!code.isVisible(*variable))
    return emitError(user->getLoc())
           << "'" << user->getName() << "' uses '" << code.getName(*variable)
           << "', but its scope has ended";
  return code.read(*variable);
}

//===----------------------------------------------------------------------===//
// Entry
//===----------------------------------------------------------------------===//

/// Whether everything that happens in a block is in scopes already.
static bool isInScopes(Block &block) {
  return llvm::none_of(block, [](Operation &op) {
    if (isa<RuntimeScopeOp, ReturnOp>(op))
      return false;
    auto intrinsic = dyn_cast<IntrinsicOp>(op);
    return op.getNumRegions() != 0 || isa<CallOp, SubmitOp, TaskDummyOp>(op) ||
           (intrinsic && intrinsic.getOpName() == "tensor.create");
  });
}

FailureOr<std::string> OrchestrationWriter::run() {
  FuncOp func = program.func;
  code.line("extern \"C\" {");
  code.open("__attribute__((visibility(\"default\"))) PTO2OrchestrationConfig "
            "aicpu_orchestration_config(const ChipTaskArgs& orch_args) {");
  code.line("(void)orch_args;");
  code.line("PTO2OrchestrationConfig config{};");
  code.line("config.expected_arg_count = " + Twine(func.getNumArguments()) +
            ";");
  code.line("return config;");
  code.close();
  code.open("__attribute__((visibility(\"default\"))) void "
            "aicpu_orchestration_entry(const ChipTaskArgs& orch_args) {");
  if (failed(writeEntry()))
    return failure();
  Block &body = func.getBody().front();
  if (!func.getBody().hasOneBlock())
    return emitError(func.getLoc())
           << "'@" << func.getSymName() << "' has more than one block";
  bool needsScope = !isInScopes(body);
  if (needsScope)
    code.open("PTO2_SCOPE() {");
  if (failed(writeBlock(body)))
    return failure();
  if (needsScope)
    code.close();
  code.close();
  code.line("} // extern \"C\"");

  std::string text;
  llvm::raw_string_ostream os(text);
  os << "#include <stddef.h>\n#include <stdint.h>\n#include <stdio.h>\n\n"
        "#include \"pto_orchestration_api.h\"\n\n";
  scalars.printHelpers(os);
  code.print(os);
  return text;
}

LogicalResult OrchestrationWriter::writeEntry() {
  FuncOp func = program.func;
  if (func.getNumArguments() == 0)
    code.line("(void)orch_args;");
  // Scalars that are dimensions come first: a tensor's type may name them.
  for (auto [index, param] : llvm::enumerate(func.getArguments()))
    if (auto symbol = func.getArgAttrOfType<StringAttr>(
            index, PLDDialect::kSymbolAttrName))
      scalars.bindSymbol(symbol, Value(param));
  unsigned numTensors = 0, numScalars = 0;
  for (auto [index, param] : llvm::enumerate(func.getArguments())) {
    StringRef name = getSourceName(param.getLoc());
    std::string unnamed = ("arg" + Twine(index)).str();
    if (isObject(param.getType()) && !isa<ArrayType>(param.getType())) {
      Variable variable =
          code.declare("ext_" + (name.empty() ? StringRef(unnamed) : name));
      code.line("const ChipTensor& " + code.getName(variable) +
                " = orch_args.tensor(" + Twine(numTensors) + ").ref();");
      code.silence(variable);
      objects[param] = variable;
      for (auto [d, dim] : llvm::enumerate(getShapeOf(param.getType()))) {
        auto symbol = dyn_cast<SymAttr>(dim);
        if (!symbol || scalars.knowsSymbol(symbol.getName()))
          continue;
        Variable size = code.declare(symbol.getName().getValue(), "");
        code.define(size, "int64_t " + code.getName(size) +
                              " = (int64_t)orch_args.tensor(" +
                              Twine(numTensors) + ").ref().shapes[" + Twine(d) +
                              (isPacked(param.getType(), d) ? "] * 2;" : "];"));
        scalars.bindSymbol(symbol.getName(), size);
      }
      ++numTensors;
      continue;
    }
    StringRef type = getCppType(param.getType());
    if (type.empty() || isa<TaskIdType>(param.getType()))
      return emitError(func.getLoc())
             << "parameter #" << index << " of '@" << func.getSymName()
             << "' is " << param.getType() << ", which cannot be written";
    Variable variable = code.declare(name, unnamed);
    std::string value = ("orch_args.scalar(" + Twine(numScalars++) + ")").str();
    if (type != "uint64_t")
      value = ("from_u64<" + type + ">(" + value + ")").str();
    code.line(type + " " + code.getName(variable) + " = " + value + ";");
    code.silence(variable);
    scalars.bind(param, variable);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

LogicalResult OrchestrationWriter::writeBlock(Block &block) {
  for (Operation &op : block)
    if (failed(writeOp(&op)))
      return failure();
  return success();
}

LogicalResult OrchestrationWriter::writeOp(Operation *op) {
  // Read, or given to the operation that they end.
  if (isa<MakeTupleOp, arith::ConstantOp, ConstantOp, UndefinedOp, YieldOp,
          scf::YieldOp>(op))
    return success();
  if (isa<BindSymbolOp>(op)) {
    scalars.forgetDims();
    return success();
  }
  if (auto ret = dyn_cast<ReturnOp>(op)) {
    for (Value value : ret.getOperands())
      if (!isObject(value.getType()))
        return emitError(op->getLoc())
               << "'@" << FuncOp(program.func).getSymName() << "' returns a "
               << value.getType() << ", which the runtime cannot give back";
    return success();
  }
  // Another name of a scalar: what it names is read where it is used.
  if (isa<SymbolValueOp>(op) || (isa<RetypeOp>(op) &&
                                 getCppType(op->getResult(0).getType()) ==
                                     getCppType(op->getOperand(0).getType()) &&
                                 !isObject(op->getResult(0).getType())))
    return success();
  if (isa<RetypeOp, ReinterpretOp>(op) &&
      isObject(op->getResult(0).getType())) {
    if (std::optional<Variable> variable = lookupObject(op->getOperand(0))) {
      objects[op->getResult(0)] = *variable;
      if (!isLastUse(op->getOperand(0), op))
        sharedArrays.insert(*variable);
    }
    return success();
  }
  if (isa<CallOp, SubmitOp>(op))
    return writeTask(*tasks.lookup(op));
  if (auto scope = dyn_cast<RuntimeScopeOp>(op))
    return writeScope(scope);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return writeFor(loop);
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return writeIf(branch);
  if (auto dummy = dyn_cast<TaskDummyOp>(op))
    return writeDummy(dummy);
  // Passes put poison in the place of values that nothing reads.
  if (isa<TaskInvalidOp>(op) ||
      (isa<ub::PoisonOp>(op) && isa<TaskIdType>(op->getResult(0).getType()))) {
    Variable id = code.declare("tid");
    code.define(id,
                "PTO2TaskId " + code.getName(id) + " = PTO2TaskId::invalid();");
    scalars.bind(op->getResult(0), id);
    return success();
  }
  if (isa<ub::PoisonOp>(op)) {
    StringRef type = getCppType(op->getResult(0).getType());
    if (type.empty())
      return unsupported(op);
    Variable any = code.declare("any");
    code.define(any, (type + " " + code.getName(any) + " = 0;").str());
    scalars.bind(op->getResult(0), any);
    return success();
  }
  if (auto isValid = dyn_cast<TaskIsValidOp>(op)) {
    FailureOr<std::string> id = scalars.get(isValid.getTask(), op);
    if (failed(id))
      return failure();
    Variable valid = code.declare("valid");
    code.define(valid,
                "bool " + code.getName(valid) + " = " + *id + ".is_valid();");
    scalars.bind(op->getResult(0), valid);
    return success();
  }
  if (auto intrinsic = dyn_cast<IntrinsicOp>(op)) {
    if (intrinsic.getUnchecked())
      return unsupported(op) << ": nothing says what it takes";
    if (intrinsic.getDevice())
      return unsupported(op) << ": it has a device";
    StringRef name = intrinsic.getOpName();
    if (name == "tensor.create")
      return writeCreate(intrinsic);
    if (name == "tensor.read")
      return writeRead(intrinsic);
    if (name == "tensor.dim")
      return writeDim(intrinsic);
    if (name == "array.create")
      return writeArrayCreate(intrinsic);
    if (name == "array.update_element")
      return writeArrayUpdate(intrinsic);
    if (name == "array.get_element")
      return writeArrayElement(intrinsic);
    return unsupported(op);
  }
  return writeScalar(op);
}

LogicalResult OrchestrationWriter::writeScalar(Operation *op) {
  FailureOr<std::optional<std::string>> text = scalars.compute(op);
  if (failed(text))
    return failure();
  if (!*text)
    return unsupported(op);
  StringRef name = getSourceName(op->getLoc());
  Variable variable = code.declare(name, "v");
  code.define(variable, getCppType(op->getResult(0).getType()) + " " +
                            code.getName(variable) + " = " + **text + ";");
  scalars.bind(op->getResult(0), variable);
  return success();
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

LogicalResult OrchestrationWriter::declareResults(Operation *op,
                                                  ValueRange results) {
  for (Value result : results) {
    if (isa<ArrayType>(result.getType()) && !isa<scf::ForOp>(op)) {
      FailureOr<Variable> array = declareArray(result, "tids", op);
      if (failed(array))
        return failure();
      objects[result] = *array;
    }
    if (isObject(result.getType()))
      continue;
    StringRef type = getCppType(result.getType());
    if (type.empty())
      return emitError(op->getLoc())
             << "'" << op->getName() << "' gives a " << result.getType()
             << ", which cannot be written";
    StringRef name = getSourceName(result.getLoc());
    Variable variable = code.declare(name, "v");
    bool isTask = isa<TaskIdType>(result.getType());
    code.line(type + " " + code.getName(variable) +
              (isTask ? " = PTO2TaskId::invalid();" : "{};"));
    code.silence(variable);
    scalars.bind(result, variable);
  }
  return success();
}

LogicalResult OrchestrationWriter::writeYield(ValueRange yielded,
                                              ValueRange results,
                                              Operation *op) {
  // All values are read before the first one is assigned.
  SmallVector<std::pair<Variable, std::string>> assignments;
  SmallVector<std::pair<Variable, Variable>> copies;
  SmallVector<Value> copied;
  for (auto [value, result] : llvm::zip_equal(yielded, results)) {
    if (isObject(result.getType())) {
      std::optional<Variable> variable = lookupObject(value);
      if (!variable)
        return emitError(op->getLoc())
               << "'" << op->getName() << "' gives a " << value.getType()
               << " that no variable is";
      auto [it, isNew] = objects.try_emplace(result, *variable);
      if (it->second == *variable)
        continue;
      if (!isa<ArrayType>(result.getType()))
        return emitError(op->getLoc())
               << "'" << op->getName() << "' gives '"
               << code.getName(it->second) << "' or '"
               << code.getName(*variable)
               << "', which cannot be written: a name has to stay one tensor";
      if (failed(getObject(value, op)))
        return failure();
      code.takeReads();
      copies.push_back({it->second, *variable});
      copied.push_back(value);
      continue;
    }
    std::optional<Variable> variable = scalars.lookup(result);
    if (variable && scalars.lookup(value) == variable)
      continue;
    FailureOr<std::string> text = scalars.get(value, op);
    if (failed(text))
      return failure();
    if (yielded.size() > 1) {
      Variable next = code.declare("next");
      code.line(getCppType(result.getType()) + " " + code.getName(next) +
                " = " + *text + ";");
      text = code.getName(next);
    }
    assignments.push_back({*variable, *text});
  }
  llvm::DenseSet<Variable> targets;
  for (auto [to, from] : copies)
    targets.insert(to);
  for (auto [copy, value] : llvm::zip_equal(copies, copied)) {
    if (!targets.contains(copy.second))
      continue;
    FailureOr<Variable> next = declareArray(value, "next", op);
    if (failed(next))
      return failure();
    copyArray(*next, copy.second);
    copy.second = *next;
  }
  for (auto [to, from] : copies)
    copyArray(to, from);
  for (const auto &[variable, text] : assignments)
    code.line(code.getName(variable) + " = " + text + ";");
  return success();
}

LogicalResult OrchestrationWriter::writeScope(RuntimeScopeOp scope) {
  auto outer = scope->getParentOfType<RuntimeScopeOp>();
  if (outer && outer.getManual() && !scope.getManual())
    return unsupported(scope)
           << ": it is not manual, but in a manual one, which ends the run";
  if (failed(declareResults(scope, scope.getResults())))
    return failure();
  code.open(scope.getManual() ? "PTO2_SCOPE(PTO2ScopeMode::MANUAL) {"
                              : "PTO2_SCOPE() {");
  Block &body = scope.getBody().front();
  if (failed(writeBlock(body)) ||
      failed(writeYield(body.getTerminator()->getOperands(), scope.getResults(),
                        scope)))
    return failure();
  code.close();
  return success();
}

LogicalResult OrchestrationWriter::verifyLoop(scf::ForOp loop) {
  LoopKind kind = LoopKind::Sequential;
  if (auto attr =
          loop->getAttrOfType<LoopKindAttr>(PLDDialect::kLoopKindAttrName))
    kind = attr.getValue();
  if (kind == LoopKind::Unroll || kind == LoopKind::Pipeline)
    return unsupported(loop) << ": its kind is '" << stringifyLoopKind(kind)
                             << "', so it has to be lowered before";
  auto attrs = loop->getAttrOfType<DictionaryAttr>(PLDDialect::kAttrsAttrName);
  for (NamedAttribute attr :
       attrs ? attrs.getValue() : ArrayRef<NamedAttribute>())
    if (attr.getName().getValue().starts_with("iter_arg_array_size_"))
      return unsupported(loop) << ": its attribute " << attr.getName()
                               << " makes an array of what it carries";
  // The front end collects the ids of all rounds; what is carried has one.
  auto scope = loop->getParentOfType<RuntimeScopeOp>();
  if (kind == LoopKind::Parallel && scope && scope.getManual() &&
      llvm::any_of(loop.getResultTypes(), llvm::IsaPred<TaskIdType>))
    return unsupported(loop)
           << ": it is parallel, in a manual scope, and carries a task id; "
              "carry an array with an id of each round";
  return success();
}

LogicalResult OrchestrationWriter::openFor(scf::ForOp loop) {
  FailureOr<std::string> lower = scalars.get(loop.getLowerBound(), loop);
  FailureOr<std::string> upper = scalars.get(loop.getUpperBound(), loop);
  FailureOr<std::string> step = scalars.get(loop.getStep(), loop);
  if (failed(lower) || failed(upper) || failed(step))
    return failure();
  Value iv = loop.getInductionVar();
  StringRef type = getCppType(iv.getType());
  if (type.empty() || type == "bool")
    return unsupported(loop);
  StringRef name = getSourceName(iv.getLoc());
  Variable variable = code.declare(name, "i");
  // A count that is narrow may not reach the end, so it has 64 bits.
  bool isUnsigned = loop.getUnsignedCmp();
  bool isCounter = type == "int64_t" && !isUnsigned;
  std::string i = code.getName(isCounter ? variable : code.declare("count"));
  if (isUnsigned) {
    for (std::string *text : {&*lower, &*upper, &*step})
      *text = ("static_cast<u" + type + ">(" + *text + ")").str();
    code.open("for (uint64_t " + i + " = " + *lower + "; " + *step +
              " != 0 && " + i + " < " + *upper + "; " + i + " = " + *upper +
              " - " + i + " > " + *step + " ? " + i + " + " + *step + " : " +
              *upper + ") {");
  } else {
    std::string isBefore = i + " < " + *upper, isAfter = i + " > " + *upper;
    APInt number;
    std::string test = matchPattern(loop.getStep(), m_ConstantInt(&number))
                           ? (number.isNegative() ? isAfter : isBefore)
                           : *step + " > 0 ? " + isBefore + " : " + *step +
                                 " < 0 && " + isAfter;
    code.open("for (int64_t " + i + " = " + *lower + "; " + test + "; " + i +
              " += " + *step + ") {");
  }
  scalars.bind(iv, variable);
  if (!isCounter)
    code.define(variable, type + " " + code.getName(variable) +
                              " = static_cast<" + type + ">(" + i + ");");
  return success();
}

LogicalResult OrchestrationWriter::writeFor(scf::ForOp loop) {
  if (failed(verifyLoop(loop)))
    return failure();
  // The variables of what is carried live around the loop, and are its results.
  if (failed(declareResults(loop, loop.getResults())))
    return failure();
  for (auto [result, init, arg] : llvm::zip_equal(
           loop.getResults(), loop.getInitArgs(), loop.getRegionIterArgs())) {
    if (isObject(result.getType())) {
      std::optional<Variable> known = lookupObject(init);
      if (!known)
        return emitError(loop.getLoc())
               << "'scf.for' carries a " << init.getType()
               << " that no variable is";
      Variable variable = *known;
      if (isa<ArrayType>(init.getType())) {
        FailureOr<Variable> array = takeArray(init, loop);
        if (failed(array))
          return failure();
        variable = *array;
      }
      objects[result] = variable;
      objects[arg] = variable;
      continue;
    }
    FailureOr<std::string> text = scalars.get(init, loop);
    if (failed(text))
      return failure();
    Variable variable = *scalars.lookup(result);
    code.line(code.getName(variable) + " = " + *text + ";");
    scalars.bind(arg, variable);
  }
  if (matchPattern(loop.getStep(), m_Zero()))
    return success();
  if (failed(openFor(loop)))
    return failure();
  Block &body = *loop.getBody();
  if (failed(writeBlock(body)) ||
      failed(writeYield(body.getTerminator()->getOperands(), loop.getResults(),
                        loop)))
    return failure();
  code.close();
  return success();
}

LogicalResult OrchestrationWriter::writeIf(scf::IfOp op) {
  if (failed(declareResults(op, op.getResults())))
    return failure();
  FailureOr<std::string> condition = scalars.get(op.getCondition(), op);
  if (failed(condition))
    return failure();
  code.open("if (" + *condition + ") {");
  auto writeBranch = [&](Block &block) -> LogicalResult {
    return failure(failed(writeBlock(block)) ||
                   failed(writeYield(block.getTerminator()->getOperands(),
                                     op.getResults(), op)));
  };
  if (failed(writeBranch(*op.thenBlock())))
    return failure();
  Block *otherwise = op.elseBlock();
  if (otherwise && !(op.getNumResults() == 0 &&
                     llvm::hasSingleElement(otherwise->getOperations()))) {
    code.reopen("} else {");
    if (failed(writeBranch(*otherwise)))
      return failure();
  }
  code.close();
  return success();
}

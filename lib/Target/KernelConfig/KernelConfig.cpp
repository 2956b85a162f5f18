//===- KernelConfig.cpp - The configuration of PyPTO's runtime ------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// kernel_config.py is executed as Python, so every text of the program is
// written as a literal of ASCII characters.
//
//===----------------------------------------------------------------------===//

#include "pld/Target/KernelConfig/KernelConfig.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace pld;
using namespace pld::registration;

RuntimeConfig
pld::getRuntimeConfig(const RegisteredOrchestration &orchestration,
                      NpuRuntime runtime) {
  RuntimeConfig config;
  config.runtime = runtime;
  llvm::SmallPtrSet<Operation *, 16> seen;
  for (FuncOp kernel : orchestration.kernels) {
    if (!seen.insert(kernel).second)
      continue;
    WalkResult result = kernel.walk(
        [](PrefetchMakeContextOp) { return WalkResult::interrupt(); });
    config.enableSdma |= result.wasInterrupted();
  }
  return config;
}

//===----------------------------------------------------------------------===//
// Python
//===----------------------------------------------------------------------===//

namespace {

/// A Python literal that evaluates to `raw`; what is no UTF-8 is repaired.
std::string quote(StringRef raw) {
  std::string repaired = llvm::json::fixUTF8(raw);
  SmallVector<llvm::UTF32> characters(repaired.size());
  auto *from = reinterpret_cast<const llvm::UTF8 *>(repaired.data());
  llvm::UTF32 *to = characters.data();
  // What was repaired can be converted.
  (void)llvm::ConvertUTF8toUTF32(&from, from + repaired.size(), &to,
                                 to + characters.size(),
                                 llvm::strictConversion);
  characters.truncate(to - characters.data());
  std::string literal;
  llvm::raw_string_ostream os(literal);
  os << '"';
  for (llvm::UTF32 c : characters) {
    if (c == '"' || c == '\\')
      os << '\\' << static_cast<char>(c);
    else if (c == '\n')
      os << "\\n";
    else if (c >= 0x20 && c < 0x7f)
      os << static_cast<char>(c);
    else if (c < 0x100)
      os << llvm::format("\\x%02x", c);
    else if (c < 0x10000)
      os << llvm::format("\\u%04x", c);
    else
      os << llvm::format("\\U%08x", c);
  }
  os << '"';
  return literal;
}

/// Where the generated source of `name` is, below the configuration.
std::string generatedSource(ArrayRef<StringRef> folders, StringRef name) {
  std::string path = "str(_ROOT_DIR";
  for (StringRef folder : folders)
    path += " / " + quote(folder);
  return path + " / " + quote((name + ".cpp").str()) + ")";
}

void printSignature(ArrayRef<ParamDirection> signature, raw_ostream &os) {
  os << "\"signature\": [";
  llvm::interleaveComma(signature, os, [&](ParamDirection direction) {
    os << "_D." << stringifyParamDirection(direction).upper();
  });
  os << ']';
}

/// Generated sources are named after functions. A name with a separator would
/// be a path to anywhere.
LogicalResult verifyFileName(FuncOp func) {
  StringRef name = func.getSymName();
  if (name.find_first_of(StringRef("/\0", 2)) == StringRef::npos)
    return success();
  return emitError(func.getLoc())
         << "the source of '@" << name << "' cannot be named after it";
}

/// The folders that an external kernel's source includes from: JSON in a
/// string.
FailureOr<SmallVector<std::string>> getIncludeDirs(FuncOp kernel) {
  SmallVector<std::string> dirs;
  Attribute attr = kernel->getAttr("external_include_dirs");
  if (!attr)
    return dirs;
  auto error = [&] {
    return emitError(kernel.getLoc())
           << "'external_include_dirs' of '@" << kernel.getSymName()
           << "' must be a JSON list of strings, in a string";
  };
  auto string = dyn_cast<StringAttr>(attr);
  if (!string)
    return error();
  llvm::Expected<llvm::json::Value> value =
      llvm::json::parse(string.getValue());
  if (!value) {
    llvm::consumeError(value.takeError());
    return error();
  }
  const llvm::json::Array *array = value->getAsArray();
  if (!array)
    return error();
  for (const llvm::json::Value &entry : *array) {
    std::optional<StringRef> dir = entry.getAsString();
    if (!dir)
      return error();
    dirs.push_back(dir->str());
  }
  return dirs;
}

LogicalResult printKernel(KernelRegistrationAttr registration, FuncOp kernel,
                          raw_ostream &os) {
  StringRef name = registration.getCodeName().getValue();
  StringRef core = stringifyCoreType(registration.getCoreType());
  os << "\t{\"func_id\": " << registration.getFuncId()
     << ", \"name\": " << quote(name) << ", \"source\": ";
  if (std::optional<StringRef> source = kernel.getExternalSource()) {
    FailureOr<SmallVector<std::string>> dirs = getIncludeDirs(kernel);
    if (failed(dirs))
      return failure();
    os << quote(*source) << ", \"core_type\": \"" << core
       << "\", \"external\": True";
    if (!dirs->empty()) {
      os << ", \"extra_include_dirs\": [";
      llvm::interleaveComma(*dirs, os,
                            [&](StringRef dir) { os << quote(dir); });
      os << ']';
    }
  } else {
    if (failed(verifyFileName(kernel)))
      return failure();
    os << generatedSource({"kernels", core}, name) << ", \"core_type\": \""
       << core << '"';
  }
  if (!registration.getSignature().empty()) {
    os << ", ";
    printSignature(registration.getSignature(), os);
  }
  os << "},\n";
  return success();
}

} // namespace

LogicalResult pld::printKernelConfig(ModuleOp module, StringRef orchestration,
                                     raw_ostream &os, NpuRuntime runtime) {
  FailureOr<FuncOp> func = findOrchestration(module, orchestration);
  if (failed(func) || failed(verifyFileName(*func)))
    return failure();
  SymbolTableCollection symbolTables;
  TaskResolver resolver(symbolTables);
  FailureOr<RegisteredOrchestration> program =
      readRegistrations(*func, resolver, symbolTables);
  if (failed(program))
    return failure();

  bool hasSignatures =
      !program->entrySignature.empty() ||
      llvm::any_of(program->registrations, [](KernelRegistrationAttr attr) {
        return !attr.getSignature().empty();
      });
  os << "# Kernels and orchestration of one program, for the runtime.\n"
        "from pathlib import Path\n";
  if (hasSignatures)
    os << "from simpler.task_interface import ArgDirection as _D\n";
  os << "\n_ROOT_DIR = Path(__file__).parent\n\nRUNTIME_CONFIG = {\n";
  RuntimeConfig config = getRuntimeConfig(*program, runtime);
  os << "\t\"runtime\": " << quote(stringifyNpuRuntime(config.runtime))
     << ",\n\t\"aicpu_thread_num\": " << config.aicpuThreadNum << ",\n";
  if (config.enableSdma)
    os << "\t\"enable_sdma\": True,\n";
  os << "}\n\nORCHESTRATION = {\n\t\"source\": "
     << generatedSource({"orchestration"}, func->getSymName())
     << ",\n\t\"function_name\": \"aicpu_orchestration_entry\",\n";
  if (!program->entrySignature.empty()) {
    os << '\t';
    printSignature(program->entrySignature, os);
    os << ",\n";
  }
  os << "}\n\nKERNELS = [\n";
  for (auto [registration, kernel] :
       llvm::zip_equal(program->registrations, program->kernels))
    if (failed(printKernel(registration, kernel, os)))
      return failure();
  os << "]\n";
  return success();
}

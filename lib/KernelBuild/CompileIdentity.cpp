//===- CompileIdentity.cpp - What is compiled once ------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/KernelBuild/CompileIdentity.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/SHA256.h"

using namespace pld::kernels;
using llvm::StringRef;

namespace {

/// Hashes labelled fields. The lengths keep apart what would read the same one
/// after the other.
class FieldHash {
public:
  void add(StringRef label, StringRef value) {
    addSized(label);
    addSized(value);
  }

  void addList(StringRef label, llvm::ArrayRef<std::string> values) {
    add(label, std::to_string(values.size()));
    for (const std::string &value : values)
      add(label, value);
  }

  std::string finish() { return llvm::toHex(hash.final(), /*LowerCase=*/true); }

private:
  void addSized(StringRef bytes) {
    char size[8];
    llvm::support::endian::write64le(size, bytes.size());
    hash.update(StringRef(size, sizeof(size)));
    hash.update(bytes);
  }

  llvm::SHA256 hash;
};

} // namespace

std::string
pld::kernels::computeCompileIdentity(const CompileContract &contract,
                                     const CodeContent &content) {
  const Toolchain &toolchain = contract.toolchains.at(content.coreType);
  FieldHash hash;
  hash.add("format", "pld compile identity 2");
  hash.add("core_type", getName(content.coreType));
  hash.add("platform", contract.context.platform);
  hash.add("runtime_name", contract.context.runtimeName);
  hash.add("runtime_revision", contract.context.runtimeRevision);
  hash.add("instruction_set_revision", contract.context.instructionSetRevision);
  hash.add("compiler", toolchain.compiler);
  hash.add("compiler_identity", toolchain.compilerIdentity);
  hash.add("compiler_sha256", content.compilerSha256);
  hash.addList("flags", toolchain.flags);
  hash.addList("include_dirs", toolchain.includeDirs);
  hash.add("origin", getName(content.origin));
  if (content.origin != CodeOrigin::Generated)
    hash.add("name", content.name);
  hash.add("source", content.sourceSha256);
  hash.add("includes", std::to_string(content.includes.size()));
  for (const IncludedFile &include : content.includes)
    hash.add(include.name, include.sha256);
  return hash.finish();
}

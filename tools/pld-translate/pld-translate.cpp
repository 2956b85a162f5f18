//===- pld-translate.cpp - Translates to and from PLD ---------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlirTranslateMain with outputs that appear complete or not at all.
//
//===----------------------------------------------------------------------===//

#include "pld/Target/Exports.h"
#include "pld/Target/Identity/Export.h"
#include "pld/Target/PyPTO/Import.h"

#include "mlir/Support/LLVM.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;

namespace {

/// Stands for the file of `-o`. mlirTranslateMain opens its output before it
/// reads its input and deletes it when it fails; so it is given another name,
/// in the same folder, and the file takes the place of the output at the end.
class AtomicOutput {
public:
  /// Replaces the value of `-o` in the arguments.
  explicit AtomicOutput(SmallVectorImpl<const char *> &args)
      : saver(allocator) {
    // `-o` may stand in a response file as well.
    llvm::cl::ExpandResponseFiles(saver, llvm::cl::TokenizeGNUCommandLine,
                                  args);
    for (size_t i = 1, e = args.size(); i < e; ++i) {
      StringRef arg = args[i];
      if (arg == "--")
        return;
      if (!arg.consume_front("-"))
        continue;
      arg.consume_front("-");
      if (arg == "o" && i + 1 < e) {
        if (choose(args[i + 1]))
          args[i + 1] = temporary.c_str();
        return;
      }
      if (arg.consume_front("o=")) {
        if (choose(arg))
          args[i] = saver.save("-o=" + temporary).data();
        return;
      }
    }
  }

  ~AtomicOutput() {
    if (!temporary.empty())
      llvm::sys::fs::remove(temporary);
  }

  /// Moves the file into its place.
  LogicalResult keep() {
    if (temporary.empty())
      return success();
    if (auto permissions = llvm::sys::fs::getPermissions(output))
      llvm::sys::fs::setPermissions(temporary, *permissions);
    std::error_code error = llvm::sys::fs::rename(temporary, output);
    if (!error)
      return success();
    llvm::WithColor::error()
        << "cannot write '" << output << "': " << error.message() << "\n";
    return failure();
  }

private:
  /// Chooses a temporary file for `path`. A device or a pipe is written
  /// directly; what a link leads to is replaced, not the link.
  bool choose(StringRef path) {
    llvm::sys::fs::file_status status;
    bool exists = !llvm::sys::fs::status(path, status);
    if (path.empty() || path == "-" || (exists && !is_regular_file(status)))
      return false;
    SmallString<128> name(path);
    if (exists && llvm::sys::fs::real_path(path, name))
      return false;
    output = name.str();
    // Not created yet: the tool may end before it opens its output.
    if (llvm::sys::fs::getPotentiallyUniqueFileName(output + ".%%%%%%%%.tmp",
                                                    name))
      return false;
    temporary = name.str();
    return true;
  }

  llvm::BumpPtrAllocator allocator;
  llvm::StringSaver saver;
  std::string output, temporary;
};

} // namespace

int main(int argc, char **argv) {
  pld::registerIdentityExport();
  pld::registerPyPTOImport();
  pld::registerPLDExports();
  SmallVector<const char *> args(argv, argv + argc);
  AtomicOutput output(args);
  args.push_back(nullptr);
  return failed(mlirTranslateMain(args.size() - 1,
                                  const_cast<char **>(args.data()),
                                  "PLD translation driver")) ||
         failed(output.keep());
}

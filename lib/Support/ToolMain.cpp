//===- ToolMain.cpp - What our programs do first and last -----------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Support/ToolMain.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"

#include <csignal>
#include <fcntl.h>

using namespace llvm;
using namespace pld;

/// The name of the program, and of the output that MLIR writes.
static std::string programName, outputName = "-";

void ToolMain::reportError(const Twine &message) {
  WithColor::error(errs(), programName) << message << '\n';
}

void ToolMain::reportWriteError(StringRef path, const Twine &why) {
  std::string what =
      path == "-" ? "to the standard output" : ("'" + path + "'").str();
  reportError("cannot write " + what + ": " + why);
}

/// A stream of LLVM ends the process if it is left with an error, after this.
static void handleFatalError(void *, const char *reason, bool) {
  StringRef text = reason;
  if (!text.consume_front("IO failure on output stream: ")) {
    errs() << "LLVM ERROR: " << text << '\n';
    return;
  }
  ToolMain::reportWriteError(outputName, text);
}

ToolMain::Streams::Streams() {
  // LLVM would have them read nothing, and write to nowhere in silence.
  for (int fd : {STDIN_FILENO, STDOUT_FILENO})
    if (::fcntl(fd, F_GETFD) < 0)
      ::open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

ToolMain::ToolMain(int &argc, char **&argv) : init(argc, argv) {
  programName = sys::path::filename(argv[0]).str();
  install_fatal_error_handler(handleFatalError);
  // Writing fails then.
  std::signal(SIGXFSZ, SIG_IGN);
}

int ToolMain::finish(int status, int failure) {
  outs().flush();
  std::error_code code = outs().error();
  if (!code)
    return status;
  outs().clear_error();
  if (status)
    return status;
  reportWriteError("-", code.message());
  return failure;
}

std::optional<OutputArgument>
OutputArgument::replace(SmallVectorImpl<const char *> &args) {
  OutputArgument result;
  StringSaver saver(*result.allocator);
  // `-o` may stand in a response file as well.
  cl::ExpandResponseFiles(saver, cl::TokenizeGNUCommandLine, args);
  for (size_t i = 1, e = args.size(); i < e; ++i) {
    StringRef arg = args[i], flag;
    if (arg == "--")
      break;
    if (!arg.consume_front("-"))
      continue;
    arg.consume_front("-");
    if (arg == "o" && i + 1 < e)
      arg = args[++i];
    else if (arg.consume_front("o="))
      flag = "-o=";
    else
      continue;
    ErrorOr<OutputFile> file = OutputFile::open(arg);
    if (!file) {
      ToolMain::reportWriteError(arg, file.getError().message());
      return std::nullopt;
    }
    outputName = result.path = arg.str();
    result.file.emplace(std::move(*file));
    args[i] = saver.save(flag + result.file->getTemporaryPath()).data();
    break;
  }
  return result;
}

LogicalResult OutputArgument::keep() {
  outputName = "-";
  if (!file)
    return success();
  std::error_code code = file->commit();
  if (!code)
    return success();
  ToolMain::reportWriteError(path, code.message());
  return failure();
}

//===- ToolMain.cpp - What our programs do first and last -----------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Support/ToolMain.h"
#include "pld/Support/OutputFile.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/WithColor.h"

#include <csignal>
#include <fcntl.h>
#include <optional>
#include <unistd.h>
#include <utility>

using namespace llvm;
using namespace pld;

/// The name of the program, and of the output that MLIR writes.
static std::string programName, outputName = "-";
/// That output. Not in the frame of `main`, which `exit` does not leave.
static std::optional<OutputFile> output;

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

LogicalResult ToolMain::replaceOutput(SmallVectorImpl<const char *> &args) {
  StringSaver saver(arguments);
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
      reportWriteError(arg, file.getError().message());
      return failure();
    }
    output.emplace(std::move(*file));
    outputName = arg.str();
    args[i] = saver.save(flag + output->getTemporaryPath()).data();
    break;
  }
  return success();
}

int ToolMain::finish(int status, int failure) {
  std::string name = std::exchange(outputName, "-");
  std::error_code code;
  if (output && !status)
    code = output->commit();
  output.reset();
  outs().flush();
  if (!code && outs().error()) {
    code = outs().error();
    name = "-";
  }
  outs().clear_error();
  if (status || !code)
    return status;
  reportWriteError(name, code.message());
  return failure;
}

//===- pld-identity.cpp - Operator identity registries --------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Identity/Fingerprint.h"
#include "pld/Identity/Json.h"
#include "pld/Identity/JsonWriter.h"
#include "pld/Identity/Registry.h"
#include "pld/Identity/Text.h"
#include "pld/Support/ToolMain.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using namespace pld::identity;

static constexpr char kOverview[] =
    R"(builds and validates operator identity registries

Binds what was recorded of each operator in the model's source, with SuperKernel
off and with SuperKernel on; see docs/identity.md for the files.

Examples:
  pld-identity build --observations=obs.json --out=registry.json
  pld-identity validate --registry=registry.json --require-complete
  pld-identity canonical < values.jsonl

Success prints one JSON object on the standard output ('canonical': a line for
each line). An error is one line on the standard error, and exit status 2.
)";

static constexpr int kFailure = 2;

static cl::SubCommand build("build", "Build the registry of observations");
static cl::SubCommand validate("validate", "Check a registry by replay");
static cl::SubCommand
    canonical("canonical",
              "Print fingerprint and canonical form of each line of JSON");

static cl::OptionCategory category("Options");
static cl::opt<std::string> observations("observations",
                                         cl::desc("The file of observations"),
                                         cl::value_desc("file"), cl::sub(build),
                                         cl::cat(category));
static cl::opt<std::string> output("out", cl::desc("The registry, a new file"),
                                   cl::value_desc("file"), cl::sub(build),
                                   cl::cat(category));
static cl::opt<std::string> registry("registry",
                                     cl::desc("The registry to check"),
                                     cl::value_desc("file"), cl::sub(validate),
                                     cl::cat(category));
static cl::opt<bool>
    requireComplete("require-complete",
                    cl::desc("It is an error if there are blockers"),
                    cl::sub(validate), cl::cat(category));
static cl::opt<std::string>
    root("artifact-root",
         cl::desc("The folder of the evidence; that of the file if not given"),
         cl::value_desc("folder"), cl::sub(build), cl::sub(validate),
         cl::cat(category));
static cl::opt<std::string> input(cl::Positional, cl::init("-"),
                                  cl::desc("[file]"), cl::sub(canonical),
                                  cl::cat(category));

static int fail(const Twine &message) {
  errs() << "pld-identity: error: " << makePrintable(message.str()) << '\n';
  return kFailure;
}

static int print(Expected<RegistrySummary> summary, bool isValidated) {
  if (!summary)
    return fail(toString(summary.takeError()));
  JsonWriter json(outs());
  json.beginObject();
  json.key("blocker_count");
  json.integer(summary->numBlockers);
  json.key("complete");
  json.boolean(summary->isComplete);
  json.key("entry_count");
  json.integer(summary->numEntries);
  json.member("registry_fingerprint", summary->fingerprint.str());
  if (isValidated) {
    json.key("valid");
    json.boolean(true);
  }
  json.endObject();
  outs() << '\n';
  return 0;
}

/// An error is on the line of its input; all lines are read.
static int printCanonical() {
  auto buffer = MemoryBuffer::getFileOrSTDIN(input);
  if (!buffer)
    return fail("cannot read " + quote(input) + ": " +
                buffer.getError().message());
  unsigned numErrors = 0, numLines = 0;
  for (StringRef rest = (*buffer)->getBuffer(), line; !rest.empty();) {
    std::tie(line, rest) = rest.split('\n');
    ++numLines;
    Expected<JsonDocument> document = JsonDocument::parse(line);
    if (document) {
      outs() << getFingerprint(document->root()).str() << ' ';
      JsonWriter(outs()).value(document->root());
    } else {
      outs() << "error: " << toString(document.takeError());
      ++numErrors;
    }
    outs() << '\n';
  }
  return numErrors ? fail(Twine(numErrors) + " of " + Twine(numLines) +
                          " lines are not valid")
                   : 0;
}

static int run() {
  if (build) {
    if (observations.empty() || output.empty())
      return fail("build needs --observations and --out");
    return print(buildRegistry(observations, root, output), false);
  }
  if (validate) {
    if (registry.empty())
      return fail("validate needs --registry");
    return print(validateRegistry(registry, root, requireComplete), true);
  }
  if (canonical)
    return printCanonical();
  return fail("expected 'build', 'validate' or 'canonical'; see --help");
}

int main(int argc, char **argv) {
  pld::ToolMain tool(argc, argv);
  for (cl::SubCommand *command : {&build, &validate, &canonical})
    cl::HideUnrelatedOptions(category, *command);
  cl::HideUnrelatedOptions(category);
  std::string usage;
  raw_string_ostream usageStream(usage);
  if (!cl::ParseCommandLineOptions(argc, argv, kOverview, &usageStream)) {
    // What is wrong is on the first line, advice on those after it.
    StringRef message = StringRef(usage).split('\n').first;
    message.consume_front("pld-identity: ");
    return fail(message.rtrim());
  }
  return tool.finish(run(), kFailure);
}

//===- pld-kernels.cpp - Compiles kernels once, and packs them ------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/KernelBuild/BuildFolder.h"
#include "pld/KernelBuild/Package.h"
#include "pld/Support/ToolMain.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace pld::kernels;
namespace cl = llvm::cl;
using llvm::StringRef;

static constexpr char kOverview[] =
    R"(compiles the kernels of a program, each code once, and packs them

What a program registers comes from pld-translate --pld-to-registrations-json;
how it is compiled is in a contract. See docs/compile-once.md for both.

Example:
  pld-kernels ninja program.json --contract=contract.json --sources=generated \
      --build-dir=build
  pld-kernels build build
  pld-kernels pack build -o package
  pld-kernels verify package

Each verb has its own --help.

Exit status: 0 if all went well, 1 if an input is refused or the build failed,
2 for wrong usage.
)";

enum ExitCode : uint8_t { Success = 0, Refused = 1, Usage = 2 };

//===----------------------------------------------------------------------===//
// Verbs and options
//===----------------------------------------------------------------------===//

static cl::OptionCategory category("Options");

static cl::SubCommand planVerb("plan", "Say what has to be compiled");
static cl::SubCommand ninjaVerb("ninja", "Write build.ninja");
static cl::SubCommand buildVerb("build", "Build a folder");
static cl::SubCommand packVerb("pack", "Pack what was built");
static cl::SubCommand verifyVerb("verify", "Check a package");
static cl::SubCommand unpackVerb("unpack", "Check a package and copy it");

static constexpr std::pair<StringRef, const char *> kOverviews[] = {
    {"plan", R"(says what has to be compiled

Reads the registrations, the contract, the sources and all that they include,
and prints each code that has to be compiled, with the registrations that use it.
Writes nothing.
)"},
    {"ninja", R"(writes build.ninja and plan.json into the folder of a build

build.ninja has one edge for each code that has to be compiled. It writes itself
again when an input changes. Compiles nothing.
)"},
    {"build", R"(builds FOLDER, which 'pld-kernels ninja' has made

Runs Ninja. binary_context.json is in the folder when all is built, and only
then; without it, or with one for another platform, runtime or revision,
everything is compiled again. Two builds of one folder wait for each other.
)"},
    {"pack", R"(packs an orchestration of FOLDER, which was built

Makes a folder of the orchestration's binaries and binary_manifest.json, which
has the callable record of each id. Ids of one code name one file.
)"},
    {"verify", R"(checks the package in FOLDER completely

The manifest, and the path, size and digest of each file.
)"},
    {"unpack", R"(checks the package in FOLDER and copies what belongs to it

The bytes that are copied are the bytes that were checked. The new folder is
there if everything is right, and only then.
)"},
};

static cl::opt<std::string> registrations(cl::Positional, cl::Required,
                                          cl::desc("REGISTRATIONS"),
                                          cl::cat(category), cl::sub(planVerb),
                                          cl::sub(ninjaVerb));
static cl::opt<std::string> contract("contract", cl::Required,
                                     cl::value_desc("file"),
                                     cl::desc("How sources are compiled"),
                                     cl::cat(category), cl::sub(planVerb),
                                     cl::sub(ninjaVerb));
static cl::opt<std::string> sources(
    "sources", cl::value_desc("folder"),
    cl::desc("Where kernels/ and orchestration/ are; by default that of "
             "REGISTRATIONS"),
    cl::cat(category), cl::sub(planVerb), cl::sub(ninjaVerb));
static cl::list<std::string> externalSources(
    "source", cl::value_desc("kernel>=<file"),
    cl::desc("The source of an external kernel, relative to the folder of the "
             "sources; once for each"),
    cl::cat(category), cl::sub(planVerb), cl::sub(ninjaVerb));
static cl::opt<std::string>
    buildDir("build-dir", cl::Required, cl::value_desc("folder"),
             cl::desc("Where to build; made if it is missing"),
             cl::cat(category), cl::sub(ninjaVerb));
static cl::opt<std::string>
    launcher("launcher", cl::value_desc("command"),
             cl::desc("What to put in front of each compiler, such as ccache"),
             cl::cat(category), cl::sub(ninjaVerb));
static cl::opt<unsigned> scanLimit(
    "scan-limit", cl::value_desc("seconds"), cl::init(300),
    cl::desc("How long a compiler may take to say its version, and what "
             "a source includes"),
    cl::cat(category), cl::sub(planVerb), cl::sub(ninjaVerb));
static cl::opt<bool> inBuild("in-build",
                             cl::desc("Said by build.ninja: there is a lock"),
                             cl::cat(category), cl::sub(ninjaVerb), cl::Hidden);
static cl::opt<std::string> folder(cl::Positional, cl::Required,
                                   cl::desc("FOLDER"), cl::cat(category),
                                   cl::sub(buildVerb), cl::sub(packVerb),
                                   cl::sub(verifyVerb), cl::sub(unpackVerb));
static cl::opt<std::string> ninja("ninja", cl::value_desc("program"),
                                  cl::init("ninja"),
                                  cl::desc("The Ninja to run"),
                                  cl::cat(category), cl::sub(buildVerb));
static cl::opt<unsigned> jobs("j", cl::value_desc("number"),
                              cl::desc("How many compilers run at a time"),
                              cl::cat(category), cl::sub(buildVerb));
static cl::opt<std::string>
    orchestration("orchestration", cl::value_desc("name"),
                  cl::desc("Which one, if there are several"),
                  cl::cat(category), cl::sub(packVerb));
static cl::opt<std::string> output("o", cl::Required, cl::value_desc("folder"),
                                   cl::desc("A folder that does not exist"),
                                   cl::cat(category), cl::sub(packVerb),
                                   cl::sub(unpackVerb));
static cl::opt<bool> json("json", cl::desc("Print the result as JSON"),
                          cl::cat(category), cl::sub(planVerb),
                          cl::sub(packVerb), cl::sub(verifyVerb),
                          cl::sub(unpackVerb));

static std::string getAbsolute(StringRef path) {
  llvm::SmallString<128> result(path);
  // It fails if the current folder is gone; then no path is found.
  [[maybe_unused]] std::error_code code = llvm::sys::fs::make_absolute(result);
  llvm::sys::path::remove_dots(result);
  return result.str().str();
}

/// Reads `--source`, or says what is wrong and returns nothing.
static std::optional<ExternalSources> getExternalSources() {
  ExternalSources result;
  for (StringRef word : externalSources) {
    auto [name, file] = word.split('=');
    StringRef problem;
    if (name.empty() || file.empty())
      problem = "must be KERNEL=FILE";
    else if (!result.try_emplace(name.str(), file.str()).second)
      problem = "names the kernel for the second time";
    if (problem.empty())
      continue;
    pld::ToolMain::reportError("--source=" + word + " " + problem);
    return std::nullopt;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// What the verbs do
//===----------------------------------------------------------------------===//

static BuildRequest getRequest(const char *program,
                               ExternalSources sourcesByName) {
  BuildRequest request;
  request.registrations = getAbsolute(registrations);
  request.contract = getAbsolute(contract);
  request.sources =
      sources.empty()
          ? llvm::sys::path::parent_path(request.registrations).str()
          : getAbsolute(sources);
  request.folder = getAbsolute(buildDir);
  request.externalSources = std::move(sourcesByName);
  request.launcher = launcher;
  request.scanSeconds = scanLimit;
  static int anchor;
  request.tool = llvm::sys::fs::getMainExecutable(program, &anchor);
  return request;
}

static llvm::Error runPlan(const BuildRequest &request) {
  llvm::Expected<PlanInputs> inputs = readPlanInputs(request);
  if (!inputs)
    return inputs.takeError();
  llvm::Expected<BuildPlan> plan = planBuild(*inputs);
  if (!plan)
    return plan.takeError();
  if (json)
    llvm::outs() << formatPlan(*plan) << '\n';
  else
    printPlan(*plan, llvm::outs());
  return llvm::Error::success();
}

static llvm::Error runNinja(const BuildRequest &request) {
  if (inBuild)
    if (llvm::Error error = checkPlace(request.folder))
      return error;
  // Before there is a folder, which a bad input must not leave.
  llvm::Expected<BuildFiles> files = makeBuildFiles(request);
  if (!files)
    return files.takeError();
  if (inBuild)
    return writeBuildFiles(request.folder, *files);
  if (std::error_code code = llvm::sys::fs::create_directories(
          request.folder, true, llvm::sys::fs::all_all))
    return llvm::createStringError("cannot make '" + request.folder +
                                   "': " + code.message());
  llvm::Expected<FolderLock> lock = FolderLock::acquire(request.folder);
  if (!lock)
    return lock.takeError();
  return writeBuildFiles(request.folder, *files);
}

static llvm::Error runBuild() {
  BuildOptions options;
  options.ninja = ninja;
  options.jobs = jobs;
  return buildFolder(getAbsolute(folder), options);
}

/// Does something with a package, and says what is in it.
static llvm::Error show(llvm::Expected<PackageManifest> manifest,
                        StringRef what) {
  if (!manifest)
    return manifest.takeError();
  if (json) {
    llvm::outs() << formatManifest(*manifest) << '\n';
    return llvm::Error::success();
  }
  llvm::outs() << what << ' ' << manifest->kernels.size() << " kernels in "
               << manifest->getBinaries().size() - 1
               << " binaries, and an orchestration\n";
  return llvm::Error::success();
}

static llvm::Error run(const char *program, ExternalSources sourcesByName) {
  if (planVerb)
    return runPlan(getRequest(program, std::move(sourcesByName)));
  if (ninjaVerb)
    return runNinja(getRequest(program, std::move(sourcesByName)));
  if (buildVerb)
    return runBuild();
  if (packVerb)
    return show(packFolder(getAbsolute(folder), orchestration, output),
                "packed");
  if (verifyVerb)
    return show(verifyPackage(folder), "right:");
  return show(unpackPackage(folder, output), "unpacked");
}

int main(int argc, char **argv) {
  pld::ToolMain tool(argc, argv);
  for (cl::SubCommand *verb : cl::getRegisteredSubcommands())
    cl::HideUnrelatedOptions(category, *verb);
  const char *overview = kOverview;
  for (auto [verb, text] : kOverviews)
    if (argc > 1 && verb == argv[1])
      overview = text;
  if (!cl::ParseCommandLineOptions(argc, argv, overview, &llvm::errs()))
    return Usage;
  if (cl::SubCommand::getTopLevel()) {
    llvm::errs()
        << "usage: pld-kernels plan|ninja|build|pack|verify|unpack ..\n"
           "See pld-kernels --help.\n";
    return Usage;
  }
  std::optional<ExternalSources> sourcesByName = getExternalSources();
  if (!sourcesByName)
    return Usage;
  if (llvm::Error error = run(argv[0], std::move(*sourcesByName))) {
    pld::ToolMain::reportError(llvm::toString(std::move(error)));
    return Refused;
  }
  return tool.finish(Success, Refused);
}

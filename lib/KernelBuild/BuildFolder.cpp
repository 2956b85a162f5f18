//===- BuildFolder.cpp - The folder of a build ----------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/KernelBuild/BuildFolder.h"
#include "FolderPlace.h"
#include "Formats.h"
#include "RunProgram.h"
#include "SafeFile.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/SHA256.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

using namespace pld;
using namespace pld::kernels;
using llvm::StringRef;
namespace fs = llvm::sys::fs;

static std::string join(StringRef folder, StringRef name) {
  return (folder + "/" + name).str();
}

static llvm::Error makeError(StringRef what, std::error_code code) {
  return llvm::createStringError(quote(what) + ": " + code.message());
}

//===----------------------------------------------------------------------===//
// The lock
//===----------------------------------------------------------------------===//

FolderLock::~FolderLock() {
  if (fd >= 0)
    ::close(fd);
}

llvm::Expected<FolderLock> FolderLock::acquire(StringRef folder) {
  std::string path = join(folder, ".pld-kernels.lock");
  int opened = llvm::sys::RetryAfterSignal(-1, ::open, path.c_str(),
                                           O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (opened < 0)
    return makeError(path, {errno, std::generic_category()});
  Descriptor owner(opened);
  // Out of the way of `Inherited`.
  FolderLock lock(::fcntl(opened, F_DUPFD_CLOEXEC, kLockDescriptor + 1));
  if (lock.fd < 0 ||
      llvm::sys::RetryAfterSignal(-1, ::flock, lock.fd, LOCK_EX) != 0)
    return makeError(path, {errno, std::generic_category()});
  return std::move(lock);
}

FolderLock::Inherited::Inherited(const FolderLock &lock)
    : before(::fcntl(kLockDescriptor, F_DUPFD_CLOEXEC, kLockDescriptor + 1)) {
  llvm::sys::RetryAfterSignal(-1, ::dup2, lock.fd, kLockDescriptor);
}

FolderLock::Inherited::~Inherited() {
  ::close(kLockDescriptor);
  if (before < 0)
    return;
  // What the caller of this program has there.
  llvm::sys::RetryAfterSignal(-1, ::dup2, before, kLockDescriptor);
  ::close(before);
}

//===----------------------------------------------------------------------===//
// The files of the build
//===----------------------------------------------------------------------===//

llvm::Expected<PlanInputs>
pld::kernels::readPlanInputs(const BuildRequest &request) {
  PlanInputs inputs;
  inputs.sources = request.sources;
  inputs.scanSeconds = request.scanSeconds;
  auto read = [&](const std::string &path) {
    llvm::Expected<std::string> text = readFile(path, kMaxFileSize);
    if (text)
      inputs.documents.push_back(
          {path,
           llvm::toHex(llvm::SHA256::hash(llvm::arrayRefFromStringRef(*text)),
                       /*LowerCase=*/true)});
    return text;
  };
  llvm::Expected<std::string> text = read(request.registrations);
  if (!text)
    return text.takeError();
  auto orchestrations =
      parseRegistrations(*text, request.registrations, request.externalSources);
  if (!orchestrations)
    return orchestrations.takeError();
  inputs.orchestrations = std::move(*orchestrations);

  text = read(request.contract);
  if (!text)
    return text.takeError();
  auto contract = parseContract(*text, request.contract);
  if (!contract)
    return contract.takeError();
  inputs.contract = std::move(*contract);
  auto resolved = resolveContract(
      inputs.contract, llvm::sys::path::parent_path(request.contract),
      request.scanSeconds);
  if (!resolved)
    return resolved.takeError();
  inputs.resolved = std::move(*resolved);
  return inputs;
}

/// The folders in which a new header would be found before one that the plan
/// has. A folder that does not exist yet shows in the one above it.
static std::set<std::string>
findSearchedFolders(const BuildPlan &plan, const CompileContract &resolved,
                    StringRef buildFolder) {
  std::set<std::string> result, seen;
  auto add = [&](StringRef folder) {
    for (; !folder.empty(); folder = llvm::sys::path::parent_path(folder))
      if (!seen.insert(folder.str()).second)
        return;
      else if (fs::is_directory(folder)) {
        result.insert(folder.str());
        return;
      }
  };
  for (const CompileUnit &unit : plan.units) {
    const std::vector<std::string> &dirs =
        resolved.toolchains.at(unit.coreType).includeDirs;
    std::vector<StringRef> searched{
        llvm::sys::path::parent_path(plan.getSource(unit))};
    searched.insert(searched.end(), dirs.begin(), dirs.end());
    for (StringRef dir : searched)
      add(dir);
    for (unsigned include : unit.includes) {
      StringRef path = plan.files[include].path;
      for (size_t i = 0; i != searched.size(); ++i) {
        StringRef below = path;
        if (!below.consume_front(searched[i]) || !below.consume_front("/"))
          continue;
        for (size_t before = 0; before != i; ++before)
          add(llvm::sys::path::parent_path(join(searched[before], below)));
        break;
      }
    }
  }
  // Folders that change because a plan is made, under whatever name.
  llvm::SmallString<64> temporary;
  llvm::sys::path::system_temp_directory(/*ErasedOnReboot=*/true, temporary);
  for (auto it = result.begin(); it != result.end();)
    if (fs::equivalent(*it, buildFolder) || fs::equivalent(*it, temporary))
      it = result.erase(it);
    else
      ++it;
  return result;
}

/// Files that are older than an input are made again by Ninja, at once.
static llvm::Error checkDates(const std::vector<std::string> &inputs) {
  auto now = llvm::sys::TimePoint<>::clock::now() + std::chrono::seconds(1);
  for (const std::string &input : inputs) {
    fs::file_status status;
    if (!fs::status(input, status) && status.getLastModificationTime() > now)
      return llvm::createStringError(
          quote(input) +
          " is dated in the future, so that Ninja would plan again and again");
  }
  return llvm::Error::success();
}

llvm::Expected<BuildFiles>
pld::kernels::makeBuildFiles(const BuildRequest &request) {
  BuildFiles result;
  // What changes from then on is newer. The clock of file systems may lag.
  result.start =
      llvm::sys::TimePoint<>::clock::now() - std::chrono::milliseconds(20);
  llvm::Expected<PlanInputs> inputs = readPlanInputs(request);
  if (!inputs)
    return inputs.takeError();
  llvm::Expected<BuildPlan> plan = planBuild(*inputs);
  if (!plan)
    return plan.takeError();

  NinjaOptions options;
  options.launcher = request.launcher;
  options.regenerate = {request.tool,
                        "ninja",
                        request.registrations,
                        "--contract=" + request.contract,
                        "--sources=" + request.sources,
                        "--build-dir=.",
                        "--launcher=" + request.launcher,
                        "--scan-limit=" + std::to_string(request.scanSeconds),
                        "--in-build"};
  for (const auto &[name, source] : request.externalSources)
    options.regenerate.push_back(
        ("--source=" + llvm::Twine(name) + "=" + source).str());
  options.inputs = {request.registrations, request.contract};
  for (const auto &[type, toolchain] : inputs->resolved.toolchains)
    options.inputs.push_back(toolchain.compiler);
  for (const std::string &folder :
       findSearchedFolders(*plan, inputs->resolved, request.folder))
    options.inputs.push_back(folder);
  llvm::Expected<std::string> ninja =
      formatNinja(*plan, inputs->resolved, options);
  if (!ninja)
    return ninja.takeError();

  for (const InputFile &file : plan->files)
    options.inputs.push_back(file.path);
  if (llvm::Error error = checkDates(options.inputs))
    return std::move(error);
  result.place = findPlace(request, *inputs);
  result.plan = formatPlan(*plan) + "\n";
  result.ninja = std::move(*ninja);
  return result;
}

/// Whether a file has another text than it is going to have, or is missing.
static bool isChanging(const std::string &path, StringRef text) {
  auto before = llvm::expectedToOptional(readFile(path, kMaxFileSize));
  return !before || *before != text;
}

llvm::Error pld::kernels::writeBuildFiles(StringRef folder,
                                          const BuildFiles &files) {
  // The plan first: what Ninja does not know of is missing, and that is seen.
  const std::pair<std::string, StringRef> texts[] = {
      {join(folder, "plan.json"), files.plan},
      {join(folder, "build.ninja"), files.ninja}};
  // What was built is not what the files say any more.
  if (llvm::any_of(texts, [](const auto &file) {
        return isChanging(file.first, file.second);
      }))
    if (std::error_code code = fs::remove(join(folder, kStampFile)))
      return makeError(join(folder, kStampFile), code);
  for (const auto &[path, text] : texts) {
    if (llvm::Error error = writeFile(path, text))
      return error;
    int fd = -1;
    if (std::error_code code =
            fs::openFileForWrite(path, fd, fs::CD_OpenExisting, fs::OF_Append))
      return makeError(path, code);
    Descriptor owner(fd);
    if (std::error_code code =
            fs::setLastAccessAndModificationTime(fd, files.start))
      return makeError(path, code);
  }
  // Last: it says that the others are of what the documents are now.
  return writePlace(folder, files.place);
}

llvm::Error pld::kernels::checkPlace(StringRef folder) {
  return readPlace(folder).takeError();
}

llvm::Expected<BuildPlan> pld::kernels::readPlan(StringRef folder) {
  std::string path = join(folder, "plan.json");
  llvm::Expected<std::string> text = readFile(path, kMaxFileSize);
  if (!text)
    return text.takeError();
  return parsePlan(*text, path);
}

//===----------------------------------------------------------------------===//
// The build
//===----------------------------------------------------------------------===//

static llvm::Expected<BinaryContext> readStamp(StringRef folder) {
  std::string path = join(folder, kStampFile);
  llvm::Expected<std::string> text = readFile(path, kMaxFileSize);
  if (!text)
    return text.takeError();
  return parseStamp(*text, path);
}

llvm::Error pld::kernels::checkStamp(StringRef folder,
                                     const BinaryContext &context) {
  llvm::Expected<BinaryContext> stamp = readStamp(folder);
  if (!stamp)
    return llvm::createStringError("the folder is not completely built, "
                                   "because there is no right stamp: " +
                                   llvm::toString(stamp.takeError()));
  if (*stamp != context)
    return llvm::createStringError("the folder was built for another platform, "
                                   "runtime or revision than is planned");
  return llvm::Error::success();
}

/// Brings the plan up to date, without building.
static llvm::Error updatePlan(const std::string &ninja, StringRef folder,
                              const FolderLock &lock) {
  FolderLock::Inherited inherited(lock);
  llvm::Expected<ProgramResult> result =
      runProgram({ninja, "-C", folder.str(), "build.ninja"});
  if (!result)
    return result.takeError();
  if (result->status == 0)
    return llvm::Error::success();
  // What our own tool says in Ninja's output is what a user wants to know.
  StringRef output = result->out, own = "pld-kernels: error: ";
  if (size_t at = output.find(own); at != StringRef::npos)
    output = getFirstLine(output.drop_front(at + own.size()), "");
  else
    output = (result->err.empty() ? output : StringRef(result->err)).trim();
  return llvm::createStringError(output);
}

static llvm::Error runNinja(StringRef ninja, StringRef folder, unsigned jobs,
                            const FolderLock &lock) {
  FolderLock::Inherited inherited(lock);
  std::vector<StringRef> words{ninja, "-C", folder};
  std::string number = std::to_string(jobs), message;
  if (jobs)
    words.insert(words.end(), {"-j", number});
  if (llvm::sys::ExecuteAndWait(ninja, words, /*Env=*/std::nullopt, {}, 0, 0,
                                &message) == 0)
    return llvm::Error::success();
  return llvm::createStringError("the build failed, and there is no stamp" +
                                 (message.empty() ? "" : ": " + message));
}

/// Whether the files are what they were when the plan was made.
static llvm::Error checkInputs(llvm::ArrayRef<InputFile> inputs) {
  for (const InputFile &input : inputs) {
    llvm::Expected<OpenFile> file = OpenFile::open(input.path);
    if (!file)
      return file.takeError();
    llvm::Expected<std::string> digest = file->digest();
    if (!digest)
      return digest.takeError();
    if (*digest != input.sha256)
      return llvm::createStringError(quote(input.path) +
                                     " has changed while it was compiled");
  }
  return llvm::Error::success();
}

/// The plan of the folder, if it was made of what the files are now.
static std::optional<BuildPlan> readCurrentPlan(StringRef folder) {
  auto place = llvm::expectedToOptional(readPlace(folder));
  auto plan = llvm::expectedToOptional(readPlan(folder));
  if (!place || !plan || errorToBool(checkInputs(place->documents)) ||
      errorToBool(checkInputs(plan->files)))
    return std::nullopt;
  return plan;
}

/// Whether what was planned is there, made of what was planned.
static llvm::Error checkBuild(StringRef folder, const BuildPlan &plan) {
  llvm::Expected<FolderPlace> place = readPlace(folder);
  if (!place)
    return place.takeError();
  if (llvm::Error error = checkInputs(place->documents))
    return error;
  if (llvm::Error error = checkInputs(plan.files))
    return error;
  for (const CompileUnit &unit : plan.units) {
    llvm::Expected<OpenFile> file =
        OpenFile::open(join(folder, unit.getObject()));
    if (!file)
      return file.takeError();
  }
  return llvm::Error::success();
}

/// A compiler that outlived its builder may still make and move a few files
/// there, and each of them can stop a removal.
static llvm::Error removeObjects(const std::string &objects) {
  std::error_code code;
  for (unsigned attempt = 0; attempt != 10; ++attempt) {
    code = fs::remove_directories(objects, /*IgnoreErrors=*/false);
    if (!code)
      return llvm::Error::success();
  }
  return makeError(objects, code);
}

llvm::Error pld::kernels::buildFolder(StringRef folder,
                                      const BuildOptions &options) {
  if (!fs::exists(join(folder, "build.ninja")))
    return llvm::createStringError(
        quote(join(folder, "build.ninja")) +
        " is missing: 'pld-kernels ninja' writes it");
  auto ninja = llvm::sys::findProgramByName(options.ninja);
  if (!ninja)
    return llvm::createStringError("cannot find " + quote(options.ninja));
  llvm::Expected<FolderLock> lock = FolderLock::acquire(folder);
  if (!lock)
    return lock.takeError();

  if (llvm::Error error = checkPlace(folder))
    return error;

  std::optional<BinaryContext> stamp =
      llvm::expectedToOptional(readStamp(folder));
  if (std::error_code code = fs::remove(join(folder, kStampFile)))
    return makeError(join(folder, kStampFile), code);
  if (llvm::Error error = updatePlan(*ninja, folder, *lock))
    return error;
  // Ninja goes by dates: it sees no file that is replaced by an older one, and
  // not that the plan is damaged.
  std::optional<BuildPlan> plan = readCurrentPlan(folder);
  if (!plan) {
    ::unlink(join(folder, "plan.json").c_str());
    if (llvm::Error error = updatePlan(*ninja, folder, *lock))
      return error;
    llvm::Expected<BuildPlan> again = readPlan(folder);
    if (!again)
      return again.takeError();
    plan = std::move(*again);
  }
  if (stamp != plan->context || !plan->context.isReproducible())
    if (llvm::Error error = removeObjects(join(folder, "objects")))
      return error;

  if (llvm::Error error = runNinja(*ninja, folder, options.jobs, *lock))
    return error;
  llvm::Expected<BuildPlan> after = readPlan(folder);
  if (!after)
    return after.takeError();
  llvm::Error error =
      formatPlan(*after) == formatPlan(*plan)
          ? checkBuild(folder, *plan)
          : llvm::createStringError("the plan has changed meanwhile");
  if (error) {
    // The next build plans again, whatever the times of the files say.
    ::unlink(join(folder, "plan.json").c_str());
    return llvm::createStringError("build again, there is no stamp: " +
                                   llvm::toString(std::move(error)));
  }
  // The stamp must not outlive what it speaks of, should the machine stop.
  for (const CompileUnit &unit : plan->units)
    if (llvm::Error error = syncPath(join(folder, unit.getObject())))
      return error;
  if (!plan->units.empty())
    if (llvm::Error error = syncPath(join(folder, "objects")))
      return error;
  if (llvm::Error error = syncPath(folder))
    return error;
  return writeFile(join(folder, kStampFile), formatStamp(plan->context));
}

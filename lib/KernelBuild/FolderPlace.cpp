//===- FolderPlace.cpp - What a folder of a build was made for ------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FolderPlace.h"
#include "Formats.h"
#include "SafeFile.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"

using namespace pld;
using namespace pld::kernels;
using llvm::StringRef;

static std::string getFile(StringRef folder) {
  return (folder + "/place.json").str();
}

/// A path without links in it; empty if there is nothing.
static std::string getTarget(StringRef path) {
  llvm::SmallString<128> real;
  if (llvm::sys::fs::real_path(path, real))
    return {};
  return real.str().str();
}

FolderPlace pld::kernels::findPlace(const BuildRequest &request,
                                    const PlanInputs &inputs) {
  FolderPlace place;
  for (const std::string &path :
       {request.registrations, request.contract, request.sources})
    place.links.push_back({path, getTarget(path)});
  place.documents = inputs.documents;
  return place;
}

llvm::Error pld::kernels::writePlace(StringRef folder,
                                     const FolderPlace &place) {
  Json links = Json::array(), documents = Json::array();
  std::vector<std::string> paths{getTarget(folder)};
  for (const auto &[path, target] : place.links) {
    links.push_back({{"path", path}, {"target", target}});
    paths.insert(paths.end(), {path, target});
  }
  for (const InputFile &file : place.documents)
    documents.push_back({{"path", file.path}, {"sha256", file.sha256}});
  for (const std::string &path : paths)
    if (!llvm::json::isUTF8(path))
      return llvm::createStringError(quote(path) + " is not UTF-8");
  return writeFile(getFile(folder),
                   toCanonicalText({{"schema", 1},
                                    {"folder", paths.front()},
                                    {"links", std::move(links)},
                                    {"documents", std::move(documents)}}) +
                       "\n");
}

static llvm::Expected<FolderPlace> parsePlace(StringRef text, StringRef what) {
  llvm::Expected<Json> json = parseJson(text, what);
  if (!json)
    return json.takeError();
  JsonProblem problem(what);
  JsonValue document(*json, problem);
  document.expectFields({"schema", "folder", "links", "documents"});
  expectSchema(document, 1);
  FolderPlace place;
  place.folder = document["folder"].getString();
  document["links"].forEach([&](const JsonValue &link) {
    link.expectFields({"path", "target"});
    place.links.push_back(
        {link["path"].getString(), link["target"].getString()});
  });
  document["documents"].forEach([&](const JsonValue &file) {
    file.expectFields({"path", "sha256"});
    place.documents.push_back(
        {file["path"].getString(), file["sha256"].getDigest()});
  });
  if (llvm::Error error = problem.takeError())
    return std::move(error);
  return place;
}

llvm::Expected<FolderPlace> pld::kernels::readPlace(StringRef folder) {
  constexpr StringRef kAdvice = "; 'pld-kernels ninja' has to make it again";
  std::string file = getFile(folder);
  llvm::Expected<std::string> text = readFile(file, kMaxFileSize);
  if (!text)
    return llvm::createStringError(
        "it is not known for which place the folder was made" + kAdvice + ": " +
        llvm::toString(text.takeError()));
  llvm::Expected<FolderPlace> place = parsePlace(*text, file);
  if (!place)
    return place.takeError();
  std::string here = getTarget(folder);
  if (here != place->folder)
    return llvm::createStringError("the folder " + quote(here) +
                                   " was made for another place, " +
                                   quote(place->folder) + kAdvice);
  for (const auto &[path, target] : place->links)
    if (std::string now = getTarget(path); !now.empty() && now != target)
      return llvm::createStringError(
          "the folder was made when " + quote(path) + " led to " +
          quote(target) + ", and it leads to " + quote(now) + " now" + kAdvice);
  return place;
}

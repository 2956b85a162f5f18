//===- Export.cpp - Observations of the source ----------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Target/Identity/Export.h"
#include "pld/Dialect/PLD/PLDOps.h"
#include "pld/Identity/Evidence.h"
#include "pld/Identity/Json.h"
#include "pld/Identity/JsonWriter.h"
#include "pld/Identity/Text.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ConvertUTF.h"

#include <map>
#include <optional>

using namespace mlir;
using namespace pld;
using identity::EvidenceFile;
using identity::JsonWriter;

namespace {

class IdentityExporter {
public:
  IdentityExporter(ModuleOp module, const IdentityExportOptions &options)
      : module(module), options(options) {}

  LogicalResult run(raw_ostream &os);

private:
  struct SourceFile : EvidenceFile {
    identity::LineTable lines;
  };
  struct Row {
    StringRef operatorId;
    const SourceFile *file;
    FileLineColRange span;
    uint64_t start, end; // bytes
  };

  LogicalResult addDispatch(Operation *dispatch);
  /// The evidence that a location is in, read once.
  const SourceFile *getFile(Operation *dispatch, StringAttr name);
  /// The byte of a place that a location has.
  std::optional<uint64_t> findByte(const SourceFile &file, unsigned line,
                                   unsigned column) const;
  void write(JsonWriter &json, const identity::Fingerprint *own) const;
  void writeRow(JsonWriter &json, const Row &row) const;

  ModuleOp module;
  const IdentityExportOptions &options;
  std::string setId, request;
  SmallVector<Row> rows;
  DenseMap<StringAttr, Operation *> dispatches; // by uid
  DenseMap<StringAttr, const SourceFile *> files;
  std::map<std::string, SourceFile> evidence; // by path beneath the root
};

} // namespace

static constexpr char kNoId[] =
    "no id, since it has white space around it, or is not valid UTF-8: ";

/// Whether a file of observations may have that text.
static bool isId(StringRef text) {
  auto *bytes = reinterpret_cast<const llvm::UTF8 *>(text.data());
  return llvm::isLegalUTF8String(&bytes, bytes + text.size()) &&
         identity::isCanonicalString(text);
}

LogicalResult IdentityExporter::run(raw_ostream &os) {
  WalkResult result = module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto func = dyn_cast<FuncOp>(op))
      return func.isOrchestration() ? WalkResult::advance()
                                    : WalkResult::skip();
    if (isa<CallOp, SubmitOp>(op) && failed(addDispatch(op)))
      return WalkResult::interrupt();
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  // A file without observations is none.
  if (rows.empty())
    return module.emitError()
           << "no orchestration of the program dispatches anything";

  setId = options.setId;
  if (setId.empty())
    setId = module.getSymName().value_or("program");
  request = options.request;
  if (request.empty()) {
    identity::FingerprintStream text;
    module.print(text);
    request = text.finish().str();
  }
  for (StringRef id : {StringRef(setId), StringRef(request)})
    if (!isId(id))
      return module.emitError() << kNoId << identity::quote(id);
  identity::FingerprintStream canonical;
  JsonWriter hashed(canonical);
  write(hashed, /*own=*/nullptr);
  identity::Fingerprint fingerprint = canonical.finish();
  JsonWriter json(os, JsonWriter::Style::Indented);
  write(json, &fingerprint);
  os << '\n';
  return success();
}

/// As locations have it.
static std::string describeSpan(FileLineColRange span) {
  std::string text;
  llvm::raw_string_ostream(text)
      << span.getStartLine() << ':' << span.getStartColumn() << '-'
      << span.getEndLine() << ':' << span.getEndColumn();
  return text;
}

LogicalResult IdentityExporter::addDispatch(Operation *dispatch) {
  auto uid =
      dispatch->getAttrOfType<StringAttr>(PLDDialect::kOriginUidAttrName);
  // At the location: the text of a whole operation would hide the message.
  if (!uid)
    return emitError(dispatch->getLoc())
           << "this dispatch has no '" << PLDDialect::kOriginUidAttrName
           << "'; 'pld-assign-origin-uids' gives it one";
  if (!isId(uid))
    return emitError(dispatch->getLoc()) << kNoId << uid;
  auto [it, isNew] = dispatches.try_emplace(uid, dispatch);
  if (!isNew) {
    InFlightDiagnostic diag = emitError(dispatch->getLoc())
                              << "this dispatch has the '"
                              << PLDDialect::kOriginUidAttrName << "' " << uid
                              << " of another one";
    diag.attachNote(it->second->getLoc()) << "the other one is here";
    return diag;
  }
  LocationAttr loc = dispatch->getLoc();
  auto span = loc.findInstanceOf<FileLineColRange>();
  if (!span || span.getStartLine() == 0)
    return emitError(dispatch->getLoc())
           << "the dispatch " << uid << " has no place in a file";
  const SourceFile *file = getFile(dispatch, span.getFilename());
  if (!file)
    return failure();
  auto start = findByte(*file, span.getStartLine(), span.getStartColumn());
  auto end = findByte(*file, span.getEndLine(), span.getEndColumn());
  if (!start || !end)
    return emitError(dispatch->getLoc())
           << "the dispatch " << uid << " is at " << describeSpan(span)
           << ", which is outside of " << identity::quote(file->path)
           << "; columns count bytes from " << options.firstColumn;
  if (*end < *start)
    return emitError(dispatch->getLoc())
           << "the dispatch " << uid << " is at " << describeSpan(span)
           << ", which ends before it starts";
  rows.push_back({uid.getValue(), file, span, *start, *end});
  return success();
}

std::optional<uint64_t> IdentityExporter::findByte(const SourceFile &file,
                                                   unsigned line,
                                                   unsigned column) const {
  if (column < options.firstColumn)
    return std::nullopt;
  return file.lines.find(line, column - options.firstColumn);
}

const IdentityExporter::SourceFile *
IdentityExporter::getFile(Operation *dispatch, StringAttr name) {
  auto [it, isNew] = files.try_emplace(name, nullptr);
  if (!isNew)
    return it->second;
  identity::LineTable lines;
  llvm::Expected<EvidenceFile> file =
      identity::describeEvidence(options.root, name.getValue(), &lines);
  if (!file) {
    emitError(dispatch->getLoc())
        << toString(file.takeError()) << "; the root is "
        << identity::quote(options.root);
    return nullptr;
  }
  // Two names may lead to one file.
  std::string path = file->path;
  SourceFile source{std::move(*file), std::move(lines)};
  return it->second = &evidence.try_emplace(std::move(path), std::move(source))
                           .first->second;
}

/// Members are written in the order of their names.
void IdentityExporter::write(JsonWriter &json,
                             const identity::Fingerprint *own) const {
  json.beginObject();
  json.key("evidence_files");
  json.beginArray();
  for (const auto &[path, file] : evidence) {
    json.element();
    json.beginObject();
    json.member("file_fingerprint", file.fingerprint.str());
    json.member("path", path);
    json.key("size_bytes");
    json.integer(file.size);
    json.endObject();
  }
  json.endArray();
  json.member("observation_set_id", setId);
  json.key("observations");
  json.beginArray();
  for (const Row &row : rows) {
    json.element();
    writeRow(json, row);
  }
  json.endArray();
  if (own)
    json.member("observations_fingerprint", own->str());
  json.member("request_fingerprint", request);
  json.member("schema_version",
              "superkernel-multistream-identity-observations-v1");
  json.endObject();
}

void IdentityExporter::writeRow(JsonWriter &json, const Row &row) const {
  const std::string &path = row.file->path;
  std::string statement;
  llvm::raw_string_ostream(statement)
      << path << ':' << row.start << '-' << row.end;
  json.beginObject();
  json.key("alignment_id");
  json.null();
  json.member("binding_method", "exact_source_span");
  json.member("domain", "source");
  json.member("evidence_locator", describeSpan(row.span));
  json.member("evidence_path", path);
  json.key("identity");
  json.beginObject();
  json.key("byte_end");
  json.integer(row.end);
  json.key("byte_start");
  json.integer(row.start);
  json.member("file", path);
  json.endObject();
  json.member("operator_id", row.operatorId);
  json.member("statement_id", statement);
  json.endObject();
}

LogicalResult pld::exportIdentityObservations(
    ModuleOp module, const IdentityExportOptions &options, raw_ostream &os) {
  return IdentityExporter(module, options).run(os);
}

void pld::registerIdentityExport() {
  static llvm::cl::opt<std::string> root(
      "identity-artifact-root", llvm::cl::init("."),
      llvm::cl::desc("The folder beneath which the files of the source are"),
      llvm::cl::value_desc("folder"));
  static llvm::cl::opt<std::string> setId(
      "identity-observation-set",
      llvm::cl::desc("observation_set_id; the name of the module if not given"),
      llvm::cl::value_desc("name"));
  static llvm::cl::opt<std::string> request(
      "identity-request-fingerprint",
      llvm::cl::desc("request_fingerprint; that of the program if not given"),
      llvm::cl::value_desc("text"));
  static llvm::cl::opt<unsigned> firstColumn(
      "identity-first-column", llvm::cl::init(1),
      llvm::cl::desc("What locations have for the first byte of a line"),
      llvm::cl::value_desc("0|1"));
  TranslateFromMLIRRegistration(
      "pld-to-identity-observations",
      "Write where in the source each dispatch is, for pld-identity",
      [](Operation *op, raw_ostream &os) -> LogicalResult {
        auto module = dyn_cast<ModuleOp>(op);
        if (!module)
          return op->emitError() << "expected a module";
        if (firstColumn > 1)
          return emitError(op->getLoc())
                 << "identity-first-column must be 0 or 1";
        return exportIdentityObservations(module,
                                          {root.getValue(), setId.getValue(),
                                           request.getValue(), firstColumn},
                                          os);
      },
      [](DialectRegistry &registry) {
        registry.insert<PLDDialect, arith::ArithDialect, scf::SCFDialect>();
      });
}

//===- AssignOriginUids.cpp - Names for dispatches that stay --------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Dialect/PLD/PLDOps.h"
#include "pld/Identity/Fingerprint.h"
#include "pld/Identity/JsonWriter.h"
#include "pld/Transforms/Passes.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace pld {
#define GEN_PASS_DEF_ASSIGNORIGINUIDSPASS
#include "pld/Transforms/Passes.h.inc"
} // namespace pld

using namespace mlir;
using namespace pld;

/// The place in a file that a location is of, if any.
static FileLineColRange findPlace(LocationAttr loc) {
  auto span = loc.findInstanceOf<FileLineColRange>();
  return span && span.getStartLine() ? span : FileLineColRange();
}

/// A name for what is at a place of a function: the start of the fingerprint of
/// function, file, and lines and columns as the location has them.
static std::string makeUid(FuncOp func, FileLineColRange span) {
  identity::FingerprintStream stream;
  identity::JsonWriter json(stream);
  auto string = [&](StringRef text) {
    json.element();
    json.string(text);
  };
  json.beginArray();
  string(func.getSymName());
  string(span.getFilename());
  for (unsigned number : {span.getStartLine(), span.getStartColumn(),
                          span.getEndLine(), span.getEndColumn()}) {
    json.element();
    json.integer(number);
  }
  json.endArray();
  constexpr StringLiteral kPrefix = "sha256:";
  return stream.finish().str().substr(kPrefix.size(), 32);
}

static SymbolRefAttr getCallee(Operation *dispatch) {
  if (auto call = dyn_cast<CallOp>(dispatch))
    return call.getCalleeAttr();
  return cast<SubmitOp>(dispatch).getCalleeAttr();
}

namespace {

struct AssignOriginUids
    : public pld::impl::AssignOriginUidsPassBase<AssignOriginUids> {
  using AssignOriginUidsPassBase::AssignOriginUidsPassBase;

  void runOnOperation() override {
    SmallVector<std::pair<FuncOp, Operation *>> unnamed;
    llvm::StringSet<> taken;
    getOperation()->walk<WalkOrder::PreOrder>([&](FuncOp func) {
      if (func.isOrchestration())
        func.walk<WalkOrder::PreOrder>([&](Operation *op) {
          if (!isa<CallOp, SubmitOp>(op))
            return;
          if (auto uid =
                  op->getAttrOfType<StringAttr>(PLDDialect::kOriginUidAttrName))
            taken.insert(uid.getValue());
          else
            unnamed.emplace_back(func, op);
        });
      return WalkResult::skip();
    });
    llvm::StringMap<unsigned> counts;
    for (auto [func, op] : unnamed) {
      FileLineColRange place = findPlace(op->getLoc());
      // Its order alone would name it, which binds nothing.
      if (!place) {
        emitWarning(op->getLoc())
            << "the dispatch of " << getCallee(op) << " in @"
            << func.getSymName() << " has no place in a file, and gets no '"
            << PLDDialect::kOriginUidAttrName << "'";
        continue;
      }
      std::string base = makeUid(func, place);
      std::string uid;
      do {
        unsigned number = counts[base]++;
        uid = number ? base + "." + std::to_string(number) : base;
      } while (!taken.insert(uid).second);
      op->setDiscardableAttr(PLDDialect::kOriginUidAttrName,
                             StringAttr::get(&getContext(), uid));
    }
  }
};

} // namespace

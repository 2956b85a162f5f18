//===- VerifyDedupTestBase.h - Merges made by hand --------------*- C++ -*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_UNITTESTS_TOOLS_VERIFYDEDUPTESTBASE_H
#define PLD_UNITTESTS_TOOLS_VERIFYDEDUPTESTBASE_H

#include "pld/Tools/VerifyDedup.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

#include <string>
#include <utility>
#include <vector>

namespace pld::test {

/// Two equal kernels, two equal Groups, and who calls them. Values of the
/// second ones have other names, so that each of their lines is unique.
constexpr llvm::StringLiteral kProgram = R"mlir(
!k = !pld.tensor<[M, N], f32>
!t = !pld.tensor<[S, T], f32>
!g = !pld.tensor<[R, 64], f32>

pld.func private incore @a(%xa: !k, %ya: !k, %na: index {pld.symbol = "K"}, %oa: out !k) -> !k {
  %ca = arith.constant 0.0 : f32
  %qa = arith.constant 0x7FC00001 : f32
  %ia = arith.constant 3 : i64
  %ra = pld.intrinsic "k.op"(%xa, %ya, %ca, %qa, %ia) unchecked {mode = 1 : i64} : (!k, !k, f32, f32, i64) -> !pld.tile<[16, K], f32, space = vec>
  %sa = pld.intrinsic "k.store"(%ra, %oa) unchecked : (!pld.tile<[16, K], f32, space = vec>, !k) -> !k
  pld.return %sa : !k
}
pld.func private incore @b(%xb: !k, %yb: !k, %nb: index {pld.symbol = "K"}, %ob: out !k) -> !k {
  %cb = arith.constant 0.0 : f32
  %qb = arith.constant 0x7FC00001 : f32
  %ib = arith.constant 3 : i64
  %rb = pld.intrinsic "k.op"(%xb, %yb, %cb, %qb, %ib) unchecked {mode = 1 : i64} : (!k, !k, f32, f32, i64) -> !pld.tile<[16, K], f32, space = vec>
  %sb = pld.intrinsic "k.store"(%rb, %ob) unchecked : (!pld.tile<[16, K], f32, space = vec>, !k) -> !k
  pld.return %sb : !k
}
// Like `@a`, but another constant.
pld.func private incore @other(%x: !k, %y: !k, %n: index {pld.symbol = "K"}, %o: out !k) -> !k {
  %c = arith.constant 1.0 : f32
  pld.return %o : !k
}

pld.func private aic @c0(%x: !g) -> !g {
  %b0 = pld.system.reserve_buffer() {name = "buffer", size = 64 : i64} : () -> i32
  pld.return %x : !g
}
pld.func private aiv @v0(%x: !g, %y: !g) -> !g {
  %p0 = pld.system.import_peer_buffer() {name = "buffer", peer_func = @c0} : () -> i32
  pld.return %x : !g
}
pld.func private aiv @w0(%x: !g) -> !g {
  %p0 = pld.system.import_peer_buffer() {name = "buffer", peer_func = @c0} : () -> i32
  pld.return %x : !g
}
pld.func private group @g0(%x: !g) -> !g {
  %c0 = pld.call @c0(%x) : (!g) -> !g
  %v0 = pld.call @v0(%c0, %x) : (!g, !g) -> !g
  %w0 = pld.call @w0(%v0) : (!g) -> !g
  pld.return %w0 : !g
}
pld.func private aic @c1(%x: !g) -> !g {
  %b1 = pld.system.reserve_buffer() {name = "buffer", size = 64 : i64} : () -> i32
  pld.return %x : !g
}
pld.func private aiv @v1(%x: !g, %y: !g) -> !g {
  %p1 = pld.system.import_peer_buffer() {name = "buffer", peer_func = @c1} : () -> i32
  pld.return %x : !g
}
pld.func private aiv @w1(%x: !g) -> !g {
  %p2 = pld.system.import_peer_buffer() {name = "buffer", peer_func = @c1} : () -> i32
  pld.return %x : !g
}
pld.func private group @g1(%x: !g) -> !g {
  %c1 = pld.call @c1(%x) : (!g) -> !g
  %v1 = pld.call @v1(%c1, %x) : (!g, !g) -> !g
  %w1 = pld.call @w1(%v1) : (!g) -> !g
  pld.return %w1 : !g
}

pld.func orchestration @main(%x: !t, %y: !t, %o: !t, %n: index, %t0: !pld.task_id, %t1: !pld.task_id, %z: !g) -> !t {
  %0 = pld.call @a(%x, %y, %n, %o) : (!t, !t, index, !t) -> !t
  %1 = pld.call @b(%0, %y, %n, %o) : (!t, !t, index, !t) -> !t
  %2, %id = pld.submit @b(%1, %y, %n) deps(%t0, %t1) core_num(%n) sync_start : (!t, !t, index) -> (!t, !pld.task_id)
  %3 = pld.call @other(%2, %y, %n, %o) : (!t, !t, index, !t) -> !t
  %4 = pld.call @g0(%z) : (!g) -> !g
  %5 = pld.call @g1(%4) : (!g) -> !g
  pld.return %3 : !t
}
pld.func orchestration @entry() attributes {uses = @a} {
  pld.return
}
)mlir";

using Merges = std::vector<std::pair<llvm::StringRef, llvm::StringRef>>;
inline const Merges kMerges{
    {"b", "a"}, {"g1", "g0"}, {"c1", "c0"}, {"v1", "v0"}, {"w1", "w0"}};

class VerifyDedupTest : public ::testing::Test {
protected:
  VerifyDedupTest() {
    context.loadDialect<PLDDialect, mlir::arith::ArithDialect,
                        mlir::scf::SCFDialect>();
  }

  mlir::OwningOpRef<mlir::ModuleOp> parse(llvm::StringRef text) {
    auto module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    EXPECT_TRUE(module);
    return module;
  }

  /// `text` with each `first` replaced by its `second`; each is there.
  std::string
  edit(llvm::StringRef text,
       llvm::ArrayRef<std::pair<llvm::StringRef, llvm::StringRef>> edits) {
    std::string result = text.str();
    for (auto [from, to] : edits) {
      size_t at = result.find(from);
      EXPECT_NE(at, std::string::npos) << from.str();
      if (at != std::string::npos)
        result.replace(at, from.size(), to);
    }
    return result;
  }

  /// A copy in which each `first` is deleted and called `second` instead.
  mlir::OwningOpRef<mlir::ModuleOp> merge(mlir::ModuleOp program,
                                          const Merges &merges) {
    mlir::OwningOpRef<mlir::ModuleOp> copy(program.clone());
    for (auto [from, to] : merges) {
      mlir::Operation *func = copy->lookupSymbol(from);
      EXPECT_TRUE(func) << from.str();
      func->erase();
      EXPECT_TRUE(mlir::succeeded(mlir::SymbolTable::replaceAllSymbolUses(
          mlir::StringAttr::get(&context, from),
          mlir::StringAttr::get(&context, to), *copy)));
    }
    EXPECT_TRUE(mlir::succeeded(mlir::verify(*copy)));
    return copy;
  }

  std::string check(mlir::ModuleOp before, mlir::ModuleOp after) {
    verdict = verifyDedup(before, after);
    std::string text;
    llvm::raw_string_ostream os(text);
    verdict.print(os);
    return text;
  }

  /// What is said of a program that was merged by hand.
  std::string checkMerge(llvm::StringRef text, const Merges &merges = kMerges) {
    mlir::OwningOpRef<mlir::ModuleOp> before = parse(text);
    if (!before)
      return "";
    return check(*before, *merge(*before, merges));
  }

  mlir::MLIRContext context{mlir::MLIRContext::Threading::DISABLED};
  DedupVerdict verdict;
};

inline bool contains(const std::string &text, llvm::StringRef part) {
  return llvm::StringRef(text).contains(part);
}

} // namespace pld::test

#endif // PLD_UNITTESTS_TOOLS_VERIFYDEDUPTESTBASE_H

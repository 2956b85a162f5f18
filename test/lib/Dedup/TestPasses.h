//===- TestPasses.h - Passes for tests of deduplication -------- -*- C++
//-*-===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PLD_TEST_DEDUP_TESTPASSES_H
#define PLD_TEST_DEDUP_TESTPASSES_H

namespace pld::test {

/// `pld-test-deduplicate-wrongly`: deduplicates with one rule broken.
void registerTestDeduplicateWrongly();
/// `pld-test-rename-symbols-apart`: no two functions share a shape symbol.
void registerTestRenameSymbolsApart();

} // namespace pld::test

#endif // PLD_TEST_DEDUP_TESTPASSES_H

//===- SafeFileTest.cpp - Tests of files that are what was checked --------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is opened, and what a program that is started gets of it.
//
//===----------------------------------------------------------------------===//

#include "SafeFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"

#include <fcntl.h>
#include <set>

using namespace pld::kernels;
namespace fs = llvm::sys::fs;

namespace {

/// The descriptors that are open, with their flags.
std::set<std::pair<int, int>> getDescriptors() {
  std::set<std::pair<int, int>> result;
  for (int fd = 0; fd != 256; ++fd)
    if (int flags = ::fcntl(fd, F_GETFD); flags >= 0)
      result.insert({fd, flags});
  return result;
}

class SafeFileTest : public ::testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(fs::createUniqueDirectory("pld-safe-file", folder));
    ASSERT_FALSE(fs::create_directories(folder + "/a/b"));
    ASSERT_FALSE(bool(writeFile(at("a/b/c"), "text")));
  }
  void TearDown() override { ASSERT_FALSE(fs::remove_directories(folder)); }
  std::string at(llvm::StringRef name) const {
    return (folder + "/" + name).str();
  }

  llvm::SmallString<64> folder;
};

TEST_F(SafeFileTest, ProgramsInheritNothing) {
  std::set<std::pair<int, int>> before = getDescriptors();
  {
    auto top = openFolder(folder);
    ASSERT_TRUE(bool(top));
    auto below = OpenFile::openBeneath(*top, "a/b/c");
    ASSERT_TRUE(bool(below));
    auto file = OpenFile::open(at("a/b/c"));
    ASSERT_TRUE(bool(file));
    auto during = getDescriptors();
    // The folder and the two files; what was on the way is closed.
    EXPECT_EQ(during.size(), before.size() + 3);
    for (auto descriptor : during)
      EXPECT_TRUE(before.count(descriptor) || descriptor.second == FD_CLOEXEC)
          << descriptor.first;
    auto text = readFile(*below, "c", 4);
    ASSERT_TRUE(bool(text));
    EXPECT_EQ(*text, "text");
  }
  EXPECT_EQ(getDescriptors(), before);
}

TEST_F(SafeFileTest, RefusesWhatIsNoFile) {
  auto messageOf = [](auto result) {
    return result ? std::string() : llvm::toString(result.takeError());
  };
  EXPECT_EQ(messageOf(OpenFile::open("/dev/zero")),
            "'/dev/zero': it is a device, not a regular file");
  EXPECT_EQ(messageOf(OpenFile::open(at("a"))),
            "'" + at("a") + "': it is a folder, not a regular file");
  EXPECT_EQ(messageOf(OpenFile::open(at("x"))),
            "'" + at("x") + "': No such file or directory");
  ASSERT_FALSE(fs::create_link(at("a/b/c"), at("link")));
  ASSERT_FALSE(fs::create_link("/dev/zero", at("zero")));
  EXPECT_EQ(messageOf(OpenFile::open(at("link"))), "");
  auto top = openFolder(folder);
  ASSERT_TRUE(bool(top));
  for (const char *name : {"link", "zero"})
    EXPECT_EQ(messageOf(OpenFile::openBeneath(*top, name)),
              "'" + std::string(name) +
                  "': there is a symbolic link on the way");
}

} // namespace

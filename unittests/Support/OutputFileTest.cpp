//===- OutputFileTest.cpp - Tests of files that appear whole --------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "pld/Support/OutputFile.h"
#include "pld/Support/FileContent.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

#include <fcntl.h>
#include <set>
#include <sys/stat.h>

using namespace llvm;
using namespace pld;
using Existing = OutputFile::Existing;

namespace {

/// Both ways in which a file is without its name: none, and a hidden one.
class OutputFileTest : public testing::TestWithParam<bool> {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("pld-output-file", folder));
  }
  void TearDown() override { sys::fs::remove_directories(folder); }

  std::string at(StringRef name) const { return (folder + "/" + name).str(); }
  std::string read(StringRef name) const {
    auto buffer = MemoryBuffer::getFile(at(name));
    return buffer ? (*buffer)->getBuffer().str() : "none";
  }
  mode_t getMode(StringRef name) const {
    struct stat status = {};
    EXPECT_EQ(::lstat(at(name).c_str(), &status), 0) << name.str();
    return status.st_mode;
  }
  std::set<std::string> list() const {
    std::set<std::string> names;
    std::error_code code;
    for (sys::fs::directory_iterator it(folder, code), end; it != end;
         it.increment(code))
      names.insert(sys::path::filename(it->path()).str());
    return names;
  }
  std::error_code write(StringRef path, StringRef text,
                        Existing existing = Existing::Replace) const {
    auto file = OutputFile::open(path, existing, GetParam());
    if (!file)
      return file.getError();
    file->os() << text;
    return file->commit();
  }

  using Names = std::set<std::string>;
  SmallString<128> folder;
};

INSTANTIATE_TEST_SUITE_P(Ways, OutputFileTest, testing::Bool());

TEST_P(OutputFileTest, Replaces) {
  ASSERT_FALSE(write(at("out"), "old"));
  {
    auto file = OutputFile::open(at("out"), Existing::Replace, GetParam());
    ASSERT_TRUE(bool(file));
    file->os() << "new";
    file->os().flush();
    EXPECT_EQ(read("out"), "old");
    ASSERT_FALSE(file->commit());
    EXPECT_EQ(read("out"), "new");
  }
  {
    auto file = OutputFile::open(at("out"), Existing::Replace, GetParam());
    file->os() << "given up";
  }
  EXPECT_EQ(read("out"), "new");
  EXPECT_EQ(list(), Names{"out"});
}

TEST_P(OutputFileTest, KeepsPermissions) {
  mode_t before = ::umask(027);
  ASSERT_FALSE(write(at("new"), ""));
  ASSERT_FALSE(write(at("old"), ""));
  ASSERT_EQ(::chmod(at("old").c_str(), 0604), 0);
  ASSERT_FALSE(write(at("old"), "text"));
  ::umask(before);
  EXPECT_EQ(getMode("new") & 07777, 0640u);
  EXPECT_EQ(getMode("old") & 07777, 0604u);
  if (::geteuid() == 0)
    return; // may write everything
  ASSERT_EQ(::chmod(at("old").c_str(), 0400), 0);
  EXPECT_EQ(write(at("old"), "other"), std::errc::permission_denied);
  EXPECT_EQ(read("old"), "text");
}

TEST_P(OutputFileTest, FollowsLinks) {
  ASSERT_FALSE(sys::fs::create_directories(at("sub")));
  ASSERT_EQ(::symlink("sub/target", at("link").c_str()), 0);
  ASSERT_EQ(::symlink(at("link").c_str(), at("first").c_str()), 0);
  // To nowhere at first, and then to a file.
  for (StringRef text : {"one", "two"}) {
    ASSERT_FALSE(write(at("first"), text));
    EXPECT_TRUE(S_ISLNK(getMode("first")));
    EXPECT_TRUE(S_ISLNK(getMode("link")));
    EXPECT_TRUE(S_ISREG(getMode("sub/target")));
    EXPECT_EQ(read("sub/target"), text);
  }
  ASSERT_EQ(::symlink("circle", at("circle").c_str()), 0);
  EXPECT_EQ(write(at("circle"), ""), std::errc::too_many_symbolic_link_levels);
  EXPECT_EQ(list(), (Names{"sub", "link", "first", "circle"}));
}

TEST_P(OutputFileTest, Refuses) {
  ASSERT_FALSE(write(at("out"), "ours", Existing::Refuse));
  EXPECT_EQ(write(at("out"), "other", Existing::Refuse),
            std::errc::file_exists);
  EXPECT_EQ(read("out"), "ours");
  ASSERT_EQ(::symlink("nowhere", at("link").c_str()), 0);
  EXPECT_EQ(write(at("link"), "", Existing::Refuse), std::errc::file_exists);
  // Somebody is faster.
  {
    auto file = OutputFile::open(at("race"), Existing::Refuse, GetParam());
    ASSERT_TRUE(bool(file));
    file->os() << "ours";
    ASSERT_FALSE(write(at("race"), "theirs"));
    EXPECT_EQ(file->commit(), std::errc::file_exists);
  }
  EXPECT_EQ(read("race"), "theirs");
  EXPECT_EQ(list(), (Names{"out", "link", "race"}));
}

TEST_P(OutputFileTest, NamesOfNoFile) {
  EXPECT_EQ(write("", ""), std::errc::no_such_file_or_directory);
  EXPECT_EQ(write(at("none/out"), ""), std::errc::no_such_file_or_directory);
  EXPECT_EQ(write(at("new/"), ""), std::errc::is_a_directory);
  EXPECT_EQ(write(folder, ""), std::errc::is_a_directory);
  EXPECT_EQ(write(at(StringRef("a\0b", 3)), ""), std::errc::invalid_argument);
  ASSERT_FALSE(write(at("file"), ""));
  EXPECT_EQ(write(at("file/out"), ""), std::errc::not_a_directory);
  EXPECT_EQ(list(), Names{"file"});
}

TEST_P(OutputFileTest, WritesToPipesAsTheyAre) {
  ASSERT_EQ(::mkfifo(at("pipe").c_str(), 0600), 0);
  Descriptor reader(::open(at("pipe").c_str(), O_RDONLY | O_NONBLOCK));
  ASSERT_FALSE(write(at("pipe"), "text"));
  char buffer[8];
  EXPECT_EQ(::read(reader.get(), buffer, sizeof(buffer)), 4);
  EXPECT_TRUE(S_ISFIFO(getMode("pipe")));
  EXPECT_EQ(list(), Names{"pipe"});
}

TEST_P(OutputFileTest, WritesToOpenDescriptors) {
  // What is open is meant, at the place where it is, not the file's name.
  Descriptor open(::open(at("log").c_str(), O_RDWR | O_CREAT, 0600));
  ASSERT_EQ(::write(open.get(), "first ", 6), 6);
  for (StringRef folder : {"/proc/self/fd/", "/dev/fd/"})
    ASSERT_FALSE(write((folder + Twine(open.get())).str(), "next "));
  EXPECT_EQ(read("log"), "first next next ");
  // One that is not open for writing.
  Descriptor closed(::open(at("log").c_str(), O_RDONLY));
  EXPECT_EQ(write("/dev/fd/" + std::to_string(closed.get()), "x"),
            std::errc::bad_file_descriptor);
}

TEST_P(OutputFileTest, TemporaryPathsAreWrittenToo) {
  auto file = OutputFile::open(at("out"), Existing::Replace, GetParam());
  ASSERT_TRUE(bool(file));
  {
    std::error_code code;
    raw_fd_ostream os(file->getTemporaryPath(), code);
    ASSERT_FALSE(code);
    os << "text";
  }
  ASSERT_FALSE(file->commit());
  EXPECT_EQ(read("out"), "text");
  EXPECT_EQ(list(), Names{"out"});
}

TEST_P(OutputFileTest, MakesFoldersAsTheUmaskSays) {
  mode_t before = ::umask(022);
  ASSERT_FALSE(makeFolders(at("a/b/c")));
  ::umask(before);
  for (StringRef name : {"a", "a/b", "a/b/c"})
    EXPECT_EQ(getMode(name) & 07777, 0755u);
  EXPECT_FALSE(makeFolders(at("a/b/c")));
  ASSERT_FALSE(write(at("file"), ""));
  EXPECT_EQ(makeFolders(at("file/a")), std::errc::not_a_directory);
}

TEST(FileContentTest, Describes) {
  EXPECT_EQ(describeContent(""), "empty");
  EXPECT_EQ(describeContent(" \n"), "empty");
  EXPECT_EQ(describeContent("\x1F\x8B\x08"), "gzip data");
  EXPECT_EQ(describeContent("ML\xEFR\x0D"), "MLIR bytecode");
  EXPECT_EQ(describeContent("\x83\xA4"), "MessagePack data");
  EXPECT_EQ(describeContent("\n module @m {"), "MLIR text");
  EXPECT_EQ(describeContent("#loc1 = loc(unknown)\n"), "MLIR text");
  EXPECT_EQ(describeContent("!t = !pld.ptr\n"), "MLIR text");
  EXPECT_EQ(describeContent("// a comment\nmodule"), "MLIR text");
  EXPECT_EQ(describeContent(StringRef("ab\0c", 4)), "binary data");
  // Text that may be JSON, or that nobody knows.
  for (StringRef text : {"{", "[1", "\"module\"", "12", "null", "# comment"})
    EXPECT_EQ(describeContent(text), "") << text.str();
  EXPECT_EQ(describeContent(std::string(100, ' ') + "{"), "");
}

} // namespace

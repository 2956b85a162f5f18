//===- FilesTest.cpp - Tests of files that change -------------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files.h"
#include "pld/Identity/Evidence.h"
#include "pld/Identity/Registry.h"
#include "pld/Identity/Text.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

#include <fcntl.h>
#include <functional>
#include <unistd.h>

using namespace llvm;
using namespace pld;
using namespace pld::identity;

namespace {

class FilesTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("pld-files", folder));
  }
  void TearDown() override { sys::fs::remove_directories(folder); }

  std::string at(StringRef name) const { return (folder + "/" + name).str(); }
  void write(StringRef name, StringRef text) const {
    std::error_code error;
    raw_fd_ostream os(at(name), error);
    ASSERT_FALSE(error);
    os << text;
  }
  std::string read(StringRef name) const {
    auto buffer = MemoryBuffer::getFile(at(name));
    return buffer ? (*buffer)->getBuffer().str() : "none";
  }
  /// The names in the folder.
  std::vector<std::string> list() const {
    std::vector<std::string> names;
    std::error_code error;
    for (sys::fs::directory_iterator it(folder, error), end; it != end;
         it.increment(error))
      names.push_back(sys::path::filename(it->path()).str());
    return names;
  }

  SmallString<128> folder;
};

TEST_F(FilesTest, OpensBeneath) {
  write("outside", "o");
  ASSERT_FALSE(sys::fs::create_directories(at("root/a/b")));
  write("root/a/b/file", "f");
  ASSERT_FALSE(::symlink("a", at("root/link").c_str()));
  ASSERT_FALSE(::symlink("../outside", at("root/out").c_str()));
  ASSERT_FALSE(::symlink("file", at("root/a/b/same").c_str()));
  Descriptor root(::open(at("root").c_str(), O_PATH | O_DIRECTORY));
  ASSERT_TRUE(bool(root));

  for (auto open : {openBeneath, openBeneathByName})
    for (int flags : {O_RDONLY, O_PATH}) {
      Descriptor file(open(root.get(), "a/b/file", flags | O_CLOEXEC));
      ASSERT_TRUE(bool(file));
      struct stat status;
      ASSERT_FALSE(::fstat(file.get(), &status));
      EXPECT_EQ(status.st_size, 1);
      // Links are refused, wherever they lead; so is the way up.
      for (StringRef path :
           {"link/b/file", "out", "a/b/same", "../outside", "a/../../outside",
            "none", "a/none/x", "a/b/file/x", "/etc/passwd"})
        EXPECT_FALSE(bool(Descriptor(open(root.get(), path, flags))))
            << path.str();
    }
}

TEST_F(FilesTest, ResolvesBeneath) {
  ASSERT_FALSE(sys::fs::create_directories(at("root/a")));
  write("root/a/file", "f");
  write("root-2", "o");
  ASSERT_FALSE(::symlink(at("root/a").c_str(), at("root/link").c_str()));
  auto root = RootFolder::open(at("root"));
  ASSERT_TRUE(bool(root));
  EXPECT_EQ(cantFail(root->resolve("a/file", "x")), "a/file");
  EXPECT_EQ(cantFail(root->resolve("link/./file", "x")), "a/file");
  EXPECT_EQ(cantFail(root->resolveOutside(at("root/link/file"), "x")),
            "a/file");
  // A folder whose name only begins like that of the root.
  EXPECT_EQ(toString(root->resolveOutside(at("root-2"), "x").takeError()),
            "x is outside of the root");
  EXPECT_EQ(toString(root->resolve("none", "x").takeError()),
            "x does not exist");
  write("root/\xff", "f");
  EXPECT_EQ(toString(root->resolve("\xff", "x").takeError()),
            "x is at '\\xff' beneath the root, which is not valid UTF-8");
  // What `validate` would refuse is not built, either; also behind a link.
  for (StringRef name : {"a ", "\xc2\xa0z", "a\nb", "a\x7f"}) {
    write(("root/" + name).str(), "f");
    std::string where = " beneath the root, which has ";
    where += name[0] == 'a' && name != "a " ? "a control character in it"
                                            : "white space around it";
    EXPECT_EQ(toString(root->resolve(name, "x").takeError()),
              "x is at " + quote(name) + where);
    ASSERT_FALSE(::symlink(name.str().c_str(), at("root/to").c_str()));
    EXPECT_EQ(toString(root->resolve("to", "x").takeError()),
              "x is at " + quote(name) + where);
    ASSERT_FALSE(sys::fs::remove(at("root/to")));
  }
  // What is resolved may become a link before it is opened.
  ASSERT_FALSE(sys::fs::remove_directories(at("root/a")));
  ASSERT_FALSE(::symlink(folder.c_str(), at("root/a").c_str()));
  write("file", "secret");
  EXPECT_FALSE(errorToBool(RootFolder::open(at("root")).takeError()));
  EXPECT_TRUE(errorToBool(root->openFile("a/file", "x").takeError()));
}

/// A path is not what stands in front of a NUL.
TEST_F(FilesTest, RefusesNuls) {
  write("file", "f");
  std::string name = "file", nul = name + StringRef("\0zzz", 4).str();
  auto root = RootFolder::open(folder);
  ASSERT_TRUE(bool(root));
  std::string expected = "x has a NUL character in its name";
  EXPECT_EQ(toString(root->resolve(nul, "x").takeError()), expected);
  EXPECT_EQ(toString(root->resolveOutside(at(nul), "x").takeError()), expected);
  EXPECT_EQ(toString(FileReader::open(at(nul), "x").takeError()), expected);
  EXPECT_TRUE(errorToBool(
      RootFolder::open((folder + StringRef("\0", 1)).str()).takeError()));
  EXPECT_TRUE(errorToBool(describeEvidence(folder, nul).takeError()));
  EXPECT_TRUE(
      errorToBool(buildRegistry(at("file"), "", at("new") + nul).takeError()));
  EXPECT_EQ(list(), std::vector<std::string>{"file"});
}

TEST_F(FilesTest, SeesChanges) {
  struct Change {
    const char *name;
    std::function<void(const std::string &)> apply;
  };
  const Change changes[] = {
      {"append",
       [](const std::string &path) {
         int fd = ::open(path.c_str(), O_WRONLY | O_APPEND);
         EXPECT_EQ(::write(fd, "x", 1), 1);
         ::close(fd);
       }},
      {"truncate",
       [](const std::string &path) {
         EXPECT_FALSE(::truncate(path.c_str(), 1));
       }},
      {"the same bytes",
       [](const std::string &path) {
         int fd = ::open(path.c_str(), O_WRONLY);
         EXPECT_EQ(::write(fd, "t", 1), 1);
         ::close(fd);
       }},
      {"removal",
       [](const std::string &path) { EXPECT_FALSE(::unlink(path.c_str())); }},
  };
  for (const Change &change : changes) {
    write("file", "text");
    auto reader = FileReader::open(at("file"), "x");
    ASSERT_TRUE(bool(reader));
    char buffer[2];
    EXPECT_EQ(cantFail(reader->read(buffer)), 2u);
    change.apply(at("file"));
    auto result = reader->fingerprint();
    ASSERT_FALSE(bool(result)) << change.name;
    EXPECT_EQ(toString(result.takeError()), "x changed while it was read");
  }
}

TEST(LineTableTest, AnyBlocks) {
  StringRef text = "ab\n\ncd";
  for (size_t size : {1, 2, 3, 6}) {
    LineTable lines;
    for (StringRef rest = text; !rest.empty(); rest = rest.drop_front(size))
      lines.add(rest.take_front(size));
    EXPECT_EQ(lines.find(1, 0), 0u);
    EXPECT_EQ(lines.find(1, 2), 2u);
    EXPECT_EQ(lines.find(1, 3), std::nullopt);
    EXPECT_EQ(lines.find(2, 0), 3u);
    EXPECT_EQ(lines.find(3, 2), 6u);
    EXPECT_EQ(lines.find(3, 3), std::nullopt);
    EXPECT_EQ(lines.find(0, 0), std::nullopt);
    EXPECT_EQ(lines.find(4, 0), std::nullopt);
  }
}

TEST(TextTest, Quotes) {
  EXPECT_EQ(quote("a'b"), "'a'b'");
  EXPECT_EQ(quote("a\nb\x7f"), "'a\\x0ab\\x7f'");
  // What no terminal should get.
  EXPECT_EQ(quote("\xc2\x85\xc2\x9b\xe2\x80\xa8\xc2\xa0"),
            "'\\u0085\\u009b\\u2028\xc2\xa0'");
  EXPECT_EQ(quote("\x9b\xc3z\xed\xa0\x80"), "'\\x9b\\xc3z\\xed\\xa0\\x80'");
  // Not cut within a character.
  std::string text(199, 'x');
  EXPECT_EQ(quote(text + "\xc3\xa9zz"), "'" + text + "...'");
}

} // namespace

//===- NinjaFileTest.cpp - Tests of the files of Ninja --------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is written for Ninja, and what is read that compilers write for Make.
//
//===----------------------------------------------------------------------===//

#include "pld/KernelBuild/NinjaFile.h"
#include "IncludeClosure.h"
#include "gtest/gtest.h"

using namespace pld::kernels;
using Words = std::vector<std::string>;

namespace {

Words read(llvm::StringRef text) {
  auto words = parseDepfile(text);
  if (!words)
    return {"error: " + llvm::toString(words.takeError())};
  return *words;
}

TEST(DepfileTest, Words) {
  EXPECT_EQ(read("it: a.cpp b.h\n"), (Words{"a.cpp", "b.h"}));
  EXPECT_EQ(read("it: a.cpp \\\n  b.h \\\n c.h"),
            (Words{"a.cpp", "b.h", "c.h"}));
  EXPECT_EQ(read("it: \\\n a.cpp\\\nb.h\n"), (Words{"a.cpp", "b.h"}));
  EXPECT_EQ(read("it:"), Words());
}

TEST(DepfileTest, Escapes) {
  EXPECT_EQ(read("it: a\\ b.cpp"), (Words{"a b.cpp"}));
  EXPECT_EQ(read("it: a$$b\\#c.cpp"), (Words{"a$b#c.cpp"}));
  // Backslashes are there twice in front of a blank only.
  EXPECT_EQ(read("it: a\\\\\\ b.cpp"), (Words{"a\\ b.cpp"}));
  EXPECT_EQ(read("it: a\\\\ b.cpp"), (Words{"a\\", "b.cpp"}));
  EXPECT_EQ(read("it: a\\b\\\\c.cpp"), (Words{"a\\b\\\\c.cpp"}));
  EXPECT_EQ(read("it: a:b.cpp"), (Words{"a:b.cpp"}));
}

TEST(DepfileTest, OtherRules) {
  EXPECT_EQ(read("it: a.cpp b.h\n\nb.h:\n"), (Words{"a.cpp", "b.h"}));
  EXPECT_EQ(read(""), (Words{"error: the compiler wrote no dependencies"}));
  EXPECT_EQ(read("hello"),
            (Words{"error: the compiler wrote no dependencies"}));
}

TEST(NinjaFileTest, ShellQuotes) {
  EXPECT_EQ(quoteForShell("-O2"), "-O2");
  EXPECT_EQ(quoteForShell(""), "''");
  EXPECT_EQ(quoteForShell("a b"), "'a b'");
  EXPECT_EQ(quoteForShell("it's"), "'it'\\''s'");
  EXPECT_EQ(quoteForShell("$(x)`*~"), "'$(x)`*~'");
}

class NinjaTextTest : public ::testing::Test {
protected:
  NinjaTextTest() {
    plan.files = {{"/s/a b.cpp", ""}, {"/s/x$y:z.h", ""}};
    plan.units = {{"01", CoreType::AIV, CodeOrigin::Generated, 0, {1}}};
    resolved.toolchains[CoreType::AIV] = {
        "/bin/cc", "", {"-DX=\"$y\"", "-c"}, {"/i j"}, "/c"};
    options.regenerate = {"/bin/tool", "it's"};
    options.inputs = {"/s/r.json"};
  }

  std::string format() {
    auto text = formatNinja(plan, resolved, options);
    return text ? *text : "error: " + llvm::toString(text.takeError());
  }
  bool has(const std::string &part) {
    return format().find(part) != std::string::npos;
  }

  BuildPlan plan;
  CompileContract resolved;
  NinjaOptions options;
};

TEST_F(NinjaTextTest, Escapes) {
  EXPECT_EQ(format(), format());
  EXPECT_TRUE(has("build objects/01.o: aiv /s/a$ b.cpp | /bin/cc\n"))
      << format();
  EXPECT_TRUE(has(" $\n    /s/x$$y$:z.h")) << format();
  EXPECT_TRUE(has("/bin/cc '-DX=\"$$y\"' -c -I '/i j' -MD")) << format();
  EXPECT_TRUE(has("command = /bin/tool 'it'\\''s' 9<&-\n")) << format();
}

TEST_F(NinjaTextTest, Launcher) {
  EXPECT_TRUE(has("\nlauncher = \n"));
  EXPECT_TRUE(has("if cd /c && $launcher /bin/cc"));
  options.launcher = "env A=$B ccache";
  EXPECT_TRUE(has("\nlauncher = env A=$$B ccache\n")) << format();
}

TEST_F(NinjaTextTest, Refuses) {
  for (const char *path : {"/s/a'b", "/s/a|b", "/s/a&b", "/s/a\\b", "/s/a\nb",
                           "/s/a*", "/s/a\"b", "/s/a: b"}) {
    options.inputs = {path};
    EXPECT_EQ(format().find("error: Ninja cannot read all characters of the "
                            "path '/s/a"),
              0u)
        << path;
  }
  options.inputs = {"/s/\xc3\xa4+,(){}[]%=@!#~"};
  EXPECT_EQ(format().find("error"), std::string::npos) << format();
  options.launcher = "a\nb";
  EXPECT_EQ(format(), "error: Ninja cannot read the line break in 'a\\0Ab'");
}

} // namespace

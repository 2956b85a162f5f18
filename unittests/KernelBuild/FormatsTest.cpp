//===- FormatsTest.cpp - Tests of the files of a build --------------------===//
//
// Part of the PLD project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is read, and what is refused with which words. Packages are tested on
// the command line: test/KernelBuild/package.test.
//
//===----------------------------------------------------------------------===//

#include "StrictJson.h"
#include "pld/KernelBuild/BuildPlan.h"
#include "pld/KernelBuild/Package.h"
#include "gtest/gtest.h"

using namespace pld::kernels;

namespace {

/// The message of an error, or nothing.
template <typename T> std::string messageOf(llvm::Expected<T> value) {
  return value ? "" : llvm::toString(value.takeError());
}

/// A text with one part of it replaced.
std::string edit(std::string text, const std::string &from,
                 const std::string &to) {
  size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

//===----------------------------------------------------------------------===//
// Registrations
//===----------------------------------------------------------------------===//

const std::string kRegistrations = R"({"schema": 1, "orchestrations": [
  {"name": "main", "orchestration_signature": ["in", "out"],
   "runtime": {"runtime": "ring", "aicpu_thread_num": 0, "enable_sdma": true},
   "kernels": [
     {"func_id": 1, "name": "b", "core_type": "aic", "signature": ["inout"],
      "external": "ext/b.cpp"},
     {"func_id": 0, "name": "a", "core_type": "aiv", "signature": []}],
   "tasks": [{"ids": [1, 0], "adds": ["scalar"], "slots": [0, 1, null]}]}]})";

std::string refuseRegistrations(const std::string &from,
                                const std::string &to) {
  return messageOf(parseRegistrations(edit(kRegistrations, from, to), "f"));
}

TEST(RegistrationsTest, Reads) {
  auto orchestrations = parseRegistrations(kRegistrations, "f");
  ASSERT_TRUE(bool(orchestrations));
  ASSERT_EQ(orchestrations->size(), 1u);
  const OrchestrationRegistration &main = orchestrations->front();
  EXPECT_EQ(main.runtimeName, "ring");
  EXPECT_EQ(main.runtimeConfig,
            R"({"aicpu_thread_num":0,"enable_sdma":true,"runtime":"ring"})");
  EXPECT_EQ(main.source, "orchestration/main.cpp");
  EXPECT_EQ(main.signature, (Signature{ArgDirection::In, ArgDirection::Out}));
  ASSERT_EQ(main.kernels.size(), 2u);
  EXPECT_EQ(main.kernels[0].source, "kernels/aiv/a.cpp");
  EXPECT_EQ(main.kernels[0].origin, CodeOrigin::Generated);
  EXPECT_EQ(main.kernels[1].source, "ext/b.cpp");
  EXPECT_EQ(main.kernels[1].origin, CodeOrigin::External);
}

TEST(RegistrationsTest, OriginsAndSources) {
  auto read = [](const std::string &fields) {
    return parseRegistrations(
        edit(kRegistrations, R"("external": "ext/b.cpp")", fields), "f");
  };
  auto kernel = [&](const std::string &fields) {
    auto result = read(fields);
    return result ? result->front().kernels[1] : KernelRegistration();
  };
  EXPECT_EQ(kernel(R"("external": true, "source": "x.cpp")").source, "x.cpp");
  EXPECT_EQ(kernel(R"("external": false)").origin, CodeOrigin::Generated);
  EXPECT_EQ(kernel(R"("origin": "builtin", "source": "/t.cpp")").origin,
            CodeOrigin::Builtin);
  EXPECT_EQ(kernel(R"("origin": "configuration")").source, "kernels/aic/b.cpp");
  EXPECT_EQ(
      messageOf(read(R"("external": true)")),
      "f: orchestrations[0].kernels[0]: the source of the external kernel "
      "'b' must be given: --source=b=PATH");
  EXPECT_EQ(messageOf(read(R"("origin": "builtin")")),
            "f: orchestrations[0].kernels[0]: the source of builtin code must "
            "be given");
  EXPECT_EQ(messageOf(read(R"("external": "a", "source": "b")")),
            "f: orchestrations[0].kernels[0]: the fields 'external' and "
            "'source' both name a file");
  EXPECT_EQ(messageOf(read(R"("external": "a", "origin": "builtin")")),
            "f: orchestrations[0].kernels[0]: the fields 'external' and "
            "'origin' contradict each other");
  EXPECT_EQ(messageOf(read(R"("external": 1)")),
            "f: orchestrations[0].kernels[0].external: true or false is "
            "expected");
  EXPECT_EQ(messageOf(read(R"("origin": "other")")),
            "f: orchestrations[0].kernels[0].origin: 'other' is no origin of "
            "code");
}

TEST(RegistrationsTest, GivenSources) {
  auto read = [](const std::string &fields, const ExternalSources &sources) {
    return parseRegistrations(
        edit(kRegistrations, R"("external": "ext/b.cpp")", fields), "f",
        sources);
  };
  auto given = read(R"("external": true)", {{"b", "mine.cpp"}});
  ASSERT_TRUE(bool(given));
  EXPECT_EQ(given->front().kernels[1].source, "mine.cpp");
  EXPECT_EQ(given->front().kernels[1].origin, CodeOrigin::External);
  EXPECT_EQ(
      messageOf(read(R"("external": true)", {{"a", "a.cpp"}, {"b", "b.cpp"}})),
      "f: orchestrations[0].kernels[1]: the source of 'a' is given, but it is "
      "not external");
  EXPECT_EQ(
      messageOf(read(R"("external": "ext/b.cpp")", {{"b", "b.cpp"}})),
      "f: orchestrations[0].kernels[0]: the source of 'b' is given, but the "
      "registration names one, too");
  EXPECT_EQ(
      messageOf(read(R"("external": true)", {{"b", "b.cpp"}, {"c", "c.cpp"}})),
      "f: the source of 'c' is given, but there is no such kernel");
}

TEST(RegistrationsTest, Refuses) {
  EXPECT_EQ(refuseRegistrations("\"func_id\": 0", "\"func_id\": 1"),
            "f: orchestrations[0].kernels[1].func_id: 1 is the id of 'b', too");
  EXPECT_EQ(
      refuseRegistrations("[1, 0]", "[1, 2]"),
      "f: orchestrations[0].tasks[0].ids[1]: nothing is registered for 2");
  EXPECT_EQ(refuseRegistrations("\"aiv\"", "\"orchestration\""),
            "f: orchestrations[0].kernels[1].core_type: a kernel runs on aic "
            "or aiv");
  EXPECT_EQ(refuseRegistrations("\"inout\"", "\"INOUT\""),
            "f: orchestrations[0].kernels[0].signature[0]: 'INOUT' is no "
            "direction: in, out or inout");
  EXPECT_EQ(refuseRegistrations("\"a\"", "\"../a\""),
            "f: orchestrations[0].kernels[1].name: '../a' is no name of a "
            "file");
  EXPECT_EQ(refuseRegistrations("\"a\"", "\"a\\n\""),
            "f: orchestrations[0].kernels[1].name: control characters in "
            "'a\\0A'");
  EXPECT_EQ(refuseRegistrations("\"a\"", "\"\""),
            "f: orchestrations[0].kernels[1].name: it is empty");
  EXPECT_EQ(refuseRegistrations("\"runtime\": \"ring\", ", ""),
            "f: orchestrations[0].runtime: the field 'runtime' is missing");
  EXPECT_EQ(refuseRegistrations("\"tasks\"", "\"more\""),
            "f: orchestrations[0]: unknown field 'more'");
  EXPECT_EQ(refuseRegistrations("\"schema\": 1", "\"schema\": 2"),
            "f: schema: only 1 is known");
}

//===----------------------------------------------------------------------===//
// Contracts
//===----------------------------------------------------------------------===//

const std::string kContract = R"({"schema": 1, "platform": "a2a3",
  "runtime_name": "ring", "runtime_revision": "r", "instruction_set_revision": "i",
  "toolchains": {"aiv": {"compiler": "cc", "compiler_identity": "cc 1",
    "flags": ["-O2", "-c"], "include_dirs": ["isa"]}}})";

TEST(CompileContractTest, Reads) {
  auto contract = parseContract(kContract, "f");
  ASSERT_TRUE(bool(contract));
  EXPECT_EQ(contract->context.runtimeRevision, "r");
  EXPECT_EQ(contract->toolchains.size(), 1u);
  EXPECT_EQ(contract->toolchains[CoreType::AIV].flags[1], "-c");
}

TEST(CompileContractTest, Refuses) {
  auto refuse = [](const std::string &from, const std::string &to) {
    return messageOf(parseContract(edit(kContract, from, to), "f"));
  };
  auto flag = [&](const std::string &flags) {
    return refuse("\"-O2\"", flags);
  };
  const std::string at = "f: toolchains.aiv.flags: ";
  EXPECT_EQ(flag("\"-o\""), at + "'-o' is a flag that the build sets");
  EXPECT_EQ(flag("\"-MMD\""), at + "'-MMD' is a flag that the build sets");
  EXPECT_EQ(flag("\"-Ifoo\""), at + "'-Ifoo' must be one of 'include_dirs'");
  EXPECT_EQ(flag("\"@file\""),
            at + "the flags of '@file' must be in the contract itself");
  EXPECT_EQ(flag("\"-include\", \"a.h\""),
            at + "the path after '-include' must be absolute");
  // Whatever has its argument in the same word.
  for (const char *joined :
       {"-oFOO", "-MFBAR", "-MTx", "-MJx", "--output=x", "--output",
        "--write-dependencies", "--dependencies"})
    EXPECT_EQ(flag("\"" + std::string(joined) + "\""),
              at + "'" + joined + "' is a flag that the build sets");
  // Absolute or not: a new header there would not be seen.
  for (const char *searched :
       {"-I", "-I/a", "-iquote", "-iquote/a", "-isystem", "-isystem/a",
        "-idirafter", "-iprefix", "-iwithprefixbefore", "-cxx-isystem",
        "--include-directory=/a", "-internal-isystem"})
    EXPECT_EQ(flag("\"" + std::string(searched) + "\", \"/b\""),
              at + "'" + searched + "' must be one of 'include_dirs'");
  for (const char *hidden :
       {"-Wp,-include,a.h", "-Xpreprocessor", "-include-pch"})
    EXPECT_EQ(flag("\"" + std::string(hidden) + "\", \"/b\""),
              at + "'" + hidden + "' hides what is included");
  EXPECT_EQ(flag("\"--include=a.h\""),
            at + "the path after '--include' must be absolute");
  EXPECT_EQ(flag("\"-includea.h\""),
            at + "the path after '-include' must be absolute");
  EXPECT_EQ(flag("\"--config=a\""),
            at + "the flags of '--config=a' must be in the contract itself");
  EXPECT_EQ(flag("\"-include\", \"/a.h\", \"-imacros/b\", \"--include=/c\""),
            "");
  EXPECT_EQ(flag("\"-mllvm\", \"-opt-bisect-limit=3\", \"-march=x\""), "");
  EXPECT_EQ(flag("\"\""), "f: toolchains.aiv.flags[0]: it is empty");
  EXPECT_EQ(refuse("\"aiv\"", "\"gpu\""),
            "f: toolchains: unknown core type 'gpu'");
  EXPECT_EQ(refuse("\"flags\"", "\"flag\""),
            "f: toolchains.aiv: unknown field 'flag'");
  EXPECT_EQ(refuse("\"platform\": \"a2a3\",", ""),
            "f: the field 'platform' is missing");
  EXPECT_EQ(refuse("\"platform\"", "\"schema\": 1, \"platform\""),
            "f: the key 'schema' is there twice");
  EXPECT_EQ(refuse("[\"isa\"]", "\"isa\""),
            "f: toolchains.aiv.include_dirs: a list is expected");
}

//===----------------------------------------------------------------------===//
// Stamps
//===----------------------------------------------------------------------===//

TEST(BinaryContextTest, RoundTrip) {
  BinaryContext context{"a5", "ring", "r1", "i1"};
  auto read = parseStamp(formatStamp(context), "f");
  ASSERT_TRUE(bool(read));
  EXPECT_EQ(*read, context);
  for (std::string BinaryContext::*field :
       {&BinaryContext::platform, &BinaryContext::runtimeName,
        &BinaryContext::runtimeRevision,
        &BinaryContext::instructionSetRevision}) {
    BinaryContext other = context;
    other.*field += "x";
    EXPECT_NE(other, context);
  }
}

TEST(BinaryContextTest, Reproducible) {
  BinaryContext context{"a5", "ring", "r1", "i1"};
  EXPECT_TRUE(context.isReproducible());
  for (const char *revision :
       {"", " ", "unknown", "Unknown", "1234-dirty", "1234+DIRTY.2"}) {
    BinaryContext other = context;
    other.runtimeRevision = revision;
    EXPECT_FALSE(other.isReproducible()) << revision;
    other = context;
    other.instructionSetRevision = revision;
    EXPECT_FALSE(other.isReproducible()) << revision;
  }
}

//===----------------------------------------------------------------------===//
// Plans and manifests
//===----------------------------------------------------------------------===//

TEST(PlanFileTest, RoundTrip) {
  BuildPlan plan;
  plan.context = {"a5", "ring", "r1", "i1"};
  plan.files = {{"/s/a.cpp", std::string(64, '1')},
                {"/s/b.h", std::string(64, '2')}};
  plan.units = {
      {std::string(64, '3'), CoreType::AIC, CodeOrigin::Builtin, 0, {1}}};
  plan.orchestrations = {{"main",
                          {ArgDirection::In},
                          "{\"runtime\":\"ring\"}",
                          std::nullopt,
                          {{7, "a", {ArgDirection::InOut}, 0}}}};
  std::string text = formatPlan(plan);
  auto read = parsePlan(text, "f");
  ASSERT_TRUE(bool(read));
  EXPECT_EQ(formatPlan(*read), text);

  // A number that names nothing must not be followed.
  EXPECT_EQ(messageOf(parsePlan(edit(text, "\"unit\":0", "\"unit\":1"), "f")),
            "f: orchestrations[0].kernels[0].unit: there is no number 1");
  EXPECT_EQ(
      messageOf(parsePlan(edit(text, "\"source\":0", "\"source\":2"), "f")),
      "f: units[0].source: there is no number 2");
}

TEST(PackageManifestTest, CanonicalAndShared) {
  PackageManifest manifest;
  manifest.platform = "a5";
  manifest.runtimeName = "ring";
  manifest.runtimeConfig = "{}";
  PackagedBinary code{"kernels/a.o", 3, std::string(64, '4')};
  manifest.orchestration = {
      "entry", "main", {}, {"o.so", 1, std::string(64, '5')}};
  manifest.kernels = {{0, "a", {ArgDirection::In}, code},
                      {1, "a", {ArgDirection::Scalar}, code}};
  EXPECT_EQ(manifest.getBinaries().size(), 2u);
  std::string text = formatManifest(manifest);
  EXPECT_EQ(text.substr(0, 40),
            "{\"kernels\":[{\"binary\":{\"path\":\"kernels/a");
  auto read = parseManifest(text, "f");
  ASSERT_TRUE(bool(read));
  EXPECT_EQ(formatManifest(*read), text);
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

TEST(StrictJsonTest, Quote) {
  EXPECT_EQ(quote("a"), "'a'");
  EXPECT_EQ(quote("a\n\x1b"), "'a\\0A\\1B'");
  EXPECT_LT(quote(std::string(10000, 'a')).size(), 200u);
}

TEST(StrictJsonTest, Numbers) {
  auto read = [](const char *text, uint64_t max) {
    auto json = parseJson(text, "f");
    if (!json)
      return llvm::toString(json.takeError());
    JsonProblem problem("f");
    uint64_t number = JsonValue(*json, problem).getInteger(max);
    return problem ? llvm::toString(problem.takeError())
                   : std::to_string(number);
  };
  EXPECT_EQ(read("18446744073709551615", UINT64_MAX), "18446744073709551615");
  EXPECT_EQ(read("18446744073709551616", UINT64_MAX),
            "f: the number '18446744073709551616' is no 64-bit integer");
  EXPECT_EQ(read("1e2", 1000), "f: the number '1e2' is no 64-bit integer");
  EXPECT_EQ(read("-0", 1000),
            "f: the number '-0' is no integer that is allowed");
  EXPECT_EQ(read("11", 10), "f: 11 is out of range, 0 to 10");
}

TEST(StrictJsonTest, Depth) {
  auto nest = [](size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_EQ(messageOf(parseJson(nest(kMaxJsonDepth), "f")), "");
  EXPECT_EQ(messageOf(parseJson(nest(kMaxJsonDepth + 1), "f")),
            "f: it is nested more than 32 deep");
}

TEST(StrictJsonTest, FirstProblemOnly) {
  auto json = parseJson(R"({"a": 1, "b": 2})", "f");
  ASSERT_TRUE(bool(json));
  JsonProblem problem("f");
  JsonValue value(*json, problem);
  value["a"].getString();
  value["b"].getBool();
  value["c"]["d"].getBool();
  EXPECT_EQ(llvm::toString(problem.takeError()), "f: a: a string is expected");
}

} // namespace

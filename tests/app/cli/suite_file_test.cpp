// SPDX-License-Identifier: Apache-2.0
#include "app/cli/suite/suite_file.h"
#include "app/cli/terminal/files.h"
#include "profiler/model/case.h"
#include "profiler/model/variant.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cli {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;
using namespace profiler;

const std::filesystem::path ready = FUSESCOPE_SOURCE_DIR "/resources/suites";

Suite suiteOf(const std::string& text, const SuiteOverrides& instead = {})
{
    auto suite = suiteFromJson(text, "/models", instead);
    EXPECT_TRUE(suite) << suite.error().message;
    return suite.value_or(Suite {});
}

std::string refusal(const std::string& text)
{
    const auto suite = suiteFromJson(text, "/models");
    EXPECT_FALSE(suite);
    return suite ? "" : suite.error().message;
}

TEST(SuiteFile, SaysWithTheOptionsOfRecordWhatIsRecorded)
{
    const auto suite = suiteOf(R"suite({"schema": 1, "name": "s", "effort": "quick", "rounds": 7,
        "variant": ["eager", "fast=default,dtype:bf16"], "warm-cache": true,
        "models": ["builtin:mlp",
            {"model": "mine.py:make", "name": "mine", "family": "ours", "arg": {"width": 64, "kind": "a"},
             "case": ["s32:ids=8x32:int64[0,100)", "s64:ids=8x64:int64[0,100)"], "rounds": 9,
             "plan": {"numeric": {"seed": 5}}}]})suite");
    ASSERT_THAT(suite.plans, SizeIs(2));
    const auto& mlp = suite.plans[0];
    EXPECT_EQ(mlp.workload.spec, "builtin:mlp");
    EXPECT_EQ(mlp.protocol.effort, Effort::Quick);
    EXPECT_EQ(mlp.protocol.rounds, 7);
    EXPECT_TRUE(mlp.goal.cacheKept);
    EXPECT_EQ(mlp.suite.suite, "s");
    EXPECT_EQ(mlp.suite.model, "mlp");
    EXPECT_EQ(mlp.variants[1].torch.dtype, "bfloat16");
    const auto& mine = suite.plans[1];
    EXPECT_EQ(mine.name, "mine");
    EXPECT_EQ(mine.suite.family, "ours");
    EXPECT_EQ(mine.protocol.rounds, 9);
    EXPECT_EQ(mine.numeric.seed, 5);
    EXPECT_EQ(mine.workload.workingDirectory, "/models");
    EXPECT_EQ(mine.workload.arguments, (JsonTextByName {{"kind", "\"a\""}, {"width", "64"}}));
    EXPECT_THAT(mine.cases, SizeIs(2));
}

TEST(SuiteFile, HoldsTheOptionsOfEngines)
{
    const auto suite = suiteOf(R"({"schema": 1, "name": "s", "models": ["builtin:mlp"],
        "variant": "eager", "slurm": ["--partition=gpu", "at-once=4"], "ray": "address=auto"})");
    EXPECT_THAT(
        suite.engineOptions.at("slurm"), ::testing::ElementsAre("--partition=gpu", "at-once=4"));
    EXPECT_THAT(suite.engineOptions.at("ray"), ::testing::ElementsAre("address=auto"));
    EXPECT_THAT(
        refusal(R"({"schema": 1, "name": "s", "models": ["builtin:mlp"], "slurm": [["-p"]]})"),
        HasSubstr("slurm[0]"));
}

TEST(SuiteFile, RecordsEachModelOnEachDevice)
{
    const std::string text = R"({"schema": 1, "name": "s", "variant": ["eager", "default"],
        "device": ["cpu", "cuda:1"], "models": ["builtin:mlp", "builtin:lstm"]})";
    const auto suite = suiteOf(text);
    ASSERT_THAT(suite.plans, SizeIs(4));
    EXPECT_EQ(suite.plans[1].name, "mlp on cuda:1");
    EXPECT_EQ(suite.plans[1].numeric.device, "cuda:1");
    EXPECT_NE(suite.plans[0].suite.task, suite.plans[1].suite.task);
    const auto one = suiteOf(text, {{"device", {"cuda:0"}}, {"effort", {"quick"}}});
    ASSERT_THAT(one.plans, SizeIs(2));
    EXPECT_EQ(one.plans[0].numeric.device, "cuda:0");
    EXPECT_EQ(one.plans[0].protocol.effort, Effort::Quick);
}

TEST(SuiteFile, KnowsATaskByWhatIsAskedWhereverTheFileLies)
{
    const std::string text = R"({"schema": 1, "name": "s", "variant": ["eager", "default"],
        "models": ["builtin:mlp"]})";
    const auto task = [](const Result<Suite>& suite) { return suite->plans[0].suite.task; };
    EXPECT_EQ(task(suiteFromJson(text, "/a")), task(suiteFromJson(text, "/b")));
    EXPECT_NE(
        task(suiteFromJson(text, "/a")), task(suiteFromJson(text, "/a", {{"effort", {"quick"}}})));
}

TEST(SuiteFile, SaysWhereAWordIsWrong)
{
    const auto with = [](const std::string& rest) {
        return R"({"schema": 1, "name": "s", "variant": ["eager", "default"], )" + rest + "}";
    };
    EXPECT_THAT(refusal("{"), HasSubstr("no JSON"));
    EXPECT_THAT(refusal("[]"), HasSubstr("expected an object"));
    EXPECT_THAT(refusal(R"({"name": "s"})"), HasSubstr("schema: expected 1"));
    EXPECT_THAT(refusal(R"({"schema": 1})"), HasSubstr("name: a suite needs a name"));
    EXPECT_THAT(refusal(with(R"("models": [])")), HasSubstr("one model or more"));
    EXPECT_THAT(refusal(with(R"("models": [7])")), HasSubstr("models[0]: expected a model"));
    EXPECT_THAT(refusal(with(R"("efort": "quick", "models": ["builtin:mlp"])")),
        HasSubstr("efort: unknown key"));
    EXPECT_THAT(
        refusal(with(R"("models": ["builtin:mlp", {"model": "builtin:lstm", "rounds": "x"}])")),
        HasSubstr("models[1]: --rounds \"x\""));
    EXPECT_THAT(refusal(with(R"("rounds": [1, 2], "models": ["builtin:mlp"])")),
        HasSubstr("rounds: expected one value"));
    EXPECT_THAT(refusal(with(R"("models": ["builtin:mlp", "builtin:mlp"])")),
        HasSubstr("two models are called \"mlp\""));
    EXPECT_THAT(refusal(with(R"("plan": {"goal": {"metrik": "p99"}}, "models": ["builtin:mlp"])")),
        HasSubstr("metrik"));
    EXPECT_THAT(refusal(with(R"("warm-cache": "yes", "models": ["builtin:mlp"])")),
        HasSubstr("expected true or false"));
}

TEST(SuiteFile, AllReadySuitesCanBeRead)
{
    const auto names = readySuites(ready);
    EXPECT_THAT(names,
        ::testing::IsSupersetOf({"builtins-small", "timm-base", "torchvision-base",
            "torchvision-small", "transformers-base", "transformers-small"}));
    for (const auto& name : names) {
        const auto suite = readSuiteFile(name, ready);
        ASSERT_TRUE(suite) << suite.error().message;
        EXPECT_EQ(suite->name, name);
        EXPECT_FALSE(suite->about.empty());
    }
    const auto missing = readSuiteFile("no-such-suite", ready);
    ASSERT_FALSE(missing);
    EXPECT_THAT(missing.error().message, HasSubstr("fusescope suite list"));
}

} // namespace
} // namespace cli

// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/suite/ray/ray_engine.h"
#include "profiler/record/suite/slurm/slurm_options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tests {
namespace {

using namespace std::chrono_literals;
using profiler::slurmOptionsFrom;
using profiler::slurmResources;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

} // namespace

TEST(SlurmOptions, GoToSbatchAsTheyAreTyped)
{
    const auto options = slurmOptionsFrom({"--partition=gpu", "-A physics", "at-once=4", "--hold"});
    ASSERT_TRUE(options);
    EXPECT_THAT(options->words, ElementsAre("--partition=gpu", "-A", "physics", "--hold"));
    EXPECT_EQ(options->atOnce, 4);
}

TEST(SlurmOptions, ACommandThatLooksForItsJobAsksTheClustersThatWereNamed)
{
    EXPECT_EQ(slurmOptionsFrom({"--clusters=north,south"})->clusters(), "north,south");
    EXPECT_EQ(slurmOptionsFrom({"-M north"})->clusters(), "north");
    EXPECT_EQ(slurmOptionsFrom({"-Mnorth"})->clusters(), "north");
    EXPECT_EQ(slurmOptionsFrom({"--mem=4G", "-M north", "--clusters south"})->clusters(), "south");
    EXPECT_EQ(slurmOptionsFrom({"--partition=gpu"})->clusters(), "");
}

TEST(SlurmOptions, ThatMakeTheArrayAreRefused)
{
    for (const auto* word : {"--array=0-3", "-a 0-3", "-a0-3", "--output=x", "-o x", "--wrap=ls",
             "--nodes=2", "-N2", "--ntasks 4", "--parsable"}) {
        const auto refused = slurmOptionsFrom({word});
        ASSERT_FALSE(refused) << word;
        EXPECT_THAT(refused.error().message, HasSubstr("leave it out"));
    }
    for (const auto* word : {"gpu", "at-once=0", "at-once=many", "", "--"})
        EXPECT_FALSE(slurmOptionsFrom({word})) << word;
}

TEST(SlurmOptions, ARecordingTakesAWholeNodeAndLongEnough)
{
    EXPECT_THAT(slurmResources("cpu", 10s, {}),
        ElementsAre("--nodes=1", "--ntasks=1", "--exclusive", "--mem=0", "--time=30", "--requeue"));
    EXPECT_THAT(slurmResources("cpu", 61min, {}), Contains("--time=305"));
    EXPECT_THAT(slurmResources("cuda:0", 10s, {}), Contains("--gres=gpu:1"));
    EXPECT_THAT(slurmResources("cuda:2", 10s, {}), Contains("--gres=gpu:3"));
    const auto shared = slurmResources("cuda:0", 10s, *slurmOptionsFrom({"share-nodes"}));
    EXPECT_THAT(shared, Not(Contains("--exclusive")));
    EXPECT_THAT(
        slurmResources("cpu", 10s, *slurmOptionsFrom({"share-nodes"})), Contains("--exclusive"));
}

TEST(SlurmOptions, OfTheUserStandInPlaceOfOurs)
{
    const auto options = slurmOptionsFrom({"-t 10", "--no-requeue", "--gres=gpu:a100:1"});
    const auto words = slurmResources("cuda:0", 10s, *options);
    EXPECT_THAT(words, ElementsAre("--nodes=1", "--ntasks=1", "--exclusive", "--mem=0"));
}

TEST(RayOptions, NameAClusterAndAnInterpreter)
{
    const auto options = profiler::rayOptionsFrom({"address=10.0.0.1:6379", "python=/envs/ray"});
    ASSERT_TRUE(options);
    EXPECT_EQ(options->address, "10.0.0.1:6379");
    EXPECT_EQ(options->python, "/envs/ray");
    for (const auto* word : {"address", "address=", "num_cpus=4", ""})
        EXPECT_FALSE(profiler::rayOptionsFrom({word})) << word;
}

} // namespace tests

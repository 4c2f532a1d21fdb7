// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/suite/slurm/slurm_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

/// What programs of Slurm 22.05 printed, byte by byte.
namespace tests {
namespace {

using profiler::SlurmJob;
using profiler::SlurmSaid;
using profiler::TaskState;

} // namespace

TEST(SlurmWords, TheJobIsWhatSbatchPrints)
{
    EXPECT_EQ(profiler::slurmJobFrom("12\n"), (SlurmJob {"12", ""}));
    EXPECT_EQ(profiler::slurmJobFrom("12;north\n"), (SlurmJob {"12", "north"}));
    EXPECT_EQ(profiler::slurmJobFrom("Welcome to the cluster!\n12\n"), (SlurmJob {"12", ""}));
    EXPECT_FALSE(profiler::slurmJobFrom(""));
    EXPECT_FALSE(profiler::slurmJobFrom("sbatch: error\n"));
}

TEST(SlurmWords, AJobIsFoundByItsName)
{
    EXPECT_EQ(profiler::slurmFoundFrom("12\n12\n"), (SlurmJob {"12", ""})) << "a line an element";
    EXPECT_EQ(
        profiler::slurmFoundFrom("CLUSTER: north\nCLUSTER: south\n7\n"), (SlurmJob {"7", "south"}));
    EXPECT_FALSE(profiler::slurmFoundFrom(""));
    EXPECT_FALSE(profiler::slurmFoundFrom("CLUSTER: north\n"));
}

TEST(SlurmWords, EachElementOfAnArrayHasAState)
{
    const auto says = profiler::slurmQueueFrom(
        "1|0|COMPLETED|None\n"
        "1|1|RUNNING|None\n"
        "1|2|PENDING|Nodes required for job are DOWN, DRAINED or reserved for jobs in higher "
        "priority partitions\n"
        "4|0|CANCELLED|None\n"
        "4|1|FAILED|NonZeroExitCode\n");
    EXPECT_THAT(says, ::testing::SizeIs(5));
    const auto done = profiler::slurmSaidOf(says, {"1", 0});
    EXPECT_EQ(done, (SlurmSaid {"COMPLETED", ""}));
    EXPECT_EQ(profiler::taskStateOf(done), TaskState::Ended);
    EXPECT_TRUE(profiler::endedByItself(done));
    EXPECT_EQ(profiler::taskStateOf(profiler::slurmSaidOf(says, {"1", 1})), TaskState::Running);
    const auto waiting = profiler::slurmSaidOf(says, {"1", 2});
    EXPECT_EQ(profiler::taskStateOf(waiting), TaskState::Waiting);
    EXPECT_THAT(waiting.reason, ::testing::HasSubstr("DOWN, DRAINED"));
    const auto cancelled = profiler::slurmSaidOf(says, {"4", 0});
    EXPECT_FALSE(profiler::endedByItself(cancelled));
    EXPECT_EQ(profiler::endedBySlurm(cancelled), "cancelled in Slurm");
    EXPECT_EQ(profiler::slurmSaidOf(says, {"4", 2}), SlurmSaid {});
}

TEST(SlurmWords, ElementsThatWereCancelledTogetherWhileTheyWaitedHaveOneLine)
{
    const auto says = profiler::slurmQueueFrom("1|N/A|CANCELLED|Resources\n1|0|COMPLETED|None\n");
    EXPECT_EQ(profiler::slurmSaidOf(says, {"1", 0}).state, "COMPLETED");
    EXPECT_EQ(profiler::slurmSaidOf(says, {"1", 5}).state, "CANCELLED");
    EXPECT_EQ(profiler::slurmSaidOf(says, {"2", 0}), SlurmSaid {});
}

TEST(SlurmWords, AccountsKnowWhatTheQueueHasForgotten)
{
    const auto says = profiler::slurmAccountFrom("1_0|COMPLETED\n"
                                                 "1_2|FAILED\n"
                                                 "1_[2-5]|CANCELLED by 0\n");
    EXPECT_EQ(profiler::slurmSaidOf(says, {"1", 0}), (SlurmSaid {"COMPLETED", ""}));
    EXPECT_EQ(profiler::slurmSaidOf(says, {"1", 2}), (SlurmSaid {"FAILED", ""}));
    EXPECT_EQ(profiler::slurmSaidOf(says, {"1", 4}), (SlurmSaid {"CANCELLED", ""}));
    EXPECT_TRUE(profiler::slurmKnowsJob(says, "1"));
    EXPECT_FALSE(profiler::slurmKnowsJob(says, "2"));
    EXPECT_TRUE(profiler::slurmAccountFrom("").empty());
}

TEST(SlurmWords, AComplaintIsItsMostExactPart)
{
    EXPECT_EQ(profiler::slurmComplaint("sbatch: error: invalid partition specified: nowhere\n"
                                       "sbatch: error: Batch job submission failed: Invalid "
                                       "partition name specified\n"),
        "invalid partition specified: nowhere");
    EXPECT_EQ(profiler::slurmComplaint("sbatch: error: Batch job submission failed: Unable to "
                                       "contact slurm controller (connect failure)\n"),
        "Unable to contact slurm controller (connect failure)");
    EXPECT_EQ(profiler::slurmComplaint(
                  "slurm_load_jobs error: Unable to contact slurm controller (connect failure)\n"),
        "Unable to contact slurm controller (connect failure)");
    EXPECT_EQ(profiler::slurmComplaint(""), "it said nothing");
    EXPECT_TRUE(profiler::saysJobIsForgotten("slurm_load_jobs error: Invalid job id specified\n"));
}

} // namespace tests

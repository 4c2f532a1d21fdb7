// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/machine/short_child.h"
#include "profiler/record/suite/slurm/slurm_engine.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <thread>

/// What a real Slurm does not do when it is asked to: stand-ins of its programs.
namespace tests {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;
using profiler::RecordingTask;
using profiler::SlurmEngine;
using profiler::TaskState;
using ::testing::HasSubstr;

class FakeSlurm : public ::testing::Test {
protected:
    void SetUp() override
    {
        const char* path = std::getenv("PATH"); // NOLINT(concurrency-mt-unsafe)
        m_path = path != nullptr ? path : "";
        const auto found = (folder / "bin").string() + ":" + m_path;
        ::setenv("PATH", found.c_str(), 1); // NOLINT(concurrency-mt-unsafe)
        program("sbatch", "echo 7");
        program("squeue", "echo '7|0|COMPLETED|None'");
        program("scancel", "echo \"$@\" >>" + (folder / "cancelled").string());
        program("sacct", "echo 'Slurm accounting storage is disabled' >&2; exit 1");
    }

    void TearDown() override
    {
        ::setenv("PATH", m_path.c_str(), 1); // NOLINT(concurrency-mt-unsafe)
    }

    void program(const std::string& name, const std::string& script) const
    {
        const auto file = folder.write("bin/" + name, "#!/bin/sh\n" + script + "\n");
        fs::permissions(file, fs::perms::owner_all);
    }

    [[nodiscard]] RecordingTask task(
        const std::string& mark, const std::string& device = "cpu") const
    {
        folder.write("parts/" + mark + "/plan.json", "{}");
        return {.name = mark, .mark = mark, .device = device, .folder = folder / ("parts/" + mark)};
    }

    [[nodiscard]] SlurmEngine engine() const
    {
        return SlurmEngine({.program = "/shared/fusescope",
            .parts = folder / "parts",
            .suite = "tiny",
            .options = {},
            .askEvery = 0ms,
            .filesWithin = 50ms,
            .patience = 100ms});
    }

    TemporaryFolder folder;

private:
    std::string m_path;
};

} // namespace

TEST_F(FakeSlurm, SaysThatTheNodesDoNotSeeTheFolder)
{
    auto slurm = engine();
    ASSERT_TRUE(slurm.submit({task("a")}));
    EXPECT_EQ(slurm.poll()->front().state, TaskState::Waiting) << "files may come late";
    std::this_thread::sleep_for(60ms);
    const auto status = slurm.poll()->front();
    EXPECT_EQ(status.state, TaskState::Ended);
    EXPECT_FALSE(status.exitCode);
    EXPECT_THAT(status.reason, HasSubstr("the nodes must see that folder"));
}

/// As Slurm 22.05 with JobAcctGatherParams=OverMemoryKill ends a job.
TEST_F(FakeSlurm, SaysWhatSlurmWroteOfAJobThatItKilledAndCallsFailed)
{
    program("squeue", "echo '7|0|FAILED|JobLaunchFailure'");
    auto slurm = engine();
    ASSERT_TRUE(slurm.submit({task("a")}));
    folder.write("parts/a/log.txt", "");
    folder.write("parts/slurm-7_0.txt",
        "slurmstepd: error: StepId=7.batch exceeded memory limit (721895424 > 314572800), being "
        "killed\n"
        "slurmstepd: error: *** JOB 7 ON fusenode CANCELLED AT 2026-11-27T17:06:59 ***\n"
        "slurmstepd: error: Exceeded job memory limit\n");
    ASSERT_TRUE(slurm.poll());
    std::this_thread::sleep_for(60ms);
    EXPECT_EQ(slurm.poll()->front().reason,
        "its job ended before its recorder did (Slurm says FAILED: StepId=7.batch exceeded memory "
        "limit (721895424 > 314572800), being killed)");
    ASSERT_TRUE(slurm.fetchLog(0));
    EXPECT_THAT(textOf(folder / "parts/a/log.txt"), HasSubstr("Exceeded job memory limit"));
}

TEST_F(FakeSlurm, TheExitCodeInTheFolderCountsWhereSlurmHasForgottenTheJob)
{
    program("squeue", "echo 'slurm_load_jobs error: Invalid job id specified' >&2; exit 1");
    auto slurm = engine();
    ASSERT_TRUE(slurm.submit({task("a"), task("b")}));
    folder.write("parts/b/exit.txt", "4\n");
    std::this_thread::sleep_for(1ms);
    const auto first = *slurm.poll();
    EXPECT_EQ(first[1].exitCode, 4);
    std::this_thread::sleep_for(60ms);
    EXPECT_THAT(slurm.poll()->front().reason, HasSubstr("knows nothing of it any more"));
}

TEST_F(FakeSlurm, AnElementThatWasCancelledWhileItWaitedIsInNoList)
{
    program("squeue", "echo '7|1|PENDING|Resources'");
    auto slurm = engine();
    ASSERT_TRUE(slurm.submit({task("a"), task("b")}));
    const auto states = *slurm.poll();
    EXPECT_EQ(states[0].reason, "cancelled in Slurm");
    EXPECT_EQ(states[1].state, TaskState::Waiting);
}

TEST_F(FakeSlurm, WaitsForAControllerThatDoesNotAnswerButNotForever)
{
    program("squeue",
        "echo 'slurm_load_jobs error: Unable to contact slurm controller (connect failure)' >&2; "
        "exit 1");
    auto slurm = engine();
    ASSERT_TRUE(slurm.submit({task("a")}));
    const auto waiting = slurm.poll();
    ASSERT_TRUE(waiting);
    EXPECT_EQ(waiting->front().state, TaskState::Waiting);
    EXPECT_THAT(waiting->front().reason, HasSubstr("Unable to contact slurm controller"));
    std::this_thread::sleep_for(120ms);
    const auto gaveUp = slurm.poll();
    ASSERT_FALSE(gaveUp);
    EXPECT_THAT(gaveUp.error().message, HasSubstr("its jobs may go on"));
    EXPECT_THAT(engine().inHand(), ::testing::ElementsAre("a")) << "for the next command";
}

TEST_F(FakeSlurm, WhereOneArrayIsRefusedTheOtherIsCancelled)
{
    program("sbatch",
        "case \"$*\" in *gres=gpu:2*) echo 'sbatch: error: Batch job submission failed: Requested "
        "node configuration is not available' >&2; exit 1;; esac; echo 7");
    auto slurm = engine();
    const auto submitted = slurm.submit({task("a"), task("b", "cuda:1")});
    ASSERT_FALSE(submitted);
    EXPECT_THAT(submitted.error().message,
        HasSubstr("Slurm refused the job: Requested node configuration is not available"));
    EXPECT_THAT(textOf(folder / "cancelled"), HasSubstr("--quiet 7\n"));
    EXPECT_TRUE(engine().inHand().empty());
}

TEST_F(FakeSlurm, WhatTheSuiteNoLongerAsksForIsCancelled)
{
    {
        auto before = engine();
        ASSERT_TRUE(before.submit({task("a"), task("b")}));
    }
    program("sbatch", "echo 8");
    auto slurm = engine();
    ASSERT_TRUE(slurm.submit({task("b"), task("c")}));
    EXPECT_THAT(textOf(folder / "cancelled"), HasSubstr("--quiet 7_0\n"));
    EXPECT_FALSE(fs::exists(folder / "parts/a"));
    const auto arrays = profiler::loadSlurmArrays(folder / "parts");
    ASSERT_EQ(arrays.size(), 2U);
    EXPECT_EQ(arrays[1].job.job, "8");
    EXPECT_THAT(arrays[1].marks, ::testing::ElementsAre("c"));
}

/// A command is killed between sbatch and its answer, or sbatch fails where Slurm took the job.
class UnknownJob : public FakeSlurm {
protected:
    void SetUp() override
    {
        FakeSlurm::SetUp();
        program("sbatch", "echo \"$@\" >>" + submitted().string() + "; echo 8");
    }

    [[nodiscard]] fs::path submitted() const { return folder / "submitted"; }

    /// squeue finds job 7 by that name, and says that its first element ended.
    void queueKnows(const std::string& name) const
    {
        program("squeue",
            "case \"$*\" in *--name=" + name
                + "*) echo 7;; *--name=*) ;; *) echo '7|0|COMPLETED|None';; esac");
    }

    void aCommandWasKilled(const std::vector<std::string>& marks) const
    {
        ASSERT_TRUE(profiler::storeSlurmArrays(
            folder / "parts", {{.name = "fusescope-tiny-1", .job = {}, .marks = marks}}));
    }
};

TEST_F(UnknownJob, IsFoundByItsNameAndNotSubmittedTwice)
{
    const auto a = task("a");
    aCommandWasKilled({"a"});
    queueKnows("fusescope-tiny-1");
    auto slurm = engine();
    EXPECT_THAT(slurm.inHand(), ::testing::ElementsAre("a"));
    ASSERT_TRUE(slurm.submit({a}));
    EXPECT_FALSE(fs::exists(submitted()));
    const auto arrays = profiler::loadSlurmArrays(folder / "parts");
    ASSERT_EQ(arrays.size(), 1U);
    EXPECT_EQ(arrays[0].job.job, "7");
    folder.write("parts/a/exit.txt", "0\n");
    EXPECT_EQ(slurm.poll()->front().exitCode, 0);
}

TEST_F(UnknownJob, WhatItRecordedCountsAndTheRestIsSubmitted)
{
    const auto a = task("a");
    const auto b = task("b");
    folder.write("parts/a/exit.txt", "0\n");
    aCommandWasKilled({"a", "b"});
    queueKnows("another");
    auto slurm = engine();
    ASSERT_TRUE(slurm.submit({a, b}));
    EXPECT_THAT(textOf(submitted()), HasSubstr("--array=0-0 "));
    const auto arrays = profiler::loadSlurmArrays(folder / "parts");
    ASSERT_EQ(arrays.size(), 1U);
    EXPECT_EQ(arrays[0].job.job, "8");
    EXPECT_THAT(arrays[0].marks, ::testing::ElementsAre("b"));
    EXPECT_EQ(slurm.poll()->front().exitCode, 0);
}

TEST_F(UnknownJob, GoesOnWhereSbatchFailedAndSlurmTookIt)
{
    program("sbatch",
        "echo 'sbatch: error: Batch job submission failed: Socket timed out on send/recv "
        "operation' >&2; exit 1");
    queueKnows("fusescope-tiny-");
    auto slurm = engine();
    ASSERT_TRUE(slurm.submit({task("a")}));
    EXPECT_EQ(profiler::loadSlurmArrays(folder / "parts").at(0).job.job, "7");
}

TEST_F(UnknownJob, StaysUnknownWhileSlurmDoesNotAnswer)
{
    program("sbatch", "echo 'sbatch: error: Socket timed out' >&2; exit 1");
    program(
        "squeue", "echo 'slurm_load_jobs error: Unable to contact slurm controller' >&2; exit 1");
    auto slurm = engine();
    const auto refused = slurm.submit({task("a")});
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("squeue does not say whether it took the job"));
    EXPECT_THAT(refused.error().message, ::testing::Not(HasSubstr("nothing was submitted")));
    EXPECT_THAT(engine().inHand(), ::testing::ElementsAre("a"));
    const auto again = engine().submit({task("a")});
    ASSERT_FALSE(again);
    EXPECT_THAT(again.error().message, HasSubstr("try again when `squeue` answers"));
    EXPECT_THAT(engine().inHand(), ::testing::ElementsAre("a"));
}

/// The batch script itself, as slurmd runs it.
class ArrayScript : public ::testing::Test {
protected:
    void SetUp() override
    {
        folder.write("parts/b/plan.json", "{}");
        fs::permissions(
            folder.write("it's fusescope",
                "#!/bin/sh\ntrap 'echo asked; exit 130' TERM\necho \"$@\"\necho said >&2\n"
                "[ -e slow ] && while :; do sleep 0.05; done\nexit 4\n"),
            fs::perms::owner_all);
    }

    [[nodiscard]] int run(
        const std::string& program, const std::string& around = "sh $0 & wait $!") const
    {
        const auto script = folder.write(
            "script", profiler::slurmScript(folder / program, folder / "parts", {"a", "b"}));
        const auto ran = profiler::runShortChild(
            {"sh", "-c", "export SLURM_ARRAY_TASK_ID=1; " + around, script.string()}, 10s);
        return ran ? ran->exitCode : -1;
    }

    [[nodiscard]] std::string said(const std::string& name) const
    {
        return textOf(folder / ("parts/b/" + name));
    }

    TemporaryFolder folder;
};

TEST_F(ArrayScript, RunsTheRecordingOfItsIndexAndLeavesItsExitCode)
{
    folder.write("parts/b/recording.fscope-wal", "of a node that failed");
    EXPECT_EQ(run("it's fusescope"), 4);
    EXPECT_EQ(said("exit.txt"), "4\n");
    EXPECT_THAT(said("progress.jsonl"),
        ::testing::StartsWith("record " + (folder / "parts/b/plan.json").string()));
    EXPECT_EQ(said("log.txt"), "said\n");
    EXPECT_FALSE(fs::exists(folder / "parts/b/recording.fscope-wal"));
}

TEST_F(ArrayScript, HandsOnTheRequestToEndAndWaitsForTheEnd)
{
    folder.write("parts/b/slow", "");
    EXPECT_EQ(run("it's fusescope", "sh $0 & sleep 0.5; kill -TERM $!; wait $!"), 130);
    EXPECT_EQ(said("exit.txt"), "130\n");
    EXPECT_THAT(said("progress.jsonl"), HasSubstr("asked"));
}

TEST_F(ArrayScript, SaysThatTheNodeHasNoFusescope)
{
    EXPECT_EQ(run("absent"), 127);
    EXPECT_THAT(said("log.txt"), ::testing::StartsWith("fusescope: node "));
}

TEST_F(ArrayScript, DoesNothingWhereTheTaskWasTakenInAlready)
{
    fs::remove(folder / "parts/b/plan.json");
    EXPECT_EQ(run("it's fusescope"), 0);
    EXPECT_FALSE(fs::exists(folder / "parts/b/exit.txt"));
}

} // namespace tests

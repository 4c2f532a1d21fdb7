// SPDX-License-Identifier: Apache-2.0
#include "fake_recording.h"
#include "profiler/model/comparison_info.h"
#include "profiler/model/facts/process_facts.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/variant.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace profiler {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

class RecordingRequests : public FakeRecording { };

TEST_F(RecordingRequests, StopsAfterTheBlock)
{
    listener = [this](const Progress& step) {
        if (step.kind == ProgressKind::Round && step.round == 0)
            stop.request();
    };
    const auto outcome = record(planFor("slow_block"));
    ASSERT_TRUE(outcome);
    EXPECT_TRUE(outcome->interrupted);
    EXPECT_EQ(outcome->status, ComparisonStatus::Partial);
    EXPECT_EQ(data().info.stopReason, "interrupted");
    std::size_t blocks = 0;
    for (const auto* lane : processes(ProcessKind::Paired)) {
        ASSERT_TRUE(lane->end);
        EXPECT_EQ(lane->end->outcome, ProcessOutcome::Interrupted);
        blocks += timedBlocksOf(*lane).size();
    }
    EXPECT_LE(blocks, 3U);
    EXPECT_GE(blocks, 2U);
}

TEST_F(RecordingRequests, DoesNotWaitForAHangingWorkerWhenStopped)
{
    const auto begun = std::chrono::steady_clock::now();
    std::thread user([this] {
        std::this_thread::sleep_for(500ms);
        stop.request();
    });
    const auto outcome = record(planFor("hang_in_setup"));
    user.join();
    ASSERT_TRUE(outcome);
    EXPECT_TRUE(outcome->interrupted);
    EXPECT_LT(std::chrono::steady_clock::now() - begun, 9s) << "the time limit is 10 s";
}

TEST_F(RecordingRequests, SkipsAVariantOnRequest)
{
    stop.skipVariant(1);
    const auto outcome = record(planFor("hang_in_setup@default"));
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->status, ComparisonStatus::Complete);
    EXPECT_EQ(processes(ProcessKind::Paired, 0).at(0)->end->outcome, ProcessOutcome::Finished);
    EXPECT_EQ(outcome->variantsFailed, 0) << "nothing failed";
}

TEST_F(RecordingRequests, PausesBetweenRounds)
{
    stop.pauseAfterRound(true);
    bool paused = false;
    listener = [&](const Progress& step) {
        if (step.kind == ProgressKind::Paused) {
            paused = true;
            stop.pauseAfterRound(false);
        }
    };
    ASSERT_TRUE(record(planFor("")));
    EXPECT_TRUE(paused);
}

TEST_F(RecordingRequests, TriesAFailedVariantAgainOnRequest)
{
    auto plan = planFor("raise_in_setup@default");
    plan.protocol.repetitionsMin = plan.protocol.repetitionsMax = 3;
    bool asked = false;
    listener = [&](const Progress& step) {
        if (step.kind == ProgressKind::Repetition && !std::exchange(asked, true))
            stop.retryVariant(1);
    };
    ASSERT_TRUE(record(plan));
    EXPECT_EQ(processes(ProcessKind::Paired, 1).size(), 2U)
        << "one in the first repetition, one after the request; none in the third";
    EXPECT_EQ(processes(ProcessKind::Paired, 0).size(), 3U);
}

TEST_F(RecordingRequests, SkipsTwoVariantsThatWereAskedForAtOnce)
{
    auto plan = planFor("");
    plan.variants.push_back({.name = "third", .kind = VariantKind::Compiled});
    stop.skipVariant(1);
    stop.skipVariant(2);
    const auto outcome = record(plan);
    ASSERT_TRUE(outcome);
    for (const auto* process : processes(ProcessKind::Paired))
        EXPECT_TRUE(
            process->start.variant == 0 || process->end->outcome == ProcessOutcome::Interrupted);
}

TEST_F(RecordingRequests, PausesBetweenColdProcesses)
{
    auto plan = planFor("");
    plan.protocol.coldEmpty = 1;
    stop.pauseAfterRound(true);
    std::string between;
    listener = [&](const Progress& step) {
        if (step.kind == ProgressKind::Paused && between.empty()) {
            between = step.stage;
            stop.pauseAfterRound(false);
        }
    };
    ASSERT_TRUE(record(plan));
    EXPECT_EQ(between, "processes");
}

TEST_F(RecordingRequests, SaysWhichLaneWasStoppedAndEndsItAtTheLimit)
{
    auto plan = planFor("stopped_in_call@default");
    plan.protocol.callTimeLimit = 4s;
    const auto outcome = record(plan);
    ASSERT_TRUE(outcome);
    const auto waiting = std::find_if(steps.begin(), steps.end(),
        [](const Progress& step) { return step.kind == ProgressKind::Waiting; });
    ASSERT_NE(waiting, steps.end());
    EXPECT_EQ(waiting->variant, "default");
    const auto& lane = *processes(ProcessKind::Paired, 1).at(0);
    EXPECT_THAT(waiting->text, HasSubstr("stopped (SIGSTOP)"));
    EXPECT_THAT(waiting->text, HasSubstr("kill -CONT " + std::to_string(lane.start.pid)));
    EXPECT_THAT(waiting->text, HasSubstr("without an answer it is ended in"));
    EXPECT_EQ(lane.end->outcome, ProcessOutcome::TimedOut);
    EXPECT_THAT(lane.end->reason, HasSubstr("it is stopped (SIGSTOP)"));
}

TEST_F(RecordingRequests, GoesOnWithALaneThatIsContinued)
{
    std::vector<std::string> said;
    listener = [&](const Progress& step) {
        if (step.kind != ProgressKind::Waiting)
            return;
        said.push_back(step.text);
        for (const auto& process : data().processes)
            if (!process.end)
                ::kill(process.start.pid, SIGCONT);
    };
    const auto outcome = record(planFor("stopped_in_call@default"));
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->variantsFailed, 0) << outcome->reason;
    ASSERT_GE(said.size(), 2U);
    EXPECT_THAT(said.back(), HasSubstr("it answered after"));
}

} // namespace
} // namespace profiler

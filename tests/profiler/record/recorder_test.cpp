// SPDX-License-Identifier: Apache-2.0
#include "fake_recording.h"
#include "profiler/judge/judge.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_info.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/facts/log_line.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/facts/process_facts.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/facts/utc_time.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/record/machine/device_lock.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <set>

namespace profiler {
namespace {

using namespace std::chrono_literals;
using testing::Contains;
using testing::HasSubstr;

class Recorder : public FakeRecording { };

TEST_F(Recorder, RunsOneOfEachFirstThenTheRest)
{
    auto plan = planFor("");
    plan.protocol.coldEmpty = 2;
    plan.protocol.coldKept = 1;
    plan.protocol.repetitionsMin = plan.protocol.repetitionsMax = 2;
    plan.protocol.noiseRepetitions = 1;
    plan.protocol.checkInputs = 1;
    const auto outcome = record(plan);
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_EQ(outcome->status, ComparisonStatus::Complete);
    EXPECT_EQ(outcome->variantsFailed, 0) << outcome->reason;
    EXPECT_EQ(orderOf(data()),
        "cold eager, cold default, paired eager, paired default, paired eager again, "
        "cold eager, cold default, cold_kept default, paired eager, paired default, "
        "check eager, check default")
        << "an eager variant has no cache to keep";
    EXPECT_EQ(data().info.status, ComparisonStatus::Complete);
    EXPECT_FALSE(data().info.stopReason.empty());
}

/// Repetitions that have an "eager again" lane.
std::set<int> repetitionsAgain(const std::vector<const ProcessRecord*>& lanes)
{
    std::set<int> repetitions;
    for (const auto* lane : lanes)
        if (lane->start.again)
            repetitions.insert(lane->start.repetition);
    return repetitions;
}

TEST_F(Recorder, BesideOtherProgramsEagerRunsOnceMore)
{
    auto plan = planFor("contended");
    plan.protocol.repetitionsMin = plan.protocol.repetitionsMax = 3;
    plan.protocol.noiseWhenBusy = true;
    ASSERT_TRUE(record(plan));
    // In the first repetition only where something else runs beside this test.
    EXPECT_THAT(repetitionsAgain(processes(ProcessKind::Paired)), testing::IsSupersetOf({1, 2}));
}

TEST_F(Recorder, EagerRunsOnceMoreOnlyWhereThePlanWantsIt)
{
    auto plan = planFor("contended");
    plan.protocol.repetitionsMin = plan.protocol.repetitionsMax = 2;
    ASSERT_TRUE(record(plan));
    EXPECT_TRUE(repetitionsAgain(processes(ProcessKind::Paired)).empty());
}

TEST_F(Recorder, GivesTheProvisionalVerdictAfterTheFirstRepetition)
{
    auto plan = planFor("");
    plan.protocol.repetitionsMin = plan.protocol.repetitionsMax = 2;
    ASSERT_TRUE(record(plan));
    const auto kindIs = [](ProgressKind kind) {
        return [kind](const Progress& step) { return step.kind == kind; };
    };
    const auto provisional
        = std::find_if(steps.begin(), steps.end(), kindIs(ProgressKind::Provisional));
    ASSERT_NE(provisional, steps.end());
    EXPECT_TRUE(provisional->judged);
    EXPECT_EQ(std::count_if(steps.begin(), provisional, kindIs(ProgressKind::Repetition)), 1);
    EXPECT_EQ(std::count_if(steps.begin(), steps.end(), kindIs(ProgressKind::Repetition)), 2);
    EXPECT_EQ(steps.front().kind, ProgressKind::Started);
    EXPECT_EQ(steps.back().kind, ProgressKind::Finished);
    EXPECT_EQ(steps.back().doneRatio, 1.0);
    const auto trembles = [](const Progress& a, const Progress& b) {
        return b.doneRatio < a.doneRatio && a.doneRatio - b.doneRatio < 0.05;
    };
    EXPECT_EQ(std::adjacent_find(steps.begin(), steps.end(), trembles), steps.end());
}

TEST_F(Recorder, GoesRoundTheLanesBlockByBlock)
{
    auto plan = planFor("two_cases");
    plan.variants.push_back({.name = "dynamic", .kind = VariantKind::Compiled});
    ASSERT_TRUE(record(plan));
    std::vector<std::pair<UtcTime, int>> order; // of blocks of the planned rounds
    for (const auto* lane : processes(ProcessKind::Paired))
        for (const auto* block : timedBlocksOf(*lane))
            if (!block->repeated)
                order.emplace_back(block->started, block->round * 2 + block->caseIndex);
    std::sort(order.begin(), order.end());
    ASSERT_EQ(order.size(), 3U * 2U * 4U);
    EXPECT_TRUE(std::is_sorted(order.begin(), order.end(), [](const auto& a, const auto& b) {
        return a.second < b.second;
    })) << "all lanes do one case of one round before the next";
}

TEST_F(Recorder, RepeatsDisturbedRoundsAtMostHalfOfThem)
{
    ASSERT_TRUE(record(planFor("")));
    for (const auto* lane : processes(ProcessKind::Paired)) {
        const auto blocks = timedBlocksOf(*lane);
        const auto repeated = std::count_if(
            blocks.begin(), blocks.end(), [](const CallBlock* block) { return block->repeated; });
        EXPECT_LE(repeated, 2);
        std::set<int> disturbed;
        for (const auto* process : processes(ProcessKind::Paired))
            for (const auto* block : timedBlocksOf(*process))
                if (!block->flags.empty() && !block->repeated)
                    disturbed.insert(block->round);
        EXPECT_EQ(repeated, std::min<std::ptrdiff_t>(2, std::ssize(disturbed)));
        EXPECT_EQ(lane->proofs.size(), blocks.size() + 1);
    }
}

TEST_F(Recorder, GivesColdProcessesEmptyCachesAndTheOthersTheFirstOfThem)
{
    auto plan = planFor("");
    plan.variants[1].environment["OWN"] = "1";
    plan.protocol.coldEmpty = 2;
    plan.protocol.coldKept = 1;
    plan.protocol.repetitionsMin = plan.protocol.repetitionsMax = 2;
    ASSERT_TRUE(record(plan));
    std::set<std::string> coldCaches;
    for (const auto* process : processes(ProcessKind::Cold)) {
        EXPECT_EQ(process->environment.at("kept"), "False");
        coldCaches.insert(process->environment.at("cache"));
    }
    EXPECT_EQ(coldCaches.size(), 4U);
    const auto kept = processes(ProcessKind::ColdKept);
    ASSERT_EQ(kept.size(), 1U);
    EXPECT_EQ(kept[0]->environment.at("kept"), "True");
    EXPECT_TRUE(coldCaches.contains(kept[0]->environment.at("cache")));
    const auto lanes = processes(ProcessKind::Paired, 1);
    ASSERT_EQ(lanes.size(), 2U);
    EXPECT_EQ(lanes[0]->environment.at("cache"), lanes[1]->environment.at("cache"));
    const auto* firstCold = processes(ProcessKind::Cold, 1).at(0);
    EXPECT_EQ(lanes[0]->environment.at("cache"), firstCold->environment.at("cache"));
    EXPECT_EQ(lanes[0]->environment.at("own"), "1");
    EXPECT_NE(processes(ProcessKind::Paired, 0)[0]->environment.at("cache"),
        lanes[0]->environment.at("cache"))
        << "another variant, another cache";
}

TEST_F(Recorder, LanesWithoutColdProcessesShareACacheByEnvironment)
{
    auto plan = planFor("");
    plan.variants.push_back(plan.variants[1]);
    plan.variants[2].name += " again";
    plan.variants[2].environment["OWN"] = "1";
    plan.protocol.coldEmpty = plan.protocol.coldKept = 0;
    plan.protocol.repetitionsMin = plan.protocol.repetitionsMax = 1;
    ASSERT_TRUE(record(plan));
    const auto cacheOf = [&](int variant) {
        return processes(ProcessKind::Paired, variant).at(0)->environment.at("cache");
    };
    EXPECT_EQ(cacheOf(0), cacheOf(1));
    EXPECT_NE(cacheOf(1), cacheOf(2));
}

TEST_F(Recorder, StoresTheCallablesOwnCasesByName)
{
    ASSERT_TRUE(record(planFor("two_cases")));
    ASSERT_EQ(data().plan.cases.size(), 2U);
    EXPECT_EQ(data().plan.cases[1].name, "c1");
    EXPECT_EQ(data().plan.cases[1].items, 8);
    EXPECT_TRUE(data().plan.cases[1].inputs.empty()) << "they stay the callable's";
    EXPECT_EQ(data().processes[0].environment.at("inputs.c1"), "x 8×3 float32");
}

TEST_F(Recorder, RunsCasesApartInProcessesOfTheirOwn)
{
    auto plan = planFor("two_cases");
    plan.protocol.casesApart = true;
    plan.protocol.coldEmpty = 1;
    ASSERT_TRUE(record(plan));
    EXPECT_EQ(processes(ProcessKind::Cold).size(), 4U);
    const auto lanes = processes(ProcessKind::Paired);
    ASSERT_EQ(lanes.size(), 4U);
    for (const auto* lane : lanes)
        for (const auto& block : lane->blocks)
            EXPECT_EQ(block.caseIndex, lane->start.cases.value().first);
}

TEST_F(Recorder, KeepsTheRoundsOfALaneThatDies)
{
    auto plan = planFor("die_in_block@default");
    plan.protocol.repetitionsMin = plan.protocol.repetitionsMax = 4;
    const auto outcome = record(plan);
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->variantsFailed, 1);
    EXPECT_FALSE(outcome->allFailed);
    const auto dead = processes(ProcessKind::Paired, 1);
    ASSERT_EQ(dead.size(), 2U) << "after two deaths no further one is started";
    EXPECT_EQ(dead[0]->end->outcome, ProcessOutcome::Crashed);
    EXPECT_THAT(dead[0]->end->reason, HasSubstr("SIGKILL"));
    EXPECT_EQ(dead[0]->end->errorClass, "crashed");
    EXPECT_EQ(timedBlocksOf(*dead[0]).size(), 2U);
    EXPECT_NE(dead[0]->environment.at("cache"), dead[1]->environment.at("cache"))
        << "what crashed may be broken in the cache";
    EXPECT_THAT(log(LogStream::Stdout), Contains("last words"));
    const auto eager = processes(ProcessKind::Paired, 0);
    ASSERT_EQ(eager.size(), 4U);
    for (const auto* lane : eager) {
        EXPECT_EQ(lane->end->outcome, ProcessOutcome::Finished);
        EXPECT_GE(timedBlocksOf(*lane).size(), 4U);
    }
}

TEST_F(Recorder, LeavesOutAVariantThatRaises)
{
    auto plan = planFor("raise_in_call@default");
    plan.protocol.coldEmpty = 1;
    const auto outcome = record(plan);
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->variantsFailed, 1);
    EXPECT_THAT(outcome->reason, HasSubstr("boom"));
    EXPECT_EQ(orderOf(data()), "cold eager, cold default, paired eager");
    EXPECT_EQ(data().processes[1].end->errorClass, "user_exception");
    EXPECT_THAT(log(LogStream::Recorder), Contains("  line 2"));
}

TEST_F(Recorder, SaysWhenEveryVariantFails)
{
    const auto outcome = record(planFor("raise_in_setup"));
    ASSERT_TRUE(outcome);
    EXPECT_TRUE(outcome->allFailed);
    EXPECT_EQ(outcome->status, ComparisonStatus::Partial);
    EXPECT_THAT(outcome->reason, HasSubstr("no such model"));
}

TEST_F(Recorder, IsNotTakenInByBrokenAnswers)
{
    for (const auto* behaviour :
        {"not_json", "deep_json", "short_spool", "huge_count", "no_count", "die_in_setup"}) {
        const auto outcome = record(planFor(std::string(behaviour) + "@default"));
        ASSERT_TRUE(outcome) << behaviour;
        EXPECT_EQ(outcome->variantsFailed, 1) << behaviour;
        const auto failed = processes(ProcessKind::Paired, 1);
        ASSERT_EQ(failed.size(), 1U) << behaviour;
        EXPECT_NE(failed[0]->end->outcome, ProcessOutcome::Finished) << behaviour;
        EXPECT_FALSE(failed[0]->end->reason.empty()) << behaviour;
        EXPECT_EQ(processes(ProcessKind::Paired, 0)[0]->end->outcome, ProcessOutcome::Finished);
    }
}

TEST_F(Recorder, RefusesAWorkerThatMakesOtherCases)
{
    const auto outcome = record(planFor("other_cases@default"));
    ASSERT_TRUE(outcome);
    EXPECT_THAT(outcome->reason, HasSubstr("3 cases"));
}

TEST_F(Recorder, EndsAWorkerThatHangs)
{
    auto plan = planFor("hang_in_call@default");
    plan.protocol.callTimeLimit = 300ms;
    const auto outcome = record(plan);
    ASSERT_TRUE(outcome);
    const auto hung = processes(ProcessKind::Paired, 1);
    ASSERT_EQ(hung.size(), 1U);
    EXPECT_EQ(hung[0]->end->outcome, ProcessOutcome::TimedOut);
    EXPECT_EQ(hung[0]->end->errorClass, "compile_too_long");
    EXPECT_THAT(hung[0]->end->reason, HasSubstr("0.3 s: it waits, and its last word came"));
}

TEST_F(Recorder, RunsARepetitionThatDoesNotSettleOnceMore)
{
    auto plan = planFor("never_steady@default");
    plan.protocol.warmUpTimeLimit = 1s;
    plan.protocol.repetitionsMin = plan.protocol.repetitionsMax = 2;
    const auto outcome = record(plan);
    ASSERT_TRUE(outcome);
    EXPECT_EQ(orderOf(data()),
        "paired eager, paired default, paired eager, paired default, paired eager, paired default");
    const auto lanes = processes(ProcessKind::Paired, 1);
    EXPECT_TRUE(timedBlocksOf(*lanes[0]).empty()) << "given up: it is run again";
    EXPECT_EQ(lanes[1]->start.repetition, 0);
    EXPECT_FALSE(timedBlocksOf(*lanes[1]).empty());
    EXPECT_FALSE(lanes[1]->steady.at(0).steady);
    EXPECT_EQ(lanes[2]->start.repetition, 1) << "the favour is granted once";
    EXPECT_EQ(noticesOf("not_steady"), 2) << "both repetitions are said";
}

TEST_F(Recorder, RunsARepetitionThatCompiledInTimedRoundsOnceMore)
{
    ASSERT_TRUE(record(planFor("compile_in_block@default")));
    const auto lanes = processes(ProcessKind::Paired, 1);
    ASSERT_EQ(lanes.size(), 2U);
    EXPECT_TRUE(timedBlocksOf(*lanes[0])[1]->compileCountMoved);
    EXPECT_FALSE(timedBlocksOf(*lanes[0])[2]->compileCountMoved);
}

TEST_F(Recorder, ClocksStepsAfterEachBlockOfATrainingTask)
{
    auto plan = planFor("");
    plan.workload.task = Task::Training;
    ASSERT_TRUE(record(plan));
    for (const auto* process : processes(ProcessKind::Paired)) {
        ASSERT_EQ(process->stepParts.size(), static_cast<std::size_t>(plan.protocol.rounds));
        const auto& fact = process->stepParts.back();
        EXPECT_EQ(fact.round, plan.protocol.rounds - 1);
        ASSERT_EQ(fact.steps.size(), 5U);
        EXPECT_EQ(fact.steps[0].backward, std::chrono::microseconds(500));
        EXPECT_FALSE(fact.steps[0].dataWait);
    }
}

TEST_F(Recorder, ClocksNothingInInference)
{
    ASSERT_TRUE(record(planFor("")));
    for (const auto* process : processes(ProcessKind::Paired))
        EXPECT_TRUE(process->stepParts.empty());
}

TEST_F(Recorder, KeepsWhyAStepHasNoParts)
{
    auto plan = planFor("no_backward@default");
    plan.workload.task = Task::Training;
    ASSERT_TRUE(record(plan));
    const auto& fact = processes(ProcessKind::Paired, 1).at(0)->stepParts.at(0);
    EXPECT_TRUE(fact.steps.empty());
    EXPECT_EQ(fact.reason, "no backward ran in the step");
}

TEST_F(Recorder, BelievesNoTimesBelowNothing)
{
    auto plan = planFor("negative_part@default");
    plan.workload.task = Task::Training;
    ASSERT_TRUE(record(plan));
    const auto& process = *processes(ProcessKind::Paired, 1).at(0);
    EXPECT_TRUE(process.stepParts.empty());
    EXPECT_THAT(process.end->reason, HasSubstr("steps"));
}

TEST_F(Recorder, BoundsTheLogAndKeepsItsEnd)
{
    auto plan = planFor("flood@default");
    ASSERT_TRUE(record(plan));
    const auto lines = log(LogStream::Stdout);
    EXPECT_LE(lines.size(), 20'100U);
    EXPECT_THAT(lines, Contains("line 24999"));
    EXPECT_THAT(log(LogStream::Recorder), Contains(HasSubstr("lines left out")));
}

TEST_F(Recorder, BoundsWhatAWorkerTellsAndKeepsItsEnd)
{
    ASSERT_TRUE(record(planFor("notice_flood@default")));
    std::vector<std::string> sentences;
    for (const auto& notice : data().notices)
        if (notice.rule == "flood")
            sentences.push_back(notice.sentence);
    ASSERT_EQ(sentences.size(), 120U);
    EXPECT_EQ(sentences.front(), "notice 0");
    EXPECT_EQ(sentences.at(99), "notice 99");
    EXPECT_EQ(sentences.back(), "notice 4999");
    EXPECT_THAT(data().notices,
        Contains(testing::AllOf(testing::Field(&NoticeFact::rule, "events_left_out"),
            testing::Field(&NoticeFact::variant, 1),
            testing::Field(&NoticeFact::sentence, HasSubstr("4\u202f880 of 5\u202f000 notices")))));
}

TEST_F(Recorder, LeavesOutGiantEventsAndCutsLongOnes)
{
    auto plan = planFor("giant_events@default");
    plan.protocol.startTimeLimit = plan.protocol.callTimeLimit = 5min; // twenty MiB, on any machine
    const auto outcome = record(plan);
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->variantsFailed, 0) << outcome->reason;
    EXPECT_EQ(noticesOf("giant"), 0);
    EXPECT_EQ(noticesOf("long"), 1);
    for (const auto& notice : data().notices) {
        EXPECT_LE(notice.sentence.size(), 4096U);
        if (notice.rule == "events_left_out") {
            EXPECT_THAT(notice.sentence, HasSubstr("20 messages of more than 1 MiB"));
        }
    }
    EXPECT_EQ(noticesOf("events_left_out"), 1);
}

TEST_F(Recorder, AddsRepetitionsToARecordedComparison)
{
    auto plan = planFor("two_cases");
    ASSERT_TRUE(record(plan));
    auto recorded = data();
    plan.cases = recorded.plan.cases;
    const auto outcome = extend(requestFor(plan), recorded, 2, sink, listener, stop);
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_EQ(outcome->status, ComparisonStatus::Complete);
    const auto lanes = processes(ProcessKind::Paired, 1);
    ASSERT_EQ(lanes.size(), 3U);
    EXPECT_EQ(lanes[1]->start.repetition, 1);
    EXPECT_EQ(lanes[2]->start.repetition, 2);
}

TEST_F(Recorder, AddsCasesToARecordedComparison)
{
    auto plan = planFor("");
    plan.protocol.coldEmpty = 1;
    ASSERT_TRUE(record(plan));
    const auto recorded = data();
    const auto before = recorded.processes.size();
    plan = planFor("two_cases");
    plan.protocol.coldEmpty = 1;
    plan.cases = {{.name = "c0"}, {.name = "c1"}};
    const auto outcome = addCases(requestFor(plan), recorded, sink, listener, stop);
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_EQ(outcome->status, ComparisonStatus::Complete);
    EXPECT_EQ(data().plan.cases.size(), 2U);
    ASSERT_GT(data().processes.size(), before);
    for (std::size_t i = 0; i < data().processes.size(); ++i) {
        const auto& process = data().processes[i];
        const CaseRange expected {.first = i < before ? 0 : 1, .count = 1};
        EXPECT_EQ(process.start.cases, expected) << i;
        for (const auto& block : process.blocks)
            EXPECT_EQ(block.caseIndex, expected.first) << i;
    }
    EXPECT_EQ(processes(ProcessKind::Cold).size(), 4U) << "each variant, before and now";
    const auto result = judge(data());
    ASSERT_EQ(result.cases.size(), 2U);
    for (const auto& inCase : result.cases)
        for (const auto& variant : inCase.variants)
            EXPECT_TRUE(variant.latency) << inCase.caseIndex;
}

TEST_F(Recorder, IsAnErrorWhenNoWorkerCanBeStarted)
{
    auto request = requestFor(planFor(""));
    request.interpreter.path = "/nowhere/python";
    const auto outcome = profiler::record(request, sink, listener, stop);
    ASSERT_FALSE(outcome);
    EXPECT_THAT(outcome.error().message, HasSubstr("/nowhere/python"));
    EXPECT_EQ(data().info.status, ComparisonStatus::Partial) << "the comparison is closed";
}

TEST_F(Recorder, LeavesOutAVariantWhoseInterpreterIsGone)
{
    auto plan = planFor("");
    plan.variants[1].python = "/nowhere/python";
    const auto outcome = record(plan);
    ASSERT_TRUE(outcome) << outcome.error().message;
    EXPECT_EQ(outcome->variantsFailed, 1);
    EXPECT_EQ(processes(ProcessKind::Paired, 1).at(0)->end->errorClass, "worker_not_started");
    EXPECT_EQ(processes(ProcessKind::Paired, 0).at(0)->end->outcome, ProcessOutcome::Finished);
}

class RefusingSink : public CollectingSink {
public:
    Result<void> add(ProcessIndex process, const Fact& fact) override
    {
        if (const auto* block = std::get_if<CallBlock>(&fact);
            block && block->kind == BlockKind::Timed)
            return failure(ErrorKind::Unavailable, "the disk is full");
        return CollectingSink::add(process, fact);
    }
};

TEST_F(Recorder, EndsWhenTheSinkRefuses)
{
    RefusingSink full;
    const auto outcome = profiler::record(requestFor(planFor("")), full, listener, stop);
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().message, "the disk is full");
}

TEST_F(Recorder, SaysThatAnotherRecordingRunsOnTheCpu)
{
    const auto other = DeviceLock::take("cpu", {});
    if (other.holder())
        GTEST_SKIP() << "some recording runs on this machine right now";
    ASSERT_TRUE(record(planFor("")));
    EXPECT_EQ(noticesOf("other_recording"), 1);
}

TEST_F(Recorder, RefusesADeviceThatAnotherRecordingHolds)
{
    auto request = requestFor(planFor(""));
    request.plan.numeric.device = "test-device";
    const auto other = DeviceLock::take("test-device", {});
    ASSERT_FALSE(other.holder());
    const auto outcome = profiler::record(request, sink, listener, stop);
    ASSERT_FALSE(outcome);
    EXPECT_THAT(outcome.error().message, HasSubstr(std::to_string(::getpid())));
    EXPECT_TRUE(data().processes.empty());
}

TEST_F(Recorder, MeasuresWithBothClocksOnADevice)
{
    auto plan = planFor("");
    plan.numeric.device = "other-device";
    ASSERT_TRUE(record(plan));
    for (const auto* lane : processes(ProcessKind::Paired)) {
        int pipelined = 0;
        for (const auto* block : timedBlocksOf(*lane))
            if (block->clock == Clock::Pipelined) {
                ++pipelined;
                EXPECT_EQ(block->wallNs.size(), 1U);
            }
        EXPECT_GE(pipelined, 4);
    }
}

} // namespace
} // namespace profiler

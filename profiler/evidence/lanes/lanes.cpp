// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/lanes/lanes.h"

#include "profiler/evidence/lanes/missing_process.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/process_record.h"
#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace profiler {

namespace {

/// An interrupted repetition counts from here on: fewer rounds decide nothing anyway.
constexpr std::size_t roundsOfAnInterruptedRepetition = 10;

std::vector<double> validCalls(const CallBlock& block)
{
    std::vector<double> calls;
    calls.reserve(block.wallNs.size());
    for (const auto ns : block.wallNs) {
        if (ns > 0) // a clock does not run backwards; a damaged file may say so
            calls.push_back(static_cast<double>(ns));
    }
    return calls;
}

TimedBlocks timedBlocks(const ProcessRecord& process, const LaneKey& key)
{
    std::vector<TimedBlock> blocks;
    std::map<std::pair<int, bool>, int> seen;
    for (const auto& block : process.blocks) {
        if (block.kind != BlockKind::Timed || block.caseIndex != key.caseIndex
            || block.clock != key.clock)
            continue;
        auto calls = validCalls(block);
        if (calls.empty())
            continue;
        const auto medianNs = *median(calls);
        blocks.push_back({.round = block.round,
            .repeated = block.repeated,
            .occurrence = seen[{block.round, block.repeated}]++,
            .quiet = block.flags.empty(),
            .startedNs = block.started.ns,
            .medianNs = medianNs,
            .callsNs = std::move(calls),
            .recorded = &block});
    }
    return TimedBlocks(std::move(blocks));
}

bool compiledInTimedBlock(const ProcessRecord& process, int caseIndex)
{
    return std::ranges::any_of(process.blocks, [caseIndex](const CallBlock& block) {
        return block.kind == BlockKind::Timed && block.caseIndex == caseIndex
            && block.compileCountMoved;
    });
}

/// The last judgement counts: a case can be warmed up again.
const SteadyFact* steadyFact(const ProcessRecord& process, int caseIndex)
{
    const SteadyFact* last = nullptr;
    for (const auto& fact : process.steady) {
        if (fact.caseIndex == caseIndex)
            last = &fact;
    }
    return last;
}

struct LaneJudgement {
    LaneState state = LaneState::Steady;
    Reason reason;
};

LaneJudgement leftOut(ReasonKind kind)
{
    return {LaneState::LeftOut, {kind, {}}};
}

LaneJudgement judgeEnd(const ProcessRecord& process, const Lane& lane, ComparisonStatus status)
{
    const bool enough = lane.blocks.size() >= roundsOfAnInterruptedRepetition;
    if (!process.end) {
        if (status == ComparisonStatus::Running)
            return {LaneState::Pending, {ReasonKind::ProcessRuns, {}}};
        if (!enough)
            return leftOut(ReasonKind::ProcessCutShort);
        return {};
    }
    const auto outcome = process.end->outcome;
    if (outcome == ProcessOutcome::Finished || (outcome == ProcessOutcome::Interrupted && enough))
        return {};
    return {LaneState::LeftOut, whyEnded(*process.end)};
}

LaneJudgement judgeLane(
    const ProcessRecord& process, const Lane& lane, const LaneKey& key, ComparisonStatus status)
{
    if (auto end = judgeEnd(process, lane, status); end.state != LaneState::Steady)
        return end;
    const auto* warmUp = steadyFact(process, key.caseIndex);
    if (warmUp == nullptr)
        return leftOut(ReasonKind::WarmUpNotJudged);
    if (!warmUp->steady && !warmUp->reason.empty())
        return {LaneState::LeftOut, recorded(warmUp->reason)};
    if (!warmUp->steady)
        return leftOut(ReasonKind::NeverSteady);
    if (lane.compiledWhileTimed)
        return leftOut(ReasonKind::RecompiledWhileTimed);
    if (lane.blocks.empty())
        return leftOut(ReasonKind::NoTimedCallOfCase);
    return {};
}

} // namespace

std::vector<Lane> lanesOf(const ComparisonData& data, const LaneKey& key)
{
    std::vector<Lane> lanes;
    for (const auto& process : data.processes) {
        const auto& start = process.start;
        if (start.kind != ProcessKind::Paired || start.variant != key.variant
            || start.again != key.again || !servesCase(process, key.caseIndex))
            continue;
        Lane lane {.process = &process, .repetition = start.repetition};
        lane.blocks = timedBlocks(process, key);
        lane.compiledWhileTimed = compiledInTimedBlock(process, key.caseIndex);
        auto judgement = judgeLane(process, lane, key, data.info.status);
        lane.state = judgement.state;
        lane.reason = std::move(judgement.reason);
        lanes.push_back(std::move(lane));
    }
    return lanes;
}

std::vector<Lane> byRepetition(std::vector<Lane> lanes)
{
    std::map<int, Lane> chosen;
    for (auto& lane : lanes) {
        const auto found = chosen.find(lane.repetition);
        if (found == chosen.end())
            chosen.emplace(lane.repetition, std::move(lane));
        else if (lane.state == LaneState::Steady || found->second.state != LaneState::Steady)
            found->second = std::move(lane);
    }
    std::vector<Lane> result;
    result.reserve(chosen.size());
    for (auto& [repetition, lane] : chosen)
        result.push_back(std::move(lane));
    return result;
}

std::vector<Lane> inState(const std::vector<Lane>& lanes, LaneState state)
{
    std::vector<Lane> result;
    std::ranges::copy_if(lanes, std::back_inserter(result),
        [state](const Lane& lane) { return lane.state == state; });
    return result;
}

std::vector<double> callsOf(const Lane& lane)
{
    std::vector<double> calls;
    for (const auto& block : lane.blocks)
        calls.insert(calls.end(), block.callsNs.begin(), block.callsNs.end());
    return calls;
}

bool hasClock(const ComparisonData& data, int caseIndex, Clock clock)
{
    return std::ranges::any_of(data.processes, [&](const ProcessRecord& process) {
        return std::ranges::any_of(process.blocks, [&](const CallBlock& block) {
            return block.kind == BlockKind::Timed && block.caseIndex == caseIndex
                && block.clock == clock;
        });
    });
}

Clock decidingClock(const ComparisonData& data, int caseIndex)
{
    const bool throughput = data.plan.goal.metric == GoalMetric::Throughput;
    return throughput && hasClock(data, caseIndex, Clock::Pipelined) ? Clock::Pipelined
                                                                     : Clock::Call;
}

int caseCount(const ComparisonData& data)
{
    constexpr int mostUnnamed = 64; // damaged indices must not make a million cases
    if (!data.plan.cases.empty())
        return static_cast<int>(data.plan.cases.size());
    int count = 1;
    for (const auto& process : data.processes) {
        for (const auto& block : process.blocks) {
            if (block.caseIndex < mostUnnamed)
                count = std::max(count, block.caseIndex + 1);
        }
    }
    return count;
}

Case caseAt(const ComparisonData& data, int caseIndex)
{
    if (caseIndex >= 0 && static_cast<std::size_t>(caseIndex) < data.plan.cases.size())
        return data.plan.cases[static_cast<std::size_t>(caseIndex)];
    Case unnamed;
    if (caseIndex > 0)
        unnamed.name = "case " + std::to_string(caseIndex);
    return unnamed;
}

bool servesCase(const ProcessRecord& process, int caseIndex)
{
    return !process.start.cases || process.start.cases->holds(caseIndex);
}

} // namespace profiler

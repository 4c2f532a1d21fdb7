// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/lanes/repetition.h"

#include "profiler/evidence/lanes/block_size.h"
#include "profiler/model/plan/script_calls.h"
#include "profiler/record/lanes/clock_step.h"
#include "profiler/record/lanes/lane_shuffle.h"
#include "profiler/record/lanes/monitoring.h"
#include "profiler/record/lanes/warm_up_run.h"
#include "profiler/record/lanes/worker_run.h"
#include "profiler/record/session/planned_work.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <tuple>

namespace profiler {
namespace {

constexpr std::int64_t shorter = 4; ///< times, where a first look does

/// Steps of training whose parts are clocked after a block.
constexpr std::int64_t mostClockedSteps = 5;
constexpr nanoseconds clockedTime = std::chrono::milliseconds(500);

/// One lane with what its warm-up told.
struct RunningLane {
    std::unique_ptr<WorkerRun> worker;
    WarmCases warm;
};

class LockStep {
public:
    LockStep(Session& session, const RepetitionOrder& order)
        : m_session(session)
        , m_order(order)
        , m_shuffle(session.plan().protocol.orderSeed, order.number)
        , m_monitoring(session, order.number)
    {
    }

    Result<RepetitionOutcome> run(const std::set<int>& forgiven)
    {
        if (auto started = startLanes(); !started)
            return tl::unexpected(started.error());
        const bool steady = std::includes(
            forgiven.begin(), forgiven.end(), m_outcome.unsteady.begin(), m_outcome.unsteady.end());
        if (steady && !m_session.ending())
            runRounds();
        endLanes();
        return std::move(m_outcome);
    }

private:
    /// Their processes import torch and build the model at the same time; then they warm up one
    /// after the other, for a compile in one must not disturb another. What a script does until its
    /// call is its own: its lanes start one after the other.
    Result<void> startLanes()
    {
        const bool together = !isScript(m_session.plan().workload);
        std::vector<RunningLane> begun;
        for (const auto& order : m_order.lanes) {
            if (m_session.ending())
                return {};
            if (!m_session.state(order.variant).live()
                || !m_session.hasCaseFor(order.variant, m_order.cases))
                continue;
            begun.push_back({.worker = std::make_unique<WorkerRun>(m_session, laneOptions(order))});
            if (const auto one = begun.back().worker->begin(); !one)
                return tl::unexpected(one.error());
            if (!together)
                warmUpAll(begun);
        }
        warmUpAll(begun);
        return {};
    }

    [[nodiscard]] WorkerRun::Options laneOptions(const LaneOrder& order) const
    {
        return {.start = {.kind = ProcessKind::Paired,
                    .variant = order.variant,
                    .again = order.again,
                    .repetition = m_order.number,
                    .cases = m_order.cases},
            .cache = m_session.laneCache(order.variant)};
    }

    /// Those begun become lanes; nobody compiles before all are set up.
    void warmUpAll(std::vector<RunningLane>& begun)
    {
        for (auto& lane : begun)
            if (!m_session.ending())
                std::ignore = lane.worker->awaitSetup();
        for (auto& lane : begun) {
            if (m_session.ending())
                lane.worker->abandon("interrupted");
            else
                warmUpLane(std::move(lane));
        }
        begun.clear();
    }

    void warmUpLane(RunningLane lane)
    {
        if (lane.worker->alive())
            lane.warm = warmUp(*lane.worker);
        while (lane.worker->spoiled() && startAgain(lane))
            lane.warm = warmUp(*lane.worker);
        m_monitoring.store();
        for (const auto& [index, warm] : lane.warm) {
            if (!warm.steady)
                m_outcome.unsteady.insert(lane.worker->variant());
            if (!lane.worker->prove(index))
                break;
        }
        if (lane.worker->alive())
            m_lanes.push_back(std::move(lane));
    }

    /// Without the cases that failed in it.
    bool startAgain(RunningLane& lane)
    {
        const LaneOrder order {.variant = lane.worker->variant(), .again = lane.worker->again()};
        lane.worker->finish();
        lane.warm.clear();
        if (m_session.ending() || !m_session.state(order.variant).live()
            || !m_session.hasCaseFor(order.variant, m_order.cases))
            return false;
        lane.worker = std::make_unique<WorkerRun>(m_session, laneOptions(order));
        return lane.worker->start().value_or(false);
    }

    void runRounds()
    {
        const int rounds = roundsThatFit();
        m_session.reporter.report({.kind = ProgressKind::Stage,
            .process = ProcessKind::Paired,
            .repetition = m_order.number,
            .stage = "rounds",
            .text = fmt::format("measuring {} rounds of {} lanes", rounds, m_lanes.size())});
        auto& estimate = m_session.reporter.estimate();
        estimate.rounds(repetitionSort, 0, rounds);
        for (int round = 0; round < rounds; ++round) {
            waitWhilePaused();
            if (!runRound(round, casesOf(m_lanes), false))
                return;
            m_monitoring.store();
            estimate.rounds(repetitionSort, round + 1, rounds);
            reportRound(round);
        }
        if (!m_session.plan().workload.calls)
            repeatDisturbedRounds();
    }

    /// Those of the lane that has the fewest.
    [[nodiscard]] int roundsThatFit() const
    {
        int rounds = m_session.plan().protocol.rounds;
        for (const auto& lane : m_lanes)
            for (const auto& [caseIndex, warm] : lane.warm)
                rounds = std::min(rounds, blocksOf(lane, caseIndex).rounds);
        return rounds;
    }

    /// As the rule has it, or as many as a script's calls are enough for.
    [[nodiscard]] Blocks blocksOf(const RunningLane& lane, int caseIndex) const
    {
        const auto& warm = lane.warm.at(caseIndex);
        const Blocks wanted {.rounds = m_session.plan().protocol.rounds,
            .calls = callsOfBlock(caseIndex, warm.callNs)};
        constexpr std::int64_t proof = 1; // made after the warm-up
        return lane.worker->budget().fitting(
            wanted, warm.calls + proof, discardedCalls(warm.callNs) + clockedSteps(warm.callNs));
    }

    /// 0: there are no parts, or calls are not held.
    [[nodiscard]] std::int64_t clockedSteps(std::int64_t callNs) const
    {
        const auto& plan = m_session.plan();
        if (plan.workload.task != Task::Training
            || plan.protocol.placement == Placement::Sequential)
            return 0;
        return std::clamp<std::int64_t>(
            clockedTime.count() / std::max<std::int64_t>(callNs, 1), 1, mostClockedSteps);
    }

    /// At most half of the rounds again, those first that were disturbed first.
    void repeatDisturbedRounds()
    {
        const auto most = static_cast<std::size_t>(m_session.plan().protocol.rounds / 2);
        std::map<int, std::size_t> repeated; ///< by case
        for (const auto& [round, caseIndex] : std::exchange(m_disturbed, {})) {
            if (repeated[caseIndex]++ >= most)
                continue;
            waitWhilePaused();
            if (!runRound(round, {caseIndex}, true))
                return;
        }
    }

    /// One block of every lane for each case; false when the recording ends or no lane is left.
    bool runRound(int round, const std::set<int>& caseIndices, bool repeated)
    {
        for (const int caseIndex : caseIndices)
            for (const auto lane : m_shuffle.order(m_lanes.size())) {
                if (m_lanes[lane].warm.contains(caseIndex)
                    && !runBlocks(m_lanes[lane], caseIndex, round, repeated))
                    m_lanes[lane].worker->abandon("the repetition ended");
                if (m_session.ending())
                    return false;
            }
        std::erase_if(m_lanes, [](const RunningLane& lane) { return !lane.worker->alive(); });
        return !m_lanes.empty();
    }

    bool runBlocks(RunningLane& lane, int caseIndex, int round, bool repeated)
    {
        if (!lane.worker->alive())
            return false;
        const auto callNs = lane.warm.at(caseIndex).callNs;
        BlockCommand command {.caseIndex = caseIndex,
            .calls = blocksOf(lane, caseIndex).calls,
            .discard = discardedCalls(callNs)};
        for (const auto clock : clocks()) {
            command.clock = clock;
            const auto block = lane.worker->block(command, round, repeated);
            if (!block)
                return false;
            if (!block->flags.empty() && !repeated)
                m_disturbed.emplace(round, caseIndex);
            if (block->compileCountMoved)
                m_outcome.unsteady.insert(lane.worker->variant());
        }
        if (m_session.ending())
            return true;
        const auto steps = repeated ? 0 : clockedSteps(callNs);
        return lane.worker->prove(caseIndex)
            && (steps == 0 || lane.worker->stepParts(caseIndex, round, steps));
    }

    [[nodiscard]] std::int64_t callsOfBlock(int caseIndex, std::int64_t callNs) const
    {
        const auto& plan = m_session.plan();
        const auto sets = m_session.cases[static_cast<std::size_t>(caseIndex)].sets;
        const auto byRule = callsPerBlock({.callNs = callNs,
            .rounds = plan.protocol.rounds,
            .effort = plan.protocol.effort,
            .goal = plan.goal.metric,
            .inputCycle = sets});
        auto calls = plan.protocol.callsPerBlock.value_or(byRule);
        if (m_order.isShort)
            calls = std::max(calls / shorter, sets);
        return std::max(calls, callsToSeeClock(callNs));
    }

    [[nodiscard]] std::vector<Clock> clocks() const
    {
        const bool pipelined = m_session.onDevice() && !isScript(m_session.plan().workload);
        return pipelined ? std::vector {Clock::Call, Clock::Pipelined} : std::vector {Clock::Call};
    }

    void waitWhilePaused() { m_session.waitWhilePaused(m_order.number, "rounds"); }

    void reportRound(int round)
    {
        m_session.reporter.report({.kind = ProgressKind::Round,
            .process = ProcessKind::Paired,
            .repetition = m_order.number,
            .round = round,
            .stage = "rounds"});
    }

    void endLanes()
    {
        for (auto& lane : m_lanes) {
            if (m_session.ending())
                lane.worker->abandon("interrupted");
            else
                lane.worker->finish();
        }
    }

    Session& m_session;
    const RepetitionOrder& m_order;
    LaneShuffle m_shuffle;
    Monitoring m_monitoring;
    std::vector<RunningLane> m_lanes;
    std::set<std::pair<int, int>> m_disturbed; ///< (round, case)
    RepetitionOutcome m_outcome;
};

} // namespace

Result<RepetitionOutcome> runRepetition(
    Session& session, const RepetitionOrder& order, const std::set<int>& forgiven)
{
    return LockStep(session, order).run(forgiven);
}

} // namespace profiler

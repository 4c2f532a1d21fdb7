// SPDX-License-Identifier: Apache-2.0
#include "profiler/record/lanes/load_run.h"

#include "profiler/evidence/serving/served_requests.h"
#include "profiler/model/quantity.h"
#include "profiler/record/lanes/lane_shuffle.h"
#include "profiler/record/lanes/load_rates.h"
#include "profiler/record/lanes/warm_up_run.h"
#include "profiler/record/lanes/worker_run.h"
#include "profiler/statistics/arrival_schedule.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <tuple>
#include <vector>

namespace profiler {
namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t otherThanRounds = 0x10AD; // the lanes' order there is shuffled apart
constexpr double burstNs = 1e9; // of the calls that show what a process can serve
constexpr std::int64_t fewestOfBurst = 20;
constexpr std::int64_t mostOfBurst = 50'000;
constexpr std::int64_t warmCallsOfThread = 4;
constexpr nanoseconds burstDrain = 10s;
constexpr double requestsForTail = 400; // p99 needs 368 in one process
constexpr int mostTimes = 6;
constexpr double enoughRequests = 30'000;
constexpr nanoseconds shortestRate = 1s;

struct LoadLane {
    std::unique_ptr<WorkerRun> worker;
    WarmCases warm;
    double capacity = 0; ///< of the case that is offered now, requests a second
    int order = 0; ///< of its next load
};

class Loads {
public:
    explicit Loads(Session& session)
        : m_session(session)
        , m_load(session.plan().load)
    {
    }

    Result<void> run()
    {
        for (int number = 0; number < m_load.repetitions; ++number)
            for (const auto& group : groups()) {
                m_session.waitWhilePaused(number, "processes");
                if (over() || m_session.timeIsUp())
                    return {};
                if (auto ran = runGroup(number, group); !ran)
                    return ran;
            }
        return {};
    }

private:
    [[nodiscard]] bool over() const { return m_session.ending(); }

    /// All side by side; one after the other where memory does not hold them.
    [[nodiscard]] std::vector<std::vector<int>> groups() const
    {
        auto live = m_session.liveVariants();
        std::erase_if(live, [this](int variant) { return m_gaveUp.contains(variant); });
        if (m_session.recording.data().info.placement == Placement::Lanes)
            return {live};
        std::vector<std::vector<int>> groups;
        groups.reserve(live.size());
        for (const int variant : live)
            groups.push_back({variant});
        return groups;
    }

    Result<void> runGroup(int number, const std::vector<int>& variants)
    {
        auto lanes = started(number, variants);
        if (!lanes)
            return tl::unexpected(lanes.error());
        LaneShuffle shuffle(m_session.plan().protocol.orderSeed ^ otherThanRounds, number);
        for (const int index : casesOf(*lanes))
            offerCase(*lanes, shuffle, number, index);
        for (auto& lane : *lanes)
            endLane(lane);
        return {};
    }

    /// Their processes are started at the same time, and warm up one after the other.
    Result<std::vector<LoadLane>> started(int number, const std::vector<int>& variants)
    {
        std::vector<LoadLane> lanes;
        for (const int variant : variants) {
            lanes.push_back(
                {.worker = std::make_unique<WorkerRun>(m_session,
                     WorkerRun::Options {.start
                         = {.kind = ProcessKind::Load, .variant = variant, .repetition = number},
                         .cache = m_session.laneCache(variant),
                         .tolerated = true})});
            if (const auto begun = lanes.back().worker->begin(); !begun)
                return tl::unexpected(begun.error());
        }
        for (auto& lane : lanes)
            if (!over())
                std::ignore = lane.worker->awaitSetup();
        for (auto& lane : lanes)
            if (!over() && lane.worker->alive())
                lane.warm = warmUp(*lane.worker);
        return lanes;
    }

    void offerCase(std::vector<LoadLane>& lanes, LaneShuffle& shuffle, int number, int caseIndex)
    {
        for (const auto index : shuffle.order(lanes.size())) {
            auto& lane = lanes[index];
            lane.capacity = 0;
            if (lane.worker->alive() && lane.warm.contains(caseIndex) && !over()
                && lane.worker->prove(caseIndex))
                findCapacity(lane, caseIndex);
        }
        decideRates(caseIndex, lanes);
        const auto rates = m_rates[caseIndex];
        int done = 0;
        for (const auto rate : shuffle.order(rates.size())) {
            m_session.waitWhilePaused(number, "rates");
            reportRate(number, rates[rate], ++done, rates.size());
            for (const auto index : shuffle.order(lanes.size()))
                if (!over())
                    offer(lanes[index], number, caseIndex, rate);
        }
    }

    /// Once for all repetitions, so that they can be compared; a variant that is alone in its group
    /// adds its own.
    void decideRates(int caseIndex, std::span<const LoadLane> lanes)
    {
        std::vector<double> capacities;
        for (const auto& lane : lanes)
            if (lane.capacity > 0)
                capacities.push_back(lane.capacity);
        const int alone = lanes.size() == 1 ? lanes.front().worker->variant() : -1;
        if (capacities.empty() || !m_decided.emplace(caseIndex, alone).second)
            return;
        addRates(m_rates[caseIndex],
            ratesToOffer(m_load, capacities, rateOf(m_session.request.replayedNs)));
    }

    /// Requests that all come at once; before them some for each thread to come up.
    void findCapacity(LoadLane& lane, int caseIndex)
    {
        const auto callNs = static_cast<double>(lane.warm.at(caseIndex).callNs);
        const auto calls = std::clamp<std::int64_t>(
            std::llround(burstNs * m_load.concurrency / callNs), fewestOfBurst, mostOfBurst);
        auto warm = burst(caseIndex, warmCallsOfThread * m_load.concurrency);
        auto fact = burst(caseIndex, calls);
        fact.order = lane.order++;
        if (lane.worker->load(warm, burstDrain, false) && lane.worker->load(fact, burstDrain, true))
            lane.capacity = servedPerSecond(fact).value_or(0);
        else
            giveUp(lane, fact);
    }

    [[nodiscard]] LoadFact burst(int caseIndex, std::int64_t calls) const
    {
        LoadFact fact {
            .caseIndex = caseIndex, .arrivals = m_load.arrivals, .concurrency = m_load.concurrency};
        fact.requests.plannedNs.assign(static_cast<std::size_t>(calls), 0);
        return fact;
    }

    void offer(LoadLane& lane, int number, int caseIndex, std::size_t rateIndex)
    {
        const auto rate = m_rates[caseIndex][rateIndex];
        if (!lane.worker->alive() || lane.capacity <= 0
            || !isWorthOffering(m_load, rate, lane.capacity))
            return;
        LoadFact fact {.caseIndex = caseIndex,
            .order = lane.order++,
            .rate = rate,
            .arrivals = m_load.arrivals,
            .duration = durationAt(rate),
            .concurrency = m_load.concurrency};
        fact.requests.plannedNs = arrivalSchedule({.arrivals = m_load.arrivals,
            .rate = rate,
            .duration = fact.duration,
            .seed = arrivalSeed(m_session.plan().protocol.orderSeed, number, caseIndex,
                static_cast<int>(rateIndex)),
            .replayed = m_session.request.replayedNs});
        if (!lane.worker->load(fact, fact.duration / 2, true))
            giveUp(lane, fact);
    }

    /// So long that p99 can be told, but not for ever; where the rate was chosen, too, no longer
    /// than p99.9 needs several times over.
    [[nodiscard]] nanoseconds durationAt(double rate) const
    {
        const auto lasting
            = [rate](double requests) { return nanoseconds(std::llround(1e9 * requests / rate)); };
        auto duration
            = std::clamp(lasting(requestsForTail), m_load.duration, mostTimes * m_load.duration);
        if (m_load.rates.empty() && m_load.arrivals != Arrivals::Replay)
            duration = std::min(duration, std::max(lasting(enoughRequests), shortestRate));
        return duration;
    }

    /// Its other repetitions would fail as well, and take their time for it.
    void giveUp(const LoadLane& lane, const LoadFact& fact)
    {
        if (over())
            return;
        const int variant = lane.worker->variant();
        m_gaveUp.insert(variant);
        const auto& requests = fact.requests;
        const auto served = std::ranges::count_if(
            requests.endNs, [](auto end) { return end != LoadRequests::never; });
        const auto begun = std::ranges::count_if(
            requests.startNs, [](auto start) { return start != LoadRequests::never; });
        const auto& name = m_session.variant(variant).name;
        const auto& process
            = m_session.recording.data()
                  .processes[static_cast<std::size_t>(lane.worker->process().value)];
        const bool hung = process.end && process.end->outcome == ProcessOutcome::TimedOut;
        m_session.notice({.variant = variant,
            .caseIndex = fact.caseIndex,
            .rule = "load_ended_early",
            .sentence = hung && begun > served
                ? fmt::format("{}: a request did not return within {} and its process was ended; "
                              "the {} requests served before are kept, and no further load is "
                              "offered to it",
                    name, durationText(m_load.requestTimeLimit), served)
                : fmt::format("{}: its process ended under load, and no further load is offered "
                              "to it; what was served before is kept: {}",
                    name, process.end ? process.end->reason : std::string("it was given up"))});
    }

    void endLane(LoadLane& lane)
    {
        if (over())
            lane.worker->abandon("interrupted");
        else
            lane.worker->finish();
    }

    void reportRate(int number, double rate, int done, std::size_t all)
    {
        m_session.reporter.report({.kind = ProgressKind::Detail,
            .process = ProcessKind::Load,
            .repetition = number,
            .stage = "load",
            .text = fmt::format("{:.4g} requests a second, rate {} of {}", rate, done, all)});
    }

    Session& m_session;
    const LoadPlan& m_load;
    std::map<int, std::vector<double>> m_rates; ///< by case
    std::set<std::pair<int, int>> m_decided; ///< (case, variant where it is alone)
    std::set<int> m_gaveUp; ///< variants
};

} // namespace

Result<void> runLoads(Session& session)
{
    return Loads(session).run();
}

} // namespace profiler

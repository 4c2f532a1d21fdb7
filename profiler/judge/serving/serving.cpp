// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/serving/serving.h"

#include "profiler/evidence/serving/ready_time.h"
#include "profiler/judge/serving/rate_bootstrap.h"
#include "profiler/judge/verdict.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/statistics/log_ratios.h"
#include "profiler/statistics/quantiles.h"
#include "profiler/statistics/t_interval.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

namespace profiler {
namespace {

constexpr double mostSteal = 0.05; ///< docs/development/measurement.md, Machine state
constexpr double busyForeignCores = 0.25;

/// One rate in one process.
struct OneRate {
    const LoadFact* fact = nullptr;
    RateFigures figures;
};

/// What one process of a variant served of a case.
struct OneProcess {
    int repetition = 0;
    const LoadFact* burst = nullptr;
    std::optional<double> capacity;
    std::map<double, OneRate> rates;
    std::optional<RateWithinLimit> withinLimit;
};

using Processes = std::vector<OneProcess>;

Processes processesOf(const ComparisonData& data, int variant, int caseIndex)
{
    Processes processes;
    for (const auto& record : data.processes) {
        if (record.start.kind != ProcessKind::Load || record.start.variant != variant)
            continue;
        OneProcess process {.repetition = record.start.repetition};
        for (const auto& fact : record.loads) {
            if (fact.caseIndex != caseIndex)
                continue;
            if (fact.rate) {
                process.rates[*fact.rate] = {.fact = &fact, .figures = rateFigures(fact)};
            } else {
                process.burst = &fact;
                process.capacity = servedPerSecond(fact);
            }
        }
        if (process.burst != nullptr || !process.rates.empty())
            processes.push_back(std::move(process));
    }
    return processes;
}

/// Over processes: their range for two, nothing else to go by for one.
std::optional<LoadInterval> overProcesses(const std::vector<double>& values)
{
    if (values.empty())
        return std::nullopt;
    std::vector<double> logarithms;
    logarithms.reserve(values.size());
    for (const auto value : values)
        logarithms.push_back(std::log(value));
    const auto [least, most] = std::ranges::minmax(values);
    const auto repetitions = static_cast<int>(values.size());
    if (values.size() >= static_cast<std::size_t>(repetitionsForVerdict))
        if (const auto interval = logTInterval(logarithms))
            return LoadInterval {.value = *interval, .repetitions = repetitions};
    return LoadInterval {
        .value = {.estimate = std::exp(*mean(logarithms)), .low = least, .high = most},
        .repetitions = repetitions};
}

bool isDisturbed(const MachineState& machine)
{
    return machine.stealRatio.value_or(0) > mostSteal
        || machine.foreignCores.value_or(0) > busyForeignCores;
}

ServedPercentile percentileOver(const std::vector<const OneRate*>& runs, std::size_t index)
{
    ServedPercentile percentile;
    std::vector<double> values;
    const OneRate* last = nullptr;
    for (const auto* run : runs) {
        const auto& own = run->figures.latencies[index];
        percentile.needs = own.needs;
        percentile.has = std::max(percentile.has, run->figures.requests);
        percentile.unanswered = percentile.unanswered || own.unanswered;
        if (own.ns) {
            values.push_back(*own.ns);
            last = run;
        }
    }
    if (percentile.unanswered || values.empty())
        return percentile;
    percentile.ns = overProcesses(values);
    if (values.size() == 1)
        if (const auto within = bootstrapPercentile(last->fact->requests, percentiles[index].p))
            percentile.ns->value = *within;
    return percentile;
}

/// Adds `value` of so many requests to a mean over all of them.
void addTo(std::optional<double>& mean, const std::optional<double>& value, double share)
{
    if (value)
        mean = mean.value_or(0) + *value * share;
}

OfferedRate offeredRate(double rate, const Processes& processes)
{
    std::vector<const OneRate*> runs;
    OfferedRate offered {.rate = rate};
    int sustained = 0;
    for (const auto& process : processes) {
        const auto found = process.rates.find(rate);
        if (found == process.rates.end())
            continue;
        const auto& run = found->second;
        runs.push_back(&run);
        sustained += run.figures.sustained ? 1 : 0;
        offered.requests += run.figures.requests;
        offered.unanswered += run.figures.unanswered;
        offered.compiled += run.figures.compiled;
        offered.disturbed = offered.disturbed || isDisturbed(run.fact->machine);
        std::ranges::move(slowestRequests(*run.fact, process.repetition, slowestShown),
            std::back_inserter(offered.slowest));
    }
    std::ranges::stable_sort(offered.slowest, isSlower);
    offered.slowest.resize(std::min(offered.slowest.size(), slowestShown));
    offered.repetitions = static_cast<int>(runs.size());
    offered.sustained = 2 * sustained > offered.repetitions;
    const double share = 1.0 / std::max(offered.repetitions, 1);
    for (const auto* run : runs) {
        offered.offered += run->figures.offered * share;
        offered.achieved += run->figures.achieved * share;
        addTo(offered.waitNs, run->figures.waitNs, share);
        addTo(offered.serviceNs, run->figures.serviceNs, share);
        addTo(offered.busyRatio, run->figures.busyRatio, share);
    }
    for (std::size_t i = 0; i < percentiles.size(); ++i)
        offered.latencies[i] = percentileOver(runs, i);
    return offered;
}

/// Of the calls alone: what p99 is where requests come so seldom that none waits.
std::optional<double> tailOfCalls(const LoadRequests& requests)
{
    LoadLatencies calls;
    for (std::size_t i = 0; i < requests.size(); ++i)
        if (requests.ended(i))
            calls.ns.push_back(requests.endNs[i] - requests.startNs[i]);
    std::ranges::sort(calls.ns);
    return percentileOf(calls, tailPercentile).ns;
}

std::vector<ServedRate> servedRates(const OneProcess& process)
{
    std::vector<ServedRate> served;
    constexpr auto tail = percentileIndex(tailPercentile);
    for (const auto& [rate, run] : process.rates)
        if (const auto alone = tailOfCalls(run.fact->requests); alone && served.empty())
            served.push_back({.point = {.rate = 0, .tailNs = alone}, .requests = nullptr});
    for (const auto& [rate, run] : process.rates) {
        const auto& latency = run.figures.latencies[tail];
        if (latency.ns || latency.unanswered)
            served.push_back(
                {.point = {.rate = rate, .tailNs = latency.ns, .sustained = run.figures.sustained},
                    .requests = &run.fact->requests});
    }
    return served;
}

std::vector<RatePoint> pointsOf(const OneProcess& process)
{
    std::vector<RatePoint> points;
    for (const auto& served : servedRates(process))
        points.push_back(served.point);
    return points;
}

HighestRate highestRate(const Processes& processes, double limitNs)
{
    using Bound = RateWithinLimit::Bound;
    HighestRate highest;
    std::vector<double> found;
    for (const auto& process : processes) {
        if (!process.withinLimit)
            continue;
        const auto& own = *process.withinLimit;
        if (own.bound == Bound::Found) {
            found.push_back(own.rate);
            continue;
        }
        const bool none = own.bound == Bound::Below;
        if (highest.kind != HighestRate::Kind::None)
            highest = {.kind = none ? HighestRate::Kind::None : HighestRate::Kind::AtLeast,
                .rate = std::nullopt,
                .bound = own.rate};
    }
    if (highest.kind != HighestRate::Kind::Unknown || found.empty())
        return highest;
    highest = {.kind = HighestRate::Kind::Found, .rate = overProcesses(found)};
    if (found.size() == 1)
        for (const auto& process : processes)
            if (process.withinLimit)
                if (const auto within
                    = bootstrapRateWithinLimit(servedRates(process), limitNs, process.capacity))
                    highest.rate->value = *within;
    return highest;
}

std::optional<LoadInterval> capacityOf(const Processes& processes)
{
    std::vector<double> values;
    for (const auto& process : processes)
        if (process.capacity)
            values.push_back(*process.capacity);
    auto capacity = overProcesses(values);
    if (values.size() == 1)
        for (const auto& process : processes)
            if (process.capacity)
                if (const auto within = capacityWithin(process.burst->requests))
                    capacity->value
                        = {.estimate = *process.capacity, .low = within->low, .high = within->high};
    return capacity;
}

std::optional<double> highestSustained(const std::vector<OfferedRate>& rates)
{
    std::optional<double> highest;
    for (const auto& rate : rates) {
        if (!rate.sustained)
            break;
        highest = rate.rate;
    }
    return highest;
}

/// Variant over baseline, process by process of the same repetition.
template <typename Value>
std::vector<LogRatio> pairedRatios(
    const Processes& baseline, const Processes& variant, Value valueOf)
{
    std::vector<LogRatio> ratios;
    for (const auto& own : variant)
        for (const auto& other : baseline) {
            const std::optional<double> above = valueOf(own);
            const std::optional<double> below = valueOf(other);
            if (own.repetition == other.repetition && above && below)
                ratios.push_back(LogRatio::ofRatio(*above / *below));
        }
    return ratios;
}

std::optional<double> foundRate(const OneProcess& process)
{
    const auto& within = process.withinLimit;
    return within && within->bound == RateWithinLimit::Bound::Found ? std::optional(within->rate)
                                                                    : std::nullopt;
}

std::optional<LoadInterval> intervalOf(const std::vector<LogRatio>& ratios)
{
    std::vector<double> values;
    values.reserve(ratios.size());
    for (const auto& ratio : ratios)
        values.push_back(ratio.ratio());
    return overProcesses(values);
}

ServingVerdict verdictFrom(const LoadInterval& ratio, double minimumEffect)
{
    if (ratio.repetitions < repetitionsForVerdict)
        return ServingVerdict::Undecided;
    switch (verdictOf(ratio.value, {.minimumEffect = minimumEffect})) {
    case Verdict::Faster:
        return ServingVerdict::MoreLoad;
    case Verdict::Slower:
        return ServingVerdict::LessLoad;
    case Verdict::NoDifference:
        return ServingVerdict::NoDifference;
    default:
        return ServingVerdict::Undecided;
    }
}

class CaseMaker {
public:
    CaseMaker(const ComparisonData& data, int caseIndex, std::optional<nanoseconds> limit)
        : m_data(data)
        , m_case({.caseIndex = caseIndex})
    {
        for (int i = 0; i < static_cast<int>(data.plan.variants.size()); ++i)
            m_processes.push_back(processesOf(data, i, caseIndex));
        m_case.limit = limitFor(limit);
    }

    ServedCase make()
    {
        if (m_case.limit)
            for (auto& processes : m_processes)
                for (auto& process : processes)
                    process.withinLimit
                        = rateWithinLimit(pointsOf(process), m_case.limit->ns, process.capacity);
        for (int i = 0; i < static_cast<int>(m_processes.size()); ++i)
            m_case.variants.push_back(variant(i));
        for (std::size_t i = 1; i < m_case.variants.size(); ++i)
            compare(m_case.variants[i], m_processes[i]);
        return std::move(m_case);
    }

private:
    [[nodiscard]] std::optional<ServingLimit> limitFor(std::optional<nanoseconds> given) const
    {
        if (given)
            return ServingLimit {
                .ns = static_cast<double>(given->count()), .source = LimitSource::Given};
        if (const auto own = goalLimit())
            return ServingLimit {
                .ns = static_cast<double>(own->count()), .source = LimitSource::Goal};
        std::vector<std::int64_t> services;
        for (const auto& process : m_processes.front())
            if (process.burst != nullptr) {
                const auto& requests = process.burst->requests;
                for (std::size_t i = 0; i < requests.size(); ++i)
                    if (requests.ended(i))
                        services.push_back(requests.endNs[i] - requests.startNs[i]);
            }
        const auto middle = upperMedian(std::move(services));
        if (!middle)
            return std::nullopt;
        return ServingLimit {
            .ns = usualLimitFactor * static_cast<double>(*middle), .source = LimitSource::Usual};
    }

    [[nodiscard]] std::optional<nanoseconds> goalLimit() const
    {
        const auto& goal = m_data.plan.goal;
        const auto& cases = m_data.plan.cases;
        const auto index = static_cast<std::size_t>(m_case.caseIndex);
        if (index < cases.size())
            if (const auto own = goal.caseLimits.find(cases[index].name);
                own != goal.caseLimits.end() && own->second.p99)
                return own->second.p99;
        return goal.limits.p99;
    }

    [[nodiscard]] ServedVariant variant(int index) const
    {
        const auto& processes = m_processes[static_cast<std::size_t>(index)];
        ServedVariant served {.variant = index,
            .name = m_data.plan.variants[static_cast<std::size_t>(index)].name,
            .capacity = capacityOf(processes),
            .readyColdNs = readyTimeOf(m_data, index, m_case.caseIndex, ProcessKind::Cold),
            .readyKeptNs = readyTimeOf(m_data, index, m_case.caseIndex, ProcessKind::ColdKept)};
        std::set<double> rates;
        for (const auto& process : processes)
            for (const auto& [rate, run] : process.rates)
                rates.insert(rate);
        for (const auto rate : rates)
            served.rates.push_back(offeredRate(rate, processes));
        served.highestSustained = highestSustained(served.rates);
        if (m_case.limit) {
            served.withinLimit = highestRate(processes, m_case.limit->ns);
            for (auto& rate : served.rates)
                if (const auto& tail = rate.tail(); tail.unanswered || !rate.sustained)
                    rate.meetsLimit = false;
                else if (tail.ns)
                    rate.meetsLimit = tail.ns->value.estimate <= m_case.limit->ns;
        }
        if (index == 0)
            served.verdict = ServingVerdict::Baseline;
        else if (!served.served())
            served.verdict = ServingVerdict::NothingServed;
        return served;
    }

    /// Of the rate within the limit where both have one in each repetition, else of the capacity.
    void compare(ServedVariant& served, const Processes& processes) const
    {
        if (!served.served())
            return;
        const auto& baseline = m_case.variants.front();
        const bool both = served.withinLimit.kind == HighestRate::Kind::Found
            && baseline.withinLimit.kind == HighestRate::Kind::Found;
        const auto ratios = both ? pairedRatios(m_processes.front(), processes, foundRate)
                                 : pairedRatios(m_processes.front(), processes,
                                     [](const OneProcess& each) { return each.capacity; });
        served.ratioIsOfCapacity = !both;
        served.ratio = intervalOf(ratios);
        if (served.ratio)
            served.verdict = verdictFrom(*served.ratio, m_data.plan.goal.minimumEffect);
    }

    const ComparisonData& m_data;
    ServedCase m_case;
    std::vector<Processes> m_processes; ///< by variant
};

} // namespace

std::optional<double> OfferedRate::queueShare() const
{
    return RateFigures {.waitNs = waitNs, .serviceNs = serviceNs}.queueShare();
}

const ServedCase* Serving::of(int caseIndex) const
{
    const auto found = std::ranges::find(cases, caseIndex, &ServedCase::caseIndex);
    return found == cases.end() ? nullptr : &*found;
}

Serving servingOf(const ComparisonData& data, std::optional<nanoseconds> limit)
{
    Serving serving {.concurrency = data.plan.load.concurrency,
        .arrivals = data.plan.load.arrivals,
        .duration = data.plan.load.duration};
    std::set<int> cases;
    std::set<int> repetitions;
    for (const auto& process : data.processes)
        for (const auto& fact : process.loads) {
            cases.insert(fact.caseIndex);
            repetitions.insert(process.start.repetition);
        }
    serving.repetitions = static_cast<int>(repetitions.size());
    for (const int caseIndex : cases)
        serving.cases.push_back(CaseMaker(data, caseIndex, limit).make());
    return serving;
}

} // namespace profiler

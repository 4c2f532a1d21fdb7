// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/breaks/break_cost.h"

#include "profiler/evidence/breaks/break_causes.h"
#include "profiler/evidence/device/device_gaps.h"
#include "profiler/evidence/lanes/lanes.h"
#include "profiler/evidence/trace/ended_traces.h"
#include "profiler/evidence/trace/time_by_call.h"
#include "profiler/model/comparison_data.h"
#include "profiler/statistics/order_interval.h"
#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>

namespace profiler {

namespace {

std::set<std::string> graphsThatRan(const TraceSummary& trace)
{
    std::set<std::string> ran;
    for (const auto& window : trace.graphs)
        ran.insert(window.compileId);
    return ran;
}

/// Between two graphs of one call.
struct Gap {
    std::size_t call = 0; ///< counted here: a file may claim any number
    const GraphWindow* before = nullptr;
    const GraphWindow* after = nullptr;
};

/// Without overflow: a file may hold any times.
double lengthOf(const Gap& gap)
{
    const auto length = static_cast<std::uint64_t>(gap.after->startNs)
        - static_cast<std::uint64_t>(gap.before->endNs);
    return static_cast<double>(static_cast<std::int64_t>(length));
}

struct Gaps {
    std::vector<Gap> gaps;
    std::size_t calls = 0;
};

Gaps gapsOf(const std::vector<GraphWindow>& windows)
{
    Gaps found;
    for (std::size_t i = 0; i < windows.size(); ++i)
        if (i == 0 || windows[i].call != windows[i - 1].call)
            ++found.calls;
        else
            found.gaps.push_back({found.calls - 1, &windows[i - 1], &windows[i]});
    return found;
}

CostPerCall costPerCall(std::vector<double> byCall)
{
    std::ranges::sort(byCall);
    CostPerCall cost {.estimateNs = quantileOfSorted(byCall, 0.5)};
    const auto interval = medianInterval(byCall);
    cost.lowNs = interval.lower.value_or(byCall.front());
    cost.highNs = interval.upper.value_or(byCall.back());
    return cost;
}

/// Bounds add up to bounds: the sum is what a page shows above its rows.
CostPerCall sumOfCosts(std::span<const BreakCost> breaks)
{
    CostPerCall sum;
    for (const auto& each : breaks)
        sum += each.host;
    return sum;
}

/// Sums of one break over the calls.
struct BreakSums {
    std::vector<double> byCall;
    double passes = 0;
    double crossingBytes = 0;
};

class Summing {
public:
    Summing(const EndedTrace& traced, const Gaps& gaps, double perGraphNs, double scale)
        : m_causes(*traced.process, graphsThatRan(*traced.trace))
        , m_perGraphNs(perGraphNs)
        , m_scale(scale)
        , m_all(gaps.calls)
    {
        for (const auto& gap : gaps.gaps)
            add(gap);
    }

    [[nodiscard]] BreakCosts costs(std::optional<double> bytesPerSecond) const
    {
        const auto calls = static_cast<double>(m_all.size());
        BreakCosts costs {
            .breaks = {}, .all = {}, .calls = static_cast<int>(m_all.size()), .scale = m_scale};
        for (const auto& [key, sums] : m_sums) {
            auto& cost = costs.breaks.emplace_back();
            cost.file = key.file;
            cost.line = key.line;
            cost.id = key.id;
            cost.host = costPerCall(sums.byCall);
            cost.passes = sums.passes / calls;
            if (bytesPerSecond && *bytesPerSecond > 0)
                cost.crossingNs = sums.crossingBytes / calls / *bytesPerSecond * 1e9;
        }
        std::ranges::stable_sort(costs.breaks, std::ranges::greater {},
            [](const BreakCost& cost) { return cost.host.estimateNs; });
        costs.all = costs.breaks.empty() ? costPerCall(m_all) : sumOfCosts(costs.breaks);
        return costs;
    }

private:
    void add(const Gap& gap)
    {
        const double ns = (lengthOf(gap) + m_perGraphNs) * m_scale;
        m_all[gap.call] += ns;
        const auto* cause = m_causes.of(gap.before->compileId, gap.after->compileId);
        if (cause == nullptr)
            return;
        auto& sums = m_sums[cause->second];
        sums.byCall.resize(m_all.size());
        sums.byCall[gap.call] += ns;
        sums.passes += 1;
        sums.crossingBytes += static_cast<double>(gap.after->inputBytes);
    }

    BreakCauses m_causes;
    double m_perGraphNs;
    double m_scale;
    std::vector<double> m_all; ///< by call
    std::map<BreakKey, BreakSums> m_sums;
};

/// What taking the times added is no part of a call.
double scaleOf(const TraceSummary& trace, const Gaps& gaps, std::optional<double> medianNs)
{
    const auto graphs = static_cast<double>(trace.graphs.size()) / static_cast<double>(gaps.calls);
    const double traced = median(durationsOf(trace.calls)).value_or(0)
        - graphs * trace.constants.wrapperNs.value_or(0);
    return medianNs && *medianNs > 0 && traced > 0 ? *medianNs / traced : 1;
}

/// Of the calls that were timed: median over the repetitions of each one's own.
std::optional<double> timedMedian(const ComparisonData& data, int variant, int caseIndex)
{
    std::vector<double> medians;
    const auto lanes = byRepetition(lanesOf(data, {.variant = variant, .caseIndex = caseIndex}));
    for (const auto& lane : inState(lanes, LaneState::Steady))
        if (const auto calls = median(callsOf(lane)))
            medians.push_back(*calls);
    return median(medians);
}

/// Of the gaps between the graphs of a trace that is near enough to the timed calls.
Measured<BreakCosts> costsOfGaps(const EndedTrace& traced, std::optional<double> medianNs,
    double overheadOfGraphNs, std::optional<double> bytesPerSecond)
{
    const auto gaps = gapsOf(traced.trace->graphs);
    if (gaps.gaps.empty())
        return missing(ReasonKind::OneGraphAtMost);
    const double scale = scaleOf(*traced.trace, gaps, medianNs);
    if (isFarFromTimed(1 / scale))
        return missing({ReasonKind::TooFarForBreakCosts, {TimesAsLong {1 / scale}}});
    return Summing(traced, gaps, overheadOfGraphNs, scale).costs(bytesPerSecond);
}

Measured<BreakCosts> costsOnHost(const EndedTrace& traced, std::optional<double> medianNs)
{
    const auto& constants = traced.trace->constants;
    if (!constants.nullGraphNs || !constants.wrapperNs)
        return missing(ReasonKind::GraphCostUnknown);
    return costsOfGaps(
        traced, medianNs, *constants.nullGraphNs - *constants.wrapperNs, constants.bytesPerSecond);
}

/// What a graph costs by being one of its own may hide behind kernels, so it is not added.
Measured<BreakCosts> costsOnDevice(const EndedTrace& traced, std::optional<double> medianNs)
{
    if (!traced.trace->deviceReason.empty())
        return missing({ReasonKind::DeviceIdleUnknown, {traced.trace->deviceReason}});
    if (traced.trace->graphs.empty())
        return missing(ReasonKind::GraphsNotTraced);
    return costsOfGaps(traced, medianNs, 0, std::nullopt);
}

} // namespace

Measured<BreakCosts> breakCosts(
    const ComparisonData& data, int variant, int caseIndex, std::optional<double> medianNs)
{
    const bool onDevice = costSideOf(data.plan) == CostSide::Device;
    const auto ended = endedTraces(
        data, variant, caseIndex, onDevice ? TracePass::Operators : TracePass::Graphs);
    if (ended.empty())
        return missing(ReasonKind::GraphsNotTraced);
    return onDevice ? costsOnDevice(ended.back(), medianNs) : costsOnHost(ended.back(), medianNs);
}

std::vector<Measured<BreakCosts>> breakCostsByCase(const ComparisonData& data, int variant)
{
    std::vector<Measured<BreakCosts>> costs;
    costs.reserve(static_cast<std::size_t>(caseCount(data)));
    for (int caseIndex = 0; caseIndex < caseCount(data); ++caseIndex)
        costs.push_back(
            breakCosts(data, variant, caseIndex, timedMedian(data, variant, caseIndex)));
    return costs;
}

std::vector<CostInCase> costsOf(const std::vector<Measured<BreakCosts>>& byCase,
    const std::string& file, int line, const std::string& id)
{
    std::vector<CostInCase> found;
    for (std::size_t i = 0; i < byCase.size(); ++i)
        if (const auto* cost = byCase[i] ? costOf(*byCase[i], file, line, id) : nullptr)
            found.push_back({.caseIndex = static_cast<int>(i), .cost = cost->host});
    std::ranges::stable_sort(found, std::ranges::greater {},
        [](const CostInCase& inCase) { return inCase.cost.estimateNs; });
    return found;
}

std::optional<GainOfFixing> gainOfFixing(const BreakCosts& costs, int count, double medianNs)
{
    const auto fixed = std::min(static_cast<std::size_t>(std::max(0, count)), costs.breaks.size());
    const auto saved = sumOfCosts(std::span(costs.breaks).first(fixed));
    if (fixed == 0 || saved.highNs >= medianNs)
        return std::nullopt;
    const auto gain = [&](double ns) { return medianNs / (medianNs - ns); };
    return GainOfFixing {.count = static_cast<int>(fixed),
        .estimate = gain(saved.estimateNs),
        .low = gain(saved.lowNs),
        .high = gain(saved.highNs)};
}

const BreakCost* costOf(
    const BreakCosts& costs, const std::string& file, int line, const std::string& id)
{
    const auto found = std::ranges::find_if(costs.breaks, [&](const BreakCost& cost) {
        return cost.file == file && cost.line == line && cost.id == id;
    });
    return found == costs.breaks.end() ? nullptr : &*found;
}

} // namespace profiler

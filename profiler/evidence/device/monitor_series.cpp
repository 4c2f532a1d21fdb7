// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/device/monitor_series.h"

#include "profiler/model/comparison_data.h"
#include "profiler/model/counters.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/process_record.h"
#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_map>

namespace profiler {

namespace {

std::int64_t lengthOf(const CallBlock& block)
{
    return std::accumulate(block.wallNs.begin(), block.wallNs.end(), std::int64_t {0});
}

std::int64_t endOfBlock(const CallBlock& block)
{
    return endOf(block.started.ns, lengthOf(block));
}

void addStretches(const ProcessRecord& process, std::vector<LaneStretch>& stretches)
{
    const LaneStretch lane {.variant = process.start.variant, .again = process.start.again};
    auto warmUp = lane;
    warmUp.span = {process.start.started.ns, process.start.started.ns};
    for (const auto& block : process.blocks) {
        if (block.round < 0) {
            warmUp.span.end = std::max(warmUp.span.end, endOfBlock(block));
            continue;
        }
        auto stretch = lane;
        stretch.caseIndex = block.caseIndex;
        stretch.round = block.round;
        stretch.calls = static_cast<std::int64_t>(block.wallNs.size());
        stretch.span = {block.started.ns, endOfBlock(block)};
        stretches.push_back(stretch);
    }
    if (warmUp.span.end > warmUp.span.begin)
        stretches.push_back(warmUp);
}

/// Processes of a group start at the same time and warm up in turn: each begins its turn when the
/// one before has ended its own.
void takeTurns(std::vector<LaneStretch>& stretches)
{
    std::ranges::stable_sort(
        stretches, {}, [](const LaneStretch& stretch) { return stretch.span.end; });
    std::int64_t before = 0;
    for (auto& stretch : stretches)
        if (!stretch.timed()) {
            stretch.span.begin = std::max(stretch.span.begin, before);
            before = stretch.span.end;
        }
}

double valueAt(const CounterSeries& series, std::size_t after, std::int64_t moment)
{
    if (after == 0 || series.timeNs[after] == moment)
        return series.value[after];
    const auto begin = static_cast<double>(series.timeNs[after] - series.timeNs[after - 1]);
    const auto part = static_cast<double>(moment - series.timeNs[after - 1]) / begin;
    return series.value[after - 1] + part * (series.value[after] - series.value[after - 1]);
}

std::size_t firstFrom(const CounterSeries& series, std::int64_t moment)
{
    return static_cast<std::size_t>(
        std::ranges::lower_bound(series.timeNs, moment) - series.timeNs.begin());
}

} // namespace

std::vector<CounterSeries> counterSeries(const MonitorRows& rows)
{
    std::vector<CounterSeries> all;
    std::unordered_map<std::int32_t, std::size_t> places;
    for (const auto& name : rows.names)
        if (places.emplace(name.id, all.size()).second)
            all.push_back({.name = name.text});
    for (std::size_t i = 0; i < rows.rows.size(); ++i) {
        const auto place = places.find(rows.rows.series[i]);
        if (place == places.end() || !std::isfinite(rows.rows.value[i]))
            continue;
        auto& series = all[place->second];
        if (!series.timeNs.empty() && rows.rows.timeNs[i] < series.timeNs.back())
            continue; // the clock was set back
        series.timeNs.push_back(rows.rows.timeNs[i]);
        series.value.push_back(rows.rows.value[i]);
    }
    return all;
}

const CounterSeries* seriesOf(const std::vector<CounterSeries>& all, const std::string& name)
{
    const auto found = std::ranges::find(all, name, &CounterSeries::name);
    return found == all.end() || found->value.empty() ? nullptr : &*found;
}

std::vector<LaneStretch> lanesAtWork(const ComparisonData& data, int repetition)
{
    std::vector<LaneStretch> stretches;
    for (const auto& process : data.processes)
        if (process.start.kind == ProcessKind::Paired && process.start.repetition == repetition)
            addStretches(process, stretches);
    takeTurns(stretches);
    std::ranges::stable_sort(
        stretches, {}, [](const LaneStretch& stretch) { return stretch.span.begin; });
    return stretches;
}

std::optional<double> medianDuring(const CounterSeries& series, std::span<const TimeSpan> spans)
{
    std::vector<double> values;
    for (const auto& span : spans) {
        auto at = firstFrom(series, span.begin);
        const auto before = values.size();
        for (; at < series.timeNs.size() && series.timeNs[at] < span.end; ++at)
            values.push_back(series.value[at]);
        if (values.size() == before && at < series.timeNs.size() && span.end > span.begin)
            values.push_back(series.value[at]);
    }
    return median(values);
}

std::optional<double> integralDuring(const CounterSeries& series, TimeSpan span)
{
    constexpr double perSecond = 1e9;
    if (series.timeNs.empty() || series.timeNs.front() > span.begin
        || series.timeNs.back() < span.end || span.end < span.begin)
        return std::nullopt;
    double sum = 0;
    auto moment = span.begin;
    auto at = firstFrom(series, moment);
    double value = valueAt(series, at, moment);
    while (moment < span.end) {
        if (series.timeNs[at] <= moment) {
            ++at;
            continue;
        }
        const auto next = std::min(series.timeNs[at], span.end);
        const double reached = valueAt(series, at, next);
        sum += (value + reached) / 2 * static_cast<double>(next - moment) / perSecond;
        moment = next;
        value = reached;
    }
    return sum;
}

} // namespace profiler

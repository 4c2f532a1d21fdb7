// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/trace/trace_figures.h"

#include "profiler/evidence/trace/device_work.h"
#include "profiler/model/trace.h"
#include "profiler/model/trace_rows.h"
#include "profiler/statistics/busy_spans.h"
#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>
#include <utility>

namespace profiler {

namespace {

using Spans = std::vector<TimeSpan>;

template <typename Columns>
TimeSpan spanOf(const Columns& columns, std::size_t row)
{
    const auto start = columns.startNs[row];
    return {start, endOf(start, columns.durationNs[row])};
}

std::int64_t lengthOf(const Spans& merged)
{
    std::int64_t length = 0;
    for (const auto& span : merged)
        length += span.end - span.begin;
    return length;
}

/// Subtracted before it becomes a double: one holds a date to a quarter of a microsecond alone.
std::int64_t lengthOf(std::int64_t start, std::int64_t end)
{
    std::int64_t length = 0;
    return __builtin_sub_overflow(end, start, &length) ? 0 : length;
}

CountedTime counted(const Spans& spans)
{
    CountedTime time {.count = static_cast<std::int64_t>(spans.size())};
    for (const auto& span : spans)
        time.sumNs += span.end - span.begin;
    time.unionNs = lengthOf(unionOf(spans));
    return time;
}

/// Everything that ran on devices, in one list each.
struct WorkByKind {
    Spans kernels;
    Spans memcpys;
    Spans memsets;
    std::map<std::pair<int, int>, Spans> streams;
    std::unordered_map<std::int32_t, std::int64_t> firstStart; ///< by correlation

    void add(const TimeSpan& span, int device, int stream, std::int32_t correlation)
    {
        streams[{device, stream}].push_back(span);
        const auto [first, added] = firstStart.emplace(correlation, span.begin);
        if (!added)
            first->second = std::min(first->second, span.begin);
    }

    [[nodiscard]] Spans all() const
    {
        Spans spans = kernels;
        spans.insert(spans.end(), memcpys.begin(), memcpys.end());
        spans.insert(spans.end(), memsets.begin(), memsets.end());
        return spans;
    }
};

WorkByKind workOf(const TraceRows& rows)
{
    WorkByKind work;
    const auto& kernels = rows.kernels;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        if (!isTimed(kernels.flags[i]))
            continue;
        const auto span = spanOf(kernels, i);
        work.kernels.push_back(span);
        work.add(span, kernels.device[i], kernels.stream[i], kernels.correlation[i]);
    }
    const auto& copies = rows.copies;
    for (std::size_t i = 0; i < copies.size(); ++i) {
        if (!isTimed(copies.flags[i]))
            continue;
        const auto span = spanOf(copies, i);
        const bool fills = static_cast<CopyKind>(copies.kind[i]) == CopyKind::Memset;
        (fills ? work.memsets : work.memcpys).push_back(span);
        work.add(span, copies.device[i], copies.stream[i], copies.correlation[i]);
    }
    return work;
}

/// A launch may be recorded by the runtime and by the driver below it: the outer one began it.
std::optional<LaunchDelay> launchDelayOf(const ApiColumns& apis, const WorkByKind& work)
{
    std::unordered_map<std::int32_t, std::int64_t> launches;
    for (std::size_t i = 0; i < apis.size(); ++i) {
        const auto [first, added] = launches.emplace(apis.correlation[i], apis.startNs[i]);
        if (!added)
            first->second = std::min(first->second, apis.startNs[i]);
    }
    std::vector<double> delays;
    for (const auto& [correlation, start] : launches)
        if (const auto ran = work.firstStart.find(correlation); ran != work.firstStart.end())
            delays.push_back(static_cast<double>(lengthOf(start, ran->second)));
    if (delays.empty())
        return std::nullopt;
    std::ranges::sort(delays);
    const auto at = [&](double p) { return std::llround(quantileOfSorted(delays, p)); };
    return LaunchDelay {.n = static_cast<std::int64_t>(delays.size()),
        .minNs = at(0),
        .p50Ns = at(0.5),
        .p95Ns = at(0.95),
        .maxNs = at(1)};
}

} // namespace

std::optional<DeviceFigures> deviceFigures(const TraceRows& rows)
{
    const auto work = workOf(rows);
    const auto all = work.all();
    const auto busy = unionOf(all);
    if (work.kernels.empty() && work.memcpys.empty() && work.memsets.empty())
        return std::nullopt;
    DeviceFigures figures {.kernels = counted(work.kernels),
        .memcpys = counted(work.memcpys),
        .memsets = counted(work.memsets),
        .busyNs = lengthOf(busy),
        .launchDelay = launchDelayOf(rows.apis, work)};
    // A copy that took no measurable time is not busy, and yet the device worked until then.
    figures.spanNs = lengthOf(std::ranges::min(all, {}, &TimeSpan::begin).begin,
        std::ranges::max(all, {}, &TimeSpan::end).end);
    figures.idleNs = figures.spanNs - figures.busyNs;
    for (std::size_t i = 1; i < busy.size(); ++i)
        figures.gapsNs.push_back(busy[i].begin - busy[i - 1].end);
    for (const auto& [place, spans] : work.streams)
        figures.streams.push_back(
            {.device = place.first, .stream = place.second, .busyNs = lengthOf(unionOf(spans))});
    return figures;
}

namespace {

/// Imported traces mark their steps by ranges of the same span.
std::map<std::pair<std::int64_t, std::int64_t>, std::string> rangesBySpan(
    const std::vector<TraceCall>& calls, const TraceRows& rows)
{
    std::map<std::pair<std::int64_t, std::int64_t>, std::string> names;
    for (const auto& call : calls)
        names.emplace(std::pair {call.startNs, call.endNs}, std::string());
    std::map<std::int32_t, const std::string*> texts;
    for (const auto& name : rows.names)
        texts.emplace(name.id, &name.text);
    const auto& spans = rows.operators;
    for (std::size_t i = 0; i < spans.size(); ++i) {
        if (spans.kind[i] != static_cast<std::uint8_t>(SpanKind::Range))
            continue;
        const auto found
            = names.find({spans.startNs[i], endOf(spans.startNs[i], spans.durationNs[i])});
        const auto text = texts.find(spans.name[i]);
        if (found != names.end() && found->second.empty() && text != texts.end())
            found->second = *text->second;
    }
    return names;
}

} // namespace

std::vector<TracedCall> tracedCalls(const std::vector<TraceCall>& calls, const TraceRows& rows)
{
    Spans operators;
    for (std::size_t i = 0; i < rows.operators.size(); ++i)
        if (isWork(static_cast<SpanKind>(rows.operators.kind[i])))
            operators.push_back(spanOf(rows.operators, i));
    const auto working = unionOf(operators);
    const auto busy = unionOf(workOf(rows).all());
    const auto names = rangesBySpan(calls, rows);
    std::vector<TracedCall> traced;
    for (const auto& call : calls) {
        const TimeSpan window {call.startNs, call.endNs};
        const auto& name = names.at({call.startNs, call.endNs});
        traced.push_back({.name = name.empty() ? "call " + std::to_string(traced.size() + 1) : name,
            .durationNs = durationOf(call),
            .operatorNs = coveredNs(working, window),
            .busyNs = coveredNs(busy, window)});
    }
    return traced;
}

} // namespace profiler

// SPDX-License-Identifier: Apache-2.0
#include "profiler/formats/chrome/chrome_steps.h"

#include "profiler/evidence/trace/device_work.h"
#include "profiler/model/trace_columns.h"

#include <set>
#include <utility>

namespace profiler {

namespace {

template <typename Columns>
void addTimedRows(TimeExtent& extent, const Columns& columns)
{
    for (std::size_t i = 0; i < columns.size(); ++i)
        if (isTimed(columns.flags[i]))
            extent.add(columns.startNs[i], endOf(columns.startNs[i], columns.durationNs[i]));
}

TimeExtent extentOf(const TraceRows& rows)
{
    TimeExtent extent;
    extent.addRows(rows.operators);
    extent.addRows(rows.apis);
    addTimedRows(extent, rows.kernels);
    addTimedRows(extent, rows.copies);
    return extent;
}

} // namespace

/// Whole microseconds, so that the decimals of times stay as they were.
std::int64_t chromeBase(const TraceRows& rows, const std::vector<TraceCall>& calls)
{
    auto extent = extentOf(rows);
    constexpr std::int64_t nsPerUs = 1000;
    for (const auto& call : calls)
        extent.add(call.startNs, call.endNs);
    for (const auto time : rows.counters.timeNs)
        extent.add(time, time);
    if (extent.isEmpty())
        return 0;
    return extent.startNs < 0 ? extent.startNs : extent.startNs / nsPerUs * nsPerUs;
}

OperatorColumns chromeSteps(const TraceRows& rows, const std::vector<TraceCall>& calls)
{
    const auto extent = extentOf(rows);
    const auto& spans = rows.operators;
    std::set<std::int32_t> stepNames;
    for (const auto& name : rows.names)
        if (name.text.starts_with("ProfilerStep"))
            stepNames.insert(name.id);
    std::set<std::pair<std::int64_t, std::int64_t>> shown;
    for (std::size_t i = 0; i < spans.size(); ++i)
        if (spans.kind[i] == static_cast<std::uint8_t>(SpanKind::Range)
            && stepNames.contains(spans.name[i]))
            shown.emplace(spans.startNs[i], endOf(spans.startNs[i], spans.durationNs[i]));
    if (calls.size() == 1 && calls.front() == TraceCall {extent.startNs, extent.endNs})
        shown.emplace(extent.startNs, extent.endNs);
    OperatorColumns steps;
    for (std::size_t i = 0; i < calls.size(); ++i) {
        if (shown.contains({calls[i].startNs, calls[i].endNs}) || durationOf(calls[i]) < 0)
            continue;
        steps.startNs.push_back(calls[i].startNs);
        steps.durationNs.push_back(durationOf(calls[i]));
        steps.sequence.push_back(static_cast<std::int64_t>(i));
    }
    return steps;
}

} // namespace profiler

// SPDX-License-Identifier: Apache-2.0
#include "profiler/statistics/busy_spans.h"

#include <algorithm>

namespace profiler {

std::vector<TimeSpan> unionOf(std::span<const TimeSpan> spans)
{
    std::vector<TimeSpan> ascending(spans.begin(), spans.end());
    std::erase_if(ascending, [](const TimeSpan& span) { return span.end <= span.begin; });
    std::ranges::sort(ascending, {}, &TimeSpan::begin);
    std::vector<TimeSpan> merged;
    for (const auto& span : ascending) {
        if (!merged.empty() && span.begin <= merged.back().end)
            merged.back().end = std::max(merged.back().end, span.end);
        else
            merged.push_back(span);
    }
    return merged;
}

std::int64_t coveredNs(std::span<const TimeSpan> merged, TimeSpan window)
{
    auto span = std::ranges::lower_bound(merged, window.begin, {}, &TimeSpan::end);
    std::int64_t length = 0;
    for (; span != merged.end() && span->begin < window.end; ++span)
        length += std::max<std::int64_t>(
            0, std::min(span->end, window.end) - std::max(span->begin, window.begin));
    return length;
}

DeviceBusy deviceBusy(std::span<const TimeSpan> spans, TimeSpan window)
{
    std::vector<TimeSpan> clipped;
    DeviceBusy result;
    for (const auto& span : spans) {
        const TimeSpan inside {std::max(span.begin, window.begin), std::min(span.end, window.end)};
        if (inside.end <= inside.begin)
            continue;
        clipped.push_back(inside);
        result.sumNs += inside.end - inside.begin;
    }
    const auto merged = unionOf(clipped);
    for (std::size_t i = 0; i < merged.size(); ++i) {
        result.busyNs += merged[i].end - merged[i].begin;
        if (i > 0)
            result.innerGapsNs.push_back(merged[i].begin - merged[i - 1].end);
    }
    const auto length = std::max<std::int64_t>(0, window.end - window.begin);
    result.idleNs = length - result.busyNs;
    if (length > 0)
        result.busyRatio = static_cast<double>(result.busyNs) / static_cast<double>(length);
    return result;
}

} // namespace profiler

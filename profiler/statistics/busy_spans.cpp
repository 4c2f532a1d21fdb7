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

} // namespace profiler

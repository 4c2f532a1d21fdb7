// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/rows/timeline_run.h"

#include "profiler/evidence/trace/time_by_call.h"
#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace ui {

std::optional<profiler::TimeSpan> callOf(const TimelineRun& run, int call)
{
    return run.tracks == nullptr ? std::nullopt : profiler::callSpan(*run.tracks, call);
}

int mostCalls(const std::vector<TimelineRun>& runs)
{
    std::size_t most = 0;
    for (const auto& run : runs)
        most = std::max(most, run.calls.size());
    return static_cast<int>(most);
}

int typicalCall(const std::vector<TimelineRun>& runs)
{
    auto fewest = static_cast<std::size_t>(mostCalls(runs));
    for (const auto& run : runs)
        if (!run.calls.empty())
            fewest = std::min(fewest, run.calls.size());
    std::vector<double> distance(fewest, 0.0); // of each call from the medians, as ln
    for (const auto& run : runs) {
        const auto durations = profiler::durationsOf(run.calls);
        const double median = profiler::median(durations).value_or(0);
        if (median <= 0)
            continue;
        for (std::size_t call = 0; call < fewest; ++call)
            distance[call] += std::abs(std::log(std::max(durations[call], 1.0) / median));
    }
    if (distance.empty())
        return 0;
    return static_cast<int>(std::ranges::min_element(distance) - distance.begin());
}

} // namespace ui

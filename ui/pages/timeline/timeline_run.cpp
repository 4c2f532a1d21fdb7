// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/timeline_run.h"

#include <algorithm>
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

int middleCall(const std::vector<TimelineRun>& runs)
{
    auto fewest = static_cast<std::size_t>(mostCalls(runs));
    for (const auto& run : runs)
        if (!run.calls.empty())
            fewest = std::min(fewest, run.calls.size());
    return static_cast<int>(fewest / 2);
}

} // namespace ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/timeline_rows.h"

#include "ui/parts/work_marks.h"

#include <cstddef>
#include <map>
#include <string>
#include <utility>

namespace ui {

namespace {

constexpr int moduleHeight = 19;
constexpr int operatorHeight = 17;
constexpr int kernelHeight = 32;
constexpr int laterKernelHeight = 16;
constexpr int thinHeight = 12;
constexpr int busyHeight = 26;
constexpr int mostNested = 5;
constexpr int mostOverlapping = 3;
constexpr std::size_t mostKernelRows = 8;

int heightOf(const profiler::TimelineRow& row)
{
    switch (row.kind) {
    case TimelineRowKind::Modules:
        return moduleHeight;
    case TimelineRowKind::Ranges:
    case TimelineRowKind::Operators:
    case TimelineRowKind::Compiles:
    case TimelineRowKind::Graphs:
        return operatorHeight;
    case TimelineRowKind::Kernels:
        return row.depth == 0 ? kernelHeight : laterKernelHeight;
    case TimelineRowKind::Busy:
    case TimelineRowKind::Memory:
        return busyHeight;
    case TimelineRowKind::Calls:
    case TimelineRowKind::Launches:
    case TimelineRowKind::Copies:
        break;
    }
    return thinHeight;
}

/// Of one stream or thread.
int mostLanes(TimelineRowKind kind)
{
    switch (kind) {
    case TimelineRowKind::Modules:
    case TimelineRowKind::Operators:
        return mostNested;
    case TimelineRowKind::Ranges:
    case TimelineRowKind::Kernels:
    case TimelineRowKind::Compiles:
    case TimelineRowKind::Graphs:
        return mostOverlapping;
    case TimelineRowKind::Calls:
    case TimelineRowKind::Launches:
    case TimelineRowKind::Copies:
    case TimelineRowKind::Busy:
    case TimelineRowKind::Memory:
        break;
    }
    return 1;
}

bool isOfThread(TimelineRowKind kind)
{
    return kind == TimelineRowKind::Ranges || kind == TimelineRowKind::Modules
        || kind == TimelineRowKind::Operators || kind == TimelineRowKind::Launches
        || kind == TimelineRowKind::Graphs;
}

/// Of each kind the thread with most to show: others are seldom read.
std::map<TimelineRowKind, profiler::LaneKey> busiestThreads(
    const std::vector<profiler::TimelineRow>& rows)
{
    std::map<std::pair<TimelineRowKind, profiler::LaneKey>, std::size_t> events;
    for (const auto& row : rows)
        if (isOfThread(row.kind))
            events[{row.kind, row.line}] += row.lane->size();
    std::map<TimelineRowKind, profiler::LaneKey> busiest;
    std::map<TimelineRowKind, std::size_t> most;
    for (const auto& [key, count] : events)
        if (count > most[key.first]) {
            most[key.first] = count;
            busiest[key.first] = key.second;
        }
    return busiest;
}

} // namespace

std::vector<TimelineRow> rowsOf(const TimelineRun& run)
{
    std::vector<TimelineRow> shown;
    if (run.tracks == nullptr)
        return shown;
    const auto rows = profiler::timelineRows(*run.tracks);
    const auto threads = busiestThreads(rows);
    std::size_t kernels = 0;
    for (const auto& row : rows) {
        if (row.depth >= mostLanes(row.kind)
            || (isOfThread(row.kind) && row.line != threads.at(row.kind))
            || (row.kind == TimelineRowKind::Kernels && ++kernels > mostKernelRows))
            continue;
        shown.push_back({row, heightOf(row)});
        auto& title = shown.back().title;
        if (isOfThread(row.kind)) // one thread alone needs no number
            title = title.substr(0, title.find(','));
        else if (const auto stream = title.find(", stream "); stream != std::string::npos)
            title = title.substr(0, stream) + title.substr(stream + 8); // "Kernels 7"
    }
    return shown;
}

std::optional<WorkClass> workClassOf(TimelineRowKind row, std::uint8_t kind)
{
    switch (row) {
    case TimelineRowKind::Kernels:
    case TimelineRowKind::Operators:
        if (kind < profiler::workKinds.size())
            return workClassOf(profiler::workKinds.at(kind));
        break;
    case TimelineRowKind::Launches:
        return WorkClass::Launches;
    case TimelineRowKind::Copies:
        return WorkClass::Copies;
    case TimelineRowKind::Calls:
    case TimelineRowKind::Ranges:
    case TimelineRowKind::Modules:
    case TimelineRowKind::Compiles:
    case TimelineRowKind::Graphs:
    case TimelineRowKind::Busy:
    case TimelineRowKind::Memory:
        break;
    }
    return std::nullopt;
}

} // namespace ui

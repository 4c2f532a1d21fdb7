// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/rows/timeline_rows.h"

#include "ui/charts/call_parts.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace ui {

namespace {

constexpr std::size_t mostKernelRows = 8; ///< of a device
constexpr std::size_t mostThreads = 4; ///< of the host

/// How a kind of row looks.
struct RowLook {
    int height = 12;
    int mostLanes = 1; ///< of one stream or thread
    bool ofThread = false;
};

/// By kind, in the order of the enumeration.
constexpr std::array<RowLook, 11> looks {{
    {}, // calls
    {.height = 17, .mostLanes = 3, .ofThread = true}, // ranges
    {.height = 19, .mostLanes = 5, .ofThread = true}, // modules
    {.height = 17, .mostLanes = 5, .ofThread = true}, // operators
    {.height = 32, .mostLanes = 3}, // kernels
    {.ofThread = true}, // launches
    {}, // copies
    {.height = 17, .mostLanes = 3}, // compiles
    {.height = 17, .mostLanes = 3, .ofThread = true}, // graphs
    {.height = 26}, // busy
    {.height = 26}, // memory
}};
static_assert(static_cast<std::size_t>(TimelineRowKind::Memory) + 1 == looks.size());

const RowLook& lookOf(TimelineRowKind kind)
{
    return looks.at(static_cast<std::size_t>(kind));
}

int heightOf(const profiler::TimelineRow& row)
{
    constexpr int laterKernels = 16;
    const bool later = row.kind == TimelineRowKind::Kernels && row.depth > 0;
    return later ? laterKernels : lookOf(row.kind).height;
}

/// A thread of the host that did something.
struct HostThread {
    profiler::LineKey line;
    std::size_t events = 0;
    std::int64_t begin = std::numeric_limits<std::int64_t>::max();
    bool holdsCalls = false; ///< it has a range around the first call, as of a profiler's step
};

bool holds(const profiler::TimelineRow& row, const profiler::TraceCall& call)
{
    if (row.kind != TimelineRowKind::Ranges)
        return false;
    const auto middle = call.startNs + (call.endNs - call.startNs) / 2;
    const auto found = row.lane->eventAt(middle);
    if (!found)
        return false;
    const auto span = row.lane->event(*found).span;
    return span.begin <= call.startNs && span.end >= call.endNs;
}

std::vector<HostThread> hostThreads(
    const std::vector<profiler::TimelineRow>& rows, const TimelineRun& run)
{
    std::map<profiler::LineKey, HostThread> threads;
    for (const auto& row : rows) {
        if (!lookOf(row.kind).ofThread || row.lane->isEmpty())
            continue;
        auto& thread = threads[row.line];
        thread.line = row.line;
        thread.events += row.lane->size();
        thread.begin = std::min(thread.begin, row.lane->span().begin);
        thread.holdsCalls
            = thread.holdsCalls || (!run.calls.empty() && holds(row, run.calls.front()));
    }
    std::vector<HostThread> all;
    for (const auto& [line, thread] : threads)
        all.push_back(thread);
    return all;
}

/// By number from 1 on: the one that makes the calls, then those with most to show.
std::map<profiler::LineKey, std::size_t> shownThreads(
    const std::vector<profiler::TimelineRow>& rows, const TimelineRun& run)
{
    auto threads = hostThreads(rows, run);
    std::map<profiler::LineKey, std::size_t> shown;
    if (threads.empty())
        return shown;
    const auto caller = std::ranges::min_element(threads, {},
        [](const HostThread& thread) { return std::pair(!thread.holdsCalls, thread.begin); });
    std::iter_swap(threads.begin(), caller);
    std::ranges::stable_sort(
        threads.begin() + 1, threads.end(), std::ranges::greater {}, &HostThread::events);
    for (std::size_t i = 0; i < std::min(threads.size(), mostThreads); ++i)
        shown[threads[i].line] = i + 1;
    return shown;
}

/// Autograd runs backward graphs on a thread of its own.
bool isBackward(const profiler::TimelineTracks& tracks, const profiler::TimelineLane& lane)
{
    constexpr std::size_t looked = 64;
    for (std::size_t i = 0; i < std::min(lane.size(), looked); ++i)
        if (tracks.names.text(lane.nameOf(i)).starts_with("autograd::engine"))
            return true;
    return false;
}

/// "Operators" of the thread that makes the calls, "Backward" of autograd's, "Operators 3".
std::string threadTitle(
    const TimelineRun& run, const profiler::TimelineRow& row, std::size_t number)
{
    auto title = row.title.substr(0, row.title.find(','));
    if (number == 1 || title.empty())
        return title;
    if (row.kind == TimelineRowKind::Operators && isBackward(*run.tracks, *row.lane))
        return "Backward";
    return title + " " + std::to_string(number);
}

/// "Kernels 7", where there are several devices "Kernels 7 (GPU 1)".
std::string streamTitle(const std::string& title, int device)
{
    constexpr std::string_view ofStream = ", stream ";
    const auto stream = title.find(ofStream);
    if (stream == std::string::npos)
        return title;
    const auto kind = title.substr(0, title.find(','));
    const auto number = title.substr(stream + ofStream.size());
    const bool several = title.find(", device ") != std::string::npos;
    return kind + " " + number + (several ? " (GPU " + std::to_string(device) + ")" : "");
}

/// Each device has its streams.
std::size_t mostRowsOfKernels(const std::vector<profiler::TimelineRow>& rows)
{
    constexpr std::size_t most = 24;
    std::set<int> devices;
    for (const auto& row : rows)
        if (row.kind == TimelineRowKind::Kernels)
            devices.insert(row.line.device);
    return std::min(most, mostKernelRows * std::max<std::size_t>(devices.size(), 1));
}

} // namespace

std::vector<TimelineRow> rowsOf(const TimelineRun& run)
{
    std::vector<TimelineRow> shown;
    if (run.tracks == nullptr)
        return shown;
    auto rows = profiler::timelineRows(*run.tracks);
    const auto threads = shownThreads(rows, run);
    const auto numberOf = [&](const profiler::TimelineRow& row) {
        const auto found = threads.find(row.line);
        return found == threads.end() ? std::size_t {0} : found->second;
    };
    // Of each kind the thread that makes the calls comes first.
    std::map<TimelineRowKind, std::size_t> places;
    for (std::size_t i = 0; i < rows.size(); ++i)
        places.try_emplace(rows[i].kind, i);
    std::ranges::stable_sort(rows, {}, [&](const profiler::TimelineRow& row) {
        return std::pair(places.at(row.kind), lookOf(row.kind).ofThread ? numberOf(row) : 0);
    });
    std::size_t kernels = 0;
    const auto most = mostRowsOfKernels(rows);
    for (const auto& row : rows) {
        if (row.depth >= lookOf(row.kind).mostLanes
            || (lookOf(row.kind).ofThread && numberOf(row) == 0)
            || (row.kind == TimelineRowKind::Kernels && ++kernels > most))
            continue;
        shown.push_back({row, heightOf(row)});
        auto& title = shown.back().title;
        if (lookOf(row.kind).ofThread)
            title = threadTitle(run, row, numberOf(row));
        else
            title = streamTitle(title, row.line.device);
    }
    return shown;
}

std::optional<WorkClass> workClassOf(TimelineRowKind row, std::uint8_t kind)
{
    const bool work = row == TimelineRowKind::Kernels || row == TimelineRowKind::Operators;
    if (work && kind < profiler::workKinds.size())
        return workClassOf(profiler::workKinds.at(kind));
    if (row == TimelineRowKind::Launches)
        return WorkClass::Launches;
    if (row == TimelineRowKind::Copies)
        return WorkClass::Copies;
    return std::nullopt;
}

} // namespace ui

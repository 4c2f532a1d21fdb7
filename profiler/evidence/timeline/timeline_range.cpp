// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/timeline/timeline_range.h"

#include <algorithm>
#include <limits>

namespace profiler {

namespace {

/// Lanes of a damaged file may hold centuries each.
void addCapped(std::int64_t& sum, std::int64_t ns)
{
    if (__builtin_add_overflow(sum, ns, &sum))
        sum = std::numeric_limits<std::int64_t>::max();
}

std::vector<RangeName> kernelNames(const TimelineTracks& tracks, TimeSpan range)
{
    std::vector<RangeName> names(tracks.names.size());
    for (const auto& group : tracks.kernels)
        for (const auto& lane : group.lanes)
            lane.visit(
                range, [&](std::size_t, std::uint32_t name, std::uint32_t kind, std::int64_t ns) {
                    auto& entry = names[name];
                    entry.kind = static_cast<WorkKind>(kind);
                    ++entry.time.count;
                    addCapped(entry.time.ns, ns);
                });
    for (std::size_t i = 0; i < names.size(); ++i)
        names[i].name = static_cast<std::uint32_t>(i);
    std::erase_if(names, [](const RangeName& name) { return name.time.count == 0; });
    return names;
}

RangeTime timeOf(const std::vector<LaneGroup>& groups, TimeSpan range)
{
    RangeTime time;
    for (const auto& group : groups)
        for (const auto& lane : group.lanes) {
            const auto totals = lane.totals(range);
            time.count += totals.events;
            for (const auto ns : totals.ns)
                addCapped(time.ns, ns);
        }
    return time;
}

/// A driver's record within the runtime's is the same launch: it lies a lane deeper.
std::int64_t launchesIn(const std::vector<LaneGroup>& threads, TimeSpan range)
{
    std::int64_t launches = 0;
    for (const auto& thread : threads)
        launches += thread.lanes.front().totals(range).events;
    return launches;
}

bool isLonger(const RangeName& one, const RangeName& other)
{
    return one.time.ns != other.time.ns ? one.time.ns > other.time.ns : one.name < other.name;
}

} // namespace

std::int64_t RangeFigures::kernelCount() const
{
    std::int64_t count = 0;
    for (const auto& time : kernels)
        count += time.count;
    return count;
}

RangeFigures rangeFigures(const TimelineTracks& tracks, TimeSpan range, std::size_t mostNames)
{
    RangeFigures figures {.copies = timeOf(tracks.copies, range),
        .launches = launchesIn(tracks.launches, range),
        .names = kernelNames(tracks, range)};
    for (const auto& name : figures.names) {
        auto& time = figures.kernels.at(static_cast<std::size_t>(name.kind));
        time.count += name.time.count;
        addCapped(time.ns, name.time.ns);
    }
    const auto most = std::min(mostNames, figures.names.size());
    const auto end = figures.names.begin() + static_cast<std::ptrdiff_t>(most);
    std::partial_sort(figures.names.begin(), end, figures.names.end(), isLonger);
    figures.names.resize(most);
    return figures;
}

} // namespace profiler

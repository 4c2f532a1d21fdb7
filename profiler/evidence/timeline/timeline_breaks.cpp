// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/timeline/timeline_breaks.h"

#include "profiler/model/process_record.h"

#include <algorithm>
#include <set>
#include <string>

namespace profiler {

namespace {

struct Region {
    TimeSpan span;
    std::uint32_t name = 0;
};

/// What ran in compiled graphs on one thread, by start.
std::vector<Region> regionsOf(const LaneGroup& group)
{
    std::vector<Region> regions;
    for (const auto& lane : group.lanes)
        for (std::size_t i = 0; i < lane.size(); ++i)
            if (const auto event = lane.event(i);
                event.kind == static_cast<std::uint8_t>(SpanKind::Region))
                regions.push_back({event.span, event.name});
    std::ranges::sort(regions, {}, [](const Region& region) { return region.span.begin; });
    return regions;
}

bool areInOneCall(const TimelineTracks& tracks, const Region& one, const Region& other)
{
    const auto call = tracks.calls.eventAt(one.span.begin);
    return call && call == tracks.calls.eventAt(other.span.begin);
}

} // namespace

std::vector<BreakMark> breakMarks(const TimelineTracks& tracks, const ProcessRecord& process)
{
    std::vector<BreakMark> marks;
    for (const auto& group : tracks.compiled) {
        const auto regions = regionsOf(group);
        std::set<std::string> ran;
        for (const auto& region : regions)
            ran.insert(tracks.names.text(region.name));
        const BreakCauses causes(process, ran);
        for (std::size_t i = 1; i < regions.size(); ++i) {
            const auto& before = regions[i - 1];
            const auto& after = regions[i];
            const auto* cause
                = causes.of(tracks.names.text(before.name), tracks.names.text(after.name));
            if (cause != nullptr && causes.isAtPlace(*cause) && areInOneCall(tracks, before, after))
                marks.push_back(
                    {.time = std::min(before.span.end, after.span.begin), .key = cause->second});
        }
    }
    std::ranges::stable_sort(marks, {}, &BreakMark::time);
    return marks;
}

} // namespace profiler

// SPDX-License-Identifier: Apache-2.0
#include "profiler/analysis/timeline_compile.h"

#include "profiler/analysis/timeline_tracks.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <set>

namespace profiler {

namespace {

/// As torch wrote it among the metrics; its own clock is that of the traces.
std::optional<std::int64_t> startOf(const CompileFact& fact)
{
    constexpr std::int64_t nsPerUs = 1000;
    const auto metrics = nlohmann::json::parse(fact.metricsJson, nullptr, false);
    if (!metrics.is_object())
        return std::nullopt;
    const auto start = metrics.find("start_time_us");
    if (start == metrics.end() || !start->is_number_integer())
        return std::nullopt;
    const auto us = start->get<std::int64_t>();
    if (us <= 0 || us > lastTimelineNs / nsPerUs)
        return std::nullopt;
    return us * nsPerUs;
}

/// Behind the last slash stands how often the function was compiled before: "3/1".
bool isAgain(const std::string& compileId)
{
    const auto slash = compileId.rfind('/');
    if (slash == std::string::npos)
        return false;
    int before = 0;
    const auto* end = compileId.data() + compileId.size();
    std::from_chars(compileId.data() + slash + 1, end, before);
    return before > 0;
}

CompileOccasion occasionOf(const CompileFact& fact)
{
    if (!fact.failType.empty())
        return CompileOccasion::Failed;
    return isAgain(fact.compileId) ? CompileOccasion::Again : CompileOccasion::First;
}

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

std::vector<CompileSpan> compileSpans(const ProcessRecord& process)
{
    std::vector<CompileSpan> spans;
    for (const auto& fact : process.compiles)
        if (const auto start = startOf(fact))
            spans.push_back({.span = timelineSpan(*start, fact.duration.count()),
                .occasion = occasionOf(fact),
                .compileId = fact.compileId,
                .function = fact.function,
                .cache = fact.cache});
    std::ranges::stable_sort(spans, {}, [](const CompileSpan& each) { return each.span.begin; });
    return spans;
}

void addCompiles(TimelineTracks& tracks, std::vector<CompileSpan> spans)
{
    LaneSpread lanes(LaneDetail::Rows);
    for (std::size_t i = 0; i < spans.size(); ++i)
        lanes.add({},
            {.span = timelineSpan(spans[i].span),
                .kind = static_cast<std::uint8_t>(spans[i].occasion),
                .row = static_cast<std::uint32_t>(i)});
    tracks.compiles = lanes.takeLanes();
    tracks.compileSpans = std::move(spans);
}

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

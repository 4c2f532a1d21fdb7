// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/timeline_reading.h"

#include "profiler/evidence/breaks/break_sites.h"
#include "profiler/evidence/timeline/timeline_breaks.h"
#include "profiler/evidence/trace/ended_traces.h"
#include "profiler/evidence/trace/short_names.h"
#include "profiler/report/sentences/breaks_text.h"
#include "ui/comparison/shown_file.h"
#include "ui/text/text.h"

#include <algorithm>
#include <functional>
#include <future>
#include <limits>
#include <string>
#include <utility>

namespace ui {

namespace {

using profiler::LaneGroup;
using profiler::TimelineTracks;
using profiler::TimeSpan;

void widen(TimeSpan& whole, const TimeSpan& span)
{
    whole.begin = std::min(whole.begin, span.begin);
    whole.end = std::max(whole.end, span.end);
}

void widen(TimeSpan& whole, const std::vector<LaneGroup>& groups)
{
    for (const auto& group : groups)
        for (const auto& lane : group.lanes)
            if (!lane.isEmpty())
                widen(whole, lane.span());
}

TimeSpan wholeOf(const TimelineTracks& tracks)
{
    TimeSpan whole {
        std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()};
    for (const auto* groups : {&tracks.kernels, &tracks.copies, &tracks.launches, &tracks.modules,
             &tracks.compiled, &tracks.operators, &tracks.ranges})
        widen(whole, *groups);
    if (!tracks.calls.isEmpty())
        widen(whole, tracks.calls.span());
    return whole.begin <= whole.end ? whole : TimeSpan {};
}

std::vector<QString> shortNamesOf(const profiler::TimelineNames& names)
{
    std::vector<std::string> whole;
    for (std::uint32_t i = 0; i < names.size(); ++i)
        whole.push_back(names.text(i));
    std::vector<QString> texts;
    for (const auto& text : profiler::shortNames(whole))
        texts.push_back(qt(text));
    return texts;
}

/// Numbered as the Graph breaks page does for the variant in focus.
std::vector<TimelineBreak> breaksOf(const ComparisonView& view, const TimelineTracks& tracks,
    const profiler::ProcessRecord& process)
{
    const auto places = profiler::breakPlaces(view.comparison->data, view.caseIndex, view.focus);
    std::vector<TimelineBreak> breaks;
    for (const auto& mark : profiler::breakMarks(tracks, process)) {
        const auto place = std::ranges::find_if(places, [&](const profiler::BreakPlace& each) {
            return mark.key == profiler::BreakKey {each.shown.file, each.shown.line, each.shown.id};
        });
        if (place != places.end())
            breaks.push_back({.time = mark.time,
                .number = static_cast<int>(place - places.begin()) + 1,
                .reason = qt(profiler::breakTitle(place->shown))});
    }
    return breaks;
}

struct ReadRun {
    TimelineRun run;
    std::optional<TimelineSource> source;
};

ReadRun runOf(const ComparisonView& view, int variant)
{
    const auto& data = view.comparison->data;
    TimelineRun run {.variant = variant,
        .name = qt(data.plan.variants.at(static_cast<std::size_t>(variant)).name)};
    const auto traced = profiler::tracedCallsOf(data, variant, view.caseIndex);
    if (traced.trace == nullptr) {
        run.missing = qt(profiler::whyNotTraced(data, variant, view.caseIndex));
        return {.run = std::move(run), .source = {}};
    }
    auto rows = loadShownRows(view.file.toStdString(), data.info, traced.index);
    if (!rows) {
        run.missing = qt(rows.error().message);
        return {.run = std::move(run), .source = {}};
    }
    for (const auto& call : traced.trace->calls) { // a file may hold any times
        const auto span = profiler::timelineSpan({call.startNs, call.endNs});
        run.calls.push_back({.startNs = span.begin, .endNs = span.end});
    }
    run.device = traced.trace->deviceCalls;
    auto tracks = std::make_shared<TimelineTracks>(profiler::timelineTracks(*rows, run.calls));
    run.whole = wholeOf(*tracks);
    profiler::addCompiles(*tracks, profiler::compileSpans(*traced.process));
    run.process = run.whole;
    widen(run.process, tracks->compiles);
    run.breaks = breaksOf(view, *tracks, *traced.process);
    run.shortNames = shortNamesOf(tracks->names);
    run.tracks = tracks;
    std::optional<TimelineSource> source;
    if (tracks->device.size() > 0)
        source = {.tracks = std::move(tracks),
            .rows = std::make_shared<const profiler::TraceRows>(std::move(*rows)),
            .calls = run.calls};
    return {.run = std::move(run), .source = std::move(source)};
}

} // namespace

/// Side by side: of each variant most of the time goes into decoding, which is one thread's work.
TimelineReading readTimeline(const ComparisonView& view, const std::vector<int>& variants)
{
    std::vector<std::future<ReadRun>> runs;
    for (const int variant : variants)
        runs.push_back(std::async(std::launch::async, runOf, std::cref(view), variant));
    TimelineReading reading;
    for (auto& each : runs) {
        auto read = each.get();
        reading.runs.push_back(std::move(read.run));
        if (read.source)
            reading.sources.push_back(std::move(*read.source));
    }
    return reading;
}

std::vector<TimelineCauses> findCauses(const std::vector<TimelineSource>& sources)
{
    std::vector<TimelineCauses> causes;
    for (const auto& source : sources)
        causes.push_back({.tracks = source.tracks,
            .device = profiler::withCauses(
                source.tracks->device, profiler::IdleParts(*source.rows), source.calls)});
    return causes;
}

} // namespace ui

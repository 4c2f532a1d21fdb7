// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/timeline_reading.h"

#include "profiler/evidence/breaks/break_sites.h"
#include "profiler/evidence/ranks/ranks.h"
#include "profiler/evidence/timeline/timeline_breaks.h"
#include "profiler/evidence/trace/ended_traces.h"
#include "profiler/evidence/trace/short_names.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant.h"
#include "profiler/report/sentences/breaks_text.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/comparison/shown_file.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"

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
    std::optional<profiler::RankTrace> rank; ///< nullopt: it is none, or cannot be read
};

/// A trace that is to be shown, or of more ranks than there is room for read only.
struct Wanted {
    int variant = 0;
    profiler::EndedTrace traced;
    std::optional<int> rank;
    bool shown = true;
};

constexpr std::size_t mostRanks = 8; ///< below each other

std::vector<Wanted> wantedOf(const ComparisonView& view, const std::vector<int>& variants)
{
    const auto& data = view.comparison->data;
    std::vector<Wanted> wanted;
    for (const int variant : variants) {
        const auto ranks = variant == view.focus ? profiler::ranksOf(data, variant, view.caseIndex)
                                                 : std::vector<profiler::RankOfJob> {};
        for (std::size_t i = 0; i < ranks.size(); ++i)
            wanted.push_back({.variant = variant,
                .traced = ranks[i].trace,
                .rank = ranks[i].rank,
                .shown = i < mostRanks});
        if (ranks.empty())
            wanted.push_back({.variant = variant,
                .traced = profiler::tracedCallsOf(data, variant, view.caseIndex),
                .rank = std::nullopt});
    }
    return wanted;
}

QString nameOf(const ComparisonView& view, const Wanted& wanted)
{
    const auto& variants = view.comparison->data.plan.variants;
    const auto name = qt(variants.at(static_cast<std::size_t>(wanted.variant)).name);
    return wanted.rank ? tr("%1, rank %2").arg(name).arg(*wanted.rank) : name;
}

/// Tracks, and what belongs to them.
void fill(TimelineRun& run, const ComparisonView& view, const profiler::EndedTrace& traced,
    const std::shared_ptr<TimelineTracks>& tracks)
{
    run.whole = wholeOf(*tracks);
    profiler::addCompiles(*tracks, profiler::compileSpans(*traced.process));
    run.process = run.whole;
    widen(run.process, tracks->compiles);
    run.breaks = breaksOf(view, *tracks, *traced.process);
    run.shortNames = shortNamesOf(tracks->names);
    run.tracks = tracks;
}

ReadRun runOf(const ComparisonView& view, const Wanted& wanted)
{
    const auto& data = view.comparison->data;
    const auto& traced = wanted.traced;
    ReadRun read {
        .run = {.variant = wanted.variant, .name = nameOf(view, wanted)}, .source = {}, .rank = {}};
    auto& run = read.run;
    if (traced.trace == nullptr) {
        run.missing = qt(profiler::whyNotTraced(data, wanted.variant, view.caseIndex));
        return read;
    }
    auto rows = loadShownRows(view.file.toStdString(), data.info, traced.index);
    if (!rows) {
        run.missing = qt(rows.error().message);
        return read;
    }
    if (wanted.rank)
        read.rank = profiler::rankTraceOf({.rank = *wanted.rank, .trace = traced}, *rows);
    if (!wanted.shown)
        return read;
    for (const auto& call : traced.trace->calls) { // a file may hold any times
        const auto span = profiler::timelineSpan({call.startNs, call.endNs});
        run.calls.push_back({.startNs = span.begin, .endNs = span.end});
    }
    run.device = traced.trace->deviceCalls;
    auto tracks = std::make_shared<TimelineTracks>(profiler::timelineTracks(*rows, run.calls));
    fill(run, view, traced, tracks);
    if (tracks->device.size() > 0)
        read.source = {.tracks = std::move(tracks),
            .rows = std::make_shared<const profiler::TraceRows>(std::move(*rows)),
            .calls = run.calls};
    return read;
}

/// A run that is shown, and how its clock is laid over the first one's.
struct LaidRank {
    TimelineRun* run = nullptr;
    std::int64_t offsetNs = 0;
};

std::int64_t onTimeline(std::int64_t ns)
{
    return profiler::timelineSpan({ns, ns}).begin;
}

/// On the common clock each rank begins where the earliest does.
void layOver(const std::vector<LaidRank>& ranks)
{
    auto begin = std::numeric_limits<std::int64_t>::max();
    for (const auto& rank : ranks)
        begin = std::min(begin, rank.run->process.begin + rank.offsetNs);
    for (const auto& rank : ranks) {
        rank.run->process.begin = onTimeline(begin - rank.offsetNs);
        for (const auto& call : ranks.front().run->calls)
            rank.run->starts.push_back(
                onTimeline(call.startNs + ranks.front().offsetNs - rank.offsetNs));
    }
}

/// All ranks have to be read: the clocks of those shown are theirs too.
std::optional<profiler::RankSkew> skewOf(std::vector<ReadRun>& runs)
{
    std::vector<profiler::RankTrace> traces;
    std::vector<TimelineRun*> ofTraces;
    for (auto& read : runs)
        if (read.rank) {
            traces.push_back(std::move(*read.rank));
            ofTraces.push_back(&read.run);
        }
    if (traces.size() < 2)
        return std::nullopt;
    auto skew = profiler::rankSkew(traces);
    std::vector<LaidRank> shown;
    for (std::size_t i = 0; i < traces.size(); ++i)
        if (ofTraces[i]->tracks != nullptr)
            shown.push_back({.run = ofTraces[i], .offsetNs = skew.clocks[i].offsetNs});
    if (!shown.empty())
        layOver(shown);
    return skew;
}

/// Side by side: of each most of the time goes into decoding, which is one thread's work. Not all
/// at once, for a job may have hundreds of ranks and each trace is large while it is read.
std::vector<ReadRun> runsOf(const ComparisonView& view, const std::vector<Wanted>& wanted)
{
    constexpr std::size_t atOnce = 8;
    std::vector<ReadRun> runs;
    runs.reserve(wanted.size());
    while (runs.size() < wanted.size()) {
        std::vector<std::future<ReadRun>> futures;
        futures.reserve(atOnce);
        for (auto i = runs.size(); i < std::min(runs.size() + atOnce, wanted.size()); ++i)
            futures.push_back(
                std::async(std::launch::async, runOf, std::cref(view), std::cref(wanted[i])));
        for (auto& each : futures)
            runs.push_back(each.get());
    }
    return runs;
}

} // namespace

TimelineReading readTimeline(const ComparisonView& view, const std::vector<int>& variants)
{
    const auto wanted = wantedOf(view, variants);
    auto runs = runsOf(view, wanted);
    TimelineReading reading {.runs = {}, .skew = skewOf(runs), .sources = {}};
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (!wanted[i].shown)
            continue;
        reading.runs.push_back(std::move(runs[i].run));
        if (runs[i].source)
            reading.sources.push_back(std::move(*runs[i].source));
    }
    return reading;
}

std::vector<TimelineCauses> findCauses(const std::vector<TimelineSource>& sources)
{
    std::vector<TimelineCauses> causes;
    causes.reserve(sources.size());
    for (const auto& source : sources)
        causes.push_back({.tracks = source.tracks,
            .device = profiler::withCauses(
                source.tracks->device, profiler::IdleParts(*source.rows), source.calls)});
    return causes;
}

} // namespace ui

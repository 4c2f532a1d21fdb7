// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/timeline_run.h"

#include "profiler/analysis/break_places.h"
#include "profiler/analysis/ended_traces.h"
#include "profiler/analysis/short_names.h"
#include "profiler/analysis/timeline_busy.h"
#include "profiler/report/breaks_text.h"
#include "profiler/report/format.h"
#include "storage/run_database.h"
#include "ui/models/text.h"
#include "ui/parts/work_marks.h"

#include <QCoreApplication>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <future>
#include <limits>
#include <map>
#include <utility>

namespace ui {

namespace {

using profiler::LaneGroup;
using profiler::TimelineTracks;
using profiler::TimeSpan;

constexpr int moduleHeight = 19;
constexpr int operatorHeight = 17;
constexpr int kernelHeight = 32;
constexpr int laterKernelHeight = 16;
constexpr int thinHeight = 12;
constexpr int busyHeight = 26;
constexpr int mostNested = 5;
constexpr int mostOverlapping = 3;
constexpr std::size_t mostKernelRows = 8;

QString tr(const char* text)
{
    return QCoreApplication::translate("TimelinePage", text);
}

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
    auto rows = storage::loadTraceRows(
        view.file.toStdString(), data.info.id, traced.index, data.info.started);
    if (!rows) {
        run.missing = qt(rows.error().message);
        return {.run = std::move(run), .source = {}};
    }
    for (const auto& call : traced.trace->calls) { // a file may hold any times
        const auto span = profiler::timelineSpan({call.startNs, call.endNs});
        run.calls.push_back({.startNs = span.begin, .endNs = span.end});
    }
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

/// Its parent is written above it; "blocks.5" where the last part is a number.
QString moduleName(const QString& path)
{
    const auto dot = path.lastIndexOf(QLatin1Char('.'));
    if (dot < 0)
        return path;
    const QString last = path.mid(dot + 1);
    const bool numbered = !last.isEmpty() && last.front().isDigit();
    return numbered ? path.section(QLatin1Char('.'), -2) : last;
}

QString copyName(std::uint8_t kind)
{
    switch (static_cast<profiler::CopyKind>(kind)) {
    case profiler::CopyKind::HostToDevice:
        return tr("host to device");
    case profiler::CopyKind::DeviceToHost:
        return tr("device to host");
    case profiler::CopyKind::DeviceToDevice:
        return tr("device to device");
    case profiler::CopyKind::HostToHost:
        return tr("host to host");
    case profiler::CopyKind::PeerToPeer:
        return tr("device to another");
    case profiler::CopyKind::Memset:
        return tr("fill");
    case profiler::CopyKind::Unknown:
        break;
    }
    return tr("copy");
}

std::int64_t eventsIn(const std::vector<LaneGroup>& groups, const TimeSpan& span)
{
    std::int64_t events = 0;
    for (const auto& group : groups)
        for (const auto& lane : group.lanes)
            events += lane.totals(span).events;
    return events;
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

QString compileWords(const profiler::CompileSpan& compile)
{
    const auto took
        = qt(profiler::formatDuration(static_cast<double>(compile.span.end - compile.span.begin)));
    switch (compile.occasion) {
    case profiler::CompileOccasion::Again:
        return tr("recompile %1").arg(took);
    case profiler::CompileOccasion::Failed:
        return tr("failed compile %1").arg(took);
    case profiler::CompileOccasion::First:
        break;
    }
    return tr("compile %1").arg(took);
}

QString wholeEventName(
    const TimelineRun& run, TimelineRowKind row, const profiler::TimelineEvent& event)
{
    if (row == TimelineRowKind::Compiles) {
        const auto& compile = run.tracks->compileSpans.at(event.row);
        return compileWords(compile)
            + tr(" · %1 %2").arg(qt(compile.compileId), qt(compile.function));
    }
    if (row == TimelineRowKind::Copies)
        return copyName(event.kind);
    if (row == TimelineRowKind::Calls)
        return tr("call %1").arg(event.row + 1);
    const auto name = qt(run.tracks->names.text(event.name));
    const bool graph = row == TimelineRowKind::Graphs
        && event.kind == static_cast<std::uint8_t>(profiler::SpanKind::Region);
    return graph ? tr("graph %1").arg(name) : name;
}

QString eventName(const TimelineRun& run, TimelineRowKind row, const profiler::TimelineEvent& event)
{
    if (row == TimelineRowKind::Copies || row == TimelineRowKind::Calls
        || row == TimelineRowKind::Compiles || row == TimelineRowKind::Graphs)
        return wholeEventName(run, row, event);
    if (row == TimelineRowKind::Modules)
        return moduleName(qt(run.tracks->names.text(event.name)));
    const QString& name = run.shortNames.at(event.name);
    constexpr QLatin1String library("aten::"); // which most operators are of
    return name.startsWith(library) ? name.mid(library.size()) : name;
}

TimelineHead timelineHead(const TimelineRun& run, int call)
{
    if (run.tracks == nullptr)
        return {.figures = run.missing};
    TimeSpan span = run.whole;
    TimelineHead head;
    const auto index = static_cast<std::size_t>(call);
    if (call >= 0 && index < run.calls.size()) {
        span = {run.calls[index].startNs, run.calls[index].endNs};
        head.duration = qt(
            profiler::formatDuration(static_cast<double>(profiler::durationOf(run.calls[index]))));
    }
    const auto kernels = eventsIn(run.tracks->kernels, span);
    if (run.tracks->device.size() == 0)
        return head;
    const auto times = run.tracks->device.totals(span);
    const double length = static_cast<double>(std::max<std::int64_t>(1, span.end - span.begin));
    head.figures
        = tr("GPU busy %1 % · %2 kernels · %3 launches · idle %4")
              .arg(
                  qt(profiler::formatNumber(100 * static_cast<double>(times.busyNs()) / length, 2)),
                  qt(profiler::formatCount(kernels)),
                  qt(profiler::formatCount(eventsIn(run.tracks->launches, span))),
                  qt(profiler::formatDuration(static_cast<double>(times.idleNs()))));
    return head;
}

} // namespace ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/rows/timeline_text.h"

#include "profiler/evidence/device/device_calls.h"
#include "profiler/report/sentences/device_text.h"
#include "ui/charts/chart_text.h"
#include "ui/text/counted.h"
#include "ui/text/text.h"

#include <QObject>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace ui {

namespace {

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
    constexpr std::array<const char*, 7> names {QT_TRANSLATE_NOOP("QObject", "copy"),
        QT_TRANSLATE_NOOP("QObject", "host to device"),
        QT_TRANSLATE_NOOP("QObject", "device to host"),
        QT_TRANSLATE_NOOP("QObject", "device to device"),
        QT_TRANSLATE_NOOP("QObject", "host to host"),
        QT_TRANSLATE_NOOP("QObject", "device to another"), QT_TRANSLATE_NOOP("QObject", "fill")};
    return QObject::tr(names.at(kind < names.size() ? kind : 0));
}

std::int64_t eventsIn(
    const std::vector<profiler::LaneGroup>& groups, const profiler::TimeSpan& span)
{
    std::int64_t events = 0;
    for (const auto& group : groups)
        for (const auto& lane : group.lanes)
            events += lane.totals(span).events;
    return events;
}

QString differenceText(std::int64_t ns)
{
    if (ns == 0)
        return QObject::tr("as long");
    return ns < 0 ? QObject::tr("%1 less").arg(durationText(-ns))
                  : QObject::tr("%1 more").arg(durationText(ns));
}

/// Of a part of a run; empty: no device worked.
QString figuresOf(const TimelineRun& run, const profiler::TimeSpan& span)
{
    if (run.tracks->device.size() == 0)
        return {};
    const auto times = run.tracks->device.totals(span);
    const double length = static_cast<double>(std::max<std::int64_t>(1, span.end - span.begin));
    return QObject::tr("busy %1 of this range · %2 · %3 · idle %4")
        .arg(qt(profiler::busyText(static_cast<double>(times.busyNs()) / length)),
            counted(
                eventsIn(run.tracks->kernels, span), QObject::tr("kernel"), QObject::tr("kernels")),
            counted(eventsIn(run.tracks->launches, span), QObject::tr("launch"),
                QObject::tr("launches")),
            durationText(times.idleNs()));
}

/// Of a call, counted as on the page GPU: what began in it and what launched that, whenever the
/// host did so.
QString figuresOfCall(const profiler::DeviceCall& call)
{
    const auto busyNs = profiler::busyInAllNs(call);
    const auto length = std::max<std::int64_t>(1, call.durationNs);
    return QObject::tr("busy %1 of this traced call · %2 · %3 · idle %4")
        .arg(qt(profiler::busyText(static_cast<double>(busyNs) / static_cast<double>(length))),
            counted(call.kernels, QObject::tr("kernel"), QObject::tr("kernels")),
            counted(call.launches, QObject::tr("launch"), QObject::tr("launches")),
            durationText(call.durationNs - busyNs));
}

} // namespace

QString compileText(const profiler::TimelineCompile& compile)
{
    const auto took
        = qt(profiler::formatDuration(static_cast<double>(compile.span.end - compile.span.begin)));
    switch (compile.occasion) {
    case profiler::CompileOccasion::Again:
        return QObject::tr("recompile %1").arg(took);
    case profiler::CompileOccasion::Failed:
        return QObject::tr("failed compile %1").arg(took);
    case profiler::CompileOccasion::First:
        break;
    }
    return QObject::tr("compile %1").arg(took);
}

QString wholeEventName(
    const TimelineRun& run, TimelineRowKind row, const profiler::TimelineEvent& event)
{
    if (row == TimelineRowKind::Compiles) {
        const auto& compile = run.tracks->compileSpans.at(event.row);
        return compileText(compile)
            + QObject::tr(" · %1 %2").arg(qt(compile.compileId), qt(compile.function));
    }
    if (row == TimelineRowKind::Copies)
        return copyName(event.kind);
    if (row == TimelineRowKind::Calls)
        return QObject::tr("call %1").arg(event.row + 1);
    const auto name = qt(run.tracks->names.text(event.name));
    const bool graph = row == TimelineRowKind::Graphs
        && event.kind == static_cast<std::uint8_t>(profiler::SpanKind::Region);
    return graph ? QObject::tr("graph %1").arg(name) : name;
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

QString breakNumbers(std::vector<int> numbers)
{
    std::ranges::sort(numbers);
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    constexpr std::size_t few = 2;
    if (numbers.size() > few)
        return QString::number(numbers.front()) + QChar(0x2013) + QString::number(numbers.back());
    QStringList texts;
    for (const int number : numbers)
        texts << QString::number(number);
    return texts.join(QStringLiteral(", "));
}

std::vector<TimelineHead> timelineHeads(const std::vector<TimelineRun>& runs, int call)
{
    std::vector<TimelineHead> heads;
    heads.reserve(runs.size());
    for (const auto& run : runs) {
        TimelineHead head {.figures = run.missing};
        if (run.tracks != nullptr) {
            const auto span = callOf(run, call);
            if (span)
                head.duration = durationText(span->end - span->begin);
            if (const auto first = callOf(runs.front(), call); first && span && !heads.empty())
                head.difference
                    = differenceText((span->end - span->begin) - (first->end - first->begin));
            const auto index = static_cast<std::size_t>(call);
            head.figures = span && call >= 0 && index < run.device.size()
                ? figuresOfCall(run.device[index])
                : figuresOf(run, span.value_or(run.whole));
        }
        heads.push_back(std::move(head));
    }
    return heads;
}

} // namespace ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/canvas/timeline_tip.h"

#include "profiler/model/number_text.h"
#include "ui/charts/chart_text.h"
#include "ui/pages/timeline/rows/timeline_text.h"
#include "ui/text/text.h"

#include <QObject>

#include <algorithm>

namespace ui {

namespace {

/// "1.95 GiB in use, 2.10 GiB reserved"
QString memoryText(const profiler::TimelineTracks& tracks, const profiler::TimeSpan& range)
{
    const auto bytesText = [](double bytes) {
        return qt(profiler::formatBytes(static_cast<std::int64_t>(std::clamp(bytes, 0.0, 1e18))));
    };
    const auto allocated = tracks.allocated.largestIn(range);
    const auto reserved = tracks.reserved.largestIn(range);
    if (!allocated)
        return QObject::tr("memory was not read yet");
    return reserved
        ? QObject::tr("%1 in use, %2 reserved").arg(bytesText(*allocated), bytesText(*reserved))
        : QObject::tr("%1 in use").arg(bytesText(*allocated));
}

QString plainTipAt(const TimelineScene& scene, const QPoint& point)
{
    const auto row = scene.layout.rowAt(point);
    if (!row)
        return {};
    const auto& placed = scene.layout.rows()[*row];
    const auto& run = scene.runs[placed.run];
    const profiler::TimeSpan pixel {
        scene.timeAt(placed.run, point.x()), scene.timeAt(placed.run, point.x() + 1)};
    if (placed.row.kind == TimelineRowKind::Memory)
        return memoryText(*run.tracks, pixel);
    if (placed.row.lane == nullptr)
        return qt(profiler::busyTimesText(run.tracks->device.totals(pixel)));
    const auto totals = placed.row.lane->totals(pixel);
    if (totals.events > 1)
        return qt(profiler::columnText(placed.row.kind, totals, pixel.end - pixel.begin));
    const auto pick = scene.pickAt(point);
    return pick ? wordsOf(scene, *pick) : QString();
}

} // namespace

/// Names have angle brackets of their own.
QString tipAt(const TimelineScene& scene, const QPoint& point)
{
    const auto text = plainTipAt(scene, point);
    return text.isEmpty()
        ? text
        : u"<qt>"_qs + text.toHtmlEscaped().replace(QLatin1Char('\n'), QStringLiteral("<br>"));
}

QString wordsOf(const TimelineScene& scene, const TimelinePick& pick)
{
    const auto& placed = scene.rowOf(pick);
    return wholeEventName(scene.runs[placed.run], placed.row.kind, pick.what) + QLatin1Char('\n')
        + durationText(pick.what.span.end - pick.what.span.begin);
}

} // namespace ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/timeline/canvas/timeline_table.h"

#include "profiler/model/number_text.h"
#include "ui/pages/timeline/canvas/timeline_painter.h"
#include "ui/pages/timeline/rows/timeline_text.h"
#include "ui/text/text.h"

#include <QObject>

#include <algorithm>

namespace ui {

namespace {

constexpr double nsPerUs = 1e3;
constexpr std::size_t mostOfLine = 200;

void addLine(
    const TimelineScene& scene, const PlacedRow& placed, const QString& title, ChartTable& all)
{
    const auto& run = scene.runs[placed.run];
    const auto origin = scene.axis.origin(placed.run);
    const auto seen = scene.axis.seen(placed.run);
    const auto atLeast = static_cast<std::int64_t>(widthOfOneEvent
        * static_cast<double>(seen.end - seen.begin) / std::max(1, placed.box.width()));
    const auto found = placed.row.lane->eventsIn(seen, atLeast, mostOfLine);
    for (const auto& [index, event] : found.events)
        all.rows.push_back({run.name, title, wholeEventName(run, placed.row.kind, event),
            static_cast<double>(event.span.begin - origin) / nsPerUs,
            static_cast<double>(event.span.end - event.span.begin) / nsPerUs});
    const auto rest
        = placed.row.lane->totals(seen).events - static_cast<std::int64_t>(found.events.size());
    if (rest > 0)
        all.rows.push_back({run.name, title,
            QObject::tr("%1 others, too narrow to be told apart")
                .arg(qt(profiler::formatCount(rest))),
            QVariant(), QVariant()});
}

void addBreaks(const TimelineScene& scene, std::size_t index, ChartTable& all)
{
    const auto seen = scene.axis.seen(index);
    const auto& run = scene.runs[index];
    for (const auto& mark : run.breaks)
        if (mark.time >= seen.begin && mark.time < seen.end)
            all.rows.push_back({run.name, QObject::tr("Graph breaks"),
                QObject::tr("break %1: %2").arg(mark.number).arg(mark.reason),
                static_cast<double>(mark.time - scene.axis.origin(index)) / nsPerUs, QVariant()});
}

} // namespace

ChartTable timelineTable(const TimelineScene& scene)
{
    ChartTable all {.title = QObject::tr("Timeline"),
        .columns = {QObject::tr("variant"), QObject::tr("line"), QObject::tr("event"),
            QObject::tr("start, µs"), QObject::tr("duration, µs")}};
    QString title;
    for (const auto& placed : scene.layout.rows()) {
        if (!placed.row.title.empty())
            title = qt(placed.row.title);
        if (placed.row.lane != nullptr)
            addLine(scene, placed, title, all);
    }
    for (std::size_t run = 0; run < scene.runs.size(); ++run)
        addBreaks(scene, run, all);
    return all;
}

} // namespace ui

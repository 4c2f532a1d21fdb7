// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/imported_parts.h"

#include "profiler/evidence/kernels/call_split.h"
#include "profiler/model/number_text.h"
#include "profiler/report/sentences/device_text.h"
#include "profiler/report/sentences/imported_text.h"
#include "ui/charts/call_parts.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"
#include "ui/theme/shapes.h"

#include <QPainter>

#include <algorithm>

namespace ui {

namespace {

constexpr double leastPart = 0.002; ///< of the longest step; less is no line
constexpr double percent = 100;

struct Side {
    int variant = 0;
    QString name;
    profiler::CallSplit split;
    std::vector<CallPart> parts;
};

std::vector<Side> sidesOf(const ComparisonView& view)
{
    std::vector<Side> sides;
    for (const auto& variant : view.caseResult()->variants) {
        auto split = profiler::splitOfCall(view.comparison->data, variant, view.caseIndex);
        if (!split)
            continue;
        const auto place = split->busyRatio ? CallPlace::Device : CallPlace::Host;
        auto parts = callParts(*split, place);
        sides.push_back({.variant = variant.variant,
            .name = qt(variant.name),
            .split = std::move(*split),
            .parts = std::move(parts)});
    }
    return sides;
}

QString words(const CallPart& part)
{
    return part.name + QStringLiteral(": ") + qt(profiler::formatDuration(part.ns));
}

BarCell barOf(const Side& side, double longestNs)
{
    BarCell cell;
    double at = 0;
    for (const CallPart& part : side.parts) {
        const double share = part.ns / longestNs;
        if (share < leastPart)
            continue;
        BarPart bar {.from = at,
            .to = at + share,
            .label = qt(profiler::formatDuration(part.ns)),
            .explanation = words(part)};
        if (part.workClass)
            bar.workClass = part.workClass;
        else
            bar.pattern = part.idle;
        cell.parts.push_back(std::move(bar));
        at += share;
    }
    return cell;
}

DataRow rowOf(const Side& side)
{
    const DataCell name = variantCell(side.name, side.variant);
    QStringList parts;
    for (const CallPart& part : side.parts)
        if (part.ns > 0)
            parts << words(part);
    DataCell bar;
    bar.value = parts.join(QStringLiteral("; "));
    bar.reason = parts.join(QLatin1Char('\n'));
    const double ns = side.split.medianNs;
    return {.cells = {name, bar, numberCell(qt(profiler::formatDuration(ns)), ns),
                side.split.busyRatio ? numberCell(
                    qt(profiler::busyText(*side.split.busyRatio)), percent * *side.split.busyRatio)
                                     : missingCell(tr("nothing ran on a device in it"))},
        .key = side.variant};
}

bool isSeen(const QString& name, const std::vector<Side>& sides, double longestNs)
{
    return std::ranges::any_of(sides, [&](const Side& side) {
        return std::ranges::any_of(side.parts, [&](const CallPart& part) {
            return part.name == name && part.ns > 0 && part.ns >= leastPart * longestNs;
        });
    });
}

ChartLegend::Entry entryOf(const Theme& theme, const CallPart& part)
{
    return {part.name, 11, [&theme, part](QPainter& painter, const QRectF& box) {
                const QRectF swatch(box.left(), box.center().y() - 5, 11, 11);
                if (part.workClass)
                    painter.fillRect(swatch, theme.tokens().workClass(*part.workClass));
                else
                    drawIdle(painter, theme.tokens(), part.idle, swatch);
            }};
}

/// What is drawn of any side, in the order drawn.
std::vector<ChartLegend::Entry> legendOf(
    const Theme& theme, const std::vector<Side>& sides, double longestNs)
{
    std::vector<ChartLegend::Entry> entries;
    QStringList named;
    for (const auto place : {CallPlace::Device, CallPlace::Host})
        for (const CallPart& part : callParts({}, place)) {
            if (named.contains(part.name) || !isSeen(part.name, sides, longestNs))
                continue;
            named << part.name;
            entries.push_back(entryOf(theme, part));
        }
    return entries;
}

} // namespace

QString importedUnit(const ComparisonView& view)
{
    return qt(profiler::importedUnit(view.comparison->result));
}

int subjectVariant(const ComparisonView& view)
{
    if (view.focus != 0 || view.caseResult()->variants.size() < 2)
        return view.focus;
    return 1;
}

ImportedParts importedParts(const Theme& theme, const ComparisonView& view)
{
    const auto sides = sidesOf(view);
    const auto time = qt(profiler::importedTimeHeading(view.comparison->result));
    ImportedParts parts;
    parts.table.content = {.title = tr("What a %1 is made of").arg(importedUnit(view)),
        .columns = {{.name = tr("file"), .align = DataAlign::Text, .elastic = true},
            {.name = tr("%1, on one scale").arg(time),
                .align = DataAlign::Text,
                .fills = 1,
                .width = 320},
            {.name = time}, {.name = tr("device busy")}},
        .rows = {}};
    double longest = 0;
    for (const Side& side : sides)
        longest = std::max(longest, side.split.medianNs);
    BarColumn bars {.column = 1};
    for (const Side& side : sides) {
        parts.table.content.rows.push_back(rowOf(side));
        bars.cells.push_back(barOf(side, std::max(longest, 1.0)));
    }
    parts.table.bars.push_back(std::move(bars));
    parts.legend = legendOf(theme, sides, longest);
    return parts;
}

} // namespace ui

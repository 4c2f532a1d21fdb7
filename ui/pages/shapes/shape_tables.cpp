// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/shapes/shape_tables.h"

#include "profiler/model/number_text.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/shapes/shape_documents.h"
#include "ui/charts/chart_text.h"
#include "ui/tables/column.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

using profiler::ShapePoint;
using profiler::ShapeStrategy;

const ShapePoint* pointOf(const ShapeStrategy& strategy, int caseIndex)
{
    const auto found = std::ranges::find(strategy.points, caseIndex, &ShapePoint::caseIndex);
    return found == strategy.points.end() ? nullptr : &*found;
}

/// "1.34 ms 1.52×": the time, and how many times faster than the baseline where that is decided.
DataCell timeCell(const ShapePoint* point)
{
    if (point == nullptr || !point->ns)
        return missingCell(point == nullptr ? tr("not recorded") : qt(point->whyMissing));
    QString quiet;
    if (point->ranEager)
        quiet = tr("ran eager");
    else if (point->ratio)
        quiet = qt(profiler::formatRatio(point->ratio->estimate));
    DataCell cell = numberCell(durationText(point->ns->estimate), point->ns->estimate / 1e6, quiet);
    if (point->ranEager)
        cell.status = Status::Neutral;
    return cell;
}

DataCell compileCell(const ShapePoint* point)
{
    if (point == nullptr || !point->compileNs)
        return missingCell(tr("No process of it compiled with an empty cache."));
    return numberCell(*point->compileNs > 0 ? durationText(*point->compileNs) : tr("none"),
        *point->compileNs / 1e9);
}

DataCell recompilesCell(const ShapePoint* point)
{
    if (point == nullptr || !point->recompiles)
        return missingCell(tr("not recorded"));
    return numberCell(countText(*point->recompiles), *point->recompiles);
}

DataCell memoryCell(const ShapePoint* point)
{
    if (point == nullptr || !point->memoryBytes)
        return missingCell(tr("not recorded"));
    return numberCell(
        qt(profiler::formatBytes(*point->memoryBytes)), static_cast<double>(*point->memoryBytes));
}

/// Of a larger size where none was measured at the bucket's own.
DataCell bucketMemoryCell(const profiler::BucketMemory& memory, std::int64_t size)
{
    if (!memory.bytes)
        return missingCell(qt(profiler::bucketMemoryReason(memory)));
    return numberCell(qt(profiler::formatBytes(*memory.bytes)), static_cast<double>(*memory.bytes),
        *memory.measuredAt == size ? QString() : tr("at %1").arg(*memory.measuredAt));
}

using Row = profiler::ShapePoint; ///< of the baseline: its case and sizes

std::vector<Column<Row>> shapeColumns(
    const ComparisonView& view, const profiler::ShapeSeries& series)
{
    std::vector<Column<Row>> columns;
    for (std::size_t axis = 0; axis < series.grid.axes.size(); ++axis)
        columns.push_back(
            {{.name = qt(series.grid.axes[axis].name), .strong = true}, [axis](const Row& row) {
                 return numberCell(
                     QString::number(row.sizes.at(axis)), static_cast<double>(row.sizes.at(axis)));
             }});
    const ShapeStrategy* focused = nullptr;
    for (const ShapeStrategy& strategy : series.strategies) {
        if (strategy.variant == view.focus)
            focused = &strategy;
        if (strategy.variant != 0 && view.isHidden(strategy.variant))
            continue;
        columns.push_back({{.name = qt(strategy.name),
                               .unit = tr("ms"),
                               .yields
                               = strategy.variant == view.focus || strategy.variant == 0 ? 0 : 3},
            [&strategy](const Row& row) { return timeCell(pointOf(strategy, row.caseIndex)); }});
    }
    if (focused == nullptr)
        return columns;
    const auto ofFocused = [focused](DataCell (*cell)(const ShapePoint*)) {
        return [focused, cell](const Row& row) { return cell(pointOf(*focused, row.caseIndex)); };
    };
    if (focused->variant != 0) {
        columns.push_back({{.name = tr("compile"),
                               .unit = tr("s"),
                               .explanation = tr("of the focused variant, with an empty cache, in "
                                                 "the order of the cases")},
            ofFocused(compileCell)});
        columns.push_back({{.name = tr("recompiles"), .yields = 2}, ofFocused(recompilesCell)});
    }
    columns.push_back(
        {{.name = tr("peak memory"), .unit = tr("bytes"), .yields = 1}, ofFocused(memoryCell)});
    return columns;
}

} // namespace

DataContent shapeTable(const ComparisonView& view, const profiler::ShapeSeries& series)
{
    DataContent content {.title = tr("Shapes"), .columns = {}, .rows = {}};
    if (series.isEmpty())
        return content;
    const auto columns = shapeColumns(view, series);
    content.columns = headingsOf(columns);
    const auto& points = series.strategies.front().points;
    for (const auto index : series.bySize()) {
        const ShapePoint& point = points[index];
        content.rows.push_back(filledRow(columns, point, {.key = point.caseIndex}));
    }
    return content;
}

DataContent bucketTable(const profiler::ShapeSeries& series, const profiler::ShapeAdvice& advice)
{
    using profiler::Bucket;
    const std::vector<Column<Bucket>> columns {
        {{.name = tr("%1 up to").arg(qt(series.grid.axes.at(advice.axis).name)), .strong = true},
            [](const Bucket& bucket) {
                return numberCell(QString::number(bucket.size), static_cast<double>(bucket.size));
            }},
        {{.name = tr("calls")},
            [](const Bucket& bucket) {
                return numberCell(countText(std::llround(bucket.calls)), bucket.calls);
            }},
        {{.name = tr("a call"), .unit = tr("ms")},
            [](const Bucket& bucket) {
                return numberCell(durationText(bucket.ns), bucket.ns / 1e6);
            }},
        {{.name = tr("padding"), .unit = tr("%")},
            [](const Bucket& bucket) {
                return numberCell(
                    qt(profiler::percentText(bucket.paddedRatio)), 100 * bucket.paddedRatio);
            }},
        {{.name = tr("peak memory"), .unit = tr("bytes"), .yields = 1},
            [&](const Bucket& bucket) {
                return bucketMemoryCell(
                    profiler::memoryOfBucket(series, advice, bucket), bucket.size);
            }},
        {{.name = tr("time from"), .align = DataAlign::Text, .elastic = true},
            [](const Bucket& bucket) {
                return textCell(bucket.measured ? tr("measured") : tr("between measured sizes"));
            }}};
    DataContent content {.title = tr("Buckets"), .columns = headingsOf(columns), .rows = {}};
    if (advice.buckets)
        for (const Bucket& bucket : advice.buckets->buckets)
            content.rows.push_back(filledRow(columns, bucket));
    return content;
}

} // namespace ui

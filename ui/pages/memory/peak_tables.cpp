// SPDX-License-Identifier: GPL-3.0-or-later
#include "profiler/model/enum_text.h"
#include "profiler/model/number_text.h"
#include "profiler/model/variant.h"
#include "profiler/report/memory/peak_text.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/pages/memory/memory_tables.h"
#include "ui/tables/column.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"

#include <algorithm>

namespace ui {

namespace {

using profiler::MemoryHistoryFact;
using profiler::PeakDifference;

constexpr double mebibyte = 1048576;

QString variantName(const ComparisonView& view, int variant)
{
    return qt(view.comparison->data.plan.variants.at(static_cast<std::size_t>(variant)).name);
}

DataCell bytesCell(std::int64_t bytes)
{
    return numberCell(qt(profiler::formatBytes(bytes)), static_cast<double>(bytes) / mebibyte);
}

DataCell changeCell(std::int64_t change)
{
    DataCell cell
        = numberCell(qt(profiler::signedBytes(change)), static_cast<double>(change) / mebibyte);
    cell.strong = change != 0;
    cell.muted = change == 0;
    return cell;
}

/// Of the baseline alone there is nothing to compare.
template <typename Row>
void addSides(std::vector<Column<Row>>& columns, const ComparisonView& view)
{
    const auto unit = QStringLiteral("MiB");
    columns.push_back({{.name = variantName(view, 0), .unit = unit},
        [](const Row& row) { return bytesCell(row.baseline); }});
    if (view.focus == 0)
        return;
    columns.push_back({{.name = variantName(view, view.focus), .unit = unit},
        [](const Row& row) { return bytesCell(row.variant); }});
    columns.push_back({{.name = tr("change"), .unit = unit},
        [](const Row& row) { return changeCell(row.variant - row.baseline); }});
}

struct PartRow {
    QString name;
    std::int64_t baseline = 0;
    std::int64_t variant = 0;
};

} // namespace

DataContent peakPartTable(
    const ComparisonView& view, const MemoryHistoryFact& baseline, const MemoryHistoryFact& variant)
{
    std::vector<Column<PartRow>> columns {
        {{.name = tr("at the peak"), .align = DataAlign::Text, .elastic = true},
            [](const PartRow& row) { return textCell(row.name); }}};
    addSides(columns, view);
    DataContent table {
        .title = tr("What is there at the peak"), .columns = headingsOf(columns), .rows = {}};
    for (const auto& [part, key] : profiler::enumKeys<profiler::MemoryPart>()) {
        const PartRow row {
            qt(profiler::memoryPartName(part)), bytesOf(baseline, part), bytesOf(variant, part)};
        if (row.baseline != 0 || row.variant != 0)
            table.rows.push_back(filledRow(columns, row));
    }
    table.rows.push_back(filledRow(
        columns, PartRow {tr("peak"), baseline.peakBytes, variant.peakBytes}, {.total = true}));
    return table;
}

DataContent peakPlaceTable(
    const ComparisonView& view, const MemoryHistoryFact& baseline, const MemoryHistoryFact& variant)
{
    std::vector<Column<PeakDifference>> columns {
        {{.name = tr("made"), .align = DataAlign::Text, .elastic = true},
            [](const PeakDifference& row) {
                DataCell cell = textCell(qt(profiler::peakPlaceText(row.place)));
                cell.reason = qt(row.place.file.empty() ? row.place.name : row.place.file);
                return cell;
            }},
        {{.name = tr("holds"), .align = DataAlign::Text, .yields = 1},
            [](const PeakDifference& row) {
                return textCell(qt(profiler::memoryPartName(row.place.part)));
            }}};
    addSides(columns, view);
    DataContent table {.title = tr("What made it"), .columns = headingsOf(columns), .rows = {}};
    for (const auto& row : peakDifferences(baseline, variant))
        table.rows.push_back(filledRow(columns, row));
    return table;
}

} // namespace ui

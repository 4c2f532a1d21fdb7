// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/forest_columns.h"

#include "ui/text/tr.h"

#include <limits>

namespace ui {

namespace {

/// Numbers that are missing sort behind all others.
DataCell timeCell(
    const QString& text, const std::optional<double>& ns, double nsPerUnit, const QString& why)
{
    return {.text = text,
        .value = ns.value_or(std::numeric_limits<double>::infinity()),
        .raw = {ns ? QVariant(*ns / nsPerUnit) : missing(why)},
        .reason = why};
}

DataCell ratioCell(const ForestRow& row)
{
    DataCell cell {.text = row.ratioText,
        .value = row.ratio     ? row.ratio->estimate
            : row.variant == 0 ? 1.0
                               : 0.0,
        .raw = {missing(row.whyNoRatio), missing({}), missing({})},
        .reason = row.whyNoRatio};
    if (!row.intervalText.isEmpty())
        cell.text += QLatin1Char(' ') + row.intervalText;
    if (row.ratio)
        cell.raw = {row.ratio->estimate, row.ratio->low, row.ratio->high};
    return cell;
}

DataCell verdictCell(const ForestRow& row)
{
    const QString text
        = row.note.isEmpty() ? row.verdict : row.verdict + QStringLiteral("; ") + row.note;
    return {.text = text, .value = row.verdict, .raw = {row.verdict, row.note}, .reason = text};
}

} // namespace

std::vector<Column<ForestRow>> forestColumns(const Forest& forest)
{
    const double unit = forest.nsPerUnit;
    const QString& unitName = forest.timeUnit;
    const auto median = [unit](const ForestRow& row) {
        return timeCell(row.median, row.medianNs, unit, row.whyNoTime);
    };
    return {
        {{.name = tr("variant"), .align = DataAlign::Text},
            [](const ForestRow& row) {
                return DataCell {
                    .text = row.name, .value = row.variant, .raw = {row.name}, .reason = row.name};
            }},
        {{.name = tr("time of one call, %1").arg(unitName),
             .align = DataAlign::Text,
             .drawn = true},
            [median](const ForestRow& row) {
                DataCell cell = median(row);
                cell.text = tr("median %1, p99 %2").arg(row.median, row.p99);
                return cell;
            }},
        {{.name = tr("median"), .raw = {tr("median, %1").arg(unitName)}}, median},
        {{.name = tr("p99"), .raw = {tr("p99, %1").arg(unitName)}},
            [unit](
                const ForestRow& row) { return timeCell(row.p99, row.p99Ns, unit, row.whyNoP99); }},
        {{.name = tr("times faster than eager"), .align = DataAlign::Text, .drawn = true},
            ratioCell},
        {{.name = tr("× (95 % interval)"),
             .raw = {tr("times faster than %1").arg(forest.baseline), tr("low"), tr("high")}},
            ratioCell},
        {{.name = forest.throughputUnit},
            [](const ForestRow& row) {
                return DataCell {.text = row.throughput,
                    .value = row.perSecond.value_or(0),
                    .raw = {row.perSecond ? QVariant(*row.perSecond) : missing({})}};
            }},
        {{.name = tr("verdict"), .align = DataAlign::Text, .raw = {tr("verdict"), tr("note")}},
            verdictCell}};
}

} // namespace ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/results/results_rows.h"

#include "profiler/judge/case_settings.h"
#include "profiler/report/document/results_columns.h"
#include "ui/charts/chart_text.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"

namespace ui {

namespace {

using profiler::CaseResult;
using profiler::ComparisonResult;
using profiler::VariantResult;

constexpr int keysPerCase = 1000;

DataCell cellOf(const profiler::ResultsColumn& column, const profiler::ResultsCell& made)
{
    DataCell cell = qt(made.text) == absent() ? missingCell(qt(made.reason))
        : made.value
        ? numberCell(qt(made.text), *made.value / (column.unit ? nanosecondsIn(*column.unit) : 1))
        : textCell(qt(made.text));
    cell.reason = qt(made.reason);
    cell.strong = made.strong;
    cell.muted = cell.muted || column.quiet;
    if (made.mark)
        cell.status = statusOf(*made.mark);
    return cell;
}

DataRow rowOf(
    const std::vector<profiler::ResultsColumn>& columns, const profiler::ResultsRow& values)
{
    const int caseIndex = values.caseResult.caseIndex;
    DataRow row {.key = resultKey(caseIndex, values.variant.variant), .shaded = caseIndex % 2 == 1};
    for (const auto& column : columns) {
        DataCell cell = cellOf(column, column.cell(values));
        cell.strong = values.isRecommended() && !column.quiet;
        cell.muted = cell.muted || !values.isRecommended();
        row.cells.push_back(std::move(cell));
    }
    return row;
}

DataRow meanRow(const std::vector<profiler::ResultsColumn>& columns, const ComparisonResult& result,
    const profiler::MeanSpeedUp& mean)
{
    QStringList members;
    for (const int index : mean.cases)
        members << qt(result.cases.at(static_cast<std::size_t>(index)).name);
    DataRow row {.total = true};
    for (const auto& column : columns) {
        DataCell cell = column.mean ? cellOf(column, column.mean(mean)) : DataCell();
        if (cell.reason.isEmpty())
            cell.reason = tr("Geometric mean of the recommended variants of: %1")
                              .arg(members.join(QStringLiteral(", ")));
        row.cells.push_back(std::move(cell));
    }
    return row;
}

std::vector<DataColumn> headingsOf(const std::vector<profiler::ResultsColumn>& columns)
{
    std::vector<DataColumn> headings;
    for (const auto& column : columns) {
        DataColumn heading {.name = qt(column.name),
            .align = column.align == profiler::Align::Right ? DataAlign::Number : DataAlign::Text,
            .yields = column.yields,
            .elastic = column.narrowest > 0,
            .narrowest = column.narrowest,
            .fills = column.fills ? 1 : 0,
            .explanation = qt(column.explanation)};
        if (column.unit)
            heading.name += u' ' + unitText(*column.unit);
        headings.push_back(std::move(heading));
    }
    return headings;
}

/// The recommended one; where the baseline is kept, the fastest of the others.
const VariantResult* subjectVariant(const CaseResult& caseResult)
{
    const auto* variant = profiler::variantOf(caseResult, caseResult.recommendation.variant);
    if (variant != nullptr && variant->variant != 0)
        return variant;
    const VariantResult* best = nullptr;
    for (const VariantResult& each : caseResult.variants) {
        if (each.variant == 0)
            continue;
        const double ratio = each.speedUp ? each.speedUp->ratio.estimate : 0;
        if (best == nullptr || ratio > (best->speedUp ? best->speedUp->ratio.estimate : 0))
            best = &each;
    }
    return best;
}

} // namespace

int resultKey(int caseIndex, int variant)
{
    return (caseIndex * keysPerCase) + variant;
}

ResultPlace placeOfKey(int key)
{
    return {key / keysPerCase, key % keysPerCase};
}

DataContent resultsTable(const ComparisonView& view, ResultRows rows)
{
    const ComparisonResult& result = view.comparison->result;
    const auto columns = profiler::resultsColumns(result, profiler::ResultsShown::InWindow);
    DataContent content {.title = tr("Results"), .columns = headingsOf(columns)};
    for (const CaseResult& caseResult : result.cases) {
        if (rows == ResultRows::Best) {
            if (const auto* variant = subjectVariant(caseResult))
                content.rows.push_back(rowOf(columns, {result, caseResult, *variant}));
            continue;
        }
        for (const VariantResult& variant : caseResult.variants) {
            if (variant.variant != 0 && !view.isHidden(variant.variant))
                content.rows.push_back(rowOf(columns, {result, caseResult, variant}));
        }
    }
    if (const auto mean = profiler::meanOfRecommended(result); mean && mean->cases.size() > 1)
        content.rows.push_back(meanRow(columns, result, *mean));
    return content;
}

QStringList keepEagerReasons(const ComparisonView& view)
{
    const ComparisonResult& result = view.comparison->result;
    QStringList lines;
    for (const CaseResult& caseResult : result.cases) {
        const auto* variant = subjectVariant(caseResult);
        if (variant == nullptr)
            continue;
        const auto& even = result.plan.goal.cacheKept ? variant->paybackWarm : variant->paybackCold;
        if (even)
            continue;
        const QString line = QStringLiteral("%1: %2").arg(qt(variant->name), qt(even.error()));
        lines << (result.cases.size() == 1 ? line
                                           : qt(caseResult.name) + QStringLiteral(", ") + line);
    }
    return lines;
}

DataContent keepEagerTable(const ComparisonView& view)
{
    const ComparisonResult& result = view.comparison->result;
    const bool kept = result.plan.goal.cacheKept;
    DataContent content {.title = tr("Keep eager below")};
    content.columns = {{.name = tr("case"), .align = DataAlign::Text, .elastic = true},
        {.name = tr("variant"), .align = DataAlign::Text, .elastic = true}, {.name = tr("calls")}};
    for (const CaseResult& caseResult : result.cases) {
        const auto* variant = subjectVariant(caseResult);
        if (variant == nullptr)
            continue;
        const auto& even = kept ? variant->paybackWarm : variant->paybackCold;
        if (!even)
            continue; // keepEagerReasons() says why
        const DataCell name = variantCell(qt(variant->name), variant->variant);
        DataRow row {.key = resultKey(caseResult.caseIndex, variant->variant)};
        row.cells = {textCell(qt(caseResult.name)), name,
            numberCell(countText(even->calls), static_cast<double>(even->calls))};
        row.cells[2].strong = true;
        content.rows.push_back(std::move(row));
    }
    return content;
}

} // namespace ui

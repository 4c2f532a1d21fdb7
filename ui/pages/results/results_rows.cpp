// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/results/results_rows.h"

#include "profiler/evidence/compile/first_start_cost.h"
#include "profiler/judge/case_settings.h"
#include "profiler/model/number_text.h"
#include "profiler/model/variant.h"
#include "profiler/report/document/results_columns.h"
#include "ui/charts/chart_text.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/figure/scale.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"

#include <algorithm>
#include <array>
#include <limits>

namespace ui {

namespace {

using profiler::CaseResult;
using profiler::ComparisonResult;
using profiler::VariantResult;

enum class Cost { Median, Compile, Memory };

constexpr std::array costs {Cost::Median, Cost::Compile, Cost::Memory};

QString nameOf(Cost cost)
{
    constexpr std::array names {
        "median of a call", "total compile cost, empty cache", "peak memory, steady calls"};
    return tr(names.at(static_cast<std::size_t>(cost)));
}

bool isEager(const ComparisonView& view, const VariantResult& variant)
{
    const auto& variants = view.comparison->result.plan.variants;
    return variants.at(static_cast<std::size_t>(variant.variant)).kind
        == profiler::VariantKind::Eager;
}

/// In ns or bytes, or why there is none.
using CostValue = tl::expected<double, QString>;

CostValue valueOf(
    const ComparisonView& view, const CaseResult& inCase, const VariantResult& variant, Cost cost)
{
    const auto& comparison = *view.comparison;
    if (cost == Cost::Median) {
        if (!variant.latency)
            return tl::unexpected(qt(variant.latency.error()));
        if (!variant.latency->median().ns)
            return tl::unexpected(QStringLiteral("too few calls for a median"));
        return *variant.latency->median().ns;
    }
    if (cost == Cost::Compile) {
        const auto start = profiler::firstStartCost(
            comparison.data, variant, inCase.caseIndex, profiler::CompileCache::Empty);
        if (!start)
            return tl::unexpected(
                isEager(view, variant) ? QStringLiteral("compiles nothing") : qt(start.error()));
        return start->wallNs;
    }
    const bool device = comparison.result.plan.numeric.device != "cpu";
    const auto& peak = device ? variant.peakMemory.device : variant.peakMemory.host;
    if (!peak)
        return tl::unexpected(qt(peak.error()));
    return static_cast<double>(*peak);
}

/// One unit for a column.
struct Unit {
    double size = 1; ///< ns or bytes
    QString name;
};

Unit costUnit(double least, double largest, Cost cost)
{
    if (cost != Cost::Memory) {
        const auto unit = profiler::unitFor(least);
        return {.size = nanosecondsIn(unit), .name = unitText(unit)};
    }
    const auto unit = profiler::byteUnitFor(least, largest);
    return {.size = unit.bytes, .name = qt(unit.name)};
}

BarColumn columnOf(int column, double largest, const Unit& unit)
{
    BarColumn bars {.column = column};
    if (largest <= 1) // nothing is known: an axis would say something
        return bars;
    for (const double at : linearCandidates(0, largest / unit.size, 3))
        if (at > 0 && at * unit.size <= largest)
            bars.ticks.push_back({at * unit.size / largest, tickText(at) + u' ' + unit.name});
    return bars;
}

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

/// Adds a column of bars, and its cells to the rows, which begin with case and variant.
void addCostColumn(BarContent& made, Cost cost, const std::vector<CostValue>& values)
{
    double largest = 1;
    double least = std::numeric_limits<double>::max();
    for (const auto& value : values) {
        largest = std::max(largest, value.value_or(0));
        if (value && *value > 0)
            least = std::min(least, *value);
    }
    const Unit unit = costUnit(std::min(least, largest), largest, cost);
    BarColumn bars = columnOf(static_cast<int>(made.bars.size()) + 2, largest, unit);
    for (std::size_t row = 0; row < values.size(); ++row) {
        const auto& value = values[row];
        auto& cells = made.content.rows[row].cells;
        if (!value) {
            cells.push_back(missingCell(value.error()));
            bars.cells.push_back({.note = QStringLiteral("– ") + value.error()});
            continue;
        }
        const QString text = numberText(*value / unit.size, 3) + u' ' + unit.name;
        cells.push_back(numberCell(text, *value));
        bars.cells.push_back(
            {.parts = {{.to = *value / largest, .variant = cells[1].variant, .explanation = text}},
                .end = text});
    }
    made.bars.push_back(std::move(bars));
}

} // namespace

BarContent costBars(const ComparisonView& view)
{
    const auto& result = view.comparison->result;
    BarContent made {.content = {.title = tr("Time, compile cost and memory")}};
    made.content.columns = {{.name = tr("case"), .align = DataAlign::Text, .elastic = true},
        {.name = tr("variant"), .align = DataAlign::Text, .elastic = true}};
    for (const Cost cost : costs)
        made.content.columns.push_back(
            {.name = nameOf(cost), .align = DataAlign::Text, .fills = 1, .width = 170});
    std::vector<std::vector<CostValue>> values(costs.size());
    for (const CaseResult& inCase : result.cases)
        for (const VariantResult& variant : inCase.variants) {
            if (variant.variant != 0 && view.isHidden(variant.variant))
                continue;
            const DataCell name = variantCell(qt(variant.name), variant.variant);
            made.content.rows.push_back({.cells = {textCell(qt(inCase.name)), name},
                .key = resultKey(inCase.caseIndex, variant.variant),
                .shaded = inCase.caseIndex % 2 == 1});
            for (std::size_t i = 0; i < costs.size(); ++i)
                values[i].push_back(valueOf(view, inCase, variant, costs.at(i)));
        }
    for (std::size_t i = 0; i < costs.size(); ++i)
        addCostColumn(made, costs.at(i), values[i]);
    return made;
}

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

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/results/cost_bars.h"

#include "profiler/evidence/compile/first_start_cost.h"
#include "profiler/model/number_text.h"
#include "ui/charts/chart_text.h"
#include "ui/figure/scale.h"
#include "ui/pages/results/results_rows.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"

#include <algorithm>
#include <array>
#include <limits>

namespace ui {

namespace {

using profiler::CaseResult;
using profiler::VariantResult;

enum class Cost { Median, Compile, Memory };

constexpr std::array costs {Cost::Median, Cost::Compile, Cost::Memory};

QString nameOf(Cost cost)
{
    switch (cost) {
    case Cost::Median:
        return tr("median of a call");
    case Cost::Compile:
        return tr("total compile cost, empty cache");
    case Cost::Memory:
        break;
    }
    return tr("peak memory, steady calls");
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

Unit unitOf(double least, double largest, Cost cost)
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
    for (std::size_t i = 0; i < costs.size(); ++i) {
        double largest = 1;
        double least = std::numeric_limits<double>::max();
        for (const auto& value : values[i]) {
            largest = std::max(largest, value.value_or(0));
            if (value && *value > 0)
                least = std::min(least, *value);
        }
        const Unit unit = unitOf(std::min(least, largest), largest, costs.at(i));
        BarColumn bars = columnOf(static_cast<int>(i) + 2, largest, unit);
        for (std::size_t row = 0; row < values[i].size(); ++row) {
            const auto& value = values[i][row];
            auto& cells = made.content.rows[row].cells;
            if (!value) {
                cells.push_back(missingCell(value.error()));
                bars.cells.push_back({.note = QStringLiteral("– ") + value.error()});
                continue;
            }
            const QString text = numberText(*value / unit.size, 3) + u' ' + unit.name;
            cells.push_back(numberCell(text, *value));
            bars.cells.push_back({.parts
                = {{.to = *value / largest, .variant = cells[1].variant, .explanation = text}},
                .end = text});
        }
        made.bars.push_back(std::move(bars));
    }
    return made;
}

} // namespace ui

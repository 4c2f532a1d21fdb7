// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/numerics/module_table.h"

#include "profiler/model/number_text.h"
#include "profiler/model/variant.h"
#include "profiler/report/numerics/module_text.h"
#include "profiler/report/sentences/safety_text.h"
#include "ui/charts/chart_text.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/tables/column.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

using profiler::ModuleRow;
using profiler::ModuleTrail;

constexpr int barColumn = 2; ///< the column that is drawn

/// Of a row with its place in the trail.
struct PlacedModule {
    const ModuleTrail& trail;
    const ModuleRow& row;
    std::size_t at = 0;

    [[nodiscard]] QString why() const
    {
        return row.known() ? tr("There is no fp64 reference, or all its values are 0.")
                           : qt(row.error.reason);
    }
};

/// From the smallest error to the largest, in whole powers of ten.
class ErrorAxis {
public:
    explicit ErrorAxis(const ModuleTrail& trail)
    {
        for (const ModuleRow& row : trail.rows)
            for (const auto& error : {row.reference, row.result})
                if (error && *error > 0) {
                    m_low = std::min(m_low, std::floor(std::log10(*error)));
                    m_high = std::max(m_high, std::ceil(std::log10(*error)));
                }
        if (m_low >= m_high) {
            m_low = -8;
            m_high = 0;
        }
    }

    [[nodiscard]] double placeOf(double error) const
    {
        constexpr double seen = 0.02; // also the smallest has a bar
        if (!(error > 0))
            return 0;
        return std::clamp((std::log10(error) - m_low) / (m_high - m_low), seen, 1.0);
    }

    [[nodiscard]] BarColumn column() const
    {
        BarColumn column {.column = barColumn};
        const int powers = static_cast<int>(m_high - m_low);
        const int step = std::max(1, (powers + 2) / 3);
        for (int power = 0; power <= powers; power += step)
            column.ticks.push_back({static_cast<double>(power) / powers,
                qt(profiler::formatNumber(std::pow(10.0, m_low + power), 1))});
        return column;
    }

private:
    double m_low = 0;
    double m_high = -20;
};

BarCell barOf(const ErrorAxis& axis, const ModuleRow& row, int variant)
{
    if (!row.reference || !row.result)
        return {};
    const double reference = axis.placeOf(*row.reference);
    const double result = axis.placeOf(*row.result);
    BarCell cell;
    cell.parts.push_back({.from = 0, .to = std::min(reference, result), .variant = 0});
    if (result > reference)
        cell.parts.push_back({.from = reference, .to = result, .variant = variant});
    return cell;
}

DataCell moduleCell(const PlacedModule& placed)
{
    DataCell cell = textCell(qt(profiler::moduleName(placed.row.error)));
    cell.code = true;
    cell.strong = placed.trail.firstAbove == placed.at;
    return cell;
}

DataCell errorCell(const PlacedModule& placed, const std::optional<double>& error)
{
    if (!error)
        return missingCell(placed.why());
    return numberCell(qt(profiler::moduleErrorText(error)), *error);
}

DataCell ulpCell(const PlacedModule& placed)
{
    const auto& ulp = placed.row.error.figures.maxUlp;
    if (!placed.row.known() || !ulp)
        return missingCell(placed.row.known() ? tr("no value of a floating type") : placed.why());
    return numberCell(qt(profiler::formatCount(*ulp)), static_cast<double>(*ulp));
}

DataCell moduleResultCell(const PlacedModule& placed)
{
    if (!placed.row.known())
        return missingCell(placed.why());
    const auto& figures = placed.row.error.figures;
    const bool first = placed.trail.firstAbove == placed.at;
    DataCell cell = textCell(
        first ? tr("first above the tolerance") : qt(profiler::numericsWord(placed.row.status)));
    cell.status = statusOf(profiler::markOf(placed.row.status, figures.cosine));
    cell.strong = first;
    cell.reason = qt(figures.layoutMismatch);
    return cell;
}

DataCell placeCell(const PlacedModule& placed)
{
    const auto place = profiler::modulePlace(placed.row.error);
    if (place.empty())
        return missingCell(tr("No source was found."));
    DataCell cell = textCell(qt(place));
    cell.code = true;
    cell.reason = qt(placed.row.error.file);
    return cell;
}

std::vector<Column<PlacedModule>> moduleColumns(const QString& baseline, const QString& variant)
{
    return {{{.name = tr("module"), .align = DataAlign::Text, .elastic = true}, moduleCell},
        {{.name = tr("class"), .align = DataAlign::Text, .yields = 3},
            [](const PlacedModule& placed) {
                DataCell cell = textCell(qt(placed.row.error.kind));
                cell.muted = true;
                return cell;
            }},
        {{.name = tr("error to fp64, log"), .align = DataAlign::Text, .fills = 1, .width = 170},
            [](const PlacedModule& placed) {
                return placed.row.result ? numberCell(
                           qt(profiler::moduleErrorText(placed.row.result)), *placed.row.result)
                                         : DataCell {};
            }},
        {{.name = baseline},
            [](const PlacedModule& placed) { return errorCell(placed, placed.row.reference); }},
        {{.name = variant},
            [](const PlacedModule& placed) { return errorCell(placed, placed.row.result); }},
        {{.name = tr("%1, max").arg(variant), .yields = 2},
            [](const PlacedModule& placed) { return errorCell(placed, placed.row.worstResult); }},
        {{.name = tr("max ULP"), .yields = 1}, ulpCell},
        {{.name = tr("result"), .align = DataAlign::Text}, moduleResultCell},
        {{.name = tr("place"), .align = DataAlign::Text, .yields = 4}, placeCell}};
}

} // namespace

BarContent numericsByModule(const ComparisonView& view, const ModuleTrail& trail)
{
    const auto& plan = view.comparison->result.plan;
    const auto name
        = [&](int variant) { return qt(plan.variants.at(static_cast<std::size_t>(variant)).name); };
    const auto columns = moduleColumns(name(0), name(trail.variant));
    BarContent table {.content = {.title = tr("Modules"), .columns = headingsOf(columns)}};
    const ErrorAxis axis(trail);
    BarColumn bars = axis.column();
    for (std::size_t i = 0; i < trail.rows.size(); ++i) {
        const PlacedModule placed {trail, trail.rows[i], i};
        table.content.rows.push_back(filledRow(columns, placed, {.key = static_cast<int>(i)}));
        bars.cells.push_back(barOf(axis, placed.row, trail.variant));
    }
    table.bars = {std::move(bars)};
    return table;
}

} // namespace ui

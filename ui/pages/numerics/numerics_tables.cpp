// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/numerics/numerics_tables.h"

#include "profiler/model/enum_text.h"
#include "profiler/model/number_text.h"
#include "profiler/report/sentences/safety_text.h"
#include "ui/charts/chart_text.h"
#include "ui/text/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

using profiler::NumericsFact;
using profiler::NumericsRow;
using profiler::NumericsStatus;
using profiler::VariantResult;

QString tr(const char* text)
{
    return QCoreApplication::translate("NumericsTables", text);
}

/// From 0.01 % of the tolerance to ten times it, or to the worst of all.
class ToleranceAxis {
public:
    explicit ToleranceAxis(double worst)
        : m_high(std::max(10.0, std::pow(10.0, std::ceil(std::log10(std::max(worst, 1.0))))))
    {
    }

    [[nodiscard]] double placeOf(double ratio) const
    {
        if (ratio <= lowest)
            return 0;
        return std::min(1.0, std::log(ratio / lowest) / std::log(m_high / lowest));
    }

    [[nodiscard]] BarColumn column(int index) const
    {
        BarColumn column {.column = index};
        for (double at = lowest; at <= m_high * 1.01; at *= 100) {
            if (std::abs(at - 1) > 1e-9)
                column.ticks.push_back({placeOf(at), tickText(at * 100) + QStringLiteral(" %")});
        }
        column.limit = BarTick {placeOf(1), QStringLiteral("100 %")};
        return column;
    }

private:
    static constexpr double lowest = 1e-4;
    double m_high;
};

QString smallNumber(double value)
{
    return qt(profiler::formatNumber(value, 2));
}

DataCell optionalCell(const std::optional<double>& value, int digits, const QString& why)
{
    if (!value || !std::isfinite(*value))
        return missingCell(why);
    return numberCell(qt(profiler::formatNumber(*value, digits)), *value);
}

DataCell statusCell(NumericsStatus status, profiler::Mark mark, const QString& reason)
{
    DataCell cell = textCell(qt(profiler::numericsWord(status)));
    cell.status = statusOf(mark);
    cell.strong = true;
    cell.reason = reason;
    return cell;
}

DataCell percentCell(const std::optional<double>& ratio, const QString& why)
{
    if (!ratio || !std::isfinite(*ratio))
        return missingCell(why);
    DataCell cell = numberCell(smallNumber(100 * *ratio), 100 * *ratio);
    cell.strong = true;
    return cell;
}

DataCell plotCell(const std::optional<double>& ratio)
{
    return ratio ? numberCell(qt(profiler::toleranceUsedText(*ratio)), 100 * *ratio) : DataCell {};
}

BarCell markerAt(
    const ToleranceAxis& axis, const std::optional<double>& ratio, int variant, const QString& why)
{
    if (!ratio || !std::isfinite(*ratio))
        return {.note = why};
    return {.marker = axis.placeOf(*ratio), .variant = variant};
}

double worstOf(const std::vector<NumericsRow>& rows)
{
    double worst = 1;
    for (const NumericsRow& row : rows) {
        if (row.fact.toleranceUsedRatio && std::isfinite(*row.fact.toleranceUsedRatio))
            worst = std::max(worst, *row.fact.toleranceUsedRatio);
    }
    return worst;
}

DataRow variantRow(const VariantResult& variant, std::ptrdiff_t tensors)
{
    const profiler::NumericsSummary& numerics = variant.numerics;
    const QString why
        = numerics.reason.empty() ? tr("nothing was comparable") : qt(numerics.reason);
    DataCell name = textCell(qt(variant.name));
    name.variant = variant.variant;
    DataRow row {.key = variant.variant};
    row.cells = {name, statusCell(numerics.status, profiler::markOf(numerics), qt(numerics.reason)),
        plotCell(numerics.toleranceUsedRatio), percentCell(numerics.toleranceUsedRatio, why),
        optionalCell(numerics.maxAbs, 2, why), optionalCell(numerics.maxRel, 2, why),
        optionalCell(numerics.cosine, 6, why), {}, {}};
    row.cells[7] = tensors > 0 ? numberCell(countText(tensors), static_cast<double>(tensors))
                               : missingCell(why);
    DataCell worst
        = numerics.worstTensor.empty() ? missingCell(why) : textCell(qt(numerics.worstTensor));
    worst.code = !numerics.worstTensor.empty();
    row.cells[8] = worst;
    return row;
}

DataRow baselineRow(const VariantResult& variant)
{
    DataCell name = textCell(qt(variant.name));
    name.variant = variant.variant;
    DataCell word = textCell(tr("baseline"));
    word.muted = true;
    DataRow row {.key = variant.variant};
    row.cells.assign(9, missingCell(tr("The others are compared with it.")));
    row.cells[0] = name;
    row.cells[1] = word;
    row.cells[2] = {};
    return row;
}

/// "against fp64 2.1e-6, eager 1.9e-6".
DataCell accuracyCell(const NumericsRow& row)
{
    const NumericsFact& fact = row.fact;
    if (!fact.rmseResult || !fact.rmseReference)
        return missingCell(tr("No fp64 reference: the model does not run in fp64, or draws "
                              "random numbers."));
    DataCell cell = numberCell(smallNumber(*fact.rmseResult), *fact.rmseResult,
        tr("eager %1").arg(smallNumber(*fact.rmseReference)));
    cell.reason = tr("Root mean square error against fp64. Not close, but up to %1 times eager's "
                     "error counts as accurate as eager.")
                      .arg(row.accuracyFactor);
    return cell;
}

DataCell specialsCell(const NumericsFact& fact)
{
    if (!fact.layoutMismatch.empty())
        return missingCell(qt(fact.layoutMismatch));
    DataCell cell = textCell(fact.nanPositionsEqual ? tr("same") : tr("differ"));
    if (!fact.nanPositionsEqual)
        cell.status = Status::Bad;
    cell.reason = tr("Places of NaN and infinity");
    return cell;
}

DataRow tensorRow(const NumericsRow& row)
{
    const NumericsFact& fact = row.fact;
    const QString why = fact.layoutMismatch.empty()
        ? tr("no value that has one: zeros, integers, or no finite number")
        : qt(fact.layoutMismatch);
    DataCell name = textCell(fact.path.empty() ? tr("(whole)") : qt(fact.path));
    name.code = true;
    DataCell kind
        = textCell(qt(profiler::keyOf(fact.role)) + QStringLiteral(", ") + qt(fact.dtype));
    kind.muted = true;
    kind.reason = tr("tolerance: %1").arg(qt(profiler::toleranceText(row.tolerance)));
    DataRow result;
    result.cells = {name, kind,
        statusCell(row.status, profiler::markOf(row.status, fact.cosine),
            row.status == NumericsStatus::TooSmallToJudge
                ? tr("Its values lie about or below the absolute tolerance: any result would pass")
                : qt(fact.layoutMismatch)),
        plotCell(fact.toleranceUsedRatio), percentCell(fact.toleranceUsedRatio, why),
        optionalCell(fact.maxAbs, 2, why), optionalCell(fact.maxRel, 2, why),
        fact.maxUlp ? numberCell(countText(*fact.maxUlp), static_cast<double>(*fact.maxUlp))
                    : missingCell(why),
        optionalCell(fact.cosine, 6, why),
        numberCell(countText(fact.mismatches), static_cast<double>(fact.mismatches),
            tr("of %1").arg(countText(fact.elements))),
        specialsCell(fact), accuracyCell(row)};
    return result;
}

DataColumn plotColumn()
{
    return {
        .name = tr("of the tolerance, log"), .align = DataAlign::Text, .fills = true, .width = 190};
}

} // namespace

BarTableContent numericsByVariant(const ComparisonView& view, const std::vector<NumericsRow>& rows)
{
    BarTableContent table {.content = {.title = tr("Results against the baseline")}};
    table.content.columns = {{.name = tr("variant"), .align = DataAlign::Text, .elastic = true},
        {.name = tr("results"), .align = DataAlign::Text}, plotColumn(),
        {.name = tr("% of tolerance")}, {.name = tr("max abs")},
        {.name = tr("max rel"), .yields = 3}, {.name = tr("cosine"), .yields = 2},
        {.name = tr("tensors"), .yields = 1},
        {.name = tr("worst tensor"), .align = DataAlign::Text, .yields = 4, .elastic = true}};
    const ToleranceAxis axis(worstOf(rows));
    BarColumn bars = axis.column(2);
    for (const VariantResult& variant : view.caseResult()->variants) {
        if (variant.variant != 0 && view.isHidden(variant.variant))
            continue;
        if (variant.variant == 0) {
            table.content.rows.push_back(baselineRow(variant));
            bars.cells.push_back({});
            continue;
        }
        const auto tensors = std::count_if(rows.begin(), rows.end(),
            [&variant](const NumericsRow& row) { return row.variant == variant.variant; });
        table.content.rows.push_back(variantRow(variant, tensors));
        bars.cells.push_back(markerAt(axis, variant.numerics.toleranceUsedRatio, variant.variant,
            qt(variant.numerics.reason)));
    }
    table.bars = {std::move(bars)};
    return table;
}

BarTableContent numericsByTensor(const ComparisonView& view, const std::vector<NumericsRow>& rows)
{
    BarTableContent table {.content = {.title = tr("Tensors")}};
    table.content.columns = {{.name = tr("tensor"), .align = DataAlign::Text, .elastic = true},
        {.name = tr("kind"), .align = DataAlign::Text, .yields = 4},
        {.name = tr("result"), .align = DataAlign::Text}, plotColumn(),
        {.name = tr("% of tolerance")}, {.name = tr("max abs")},
        {.name = tr("max rel"), .yields = 6}, {.name = tr("max ULP"), .yields = 1},
        {.name = tr("cosine"), .yields = 3}, {.name = tr("beyond"), .yields = 7},
        {.name = tr("NaN, Inf"), .align = DataAlign::Text, .yields = 2},
        {.name = tr("error to fp64"), .yields = 5}};
    const ToleranceAxis axis(worstOf(rows));
    BarColumn bars = axis.column(3);
    for (const NumericsRow& row : rows) {
        if (row.variant != view.focus)
            continue;
        table.content.rows.push_back(tensorRow(row));
        bars.cells.push_back(
            markerAt(axis, row.fact.toleranceUsedRatio, row.variant, qt(row.fact.layoutMismatch)));
    }
    table.bars = {std::move(bars)};
    return table;
}

} // namespace ui

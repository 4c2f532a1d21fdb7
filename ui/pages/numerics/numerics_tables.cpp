// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/numerics/numerics_tables.h"

#include "profiler/model/comparison_result.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/number_text.h"
#include "profiler/report/sentences/safety_text.h"
#include "ui/charts/chart_text.h"
#include "ui/tables/column.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

using profiler::NumericsFact;
using profiler::NumericsRow;
using profiler::NumericsStatus;
using profiler::VariantResult;

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
        if (row.toleranceUsed && std::isfinite(*row.toleranceUsed))
            worst = std::max(worst, *row.toleranceUsed);
    }
    return worst;
}

DataColumn plotColumn()
{
    return {
        .name = tr("of the tolerance, log"), .align = DataAlign::Text, .fills = 1, .width = 190};
}

/// A variant with the number of its compared tensors.
struct VariantRow {
    const VariantResult& variant;
    std::ptrdiff_t tensors = 0;

    [[nodiscard]] const profiler::NumericsSummary& numerics() const { return variant.numerics; }

    [[nodiscard]] QString why() const
    {
        return numerics().reason.empty() ? tr("nothing was comparable") : qt(numerics().reason);
    }
};

DataCell resultCell(const VariantRow& row)
{
    if (row.variant.variant != 0)
        return statusCell(
            row.numerics().status, profiler::markOf(row.numerics()), qt(row.numerics().reason));
    DataCell word = textCell(tr("baseline"));
    word.muted = true;
    return word;
}

DataCell worstTensorCell(const VariantRow& row)
{
    if (row.numerics().worstTensor.empty())
        return missingCell(row.why());
    DataCell worst = textCell(qt(row.numerics().worstTensor));
    worst.code = true;
    return worst;
}

constexpr int variantPlot = 2; ///< the column that is drawn

std::vector<Column<VariantRow>> variantColumns()
{
    const auto compared = [](auto cell) {
        return [cell](const VariantRow& row) {
            return row.variant.variant == 0 ? missingCell(tr("The others are compared with it."))
                                            : cell(row);
        };
    };
    const auto number
        = [compared](std::optional<double> profiler::NumericsSummary::*value, int digits) {
              return compared([value, digits](const VariantRow& row) {
                  return optionalCell(row.numerics().*value, digits, row.why());
              });
          };
    using Summary = profiler::NumericsSummary;
    return {{{.name = tr("variant"), .align = DataAlign::Text, .elastic = true},
                [](const VariantRow& row) {
                    return variantCell(qt(row.variant.name), row.variant.variant);
                }},
        {{.name = tr("results"), .align = DataAlign::Text}, resultCell},
        {plotColumn(),
            [](const VariantRow& row) {
                return row.variant.variant == 0 ? DataCell()
                                                : plotCell(row.numerics().toleranceUsedRatio);
            }},
        {{.name = tr("% of tolerance")}, compared([](const VariantRow& row) {
             return percentCell(row.numerics().toleranceUsedRatio, row.why());
         })},
        {{.name = tr("max abs")}, number(&Summary::maxAbs, 2)},
        {{.name = tr("max rel"), .yields = 3}, number(&Summary::maxRel, 2)},
        {{.name = tr("cosine"), .yields = 2}, number(&Summary::cosine, 6)},
        {{.name = tr("tensors"), .yields = 1}, compared([](const VariantRow& row) {
             return row.tensors > 0
                 ? numberCell(countText(row.tensors), static_cast<double>(row.tensors))
                 : missingCell(row.why());
         })},
        {{.name = tr("worst tensor"), .align = DataAlign::Text, .yields = 4, .elastic = true},
            compared(worstTensorCell)}};
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
    const auto error = profiler::relativeError(fact);
    if (error && row.allowed.relative)
        cell.reason = tr("Root mean square error against fp64: %1 % of the values' size, %2 % are "
                         "allowed.")
                          .arg(smallNumber(100 * *error), smallNumber(100 * *row.allowed.relative));
    return cell;
}

DataCell specialsCell(const NumericsFact& fact)
{
    if (!fact.layoutMismatch.empty())
        return missingCell(qt(fact.layoutMismatch));
    const auto special = profiler::specialValuesOf(fact);
    const auto note = qt(profiler::specialValuesNote(special));
    DataCell cell = textCell(!note.isEmpty() ? note
            : special                        ? tr("none")
            : fact.nanPositionsEqual         ? tr("same")
                                             : tr("differ"));
    if (!fact.nanPositionsEqual)
        cell.status = Status::Bad;
    cell.reason = tr("Places of NaN and infinity");
    return cell;
}

DataCell tensorCell(const NumericsRow& row)
{
    DataCell name = textCell(row.fact.path.empty() ? tr("(whole)") : qt(row.fact.path));
    name.code = true;
    return name;
}

DataCell kindCell(const NumericsRow& row)
{
    const QString dtype = row.fact.resultDtype.empty()
        ? qt(row.fact.dtype)
        : qt(row.fact.dtype) + QStringLiteral(" → ") + qt(row.fact.resultDtype);
    DataCell kind = textCell(qt(profiler::keyOf(row.fact.role)) + QStringLiteral(", ") + dtype);
    kind.muted = true;
    kind.reason = tr("tolerance: %1").arg(qt(profiler::toleranceText(row)));
    return kind;
}

DataCell tensorResultCell(const NumericsRow& row)
{
    return statusCell(row.status, profiler::markOf(row.status, row.fact.cosine),
        row.status == NumericsStatus::TooSmallToJudge
            ? tr("Its values lie about or below the absolute tolerance: any result would pass")
            : qt(row.fact.layoutMismatch));
}

QString whyNone(const NumericsFact& fact)
{
    if (!fact.nanPositionsEqual)
        return tr("NaN or infinity on one side only");
    return fact.layoutMismatch.empty()
        ? tr("no value that has one: zeros, integers, or no finite number")
        : qt(fact.layoutMismatch);
}

constexpr int tensorPlot = 4; ///< the column that is drawn

std::vector<Column<NumericsRow>> tensorColumns()
{
    const auto number = [](std::optional<double> NumericsFact::*value, int digits) {
        return [value, digits](const NumericsRow& row) {
            return optionalCell(row.fact.*value, digits, whyNone(row.fact));
        };
    };
    return {{{.name = tr("tensor"), .align = DataAlign::Text, .elastic = true}, tensorCell},
        {{.name = tr("kind"), .align = DataAlign::Text, .yields = 4}, kindCell},
        {{.name = tr("inputs"), .yields = 8},
            [](const NumericsRow& row) {
                const int place = row.fact.inputSet + 1;
                return numberCell(QString::number(place), place);
            }},
        {{.name = tr("result"), .align = DataAlign::Text}, tensorResultCell},
        {plotColumn(), [](const NumericsRow& row) { return plotCell(row.toleranceUsed); }},
        {{.name = tr("% of tolerance")},
            [](const NumericsRow& row) {
                return percentCell(row.toleranceUsed, whyNone(row.fact));
            }},
        {{.name = tr("max abs")}, number(&NumericsFact::maxAbs, 2)},
        {{.name = tr("max rel"), .yields = 6}, number(&NumericsFact::maxRel, 2)},
        {{.name = tr("max ULP"), .yields = 1},
            [](const NumericsRow& row) {
                const auto& ulp = row.fact.maxUlp;
                return ulp ? numberCell(countText(*ulp), static_cast<double>(*ulp))
                           : missingCell(whyNone(row.fact));
            }},
        {{.name = tr("cosine"), .yields = 3}, number(&NumericsFact::cosine, 6)},
        {{.name = tr("beyond"), .yields = 7},
            [](const NumericsRow& row) {
                return numberCell(countText(row.fact.mismatches),
                    static_cast<double>(row.fact.mismatches),
                    tr("of %1").arg(countText(row.fact.elements)));
            }},
        {{.name = tr("NaN, Inf"), .align = DataAlign::Text, .yields = 2},
            [](const NumericsRow& row) { return specialsCell(row.fact); }},
        {{.name = tr("error to fp64"), .yields = 5}, accuracyCell}};
}

} // namespace

BarContent numericsByVariant(const ComparisonView& view, const std::vector<NumericsRow>& rows)
{
    const auto columns = variantColumns();
    BarContent table {
        .content = {.title = tr("Results against the baseline"), .columns = headingsOf(columns)}};
    const ToleranceAxis axis(worstOf(rows));
    BarColumn bars = axis.column(variantPlot);
    for (const VariantResult& variant : view.caseResult()->variants) {
        if (variant.variant != 0 && view.isHidden(variant.variant))
            continue;
        const auto tensors = std::ranges::count(rows, variant.variant, &NumericsRow::variant);
        table.content.rows.push_back(
            filledRow(columns, VariantRow {variant, tensors}, {.key = variant.variant}));
        bars.cells.push_back(variant.variant == 0
                ? BarCell()
                : markerAt(axis, variant.numerics.toleranceUsedRatio, variant.variant,
                    qt(variant.numerics.reason)));
    }
    table.bars = {std::move(bars)};
    return table;
}

BarContent numericsByTensor(const ComparisonView& view, const std::vector<NumericsRow>& rows)
{
    const auto columns = tensorColumns();
    BarContent table {.content = {.title = tr("Tensors"), .columns = headingsOf(columns)}};
    const ToleranceAxis axis(worstOf(rows));
    BarColumn bars = axis.column(tensorPlot);
    for (const NumericsRow& row : rows) {
        if (row.variant != view.focus)
            continue;
        table.content.rows.push_back(filledRow(columns, row));
        bars.cells.push_back(
            markerAt(axis, row.toleranceUsed, row.variant, qt(row.fact.layoutMismatch)));
    }
    table.bars = {std::move(bars)};
    return table;
}

} // namespace ui

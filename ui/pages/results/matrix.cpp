// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/results/matrix.h"

#include "profiler/model/variant.h"
#include "profiler/report/sentences/latency_text.h"
#include "profiler/report/sentences/ratio_text.h"
#include "profiler/report/sentences/results_text.h"
#include "profiler/report/text/enum_text.h"
#include "ui/charts/chart_text.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/text/counted.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

using profiler::CaseResult;
using profiler::ComparisonResult;
using profiler::RecommendationKind;
using profiler::VariantResult;
using profiler::Verdict;

bool keepsBaseline(const CaseResult& caseResult)
{
    const auto kind = caseResult.recommendation.kind;
    return kind == RecommendationKind::KeepEager || kind == RecommendationKind::Slower;
}

/// The variant to use in this case; nothing while it is open.
std::optional<int> bestOf(const CaseResult& caseResult)
{
    if (caseResult.recommendation.kind == RecommendationKind::Recommended)
        return caseResult.recommendation.variant;
    return keepsBaseline(caseResult) ? std::optional(0) : std::nullopt;
}

double largestLn(const ComparisonResult& result)
{
    double largest = std::log(1.25); // below it a tint would promise too much
    for (const CaseResult& caseResult : result.cases) {
        for (const VariantResult& variant : caseResult.variants) {
            if (profiler::showsRatio(variant))
                largest = std::max(largest, std::log(variant.speedUp->ratio.estimate));
        }
    }
    return largest;
}

void fillTimes(MatrixCell& cell, const VariantResult& variant, profiler::TimeUnit unit)
{
    cell.median = cell.p99 = absent();
    if (!variant.latency)
        return;
    cell.medianNs = variant.latency->median().ns;
    cell.p99Ns = variant.latency->p99().ns;
    if (variant.latency->median().ns)
        cell.median = timeText(unit, *variant.latency->median().ns) + u' ' + unitText(unit);
    if (variant.latency->p99().ns)
        cell.p99 = timeText(unit, *variant.latency->p99().ns);
}

void fillRatio(
    MatrixCell& cell, const ComparisonResult& result, const VariantResult& variant, double largest)
{
    if (!profiler::showsRatio(variant)) {
        cell.word = qt(profiler::verdictWord(variant.verdict));
        cell.status = statusOf(variant.verdict);
        cell.note = qt(variant.verdictReason);
        return;
    }
    const profiler::Interval& ratio = variant.speedUp->ratio;
    const auto parts = profiler::ratioParts(ratio.estimate);
    cell.ratioInterval = ratio;
    cell.ratio = qt(parts.times);
    cell.direction = qt(parts.direction);
    cell.interval = qt(profiler::formatRatioInterval(ratio));
    if (profiler::holdsForAll(result, variant))
        cell.interval += u'*';
    cell.doubtful = variant.verdict != Verdict::Faster && variant.verdict != Verdict::Slower;
    if (variant.verdict == Verdict::Faster)
        cell.tint = std::clamp(std::log(ratio.estimate) / largest, 0.0, 1.0);
}

/// A missed limit before all; what is best needs no note; a verdict that is no plain one does.
void fillNote(MatrixCell& cell, const ComparisonResult& result, const CaseResult& caseResult,
    const VariantResult& variant)
{
    if (cell.ratio.isEmpty())
        return;
    const auto note = profiler::variantNote(result, caseResult, variant);
    if (cell.doubtful) {
        // "undecided, leaning slower": the shape says undecided
        cell.note = qt(profiler::leaningWord(variant.verdict));
        cell.status = statusOf(variant.verdict);
    }
    if (variant.verdict == Verdict::Slower)
        cell.status = Status::Bad;
    if (const auto* missed = profiler::missedLimit(variant);
        missed != nullptr && note && note->mark == profiler::Mark::Warning) {
        cell.note = tr("%1 over limit").arg(qt(profiler::limitName(missed->kind)));
        cell.status = Status::Warning;
        cell.explanation = qt(note->text);
    }
}

QString explanationOf(const CaseResult& caseResult, const MatrixCell& cell, const QString& name)
{
    QStringList lines {qt(caseResult.name) + QStringLiteral(", ") + name};
    if (!cell.ratio.isEmpty())
        lines << tr("%1 (95 % interval %2)")
                     .arg((cell.ratio + u' ' + cell.direction).trimmed(), cell.interval);
    lines << tr("median %1, p99 %2").arg(cell.median, cell.p99);
    if (!cell.word.isEmpty())
        lines << cell.word;
    if (cell.doubtful)
        lines << cell.verdict;
    const QString note = cell.explanation.isEmpty() ? cell.note : cell.explanation;
    if (!note.isEmpty() && !(cell.doubtful && cell.verdict.endsWith(note)))
        lines << note;
    return lines.join(u'\n');
}

MatrixCell cellOf(const ComparisonResult& result, const CaseResult& caseResult,
    const VariantResult& variant, double largest)
{
    MatrixCell cell {
        .variant = variant.variant, .verdict = qt(profiler::verdictWord(variant.verdict))};
    fillTimes(cell, variant, profiler::latencyUnit(caseResult));
    if (variant.variant != 0) {
        fillRatio(cell, result, variant, largest);
        fillNote(cell, result, caseResult, variant);
    } else if (!variant.latency) {
        cell.word = qt(profiler::verdictWord(variant.verdict));
        cell.status = statusOf(variant.verdict);
    }
    cell.framed = bestOf(caseResult) == variant.variant;
    if (cell.framed) {
        cell.word = variant.variant == 0 ? tr("keep") : tr("best");
        if (!cell.status)
            cell.status = Status::Good;
    }
    cell.explanation = explanationOf(caseResult, cell, qt(variant.name));
    return cell;
}

void fillPayback(MatrixRow& row, const ComparisonResult& result, const CaseResult& caseResult)
{
    row.best = bestOf(caseResult);
    if (!row.best || *row.best == 0) {
        row.paybackReason
            = row.best ? tr("the baseline is kept") : qt(caseResult.recommendation.reason);
        return;
    }
    const VariantResult& best = caseResult.variants.at(static_cast<std::size_t>(*row.best));
    const auto& even = result.plan.goal.cacheKept ? best.paybackWarm : best.paybackCold;
    if (!even) {
        row.paybackReason = qt(even.error());
        return;
    }
    row.payback = tr("%1 (%2)").arg(
        counted(even->calls, tr("call"), tr("calls")), durationText(even->runTimeNs));
}

QString textOf(const MatrixCell& cell)
{
    if (cell.variant == 0)
        return cell.median;
    if (cell.ratio.isEmpty())
        return cell.word;
    return (cell.ratio + u' ' + cell.direction).trimmed() + QStringLiteral(" (") + cell.interval
        + u')';
}

QString caseOf(const MatrixRow& row, const QString& beforeInputs)
{
    return row.inputs.isEmpty() ? row.name : row.name + beforeInputs + row.inputs;
}

DataColumn heading(const QString& name)
{
    return {.name = name, .align = DataAlign::Text, .explanation = name};
}

Column<MatrixRow> variantColumn(const Matrix::Column& variant, std::size_t place)
{
    return {heading(variant.name), [place](const MatrixRow& row) {
                const MatrixCell& cell = row.cells.at(place);
                return DataCell {.text = textOf(cell),
                    .accessible = QString(cell.explanation).replace(u'\n', QStringLiteral("; ")),
                    .reason = cell.explanation};
            }};
}

} // namespace

Matrix matrixOf(const ComparisonView& view)
{
    const ComparisonResult& result = view.comparison->result;
    Matrix matrix;
    const double largest = largestLn(result);
    for (std::size_t i = 0; i < result.plan.variants.size(); ++i) {
        const auto variant = static_cast<int>(i);
        if (variant == 0 || !view.isHidden(variant))
            matrix.variants.push_back({variant, qt(result.plan.variants[i].name)});
    }
    for (const CaseResult& caseResult : result.cases) {
        MatrixRow row {.caseIndex = caseResult.caseIndex,
            .name = qt(caseResult.name),
            .inputs = qt(caseResult.inputs)};
        for (const Matrix::Column& column : matrix.variants)
            row.cells.push_back(cellOf(result, caseResult,
                caseResult.variants.at(static_cast<std::size_t>(column.variant)), largest));
        fillPayback(row, result, caseResult);
        matrix.rows.push_back(std::move(row));
    }
    return matrix;
}

void MatrixModel::setMatrix(Matrix matrix)
{
    std::vector<Column<MatrixRow>> columns {
        {heading(tr("case")), [](const MatrixRow& row) {
             return DataCell {.text = row.name,
                 .accessible = caseOf(row, QStringLiteral(", ")),
                 .reason = caseOf(row, QStringLiteral("\n"))};
         }}};
    for (const Matrix::Column& variant : matrix.variants)
        columns.push_back(variantColumn(variant, columns.size() - 1));
    columns.push_back({heading(tr("best choice pays back after")), [](const MatrixRow& row) {
                           return DataCell {.text = row.payback.isEmpty() ? absent() : row.payback,
                               .reason = row.paybackReason};
                       }});
    m_variants = std::move(matrix.variants);
    setRows(std::move(matrix.rows), std::move(columns));
}

const MatrixCell* MatrixModel::variantCell(const QModelIndex& index) const
{
    if (!index.isValid() || index.column() == 0 || index.column() == paybackColumn())
        return nullptr;
    return &row(index.row()).cells.at(static_cast<std::size_t>(index.column() - 1));
}

} // namespace ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/forest_row.h"

#include "profiler/model/number_text.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/sentences/latency_text.h"
#include "profiler/report/sentences/verdict_notes.h"
#include "profiler/report/text/enum_text.h"
#include "ui/comparison/judged_comparison.h"
#include "ui/text/text.h"
#include "ui/text/tr.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ui {

namespace {

using profiler::CaseResult;
using profiler::ComparisonResult;
using profiler::VariantResult;
using profiler::Verdict;

bool isDoubtful(Verdict verdict)
{
    return verdict != Verdict::Faster && verdict != Verdict::Slower;
}

void fillTimes(const VariantResult& variant, profiler::TimeUnit unit, ForestRow& row)
{
    row.median = row.p99 = absent();
    if (!variant.latency) {
        row.whyNoTime = row.whyNoP99 = qt(variant.latency.error());
        return;
    }
    row.medianNs = variant.latency->median().ns;
    if (row.medianNs)
        row.median = qt(profiler::formatIn(unit, *row.medianNs));
    const profiler::Percentile& p99 = variant.latency->p99();
    row.p99Ns = p99.ns;
    if (p99.ns)
        row.p99 = qt(profiler::formatIn(unit, *p99.ns));
    else
        row.whyNoP99
            = QStringLiteral("p99 needs %1 calls in one process, has %2")
                  .arg(qt(profiler::formatCount(p99.needs)), qt(profiler::formatCount(p99.has)));
}

void fillRatio(const VariantResult& variant, ForestRow& row)
{
    if (variant.verdict == Verdict::Baseline) {
        row.ratioText = QStringLiteral("1");
        return;
    }
    if (!variant.speedUp) {
        row.ratioText = absent();
        row.whyNoRatio = qt(variant.speedUp.error());
        return;
    }
    row.ratio = variant.speedUp->ratio;
    row.ratioDoubtful = isDoubtful(variant.verdict);
    row.ratioProvisional = variant.verdict == Verdict::NotEnoughData;
    row.ratioText = qt(profiler::formatRatio(row.ratio->estimate));
    row.intervalText = QStringLiteral("(%1)").arg(qt(profiler::formatRatioInterval(*row.ratio)));
}

void fillThroughput(const VariantResult& variant, ForestRow& row)
{
    row.throughput = absent();
    if (!variant.throughput)
        return;
    row.perSecond = variant.throughput->perSecond;
    row.throughput = qt(profiler::formatNumber(*row.perSecond));
}

void fillVerdict(const ComparisonResult& result, const CaseResult& caseResult,
    const VariantResult& variant, ForestRow& row)
{
    const bool recommended
        = caseResult.recommendation.kind == profiler::RecommendationKind::Recommended
        && caseResult.recommendation.variant == variant.variant;
    row.status = statusOf(variant.verdict);
    row.verdict = row.shortVerdict = qt(profiler::verdictWord(variant.verdict));
    if (recommended) {
        row.verdict += QStringLiteral(", recommended");
        row.shortVerdict = QStringLiteral("recommended");
    }
    if (const auto note = profiler::variantNote(result, caseResult, variant)) {
        row.note = qt(note->text);
        if (note->mark != profiler::Mark::Information)
            row.noteStatus = statusOf(note->mark);
    }
}

/// The shape of the calls up to p99; beyond it a violin is a thin line without an end.
std::optional<profiler::Violin> miniViolin(
    std::optional<profiler::Violin> violin, const std::optional<double>& p99Ns)
{
    if (!violin)
        return violin;
    violin->p99 = p99Ns;
    const double end = p99Ns.value_or(violin->max);
    std::erase_if(
        violin->outline, [end](const profiler::ViolinPoint& point) { return point.value > end; });
    return violin;
}

QString throughputUnitOf(const CaseResult& caseResult)
{
    for (const VariantResult& variant : caseResult.variants)
        if (variant.throughput)
            return qt(variant.throughput->unit) + QStringLiteral("/s");
    return QStringLiteral("calls/s");
}

/// Numbers that are missing sort behind all others.
DataCell timeCell(
    const QString& text, const std::optional<double>& ns, double nsPerUnit, const QString& why)
{
    return {.text = text,
        .value = ns.value_or(std::numeric_limits<double>::infinity()),
        .raw = {ns ? QVariant(*ns / nsPerUnit) : missing(why)},
        .reason = why};
}

DataCell forestRatioCell(const ForestRow& row)
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

Forest forestOf(const ComparisonView& view)
{
    const ComparisonResult& result = view.comparison->result;
    const CaseResult& caseResult = *view.caseResult();
    const profiler::TimeUnit unit = profiler::latencyUnit(caseResult);
    Forest forest;
    forest.timeUnit = qt(profiler::unitName(unit));
    forest.nsPerUnit = nanosecondsIn(unit);
    forest.baseline
        = caseResult.variants.empty() ? QString() : qt(caseResult.variants.front().name);
    forest.throughputUnit = throughputUnitOf(caseResult);
    forest.bandText = qt(profiler::negligibleText(result));
    const profiler::LogRatio band = profiler::negligible(result);
    forest.bandHigh = band.ratio();
    forest.bandLow = (-band).ratio();
    for (const VariantResult& variant : caseResult.variants) {
        ForestRow row {.variant = variant.variant, .name = qt(variant.name)};
        fillTimes(variant, unit, row);
        row.violin
            = miniViolin(view.comparison->violinOf(view.caseIndex, variant.variant), row.p99Ns);
        fillRatio(variant, row);
        fillThroughput(variant, row);
        fillVerdict(result, caseResult, variant, row);
        forest.rows.push_back(std::move(row));
    }
    return forest;
}

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
            forestRatioCell},
        {{.name = tr("× (95 % interval)"),
             .raw = {tr("times faster than %1").arg(forest.baseline), tr("low"), tr("high")}},
            forestRatioCell},
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

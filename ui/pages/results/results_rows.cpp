// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/results/results_rows.h"

#include "profiler/evidence/compile/compile_cost.h"
#include "profiler/judge/case_settings.h"
#include "profiler/report/sentences/compile_text.h"
#include "profiler/report/sentences/results_text.h"
#include "profiler/report/text/enum_text.h"
#include "ui/charts/chart_text.h"
#include "ui/text/counted.h"
#include "ui/text/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ui {

namespace {

using profiler::CaseResult;
using profiler::ComparisonResult;
using profiler::RecommendationKind;
using profiler::VariantResult;

constexpr int keysPerCase = 1000;

QString tr(const char* text)
{
    return QCoreApplication::translate("ResultsTable", text);
}

/// One unit per column: that of the fastest median of all.
profiler::TimeUnit unitOf(const ComparisonResult& result)
{
    double smallest = std::numeric_limits<double>::infinity();
    for (const CaseResult& caseResult : result.cases) {
        for (const VariantResult& variant : caseResult.variants) {
            if (variant.latency && variant.latency->median().ns)
                smallest = std::min(smallest, *variant.latency->median().ns);
        }
    }
    return profiler::unitFor(std::isfinite(smallest) ? smallest : 1e6);
}

bool isRecommended(const CaseResult& caseResult, const VariantResult& variant)
{
    return caseResult.recommendation.kind == RecommendationKind::Recommended
        && caseResult.recommendation.variant == variant.variant;
}

DataCell medianCell(const VariantResult& variant, profiler::TimeUnit unit)
{
    if (!variant.latency)
        return missingCell(qt(variant.latency.error()));
    const auto& median = variant.latency->median().ns;
    if (!median)
        return missingCell(tr("too few calls for a median"));
    return numberCell(timeText(unit, *median), *median / nanosecondsIn(unit));
}

DataCell ratioCell(const VariantResult& variant)
{
    if (!profiler::showsRatio(variant))
        return missingCell(variant.verdictReason.empty()
                ? qt(profiler::verdictWord(variant.verdict))
                : qt(variant.verdictReason));
    const double ratio = variant.speedUp->ratio.estimate;
    return numberCell(qt(profiler::formatRatio(ratio)), ratio);
}

DataCell intervalCell(const ComparisonResult& result, const VariantResult& variant)
{
    if (!profiler::showsRatio(variant))
        return missingCell({});
    const profiler::Interval& ratio = variant.speedUp->ratio;
    QString text = u'(' + qt(profiler::formatRatioInterval(ratio)) + u')';
    if (profiler::holdsForAll(result, variant))
        text += u'*';
    DataCell cell = textCell(text);
    cell.value = ratio.low;
    cell.reason = tr("95 % interval, %1")
                      .arg(counted(variant.speedUp->repetitions, tr("process"), tr("processes")));
    cell.muted = true;
    return cell;
}

DataCell compileCell(const VariantResult& variant)
{
    if (!variant.compileCold)
        return missingCell(qt(variant.compileCold.error()));
    DataCell cell = numberCell(
        durationText(variant.compileCold->medianNs), variant.compileCold->medianNs / 1e9);
    if (variant.compileCold->medianNs <= 0) {
        cell.text = tr("0 s");
        cell.reason = tr("It runs what was compiled for a case before it.");
    } else if (variant.startUpCold) {
        cell.reason
            = tr("%1 = %2 total. %3")
                  .arg(qt(profiler::compileSumText(*variant.compileCold, variant.startUpCold)),
                      durationText(
                          profiler::totalCost(variant.compileCold, variant.startUpCold)->medianNs),
                      qt(profiler::compileCostMeaning()));
    }
    return cell;
}

QString flagsOf(const VariantResult& variant)
{
    QString text;
    for (const profiler::MarkedText& flag : profiler::redFlags(variant))
        text += QStringLiteral(", ") + qt(flag.text);
    return text;
}

DataCell notesCell(
    const ComparisonResult& result, const CaseResult& caseResult, const VariantResult& variant)
{
    DataCell cell = textCell(qt(variant.name) + flagsOf(variant));
    const auto note = profiler::variantNote(result, caseResult, variant);
    if (isRecommended(caseResult, variant)) {
        cell.status = Status::Good;
        cell.reason = tr("Recommended for this case.");
        return cell;
    }
    if (variant.verdict != profiler::Verdict::Faster)
        cell.text += QStringLiteral(", ") + qt(profiler::verdictWord(variant.verdict));
    if (note && note->mark == profiler::Mark::Warning) {
        cell.text += QStringLiteral(", ") + qt(note->text);
        cell.status = Status::Warning;
    } else if (statusOf(variant.verdict) == Status::Bad) {
        cell.status = Status::Bad;
    }
    cell.value = cell.text;
    return cell;
}

DataRow rowOf(const ComparisonResult& result, const CaseResult& caseResult,
    const VariantResult& variant, profiler::TimeUnit unit)
{
    const QString model = qt(result.plan.workload.spec);
    DataRow row {.key = resultKey(caseResult.caseIndex, variant.variant),
        .shaded = caseResult.caseIndex % 2 == 1};
    DataCell name = textCell(qt(caseResult.name));
    name.reason = qt(caseResult.inputs);
    row.cells = {textCell(model), name, medianCell(caseResult.variants.front(), unit),
        medianCell(variant, unit), ratioCell(variant), intervalCell(result, variant),
        compileCell(variant), notesCell(result, caseResult, variant)};
    row.cells[0].muted = true;
    const bool chosen = isRecommended(caseResult, variant);
    for (std::size_t i = 1; i < row.cells.size(); ++i) {
        row.cells[i].strong = chosen && i != 5;
        row.cells[i].muted = row.cells[i].muted || !chosen;
    }
    return row;
}

DataRow meanRow(const ComparisonResult& result, const profiler::MeanSpeedUp& mean)
{
    QStringList members;
    for (const int index : mean.cases)
        members << qt(result.cases.at(static_cast<std::size_t>(index)).name);
    const QString which = tr("Geometric mean of the recommended variants of: %1")
                              .arg(members.join(QStringLiteral(", ")));
    DataRow row {.total = true};
    row.cells.assign(8, DataCell {});
    row.cells[1] = textCell(tr("geometric mean"));
    row.cells[4] = numberCell(qt(profiler::formatRatio(mean.estimate)), mean.estimate);
    if (mean.interval) {
        row.cells[5] = textCell(u'(' + qt(profiler::formatRatioInterval(*mean.interval)) + u')');
        row.cells[5].muted = true;
    } else {
        row.cells[5] = missingCell(qt(mean.interval.error()));
    }
    row.cells[7] = textCell(mean.cases.size() == 1
            ? tr("of the one recommended case")
            : tr("of the %1 recommended cases").arg(mean.cases.size()));
    for (const std::size_t i : {std::size_t {1}, std::size_t {4}})
        row.cells[i].strong = true;
    for (DataCell& cell : row.cells) {
        if (cell.reason.isEmpty())
            cell.reason = which;
    }
    return row;
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

std::vector<DataColumn> resultColumns(profiler::TimeUnit unit)
{
    const QString name = unitText(unit);
    return {{.name = tr("Model"), .align = DataAlign::Text, .yields = 1, .elastic = true},
        {.name = tr("Case"), .align = DataAlign::Text, .elastic = true},
        {.name = tr("Original %1").arg(name)}, {.name = tr("Compiled %1").arg(name)},
        {.name = tr("Speed-up")}, {.name = tr("interval"), .align = DataAlign::Text},
        {.name = tr("Compile"), .yields = 2, .explanation = qt(profiler::compileCostMeaning())},
        {.name = tr("Notes"),
            .align = DataAlign::Text,
            .elastic = true,
            .narrowest = 400, // the model, which the bar names, goes before the verdict is cut
            .fills = true}};
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
    const profiler::TimeUnit unit = unitOf(result);
    DataContent content {.title = tr("Results"), .columns = resultColumns(unit)};
    for (const CaseResult& caseResult : result.cases) {
        if (rows == ResultRows::Best) {
            if (const auto* variant = subjectVariant(caseResult))
                content.rows.push_back(rowOf(result, caseResult, *variant, unit));
            continue;
        }
        for (const VariantResult& variant : caseResult.variants) {
            if (variant.variant != 0 && !view.isHidden(variant.variant))
                content.rows.push_back(rowOf(result, caseResult, variant, unit));
        }
    }
    if (const auto mean = profiler::meanOfRecommended(result); mean && mean->cases.size() > 1)
        content.rows.push_back(meanRow(result, *mean));
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
        const auto& even
            = result.plan.goal.cacheKept ? variant->breakEvenWarm : variant->breakEvenCold;
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
        const auto& even = kept ? variant->breakEvenWarm : variant->breakEvenCold;
        if (!even)
            continue; // keepEagerReasons() says why
        DataCell name = textCell(qt(variant->name));
        name.variant = variant->variant;
        DataRow row {.key = resultKey(caseResult.caseIndex, variant->variant)};
        row.cells = {textCell(qt(caseResult.name)), name,
            numberCell(countText(even->calls), static_cast<double>(even->calls))};
        row.cells[2].strong = true;
        content.rows.push_back(std::move(row));
    }
    return content;
}

} // namespace ui

// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/document/results_columns.h"

#include "profiler/evidence/compile/compile_cost.h"
#include "profiler/judge/verdict.h"
#include "profiler/report/document/report_parts.h"
#include "profiler/report/sentences/compile_text.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/sentences/results_text.h"
#include "profiler/report/text/enum_text.h"

namespace profiler {
namespace {

using report_parts::absent;

ResultsCell missingCell(const std::string& reason)
{
    return {.text = absent, .reason = reason};
}

ResultsCell textCell(const std::string& text)
{
    return {.text = text};
}

ResultsCell medianCell(const VariantResult& variant, TimeUnit unit)
{
    if (!variant.latency)
        return missingCell(reasonText(variant.latency.error()));
    const auto& median = variant.latency->median().ns;
    if (!median)
        return missingCell("too few calls for a median");
    return {.text = formatIn(unit, *median), .value = *median};
}

ResultsCell resultsRatioCell(const ResultsRow& row)
{
    const auto& variant = row.variant;
    const auto ratio = decidedRatio(variant);
    if (!ratio)
        return missingCell(variant.verdictReason.empty() ? verdictWord(variant.verdict)
                                                         : reasonText(variant.verdictReason));
    return {.text = formatRatio(ratio->estimate), .value = ratio->estimate};
}

ResultsCell intervalCell(const ResultsRow& row)
{
    if (!decidedRatio(row.variant))
        return missingCell({});
    const auto& speedUp = *row.variant.speedUp;
    return {.text = formatRatioInterval(speedUp.ratio),
        .value = speedUp.ratio.low,
        .reason = "95 % interval, " + countText(speedUp.repetitions, "process", "processes")
            + (speedUp.time == CallTime::Cpu ? ", in CPU time" : "")};
}

std::string starOf(const ResultsRow& row)
{
    return decidedRatio(row.variant) && holdsForAll(row.result, row.variant) ? "*" : "";
}

ResultsCell intervalInBrackets(ResultsCell cell)
{
    if (cell.text != absent)
        cell.text = '(' + cell.text + ')';
    return cell;
}

ResultsCell meanRatio(const MeanSpeedUp& mean)
{
    return {.text = formatRatio(mean.estimate), .value = mean.estimate, .strong = true};
}

ResultsCell meanInterval(const MeanSpeedUp& mean)
{
    return mean.interval ? textCell(formatRatioInterval(*mean.interval))
                         : missingCell(reasonText(mean.interval.error()));
}

ResultsCell costCell(const Measured<CompileCost>& cost)
{
    if (!cost)
        return missingCell(reasonText(cost.error()));
    constexpr double second = 1e9;
    // It runs what was compiled for a case before it.
    return {.text = cost->medianNs > 0 ? formatDuration(cost->medianNs) : std::string("0 s"),
        .value = cost->medianNs / second};
}

ResultsCell compileCell(const ResultsRow& row)
{
    const auto& variant = row.variant;
    ResultsCell cell = costCell(variant.compileCold);
    if (!variant.compileCold)
        return cell;
    if (variant.compileCold->medianNs <= 0)
        cell.reason = "It runs what was compiled for a case before it.";
    else if (variant.startUpCold)
        cell.reason = compileSumText(*variant.compileCold, variant.startUpCold) + " = "
            + formatDuration(totalCost(variant.compileCold, variant.startUpCold)->medianNs)
            + " total. " + compileCostMeaning();
    return cell;
}

ResultsCell paybackCell(const ResultsRow& row)
{
    const auto& even
        = row.result.plan.goal.cacheKept ? row.variant.paybackWarm : row.variant.paybackCold;
    return even
        ? ResultsCell {.text = formatCount(even->calls), .value = static_cast<double>(even->calls)}
        : missingCell(reasonText(even.error()));
}

std::string flagsOf(const VariantResult& variant)
{
    std::string text;
    for (const auto& flag : redFlags(variant))
        text += ", " + flag.text;
    return text;
}

bool isBad(Verdict verdict)
{
    return verdict == Verdict::Slower || verdict == Verdict::ResultsDiffer
        || verdict == Verdict::NotComparable || verdict == Verdict::Failed;
}

/// Verdict, red flags, and what is missing.
ResultsCell reportNotes(const ResultsRow& row)
{
    const bool chosen = row.isRecommended();
    std::string text = chosen ? "✓ recommended" : verdictWord(row.variant.verdict);
    text += flagsOf(row.variant);
    const auto note = variantNote(row.result, row.caseResult, row.variant);
    if (note && !chosen && note->about != NoteAbout::Payback)
        text += ", " + note->text;
    return textCell(text);
}

/// The variant first: there is no column for it.
ResultsCell windowNotes(const ResultsRow& row)
{
    const auto& variant = row.variant;
    ResultsCell cell = textCell(variant.name + flagsOf(variant));
    if (row.isRecommended()) {
        cell.mark = Mark::Good;
        cell.reason = "Recommended for this case.";
        return cell;
    }
    if (variant.verdict != Verdict::Faster)
        cell.text += ", " + verdictWord(variant.verdict);
    const auto note = variantNote(row.result, row.caseResult, variant);
    if (note && note->mark == Mark::Warning) {
        cell.text += ", " + note->text;
        cell.mark = Mark::Warning;
    } else if (isBad(variant.verdict)) {
        cell.mark = Mark::Bad;
    }
    return cell;
}

std::string recommendedCount(const MeanSpeedUp& mean)
{
    return "of the " + std::to_string(mean.cases.size()) + " recommended";
}

std::vector<ResultsColumn> timesAndRatios(TimeUnit unit)
{
    using enum ResultsShown;
    return {{.name = "Original",
                .align = Align::Right,
                .unit = unit,
                .cell =
                    [unit](const ResultsRow& row) {
                        return medianCell(row.caseResult.variants.front(), unit);
                    }},
        {.name = "Compiled",
            .align = Align::Right,
            .unit = unit,
            .cell = [unit](const ResultsRow& row) { return medianCell(row.variant, unit); }},
        {.name = "Speed-up", .align = Align::Right, .cell = resultsRatioCell, .mean = meanRatio},
        {.name = "95 % interval",
            .shown = InReport,
            .align = Align::Right,
            .cell =
                [](const ResultsRow& row) {
                    ResultsCell cell = intervalCell(row);
                    cell.text += starOf(row);
                    return cell;
                },
            .mean = meanInterval},
        {.name = "interval",
            .shown = InWindow,
            .quiet = true,
            .cell =
                [](const ResultsRow& row) {
                    ResultsCell cell = intervalInBrackets(intervalCell(row));
                    cell.text += starOf(row);
                    return cell;
                },
            .mean
            = [](const MeanSpeedUp& mean) { return intervalInBrackets(meanInterval(mean)); }}};
}

std::vector<ResultsColumn> costs()
{
    using enum ResultsShown;
    return {{.name = "Compile",
                .align = Align::Right,
                .yields = 2,
                .explanation = compileCostMeaning(),
                .cell = compileCell},
        {.name = "Start-up",
            .shown = InReport,
            .align = Align::Right,
            .cell = [](const ResultsRow& row) { return costCell(row.variant.startUpCold); }},
        {.name = "Total",
            .shown = InReport,
            .align = Align::Right,
            .cell =
                [](const ResultsRow& row) {
                    return costCell(totalCost(row.variant.compileCold, row.variant.startUpCold));
                }},
        {.name = "Pays back, calls",
            .shown = InReport,
            .align = Align::Right,
            .cell = paybackCell}};
}

std::vector<ResultsColumn> names()
{
    using enum ResultsShown;
    constexpr int narrowest = 110;
    return {
        {.name = "Model",
            .shown = InWindow,
            .quiet = true,
            .yields = 1,
            .narrowest = narrowest,
            .cell = [](const ResultsRow& row) { return textCell(row.result.plan.workload.spec); }},
        {.name = "Case",
            .narrowest = narrowest,
            .cell =
                [](const ResultsRow& row) {
                    return ResultsCell {
                        .text = row.caseResult.name, .reason = row.caseResult.inputs};
                },
            .mean =
                [](const MeanSpeedUp& /*mean*/) {
                    return ResultsCell {.text = "geometric mean", .strong = true};
                }},
        {.name = "Variant", .shown = InReport, .cell = [](const ResultsRow& row) {
             return textCell(row.variant.name);
         }}};
}

std::vector<ResultsColumn> notes()
{
    using enum ResultsShown;
    return {{.name = "Notes",
                .shown = InReport,
                .cell = reportNotes,
                .mean = [](const MeanSpeedUp& mean) { return textCell(recommendedCount(mean)); }},
        {.name = "Notes",
            .shown = InWindow,
            .narrowest = 400, // the model, which the bar names, goes before the verdict is cut
            .fills = true,
            .cell = windowNotes,
            .mean
            = [](const MeanSpeedUp& mean) { return textCell(recommendedCount(mean) + " cases"); }}};
}

} // namespace

bool ResultsRow::isRecommended() const
{
    return caseResult.recommendation.kind == RecommendationKind::Recommended
        && caseResult.recommendation.variant == variant.variant;
}

std::vector<ResultsColumn> resultsColumns(const ComparisonResult& result, ResultsShown where)
{
    std::vector<ResultsColumn> columns;
    for (auto& group : {names(), timesAndRatios(report_parts::unitOf(result)), costs(), notes()})
        for (const auto& column : group)
            if (column.shown == ResultsShown::Everywhere || column.shown == where)
                columns.push_back(column);
    return columns;
}

} // namespace profiler

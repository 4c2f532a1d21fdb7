// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/compile/first_start_cost.h"
#include "profiler/evidence/latency/latency_rows.h"
#include "profiler/judge/case_settings.h"
#include "profiler/judge/verdict.h"
#include "profiler/model/variant.h"
#include "profiler/report/document/report_parts.h"
#include "profiler/report/sentences/compile_text.h"
#include "profiler/report/sentences/latency_text.h"
#include "profiler/report/sentences/outlook_text.h"
#include "profiler/report/sentences/ratio_text.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/text/enum_text.h"

#include <algorithm>
#include <cctype>
#include <iterator>

namespace profiler::report_parts {
namespace {

/// Both sizes of a chart, drawn by the same hand.
template <typename Draw>
ChartBlock chartOf(const Context& context, std::string name, Draw draw)
{
    ChartBlock chart {.name = std::move(name)};
    chart.picture = draw(context.look);
    chart.narrow = draw(narrowLook(context.look));
    return chart;
}

std::string intervalText(const Interval& ratio)
{
    return formatRatioInterval(ratio);
}

TableBlock ratioTable(const std::string& first)
{
    return {.columns
        = {{first}, {"Times faster", Align::Right}, {"95 % interval", Align::Right}, {"Verdict"}}};
}

void addRatioRow(TableBlock& table, const std::string& name, const VariantResult& variant)
{
    const auto ratio = decidedRatio(variant);
    table.rows.push_back(
        {.cells = {name, ratio ? formatRatio(ratio->estimate) : absent,
             ratio ? intervalText(*ratio) : absent,
             verdictWord(variant.verdict) + reasonAfter(": ", variant.verdictReason)}});
}

ChartBlock variantsOf(const Context& context, const CaseResult& caseResult)
{
    auto chart = chartOf(context, "variants-" + fileWord(caseResult),
        [&](const ChartLook& look) { return forestChart(context.result, caseResult, look); });
    chart.numbers = ratioTable("Variant");
    for (const auto& variant : caseResult.variants)
        addRatioRow(chart.numbers, variant.name, variant);
    return chart;
}

/// The variant that most cases use, or that the advice for all speaks of.
int variantForAll(const ComparisonResult& result)
{
    if (result.recommendation.variant > 0)
        return result.recommendation.variant;
    for (const auto& group : caseGroups(result))
        if (group.variant > 0)
            return group.variant;
    return result.plan.variants.size() > 1 ? 1 : 0;
}

ChartBlock overCases(const Context& context)
{
    constexpr double highOnOnePage = 210;
    const int variant = variantForAll(context.result);
    auto chart = chartOf(context, "cases", [&](ChartLook look) {
        if (context.onePage() && !look.isNarrow())
            look.mostHeight = highOnOnePage;
        return casesChart(context.result, variant, look);
    });
    chart.title = chart.picture.title; // beside those of single cases
    chart.numbers = ratioTable("Case");
    for (const auto& caseResult : context.result.cases)
        if (const auto* found = variantOf(caseResult, variant))
            addRatioRow(chart.numbers, caseResult.name, *found);
    return chart;
}

std::string paybackText(const Payback& even)
{
    return formatCount(even.calls) + " (" + formatDuration(even.runTimeNs) + ")";
}

std::string firstStartText(const Measured<FirstStartCost>& start)
{
    if (!start)
        return absent;
    const auto range = firstStartRange(*start);
    return formatDuration(start->wallNs) + " (" + range + ")";
}

TableBlock paybackTable(const Context& context, const CaseResult& caseResult)
{
    TableBlock table {.columns
        = {{"Variant"}, {"Total, empty cache", Align::Right}, {"Total, warm cache", Align::Right},
            {"Pays back, calls", Align::Right}, {"Warm cache, calls", Align::Right}}};
    for (const auto& variant : caseResult.variants) {
        if (variant.variant == 0)
            continue;
        const auto start = [&](CompileCache cache) {
            return firstStartText(
                firstStartCost(context.data, variant, caseResult.caseIndex, cache));
        };
        table.rows.push_back(
            {.cells = {variant.name, start(CompileCache::Empty), start(CompileCache::Kept),
                 variant.paybackCold ? paybackText(*variant.paybackCold)
                                     : reasonText(variant.paybackCold.error()),
                 measured(variant.paybackWarm, paybackText)}});
    }
    table.caption = compileCostMeaning()
        + " Median of fresh processes and their range. Behind the calls: the time until then, "
          "compile included.";
    return table;
}

std::string percentileText(const Percentile& percentile, TimeUnit unit)
{
    return percentile.ns ? formatIn(unit, *percentile.ns) : std::string(absent);
}

std::string limitText(const std::optional<LimitResult>& limit)
{
    if (!limit || !limit->value)
        return absent;
    const double spare = limit->limit - *limit->value;
    return limit->met ? "✓ met, " + formatDuration(spare) + " to spare"
                      : "▲ over by " + formatDuration(-spare);
}

ReportRow latencyRow(const LatencyRow& row, TimeUnit unit, bool limited)
{
    std::vector<std::string> cells {row.name};
    if (row.latency) {
        const auto& latency = *row.latency;
        cells.push_back(formatCount(latency.calls));
        for (const auto& percentile : latency.percentiles)
            cells.push_back(percentileText(percentile, unit));
        cells.push_back(formatIn(unit, latency.q1Ns) + "–" + formatIn(unit, latency.q3Ns));
        cells.push_back(formatCount(latency.severeOutliers));
    } else {
        cells.resize(4 + percentiles.size(), absent);
    }
    const bool open = row.p99Ratio && !isDecided(row.p99Verdict);
    cells.push_back(row.variant == 0 ? "1"
            : open                   ? verdictWord(row.p99Verdict)
                                     : measured(row.p99Ratio, ratioWithInterval));
    if (limited)
        cells.push_back(limitText(row.limit));
    return {.cells = std::move(cells)};
}

TableBlock latencyTable(const Context& context, const CaseResult& caseResult)
{
    const auto unit = unitOf(context.result);
    const auto rows = latencyRows(caseResult);
    const bool limited
        = std::ranges::any_of(rows, [](const LatencyRow& row) { return row.limit.has_value(); });
    TableBlock table {
        .columns = {{"Variant, times in " + unitName(unit)}, {"Calls", Align::Right}}};
    for (const auto& each : percentiles)
        table.columns.push_back({std::string(each.name), Align::Right});
    for (const char* heading : {"IQR (p25–p75)", "Outliers", "× of p99 (95 %)"})
        table.columns.push_back({heading, Align::Right});
    if (limited)
        table.columns.push_back({"p99 limit"});
    for (const auto& row : rows)
        table.rows.push_back(latencyRow(row, unit, limited));
    table.caption = latencyMethod(caseResult);
    return table;
}

} // namespace

std::string fileWord(const CaseResult& caseResult)
{
    constexpr std::size_t longest = 40;
    std::string word;
    for (const char c : caseResult.name) {
        const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0;
        if (plain || (!word.empty() && word.back() != '-'))
            word += plain ? c : '-';
        if (word.size() == longest)
            break;
    }
    // Names that differ only in other characters must not share a file.
    return std::to_string(caseResult.caseIndex + 1) + (word.empty() ? "" : "-" + word);
}

TimeUnit unitOf(const ComparisonResult& result)
{
    double smallest = 0;
    for (const auto& caseResult : result.cases)
        for (const auto& variant : caseResult.variants)
            if (variant.latency && variant.latency->median().ns
                && (smallest == 0 || *variant.latency->median().ns < smallest))
                smallest = *variant.latency->median().ns;
    constexpr double millisecond = 1e6;
    return unitFor(smallest > 0 ? smallest : millisecond);
}

void addCaseHeading(const Context& context, const CaseResult& caseResult, Blocks& blocks)
{
    if (!context.manyCases() && caseResult.inputs.empty())
        return;
    blocks.emplace_back(HeadingBlock {
        caseResult.name + (caseResult.inputs.empty() ? "" : ": " + caseResult.inputs)});
}

Blocks variantBlocks(const Context& context)
{
    if (isAlone(context.result)) // there is no ratio to draw
        return outlookBlocks(context);
    Blocks blocks;
    if (context.manyCases())
        blocks.emplace_back(overCases(context));
    for (const auto& caseResult : context.result.cases) {
        if (context.manyCases() && context.options.kind != ReportTemplate::Full)
            break;
        addCaseHeading(context, caseResult, blocks);
        blocks.emplace_back(variantsOf(context, caseResult));
        if (auto reached = reachedSentence(context.result.plan, caseResult); !reached.empty())
            blocks.emplace_back(ParagraphBlock {.text = std::move(reached)});
    }
    if (!blocks.empty())
        blocks.emplace_back(ParagraphBlock {.text = "Bars: times faster than "
                + context.result.plan.variants.front().name
                + ", with the 95 % interval. Shaded: " + negligibleText(context.result) + ".",
            .role = TextRole::Muted});
    std::ranges::move(tuneBlocks(context), std::back_inserter(blocks));
    return blocks;
}

Blocks paybackBlocks(const Context& context)
{
    Blocks blocks;
    if (isAlone(context.result))
        return blocks;
    if (context.onePage() && context.manyCases())
        return blocks; // the results table says it for each case
    for (const auto& caseResult : context.result.cases) {
        if (!context.onePage())
            addCaseHeading(context, caseResult, blocks);
        auto chart = chartOf(context, "payback-" + fileWord(caseResult),
            [&](const ChartLook& look) { return paybackChart(context.result, caseResult, look); });
        blocks.emplace_back(std::move(chart));
        if (!context.onePage() && caseResult.variants.size() > 1)
            blocks.emplace_back(paybackTable(context, caseResult));
        if (!context.onePage())
            std::ranges::move(
                programBlocks(context, caseResult.caseIndex), std::back_inserter(blocks));
    }
    return blocks;
}

Blocks latencyBlocks(const Context& context)
{
    Blocks blocks;
    for (const auto& caseResult : context.result.cases) {
        addCaseHeading(context, caseResult, blocks);
        const int variant = subjectVariant(context.result, caseResult);
        blocks.emplace_back(
            ParagraphBlock {.text = latencySentence(caseResult, variant, Emphasis::Markdown)});
        blocks.emplace_back(
            chartOf(context, "latency-" + fileWord(caseResult), [&](const ChartLook& look) {
                return latencyChart(context.result, context.data, caseResult, look);
            }));
        blocks.emplace_back(latencyTable(context, caseResult));
    }
    return blocks;
}

} // namespace profiler::report_parts

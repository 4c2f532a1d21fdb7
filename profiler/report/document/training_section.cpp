// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/comparison_result.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/document/report_parts.h"
#include "profiler/report/training/training_text.h"

#include <algorithm>

namespace profiler::report_parts {

namespace {

TableBlock partsTable(const CaseResult& caseResult)
{
    TableBlock table {.columns = {{"Variant"}, {"Step", Align::Right}}};
    for (const auto part : stepParts)
        table.columns.push_back({capitalized(stepPartName(part)), Align::Right});
    for (const auto& variant : caseResult.variants) {
        ReportRow row {.cells = {variant.name, measured(variant.step, [](const StepSplit& split) {
                                     return formatDuration(split.wholeNs);
                                 })}};
        for (const auto part : stepParts)
            row.cells.push_back(measured(variant.step, [part](const StepSplit& split) {
                const bool known = part != StepPart::DataWait || split.dataWaitKnown;
                return known ? formatDuration(split.at(part)) : std::string(absent);
            }));
        table.rows.push_back(std::move(row));
        if (variant.step)
            table.caption = stepNote(*variant.step);
    }
    return table;
}

TableBlock lossTable(const Plan& plan, const LossCurves& curves)
{
    constexpr std::size_t mostRows = 12;
    TableBlock table {.columns = {{"Step", Align::Right}}};
    std::size_t steps = 0;
    for (const auto& series : curves.series) {
        const auto& name = plan.variants.at(static_cast<std::size_t>(series.variant)).name;
        table.columns.push_back(
            {series.precision == LossPrecision::Fp64 ? name + " in fp64" : name, Align::Right});
        steps = std::max(steps, series.losses.size());
    }
    const auto stride = std::max<std::size_t>(1, (steps + mostRows - 1) / mostRows);
    for (std::size_t i = 0; i < steps; ++i) {
        if (i % stride != 0 && i + 1 != steps)
            continue;
        ReportRow row {.cells = {std::to_string(i + 1)}};
        for (const auto& series : curves.series) {
            const bool known = i < series.losses.size() && series.losses[i];
            row.cells.push_back(known ? formatNumber(*series.losses[i], 6) : std::string(absent));
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace

Blocks stepBlocks(const Context& context, const CaseResult& caseResult, int variant)
{
    Blocks blocks;
    const bool any = std::ranges::any_of(
        caseResult.variants, [](const VariantResult& each) { return each.step.has_value(); });
    if (!any)
        return blocks;
    blocks.emplace_back(ParagraphBlock {
        .text = stepSentence(context.result.plan, caseResult, variant, Emphasis::Markdown)});
    blocks.emplace_back(partsTable(caseResult));
    return blocks;
}

Blocks lossBlocks(const Context& context, const CaseResult& caseResult, int variant)
{
    Blocks blocks;
    const auto& plan = context.result.plan;
    const auto curves = lossCurves(context.data, caseResult.caseIndex);
    if (curves.series.empty())
        return blocks;
    blocks.emplace_back(
        ParagraphBlock {.text = lossSentence(plan, curves, variant, Emphasis::Markdown)});
    ChartBlock chart {.name = "losses-" + fileWord(caseResult), .title = "Losses"};
    chart.picture = lossChart(context.result, curves, context.look);
    chart.narrow = lossChart(context.result, curves, narrowLook(context.look));
    chart.numbers = lossTable(plan, curves);
    blocks.emplace_back(std::move(chart));
    return blocks;
}

} // namespace profiler::report_parts

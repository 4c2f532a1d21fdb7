// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/compile/compile_cost.h"
#include "profiler/judge/case_settings.h"
#include "profiler/report/document/report_parts.h"
#include "profiler/report/sentences/compile_text.h"
#include "profiler/report/sentences/results_text.h"
#include "profiler/report/text/enum_text.h"

#include <algorithm>

namespace profiler::report_parts {
namespace {

bool isRecommended(const CaseResult& caseResult, const VariantResult& variant)
{
    return caseResult.recommendation.kind == RecommendationKind::Recommended
        && caseResult.recommendation.variant == variant.variant;
}

std::string medianText(const VariantResult& variant, TimeUnit unit)
{
    return variant.latency && variant.latency->median().ns
        ? formatIn(unit, *variant.latency->median().ns)
        : std::string(absent);
}

std::string costText(const Measured<CompileCost>& measuredCost)
{
    return measured(measuredCost, [](const CompileCost& cost) {
        // It runs what was compiled for a case before it.
        return cost.medianNs > 0 ? formatDuration(cost.medianNs) : std::string("0 s");
    });
}

std::string paybackText(const VariantResult& variant, bool kept)
{
    return measured(kept ? variant.breakEvenWarm : variant.breakEvenCold,
        [](const BreakEven& even) { return formatCount(even.calls); });
}

/// Verdict, red flags, and what is missing.
std::string notesOf(
    const ComparisonResult& result, const CaseResult& caseResult, const VariantResult& variant)
{
    const bool chosen = isRecommended(caseResult, variant);
    std::string text = chosen ? "✓ recommended" : verdictWord(variant.verdict);
    for (const auto& flag : redFlags(variant))
        text += ", " + flag.text;
    const auto note = variantNote(result, caseResult, variant);
    if (note && !chosen && note->about != NoteAbout::Payback)
        text += ", " + note->text;
    return text;
}

ReportRow rowOf(const Context& context, const CaseResult& caseResult, const VariantResult& variant)
{
    const auto& result = context.result;
    const auto unit = unitOf(result);
    const bool ratio = showsRatio(variant);
    ReportRow row {.strong = isRecommended(caseResult, variant)};
    row.cells = {caseResult.name, variant.name, medianText(caseResult.variants.front(), unit),
        medianText(variant, unit), ratio ? formatRatio(variant.speedUp->ratio.estimate) : absent,
        ratio ? formatRatioInterval(variant.speedUp->ratio)
                + (holdsForAll(result, variant) ? "*" : "")
              : absent,
        costText(variant.compileCold), costText(variant.startUpCold),
        costText(totalCost(variant.compileCold, variant.startUpCold)),
        paybackText(variant, result.plan.goal.cacheKept), notesOf(result, caseResult, variant)};
    return row;
}

ReportRow meanRow(const MeanSpeedUp& mean)
{
    ReportRow row {.strong = true, .total = true};
    row.cells = {"geometric mean", "", "", "", formatRatio(mean.estimate),
        measured(mean.interval, formatRatioInterval), "", "", "", "",
        "of the " + std::to_string(mean.cases.size()) + " recommended"};
    return row;
}

} // namespace

Blocks resultBlocks(const Context& context)
{
    const auto& result = context.result;
    const auto unit = unitName(unitOf(result));
    TableBlock table {
        .columns = {{"Case"}, {"Variant"}, {"Original, " + unit, Align::Right},
            {"Compiled, " + unit, Align::Right}, {"Speed-up", Align::Right},
            {"95 % interval", Align::Right}, {"Compile", Align::Right}, {"Start-up", Align::Right},
            {"Total", Align::Right}, {"Pays back, calls", Align::Right}, {"Notes"}}};
    for (const auto& caseResult : result.cases) {
        if (context.onePage() && context.manyCases()) {
            const auto* best = variantOf(caseResult, recommendedOrBest(caseResult));
            if (best != nullptr && best->variant != 0)
                table.rows.push_back(rowOf(context, caseResult, *best));
            continue;
        }
        for (const auto& variant : caseResult.variants)
            if (variant.variant != 0)
                table.rows.push_back(rowOf(context, caseResult, variant));
    }
    if (const auto mean = meanOfRecommended(result); mean && mean->cases.size() > 1)
        table.rows.push_back(meanRow(*mean));
    table.caption = "Model: " + result.plan.workload.spec + ". " + compileCostMeaning() + " "
        + correctionText(result);
    if (!context.onePage())
        table.caption += (table.caption.ends_with(' ') ? "" : " ") + goalText(result);
    return {std::move(table)};
}

} // namespace profiler::report_parts

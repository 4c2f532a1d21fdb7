// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/comparison_result.h"
#include "profiler/model/variant.h"
#include "profiler/report/document/report_parts.h"
#include "profiler/report/numerics/module_text.h"
#include "profiler/report/sentences/safety_text.h"

#include <algorithm>

namespace profiler::report_parts {

namespace {

constexpr std::size_t mostRows = 24;
constexpr std::size_t before = 8; ///< the first that is above

ReportRow rowOf(const ModuleRow& row)
{
    ReportRow shown {.cells = {moduleName(row.error), row.error.kind}};
    if (!row.known()) {
        shown.cells.insert(shown.cells.end(), {absent, absent, row.error.reason, absent});
        return shown;
    }
    shown.cells.push_back(moduleErrorText(row.reference));
    shown.cells.push_back(moduleErrorText(row.result));
    shown.cells.push_back(row.above() ? "✗ above the tolerance" : "✓ " + numericsWord(row.status));
    const auto place = modulePlace(row.error);
    shown.cells.push_back(place.empty() ? absent : place);
    return shown;
}

/// Of many those about the first that is above the tolerance.
TableBlock trailTable(const Plan& plan, const ModuleTrail& trail)
{
    const auto& name = plan.variants.at(static_cast<std::size_t>(trail.variant)).name;
    TableBlock table {.columns
        = {{"Module", Align::Left, true}, {"Class"}, {plan.variants.front().name, Align::Right},
            {name, Align::Right}, {"Result"}, {"Place", Align::Left, true}}};
    const auto centre = trail.firstAbove.value_or(trail.mostAdded.value_or(0));
    const auto last = trail.rows.size() - std::min(mostRows, trail.rows.size());
    const auto from = std::min(centre - std::min(centre, before), last);
    const auto to = std::min(from + mostRows, trail.rows.size());
    for (auto i = from; i < to; ++i)
        table.rows.push_back(rowOf(trail.rows[i]));
    table.caption = "Errors to fp64 of the values' size. " + moduleNote(plan, trail) + ".";
    return table;
}

TableBlock distanceTable(const Plan& plan, int variant, const UlpDistances& distances)
{
    TableBlock table {.columns = {{"ULP", Align::Right}}};
    for (const auto& series : distances.series)
        table.columns.push_back({pairText(plan, variant, series.pair), Align::Right});
    for (std::size_t i = 0; i < distances.buckets(); ++i) {
        ReportRow row {.cells = {bucketText(static_cast<int>(i))}};
        for (const auto& series : distances.series)
            row.cells.push_back(formatCount(i < series.counts.size() ? series.counts[i] : 0));
        table.rows.push_back(std::move(row));
    }
    return table;
}

} // namespace

Blocks moduleBlocks(const Context& context, const CaseResult& caseResult)
{
    Blocks blocks;
    const auto& plan = context.result.plan;
    for (const auto& variant : caseResult.variants) {
        if (variant.variant == 0)
            continue;
        const auto trail = moduleTrail(context.data, variant.variant, caseResult.caseIndex);
        if (trail) {
            blocks.emplace_back(
                ParagraphBlock {.text = moduleSentence(plan, *trail, Emphasis::Markdown)});
            if (!context.onePage() && !trail->rows.empty())
                blocks.emplace_back(trailTable(plan, *trail));
        }
        const auto distances = ulpDistances(context.data, variant.variant, caseResult.caseIndex);
        const auto sentence = distanceSentence(plan, variant.variant, distances);
        if (sentence.empty() || context.onePage() || context.manyCases())
            continue;
        blocks.emplace_back(ParagraphBlock {.text = sentence});
        blocks.emplace_back(distanceTable(plan, variant.variant, distances));
    }
    return blocks;
}

} // namespace profiler::report_parts

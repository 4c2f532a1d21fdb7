// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/comparison_result.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/document/report_parts.h"
#include "profiler/report/sentences/imported_text.h"
#include "profiler/report/sentences/work_text.h"

#include <algorithm>

namespace profiler::report_parts {
namespace {

Blocks knownBlocks(const Context& context)
{
    const auto known = importedTable(context.result);
    TableBlock table;
    for (const auto& heading : known.columns)
        table.columns.push_back({heading, table.columns.empty() ? Align::Left : Align::Right});
    for (const auto& row : known.rows) {
        ReportRow shown;
        for (const auto& cell : row.cells)
            shown.cells.push_back(cell.text);
        table.rows.push_back(std::move(shown));
    }
    table.caption = importedLimits(context.result) + ".";
    return {std::move(table)};
}

TableBlock differenceTable(const ComparisonResult& result, const TraceDifference& difference)
{
    const auto& variants = result.plan.variants;
    TableBlock table {
        .columns = {{"Part of a " + importedUnit(result)}, {variants.front().name, Align::Right},
            {variants.at(static_cast<std::size_t>(difference.variant)).name, Align::Right},
            {"Difference", Align::Right}}};
    for (const auto& part : difference.parts)
        table.rows.push_back(
            {.cells = {part.name, formatDuration(part.baselineNs), formatDuration(part.variantNs),
                 signedDuration(part.changeNs())}});
    table.rows.push_back(
        {.cells = {capitalized(importedUnit(result)), formatDuration(difference.baselineNs),
             formatDuration(difference.variantNs), signedDuration(difference.changeNs())},
            .total = true});
    return table;
}

TableBlock partsTable(const ComparisonResult& result, const ImportedVariantFacts& facts)
{
    TableBlock table {
        .columns = {{"Part of a " + importedUnit(result)}, {facts.name, Align::Right}}};
    for (const auto& part : facts.trace.parts)
        table.rows.push_back({.cells = {part.name, formatDuration(part.variantNs)}});
    if (facts.trace.stepNs)
        table.rows.push_back(
            {.cells = {capitalized(importedUnit(result)), formatDuration(*facts.trace.stepNs)},
                .total = true});
    return table;
}

/// Where a difference comes from; of a single trace what it is made of.
Blocks madeOfBlocks(const Context& context)
{
    const auto& result = context.result;
    Blocks blocks;
    for (const auto& difference : result.imported->differences) {
        ChartBlock chart {.name = "difference-" + std::to_string(difference.variant)};
        chart.picture = differenceChart(result, difference.variant, context.look);
        chart.narrow = differenceChart(result, difference.variant, narrowLook(context.look));
        chart.title = chart.picture.title;
        chart.numbers = differenceTable(result, difference);
        blocks.emplace_back(std::move(chart));
    }
    if (blocks.empty())
        for (const auto& facts : result.imported->variants)
            if (!facts.trace.parts.empty())
                blocks.emplace_back(partsTable(result, facts));
    return blocks;
}

/// No phases and no verdict: a file tells its largest readings.
Blocks peakBlocks(const Context& context)
{
    ListBlock list;
    for (const auto& facts : context.result.imported->variants)
        if (facts.memory.hasMemory)
            list.items.push_back({Mark::Information, {},
                importedMemorySentence(context.result, facts.variant, Emphasis::Markdown), {}});
    return list.items.empty() ? Blocks {} : Blocks {std::move(list)};
}

bool any(const ImportedSummary& imported, bool (*has)(const ImportedVariantFacts&))
{
    return std::ranges::any_of(imported.variants, has);
}

} // namespace

std::string importedSectionTitle(const ComparisonResult& result, ReportSection section)
{
    if (section == ReportSection::Variants)
        return "What the files tell";
    if (section == ReportSection::OneCall)
        return result.imported->differences.empty()
            ? "What a " + importedUnit(result) + " is made of"
            : "Where the difference comes from";
    return sectionTitle(section);
}

Blocks importedBlocks(const Context& context, ReportSection section)
{
    const auto& imported = *context.result.imported;
    switch (section) {
    case ReportSection::Summary:
        return summaryBlocks(context);
    case ReportSection::Notes:
        return noteBlocks(context);
    case ReportSection::Variants:
        return knownBlocks(context);
    case ReportSection::OneCall:
        return madeOfBlocks(context);
    case ReportSection::Findings:
        return context.result.findings.empty() ? Blocks {} : findingBlocks(context);
    case ReportSection::Memory:
        return peakBlocks(context);
    case ReportSection::Breaks:
        return any(imported, [](const auto& facts) { return facts.log.hasLog; })
            ? breakBlocks(context)
            : Blocks {};
    case ReportSection::Configuration:
        return configurationBlocks(context);
    case ReportSection::Commands:
        return importCommandBlocks(context);
    case ReportSection::Cases:
    case ReportSection::Changes:
    case ReportSection::Payback:
    case ReportSection::Results:
    case ReportSection::Latency:
    case ReportSection::Serving:
    case ReportSection::Numerics:
    case ReportSection::Method:
        break;
    }
    return {}; // only a recording has them
}

} // namespace profiler::report_parts

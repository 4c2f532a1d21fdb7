// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/case_settings.h"
#include "profiler/report/document/report_parts.h"
#include "profiler/report/document/results_columns.h"
#include "profiler/report/sentences/compile_text.h"
#include "profiler/report/sentences/results_text.h"

namespace profiler::report_parts {
namespace {

ReportRow rowOf(const std::vector<ResultsColumn>& columns, const ResultsRow& values)
{
    ReportRow row {.strong = values.isRecommended()};
    for (const auto& column : columns)
        row.cells.push_back(column.cell(values).text);
    return row;
}

ReportRow meanRow(const std::vector<ResultsColumn>& columns, const MeanSpeedUp& mean)
{
    ReportRow row {.strong = true, .total = true};
    for (const auto& column : columns)
        row.cells.push_back(column.mean ? column.mean(mean).text : std::string());
    return row;
}

/// Those that are compared; on one page of several cases the recommended one.
std::vector<const VariantResult*> shownVariants(
    const CaseResult& caseResult, const Context& context)
{
    std::vector<const VariantResult*> shown;
    if (context.onePage() && context.manyCases())
        shown.push_back(variantOf(caseResult, recommendedOrBest(caseResult)));
    else
        for (const auto& variant : caseResult.variants)
            shown.push_back(&variant);
    std::erase_if(shown, [](const auto* each) { return each == nullptr || each->variant == 0; });
    return shown;
}

} // namespace

Blocks resultBlocks(const Context& context)
{
    const auto& result = context.result;
    const auto columns = resultsColumns(result, ResultsShown::InReport);
    TableBlock table;
    for (const auto& column : columns)
        table.columns.push_back(
            {column.name + (column.unit ? ", " + unitName(*column.unit) : ""), column.align});
    for (const auto& caseResult : result.cases)
        for (const auto* variant : shownVariants(caseResult, context))
            table.rows.push_back(rowOf(columns, {result, caseResult, *variant}));
    if (const auto mean = meanOfRecommended(result); mean && mean->cases.size() > 1)
        table.rows.push_back(meanRow(columns, *mean));
    table.caption = "Model: " + result.plan.workload.spec + ". " + compileCostMeaning() + " "
        + correctionText(result);
    if (!context.onePage())
        table.caption += (table.caption.ends_with(' ') ? "" : " ") + goalText(result);
    return {std::move(table)};
}

} // namespace profiler::report_parts

// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/comparison_result.h"
#include "profiler/report/advice/next_recording.h"
#include "profiler/report/document/report_parts.h"
#include "profiler/report/sentences/outlook_text.h"
#include "profiler/report/sentences/reason_text.h"

namespace profiler::report_parts {
namespace {

/// What each part of the call takes and what compiling can leave of it.
TableBlock partsTable(const CallOutlook& outlook)
{
    const auto unit = unitFor(outlook.ceiling.medianNs);
    TableBlock table {.columns = {{"Part of a call"}, {"Now, " + unitName(unit), Align::Right},
                          {"Compiled, likely", Align::Right}, {"What compiling makes of it"}}};
    double likely = 0;
    for (const auto& row : ceilingRows(outlook)) {
        table.rows.push_back({.cells
            = {row.name, formatIn(unit, row.nowNs), formatIn(unit, row.likelyNs), row.becomes}});
        likely += row.likelyNs;
    }
    table.rows.push_back(
        {.cells = {"median", formatIn(unit, outlook.ceiling.medianNs), formatIn(unit, likely), {}},
            .strong = true,
            .total = true});
    return table;
}

void addCase(const Context& context, const CaseResult& inCase, Blocks& blocks)
{
    const auto& outlook = *inCase.outlook;
    blocks.emplace_back(ParagraphBlock {.text = ceilingSentence(outlook, Emphasis::Markdown)});
    blocks.emplace_back(ParagraphBlock {.text = boundSentence(outlook)});
    blocks.emplace_back(partsTable(outlook));
    blocks.emplace_back(ParagraphBlock {.text = trySentence(outlook)});
    if (auto code = tryCode(context.result.plan, outlook); !code.empty())
        blocks.emplace_back(CodeTextBlock {.code = std::move(code)});
    blocks.emplace_back(ParagraphBlock {.text = trialSentence(inCase)});
}

} // namespace

Blocks outlookBlocks(const Context& context)
{
    Blocks blocks;
    for (const auto& inCase : context.result.cases) {
        addCaseHeading(context, inCase, blocks);
        if (!inCase.outlook)
            blocks.emplace_back(ParagraphBlock {.text = outlookSentence(inCase)});
        else
            addCase(context, inCase, blocks);
    }
    return blocks;
}

} // namespace profiler::report_parts

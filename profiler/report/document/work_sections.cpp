// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/device/idle_cause.h"
#include "profiler/evidence/kernels/call_split.h"
#include "profiler/evidence/kernels/waterfall.h"
#include "profiler/evidence/kernels/work_comparison.h"
#include "profiler/evidence/trace/work_kind.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/variant_result.h"
#include "profiler/report/document/report_parts.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/sentences/work_text.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>

namespace profiler::report_parts {
namespace {

constexpr std::size_t mostKernels = 10;

/// One row of the table of parts, by what it takes out of a split.
struct Part {
    std::string name;
    std::function<double(const CallSplit&)> ns;
};

template <typename Key>
double partOf(const std::map<Key, double>& parts, Key key)
{
    const auto found = parts.find(key);
    return found == parts.end() ? 0 : found->second;
}

std::vector<Part> partsOfCall()
{
    std::vector<Part> parts;
    for (const auto kind : workKinds)
        parts.push_back({workKindName(kind),
            [kind](const CallSplit& split) { return partOf(split.workNs, kind); }});
    for (const auto cause : idleCauses)
        if (cause != IdleCause::Other)
            parts.push_back({"idle: " + idleCauseName(cause),
                [cause](const CallSplit& split) { return partOf(split.idleNs, cause); }});
    parts.push_back(
        {restName(RestKind::Host), [](const CallSplit& split) { return split.hostNs; }});
    parts.push_back({restName(RestKind::Unexplained),
        [](const CallSplit& split) { return split.unexplainedNs; }});
    return parts;
}

/// A column for each variant; every column adds up to its median.
TableBlock partsTable(const Context& context, const CaseResult& caseResult)
{
    const auto unit = unitOf(context.result);
    TableBlock table {.columns = {{"Part, " + unitName(unit)}}};
    std::vector<Measured<CallSplit>> splits;
    for (const auto& variant : caseResult.variants) {
        table.columns.push_back({variant.name, Align::Right});
        splits.push_back(splitOfCall(context.data, variant, caseResult.caseIndex));
        if (!splits.back())
            table.caption += (table.caption.empty() ? "" : " ") + variant.name
                + " is not split: " + reasonText(splits.back().error()) + ".";
    }
    const auto add = [&](const std::string& name, bool total, const auto& nsOf) {
        ReportRow row {.cells = {name}, .strong = total, .total = total};
        for (const auto& split : splits)
            row.cells.push_back(split ? formatIn(unit, nsOf(*split)) : std::string(absent));
        table.rows.push_back(std::move(row));
    };
    for (const auto& part : partsOfCall())
        if (std::ranges::any_of(
                splits, [&](const auto& split) { return split && part.ns(*split) > 0; }))
            add(part.name, false, part.ns);
    add("median", true, [](const CallSplit& split) { return split.medianNs; });
    return table;
}

std::string sideText(const std::optional<WorkTime>& side)
{
    return side ? formatDuration(side->ns) + " (" + formatNumber(side->times, 3) + "×)"
                : std::string(absent);
}

/// What changed most, from the rows of the Kernels page.
TableBlock kernelsTable(const CaseResult& caseResult, int variant, const WorkComparison& work)
{
    const auto& name = caseResult.variants.at(static_cast<std::size_t>(variant)).name;
    TableBlock table {
        .columns = {{work.onDevice ? "Kernel" : "Operator or kernel", Align::Left, true}, {"Class"},
            {caseResult.variants.front().name, Align::Right}, {name, Align::Right},
            {"Change", Align::Right}}};
    for (const auto& row : work.rows) {
        if (table.rows.size() == mostKernels)
            break;
        table.rows.push_back(
            {.cells = {row.shortName, workKindName(row.kind), sideText(row.time.baseline),
                 sideText(row.time.variant), signedDuration(row.time.changeNs())}});
    }
    table.caption = "Time in one call and how often it runs there, by change.";
    if (work.rows.size() > table.rows.size())
        table.caption += " "
            + formatCount(static_cast<std::int64_t>(work.rows.size() - table.rows.size()))
            + " more on the Kernels page.";
    return table;
}

} // namespace

Blocks oneCallBlocks(const Context& context)
{
    Blocks blocks;
    for (const auto& caseResult : context.result.cases) {
        if (context.manyCases())
            addCaseHeading(context, caseResult, blocks);
        const int variant = subjectVariant(context.result, caseResult);
        std::ranges::move(stepBlocks(context, caseResult, variant), std::back_inserter(blocks));
        const auto work = compareWork(context.data, caseResult, variant);
        const auto headline = workHeadline(context.result, caseResult, variant, work,
            waterfallOf(context.data, caseResult, variant));
        blocks.emplace_back(ParagraphBlock {.text = headline.sentence});
        if (work) {
            blocks.emplace_back(partsTable(context, caseResult));
            if (work->isPaired() && !work->rows.empty())
                blocks.emplace_back(kernelsTable(caseResult, variant, *work));
        }
        blocks.emplace_back(ParagraphBlock {.text = headline.note + ".", .role = TextRole::Muted});
    }
    return blocks;
}

} // namespace profiler::report_parts

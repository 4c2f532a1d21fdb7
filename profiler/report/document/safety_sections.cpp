// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/breaks/break_cost.h"
#include "profiler/evidence/breaks/break_sites.h"
#include "profiler/judge/case_settings.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/finding.h"
#include "profiler/model/variant.h"
#include "profiler/report/advice/remedy_text.h"
#include "profiler/report/document/report_parts.h"
#include "profiler/report/memory/peak_text.h"
#include "profiler/report/sentences/breaks_text.h"
#include "profiler/report/sentences/finding_text.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/sentences/safety_text.h"
#include "profiler/report/sentences/worth_text.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

namespace profiler::report_parts {
namespace {

MarkedText severityOf(Finding::Severity severity)
{
    return valueFor(severity,
        {{Finding::Severity::Bad, {Mark::Bad, "Bad"}},
            {Finding::Severity::Warning, {Mark::Warning, "Warning"}}},
        MarkedText {Mark::Information, {}});
}

/// With the code where it is a line.
std::string whatToDo(const ComparisonResult& result, const Finding& finding)
{
    auto words = findingRemedy(finding);
    const auto code = remedyCode(result, finding);
    if (code.empty() || code.find('\n') != std::string::npos)
        return words;
    return words.empty() ? code : words + ": " + code;
}

/// One page has no room for code.
ListItem itemOf(const Finding& finding, const Context& context)
{
    const auto& result = context.result;
    const auto sign = severityOf(finding.severity);
    auto detail = worthOf(finding, result, std::nullopt).words;
    const auto remedy = context.onePage() ? findingRemedy(finding) : whatToDo(result, finding);
    for (const auto& part : {findingPlace(result, finding), remedy})
        if (!part.empty() && detail.find(part) == std::string::npos) // its time may name the case
            detail += (detail.empty() ? "" : "; ") + part;
    return {sign.mark, sign.text, findingSentence(result, finding), detail};
}

std::string number(const std::optional<double>& value, int digits)
{
    return value && std::isfinite(*value) ? formatNumber(*value, digits) : std::string(absent);
}

std::string shapeOf(const NumericsSummary& numerics)
{
    switch (markOf(numerics)) {
    case Mark::Good:
        return "✓ ";
    case Mark::Bad:
        return "✗ ";
    default:
        return "○ ";
    }
}

ReportRow numericsRow(const CaseResult& caseResult, const VariantResult& variant)
{
    const auto& numerics = variant.numerics;
    const auto special
        = specialValuesText(numerics.special, variant.name, caseResult.variants.front().name);
    return {
        .cells = {caseResult.name, variant.name,
            shapeOf(numerics) + (special.empty() ? special : special + "; ")
                + numericsWord(numerics.status) + reasonAfter(": ", numerics.reason),
            numerics.toleranceUsedRatio ? toleranceUsedText(*numerics.toleranceUsedRatio) : absent,
            number(numerics.maxAbs, 2), number(numerics.maxRel, 2), number(numerics.cosine, 6),
            numerics.worstTensor.empty() ? absent : numerics.worstTensor}};
}

std::string figureText(const Measured<MemoryFigure>& figure)
{
    return measured(figure, [](const MemoryFigure& value) { return formatBytes(value.bytes); });
}

std::string differenceText(const MemoryRow& row)
{
    return measured(row.difference, [](const MemoryDifference& difference) {
        auto text = signedBytes(difference.bytes);
        if (difference.low && difference.high)
            text += " (" + signedBytes(*difference.low) + " to " + signedBytes(*difference.high)
                + ")";
        return text;
    });
}

std::string memoryWordText(const MemoryRow& row)
{
    const auto word = memoryWord(row);
    if (row.variant == 0)
        return word.text;
    return std::string(word.mark == Mark::Good  ? "✓ "
                   : word.mark == Mark::Warning ? "▲ "
                                                : "○ ")
        + word.text;
}

ReportRow memoryReportRow(const CaseResult& caseResult, const MemoryRow& row, bool device)
{
    ReportRow shown {.cells = {caseResult.name, row.name}};
    for (const auto& phase : row.phases)
        shown.cells.push_back(figureText(device ? phase.device : phase.host));
    shown.cells.push_back(row.variant == 0 ? absent : differenceText(row));
    shown.cells.push_back(memoryWordText(row));
    return shown;
}

std::string variantsOf(const Context& context, const BreakPlace& place)
{
    std::string names;
    for (const auto& each : place.variants) {
        const auto& name
            = context.result.plan.variants.at(static_cast<std::size_t>(each.variant)).name;
        names += (names.empty() ? "" : ", ") + name;
    }
    return names;
}

/// In the variant that is spoken of, else in the first that breaks there.
std::string costCell(
    const CaseResult& caseResult, const BreakPlace& place, int focus, Reason& unknown)
{
    const int variant = place.in(focus) != nullptr ? focus : place.variants.front().variant;
    const auto& costs = caseResult.variants.at(static_cast<std::size_t>(variant)).breakCosts;
    const auto* cost
        = costs ? costOf(*costs, place.shown.file, place.shown.line, place.shown.id) : nullptr;
    if (cost != nullptr)
        return formatDuration(cost->host.estimateNs);
    unknown = costs ? Reason {ReasonKind::TracedCallPassesItNot, {}} : costs.error();
    return absent;
}

TableBlock breakTable(const Context& context)
{
    TableBlock table {.columns = {{"Case"}, {"Variants"}, {"Break"}, {"Place", Align::Left, true},
                          {"Passed"}, {"Costs a call", Align::Right}}};
    Reason unknown;
    for (const auto& caseResult : context.result.cases) {
        const int focus = subjectVariant(context.result, caseResult);
        for (const auto& place : breakPlaces(context.data, caseResult.caseIndex, focus))
            table.rows.push_back(
                {.cells = {caseResult.name, variantsOf(context, place), breakTitle(place.shown),
                     placeText(place.shown.file, place.shown.line), passesText(place.shown.perCall),
                     costCell(caseResult, place, focus, unknown)}});
    }
    if (!table.rows.empty())
        table.caption = unknown.empty() ? "Host cost, a lower bound." : whyNoBreakCost(unknown);
    return table;
}

TableBlock recompileTable(const Context& context)
{
    TableBlock table {.columns = {{"Case"}, {"Variant"}, {"Guard that failed", Align::Left, true},
                          {"Place", Align::Left, true}, {"Cost once", Align::Right}}};
    const auto& variants = context.result.plan.variants;
    for (std::size_t i = 0; i < variants.size(); ++i)
        for (const auto& each : recompilesOf(context.data, static_cast<int>(i))) {
            const auto* caseResult = each.caseIndex
                ? &context.result.cases.at(static_cast<std::size_t>(*each.caseIndex))
                : nullptr;
            table.rows.push_back(
                {.cells = {caseResult ? caseResult->name : absent, variants[i].name,
                     each.guard.empty() ? each.reason : each.guard, placeText(each.file, each.line),
                     each.durationNs ? formatDuration(*each.durationNs) : absent}});
        }
    return table;
}

/// Nothing was found; was it looked for?
ParagraphBlock withoutBreaks(const ComparisonResult& result)
{
    for (const auto& caseResult : result.cases)
        for (const auto& variant : caseResult.variants)
            if (variant.variant != 0 && !variant.graphBreaks)
                return {.text = "Whether " + variant.name + " has graph breaks is not known: "
                        + reasonText(variant.graphBreaks.error()) + ".",
                    .mark = Mark::Neutral};
    if (isImported(result.kind)) // a log that names none does not prove that a call has none
        return {.text = "No graph breaks and no recompiles in the log.", .mark = Mark::Information};
    return {.text = "No graph breaks and no recompiles in any case.", .mark = Mark::Good};
}

} // namespace

Blocks findingBlocks(const Context& context)
{
    constexpr std::size_t fewest = 3; // of one page, each of another rule or variant
    std::set<std::pair<std::string, std::optional<int>>> listed;
    ListBlock list;
    for (const auto& finding : context.result.findings) {
        const bool isNew = listed.emplace(finding.rule, finding.variant).second;
        if (context.onePage() && (!isNew || list.items.size() == fewest))
            continue;
        list.items.push_back(itemOf(finding, context));
    }
    if (list.items.empty())
        return {ParagraphBlock {.text = "Nothing to report.", .role = TextRole::Muted}};
    const auto left = context.result.findings.size() - list.items.size();
    Blocks blocks {std::move(list)};
    for (const auto& top : topBreaksOf(context.result))
        blocks.emplace_back(ParagraphBlock {.text = top.text + "."});
    if (left > 0)
        blocks.emplace_back(ParagraphBlock {
            .text = std::to_string(left) + " more in the full report.", .role = TextRole::Muted});
    return blocks;
}

Blocks numericsBlocks(const Context& context)
{
    Blocks blocks;
    TableBlock table {
        .columns = {{"Case"}, {"Variant"}, {"Results"}, {"Of the tolerance", Align::Right},
            {"Max abs", Align::Right}, {"Max rel", Align::Right}, {"Cosine", Align::Right},
            {"Worst tensor", Align::Left, true}}};
    for (const auto& caseResult : context.result.cases) {
        const auto rows = numericsRows(context.data, caseResult.caseIndex);
        const int variant = subjectVariant(context.result, caseResult);
        if (variant > 0 && !context.manyCases())
            blocks.emplace_back(ParagraphBlock {
                .text = numericsSentence(caseResult, variant, rows, Emphasis::Markdown)});
        if (const auto note = numericsNote(rows, variant); !note.empty() && table.caption.empty())
            table.caption = note;
        for (const auto& each : caseResult.variants)
            if (each.variant != 0)
                table.rows.push_back(numericsRow(caseResult, each));
    }
    if (!table.rows.empty())
        blocks.emplace_back(std::move(table));
    for (const auto& caseResult : context.result.cases)
        std::ranges::move(moduleBlocks(context, caseResult), std::back_inserter(blocks));
    for (const auto& caseResult : context.result.cases)
        std::ranges::move(
            lossBlocks(context, caseResult, subjectVariant(context.result, caseResult)),
            std::back_inserter(blocks));
    return blocks;
}

/// What the peak of a call is made of; none where no trace tells.
Blocks peakBlocks(const Context& context, const CaseResult& caseResult, int variant)
{
    const auto* history = memoryHistoryOf(context.data, variant, caseResult.caseIndex);
    const auto* baseline = memoryHistoryOf(context.data, 0, caseResult.caseIndex);
    if (history == nullptr || baseline == nullptr || variant == 0)
        return {};
    TableBlock table {.columns
        = {{"At the peak of a call"}, {context.data.plan.variants.front().name, Align::Right},
            {context.data.plan.variants.at(static_cast<std::size_t>(variant)).name, Align::Right},
            {"Change", Align::Right}}};
    const auto add = [&](const std::string& name, std::int64_t before, std::int64_t after) {
        if (before != 0 || after != 0)
            table.rows.push_back(
                {{name, formatBytes(before), formatBytes(after), signedBytes(after - before)}});
    };
    for (const auto& [part, key] : enumKeys<MemoryPart>())
        add(memoryPartName(part), bytesOf(*baseline, part), bytesOf(*history, part));
    add("peak", baseline->peakBytes, history->peakBytes);
    table.rows.back().total = true;
    table.caption = peakNote(*history);
    Blocks blocks;
    blocks.emplace_back(ParagraphBlock {
        .text = peakSentence(context.data, variant, caseResult.caseIndex, Emphasis::Markdown)});
    blocks.emplace_back(std::move(table));
    return blocks;
}

Blocks memoryBlocks(const Context& context)
{
    Blocks blocks;
    TableBlock table {.columns = {{"Case"}, {"Variant"}}};
    for (const auto phase : memoryPhases)
        table.columns.push_back({"Peak, " + memoryPhaseName(phase), Align::Right});
    table.columns.push_back({"Against the baseline", Align::Right});
    table.columns.push_back({"Verdict"});
    for (const auto& caseResult : context.result.cases) {
        const auto rows = memoryRows(context.data, caseResult);
        const bool device = hasDeviceMemory(rows);
        const int variant = subjectVariant(context.result, caseResult);
        if (variant > 0 && !context.manyCases())
            blocks.emplace_back(
                ParagraphBlock {.text = memorySentence(rows, variant, device, Emphasis::Markdown)});
        for (const auto& row : rows)
            table.rows.push_back(memoryReportRow(caseResult, row, device));
        table.caption = device ? "Memory of the device, allocated."
                               : "Memory of the process and the compilers it started.";
    }
    if (!table.rows.empty())
        blocks.emplace_back(std::move(table));
    for (const auto& caseResult : context.result.cases)
        std::ranges::move(
            peakBlocks(context, caseResult, subjectVariant(context.result, caseResult)),
            std::back_inserter(blocks));
    return blocks;
}

Blocks breakBlocks(const Context& context)
{
    Blocks blocks;
    ListBlock list;
    for (const auto& caseResult : context.result.cases) {
        if (&caseResult != &context.result.cases.front())
            break; // the tables say it of every case
        for (const auto& variant : caseResult.variants) {
            if (variant.variant == 0)
                continue;
            const auto places = breakPlaces(context.data, caseResult.caseIndex, variant.variant);
            const auto headline = breaksHeadline(context.result, caseResult, variant,
                recompilesOf(context.data, variant.variant),
                graphsOfCall(context.data, variant.variant, caseResult.caseIndex, places),
                breakCounts(context.data, variant.variant, caseResult.caseIndex, places));
            list.items.push_back(
                {headline.mark, headline.namesVariant ? std::string() : variant.name,
                    headline.sentence, headline.note});
        }
    }
    if (!list.items.empty() && !context.manyCases())
        blocks.emplace_back(std::move(list));
    if (auto breaks = breakTable(context); !breaks.rows.empty())
        blocks.emplace_back(std::move(breaks));
    if (auto recompiles = recompileTable(context); !recompiles.rows.empty())
        blocks.emplace_back(std::move(recompiles));
    if (blocks.empty())
        blocks.emplace_back(withoutBreaks(context.result));
    return blocks;
}

} // namespace profiler::report_parts

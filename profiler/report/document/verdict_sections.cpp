// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/changes.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/variant.h"
#include "profiler/report/document/report_parts.h"
#include "profiler/report/sentences/changes_text.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/sentences/results_text.h"
#include "profiler/report/sentences/verdict_sentence.h"
#include "profiler/report/suite/suite_documents.h"
#include "profiler/report/text/enum_text.h"
#include "profiler/report/text/shown_texts.h"

#include <algorithm>

namespace profiler::report_parts {
namespace {

/// Shape and word of a recommendation.
MarkedText verdictOf(const CaseResult& caseResult, const Plan& plan)
{
    const auto kind = caseResult.recommendation.kind;
    return {markOf(kind), recommendationWord(kind, plan)};
}

MarkedText verdictOf(const ComparisonResult& result)
{
    return result.cases.size() == 1 && !isImported(result.kind)
        ? verdictOf(result.cases.front(), result.plan)
        : settingsVerdict(result);
}

/// Doubts about the figures, and fields that differ.
ListBlock trustList(const ComparisonResult& result)
{
    ListBlock list;
    for (const auto& field : result.comparable.blocking)
        list.items.push_back({Mark::Bad, "Not comparable", reasonText(field), {}});
    const auto trust = result.cases.size() == 1 ? trustNotes(result, result.cases.front())
                                                : std::vector {trustOverCases(result)};
    for (const auto& note : trust)
        if (note.about != NoteAbout::FieldThatDiffers) // they follow, all of them
            list.items.push_back({note.mark, {}, note.text, {}});
    for (const auto& field : result.comparable.warnings)
        list.items.push_back({Mark::Warning, "Differs", reasonText(field), {}});
    return list;
}

ParagraphBlock regressionVerdict(const Context& context)
{
    const auto changes = changesOf(context.data, context.result);
    const auto mark = changesMark(changes);
    return {.text = changesSentence(context.result, changes, Emphasis::Markdown),
        .role = TextRole::Verdict,
        .mark = mark,
        .word = mark == Mark::Bad ? "Worse"
            : mark == Mark::Good  ? "Not worse"
                                  : "No change"};
}

ParagraphBlock usualVerdict(const ComparisonResult& result)
{
    const auto word = verdictOf(result);
    return {.text = settingsSentence(result, Emphasis::Markdown),
        .role = TextRole::Verdict,
        .mark = word.mark,
        .word = word.text};
}

} // namespace

Blocks summaryBlocks(const Context& context)
{
    Blocks blocks;
    const auto& result = context.result;
    const bool regression = context.options.kind == ReportTemplate::Regression
        && !isImported(result.kind); // nothing of an import got better or worse
    auto verdict = regression ? regressionVerdict(context) : usualVerdict(result);
    if (context.options.summary)
        verdict.text = *context.options.summary;
    blocks.emplace_back(std::move(verdict));
    if (regression && !context.options.summary)
        blocks.emplace_back(ParagraphBlock {.text = settingsSentence(result, Emphasis::Markdown)});
    if (auto trust = trustList(result); !trust.items.empty())
        blocks.emplace_back(std::move(trust));
    if (auto peers = peersSentence(context.options.peers); !peers.empty() && !regression)
        blocks.emplace_back(ParagraphBlock {.text = std::move(peers), .role = TextRole::Muted});
    if (auto code = settingsCode(result); !code.empty() && !regression)
        blocks.emplace_back(CodeTextBlock {.code = std::move(code)});
    if (context.manyCases() && !regression)
        blocks.emplace_back(
            ParagraphBlock {.text = oneSettingText(result), .role = TextRole::Muted});
    return blocks;
}

Blocks noteBlocks(const Context& context)
{
    if (!context.options.notes || context.data.note.empty())
        return {};
    auto note = context.data.note;
    cutText(note, longestSetting);
    return {NoteBlock {std::move(note)}};
}

Blocks caseBlocks(const Context& context)
{
    if (!context.manyCases())
        return {};
    ListBlock list;
    for (const auto& caseResult : context.result.cases) {
        const auto word = verdictOf(caseResult, context.result.plan);
        list.items.push_back({word.mark, word.text,
            verdictSentence(context.result, caseResult, Emphasis::Markdown), {}});
    }
    return {std::move(list)};
}

Blocks changeBlocks(const Context& context)
{
    const auto changes = changesOf(context.data, context.result);
    if (changes.empty())
        return {ParagraphBlock {
            .text = "No figure of any variant changed beyond doubt.", .role = TextRole::Muted}};
    TableBlock table {
        .columns = {{"Change"}, {"Case"}, {"Variant"}, {"What"}, {"Against the baseline"}}};
    for (const auto& change : changes) {
        const auto& cases = context.result.cases;
        const auto found = std::ranges::find(cases, change.caseIndex, &CaseResult::caseIndex);
        table.rows.push_back({.cells
            = {change.worse ? "✗ worse" : "✓ better", found == cases.end() ? absent : found->name,
                context.result.plan.variants.at(static_cast<std::size_t>(change.variant)).name,
                changeName(change.kind), changeText(change)},
            .strong = change.worse});
    }
    table.caption = "Only what its own verdict calls a difference: 95 % intervals, against "
        + negligibleText(context.result)
        + ". Baseline: " + context.result.plan.variants.front().name + ".";
    return {std::move(table)};
}

} // namespace profiler::report_parts

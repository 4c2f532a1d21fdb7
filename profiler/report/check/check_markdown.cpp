// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/enum_text.h"
#include "profiler/model/number_text.h"
#include "profiler/report/check/check_documents.h"
#include "profiler/report/check/check_sentences.h"
#include "profiler/report/text/markdown_text.h"

#include <algorithm>
#include <cstddef>

namespace profiler {
namespace {

constexpr std::size_t mostRows = 30; ///< a comment of a thousand lines is not read

std::string signOf(GateOutcome outcome)
{
    return textOf(outcome,
        {{GateOutcome::Holds, "✅"}, {GateOutcome::Better, "✅"}, {GateOutcome::Undecided, "❔"},
            {GateOutcome::Regressed, "❌"}});
}

std::string row(const GateCheck& check)
{
    return "| " + signOf(check.outcome) + " " + gateWord(check.outcome) + " | "
        + markdownText(whereText(check)) + " | " + subjectName(check.subject) + " | "
        + markdownText(figureText(check)) + " |\n";
}

/// Those that changed; what holds is counted.
std::string table(const GateResult& result)
{
    std::string text;
    std::size_t rows = 0;
    for (const auto outcome : {GateOutcome::Regressed, GateOutcome::Undecided, GateOutcome::Better})
        for (const auto& check : checksWith(result, outcome))
            if (rows++ < mostRows)
                text += row(check);
    if (text.empty())
        return {};
    text = "\n| | Variant | Check | Before → now |\n| --- | --- | --- | --- |\n" + text;
    return rows > mostRows ? text + "\nAnd " + std::to_string(rows - mostRows) + " more.\n" : text;
}

std::string places(const GateResult& result)
{
    std::string text;
    std::size_t shown = 0;
    for (const auto& check : result.checks)
        for (const auto& place : check.places) {
            if (place.state != GatePlaceState::New || shown++ >= mostRows)
                continue;
            text += "- " + markdownCode(linkText(place)) + " "
                + markdownText(placeSentence(check.subject, place)) + " ("
                + markdownText(whereText(check)) + ")\n";
            if (!place.source.empty())
                text += "  " + markdownCode(place.source) + "\n";
        }
    return text.empty() ? text : "\n" + text;
}

} // namespace

std::string checkMarkdown(const GateResult& result)
{
    std::string text = "### " + signOf(result.outcome()) + " Fusescope: "
        + markdownText(gateSentence(result)) + "\n" + table(result) + places(result);
    if (const auto bars = checkBars(result); !bars.empty())
        text += "\n" + markdownFence(bars);
    for (const auto& note : result.notes)
        text += "\n" + markdownText(noteSentence(note)) + "\n";
    return text;
}

std::string refusedMarkdown(const std::string& why)
{
    return "### ⚠️ Fusescope: Nothing was compared\n\n" + markdownText(capitalized(why)) + "\n";
}

} // namespace profiler

// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/check/check_documents.h"
#include "profiler/report/check/check_sentences.h"
#include "profiler/report/text/text_table.h"

#include <algorithm>

namespace profiler {
namespace {

constexpr std::size_t mostPlaces = 8; ///< of a check; a screen has no room for more
constexpr std::size_t mostShownChecks = 12;

void addLines(std::string& text, const std::string& sentence, std::size_t width,
    const std::string& first, const std::string& further)
{
    bool begun = false;
    for (const auto& line : wrapped(printable(sentence), width - first.size())) {
        text += (begun ? further : first) + line + "\n";
        begun = true;
    }
}

void addPlaces(std::string& text, const GateCheck& check, std::size_t width)
{
    std::size_t shown = 0;
    std::size_t left = 0;
    for (const auto& place : check.places) {
        if (place.state == GatePlaceState::Known)
            continue;
        if (shown++ >= mostPlaces) {
            ++left;
            continue;
        }
        addLines(text, linkText(place) + " " + placeSentence(check.subject, place), width, "      ",
            "        ");
        if (!place.source.empty())
            addLines(text, place.source, width, "        | ", "        | ");
    }
    if (left > 0)
        text += "      and " + std::to_string(left) + " more\n";
}

void addChecks(std::string& text, const GateResult& result, GateOutcome outcome, std::size_t width)
{
    const auto checks = checksWith(result, outcome);
    for (std::size_t i = 0; i < std::min(checks.size(), mostShownChecks); ++i) {
        addLines(text, gateWord(outcome) + "  " + checkSentence(checks[i]), width, "  ", "    ");
        addPlaces(text, checks[i], width);
    }
    if (checks.size() > mostShownChecks)
        text += "  and " + std::to_string(checks.size() - mostShownChecks) + " more that are "
            + gateWord(outcome) + "\n";
}

} // namespace

std::string checkText(const GateResult& result, int columns)
{
    const auto width = static_cast<std::size_t>(std::max(columns, 40));
    std::string text;
    addLines(text, gateSentence(result), width, "", "");
    for (const auto outcome : {GateOutcome::Regressed, GateOutcome::Undecided, GateOutcome::Better})
        addChecks(text, result, outcome, width);
    for (const auto& note : result.notes)
        addLines(text, noteSentence(note), width, "  ", "  ");
    return text;
}

} // namespace profiler

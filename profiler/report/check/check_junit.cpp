// SPDX-License-Identifier: Apache-2.0
#include "profiler/model/comparison_result.h"
#include "profiler/report/check/check_documents.h"
#include "profiler/report/check/check_sentences.h"
#include "profiler/report/text/enum_text.h"

#include <algorithm>
#include <fmt/format.h>

/// The form that Jenkins, GitLab and GitHub's reporters read; it is valid by the schema of Jenkins
/// (junit-10.xsd) and by that of Ant, which asks for what others leave out.
namespace profiler {
namespace {

/// "2026-05-01T13:20:05": Ant's schema knows no fractions and no zone.
std::string timestampOf(UtcTime time)
{
    return utcText(time).substr(0, std::string_view("2026-05-01T13:20:05").size());
}

std::string detailOf(const GateCheck& check)
{
    std::string text = checkSentence(check);
    for (const auto& place : check.places)
        if (place.state != GatePlaceState::Known)
            text += "\n" + linkText(place) + " " + placeSentence(check.subject, place);
    return text;
}

/// Line breaks stay, for `escaped` is made for one line.
std::string escapedForJunit(std::string_view text)
{
    std::string result;
    while (true) {
        const auto end = text.find('\n');
        result += escaped(text.substr(0, end));
        if (end == std::string_view::npos)
            return result;
        result += "\n";
        text.remove_prefix(end + 1);
    }
}

std::string testCase(const GateCheck& check, const std::string& plan)
{
    const auto head = fmt::format("    <testcase classname=\"{}\" name=\"{}\" time=\"0\"",
        escaped(plan + "." + whereText(check)), escaped(subjectName(check.subject)));
    const auto message = escaped(checkSentence(check));
    if (check.outcome == GateOutcome::Regressed)
        return head
            + fmt::format(">\n      <failure type=\"regressed\" message=\"{}\">{}</failure>\n"
                          "    </testcase>\n",
                message, escapedForJunit(detailOf(check)));
    if (check.outcome == GateOutcome::Undecided)
        return head + fmt::format(">\n      <skipped message=\"{}\"/>\n    </testcase>\n", message);
    return head + "/>\n";
}

std::ptrdiff_t countOf(const GateResult& result, GateOutcome outcome)
{
    return std::ranges::count(result.checks, outcome, &GateCheck::outcome);
}

struct SuiteCounts {
    std::size_t tests = 0;
    std::ptrdiff_t failures = 0;
    std::ptrdiff_t errors = 0;
    std::ptrdiff_t skipped = 0;
};

std::string document(UtcTime started, nanoseconds took, const SuiteCounts& counts,
    const std::string& cases, const std::string& said)
{
    return fmt::format(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
        "  <testsuite name=\"fusescope check\" package=\"fusescope\" id=\"0\" timestamp=\"{}\" "
        "hostname=\"localhost\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\" "
        "time=\"{:.3f}\">\n    <properties/>\n{}    <system-out>{}</system-out>\n"
        "    <system-err/>\n  </testsuite>\n</testsuites>\n",
        timestampOf(started), counts.tests, counts.failures, counts.errors, counts.skipped,
        std::chrono::duration<double>(took).count(), cases, escapedForJunit(said));
}

} // namespace

std::string checkJUnit(const GateResult& result)
{
    std::string cases;
    for (const auto& check : result.checks)
        cases += testCase(check, result.plan);
    std::string said = gateSentence(result);
    for (const auto& note : result.notes)
        said += "\n" + noteSentence(note);
    return document(result.started, result.took,
        {.tests = result.checks.size(),
            .failures = countOf(result, GateOutcome::Regressed),
            .skipped = countOf(result, GateOutcome::Undecided)},
        cases, said);
}

std::string refusedJUnit(const std::string& plan, const std::string& why, UtcTime started)
{
    const auto name = escaped(plan);
    const auto message = escaped(why);
    const auto one = fmt::format(
        "    <testcase classname=\"{}\" name=\"comparison\" time=\"0\">\n"
        "      <error type=\"not compared\" message=\"{}\">{}</error>\n    </testcase>\n",
        name, message, message);
    return document(started, {}, {.tests = 1, .errors = 1}, one, why);
}

} // namespace profiler

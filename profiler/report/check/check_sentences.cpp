// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/check/check_sentences.h"

#include "profiler/model/case.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/number_text.h"
#include "profiler/report/sentences/ratio_text.h"
#include "profiler/report/sentences/reason_text.h"
#include "profiler/report/sentences/safety_text.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace profiler {
namespace {

bool isLimit(GateSubject subject)
{
    return subject == GateSubject::P99Limit || subject == GateSubject::MemoryLimit
        || subject == GateSubject::CompileLimit;
}

/// What a value of that subject reads as.
std::string amountText(GateSubject subject, double value)
{
    switch (subject) {
    case GateSubject::Time:
    case GateSubject::P99Limit:
    case GateSubject::CompileLimit:
        return formatDuration(value);
    case GateSubject::Memory:
    case GateSubject::MemoryLimit:
        return formatBytes(static_cast<std::int64_t>(value));
    case GateSubject::Numerics:
        return numericsWord(static_cast<NumericsStatus>(static_cast<int>(value)));
    default:
        return formatCount(static_cast<std::int64_t>(value));
    }
}

std::string amountText(GateSubject subject, const Measured<double>& value)
{
    return value ? amountText(subject, *value) : "not known";
}

std::string memoryText(const Interval& ratio)
{
    const Interval more {
        .estimate = 1 / ratio.estimate, .low = 1 / ratio.high, .high = 1 / ratio.low};
    return more.estimate >= 1 ? percentText(more.estimate - 1) + " more"
                              : percentText(1 - more.estimate) + " less";
}

std::string ratioText(const GateCheck& check)
{
    if (check.subject == GateSubject::Memory)
        return memoryText(*check.ratio);
    const auto text = ratioWithInterval(*check.ratio);
    return check.ratio->estimate >= 1 ? text + " as fast" : text;
}

struct SubjectWords {
    std::string_view key;
    std::string_view name;
};

SubjectWords wordsOf(GateSubject subject)
{
    using enum GateSubject;
    return valueFor(subject,
        {{Outcome, {"outcome", "runs as asked"}}, {Breaks, {"graph_breaks", "graph breaks"}},
            {Recompiles, {"recompiles", "recompiles"}}, {Graphs, {"graphs", "graphs"}},
            {Guards, {"guards", "guards"}}, {Kernels, {"kernels", "kernels a call"}},
            {Numerics, {"numerics", "results"}}, {Time, {"time", "time of a call"}},
            {Memory, {"memory", "peak memory"}}, {P99Limit, {"p99_limit", "limit of p99"}},
            {MemoryLimit, {"memory_limit", "limit of memory"}},
            {CompileLimit, {"compile_limit", "limit of compile time"}}},
        SubjectWords {});
}

std::string countedChecks(const GateResult& result)
{
    return countText(static_cast<std::int64_t>(result.checks.size()), "check", "checks");
}

} // namespace

std::string gateWord(GateOutcome outcome)
{
    return textOf(outcome,
        {{GateOutcome::Holds, "holds"}, {GateOutcome::Better, "better"},
            {GateOutcome::Undecided, "undecided"}, {GateOutcome::Regressed, "regressed"}});
}

std::string stateWord(GatePlaceState state)
{
    return textOf(state,
        {{GatePlaceState::New, "new"}, {GatePlaceState::Known, "known"},
            {GatePlaceState::Gone, "gone"}});
}

std::string subjectKey(GateSubject subject)
{
    return std::string(wordsOf(subject).key);
}

std::string subjectName(GateSubject subject)
{
    return std::string(wordsOf(subject).name);
}

std::string referenceText(const GateResult& result)
{
    const auto kind = textOf(result.reference,
        {{GateReference::Nothing, "nothing"}, {GateReference::Lock, "the lock file "},
            {GateReference::Recording, "the recording "},
            {GateReference::Revision, "the revision "},
            {GateReference::Environment, "the environment "}});
    return result.reference == GateReference::Nothing ? kind : kind + result.referenceName;
}

std::string whereText(const GateCheck& check)
{
    return check.caseName == Case {}.name ? check.variant : check.variant + " in " + check.caseName;
}

std::string figureText(const GateCheck& check)
{
    if (check.subject == GateSubject::Outcome)
        return reasonText(check.reason);
    if (isLimit(check.subject))
        return amountText(check.subject, check.after) + " of at most "
            + amountText(check.subject, check.before);
    auto text
        = amountText(check.subject, check.before) + " → " + amountText(check.subject, check.after);
    if (check.ratio)
        text += ", " + ratioText(check);
    if (check.outcome == GateOutcome::Undecided)
        text += reasonAfter("; ", check.reason);
    return text;
}

std::string checkSentence(const GateCheck& check)
{
    const auto figure = figureText(check);
    return whereText(check) + ": " + subjectName(check.subject)
        + (figure.empty() ? "" : (check.subject == GateSubject::Outcome ? ": " : " ") + figure);
}

std::string linkText(const GatePlace& place)
{
    if (place.file.empty())
        return "no place recorded";
    return place.line > 0 ? place.file + ":" + std::to_string(place.line) : place.file;
}

std::string placeSentence(GateSubject subject, const GatePlace& place)
{
    auto text = stateWord(place.state)
        + (subject == GateSubject::Recompiles ? " recompile" : " graph break");
    if (!place.id.empty())
        text += " " + place.id;
    if (!place.function.empty())
        text += " in " + place.function;
    return place.text.empty() ? text : text + ": " + place.text;
}

std::string noteSentence(const GateNote& note)
{
    const std::vector<StatementValue> values(note.values.begin(), note.values.end());
    const auto sentence = textOf(note.kind,
        {{GateNoteKind::DirtyTree,
             "The working tree is what was checked, with changes in {} that are not committed."},
            {GateNoteKind::OtherTorch,
                "The reference was made with torch {}, this with torch {}: what differs may be "
                "torch's."},
            {GateNoteKind::NotInReference,
                "{} in {} is not in the reference: `--update` accepts it."},
            {GateNoteKind::NoTimesUnpaired,
                "Times are not compared: the recording took no turns with this one, so that no "
                "verdict could follow; --against git:REVISION records both in the same minutes."},
            {GateNoteKind::LockWritten, "Wrote {}; commit it with the code."},
            {GateNoteKind::LockAccepts,
                "Against what it held before: {} worse, {} better, {} new."}});
    return filled(sentence, values);
}

std::string barsLegend(double maxRegression)
{
    return "│ as fast as before   ┊ " + percentText(maxRegression)
        + " slower, the margin   ─●─ now, with its interval; right is faster";
}

std::string gateSentence(const GateResult& result)
{
    const auto count = [&](GateOutcome outcome) {
        return std::ranges::count(result.checks, outcome, &GateCheck::outcome);
    };
    const auto regressed = count(GateOutcome::Regressed);
    const auto undecided = count(GateOutcome::Undecided);
    const auto better = count(GateOutcome::Better);
    if (result.checks.empty())
        return "Nothing was compared.";
    std::string text = capitalized(
        gateWord(result.outcome() == GateOutcome::Better ? GateOutcome::Holds : result.outcome()));
    text += ": of " + countedChecks(result)
        + (result.reference == GateReference::Nothing ? std::string()
                                                      : " against " + referenceText(result))
        + " ";
    if (regressed + undecided + better == 0)
        return text + "none is worse.";
    std::string counts;
    for (const auto& [number, word] : {std::pair(regressed, "regressed"),
             std::pair(undecided, "undecided"), std::pair(better, "better")})
        if (number > 0)
            counts += (counts.empty() ? "" : ", ") + formatCount(number) + " " + word;
    return text + counts + ".";
}

std::vector<GateCheck> checksWith(const GateResult& result, GateOutcome outcome)
{
    std::vector<GateCheck> checks;
    std::ranges::copy_if(result.checks, std::back_inserter(checks),
        [outcome](const GateCheck& check) { return check.outcome == outcome; });
    return checks;
}

} // namespace profiler

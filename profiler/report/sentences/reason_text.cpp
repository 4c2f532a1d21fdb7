// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/sentences/reason_text.h"

#include "profiler/judge/machine_noise.h"
#include "profiler/model/number_text.h"

#include <array>
#include <charconv>
#include <string_view>

namespace profiler {

namespace {

struct Sentence {
    ReasonKind kind = ReasonKind::None;
    std::string_view text;
};

// In the order of the enum; `ReasonText` of the tests proves it.
constexpr std::array sentences = std::to_array<Sentence>({
    {ReasonKind::None, ""},
    {ReasonKind::Recorded, "{}"},
    {ReasonKind::NotRecorded, "not recorded"},
    {ReasonKind::NoTimedCall, "no timed call"},
    {ReasonKind::TooFewCalls, "too few calls"},
    {ReasonKind::NoSteadyCall, "no steady call was recorded"},
    {ReasonKind::NoSteadyCallOfCase, "No variant has a steady call of this case yet."},
    {ReasonKind::NoProcessOfCase, "No process has finished with steady calls of this case yet."},
    {ReasonKind::NoSuchVariant, "The comparison has no such variant."},
    {ReasonKind::RoundsAfterCold, "Rounds begin after the first cold processes."},
    {ReasonKind::RoundsWhenWarm, "Rounds begin when every variant is warm."},
    {ReasonKind::NoVariant, "the plan names no variant"},
    {ReasonKind::NoCandidate, "there is no variant to compare with the baseline"},
    {ReasonKind::NotJudgedImport, "a profiler was on, and the steps were not taken in turns"},
    {ReasonKind::ComparedWith, "it is what the others are compared with"},
    {ReasonKind::BaselineComparedWith, "the baseline is what the others are compared with"},
    {ReasonKind::NoProfilerStep, "the trace has no ProfilerStep"},
    {ReasonKind::NoRepetitionYet, "no repetition has finished yet"},
    {ReasonKind::NoCompleteRepetition,
        "the recording ended before a repetition of it was complete"},
    {ReasonKind::NoSteadyPair, "no repetition has steady calls of both variants"},
    {ReasonKind::OfVariant, "{}: {}"},
    {ReasonKind::OfVariantSentence, "{}: {}."},
    {ReasonKind::NotPaired,
        "they were recorded one after the other, not in turns, so that no verdict follows; "
        "fusescope record tells which is faster"},
    {ReasonKind::FieldDiffers, "{}: {} {}, {} {}"},
    {ReasonKind::NotComparable, "{}"},
    {ReasonKind::NotComparableBecause, "not comparable: {}"},
    {ReasonKind::ResultsDifferIn, "the results differ in {}"},
    {ReasonKind::ResultsDifferBecause, "the results differ in {} ({})"},
    {ReasonKind::ItsResultsDiffer, "its results differ"},
    {ReasonKind::OthersComparedWithIt, "the others are compared with it"},
    {ReasonKind::TwoProcessesNeeded, "it takes two steady processes of each to say anything"},
    {ReasonKind::RecompileLimitReached, "the recompile limit was reached in {}"},
    {ReasonKind::NoCompiledOperator,
        "its calls ran no compiled operator: the frame was skipped or torch gave up on it"},
    {ReasonKind::FewerRegions,
        "after warm-up a call ran {compiled region|compiled regions}, later only {}: {}"},
    {ReasonKind::EagerRanCompiled,
        "an eager call ran a compiled region: the model compiles parts by itself"},
    {ReasonKind::RunMoreRepetitions, "run {more repetition|more repetitions}"},
    {ReasonKind::RunMoreRounds, "a repetition has {round|rounds}: run at least {}"},
    {ReasonKind::NeedsRepetitions, "needs about {} repetitions, has {}"},
    {ReasonKind::NotDecidable, "not decidable on this machine at this noise: {}"},
    {ReasonKind::NotSeenBelow, "differences below ±{} cannot be seen here"},
    {ReasonKind::MachineTooBusy, "the machine was too busy: {}"},
    {ReasonKind::Contention, "{} of blocks had CPU contention"},
    {ReasonKind::CallsNeededForP99, "p99 needs {} calls in one process, has {}"},
    {ReasonKind::RepetitionsOfCallsNeeded, "needs 3 repetitions of {} calls, has {}"},
    {ReasonKind::CompilesNothing, "it compiles nothing"},
    {ReasonKind::PaybackSlower, "never pays back: slower than {}"},
    {ReasonKind::PaybackResultsDiffer, "no payback: its results differ"},
    {ReasonKind::PaybackUndecided, "no payback yet: whether it is faster than {} is not decided"},
    {ReasonKind::PaybackNotClearlyFaster, "no payback: not clearly faster than {}"},
    {ReasonKind::PaybackSavesNothing, "never pays back: a call saves nothing"},
    {ReasonKind::PaybackTooBusy, "the machine was too busy to tell whether a call is faster"},
    {ReasonKind::CompileTimeUnknown, "{}: its compile time is not known, {}"},
    {ReasonKind::NoCompileTimeAndSpeedUp, "No variant has both a compile time and a speed-up yet."},
    {ReasonKind::CaseWithoutVariant, "This case has no variant."},
    {ReasonKind::LargestSpeedUp, "the largest speed-up"},
    {ReasonKind::LargestSpeedUpAtP99, "the largest speed-up at p99"},
    {ReasonKind::LargestThroughput, "the largest gain in throughput"},
    {ReasonKind::LeastTotalTime, "the least total time"},
    {ReasonKind::PaysBackAfter, "{}, pays back after {} calls and you plan {}"},
    {ReasonKind::P99Unknown, "its p99 is not known: {}"},
    {ReasonKind::MemoryUnknown, "its memory is not known: {}"},
    {ReasonKind::P99Missed, "misses the p99 limit by {}"},
    {ReasonKind::MemoryMissed, "misses the memory limit by {}"},
    {ReasonKind::InCase, "in case {}: {}"},
    {ReasonKind::OfCase, "{} in {}"},
    {ReasonKind::OfSubject, "{} {}"},
    {ReasonKind::SlowerInCase, "is slower in {}: choose a setting for each case"},
    {ReasonKind::NeedsCallsToPayBack, "needs {} calls to pay back and you plan {}"},
    {ReasonKind::PaybackUnknown, "its payback is not known: {}"},
    {ReasonKind::PaysOffBetween, "pays off between {} and {} calls and you plan {}"},
    {ReasonKind::PaysOffFrom, "pays off between {} and any number of calls and you plan {}"},
    {ReasonKind::NotWhenWidened,
        "its speed-up does not hold with the interval widened for several comparisons"},
    {ReasonKind::NothingFaster, "nothing is faster by more than what matters to you"},
    {ReasonKind::IsSlower, "{} is slower"},
    {ReasonKind::RanEager, "{} ran eager: {}"},
    {ReasonKind::Failed, "{} failed: {}"},
    {ReasonKind::TailTooBusy, "more than {} of blocks had CPU contention, so p99 has no verdict"},
    {ReasonKind::TailTooFewCalls, "p99 needs {} repetitions with {} calls in each process"},
    {ReasonKind::TooFewInEveryCase, "too few repetitions are steady in every case"},
    {ReasonKind::TooWideOverAll, "over all cases the interval is too wide for a verdict"},
    {ReasonKind::MoreRepetitionsNeeded, "more repetitions are needed"},
    {ReasonKind::IntervalTooWide, "the interval is too wide for a verdict"},
    {ReasonKind::ResultsDiffer, "the results differ"},
    {ReasonKind::RunsNotComparable, "the runs are not comparable"},
    {ReasonKind::NoVerdict, "no verdict"},
});
static_assert(sentences.size() == static_cast<std::size_t>(ReasonKind::Last) + 1);
static_assert([] {
    for (std::size_t i = 0; i < sentences.size(); ++i)
        if (sentences[i].kind != static_cast<ReasonKind>(i))
            return false;
    return true;
}());

std::string threeDigits(double ns)
{
    constexpr double us = 1e3;
    constexpr double ms = 1e6;
    std::array<char, 32> text {};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), ns / (ns < ms ? us : ms),
        std::chars_format::general, 3);
    return std::string(text.data(), end.ptr) + (ns < ms ? " µs" : " ms");
}

struct TextOfValue {
    std::string operator()(const std::string& text) const { return text; }

    std::string operator()(std::int64_t count) const { return formatCount(count); }

    std::string operator()(Share share) const { return percentText(share.ratio); }

    std::string operator()(TimesFaster times) const { return formatRatio(times.ratio); }

    std::string operator()(TimeTaken time) const { return threeDigits(time.ns); }

    std::string operator()(const std::vector<Reason>& reasons) const
    {
        std::string text;
        for (const auto& reason : reasons)
            if (!reason.empty())
                text += (text.empty() ? "" : "; ") + reasonText(reason);
        return text;
    }
};

std::string inPlace(std::string_view words, const StatementValue& value)
{
    const auto bar = words.find('|');
    if (bar == std::string_view::npos)
        return valueText(value);
    return countText(std::get<std::int64_t>(value), std::string(words.substr(0, bar)),
        std::string(words.substr(bar + 1)));
}

} // namespace

std::string valueText(const StatementValue& value)
{
    return std::visit(TextOfValue {}, value);
}

std::string filled(std::string_view sentence, const std::vector<StatementValue>& values,
    const NamesInSentence& names)
{
    std::string text;
    auto value = values.begin();
    while (!sentence.empty()) {
        const auto open = sentence.find('{');
        text += sentence.substr(0, open);
        if (open == std::string_view::npos)
            break;
        const auto close = sentence.find('}', open);
        const auto words = sentence.substr(open + 1, close - open - 1);
        if (words == "variant")
            text += names.variant;
        else if (words == "baseline")
            text += names.baseline;
        else if (value != values.end())
            text += inPlace(words, *value++);
        sentence.remove_prefix(close + 1);
    }
    return text;
}

std::string reasonText(const Reason& reason)
{
    return filled(sentences[static_cast<std::size_t>(reason.kind)].text, reason.values);
}

std::vector<std::string> reasonTexts(const std::vector<Reason>& reasons)
{
    std::vector<std::string> texts;
    for (const auto& reason : reasons)
        texts.push_back(reasonText(reason));
    return texts;
}

std::string reasonAfter(const char* separator, const Reason& reason)
{
    return reason.empty() ? std::string() : separator + reasonText(reason);
}

std::string variantName(const ComparisonResult& result, int variant)
{
    const auto index = static_cast<std::size_t>(variant);
    return index < result.plan.variants.size() ? result.plan.variants[index].name
                                               : std::to_string(variant);
}

std::string processesText(int repetitions, int rounds)
{
    return countText(repetitions, "process", "processes") + " × "
        + countText(rounds, "round", "rounds");
}

std::string contentionText(double quietRatio)
{
    return quietRatio >= 1 ? "no CPU contention"
                           : reasonText(Reason {ReasonKind::Contention, {Share {1 - quietRatio}}});
}

std::string whatToDoWhenBusy()
{
    return "close what else runs, or keep cores free for it (taskset -c), and record again with "
           "more rounds";
}

std::string precisionText(const SpeedUp& speedUp)
{
    return reasonText(notSeenBelow(speedUp));
}

} // namespace profiler

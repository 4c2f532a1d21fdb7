// SPDX-License-Identifier: Apache-2.0
#include "profiler/report/sentences/reason_text.h"

#include "profiler/judge/machine_noise.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/number_text.h"
#include "profiler/model/variant.h"
#include "profiler/model/variant_result.h"

#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
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
    {ReasonKind::NoCompleteRepetition,
        "the recording ended before a repetition of it was complete"},
    {ReasonKind::RecordedWithoutTiming,
        "recorded without timing (effort look): record with --effort quick for a verdict"},
    {ReasonKind::NoEagerAgain, "no eager-again lane was recorded"},
    {ReasonKind::DifferentRepetitions, "the cases do not have the same repetitions"},
    {ReasonKind::ThreeRepetitionsNeeded, "an interval needs 3 repetitions"},
    {ReasonKind::NoSteadyPair, "no repetition has steady calls of both variants"},
    {ReasonKind::OfVariant, "{}: {}"},
    {ReasonKind::OfVariantSentence, "{}: {}."},
    {ReasonKind::NotPaired,
        "they were recorded one after the other, not in turns, so that no verdict follows; "
        "fusescope record tells which is faster"},
    {ReasonKind::ScriptNotHeld,
        "the script's calls cannot be held, so each variant ran the whole script alone, one after "
        "the other: from such times no verdict follows"},
    {ReasonKind::CompiledElsewhere,
        "it was compiled in a process that the script started, of which no more than its calls are "
        "told"},
    {ReasonKind::FieldDiffers, "{}: {} {}, {} {}"},
    {ReasonKind::NotComparable, "{}"},
    {ReasonKind::NotComparableBecause, "not comparable: {}"},
    {ReasonKind::ResultsDifferIn, "the results differ in {}"},
    {ReasonKind::ResultsDifferBecause, "the results differ in {} ({})"},
    {ReasonKind::ItsResultsDiffer, "its results differ"},
    {ReasonKind::OthersComparedWithIt, "the others are compared with it"},
    {ReasonKind::TwoProcessesNeeded, "it takes two steady processes of each to say anything"},
    {ReasonKind::NoProcessYet, "no {} has finished yet"},
    {ReasonKind::NoFinishedProcess, "the recording holds no finished {}"},
    {ReasonKind::LeftOutByOption, "not recorded (--without {})"},
    {ReasonKind::ProcessFailed, "the process failed"},
    {ReasonKind::ProcessCrashed, "the process crashed"},
    {ReasonKind::ProcessTimedOut, "the process took longer than its limit"},
    {ReasonKind::ProcessWithoutCalls, "the process ended without timed calls"},
    {ReasonKind::ProcessRuns, "the process is still running"},
    {ReasonKind::ProcessCutShort, "the recording ended before the process did"},
    {ReasonKind::RecordingInterrupted, "the recording was interrupted"},
    {ReasonKind::WarmUpNotJudged, "its warm-up was not judged"},
    {ReasonKind::NeverSteady, "it never became steady"},
    {ReasonKind::RecompiledWhileTimed, "it recompiled during timed calls"},
    {ReasonKind::NoTimedCallOfCase, "it has no timed call of this case"},
    {ReasonKind::NoiseOfRepetitionsOnly, "only repetitions measure the noise of the machine"},
    {ReasonKind::EagerCompilesNothing, "eager compiles nothing"},
    {ReasonKind::NotInPlan, "not part of this plan"},
    {ReasonKind::RecordingEndedBefore, "the recording ended before it"},
    {ReasonKind::NotInFile, "not in this file"},
    {ReasonKind::NotInThisTrace, "not in this trace"},
    {ReasonKind::NotInTrace,
        "not in this file: a trace does not hold {}; record with fusescope record, or import the "
        "TORCH_TRACE log beside it"},
    {ReasonKind::LogHasNoCompileCost,
        "a log tells how long each compile took, not what the calls that compiled would have taken "
        "without"},
    {ReasonKind::OnlyRecordingHasBreakCosts,
        "not in this file: only a recording tells what a break costs"},
    {ReasonKind::OnlyRecordingComparesResults,
        "not in this file: only a recording compares results"},
    {ReasonKind::NotTraced, "not traced"},
    {ReasonKind::CallsNotTraced, "its calls were not traced"},
    {ReasonKind::CallsNotTracedToTheEnd, "its calls were not traced to the end: {}"},
    {ReasonKind::GraphsNotTraced, "its graphs were not traced"},
    {ReasonKind::OneGraphAtMost, "a call runs one graph at most"},
    {ReasonKind::GraphCostUnknown, "what a graph costs by itself could not be measured"},
    {ReasonKind::DeviceIdleUnknown, "when the device stood idle was not recorded: {}"},
    {ReasonKind::TooFarForBreakCosts,
        "the profiled call took {} times the timed one: too far from it to tell what breaks cost"},
    {ReasonKind::TracedCallPassesItNot, "a traced call does not pass it"},
    {ReasonKind::NoTracedCallPassesIt, "no traced call passes it"},
    {ReasonKind::TooFarToSplit,
        "the profiled call took {} times the timed one: too far from it to split it"},
    {ReasonKind::WithoutSteadyCalls, "it has no steady calls"},
    {ReasonKind::WithoutSuchVariant, "there is no such variant"},
    {ReasonKind::OnlyOneOnDevice, "one of the two ran on a device and the other did not"},
    {ReasonKind::NothingOnDevice, "nothing ran on a device in its traced calls"},
    {ReasonKind::NothingOnDeviceInSteps, "nothing ran on a device in its steps"},
    {ReasonKind::KernelsInterrupted,
        "traced kernels were interrupted: together they take {} per call, an untraced call {}"},
    {ReasonKind::DeviceNotWatched, "no device was watched"},
    {ReasonKind::PowerNotRead, "the device's power was not read during its timed calls"},
    {ReasonKind::NoEagerVariant, "the plan has no eager variant"},
    {ReasonKind::NothingCompiledYet,
        "one variant alone was recorded: there is nothing to compare it with yet"},
    {ReasonKind::RoofsNotMeasured, "what this machine does at most was not measured: {}"},
    {ReasonKind::WorkNotCounted, "what its operators read and compute was not counted: {}"},
    {ReasonKind::TrialLeftOut, "not recorded (--without trial)"},
    {ReasonKind::NoTrial, "no trial compile was recorded"},
    {ReasonKind::TrialTooLong, "the trial compile was given up: {}"},
    {ReasonKind::TrialFailed, "the trial compile failed: {}"},
    {ReasonKind::NoColdProcessOfCase, "no cold process of this case finished"},
    {ReasonKind::NoThrowAwayCompile, "the cold processes made no throw-away compile"},
    {ReasonKind::CpuTimeNotRecorded, "the CPU time of timed blocks was not recorded"},
    {ReasonKind::PeakNotRead, "the peak could not be read in this phase"},
    {ReasonKind::NothingCompiledForCase, "nothing was compiled for this case"},
    {ReasonKind::RanOnCpu, "it ran on the CPU"},
    {ReasonKind::ResultsComparedWith, "the others are compared with its results"},
    {ReasonKind::NoOutputCompared, "no outputs were compared"},
    {ReasonKind::OtherInputValues,
        "the two copies of the code made inputs of other values, so their results say nothing"},
    {ReasonKind::OfTensor, "{}: {}"},
    {ReasonKind::RandomOperators, "random operators: compared with eager's random numbers"},
    {ReasonKind::BelowTolerance,
        "its values lie about or below the absolute tolerance, so that any result would pass"},
    {ReasonKind::RecompileLimitReached, "the recompile limit was reached in {}"},
    {ReasonKind::NoCompiledOperator,
        "its calls ran no compiled operator: the frame was skipped or torch gave up on it"},
    {ReasonKind::GivenUpInOtherCase,
        "torch gave up {}() in another case, and it runs eager in all since then: {}"},
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
    {ReasonKind::EagerBesideOthers, "beside other programs even eager against eager differs by {}"},
    {ReasonKind::SeveralThreads,
        "an operator's threads wait for each other where other programs take their cores: on one "
        "thread (OMP_NUM_THREADS=1) CPU time can decide"},
    {ReasonKind::CallsWait,
        "its calls wait for something else than a core, such as data, so their CPU time does not "
        "decide"},
    {ReasonKind::NoCpuTime, "the CPU time of calls was not read in 3 repetitions"},
    {ReasonKind::Contention, "{} of blocks had CPU contention"},
    {ReasonKind::NotQuiet, "{} of blocks were disturbed"},
    {ReasonKind::CallsNeededForP99, "p99 needs {} calls in one process, has {}"},
    {ReasonKind::CompilesNothing, "it compiles nothing"},
    {ReasonKind::OneProgram, "it is one program, made before its first call"},
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
    {ReasonKind::LowestMedianOfEqual,
        "the lowest median among variants whose speed-ups do not differ"},
    {ReasonKind::LowestP99OfEqual, "the lowest p99 among variants whose speed-ups do not differ"},
    {ReasonKind::HighestThroughputOfEqual,
        "the highest throughput among variants whose speed-ups do not differ"},
    {ReasonKind::PaysBackAfter, "{}, pays back after {} calls and you plan {}"},
    {ReasonKind::P99Unknown, "its p99 is not known: {}"},
    {ReasonKind::MemoryUnknown, "its memory is not known: {}"},
    {ReasonKind::CompileUnknown, "its compile time is not known: {}"},
    {ReasonKind::P99Missed, "misses the p99 limit by {}"},
    {ReasonKind::MemoryMissed, "misses the memory limit by {}"},
    {ReasonKind::CompileMissed, "misses the compile limit by {}"},
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
    {ReasonKind::BaselineFailed, "{} failed, so that nothing is compared with it: {}"},
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

/// From a second on as times are written elsewhere.
std::string threeDigits(double ns)
{
    constexpr double us = 1e3;
    constexpr double ms = 1e6;
    constexpr double second = 1e9;
    if (ns >= second)
        return formatDuration(ns);
    std::array<char, 32> text {};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), ns / (ns < ms ? us : ms),
        std::chars_format::general, 3);
    return std::string(text.data(), end.ptr) + (ns < ms ? " µs" : " ms");
}

std::string timesText(double ratio)
{
    constexpr double wholeFrom = 100;
    if (ratio >= wholeFrom)
        return formatCount(std::llround(ratio));
    return fmt::format("{:.{}f}", ratio, ratio < 10 ? 2 : 1);
}

std::string processText(ProcessKind kind)
{
    return textOf(kind,
        {{ProcessKind::Cold, "cold process"}, {ProcessKind::ColdKept, "warm-cache process"},
            {ProcessKind::Paired, "repetition"}, {ProcessKind::Check, "check of the results"},
            {ProcessKind::Trace, "trace"}, {ProcessKind::Load, "load process"},
            {ProcessKind::Look, "look"}});
}

struct TextOfValue {
    std::string operator()(const std::string& text) const { return text; }

    std::string operator()(std::int64_t count) const { return formatCount(count); }

    std::string operator()(Share share) const { return percentText(share.ratio); }

    std::string operator()(TimesFaster times) const { return formatRatio(times.ratio); }

    std::string operator()(TimeTaken time) const { return threeDigits(time.ns); }

    std::string operator()(TimesAsLong times) const { return timesText(times.ratio); }

    std::string operator()(const Tensor& tensor) const { return tensorName(tensor.path); }

    std::string operator()(ProcessKind kind) const { return processText(kind); }

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
        else if (words == "break")
            text += names.graphBreak;
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

std::string tensorName(const std::string& path)
{
    if (path.empty())
        return "the output";
    const bool isPlace = path.find_first_not_of("0123456789") == std::string::npos;
    return isPlace ? "output " + path : path;
}

std::vector<std::string> reasonTexts(const std::vector<Reason>& reasons)
{
    std::vector<std::string> texts;
    texts.reserve(reasons.size());
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

std::string contentionText(const MeasurementQuality& quality)
{
    const Share disturbed {1 - quality.quietRatio};
    if (quality.quietRatio >= 1)
        return "no CPU contention";
    if (!quality.isDeviceDisturbed())
        return reasonText(Reason {ReasonKind::Contention, {disturbed}});
    std::string causes;
    const auto add = [&](const char* what, double ratio) {
        if (ratio > 0)
            causes
                += (causes.empty() ? ": " : ", ") + std::string(what) + " in " + percentText(ratio);
    };
    add("a lowered GPU clock", quality.loweredClockRatio);
    add("another process on the GPU", quality.sharedDeviceRatio);
    add("CPU contention", quality.contendedRatio);
    return reasonText(Reason {ReasonKind::NotQuiet, {disturbed}}) + causes;
}

std::string whatToDoWhenBusy()
{
    return "close what else runs, let the recording wait for a quiet machine (--when-quiet), or "
           "keep cores free for it (taskset -c)";
}

std::string precisionText(const SpeedUp& speedUp)
{
    return reasonText(notSeenBelow(speedUp));
}

} // namespace profiler

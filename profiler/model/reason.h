// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tl/expected.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

/// What judging states, without words: which statement it is, and the numbers and names that belong
/// to it. Every sentence is made of them in profiler/report (reason_text, finding_text).
namespace profiler {

/// Of a whole; 0.034 reads "3.4 %".
struct Share {
    double ratio = 0;
    bool operator==(const Share&) const = default;
};

/// Times faster; 1.63 reads "1.63×".
struct TimesFaster {
    double ratio = 1;
    bool operator==(const TimesFaster&) const = default;
};

/// Reads with three digits: "8.61 ms".
struct TimeTaken {
    double ns = 0;
    bool operator==(const TimeTaken&) const = default;
};

struct Reason;

/// A string is a name or what the recording holds as text; several reasons read one after the
/// other.
using StatementValue
    = std::variant<std::string, std::int64_t, Share, TimesFaster, TimeTaken, std::vector<Reason>>;

/// The sentence of each stands in report/sentences/reason_text.cpp, in this order.
enum class ReasonKind {
    None,
    Recorded, ///< text of a fact
    NotRecorded,
    // where there is nothing to draw
    NoTimedCall,
    TooFewCalls,
    NoSteadyCall,
    NoSteadyCallOfCase,
    NoProcessOfCase,
    NoSuchVariant,
    RoundsAfterCold,
    RoundsWhenWarm,
    // why nothing was judged
    NoVariant,
    NoCandidate,
    NotJudgedImport,
    ComparedWith,
    BaselineComparedWith,
    NoProfilerStep,
    NoRepetitionYet,
    NoCompleteRepetition,
    NoSteadyPair,
    OfVariant,
    OfVariantSentence,
    NotPaired,
    FieldDiffers,
    NotComparable,
    NotComparableBecause,
    ResultsDifferIn,
    ResultsDifferBecause,
    ItsResultsDiffer,
    OthersComparedWithIt,
    TwoProcessesNeeded,
    // what ran
    RecompileLimitReached,
    NoCompiledOperator,
    FewerRegions,
    EagerRanCompiled,
    // how much more it takes
    RunMoreRepetitions,
    RunMoreRounds,
    NeedsRepetitions,
    NotDecidable,
    NotSeenBelow,
    MachineTooBusy,
    Contention,
    CallsNeededForP99,
    RepetitionsOfCallsNeeded,
    // payback
    CompilesNothing,
    PaybackSlower,
    PaybackResultsDiffer,
    PaybackUndecided,
    PaybackNotClearlyFaster,
    PaybackSavesNothing,
    PaybackTooBusy,
    CompileTimeUnknown,
    NoCompileTimeAndSpeedUp,
    CaseWithoutVariant,
    // recommendation
    LargestSpeedUp,
    LargestSpeedUpAtP99,
    LargestThroughput,
    LeastTotalTime,
    PaysBackAfter,
    P99Unknown,
    MemoryUnknown,
    P99Missed,
    MemoryMissed,
    InCase,
    OfCase,
    OfSubject,
    SlowerInCase,
    NeedsCallsToPayBack,
    PaybackUnknown,
    PaysOffBetween,
    PaysOffFrom,
    NotWhenWidened,
    NothingFaster,
    IsSlower,
    RanEager,
    Failed,
    TailTooBusy,
    TailTooFewCalls,
    TooFewInEveryCase,
    TooWideOverAll,
    // where the verdict says no more
    MoreRepetitionsNeeded,
    IntervalTooWide,
    ResultsDiffer,
    RunsNotComparable,
    NoVerdict,
    Last = NoVerdict,
};

struct Reason {
    ReasonKind kind = ReasonKind::None;
    std::vector<StatementValue> values;

    [[nodiscard]] bool empty() const { return kind == ReasonKind::None; }

    bool operator==(const Reason&) const = default;
};

/// What a fact of the recording says in its own words; nothing where it says none.
[[nodiscard]] inline Reason recorded(std::string text)
{
    return text.empty() ? Reason {} : Reason {ReasonKind::Recorded, {std::move(text)}};
}

/// A number that was judged, or the reason why there is none.
template <typename T>
using Judged = tl::expected<T, Reason>;

[[nodiscard]] inline tl::unexpected<Reason> missing(Reason reason)
{
    return tl::unexpected<Reason>(std::move(reason));
}

[[nodiscard]] inline tl::unexpected<Reason> missing(ReasonKind kind)
{
    return missing(Reason {kind, {}});
}

/// What was measured, as something that was judged.
template <typename T>
[[nodiscard]] Judged<T> judgedOf(const tl::expected<T, std::string>& measured)
{
    return measured ? Judged<T>(*measured) : Judged<T>(missing(recorded(measured.error())));
}

} // namespace profiler

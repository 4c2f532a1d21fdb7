// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/kinds.h"

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

/// 86.8 reads "86.8", 1235 "1 235"; two places below ten: a trace of a hundredth of the call is
/// "0.01 times" it.
struct TimesAsLong {
    double ratio = 1;
    bool operator==(const TimesAsLong&) const = default;
};

/// A compared one, by its path; reads "logits", "output 0", "the output".
struct Tensor {
    std::string path;
    bool operator==(const Tensor&) const = default;
};

struct Reason;

/// A string is a name or what the recording holds as text; several reasons read one after the
/// other.
using StatementValue = std::variant<std::string, std::int64_t, Share, TimesFaster, TimeTaken,
    TimesAsLong, Tensor, ProcessKind, std::vector<Reason>>;

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
    NoCompleteRepetition,
    RecordedWithoutTiming,
    NoEagerAgain,
    DifferentRepetitions,
    ThreeRepetitionsNeeded,
    NoSteadyPair,
    OfVariant,
    OfVariantSentence,
    NotPaired,
    ScriptNotHeld,
    CompiledElsewhere,
    FieldDiffers,
    NotComparable,
    NotComparableBecause,
    ResultsDifferIn,
    ResultsDifferBecause,
    ItsResultsDiffer,
    OthersComparedWithIt,
    TwoProcessesNeeded,
    // processes
    NoProcessYet,
    NoFinishedProcess,
    LeftOutByOption,
    ProcessFailed,
    ProcessCrashed,
    ProcessTimedOut,
    ProcessWithoutCalls,
    ProcessRuns,
    ProcessCutShort,
    RecordingInterrupted,
    WarmUpNotJudged,
    NeverSteady,
    RecompiledWhileTimed,
    NoTimedCallOfCase,
    NoiseOfRepetitionsOnly,
    EagerCompilesNothing,
    NotInPlan,
    RecordingEndedBefore,
    // imports
    NotInFile,
    NotInThisTrace,
    NotInTrace,
    LogHasNoCompileCost,
    OnlyRecordingHasBreakCosts,
    OnlyRecordingComparesResults,
    // traces
    NotTraced,
    CallsNotTraced,
    CallsNotTracedToTheEnd,
    GraphsNotTraced,
    OneGraphAtMost,
    GraphCostUnknown,
    DeviceIdleUnknown,
    TooFarForBreakCosts,
    TracedCallPassesItNot,
    NoTracedCallPassesIt,
    TooFarToSplit,
    WithoutSteadyCalls,
    WithoutSuchVariant,
    OnlyOneOnDevice,
    NothingOnDevice,
    NothingOnDeviceInSteps,
    KernelsInterrupted,
    DeviceNotWatched,
    PowerNotRead,
    // how far compiling can go
    NoEagerVariant,
    NothingCompiledYet,
    RoofsNotMeasured,
    WorkNotCounted,
    TrialLeftOut,
    NoTrial,
    TrialTooLong,
    TrialFailed,
    // cold processes
    NoColdProcessOfCase,
    NoThrowAwayCompile,
    CpuTimeNotRecorded,
    PeakNotRead,
    NothingCompiledForCase,
    RanOnCpu,
    // results
    ResultsComparedWith,
    NoOutputCompared,
    OtherInputValues,
    OfTensor,
    RandomOperators,
    BelowTolerance,
    // what ran
    RecompileLimitReached,
    NoCompiledOperator,
    GivenUpInOtherCase, ///< function, reason
    FewerRegions,
    EagerRanCompiled,
    // how much more it takes
    RunMoreRepetitions,
    RunMoreRounds,
    NeedsRepetitions,
    NotDecidable,
    NotSeenBelow,
    MachineTooBusy,
    EagerBesideOthers,
    SeveralThreads,
    CallsWait,
    NoCpuTime,
    Contention,
    NotQuiet,
    CallsNeededForP99,
    // payback
    CompilesNothing,
    OneProgram,
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
    LowestMedianOfEqual,
    LowestP99OfEqual,
    HighestThroughputOfEqual,
    PaysBackAfter,
    P99Unknown,
    MemoryUnknown,
    CompileUnknown,
    P99Missed,
    MemoryMissed,
    CompileMissed,
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
    BaselineFailed,
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

/// A number, or the reason why it is missing. Zero is a measurement.
template <typename T>
using Measured = tl::expected<T, Reason>;

[[nodiscard]] inline tl::unexpected<Reason> missing(Reason reason)
{
    return tl::unexpected<Reason>(std::move(reason));
}

[[nodiscard]] inline tl::unexpected<Reason> missing(ReasonKind kind)
{
    return missing(Reason {kind, {}});
}

} // namespace profiler

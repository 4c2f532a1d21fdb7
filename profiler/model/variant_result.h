// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/break_costs.h"
#include "profiler/model/interval.h"
#include "profiler/model/reason.h"
#include "profiler/model/thresholds.h"
#include "profiler/model/verdict.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// What judging says of one variant in one case.
namespace profiler {

/// Above 1 = the variant is faster than the baseline.
struct SpeedUp {
    Interval ratio;
    int repetitions = 0;
    int rounds = 0;
    Clock clock = Clock::Call;
    CallTime time = CallTime::Wall; ///< Cpu: other programs had the cores in many of the blocks
    std::vector<double> byRepetition; ///< exp(m(k)), the dots of "one dot per process"
    std::optional<Interval> bootstrap; ///< second interval, from 10 repetitions on
    std::optional<Interval> quietOnly; ///< without flagged blocks, when there are some
    bool holdsCorrected = false; ///< the verdict also holds at 1 - 0.05/comparisons
    LogRatio noiseFloor; ///< of the A/A lanes; none where not measured (noiseMeasured false)
    bool noiseMeasured = false;
    /// How far the A/A lanes lie from no difference; nothing below three repetitions.
    std::optional<LogRatio> distanceOfEqual;
    /// P (2h/m)^2, when undecided; nothing where no number that one would run decides it.
    std::optional<int> repetitionsNeeded;
};

/// A percentile that has too few calls says how many it needs.
struct Percentile {
    double p = 0.5;
    std::optional<double> ns;
    std::optional<double> lowNs; ///< t interval over repetitions
    std::optional<double> highNs;
    std::int64_t needs = 0; ///< calls in one process
    std::int64_t has = 0; ///< calls that more than half of the processes have
};

struct LatencySummary {
    std::int64_t calls = 0;
    double meanNs = 0;
    double sdNs = 0;
    double minNs = 0;
    double maxNs = 0;
    double q1Ns = 0;
    double q3Ns = 0;
    std::array<Percentile, profiler::percentiles.size()> percentiles; ///< in the order of the list
    std::int64_t mildOutliers = 0; ///< Tukey, beyond 1.5 IQR
    std::int64_t severeOutliers = 0; ///< beyond 3 IQR
    std::vector<double> medianByRepetitionNs;

    [[nodiscard]] const Percentile& median() const { return at(medianPercentile); }

    [[nodiscard]] const Percentile& p99() const { return at(tailPercentile); }

    /// Of one in the list.
    [[nodiscard]] const Percentile& at(double p) const { return percentiles[percentileIndex(p)]; }

    [[nodiscard]] Percentile& at(double p) { return percentiles[percentileIndex(p)]; }
};

/// Where a training step's time goes. The order is that in which it is shown.
enum class StepPart { DataWait, Forward, Backward, Optimizer, Other };

inline constexpr std::array stepParts {StepPart::DataWait, StepPart::Forward, StepPart::Backward,
    StepPart::Optimizer, StepPart::Other};

/// Of a variant's steps whose parts were clocked: the mean over the middle half of them by length,
/// so that the parts of it add up.
struct StepSplit {
    double wholeNs = 0;
    std::array<double, stepParts.size()> partNs {}; ///< in the order of stepParts
    bool dataWaitKnown = true;
    int steps = 0; ///< that were clocked
    int rounds = 0;

    [[nodiscard]] double at(StepPart part) const { return partNs[static_cast<std::size_t>(part)]; }

    /// What it became against the baseline, in nanoseconds, of rounds that both ran; below 0 = less
    /// time. Of the baseline, and where fewer than two rounds are common, nothing.
    std::optional<Interval> wholeChange;
    std::array<std::optional<Interval>, stepParts.size()> partChange {};

    [[nodiscard]] const std::optional<Interval>& changeOf(StepPart part) const
    {
        return partChange[static_cast<std::size_t>(part)];
    }
};

struct Throughput {
    std::string unit; ///< "images", "calls"
    double perSecond = 0;
    double low = 0;
    double high = 0;
};

/// Median, smallest and largest of the cold processes.
struct CompileCost {
    double medianNs = 0;
    double minNs = 0;
    double maxNs = 0;
    std::optional<double> cpuNs;
    int processes = 0;
};

struct Payback {
    std::int64_t calls = 0;
    std::int64_t low = 0;
    std::optional<std::int64_t> high; ///< nullopt: open upwards
    double runTimeNs = 0; ///< until then, compile included
};

/// What payback is made of: saved after N calls = N x saved - cost.
struct PaybackTerms {
    Interval costNs; ///< start-up, warm-up and recompiles beyond eager's own; of the cold processes
    Interval savedNs; ///< by one call; below 0 where the variant is slower
};

struct MemoryPeaks {
    Measured<std::int64_t> host = missing(ReasonKind::NotRecorded);
    Measured<std::int64_t> device = missing(ReasonKind::NotRecorded);
};

enum class NumericsStatus {
    Equal,
    Close,
    AsAccurateAsEager,
    WithinTolerance, ///< less precise, as the variant or the goal allows
    TooSmallToJudge, ///< only the absolute tolerance lets it pass, and anything else would as well
    Different,
    NotChecked,
};

/// Values that are no finite numbers, which no figure of a difference holds.
struct SpecialValues {
    std::int64_t values = 0; ///< all that were counted
    std::int64_t nanBaseline = 0;
    std::int64_t nanVariant = 0;
    std::int64_t infiniteBaseline = 0;
    std::int64_t infiniteVariant = 0;
    bool samePlaces = true;

    [[nodiscard]] bool any() const
    {
        return nanBaseline + nanVariant + infiniteBaseline + infiniteVariant > 0;
    }
};

struct NumericsSummary {
    NumericsStatus status = NumericsStatus::NotChecked;
    Reason reason; ///< when not checked
    std::optional<double> maxAbs;
    std::optional<double> maxRel;
    std::optional<double> cosine;
    std::optional<double> toleranceUsedRatio;
    std::optional<double> relativeError; ///< to fp64, largest; of the values' size
    std::optional<double> relativeErrorOfBaseline; ///< of that tensor
    std::optional<double> allowedError; ///< of relativeError, where a precision was given up
    std::string worstTensor;
    int worstInput = 0; ///< the set of inputs of that tensor
    int inputs = 0; ///< sets of inputs that were compared
    int tensors = 0; ///< that were compared
    int tooSmall = 0; ///< of them too small to judge; no figure above is of one, unless all are
    std::optional<SpecialValues> special; ///< of all tensors; nullopt: not counted
};

enum class LimitKind { P99, Memory, Compile };

struct LimitResult {
    LimitKind kind = LimitKind::P99;
    bool met = false;
    double limit = 0; ///< ns or bytes
    Measured<double> value = missing(ReasonKind::NotRecorded);
};

struct VariantResult {
    int variant = 0; ///< index into Plan::variants
    std::string name;
    Verdict verdict = Verdict::NotEnoughData;
    Reason verdictReason;
    Measured<SpeedUp> speedUp = missing(ReasonKind::NotRecorded);
    Measured<LatencySummary> latency = missing(ReasonKind::NotRecorded);
    Measured<Throughput> throughput = missing(ReasonKind::NotRecorded);
    Measured<CompileCost> compileCold = missing(ReasonKind::NotRecorded);
    Measured<CompileCost> compileWarm = missing(ReasonKind::NotRecorded);
    Measured<CompileCost> startUpCold = missing(ReasonKind::NotRecorded);
    Measured<CompileCost> startUpWarm = missing(ReasonKind::NotRecorded);
    Measured<Payback> paybackCold = missing(ReasonKind::NotRecorded);
    Measured<Payback> paybackWarm = missing(ReasonKind::NotRecorded);
    Measured<PaybackTerms> paybackTermsCold = missing(ReasonKind::NotRecorded);
    Measured<PaybackTerms> paybackTermsWarm = missing(ReasonKind::NotRecorded);
    MemoryPeaks peakMemory; ///< of steady calls
    MemoryPeaks compileMemory;
    Measured<int> graphBreaks = missing(ReasonKind::NotRecorded);
    Measured<int> recompiles = missing(ReasonKind::NotRecorded);
    Measured<BreakCosts> breakCosts = missing(ReasonKind::NotRecorded);
    std::optional<GainOfFixing> gainOfTopBreaks; ///< of the dearest topBreaks; nullopt: not known
    Measured<StepSplit> step = missing(ReasonKind::NotRecorded); ///< in training
    NumericsSummary numerics;
    Verdict memoryVerdict = Verdict::NotEnoughData; ///< of peaks, m = 5 %: faster = needs less
    Verdict tailVerdict = Verdict::NotEnoughData; ///< p99; needs 90 % quiet blocks
    Reason tailReason; ///< why there are not enough data for one
    std::optional<Interval> tailRatio; ///< p99 of the baseline / of the variant
    std::vector<LimitResult> limits;
    int repetitionsSteady = 0;
    int repetitionsLeftOut = 0; ///< never steady, crashed, or recompiled in timed blocks
    int repetitionsRecompiled = 0; ///< in which a process compiled while its calls were timed
    int blocks = 0; ///< timed, of steady repetitions
    double quietRatio = 1; ///< quiet blocks / blocks
    std::optional<double> driftPercentPerMinute;

    /// Null where none of that kind was set.
    [[nodiscard]] const LimitResult* limit(LimitKind kind) const
    {
        for (const auto& each : limits)
            if (each.kind == kind)
                return &each;
        return nullptr;
    }
};

} // namespace profiler

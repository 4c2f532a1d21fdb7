// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/machine_noise.h"

#include "profiler/judge/speed_up.h"
#include "profiler/model/clock_reasons.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_result.h"
#include "profiler/model/enum_text.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/process_record.h"
#include "profiler/model/variant_result.h"
#include "profiler/statistics/log_ratios.h"
#include "profiler/statistics/quantiles.h"
#include "profiler/statistics/t_interval.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <vector>

namespace profiler {

namespace {

/// Half-width of the interval after the most repetitions.
std::optional<LogRatio> bestHalfWidth(const SpeedUp& speedUp)
{
    if (speedUp.repetitions < repetitionsForVerdict)
        return std::nullopt;
    const auto deviation = standardDeviation(logRatiosOf(speedUp.byRepetition));
    if (!deviation || !std::isfinite(deviation->logarithm()))
        return std::nullopt;
    return noiseFloor(*deviation, mostRepetitionsAdvised);
}

/// Repetitions that some lane ran, and those in which every variant that could be was steady.
int repetitionsOf(const ComparisonData& data)
{
    std::set<int> repetitions;
    for (const auto& process : data.processes) {
        if (process.start.kind == ProcessKind::Paired && process.end)
            repetitions.insert(process.start.repetition);
    }
    return static_cast<int>(repetitions.size());
}

/// Without an agent every proof call is unobserved; without any proof nobody knows.
bool agentMeasured(const ComparisonData& data)
{
    bool some = false;
    for (const auto& process : data.processes) {
        for (const auto& proof : process.proofs) {
            if (proof.observed)
                return true;
            some = true;
        }
    }
    const bool said = std::ranges::any_of(
        data.notices, [](const NoticeFact& notice) { return notice.rule == "no_agent"; });
    return !some && !said;
}

/// Of the repetition that has most; what is left when no ratio could be made.
int roundsOf(const ComparisonData& data)
{
    std::size_t most = 0;
    for (const auto& process : data.processes) {
        std::set<int> rounds;
        for (const auto& block : process.blocks) {
            if (block.kind == BlockKind::Timed)
                rounds.insert(block.round);
        }
        most = std::max(most, rounds.size());
    }
    return static_cast<int>(most);
}

bool isRunning(Verdict verdict)
{
    return verdict != Verdict::Failed && verdict != Verdict::RanEager;
}

bool isOnCpu(const ComparisonData& data)
{
    return data.plan.numeric.device == "cpu" || data.plan.numeric.device.empty();
}

/// Of a device: were its clocks and its other processes read in every timed block?
bool deviceStateKnown(const ComparisonData& data)
{
    if (isOnCpu(data))
        return true;
    const auto isKnown = [](const CallBlock& block) {
        return block.kind != BlockKind::Timed
            || (block.machine.clockEventReasons && block.machine.foreignGpuProcesses);
    };
    return std::ranges::all_of(data.processes,
        [&](const ProcessRecord& process) { return std::ranges::all_of(process.blocks, isKnown); });
}

struct Disturbances {
    double blocks = 0; ///< timed
    double contended = 0;
    double lowered = 0;
    double shared = 0;
};

void count(Disturbances& found, const CallBlock& block)
{
    const bool lowered = (block.machine.clockEventReasons.value_or(0) & loweredClockReasons) != 0;
    const bool shared = block.machine.foreignGpuProcesses.value_or(0) > 0;
    ++found.blocks;
    found.lowered += lowered ? 1 : 0;
    found.shared += shared ? 1 : 0;
    found.contended += block.flags.size() > (lowered ? 1U : 0U) + (shared ? 1U : 0U) ? 1 : 0;
}

Disturbances disturbancesOf(const ComparisonData& data)
{
    Disturbances found;
    for (const auto& process : data.processes)
        for (const auto& block : process.blocks)
            if (block.kind == BlockKind::Timed)
                count(found, block);
    return found;
}

std::optional<double> startedCores(const ComparisonData& data)
{
    std::vector<double> cores;
    for (const auto& process : data.processes)
        for (const auto& block : process.blocks)
            if (block.kind == BlockKind::Timed && block.machine.startedCores)
                cores.push_back(*block.machine.startedCores);
    return cores.empty() ? std::nullopt : median(cores);
}

/// Of all blocks, also of variants that failed: the device does not care whose they are.
void addDisturbances(MeasurementQuality& quality, const ComparisonData& data)
{
    const auto found = disturbancesOf(data);
    if (found.blocks <= 0)
        return;
    quality.contendedRatio = found.contended / found.blocks;
    quality.loweredClockRatio = found.lowered / found.blocks;
    quality.sharedDeviceRatio = found.shared / found.blocks;
}

} // namespace

ReasonKind whyNotQuiet(const MeasurementQuality& quality)
{
    return quality.isDeviceDisturbed() ? ReasonKind::NotQuiet : ReasonKind::Contention;
}

bool isDisturbed(const MeasurementQuality& quality)
{
    return 1 - quality.quietRatio > mostDisturbedRatio;
}

bool isTooBusy(const MeasurementQuality& quality)
{
    return isDisturbed(quality) && (!quality.noiseBounded || quality.isDeviceDisturbed());
}

double contendedRatioOf(const ComparisonData& data)
{
    const auto found = disturbancesOf(data);
    return found.blocks > 0 ? found.contended / found.blocks : 0;
}

std::optional<double> bestPrecisionRatio(const SpeedUp& speedUp)
{
    const auto halfWidth = bestHalfWidth(speedUp);
    return halfWidth ? std::optional(halfWidth->effect()) : std::nullopt;
}

Reason notSeenBelow(const SpeedUp& speedUp)
{
    const auto precision = bestPrecisionRatio(speedUp);
    return precision ? Reason {ReasonKind::NotSeenBelow, {Share {*precision}}} : Reason {};
}

std::optional<int> repetitionsThatDecide(
    const SpeedUp& speedUp, const VerdictThresholds& thresholds)
{
    const auto halfWidth = bestHalfWidth(speedUp);
    if (!halfWidth || speedUp.repetitions >= mostRepetitionsAdvised)
        return std::nullopt;
    const double estimate = speedUp.ratio.estimate;
    const Interval best {estimate, estimate / halfWidth->ratio(), estimate * halfWidth->ratio()};
    const bool narrow = *halfWidth <= LogRatio::ofEffect(thresholds.minimumEffect) * 0.5;
    if (!narrow && isUndecided(verdictOf(best, thresholds)))
        return std::nullopt;
    return std::min(repetitionsNeeded(speedUp, thresholds.minimumEffect), mostRepetitionsAdvised);
}

Verdict withheldVerdict(Verdict verdict)
{
    return valueFor(verdict,
        {{Verdict::Faster, Verdict::UndecidedLeaningFaster},
            {Verdict::Slower, Verdict::UndecidedLeaningSlower},
            {Verdict::NoDifference, Verdict::Undecided}},
        verdict);
}

void withholdVerdict(VariantResult& variant, const Reason& doubt, const MeasurementQuality& quality)
{
    const bool wasSlower = variant.verdict == Verdict::Slower;
    const auto withheld = withheldVerdict(variant.verdict);
    if (!isUndecided(withheld) || !variant.speedUp)
        return;
    std::vector why {Reason {whyNotQuiet(quality), {Share {1 - quality.quietRatio}}}};
    if (!doubt.empty())
        why.push_back(doubt);
    else if (withheld == Verdict::Undecided)
        why.push_back(notSeenBelow(*variant.speedUp));
    variant.verdict = withheld;
    variant.speedUp->holdsCorrected = false;
    variant.speedUp->repetitionsNeeded.reset();
    variant.verdictReason = {ReasonKind::MachineTooBusy, {std::move(why)}};
    for (auto* evenAt : {&variant.paybackCold, &variant.paybackWarm}) {
        if (wasSlower && !variant.paybackTermsCold)
            *evenAt = missing(variant.paybackTermsCold.error());
        else if (wasSlower || *evenAt)
            *evenAt = missing(ReasonKind::PaybackTooBusy);
    }
}

Measured<LogRatio> noiseOf(const std::vector<CaseResult>& cases)
{
    std::map<CallTime, LogRatio> largest;
    for (const auto& inCase : cases) {
        for (const auto& variant : inCase.variants) {
            if (!variant.latency || !isRunning(variant.verdict) || !variant.speedUp
                || !variant.speedUp->noiseMeasured)
                continue;
            auto& noise = largest[variant.speedUp->time];
            noise = std::max(noise, variant.speedUp->noiseFloor);
        }
    }
    if (largest.empty())
        return missing(ReasonKind::NoEagerAgain);
    return largest.rbegin()->second;
}

MeasurementQuality qualityOf(const ComparisonData& data, const std::vector<CaseResult>& cases)
{
    MeasurementQuality quality {.repetitions = repetitionsOf(data),
        .steadyRepetitions = repetitionsOf(data),
        .startedCores = startedCores(data),
        .deviceStateKnown = deviceStateKnown(data),
        .agentMeasured = agentMeasured(data)};
    std::vector<std::int64_t> calls;
    double blocks = 0;
    double quiet = 0;
    bool bounded = true;
    for (const auto& inCase : cases) {
        for (const auto& variant : inCase.variants) {
            if (!variant.latency || !isRunning(variant.verdict))
                continue;
            calls.push_back(variant.latency->calls);
            blocks += variant.blocks;
            quiet += variant.blocks * variant.quietRatio;
            quality.steadyRepetitions
                = std::min(quality.steadyRepetitions, variant.repetitionsSteady);
            if (!variant.speedUp)
                continue;
            quality.rounds = std::max(quality.rounds, variant.speedUp->rounds);
            bounded = bounded && variant.speedUp->distanceOfEqual;
        }
    }
    quality.noiseFloor = noiseOf(cases);
    quality.noiseBounded = bounded && quality.rounds > 0 && isOnCpu(data);
    if (calls.empty())
        quality.steadyRepetitions = 0;
    if (quality.rounds == 0)
        quality.rounds = roundsOf(data);
    if (!calls.empty()) {
        quality.fewestCalls = std::ranges::min(calls);
        quality.mostCalls = std::ranges::max(calls);
    }
    if (blocks > 0)
        quality.quietRatio = quiet / blocks;
    addDisturbances(quality, data);
    return quality;
}

} // namespace profiler

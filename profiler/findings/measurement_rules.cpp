// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/finding_rules.h"
#include "profiler/judge/machine_noise.h"
#include "profiler/judge/verdict.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/process_record.h"
#include "profiler/model/thresholds.h"
#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/// What weakens the numbers that were measured, and memory that grew.
namespace profiler {

namespace {

std::vector<Finding> notSteady(const FindingInput& input)
{
    const auto& variant = *input.variant;
    const std::int64_t left = variant.repetitionsLeftOut;
    if (left <= 0 || variant.verdict == Verdict::Failed)
        return {};
    const std::int64_t recompiled
        = std::min(variant.repetitionsRecompiled, variant.repetitionsLeftOut);
    auto finding = input.found(Finding::Severity::Warning,
        left == 1 ? "one_not_steady" : "not_steady", {left, left + variant.repetitionsSteady});
    if (recompiled == 0)
        finding.statements.push_back({"left_out", {}});
    else if (recompiled == left)
        finding.statements.push_back({"left_out_recompiled", {}});
    else
        finding.statements.push_back({"left_out_some_recompiled", {recompiled}});
    return {std::move(finding)};
}

std::vector<Finding> drift(const FindingInput& input)
{
    const auto& drift = input.variant->driftPercentPerMinute;
    if (!drift)
        return {};
    return {input.found(Finding::Severity::Warning, "drift", {Share {*drift / 100}})};
}

/// Where calls changed between rounds, the ratio of the medians that are shown is not the speed-up,
/// which compares blocks measured side by side.
std::vector<Finding> mediansDisagree(const FindingInput& input)
{
    const auto& variant = *input.variant;
    const auto ofMedians
        = contradictingMedians(input.baseline(), variant, input.judged.plan.goal.minimumEffect);
    if (!ofMedians || variant.speedUp->time == CallTime::Cpu) // medians hold waits for a core
        return {};
    return {input.found(Finding::Severity::Warning, "medians_disagree",
        {TimesFaster {*ofMedians}, TimesFaster {variant.speedUp->ratio.estimate}})};
}

std::vector<Finding> memoryUp(const FindingInput& input)
{
    constexpr double noticed = 1.2; // while it compiles, times the peak of steady calls
    if (input.variant->memoryVerdict != Verdict::Slower)
        return {};
    const auto& own = input.variant->peakMemory;
    const auto& others = input.baseline().peakMemory;
    const bool device = own.device && others.device;
    const auto& peak = device ? own.device : own.host;
    const auto& base = device ? others.device : others.host;
    if (!peak || !base || *base <= 0)
        return {};
    const double more = static_cast<double>(*peak) / static_cast<double>(*base) - 1;
    auto finding = input.found(
        Finding::Severity::Warning, device ? "device_memory_up" : "host_memory_up", {Share {more}});
    const auto& compiling
        = device ? input.variant->compileMemory.device : input.variant->compileMemory.host;
    if (compiling && static_cast<double>(*compiling) > noticed * static_cast<double>(*peak))
        finding.statements.push_back({"memory_while_compiling",
            {TimesAsLong {static_cast<double>(*compiling) / static_cast<double>(*peak)}}});
    return {std::move(finding)};
}

/// The median may win while every hundredth call loses.
std::vector<Finding> tailWorse(const FindingInput& input)
{
    const auto& variant = *input.variant;
    if (variant.tailVerdict != Verdict::Slower || !variant.tailRatio
        || variant.verdict == Verdict::Slower || variant.tailRatio->estimate <= 0)
        return {};
    return {input.found(
        Finding::Severity::Warning, "tail_worse", {TimesFaster {1 / variant.tailRatio->estimate}})};
}

/// Medians of the timed blocks of one lane, in the order run.
std::vector<double> timedMedians(const ProcessRecord& process, int caseIndex)
{
    std::vector<double> medians;
    for (const auto& block : process.blocks)
        if (block.kind == BlockKind::Timed && block.clock == Clock::Call && !block.repeated
            && block.caseIndex == caseIndex && !block.wallNs.empty())
            medians.push_back(static_cast<double>(upperMedian(block.wallNs).value_or(0)));
    return medians;
}

/// How much longer the first quarter of the blocks takes than the last half; nullopt: too few.
std::optional<double> slowBeginning(const std::vector<double>& blocks)
{
    constexpr std::size_t least = 8;
    if (blocks.size() < least)
        return std::nullopt;
    const auto begin = std::span(blocks).first(blocks.size() / 4);
    const auto end = std::span(blocks).last(blocks.size() / 2);
    const auto rest = median(end).value_or(0);
    const auto first = median(begin).value_or(0);
    return rest > 0 ? std::optional(first / rest) : std::nullopt;
}

/// Calls that get faster while they are timed were not warm. Asked only where the calls drift, as
/// it reads all of them.
std::vector<Finding> warmUpTooShort(const FindingInput& input)
{
    constexpr double longer = 1.1;
    if (input.variant->driftPercentPerMinute.value_or(0) >= 0)
        return {};
    std::vector<double> ratios;
    for (const auto& process : input.data.processes) {
        const auto& start = process.start;
        if (start.kind != ProcessKind::Paired || start.again
            || start.variant != input.variant->variant)
            continue;
        if (const auto ratio = slowBeginning(timedMedians(process, input.inCase->caseIndex)))
            ratios.push_back(*ratio);
    }
    const auto shown = median(ratios);
    if (!shown || *shown < longer)
        return {};
    auto finding
        = input.found(Finding::Severity::Warning, "warm_up_too_short", {TimesAsLong {*shown}});
    finding.remedy = {.kind = RemedyKind::RecordOption, .name = "--effort", .value = "thorough"};
    return {std::move(finding)};
}

/// Once for the comparison: what disturbs one lane disturbs the others in turn.
std::vector<Finding> notQuiet(const FindingInput& input)
{
    const auto& quality = input.judged.quality;
    if (quality.quietRatio >= quietEnough)
        return {};
    const bool ofDevice = quality.isDeviceDisturbed();
    const auto* id = isTooBusy(quality) ? (ofDevice ? "too_disturbed" : "too_busy")
                                        : (ofDevice ? "disturbed" : "not_quiet");
    return {{.severity = Finding::Severity::Warning,
        .statements = {{id, {Share {1 - quality.quietRatio}}}},
        .seen = Finding::Seen::InAllVariants}};
}

std::vector<Finding> noise(const FindingInput& input)
{
    const auto& floor = input.judged.quality.noiseFloor;
    const double effect = input.judged.plan.goal.minimumEffect;
    if (!floor || floor->effect() <= std::min(noticedNoise, effect))
        return {};
    const double noise = floor->effect();
    const auto* id = noise > noticedNoise ? "noise_above_3_percent" : "noise_above_minimum_effect";
    Finding finding {.rule = id,
        .severity = Finding::Severity::Warning,
        .statements = {{id, {Share {noise}}}},
        .seen = Finding::Seen::InEagerAgain,
        .page = FindingPage::Latency};
    if (noise > effect)
        finding.statements.push_back({"cannot_resolve", {Share {effect}}});
    return {std::move(finding)};
}

constexpr auto measurementRuleTable = std::to_array<FindingRule>({
    {"not_steady", notSteady, FindingPage::Latency},
    {"drift", drift, FindingPage::Latency},
    {"medians_disagree", mediansDisagree, FindingPage::Configuration},
    {"warm_up_too_short", warmUpTooShort, FindingPage::Latency},
    {"tail_worse", tailWorse, FindingPage::Latency},
    {"memory_up", memoryUp, FindingPage::Memory},
    {"not_quiet", notQuiet, FindingPage::Latency, FindingNeeds::Recording,
        FindingScope::Comparison},
    {"noise", noise, FindingPage::Latency, FindingNeeds::Recording, FindingScope::Comparison},
});

} // namespace

constinit const std::span<const FindingRule> measurementRules {measurementRuleTable};

} // namespace profiler

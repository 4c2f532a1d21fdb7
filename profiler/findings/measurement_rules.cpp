// SPDX-License-Identifier: Apache-2.0
#include "profiler/findings/finding_rules.h"
#include "profiler/judge/machine_noise.h"
#include "profiler/model/thresholds.h"

#include <algorithm>
#include <array>

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
    const auto& baseline = input.baseline();
    if (!variant.speedUp || !variant.latency || !baseline.latency || !variant.latency->median().ns
        || !baseline.latency->median().ns)
        return {};
    const auto& paired = variant.speedUp->ratio;
    const auto ofMedians
        = LogRatio::ofRatio(*baseline.latency->median().ns / *variant.latency->median().ns);
    const auto room = LogRatio::ofEffect(input.judged.plan.goal.minimumEffect);
    if (ofMedians <= LogRatio::ofRatio(paired.high) + room
        && ofMedians >= LogRatio::ofRatio(paired.low) - room)
        return {};
    return {input.found(Finding::Severity::Warning, "medians_disagree",
        {TimesFaster {ofMedians.ratio()}, TimesFaster {paired.estimate}})};
}

std::vector<Finding> memoryUp(const FindingInput& input)
{
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
    return {input.found(Finding::Severity::Warning, device ? "device_memory_up" : "host_memory_up",
        {Share {more}})};
}

/// Once for the comparison: what disturbs one lane disturbs the others in turn.
std::vector<Finding> notQuiet(const FindingInput& input)
{
    const auto& quality = input.judged.quality;
    if (quality.quietRatio >= quietEnough)
        return {};
    return {{.severity = Finding::Severity::Warning,
        .statements
        = {{isTooBusy(quality) ? "too_busy" : "not_quiet", {Share {1 - quality.quietRatio}}}},
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

constexpr auto rules = std::to_array<FindingRule>({
    {.key = "not_steady", .page = FindingPage::Latency, .find = notSteady},
    {.key = "drift", .page = FindingPage::Latency, .find = drift},
    {.key = "medians_disagree", .find = mediansDisagree},
    {.key = "memory_up", .page = FindingPage::Memory, .find = memoryUp},
    {.key = "not_quiet",
        .scope = FindingScope::Comparison,
        .page = FindingPage::Latency,
        .find = notQuiet},
    {.key = "noise",
        .scope = FindingScope::Comparison,
        .page = FindingPage::Latency,
        .find = noise},
});

} // namespace

constinit const std::span<const FindingRule> measurementRules {rules};

} // namespace profiler

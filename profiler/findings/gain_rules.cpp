// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/lanes/judge_input.h"
#include "profiler/evidence/lanes/paired_repetitions.h"
#include "profiler/findings/finding_rules.h"
#include "profiler/findings/remedy_variant.h"
#include "profiler/judge/machine_noise.h"
#include "profiler/judge/speed_up.h"
#include "profiler/judge/verdict.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/plan.h"
#include "profiler/model/plan/torch_words.h"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

/// What a gain consists of, where a variant is compiled and computes in another precision.
namespace profiler {

namespace {

TorchSettings withPrecisionOf(TorchSettings settings, const TorchSettings& other)
{
    settings.dtype = other.dtype;
    settings.autocast = other.autocast;
    settings.matmulPrecision = other.matmulPrecision;
    settings.tf32 = other.tf32;
    return settings;
}

/// "bfloat16 and TF32"; empty: it is torch's own.
std::string precisionName(const TorchSettings& settings)
{
    std::string name;
    const auto add = [&](const std::string& part) { name += (name.empty() ? "" : " and ") + part; };
    if (!settings.dtype.empty())
        add(settings.dtype);
    if (!settings.autocast.empty())
        add(settings.autocast == "off" ? "no autocast" : "autocast to " + settings.autocast);
    if (!settings.matmulPrecision.empty())
        add("matmul precision " + settings.matmulPrecision);
    if (settings.tf32)
        add(*settings.tf32 ? "TF32" : "products without TF32");
    return name;
}

/// Eager with these settings, as `--variant` takes it.
std::string eagerWords(const TorchSettings& settings)
{
    std::string words = "eager";
    for (const auto& word : torchWords(settings))
        words += "," + word;
    return words;
}

/// A name that needs no quotes in a shell.
std::string nameOf(std::string words)
{
    std::ranges::replace(words, ' ', '-');
    return words;
}

/// How many times faster one variant is than another, where that would be a verdict.
std::optional<double> decidedRatioBetween(const FindingInput& input, int before, int after)
{
    const JudgeInput lanes(input.data);
    const int caseIndex = input.inCase->caseIndex;
    const auto clock = decidingClock(input.data, caseIndex);
    const auto speedUp = speedUpOf(
        pairRepetitions(lanes.attempts({.variant = before, .caseIndex = caseIndex, .clock = clock}),
            lanes.attempts({.variant = after, .caseIndex = caseIndex, .clock = clock})),
        clock);
    if (!speedUp || !isEnoughForVerdict(*speedUp)
        || isUndecided(
            verdictOf(speedUp->ratio, {.minimumEffect = input.judged.plan.goal.minimumEffect})))
        return std::nullopt;
    return speedUp->ratio.estimate;
}

std::optional<double> decidedRatioOf(const FindingInput& input, int variant)
{
    for (const auto& each : input.inCase->variants)
        if (each.variant == variant)
            if (const auto ratio = decidedRatio(each))
                return ratio->estimate;
    return std::nullopt;
}

/// By way of eager in that precision, or of the same compiled code in eager's precision.
std::vector<Finding> gainsApart(
    const FindingInput& input, const std::string& precision, int between, bool betweenIsCompiled)
{
    const auto first = decidedRatioOf(input, between);
    const auto second = decidedRatioBetween(input, between, input.variant->variant);
    if (!first || !second)
        return {};
    return {input.found(Finding::Severity::Information, "gains_apart",
        {TimesFaster {betweenIsCompiled ? *first : *second},
            TimesFaster {betweenIsCompiled ? *second : *first}, precision})};
}

std::vector<Finding> compilingAndPrecision(const FindingInput& input)
{
    const auto& variant = input.planned();
    const auto& baseline = input.judged.plan.variants.front();
    if (variant.kind != VariantKind::Compiled || baseline.kind != VariantKind::Eager
        || !isDecided(input.variant->verdict) || isDisturbed(input.judged.quality))
        return {};
    const auto precision = precisionName(variant.torch);
    if (precision.empty() || variant.torch == baseline.torch
        || withPrecisionOf(variant.torch, baseline.torch) != baseline.torch)
        return {};
    auto eager = baseline;
    eager.torch = variant.torch;
    if (const auto between = variantLike(input.judged.plan, eager))
        return gainsApart(input, precision, *between, false);
    auto compiled = variant;
    compiled.torch = baseline.torch;
    if (const auto between = variantLike(input.judged.plan, compiled))
        return gainsApart(input, precision, *between, true);
    auto finding
        = input.found(Finding::Severity::Information, "gains_not_apart", {precision, precision});
    finding.remedy = {.kind = RemedyKind::RecordOption,
        .name = "--variant",
        .value = nameOf(baseline.name + " " + precision) + "=" + eagerWords(variant.torch)};
    finding.rule = "gains_not_apart";
    finding.page = FindingPage::Configuration;
    return {std::move(finding)};
}

constexpr auto gainRuleTable = std::to_array<FindingRule>({
    {"gains_apart", compilingAndPrecision, FindingPage::Latency},
});

} // namespace

constinit const std::span<const FindingRule> gainRules {gainRuleTable};

} // namespace profiler

// SPDX-License-Identifier: Apache-2.0
#include "profiler/judge/judge.h"

#include "profiler/evidence/lanes/inputs_text.h"
#include "profiler/evidence/lanes/lanes.h"
#include "profiler/evidence/lanes/tune_steps.h"
#include "profiler/evidence/outlook/call_outlook.h"
#include "profiler/judge/comparability.h"
#include "profiler/judge/cpu_time_doubt.h"
#include "profiler/judge/judge_variant.h"
#include "profiler/judge/machine_noise.h"
#include "profiler/judge/over_all_cases.h"
#include "profiler/judge/recommendation.h"
#include "profiler/judge/summarize_imports.h"
#include "profiler/judge/verdict.h"
#include "profiler/model/case.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/finding.h"
#include "profiler/model/imported_spec.h"
#include "profiler/model/variant.h"

#include <algorithm>
#include <utility>

namespace profiler {

namespace {

using JudgedCase = std::vector<JudgedVariant>;

JudgedCase judgeCase(const JudgeInput& input, int caseIndex, CallTime time = CallTime::Wall)
{
    JudgedCase judged;
    const auto& data = input.data();
    const auto evidence = evidenceOf(input, caseIndex, time);
    const auto variants = static_cast<int>(data.plan.variants.size());
    judged.reserve(data.plan.variants.size());
    for (int variant = 0; variant < variants; ++variant) {
        judged.push_back(judgeVariant(
            input, evidence, variant, variant == 0 ? nullptr : &judged.front().result));
    }
    return judged;
}

/// Empty: nobody knows them.
std::string inputsOf(const Plan& plan, const Case& measured)
{
    if (!measured.inputs.empty())
        return inputsText(measured);
    return plan.workload.spec == importedSpec ? "" : "the callable's own inputs";
}

/// Speaks of the second variant, where there is one: the views show it beside the first.
Recommendation notJudged(const CaseResult& result)
{
    return {.kind = RecommendationKind::NotJudged,
        .variant = result.variants.size() > 1 ? 1 : 0,
        .reason = {ReasonKind::NotJudgedImport, {}}};
}

CaseResult caseResultOf(const ComparisonData& data, int caseIndex, const JudgedCase& judged)
{
    const auto measured = caseAt(data, caseIndex);
    CaseResult result {
        .caseIndex = caseIndex, .name = measured.name, .inputs = inputsOf(data.plan, measured)};
    for (const auto& each : judged)
        result.variants.push_back(each.result);
    return result;
}

/// Of times that decide nothing there is one thing to say.
Recommendation recommend(
    const Plan& plan, const std::vector<Contender>& contenders, const MeasurementQuality& quality)
{
    auto said = recommendAmong(plan, contenders);
    const bool noTail
        = plan.goal.metric == GoalMetric::P99 && said.kind == RecommendationKind::NotEnoughData;
    if (isDisturbed(quality) && (said.kind == RecommendationKind::Undecided || noTail)) {
        said.kind = RecommendationKind::MachineTooBusy;
        said.reason = {whyNotQuiet(quality), {Share {1 - quality.quietRatio}}};
    }
    return said;
}

/// Nothing is compared, so that there is nothing to recommend.
Recommendation recommendationOfOne()
{
    return {.kind = RecommendationKind::OneVariant,
        .variant = 0,
        .reason = {ReasonKind::NothingCompiledYet, {}}};
}

bool baselineRan(const JudgedCase& judged)
{
    return judged.front().result.verdict != Verdict::Failed;
}

/// A baseline that fails is no advice.
Recommendation withoutBaseline(const VariantResult& baseline)
{
    return {.kind = RecommendationKind::NotEnoughData,
        .variant = 0,
        .reason
        = {ReasonKind::BaselineFailed, {baseline.name, std::vector {baseline.verdictReason}}}};
}

Recommendation recommendFor(
    const ComparisonData& data, const JudgedCase& judged, const MeasurementQuality& quality)
{
    if (data.plan.variants.size() == 1)
        return recommendationOfOne();
    if (!baselineRan(judged))
        return withoutBaseline(judged.front().result);
    std::vector<Contender> contenders;
    for (const auto& each : judged) {
        if (each.result.variant != 0 && !wasDropped(data, each.result.variant))
            contenders.push_back(contenderOf(data.plan, each.result));
    }
    return recommend(data.plan, contenders, quality);
}

Recommendation recommendForAll(const ComparisonData& data, const std::vector<JudgedCase>& cases,
    const MeasurementQuality& quality)
{
    if (data.plan.variants.size() == 1)
        return recommendationOfOne();
    // A setting need not run where eager does not.
    if (std::ranges::none_of(cases, baselineRan))
        return withoutBaseline(cases.front().front().result);
    std::vector<Contender> contenders;
    for (std::size_t variant = 1; variant < data.plan.variants.size(); ++variant) {
        if (wasDropped(data, static_cast<int>(variant)))
            continue;
        std::map<int, const JudgedVariant*> byCase;
        for (std::size_t i = 0; i < cases.size(); ++i)
            if (baselineRan(cases[i]))
                byCase[static_cast<int>(i)] = &cases[i][variant];
        contenders.push_back(overAllCases(data, byCase));
        const bool open = std::ranges::any_of(
            byCase, [](const auto& judged) { return isUndecided(judged.second->result.verdict); });
        if (isDisturbed(quality) && open)
            contenders.back().verdict = withheldVerdict(contenders.back().verdict);
    }
    return recommend(data.plan, contenders, quality);
}

/// Other programs kept the cores from the calls: what may be decided in CPU time is, the rest is
/// not.
void judgeBesideOthers(std::vector<JudgedCase>& cases, std::vector<CaseResult>& shown,
    const JudgeInput& input, const MeasurementQuality& quality)
{
    const bool noTimes = isTooBusy(quality);
    for (std::size_t i = 0; i < cases.size(); ++i) {
        const auto caseIndex = static_cast<int>(i);
        auto inCpuTime = noTimes ? JudgedCase() : judgeCase(input, caseIndex, CallTime::Cpu);
        for (std::size_t variant = 1; variant < cases[i].size(); ++variant) {
            auto& judged = cases[i][variant];
            const auto doubt = noTimes
                ? Reason {}
                : whyNotInCpuTime(input, caseIndex, inCpuTime[variant].result);
            if (noTimes || !doubt.empty())
                withholdVerdict(judged.result, doubt, quality);
            else
                judged = std::move(inCpuTime[variant]);
            shown[i].variants[variant] = judged.result;
        }
    }
}

/// All that the files name: a trace may be of another device than the one beside it.
std::string importedDevices(const ComparisonData& data)
{
    std::vector<std::string> devices;
    for (std::size_t i = 0; i < data.plan.variants.size(); ++i) {
        auto device = importedDevice(data, static_cast<int>(i));
        if (!device.empty() && std::ranges::find(devices, device) == devices.end())
            devices.push_back(std::move(device));
    }
    std::string words;
    for (const auto& device : devices)
        words += (words.empty() ? "" : " and ") + device;
    return words;
}

std::string deviceText(const ComparisonData& data)
{
    if (data.plan.workload.spec == importedSpec)
        return importedDevices(data);
    auto device = firstField(data, "device_name");
    if (device.empty())
        device = data.plan.numeric.device;
    const auto threads = firstField(data, "threads");
    if (data.plan.numeric.device.starts_with("cpu") && !threads.empty())
        device += ", " + threads + (threads == "1" ? " thread" : " threads");
    return device;
}

std::string dtypeText(const ComparisonData& data)
{
    const auto& numeric = data.plan.numeric;
    if (!numeric.autocast.empty())
        return "autocast " + numeric.autocast;
    if (!numeric.dtype.empty())
        return numeric.dtype;
    return firstField(data, "dtype");
}

} // namespace

ComparisonResult judge(const ComparisonData& data)
{
    ComparisonResult result {
        .info = data.info, .plan = data.plan, .device = deviceText(data), .dtype = dtypeText(data)};
    result.comparable = comparabilityOf(data);
    if (data.plan.variants.empty()) {
        result.recommendation.reason = {ReasonKind::NoVariant, {}};
        return result;
    }
    result.kind = comparisonKindOf(data);
    const JudgeInput input(data);
    std::vector<JudgedCase> cases;
    for (int index = 0; index < caseCount(data); ++index) {
        cases.push_back(judgeCase(input, index));
        result.cases.push_back(caseResultOf(data, index, cases.back()));
    }
    result.quality = qualityOf(data, result.cases);
    if (!isImported(result.kind))
        for (auto& inCase : result.cases) {
            inCase.outlook = callOutlook(data, inCase);
            inCase.trial = trialBreaks(data, inCase.caseIndex);
        }
    if (isDisturbed(result.quality)) {
        judgeBesideOthers(cases, result.cases, input, result.quality);
        result.quality.noiseFloor = noiseOf(result.cases);
    }
    for (std::size_t i = 0; i < cases.size(); ++i)
        result.cases[i].recommendation = isImported(result.kind)
            ? notJudged(result.cases[i])
            : recommendFor(data, cases[i], result.quality);
    result.recommendation = cases.size() == 1 ? result.cases.front().recommendation
                                              : recommendForAll(data, cases, result.quality);
    if (isImported(result.kind))
        result.imported = summarizeImports(data, result.cases.front());
    return result;
}

} // namespace profiler

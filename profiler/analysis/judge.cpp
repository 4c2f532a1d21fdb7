// SPDX-License-Identifier: Apache-2.0
#include "profiler/analysis/comparability.h"
#include "profiler/analysis/comparison_result.h"
#include "profiler/analysis/findings.h"
#include "profiler/analysis/judge_variant.h"
#include "profiler/analysis/lanes.h"
#include "profiler/analysis/over_all_cases.h"
#include "profiler/analysis/quality.h"
#include "profiler/analysis/recommendation.h"
#include "profiler/analysis/words.h"
#include "profiler/model/imported_spec.h"

#include <utility>

namespace profiler {

namespace {

using JudgedCase = std::vector<JudgedVariant>;

JudgedCase judgeCase(const ComparisonData& data, int caseIndex)
{
    JudgedCase judged;
    const auto evidence = evidenceOf(data, caseIndex);
    const auto variants = static_cast<int>(data.plan.variants.size());
    judged.reserve(data.plan.variants.size());
    for (int variant = 0; variant < variants; ++variant) {
        judged.push_back(
            judgeVariant(data, evidence, variant, variant == 0 ? nullptr : &judged.front().result));
    }
    return judged;
}

/// Empty: nobody knows them.
std::string inputsOf(const Plan& plan, const Case& measured)
{
    if (!measured.inputs.empty())
        return inputsInWords(measured);
    return plan.workload.spec == importedSpec ? "" : "the callable's own inputs";
}

CaseResult caseResultOf(const ComparisonData& data, int caseIndex, const JudgedCase& judged)
{
    const auto measured = caseAt(data, caseIndex);
    CaseResult result {
        .caseIndex = caseIndex, .name = measured.name, .inputs = inputsOf(data.plan, measured)};
    std::vector<Contender> contenders;
    for (const auto& each : judged) {
        result.variants.push_back(each.result);
        if (each.result.variant != 0)
            contenders.push_back(contenderOf(data.plan, each.result));
    }
    result.recommendation = recommendAmong(data.plan, contenders);
    return result;
}

Recommendation recommendForAll(const ComparisonData& data, const std::vector<JudgedCase>& cases)
{
    std::vector<Contender> contenders;
    for (std::size_t variant = 1; variant < data.plan.variants.size(); ++variant) {
        std::vector<const JudgedVariant*> byCase;
        byCase.reserve(cases.size());
        for (const auto& judged : cases)
            byCase.push_back(&judged[variant]);
        contenders.push_back(overAllCases(data, byCase));
    }
    return recommendAmong(data.plan, contenders);
}

std::string firstField(const ComparisonData& data, const std::string& field)
{
    for (const auto& process : data.processes) {
        const auto found = process.environment.find(field);
        if (found != process.environment.end() && !found->second.empty())
            return found->second;
    }
    return {};
}

std::string deviceInWords(const ComparisonData& data)
{
    auto device = firstField(data, "device_name");
    if (device.empty())
        device = data.plan.numeric.device;
    const auto threads = firstField(data, "threads");
    if (data.plan.numeric.device.starts_with("cpu") && !threads.empty())
        device += ", " + threads + (threads == "1" ? " thread" : " threads");
    return device;
}

std::string dtypeInWords(const ComparisonData& data)
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
    ComparisonResult result {.info = data.info,
        .plan = data.plan,
        .device = deviceInWords(data),
        .dtype = dtypeInWords(data)};
    result.comparable = comparabilityOf(data);
    if (data.plan.variants.empty()) {
        result.recommendation.reason = "the plan names no variant";
        return result;
    }
    std::vector<JudgedCase> cases;
    for (int index = 0; index < caseCount(data); ++index) {
        cases.push_back(judgeCase(data, index));
        result.cases.push_back(caseResultOf(data, index, cases.back()));
    }
    result.recommendation
        = cases.size() == 1 ? result.cases.front().recommendation : recommendForAll(data, cases);
    result.quality = qualityOf(data, result.cases);
    result.findings = findingsOf(data, result);
    return result;
}

} // namespace profiler

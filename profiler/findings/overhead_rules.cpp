// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/device/device_gaps.h"
#include "profiler/evidence/kernels/call_split.h"
#include "profiler/evidence/trace/data_wait.h"
#include "profiler/evidence/trace/look_up.h"
#include "profiler/evidence/trace/time_by_call.h"
#include "profiler/findings/finding_rules.h"
#include "profiler/model/comparison_data.h"
#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

/// What a call spends beside the work that it is for: guards, waiting for data, gradients that
/// nobody asked for, work that no compiled kernel took over.
namespace profiler {

namespace {

constexpr double leastOverheadShare = 0.05; ///< of a call; less is no finding

const TraceSummary* traceOf(const FindingInput& input)
{
    return trustedTrace(input.data, *input.variant, input.inCase->caseIndex);
}

/// Untraced where calls were timed.
double callNs(const FindingInput& input, const TraceSummary& trace)
{
    return input.medianNs().value_or(median(durationsOf(trace.calls)).value_or(0));
}

/// Of a traced call, 0 to 1: a trace slows all of it.
double shareOf(double ns, const TraceSummary& trace)
{
    const double traced = median(durationsOf(trace.calls)).value_or(0);
    return traced > 0 ? std::min(1.0, ns / traced) : 0;
}

struct LookUp {
    double ns = 0;
    double callNs = 0;
    int caseIndex = 0;

    [[nodiscard]] double share() const { return callNs > 0 ? std::min(1.0, ns / callNs) : 0; }
};

/// In the cases whose calls are short enough for it to be noticed, the largest share first.
std::vector<LookUp> noticedLookUps(const FindingInput& input)
{
    constexpr double noticed = 0.1; // of a call
    std::vector<LookUp> found;
    for (const auto& inCase : input.judged.cases) {
        const auto index = static_cast<std::size_t>(input.variant->variant);
        const FindingInput of {.data = input.data,
            .judged = input.judged,
            .inCase = &inCase,
            .variant = &inCase.variants.at(index)};
        if (const auto* trace = traceOf(of)) {
            const double call = callNs(of, *trace);
            const LookUp lookUp {call * shareOf(lookUpNs(*trace), *trace), call, inCase.caseIndex};
            if (lookUp.share() >= noticed)
                found.push_back(lookUp);
        }
    }
    std::ranges::stable_sort(found, std::ranges::greater {}, &LookUp::share);
    return found;
}

/// Some guards are needed whatever one does: half of the time is as likely as all or none.
std::vector<Finding> guardTime(const FindingInput& input)
{
    if (input.variant->variant == 0 || costSideOf(input.data.plan) == CostSide::Device)
        return {};
    const auto lookUps = noticedLookUps(input);
    if (lookUps.empty())
        return {};
    const auto& most = lookUps.front();
    auto finding = input.found(
        Finding::Severity::Information, "guard_time", {TimeTaken {most.ns}, Share {most.share()}});
    finding.caseIndex = most.caseIndex;
    for (const auto& each : lookUps)
        finding.recoverable.push_back({.caseIndex = each.caseIndex,
            .cost = {.estimateNs = each.ns / 2, .lowNs = 0, .highNs = each.ns}});
    std::ranges::stable_sort(finding.recoverable, std::ranges::greater {},
        [](const CostInCase& inCase) { return inCase.cost.estimateNs; });
    finding.confidence = Confidence::Estimated;
    return {std::move(finding)};
}

std::vector<Finding> dataWait(const FindingInput& input)
{
    const auto* trace = traceOf(input);
    if (trace == nullptr)
        return {};
    const double ns = dataWaitNs(*trace);
    const double share = shareOf(ns, *trace);
    if (share < leastOverheadShare)
        return {};
    const double waited = share * callNs(input, *trace);
    auto finding
        = input.found(Finding::Severity::Warning, "data_wait", {TimeTaken {waited}, Share {share}});
    finding.recoverable = atMost(waited, input.inCase->caseIndex);
    finding.confidence = Confidence::Estimated;
    finding.remedy.kind = RemedyKind::Rewrite;
    return {std::move(finding)};
}

/// AOTAutograd calls a graph as an autograd function only where gradients are kept.
std::vector<Finding> gradientsOn(const FindingInput& input)
{
    const auto* trace = traceOf(input);
    if (trace == nullptr || input.data.plan.workload.task != Task::Inference)
        return {};
    const bool kept = std::ranges::any_of(trace->operators,
        [](const OperatorStat& stat) { return stat.kind == SpanKind::CompiledFunction; });
    if (!kept)
        return {};
    auto finding = input.found(Finding::Severity::Warning, "gradients_on");
    finding.confidence = Confidence::Suspected;
    finding.remedy.kind = RemedyKind::NoGradient;
    return {std::move(finding)};
}

/// Of eager, whose operators are all there: with training off aten::dropout draws nothing.
std::vector<Finding> dropoutInInference(const FindingInput& input)
{
    const auto* trace = traceOf(input);
    if (trace == nullptr || input.variant->variant != 0
        || input.data.plan.workload.task != Task::Inference)
        return {};
    const auto runs = [&](std::string_view name) {
        return std::ranges::find(trace->operators, name, &OperatorStat::name)
            != trace->operators.end();
    };
    const bool drawn = runs("aten::dropout") && runs("aten::bernoulli_");
    if (!drawn && !runs("aten::native_dropout"))
        return {};
    Finding finding {.severity = Finding::Severity::Warning,
        .statements = {{"dropout_in_inference", {}}},
        .seen = Finding::Seen::InAllVariants,
        .caseIndex = input.inCase->caseIndex,
        .remedy = {.kind = RemedyKind::Rewrite},
        .confidence = Confidence::Suspected};
    return {std::move(finding)};
}

/// Kernels of the library do one operator each, and each writes what the next one reads.
std::vector<Finding> unfusedWork(const FindingInput& input)
{
    constexpr double share = 0.15;
    constexpr double most = 0.5; // of a call: then compiling does little
    if (input.variant->variant == 0 || !usesTorchCompile(input.planned())
        || input.planned().compile.backend.value_or("inductor") != "inductor")
        return {};
    const auto split = splitOfCall(input.data, *input.variant, input.inCase->caseIndex);
    if (!split || split->medianNs <= 0)
        return {};
    double ns = 0;
    for (const auto kind : {WorkKind::Elementwise, WorkKind::Norm})
        if (const auto found = split->workNs.find(kind); found != split->workNs.end())
            ns += found->second;
    if (ns < share * split->medianNs)
        return {};
    const double part = ns / split->medianNs;
    auto finding
        = input.found(part >= most ? Finding::Severity::Warning : Finding::Severity::Information,
            "unfused_work", {TimeTaken {ns}, Share {part}});
    finding.confidence = Confidence::Suspected;
    return {std::move(finding)};
}

constexpr auto overheadRuleTable = std::to_array<FindingRule>({
    {"guard_time", guardTime, FindingPage::Breaks, FindingNeeds::File, FindingScope::Variant},
    {"data_wait", dataWait, FindingPage::Kernels, FindingNeeds::File},
    {"gradients_on", gradientsOn, FindingPage::Configuration},
    {"dropout_in_inference", dropoutInInference, FindingPage::Configuration, FindingNeeds::File},
    {"unfused_work", unfusedWork, FindingPage::Kernels, FindingNeeds::File},
});

} // namespace

constinit const std::span<const FindingRule> overheadRules {overheadRuleTable};

} // namespace profiler

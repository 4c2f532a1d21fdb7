// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/compile/compile_evidence.h"
#include "profiler/evidence/device/device_calls.h"
#include "profiler/evidence/device/device_use.h"
#include "profiler/evidence/kernels/call_split.h"
#include "profiler/evidence/trace/look_up.h"
#include "profiler/evidence/trace/time_by_call.h"
#include "profiler/findings/finding_rules.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/compile_metrics.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/plan/device_kind.h"
#include "profiler/model/process_record.h"
#include "profiler/statistics/quantiles.h"
#include "profiler/statistics/t_interval.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// Whether a device is kept busy, and what keeps CUDA graphs from doing so.
namespace profiler {

namespace {

constexpr double busyEnough = 0.9;

struct OnDevice {
    DeviceUse use;
    double medianNs = 0;
    double lookUpNs = 0; ///< the host takes to find the compiled code of a call
    std::vector<double> idleNs; ///< between launches, in each traced call, as of untraced ones
};

/// What fewer launches save, in the unit of `idle`.
template <typename Amount>
Amount idleBetweenLaunches(const std::map<IdleCause, Amount>& idle)
{
    Amount sum {};
    for (const auto cause : {IdleCause::Host, IdleCause::Launch})
        if (const auto found = idle.find(cause); found != idle.end())
            sum += found->second;
    return sum;
}

/// The trace slows the host alone: what it adds is taken out of all idle time.
double idleBetweenLaunchesNs(const DeviceCall& call, double medianNs)
{
    const auto busyNs = busyInAllNs(call);
    const auto idleNs = static_cast<double>(call.durationNs - busyNs);
    const double restNs = std::max(0.0, medianNs - static_cast<double>(busyNs));
    return static_cast<double>(idleBetweenLaunches(call.idleNs))
        * (idleNs > restNs ? restNs / idleNs : 1);
}

std::optional<OnDevice> onDevice(const FindingInput& input)
{
    const auto* trace = trustedTrace(input.data, *input.variant, input.inCase->caseIndex);
    const auto medianNs = input.medianNs();
    if (trace == nullptr || !medianNs || *medianNs <= 0)
        return std::nullopt;
    auto use = deviceUse(*trace, medianNs);
    if (!use)
        return std::nullopt;
    OnDevice found {.use = std::move(*use),
        .medianNs = *medianNs,
        .lookUpNs = lookUpNs(*trace) / std::max(1.0, overheadRatio(*trace, medianNs).value_or(1))};
    for (const auto& call : trace->deviceCalls)
        found.idleNs.push_back(idleBetweenLaunchesNs(call, *medianNs));
    return found;
}

bool asksForGraphs(const Variant& variant)
{
    constexpr auto option = "triton.cudagraphs";
    const auto isOn = [](const JsonTextByName& settings) {
        const auto found = settings.find(option);
        return found != settings.end() && found->second == "true";
    };
    const auto& mode = variant.compile.mode;
    return mode == "reduce-overhead" || mode == "max-autotune" || isOn(variant.compile.options)
        || isOn(variant.torch.inductor);
}

/// Empty: none of the comparison.
std::string variantWithGraphs(const FindingInput& input)
{
    const auto& variants = input.judged.plan.variants;
    const auto found = std::ranges::find_if(variants, asksForGraphs);
    return found == variants.end() ? std::string() : found->name;
}

/// Inductor's mode that does what this one does, and records CUDA graphs.
std::string modeWithGraphs(const FindingInput& input)
{
    return input.planned().compile.mode == "max-autotune-no-cudagraphs" ? "max-autotune"
                                                                        : "reduce-overhead";
}

CostPerCall costOf(const OnDevice& device)
{
    const double estimate = idleBetweenLaunches(device.use.idleRatio) * device.medianNs;
    const auto interval = tInterval(device.idleNs);
    return {.estimateNs = estimate,
        .lowNs = interval ? std::max(0.0, std::min(interval->low, estimate)) : 0,
        .highNs = interval ? std::max(interval->high, estimate) : estimate};
}

std::vector<Finding> hostBound(const FindingInput& input)
{
    constexpr double share = 0.1; // of a call
    constexpr double notable = 0.1; // of the idle time
    const auto device = onDevice(input);
    if (!device || !usesTorchCompile(input.planned()) || device->use.busyInAllRatio >= busyEnough)
        return {};
    const auto cost = costOf(*device);
    if (cost.estimateNs < share * device->medianNs)
        return {};
    const bool graphs = asksForGraphs(input.planned()) || device->use.graphLaunches > 0;
    auto finding
        = input.found(Finding::Severity::Warning, graphs ? "host_bound_with_graphs" : "host_bound",
            {Share {cost.estimateNs / device->medianNs}});
    const auto beside = graphs ? std::string() : variantWithGraphs(input);
    if (!beside.empty()) { // what it would advise was recorded with it
        auto& statement = finding.statements.front();
        statement.id = "host_bound_beside";
        statement.values.emplace_back(beside);
        finding.severity = Finding::Severity::Information;
    }
    finding.recoverable = {{.caseIndex = input.inCase->caseIndex, .cost = cost}};
    finding.confidence = Confidence::Estimated;
    if (graphs && device->lookUpNs >= notable * cost.estimateNs)
        finding.statements.push_back({"host_bound_look_up", {TimeTaken {device->lookUpNs}}});
    if (!graphs && beside.empty())
        finding.remedy = {.kind = RemedyKind::Mode, .value = modeWithGraphs(input)};
    return {std::move(finding)};
}

/// Of the baseline: what compiling can win lies in the kernels then.
std::vector<Finding> deviceBound(const FindingInput& input)
{
    if (input.variant->variant != 0)
        return {};
    const auto device = onDevice(input);
    if (!device || device->use.busyInAllRatio < busyEnough)
        return {};
    return {input.found(
        Finding::Severity::Information, "device_bound", {Share {device->use.busyInAllRatio}})};
}

std::vector<Finding> graphsSkipped(const FindingInput& input)
{
    if (input.data.plan.numeric.device == "cpu" && !isImported(input.judged.kind))
        return {};
    std::map<std::string, std::int64_t> reasons;
    const auto* process = compileEvidence(input.data, input.variant->variant);
    if (process == nullptr)
        return {};
    for (const auto& fact : process->compiles)
        if (!fact.startUp
            && fact.caseIndex.value_or(input.inCase->caseIndex) == input.inCase->caseIndex)
            if (auto reason = metricText(fact.metricsJson, "cudagraph_skip_reason");
                !reason.empty())
                ++reasons[std::move(reason)];
    std::vector<Finding> findings;
    for (const auto& [reason, graphs] : reasons) {
        auto finding = input.found(
            Finding::Severity::Warning, "cuda_graphs_skipped", {graphs, std::string(reason)});
        finding.confidence = Confidence::Suspected;
        findings.push_back(std::move(finding));
    }
    return findings;
}

double copiesNs(const DeviceCall& call)
{
    const auto found = call.busyNs.find(WorkKind::Copy);
    return found == call.busyNs.end() ? 0 : static_cast<double>(found->second);
}

/// What a call copies on the device, in the middle of the traced calls; nullopt: none ran there.
std::optional<double> copiesInCall(
    const ComparisonData& data, const VariantResult& variant, int caseIndex)
{
    const auto* trace = trustedTrace(data, variant, caseIndex);
    if (trace == nullptr || trace->deviceCalls.empty())
        return std::nullopt;
    std::vector<double> copies;
    std::ranges::transform(trace->deviceCalls, std::back_inserter(copies), copiesNs);
    return median(copies);
}

bool replaysGraphs(const TraceSummary& trace)
{
    return std::ranges::any_of(
        trace.deviceCalls, [](const DeviceCall& call) { return call.graphLaunches > 0; });
}

/// A CUDA graph reads its inputs where they were when it was recorded: what comes elsewhere is
/// copied there before each replay. What eager copies as well is no part of it.
std::vector<Finding> graphInputsCopied(const FindingInput& input)
{
    constexpr double share = 0.05; // of a call
    const int caseIndex = input.inCase->caseIndex;
    const auto* trace = trustedTrace(input.data, *input.variant, caseIndex);
    const auto medianNs = input.medianNs();
    if (input.variant->variant == 0 || trace == nullptr || !medianNs || !replaysGraphs(*trace))
        return {};
    const double copied = copiesInCall(input.data, *input.variant, caseIndex).value_or(0)
        - copiesInCall(input.data, input.baseline(), caseIndex).value_or(0);
    if (copied < share * *medianNs)
        return {};
    auto finding = input.found(Finding::Severity::Warning, "cuda_graph_inputs_copied",
        {TimeTaken {copied}, Share {std::min(1.0, copied / *medianNs)}});
    finding.recoverable = atMost(copied, caseIndex);
    finding.confidence = Confidence::Estimated;
    finding.remedy.kind = RemedyKind::Rewrite;
    return {std::move(finding)};
}

bool asksInVainForGraphs(const FindingInput& input, bool onCpu)
{
    const auto* const traits = deviceTraits(input.data.plan.numeric.device);
    return input.planned().compile.mode == "reduce-overhead" && traits != nullptr
        && !traits->noGraphs.empty() && (traits->kind == DeviceKind::Cpu) == onCpu;
}

Finding graphsInVain(
    const FindingInput& input, const char* rule, std::vector<StatementValue> values)
{
    auto finding = input.found(Finding::Severity::Warning, rule, std::move(values));
    finding.confidence = Confidence::Suspected;
    finding.remedy = {.kind = RemedyKind::Mode, .value = "default"};
    return finding;
}

/// Torch says nothing of it, and runs what the default mode makes.
std::vector<Finding> graphsOnCpu(const FindingInput& input)
{
    if (!asksInVainForGraphs(input, true))
        return {};
    return {graphsInVain(input, "cuda_graphs_on_cpu", {})};
}

std::vector<Finding> graphsOnOther(const FindingInput& input)
{
    if (!asksInVainForGraphs(input, false))
        return {};
    const auto& device = input.data.plan.numeric.device;
    return {graphsInVain(input, "cuda_graphs_on_other", {device.substr(0, device.find(':'))})};
}

constexpr auto deviceRuleTable = std::to_array<FindingRule>({
    {"host_bound", hostBound, FindingPage::Gpu},
    {"device_bound", deviceBound, FindingPage::Gpu},
    {"cuda_graphs_skipped", graphsSkipped, FindingPage::Compile, FindingNeeds::File},
    {"cuda_graph_inputs_copied", graphInputsCopied, FindingPage::Gpu},
    {"cuda_graphs_on_cpu", graphsOnCpu, FindingPage::Compile},
    {"cuda_graphs_on_other", graphsOnOther, FindingPage::Compile},
});

} // namespace

constinit const std::span<const FindingRule> deviceRules {deviceRuleTable};

} // namespace profiler

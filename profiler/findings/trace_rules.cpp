// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/device/device_gaps.h"
#include "profiler/evidence/trace/ended_traces.h"
#include "profiler/findings/finding_rules.h"
#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

/// Where compiled code costs more than it saves though nothing broke, from the traces of a case on
/// the CPU.
namespace profiler {

namespace {

constexpr double timesLonger = 2; ///< than what it stands for
constexpr double leastShare = 0.03; ///< of a call; less is no finding

/// Median of a compiled call on the host; nothing of a device: host times of operators are no
/// device times.
std::optional<double> hostMedianNs(const FindingInput& input)
{
    const auto& latency = input.variant->latency;
    const double medianNs = latency ? latency->median().ns.value_or(0) : 0;
    if (input.variant->variant == 0 || medianNs <= 0
        || costSideOf(input.data.plan) == CostSide::Device)
        return std::nullopt;
    return medianNs;
}

/// "max_pool2d_with_indices" of "aten::max_pool2d_with_indices"; empty: none of the library's.
std::string_view libraryName(std::string_view name)
{
    constexpr std::string_view library = "aten::";
    if (!name.starts_with(library))
        return {};
    name.remove_prefix(library.size());
    name.remove_prefix(std::min(name.find_first_not_of('_'), name.size()));
    return name;
}

bool namesOperator(const std::string& kernel, std::string_view name)
{
    return kernel.find("_" + std::string(name) + "_") != std::string::npos;
}

/// How long an operator and the generated kernels of its name take in a call.
struct Decomposed {
    std::string_view name;
    double eagerNs = 0; ///< of all operators that those kernels name
    double compiledNs = 0;
};

Decomposed decomposed(
    std::string_view name, const TraceSummary& eager, const TraceSummary& compiled)
{
    Decomposed found {.name = name};
    std::string kernels;
    for (const auto& stat : compiled.operators)
        if (stat.kind == SpanKind::Kernel && namesOperator(stat.name, name)) {
            found.compiledNs += stat.selfPerCallNs;
            kernels += stat.name + " ";
        }
    for (const auto& stat : eager.operators)
        if (const auto other = libraryName(stat.name);
            stat.kind == SpanKind::Operator && !other.empty() && namesOperator(kernels, other))
            found.eagerNs += stat.selfPerCallNs;
    return found;
}

/// The one that loses most.
std::optional<Decomposed> worstDecomposed(
    const TraceSummary& eager, const TraceSummary& compiled, double leastNs)
{
    constexpr std::size_t most = 40; // operators are sorted by time
    std::optional<Decomposed> worst;
    for (std::size_t i = 0; i < std::min(most, eager.operators.size()); ++i) {
        const auto name = libraryName(eager.operators[i].name);
        if (name.empty())
            continue;
        const auto found = decomposed(name, eager, compiled);
        const double lost = found.compiledNs - found.eagerNs;
        if (found.compiledNs > timesLonger * found.eagerNs && lost > leastNs
            && (!worst || lost > worst->compiledNs - worst->eagerNs))
            worst = found;
    }
    return worst;
}

std::vector<Finding> decomposedOperator(const FindingInput& input)
{
    const auto medianNs = hostMedianNs(input);
    if (!medianNs)
        return {};
    const int caseIndex = input.inCase->caseIndex;
    const auto eager = tracedCallsOf(input.data, 0, caseIndex);
    const auto compiled = tracedCallsOf(input.data, input.variant->variant, caseIndex);
    if (eager.trace == nullptr || compiled.trace == nullptr)
        return {};
    const auto found = worstDecomposed(*eager.trace, *compiled.trace, leastShare * *medianNs);
    if (!found)
        return {};
    return {input.found(Finding::Severity::Warning, "decomposed_operator",
        {std::string(found->name), TimeTaken {found->compiledNs}, TimeTaken {found->eagerNs}})};
}

/// Runs of graphs of one operator in the traced calls.
struct SmallGraphs {
    std::set<std::string> graphs;
    std::vector<double> durations;
    std::size_t calls = 0;
};

SmallGraphs smallGraphs(const EndedTrace& traced)
{
    std::map<std::string, std::int64_t> operators;
    for (const auto& fact : traced.process->compiles)
        if (!fact.startUp && fact.operators)
            operators.emplace(fact.compileId, *fact.operators);
    SmallGraphs small;
    int call = -1;
    for (const auto& window : traced.trace->graphs) {
        small.calls += window.call != call ? 1 : 0;
        call = window.call;
        const auto known = operators.find(window.compileId);
        if (known == operators.end() || known->second != 1)
            continue;
        small.graphs.insert(window.compileId);
        small.durations.push_back(
            static_cast<double>(durationOf(TraceCall {window.startNs, window.endNs})));
    }
    return small;
}

std::vector<Finding> graphOfOneOperator(const FindingInput& input)
{
    const auto medianNs = hostMedianNs(input);
    if (!medianNs)
        return {};
    const auto ended = endedTraces(
        input.data, input.variant->variant, input.inCase->caseIndex, TracePass::Graphs);
    if (ended.empty() || !ended.back().trace->constants.nullGraphNs)
        return {};
    const double wrapper = *ended.back().trace->constants.nullGraphNs;
    const auto small = smallGraphs(ended.back());
    if (small.durations.empty())
        return {};
    const double each = median(small.durations).value_or(0);
    const double runs
        = static_cast<double>(small.durations.size()) / static_cast<double>(small.calls);
    if (each > timesLonger * wrapper || runs * wrapper < leastShare * *medianNs)
        return {};
    return {input.found(Finding::Severity::Warning, "graph_of_one_operator",
        {static_cast<std::int64_t>(small.graphs.size()), TimeTaken {each},
            TimeTaken {std::min(each, wrapper)}})};
}

constexpr auto rules = std::to_array<FindingRule>({
    {.key = "decomposed_operator", .needs = FindingNeeds::File, .find = decomposedOperator},
    {.key = "graph_of_one_operator", .needs = FindingNeeds::File, .find = graphOfOneOperator},
});

} // namespace

constinit const std::span<const FindingRule> traceRules {rules};

} // namespace profiler

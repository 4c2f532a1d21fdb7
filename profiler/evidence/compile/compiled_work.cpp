// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/compile/compiled_work.h"

#include "profiler/evidence/device/device_gaps.h"
#include "profiler/evidence/trace/ended_traces.h"
#include "profiler/model/number_text.h"
#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>
#include <string_view>

namespace profiler {

namespace {

constexpr double longer = 2; ///< times as long as the operators that it replaced
constexpr double leastShare = 0.03; ///< of a call; less is no finding

/// "8.61 ms", "43.2 µs"
std::string roundedTimeText(double ns)
{
    constexpr double us = 1e3;
    constexpr double ms = 1e6;
    std::array<char, 32> text {};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), ns / (ns < ms ? us : ms),
        std::chars_format::general, 3);
    return std::string(text.data(), end.ptr) + (ns < ms ? " µs" : " ms");
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
        if (found.compiledNs > longer * found.eagerNs && lost > leastNs
            && (!worst || lost > worst->compiledNs - worst->eagerNs))
            worst = found;
    }
    return worst;
}

void addDecomposed(std::vector<Finding>& findings, const ComparisonData& data,
    const VariantResult& variant, const CaseResult& inCase, double medianNs)
{
    const auto eager = tracedCallsOf(data, 0, inCase.caseIndex);
    const auto compiled = tracedCallsOf(data, variant.variant, inCase.caseIndex);
    if (eager.trace == nullptr || compiled.trace == nullptr)
        return;
    const auto found = worstDecomposed(*eager.trace, *compiled.trace, leastShare * medianNs);
    if (!found)
        return;
    findings.push_back({.rule = "decomposed_operator",
        .severity = Finding::Severity::Warning,
        .sentence = variant.name + ": the kernels that Inductor generated for "
            + std::string(found->name) + " take " + roundedTimeText(found->compiledNs)
            + " of a traced call, the operators that they replace "
            + roundedTimeText(found->eagerNs) + " in eager",
        .evidence = "case " + inCase.name,
        .advice = "Keep it as a library call: torch.compiler.disable around it, or an option of "
                  "Inductor",
        .variant = variant.variant,
        .caseIndex = inCase.caseIndex});
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

void addSmallGraphs(std::vector<Finding>& findings, const ComparisonData& data,
    const VariantResult& variant, const CaseResult& inCase, double medianNs)
{
    const auto ended = endedTraces(data, variant.variant, inCase.caseIndex, TracePass::Graphs);
    if (ended.empty() || !ended.back().trace->constants.nullGraphNs)
        return;
    const double wrapper = *ended.back().trace->constants.nullGraphNs;
    const auto small = smallGraphs(ended.back());
    if (small.durations.empty())
        return;
    const double each = median(small.durations).value_or(0);
    const double runs
        = static_cast<double>(small.durations.size()) / static_cast<double>(small.calls);
    if (each > longer * wrapper || runs * wrapper < leastShare * medianNs)
        return;
    const auto count = static_cast<std::int64_t>(small.graphs.size());
    findings.push_back({.rule = "graph_of_one_operator",
        .severity = Finding::Severity::Warning,
        .sentence = variant.name + ": " + countText(count, "graph", "graphs")
            + " of one operator; a run takes " + roundedTimeText(each) + ", of which about "
            + roundedTimeText(std::min(each, wrapper)) + " are what any graph costs",
        .evidence = "case " + inCase.name,
        .advice = "Remove the breaks around it, or leave so small a part eager",
        .variant = variant.variant,
        .caseIndex = inCase.caseIndex});
}

} // namespace

std::vector<Finding> compiledWorkFindings(
    const ComparisonData& data, const VariantResult& variant, const CaseResult& inCase)
{
    std::vector<Finding> findings;
    const double medianNs = variant.latency ? variant.latency->p50.ns.value_or(0) : 0;
    // Host times of operators are no device times.
    if (variant.variant == 0 || medianNs <= 0 || costSideOf(data.plan) == CostSide::Device)
        return findings;
    addDecomposed(findings, data, variant, inCase, medianNs);
    addSmallGraphs(findings, data, variant, inCase, medianNs);
    return findings;
}

} // namespace profiler

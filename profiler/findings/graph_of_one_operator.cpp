// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/trace/ended_traces.h"
#include "profiler/findings/compiled_call.h"
#include "profiler/findings/finding_rules.h"
#include "profiler/statistics/quantiles.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace profiler::finding_rules {

namespace {

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

std::vector<Finding> find(const FindingInput& input)
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

} // namespace

const FindingRule graphOfOneOperator {
    .key = "graph_of_one_operator", .needs = FindingNeeds::File, .find = find};

} // namespace profiler::finding_rules

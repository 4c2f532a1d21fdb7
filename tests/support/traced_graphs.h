// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/breaks/graph_breaks.h"
#include "profiler/model/break_costs.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/facts.h"
#include "profiler/model/trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tests {

/// Adds a trace process of `variant` in which each call of the case runs a graph, the first of the
/// variant's breaks, a graph, the second break…; break k costs costsNs[k] in a call. Calls differ
/// by `spreadNs` at most.
inline void addTracedGraphs(profiler::ComparisonData& data, int variant, int caseIndex,
    const std::vector<std::int64_t>& costsNs, std::int64_t spreadNs = 200)
{
    constexpr std::int64_t graphNs = 5'000; // what a graph costs by being one of its own
    constexpr int calls = 21;
    auto& process = data.processes.emplace_back();
    process.start = {.kind = profiler::ProcessKind::Trace, .variant = variant};
    const auto breaks = profiler::graphBreaks(data, variant, std::nullopt);
    profiler::TraceSummary trace {
        .start = {.caseIndex = caseIndex, .pass = profiler::TracePass::Graphs},
        .constants = {.nullGraphNs = graphNs + 1'000, .wrapperNs = 1'000},
        .ended = true};
    for (std::size_t k = 0; k < costsNs.size() && k < breaks.size(); ++k)
        process.breaks.push_back({.id = breaks[k].id,
            .file = breaks[k].file,
            .line = breaks[k].line,
            .compileId = std::to_string(k) + "/0"});
    std::int64_t now = 1'000'000;
    for (int call = 0; call < calls; ++call)
        for (std::size_t k = 0; k <= costsNs.size(); ++k) {
            if (k > 0)
                now += costsNs[k - 1] - graphNs + spreadNs * (call - calls / 2) / calls;
            trace.graphs.push_back({.call = call,
                .compileId = std::to_string(k) + "/0",
                .startNs = now,
                .endNs = now + 1'000});
            now += 1'000;
        }
    process.traces = {trace};
}

} // namespace tests

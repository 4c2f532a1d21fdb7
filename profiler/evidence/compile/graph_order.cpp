// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/compile/graph_order.h"

#include "profiler/evidence/compile/compile_evidence.h"
#include "profiler/evidence/trace/ended_traces.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/trace.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <utility>

namespace profiler {

namespace {

constexpr std::size_t mostRuns = 10'000; // a file may claim any number

/// "3/1" is frame 3, compiled the second time; frames are numbered in the order first seen.
std::pair<int, int> numbersOf(const std::string& compileId)
{
    std::pair numbers {-1, -1};
    const auto* end = compileId.data() + compileId.size();
    const auto frame = std::from_chars(compileId.data(), end, numbers.first);
    if (frame.ptr != end)
        std::from_chars(frame.ptr + 1, end, numbers.second);
    return numbers;
}

/// Of the first traced call.
GraphOrder inTime(const EndedTrace& traced)
{
    GraphOrder order {.process = traced.process, .ids = {}, .inTime = true};
    const auto& windows = traced.trace->graphs;
    for (const auto& window : windows)
        if (window.call == windows.front().call && order.ids.size() < mostRuns)
            order.ids.push_back(window.compileId);
    return order;
}

GraphOrder asCompiled(const ObservedCall& observed)
{
    GraphOrder order {.process = observed.process, .ids = {}};
    std::vector<std::string> ids;
    for (const auto& [id, runs] : observed.proof->regions)
        ids.push_back(id);
    std::ranges::sort(ids, {}, numbersOf);
    for (const auto& id : ids) {
        const auto runs = std::clamp(observed.proof->regions.at(id), 0,
            static_cast<int>(mostRuns - std::min(mostRuns, order.ids.size())));
        order.ids.insert(order.ids.end(), static_cast<std::size_t>(runs), id);
    }
    return order;
}

} // namespace

GraphOrder graphOrder(const ComparisonData& data, int variant, int caseIndex)
{
    for (const auto pass : {TracePass::Graphs, TracePass::Operators}) {
        const auto ended = endedTraces(data, variant, caseIndex, pass);
        if (!ended.empty() && !ended.back().trace->graphs.empty())
            return inTime(ended.back());
    }
    const auto observed = observedCall(data, variant, caseIndex);
    return observed.proof == nullptr ? GraphOrder {} : asCompiled(observed);
}

} // namespace profiler

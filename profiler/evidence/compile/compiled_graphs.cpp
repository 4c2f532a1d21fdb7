// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/compile/compiled_graphs.h"

#include <algorithm>
#include <iterator>

namespace profiler {

const ProcessRecord* compileEvidence(const ComparisonData& data, int variant)
{
    const ProcessRecord* other = nullptr;
    for (const auto& process : data.processes) {
        if (process.start.variant != variant || process.start.again)
            continue;
        if (process.start.kind == ProcessKind::Cold)
            return &process;
        const bool facts
            = !process.compiles.empty() || !process.breaks.empty() || !process.recompiles.empty();
        if (other == nullptr && facts)
            other = &process;
    }
    return other;
}

std::vector<CompileFact> compiledGraphs(const ComparisonData& data, int variant)
{
    std::vector<CompileFact> graphs;
    if (const auto* process = compileEvidence(data, variant)) {
        std::ranges::copy_if(process->compiles, std::back_inserter(graphs),
            [](const CompileFact& fact) { return !fact.startUp; });
    }
    return graphs;
}

} // namespace profiler

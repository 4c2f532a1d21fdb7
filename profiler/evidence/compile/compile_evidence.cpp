// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/compile/compile_evidence.h"

#include "profiler/evidence/lanes/lanes.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/compile_trace.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/process_record.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>

namespace profiler {

namespace {

bool usable(const ProcessRecord& process)
{
    return process.end && process.end->outcome == ProcessOutcome::Finished;
}

} // namespace

const ProcessRecord* firstProcess(const ComparisonData& data, int variant, ProcessKind kind,
    std::optional<int> caseIndex, bool finished)
{
    for (const auto& process : data.processes) {
        if (process.start.kind == kind && process.start.variant == variant && !process.start.again
            && (!caseIndex || servesCase(process, *caseIndex)) && (!finished || usable(process)))
            return &process;
    }
    return nullptr;
}

const ProcessRecord* compilingProcess(
    const ComparisonData& data, int variant, std::optional<int> caseIndex)
{
    for (const bool finished : {true, false}) {
        for (const auto kind :
            {ProcessKind::Cold, ProcessKind::ColdKept, ProcessKind::Paired, ProcessKind::Look}) {
            if (const auto* found = firstProcess(data, variant, kind, caseIndex, finished))
                return found;
        }
    }
    return nullptr;
}

ObservedCall observedCall(const ComparisonData& data, int variant, int caseIndex)
{
    for (const auto& process : data.processes) {
        if (process.start.variant != variant || process.start.again)
            continue;
        for (const auto& proof : process.proofs) {
            if (proof.observed && proof.caseIndex == caseIndex)
                return {&process, &proof};
        }
    }
    return {};
}

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

const ProcessRecord* tracedCompiles(
    const ComparisonData& data, int variant, ProcessKind kind, std::optional<int> caseIndex)
{
    const auto found = std::ranges::find_if(data.processes, [&](const ProcessRecord& process) {
        return process.start.kind == kind && process.start.variant == variant
            && !process.start.again && !process.compileTraces.empty()
            && (!caseIndex || servesCase(process, *caseIndex));
    });
    return found == data.processes.end() ? nullptr : &*found;
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

std::optional<GraphCount> graphCount(const ComparisonData& data, int variant, int caseIndex)
{
    const auto* process = compilingProcess(data, variant, caseIndex);
    if (process == nullptr)
        return std::nullopt;
    GraphCount count;
    std::set<std::string> ids;
    for (const auto& fact : process->compiles) {
        if (fact.startUp || !fact.failType.empty() || fact.operators.value_or(1) == 0
            || fact.caseIndex.value_or(0) != caseIndex || !ids.insert(fact.compileId).second)
            continue;
        if (fact.guards)
            count.guards = count.guards.value_or(0) + *fact.guards;
    }
    count.graphs = static_cast<std::int64_t>(ids.size());
    return count;
}

} // namespace profiler

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/compile/compile_evidence.h"

#include "profiler/evidence/compile/compile_evidence.h"
#include "profiler/model/process_record.h"
#include "ui/comparison/judged_comparison.h"

namespace ui {

namespace {

ProcessSteps stepsOf(const profiler::ProcessRecord* process, const profiler::ProcessRecord* earlier)
{
    if (process == nullptr)
        return {};
    ProcessSteps steps {.drawing = flameDrawing(*process),
        .caches = profiler::cacheAnswers(*process),
        .missed = profiler::missedKeys(*process, earlier)};
    for (const auto& trace : process->compileTraces)
        steps.autotunes.insert(
            steps.autotunes.end(), trace.autotunes.begin(), trace.autotunes.end());
    return steps;
}

CompileSteps stepsOf(const profiler::ComparisonData& data, int variant, int caseIndex)
{
    using profiler::ProcessKind;
    const auto* cold = profiler::tracedCompiles(data, variant, ProcessKind::Cold, caseIndex);
    const auto* warm = profiler::tracedCompiles(data, variant, ProcessKind::ColdKept, caseIndex);
    CompileSteps steps {.cold = stepsOf(cold, nullptr), .warm = stepsOf(warm, cold)};
    if (const auto* process = profiler::compileEvidence(data, variant))
        steps.guards = profiler::graphGuards(*process);
    return steps;
}

} // namespace

CompileEvidence compileEvidenceOf(const JudgedComparison& comparison, int caseIndex)
{
    using profiler::CompileCache;
    const auto& caseResult = comparison.result.cases.at(static_cast<std::size_t>(caseIndex));
    CompileEvidence evidence {.lines = profiler::paybackLines(caseResult)};
    for (const profiler::VariantResult& variant : caseResult.variants) {
        const auto start = [&](CompileCache cache) {
            return profiler::firstStartCost(comparison.data, variant, caseResult.caseIndex, cache);
        };
        evidence.starts.push_back({start(CompileCache::Empty), start(CompileCache::Kept)});
        evidence.graphs.push_back(profiler::compiledGraphs(comparison.data, variant.variant));
        evidence.steps.push_back(stepsOf(comparison.data, variant.variant, caseResult.caseIndex));
    }
    for (auto& program : profiler::programFacts(comparison.data))
        if (program.caseIndex == caseResult.caseIndex)
            evidence.programs.push_back(std::move(program));
    return evidence;
}

} // namespace ui

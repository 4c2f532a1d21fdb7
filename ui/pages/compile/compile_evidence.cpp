// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/compile/compile_evidence.h"

#include "profiler/evidence/compile/compile_evidence.h"

namespace ui {

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
    }
    return evidence;
}

} // namespace ui

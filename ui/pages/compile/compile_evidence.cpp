// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/compile/compile_evidence.h"

#include "profiler/evidence/compile/compiled_graphs.h"

namespace ui {

CompileEvidence compileEvidenceOf(const JudgedComparison& comparison, int caseIndex)
{
    using profiler::CompileCache;
    const auto& caseResult = comparison.result.cases.at(static_cast<std::size_t>(caseIndex));
    CompileEvidence evidence {.lines = profiler::paybackLines(caseResult)};
    for (const profiler::VariantResult& variant : caseResult.variants) {
        const auto bill = [&](CompileCache cache) {
            return profiler::compileBill(comparison.data, variant, caseResult.caseIndex, cache);
        };
        evidence.bills.push_back({bill(CompileCache::Empty), bill(CompileCache::Kept)});
        evidence.graphs.push_back(profiler::compiledGraphs(comparison.data, variant.variant));
    }
    return evidence;
}

} // namespace ui

// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/latency/latency_evidence.h"

#include "profiler/model/process_record.h"
#include "ui/comparison/judged_comparison.h"

namespace ui {

profiler::CaseResult LatencyScope::visibleCase() const
{
    profiler::CaseResult result = comparison->result.cases.at(static_cast<std::size_t>(caseIndex));
    std::erase_if(result.variants, [this](const profiler::VariantResult& variant) {
        return variant.verdict != profiler::Verdict::Baseline && hidden.contains(variant.variant);
    });
    return result;
}

LatencyEvidence latencyEvidence(const LatencyScope& scope)
{
    const profiler::CaseResult shown = scope.visibleCase();
    const profiler::JudgeInput input(scope.comparison->data);
    LatencyEvidence evidence;
    evidence.percentiles = percentileSeries(input, shown, scope.comparison->result.plan.goal);
    evidence.quantiles = quantilePairs(evidence.percentiles);
    evidence.calls = std::make_shared<const profiler::CallSeries>(callSeries(input, shown));
    evidence.processes = processSeries(input, scope.comparison->result, shown);
    evidence.rows = latencyRows(shown);
    std::vector<profiler::SlowCallList> slow;
    for (const auto& variant : shown.variants)
        slow.push_back(slowCalls(input, variant.variant, shown.caseIndex));
    evidence.slow = profiler::joined(std::move(slow));
    return evidence;
}

profiler::SpreadSeries latencySpread(
    const LatencyScope& scope, profiler::SpreadGrain grain, profiler::ValueAxis axis)
{
    return spreadSeries(scope.comparison->data, scope.visibleCase(), grain, axis);
}

} // namespace ui

// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/latency/latency_rows.h"

#include "profiler/evidence/latency/percentile_series.h"
#include "profiler/model/comparison_result.h"

namespace profiler {

namespace {

LatencyRow rowOf(const JudgeInput& input, int caseIndex, const VariantResult& variant)
{
    LatencyRow row {.variant = variant.variant,
        .name = variant.name,
        .latency = variant.latency,
        .verdict = variant.verdict};
    if (const auto* limit = variant.limit(LimitKind::P99))
        row.limit = *limit;
    if (variant.verdict == Verdict::Baseline) {
        row.medianRatio = missing(ReasonKind::BaselineComparedWith);
        row.p99Ratio = row.medianRatio;
        return row;
    }
    if (variant.speedUp)
        row.medianRatio = variant.speedUp->ratio;
    else
        row.medianRatio = missing(variant.speedUp.error());
    row.p99Ratio = percentileRatio(input, caseIndex, variant.variant, tailPercentile);
    return row;
}

} // namespace

std::vector<LatencyRow> latencyRows(const JudgeInput& input, const CaseResult& caseResult)
{
    std::vector<LatencyRow> rows;
    rows.reserve(caseResult.variants.size());
    for (const VariantResult& variant : caseResult.variants)
        rows.push_back(rowOf(input, caseResult.caseIndex, variant));
    return rows;
}

} // namespace profiler

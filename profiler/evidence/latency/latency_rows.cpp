// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/latency/latency_rows.h"

#include "profiler/evidence/latency/percentile_series.h"

namespace profiler {

namespace {

LatencyRow rowOf(const ComparisonData& data, int caseIndex, const VariantResult& variant)
{
    LatencyRow row {.variant = variant.variant, .name = variant.name, .latency = variant.latency};
    for (const LimitResult& limit : variant.limits) {
        if (limit.what == "p99")
            row.limit = limit;
    }
    if (variant.verdict == Verdict::Baseline) {
        row.medianRatio = missing("the baseline is what the others are compared with");
        row.p99Ratio = row.medianRatio;
        return row;
    }
    if (variant.speedUp)
        row.medianRatio = variant.speedUp->ratio;
    else
        row.medianRatio = missing(variant.speedUp.error());
    constexpr double p99 = 0.99;
    row.p99Ratio = percentileRatio(data, caseIndex, variant.variant, p99);
    return row;
}

} // namespace

std::vector<LatencyRow> latencyRows(const ComparisonData& data, const CaseResult& caseResult)
{
    std::vector<LatencyRow> rows;
    rows.reserve(caseResult.variants.size());
    for (const VariantResult& variant : caseResult.variants)
        rows.push_back(rowOf(data, caseResult.caseIndex, variant));
    return rows;
}

} // namespace profiler

// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/latency/latency_rows.h"

#include "profiler/model/comparison_result.h"

namespace profiler {

namespace {

LatencyRow rowOf(const VariantResult& variant)
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
    row.p99Verdict = variant.tailVerdict;
    if (variant.tailVerdict == Verdict::NotEnoughData)
        row.p99Ratio
            = missing(variant.tailReason.empty() && !variant.speedUp ? variant.speedUp.error()
                                                                     : variant.tailReason);
    else if (variant.tailRatio)
        row.p99Ratio = *variant.tailRatio;
    return row;
}

} // namespace

std::vector<LatencyRow> latencyRows(const CaseResult& caseResult)
{
    std::vector<LatencyRow> rows;
    rows.reserve(caseResult.variants.size());
    for (const VariantResult& variant : caseResult.variants)
        rows.push_back(rowOf(variant));
    return rows;
}

} // namespace profiler

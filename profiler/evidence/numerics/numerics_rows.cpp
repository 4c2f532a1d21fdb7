// SPDX-License-Identifier: Apache-2.0
#include "profiler/evidence/numerics/numerics_rows.h"

#include <algorithm>
#include <tuple>

namespace profiler {

std::vector<NumericsRow> numericsRows(const ComparisonData& data, int caseIndex)
{
    std::vector<NumericsRow> rows;
    for (const auto& process : data.processes) {
        if (process.start.again)
            continue;
        for (const auto& fact : process.numerics) {
            if (fact.caseIndex != caseIndex)
                continue;
            rows.push_back({.variant = process.start.variant,
                .fact = fact,
                .status = numericsStatus(fact),
                .tolerance = toleranceOf(fact.dtype),
                .accuracyFactor = accuracyFactor(fact)});
        }
    }
    std::ranges::stable_sort(rows, [](const NumericsRow& one, const NumericsRow& other) {
        const auto order = [](const NumericsRow& row) {
            return std::tuple(
                row.variant, -badness(row.status), -row.fact.toleranceUsedRatio.value_or(0));
        };
        return order(one) < order(other);
    });
    return rows;
}

} // namespace profiler

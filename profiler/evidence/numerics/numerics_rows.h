// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/numerics/numerics.h"
#include "profiler/model/comparison_result.h"

#include <optional>
#include <vector>

namespace profiler {

/// One tensor of one variant against the baseline's.
struct NumericsRow {
    int variant = 0;
    NumericsFact fact;
    NumericsStatus status = NumericsStatus::NotChecked;
    std::optional<Tolerance> tolerance; ///< nothing for types that must be equal
    double accuracyFactor = 2; ///< how much less accurate than the baseline it may be against fp64
};

/// Of a case, in plan order of the variants; inside a variant the worst first.
[[nodiscard]] std::vector<NumericsRow> numericsRows(const ComparisonData& data, int caseIndex);

} // namespace profiler

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_result.h"

#include <optional>
#include <vector>

namespace profiler {

/// What a list of comparisons shows of each: what is recommended and how many × it gives.
struct BestRatio {
    Recommendation recommendation;
    std::optional<double> ratio; ///< geometric mean over `cases`; only of a variant spoken of
    std::vector<int> cases; ///< in which it is faster: what is not decided is no speed-up
};

[[nodiscard]] BestRatio bestRatio(const ComparisonResult& result);

} // namespace profiler

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_data.h"
#include "profiler/model/history/history.h"

#include <variant>
#include <vector>

namespace profiler {

/// Which processes and facts of a recording the metric is made of.
struct HistoryNeeds {
    std::vector<ProcessKind> processes;
    bool baseline = false; ///< those of the first variant, too
    bool calls = false;
    bool compiles = false;
    bool memory = false;
};

[[nodiscard]] HistoryNeeds needsOf(HistoryMetric metric);

/// Of one recording, by the functions that `judge` is made of; it may hold no more than what the
/// metric needs. Names that the query leaves open are the recording's own.
[[nodiscard]] std::variant<HistoryPoint, LeftOut> historyPoint(
    const ComparisonData& data, const std::string& file, const HistoryQuery& query);

} // namespace profiler

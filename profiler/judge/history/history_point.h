// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/history/history_recording.h"

#include <variant>
#include <vector>

namespace profiler {

struct ComparisonData;

/// Which processes and facts of a recording a metric, and those that are read together with it,
/// are made of; of all variants.
struct HistoryNeeds {
    std::vector<ProcessKind> processes;
    bool calls = false;
    bool compiles = false;
    bool memory = false;
    bool verdict = false; ///< all that `judge` asks for: every process and fact, without the traces
};

[[nodiscard]] HistoryNeeds needsOf(HistoryMetric metric);

/// Of a recording, which may hold no more than what the metric needs, by the functions that `judge`
/// is made of.
[[nodiscard]] HistoryRecording historyRecording(const ComparisonData& data, HistoryMetric metric);

/// What the recording answers; names that the query leaves open are the recording's own.
[[nodiscard]] std::variant<HistoryPoint, LeftOut> historyPoint(
    const HistoryRecording& recording, const std::string& file, const HistoryQuery& query);

} // namespace profiler

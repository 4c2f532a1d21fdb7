// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/history/history.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace profiler {

struct HistoryCase {
    std::string name;
    std::string unit; ///< of a throughput: "images"

    bool operator==(const HistoryCase&) const = default;
};

struct HistoryVariant {
    std::string name;
    bool compiled = false;
    EnvironmentFields environment; ///< of its first process
    EnvironmentFields settings;

    bool operator==(const HistoryVariant&) const = default;
};

/// What a history needs of one recording, whatever is asked of it: every case and every variant, by
/// the metrics that are read together. An imported trace has none.
struct HistoryRecording {
    ComparisonId id;
    std::string name;
    UtcTime started;
    int utcOffsetMinutes = 0;
    std::string tool; ///< with its version
    std::string workload; ///< spec
    std::string task;
    std::vector<HistoryCase> cases;
    std::vector<HistoryVariant> variants;
    /// A value for each variant of each case, those of the first case first.
    std::map<HistoryMetric, std::vector<Measured<HistoryValue>>> values;

    bool operator==(const HistoryRecording&) const = default;
};

} // namespace profiler

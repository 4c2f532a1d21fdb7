// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace profiler {

struct ComparisonData;
struct ProcessRecord;

/// The compiled graphs that one call of a case runs, by compile id, each as often as it runs.
struct GraphOrder {
    const ProcessRecord* process = nullptr; ///< whose ids they are; null: no call was observed
    std::vector<std::string> ids;
    /// As a traced call ran them; else in the order in which torch first saw their functions.
    bool inTime = false;
};

[[nodiscard]] GraphOrder graphOrder(const ComparisonData& data, int variant, int caseIndex);

} // namespace profiler

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_info.h"
#include "profiler/model/plan.h"

#include <string>
#include <vector>

namespace profiler {

struct MonitorSummary;
struct NoticeFact;
struct ProcessRecord;
struct SourceFact;

/// What a variant was called and where it stood when it was recorded.
struct RecordedVariant {
    int index = 0;
    std::string name;

    bool operator==(const RecordedVariant&) const = default;
};

/// A recorded plan, whole: what storage reads and analysis judges. Log lines are read apart.
struct ComparisonData {
    ComparisonInfo info;
    Plan plan;
    std::vector<ProcessRecord> processes; ///< by ProcessIndex
    std::vector<MonitorSummary> monitors; ///< by MonitorIndex; their rows are read apart
    std::vector<NoticeFact> notices;
    /// Of each variant, where a reader chose another baseline, order or names; empty = as recorded.
    std::vector<RecordedVariant> recorded;
    std::vector<SourceFact> sources; ///< in the order told
    std::string note; ///< what the user wrote beside it
    std::vector<std::string> tags; ///< sorted, each once

    bool operator==(const ComparisonData&) const = default;
};

/// Of the first process that tells it. Empty: none does.
[[nodiscard]] std::string firstField(const ComparisonData& data, const std::string& name);

} // namespace profiler

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/imports/imported_memory.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/hand_over.h"
#include "profiler/readers/imported_trace.h"
#include "profiler/readers/torch_trace_log.h"

#include <map>
#include <string>
#include <vector>

/// What other tools recorded, as a comparison. Its steps are samples that no lane took turns for
/// and that a profiler slowed down: they are shown, and no verdict follows from them.
namespace profiler {

struct ImportedVariant {
    std::string name;
    std::vector<ImportedTrace> traces; ///< in the order given; the last one speaks
    std::vector<CompileLog> logs;
    std::vector<SnapshotMemory> snapshots;
};

struct ImportedComparison {
    ComparisonData data;
    std::map<TraceIndex, TraceRows> traces;

    [[nodiscard]] TraceRowsOf rowsOf() const;
};

/// The first variant is the baseline. A trace without steps is one call from its first to its last
/// row.
[[nodiscard]] ImportedComparison importedComparison(std::vector<ImportedVariant> variants);

} // namespace profiler

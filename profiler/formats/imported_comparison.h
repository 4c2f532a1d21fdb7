// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/imported_memory.h"
#include "profiler/formats/source/imported_trace.h"
#include "profiler/formats/torch_log/torch_trace_log.h"
#include "profiler/model/comparison_data.h"
#include "profiler/model/comparison_replay.h"

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

/// Adds breaks and recompiles of a log that has no records of them, as that of torch 2.4: there the
/// metrics of a compile alone tell why it began anew, and that its code had been compiled before.
void addWhatMetricsTell(CompileRun& run);

} // namespace profiler

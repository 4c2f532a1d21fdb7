// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/counters.h"
#include "profiler/model/facts.h"
#include "profiler/model/plan.h"
#include "profiler/model/trace.h"

#include <optional>
#include <string>
#include <vector>

namespace profiler {

/// One worker process and everything it reported.
struct ProcessRecord {
    ProcessStart start;
    std::optional<ProcessEnd> end; ///< nullopt: running, or its recorder died
    EnvironmentFields environment;
    std::vector<PhaseFact> phases;
    std::vector<CallBlock> blocks; ///< in the order run
    std::vector<SteadyFact> steady;
    std::vector<ProofFact> proofs;
    std::vector<CompileFact> compiles;
    std::vector<GraphBreakFact> breaks;
    std::vector<RecompileFact> recompiles;
    std::vector<MemoryFact> memory;
    std::vector<NumericsFact> numerics;
    std::vector<TraceSummary> traces; ///< of a trace process; their rows are read apart

    bool operator==(const ProcessRecord&) const = default;
};

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

} // namespace profiler

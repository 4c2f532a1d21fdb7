// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/process_facts.h"

#include <optional>
#include <vector>

namespace profiler {

struct CallBlock;
struct CallWorkFact;
struct CollectionFact;
struct CompileFact;
struct CompileTrace;
struct GeneratedCode;
struct GraphBreakFact;
struct LoadFact;
struct LossCurve;
struct MemoryFact;
struct MemoryHistoryFact;
struct ModuleErrors;
struct NumericsFact;
struct ProofFact;
struct RecompileFact;
struct RoofFact;
struct SteadyFact;
struct StepPartsFact;
struct TraceSummary;
struct TrialFact;
struct TuneStep;
struct UlpHistogram;

/// One worker process and everything it reported. A reader includes the headers of the facts that
/// it reads; what makes or copies a whole record includes profiler/model/facts.h.
struct ProcessRecord {
    ProcessStart start;
    std::optional<ProcessEnd> end; ///< nullopt: running, or its recorder died
    EnvironmentFields environment;
    std::vector<PhaseFact> phases;
    std::vector<CallBlock> blocks; ///< in the order run
    std::vector<SteadyFact> steady;
    std::vector<CaseFailure> caseFailures;
    std::vector<ProofFact> proofs;
    std::vector<CompileFact> compiles;
    std::vector<GraphBreakFact> breaks;
    std::vector<RecompileFact> recompiles;
    std::vector<CollectionFact> collections; ///< of garbage, in calls of warm-ups
    std::vector<MemoryFact> memory;
    std::vector<NumericsFact> numerics;
    std::vector<ModuleErrors> moduleErrors; ///< of a check process
    std::vector<UlpHistogram> ulpHistograms; ///< of a check process
    std::vector<StepPartsFact> stepParts; ///< of a paired process, in training
    std::vector<LossCurve> lossCurves; ///< of a check process, in training
    std::vector<MemoryHistoryFact> memoryHistories; ///< of a trace process, one a case
    std::vector<GeneratedCode> code; ///< of a trace process, in the order compiled
    std::vector<RoofFact> roofs; ///< of one trace process of a recording
    std::vector<CallWorkFact> work; ///< of the first eager variant's trace process, by case
    std::vector<TrialFact> trials; ///< likewise
    std::vector<TuneStep> tuning; ///< what a search decided after it
    std::vector<CompileTrace> compileTraces; ///< of a cold process, in the order told
    std::vector<LoadFact> loads; ///< of a load process, in the order offered
    std::vector<TraceSummary> traces; ///< of a trace process; their rows are read apart

    bool operator==(const ProcessRecord&) const = default;
};

} // namespace profiler

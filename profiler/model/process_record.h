// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/collection_fact.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/compile_trace.h"
#include "profiler/model/facts/deep_numerics.h"
#include "profiler/model/facts/generated_code.h"
#include "profiler/model/facts/load_fact.h"
#include "profiler/model/facts/memory_fact.h"
#include "profiler/model/facts/memory_history.h"
#include "profiler/model/facts/numerics_fact.h"
#include "profiler/model/facts/outlook_facts.h"
#include "profiler/model/facts/process_facts.h"
#include "profiler/model/facts/timing_facts.h"
#include "profiler/model/facts/training_facts.h"
#include "profiler/model/facts/tune_facts.h"
#include "profiler/model/trace.h"

#include <optional>
#include <tuple>
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

/// Where each kind of fact is kept; the environment, which is one map, excepted. A kind that is
/// listed here is recorded, stored, copied and read: see profiler/model/facts.h.
inline constexpr auto factLists = std::tuple {&ProcessRecord::phases, &ProcessRecord::blocks,
    &ProcessRecord::steady, &ProcessRecord::proofs, &ProcessRecord::compiles,
    &ProcessRecord::breaks, &ProcessRecord::recompiles, &ProcessRecord::collections,
    &ProcessRecord::memory, &ProcessRecord::numerics, &ProcessRecord::code,
    &ProcessRecord::compileTraces, &ProcessRecord::roofs, &ProcessRecord::work,
    &ProcessRecord::trials, &ProcessRecord::tuning, &ProcessRecord::stepParts,
    &ProcessRecord::lossCurves, &ProcessRecord::loads, &ProcessRecord::memoryHistories,
    &ProcessRecord::moduleErrors, &ProcessRecord::ulpHistograms, &ProcessRecord::caseFailures};

} // namespace profiler

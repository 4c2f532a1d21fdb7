// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/formats/source/imported_trace.h"
#include "profiler/model/facts/compile_facts.h"
#include "profiler/model/facts/compile_trace.h"
#include "profiler/model/facts/generated_code.h"
#include "profiler/model/facts/notice_fact.h"
#include "profiler/model/facts/process_facts.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// What logs that torch wrote with TORCH_TRACE say of its compiles.
namespace profiler {

/// How often a compile found its result kept.
struct CacheUse {
    std::int64_t hits = 0;
    std::int64_t misses = 0;
    std::int64_t bypasses = 0;

    bool operator==(const CacheUse&) const = default;
};

struct LoggedCompile {
    CompileFact fact;
    int attempts = 1; ///< each graph break that restarts the analysis adds one
    std::vector<std::string> restartReasons;
    CacheUse graphCache; ///< Inductor's
    CacheUse autogradCache; ///< AOTAutograd's

    bool operator==(const LoggedCompile&) const = default;
};

/// A phase of a compile. Phases nest, but for those that ran in other processes.
struct CompileEvent {
    std::string name; ///< torch's: "bytecode_tracing", "Scheduler.codegen"
    std::string compileId; ///< empty: of none
    std::int64_t startNs = 0; ///< UTC
    std::optional<std::int64_t> endNs; ///< nullopt: the log does not tell
    bool instant = false; ///< a moment; its end is its start

    bool operator==(const CompileEvent&) const = default;
};

struct RecordCount {
    std::int64_t records = 0;
    std::int64_t payloadBytes = 0;

    bool operator==(const RecordCount&) const = default;
};

/// What one process logged from its start, or from where its compile ids begin anew: logs can be
/// appended to one file, and torch._dynamo.reset() begins anew in one process.
struct CompileRun {
    std::string file; ///< its name without the folder
    std::optional<int> rank;
    std::vector<std::string> compileIds; ///< in the order seen; also those without metrics
    std::vector<LoggedCompile> compiles; ///< one for each record of metrics
    std::vector<GraphBreakFact> breaks; ///< one for each record
    std::vector<RecompileFact> recompiles;
    std::vector<SourceFact> sources; ///< of breaks: the lines that torch wrote down
    std::vector<NoticeFact> notices;
    std::vector<CompileEvent> events; ///< by start
    CompileTrace caches; ///< its lookups and autotuning; the steps stand in `events`
    std::vector<GeneratedCode> code; ///< without operators and kernels
    EnvironmentFields environment; ///< versions
    std::map<std::string, RecordCount> records; ///< by type; artifacts as "artifact:<name>"
};

struct CompileLog {
    std::vector<CompileRun> runs;
    std::int64_t records = 0;
    std::int64_t strayLines = 0; ///< of no record
    std::int64_t changedPayloads = 0; ///< not what their hash says; they are kept
    std::size_t keptBytes = 0; ///< about; the readers keep it within bounds
    std::size_t codeBytes = 0; ///< of generated code among them
    std::vector<ReadLoss> losses;
};

} // namespace profiler

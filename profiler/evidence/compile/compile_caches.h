// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/compile_trace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// What torch's caches answered while a process compiled.
namespace profiler {

struct ProcessRecord;

/// One cache of one process. nullopt: torch does not tell.
struct CacheAnswers {
    TorchCache cache = TorchCache::FxGraph;
    std::optional<std::int64_t> hits;
    std::optional<std::int64_t> misses;
    std::optional<std::int64_t> bypasses;
    std::vector<std::string> reasons; ///< of bypasses, each once
};

/// Of every cache, in the order of TorchCache; empty where the process told no trace.
[[nodiscard]] std::vector<CacheAnswers> cacheAnswers(const ProcessRecord& process);

/// A part of a key that was otherwise than in an earlier compile.
struct KeyDifference {
    std::string name; ///< "example_inputs[0]"
    std::string before; ///< empty: its value is not kept
    std::string after;
    bool added = false; ///< the earlier key had none
    bool removed = false;
};

/// A lookup that missed, beside the earlier one that it could have hit.
struct MissedKey {
    TorchCache cache = TorchCache::FxGraph;
    std::string compileId;
    std::string beforeId; ///< of the earlier one
    bool otherProcess = false; ///< that one was of the process that left the cache
    std::vector<KeyDifference> differences; ///< the model's own first
};

/// Misses of `process`: each beside the same compile of `earlier`, which left the cache, where
/// there is one; else beside the compile before of the same function in the process itself.
[[nodiscard]] std::vector<MissedKey> missedKeys(
    const ProcessRecord& process, const ProcessRecord* earlier);

/// Checks before each call of a graph.
struct GraphGuards {
    std::string compileId;
    std::string function;
    std::int64_t guards = 0;
    std::optional<double> ns; ///< what one check took, as torch timed it when it made them: before
                              ///< caches are warm it takes longer than in a call
};

[[nodiscard]] std::vector<GraphGuards> graphGuards(const ProcessRecord& process);

} // namespace profiler

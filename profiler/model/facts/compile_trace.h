// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/utc_time.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What torch tells of a compile while it goes on: its steps with begin and end, what its caches
/// answered, and what autotuning tried.
namespace profiler {

/// A step with begin and end. Steps of a thread nest.
struct CompileSpan {
    std::string name; ///< torch's: "bytecode_tracing", "Scheduler.codegen"
    std::string compileId; ///< "0/0"; empty: of none
    int thread = 0; ///< from 0, in the order first seen; logs know one alone
    UtcTime begin; ///< the clock of CallBlock::started
    std::optional<nanoseconds> duration; ///< nullopt: it never ended

    bool operator==(const CompileSpan&) const = default;
};

/// What torch keeps of its work for the next process.
enum class TorchCache {
    FxGraph, ///< Inductor's: a compiled graph
    AotAutograd, ///< a graph with its backward, above Inductor's
    Kernels, ///< binaries of C++ and Triton kernels
    Autotune, ///< which of several kernels won
    ProfileGuided, ///< which sizes were seen to change
};

enum class CacheOutcome { Hit, Miss, Bypass };

/// One thing that a cache's key is made of. The hash alone tells whether it differs.
struct CacheKeyPart {
    std::string name; ///< "example_inputs[0]", "inductor_config[freezing]"
    std::string hash; ///< its first characters
    std::string value; ///< empty: not kept, see keepsKeyValue

    bool operator==(const CacheKeyPart&) const = default;
};

struct CacheLookup {
    TorchCache cache = TorchCache::FxGraph;
    CacheOutcome outcome = CacheOutcome::Miss;
    std::string compileId;
    UtcTime at;
    std::string key; ///< its first characters
    std::string reason; ///< of a bypass
    /// All of the first lookup of a cache that torch told them of; of later ones those that differ
    /// from it, with an empty hash where they lack one. See wholeKey.
    std::vector<CacheKeyPart> parts;

    bool operator==(const CacheLookup&) const = default;
};

struct AutotuneChoice {
    std::string name; ///< "cpp_CppMicroGemm_0", "mm", "triton_mm_12"
    std::optional<nanoseconds> time; ///< nullopt: it could not be run

    bool operator==(const AutotuneChoice&) const = default;
};

/// Several kernels for one operator, timed.
struct AutotuneRun {
    std::string work; ///< "addmm"
    std::string compileId;
    UtcTime at; ///< when it had ended
    std::int64_t tried = 0; ///< also those that are not kept
    std::vector<AutotuneChoice> choices; ///< the winner first; the slowest are left out

    bool operator==(const AutotuneRun&) const = default;
};

/// One for each stretch of a process that torch told of.
struct CompileTrace {
    std::vector<CompileSpan> spans; ///< by begin
    std::vector<CacheLookup> lookups; ///< in the order told
    std::vector<AutotuneRun> autotunes; ///< by time
    std::int64_t spansLeftOut = 0; ///< the shortest ones

    bool operator==(const CompileTrace&) const = default;
};

/// More is refused wherever it comes from; of what a process tells, the longest steps are kept.
inline constexpr std::size_t mostCompileSpans = 10'000; ///< of one trace
inline constexpr std::size_t mostCacheLookups = 2'000;
inline constexpr std::size_t mostCacheKeyParts = 2'000; ///< of one key
inline constexpr std::size_t mostAutotunes = 1'000;
inline constexpr std::size_t mostAutotuneChoices = 20; ///< of one operator
inline constexpr std::size_t longestCompileText = 1'000; ///< bytes of a name
inline constexpr std::size_t keptHash = 12; ///< characters: enough to tell two apart

/// Adds one whose parts are whole.
void addLookup(CompileTrace& trace, CacheLookup lookup);

/// All parts of a lookup of the trace; empty where torch told none.
[[nodiscard]] std::vector<CacheKeyPart> wholeKey(
    const CompileTrace& trace, const CacheLookup& lookup);

/// Parts of `key` that `than` has otherwise or not at all; what it lacks has an empty hash.
[[nodiscard]] std::vector<CacheKeyPart> differingParts(
    const std::vector<CacheKeyPart>& key, const std::vector<CacheKeyPart>& than);

/// Within these bounds?
[[nodiscard]] bool isBounded(const CompileTrace& trace);

/// Leaves out the shortest steps and whatever else is beyond the bounds; sorts the rest.
void keepWithinBounds(CompileTrace& trace);

/// Whether the value of such a part may be kept. Keys also hold settings, paths and code of the
/// user's: of those the hash alone.
[[nodiscard]] bool keepsKeyValue(std::string_view name);

/// A part as torch writes it: "[hash] name: value".
[[nodiscard]] std::optional<CacheKeyPart> keyPartIn(std::string_view text);

} // namespace profiler

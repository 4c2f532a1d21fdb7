// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

/// Which process speaks for what a variant compiled, and which call for what it ran.
namespace profiler {

struct ComparisonData;
struct CompileFact;
enum class ProcessKind;
struct ProcessRecord;
struct ProofFact;

/// The first process of that kind of the variant, of all cases or of one.
[[nodiscard]] const ProcessRecord* firstProcess(const ComparisonData& data, int variant,
    ProcessKind kind, std::optional<int> caseIndex, bool finished);

/// Its first cold process, which compiled everything from nothing; else the first that compiled
/// anything. Null when no process started.
[[nodiscard]] const ProcessRecord* compilingProcess(
    const ComparisonData& data, int variant, std::optional<int> caseIndex);

/// The first observed call of a case in any lane, with its process: compile ids are the process's
/// own.
struct ObservedCall {
    const ProcessRecord* process = nullptr;
    const ProofFact* proof = nullptr; ///< null: no call was observed
};

[[nodiscard]] ObservedCall observedCall(const ComparisonData& data, int variant, int caseIndex);

/// Compile facts are counted where a variant is alone and nothing is cached: in its first cold
/// process; where there is none, in the first that has facts. Null: nothing was recorded.
[[nodiscard]] const ProcessRecord* compileEvidence(const ComparisonData& data, int variant);

/// The first process of that kind whose compiles torch told of while they went on; of all cases or
/// of one. Null: none, or a file of an earlier version.
[[nodiscard]] const ProcessRecord* tracedCompiles(const ComparisonData& data, int variant,
    ProcessKind kind, std::optional<int> caseIndex = std::nullopt);

/// What one cold process of a variant compiled, in the order compiled; without the start-up graph.
[[nodiscard]] std::vector<CompileFact> compiledGraphs(const ComparisonData& data, int variant);

/// Graphs of a case that hold operators. A backward one has the id of its forward one: both are
/// one.
struct GraphCount {
    std::int64_t graphs = 0;
    std::optional<std::int64_t> guards; ///< of all of them; none: torch did not tell

    bool operator==(const GraphCount&) const = default;
};

/// What the process that speaks for the case compiled. Nothing: none started.
[[nodiscard]] std::optional<GraphCount> graphCount(
    const ComparisonData& data, int variant, int caseIndex);

} // namespace profiler

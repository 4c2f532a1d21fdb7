// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/evidence/ranks/rank_skew.h"
#include "profiler/evidence/trace/ended_traces.h"
#include "profiler/model/comparison_replay.h"
#include "profiler/model/result.h"

#include <optional>
#include <string_view>
#include <vector>

/// Several processes of one job, each with its trace in the file.
namespace profiler {

struct ComparisonData;
struct ProcessRecord;
struct TraceRows;

/// Fields of a process that tell which one of how many it is.
inline constexpr std::string_view rankField = "rank";
inline constexpr std::string_view worldSizeField = "world_size";

struct RankOfJob {
    int rank = 0;
    EndedTrace trace;
};

/// nullopt: it does not tell.
[[nodiscard]] std::optional<int> rankOf(const ProcessRecord& process);

/// By rank; of one that is there twice the last. Empty: no process of the variant tells a rank, or
/// there is one alone.
[[nodiscard]] std::vector<RankOfJob> ranksOf(
    const ComparisonData& data, int variant, int caseIndex);

/// How many ranks the job had, as its processes tell; nullopt: they do not.
[[nodiscard]] std::optional<int> worldSizeOf(const ComparisonData& data, int variant);

[[nodiscard]] RankTrace rankTraceOf(const RankOfJob& rank, const TraceRows& rows);

/// Reads the rows of all ranks, one after the other; the error names the first that cannot be read.
[[nodiscard]] Result<RankSkew> readRankSkew(
    const std::vector<RankOfJob>& ranks, const TraceRowsOf& rowsOf);

} // namespace profiler

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/judge/suite/suite.h"
#include "profiler/model/comparison_replay.h"
#include "profiler/model/result.h"

#include <string>
#include <vector>

namespace profiler {

struct ComparisonData;
struct ComparisonResult;
struct UnpairedRuns;

/// `compare --json`: every key of the command line's reference.
/// `peers`: what other models of its family gain (family_peers.h).
[[nodiscard]] std::string compareJson(
    const ComparisonResult& result, const std::vector<FamilyRange>& peers = {});

/// The parts of `show FILE PART` that are had from what is recorded now.
enum class ShowPart {
    Environment,
    Log,
    Calls,
    Compiles,
    Breaks,
    Recompiles,
    Numerics,
    Memory,
    Peak, ///< what the peak of a call is made of
    Programs,
    Trace,
    Kernels,
    Operators,
    Lines,
    Gpu,
    Communication, ///< devices, collectives and ranks
    Slow,
    Ledger,
    Tune,
    Training,
    Findings
};
[[nodiscard]] Result<ShowPart> showPartFrom(const std::string& word);
[[nodiscard]] std::vector<std::string> showPartWords();

/// What a comparison does not hold itself: `rowsOf` is used by ShowPart::Trace, Kernels, Lines,
/// Ledger, Communication and Gpu, `countersOf` by Gpu alone.
struct ShownBulk {
    TraceRowsOf rowsOf;
    MonitorRowsOf countersOf;
};

/// One JSON document for one part. ShowPart::Log is none of them: it is written while it is read
/// (profiler/report/terminal/log_text.h).
[[nodiscard]] std::string showJson(
    ShowPart part, const ComparisonData& data, const ShownBulk& bulk = {});
/// The same as a table for people.
[[nodiscard]] std::string showText(
    ShowPart part, const ComparisonData& data, const ShownBulk& bulk = {});

/// CSV with a header row, C locale, percentile type named.
/// `source`, where it is not empty, is the last column: where a file comes from.
[[nodiscard]] std::string compareCsv(
    const ComparisonResult& result, const std::string& source = {});
[[nodiscard]] std::string callsCsv(const ComparisonData& data);
/// The figures of ShowPart::Kernels, a row for each name; `operator` to `line` are of the place
/// that launched it most.
[[nodiscard]] std::string kernelsCsv(const ComparisonData& data, const TraceRowsOf& rowsOf);

/// One HTML file without outer references: sentence, forest, payback, latency (inline SVG), results
/// table, findings, numerics, memory, method line, configuration, commands. Light theme.
[[nodiscard]] std::string htmlReport(const ComparisonResult& result, const ComparisonData& data);

/// The comparison as a table for a terminal of `columns`, verdict sentence last.
[[nodiscard]] std::string compareText(const ComparisonResult& result, int columns, bool colour,
    const std::vector<FamilyRange>& peers = {});

/// Recordings side by side, `compare FILE FILE`: for people, and as JSON.
[[nodiscard]] std::string runsText(const UnpairedRuns& runs, int columns);
[[nodiscard]] std::string runsJson(const UnpairedRuns& runs);

} // namespace profiler

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_replay.h"
#include "profiler/model/log_reader.h"
#include "profiler/model/result.h"
#include "storage/rows/comparison_summary.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace profiler {
struct ComparisonData;
struct Goal;
struct MonitorRows;
class RecordSink;
struct TraceRows;
} // namespace profiler

namespace storage {

namespace fs = std::filesystem;

/// `~/.local/share/fusescope/library.fscope`, by XDG_DATA_HOME.
[[nodiscard]] fs::path libraryPath();

/// Newest first. Refused in one sentence: not there, not a database, not ours, newer than this
/// program.
[[nodiscard]] profiler::Result<std::vector<ComparisonSummary>> listComparisons(
    const fs::path& file);

/// `selector`: empty = the newest, else an id or a name (the newest of that name).
[[nodiscard]] profiler::Result<profiler::ComparisonData> loadComparison(
    const fs::path& file, const std::string& selector = {});

/// When the comparison that is meant was started: where a file was replaced by another one, the
/// number alone would mean a comparison that nobody saw. nullopt: whichever has the number.
using Started = std::optional<profiler::UtcTime>;

/// The lines of the workers and the recorder, in their order. One chunk of them is in memory at a
/// time.
[[nodiscard]] profiler::Result<void> readLog(const fs::path& file,
    profiler::ComparisonId comparison, const profiler::TakeLogLine& take, Started started = {});

/// The rows of one trace, whole.
[[nodiscard]] profiler::Result<profiler::TraceRows> loadTraceRows(const fs::path& file,
    profiler::ComparisonId comparison, profiler::TraceIndex trace, Started started = {});

/// The readings of one monitor, whole.
[[nodiscard]] profiler::Result<profiler::MonitorRows> loadMonitorRows(const fs::path& file,
    profiler::ComparisonId comparison, profiler::MonitorIndex monitor, Started started = {});

/// Whether the file has that very comparison.
[[nodiscard]] profiler::Result<void> checkHolds(
    const fs::path& file, profiler::ComparisonId comparison, Started started);

/// Changes with every flush of a writer, also from another process: for pages that follow a
/// recording.
[[nodiscard]] profiler::Result<std::int64_t> changeCounter(const fs::path& file);

/// Stores a changed goal with a comparison; verdicts follow at the next read.
[[nodiscard]] profiler::Result<void> storeGoal(const fs::path& file,
    profiler::ComparisonId comparison, const profiler::Goal& goal, Started started = {});

/// Adds a comparison that is at hand to a file, which is created when it is not there, with its
/// note, its tags, the lines that `log` gives and the rows of its traces and monitors, as far as
/// `rowsOf` and `countersOf` have them; its number there.
[[nodiscard]] profiler::Result<profiler::ComparisonId> storeCopy(const fs::path& file,
    const profiler::ComparisonData& data, const profiler::LogReader& log,
    const profiler::TraceRowsOf& rowsOf = {}, const profiler::MonitorRowsOf& countersOf = {});

/// A recording's way into a file. The file is created or initialised when it does not exist or is
/// empty; anything that is no database of ours is refused and left untouched.
[[nodiscard]] profiler::Result<std::unique_ptr<profiler::RecordSink>> openForRecording(
    const fs::path& file);

/// Continues a recorded comparison with further processes.
[[nodiscard]] profiler::Result<std::unique_ptr<profiler::RecordSink>> openForExtension(
    const fs::path& file, profiler::ComparisonId comparison);

} // namespace storage

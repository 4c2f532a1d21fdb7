// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_data.h"
#include "profiler/model/record_sink.h"
#include "profiler/model/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace storage {

namespace fs = std::filesystem;

/// `~/.local/share/fusescope/library.fscope`, by XDG_DATA_HOME.
[[nodiscard]] fs::path libraryPath();

/// One row of `list`, read without touching samples.
struct ComparisonSummary {
    profiler::ComparisonInfo info; ///< status Running only while its writer holds the lock
    std::string workload;
    std::string device;
    std::string torch;
    std::vector<std::string> cases;
    std::vector<std::string> variants;
    std::int64_t timedCalls = 0; ///< of all lanes
    std::vector<std::string> tags; ///< sorted
};

/// Newest first. Refused in one sentence: not there, not a database, not ours, newer than this
/// program.
[[nodiscard]] profiler::Result<std::vector<ComparisonSummary>> listComparisons(
    const fs::path& file);

/// `selector`: empty = the newest, else an id or a name (the newest of that name).
[[nodiscard]] profiler::Result<profiler::ComparisonData> loadComparison(
    const fs::path& file, const std::string& selector = {});

[[nodiscard]] profiler::Result<std::vector<profiler::LogLine>> loadLog(
    const fs::path& file, profiler::ComparisonId comparison);

/// Changes with every flush of a writer, also from another process: for pages that follow a
/// recording.
[[nodiscard]] profiler::Result<std::int64_t> changeCounter(const fs::path& file);

/// Stores a changed goal with a comparison; verdicts follow at the next read.
[[nodiscard]] profiler::Result<void> storeGoal(
    const fs::path& file, profiler::ComparisonId comparison, const profiler::Goal& goal);

/// A recording's way into a file. The file is created or initialised when it does not exist or is
/// empty; anything that is no database of ours is refused and left untouched.
[[nodiscard]] profiler::Result<std::unique_ptr<profiler::RecordSink>> openForRecording(
    const fs::path& file);

/// Continues a recorded comparison with further processes.
[[nodiscard]] profiler::Result<std::unique_ptr<profiler::RecordSink>> openForExtension(
    const fs::path& file, profiler::ComparisonId comparison);

} // namespace storage

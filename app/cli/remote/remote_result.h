// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/remote/open_job.h"
#include "profiler/model/facts/ids.h"
#include "profiler/record/remote/job.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace cli {

/// A comparison that came from another machine, as it now lies here.
struct MergedComparison {
    std::int64_t there = 0; ///< its number in the file that came
    profiler::ComparisonId id; ///< in the file it was added to
};

/// Adds all comparisons of a file that came from another machine to the job's file, the oldest
/// first, with the paths and the command line they have here.
[[nodiscard]] profiler::Result<std::vector<MergedComparison>> mergeResult(
    const std::filesystem::path& result, const OpenJob& job);

/// How a recording over there ended, for people: "… ; the rest is in FILE@3". `log`: what it said
/// there.
[[nodiscard]] std::string endSentence(const profiler::remote::JobStatus& status,
    const std::string& log, const OpenJob& job, const std::vector<MergedComparison>& merged);

} // namespace cli

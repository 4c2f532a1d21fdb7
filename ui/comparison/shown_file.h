// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "storage/file/run_database.h"

#include <filesystem>
#include <string>
#include <vector>

namespace profiler {
struct ComparisonData;
struct TraceRows;
} // namespace profiler

/// What storage reads, for pages: no text is longer than can be laid out.
namespace ui {

[[nodiscard]] profiler::Result<profiler::ComparisonData> loadShown(
    const std::filesystem::path& file, const std::string& selector);

[[nodiscard]] profiler::Result<std::vector<storage::ComparisonSummary>> listShown(
    const std::filesystem::path& file);

[[nodiscard]] profiler::Result<std::vector<storage::ComparisonSummary>> listShownDeleted(
    const std::filesystem::path& file);

[[nodiscard]] profiler::Result<profiler::TraceRows> loadShownRows(const std::filesystem::path& file,
    const profiler::ComparisonInfo& info, profiler::TraceIndex trace);

} // namespace ui

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_data.h"
#include "profiler/model/log_reader.h"
#include "profiler/model/result.h"
#include "profiler/report/documents.h"

#include <filesystem>
#include <string>
#include <vector>

namespace profiler {
struct ComparisonResult;
} // namespace profiler

namespace cli {

struct StoredComparison {
    std::filesystem::path file;
    profiler::ComparisonData data;
};

/// FILE, FILE@3 or FILE@name; an empty word is the newest of the library.
[[nodiscard]] profiler::Result<StoredComparison> loadComparison(const std::string& word);

/// The same of what this program recorded: an import holds nothing to record again.
[[nodiscard]] profiler::Result<StoredComparison> loadRecording(const std::string& word);

/// What other models of its family gain in the same file; where that cannot be read, nothing.
[[nodiscard]] std::vector<profiler::FamilyRange> peersOf(
    const StoredComparison& stored, const profiler::ComparisonResult& result);

/// What parts of `show` need beside the comparison.
[[nodiscard]] profiler::ShownBulk bulkOf(const StoredComparison& stored);

/// Of the comparison that was loaded, also where another one stands under its number since then.
[[nodiscard]] profiler::LogReader logOf(const StoredComparison& stored);

} // namespace cli

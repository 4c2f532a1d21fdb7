// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_data.h"
#include "profiler/model/result.h"
#include "profiler/report/documents.h"

#include <filesystem>
#include <string>

namespace cli {

struct StoredComparison {
    std::filesystem::path file;
    profiler::ComparisonData data;
};

/// FILE, FILE@3 or FILE@name; an empty word is the newest of the library.
[[nodiscard]] profiler::Result<StoredComparison> loadComparison(const std::string& word);

/// What that part needs beside the comparison.
[[nodiscard]] profiler::Result<profiler::ShownBulk> bulkFor(
    profiler::ShowPart part, const StoredComparison& stored);

} // namespace cli

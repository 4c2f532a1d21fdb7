// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/comparison_data.h"
#include "profiler/model/result.h"

#include <filesystem>
#include <string>

namespace cli {

struct StoredComparison {
    std::filesystem::path file;
    profiler::ComparisonData data;
};

/// FILE, FILE@3 or FILE@name; an empty word is the newest of the library.
[[nodiscard]] profiler::Result<StoredComparison> loadComparison(const std::string& word);

} // namespace cli

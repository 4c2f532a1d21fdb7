// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/ids.h"

#include <SQLiteCpp/Database.h>

#include <filesystem>

namespace profiler {
struct ComparisonData;
} // namespace profiler

namespace storage {

/// Of a notice about calls that cannot be read.
inline constexpr auto damagedSamples = "damaged_samples";

/// Everything of a comparison as stored. What is damaged in its calls is left out, each with a
/// notice of the rule `damagedSamples`. Throws Refusal and SQLite::Exception.
[[nodiscard]] profiler::ComparisonData readComparison(SQLite::Database& database,
    const std::filesystem::path& file, profiler::ComparisonId comparison);

} // namespace storage

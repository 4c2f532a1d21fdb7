// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/result.h"

#include <cstddef>
#include <filesystem>
#include <string>

namespace profiler {
struct ComparisonData;
struct TraceSummary;
} // namespace profiler

namespace tests {

class Text;

/// What is kept of a trace beside its rows.
void addTrace(Text& text, const profiler::TraceSummary& trace);

/// Their rows and those of the monitors, column by column, up to `mostRows` of each.
[[nodiscard]] profiler::Result<std::string> bulkText(
    const std::filesystem::path& file, const profiler::ComparisonData& data, std::size_t mostRows);

} // namespace tests

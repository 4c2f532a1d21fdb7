// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "profiler/model/facts/log_line.h"
#include "profiler/model/result.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace profiler {
struct ComparisonData;
} // namespace profiler

namespace tests {

/// A comparison as text, every field of it: for golden files, reviews and bug reports. Numbers are
/// written exactly, bytes that are no printable ASCII or UTF-8 as \xNN. Calls are shown up to
/// `mostCalls` of a column, then their number.
[[nodiscard]] std::string runText(
    const profiler::ComparisonData& data, std::size_t mostCalls = static_cast<std::size_t>(-1));

/// All lines of a comparison at once: the logs of tests are short.
[[nodiscard]] profiler::Result<std::vector<profiler::LogLine>> wholeLog(
    const std::filesystem::path& file, profiler::ComparisonId comparison);

[[nodiscard]] std::string logText(const std::vector<profiler::LogLine>& log);

} // namespace tests
